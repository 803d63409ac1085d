"""Which postings an event leads to. Events that move no money lead to none.

No state is kept here between events: what lies on the felt, what the meters show and who bets at which seat are read
from the table as it was before the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from houserules.law.words import PROGRESSIVE
from houserules.ledger.accounts import (
    FELT,
    HOUSE,
    MAIN_METER,
    OPERATOR,
    SECONDARY_METER,
    Account,
    Posting,
    Transfer,
    player,
)
from houserules.play import Round, Table
from houserules.play import events as e


def postings(table: Table, event: e.AnyEvent) -> tuple[Posting, ...]:
    """What the event moves at a table that was in this state before it."""
    if type(event) not in _WITH_MONEY:
        return ()
    found = tuple([posting for posting in _postings(table, event) if posting.amount])
    assert all(posting.amount > 0 for posting in found), "a posting moves money one way"
    return found


_WITH_MONEY: Final = frozenset((
    e.WagerSettled, e.WagersPlaced, e.Raised, e.WagersWithdrawn, e.ChipReturned, e.ProgressiveCollected,
    e.MeterChanged,
))  # fmt: skip


def transfers(
    moves: tuple[Posting, ...], event: e.AnyEvent, name_of: Callable[[Account], str]
) -> tuple[Transfer, ...]:
    """The postings of an event under the names that the accounts have in the books."""
    name = type(event).__struct_config__.tag
    assert isinstance(name, str)
    return tuple(
        [
            Transfer(
                name_of(move.source), name_of(move.target), move.amount, move.status, name, move.wager, event.clauses
            )
            for move in moves
        ]
    )


def _postings(table: Table, event: e.AnyEvent) -> Iterator[Posting]:
    match event:
        case e.WagerSettled():
            yield from _settled(_round(table), event)
        case e.WagersPlaced(player=number, wagers=wagers):
            for wager, amount in wagers:
                yield Posting(player(number), FELT, amount, "pending", wager)
        case e.Raised(seat=seat, wager=wager, amount=amount):
            yield Posting(_player_at(table, seat), FELT, amount, "pending", wager)
        case e.WagersWithdrawn(seat=seat, wagers=wagers):
            for wager, amount in wagers:
                yield Posting(FELT, _player_at(table, seat), amount, "voided", wager)
        case e.ChipReturned(seat=seat, amount=amount):
            yield Posting(FELT, _player_at(table, seat), amount, "voided", PROGRESSIVE)
        case e.ProgressiveCollected(amount=amount):
            yield Posting(FELT, HOUSE, amount, "posted", PROGRESSIVE)
        case e.MeterChanged(reason=reason) if reason != e.LINKED:
            yield from _meters(table, event)
        case _:
            return


def _round(table: Table) -> Round:
    assert table.round is not None, "wagers are made and settled in a round"
    return table.round


def _player_at(table: Table, seat: int) -> Account:
    box = _round(table).seat(seat)
    assert box is not None, "an event of a box comes after its wagers"
    return player(box.player)


def _settled(round_: Round, event: e.WagerSettled) -> Iterator[Posting]:
    """The stake leaves the felt, one way or the other; winnings come from the house or from the meter."""
    box = round_.seat(event.seat)
    assert box is not None, "only a box with wagers is settled"
    account, wager = player(box.player), event.wager
    stake_from = HOUSE if wager == PROGRESSIVE and round_.collected else FELT
    back = event.returned - event.paid
    yield Posting(stake_from, account, back, "voided" if event.outcome == "void" else "posted", wager)
    if stake_from is FELT:
        yield Posting(FELT, HOUSE, event.stake - back, "posted", wager)
    yield Posting(MAIN_METER if event.paid_from == "main" else HOUSE, account, event.paid, "posted", wager)


def _meters(table: Table, event: e.MeterChanged) -> Iterator[Posting]:
    """The postings that bring both meters to what they now show. A change made by another table or by a correction is
    booked there."""

    def move(source: Account, target: Account, amount: int) -> Posting:
        return Posting(source, target, amount, "posted", PROGRESSIVE)

    handed_on = max(0, table.secondary - event.secondary)
    yield move(SECONDARY_METER, MAIN_METER, handed_on)
    yield move(OPERATOR, SECONDARY_METER, max(0, event.secondary - table.secondary))
    missing = event.main - (table.main - _just_paid(table, event)) - handed_on
    yield move(OPERATOR, MAIN_METER, max(0, missing))
    yield move(MAIN_METER, OPERATOR, max(0, -missing))


def _just_paid(table: Table, event: e.MeterChanged) -> int:
    """What the wager settled just before took from the main meter, which the table still shows."""
    if event.reason != e.PAYOUT:
        return 0
    last = _round(table).lines[-1]
    assert last.paid_from == "main", "a meter changes for a payout when a wager was paid from it"
    return last.paid
