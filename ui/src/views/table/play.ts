import { useEffect, useState } from "preact/hooks";
import * as bets from "../../model/bets";
import { chosen, slip, type Advice } from "../../model/advice";
import type { Denomination } from "../../model/chips";
import { DOLLAR, parseDollars } from "../../model/money";
import { betOf, ownBox, type Shown } from "../../model/rounds";
import type { TableLink } from "../../server/table";
import type { Option, View, WagerOffer } from "../../server/types";

/** What the player is doing: chips set down and not yet bet, the chip in hand, and the asks they lead to. */

export interface Play {
  readonly bet: bets.Bet;
  readonly chip: Denomination;
  readonly chips: number;
  readonly canBet: boolean;
  /** Wagers lie on the felt and could still be taken back. */
  readonly placed: boolean;
  readonly acts: readonly Option[];
  readonly myTurn: boolean;
  readonly last: Readonly<Record<string, number>>;
  readonly why: string | null;
  readonly cost: number;
  readonly mistakes: number;
  readonly setAdvice: (advice: Advice | null) => void;
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
  readonly act: (option: Option, amount: string) => void;
  readonly sit: (seat: number) => void;
  readonly newBet: () => void;
}

interface Kept {
  amounts: Record<string, number>;
  chip: Denomination;
  cost: number;
  mistakes: number;
  last: Record<string, number>;
}

const NOTHING: Kept = { amounts: {}, chip: 5, cost: 0, mistakes: 0, last: {} };

/** Chips set down outlive a reload, a lost connection and a session that ran out. */
function kept(table: string): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(sessionStorage.getItem(`table:${table}`) ?? "{}") as Partial<Kept>) };
  } catch {
    return NOTHING;
  }
}

export function usePlay(
  table: TableLink,
  view: View,
  offers: readonly WagerOffer[],
  shown: Shown,
  putAway: () => void,
): Play {
  const [memory] = useState(() => kept(view.table));
  const [bet, setBet] = useState<bets.Bet>({ amounts: memory.amounts, before: [] });
  const [chip, setChip] = useState<Denomination>(memory.chip);
  const [score, setScore] = useState({ cost: memory.cost, mistakes: memory.mistakes });
  const [last, setLast] = useState<Record<string, number>>(memory.last);
  const [advice, setAdvice] = useState<Advice | null>(null);

  const options = view.you?.options ?? [];
  const box = ownBox(shown.round);
  const liveBox = ownBox(view.round);
  const acts = options.filter((each) => each.type === "act");
  const placed = options.some((each) => each.type === "withdraw_wagers");
  const canBet = !placed && options.some((each) => each.type === "place_wagers");
  const chips = view.you ? parseDollars(view.you.chips) : 0;
  const lastBet = Object.keys(last).length ? last : betOf(view.last_round);

  useEffect(() => {
    const memo: Kept = { amounts: { ...bet.amounts }, chip, ...score, last };
    sessionStorage.setItem(`table:${view.table}`, JSON.stringify(memo));
  }, [bet, chip, score, last]);

  const change = (next: (before: bets.Bet) => bets.Bet): void => {
    if (shown.over) putAway();
    setBet(next);
  };
  const seat = view.you?.seat ?? 0;
  const place = async (wanted: bets.Bet): Promise<void> => {
    setBet(wanted);
    if (bets.whyNot(wanted, offers, chips)) return;
    const fields = { seat, wagers: bets.toWagers(wanted), ready: true };
    const stillMeant = (now: View): boolean => now.you?.options.some((each) => each.type === "place_wagers") ?? false;
    if (await table.ask("place_wagers", fields, stillMeant)) {
      setLast({ ...wanted.amounts });
      setBet(bets.EMPTY);
      putAway();
    }
  };

  return {
    bet,
    chip,
    chips,
    canBet,
    placed,
    acts,
    myTurn: acts.length > 0,
    last: lastBet,
    why: bets.whyNot(bet, offers, chips),
    ...score,
    setAdvice,
    choose: setChip,
    amountOn: (offer) => {
      if (canBet && !shown.over) return bet.amounts[offer.name] ?? 0;
      if (canBet && shown.over && !bets.isEmpty(bet)) return bet.amounts[offer.name] ?? 0;
      if (!box) return 0;
      if (offer.decision) return box.action === offer.name ? parseDollars(box.amount) : 0;
      const text = box.wagers[offer.name];
      return text ? parseDollars(text) : 0;
    },
    add: (wager) => change((now) => bets.addChip(now, offers, wager, chip * DOLLAR)),
    remove: (wager) => change((now) => bets.removeWager(now, offers, wager)),
    undo: () => setBet(bets.undo),
    clear: () => setBet(bets.clear),
    rebet: () => change((now) => bets.rebet(now, offers, lastBet)),
    deal: () => void place(bet),
    rebetAndDeal: () => void place(bets.rebet(bet, offers, lastBet)),
    smallestAndDeal: () => void place(bets.smallestBet(bet, offers)),
    takeBack: () => {
      const back = betOf(view.round);
      void table.ask("withdraw_wagers", { seat: liveBox?.seat ?? seat }).then((done) => {
        if (done) setBet({ amounts: back, before: [] });
      });
    },
    ready: () => void table.ask("ready"),
    act: (option, amount) => {
      const ante = parseDollars(liveBox?.wagers["ante"] ?? "0");
      const lost = advice ? slip(advice, chosen(advice, option.action ?? "", amount, ante)) * ante : 0;
      const fields = { seat: option.seat ?? seat, action: option.action, amount };
      const stillMeant = (now: View): boolean =>
        now.you?.options.some((each) => each.type === "act" && each.action === option.action) ?? false;
      void table.ask("act", fields, stillMeant).then((done) => {
        if (done && lost > 1) setScore({ cost: score.cost + lost, mistakes: score.mistakes + 1 });
      });
    },
    sit: (wanted) => {
      const fields = view.kind === "practice" ? { seat: wanted, buy_in: "1000" } : { seat: wanted };
      void table.ask("sit", fields, (now) => now.you?.seat === null);
    },
    newBet: () => {
      putAway();
      setBet(bets.EMPTY);
    },
  };
}
