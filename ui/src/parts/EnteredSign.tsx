import "./EnteredSign.css";

import { t } from "../language/language";

export const enteredText = (): string => t("Cards entered by hand: this deal cannot be verified.");

/** Amber, wherever cards came from outside: nobody can prove how they were mixed. */
export function EnteredSign() {
  return (
    <p class="entered-sign" role="status">
      {enteredText()}
    </p>
  );
}
