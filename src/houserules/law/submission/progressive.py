"""The progressive of a Rules Submission: its amount, its meter, its wheel, and what other players receive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import assert_never

from houserules.law.citation import Cited
from houserules.law.paytable import Paytable, Source
from houserules.law.rulebook import ProgressiveRules
from houserules.law.submission.faults import NO_SUCH_CHIP, WHOLE_CENTS, Fault, FaultCode, fault, one_of, stake_faults
from houserules.law.submission.filing import Filing, WagerFiling
from houserules.law.words import PROGRESSIVE, AfterAllOfIt, Rates, Switch
from houserules.money import CENT, ROUNDINGS, Money, format_dollars


def check_progressive(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
    letter = wager.paytable if isinstance(wager.paytable, str) else ""
    table = filing.rulebook.paytables_of(PROGRESSIVE).get(letter)
    yield from _check_amount(filing, wager, letter)
    yield from _check_meter(filing, wager, table)
    yield from _check_rounding(filing, wager)
    if table is None:
        return
    yield from _check_shared_bonus(filing, wager, table)
    if filing.rulebook.wagers[PROGRESSIVE].suited_hole_cards is not None:
        yield from _check_prize(filing, wager, table)
        yield from _check_segments(wager, table)


def _at(code: FaultCode, key: str) -> partial[Fault]:
    """A fault at a key of the progressive, still without its clause, value, message and what would be lawful."""
    return partial(fault, code, f"wagers.{PROGRESSIVE}.{key}")


def _check_amount(filing: Filing, wager: WagerFiling, letter: str) -> Iterator[Fault]:
    rules = filing.rulebook.wagers[PROGRESSIVE]
    fixed, amounts = rules.amount, wager.amounts
    wrong = _at(FaultCode.PROGRESSIVE_AMOUNT, "amount")
    if not amounts:
        lawful = format_dollars(fixed.value) if fixed else 'dollars as text, as in "1", or several, as in ["1", "5"]'
        yield wrong(fixed or rules.offer, "(none)", "how much is wagered is not stated", lawful)
        return
    of_the_wheel = _wagers_of_the_wheel(filing, letter)
    for number, amount in enumerate(amounts):
        if amount in amounts[:number]:
            yield wrong(rules.offer, format_dollars(amount), "this amount is listed twice", "each amount once")
        elif of_the_wheel and amount not in [each.value for each in of_the_wheel]:
            why = f"Paytable {letter} goes with another wager"
            lawful = " or ".join(format_dollars(each.value) for each in of_the_wheel)
            yield wrong(of_the_wheel[0], format_dollars(amount), why, lawful)
        elif fixed is not None and amount != fixed.value:
            yield wrong(fixed, format_dollars(amount), "the document fixes this wager", format_dollars(fixed.value))
        else:
            key = f"wagers.{PROGRESSIVE}.amount"
            yield from stake_faults(FaultCode.PROGRESSIVE_AMOUNT, key, rules.offer, amount)


def _wagers_of_the_wheel(filing: Filing, letter: str) -> tuple[Cited[Money], ...]:
    """The wagers that may be made at a wheel, its own first; none where the document ties no wager to a table.

    A wheel's own wager is printed in the table of what the other players receive.
    """
    shared = progressive_rules(filing).shared
    tables = filing.rulebook.paytables[shared.name.value] if shared else {}
    own = tables[letter].per if letter in tables else None
    if own is None:
        return ()
    if filing.readings.get(Switch.WHEEL_AND_WAGER) != "any":
        return (own,)
    others = {table.per.value: table.per for table in tables.values() if table.per is not None}
    return (own, *(each for value, each in others.items() if value != own.value))


def _check_meter(filing: Filing, wager: WagerFiling, table: Paytable | None) -> Iterator[Fault]:
    rules = progressive_rules(filing)
    has_meter = table is None or table.pays_share_of(Source.METER)
    if rules.rates.value is Rates.PRINTED:
        yield from _check_printed_rates(rules, wager, table)
    else:
        yield from _check_stated_rate(rules, wager, has_meter)
        yield from _check_start(rules, table, has_meter, "initial", wager.initial)
    match rules.after_all_of_it.value:
        case AfterAllOfIt.RESET_AMOUNT:
            yield from _check_start(rules, table, has_meter, "reset", wager.reset)
        case AfterAllOfIt.SECONDARY_METER:
            if wager.reset is not None:
                wrong = _at(FaultCode.PROGRESSIVE_RESET, "reset")
                why = "the meter is reset to the secondary meter"
                yield wrong(rules.after_all_of_it, format_dollars(wager.reset), why, "leave it out")
        case _:
            assert_never(rules.after_all_of_it.value)


def _check_stated_rate(rules: ProgressiveRules, wager: WagerFiling, has_meter: bool) -> Iterator[Fault]:
    rate, lawful = wager.rate, "a percentage above 0% and at most 100%"
    wrong = _at(FaultCode.PROGRESSIVE_RATE, "rate")
    if rate is None:
        if has_meter:
            yield wrong(rules.rates, "(none)", "the rate of progression is not stated", lawful)
        return
    if not 0 < rate.share <= 1:
        yield wrong(rules.rates, str(rate), "a meter cannot progress at this rate", lawful)
        return
    for amount in wager.amounts or ():
        if rate.of(amount).denominator > 1:
            why = (
                f"this share of a wager of {format_dollars(amount)} has parts of a millionth of a dollar, "
                "which the meter cannot show"
            )
            yield wrong(rules.rates, str(rate), why, "a percentage with fewer places")


def _check_start(
    rules: ProgressiveRules, table: Paytable | None, has_meter: bool, key: str, amount: Money | None
) -> Iterator[Fault]:
    """Where the meter starts, or starts again: the operator states it, and the document may print a minimum."""
    least = rules.least.get(table.letter) if table else None
    bound = f"at least {format_dollars(least.value)}" if least else "dollars as text"
    wrong = _at(FaultCode.PROGRESSIVE_INITIAL if key == "initial" else FaultCode.PROGRESSIVE_RESET, key)
    if amount is None:
        if has_meter:
            yield wrong(least or rules.after_all_of_it, "(none)", f"the {key} amount is not stated", bound)
    elif least is not None and amount < least.value:
        yield wrong(least, format_dollars(amount), "the meter may not start so low with this table", bound)


def _check_printed_rates(rules: ProgressiveRules, wager: WagerFiling, table: Paytable | None) -> Iterator[Fault]:
    """The document prints rates and the initial amount; stating them again is harmless, stating others is not."""
    for key, stated, rates in (
        ("rate", wager.rate, rules.main_rate),
        ("secondary_rate", wager.secondary_rate, rules.secondary_rate),
    ):
        printed = rates.get(table.letter) if table is not None else None
        if printed is not None and stated is not None and stated != printed.value:
            why = "the document prints the rate of this table"
            yield _at(FaultCode.PROGRESSIVE_RATE, key)(printed, str(stated), why, str(printed.value))
    initial = rules.initial
    assert initial is not None, "a rulebook that prints rates prints where the meter starts"
    if wager.initial is not None and wager.initial != initial.value:
        wrong = _at(FaultCode.PROGRESSIVE_INITIAL, "initial")
        why = "the document sets where the meter starts"
        yield wrong(initial, format_dollars(wager.initial), why, format_dollars(initial.value))


def _check_rounding(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
    if wager.rounding is not None and wager.rounding not in ROUNDINGS:
        wrong, clause = _at(FaultCode.PROGRESSIVE_ROUNDING, "rounding"), progressive_rules(filing).paid_at
        yield wrong(clause, wager.rounding, "no such rounding is known", one_of(ROUNDINGS))


def _check_shared_bonus(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    shared, stated = progressive_rules(filing).shared, wager.shared
    if shared is None or stated is None or stated is False:
        return
    tables = filing.rulebook.paytables[shared.name.value]
    wrong = _at(FaultCode.SHARED_BONUS, shared.key.value)
    if stated is not True and stated != table.letter:
        why = f"the table of the same letter goes with Paytable {table.letter}"
        yield wrong(shared.key, stated, why, "true" if table.letter in tables else "false")
    elif table.letter not in tables:
        why = f"the document has no such table for Paytable {table.letter}"
        yield wrong(shared.per or shared.name, stated, why, f"false, or Paytable {' or '.join(tables)}")


def _check_prize(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    pays_prize, prize = table.pays_share_of(Source.PRIZE), wager.prize
    yield from _check_merchandise(wager, table, pays_prize)
    least = progressive_rules(filing).least[table.letter]
    bound = f"at least {format_dollars(least.value)}"
    wrong = _at(FaultCode.PROGRESSIVE_PRIZE, "prize")
    if prize is None:
        if pays_prize:
            why = "this table pays a fixed prize, and its value is not stated"
            yield wrong(table.clause, "(none)", why, bound)
    elif not pays_prize:
        why = "this table pays the meter, not a fixed prize"
        yield wrong(table.clause, format_dollars(prize), why, "leave it out")
    elif prize < least.value:
        yield wrong(least, format_dollars(prize), "the prize may not be worth so little with this table", bound)
    elif prize % CENT:
        yield wrong(table.clause, format_dollars(prize), NO_SUCH_CHIP, WHOLE_CENTS)


def _check_merchandise(wager: WagerFiling, table: Paytable, pays_prize: bool) -> Iterator[Fault]:
    wrong, stated = _at(FaultCode.PROGRESSIVE_PRIZE, "merchandise"), wager.merchandise
    if stated is not None and not pays_prize:
        yield wrong(table.clause, stated, "this table pays the meter, not merchandise", "leave it out")
    elif stated is not None and not stated.strip():
        yield wrong(table.clause, stated, "what the prize is, is not said", 'text, as in "a car"; or leave it out')


def _check_segments(wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    symbols, segments = one_of(line.hand for line in table), wager.segments
    wrong = _at(FaultCode.WHEEL_SEGMENTS, "segments")
    if segments is None:
        why = "how many segments carry each symbol is not stated"
        yield wrong(table.clause, "(none)", why, f"a count for each of {symbols}")
        return
    named = [symbol for symbol, _ in segments]
    for symbol in sorted(set(named)):
        if table.line(symbol) is None:
            yield wrong(table.clause, symbol, f"wheel {table.letter} has no such symbol", symbols)
        if named.count(symbol) > 1:
            yield wrong(table.clause, symbol, "this symbol is listed twice", "one entry with the whole count")
    for line in table:
        if line.hand not in named:
            why = "the wheel lists this symbol and no segment carries it"
            yield wrong(line.clause, line.hand, why, "a count of 1 or more")
    for symbol, count in segments:
        if count < 1:
            yield wrong(table.clause, f"{symbol} {count}", "a symbol has a segment or more", "a count of 1 or more")


def progressive_rules(filing: Filing) -> ProgressiveRules:
    """The rules of the progressive, for code that runs only where the rulebook has one."""
    assert filing.rulebook.progressive is not None
    return filing.rulebook.progressive
