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
import { Requests, WAITS, waits } from "./Requests";
import { Roles } from "./Roles";

/** Who may sign in, in which roles, and who made them so. Administrators keep it, auditors look; the service checks that itself. */
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
    setDone(changed ? (waits(answer) ? WAITS : told) : "");
    if (changed) again();
    return changed;
  };
  return (
    <Page title="People" lead="Everybody with an account in this house, and their roles.">
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
      <h2 id="accounts">Accounts</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="All accounts">
        <table class="plain-table people-table">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Name</th>
              <th scope="col">Roles</th>
              <th scope="col">State</th>
              <th scope="col">Made by</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {accounts.map((each) => (
              <tr key={each.account} data-account={each.account}>
                <th scope="row">{each.account}</th>
                <td>{each.name}</td>
                <td>{each.roles.map(roleName).join(", ")}</td>
                <td>{each.closed ? "Closed" : each.failures ? `Open, ${each.failures} failed sign-in${each.failures === 1 ? "" : "s"}` : "Open"}</td>
                <td>{madeBy(each)}</td>
                <td>
                  {!each.closed && onOpen && (
                    <button type="button" class="quiet" onClick={() => onOpen(each.account)}>
                      Change<span class="sr-only"> the account {each.account}</span>
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
const madeBy = ({ made_by, approved_by }: Account): string => (approved_by ? `${made_by}, approved by ${approved_by}` : made_by && `${made_by} alone`);

const EMPTY = { account: "", name: "", password: "" };
const AT_FIRST: readonly string[] = ["player"];

function NewAccount({ onAttempt }: { onAttempt: OnAttempt }) {
  const [typed, setTyped] = useState(EMPTY);
  const [roles, setRoles] = useState(AT_FIRST);
  const set = (name: keyof typeof EMPTY) => (event: { currentTarget: HTMLInputElement }) => setTyped({ ...typed, [name]: event.currentTarget.value });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const told = `The account ${typed.account} is open: ${roles.map(roleName).join(", ")}.`;
    if (!(await onAttempt(() => post("/api/people", { ...typed, roles }), told))) return;
    setTyped(EMPTY);
    // Otherwise the next account would get the same roles unnoticed.
    setRoles(AT_FIRST);
  };
  return (
    <section class="panel" aria-labelledby="new-account">
      <h2 id="new-account">A new account</h2>
      <form class="form-grid" onSubmit={submit}>
        <label class="field">
          Account
          <input
            required
            minLength={2}
            maxLength={40}
            pattern="[a-z][a-z0-9\-]+"
            title="Small letters, digits and hyphens, a letter first"
            autocomplete="off"
            value={typed.account}
            onInput={set("account")}
          />
        </label>
        <label class="field">
          Name
          <input required maxLength={60} autocomplete="off" value={typed.name} onInput={set("name")} />
        </label>
        <label class="field">
          First password
          <input type="password" required minLength={8} maxLength={200} autocomplete="new-password" value={typed.password} onInput={set("password")} />
        </label>
        <Roles chosen={roles} onChange={setRoles} />
        <button type="submit" class="action action-primary" disabled={roles.length === 0}>
          Open the account
        </button>
      </form>
    </section>
  );
}
