import "./People.css";
import { useState } from "preact/hooks";
import { Page } from "../parts/Page";
import { Notice, ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { usePolled } from "../parts/usePolled";
import { call, mustSetPassword, session, setPassword } from "../server/api";
import { OwnLimits } from "../limits/Limits";
import { LIMITS } from "../limits/words";
import { Passkeys } from "./Passkeys";
import { dateAndTime } from "../words/times";
import { t } from "../language/language";

interface OpenSession {
  session: string;
  opened_at: number;
  heard_at: number;
  until: number;
  current: boolean;
}

/** What people manage in their own account: the password, and where they are signed in. */
export default function OwnAccount() {
  return (
    <Page title={t("Your account")} lead={session.value ? t("You are signed in as {name}.", { name: session.value.name }) : t("Nobody is signed in.")}>
      {session.value && !session.value.guest && (
        <>
          <OwnPassword />
          <section class="panel" aria-labelledby="own-limits">
            <h2 id="own-limits">{LIMITS.title()}</h2>
            <OwnLimits />
          </section>
          <Passkeys />
          <Sessions />
        </>
      )}
    </Page>
  );
}

function OwnPassword() {
  const [old, setOld] = useState("");
  const [password, setNew] = useState("");
  const [done, setDone] = useState(false);
  const { problem, clear, attempt } = useAttempt();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await attempt(() => setPassword(password, old)))) return;
    setOld("");
    setNew("");
    setDone(true);
  };
  return (
    <section class="panel" aria-labelledby="own-password">
      <h2 id="own-password">{t("Password")}</h2>
      {mustSetPassword.value && <Notice kind="warn">{t("Somebody else has chosen your password. Set one of your own before anything else.")}</Notice>}
      {done && <Notice>{t("Your password is set. Your other sessions have ended.")}</Notice>}
      <ProblemNotice problem={problem} onClose={clear} />
      <form class="form-grid" onSubmit={submit}>
        <label class="field">
          {t("Present password")}
          <input type="password" required maxLength={200} autocomplete="current-password" value={old} onInput={(event) => setOld(event.currentTarget.value)} />
        </label>
        <label class="field">
          {t("New password")}
          <input type="password" required minLength={8} maxLength={200} autocomplete="new-password" value={password} onInput={(event) => setNew(event.currentTarget.value)} />
        </label>
        <button type="submit" class="action action-primary">
          {t("Set the password")}
        </button>
      </form>
    </section>
  );
}

function Sessions() {
  const { data, again } = usePolled<OpenSession[]>("/api/session/list", 10_000);
  const { problem, clear, attempt } = useAttempt();
  const end = async (each: OpenSession): Promise<void> => {
    await attempt(() => call("DELETE", `/api/session/list/${each.session}`));
    again();
  };
  return (
    <section class="panel" aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t("Where you are signed in")}</h2>
      <ProblemNotice problem={problem} onClose={clear} />
      <ul class="request-list">
        {data?.map((each) => (
          <li key={each.session} data-session={each.current ? "this" : "other"}>
            <p>
              <strong>{each.current ? t("Here") : t("Elsewhere")}</strong>
              <span class="hint">
                {t("signed in {opened}, last used {heard}", { opened: dateAndTime(each.opened_at), heard: dateAndTime(each.heard_at) })}
              </span>
            </p>
            {!each.current && (
              <button type="button" class="quiet" onClick={() => void end(each)}>
                {t("Sign out there")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
