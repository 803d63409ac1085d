"""What somebody may do now. Candidates are put to ``decide``; what it refuses is not listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from houserules.law import Submission
from houserules.play import commands as c
from houserules.play.commands import AnyCommand, Command, Role
from houserules.play.compiled import PROGRESSIVE, Rules, compiled
from houserules.play.dealing import cards_out, stub_size
from houserules.play.decide import decide
from houserules.play.decisions import lawful_actions, lawful_amounts
from houserules.play.events import Accepted
from houserules.play.guards import step_of
from houserules.play.state import UNREAD, Round, Table
from houserules.play.table_life import deepest_cut
from houserules.play.verbs import VERBS


class Option(Struct, frozen=True):
    """A lawful command. Where an amount may be chosen, the command holds the smallest, and both bounds stand by."""

    command: AnyCommand
    smallest: int | None = None
    largest: int | None = None


class Situation(Struct, frozen=True):
    """For whom options are sought, and where: a player is named by their seat."""

    rules: Rules
    table: Table
    who: Role
    at: int
    seat: int | None

    @property
    def round(self) -> Round:
        """Only asked for where the command belongs to a phase of a round, and the round is in it."""
        assert self.table.round is not None
        return self.table.round

    @property
    def decks(self) -> range:
        return range(1, self.rules.submission.table.decks + 1)


Found = Iterable[AnyCommand | Option]
_DEVICES: Final = ("shuffler", "shoe")


def legal_commands(
    submission: Submission, table: Table, who: Role, seat: int | None = None, at: int | None = None
) -> tuple[Option, ...]:
    """Everything that this person or device may do now.

    Commands whose content comes from outside (the order of a shuffle, the wheel's symbol, a count) are listed with
    content that is lawful; the caller puts in what really happened. ``at`` is the present, where it is known: a deck
    may have become overdue since the table's clock last moved.
    """
    now = table.now if at is None else max(at, table.now)
    here = Situation(compiled(submission), table, who, now, seat)
    candidates = (each for command in VERBS if _may_come(here, command) for each in _candidates(here, command))
    options = (each if isinstance(each, Option) else Option(each) for each in candidates)
    return tuple(option for option in options if isinstance(decide(submission, table, option.command), Accepted))


def _may_come(here: Situation, command: type[Command]) -> bool:
    """Whether the step is this role's in this phase: ``decide`` would say so too, candidate by candidate."""
    round_ = here.table.round
    if command.phases and (round_ is None or round_.phase not in command.phases):
        return False
    steps = (step_of(here.rules, here.table, name) for name in (command.step, command.other_step) if name)
    return any(step is not None and here.who in step.roles for step in steps)


def _candidates(here: Situation, command: type[Command]) -> Found:
    special = _SPECIAL.get(command)
    return special(here) if special is not None else _simple(here, command)


def _simple(here: Situation, command: type[Any]) -> Iterator[AnyCommand]:
    """One for each deck or each box that the command may be about; else one alone."""
    fields = command.__struct_fields__
    if "deck" in fields:
        yield from (command(here.who, here.at, deck=deck) for deck in here.decks)
    elif "seat" in fields:
        yield from (command(here.who, here.at, seat=seat.seat) for seat in here.round.seats)
    else:
        yield command(here.who, here.at)


def _receive(here: Situation) -> Found:
    for deck in here.decks:
        yield c.ReceiveCards(here.who, here.at, deck)
        yield c.ReceiveCards(here.who, here.at, deck, preshuffled=True, cards=_in_order(here))


def _in_order(here: Situation) -> tuple[int, ...]:
    return tuple(range(here.rules.cards_in_deck))


def _shuffle(here: Situation) -> Found:
    counted = here.rules.cards_in_deck if here.rules.submission.table.shuffler == "counting" else None
    return (c.Shuffle(here.who, here.at, _in_order(here), deck, counted) for deck in here.decks)


def _cut(here: Situation) -> Found:
    depth, deepest = here.rules.book.table.cut_depth.value, deepest_cut(here.rules)
    return (Option(c.CutCards(here.who, here.at, depth, deck), depth, deepest) for deck in here.decks)


def _report_device(here: Situation) -> Found:
    return (c.ReportDevice(here.who, here.at, device) for device in _DEVICES)


def _cover_device(here: Situation) -> Found:
    return (c.CoverDevice(here.who, here.at, device) for device in _DEVICES)


def _change_dealing(here: Situation) -> Found:
    return (c.ChangeDealing(here.who, here.at, method) for method in here.rules.book.dealing)


def _place(here: Situation) -> Found:
    if here.seat is None:
        return
    ante = here.rules.stakes["ante"]
    required = tuple((name, ante.minimum) for name in here.rules.required)
    yield Option(c.PlaceWagers(here.who, here.at, here.seat, required), ante.minimum, ante.maximum)
    for name, rule in here.rules.stakes.items():
        if not rule.required:
            command = c.PlaceWagers(here.who, here.at, here.seat, ((name, rule.minimum),))
            yield Option(command, rule.minimum, rule.maximum)


def _withdraw(here: Situation) -> Found:
    if here.seat is not None:
        yield c.WithdrawWagers(here.who, here.at, here.seat)


def _act(here: Situation) -> Found:
    rules, round_ = here.rules, here.round
    for seat in round_.seats:
        if seat.player != here.seat:
            continue
        smallest, largest, _ = lawful_amounts(rules, round_, seat)
        for action in lawful_actions(rules, rules.stages[round_.stage]):
            if action == rules.decision_wager:
                yield Option(c.Act(here.who, here.at, seat.seat, action, smallest), smallest, largest)
            else:
                yield c.Act(here.who, here.at, seat.seat, action)


def _collect(here: Situation) -> Found:
    chips = sum(1 for seat in here.round.seats if seat.stake(PROGRESSIVE))
    yield c.CollectProgressive(here.who, here.at, chips, chips)


def _read(here: Situation) -> Found:
    if UNREAD in here.round.stock:
        lying = cards_out(here.round) | {*here.round.stock}
        card = next(card for card in range(here.rules.cards_in_deck) if card not in lying)
        yield c.ReadCards(here.who, here.at, (card,))


def _count_stub(here: Situation) -> Found:
    yield c.CountStub(here.who, here.at, stub_size(here.rules, here.round))


def _spin(here: Situation) -> Found:
    if here.rules.wheel and PROGRESSIVE in here.rules.tables:
        symbol = here.rules.tables[PROGRESSIVE].lines[0].hand
        yield from (c.SpinWheel(here.who, here.at, seat.seat, symbol) for seat in here.round.seats)


def _report(here: Situation) -> Found:
    round_ = here.table.round
    if round_ is not None:
        seat = round_.seats[0].seat if round_.seats else None
        yield from (c.Report(here.who, here.at, kind, seat=seat) for kind in here.rules.book.irregularities)


_SPECIAL: Final[dict[type[Command], Callable[[Situation], Found]]] = {
    c.ReceiveCards: _receive,
    c.Shuffle: _shuffle,
    c.CutCards: _cut,
    c.ReportDevice: _report_device,
    c.CoverDevice: _cover_device,
    c.ChangeDealing: _change_dealing,
    c.PlaceWagers: _place,
    c.WithdrawWagers: _withdraw,
    c.Act: _act,
    c.CollectProgressive: _collect,
    c.ReadCards: _read,
    c.CountStub: _count_stub,
    c.SpinWheel: _spin,
    c.Report: _report,
}
"""Commands that hold more than a deck or a box."""
