"""Which transfers an event means. Events without money mean none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from houserules.law.words import PROGRESSIVE
from houserules.ledger.accounts import FELT, HOUSE, MAIN_METER, SECONDARY_METER, Ledger, Transfer
from houserules.play import events as e


class Posted(Struct, frozen=True):
    ledger: Ledger
    transfers: tuple[Transfer, ...]


def post(ledger: Ledger, event: e.AnyEvent) -> Posted:
    """The ledger after the event. The felt must be empty when a round closes."""
    if isinstance(event, e.RoundClosed):
        assert ledger.balance(FELT) == 0, "the felt is empty when a round closes"
    ledger = _remember(ledger, event)
    if not isinstance(event, _WITH_MONEY):
        return Posted(ledger, ())
    transfers = tuple([transfer for transfer in _transfers(ledger, event) if transfer.amount])
    for transfer in transfers:
        assert transfer.amount > 0, "a transfer moves money one way"
    return Posted(_apply(ledger, transfers), transfers)


_WITH_MONEY: Final = (
    e.WagerSettled, e.WagersPlaced, e.Raised, e.WagersWithdrawn, e.ChipReturned, e.ProgressiveCollected,
    e.MeterChanged,
)  # fmt: skip


def post_all(ledger: Ledger, happened: Iterable[e.AnyEvent]) -> Posted:
    transfers: list[Transfer] = []
    for event in happened:
        posted = post(ledger, event)
        ledger = posted.ledger
        transfers.extend(posted.transfers)
    return Posted(ledger, tuple(transfers))


def _remember(ledger: Ledger, event: e.AnyEvent) -> Ledger:
    match event:
        case e.RoundOpened():
            return replace(ledger, players=(), collected=False)
        case e.WagersPlaced(seat=seat, player=player):
            return replace(ledger, players=(*(pair for pair in ledger.players if pair[0] != seat), (seat, player)))
        case e.ProgressiveCollected():
            return replace(ledger, collected=True)
        case _:
            return ledger


def _transfers(ledger: Ledger, event: e.AnyEvent) -> Iterator[Transfer]:
    name = type(event).__struct_config__.tag
    assert isinstance(name, str)

    def move(source: str, target: str, amount: int, status: str, wager: str | None = None) -> Transfer:
        return Transfer(source, target, amount, status, name, wager, event.clauses)

    match event:
        case e.WagerSettled():
            yield from _settled(ledger, event, name)
        case e.WagersPlaced(seat=seat, wagers=wagers):
            for wager, amount in wagers:
                yield move(ledger.player_at(seat), FELT, amount, "pending", wager)
        case e.Raised(seat=seat, wager=wager, amount=amount):
            yield move(ledger.player_at(seat), FELT, amount, "pending", wager)
        case e.WagersWithdrawn(seat=seat, wagers=wagers):
            for wager, amount in wagers:
                yield move(FELT, ledger.player_at(seat), amount, "voided", wager)
        case e.ChipReturned(seat=seat, amount=amount):
            yield move(FELT, ledger.player_at(seat), amount, "voided", PROGRESSIVE)
        case e.ProgressiveCollected(amount=amount):
            yield move(FELT, HOUSE, amount, "posted", PROGRESSIVE)
        case e.MeterChanged():
            yield from _meters(ledger, event, name)
        case _:
            return


def _settled(ledger: Ledger, event: e.WagerSettled, name: str) -> Iterator[Transfer]:
    """The stake leaves the felt, one way or the other; winnings come from the house or from the meter."""
    account = ledger.player_at(event.seat)

    def move(source: str, target: str, amount: int, status: str = "posted") -> Transfer:
        return Transfer(source, target, amount, status, name, event.wager, event.clauses)

    stake_from = HOUSE if event.wager == PROGRESSIVE and ledger.collected else FELT
    back = event.returned - event.paid
    yield move(stake_from, account, back, "voided" if event.outcome == "void" else "posted")
    if stake_from == FELT:
        yield move(FELT, HOUSE, event.stake - back)
    yield move(MAIN_METER if event.paid_from == "main" else HOUSE, account, event.paid)


def _meters(ledger: Ledger, event: e.MeterChanged, name: str) -> Iterator[Transfer]:
    """What brings both meters from where the ledger has them to what they now show."""

    def move(source: str, target: str, amount: int) -> Transfer:
        return Transfer(source, target, amount, "posted", name, PROGRESSIVE, event.clauses)

    main, secondary = ledger.balance(MAIN_METER), ledger.balance(SECONDARY_METER)
    handed_on = max(0, secondary - event.secondary)
    yield move(SECONDARY_METER, MAIN_METER, handed_on)
    yield move(HOUSE, SECONDARY_METER, max(0, event.secondary - secondary))
    missing = event.main - main - handed_on
    yield move(HOUSE, MAIN_METER, max(0, missing))
    yield move(MAIN_METER, HOUSE, max(0, -missing))


def _apply(ledger: Ledger, transfers: tuple[Transfer, ...]) -> Ledger:
    if not transfers:
        return ledger
    balances = dict(ledger.balances)
    for transfer in transfers:
        balances[transfer.source] = balances.get(transfer.source, 0) - transfer.amount
        balances[transfer.target] = balances.get(transfer.target, 0) + transfer.amount
    return replace(ledger, balances=tuple(balances.items()))
