"""Tables for tests: a submission by its bundled name, a table driven by commands, a scenario settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from houserules import law
from houserules.cards import Card, format_cards, parse_cards, parse_deck
from houserules.cli.overrides import with_overrides
from houserules.law import Submission, freeze, read_filing, read_toml
from houserules.money import parse_dollars
from houserules.play import (
    Accepted,
    AnyCommand,
    AnyEvent,
    Code,
    Phase,
    Refused,
    Role,
    Round,
    Rules,
    Table,
    decide,
    evolve,
    new_table,
    opening_commands,
    shuffle_commands,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled
from houserules.scenarios import answer_of, play_scenario

MD_HCF, MD_CTF, MA_HCF = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
D, F, P, V = Role.DEALER, Role.FLOORPERSON, Role.PLAYER, Role.DEVICE

IN_ORDER = tuple(range(52))


@cache
def submission(name: str, *overrides: str) -> Submission:
    """A bundled submission with overrides, as ``--set`` makes them."""
    data = read_toml(law.submissions()[name].folder.text("submission"), name)
    return freeze(read_filing(with_overrides(data, overrides), name))


def money(text: str) -> int:
    return parse_dollars(text)


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


def settle(name: str, data: dict[str, Any], *overrides: str) -> dict[str, Any]:
    """The answer to a scenario under a bundled submission with overrides."""
    under = Rules(submission(name, *overrides))
    return answer_of(under, play_scenario(under, data))


def seat(number: int, held: str, wagers: dict[str, str] | None = None, *actions: str, **more: Any) -> dict[str, Any]:
    """A seat of a scenario."""
    entry: dict[str, Any] = {"seat": number, "cards": held, "wagers": wagers or {"ante": "10"}, **more}
    if actions:
        entry["actions"] = list(actions)
    return entry


def lines_of(answer: dict[str, Any], number: int) -> dict[str, dict[str, Any]]:
    """The settled wagers of a seat by name."""
    (found,) = [entry for entry in answer["seats"] if entry["seat"] == number]
    return {line["wager"]: line for line in found["wagers"]}


def outcomes(answer: dict[str, Any], number: int) -> dict[str, tuple[str, str]]:
    """Wager to (outcome, returned) for a seat."""
    return {name: (line["outcome"], line["returned"]) for name, line in lines_of(answer, number).items()}


class TableForTest:
    """A table under a bundled submission. ``do`` must be accepted; ``refuses`` must not be, and changes nothing."""

    def __init__(self, name: str, *overrides: str, main: int | None = None, secondary: int = 0) -> None:
        self.submission = submission(name, *overrides)
        self.rules = Rules(self.submission)
        self.table: Table = new_table(self.rules, main, secondary)
        self.events: list[AnyEvent] = []
        self.now = 0

    def do(self, *commands: AnyCommand) -> tuple[AnyEvent, ...]:
        happened: list[AnyEvent] = []
        for command in commands:
            answer = decide(self.rules, self.table, command)
            assert isinstance(answer, Accepted), f"{command} refused: {answer}"
            for event in answer.events:
                assert event.clauses, event
                self.table = evolve(self.table, event)
            happened.extend(answer.events)
        self.events.extend(happened)
        return tuple(happened)

    def refuses(self, command: AnyCommand, code: Code, clause: str | None = None) -> Refused:
        before = self.table
        answer = decide(self.rules, self.table, command)
        assert isinstance(answer, Refused), f"{command} was accepted"
        assert answer.code is code, answer
        if clause is not None:
            assert answer.clause == clause, answer
        assert self.table is before
        return answer

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def phase(self) -> Phase:
        return self.round.phase

    def open(self) -> TableForTest:
        self.do(*opening_commands(self.submission.table.decks, self.now))
        return self

    def shuffle(self, order: Sequence[int] = IN_ORDER, deck: int | None = None) -> TableForTest:
        self.do(*shuffle_commands(self.rules, order, deck or self.next_deck(), self.now))
        return self

    def next_deck(self) -> int:
        return 2 if self.submission.table.decks == 2 and self.table.last_deck == 1 else 1

    def start(self, order: Sequence[int] = IN_ORDER) -> TableForTest:
        """Opened, shuffled, and a round begun."""
        if not self.table.decks:
            self.open()
        self.shuffle(order)
        self.do(c.OpenRound(D, self.now))
        return self

    def stakes(self, *names: str) -> tuple[tuple[str, int], ...]:
        """The smallest lawful stakes: the required wagers and those named."""
        rules = self.rules.stakes
        wanted = [*self.rules.required, *names]
        ante = rules["ante"].minimum
        return tuple((name, ante if rules[name].equals else rules[name].minimum) for name in wanted)

    def bet(self, *seats: int, also: Iterable[str] = ()) -> TableForTest:
        for number in seats:
            self.do(c.PlaceWagers(P, self.now, number, self.stakes(*also)))
        return self

    def close_betting(self) -> TableForTest:
        self.do(c.NoMoreBets(D))
        chips = sum(1 for entry in self.round.seats if entry.stake("progressive"))
        if chips:
            self.do(c.CollectProgressive(D, 0, chips, chips))
        return self

    def deal(self, *seats: int, also: Iterable[str] = (), order: Sequence[int] = IN_ORDER) -> TableForTest:
        self.start(order).bet(*seats, also=also).close_betting().do(c.Deal(D))
        return self

    def act_all(self, word: str | None = None) -> TableForTest:
        """Every player bets the least, or does what the word says as long as it is offered."""
        while self.phase in (Phase.DECISIONS, Phase.BOARD):
            if self.phase is Phase.BOARD:
                self.do(c.DealCommunity(D))
                continue
            assert self.round.turn is not None
            asked = self.round.seats[self.round.turn]
            street = self.rules.streets[self.round.stage]
            if word == "fold":
                self.do(c.Act(P, 0, asked.seat, street.decline))
            else:
                amount = asked.stake(self.rules.base_wager) * street.smallest
                self.do(c.Act(P, 0, asked.seat, street.wager, amount))
        return self

    def finish(self, symbol: str = "$5") -> tuple[WagerSettled, ...]:
        """Reveal where due, and settle to the end, with the floorperson and the wheel doing their part."""
        began = len(self.events)
        if self.phase is Phase.REVEAL:
            self.do(c.Reveal(D))
        while self.table.round is not None:
            answer = decide(self.rules, self.table, c.Settle(D))
            if isinstance(answer, Accepted):
                self.do(c.Settle(D))
                continue
            claim = self.round.claim
            assert claim is not None
            if answer.code is Code.WHEEL_NOT_SPUN:
                self.do(c.SpinWheel(V, 0, claim, symbol))
            else:
                self.do(c.ValidatePayout(F, 0, claim))
        return tuple(event for event in self.events[began:] if isinstance(event, WagerSettled))

    def play_round(self, order: Sequence[int] = IN_ORDER, seats: Sequence[int] = (1, 2)) -> tuple[WagerSettled, ...]:
        return self.deal(*seats, order=order).act_all().finish()


def deck_with(top: str) -> tuple[int, ...]:
    """A whole deck with these cards on top."""
    first = parse_cards(top)
    rest = [card for card in IN_ORDER if card not in first]
    return tuple(parse_deck(format_cards((*first, *(Card(card) for card in rest)))))
