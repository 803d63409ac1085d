import { roleName } from "../words/words";
import { t } from "../language/language";

const ROLES = ["player", "dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator"];

/** The roles of an account; it needs at least one. */
export function Roles({ chosen, onChange }: { chosen: readonly string[]; onChange: (roles: readonly string[]) => void }) {
  const turn = (role: string): void => onChange(chosen.includes(role) ? chosen.filter((each) => each !== role) : [...chosen, role]);
  return (
    <fieldset class="form-switches">
      <legend>{t("Roles")}</legend>
      {ROLES.map((role) => (
        <label key={role} class="switch">
          <input type="checkbox" checked={chosen.includes(role)} onChange={() => turn(role)} />
          <span>{roleName(role)}</span>
        </label>
      ))}
    </fieldset>
  );
}
