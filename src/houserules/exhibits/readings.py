"""The readings that a submission chooses, and what each other choice would be worth with its pay tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from houserules.exhibits.rules_in_words import listed, tables_of, title_of
from houserules.lab import percent_of, reading_prices
from houserules.law import MalformedData, Submission, rulebook

PLACES: Final = 4
NOT_PRICED: Final = "not priced"

Differences = dict[str, Fraction]
"""Wager to what the house gains by a choice, beside the default."""


def readings_data(submission: Submission) -> list[dict[str, Any]]:
    book = submission.rulebook
    differences, notes = _priced(submission)
    found = []
    for reading in book.readings:
        if not reading.switch:
            continue
        chosen = submission.readings[reading.id]
        mine = differences.get((reading.id, chosen), {})
        found.append(
            {
                "title": reading.title,
                "question": reading.question,
                "chosen": reading.choices[chosen],
                "default": chosen == reading.default,
                "others": [
                    {
                        "text": text,
                        "price": _text(
                            submission,
                            differences.get((reading.id, name), {}),
                            mine,
                            notes.get((reading.id, name)) or notes.get((reading.id, chosen)) or "",
                        ),
                    }
                    for name, text in reading.choices.items()
                    if name != chosen
                ],
                "clauses": [str(each) for each in reading.clauses],
            }
        )
    return found


def _priced(submission: Submission) -> tuple[dict[tuple[str, str], Differences], dict[tuple[str, str], str]]:
    """By reading and choice: what it is worth with the pay tables in use, and what to know about that."""
    book, letters = submission.rulebook, {name: table.letter for name, table in tables_of(submission).items()}
    try:
        prices = reading_prices(book.id) if rulebook(book.id).digest == book.digest else ()
    except MalformedData:  # A game that the lab does not follow.
        prices = ()
    differences = {
        (each.reading.id, each.choice): {
            price.wager: price.difference
            for price in each.prices
            if not price.paytable or letters.get(price.wager) == price.paytable
        }
        for each in prices
    }
    notes = {(each.reading.id, each.choice): each.note for each in prices if each.note}
    return differences, notes


def _text(submission: Submission, other: Differences, mine: Differences, note: str) -> str:
    """``house advantage of the Same Suit +0.4701 %``: of the other choice, against the one that was made."""
    gains = {wager: other.get(wager, Fraction()) - mine.get(wager, Fraction()) for wager in {**mine, **other}}
    offered = {wager: gain for wager, gain in gains.items() if wager in submission.rulebook.shown.wagers}
    if not offered:
        return note if note.startswith(NOT_PRICED) else NOT_PRICED
    told = [
        f"of the {title_of(submission.rulebook, wager)} {'+' if gain > 0 else ''}{percent_of(gain, PLACES)}"
        for wager, gain in offered.items()
    ]
    return f"house advantage {listed(told)}" + (f", {note}" if note else "")
