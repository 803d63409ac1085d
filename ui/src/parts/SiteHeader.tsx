import { session, signOut } from "../server/api";
import { viewsFor } from "./views";
import { route } from "../router";
import { ThemeButton } from "./Theme";
import { LanguageChoice } from "../language/LanguageChoice";
import { t } from "../language/language";

/** Links to every view that the roles of the signed-in person allow. */
export function SiteHeader() {
  const person = session.value;
  return (
    <header class="site-header">
      <a class="brand" href="/">
        houserules
      </a>
      <nav aria-label={t("Pages")}>
        {viewsFor(person ?? null).map((view) => (
          <a key={view.path} href={`/${view.path}`} aria-current={route.value.view === view.path ? "page" : undefined}>
            {t(view.name)}
          </a>
        ))}
      </nav>
      <div class="who">
        {person && !person.guest ? (
          <>
            <a href="/account">{person.name}</a>
            <button type="button" class="quiet" onClick={() => void signOut()}>
              {t("Sign out")}
            </button>
          </>
        ) : (
          <a href="/sign-in">{t("Sign in")}</a>
        )}
        <LanguageChoice />
        <ThemeButton />
      </div>
    </header>
  );
}
