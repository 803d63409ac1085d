import { useEffect, useState } from "preact/hooks";
import { Notice, ProblemNotice } from "../parts/Notice";
import { useAttempt } from "../parts/useAttempt";
import { call, get } from "../server/api";
import { Roles } from "./Roles";
import { waits, waitsText } from "./Requests";
import { t } from "../language/language";

/** Which roles do not sign in with a password alone. Two administrators decide it. */
export function PasskeyRoles() {
  const [roles, setRoles] = useState<readonly string[] | null>(null);
  const [done, setDone] = useState("");
  const { problem, clear, attempt } = useAttempt();
  useEffect(() => {
    void attempt(async () => setRoles((await get<{ roles: string[] }>("/api/sign-in/passkeys")).roles));
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    let told = "";
    const changed = await attempt(async () => {
      const answer = await call("PUT", "/api/sign-in/passkeys", { roles });
      told = waits(answer) ? waitsText() : t("Settled. People with such a role who have no passkey yet may only add one.");
    });
    setDone(changed ? told : "");
  };
  return (
    <details class="panel passkey-roles">
      <summary>{t("Passkeys instead of passwords")}</summary>
      <p class="hint">{t("Nobody with one of these roles signs in with a password alone.")}</p>
      <ProblemNotice problem={problem} onClose={clear} />
      {done && <Notice>{done}</Notice>}
      {roles && (
        <form onSubmit={submit} aria-label={t("Passkeys")}>
          <Roles chosen={roles} onChange={setRoles} />
          <button type="submit" class="action">
            {t("Require passkeys")}
          </button>
        </form>
      )}
    </details>
  );
}
