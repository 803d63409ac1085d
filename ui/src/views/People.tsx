import { useState } from "preact/hooks";
import { Page } from "../parts/Page";
import { Notice, ProblemNotice } from "../parts/Notice";
import { usePolled } from "../parts/usePolled";
import { roleName } from "../model/words";
import { call, post, session, type Problem } from "../server/api";

interface Account {
  account: string;
  name: string;
  roles: string[];
  closed: boolean;
  locked: boolean;
}

const ROLES = ["player", "dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator"];

/** Who may sign in, and as what. For administrators; the service asks that itself. */
export default function People() {
  const { data, problem, again } = usePolled<Account[]>("/api/people", 10_000);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [done, setDone] = useState("");
  const attempt = async (work: () => Promise<unknown>, told: string): Promise<boolean> => {
    try {
      await work();
      setRefused(null);
      setDone(told);
      again();
      return true;
    } catch (error) {
      setRefused(error as Problem);
      setDone("");
      return false;
    }
  };
  return (
    <Page title="People" lead="Everybody with an account in this house, and what they may do.">
      <ProblemNotice problem={refused ?? problem} onClose={() => setRefused(null)} />
      {done && <Notice kind="info">{done}</Notice>}
      {data && <Accounts accounts={data} onAttempt={attempt} />}
      <NewAccount onAttempt={attempt} />
    </Page>
  );
}

type OnAttempt = (work: () => Promise<unknown>, told: string) => Promise<boolean>;

function Accounts({ accounts, onAttempt }: { accounts: readonly Account[]; onAttempt: OnAttempt }) {
  const [closing, setClosing] = useState("");
  const close = async (account: string): Promise<void> => {
    await onAttempt(() => call("DELETE", `/api/people/${encodeURIComponent(account)}`), `The account ${account} is closed.`);
    setClosing("");
  };
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
            </tr>
          </thead>
          <tbody>
            {accounts.map((each) => (
              <tr key={each.account} data-account={each.account}>
                <th scope="row">{each.account}</th>
                <td>{each.name}</td>
                <td>{each.roles.map(roleName).join(", ")}</td>
                <td>
                  {each.closed ? "Closed" : each.locked ? "Locked for a while" : "Open"}{" "}
                  {!each.closed && each.account !== session.value?.account && closing !== each.account && (
                    <button type="button" class="link" onClick={() => setClosing(each.account)}>
                      Close<span class="sr-only"> the account {each.account}</span>
                    </button>
                  )}
                  {closing === each.account && !each.closed && (
                    <>
                      <button type="button" class="action action-warn" onClick={() => void close(each.account)}>
                        Close it for good<span class="sr-only">: {each.account}</span>
                      </button>{" "}
                      <button type="button" class="link" onClick={() => setClosing("")}>
                        Keep it
                      </button>
                    </>
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

const EMPTY = { account: "", name: "", password: "" };

function NewAccount({ onAttempt }: { onAttempt: OnAttempt }) {
  const [typed, setTyped] = useState(EMPTY);
  const [roles, setRoles] = useState<readonly string[]>(["player"]);
  const set = (name: keyof typeof EMPTY) => (event: { currentTarget: HTMLInputElement }) => setTyped({ ...typed, [name]: event.currentTarget.value });
  const turn = (role: string): void => setRoles(roles.includes(role) ? roles.filter((each) => each !== role) : [...roles, role]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const made = await onAttempt(() => post("/api/people", { ...typed, roles }), `The account ${typed.account} is open.`);
    if (made) setTyped(EMPTY);
  };
  return (
    <section class="panel" aria-labelledby="new-account">
      <h2 id="new-account">A new account</h2>
      <form class="people-form" onSubmit={submit}>
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
        <fieldset class="people-roles">
          <legend>Roles</legend>
          {ROLES.map((role) => (
            <label key={role} class="switch">
              <input type="checkbox" checked={roles.includes(role)} onChange={() => turn(role)} />
              <span>{roleName(role)}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="action action-primary" disabled={roles.length === 0}>
          Open the account
        </button>
      </form>
    </section>
  );
}
