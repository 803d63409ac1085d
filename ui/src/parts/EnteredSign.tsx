import "./EnteredSign.css";

import { t } from "../language/language";

export const enteredText = (): string => t("Cards entered by hand: this deal cannot be verified.");

/** Shown in amber wherever cards came from outside: nobody can prove how they were shuffled. */
export function EnteredSign() {
  return (
    <p class="entered-sign" role="status">
      {enteredText()}
    </p>
  );
}
