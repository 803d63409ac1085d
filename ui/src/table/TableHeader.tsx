import { Odds } from "./Odds";
import { labLink } from "./lab-link";
import { priceOf } from "../words/money";
import { baseLimits, inscriptions, wagerOffers } from "../words/layout";
import { decisionSizes, mainGame, paidLines, type Ruling } from "../words/pays";
import { tableName, wagerName } from "../words/words";
import type { TableLink } from "../server/table";
import type { TableRules, View } from "../server/types";
import { History } from "./History";
import { SettingsSheet } from "./SettingsSheet";
import { Papers } from "../papers/Papers";
import { SessionClock } from "../limits/SessionClock";
import { ThemeButton } from "../parts/Theme";
import { useSheet } from "../parts/useSheet";
import { mark, t } from "../language/language";
import { T } from "../language/T";

const KINDS: Record<View["kind"], string> = { live: mark("live"), practice: mark("practice") };

export function TableHeader({ table, view, rules }: { table: TableLink; view: View; rules: TableRules }) {
  return (
    <header class="table-header">
      <a class="quiet back" href="/">
        <span aria-hidden="true">‹</span>
        <span class="back-text">{t("Lobby")}</span>
      </a>
      <h1>
        {tableName(view.name)}
        <span class={`tag tag-${view.kind}`}>
          {!view.name.includes(view.game) && <span class="tag-game">{view.game} · </span>}
          {t(KINDS[view.kind])}
        </span>
      </h1>
      <p class="limits">
        {limits(rules)} · {view.jurisdiction}
      </p>
      {view.you?.seat != null && <SessionClock />}
      <History view={view} />
      <PayTables table={view.table} rules={rules} />
      <SettingsSheet table={table} view={view} />
      <ThemeButton />
    </header>
  );
}

function limits(rules: TableRules): string {
  const limit = baseLimits(rules);
  return limit ? t("{least} to {most}", { least: priceOf(limit.minimum), most: priceOf(limit.maximum) }) : "";
}

/** The sign that must be at the table if the layout does not say everything. */
function PayTables({ table: id, rules }: { table: string; rules: TableRules }) {
  const { dialog, open, show, closed } = useSheet();
  return (
    <>
      <button type="button" class="quiet" onClick={show}>
        {t("Pays")}
      </button>
      <dialog ref={dialog} class="sheet" aria-label={t("What the table pays")} onClose={closed}>
        <header>
          <h2>{t("What the table pays")}</h2>
          <a class="quiet" href={labLink(rules)}>
            {t("Exact odds")}
          </a>
          <form method="dialog">
            <button class="quiet" autofocus>
              {t("Close")}
            </button>
          </form>
        </header>
        <div class="paytables" data-part="main-game">
          {mainGame(rules).map(({ wager, rulings }) => (
            <Rulings key={wager} title={wager} rulings={rulings} />
          ))}
          {decisionSizes(rules).map(({ wager, rulings }) => (
            <Rulings key={`size-${wager}`} title={t("How much the {wager} may be", { wager })} rulings={rulings} />
          ))}
        </div>
        <div class="paytables">
          {Object.entries(rules.paytables).map(([name, table]) => (
            <table key={name}>
              <caption>
                {wagerName(rules.shown, name)}
                {table.letter && <span> {table.letter}</span>}
              </caption>
              <tbody>
                {paidLines(rules.shown, table).map(({ name: line, pays }) => (
                  <tr key={line}>
                    <th scope="row">{line}</th>
                    <td>{pays}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
        {open && <Odds table={id} shown={rules.shown} />}
        <Inscribed rules={rules} />
        <ShortForms rules={rules} />
        <p class="clause">
          <T text="{clause} and following. Odds are “to”: the wager is returned as well." parts={{ clause: <cite>{Object.values(rules.paytables)[0]?.clause}</cite> }} />
        </p>
        <details>
          <summary>{t("Papers of this table")}</summary>
          <Papers path={`/api/tables/${id}/papers/`} />
        </details>
      </dialog>
    </>
  );
}

function Rulings({ title, rulings }: { title: string; rulings: readonly Ruling[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rulings.map(({ when, then, clause }) => (
          <tr key={when}>
            <th scope="row">
              {when}
              <cite class="ruling-clause">{clause}</cite>
            </th>
            <td>{then}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the short names and the plus signs on the felt mean, for devices without hovering. */
function ShortForms({ rules }: { rules: TableRules }) {
  const offers = wagerOffers(rules);
  return (
    <ul class="clause" data-part="short-forms" aria-label={t("Short forms on the felt")}>
      {offers
        .filter(({ short, label }) => short !== label)
        .map(({ name, short, label }) => (
          <li key={name}>{t("{short}: the {wager}", { short, wager: label })}</li>
        ))}
      {offers
        .filter(({ joined, like }) => joined && like)
        .map(({ name, label, like }) => (
          <li key={`plus-${name}`}>{t("{other} + {wager}: both are wagered, one as much as the other", { other: like ?? "", wager: label })}</li>
        ))}
      {rules.adjacent_boxes > 1 && <li>{t("A free seat with a plus: you may also bet there")}</li>}
    </ul>
  );
}

/** What else must be displayed at the table. */
function Inscribed({ rules }: { rules: TableRules }) {
  return (
    <>
      {inscriptions(rules).map(({ about, text, clause }) => (
        <p key={about} class="clause" data-inscription={about}>
          {clause && <cite>{clause}</cite>} {text}.
        </p>
      ))}
    </>
  );
}
