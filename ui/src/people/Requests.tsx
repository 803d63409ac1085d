import { usePolled } from "../parts/usePolled";
import { useAttempt } from "../parts/useAttempt";
import { ProblemNotice } from "../parts/Notice";
import { call, post, session } from "../server/api";
import { priceOf } from "../words/money";
import { dateAndTime } from "../words/times";
import { roleName } from "../words/words";

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

/** What an administrator was told: that it is done, or that another administrator must approve it. */
export const waits = (answer: unknown): boolean => typeof answer === "object" && answer !== null && "request" in answer;

export const WAITS = "Another administrator must approve this; it is listed under “Waiting for a second person”.";

export function inWords({ change, account, roles, amount, subject }: StaffRequest): string {
  switch (change) {
    case "open_account":
      return `Open the account ${account}: ${roles.map(roleName).join(", ")}`;
    case "change_roles":
      return `Change the roles of ${account} to: ${roles.map(roleName).join(", ")}`;
    case "set_password":
      return `Set a new password for ${account}`;
    case "close_account":
      return `Close the account ${account}`;
    case "pay_in":
      return `${priceOf(amount ?? "0")} paid in for ${account}`;
    case "pay_out":
      return `${priceOf(amount ?? "0")} paid out to ${account}`;
    case "link_identity":
      return subject ? `Let “${subject}” of the sign-in provider sign in as ${account}` : `Unlink ${account} from the sign-in provider`;
    case "require_passkeys":
      return roles.length ? `Sign in with a passkey: ${roles.map(roleName).join(", ")}` : "No role needs a passkey any more";
    default:
      return `${change.replaceAll("_", " ")}: ${account}`;
  }
}

/** Two persons for whatever makes staff or moves money: one has asked, another approves. */
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
      <h2 id="requests">Waiting for a second person</h2>
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
                  asked for by {each.by}, {dateAndTime(each.at)}
                </span>
              </p>
              {decides && (
                <div class="button-row">
                  {!mine && (
                    <button type="button" class="action" onClick={() => void carryOut(() => post(`${path}/approval`, {}))}>
                      Approve
                    </button>
                  )}
                  <button type="button" class="quiet" onClick={() => void carryOut(() => call("DELETE", path))}>
                    {each.by === own ? "Take back" : "Decline"}
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
