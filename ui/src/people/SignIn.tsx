import { useEffect, useRef, useState } from "preact/hooks";
import { guestExpired, Problem, sessionExpired, signIn, someone } from "../server/api";
import { ProblemNotice } from "../parts/Notice";

/** Whoever signs in is not signed in yet: here the service's refusal means the account or the password. */
const wrongPassword = (problem: Problem): Problem =>
  problem.code === "not_signed_in" ? new Problem(problem.status, "wrong_password", problem.message) : problem;

export function SignInForm({ onDone }: { onDone: () => void }) {
  const [account, setAccount] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(account.trim(), password);
      onDone();
    } catch (error) {
      setProblem(wrongPassword(error as Problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="sign-in-form" onSubmit={submit}>
      <label>
        Account
        <input
          name="account"
          autocomplete="username"
          required
          value={account}
          onInput={(event) => setAccount(event.currentTarget.value)}
        />
      </label>
      <label>
        Password
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
        Sign in
      </button>
    </form>
  );
}

/** The session ran out in the middle of something. The page behind stays as it is, with everything on it. */
export function SignInDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const done = (): void => {
    sessionExpired.value = false;
  };
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="expired" onClose={done}>
      <h2 id="expired">Your session has ended</h2>
      {guestExpired.value ? (
        <p>
          You played as a guest, and a guest cannot come back: you go on as a new guest, at another seat. What you set down
          stays in front of you; the old seat and its chips remain with the guest that you were, until the table clears them.
        </p>
      ) : (
        <p>Nothing is lost: the table and what you set down are as you left them. Sign in to go on.</p>
      )}
      {guestExpired.value && (
        <button type="button" class="action action-primary" onClick={() => void someone().then(done)}>
          Go on as a new guest
        </button>
      )}
      <SignInForm onDone={done} />
      {!guestExpired.value && (
        <button type="button" class="quiet" onClick={() => void someone().then(done)}>
          Go on as a guest
        </button>
      )}
    </dialog>
  );
}
