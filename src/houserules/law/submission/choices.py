"""What the rulebook leaves to the operator: every key of a Rules Submission with its clauses and lawful values.

:mod:`houserules.law.submission.check` judges what was chosen; this module says beforehand what there is to choose
from. Where a choice depends on another one, it is listed once for each value of that other key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houserules.law.citation import Citation, Cited
from houserules.law.paytable import Source, Special
from houserules.law.rulebook import ProgressiveRules, Rulebook, WagerRules
from houserules.law.submission.filing import SHUFFLERS
from houserules.law.words import PROGRESSIVE, AfterAllOfIt, Approval, LimitSide, Offer, Rates, ShufflerNeed, Switch
from houserules.money import ROUNDINGS, Money, Percent, format_dollars


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    clauses: tuple[Citation, ...]
    values: tuple[str, ...] = ()
    """The lawful values, where they can be listed."""
    lawful: str = ""
    """What is lawful, in words, where they cannot."""
    where: tuple[str, str] | None = None
    """(key, value) of the choice that this one depends on."""


def choices(book: Rulebook) -> tuple[Choice, ...]:
    found = [*_papers(book), *_table(book), *_dealing(book), *_decks(book)]
    for name, rules in book.wagers.items():
        if name == PROGRESSIVE and book.progressive is not None:
            found.extend(_progressive(book, rules, book.progressive))
        elif rules.paytables is not None:
            found.extend(_bonus(book, name, rules))
    return (
        *found,
        *_payout_limit(book),
        Choice("signs.odds", book.signs.odds_words.clauses, book.signs.odds_words.value),
    )


def _papers(book: Rulebook) -> Iterator[Choice]:
    layout = book.table.operator_on_layout
    name = layout.clauses if layout else book.table.approval.clauses
    yield Choice("operator", name, lawful="the operator's name, as the layout shows it")
    drafts = book.table.approval.value is Approval.BEFORE_USE
    none = "a draft" if drafts else "the document asks for none"
    yield Choice("approved_on", book.table.approval.clauses, lawful=f"the day of approval; none: {none}")


def _table(book: Rulebook) -> Iterator[Choice]:
    rules, base = book.table, book.wagers[book.base_wager].offer.clauses
    yield Choice("table.seats", rules.most_seats.clauses, _upto(rules.most_seats.value))
    most = rules.most_adjacent_boxes
    boxes = (*rules.adjacent_boxes.clauses, *(most.clauses if most else ()))
    yield Choice("table.adjacent_boxes", _once(boxes), _upto(most.value if most else rules.most_seats.value))
    yield Choice("table.minimum", base, lawful="more than 0")
    yield Choice("table.maximum", base, lawful="at least the minimum")


def _decks(book: Rulebook) -> Iterator[Choice]:
    rules = book.table
    one, two = rules.decks, rules.decks_with_shuffler
    yield Choice("table.decks", (*one.clauses, *two.clauses), (str(one.value), str(two.value)))
    yield Choice("table.decks", one.clauses, (str(one.value),), where=("table.shuffler", "none"))
    backs = rules.second_deck_backs.clauses
    yield Choice("table.deck_backs", backs, lawful="a different colour for each deck", where=("table.decks", "2"))
    turn = rules.second_deck_turn
    yield Choice("table.alternation", turn.clauses, (turn.value,), where=("table.decks", "2"))


def _dealing(book: Rulebook) -> Iterator[Choice]:
    orders = [method.orders.clause for method in book.dealing.values()]
    yield Choice("table.dealing", _once(orders), tuple(book.dealing))
    lawful = tuple(name for name, way in SHUFFLERS.items() if way in book.table.shuffling.value)
    yield Choice("table.shuffler", book.table.shuffling.clauses, lawful)
    for name, method in book.dealing.items():
        if len(method.orders.value) > 1:
            yield Choice("table.order", method.orders.clauses, method.orders.value, where=("table.dealing", name))
        if method.shuffler.value is ShufflerNeed.REQUIRED:
            devices = tuple(shuffler for shuffler in lawful if shuffler != "none")
            yield Choice("table.shuffler", method.shuffler.clauses, devices, where=("table.dealing", name))


def _bonus(book: Rulebook, name: str, rules: WagerRules) -> Iterator[Choice]:
    key = f"wagers.{name}"
    yield Choice(key, rules.offer.clauses, lawful=rules.offer.value)
    yield from _paytable(book, name, rules)
    if rules.equals is None and rules.offer.value is not Offer.BONUS:
        yield Choice(f"{key}.minimum", rules.offer.clauses, lawful="none: the table's")
        yield Choice(f"{key}.maximum", rules.offer.clauses, lawful="none: the table's")
    for letter, table in book.paytables_of(name).items():
        for line in table:
            if line.pay is Special.DISCRETION:
                clauses, where = _once(line.clauses), (f"{key}.paytable", letter)
                yield Choice(f"{key}.bonus.{line.hand}", clauses, lawful="odds or an amount", where=where)


def _paytable(book: Rulebook, name: str, rules: WagerRules) -> Iterator[Choice]:
    assert rules.paytables is not None
    key, tables = f"wagers.{name}.paytable", book.paytables_of(name)
    yield Choice(key, rules.paytables.clauses, tuple(tables))
    for letter, table in tables.items():
        yield Choice(key, (table.clause,), tuple(tables), where=(key, letter))


def _progressive(book: Rulebook, rules: WagerRules, progressive: ProgressiveRules) -> Iterator[Choice]:
    yield Choice("wagers.progressive", rules.offer.clauses, lawful=rules.offer.value)
    yield from _paytable(book, PROGRESSIVE, rules)
    yield from _progressive_amount(book, rules, progressive)
    yield from _meter(book, progressive)
    paid = progressive.paid_at.clauses
    yield Choice("wagers.progressive.rounding", paid, ROUNDINGS)
    shared = progressive.shared
    if shared is not None:
        key = f"wagers.progressive.{shared.key.value}"
        for letter in book.paytables[shared.name.value]:
            yield Choice(key, (*shared.key.clauses, *shared.name.clauses), where=_with(letter))
    if rules.suited_hole_cards is not None:
        for letter, table in book.paytables_of(PROGRESSIVE).items():
            symbols = tuple(line.hand for line in table)
            yield Choice("wagers.progressive.segments", (table.clause,), symbols, where=_with(letter))
            if table.pays_share_of(Source.PRIZE):
                least = progressive.least[letter]
                yield Choice(
                    "wagers.progressive.prize", least.clauses, lawful=_at_least(least.value), where=_with(letter)
                )
                whole = table.lines[0].clauses
                yield Choice(
                    "wagers.progressive.merchandise",
                    whole,
                    lawful="what is given, where it is no money",
                    where=_with(letter),
                )


def _progressive_amount(book: Rulebook, rules: WagerRules, progressive: ProgressiveRules) -> Iterator[Choice]:
    key = "wagers.progressive.amount"
    if rules.amount is not None:
        yield Choice(key, rules.amount.clauses, (_in_dollars(rules.amount.value),))
        return
    yield Choice(key, rules.offer.clauses, lawful="more than 0; several amounts, of which each player wagers one")
    shared = progressive.shared
    tables = book.paytables[shared.name.value] if shared and rules.suited_hole_cards is not None else {}
    wheels = {letter: table.per for letter, table in tables.items() if table.per is not None}
    either = list(dict.fromkeys(_in_dollars(per.value) for per in wheels.values()))
    for letter, per in wheels.items():
        yield Choice(key, per.clauses, (_in_dollars(per.value),), where=_with(letter))
    if any(reading.id == Switch.WHEEL_AND_WAGER for reading in book.readings):
        clauses = _once(clause for per in wheels.values() for clause in per.clauses)
        where = (f"readings.{Switch.WHEEL_AND_WAGER}", "any")
        yield Choice(key, clauses, lawful=f"one or several of {', '.join(either)}", where=where)


def _meter(book: Rulebook, rules: ProgressiveRules) -> Iterator[Choice]:
    printed = rules.rates.value is Rates.PRINTED
    if printed:
        yield from _printed(rules.main_rate.items(), "rate")
        yield from _printed(rules.secondary_rate.items(), "secondary_rate")
        assert rules.initial is not None
        initial = (_in_dollars(rules.initial.value),)
        yield Choice("wagers.progressive.initial", rules.initial.clauses, initial)
    starts = ("reset",) if rules.after_all_of_it.value is AfterAllOfIt.RESET_AMOUNT else ()
    for letter, table in book.paytables_of(PROGRESSIVE).items():
        if not table.pays_share_of(Source.METER):
            continue
        if not printed:
            rate = "a percentage above 0% and at most 100%"
            yield Choice("wagers.progressive.rate", rules.rates.clauses, lawful=rate, where=_with(letter))
        least = rules.least.get(letter)
        for key in starts if printed else ("initial", *starts):
            clauses = least.clauses if least else rules.after_all_of_it.clauses
            lawful = _at_least(least.value) if least else "dollars"
            yield Choice(f"wagers.progressive.{key}", clauses, lawful=lawful, where=_with(letter))


def _printed(rates: Iterable[tuple[str, Cited[Percent]]], key: str) -> Iterator[Choice]:
    for letter, rate in rates:
        yield Choice(f"wagers.progressive.{key}", rate.clauses, (str(rate.value),), where=_with(letter))


def _payout_limit(book: Rulebook) -> Iterator[Choice]:
    limit = book.payout_limit
    if limit is None:
        return
    words = "no limit, or more than 0"
    if limit.amount is not None:
        bound = "at most" if limit.side.value is LimitSide.AT_MOST else "at least"
        either = limit.or_best_win_at_minimum is not None and limit.or_best_win_at_minimum.value
        best = " or the best win at the minimum, whichever is greater" if either else ""
        words = f"no limit, or {bound} {format_dollars(limit.amount.value)}{best}"
    amount = limit.amount.clauses if limit.amount else ()
    yield Choice("payout_limit.per_hand", _once((*limit.side.clauses, *amount)), lawful=words)
    if limit.side.value is LimitSide.ANY:
        yield Choice("payout_limit.per_round", limit.side.clauses, lawful="no limit, or more than 0")


def _with(letter: str) -> tuple[str, str]:
    return ("wagers.progressive.paytable", letter)


def _at_least(amount: Money) -> str:
    return f"at least {format_dollars(amount)}"


def _in_dollars(amount: Money) -> str:
    return format_dollars(amount).removesuffix(".00")


def _upto(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, most + 1))


def _once(clauses: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(clauses))
