import { read, type Data, type Value } from "./submission";
import { capital, plain, wagerName } from "./words";

/** Which fields the form shows. What is lawful in them is the service's to say, with every keystroke. */

export interface Choice {
  value: string;
  label: string;
}

export interface Field {
  path: string;
  label: string;
  kind: "text" | "amount" | "number" | "date" | "choice" | "switch";
  choices: Choice[];
  required?: boolean;
  absent?: string;
  /** For a switch: what is put there when it is turned on. */
  offers?: Value;
}

export interface Group {
  title: string;
  fields: Field[];
}

interface Reading {
  title: string;
  readings: Record<string, string>;
  default: string;
  switch: string | null;
}

type Tables = Record<string, Record<string, unknown>>;

const words = (...values: string[]): Choice[] => values.map((value) => ({ value, label: capital(plain(value)) }));
const field = (path: string, label: string, kind: Field["kind"], choices: Choice[] = [], required = false): Field => ({
  path,
  label,
  kind,
  choices,
  required,
});

export function fieldsFor(data: Data, tables: Tables | null, readings: readonly Reading[] | null): Group[] {
  const groups: Group[] = [
    {
      title: "The submission",
      fields: [field("operator", "Operator", "text"), field("approved_on", "Approved on (empty: a draft)", "date")],
    },
    {
      title: "The table",
      fields: [
        field("table.seats", "Seats", "number"),
        field("table.adjacent_boxes", "Boxes that one player may bet on", "number"),
        field("table.dealing", "Dealing", "choice", words("manual_shoe", "hand", "automated"), true),
        field("table.shuffler", "Shuffler", "choice", words("none", "plain", "counting"), true),
        field("table.decks", "Decks", "number"),
        field("table.minimum", "Smallest Ante", "amount"),
        field("table.maximum", "Largest Ante", "amount"),
      ],
    },
  ];
  for (const wager of Object.keys(tables ?? {}).filter((name) => !["envy_bonus", "community_pay", "wheel"].includes(name))) {
    groups.push(wagerGroup(data, tables ?? {}, wager));
  }
  if (tables && "wheel" in tables && !("progressive" in tables)) groups.push(wagerGroup(data, tables, "progressive"));
  groups.push({ title: "Payout limit", fields: [field("payout_limit.per_hand", "Per hand", "amount")] });
  const chosen = (readings ?? []).filter((each) => each.switch);
  if (chosen.length) {
    groups.push({
      title: "Readings",
      fields: chosen.map((each) => ({
        ...field(`readings.${each.switch}`, each.title, "choice", words(...Object.keys(each.readings))),
        absent: `${capital(plain(each.default))} (default)`,
      })),
    });
  }
  return groups;
}

function wagerGroup(data: Data, tables: Tables, wager: string): Group {
  const path = `wagers.${wager}`;
  const letters = Object.keys(tables[wager] ?? tables["wheel"] ?? {});
  const offered: Field = { ...field(path, `Offer the ${wagerName(wager)}`, "switch"), offers: { paytable: letters[0] ?? "A" } };
  if (read(data, path) === undefined) return { title: wagerName(wager), fields: [offered] };
  const fields = [offered, field(`${path}.paytable`, "Pay table", "choice", letters.map((value) => ({ value, label: value })))];
  if (wager === "progressive") {
    fields.push(
      field(`${path}.amount`, "Amount of the wager", "amount"),
      field(`${path}.rate`, "Rate of progression", "text"),
      field(`${path}.initial`, "Meter starts at", "amount"),
      field(`${path}.reset`, "Meter goes back to", "amount"),
      field(`${path}.rounding`, "Rounding of shares", "choice", words("down_to_cent")),
    );
    if ("envy_bonus" in tables) fields.push(field(`${path}.envy`, "Envy Bonus", "switch"));
    if ("community_pay" in tables) fields.push(field(`${path}.community_pay`, "Community Pay", "switch"));
  } else if (wager !== "xtra_bonus") {
    fields.push(field(`${path}.minimum`, "Smallest wager", "amount"), field(`${path}.maximum`, "Largest wager", "amount"));
  }
  return { title: wagerName(wager), fields };
}
