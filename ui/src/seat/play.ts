import { useEffect, useState } from "preact/hooks";
import { decisionsIn } from "./decisions";
import * as bets from "./bets";
import { boxesInReach } from "./boxes";
import { overLimit } from "./limits";
import type { Denomination } from "../cards/chips";
import { DOLLAR, parseDollars } from "../words/money";
import { betOf, boxAt, ownBoxes, type Shown } from "../words/rounds";
import type { TableLink } from "../server/table";
import type { Option, TableRules, View, WagerOffer } from "../server/types";

/** What the player is doing: chips set down and not yet bet, the chosen chip, and the commands that follow. */

export interface Play {
  readonly bet: bets.Bet;
  readonly chip: Denomination;
  readonly chips: number;
  /** The player's seat; 0 if there is none. */
  readonly seat: number;
  /** The box in front of the player: that of the player's seat, or an adjacent one. */
  readonly focus: number;
  /** The player's boxes: those with wagers, or with chips set down for the next round. */
  readonly boxes: readonly number[];
  /** Adjacent boxes on which the player may also bet. */
  readonly inReach: readonly number[];
  readonly canBet: boolean;
  /** The wagers and the "ready" are being sent. */
  readonly dealing: boolean;
  /** Wagers are placed and can still be taken back. */
  readonly placed: boolean;
  readonly mayBeReady: boolean;
  readonly acts: readonly Option[];
  readonly myTurn: boolean;
  readonly last: bets.Boxes;
  /** Why the bet would be refused. */
  readonly why: bets.Objection | null;
  /** A note about a bet that would be accepted. */
  readonly hint: bets.Objection | null;
  readonly setFocus: (seat: number) => void;
  readonly choose: (chip: Denomination) => void;
  readonly amountOn: (offer: WagerOffer) => number;
  readonly add: (wager: string) => void;
  readonly remove: (wager: string) => void;
  readonly undo: () => void;
  readonly clear: () => void;
  readonly rebet: () => void;
  readonly deal: () => void;
  readonly rebetAndDeal: () => void;
  readonly smallestAndDeal: () => void;
  readonly takeBack: () => void;
  readonly ready: () => void;
  /** ``cards`` are those set to play against the dealer; empty if the best of all play. */
  readonly act: (option: Option, amount: string, cards: readonly string[]) => Promise<boolean>;
  readonly sit: (seat: number, buyIn: string) => void;
  readonly newBet: () => void;
}

interface Kept {
  /** The player's seat when the chips were set down. */
  seat: number;
  boxes: bets.Boxes;
  chip: Denomination;
  last: bets.Boxes;
}

const NOTHING: Kept = { seat: 0, boxes: {}, chip: 5, last: {} };

/** Chips set down survive a reload, a lost connection and an expired session. */
function kept(table: string): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(`table:${table}`) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOTHING;
  }
}

const offers = (view: View, type: string): boolean => view.you?.options.some((each) => each.type === type) ?? false;

/** The boxes among these on which the service takes wagers now. */
function takenNow(view: View, boxes: bets.Boxes): bets.Boxes {
  const taken = (box: number): boolean =>
    view.you?.options.some((each) => each.type === "place_wagers" && each.seat === box) ?? false;
  return Object.fromEntries(Object.entries(boxes).filter(([box]) => taken(Number(box))));
}

/** The box in front: the one to decide, or else the chosen one, if the player has it or may bet on it. */
function boxInFront(shown: Shown, chosen: number | null, seat: number, reach: readonly number[]): number {
  const turn = shown.over ? null : (shown.round?.turn ?? null);
  if (turn !== null && boxAt(shown.round, turn)?.yours) return turn;
  const own = new Set([...ownBoxes(shown.round).map((box) => box.seat), ...reach, seat]);
  return chosen !== null && own.has(chosen) ? chosen : seat;
}

export function usePlay(
  table: TableLink,
  view: View,
  rules: TableRules,
  wagers: readonly WagerOffer[],
  shown: Shown,
  putAway: () => void,
): Play {
  const [memory] = useState(() => kept(view.table));
  const [bet, setBet] = useState<bets.Bet>({ boxes: memory.boxes, before: [] });
  const [chip, setChip] = useState<Denomination>(memory.chip);
  const [last, setLast] = useState<bets.Boxes>(memory.last);
  const [chosen, setChosen] = useState<number | null>(null);
  const [dealing, setDealing] = useState(false);
  const [cut, setCut] = useState<WagerOffer | null>(null);

  const seat = view.you?.seat ?? 0;
  const acts = decisionsIn(view);
  const down = offers(view, "withdraw_wagers");
  const canBet = dealing || (!down && offers(view, "place_wagers"));
  const chips = view.you ? parseDollars(view.you.chips) : 0;
  const setDown = Object.keys(bet.boxes).map(Number);
  const inReach = canBet ? boxesInReach(view, setDown, rules.adjacent_boxes) : [];
  const focus = boxInFront(shown, chosen, seat, [...inReach, ...setDown]);
  const lastBet = takenNow(view, Object.keys(last).length ? last : betOf(view.last_round));
  const settingDown = canBet && (!shown.over || !bets.isEmpty(bet));

  const [satAt, setSatAt] = useState(memory.seat);
  useEffect(() => {
    if (!seat) return;
    const by = satAt ? seat - satAt : 0;
    if (by) {
      setBet({ boxes: bets.moved(bet.boxes, by), before: [] });
      setLast(bets.moved(last, by));
    }
    setSatAt(seat);
  }, [seat]);
  useEffect(() => {
    const memo: Kept = { seat: satAt, boxes: bet.boxes, chip, last };
    sessionStorage.setItem(`table:${view.table}`, JSON.stringify(memo));
  }, [bet, chip, last, satAt]);

  const change = (next: (before: bets.Bet) => bets.Bet): void => {
    if (shown.over) putAway();
    setCut(null);
    setBet(next);
  };

  /**
   * All boxes first, and only then "ready": so the seal of the deck, which is published with the first wager, is seen
   * while bets are still open.
   */
  const place = async (wanted: bets.Bet): Promise<void> => {
    setBet(wanted);
    if (dealing || bets.isEmpty(wanted) || bets.whyNot(wanted, wagers, chips)) return;
    setCut(null);
    setDealing(true);
    const left: Record<number, bets.Amounts> = { ...wanted.boxes };
    for (const [box, amounts] of Object.entries(wanted.boxes)) {
      const fields = { seat: Number(box), wagers: bets.toWagers(amounts) };
      if (!(await table.ask("place_wagers", fields, (now) => offers(now, "place_wagers")))) break;
      delete left[Number(box)];
      putAway();
    }
    const done = Object.keys(left).length === 0;
    setBet({ boxes: left, before: [] });
    if (done) {
      setLast(wanted.boxes);
      await table.askQuietly("ready", {});
    }
    setDealing(false);
  };

  return {
    bet,
    chip,
    chips,
    seat,
    focus,
    boxes: settingDown ? setDown : ownBoxes(shown.round).map((box) => box.seat),
    inReach,
    canBet,
    dealing,
    placed: down && !dealing,
    mayBeReady: offers(view, "ready"),
    acts,
    myTurn: acts.length > 0,
    last: lastBet,
    why: bets.isEmpty(bet) ? null : bets.whyNot(bet, wagers, chips),
    hint: bets.isEmpty(bet) ? null : cut ? bets.atMost(cut) : overLimit(bet, rules),
    setFocus: setChosen,
    choose: setChip,
    amountOn: (offer) => {
      if (settingDown && !bets.isEmpty(bet)) return bets.amountOn(bet, focus, offer.name);
      if (settingDown && !dealing) return 0;
      const box = boxAt(shown.round, focus);
      if (!box) return 0;
      if (offer.decision) return box.action === offer.name ? parseDollars(box.amount) : 0;
      const text = box.wagers[offer.name];
      return text ? parseDollars(text) : 0;
    },
    add: (wager) => {
      change((now) => bets.addChip(now, wagers, focus, wager, chip * DOLLAR));
      setCut(bets.tooMuch(bet, wagers, focus, wager, chip * DOLLAR));
    },
    remove: (wager) => change((now) => bets.removeWager(now, wagers, focus, wager)),
    undo: () => change(bets.undo),
    clear: () => change(bets.clear),
    rebet: () => change((now) => bets.rebet(now, wagers, lastBet)),
    deal: () => void place(bet),
    rebetAndDeal: () => void place(bets.rebet(bet, wagers, lastBet)),
    smallestAndDeal: () => void place(bets.smallestBet(bet, wagers, seat)),
    takeBack: () => void takeBack(table, view, setBet),
    ready: () => void table.ask("ready"),
    act: (option, amount, cards) => {
      const set = option.sets_hand && cards.length ? { cards } : {};
      const fields = { seat: option.seat ?? focus, action: option.action, amount, ...set };
      const { number, stage } = view.round ?? {};
      const same = (each: Option): boolean =>
        each.type === "act" && each.action === option.action && each.seat === option.seat;
      return table.ask("act", fields, (now) =>
        now.round?.number === number && now.round?.stage === stage && (now.you?.options.some(same) ?? false));
    },
    sit: (wanted, buyIn) => void table.ask("sit", { seat: wanted, buy_in: buyIn }, (now) => now.you?.seat === null),
    newBet: () => {
      putAway();
      setBet(bets.EMPTY);
    },
  };
}

/** The wagers of every box are withdrawn and become chips set down in front of the player. */
async function takeBack(table: TableLink, view: View, setBet: (bet: bets.Bet) => void): Promise<void> {
  const back: Record<number, bets.Amounts> = {};
  for (const [box, amounts] of Object.entries(betOf(view.round))) {
    if (!(await table.ask("withdraw_wagers", { seat: Number(box) }, (now) => offers(now, "withdraw_wagers")))) break;
    back[Number(box)] = amounts;
    setBet({ boxes: { ...back }, before: [] });
  }
}
