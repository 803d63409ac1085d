import { usePolled } from "../parts/usePolled";
import { useAttempt } from "../parts/useAttempt";
import { ProblemNotice } from "../parts/Notice";
import { call, post, session } from "../server/api";
import { priceOf } from "../words/money";
import { dateAndTime } from "../words/times";
import { roleName } from "../words/words";
import { inRow, t } from "../language/language";

export interface StaffRequest {
  request: string;
  by: string;
  at: number;
  change: string;
  account: string;
  roles: string[];
  amount: string | null;
  subject: string | null;
}

/** The answer to an administrator: it is done, or another administrator must approve it. */
export const waits = (answer: unknown): boolean => typeof answer === "object" && answer !== null && "request" in answer;

export const waitsText = (): string => t("Another administrator must approve this; it is listed under “Waiting for a second person”.");

export function inWords({ change, account, roles, amount, subject }: StaffRequest): string {
  const facts = { account, roles: inRow(roles.map(roleName)), amount: priceOf(amount ?? "0"), subject: subject ?? "" };
  switch (change) {
    case "open_account":
      return t("Open the account {account}: {roles}", facts);
    case "change_roles":
      return t("Change the roles of {account} to: {roles}", facts);
    case "set_password":
      return t("Set a new password for {account}", facts);
    case "close_account":
      return t("Close the account {account}", facts);
    case "pay_in":
      return t("{amount} paid in for {account}", facts);
    case "pay_out":
      return t("{amount} paid out to {account}", facts);
    case "link_identity":
      return subject ? t("Let “{subject}” of the sign-in provider sign in as {account}", facts) : t("Unlink {account} from the sign-in provider", facts);
    case "require_passkeys":
      return roles.length ? t("Sign in with a passkey: {roles}", facts) : t("No role needs a passkey any more");
    default:
      return `${change.replaceAll("_", " ")}: ${account}`;
  }
}

/** Two persons for anything that makes staff accounts or moves money: one asks, another approves. */
export function Requests({ onChanged }: { onChanged: () => void }) {
  const { data, again } = usePolled<StaffRequest[]>("/api/people/requests", 5_000);
  const { problem, clear, attempt } = useAttempt();
  const own = session.value?.account;
  const decides = session.value?.jobs.includes("administrator") ?? false;
  const carryOut = async (work: () => Promise<unknown>): Promise<void> => {
    await attempt(work);
    again();
    onChanged();
  };
  if (!data?.length && !problem) return null;
  return (
    <section class="panel" aria-labelledby="requests">
      <h2 id="requests">{t("Waiting for a second person")}</h2>
      <ProblemNotice problem={problem} onClose={clear} />
      <ul class="request-list">
        {data?.map((each) => {
          const path = `/api/people/requests/${each.request}`;
          const mine = each.by === own || each.account === own;
          return (
            <li key={each.request} data-request={each.change}>
              <p>
                <strong>{inWords(each)}</strong>
                <span class="hint">
                  {t("asked for by {by}, {at}", { by: each.by, at: dateAndTime(each.at) })}
                </span>
              </p>
              {decides && (
                <div class="button-row">
                  {!mine && (
                    <button type="button" class="action" onClick={() => void carryOut(() => post(`${path}/approval`, {}))}>
                      {t("Approve")}
                    </button>
                  )}
                  <button type="button" class="quiet" onClick={() => void carryOut(() => call("DELETE", path))}>
                    {each.by === own ? t("Take back") : t("Decline")}
                  </button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
