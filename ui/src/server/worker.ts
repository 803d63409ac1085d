import { touched } from "./api";

/** Caches the page for the next visit. A page that is out of date is reloaded, unless somebody is already using it. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", () => !touched() && location.reload());
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
