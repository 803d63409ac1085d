"""What somebody may do now. Candidates are put to ``decide``; what it refuses is not offered."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from houserules.law import Submission
from houserules.law.words import PROGRESSIVE, Role
from houserules.play import commands as c
from houserules.play.commands import AnyCommand
from houserules.play.compiled import Rules, compiled
from houserules.play.dealing import cards_out, stub_size
from houserules.play.decide import decide
from houserules.play.decisions import lawful_actions, lawful_amounts
from houserules.play.events import Accepted
from houserules.play.state import UNREAD, Phase, Round, Table
from houserules.play.table_life import deepest_cut


class Option(Struct, frozen=True):
    """A lawful command. Where an amount may be chosen, the command holds the smallest, and both bounds stand by."""

    command: AnyCommand
    smallest: int | None = None
    largest: int | None = None


def legal_commands(
    submission: Submission, table: Table, who: Role, seat: int | None = None, at: int | None = None
) -> tuple[Option, ...]:
    """Everything that this person or device may do now, a player being named by the own seat.

    Commands whose content comes from outside (the order of a shuffle, the wheel's symbol, a count) are offered with
    content that is lawful; the caller puts in what really happened. ``at`` is the present, where it is known: a deck
    may have become overdue since the table's clock last moved.
    """
    rules = compiled(submission)
    now = table.now if at is None else max(at, table.now)
    candidates = _players(rules, table, seat) if who is Role.PLAYER else _others(rules, table, who, now)
    return tuple(option for option in candidates if isinstance(decide(submission, table, option.command), Accepted))


def _players(rules: Rules, table: Table, number: int | None) -> Iterator[Option]:
    at = table.now
    for deck in table.decks:
        yield Option(c.ViewCards(Role.PLAYER, at, deck.number))
    round_ = table.round
    if round_ is None or number is None:
        return
    if round_.phase is Phase.BETTING:
        base = rules.stakes[rules.base_wager]
        required = tuple((name, base.minimum) for name in rules.required)
        yield Option(c.PlaceWagers(Role.PLAYER, at, number, required), base.minimum, base.maximum)
        for name, rule in rules.stakes.items():
            if not rule.required:
                command = c.PlaceWagers(Role.PLAYER, at, number, ((name, rule.minimum),))
                yield Option(command, rule.minimum, rule.maximum)
        yield Option(c.WithdrawWagers(Role.PLAYER, at, number))
    elif round_.phase is Phase.DECISIONS:
        yield from _decisions(rules, round_, at, number)


def _decisions(rules: Rules, round_: Round, at: int, player: int) -> Iterator[Option]:
    for seat in round_.seats:
        if seat.player != player:
            continue
        smallest, largest, _ = lawful_amounts(rules, round_, seat)
        street = rules.streets[round_.stage]
        for action in lawful_actions(street):
            if action == street.wager:
                yield Option(c.Act(Role.PLAYER, at, seat.seat, action, smallest), smallest, largest)
            else:
                yield Option(c.Act(Role.PLAYER, at, seat.seat, action))


def _others(rules: Rules, table: Table, who: Role, at: int) -> Iterator[Option]:
    deck_in_order = tuple(range(rules.cards_in_deck))
    counted = rules.cards_in_deck if rules.submission.table.shuffler == "counting" else None
    for deck in range(1, rules.submission.table.decks + 1):
        yield Option(c.ReceiveCards(who, at, deck))
        yield Option(c.ReceiveCards(who, at, deck, preshuffled=True, cards=deck_in_order))
        for step in (c.InspectCards, c.VerifyInspection, c.SpreadCards, c.StackCards, c.OrderShuffle, c.OrderRecut):
            yield Option(step(who, at, deck))
        yield Option(c.RemoveDeck(who, at, deck))
        yield Option(c.Shuffle(who, at, deck_in_order, deck, counted))
        depth = rules.book.table.cut_depth.value
        yield Option(c.CutCards(who, at, depth, deck), depth, deepest_cut(rules))
    yield Option(c.OpenRound(who, at))
    yield Option(c.GoIdle(who, at))
    yield Option(c.CloseTable(who, at))
    for device in ("shuffler", "shoe"):
        yield Option(c.ReportDevice(who, at, device))
        yield Option(c.CoverDevice(who, at, device))
    for method in rules.book.dealing:
        yield Option(c.ChangeDealing(who, at, method))
    if table.round is not None:
        yield from _in_round(rules, table.round, who, at)


def _read(rules: Rules, round_: Round, who: Role, at: int) -> Iterator[Option]:
    if UNREAD in round_.stock:
        lying = cards_out(round_) | {*round_.stock}
        yield Option(c.ReadCards(who, at, (next(card for card in range(rules.cards_in_deck) if card not in lying),)))


def _in_round(rules: Rules, round_: Round, who: Role, at: int) -> Iterator[Option]:
    chips = sum(1 for seat in round_.seats if seat.stake(PROGRESSIVE))
    yield Option(c.NoMoreBets(who, at))
    yield Option(c.CollectProgressive(who, at, chips, chips))
    yield from _read(rules, round_, who, at)
    yield Option(c.Deal(who, at))
    yield Option(c.DealCommunity(who, at))
    yield Option(c.CountStub(who, at, stub_size(rules, round_)))
    yield Option(c.Reveal(who, at))
    yield Option(c.Settle(who, at))
    for seat in round_.seats:
        yield Option(c.CorrectCount(who, at, seat.seat))
        yield Option(c.ValidatePayout(who, at, seat.seat))
        if rules.wheel and PROGRESSIVE in rules.tables:
            yield Option(c.SpinWheel(who, at, seat.seat, rules.tables[PROGRESSIVE].lines[0].hand))
    for kind in rules.book.irregularities:
        yield Option(c.Report(who, at, kind, seat=round_.seats[0].seat if round_.seats else None))
