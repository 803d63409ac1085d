"""What a round should have paid, worked out a second time.

A plain program beside the round engine, and independent of it: it shares no code with the package. Pay tables are
typed from the documents, cards are two letters, money is fractions. It takes a scenario as `houserules settle` does
and says what `houserules settle --json` should answer. Where the documents leave something open it follows the
defaults and the switches of the register of readings.

When an irregularity happened is "dealing" (also where nothing is said: before any decision), "decisions" (before the
last one), or "after_decisions" (before the dealer's hand is shown).

What must be lawful in a scenario is not checked here; feed it lawful ones.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

Json = dict[str, Any]

RANKS = "23456789TJQKA"
SUITS = "shdc"
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}

# Pay tables, as the documents print them. "7" is a seven-card flush, "7s" a seven-card straight flush.

# MD-HCF 12.B: seven, six, five, four.
MD_FLUSH_BONUS = {
    "A": (300, 100, 10, 1),
    "B": (100, 20, 10, 2),
    "C": (200, 20, 10, 2),
    "D": (300, 75, 5, 2),
    "E": (200, 60, 12, 1),
    "F": (500, 50, 12, 1),
    "G": (400, 60, 12, 1),
    "H": (1000, 50, 10, 1),
    "I": (150, 20, 10, 2),
    "J": (150, 25, 10, 2),
    "K": (400, 100, 10, 1),
    "L": (300, 80, 11, 1),
    "M": (500, 80, 11, 1),
    "N": (500, 100, 10, 1),
    "O": (250, 100, 10, 1),
}
# MA-HCF 11(c), row by row.
MA_FLUSH_BONUS_ROWS = (
    (300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500),
    (100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100),
    (10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10),
    (1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1),
)
# MD-HCF 12.C and MA-HCF 11(d), A to F: seven, six, five, four, three.
STRAIGHT_FLUSH_BONUS = {
    "A": (8000, 1000, 100, 60, 7),
    "B": (500, 200, 100, 50, 9),
    "C": (500, 200, 100, 75, 7),
    "D": (1000, 500, 100, 75, 7),
    "E": (500, 200, 100, 60, 8),
    "F": (1000, 500, 100, 60, 8),
}
# MD-HCF 12.C(7): the table with four of a kind.
MD_STRAIGHT_FLUSH_BONUS_G = {"7s": 500, "6s": 200, "5s": 100, "4s": 50, "four of a kind": 25, "3s": 8}
# MD-HCF 12.E(1).
MD_PROGRESSIVE = {
    "A": {"7s": "100%", "6s": "10%", "5s": "$250", "4s": "$40", "3s": "$3"},
    "B": {"7s": "100%", "6s": "10%", "5s": "$900", "4s": "$50"},
    "C": {"7s": "100%", "6s": "100%", "5s": "$200", "4s": "$40", "3s": "$3"},
    "D": {"7s": "100%", "nine to ace": "100%", "6s": "10%", "5s": "$250", "4s": "$40", "3s": "$3"},
    "E": {"7s": "100%", "nine to ace": "100%", "6s": "10%", "5s": "$800", "4s": "$50"},
}
# MD-HCF 12.E(5), for each dollar.
MD_ENVY = {"C": {"7s": 200, "6s": 200}, "D": {"7s": 250}, "E": {"7s": 250}}
# MA-HCF 11(e) and 11(f).
MA_PROGRESSIVE = {
    "A": {"7s": "100%", "6s": "10%", "5s": "$250", "4s": "$50", "3s": "$3"},
    "B": {"7s": "100%", "6s": "10%", "5s": "$750", "4s": "$60"},
    "C": {"7s": "100%", "6s": "10%", "5s": "$300", "4s": "$50", "3s": "$3"},
    "D": {"7s": "100%", "6s": "10%", "5s": "$800", "4s": "$50"},
}
MA_RATES = {"A": ("24%", "2%"), "B": ("23%", "2%"), "C": ("21%", "5%"), "D": ("25%", "5%")}
MA_INITIAL = Fraction(10000)
# MD-CTF 12.B; what is not listed pushes.
XTRA_BONUS = {"A": {"7": 250, "6": 20, "5": 5, "4": 1}, "B": {"7": 400, "6": 70, "5": 7}}
# MD-CTF 12.C.
SAME_SUIT = {
    "A": {"7s": 2000, "6s": 2000, "7": 300, "5s": 100, "6": 50, "4s": 20, "5": 10, "4": 1},
    "B": {"7s": 500, "6s": 500, "5s": 500, "7": 400, "6": 50, "4s": 20, "5": 5, "4": 1},
    "C": {"7s": 500, "6s": 500, "7": 400, "5s": 200, "6": 50, "4s": 20, "5": 5, "4": 1},
    "D": {"7s": 500, "6s": 500, "7": 400, "5s": 100, "6": 50, "4s": 20, "5": 5, "4": 1},
}
# MD-CTF 12.D: the symbols besides the Jackpot, each of which pays what it shows.
WHEELS = {
    "A": (1000, 500, 200, 125, 75, 60, 25, 23, 15, 10, 5),
    "B": (1000, 500, 125, 90, 60, 50, 40, 28, 15, 10, 5),
    "C": (10000, 5000, 1000, 350, 500, 150, 100, 55, 65, 60, 50),
    "D": (5000, 2500, 1000, 350, 500, 150, 100, 55, 60, 50, 40),
}
# MD-CTF 12.D(6) to (8): the symbol is the sum of the two figures, the others receive the second.
COMMUNITY_PAY = {
    "A": {100 + 25: 25, 50 + 10: 10, 20 + 3: 3},
    "B": {100 + 25: 25, 75 + 15: 15, 25 + 3: 3},
    "C": {250 + 100: 100, 100 + 50: 50, 40 + 15: 15},
    "D": {250 + 100: 100, 100 + 50: 50, 40 + 15: 15},
}
WHEELS_WITH_A_METER = ("B", "D")

BUNDLED = {
    "md-high-card-flush": "md_high_card_flush",
    "md-chase-the-flush": "md_chase_the_flush",
    "ma-high-card-flush": "ma_high_card_flush",
}
RULEBOOKS = Path(__file__).parents[2] / "src" / "houserules" / "rulebooks"


def bundled_submission(name: str) -> Json:
    """A submission that comes with the package, as its file says."""
    return tomllib.loads((RULEBOOKS / BUNDLED[name] / "submission.toml").read_text("utf-8"))


# Cards and hands.


def rank(card: str) -> int:
    """2 to 14."""
    return RANKS.index(card[0]) + 2


def best_flush(cards: list[str]) -> list[str]:
    """The cards of the highest flush, highest first: the longest, and among equals the one of higher cards."""
    suits = [sorted((card for card in cards if card[1] == suit), key=rank, reverse=True) for suit in SUITS]
    return max(suits, key=lambda flush: (len(flush), [rank(card) for card in flush]))


def strength(cards: list[str]) -> tuple[int, list[int]]:
    """Length and ranks of the best flush; the greater wins, equal ones tie."""
    flush = best_flush(cards)
    return len(flush), [rank(card) for card in flush]


def reaches_nine(cards: list[str]) -> bool:
    """At least a three-card flush, nine high."""
    return strength(cards) >= (3, [9])


def runs(cards: list[str], ace: str) -> list[list[int]]:
    """Every run in a suit of three cards or more, by its ranks; an ace that stands low is a 1."""
    found = []
    for suit in SUITS:
        held = {rank(card) for card in cards if card[1] == suit}
        if 14 in held and ace != "high_only":
            held.add(1)
        if len(held) < 3:
            continue
        for low in range(1, 15):
            for high in range(low, 15):
                run = list(range(low, high + 1))
                if not set(run) <= held or (1 in run and 14 in run):
                    continue
                if 1 in run and ace == "low_with_2345" and not {2, 3, 4, 5} <= set(run):
                    continue
                found.append(run)
    return found


def lines(cards: list[str], ace: str, suit: str | None = None) -> set[str]:
    """The names of all that a pay table may find in these cards; suit is the one named for 5(c)(2)."""
    found = {str(length) for length in range(4, len(best_flush(cards)) + 1)}
    for run in runs(cards, ace):
        if 3 <= len(run) <= 7:
            found.add(f"{len(run)}s")
        if run == [9, 10, 11, 12, 13, 14]:
            found.add("nine to ace")
    if any(sum(card[0] == r for card in cards) == 4 for r in RANKS):
        found.add("four of a kind")
    if suit and "7s" in found and all(card[1] == suit for card in cards):
        found.add("suit specific 7s")
    return found


# Money.


def amount(text: Any) -> Fraction:
    return Fraction(str(text))


def share(text: str) -> Fraction:
    return Fraction(text.rstrip("%")) / 100


def show(value: Fraction) -> str:
    """At least two decimals, and as many as it needs."""
    for places in range(2, 12):
        if (value * 10**places).denominator == 1:
            sign = "-" if value < 0 else ""
            digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
            return f"{sign}{digits[:-places]}.{digits[-places:]}"
    raise AssertionError(value)


def rounded(value: Fraction, how: str) -> Fraction:
    if how == "down_to_cent":
        return Fraction(value * 100 // 1, 100)
    if how == "nearest_cent":
        return Fraction((value * 100 + Fraction(1, 2)) // 1, 100)
    if how == "up_to_cent":
        return Fraction(-(-value * 100 // 1), 100)
    assert how == "down_to_dollar"
    return Fraction(value // 1)


# The table.


@dataclass
class Seat:
    number: int
    player: int
    wagers: dict[str, Fraction]
    actions: list[str]
    wheel: str | None
    cards: list[str] = field(default_factory=list)
    complete: bool = True
    abandoned: bool = False
    decided: bool = True
    settled: list[Json] = field(default_factory=list)

    @property
    def folded(self) -> bool:
        return "fold" in self.actions


@dataclass
class Round:
    rulebook: str
    submission: Json
    seats: list[Seat]
    dealer: list[str]
    community: list[str]
    irregularities: list[Json]
    main: Fraction | None
    secondary: Fraction | None

    def wager(self, name: str) -> Json:
        found: Json = self.submission["wagers"][name]
        return found

    def reading(self, name: str, default: str) -> str:
        found: str = self.submission.get("readings", {}).get(name, default)
        return found

    @property
    def ace(self) -> str:
        if self.rulebook == "MA-HCF":
            return "also_low"
        default = "high_only" if self.rulebook == "MD-HCF" else "low_with_2345"
        return self.reading("ace_low_straight_flush", default)

    @property
    def chase(self) -> bool:
        return self.rulebook == "MD-CTF"


def deal(deck: list[str], players: int, submission: Json) -> tuple[list[list[str]], list[str], list[str]]:
    """The players' hands, the dealer's and the community cards, as the submission's method deals them."""
    rulebook, how = submission["rulebook"], submission["table"]["dealing"]
    cards = iter(deck)

    def take(count: int) -> list[str]:
        return [next(cards) for _ in range(count)]

    if rulebook == "MD-CTF":
        if how == "automated":  # 10.B
            board = take(4)
            kept = submission["table"].get("order") == "stacks_community_players_dealer_kept"
            first = [] if kept else take(3)
            hands = [take(3) for _ in range(players)]
            return hands, take(3) if kept else first, board
        hands = [[] for _ in range(players + 1)]  # 8.D(2), 9.B(2)
        for _ in range(3):
            for hand in hands:
                hand.extend(take(1))
        board = []
        for _ in range(2):  # 11.C, 11.E
            if how == "hand":
                take(1)
            board += take(2)
        return hands[:-1], hands[-1], board
    hands = [[] for _ in range(players + 1)]
    if rulebook == "MA-HCF" or how == "automated":  # MA 7(c)-(d), 8(c)-(d); MD 10.B
        for hand in hands:
            hand.extend(take(7))
    else:  # MD 8.E, 9.B(2)
        for _ in range(7):
            for hand in hands:
                hand.extend(take(1))
    return hands[:-1], hands[-1], []


def read(scenario: Json) -> Round:
    submission = scenario["submission"]
    if isinstance(submission, str):
        submission = bundled_submission(submission)
    rulebook = submission["rulebook"]
    irregularities: list[Json] = scenario.get("irregularities", [])
    seats = []
    for given in sorted(scenario["seats"], key=lambda given: int(given["seat"])):
        actions = given.get("actions", [given["action"]] if "action" in given else [])
        seats.append(
            Seat(
                number=given["seat"],
                player=given.get("player", -given["seat"]),
                wagers={name: amount(stake) for name, stake in given["wagers"].items()},
                actions=list(actions),
                wheel=given.get("wheel"),
                cards=given.get("cards", "").split(),
            )
        )
    if "deck" in scenario:
        aside = {
            irregularity.get("card") for irregularity in irregularities if irregularity["kind"] == "cards_face_up"
        }
        deck = [card for card in scenario["deck"].split() if card not in aside]
        hands, dealer, community = deal(deck, len(seats), submission)
        for seat, hand in zip(seats, hands, strict=True):
            seat.cards = hand
    else:
        dealer, community = scenario["dealer"].split(), scenario.get("community", "").split()
    main: Fraction | None = None
    secondary: Fraction | None = None
    progressive = submission["wagers"].get("progressive")
    meters = scenario.get("meters", {})
    if progressive and not (rulebook == "MD-CTF" and progressive["paytable"] not in WHEELS_WITH_A_METER):
        initial = MA_INITIAL if rulebook == "MA-HCF" else amount(progressive["initial"])
        main = amount(meters["main"]) if "main" in meters else initial
        if rulebook == "MA-HCF":
            secondary = amount(meters.get("secondary", "0"))
    return Round(rulebook, submission, seats, dealer, community, irregularities, main, secondary)


# Settling.


def entry(seat: Seat, wager: str, outcome: str, odds: str | None = None, paid: Fraction = Fraction(0)) -> None:
    """Write one settled wager. A progressive chip is collected before the deal and comes back only when void."""
    stake = seat.wagers.get(wager, Fraction(0))
    returned = Fraction(0)
    if outcome in ("push", "void"):
        returned = stake
    if outcome == "win":
        returned = paid if wager == "progressive" else stake + paid
    seat.settled.append(
        {"wager": wager, "staked": stake, "outcome": outcome, "odds": odds, "paid": paid, "returned": returned}
    )


class Limit:
    """What may still be paid, in order of settlement; None is no limit."""

    def __init__(self, left: Any) -> None:
        self.left = None if left is None else amount(left)

    def room(self, paid: Fraction) -> Fraction:
        return paid if self.left is None else min(paid, self.left)

    def take(self, paid: Fraction) -> None:
        if self.left is not None:
            self.left -= paid


def best(table: dict[str, Any], found: set[str]) -> Any:
    """The first line of the table, from the highest down, that the hand holds."""
    for line, pays in table.items():
        if line in found:
            return pays
    return None


def flush_bonus_table(game: Round) -> dict[str, Any]:
    letter = game.wager("flush_bonus")["paytable"]
    if game.rulebook == "MD-HCF":
        column = MD_FLUSH_BONUS[letter]
    else:
        place = "ABCDEFGHIJKLMN".index(letter)
        seven, six, five, four = (row[place] for row in MA_FLUSH_BONUS_ROWS)
        if game.reading("flush_bonus_four_card_row", "as_printed") == "marylands":
            four = MD_FLUSH_BONUS[letter][3]
        column = (seven, six, five, four)
    return dict(zip(("7", "6", "5", "4"), column, strict=True))


def straight_flush_bonus_table(game: Round) -> dict[str, Any]:
    chosen = game.wager("straight_flush_bonus")
    letter = chosen["paytable"]
    if letter != "G":
        return dict(zip(("7s", "6s", "5s", "4s", "3s"), STRAIGHT_FLUSH_BONUS[letter], strict=True))
    if game.rulebook == "MD-HCF":
        return MD_STRAIGHT_FLUSH_BONUS_G
    names = {"suit_specific_seven_card_straight_flush": "suit specific 7s"}
    names |= {f"{NUMBERS[length]}_card_straight_flush": f"{length}s" for length in (7, 6, 5, 4, 3)}
    return {names[line]: chosen["bonus"][line] for line in names if line in chosen["bonus"]}


def bonus(seat: Seat, wager: str, odds: int | None, limits: list[Limit]) -> None:
    """Settle a wager of odds to 1, cut by every limit that covers it."""
    if odds is None:
        entry(seat, wager, "lose")
        return
    paid = seat.wagers[wager] * odds
    for limit in limits:
        paid = limit.room(paid)
    for limit in limits:
        limit.take(paid)
    entry(seat, wager, "win", f"{odds} to 1", paid)


def pay_from_meter(game: Round, percent: Fraction) -> Fraction:
    """A share of the meter as it stands now, and what is left on it."""
    assert game.main is not None
    chosen = game.wager("progressive")
    paid = rounded(game.main * percent, chosen.get("rounding", "down_to_cent"))
    if percent != 1:
        game.main -= paid
    elif game.rulebook == "MA-HCF":
        assert game.secondary is not None
        game.main, game.secondary = game.secondary, Fraction(0)
    else:
        game.main = amount(chosen["reset"])
    return paid


def flush_progressive(game: Round, seat: Seat) -> None:
    """The Progressive of High Card Flush."""
    chosen = game.wager("progressive")
    tables = MD_PROGRESSIVE if game.rulebook == "MD-HCF" else MA_PROGRESSIVE
    pays = best(tables[chosen["paytable"]], lines(seat.cards, game.ace))
    if pays is None:
        entry(seat, "progressive", "lose")
    elif pays.endswith("%"):
        entry(seat, "progressive", "win", pays, pay_from_meter(game, share(pays)))
    else:
        paid = amount(pays.lstrip("$"))
        if game.reading("progressive_fixed_amounts", "as_printed") == "per_dollar":
            paid *= seat.wagers["progressive"]
        entry(seat, "progressive", "win", pays, paid)


def envy(game: Round, order: list[Seat], voided: bool) -> None:
    """MD-HCF 11.B(9)(e): for each hand of the Envy table, a payment to every other player with the wager."""
    chosen = game.submission["wagers"].get("progressive")
    if game.rulebook != "MD-HCF" or not chosen or not chosen.get("envy"):
        return
    table = MD_ENVY[chosen["paytable"]]
    for holder in order:
        if not holder.complete or holder.abandoned:
            continue  # a player who has left is no longer at the same table
        if game.reading("envy_holder", "any_hand") == "hand_with_wager" and "progressive" not in holder.wagers:
            continue
        kept = {"flush_bonus", "straight_flush_bonus", "progressive"} & set(holder.wagers)
        if holder.folded and holder.decided and not kept and not voided:
            continue  # racked unseen, 11.B(4)(a)
        pays = best(table, lines(holder.cards, game.ace))
        if pays is None:
            continue
        for receiver in order:
            stake = receiver.wagers.get("progressive")
            if stake is None or receiver.player == holder.player or receiver.abandoned or not receiver.complete:
                continue
            entry(receiver, "envy_bonus", "win", f"${pays}", pays * stake)


def lose_all(seat: Seat, names: list[str]) -> None:
    for name in names:
        if name in seat.wagers:
            entry(seat, name, "lose")


HIGH_CARD = ["ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"]
CHASE = ["ante", "xtra_bonus", "all_in", "same_suit", "progressive"]


def against_the_dealer(seat: Seat, dealer: list[str]) -> str:
    """Win, lose or push."""
    ours, theirs = strength(seat.cards), strength(dealer)
    return "push" if ours == theirs else "win" if ours > theirs else "lose"


def ante_and_raise(game: Round, seat: Seat, voided: bool) -> None:
    """MD-HCF 11.B(5)(c), (d); MA-HCF 9(e)(1)."""
    result = {"ante": "win", "raise": "push"}
    if voided:
        result = {"ante": "void", "raise": "void"}
    elif "raise" not in seat.wagers:
        result = {"ante": "lose"}
    elif reaches_nine(game.dealer):
        both = against_the_dealer(seat, game.dealer)
        result = {"ante": both, "raise": both}
    for name, outcome in result.items():
        if name in seat.wagers and outcome == "win":
            entry(seat, name, "win", "1 to 1", seat.wagers[name])
        elif name in seat.wagers:
            entry(seat, name, outcome)


def high_card_bonuses(game: Round, seat: Seat, limits: list[Limit]) -> None:
    """Both bonus wagers and the Progressive of a complete hand, in this order."""
    if "flush_bonus" in seat.wagers:
        bonus(seat, "flush_bonus", best(flush_bonus_table(game), lines(seat.cards, game.ace)), limits)
    if "straight_flush_bonus" in seat.wagers:
        suit = game.wager("straight_flush_bonus").get("suit")
        found = lines(seat.cards, game.ace, suit[0] if suit else None)
        bonus(seat, "straight_flush_bonus", best(straight_flush_bonus_table(game), found), limits)
    if "progressive" in seat.wagers:
        after_fold = game.reading("progressive_after_fold", "lost") == "paid"
        if game.rulebook == "MA-HCF" and seat.folded and not after_fold:
            entry(seat, "progressive", "lose")
        else:
            flush_progressive(game, seat)


def high_card_flush(game: Round, order: list[Seat], voided: bool) -> None:
    """Settle every seat of High Card Flush; in a void round Ante and Raise go back and the rest is settled."""
    limit = game.submission.get("payout_limit", {})
    per_round = Limit(limit.get("per_round"))
    for seat in order:
        if seat.abandoned:
            lose_all(seat, HIGH_CARD)
            continue
        ante_and_raise(game, seat, voided)
        if seat.complete:
            high_card_bonuses(game, seat, [Limit(limit.get("per_hand")), per_round])
        else:
            for name in HIGH_CARD[2:]:
                if name in seat.wagers:
                    entry(seat, name, "void")
    envy(game, order, voided)


def chase_wagers(game: Round, seat: Seat, voided: bool) -> None:
    """Ante, X-tra Bonus, All In and Same Suit of one player: 11.H and 11.I."""
    cards, dealer = seat.cards + game.community, game.dealer + game.community
    ours, theirs = strength(cards), strength(dealer)
    limits = [Limit(game.submission.get("payout_limit", {}).get("per_hand"))]
    for name in ("ante", "xtra_bonus", "all_in"):
        if name not in seat.wagers:
            continue
        odds = XTRA_BONUS[game.wager(name)["paytable"]].get(str(ours[0])) if name == "xtra_bonus" else 1
        if voided:
            entry(seat, name, "void")
        elif seat.folded:
            entry(seat, name, "lose")
        elif name == "ante" and not reaches_nine(dealer):
            entry(seat, name, "push")
        elif ours < theirs:
            entry(seat, name, "lose")
        elif ours == theirs or odds is None:
            entry(seat, name, "push")
        else:
            bonus(seat, name, odds, limits)
    if "same_suit" in seat.wagers:
        table = SAME_SUIT[game.wager("same_suit")["paytable"]]
        bonus(seat, "same_suit", best(table, lines(cards, game.ace)), limits)


def spin(game: Round, seat: Seat, others: list[Seat]) -> None:
    """The Progressive of one player: 11.J and 12.D."""
    chosen = game.wager("progressive")
    letter = chosen["paytable"]
    if len({card[1] for card in seat.cards}) != 1:
        entry(seat, "progressive", "lose")
        return
    assert seat.wheel is not None
    if seat.wheel == "Jackpot":
        paid = pay_from_meter(game, Fraction(1)) if letter in WHEELS_WITH_A_METER else amount(chosen["prize"])
        entry(seat, "progressive", "win", "100%", paid)
        return
    symbol = int(seat.wheel.lstrip("$").replace(",", ""))
    assert symbol in WHEELS[letter]
    entry(seat, "progressive", "win", f"${symbol}", Fraction(symbol))
    if chosen.get("community_pay") and symbol in COMMUNITY_PAY[letter]:
        pays = COMMUNITY_PAY[letter][symbol]
        for other in others:
            if "progressive" in other.wagers and other.player != seat.player and not other.abandoned:
                entry(other, "community_pay", "win", f"${pays}", Fraction(pays))


def chase_the_flush(game: Round, order: list[Seat], voided: bool) -> None:
    """Settle every seat of Chase the Flush; in a round void by 13.C or 13.F only Same Suit and Progressive stand."""
    for seat in order:
        if seat.abandoned:
            lose_all(seat, CHASE)
        else:
            chase_wagers(game, seat, voided)
    # The wheel comes after all other wagers of the table, 11.H(2)(e).
    returned = voided and game.reading("void_round_progressive", "settled") == "returned"
    for seat in order:
        if "progressive" in seat.wagers and not seat.abandoned:
            if returned:
                entry(seat, "progressive", "void")
            else:
                spin(game, seat, order)


def void_all(order: list[Seat], chase: bool) -> None:
    for seat in order:
        for name in CHASE if chase else HIGH_CARD:
            if name in seat.wagers:
                entry(seat, name, "void")


def decide(game: Round, early: bool) -> None:
    """Place the wagers that the decisions made, unless the round was stopped before them."""
    for seat in game.seats:
        seat.decided = not early
        if early:
            seat.actions = []
            continue
        if game.chase:
            if "all-in" in seat.actions:
                seat.wagers["all_in"] = seat.wagers["ante"] * (3 - seat.actions.index("all-in"))
        elif not seat.folded:
            seat.wagers["raise"] = amount(seat.actions[0].split()[1])


VOIDS = {
    "MD-HCF": {
        "cards_face_up": "13.B",
        "wrong_number_of_cards": "13.D",
        "dealer_card_exposed": "13.E",
        "shoe_jam": "13.H",
    },
    "MD-CTF": {
        "cards_face_up": "13.B",
        "wrong_number_of_cards": "13.E",
        "dealer_card_exposed": "13.F",
        "shuffler_jam": "13.H",
        "shoe_jam": "13.I",
    },
    "MA-HCF": {
        "cards_face_up": "13(a)",
        "wrong_number_of_cards": "13(c)",
        "dealer_card_exposed": "13(d)",
        "shoe_jam": "13(f)",
    },
}
COUNTS = {
    "MD-HCF": {"manual_shoe": "8.J", "hand": "9.E", "automated": "10.E"},
    "MD-CTF": {"manual_shoe": "8.G", "hand": "9.E", "automated": "10.E"},
}


def void_clause(game: Round, irregularity: Json) -> str | None:
    """The clause by which this ends the round, or None."""
    kind = irregularity["kind"]
    if kind in ("stub_count_wrong", "stub_count_misdealt"):
        if game.rulebook == "MA-HCF":
            return "7(f)(2)"
        step = "(1)" if kind == "stub_count_misdealt" else "(2)"
        return COUNTS[game.rulebook][game.submission["table"]["dealing"]] + step
    if kind == "cards_face_up":
        found = sum(other.get("count", 1) for other in game.irregularities if other["kind"] == kind)
        if found < 2 or irregularity.get("when") == "after_decisions":
            return None  # by then nothing is being dealt
        if game.chase and irregularity.get("when", "dealing") != "dealing":
            return "13.C"
    if kind == "dealer_card_exposed" and game.rulebook != "MA-HCF" and irregularity.get("when") == "after_decisions":
        return None  # Maryland voids until the last player has acted, Massachusetts until the dealer's reveal
    return VOIDS[game.rulebook].get(kind)


def lock_out(game: Round) -> None:
    """Every accepted Progressive wager raises the meters before the first card."""
    if game.main is None:
        return
    chosen = game.wager("progressive")
    rates = MA_RATES[chosen["paytable"]] if game.rulebook == "MA-HCF" else (chosen["rate"], "0%")
    for seat in game.seats:
        stake = seat.wagers.get("progressive", Fraction(0))
        game.main += stake * share(rates[0])
        if game.secondary is not None:
            game.secondary += stake * share(rates[1])


def stopped_early(game: Round, ending: Json) -> bool:
    """Whether the round ended before the first decision."""
    early = bool(ending.get("when", "dealing") == "dealing")
    if game.chase and ending["kind"].startswith("stub_count"):
        # 8.D(4), 9.B(4): the stub is there to be counted when the board is out; 10.B(4): when the last stack is.
        table = game.submission["table"]
        kept = table.get("order") == "stacks_community_players_dealer_kept"
        return early and table["dealing"] == "automated" and not kept
    return early


def players_gone(game: Round) -> None:
    """Those who left the table or told their cards; before deciding, they made no further wager."""
    for irregularity in game.irregularities:
        if irregularity["kind"] not in ("hand_abandoned", "information_shared"):
            continue
        seat = next(seat for seat in game.seats if seat.number == irregularity["seat"])
        if irregularity.get("when", "dealing") == "dealing":
            seat.actions = ["fold"]
            for name in ("raise", "all_in"):
                seat.wagers.pop(name, None)
        if game.rulebook != "MA-HCF" or irregularity["kind"] == "information_shared":
            seat.abandoned = True


def side_wagers_stand(game: Round, clause: str) -> bool:
    """Whether a round that is void by this clause still settles what does not hang on the dealer's hand."""
    if clause in ("MD-HCF 13.B", "MD-HCF 13.D", "MD-HCF 13.E"):
        return game.reading("void_round_bonuses", "settled") == "settled"
    return clause in ("MD-CTF 13.C", "MD-CTF 13.F")


def expected(scenario: Json) -> Json:
    """What `houserules settle --json` should answer, as far as money, hands, order and meters go."""
    game = read(scenario)
    order = sorted(game.seats, key=lambda seat: seat.number, reverse=True)
    lock_out(game)
    void: Json | None = None
    early = False
    for irregularity in game.irregularities:
        clause = void_clause(game, irregularity)
        if clause and void is None:
            void = {"clause": f"{game.rulebook} {clause}", "reason": irregularity["kind"]}
            early = stopped_early(game, irregularity)
            for seat in game.seats:
                if irregularity["kind"] == "wrong_number_of_cards" and seat.number == irregularity.get("seat"):
                    seat.complete = False
    decide(game, early)
    players_gone(game)
    if void and not side_wagers_stand(game, void["clause"]):
        void_all(order, game.chase)
    elif game.chase:
        chase_the_flush(game, order, void is not None)
    else:
        high_card_flush(game, order, void is not None)
    meters: dict[str, str] = {}
    if game.main is not None:
        meters["main"] = show(game.main)
    if game.secondary is not None:
        meters["secondary"] = show(game.secondary)
    dealer_cards = game.dealer + game.community
    return {
        "rulebook": game.rulebook,
        "dealer": {
            "hand": hand_name(dealer_cards),
            "cards": " ".join(best_flush(dealer_cards)),
            "qualifies": None if void else reaches_nine(dealer_cards),
        },
        "seats": [seat_answer(seat, seat.cards + game.community) for seat in order],
        "meters": meters,
        "void": void,
    }


def hand_name(cards: list[str]) -> str:
    return f"{NUMBERS[len(best_flush(cards))]}-card flush"


def seat_answer(seat: Seat, cards: list[str]) -> Json:
    staked = sum((line["staked"] for line in seat.settled), Fraction(0))
    returned = sum((line["returned"] for line in seat.settled), Fraction(0))
    money = ("staked", "paid", "returned")
    return {
        "seat": seat.number,
        "hand": hand_name(cards),
        "cards": " ".join(best_flush(cards)),
        "wagers": [line | {name: show(line[name]) for name in money} for line in seat.settled],
        "staked": show(staked),
        "returned": show(returned),
        "net": show(returned - staked),
    }


# Comparing.


def by_rank(text: str | None) -> list[str] | None:
    """Two flushes of the same ranks in two suits are equally good; which one is shown is of no consequence."""
    return None if text is None else [card[0] for card in text.split()]


def plain(answer: Json) -> Json:
    """The parts of an answer that are compared.

    What others' hands brought comes last, in any order. The hands of a void round are left out: how much of them was
    dealt is not in every scenario, and nothing is decided by them.
    """

    def wagers(given: list[Json]) -> list[tuple[Any, ...]]:
        keys = ("wager", "staked", "outcome", "odds", "paid", "returned")
        rows = [tuple(line[key] for key in keys) for line in given]
        gifts = sorted(row for row in rows if row[0] in ("envy_bonus", "community_pay"))
        return [row for row in rows if row[0] not in ("envy_bonus", "community_pay")] + gifts

    dealer = answer["dealer"]

    def hand(holder: Json) -> tuple[Any, ...]:
        return () if answer["void"] else (holder["hand"], by_rank(holder["cards"]))

    return {
        "rulebook": answer["rulebook"],
        "dealer": (hand(dealer), dealer["qualifies"]),
        "seats": [
            (
                seat["seat"],
                hand(seat),
                wagers(seat["wagers"]),
                seat["staked"],
                seat["returned"],
                seat["net"],
            )
            for seat in answer["seats"]
        ],
        "meters": answer["meters"],
        "void": answer["void"],
    }


def differences(scenario: Json, answer: Json) -> list[str]:
    """Where an answer departs from what is expected, in words; none is well."""
    wanted, got = plain(expected(scenario)), plain(answer)
    return [f"{key}: expected {wanted[key]}, got {got[key]}" for key in wanted if wanted[key] != got[key]]
