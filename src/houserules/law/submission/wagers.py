"""The wagers of a Rules Submission: which are offered, at which pay tables, limits and meters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from houserules.law.citation import Cited
from houserules.law.paytable import Amount, Paytable, Share, Special
from houserules.law.rulebook import WagerRules
from houserules.law.submission.faults import NO_SUCH_CHIP, WHOLE_CENTS, Fault, FaultCode, fault, one_of, stake_faults
from houserules.law.submission.filing import Filing, InlineTable, WagerFiling, shown_value
from houserules.law.submission.progressive import check_progressive, progressive_rules
from houserules.law.words import PROGRESSIVE, MeterName, Offer
from houserules.money import CENT, format_dollars

_STATED: Final = (Offer.REQUIRED, Offer.BONUS)
"""A submission states the pay table of these."""
_LIMITS: Final = frozenset({"minimum", "maximum"})
_BONUS: Final = _LIMITS | {"paytable", "bonus", "suit"}
_METER: Final = frozenset({"paytable", "amount", "rate", "initial", "reset", "rounding"})


def check_wagers(filing: Filing) -> Iterator[Fault]:
    book = filing.rulebook
    for name, wager in filing.wagers.items():
        rules = book.wagers.get(name)
        if rules is None:
            names, why = book.game_wagers.names, "the game has no such wager"
            yield fault(FaultCode.WAGER_NOT_IN_GAME, f"wagers.{name}", names, name, why, one_of(names.value))
        else:
            yield from _check_wager(filing, wager, rules)
    for name, rules in book.wagers.items():
        if rules.offer.value in _STATED and rules.paytables is not None and name not in filing.wagers:
            why = "every player has this wager, and its pay table is not stated"
            letters = one_of(book.paytables_of(name))
            yield fault(FaultCode.MISSING_KEY, f"wagers.{name}", rules.paytables, "(none)", why, letters)


def _check_wager(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    for key in sorted(wager.keys - _allowed_keys(filing, wager.name, rules) - _unknown_keys(filing, wager.name)):
        wrong = _at(FaultCode.WAGER_KEY, wager, key)
        why = "the document leaves no such choice for this wager"
        yield wrong(rules.offer, _raw(wager, key), why, "leave it out")
    yield from _check_wager_limits(filing, wager, rules)
    if rules.paytables is not None:
        yield from _check_paytable(filing, wager, rules.paytables)
    if wager.name == PROGRESSIVE:
        yield from check_progressive(filing, wager)


def _at(code: FaultCode, wager: WagerFiling, key: str) -> partial[Fault]:
    """A fault at a key of the wager, still without its clause, value, message and what would be lawful."""
    return partial(fault, code, f"wagers.{wager.name}.{key}")


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
        keys |= {"prize", "merchandise", "segments"}
    return keys


def _unknown_keys(filing: Filing, name: str) -> frozenset[str]:
    """The keys of this wager that were already reported as unknown."""
    prefix = f"wagers.{name}."
    return frozenset(each.key.removeprefix(prefix) for each in filing.unknown_keys if each.key.startswith(prefix))


def _check_wager_limits(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    for key, amount in (("minimum", wager.minimum), ("maximum", wager.maximum)):
        if amount is not None:
            yield from stake_faults(FaultCode.WAGER_LIMITS, f"wagers.{wager.name}.{key}", rules.offer, amount)
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
    low, high = format_dollars(minimum), format_dollars(maximum)
    if wager.minimum is not None:
        wrong = _at(FaultCode.WAGER_LIMITS, wager, "minimum")
        yield wrong(rules.offer, low, "the minimum is above the maximum", f"at most {high}")
    else:
        wrong = _at(FaultCode.WAGER_LIMITS, wager, "maximum")
        yield wrong(rules.offer, high, "the maximum is below the table's minimum", f"at least {low}")


def _check_same_limits(filing: Filing, wager: WagerFiling, rules: WagerRules) -> Iterator[Fault]:
    """The base wager has the table's limits, and a wager that must equal it has the same."""
    why = "this wager is made in another's amount" if rules.equals else "this wager has the table's limits"
    pairs = (("minimum", wager.minimum, filing.table.minimum), ("maximum", wager.maximum, filing.table.maximum))
    for key, own, tables in pairs:
        if own is not None and own != tables:
            lawful = "leave it out" if tables is None else format_dollars(tables)
            wrong = _at(FaultCode.WAGER_NOT_EQUAL, wager, key)
            yield wrong(rules.equals or rules.offer, format_dollars(own), why, lawful)


def _check_paytable(filing: Filing, wager: WagerFiling, printed: Cited[str]) -> Iterator[Fault]:
    tables, chosen = filing.rulebook.paytables_of(wager.name), wager.paytable
    letters = one_of(tables)
    if chosen is None:
        wrong = _at(FaultCode.MISSING_KEY, wager, "paytable")
        yield wrong(printed, "(none)", "the pay table is not stated", letters)
    elif isinstance(chosen, InlineTable):
        yield from _check_wording(filing, wager, "paytable", chosen)
        wrong = _at(FaultCode.PAYTABLE_INVENTED, wager, "paytable")
        why = "the document does not have this table; it is good for analysis only"
        yield wrong(printed, "(pay lines)", why, letters)
    elif chosen not in tables:
        wrong = _at(FaultCode.PAYTABLE_UNKNOWN, wager, "paytable")
        yield wrong(printed, chosen, "the document has no such table for this wager", letters)
    else:
        yield from _check_bonus_amounts(filing, wager, tables[chosen])


def _check_bonus_amounts(filing: Filing, wager: WagerFiling, table: Paytable) -> Iterator[Fault]:
    """Lines that the licensee sets must be set; lines that the document sets must not be."""
    open_lines = [line for line in table if line.pay is Special.DISCRETION]
    bonus = wager.bonus or InlineTable({}, {})
    wrong = partial(_at, FaultCode.BONUS_AMOUNTS, wager)
    yield from _check_wording(filing, wager, "bonus", bonus)
    if not open_lines:
        allowed = _allowed_keys(filing, wager.name, filing.rulebook.wagers[wager.name])
        for key in ("bonus", "suit"):
            if getattr(wager, key) is not None and key in allowed:
                why = f"the document sets every line of table {table.letter}"
                yield wrong(key)(table.clause, _raw(wager, key), why, "leave it out")
        return
    clause, payable = open_lines[0].clauses[-1], "odds or an amount"
    for line in open_lines:
        if line.hand not in bonus.lines and line.hand not in bonus.badly_worded:
            why = f"table {table.letter} leaves this amount to the licensee, and it is not stated"
            yield wrong(f"bonus.{line.hand}")(clause, "(none)", why, payable)
    specific = filing.rulebook.words.suited_line
    for hand, pay in bonus.lines.items():
        at_line = wrong(f"bonus.{hand}")
        if isinstance(pay, Share | Special):
            yield at_line(clause, str(pay), "this is not an amount that a hand could be paid", payable)
        elif isinstance(pay, Amount) and pay.money % CENT:
            yield at_line(clause, str(pay), NO_SUCH_CHIP, WHOLE_CENTS)
        if table.line(hand) is None and hand != specific:
            lawful = one_of(filter(None, [*(line.hand for line in open_lines), specific]))
            yield at_line(table.clause, str(pay), "the table has no such line", lawful)
    if (specific in bonus.lines) != (wager.suit is not None) or wager.suit not in (None, *_SUITS):
        why = "a suit-specific line needs the suit that it is for"
        yield wrong("suit")(clause, wager.suit, why, one_of(_SUITS))


_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


def _check_wording(filing: Filing, wager: WagerFiling, key: str, table: InlineTable) -> Iterator[Fault]:
    for hand, text in table.badly_worded.items():
        wrong = _at(FaultCode.ODDS_WORD, wager, f"{key}.{hand}")
        words = filing.rulebook.signs.odds_words
        lawful = one_of(f"300 {word} 1" for word in words.value)
        yield wrong(words, text, "odds are not stated with this word", lawful)


def _raw(wager: WagerFiling, key: str) -> str:
    value = getattr(wager, key, None)
    return format_dollars(value) if type(value) is int else shown_value(value)
