import { useEffect, useRef, useState } from "preact/hooks";
import { priceOf } from "../words/money";
import { roleName } from "../words/words";
import { Notice, ProblemNotice } from "../parts/Notice";
import { TwoSteps } from "./TwoSteps";
import { providerName } from "../server/openid";
import { call, newCommandId, OFFLINE, post, session, type Problem } from "../server/api";
import { WAITS, waits } from "./Requests";
import { Roles } from "./Roles";

export interface Account {
  account: string;
  name: string;
  roles: string[];
  closed: boolean;
  /** Wrong passwords since somebody last signed in. */
  failures: number;
  made_by: string;
  approved_by: string;
  /** By which the operator's sign-in provider knows this person. */
  subject: string;
}

/** Does something and shows the result; false if it was refused. */
type Attempt = (work: () => Promise<string>) => Promise<boolean>;

interface Props {
  account: Account;
  onChanged: () => void;
  onClose: () => void;
}

/** Everything that an administrator can do with one account, in a dialog over the page. */
export function AccountSheet({ account, onChanged, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [done, setDone] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const attempt: Attempt = async (work) => {
    setDone("");
    try {
      setDone(await work());
      setRefused(null);
      onChanged();
      return true;
    } catch (error) {
      setRefused(error as Problem);
      return false;
    }
  };
  const path = `/api/people/${encodeURIComponent(account.account)}`;
  const own = account.account === session.value?.account;
  return (
    <dialog ref={dialog} class="sheet account-sheet" aria-labelledby="account-title" onClose={onClose}>
      <header>
        <h2 id="account-title">
          {account.name} <span class="hint">{account.account}</span>
        </h2>
        <form method="dialog">
          <button class="quiet">Back</button>
        </form>
      </header>
      <ProblemNotice problem={refused} onClose={() => setRefused(null)} />
      {done && <Notice>{done}</Notice>}
      {account.closed ? (
        <p>This account is closed, and stays closed.</p>
      ) : (
        <>
          {own ? <p class="hint">You cannot change your own roles or close your own account; another administrator can.</p> : <ChangeRoles account={account} path={path} onAttempt={attempt} />}
          <NewPassword account={account} path={path} onAttempt={attempt} />
          {!own && <LinkIdentity account={account} path={path} onAttempt={attempt} />}
          <Cage way="in" account={account} path={path} onAttempt={attempt} />
          <Cage way="out" account={account} path={path} onAttempt={attempt} />
          {!own && <CloseAccount account={account} path={path} onAttempt={attempt} />}
        </>
      )}
    </dialog>
  );
}

interface FormProps {
  account: Account;
  path: string;
  onAttempt: Attempt;
}

function ChangeRoles({ account, path, onAttempt }: FormProps) {
  const [roles, setRoles] = useState<readonly string[]>(account.roles);
  const same = roles.length === account.roles.length && roles.every((role) => account.roles.includes(role));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await onAttempt(async () => {
      const changed = await call<Account>("PUT", `${path}/roles`, { roles });
      if (waits(changed)) return WAITS;
      return `${account.name} is now: ${changed.roles.map(roleName).join(", ")}.`;
    });
  };
  return (
    <form onSubmit={submit} aria-label="Roles">
      <Roles chosen={roles} onChange={setRoles} />
      {roles.length > 1 && roles.includes("player") && <p class="hint">A person with another role besides player plays at practice tables only.</p>}
      <button type="submit" class="action" disabled={same || roles.length === 0}>
        Change the roles
      </button>
    </form>
  );
}

/** A form for what cannot be undone: typing after the confirmation question withdraws the question. */
function useTwoSteps(act: () => Promise<boolean>): { asked: boolean; takeBack: () => void; submit: (event: Event) => Promise<void> } {
  const [asked, setAsked] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setAsked(!asked);
    if (asked) await act();
  };
  return { asked, takeBack: () => setAsked(false), submit };
}

function NewPassword({ account, path, onAttempt }: FormProps) {
  const [password, setPassword] = useState("");
  const { asked, takeBack, submit } = useTwoSteps(async () => {
    const set = await onAttempt(async () => {
      if (waits(await call("PUT", `${path}/password`, { password }))) return WAITS;
      return `${account.name} signs in with the new password, and then sets another one.`;
    });
    if (set) setPassword("");
    return set;
  });
  return (
    <form onSubmit={submit} aria-label="Password">
      <label class="field">
        New password
        <input
          type="password"
          required
          minLength={8}
          maxLength={200}
          autocomplete="new-password"
          value={password}
          onInput={(event) => {
            setPassword(event.currentTarget.value);
            takeBack();
          }}
        />
      </label>
      <TwoSteps
        label="Set the password"
        question={`The current password of ${account.account} stops working.`}
        yes="Replace it"
        asked={asked}
        onCancel={takeBack}
      />
    </form>
  );
}

/** Only where the operator has a sign-in provider. */
function LinkIdentity({ account, path, onAttempt }: FormProps) {
  const [provider, setProvider] = useState<string | null>(null);
  const [subject, setSubject] = useState(account.subject);
  useEffect(() => void providerName().then(setProvider, () => setProvider(null)), []);
  if (!provider) return null;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await onAttempt(async () => {
      if (waits(await call("PUT", `${path}/identity`, { subject: subject.trim() }))) return WAITS;
      return subject.trim() ? `${subject.trim()} signs in as ${account.name} from now on.` : `Nobody signs in as ${account.name} with ${provider} any more.`;
    });
  };
  return (
    <form onSubmit={submit} aria-label="Sign-in provider">
      <label class="field">
        Subject at {provider}
        <input maxLength={255} autocomplete="off" value={subject} onInput={(event) => setSubject(event.currentTarget.value)} />
      </label>
      <button type="submit" class="action" disabled={subject.trim() === account.subject}>
        Link the account
      </button>
    </form>
  );
}

const KINDS = { live: "Money", practice: "Practice money" } as const;

const WAYS = {
  in: { route: "funds", goes: "goes to" },
  out: { route: "payouts", goes: "leaves" },
} as const;

/** Money paid in or out at the cage. Repeated after a lost reply, it carries the same id and is paid once. */
function Cage({ way, account, path, onAttempt }: FormProps & { way: keyof typeof WAYS }) {
  const { route, goes } = WAYS[way];
  const [amount, setAmount] = useState("");
  const [kind, setKind] = useState<keyof typeof KINDS>("live");
  const command = useRef(newCommandId());
  const { asked, takeBack, submit } = useTwoSteps(async () => {
    const paid = await onAttempt(async () => {
      const body = { command_id: command.current, amount, kind };
      const answer = await post<{ balance: string }>(`${path}/${route}`, body).catch((problem: Problem) => {
        if (problem.status !== OFFLINE) command.current = newCommandId();
        throw problem;
      });
      if (waits(answer)) return WAITS;
      const { balance } = answer;
      return `${priceOf(amount)} paid ${way}. The purse of ${account.name} holds ${priceOf(balance)}${kind === "practice" ? " of practice money" : ""}.`;
    });
    if (paid) {
      command.current = newCommandId();
      setAmount("");
    }
    return paid;
  });
  const change = (apply: () => void): void => {
    apply();
    command.current = newCommandId();
    takeBack();
  };
  return (
    <form onSubmit={submit} aria-label={`Paying ${way}`}>
      <label class="field">
        Paid {way} at the cage, in dollars
        <input
          inputMode="decimal"
          required
          pattern="(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?"
          title="Dollars and cents, such as 150 or 150.50"
          autocomplete="off"
          value={amount}
          onInput={(event) => change(() => setAmount(event.currentTarget.value.trim()))}
        />
      </label>
      <label class="field">
        Which purse
        <select value={kind} onChange={(event) => change(() => setKind(event.currentTarget.value as keyof typeof KINDS))}>
          {Object.entries(KINDS).map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <TwoSteps
        label={`Pay ${way}`}
        question={`${priceOf(amount || "0")} ${goes} the purse of ${account.account}. This cannot be undone.`}
        yes={`Pay ${way} ${priceOf(amount || "0")}`}
        asked={asked}
        onCancel={takeBack}
      />
    </form>
  );
}

function CloseAccount({ account, path, onAttempt }: FormProps) {
  const { asked, takeBack, submit } = useTwoSteps(() =>
    onAttempt(async () => {
      if (waits(await call("DELETE", path))) return WAITS;
      return `The account ${account.account} is closed.`;
    }),
  );
  return (
    <form onSubmit={submit} aria-label="Closing">
      <TwoSteps
        label="Close the account"
        question={`${account.account} can no longer sign in, and the account cannot be opened again.`}
        yes="Close it for good"
        asked={asked}
        onCancel={takeBack}
      />
    </form>
  );
}
