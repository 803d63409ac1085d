import { useEffect, useState } from "preact/hooks";
import { get, Problem } from "../server/api";
import { CardFace } from "../cards/Card";
import { Key, useKeys } from "../parts/Key";
import { useAttempt } from "../parts/useAttempt";
import { ProblemNotice } from "../parts/Notice";
import { Settlement } from "../parts/Settlement";
import { GameShown, useShown, useShownOf } from "../parts/shown";
import { actName } from "../words/actions";
import { priceOf } from "../words/money";
import { timeOf } from "../words/times";
import { moments, phaseThen, toldOf, type Frame, type Moment } from "./replay";
import { isOpened, type Commitment, type Opening } from "../proof/proof";
import { handName } from "../cards/hand-names";
import { wagerName } from "../words/words";
import type { Box, Hand, Shown } from "../server/types";
import { Verdict } from "./AuditHead";
import { RoundPapers } from "../papers/Papers";
import { SaveDeal } from "./SaveDeal";
import { pit } from "../pit";
import { many, t } from "../language/language";

const PACE = 450;

interface Props {
  table: string;
  number: number;
  name: string;
  /** The step to start at, counted from 1, if a link names one. */
  step: number | null;
}

/** A finished hand, replayed card by card in both directions, and the seal of its deck opened and checked. */
export function Replay({ table, number, name, step }: Props) {
  const [told, setTold] = useState<Moment[] | null>(null);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    get<{ frames: Frame[] }>(`/api/hands/${table}/${number}/replay`)
      .then(({ frames }) => {
        const found = moments(frames);
        setTold(found);
        setAt(Math.max(0, Math.min(found.length, step ?? 1) - 1));
      })
      .catch((error: Problem) => setProblem(error));
  }, [table, number]);
  const last = (told?.length ?? 1) - 1;
  const go = (to: number): void => setAt(Math.max(0, Math.min(last, to)));
  const play = (): void => {
    if (!playing && at === last) go(0);
    setPlaying(!playing);
  };
  useKeys({ arrowleft: () => go(at - 1), arrowright: () => go(at + 1), home: () => go(0), end: () => go(last), p: play });
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, at]);
  const moment = told?.[at] ?? null;
  const shown = useShownOf()(rulebookOf(told ?? []));
  return (
    <div class="replay">
      <h3>{t("{table}, round {round}", { table: name, round: String(number) })}</h3>
      <ProblemNotice problem={problem} onClose={() => setProblem(null)} />
      {told && moment && (
        <>
          <div class="scrub" role="group" aria-label={t("Move through the round")}>
            <button type="button" class="quiet" disabled={at === 0} onClick={() => go(0)}>
              {t("Start")}
            </button>
            <button type="button" class="quiet" disabled={at === 0} onClick={() => go(at - 1)}>
              {t("Back")}
            </button>
            <input
              type="range"
              min={0}
              max={last}
              value={at}
              aria-label={t("Moment of the round")}
              aria-valuetext={t("{at} of {count}: {told}", { at: at + 1, count: told.length, told: toldOf(moment) })}
              onInput={(event) => go(Number(event.currentTarget.value))}
            />
            <button type="button" class="quiet" disabled={at === last} onClick={() => go(at + 1)}>
              {t("Next")}
            </button>
            <button type="button" class="quiet" disabled={at === last} onClick={() => go(last)}>
              {t("End")}
            </button>
            <button type="button" class="quiet scrub-play" onClick={play}>
              {playing ? t("Stop") : t("Play")}
              <Key name="p" />
            </button>
          </div>
          <p class="replay-event">
            <strong>{toldOf(moment)}</strong>
            <span class="hint">
              {" "}
              {t("{at} of {count}, by {name}, {time}, event {position}", {
                at: at + 1, count: told.length, name: moment.actor, time: timeOf(moment.at), position: String(moment.position),
              })}
            </span>
            {moment.clauses.length > 0 && <cite> {moment.clauses.join(", ")}</cite>}
          </p>
          <GameShown.Provider value={shown}>
            <FeltThen moment={moment} />
            {moment.round && <Settlement lines={moment.round.settled} title={t("Settled so far")} />}
          </GameShown.Provider>
          {moment.stub && (
            <details class="stub">
              <summary>{many(moment.stub.length, "{count} card in the stub", "{count} cards in the stub")}</summary>
              <p class="stub-cards">{moment.stub.join(" ")}</p>
            </details>
          )}
        </>
      )}
      <div class="button-row">
        <Seal table={table} number={number} />
        <SaveDeal table={table} number={number} />
        <a class="quiet" href={`${pit}/api/hands/${table}/${number}/export`} download={`${table}-${number}.json`}>
          {t("Export this hand")}
        </a>
        <RoundPapers table={table} round={number} slip={false} />
        <LinkHere key={at} to={`/records?${new URLSearchParams({ table, round: String(number), step: String(at + 1) })}`} />
      </div>
    </div>
  );
}

/** A link to copy; a click only puts it into the address of the page. */
function LinkHere({ to }: { to: string }) {
  const [there, setThere] = useState(location.pathname + location.search === pit + to);
  const put = (event: Event): void => {
    event.preventDefault();
    history.replaceState(null, "", pit + to);
    setThere(true);
  };
  return (
    <>
      <a class="quiet" href={to} onClick={put}>
        {t("Link to this moment")}
      </a>
      <span class="hint" role="status">
        {there && t("The address of this page now leads to this moment.")}
      </span>
    </>
  );
}

/** Not every moment cites a clause, but all are under one rulebook. */
const rulebookOf = (told: readonly Moment[]): string =>
  told.flatMap((moment) => moment.clauses)[0]?.split(" ")[0] ?? "";

/** What was on the felt at that moment, all cards face up. */
function FeltThen({ moment }: { moment: Moment }) {
  const shown = useShown();
  const round = moment.round;
  if (!round) return <p class="hint">{t("The table is being prepared.")}</p>;
  return (
    <div class={`felt-then ${shown ? `felt-${shown.felt}` : ""}`} data-felt={moment.felt}>
      <p class="felt-then-phase">
        {t("{phase} · {amount} on the felt", { phase: phaseThen(moment), amount: priceOf(moment.felt) })}
      </p>
      <Cards name={t("Dealer")} cards={moment.dealer ?? []} hand={round.dealer_hand} fresh={moment.card} />
      {(moment.community?.length ?? 0) > 0 && (
        <Cards name={t("Community")} cards={moment.community ?? []} hand={null} fresh={moment.card} down={(moment.community?.length ?? 0) - round.board.length} />
      )}
      <ul class="felt-then-seats">
        {round.seats.map((box) => (
          <li key={box.seat} class={round.turn === box.seat ? "then-turn" : ""}>
            <Cards name={t("Seat {seat}", { seat: box.seat })} cards={moment.hands?.[String(box.seat)] ?? []} hand={box.hand} fresh={moment.card} />
            <p>{wagersOf(shown, box)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function wagersOf(shown: Shown | null, box: Box): string {
  const wagers = Object.entries(box.wagers).map(([name, amount]) => `${wagerName(shown, name)} ${priceOf(amount)}`);
  if (box.action) wagers.push(`${actName(shown, box.action)}${Number(box.amount) > 0 ? ` ${priceOf(box.amount)}` : ""}`);
  return wagers.join(", ");
}

interface CardsProps {
  name: string;
  cards: readonly string[];
  hand: Hand | null;
  /** The card that was just dealt. */
  fresh: string | null;
  /** How many cards at the end of the row are still face down for everybody else. */
  down?: number;
}

function Cards({ name, cards, hand, fresh, down = 0 }: CardsProps) {
  const plays = new Set(hand?.cards ?? []);
  return (
    <div class="then-cards" role="group" aria-label={many(cards.length, "{name}: {count} card", "{name}: {count} cards", { name })}>
      <span class="then-name">{name}</span>
      <span class="then-row">
        {cards.map((card, at) => (
          <span key={card} class={`${card === fresh ? "then-fresh" : ""} ${at >= cards.length - down ? "then-down" : ""}`}>
            <CardFace card={card} role={plays.size === 0 ? "plain" : plays.has(card) ? "plays" : "rests"} />
          </span>
        ))}
      </span>
      {hand && cards.length > 0 && <span class="then-hand">{handName(hand)}</span>}
    </div>
  );
}

interface Stub {
  commitment: Commitment;
  openings: Opening[];
  seed: string | null;
  method: string;
}

/** Every place of the sealed deck is hashed again here and must lead to the root that was published before betting closed. */
function Seal({ table, number }: { table: string; number: number }) {
  const [state, setState] = useState<{ holds: boolean; entered: boolean; wrong: number[]; places: number; root: string } | null>(null);
  const { problem, clear, attempt } = useAttempt();
  const verify = async (): Promise<void> => {
    const stub = await get<Stub>(`/api/hands/${table}/${number}/stub`);
    const each = await Promise.all(stub.openings.map((opening) => isOpened(stub.commitment, opening)));
    const wrong = stub.openings.filter((_, place) => !each[place]).map((opening) => opening.place + 1);
    const whole = new Set(stub.openings.map((opening) => opening.place)).size === stub.commitment.count;
    setState({ holds: wrong.length === 0 && whole, entered: stub.method === "entered", wrong, places: each.length, root: stub.commitment.root });
  };
  return (
    <div class="seal">
      <ProblemNotice problem={problem} onClose={clear} />
      <button type="button" class="action" onClick={() => void attempt(verify)}>
        {t("Open and check the seal")}
      </button>
      {state && (
        <p data-seal={state.holds && state.entered ? "in part" : String(state.holds)}>
          {state.holds && state.entered ? (
            <span class="check-open" role="status">
              {t("? The cards were entered by hand: how they were shuffled cannot be checked. All {places} places lead to the root.", { places: state.places })}
            </span>
          ) : (
            <Verdict
              value={state.holds}
              yes={t("all {places} places lead to the root", { places: state.places })}
              no={state.wrong.length ? t("the seal does not hold: place {places}", { places: state.wrong.join(", ") }) : t("the seal does not hold")}
            />
          )}{" "}
          <span class="hash">{state.root}</span>
        </p>
      )}
    </div>
  );
}
