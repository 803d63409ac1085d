import type { Fault } from "../submission/submission";
import { faultText, lawfulText } from "../words/faults";
import { capital } from "../words/words";
import { CloseMessage } from "./Notice";
import { t } from "../language/language";

interface Props {
  faults: readonly Fault[];
  /** Goes to the field of a key, where there is one. */
  onShow?: (key: string) => void;
}

/** Every fault of a submission, one per line, with its clause. */
export function FaultList({ faults, onShow }: Props) {
  return (
    <ul class="fault-list">
      {faults.map((fault) => (
        <li key={`${fault.key}-${fault.code}-${fault.value}-${fault.message}`}>
          {onShow ? (
            <button type="button" class="link" onClick={() => onShow(fault.key)}>
              {fault.key}
            </button>
          ) : (
            fault.key && <strong>{fault.key}</strong>
          )}{" "}
          {fault.key ? faultText(fault) : capital(faultText(fault))} {fault.clause && <cite>{fault.clause}</cite>}
          {!onShow && fault.lawful && <span class="fault-lawful"> {t("Lawful: {lawful}.", { lawful: lawfulText(fault.lawful) })}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Why a submission was refused, if there is no form to show it in. */
export function FaultsNotice({ title, faults, onClose }: { title: string; faults: readonly Fault[]; onClose?: () => void }) {
  return (
    <div class="notice notice-problem" role="alert">
      <div>
        <strong>{title}</strong>
        {faults.length > 0 && <FaultList faults={faults} />}
      </div>
      {onClose && <CloseMessage onClose={onClose} />}
    </div>
  );
}
