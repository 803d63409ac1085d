"""The progressive: contributions, payments from the meter as it stands, and what others' hands earn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import assert_never

from houserules.cards import Card, suit_of
from houserules.law.words import PROGRESSIVE, AfterAllOfIt, Switch
from houserules.money import format_price
from houserules.play.cited import cited
from houserules.play.events import (
    CONTRIBUTION,
    PAYOUT,
    AnyEvent,
    MeterChanged,
    PaidFrom,
    SettledAs,
    WagerSettled,
)
from houserules.play.game import Hand
from houserules.play.refusals import Code
from houserules.play.round.lines import Line
from houserules.play.rules import Rules
from houserules.play.state import Round, Seat, Table


class Meters:
    """The two meters while payments of one settlement are made."""

    __slots__ = ("main", "secondary")

    def __init__(self, main: int, secondary: int) -> None:
        self.main = main
        self.secondary = secondary


def contribute(rules: Rules, table: Table, stakes: Sequence[int]) -> MeterChanged | None:
    """All accepted wagers of a round, added to the meters when the betting closes."""
    added = [rules.contribution.get(stake, (0, 0)) for stake in stakes]
    main, secondary = (sum([each[meter] for each in added]) for meter in (0, 1))
    if not main and not secondary:
        return None
    progressive = rules.progressive_rules
    clauses = cited(progressive.rates, progressive.meters)
    return MeterChanged(
        clauses=clauses, main=table.main + main, secondary=table.secondary + secondary, reason=CONTRIBUTION,
        main_by=main, secondary_by=secondary,
    )  # fmt: skip


def holds_suited_hole_cards(rules: Rules, seat: Seat) -> bool:
    """Whether the hole cards that the rulebook asks for are of one suit."""
    suits = {suit_of(Card(card)) for card in seat.cards[: rules.suited_hole_cards]}
    return len(seat.cards) >= rules.suited_hole_cards and len(suits) == 1


def spun(round_: Round, seat: int) -> str | None:
    return next((symbol for number, symbol in round_.spins if number == seat), None)


def winning_line(rules: Rules, round_: Round, seat: Seat, hand: Hand) -> Line | None:
    """The line that the hand, or the symbol of its spin, has won."""
    table = rules.tables[PROGRESSIVE]
    if not rules.wheel:
        return table.best(hand)
    symbol = spun(round_, seat.seat)
    if symbol is None or not holds_suited_hole_cards(rules, seat):
        return None
    return table.named(symbol)


def waits_for(rules: Rules, round_: Round, seat: Seat, line: Line | None) -> Code | None:
    """What must happen before the progressive wager of this seat, with this winning line, can be settled."""
    if line is None and not rules.wheel:
        return None
    if rules.wheel and holds_suited_hole_cards(rules, seat) and spun(round_, seat.seat) is None:
        return Code.WHEEL_NOT_SPUN
    if line is None or seat.seat in round_.validated:
        return None
    if rules.only_shares_are_validated and line.share is None:
        return None
    return Code.NOT_VALIDATED


def pay_progressive(
    rules: Rules, meters: Meters, step: int, seat: Seat, stake: int, line: Line | None
) -> Iterator[AnyEvent]:
    """The chip was collected before the deal, so what is returned is the payment alone."""
    table = rules.tables[PROGRESSIVE]
    if line is None:
        yield WagerSettled(
            clauses=table.clauses, step=step, seat=seat.seat, wager=PROGRESSIVE, stake=stake, outcome=SettledAs.LOSE,
            odds=None, paid=0, returned=0, paytable=table.letter, row=None, paid_from=PaidFrom.HOUSE, source=None,
            limited_by=None,
        )  # fmt: skip
        return
    if line.of_prize and (goods := rules.merchandise):
        yield _won_in_kind(rules, step, seat, stake, line, goods)
        return
    paid, paid_from = _payment(rules, meters, line, stake)
    # The clause about the meter reading matters only for wins that are paid from the meter.
    meter = cited(rules.progressive_rules.paid_at) if paid_from is PaidFrom.MAIN else ()
    yield WagerSettled(
        clauses=(*line.clauses, *meter), step=step, seat=seat.seat, wager=PROGRESSIVE, stake=stake,
        outcome=SettledAs.WIN, odds=line.shown, paid=paid, returned=paid, paytable=table.letter, row=line.hand,
        paid_from=paid_from, source=None, limited_by=None,
    )  # fmt: skip
    if paid_from is PaidFrom.MAIN:
        assert line.share is not None
        yield _take_from_meter(rules, meters, line.share, paid)


def _won_in_kind(rules: Rules, step: int, seat: Seat, stake: int, line: Line, goods: str) -> WagerSettled:
    """Merchandise is handed over at its value; no money moves."""
    worth = rules.prize
    return WagerSettled(
        clauses=line.clauses, step=step, seat=seat.seat, wager=PROGRESSIVE, stake=stake, outcome=SettledAs.WIN,
        odds=f"{goods}, worth {format_price(worth)}", paid=0, returned=0, paytable=rules.tables[PROGRESSIVE].letter,
        row=line.hand, paid_from=PaidFrom.HOUSE, source=None, limited_by=None, in_kind=worth,
    )  # fmt: skip


def _payment(rules: Rules, meters: Meters, line: Line, stake: int) -> tuple[int, PaidFrom]:
    choices = rules.progressive
    assert choices is not None
    if line.share is not None:
        fund, account = (rules.prize, PaidFrom.HOUSE) if line.of_prize else (meters.main, PaidFrom.MAIN)
        return choices.rounding.apply(line.share * fund), account
    if line.odds is not None:
        return line.winnings(stake), PaidFrom.HOUSE
    if rules.fixed_amount_per is not None:
        return choices.rounding.apply(Fraction(line.amount * stake, rules.fixed_amount_per)), PaidFrom.HOUSE
    return line.amount, PaidFrom.HOUSE


def _take_from_meter(rules: Rules, meters: Meters, share: Fraction, paid: int) -> MeterChanged:
    """The payment is deducted from the meter; after a payment of all of it, the document says what the meter shows
    next."""
    before_main, before_secondary = meters.main, meters.secondary
    choices = rules.progressive
    assert choices is not None
    after = rules.progressive_rules.after_all_of_it
    if share < 1:
        meters.main = max(0, meters.main - paid)
        clauses = cited(rules.progressive_rules.paid_at)
    else:
        clauses = cited(after)
        match after.value:
            case AfterAllOfIt.SECONDARY_METER:
                meters.main, meters.secondary = meters.secondary, 0
            case AfterAllOfIt.RESET_AMOUNT:
                meters.main = choices.reset or 0
            case _:
                assert_never(after.value)
    return MeterChanged(
        clauses=clauses, main=meters.main, secondary=meters.secondary, reason=PAYOUT,
        main_by=meters.main - before_main, secondary_by=meters.secondary - before_secondary,
    )  # fmt: skip


def pay_for_hand(
    rules: Rules, round_: Round, step: int, holder: Seat, hand_of: Callable[[Seat], Hand]
) -> Iterator[AnyEvent]:
    """When this hand is a listed one, every other player with the wager is paid."""
    table = rules.shared
    assert table is not None
    line = table.best(hand_of(holder)) if _earns_for_others(rules, holder) else None
    if line is not None:
        yield from _pay_others(rules, round_, step, holder, line)


def pay_for_symbol(rules: Rules, round_: Round, step: int, winner: Seat) -> Iterator[AnyEvent]:
    """When the winner's spin shows a listed symbol, every other player with the wager is paid."""
    symbol = spun(round_, winner.seat)
    table = rules.shared
    assert table is not None
    line = table.named(symbol) if symbol is not None else None
    if line is not None and winner.forfeited is None:
        yield from _pay_others(rules, round_, step, winner, line)


def _pay_others(rules: Rules, round_: Round, step: int, holder: Seat, line: Line) -> Iterator[AnyEvent]:
    for other in rules.in_order(round_.seats):
        if other.player != holder.player and _receives(rules, round_, other):
            yield _shared_line(rules, step, other, holder, line)


def _receives(rules: Rules, round_: Round, seat: Seat) -> bool:
    """Whether this seat's progressive wager still stands."""
    if not seat.stake(PROGRESSIVE) or seat.forfeited is not None:
        return False
    if round_.voids:
        return rules.is_complete(seat)
    return seat.action != "fold" or PROGRESSIVE in rules.survive_fold


def _earns_for_others(rules: Rules, holder: Seat) -> bool:
    """Whether this hand is turned over: a folded hand without a bonus wager is racked unseen, in a void round too."""
    if holder.forfeited is not None or not rules.is_complete(holder):
        return False
    if rules.reading(Switch.SHARED_HOLDER) == "hand_with_wager" and not holder.stake(PROGRESSIVE):
        return False
    if holder.action == "fold":
        return any(holder.stake(wager) for wager in rules.survive_fold)
    return True


def _shared_line(rules: Rules, step: int, receiver: Seat, holder: Seat, line: Line) -> WagerSettled:
    stake = receiver.stake(PROGRESSIVE)
    choices = rules.progressive
    assert choices is not None
    assert rules.shared is not None
    assert rules.shared_name is not None
    paid = line.amount
    if stake != rules.shared_per:
        paid = choices.rounding.apply(Fraction(line.amount * stake, rules.shared_per))
    return WagerSettled(
        clauses=line.clauses, step=step, seat=receiver.seat, wager=rules.shared_name, stake=0, outcome=SettledAs.WIN,
        odds=line.shown, paid=paid, returned=paid, paytable=rules.shared.letter, row=line.hand,
        paid_from=PaidFrom.HOUSE, source=holder.seat, limited_by=None,
    )  # fmt: skip
