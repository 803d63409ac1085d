import { t } from "../language/language";

export function Loading({ what }: { what: string }) {
  return (
    <main class="loading" id="main" aria-busy="true">
      <h1 class="sr-only">houserules</h1>
      <p role="status">{t("Loading {what}…", { what })}</p>
    </main>
  );
}
