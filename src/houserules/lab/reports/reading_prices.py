"""What each switchable reading is worth: the wagers that it moves, run both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houserules.lab.counting.side_bets import side_bet
from houserules.lab.reports.edges import FOLDING, FOR_OTHERS, progressive_edges
from houserules.law import Reading, Submission, file_text, freeze, read_filing, read_toml
from houserules.law import rulebook as rulebook_of
from houserules.law.words import PROGRESSIVE, Switch
from houserules.money import format_dollars

VOID = "not priced: depends on how often rounds are void"
SET = "nothing where the player sets the best flush"


def why_not_priced(reading: str) -> str | None:
    """Why no figures stand beside a reading that can be chosen; None where they do."""
    if reading == Switch.HAND_SET:
        return SET
    return VOID if reading.startswith("void_") else None


@dataclass(frozen=True, slots=True)
class Price:
    """One wager under one paytable, as the default has it and as the other choice has it."""

    wager: str
    paytable: str
    default: Fraction
    other: Fraction

    @property
    def difference(self) -> Fraction:
        """What the house gains by the other choice, in parts of the stake."""
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
    """Every switch of the register with every choice that is not the default."""
    return tuple(
        _price(reading, choice)
        for reading in rulebook_of(rulebook).readings
        if reading.switch
        for choice in reading.choices
        if choice != reading.default
    )


def _price(reading: Reading, choice: str) -> ReadingPrice:
    unpriced = why_not_priced(reading.id)
    if unpriced is not None:
        return ReadingPrice(reading, choice, (), unpriced)
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
    return ReadingPrice(reading, choice, prices, note)


def _prices(reading: Reading, choice: str, wager: str) -> Iterator[Price]:
    for letter, data in _by_letter(reading.rulebook, wager):
        if reading.id == Switch.FIXED_AMOUNTS:
            data["wagers"][PROGRESSIVE]["amount"] = "5"
        one, other = (_edge(data, reading.id, each, wager) for each in (reading.default, choice))
        if one is not None and other is not None:
            yield Price(wager, letter, one, other)


def _prices_for_others(reading: Reading) -> Iterator[Price]:
    """A neighbour without the wager brings others something by the default, and nothing by the other choice."""
    for letter, data in _by_letter(reading.rulebook, PROGRESSIVE):
        worth = progressive_edges(submission_of(data), base=False).get(FOR_OTHERS)
        if worth:
            yield Price(PROGRESSIVE, letter, worth, Fraction(0))


def _by_letter(rulebook: str, wager: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The bundled submission with every printed table of this wager whose lines have figures."""
    book = rulebook_of(rulebook)
    for letter, table in book.paytables_of(wager).items():
        if any(line.pay.__class__.__name__ == "Special" for line in table):
            continue
        data = deepcopy(bundled(rulebook))
        data["wagers"][wager]["paytable"] = letter
        if wager == PROGRESSIVE and book.progressive and letter in book.progressive.least:
            least = format_dollars(book.progressive.least[letter].value)
            data["wagers"][wager].update(initial=least, reset=least)
        yield letter, data


def _edge(data: dict[str, Any], reading: str, choice: str, wager: str) -> Fraction | None:
    changed = deepcopy(data)
    changed.setdefault("readings", {})[reading] = choice
    submission = submission_of(changed)
    if wager == PROGRESSIVE:
        found = progressive_edges(submission, base=reading == Switch.PROGRESSIVE_AFTER_FOLD)
        return found.get(FOLDING, found[PROGRESSIVE])
    if wager in submission.wagers and submission.wagers[wager].paytable is not None:
        return side_bet(submission, submission.wagers[wager]).house_edge
    return None


def span(prices: Iterable[Price]) -> tuple[Fraction, Fraction]:
    """The least and the most of the differences."""
    differences = [price.difference for price in prices]
    return min(differences), max(differences)
