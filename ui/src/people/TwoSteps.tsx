import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/language";

interface Props {
  /** What the form does. */
  label: string;
  /** Its consequences, in full. */
  question: string;
  yes: string;
  /** Whether the question has been asked. */
  asked: boolean;
  onCancel: () => void;
  disabled?: boolean;
}

/** The buttons of a form for actions that cannot be undone: the first press asks for confirmation, the second acts. */
export function TwoSteps({ label, question, yes, asked, onCancel, disabled = false }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; the harmless one takes the focus.
  useLayoutEffect(() => {
    if (asked) cancel.current?.focus();
  }, [asked]);
  if (!asked) {
    return (
      <div class="two-steps">
        <button key="first" type="submit" class="action" disabled={disabled}>
          {label}
        </button>
      </div>
    );
  }
  return (
    <div class="two-steps" role="group" aria-label={question}>
      <p>{question}</p>
      <button key="cancel" ref={cancel} type="button" class="action" onClick={onCancel}>
        {t("Cancel")}
      </button>
      <button key="yes" type="submit" class="action action-warn" disabled={disabled}>
        {yes}
      </button>
    </div>
  );
}
