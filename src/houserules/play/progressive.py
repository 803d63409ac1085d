"""The progressive: contributions, payments from the meter as it stands, and what others' hands earn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from houserules.cards import Card, suit_of
from houserules.play.compiled import PROGRESSIVE, Rules, cited
from houserules.play.events import AnyEvent, MeterChanged, WagerSettled
from houserules.play.lines import Hand, Line
from houserules.play.refusals import Code
from houserules.play.state import Round, Seat, Table


class Meters:
    """The two meters while payments of one settlement are made."""

    __slots__ = ("main", "secondary")

    def __init__(self, main: int, secondary: int) -> None:
        self.main = main
        self.secondary = secondary


def contribute(rules: Rules, table: Table, chips: int) -> MeterChanged | None:
    """All accepted wagers of a round, added to the meters when the betting closes."""
    main, secondary = (share * chips for share in rules.contribution)
    if not main and not secondary:
        return None
    progressive = rules.book.progressive
    clauses = cited(progressive.rates, progressive.meters)
    return MeterChanged(clauses, table.main + main, table.secondary + secondary, "contribution", main, secondary)


def holds_suited_hole_cards(rules: Rules, seat: Seat) -> bool:
    """Whether the first so many cards are of one suit."""
    suits = {suit_of(Card(card)) for card in seat.cards[: rules.suited_hole_cards]}
    return len(seat.cards) >= rules.suited_hole_cards and len(suits) == 1


def spun(round_: Round, seat: int) -> str | None:
    return next((symbol for number, symbol in round_.spins if number == seat), None)


def winning_line(rules: Rules, round_: Round, seat: Seat, hand: Hand) -> Line | None:
    """The line that the hand, or the symbol its spin showed, has won."""
    table = rules.tables[PROGRESSIVE]
    if not rules.wheel:
        return table.best(hand)
    symbol = spun(round_, seat.seat)
    if symbol is None or not holds_suited_hole_cards(rules, seat):
        return None
    return table.named(symbol)


def waits_for(rules: Rules, round_: Round, seat: Seat, hand: Hand) -> Code | None:
    """What must happen before this seat's progressive wager can be settled."""
    if rules.wheel and holds_suited_hole_cards(rules, seat) and spun(round_, seat.seat) is None:
        return Code.WHEEL_NOT_SPUN
    line = winning_line(rules, round_, seat, hand)
    if line is None or seat.seat in round_.validated:
        return None
    if rules.needs_validation == "shares" and line.share is None:
        return None
    return Code.NOT_VALIDATED


def pay_progressive(
    rules: Rules, round_: Round, meters: Meters, step: int, seat: Seat, stake: int, hand: Hand
) -> Iterator[AnyEvent]:
    """The chip was collected before the deal, so what is returned is the payment alone."""
    table = rules.tables[PROGRESSIVE]
    line = winning_line(rules, round_, seat, hand)
    if line is None:
        yield WagerSettled(
            table.clauses, step, seat.seat, PROGRESSIVE, stake, "lose", None, 0, 0, table.letter, None, "house",
            None, None,
        )  # fmt: skip
        return
    paid, paid_from = _payment(rules, meters, line, stake)
    # Which meter reading counts matters only to those who are paid from the meter.
    meter = cited(rules.book.progressive.paid_at) if paid_from == "main" else ()
    yield WagerSettled(
        (*line.clauses, *meter), step, seat.seat, PROGRESSIVE, stake, "win",
        line.shown, paid, paid, table.letter, line.hand, paid_from, None, None,
    )  # fmt: skip
    if paid_from == "main":
        assert line.share is not None
        yield _take_from_meter(rules, meters, line.share, paid)


def _payment(rules: Rules, meters: Meters, line: Line, stake: int) -> tuple[int, str]:
    choices = rules.progressive
    assert choices is not None
    if line.share is not None:
        fund, account = (choices.prize or 0, "house") if line.of_prize else (meters.main, "main")
        return choices.rounding.apply(line.share * fund), account
    if line.odds is not None:
        return line.winnings(stake), "house"
    if rules.fixed_amount_per is not None:
        return choices.rounding.apply(Fraction(line.amount * stake, rules.fixed_amount_per)), "house"
    return line.amount, "house"


def _take_from_meter(rules: Rules, meters: Meters, share: Fraction, paid: int) -> MeterChanged:
    """The payment comes off the meter; after all of it, the document says what the meter shows next."""
    before_main, before_secondary = meters.main, meters.secondary
    choices = rules.progressive
    assert choices is not None
    after = rules.book.progressive.after_all_of_it
    if share < 1:
        meters.main = max(0, meters.main - paid)
        clauses = cited(rules.book.progressive.paid_at)
    elif after.value == "secondary_meter":
        meters.main, meters.secondary = meters.secondary, 0
        clauses = cited(after)
    else:
        meters.main = choices.reset or 0
        clauses = cited(after)
    return MeterChanged(
        clauses, meters.main, meters.secondary, "payout", meters.main - before_main,
        meters.secondary - before_secondary,
    )  # fmt: skip


def envied_hands(rules: Rules, round_: Round, hand_of: Callable[[Seat], Hand]) -> tuple[tuple[Seat, Line], ...]:
    """The hands on the table that earn other players an Envy Bonus, from the dealer's right."""
    table = rules.shared
    assert table is not None
    found = ((seat, table.best(hand_of(seat))) for seat in reversed(round_.seats) if _earns_envy(rules, round_, seat))
    return tuple((seat, line) for seat, line in found if line is not None)


def pay_envy(
    rules: Rules, round_: Round, step: int, seat: Seat, envied: tuple[tuple[Seat, Line], ...]
) -> Iterator[AnyEvent]:
    """One bonus for each listed hand of another player."""
    if _receives(rules, round_, seat):
        for holder, line in envied:
            if holder.player != seat.player:
                yield _shared_line(rules, step, seat, holder, line)


def pay_community(rules: Rules, round_: Round, step: int, winner: Seat) -> Iterator[AnyEvent]:
    """When the winner's spin shows a listed symbol, every other player with the wager is paid."""
    symbol = spun(round_, winner.seat)
    table = rules.shared
    assert table is not None
    line = table.named(symbol) if symbol is not None else None
    if line is None or winner.forfeited is not None:
        return
    for other in reversed(round_.seats):
        if other.player != winner.player and _receives(rules, round_, other):
            yield _shared_line(rules, step, other, winner, line)


def _receives(rules: Rules, round_: Round, seat: Seat) -> bool:
    """Whether this seat's progressive wager still stands."""
    if not seat.stake(PROGRESSIVE) or seat.forfeited is not None:
        return False
    if round_.void is not None:
        return rules.is_complete(seat)
    return seat.action != "fold" or PROGRESSIVE in rules.survive_fold


def _earns_envy(rules: Rules, round_: Round, holder: Seat) -> bool:
    """Whether this hand lies on the table to be envied: a folded hand without a bonus wager has been racked."""
    if holder.forfeited is not None or not rules.is_complete(holder):
        return False
    if rules.reading("envy_holder") == "hand_with_wager" and not holder.stake(PROGRESSIVE):
        return False
    if round_.void is None and holder.action == "fold":
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
        line.clauses, step, receiver.seat, rules.shared_name, 0, "win", line.shown, paid, paid, rules.shared.letter,
        line.hand, "house", holder.seat, None,
    )  # fmt: skip
