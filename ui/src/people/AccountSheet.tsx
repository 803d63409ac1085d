import { useEffect, useRef, useState } from "preact/hooks";
import { priceOf } from "../words/money";
import { roleName } from "../words/words";
import { Notice, ProblemNotice } from "../parts/Notice";
import { TwoSteps } from "./TwoSteps";
import { providerName } from "../server/openid";
import { call, newCommandId, post, session, type Problem } from "../server/api";
import { waits, waitsText } from "./Requests";
import { Roles } from "./Roles";
import { inRow, mark, t } from "../language/language";

export interface Account {
  account: string;
  name: string;
  roles: string[];
  closed: boolean;
  /** Wrong passwords since the last successful sign-in. */
  failures: number;
  made_by: string;
  approved_by: string;
  /** The identifier by which the operator's sign-in provider knows this person. */
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
          <button class="quiet">{t("Back")}</button>
        </form>
      </header>
      <ProblemNotice problem={refused} onClose={() => setRefused(null)} />
      {done && <Notice>{done}</Notice>}
      {account.closed ? (
        <p>{t("This account is closed, and stays closed.")}</p>
      ) : (
        <>
          {own ? <p class="hint">{t("You cannot change your own roles or close your own account; another administrator can.")}</p> : <ChangeRoles account={account} path={path} onAttempt={attempt} />}
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
      if (waits(changed)) return waitsText();
      return t("{name} is now: {roles}.", { name: account.name, roles: inRow(changed.roles.map(roleName)) });
    });
  };
  return (
    <form onSubmit={submit} aria-label={t("Roles")}>
      <Roles chosen={roles} onChange={setRoles} />
      {roles.length > 1 && roles.includes("player") && <p class="hint">{t("A person with another role besides player plays at practice tables only.")}</p>}
      <button type="submit" class="action" disabled={same || roles.length === 0}>
        {t("Change the roles")}
      </button>
    </form>
  );
}

/** A form for actions that cannot be undone: typing after the confirmation question withdraws the question. */
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
      if (waits(await call("PUT", `${path}/password`, { password }))) return waitsText();
      return t("{name} signs in with the new password, and then sets another one.", { name: account.name });
    });
    if (set) setPassword("");
    return set;
  });
  return (
    <form onSubmit={submit} aria-label={t("Password")}>
      <label class="field">
        {t("New password")}
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
        label={t("Set the password")}
        question={t("The current password of {account} stops working.", { account: account.account })}
        yes={t("Replace it")}
        asked={asked}
        onCancel={takeBack}
      />
    </form>
  );
}

/** Only if the operator has a sign-in provider. */
function LinkIdentity({ account, path, onAttempt }: FormProps) {
  const [provider, setProvider] = useState<string | null>(null);
  const [subject, setSubject] = useState(account.subject);
  useEffect(() => void providerName().then(setProvider, () => setProvider(null)), []);
  if (!provider) return null;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await onAttempt(async () => {
      if (waits(await call("PUT", `${path}/identity`, { subject: subject.trim() }))) return waitsText();
      const facts = { subject: subject.trim(), name: account.name, provider };
      return facts.subject ? t("{subject} signs in as {name} from now on.", facts) : t("Nobody signs in as {name} with {provider} any more.", facts);
    });
  };
  return (
    <form onSubmit={submit} aria-label={t("Sign-in provider")}>
      <label class="field">
        {t("Subject at {provider}", { provider })}
        <input maxLength={255} autocomplete="off" value={subject} onInput={(event) => setSubject(event.currentTarget.value)} />
      </label>
      <button type="submit" class="action" disabled={subject.trim() === account.subject}>
        {t("Link the account")}
      </button>
    </form>
  );
}

const KINDS = { live: mark("Money"), practice: mark("Practice money") } as const;

const WAYS = {
  in: {
    route: "funds",
    form: mark("Paying in"),
    field: mark("Paid in at the cage, in dollars"),
    label: mark("Pay in"),
    question: mark("{amount} goes to the purse of {account}. This cannot be undone."),
    yes: mark("Pay in {amount}"),
    done: mark("{amount} paid in. The purse of {name} holds {balance}."),
    practised: mark("{amount} paid in. The purse of {name} holds {balance} of practice money."),
  },
  out: {
    route: "payouts",
    form: mark("Paying out"),
    field: mark("Paid out at the cage, in dollars"),
    label: mark("Pay out"),
    question: mark("{amount} leaves the purse of {account}. This cannot be undone."),
    yes: mark("Pay out {amount}"),
    done: mark("{amount} paid out. The purse of {name} holds {balance}."),
    practised: mark("{amount} paid out. The purse of {name} holds {balance} of practice money."),
  },
} as const;

/** Money paid in or out at the cage. Repeated after a failure, it carries the same id and is paid once. */
function Cage({ way, account, path, onAttempt }: FormProps & { way: keyof typeof WAYS }) {
  const words = WAYS[way];
  const [amount, setAmount] = useState("");
  const [kind, setKind] = useState<keyof typeof KINDS>("live");
  const command = useRef(newCommandId());
  const { asked, takeBack, submit } = useTwoSteps(async () => {
    const paid = await onAttempt(async () => {
      const body = { command_id: command.current, amount, kind };
      const answer = await post<{ balance: string }>(`${path}/${words.route}`, body);
      if (waits(answer)) return waitsText();
      const facts = { amount: priceOf(amount), name: account.name, balance: priceOf(answer.balance) };
      return t(kind === "practice" ? words.practised : words.done, facts);
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
    <form onSubmit={submit} aria-label={t(words.form)}>
      <label class="field">
        {t(words.field)}
        <input
          inputMode="decimal"
          required
          pattern="(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?"
          title={t("Dollars and cents, such as 150 or 150.50")}
          autocomplete="off"
          value={amount}
          onInput={(event) => change(() => setAmount(event.currentTarget.value.trim()))}
        />
      </label>
      <label class="field">
        {t("Which purse")}
        <select value={kind} onChange={(event) => change(() => setKind(event.currentTarget.value as keyof typeof KINDS))}>
          {Object.entries(KINDS).map(([each, name]) => (
            <option key={each} value={each}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <TwoSteps
        label={t(words.label)}
        question={t(words.question, { amount: priceOf(amount || "0"), account: account.account })}
        yes={t(words.yes, { amount: priceOf(amount || "0") })}
        asked={asked}
        onCancel={takeBack}
      />
    </form>
  );
}

function CloseAccount({ account, path, onAttempt }: FormProps) {
  const { asked, takeBack, submit } = useTwoSteps(() =>
    onAttempt(async () => {
      if (waits(await call("DELETE", path))) return waitsText();
      return t("The account {account} is closed.", { account: account.account });
    }),
  );
  return (
    <form onSubmit={submit} aria-label={t("Closing")}>
      <TwoSteps
        label={t("Close the account")}
        question={t("{account} can no longer sign in, and the account cannot be opened again.", { account: account.account })}
        yes={t("Close it for good")}
        asked={asked}
        onCancel={takeBack}
      />
    </form>
  );
}
