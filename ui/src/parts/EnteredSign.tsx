import "./EnteredSign.css";

export const ENTERED = "Cards entered by hand: this deal cannot be verified.";

/** Amber, wherever cards came from outside: nobody can prove how they were mixed. */
export function EnteredSign() {
  return (
    <p class="entered-sign" role="status">
      {ENTERED}
    </p>
  );
}
