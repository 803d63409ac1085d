"""A table to play at from a program. The engine decides everything; the shuffle is for practice only, not for
money."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from houserules.cards import Card, format_cards
from houserules.law import MalformedData
from houserules.law.words import PROGRESSIVE, Role
from houserules.library.choices import Amount, dollars_as_text
from houserules.library.results import Settlement
from houserules.money import Money, format_dollars, parse_dollars
from houserules.play import (
    Accepted,
    AnyCommand,
    Code,
    Phase,
    Refused,
    Round,
    Rules,
    Session,
    export_round,
    legal_commands,
    new_table,
    next_deck,
    opening_commands,
    shuffle_commands,
    stub_count_due,
    stub_size,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled
from houserules.scenarios import Played, answer_of

_FIRST: Final = 1


class NotAllowed(ValueError):
    """Something that the rules refuse, with the clause that refuses it."""

    def __init__(self, refused: Refused) -> None:
        facts = "".join(f", {name} {value}" for name, value in refused.facts)
        super().__init__(f"{refused.code.value.replace('_', ' ')}{facts} ({refused.clause})")
        self.code = refused.code.value
        self.clause = str(refused.clause)


class Option:
    """What the seat whose turn it is may do, with the limits of the amount."""

    def __init__(self, action: str, smallest: int | None, largest: int | None) -> None:
        self.action = action
        self.smallest = None if smallest is None else Fraction(format_dollars(smallest))
        self.largest = None if largest is None else Fraction(format_dollars(largest))

    def __repr__(self) -> str:
        return self.action if self.smallest is None else f"{self.action} {self.smallest} to {self.largest}"


class PracticeTable:
    """A practice table: ``bet``, then ``act`` for the seat whose ``turn`` it is, until there is a ``result``."""

    def __init__(self, rules: Rules, filed: Mapping[str, Any], seed: int | None = None) -> None:
        self.rules = rules
        self._filed = dict(filed)
        self._chance = random.Random(seed)
        self._session = Session(rules, new_table(rules))
        self._begin()
        for command in opening_commands(rules.submission.table.decks):
            self._do(command)

    def _begin(self) -> None:
        self._before = self._session.table
        self._commands: list[AnyCommand] = []
        self._session.events = []
        self._round: Round | None = None
        self.result: Settlement | None = None
        """What the wagers came to, once the round has been settled."""

    def _do(self, command: AnyCommand) -> Accepted:
        answer = self._session.do(command)
        if isinstance(answer, Refused):
            raise NotAllowed(answer)
        self._commands.append(command)
        return answer

    # A round

    def bet(self, seats: Mapping[int, Mapping[str, Amount]] | None = None, /, **wagers: Amount) -> None:
        """Places wagers in dollars, by seat, or those of seat 1 as keyword arguments. Then the cards are dealt."""
        if self._session.table.round is not None:
            raise ValueError("this round is not settled: act for the seat whose turn it is")
        placed = _placed({_FIRST: wagers} if seats is None else seats)
        self._begin()
        deck = next_deck(self.rules, self._session.table)
        order = list(range(self.rules.cards_in_deck))
        self._chance.shuffle(order)
        kept = self._session.table
        try:
            for command in (*shuffle_commands(self.rules, order, deck), c.OpenRound(Role.DEALER)):
                self._do(command)
            for seat, staked in placed:
                self._do(c.PlaceWagers(Role.PLAYER, 0, seat, staked))
            self._do(c.NoMoreBets(Role.DEALER))
        except NotAllowed:
            self._session.table = kept
            raise
        chips = sum(1 for seat in self._now.seats if seat.stake(PROGRESSIVE))
        if chips:
            self._do(c.CollectProgressive(Role.DEALER, 0, chips, chips))
        self._do(c.Deal(Role.DEALER))
        self._go_on()

    def act(self, action: str, amount: Amount | None = None) -> None:
        """Takes an action for the seat whose turn it is; without an amount, the smallest one allowed."""
        seat = self.turn
        if seat is None:
            raise ValueError("nobody is to act: bet to begin a round")
        name = action.replace("-", "_").replace(" ", "_")
        offered = {option.action: option for option in self.options}
        if amount is None and name in offered and offered[name].smallest is not None:
            amount = offered[name].smallest
        staked = 0 if amount is None else _stake("amount", amount)
        self._do(c.Act(Role.PLAYER, 0, seat, name, staked))
        self._go_on()

    def _go_on(self) -> None:
        """Takes every step that needs no player's decision."""
        while self._session.table.round is not None:
            self._round = self._now
            match self._now.phase:
                case Phase.DECISIONS:
                    if self.turn is not None:
                        return
                    raise AssertionError("a decision is due and nobody may take it")
                case Phase.BOARD:
                    self._do(c.DealCommunity(Role.DEALER))
                case Phase.REVEAL:
                    if stub_count_due(self.rules, self._session.table):
                        self._do(c.CountStub(Role.DEALER, 0, stub_size(self.rules, self._now)))
                    else:
                        self._do(c.Reveal(Role.DEALER))
                case _:
                    self._settle()

    def _settle(self) -> None:
        before = self._now
        answer = self._session.do(c.Settle(Role.DEALER))
        if isinstance(answer, Accepted):
            self._commands.append(c.Settle(Role.DEALER))
            if self._session.table.round is None:
                self._finish(before)
            return
        seat = before.claim or _FIRST
        if answer.code is Code.WHEEL_NOT_SPUN:
            assert self.rules.progressive is not None
            symbols = [symbol for symbol, count in self.rules.progressive.segments for _ in range(count)]
            self._do(c.SpinWheel(Role.DEVICE, 0, seat, self._chance.choice(symbols)))
        else:
            self._do(c.ValidatePayout(Role.FLOORPERSON, 0, seat))

    def _finish(self, before: Round) -> None:
        lines = tuple(event for event in self._session.events if isinstance(event, WagerSettled))
        self._round = replace(before, lines=lines)
        played = Played(self._round, self._session.table, tuple(self._session.events), dealer_known=True)
        self.result = Settlement(answer_of(self.rules, played))

    # What can be seen

    @property
    def _now(self) -> Round:
        assert self._session.table.round is not None
        return self._session.table.round

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is to act; None where it is nobody's."""
        round_ = self._session.table.round
        if round_ is None:
            return None
        seats = (seat.seat for seat in round_.seats)
        return next((seat for seat in seats if self._options_of(seat)), None)

    @property
    def options(self) -> list[Option]:
        """What the seat whose turn it is may do."""
        seat = self.turn
        return [] if seat is None else self._options_of(seat)

    def _options_of(self, seat: int) -> list[Option]:
        offered = legal_commands(self.rules, self._session.table, Role.PLAYER, seat)
        return [
            Option(each.command.action, each.smallest, each.largest)
            for each in offered
            if isinstance(each.command, c.Act)
        ]

    def cards(self, seat: int = _FIRST) -> str:
        """The cards of a seat, as in ``Qs 9s 4d``."""
        held = self._round.seat(seat) if self._round is not None else None
        return _shown(held.cards if held is not None else ())

    @property
    def board(self) -> str:
        """The community cards that are face up."""
        return _shown(self._round.board if self._round is not None else ())

    @property
    def dealer(self) -> str:
        """The dealer's cards, once they have been turned over."""
        return _shown(self._round.dealer if self._round is not None and self._round.revealed else ())

    @property
    def wheel(self) -> str | None:
        """The symbol at which the wheel stopped, if it was spun in this round."""
        spun = (each.symbol for each in self._commands if isinstance(each, c.SpinWheel))
        return next(spun, None)

    @property
    def meters(self) -> dict[str, Fraction]:
        """The progressive meters, in dollars."""
        shown = {"main": self._session.table.main, "secondary": self._session.table.secondary}
        named = self.rules.progressive_rules.meters.value if self.rules.meters else ()
        return {name.value: Fraction(format_dollars(shown[name.value])) for name in named}

    def export(self) -> bytes:
        """The round as a file, for ``houserules replay`` and ``houserules explain``."""
        if self.result is None:
            raise ValueError("there is no settled round to export")
        table = self._session
        return export_round(self._filed, self.rules.submission, self._before, self._commands, table.events)

    def __repr__(self) -> str:
        state = "settled" if self.result is not None else f"seat {self.turn} to act" if self.turn else "no round yet"
        return f"<PracticeTable: {self.rules.book.id}, {state}>"


def _placed(seats: Mapping[int, Mapping[str, Amount]]) -> list[tuple[int, tuple[tuple[str, Money], ...]]]:
    """What is wagered at each seat, in the order of the seats."""
    if not isinstance(seats, Mapping) or not all(
        isinstance(seat, int) and isinstance(stakes, Mapping) for seat, stakes in seats.items()
    ):
        raise MalformedData(f"seats: expected the wagers of each seat in a mapping, by its number, not {seats!r}")
    return [
        (seat, tuple((name, _stake(name, amount)) for name, amount in stakes.items()))
        for seat, stakes in sorted(seats.items())
    ]


def _stake(name: str, amount: Amount) -> Money:
    """The amount in dollars wagered under this name."""
    try:
        return parse_dollars(dollars_as_text(amount))
    except ValueError as error:
        raise MalformedData(f"{name}: {error}") from None


def _shown(cards: tuple[int, ...]) -> str:
    return format_cards([Card(card) for card in cards if card >= 0])
