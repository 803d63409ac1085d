import { session, signOut } from "../server/api";
import { desksFor } from "./views";
import { route } from "../router";
import { ThemeButton } from "./Theme";

/** The way to every desk that the roles of who is signed in open. */
export function SiteHeader() {
  const person = session.value;
  return (
    <header class="site-header">
      <a class="brand" href="#/">
        houserules
      </a>
      <nav aria-label="Desks">
        {desksFor(person ?? null).map((desk) => (
          <a key={desk.path} href={`#/${desk.path}`} aria-current={route.value.view === desk.path ? "page" : undefined}>
            {desk.name}
          </a>
        ))}
      </nav>
      <div class="who">
        {person && !person.guest ? (
          <>
            <span>{person.name}</span>
            <button type="button" class="quiet" onClick={() => void signOut()}>
              Sign out
            </button>
          </>
        ) : (
          <a href="#/sign-in">Sign in</a>
        )}
        <ThemeButton />
      </div>
    </header>
  );
}
