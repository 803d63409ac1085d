"""What someone might do now: commands to put to ``decide``, with lawful content where there is any.

Content that comes from outside (the order of a shuffle, the wheel's symbol, a count) is made up here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from houserules.law.words import PROGRESSIVE, Role
from houserules.play import commands as c
from houserules.play.commands import AnyCommand, Command
from houserules.play.round.dealing import cards_out, stub_size
from houserules.play.round.decisions import lawful_actions, lawful_amounts
from houserules.play.round.irregularity_timing import OF_A_PLAYER, REPORTED
from houserules.play.rules import Rules
from houserules.play.state import UNREAD, Round, Table
from houserules.play.table_life import deepest_cut


class Option(Struct, frozen=True):
    """A lawful command. Where an amount may be chosen, the command holds the smallest one; both bounds are given
    beside it."""

    command: AnyCommand
    smallest: int | None = None
    largest: int | None = None
    clause: str | None = None
    """The clause that allows it, filled in once the rules have been asked."""


class Situation(Struct, frozen=True):
    """Whose options are sought, and where: a player is identified by their seat."""

    rules: Rules
    table: Table
    who: Role
    at: int
    seat: int | None

    @property
    def round(self) -> Round:
        """Used only where the command belongs to a phase of a round, and the round is in that phase."""
        assert self.table.round is not None
        return self.table.round

    @property
    def decks(self) -> range:
        return range(1, self.rules.submission.table.decks + 1)

    def decks_for(self, command: type[Command]) -> Iterable[int]:
        """The decks that have the status that the command wants; all decks where it wants none."""
        wanted = command.wants
        if wanted is None:
            return self.decks
        return [deck.number for deck in self.table.decks if deck.status is wanted]


Found = Iterable[AnyCommand | Option]
Candidates = Callable[[Situation], Found]
_DEVICES: Final = ("shuffler", "shoe")


def simple(command: type[Any], here: Situation) -> Iterator[AnyCommand]:
    """One command for each deck or each box that it may be about; otherwise a single one."""
    fields = command.__struct_fields__
    if "deck" in fields:
        yield from (command(here.who, here.at, deck=deck) for deck in here.decks_for(command))
    elif "seat" in fields:
        yield from (command(here.who, here.at, seat=seat.seat) for seat in here.round.seats)
    else:
        yield command(here.who, here.at)


def receive(here: Situation) -> Found:
    for deck in here.decks:
        if here.table.deck(deck) is not None:
            continue
        yield c.ReceiveCards(here.who, here.at, deck)
        yield c.ReceiveCards(here.who, here.at, deck, preshuffled=True, cards=_in_order(here))


def _in_order(here: Situation) -> tuple[int, ...]:
    return tuple(range(here.rules.cards_in_deck))


def shuffle(here: Situation) -> Found:
    counted = here.rules.cards_in_deck if here.rules.shuffling.counts else None
    return (c.Shuffle(here.who, here.at, _in_order(here), deck, counted) for deck in here.decks_for(c.Shuffle))


def cut(here: Situation) -> Found:
    depth, deepest = here.rules.book.table.cut_depth.value, deepest_cut(here.rules)
    return (Option(c.CutCards(here.who, here.at, depth, deck), depth, deepest) for deck in here.decks_for(c.CutCards))


def report_device(here: Situation) -> Found:
    return (c.ReportDevice(here.who, here.at, device) for device in _DEVICES)


def cover_device(here: Situation) -> Found:
    return (c.CoverDevice(here.who, here.at, device) for device in _DEVICES)


def report_repair(here: Situation) -> Found:
    return (c.ReportRepair(here.who, here.at, device) for device in here.table.failed)


def uncover_device(here: Situation) -> Found:
    return (c.UncoverDevice(here.who, here.at, device) for device in here.table.covered)


def change_dealing(here: Situation) -> Found:
    return (c.ChangeDealing(here.who, here.at, method) for method in here.rules.book.dealing)


def place(here: Situation) -> Found:
    if here.seat is None:
        return
    base = here.rules.stakes[here.rules.base_wager]
    required = tuple((name, base.minimum) for name in here.rules.required)
    yield Option(c.PlaceWagers(here.who, here.at, here.seat, required), base.minimum, base.maximum)
    for name, rule in here.rules.stakes.items():
        bounds = [(each, each) for each in rule.amounts] or [(rule.minimum, rule.maximum)]
        for least, most in bounds if not rule.required else ():
            yield Option(c.PlaceWagers(here.who, here.at, here.seat, ((name, least),)), least, most)


def withdraw(here: Situation) -> Found:
    if here.seat is not None:
        yield c.WithdrawWagers(here.who, here.at, here.seat)


def act(here: Situation) -> Found:
    rules, round_ = here.rules, here.round
    for seat in round_.seats:
        if seat.player != here.seat:
            continue
        smallest, largest, _ = lawful_amounts(rules, round_, seat)
        street = rules.streets[round_.stage]
        for action in lawful_actions(street):
            if action == street.wager:
                yield Option(c.Act(here.who, here.at, seat.seat, action, smallest), smallest, largest)
            else:
                yield c.Act(here.who, here.at, seat.seat, action)


def collect(here: Situation) -> Found:
    chips = sum(1 for seat in here.round.seats if seat.stake(PROGRESSIVE))
    yield c.CollectProgressive(here.who, here.at, chips, chips)


def read(here: Situation) -> Found:
    if UNREAD in here.round.stock:
        lying = cards_out(here.round) | {*here.round.stock}
        card = next(card for card in range(here.rules.cards_in_deck) if card not in lying)
        yield c.ReadCards(here.who, here.at, (card,))


def count_stub(here: Situation) -> Found:
    whole = here.rules.cards_in_deck
    yield c.CountStub(here.who, here.at, stub_size(here.rules, here.round), in_deck=whole)


def spin(here: Situation) -> Found:
    if here.rules.wheel and PROGRESSIVE in here.rules.tables:
        symbol = here.rules.tables[PROGRESSIVE].lines[0].hand
        yield from (c.SpinWheel(here.who, here.at, seat.seat, symbol) for seat in here.round.seats)


_TIMES: Final = (None, "decisions", "deal")
"""When an irregularity may have happened: what no longer is one may have been one then."""


def report(here: Situation) -> Found:
    round_ = here.table.round
    if round_ is None:
        return
    boxes: list[int | None] = [seat.seat for seat in round_.seats] or [None]
    for kind in REPORTED:
        for seat in boxes if kind in OF_A_PLAYER else boxes[:1]:
            yield from (c.Report(here.who, here.at, kind, seat=seat, during=during) for during in _TIMES)
