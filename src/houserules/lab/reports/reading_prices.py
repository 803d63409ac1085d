"""What each reading is worth: the wagers that it affects, computed both ways. A reading without a price has a
reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houserules.lab.counting.rereadings import rereadings_of, why_not_priced
from houserules.lab.counting.side_bets import is_side_bet
from houserules.lab.reports.edges import BASE, FOLDING, FOR_OTHERS, edges, progressive_edges
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import Unsupported
from houserules.law import Reading, Rulebook, Submission, file_text, freeze, read_filing, read_toml
from houserules.law import rulebook as rulebook_of
from houserules.law.words import PROGRESSIVE, Switch
from houserules.money import format_dollars

VOID = "not priced, because it depends on how often rounds are void"
SET = "nothing where the player sets the best flush"


def unpriced(reading: str) -> str | None:
    """Why a reading that can be chosen has no figures; None where it has."""
    if reading == Switch.HAND_SET:
        return SET
    return VOID if reading.startswith("void_") else None


def moves_nothing(book: Rulebook, key: str) -> str | None:
    """Why a reading that is counted has no price in a comparison; None for any other key of a submission."""
    reading = next((each for each in book.readings if f"readings.{each.id}" == key), None)
    if reading is None:
        return None
    if reading.id == Switch.SHARED_HOLDER:
        return "moves nothing where every player makes the wager"
    return "moves nothing at the tables in use" if reading.worth else "moves no wager's value"


@dataclass(frozen=True, slots=True)
class Price:
    """One wager under one pay table, by the default and by the other choice."""

    wager: str
    paytable: str
    default: Fraction
    other: Fraction

    @property
    def difference(self) -> Fraction:
        """What the house gains by the other choice, as a fraction of the stake."""
        return self.other - self.default


@dataclass(frozen=True, slots=True)
class ReadingPrice:
    reading: Reading
    choice: str
    prices: tuple[Price, ...]
    note: str | None = None


def bundled(rulebook: str) -> dict[str, Any]:
    """The data of the bundled submission of a rulebook."""
    return read_toml(file_text(rulebook, "submission"), rulebook)


def submission_of(data: dict[str, Any], name: str = "submission") -> Submission:
    return freeze(read_filing(data, name))


def reading_prices(rulebook: str) -> tuple[ReadingPrice, ...]:
    """Every reading of the register that affects a wager's value, with every choice other than the default."""
    insist_supported(submission_of(bundled(rulebook)))
    return tuple(
        _price(reading, choice)
        for reading in rulebook_of(rulebook).readings
        if reading.switch or reading.worth
        for choice in reading.choices
        if choice != reading.default
    )


def _price(reading: Reading, choice: str) -> ReadingPrice:
    because = unpriced(reading.id)
    if because is not None:
        return ReadingPrice(reading, choice, (), because)
    if not reading.switch:
        return _price_beside(reading, choice)
    if reading.id == Switch.SHARED_HOLDER:
        return ReadingPrice(
            reading,
            choice,
            tuple(_prices_for_others(reading)),
            "for each other player at the table who does not make the wager",
        )
    prices = tuple(price for wager in reading.worth for price in _prices(reading, choice, wager))
    note = None
    if reading.id == Switch.PROGRESSIVE_AFTER_FOLD:
        note = "where the player folds by the base game's best play; nothing where no winner is folded"
    if reading.id == Switch.FIXED_AMOUNTS:
        note = "at a wager of $5; nothing at $1"
    if reading.id == Switch.WHEEL_AND_WAGER:
        note = "where a player wagers $5 at a wheel for $1"
    return ReadingPrice(reading, choice, prices, note)


def _price_beside(reading: Reading, choice: str) -> ReadingPrice:
    """A reading that no submission may choose. The base game is computed with the tables of the bundled
    submission."""
    submission = submission_of(_choosing(bundled(reading.rulebook), reading.id, choice))
    because = why_not_priced(submission, reading.id)
    if because is not None:
        return ReadingPrice(reading, choice, (), because)
    prices = [price for wager in reading.worth for price in _prices(reading, choice, wager)]
    if not all(is_side_bet(submission, wager) or wager == PROGRESSIVE for wager in reading.worth):
        one, other = edges(submission_of(bundled(reading.rulebook))), edges(submission)
        prices += [Price(BASE, "", one[BASE], other[BASE])]
    _, rereadings = rereadings_of(submission)
    note = next((reread.note for reread in rereadings if reread.note), None)
    return ReadingPrice(reading, choice, tuple(prices), note)


def _choosing(data: dict[str, Any], reading: str, choice: str) -> dict[str, Any]:
    changed = deepcopy(data)
    changed.setdefault("readings", {})[reading] = choice
    return changed


def _prices(reading: Reading, choice: str, wager: str) -> Iterator[Price]:
    for letter, data in _by_letter(reading.rulebook, wager):
        if reading.id == Switch.FIXED_AMOUNTS:
            data["wagers"][PROGRESSIVE]["amount"] = "5"
        if wager == PROGRESSIVE and not reading.switch:
            yield from _progressive_prices(reading, choice, letter, data)
            continue
        one = _edge(data, reading.id, reading.default, wager)
        if reading.id == Switch.WHEEL_AND_WAGER:
            data["wagers"][PROGRESSIVE]["amount"] = "5"
        other = _edge(data, reading.id, choice, wager)
        if one is not None and other is not None:
            yield Price(wager, letter, one, other)


def _progressive_prices(reading: Reading, choice: str, letter: str, data: dict[str, Any]) -> Iterator[Price]:
    """At the initial meter; if nothing changes there, what changes in the long run and for other players."""
    one, other = (
        _progressive_edges(_choosing(data, reading.id, each), reading.id) for each in (reading.default, choice)
    )
    moved = [name for name in one if name in other and one[name] != other[name]]
    for name in (PROGRESSIVE,) if PROGRESSIVE in moved or not moved else moved:
        if name in one and name in other:
            yield Price(name, letter, one[name], other[name])


def _progressive_edges(data: dict[str, Any], reading: str) -> dict[str, Fraction]:
    """Empty where the table cannot be counted in this way."""
    try:
        return progressive_edges(submission_of(data), base=reading == Switch.PROGRESSIVE_AFTER_FOLD)
    except Unsupported:
        return {}


def _prices_for_others(reading: Reading) -> Iterator[Price]:
    """By the default, a neighbour without the wager earns others something; by the other choice, nothing."""
    for letter, data in _by_letter(reading.rulebook, PROGRESSIVE):
        worth = progressive_edges(submission_of(data), base=False).get(FOR_OTHERS)
        if worth:
            yield Price(PROGRESSIVE, letter, worth, Fraction(0))


def _by_letter(rulebook: str, wager: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The bundled submission with every printed table of this wager whose lines have figures."""
    book = rulebook_of(rulebook)
    spun = wager == PROGRESSIVE and book.wagers[wager].suited_hole_cards is not None
    for letter, table in book.paytables_of(wager).items():
        if spun and letter != bundled(rulebook)["wagers"][wager]["paytable"]:
            continue  # The segments of a wheel are filed for its own symbols.
        if any(line.pay.__class__.__name__ == "Special" for line in table):
            continue
        data = deepcopy(bundled(rulebook))
        data["wagers"][wager]["paytable"] = letter
        if wager == PROGRESSIVE and book.progressive and letter in book.progressive.least:
            least = format_dollars(book.progressive.least[letter].value)
            data["wagers"][wager].update(initial=least, reset=least)
        yield letter, data


def _edge(data: dict[str, Any], reading: str, choice: str, wager: str) -> Fraction | None:
    """None where the wager is not decided by the player's own cards, or its table cannot be counted in this way."""
    submission = submission_of(_choosing(data, reading, choice))
    if wager == PROGRESSIVE:
        found = _progressive_edges(_choosing(data, reading, choice), reading)
        return found.get(FOLDING, found.get(PROGRESSIVE))
    try:
        return edges(submission, base=False)[wager] if is_side_bet(submission, wager) else None
    except Unsupported:
        return None


def span(prices: Iterable[Price]) -> tuple[Fraction, Fraction]:
    """The smallest and the largest of the differences."""
    differences = [price.difference for price in prices]
    return min(differences), max(differences)
