import "./People.css";
import "./TwoSteps.css";
import { useState } from "preact/hooks";
import { Page } from "../parts/Page";
import { Notice, ProblemNotice } from "../parts/Notice";
import { usePolled } from "../parts/usePolled";
import { roleName } from "../words/words";
import { useAttempt } from "../parts/useAttempt";
import { post, session } from "../server/api";
import { AccountSheet, type Account } from "./AccountSheet";
import { PasskeyRoles } from "./PasskeyRoles";
import { Requests, waits, waitsText } from "./Requests";
import { Roles } from "./Roles";
import { inRow, many, t } from "../language/language";
import { T } from "../language/T";

/** Who may sign in, in which roles, and who granted them. Administrators edit it, auditors read it; the service itself checks that. */
export default function People() {
  const { data, problem, again } = usePolled<Account[]>("/api/people", 10_000);
  const { problem: refused, clear, attempt } = useAttempt();
  const [done, setDone] = useState("");
  const [opened, setOpened] = useState("");
  const keeps = session.value?.jobs.includes("administrator") ?? false;
  const account = data?.find((each) => each.account === opened);
  const change: OnAttempt = async (work, told) => {
    let answer: unknown = null;
    const changed = await attempt(async () => (answer = await work()));
    setDone(changed ? (waits(answer) ? waitsText() : told) : "");
    if (changed) again();
    return changed;
  };
  return (
    <Page title={t("People")} lead={t("Everybody with an account in this house, and their roles.")}>
      <ProblemNotice problem={refused ?? problem} onClose={clear} />
      {done && <Notice kind="info">{done}</Notice>}
      <Requests onChanged={again} />
      {data && <Accounts accounts={data} onOpen={keeps ? setOpened : null} />}
      {keeps && <NewAccount onAttempt={change} />}
      {keeps && <PasskeyRoles />}
      {account && <AccountSheet key={opened} account={account} onChanged={again} onClose={() => setOpened("")} />}
    </Page>
  );
}

type OnAttempt = (work: () => Promise<unknown>, told: string) => Promise<boolean>;

function Accounts({ accounts, onOpen }: { accounts: readonly Account[]; onOpen: ((account: string) => void) | null }) {
  return (
    <section class="panel" aria-labelledby="accounts">
      <h2 id="accounts">{t("Accounts")}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("All accounts")}>
        <table class="plain-table people-table">
          <thead>
            <tr>
              <th scope="col">{t("Account")}</th>
              <th scope="col">{t("Name")}</th>
              <th scope="col">{t("Roles")}</th>
              <th scope="col">{t("State")}</th>
              <th scope="col">{t("Made by")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {accounts.map((each) => (
              <tr key={each.account} data-account={each.account}>
                <th scope="row">{each.account}</th>
                <td>{each.name}</td>
                <td>{inRow(each.roles.map(roleName))}</td>
                <td>{stateOf(each)}</td>
                <td>{madeBy(each)}</td>
                <td>
                  {!each.closed && onOpen && (
                    <button type="button" class="quiet" onClick={() => onOpen(each.account)}>
                      <T text="Change<hidden> the account {account}</hidden>" parts={{ hidden: (inside) => <span class="sr-only">{inside}</span>, account: each.account }} />
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Who asked for the account or its roles, and who approved that. */
const madeBy = ({ made_by, approved_by }: Account): string => (approved_by ? t("{maker}, approved by {approver}", { maker: made_by, approver: approved_by }) : made_by && t("{maker} alone", { maker: made_by }));

function stateOf({ closed, failures }: Account): string {
  if (closed) return t("Closed");
  return failures ? many(failures, "Open, {count} failed sign-in", "Open, {count} failed sign-ins") : t("Open");
}

const EMPTY = { account: "", name: "", password: "" };
const AT_FIRST: readonly string[] = ["player"];

function NewAccount({ onAttempt }: { onAttempt: OnAttempt }) {
  const [typed, setTyped] = useState(EMPTY);
  const [roles, setRoles] = useState(AT_FIRST);
  const set = (name: keyof typeof EMPTY) => (event: { currentTarget: HTMLInputElement }) => setTyped({ ...typed, [name]: event.currentTarget.value });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const told = t("The account {account} is open: {roles}.", { account: typed.account, roles: inRow(roles.map(roleName)) });
    if (!(await onAttempt(() => post("/api/people", { ...typed, roles }), told))) return;
    setTyped(EMPTY);
    // Otherwise the next account would get the same roles unnoticed.
    setRoles(AT_FIRST);
  };
  return (
    <section class="panel" aria-labelledby="new-account">
      <h2 id="new-account">{t("A new account")}</h2>
      <form class="form-grid" onSubmit={submit}>
        <label class="field">
          {t("Account")}
          <input
            required
            minLength={2}
            maxLength={40}
            pattern="[a-z][a-z0-9\-]+"
            title={t("Small letters, digits and hyphens, a letter first")}
            autocomplete="off"
            value={typed.account}
            onInput={set("account")}
          />
        </label>
        <label class="field">
          {t("Name")}
          <input required maxLength={60} autocomplete="off" value={typed.name} onInput={set("name")} />
        </label>
        <label class="field">
          {t("First password")}
          <input type="password" required minLength={8} maxLength={200} autocomplete="new-password" value={typed.password} onInput={set("password")} />
        </label>
        <Roles chosen={roles} onChange={setRoles} />
        <button type="submit" class="action action-primary" disabled={roles.length === 0}>
          {t("Open the account")}
        </button>
      </form>
    </section>
  );
}
