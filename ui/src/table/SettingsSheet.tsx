import { useState } from "preact/hooks";
import { LanguageChoice } from "../language/LanguageChoice";
import { mark, t } from "../language/language";
import { copied } from "../server/files";
import { ThemeButton } from "../parts/Theme";
import { KeysSwitch, letterKeys, useKeys } from "../parts/Key";
import { ProblemNotice } from "../parts/Notice";
import { useSheet } from "../parts/useSheet";
import { go } from "../router";
import type { TableLink } from "../server/table";
import type { View } from "../server/types";
import { price, priceOf } from "../words/money";
import { ownBoxes, stakedOn } from "../words/rounds";
import { ShuffleShare } from "./ShuffleShare";
import { chooseSound, sound } from "./sounds";
import { choosePace, pace, PACES, type Pace } from "./usePerformance";
import { pit } from "../pit";

/** How the table is shown and played, who else is invited, and the way to give up one's seat. */
export function SettingsSheet({ table, view }: { table: TableLink; view: View }) {
  const { dialog, open, show, closed } = useSheet();
  useKeys({ "?": show, s: () => chooseSound(!sound.value) });
  return (
    <>
      <button type="button" class="quiet icon" aria-label={t("Settings")} onClick={show}>
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
          <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
          <circle cx="16" cy="7" r="2.500" />
          <circle cx="8" cy="17" r="2.500" />
        </svg>
      </button>
      <dialog ref={dialog} class="sheet settings-sheet" aria-label={t("Settings")} onClose={closed}>
        <header>
          <h2>{t("Settings")}</h2>
          <form method="dialog">
            <button class="quiet" autofocus>
              {t("Close")}
            </button>
          </form>
        </header>
        {open && (
          <>
            <div class="settings-colours">
              {t("Colours")} <ThemeButton />
            </div>
            <div class="settings-colours">
              {t("Language")} <LanguageChoice />
            </div>
            <Speed />
            <SoundSwitch />
            <KeysSwitch />
            <Keys />
            {view.kind === "practice" && !view.closed && <Invitation table={view.table} />}
            <ShuffleShare table={table} view={view} />
            {view.you?.seat != null && <GiveUp table={table} view={view} seat={view.you.seat} />}
          </>
        )}
      </dialog>
    </>
  );
}

function SoundSwitch() {
  return (
    <label class="switch">
      <input type="checkbox" checked={sound.value} onChange={(event) => chooseSound(event.currentTarget.checked)} data-switch="sound" />
      <span>{t("Sound")}</span>
    </label>
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  [mark("1 to 6"), mark("choose a chip")],
  ["D", mark("deal, or the most usual act")],
  ["B, N", mark("bet the same again, a new bet")],
  ["U, C", mark("undo, clear")],
  ["Delete", mark("take a wager back, on its area")],
  ["H", mark("the coach")],
  ["S", mark("sound on or off")],
  ["?", mark("these keys")],
];

/** The buttons of a decision show their own keys. */
function Keys() {
  if (!letterKeys.value) return null;
  return (
    <dl class="facts key-list" aria-label={t("Keys")}>
      {KEYS.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{t(key)}</kbd>
          </dt>
          <dd>{t(what)}</dd>
        </div>
      ))}
    </dl>
  );
}

const PACE_NAMES: Record<Pace, string> = { calm: mark("Calm"), normal: mark("Normal"), instant: mark("At once") };

/** How fast cards and chips move. */
function Speed() {
  return (
    <fieldset class="speed">
      <legend>{t("Cards and chips move")}</legend>
      {PACES.map((each) => (
        <label key={each} class="speed-choice">
          <input type="radio" name="pace" checked={pace.value === each} onChange={() => choosePace(each)} />
          {t(PACE_NAMES[each])}
        </label>
      ))}
    </fieldset>
  );
}

/** The address of the table, for others to sit down at it. */
function Invitation({ table }: { table: string }) {
  const [inClipboard, setInClipboard] = useState<boolean | null>(null);
  const address = `${location.origin}${pit}/tables/${table}?sit`;
  return (
    <section class="sheet-part" aria-label={t("Invite others")}>
      <label class="field">
        {t("Others sit down here by this address")}
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="action" onClick={() => void copied(address).then(setInClipboard)}>
        {t("Copy")}
      </button>
      <p role="status">{inClipboard !== null && t(inClipboard ? "Copied." : "Select the address and copy it.")}</p>
    </section>
  );
}

/** Leaving the page keeps the seat; giving it up asks first, and names what is at stake. */
function GiveUp({ table, view, seat }: { table: TableLink; view: View; seat: number }) {
  const [sure, setSure] = useState(false);
  const leave = async (): Promise<void> => {
    if (await table.ask("leave")) go("/");
  };
  return (
    <section class="sheet-part give-up" aria-label={t("Your seat")}>
      {!sure ? (
        <>
          <p>{t("The lobby keeps your seat and your hand.")}</p>
          <button type="button" class="action" data-action="give-up" onClick={() => setSure(true)}>
            {t("Give up your seat")}
          </button>
        </>
      ) : (
        <>
          <p role="status">
            {t("Give up seat {seat}?", { seat })} {atStake(view)} {t("{chips} in chips goes back to your purse.", { chips: priceOf(view.you?.chips) })}
          </p>
          <div class="button-row">
            <button type="button" class="action" data-action="stay" onClick={() => setSure(false)}>
              {t("Stay")}
            </button>
            <button type="button" class="action action-warn" data-action="leave" onClick={() => void leave()}>
              {t("Give up seat {seat}", { seat })}
            </button>
          </div>
        </>
      )}
      <ProblemNotice problem={table.problem.value} onClose={() => (table.problem.value = null)} />
    </section>
  );
}

/** What happens to the chips on the felt. */
function atStake(view: View): string {
  const staked = ownBoxes(view.round).reduce((sum, box) => sum + stakedOn(box), 0);
  if (!staked) return "";
  return t(view.round?.phase === "betting" ? "Your wagers of {staked} are taken back." : "Your hand is over, and its {staked} on the felt is lost.", { staked: price(staked) });
}
