import { useState } from "preact/hooks";
import { Notice, ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { usePolled } from "../parts/usePolled";
import { mustAddPasskey, post } from "../server/api";
import { addPasskey, hasPasskeys } from "../server/passkeys";
import { dateAndTime } from "../words/times";
import { t } from "../language/language";
import { T } from "../language/T";

interface Passkey {
  passkey: string;
  name: string;
  site: string;
  added_at: number;
  used_at: number;
}

const usesOf = ({ site, added_at, used_at }: Passkey): string => {
  const facts = { site, added: dateAndTime(added_at), used: dateAndTime(used_at) };
  return used_at ? t("for {site}, added {added}, last used {used}", facts) : t("for {site}, added {added}, not used yet", facts);
};

const EMPTY = { name: "", password: "" };

/** The person's own passkeys: adding or removing one requires the password, so that nobody does it at an unattended desk. */
export function Passkeys() {
  const { data, again } = usePolled<Passkey[]>("/api/session/passkeys", 10_000);
  const [typed, setTyped] = useState(EMPTY);
  const [done, setDone] = useState("");
  const { problem, clear, attempt } = useAttempt();
  const change = async (work: () => Promise<unknown>, told: string): Promise<void> => {
    const changed = await attempt(work);
    setDone(changed ? told : "");
    if (changed) setTyped(EMPTY);
    again();
  };
  const add = (event: Event): void => {
    event.preventDefault();
    void change(() => addPasskey(typed.name, typed.password), t("The passkey is added: you can sign in with it from now on."));
  };
  const remove = (each: Passkey): void =>
    void change(() => post(`/api/session/passkeys/${each.passkey}/removal`, { password: typed.password }), t("The passkey “{name}” is removed.", { name: each.name }));
  const set = (name: keyof typeof EMPTY) => (event: { currentTarget: HTMLInputElement }) => setTyped({ ...typed, [name]: event.currentTarget.value });
  return (
    <section class="panel" aria-labelledby="own-passkeys">
      <h2 id="own-passkeys">{t("Passkeys")}</h2>
      <p class="hint">{t("A key in your phone, your computer or a security key, which you unlock there. It signs you in without a password.")}</p>
      {mustAddPasskey.value && <Notice kind="warn">{t("Your role signs in with a passkey. Add one before anything else.")}</Notice>}
      {done && <Notice>{done}</Notice>}
      <ProblemNotice problem={problem} onClose={clear} />
      <ul class="request-list">
        {data?.map((each) => (
          <li key={each.passkey} data-passkey={each.name}>
            <p>
              <strong>{each.name}</strong>
              <span class="hint">
                {usesOf(each)}
              </span>
            </p>
            <button type="button" class="quiet" disabled={!typed.password} onClick={() => remove(each)}>
              <T text="Remove<hidden> the passkey {name}</hidden>" parts={{ hidden: (inside) => <span class="sr-only">{inside}</span>, name: each.name }} />
            </button>
          </li>
        ))}
      </ul>
      {hasPasskeys() ? (
        <form class="form-grid" onSubmit={add}>
          <label class="field">
            {t("Your password, to add or remove one")}
            <input type="password" maxLength={200} autocomplete="current-password" value={typed.password} onInput={set("password")} />
          </label>
          <label class="field">
            {t("Name of the new passkey")}
            <input required maxLength={60} autocomplete="off" placeholder={t("My phone")} value={typed.name} onInput={set("name")} />
          </label>
          <button type="submit" class="action action-primary">
            {t("Add a passkey")}
          </button>
        </form>
      ) : (
        <p class="hint">{t("This browser adds passkeys only by HTTPS, or on the machine of the service itself.")}</p>
      )}
    </section>
  );
}
