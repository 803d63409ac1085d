"""The wagers of a Rules Submission: which are offered, at which pay tables, limits and meters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from houserules.law.citation import Citation, Cited
from houserules.law.faults import NO_SUCH_CHIP, WHOLE_CENTS, Fault, FaultCode, fault, one_of
from houserules.law.filing import Filing, InlineTable, WagerFiling, shown
from houserules.law.paytable import Amount, Paytable, Share, Source, Special
from houserules.law.rulebook import ProgressiveRules, WagerRules
from houserules.law.words import PROGRESSIVE, MeterName, Offer, Rates
from houserules.money import CENT, ROUNDINGS, Money, format_dollars

_STATED: Final = (Offer.REQUIRED, Offer.BONUS)
"""A submission says by which table these are paid."""
_LIMITS: Final = frozenset({"minimum", "maximum"})
_BONUS: Final = _LIMITS | {"paytable", "bonus", "suit"}
_METER: Final = frozenset({"paytable", "amount", "rate", "initial", "reset", "rounding"})


def check_wagers(filing: Filing) -> Iterator[Fault]:
    book = filing.rulebook
    for name, wager in filing.wagers.items():
        rules = book.wagers.get(name)
        if rules is None:
            yield fault(
                FaultCode.WAGER_NOT_IN_GAME, book.game_wagers.names, f"wagers.{name}", name,
                "the game has no such wager", one_of(book.game_wagers.names.value),
            )  # fmt: skip
            continue
        yield from _check_wager(filing, wager, rules)
    for name, rules in book.wagers.items():
        if rules.offer.value in _STATED and rules.paytables is not None and name not in filing.wagers:
            yield fault(
                FaultCode.MISSING_KEY, rules.paytables, f"wagers.{name}", "(none)",
                "every player has this wager, and its pay table is not stated", _letters(filing, name),
            )  # fmt: skip


def _check_wager(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    for key in sorted(wager.keys - _allowed_keys(filing, wager.name, rules) - _unknown_keys(filing, wager.name)):
        yield _wager_fault(
            FaultCode.WAGER_KEY, rules.offer, wager, key, _raw(wager, key),
            "the document leaves no such choice for this wager", "leave it out",
        )  # fmt: skip
    yield from _check_wager_limits(filing, wager, rules)
    if rules.paytables is not None:
        yield from _check_paytable(filing, wager, rules)
    if wager.name == PROGRESSIVE:
        yield from _check_progressive(filing, wager)


def _allowed_keys(filing: Filing, name: str, rules: WagerRules) -> frozenset[str]:
    if rules.offer.value is Offer.DECISION:
        return frozenset()
    if rules.offer.value is Offer.BONUS:
        return frozenset({"paytable"})
    if rules.paytables is None:
        return _LIMITS
    if name != PROGRESSIVE:
        has_discretion = any(
            line.pay is Special.DISCRETION for table in filing.rulebook.paytables_of(name).values() for line in table
        )
        return _BONUS if has_discretion else _LIMITS | {"paytable"}
    progressive = progressive_rules(filing)
    keys = _METER | ({progressive.shared.key.value} if progressive.shared else set())
    if MeterName.SECONDARY in progressive.meters.value:
        keys |= {"secondary_rate"}
    if rules.suited_hole_cards is not None:
        keys |= {"prize", "segments"}
    return keys


def _unknown_keys(filing: Filing, name: str) -> frozenset[str]:
    """Keys that no wager has were reported as unknown already."""
    prefix = f"wagers.{name}."
    return frozenset(each.key.removeprefix(prefix) for each in filing.unknown_keys if each.key.startswith(prefix))


def _check_wager_limits(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    for key, amount in (("minimum", wager.minimum), ("maximum", wager.maximum)):
        if amount == 0:
            yield _wager_fault(
                FaultCode.WAGER_LIMITS, rules.offer, wager, key, "0", "a wager has a value", "more than 0"
            )
        elif amount is not None and amount % CENT:
            yield _wager_fault(
                FaultCode.WAGER_LIMITS, rules.offer, wager, key, format_dollars(amount), NO_SUCH_CHIP, WHOLE_CENTS
            )
    if rules.equals is not None or wager.name == filing.rulebook.base_wager:
        yield from _check_same_limits(filing, wager, rules)
    elif rules.offer.value in (Offer.REQUIRED, Offer.OPTIONAL):
        yield from _check_limits_in_order(filing, wager, rules)


def _check_limits_in_order(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    """A limit that the wager does not state is the table's."""
    if wager.minimum is None and wager.maximum is None:
        return
    minimum, maximum = wager.minimum or filing.table.minimum, wager.maximum or filing.table.maximum
    if minimum is None or maximum is None or minimum <= maximum:
        return
    if wager.minimum is not None:
        yield _wager_fault(
            FaultCode.WAGER_LIMITS, rules.offer, wager, "minimum", format_dollars(minimum),
            "the minimum is above the maximum", f"at most {format_dollars(maximum)}",
        )  # fmt: skip
    else:
        yield _wager_fault(
            FaultCode.WAGER_LIMITS, rules.offer, wager, "maximum", format_dollars(maximum),
            "the maximum is below the table's minimum", f"at least {format_dollars(minimum)}",
        )  # fmt: skip


def _check_same_limits(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    """The base wager has the table's limits, and a wager that is made in its amount has the same."""
    clause = rules.equals or rules.offer
    pairs = (("minimum", wager.minimum, filing.table.minimum), ("maximum", wager.maximum, filing.table.maximum))
    for key, own, tables in pairs:
        if own is not None and own != tables:
            yield _wager_fault(
                FaultCode.WAGER_NOT_EQUAL, clause, wager, key, format_dollars(own),
                "this wager is made in another's amount" if rules.equals else "this wager has the table's limits",
                "leave it out" if tables is None else format_dollars(tables),
            )  # fmt: skip


def _check_paytable(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    assert rules.paytables is not None
    letters = _letters(filing, wager.name)
    chosen = wager.paytable
    if chosen is None:
        yield _wager_fault(
            FaultCode.MISSING_KEY, rules.paytables, wager, "paytable", "(none)",
            "the pay table is not stated", letters,
        )  # fmt: skip
    elif isinstance(chosen, InlineTable):
        yield from _check_wording(filing, wager, "paytable", chosen)
        yield _wager_fault(
            FaultCode.PAYTABLE_INVENTED, rules.paytables, wager, "paytable", "(pay lines)",
            "the document does not have this table; it is good for analysis only", letters,
        )  # fmt: skip
    elif chosen not in filing.rulebook.paytables_of(wager.name):
        yield _wager_fault(
            FaultCode.PAYTABLE_UNKNOWN, rules.paytables, wager, "paytable", chosen,
            "the document has no such table for this wager", letters,
        )  # fmt: skip
    else:
        yield from _check_bonus_amounts(filing, wager, filing.rulebook.paytables_of(wager.name)[chosen])


def _check_bonus_amounts(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    """Lines that the licensee sets must be set; lines that the document sets may not be."""
    open_lines = [line for line in table if line.pay is Special.DISCRETION]
    if wager.bonus is not None:
        yield from _check_wording(filing, wager, "bonus", wager.bonus)
    if not open_lines:
        allowed = _allowed_keys(filing, wager.name, filing.rulebook.wagers[wager.name])
        for key, value in (("bonus", wager.bonus), ("suit", wager.suit)):
            if value is not None and key in allowed:
                yield _wager_fault(
                    FaultCode.BONUS_AMOUNTS, table.clause, wager, key, _raw(wager, key),
                    f"the document sets every line of table {table.letter}", "leave it out",
                )  # fmt: skip
        return
    stated = wager.bonus.lines if wager.bonus else {}
    clause = open_lines[0].clauses[-1]
    badly_worded = wager.bonus.badly_worded if wager.bonus else {}
    for line in open_lines:
        if line.hand not in stated and line.hand not in badly_worded:
            yield _wager_fault(
                FaultCode.BONUS_AMOUNTS, clause, wager, f"bonus.{line.hand}", "(none)",
                f"table {table.letter} leaves this amount to the licensee, and it is not stated", "odds or an amount",
            )  # fmt: skip
    specific = filing.rulebook.words.suited_line
    for hand, pay in stated.items():
        if isinstance(pay, Share) or pay is Special.DISCRETION or pay is Special.PUSH:
            yield _wager_fault(
                FaultCode.BONUS_AMOUNTS, clause, wager, f"bonus.{hand}", shown(str(pay)),
                "this is no amount that a hand could be paid", "odds or an amount",
            )  # fmt: skip
        elif isinstance(pay, Amount) and pay.money % CENT:
            yield _wager_fault(
                FaultCode.BONUS_AMOUNTS, clause, wager, f"bonus.{hand}", shown(str(pay)), NO_SUCH_CHIP, WHOLE_CENTS
            )
        if table.line(hand) is None and hand != specific:
            yield _wager_fault(
                FaultCode.BONUS_AMOUNTS, table.clause, wager, f"bonus.{hand}", shown(str(pay)),
                "the table has no such line", one_of(filter(None, [*(line.hand for line in open_lines), specific])),
            )  # fmt: skip
    if (specific in stated) != (wager.suit is not None) or wager.suit not in (None, *_SUITS):
        yield _wager_fault(
            FaultCode.BONUS_AMOUNTS, clause, wager, "suit", shown(wager.suit),
            "a suit-specific line needs the suit that it is for", one_of(_SUITS),
        )  # fmt: skip


_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def _check_wording(filing: Filing, wager: WagerFiling, key: str, table: InlineTable) -> Iterator[Fault]:
    words = filing.rulebook.signs.odds_words
    for hand, text in table.badly_worded.items():
        yield _wager_fault(
            FaultCode.ODDS_WORD, words, wager, f"{key}.{hand}", text,
            "odds are not stated with \"for\"", "\"300 to 1\"",
        )  # fmt: skip


def _check_progressive(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
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
        yield _wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, fixed or rules.offer, wager, "amount", "(none)",
            "how much is wagered is not stated",
            format_dollars(fixed.value) if fixed else "dollars as text, as in \"1\"",
        )  # fmt: skip
    elif (per := _wager_of_the_wheel(filing, wager)) is not None and wager.amount != per.value:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, per, wager, "amount", format_dollars(wager.amount),
            f"Paytable {wager.paytable} goes with another wager", format_dollars(per.value),
        )  # fmt: skip
    elif fixed is not None and wager.amount != fixed.value:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, fixed, wager, "amount", format_dollars(wager.amount),
            "the document fixes this wager", format_dollars(fixed.value),
        )  # fmt: skip
    elif wager.amount == 0:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_AMOUNT, rules.offer, wager, "amount", "0", "a wager has a value", "more than 0",
        )  # fmt: skip
    elif wager.amount % CENT:
        yield _wager_fault(
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
    rules = progressive_rules(filing)
    if rules.rates.value is Rates.PRINTED:
        yield from _check_printed_meter(filing, wager, table)
        return
    has_meter = table is None or any(isinstance(line.pay, Share) and line.pay.of is Source.METER for line in table)
    if wager.rate is None:
        if has_meter:
            yield _wager_fault(
                FaultCode.PROGRESSIVE_RATE, rules.rates, wager, "rate", "(none)",
                "the rate of progression is not stated", "a percentage above 0% and at most 100%",
            )  # fmt: skip
    elif not 0 < wager.rate.share <= 1:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_RATE, rules.rates, wager, "rate", str(wager.rate),
            "no meter progresses so", "a percentage above 0% and at most 100%",
        )  # fmt: skip
    elif wager.amount is not None and wager.rate.of(wager.amount).denominator > 1:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_RATE, rules.rates, wager, "rate", str(wager.rate),
            f"this share of a wager of {format_dollars(wager.amount)} has parts of a millionth of a dollar, "
            "which the meter cannot show", "a percentage with fewer places",
        )  # fmt: skip
    least = rules.least.get(table.letter) if table else None
    for code, key, amount in (
        (FaultCode.PROGRESSIVE_INITIAL, "initial", wager.initial),
        (FaultCode.PROGRESSIVE_RESET, "reset", wager.reset),
    ):
        bound = f"at least {format_dollars(least.value)}" if least else "dollars as text"
        if amount is None:
            if has_meter:
                yield _wager_fault(
                    code, least or rules.after_all_of_it, wager, key, "(none)",
                    f"the {key} amount is not stated", bound,
                )  # fmt: skip
        elif least is not None and amount < least.value:
            yield _wager_fault(
                code, least, wager, key, format_dollars(amount),
                "the meter may not start so low with this table", bound,
            )  # fmt: skip


def _check_printed_meter(filing: Filing, wager: WagerFiling, table: Paytable | None) -> Iterator[Fault]:
    """The document prints rates and the initial amount; stating them again is harmless, stating others is not."""
    rules = progressive_rules(filing)
    if table is not None:
        for key, stated, printed in (
            ("rate", wager.rate, rules.main_rate[table.letter]),
            ("secondary_rate", wager.secondary_rate, rules.secondary_rate[table.letter]),
        ):
            if stated is not None and stated != printed.value:
                yield _wager_fault(
                    FaultCode.PROGRESSIVE_RATE, printed, wager, key, str(stated),
                    "the document prints the rate of this table", str(printed.value),
                )  # fmt: skip
    assert rules.initial is not None
    if wager.initial is not None and wager.initial != rules.initial.value:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_INITIAL, rules.initial, wager, "initial", format_dollars(wager.initial),
            "the document sets where the meter starts", format_dollars(rules.initial.value),
        )  # fmt: skip
    if wager.reset is not None:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_RESET, rules.after_all_of_it, wager, "reset", format_dollars(wager.reset),
            "the meter is reset to the secondary meter", "leave it out",
        )  # fmt: skip


def _check_rounding(filing: Filing, wager: WagerFiling) -> Iterator[Fault]:
    if wager.rounding is not None and wager.rounding not in ROUNDINGS:
        yield _wager_fault(
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
        yield _wager_fault(
            FaultCode.SHARED_BONUS, shared.key, wager, key, str(stated),
            f"the table of the same letter goes with Paytable {table.letter}",
            "true" if table.letter in tables else "false",
        )  # fmt: skip
    elif table.letter not in tables:
        yield _wager_fault(
            FaultCode.SHARED_BONUS, tables_clause, wager, key, "true" if stated is True else str(stated),
            f"the document has no such table for Paytable {table.letter}",
            f"false, or Paytable {' or '.join(tables)}",
        )  # fmt: skip


def _check_prize(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    pays_prize = any(isinstance(line.pay, Share) and line.pay.of is Source.PRIZE for line in table)
    least = progressive_rules(filing).least[table.letter]
    bound = f"at least {format_dollars(least.value)}"
    if not pays_prize and wager.prize is not None:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, table.clause, wager, "prize", format_dollars(wager.prize),
            "this table pays the meter, not a fixed prize", "leave it out",
        )  # fmt: skip
    if pays_prize and wager.prize is None:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, table.clause, wager, "prize", "(none)",
            "this table pays a fixed prize, and its value is not stated", bound,
        )  # fmt: skip
    if pays_prize and wager.prize is not None and wager.prize < least.value:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, least, wager, "prize", format_dollars(wager.prize),
            "the prize may not be worth so little with this table", bound,
        )  # fmt: skip
    elif pays_prize and wager.prize is not None and wager.prize % CENT:
        yield _wager_fault(
            FaultCode.PROGRESSIVE_PRIZE, table.clause, wager, "prize", format_dollars(wager.prize),
            NO_SUCH_CHIP, WHOLE_CENTS,
        )  # fmt: skip


def _check_segments(wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    symbols = [line.hand for line in table]
    segments = wager.segments
    if segments is None:
        yield _wager_fault(
            FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", "(none)",
            "how many segments carry each symbol is not stated", "a count for each of " + one_of(symbols),
        )  # fmt: skip
        return
    named = [symbol for symbol, _ in segments]
    for symbol in sorted(set(named)):
        if symbol not in symbols:
            yield _wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", symbol,
                f"wheel {table.letter} has no such symbol", one_of(symbols),
            )  # fmt: skip
        if named.count(symbol) > 1:
            yield _wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", symbol,
                "this symbol is listed twice", "one entry with the whole count",
            )  # fmt: skip
    for symbol in symbols:
        if symbol not in named:
            yield _wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.line(symbol).clause, wager, "segments", symbol,  # type: ignore[union-attr]
                "the wheel lists this symbol and no segment carries it", "a count of 1 or more",
            )  # fmt: skip
    for symbol, count in segments:
        if count < 1:
            yield _wager_fault(
                FaultCode.WHEEL_SEGMENTS, table.clause, wager, "segments", f"{symbol} {count}",
                "a symbol has a segment or more", "a count of 1 or more",
            )  # fmt: skip


def progressive_rules(filing: Filing) -> ProgressiveRules:
    """For what is asked only of a rulebook that has a progressive wager."""
    assert filing.rulebook.progressive is not None
    return filing.rulebook.progressive


def _letters(filing: Filing, wager: str) -> str:
    return one_of(filing.rulebook.paytables_of(wager))


def _raw(wager: WagerFiling, key: str) -> str:
    value = getattr(wager, key, None)
    return format_dollars(Money(value)) if type(value) is int else shown(value)


def _wager_fault(
    code: FaultCode,
    clause: Citation | Cited[Any],
    wager: WagerFiling,
    key: str,
    value: str,
    message: str,
    lawful: str,
) -> Fault:
    return fault(code, clause, f"wagers.{wager.name}.{key}", value, message, lawful)
