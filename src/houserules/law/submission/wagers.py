"""The wagers of a Rules Submission: which are offered, at which pay tables, limits and meters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.law.paytable import Amount, Paytable, Share, Special
from houserules.law.rulebook import WagerRules
from houserules.law.submission.faults import NO_SUCH_CHIP, WHOLE_CENTS, Fault, FaultCode, fault, one_of, wager_fault
from houserules.law.submission.filing import Filing, InlineTable, WagerFiling, shown_value
from houserules.law.submission.progressive import check_progressive, progressive_rules
from houserules.law.words import PROGRESSIVE, MeterName, Offer
from houserules.money import CENT, format_dollars

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
        yield wager_fault(
            FaultCode.WAGER_KEY, rules.offer, wager, key, _raw(wager, key),
            "the document leaves no such choice for this wager", "leave it out",
        )  # fmt: skip
    yield from _check_wager_limits(filing, wager, rules)
    if rules.paytables is not None:
        yield from _check_paytable(filing, wager, rules)
    if wager.name == PROGRESSIVE:
        yield from check_progressive(filing, wager)


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
            yield wager_fault(
                FaultCode.WAGER_LIMITS, rules.offer, wager, key, "0", "a wager has a value", "more than 0"
            )
        elif amount is not None and amount % CENT:
            yield wager_fault(
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
        yield wager_fault(
            FaultCode.WAGER_LIMITS, rules.offer, wager, "minimum", format_dollars(minimum),
            "the minimum is above the maximum", f"at most {format_dollars(maximum)}",
        )  # fmt: skip
    else:
        yield wager_fault(
            FaultCode.WAGER_LIMITS, rules.offer, wager, "maximum", format_dollars(maximum),
            "the maximum is below the table's minimum", f"at least {format_dollars(minimum)}",
        )  # fmt: skip


def _check_same_limits(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    """The base wager has the table's limits, and a wager that is made in its amount has the same."""
    clause = rules.equals or rules.offer
    pairs = (("minimum", wager.minimum, filing.table.minimum), ("maximum", wager.maximum, filing.table.maximum))
    for key, own, tables in pairs:
        if own is not None and own != tables:
            yield wager_fault(
                FaultCode.WAGER_NOT_EQUAL, clause, wager, key, format_dollars(own),
                "this wager is made in another's amount" if rules.equals else "this wager has the table's limits",
                "leave it out" if tables is None else format_dollars(tables),
            )  # fmt: skip


def _check_paytable(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    assert rules.paytables is not None
    letters = _letters(filing, wager.name)
    chosen = wager.paytable
    if chosen is None:
        yield wager_fault(
            FaultCode.MISSING_KEY, rules.paytables, wager, "paytable", "(none)",
            "the pay table is not stated", letters,
        )  # fmt: skip
    elif isinstance(chosen, InlineTable):
        yield from _check_wording(filing, wager, "paytable", chosen)
        yield wager_fault(
            FaultCode.PAYTABLE_INVENTED, rules.paytables, wager, "paytable", "(pay lines)",
            "the document does not have this table; it is good for analysis only", letters,
        )  # fmt: skip
    elif chosen not in filing.rulebook.paytables_of(wager.name):
        yield wager_fault(
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
                yield wager_fault(
                    FaultCode.BONUS_AMOUNTS, table.clause, wager, key, _raw(wager, key),
                    f"the document sets every line of table {table.letter}", "leave it out",
                )  # fmt: skip
        return
    stated = wager.bonus.lines if wager.bonus else {}
    clause = open_lines[0].clauses[-1]
    badly_worded = wager.bonus.badly_worded if wager.bonus else {}
    for line in open_lines:
        if line.hand not in stated and line.hand not in badly_worded:
            yield wager_fault(
                FaultCode.BONUS_AMOUNTS, clause, wager, f"bonus.{line.hand}", "(none)",
                f"table {table.letter} leaves this amount to the licensee, and it is not stated", "odds or an amount",
            )  # fmt: skip
    specific = filing.rulebook.words.suited_line
    for hand, pay in stated.items():
        if isinstance(pay, Share) or pay is Special.DISCRETION or pay is Special.PUSH:
            yield wager_fault(
                FaultCode.BONUS_AMOUNTS, clause, wager, f"bonus.{hand}", shown_value(str(pay)),
                "this is not an amount that a hand could be paid", "odds or an amount",
            )  # fmt: skip
        elif isinstance(pay, Amount) and pay.money % CENT:
            yield wager_fault(
                FaultCode.BONUS_AMOUNTS,
                clause,
                wager,
                f"bonus.{hand}",
                shown_value(str(pay)),
                NO_SUCH_CHIP,
                WHOLE_CENTS,
            )
        if table.line(hand) is None and hand != specific:
            yield wager_fault(
                FaultCode.BONUS_AMOUNTS, table.clause, wager, f"bonus.{hand}", shown_value(str(pay)),
                "the table has no such line", one_of(filter(None, [*(line.hand for line in open_lines), specific])),
            )  # fmt: skip
    if (specific in stated) != (wager.suit is not None) or wager.suit not in (None, *_SUITS):
        yield wager_fault(
            FaultCode.BONUS_AMOUNTS, clause, wager, "suit", shown_value(wager.suit),
            "a suit-specific line needs the suit that it is for", one_of(_SUITS),
        )  # fmt: skip


_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def _check_wording(filing: Filing, wager: WagerFiling, key: str, table: InlineTable) -> Iterator[Fault]:
    words = filing.rulebook.signs.odds_words
    for hand, text in table.badly_worded.items():
        yield wager_fault(
            FaultCode.ODDS_WORD, words, wager, f"{key}.{hand}", text,
            "odds are not stated with \"for\"", "\"300 to 1\"",
        )  # fmt: skip


def _letters(filing: Filing, wager: str) -> str:
    return one_of(filing.rulebook.paytables_of(wager))


def _raw(wager: WagerFiling, key: str) -> str:
    value = getattr(wager, key, None)
    return format_dollars(value) if type(value) is int else shown_value(value)
