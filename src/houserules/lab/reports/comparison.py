"""Two submissions side by side: every difference, its clause, and what it is worth.

Each difference is priced on its own: one value of B is put into A, and the house edge of every wager is taken before
and after. All differences together are worth the difference of the wagers themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final

from houserules.lab.counting.payout_limits import limit_effects
from houserules.lab.counting.rereadings import rereadings_of, why_not_priced
from houserules.lab.reports.edges import edges
from houserules.lab.reports.reading_prices import moves_nothing, unpriced
from houserules.lab.solving.support import rule_values
from houserules.law import (
    Cited,
    MalformedData,
    Paytable,
    ProgressiveChoices,
    Rulebook,
    Source,
    Submission,
    format_pay,
    freeze,
    key_of,
    read_filing,
    shown_value,
)
from houserules.law.words import PROGRESSIVE, Switch
from houserules.money import Money, format_price


@dataclass(frozen=True, slots=True)
class Worth:
    wager: str
    difference: Fraction
    """What the house gains by B's value, as a fraction of the stake."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What the payout limit takes from one hand on average at the largest stakes, in millionths of a dollar."""

    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class Difference:
    key: str
    a: str
    b: str
    clauses: tuple[str, ...]
    worth: tuple[Worth, ...] | None
    """None where the difference cannot be applied alone, or has no price."""
    note: str | None = None
    taken: Taken | None = None
    """What the payout limit takes, where the difference changes it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    a: Submission
    b: Submission
    edges_a: dict[str, Fraction]
    edges_b: dict[str, Fraction]
    differences: tuple[Difference, ...]


def compare(data_a: Mapping[str, Any], data_b: Mapping[str, Any], name_a: str, name_b: str) -> Comparison:
    a, b = _frozen(data_a, name_a), _frozen(data_b, name_b)
    edges_a, edges_b = edges(a), edges(b)
    found = list(_of_data(data_a, data_b, a, b, edges_a))
    if a.rulebook.id != b.rulebook.id:
        found.extend(_of_rulebooks(a, b, edges_a))
    return Comparison(a, b, edges_a, edges_b, tuple(found))


def _frozen(data: Mapping[str, Any], name: str) -> Submission:
    filing = read_filing(data, name)
    try:
        return freeze(filing)
    except MalformedData as error:
        raise MalformedData(*(f"{name}: {line}" for line in str(error).splitlines())) from None


def _worth(before: dict[str, Fraction], after: dict[str, Fraction]) -> tuple[Worth, ...]:
    return tuple(
        Worth(wager, after[wager] - before[wager])
        for wager in before
        if wager in after and after[wager] != before[wager]
    )


# Differences between the choices of two submissions.

NO_SUCH_CHOICE: Final = "not priced, because no such choice exists"


def _of_data(
    data_a: Mapping[str, Any], data_b: Mapping[str, Any], a: Submission, b: Submission, before: dict[str, Fraction]
) -> Iterator[Difference]:
    flat_a, flat_b = _flat(data_a), _flat(data_b)
    shared = {rules.shared.key.value for each in (a, b) if (rules := each.rulebook.progressive) and rules.shared}
    same_book = a.rulebook.id == b.rulebook.id
    unknown = {each.key for data in (data_a, data_b) for each in read_filing(data, "submission").unknown_keys}
    for key in dict.fromkeys([*flat_a, *flat_b]):
        one, values = flat_a.get(key), (_value(key, flat_a, a), _value(key, flat_b, b))
        whole = isinstance(one, dict | list)  # Its text may be shortened.
        if key == "rulebook" or (values[0] == values[1] and (not whole or one == flat_b.get(key))):
            continue
        cited = (_clause(key, each, shared) for each in (a, b))
        clauses = tuple(dict.fromkeys(clause for clause in cited if clause is not None))
        because = NO_SUCH_CHOICE if key in unknown else _not_priced(key, a, b, same_book)
        if because is not None:
            yield Difference(key, *values, clauses, None, because)
        elif same_book:
            worth, note, taken = _price_of_key(data_a, key, flat_b, a, before)
            if worth == () and taken is None:
                note = note or moves_nothing(a.rulebook, key)
            yield Difference(key, *values, clauses, worth, note, taken)
        else:
            yield Difference(key, *values, clauses, None)


def _not_priced(key: str, a: Submission, b: Submission, same_book: bool) -> str | None:
    section, _, reading = key.partition(".")
    if section != "readings":
        return None
    because = unpriced(reading)
    if because is None and same_book:
        because = why_not_priced(a, reading) or why_not_priced(b, reading)
    return because


def _price_of_key(
    data_a: Mapping[str, Any], key: str, flat_b: Mapping[str, Any], a: Submission, before: dict[str, Fraction]
) -> tuple[tuple[Worth, ...] | None, str | None, Taken | None]:
    changed = deepcopy(dict(data_a))
    taken_over = (key, *(each for each in GO_WITH_THE_TABLE if key == TABLE_OF_THE_METER))
    for each in taken_over:
        _put_key(changed, each, flat_b)
    try:
        made = freeze(read_filing(changed, "submission"))
        worth, taken = _worth(before, edges(made)), _taken(a, made)
    except MalformedData:
        return None, "cannot stand alone", None
    return worth, _at_its_meter(made) if len(taken_over) > 1 else None, taken


TABLE_OF_THE_METER: Final = f"wagers.{PROGRESSIVE}.paytable"
GO_WITH_THE_TABLE: Final = tuple(f"wagers.{PROGRESSIVE}.{key}" for key in ("initial", "reset", "prize", "segments"))
"""What is filed together with a table of the progressive: with another table's meter the price would mean nothing."""


def _put_key(data: dict[str, Any], key: str, flat: Mapping[str, Any]) -> None:
    """Put the value that another submission has at a key, or remove the key where it has none."""
    *path, last = key.split(".")
    place = data
    for step in path:
        place = place.setdefault(step, {})
    if key in flat:
        place[last] = deepcopy(flat[key])
        return
    place.pop(last, None)
    if path and not place and path[0] == "wagers":
        data["wagers"].pop(path[-1])


def _at_its_meter(made: Submission) -> str | None:
    offered = made.progressive
    if offered is None:
        return None
    return f"priced at {_meter_in_words(offered)}, with which B files it"


def _meter_in_words(offered: ProgressiveChoices) -> str:
    if offered.paytable.pays_share_of(Source.METER) and offered.initial is not None:
        return f"a meter of {format_price(offered.initial)}"
    return f"a prize of {format_price(offered.prize)}" if offered.prize else "its printed amounts"


def _taken(before: Submission, after: Submission) -> Taken | None:
    """What the limit takes at the largest stakes, where the change affects it. None where it is not known exactly."""
    found = []
    for submission in (before, after):
        effects = limit_effects(rereadings_of(submission)[0])
        if effects and not effects[1].exact:
            return None
        found.append(effects[1].most if effects else Fraction(0))
    return Taken(*found) if found[0] != found[1] else None


def _flat(data: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Maps dotted keys to values; pay lines and wheel segments are kept whole."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        at = f"{path}.{key}" if path else key
        if isinstance(value, dict) and key not in ("paytable", "bonus"):
            found.update(_flat(value, at))
        else:
            found[at] = value
    return found


def _value(key: str, flat: Mapping[str, Any], submission: Submission) -> str:
    if key in flat:
        value = flat[key]
        return value if isinstance(value, str) else shown_value(value)
    section, _, name = key.partition(".")
    if section == "readings" and name in submission.readings:
        return submission.readings[name]
    return "not stated"


def _clause(key: str, submission: Submission, shared: Collection[str]) -> str | None:
    """The clause that leaves this choice to the operator, as precisely as the rulebook gives it; ``shared`` are the
    keys that choose what other players receive."""
    book = submission.rulebook
    section, _, rest = key.partition(".")
    name, _, field = rest.partition(".")
    match section:
        case "readings":
            entry = next((reading for reading in book.readings if reading.id == rest), None)
            return str(entry.clauses[0]) if entry else None
        case "payout_limit":
            return str(book.payout_limit.side.clause) if book.payout_limit else None
        case "table":
            return _table_clause(submission, rest)
        case "wagers" if name in book.wagers:
            return _wager_clause(submission, name, field, shared)
        case _:
            return str(book.table.approval.clause) if section in ("operator", "approved_on") else None


def _table_clause(submission: Submission, key: str) -> str | None:
    book = submission.rulebook
    method = book.dealing.get(submission.table.dealing)
    unit = book.wagers[book.base_wager]
    cited: dict[str, Cited[Any] | None] = {
        "seats": book.table.most_seats,
        "adjacent_boxes": book.table.adjacent_boxes,
        "decks": book.table.decks,
        "deck_backs": book.table.second_deck_backs,
        "alternation": book.table.second_deck_turn,
        "shuffler": method.shuffler if method else None,
        "dealing": method.orders if method else None,
        "order": method.orders if method else None,
        "minimum": unit.offer,
        "maximum": unit.offer,
    }
    found = cited.get(key)
    return str(found.clause) if found else None


def _wager_clause(submission: Submission, name: str, field: str, shared: Collection[str]) -> str:
    book = submission.rulebook
    rules = book.wagers[name]
    table: Paytable | None = submission.wagers[name].paytable if name in submission.wagers else None
    meters = book.progressive
    if name == PROGRESSIVE and submission.progressive is not None and meters is not None:
        table = submission.progressive.paytable
        if field in ("initial", "reset", "prize") and table.letter in meters.least:
            return str(meters.least[table.letter].clause)
        if field in ("rate", "secondary_rate"):
            return str(meters.rates.clause)
        if meters.shared is not None and field in shared:
            return str(meters.shared.key.clause)
    if field in ("paytable", "bonus", "suit", "segments") and table is not None:
        return str(table.clause)
    return str((rules.amount or rules.offer).clause if field == "amount" else rules.offer.clause)


# Differences between two rulebooks.


def _of_rulebooks(a: Submission, b: Submission, before: dict[str, Fraction]) -> Iterator[Difference]:
    same_game = a.rulebook.game == b.rulebook.game
    values_a, values_b = _cited(a.rulebook), _cited(b.rulebook)
    for key in dict.fromkeys([*values_a, *values_b]):
        one, other = values_a.get(key), values_b.get(key)
        if one is not None and other is not None and one.value == other.value:
            continue
        clauses = tuple(str(each.clause) for each in (one, other) if each is not None)
        worth, note = None, None
        if same_game and one is not None and other is not None:
            worth, note = _price_of_value(a, b, key, before)
        yield Difference(f"rulebook: {key}", _words(key, one), _words(key, other), clauses, worth, note)
    if same_game:
        yield from _of_paytables(a, b)


def _cited(book: Rulebook) -> dict[str, Cited[Any]]:
    """Every cited value of a rulebook by its path, without the pay tables."""
    return {each.path: Cited(each.value, each.clauses) for each in rule_values(book) if each.clauses}


_AMOUNTS = ("payout_limit.amount", "progressive.least.", "progressive.initial", "progressive.shared.per")


def _words(key: str, cited: Cited[Any] | None) -> str:
    if cited is None:
        return "not stated"
    if key.startswith(_AMOUNTS) or (key.startswith("wagers.") and key.endswith(".amount")):
        return format_price(cited.value)
    return ", ".join(map(str, cited.value)) if isinstance(cited.value, tuple) else str(cited.value)


_MOVES_A_VALUE = ("hands.", "qualifying.", "decision.", "wagers.", "settlement.", "payout_limit.covers")
"""What a document says about meters is not priced on its own: it belongs with the rates and amounts filed under
it."""


def _price_of_value(
    a: Submission, b: Submission, key: str, before: dict[str, Fraction]
) -> tuple[tuple[Worth, ...] | None, str | None]:
    """A's submission under A's rulebook, with this one value taken from B's. Procedure does not change a value."""
    if not key.startswith(_MOVES_A_VALUE):
        return (), None
    book = _put(a.rulebook, b.rulebook, key.split("."))
    chosen = dict(a.readings)
    if key == "hands.ace":
        chosen.pop(Switch.ACE_LOW, None)
    try:
        return _worth(before, edges(replace(a, rulebook=book, readings=chosen))), None
    except MalformedData as error:
        return None, f"cannot stand alone: {error}"


def _put(one: Any, other: Any, path: list[str]) -> Any:
    key, *rest = path
    if isinstance(one, dict):
        return {**one, key: _put(one[key], other[key], rest) if rest else other[key]}
    name = next(field.name for field in fields(one) if key_of(field) == key)
    value = getattr(other, name)
    return replace(one, **{name: _put(getattr(one, name), value, rest) if rest else value})


def _of_paytables(a: Submission, b: Submission) -> Iterator[Difference]:
    """Tables that have the same letter in both documents and pay differently, and those that only one of them has."""
    for wager in dict.fromkeys([*a.rulebook.paytables, *b.rulebook.paytables]):
        ours, theirs = a.rulebook.paytables.get(wager, {}), b.rulebook.paytables.get(wager, {})
        for letter in dict.fromkeys([*ours, *theirs]):
            one, other = ours.get(letter), theirs.get(letter)
            if one and other and _pays(one) == _pays(other):
                continue
            clauses = tuple(str(table.clause) for table in (one, other) if table)
            note = None if one and other else "printed in one document only"
            text_a = _pays(one) if one else "not printed"
            text_b = _pays(other) if other else "not printed"
            worth = None
            if one and other:
                worth, note = _price_of_paytable(a, b, wager, letter)
            yield Difference(f"paytable: {wager} {letter}", text_a, text_b, clauses, worth, note)


def _pays(table: Paytable) -> str:
    return " / ".join(format_pay(line.pay) for line in table)


def _price_of_paytable(
    a: Submission, b: Submission, wager: str, letter: str
) -> tuple[tuple[Worth, ...] | None, str | None]:
    """Both tables under A's reading of the ace, each progressive at the meter of its own document: the amount that is
    filed where the table is in use, otherwise the least that the document allows."""
    found, meters = [], []
    for submission in (a, b):
        table = submission.rulebook.paytables[wager][letter]
        if wager in a.wagers:
            made = replace(a, wagers={wager: replace(a.wagers[wager], paytable=table)}, progressive=None)
        elif wager == PROGRESSIVE and a.progressive is not None:
            initial = _initial_of(submission, letter)
            offered = replace(a.progressive, paytable=table, shared=None, main_rate=None, initial=initial)
            made = replace(a, wagers={}, progressive=offered)
            meters.append(_meter_in_words(offered))
        else:
            return None, None
        try:
            found.append(edges(made, base=False))
        except MalformedData:
            return None, None
    note = None
    if meters:
        note = f"priced at {meters[0]}" if meters[0] == meters[1] else f"priced at {meters[0]} | {meters[1]}"
    return _worth(found[0], found[1]), note


def _initial_of(submission: Submission, letter: str) -> Money | None:
    filed, rules = submission.progressive, submission.rulebook.progressive
    if filed is not None and filed.paytable.letter == letter:
        return filed.initial
    if rules is not None and letter in rules.least:
        return rules.least[letter].value
    return rules.initial.value if rules is not None and rules.initial is not None else None
