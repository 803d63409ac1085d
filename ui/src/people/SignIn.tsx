import { useEffect, useRef, useState } from "preact/hooks";
import { guestExpired, Problem, sessionExpired, signIn, someone } from "../server/api";
import { providerName, visitProvider } from "../server/openid";
import { hasPasskeys, signInWithPasskey } from "../server/passkeys";
import { ProblemNotice } from "../parts/Notice";
import { t } from "../language/language";

/** While signing in, this refusal of the service means that the account or the password is wrong. */
const wrongPassword = (problem: Problem): Problem =>
  problem.code === "not_signed_in" ? new Problem(problem.status, "wrong_password", problem.message) : problem;

export function SignInForm({ onDone }: { onDone: () => void }) {
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => void providerName().then(setProvider, () => setProvider(null)), []);
  const attempt = async (way: () => Promise<unknown>, told = (why: Problem): Problem => why, then = onDone): Promise<void> => {
    setBusy(true);
    try {
      await way();
      then();
    } catch (error) {
      setProblem(told(error as Problem));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void attempt(() => signIn(account.trim(), password), wrongPassword);
  };
  return (
    <form class="sign-in-form" onSubmit={submit}>
      <label>
        {t("Account")}
        <input
          name="account"
          autocomplete="username"
          required
          value={account}
          onInput={(event) => setAccount(event.currentTarget.value)}
        />
      </label>
      <label>
        {t("Password")}
        <input
          name="password"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      <button type="submit" class="action action-primary" disabled={busy}>
        {t("Sign in")}
      </button>
      {provider && (
        <button type="button" class="action" disabled={busy} onClick={() => void attempt(visitProvider, undefined, () => undefined)}>
          {t("Sign in with {provider}", { provider })}
        </button>
      )}
      {hasPasskeys() && (
        <button type="button" class="action" disabled={busy} onClick={() => void attempt(signInWithPasskey)}>
          {t("Use a passkey")}
        </button>
      )}
    </form>
  );
}

/** The session has expired during work. The page behind stays as it is. */
export function SignInDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const done = (): void => {
    sessionExpired.value = false;
  };
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="expired" onClose={done}>
      <h2 id="expired">{t("Your session has ended")}</h2>
      {guestExpired.value ? (
        <p>
          {t("You played as a guest, and guests cannot sign in again: you continue as a new guest, at another seat. The chips you set down stay in front of you; your former seat and its chips stay with the former guest until the table clears them.")}
        </p>
      ) : (
        <p>{t("Nothing is lost: the table and the chips you set down are as you left them. Sign in to continue.")}</p>
      )}
      {guestExpired.value && (
        <button type="button" class="action action-primary" onClick={() => void someone().then(done)}>
          {t("Continue as a new guest")}
        </button>
      )}
      <SignInForm onDone={done} />
      {!guestExpired.value && (
        <button type="button" class="quiet" onClick={() => void someone().then(done)}>
          {t("Continue as a guest")}
        </button>
      )}
    </dialog>
  );
}
