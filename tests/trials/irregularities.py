"""Rounds in which things go wrong, played twice: at a live table and as a scenario.

``python -m tests.trials.irregularities [--rounds 100000] [--seed 0]``: random rounds under all three rulebooks with
up to four irregularities at random moments and players on several boxes. After every event there are 52 cards and the
books balance. No hand that is not complete is paid. The live table, the same table with the reports of each moment
in another order, and the scenario that tells the round settle every wager alike, to the cent and to the clause.
As many rounds again are put to the oracle of ``tests/oracle``, and ``tests.trials.evenings`` plays rounds in a row.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from houserules.cards import Card, format_card, format_cards
from houserules.law import MalformedData
from houserules.money import format_dollars
from houserules.play import Accepted, Code, Phase, Refused, Rules, Table, decide, evolve, new_table, stub_size
from houserules.play import commands as c
from houserules.play.events import RoundClosed, WagerSettled
from houserules.play.state import Round, Seat
from houserules.scenarios import play_scenario
from tests.support.books import Books
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, V, submission
from tests.trials.second_opinion import compare, more_than_the_deck_holds

KEPT = "table.order=stacks_community_players_dealer_kept"
BY_HAND = ("table.dealing=manual_shoe", "table.shuffler=none", "table.decks=1")
AMOUNTS = 'wagers.progressive.amount=["1", "5"]'
TABLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (MD_HCF, ()), (MD_HCF, ("table.dealing=automated", "wagers.progressive.paytable=C", AMOUNTS)), (MD_HCF, BY_HAND),
    (MD_HCF, ("table.dealing=hand", "readings.void_round_bonuses=returned")),
    (MD_CTF, ()), (MD_CTF, (KEPT,)), (MD_CTF, BY_HAND), (MD_CTF, ("table.dealing=hand",)),
    (MD_CTF, ("table.dealing=manual_shoe", "readings.void_round_progressive=returned")),
    (MA_HCF, ()), (MA_HCF, ("table.dealing=automated", "readings.progressive_after_fold=paid")),
)  # fmt: skip
SYMBOL = "$5"

BETTING, DEALING, AFTER, SETTLEMENT = "betting", "dealing", "after_decisions", "settlement"
DURING = {DEALING: "deal", "decisions": "decisions"}
KINDS = (
    "cards_face_up", "drawn_in_error", "wrong_number_of_cards", "dealer_card_exposed", "shuffler_jam", "shoe_jam",
    "hand_abandoned", "information_shared", "stub_count_wrong", "stub_count_misdealt",
)  # fmt: skip


@dataclass(frozen=True)
class Trouble:
    kind: str
    when: str
    seat: int | None = None
    who: str | None = None
    count: int = 1
    in_deck: int | None = None

    def as_written(self) -> dict[str, Any]:
        data = {"kind": self.kind, "when": self.when, "seat": self.seat, "who": self.who, "in_deck": self.in_deck}
        return {name: value for name, value in data.items() if value is not None} | {"count": self.count}


@dataclass(frozen=True)
class Case:
    """A round to be played: where, with which cards, by whom, and what goes wrong in it."""

    name: str
    overrides: tuple[str, ...]
    deck: tuple[int, ...]
    boxes: tuple[tuple[int, int, tuple[str, ...]], ...]
    """Box, player, and the wagers made besides those that must be."""
    bets: tuple[bool, ...]
    """What each decision in turn is: bet, or decline."""
    troubles: tuple[Trouble, ...]
    first_cards: int | None = None
    """The deal is found to be wrong after this number of cards; None: after the last."""
    turn: int = 0
    """Before which decision those irregularities are reported that happen while players decide."""


@dataclass
class Live:
    """A live table that plays one case, and what it answered to each report."""

    case: Case
    order: random.Random | None = None
    """Shuffles the reports of each moment; None: as they are written."""
    at: Table | None = None
    """A table at which the round is open already; None: a new one, opened for this round."""
    answers: dict[Trouble, Accepted | Refused] = field(default_factory=dict)
    lines: list[WagerSettled] = field(default_factory=list)
    actions: dict[int, list[str]] = field(default_factory=dict)
    last: Round | None = None
    removed: bool = False

    def __post_init__(self) -> None:
        self.rules = Rules(submission(self.case.name, *self.case.overrides))
        self.table: Table = self.at or self._opened()
        self.books = Books(self.table)
        self.acted = 0
        self.waiting = list(dict.fromkeys(self.case.troubles))

    def _opened(self) -> Table:
        return TableForTest(self.case.name, *self.case.overrides).start(self.case.deck).table

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def do(self, command: c.AnyCommand) -> Accepted | Refused:
        answer = decide(self.rules, self.table, command)
        for event in answer.events if isinstance(answer, Accepted) else ():
            if isinstance(event, RoundClosed):
                self.last = self.round
            self.table = evolve(self.table, event)
            self.books.post(event)
            self.lines += [event] if isinstance(event, WagerSettled) else []
            assert self.books.total == 0, event
            if self.table.round is not None:
                assert_whole(self.round)
        return answer

    def must(self, command: c.AnyCommand) -> None:
        answer = self.do(command)
        assert isinstance(answer, Accepted), (command, answer)

    def play(self) -> Live:
        self._bet()
        self._report(BETTING)
        if not self.round.voids:
            self._deal()
        self._report(DEALING)
        while not self.round.voids and self.round.phase in (Phase.DECISIONS, Phase.BOARD):
            self._decide_or_turn_over()
        self._report("decisions", "flop", "community")
        self._finish_board()
        self._report(AFTER)
        self._finish_board()
        if not self.round.voids:
            self._count_if_due()
        if not self.round.voids:
            self.must(c.Reveal(D))
        self._report(SETTLEMENT)
        self._settle()
        return self

    def _bet(self) -> None:
        for number, player, also in self.case.boxes:
            rules = self.rules.stakes
            ante = rules["ante"].minimum
            wanted = [*self.rules.required, *(name for name in also if name in rules)]
            amounts = {name: rule.amounts[number % len(rule.amounts)] for name, rule in rules.items() if rule.amounts}
            least = {name: ante if rule.equals else rule.minimum for name, rule in rules.items()}
            stakes = tuple((name, amounts.get(name, least[name])) for name in wanted)
            self.must(c.PlaceWagers(P, 0, number, stakes, player))

    def _deal(self) -> None:
        self.must(c.NoMoreBets(D))
        chips = sum(1 for seat in self.round.seats if seat.stake("progressive"))
        if chips:
            self.must(c.CollectProgressive(D, 0, chips, chips))
        if self.case.first_cards is not None:
            self.do(c.Deal(D, 0, self.case.first_cards))
            self._report(DEALING)
        if self.round.phase is Phase.DEALING and not self.round.voids:
            self.must(c.Deal(D))

    def _decide_or_turn_over(self) -> None:
        if self.round.phase is Phase.BOARD:
            self._report("community" if self.round.board else "flop")
            if not self.round.voids:
                self.must(c.DealCommunity(D))
            return
        if self.acted == self.case.turn:
            self.acted += 1
            self._report("decisions")
            return
        assert self.round.turn is not None
        seat = self.round.seats[self.round.turn]
        street = self.rules.streets[self.round.stage]
        bets = self.case.bets[self.acted % len(self.case.bets)]
        self.acted += 1
        amount = seat.stake(self.rules.base_wager) * street.smallest if bets else 0
        self.must(c.Act(P, 0, seat.seat, street.wager if bets else street.decline, amount))
        said = f"{street.wager} {format_dollars(amount)}" if bets else str(street.decline)
        self.actions.setdefault(seat.seat, []).append(said.replace("_", "-") if street.is_exact else said)

    def _finish_board(self) -> None:
        while self.round.voids and self.round.phase is Phase.BOARD:
            self.must(c.DealCommunity(D))

    def _count_if_due(self) -> None:
        answer = decide(self.rules, self.table, c.Reveal(D))
        if isinstance(answer, Refused) and answer.code is Code.STUB_COUNT_DUE:
            self.must(c.CountStub(D, 0, stub_size(self.rules, self.round)))

    def _report(self, *moments: str) -> None:
        """Stub counts that cannot be made yet are made later; the last word on each report counts.

        A count is an act, made after what is told at that moment: who leaves may be the last one asked."""
        now = [trouble for trouble in self.waiting if trouble.when in moments or _is_due_count(trouble, moments)]
        if self.order is not None:
            self.order.shuffle(now)
        now.sort(key=lambda trouble: trouble.kind.startswith("stub_count"))
        for trouble in now:
            answer = self.do(self._command(trouble))
            self.answers[trouble] = answer
            not_yet = isinstance(answer, Refused) and answer.code in (Code.WRONG_PHASE, Code.BOARD_NOT_DEALT)
            if not (trouble.kind.startswith("stub_count") and not_yet):
                self.waiting.remove(trouble)

    def _command(self, trouble: Trouble) -> c.AnyCommand:
        if trouble.kind.startswith("stub_count"):
            stub = stub_size(self.rules, self.round)
            counted = stub - 1 if stub > 0 else 1
            in_deck = UNSET if trouble.in_deck is None else trouble.in_deck
            return c.CountStub(D, 0, counted, trouble.kind == "stub_count_misdealt", in_deck)
        return c.Report(D, 0, trouble.kind, trouble.count, (), trouble.seat, trouble.who, DURING.get(trouble.when))

    def _settle(self) -> None:
        while self.table.round is not None:
            answer = self.do(c.Settle(D))
            if isinstance(answer, Refused):
                claim = self.round.claim
                assert claim is not None, answer
                spins = answer.code is Code.WHEEL_NOT_SPUN
                self.must(c.SpinWheel(V, 0, claim, SYMBOL) if spins else c.ValidatePayout(F, 0, claim))
        assert self.last is not None
        self.removed = self.table.deck(self.last.deck) is None


def _is_due_count(trouble: Trouble, moments: tuple[str, ...]) -> bool:
    late = {DEALING, "flop", "community", AFTER, SETTLEMENT}.intersection(moments) and trouble.when != BETTING
    return trouble.kind.startswith("stub_count") and bool(late) and _COURSE.index(trouble.when) < _latest(moments)


_COURSE = (BETTING, DEALING, "decisions", "flop", "community", AFTER, "reveal", SETTLEMENT)


def _latest(moments: tuple[str, ...]) -> int:
    return max(_COURSE.index(moment) for moment in moments)


def assert_whole(round_: Round) -> None:
    """Every card of the deck is somewhere, and in one place only."""
    lying = [*round_.stock, *round_.dealer, *round_.board, *round_.board_face_down, *round_.burned, *round_.set_aside]
    lying += [card for seat in round_.seats for card in seat.cards]
    assert sorted(lying) == list(range(52)), round_


def scenario_of(live: Live) -> dict[str, Any]:
    """The round as it was played, in the words of a scenario. Hands that were not completed are not written."""
    assert live.last is not None
    rules, round_ = live.rules, live.last
    begun = live.at or new_table(rules)
    shown = (("main", begun.main), ("secondary", begun.secondary))
    meters = rules.book.progressive.meters.value if rules.book.progressive else ()
    written: dict[str, Any] = {
        "meters": {name: format_dollars(amount) for name, amount in shown if name in meters},
        "seats": [_seat_as_written(live, seat) for seat in round_.seats],
        "irregularities": [trouble.as_written() for trouble in live.case.troubles if _was_taken(live, trouble)],
    }
    if len(round_.dealer) == rules.dealer_cards:
        written["dealer"] = format_cards(Card(card) for card in round_.dealer)
    board = round_.board + round_.board_face_down
    if rules.community_cards and len(board) == rules.community_cards:
        written["community"] = format_cards(Card(card) for card in board)
    return written


def _was_taken(live: Live, trouble: Trouble) -> bool:
    """Whether the table took it, or answered that nothing comes of it."""
    answer = live.answers.get(trouble)
    if isinstance(answer, Accepted):
        return True
    late = answer is not None and dict(answer.facts).get("timing") == "late"
    return answer is not None and (late or answer.code is Code.NOTHING_CHANGES)


def _seat_as_written(live: Live, seat: Seat) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seat": seat.seat,
        "player": seat.player,
        "wagers": {name: format_dollars(amount) for name, amount in seat.stakes},
        "actions": live.actions.get(seat.seat, []),
    }
    if len(seat.cards) == live.rules.player_cards:
        data["cards"] = " ".join(format_card(Card(card)) for card in seat.cards)
    if live.last is not None and any(number == seat.seat for number, _ in live.last.spins):
        data["wheel"] = SYMBOL
    return data


def compared(lines: list[WagerSettled] | tuple[WagerSettled, ...]) -> list[tuple[object, ...]]:
    return sorted(
        (
            line.seat,
            line.wager,
            line.stake,
            line.outcome.value,
            line.paid,
            line.returned,
            line.clauses,
            line.source or 0,
        )
        for line in lines
    )


def check(case: Case, seed: int = 0, at: Table | None = None, as_filed: tuple[str, ...] = ()) -> Live:
    """Plays the case in each way and compares; raises AssertionError with the case where they differ.

    ``as_filed``: what else the scenario's submission says where the table is used otherwise than its own does."""
    live = Live(case, at=at).play()
    assert live.last is not None
    misdealt = {
        trouble.seat for trouble, answer in live.answers.items()
        if trouble.kind == "wrong_number_of_cards" and isinstance(answer, Accepted)
    }  # fmt: skip
    for line in live.lines:
        assert line.seat not in misdealt or line.outcome in ("void", "lose"), (case, line)
        seat = live.last.seat(line.seat)
        assert seat is not None
        complete = len(seat.cards) == live.rules.player_cards
        assert complete or line.outcome in ("void", "lose"), (case, line)
        assert line.seat not in misdealt or line.outcome == "void" or seat.forfeited is not None, (case, line)
    other = Live(case, random.Random(seed), at).play()
    assert compared(other.lines) == compared(live.lines), case
    assert other.removed == live.removed, case
    assert (other.table.main, other.table.secondary) == (live.table.main, live.table.secondary), case
    data = scenario_of(live)
    try:
        played = play_scenario(Rules(submission(case.name, *case.overrides, *as_filed)), data)
    except MalformedData as error:
        if more_than_the_deck_holds(error):  # A scenario deals all hands, also those at which the table stopped.
            return live
        raise AssertionError((case, data, error.problems)) from None
    assert compared(played.round.lines) == compared(live.lines), (case, data)
    assert played.round.voids == live.last.voids, (case, data)
    return live


def random_case(seed: int, table: tuple[str, tuple[str, ...]] | None = None) -> Case:
    chance = random.Random(seed)
    drawn = chance.choice(TABLES)
    name, overrides = table or drawn
    rules = Rules(submission(name, *overrides))
    deck = list(range(52))
    chance.shuffle(deck)
    if chance.random() < 0.3:  # Long suited runs, so that large hands come up.
        deck.sort(key=lambda card: (card // 13, chance.random() < 0.2))
    boxes: list[tuple[int, int, tuple[str, ...]]] = []
    adjacent = rules.submission.table.adjacent_boxes
    optional = [wager for wager in rules.stakes if wager not in rules.required]
    number = 1
    while number <= rules.seats:
        if chance.random() < 0.4:
            number += 1
            continue
        run = min(chance.randint(1, adjacent), rules.seats - number + 1)
        boxes += [
            (box, number, tuple(wager for wager in optional if chance.random() < 0.7))
            for box in range(number, number + run)
        ]
        number += run
    boxes = boxes or [(1, 1, tuple(optional))]
    cards = len(boxes) * rules.player_cards
    numbers = [box for box, _, _ in boxes]
    troubles = [random_trouble(chance, rules, numbers) for _ in range(chance.randint(0, 4))]
    counts = [trouble for trouble in troubles if trouble.kind.startswith("stub_count")]
    return Case(
        name=name,
        overrides=overrides,
        deck=tuple(deck),
        boxes=tuple(boxes),
        bets=tuple(chance.random() < 0.6 for _ in range(7)),
        troubles=tuple(dict.fromkeys(trouble for trouble in troubles if trouble not in counts[1:])),
        first_cards=chance.randint(1, cards) if chance.random() < 0.3 else None,
        turn=chance.randint(0, 6),
    )


def random_trouble(chance: random.Random, rules: Rules, boxes: list[int]) -> Trouble:
    kind = chance.choice(KINDS)
    words = [BETTING, DEALING, "decisions", AFTER, SETTLEMENT]
    words += ["flop", "community"] if rules.community_cards else []
    seat: int | None = chance.choice(boxes)
    who = None
    if kind == "wrong_number_of_cards" and chance.random() < 0.3:
        seat, who = None, chance.choice(["dealer", "community"] if rules.community_cards else ["dealer"])
    elif kind not in ("wrong_number_of_cards", "hand_abandoned", "information_shared"):
        seat = None
    count = chance.choice([1, 1, 2]) if kind == "cards_face_up" else 1
    in_deck = chance.choice([None, 51, 53]) if kind == "stub_count_misdealt" else None
    return Trouble(kind, chance.choice(words), seat, who, count, in_deck)


def run(rounds: int, seed: int) -> dict[str, int]:
    told = {"rounds": 0, "void": 0, "irregularities": 0, "taken": 0}
    for number in range(seed, seed + rounds):
        with naming(number):
            live = check(random_case(number), number)
        assert live.last is not None
        told["rounds"] += 1
        told["void"] += bool(live.last.voids)
        told["irregularities"] += len(live.answers)
        told["taken"] += sum(isinstance(answer, Accepted) for answer in live.answers.values())
    return told


@contextmanager
def naming(seed: int) -> Iterator[None]:
    """Says of a failure which seed it comes from."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"seed {seed}")
        raise


def asked(description: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def figures(told: dict[str, int]) -> str:
    counts = ", ".join(f"{name} {count:,}" for name, count in told.items())
    return f"{counts}; {time.process_time():.0f} seconds of processor time"


def main() -> int:
    chosen = asked(__doc__)
    told = run(chosen.rounds, chosen.seed)
    disagreements = compare(chosen.rounds, chosen.seed)
    print(*disagreements, figures(told), sep="\n")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
