import { useEffect, useState } from "preact/hooks";
import { mustAddPasskey, mustSetPassword, Problem, session, setPassword as keepPassword, signInByLink } from "../server/api";
import { useAttempt } from "../parts/useAttempt";
import { useTitle } from "../parts/useTitle";
import { SiteHeader } from "../parts/SiteHeader";
import { Notice, ProblemNotice } from "../parts/Notice";
import { isBroughtBack, signInFromProvider } from "../server/openid";
import { SignInForm } from "./SignIn";
import { go } from "../router";
import { pit } from "../pit";
import { t } from "../language/language";

/** Here these refusals are about the link. */
const notGood = (problem: Problem): Problem =>
  ["not_signed_in", "malformed"].includes(problem.code) ? new Problem(problem.status, "link_not_good", problem.message) : problem;

/** By password, or by the one-time link that the service prints when it first starts. */
export default function SignInPage({ query }: { query: URLSearchParams }) {
  const secret = query.get("sign-in");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [byLink, setByLink] = useState(false);
  useTitle(byLink ? t("Welcome") : t("Sign in"));
  const done = (): void => go(mustSetPassword.value || mustAddPasskey.value ? "/account" : "/");
  useEffect(() => {
    if (!isBroughtBack(query)) return;
    // The code is good once, and must not stay in the history.
    history.replaceState(null, "", `${pit}/sign-in`);
    signInFromProvider(query).then(done, setProblem);
  }, []);
  useEffect(() => {
    if (!secret) return;
    history.replaceState(null, "", `${pit}/sign-in`);
    setProblem(null);
    setByLink(false);
    signInByLink(secret)
      .then(() => setByLink(true))
      .catch((error: Problem) => setProblem(notGood(error)));
  }, [query]);
  return (
    <div class="site">
      <SiteHeader />
      <main class="page narrow" id="main">
        <h1>{byLink ? t("Welcome") : t("Sign in")}</h1>
        <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
        {byLink ? <ChoosePassword /> : <SignInForm onDone={done} />}
        {!byLink && (
          <>
            <p class="hint">{t("Without an account you play as a guest, at practice tables: choose a table in the lobby.")}</p>
            <p class="hint">
              {t("At first there is no password: when it starts, the service prints a link that signs you in as the owner, once, within the hour. It prints a new one at every start until the owner has set a password.")}
            </p>
          </>
        )}
      </main>
    </div>
  );
}

function ChoosePassword() {
  const [password, setPassword] = useState("");
  const { problem, clear, attempt } = useAttempt();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await attempt(() => keepPassword(password))) go("/");
  };
  return (
    <>
      <Notice>{t("You are signed in as {name}. The link works once: choose a password for next time.", { name: session.value?.name ?? "" })}</Notice>
      <form class="sign-in-form" onSubmit={submit}>
        <label>
          {t("New password")}
          <input
            type="password"
            autocomplete="new-password"
            minLength={8}
            required
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        <ProblemNotice problem={problem} onClose={clear} />
        <button type="submit" class="action action-primary">
          {t("Keep this password")}
        </button>
        <a href="/">{t("Not now")}</a>
      </form>
    </>
  );
}
