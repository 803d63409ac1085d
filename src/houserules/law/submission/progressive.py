"""The progressive of a Rules Submission: its amount, its meter, its wheel, and what other players receive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from houserules.law.citation import Cited
from houserules.law.paytable import Paytable, Share, Source
from houserules.law.rulebook import ProgressiveRules
from houserules.law.submission.faults import NO_SUCH_CHIP, WHOLE_CENTS, Fault, FaultCode, one_of, wager_fault
from houserules.law.submission.filing import Filing, WagerFiling
from houserules.law.words import PROGRESSIVE, AfterAllOfIt, Rates
from houserules.money import CENT, ROUNDINGS, Money, format_dollars


def check_progressive(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
    letter = wager.paytable if isinstance(wager.paytable, str) else None
    table = filing.rulebook.paytables_of(PROGRESSIVE).get(letter or "")
    yield from _check_progressive_amount(filing, wager)
    yield from _check_meter(filing, wager, table)
    yield from _check_rounding(filing, wager)
    if table is None:
        return
    yield from _check_shared_bonus(filing, wager, table)
    if filing.rulebook.wagers[PROGRESSIVE].suited_hole_cards is not None:
        yield from _check_prize(filing, wager, table)
        yield from _check_segments(wager, table)


def _check_progressive_amount(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
    rules = filing.rulebook.wagers[PROGRESSIVE]
    fixed = rules.amount
    if wager.amount is None:
        yield wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, fixed or rules.offer, wager, "amount", "(none)",
            "how much is wagered is not stated",
            format_dollars(fixed.value) if fixed else "dollars as text, as in \"1\"",
        )  # fmt: skip
    elif (per := _wager_of_the_wheel(filing, wager)) is not None and wager.amount != per.value:
        yield wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, per, wager, "amount", format_dollars(wager.amount),
            f"Paytable {wager.paytable} goes with another wager", format_dollars(per.value),
        )  # fmt: skip
    elif fixed is not None and wager.amount != fixed.value:
        yield wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, fixed, wager, "amount", format_dollars(wager.amount),
            "the document fixes this wager", format_dollars(fixed.value),
        )  # fmt: skip
    elif wager.amount == 0:
        yield wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, rules.offer, wager, "amount", "0", "a wager has a value", "more than 0",
        )  # fmt: skip
    elif wager.amount % CENT:
        yield wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, rules.offer, wager, "amount", format_dollars(wager.amount),
            NO_SUCH_CHIP, WHOLE_CENTS,
        )  # fmt: skip


def _wager_of_the_wheel(filing: Filing, wager: WagerFiling) -> Cited[Money] | None:
    """The wager that a wheel goes with, known by the table of what the other players receive."""
    shared = progressive_rules(filing).shared
    letter = wager.paytable if isinstance(wager.paytable, str) else ""
    table = filing.rulebook.paytables[shared.name.value].get(letter) if shared else None
    return table.per if table else None


def _check_meter(filing: Filing, wager: WagerFiling, table: Paytable | None) -> Iterator[Fault]:
    has_meter = table is None or any(isinstance(line.pay, Share) and line.pay.of is Source.METER for line in table)
    if progressive_rules(filing).rates.value is Rates.PRINTED:
        yield from _check_printed_rates(filing, wager, table)
    else:
        yield from _check_stated_rate(filing, wager, has_meter)
        yield from _check_start(filing, wager, table, has_meter, "initial")
    yield from _check_reset(filing, wager, table, has_meter)


def _check_stated_rate(filing: Filing, wager: WagerFiling, has_meter: bool) -> Iterator[Fault]:
    rates = progressive_rules(filing).rates
    if wager.rate is None:
        if has_meter:
            yield wager_fault(
                FaultCode.PROGRESSIVE_RATE, rates, wager, "rate", "(none)",
                "the rate of progression is not stated", "a percentage above 0% and at most 100%",
            )  # fmt: skip
    elif not 0 < wager.rate.share <= 1:
        yield wager_fault(
            FaultCode.PROGRESSIVE_RATE, rates, wager, "rate", str(wager.rate),
            "no meter progresses so", "a percentage above 0% and at most 100%",
        )  # fmt: skip
    elif wager.amount is not None and wager.rate.of(wager.amount).denominator > 1:
        yield wager_fault(
            FaultCode.PROGRESSIVE_RATE, rates, wager, "rate", str(wager.rate),
            f"this share of a wager of {format_dollars(wager.amount)} has parts of a millionth of a dollar, "
            "which the meter cannot show", "a percentage with fewer places",
        )  # fmt: skip


def _check_start(
    filing: Filing, wager: WagerFiling, table: Paytable | None, has_meter: bool, key: str
) -> Iterator[Fault]:
    """Where the meter starts, or starts again: the operator states it, and the document may print a least."""
    rules = progressive_rules(filing)
    least = rules.least.get(table.letter) if table else None
    bound = f"at least {format_dollars(least.value)}" if least else "dollars as text"
    code = FaultCode.PROGRESSIVE_INITIAL if key == "initial" else FaultCode.PROGRESSIVE_RESET
    amount = wager.initial if key == "initial" else wager.reset
    if amount is None:
        if has_meter:
            yield wager_fault(
                code, least or rules.after_all_of_it, wager, key, "(none)", f"the {key} amount is not stated", bound,
            )  # fmt: skip
    elif least is not None and amount < least.value:
        yield wager_fault(
            code, least, wager, key, format_dollars(amount), "the meter may not start so low with this table", bound,
        )  # fmt: skip


def _check_reset(filing: Filing, wager: WagerFiling, table: Paytable | None, has_meter: bool) -> Iterator[Fault]:
    after = progressive_rules(filing).after_all_of_it
    match after.value:
        case AfterAllOfIt.RESET_AMOUNT:
            yield from _check_start(filing, wager, table, has_meter, "reset")
        case AfterAllOfIt.SECONDARY_METER:
            if wager.reset is not None:
                yield wager_fault(
                    FaultCode.PROGRESSIVE_RESET, after, wager, "reset", format_dollars(wager.reset),
                    "the meter is reset to the secondary meter", "leave it out",
                )  # fmt: skip
        case _:
            assert_never(after.value)


def _check_printed_rates(filing: Filing, wager: WagerFiling, table: Paytable | None) -> Iterator[Fault]:
    """The document prints rates and the initial amount; stating them again is harmless, stating others is not."""
    rules = progressive_rules(filing)
    for key, stated, rates in (
        ("rate", wager.rate, rules.main_rate),
        ("secondary_rate", wager.secondary_rate, rules.secondary_rate),
    ):
        printed = rates.get(table.letter) if table is not None else None
        if printed is not None and stated is not None and stated != printed.value:
            yield wager_fault(
                FaultCode.PROGRESSIVE_RATE, printed, wager, key, str(stated),
                "the document prints the rate of this table", str(printed.value),
            )  # fmt: skip
    assert rules.initial is not None, "a rulebook that prints rates prints where the meter starts"
    if wager.initial is not None and wager.initial != rules.initial.value:
        yield wager_fault(
            FaultCode.PROGRESSIVE_INITIAL, rules.initial, wager, "initial", format_dollars(wager.initial),
            "the document sets where the meter starts", format_dollars(rules.initial.value),
        )  # fmt: skip


def _check_rounding(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
    if wager.rounding is not None and wager.rounding not in ROUNDINGS:
        yield wager_fault(
            FaultCode.PROGRESSIVE_ROUNDING, progressive_rules(filing).paid_at, wager, "rounding", wager.rounding,
            "no such rounding is known", one_of(ROUNDINGS),
        )  # fmt: skip


def _check_shared_bonus(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    shared = progressive_rules(filing).shared
    if shared is None:
        return
    key, stated = shared.key.value, wager.shared
    if stated is None or stated is False:
        return
    tables = filing.rulebook.paytables[shared.name.value]
    tables_clause = shared.per or shared.name
    if stated is not True and stated != table.letter:
        yield wager_fault(
            FaultCode.SHARED_BONUS, shared.key, wager, key, str(stated),
            f"the table of the same letter goes with Paytable {table.letter}",
            "true" if table.letter in tables else "false",
        )  # fmt: skip
    elif table.letter not in tables:
        yield wager_fault(
            FaultCode.SHARED_BONUS, tables_clause, wager, key, "true" if stated is True else str(stated),
            f"the document has no such table for Paytable {table.letter}",
            f"false, or Paytable {' or '.join(tables)}",
        )  # fmt: skip


def _check_prize(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    pays_prize = any(isinstance(line.pay, Share) and line.pay.of is Source.PRIZE for line in table)
    least = progressive_rules(filing).least[table.letter]
    bound = f"at least {format_dollars(least.value)}"
    if not pays_prize and wager.prize is not None:
        yield wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, table.clause, wager, "prize", format_dollars(wager.prize),
            "this table pays the meter, not a fixed prize", "leave it out",
        )  # fmt: skip
    if pays_prize and wager.prize is None:
        yield wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, table.clause, wager, "prize", "(none)",
            "this table pays a fixed prize, and its value is not stated", bound,
        )  # fmt: skip
    if pays_prize and wager.prize is not None and wager.prize < least.value:
        yield wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, least, wager, "prize", format_dollars(wager.prize),
            "the prize may not be worth so little with this table", bound,
        )  # fmt: skip
    elif pays_prize and wager.prize is not None and wager.prize % CENT:
        yield wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, table.clause, wager, "prize", format_dollars(wager.prize),
            NO_SUCH_CHIP, WHOLE_CENTS,
        )  # fmt: skip


def _check_segments(wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    symbols = [line.hand for line in table]
    segments = wager.segments
    if segments is None:
        yield wager_fault(
            FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", "(none)",
            "how many segments carry each symbol is not stated", "a count for each of " + one_of(symbols),
        )  # fmt: skip
        return
    named = [symbol for symbol, _ in segments]
    for symbol in sorted(set(named)):
        if symbol not in symbols:
            yield wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", symbol,
                f"wheel {table.letter} has no such symbol", one_of(symbols),
            )  # fmt: skip
        if named.count(symbol) > 1:
            yield wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", symbol,
                "this symbol is listed twice", "one entry with the whole count",
            )  # fmt: skip
    for symbol in symbols:
        if symbol not in named:
            yield wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.line(symbol).clause, wager, "segments", symbol,  # type: ignore[union-attr]
                "the wheel lists this symbol and no segment carries it", "a count of 1 or more",
            )  # fmt: skip
    for symbol, count in segments:
        if count < 1:
            yield wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", f"{symbol} {count}",
                "a symbol has a segment or more", "a count of 1 or more",
            )  # fmt: skip


def progressive_rules(filing: Filing) -> ProgressiveRules:
    """For what is asked only of a rulebook that has a progressive wager."""
    assert filing.rulebook.progressive is not None
    return filing.rulebook.progressive
