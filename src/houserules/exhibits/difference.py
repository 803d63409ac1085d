"""The difference report: what changed between two submissions, by which clause, and what each change costs or
gains."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houserules.exhibits.head import head_of, short
from houserules.exhibits.layout.drawing import DEFAULT_FELT
from houserules.exhibits.options import is_option, option_text, option_title
from houserules.exhibits.papers import PAPERS, Case
from houserules.exhibits.rules_in_words import title_of, wagers_in_order
from houserules.exhibits.typeset import typeset
from houserules.lab import compare, percent_of
from houserules.law import Filing, Rulebook, Submission, freeze, read_filing
from houserules.money import Money, format_price
from houserules.play import Rules

PLACES = 6


def difference_paper(a: Mapping[str, Any], b: Mapping[str, Any], names: tuple[str, str]) -> dict[str, bytes]:
    """``difference.pdf`` for two submissions, the first being the older one; and ``limits.pdf``, the sign that tells
    players about other limits, where these differ."""
    found = compare(a, b, *names)
    filings = [read_filing(data, name) for data, name in zip((a, b), names, strict=True)]
    data = {
        "head": head_of(found.b),
        "names": list(names),
        "digests": [short(found.a.digest), short(found.b.digest)],
        "laws": [f"{each.rulebook.id} {each.rulebook.version}" for each in (found.a, found.b)],
        "wagers": [
            {
                "wager": _title(found.b.rulebook, wager),
                "a": _percent(found.a.rulebook, wager, found.edges_a),
                "b": _percent(found.b.rulebook, wager, found.edges_b),
            }
            for wager in dict.fromkeys((*found.edges_a, *found.edges_b))
        ],
        "differences": [
            {
                "key": _key((found.b.rulebook, found.a.rulebook), each.key),
                "a": _text(filings[0], each.key, each.a),
                "b": _text(filings[1], each.key, each.b),
                "clauses": list(each.clauses),
                "worth": "; ".join(
                    f"{_title(found.b.rulebook, part.wager)} {percent_of(part.difference, PLACES)}"
                    for part in each.worth or ()
                )
                or (each.note or "nothing"),
            }
            for each in found.differences
        ],
        "anew": [f"{PAPERS[name].title}: {', '.join(PAPERS[name].names)}" for name in _to_print(*filings)],
    }
    made = {"difference.pdf": typeset("difference", data)}
    if changed := _limits(found.a, found.b):
        made["limits.pdf"] = typeset("limits", {"head": data["head"], "limits": changed})
    return made


def _limits(old: Submission, new: Submission) -> list[dict[str, str]]:
    """What may be wagered, before and after; empty where no limit changes. A wager that is new or gone does not count
    as a change of limits."""
    before, after = (
        {name: (offered.minimum, offered.maximum) for name in wagers_in_order(book) if (offered := wagers.get(name))}
        for book, wagers in ((old.rulebook, old.wagers), (new.rulebook, new.wagers))
    )
    if all(before[name] == after[name] for name in before.keys() & after.keys()):
        return []
    return [
        {
            "wager": _title(new.rulebook, name),
            "before": _span(before[name]) if name in before else "not offered",
            "after": _span(limits),
        }
        for name, limits in after.items()
    ]


def _span(limits: tuple[Money, Money]) -> str:
    return " to ".join(map(format_price, limits))


def _to_print(*filings: Filing) -> list[str]:
    """The papers whose content differs. The digests at the foot of a page do not count as content."""
    one, other = (Case(filing, Rules(freeze(filing)), DEFAULT_FELT) for filing in filings)
    return [name for name, paper in PAPERS.items() if paper.content(one) != paper.content(other)]


def _title(book: Rulebook, wager: str) -> str:
    if wager == "base":
        return "Base game"
    return title_of(book, wager) if wager in book.shown.wagers else wager.replace("_", " ").capitalize()


def _key(books: tuple[Rulebook, ...], key: str) -> str:
    """What changed, as the Rules Submission calls it under the first of these rulebooks that has it; a value of the
    law by its place there."""
    first, _, name = key.partition(".")
    if first == "readings":
        titles = (each.title for book in books for each in book.readings if each.id == name)
        return f"Reading: {next(titles, name)}"
    for book in books:
        if is_option(book, key):
            title = option_title(book, key)
            return f"Payout limit {title[0].lower()}{title[1:]}" if first == "payout_limit" else title
    kind, _, place = key.partition(": ")
    if kind == "paytable":
        wager, _, letter = place.rpartition(" ")
        return f"Law: {_title(books[0], wager.replace(' ', '_'))}, pay table {letter}"
    return f"Law: {_spelled(place or kind).replace('.', ', ')}"


def _text(filing: Filing, key: str, value: str) -> str:
    """One value, as the Rules Submission shows it."""
    first, _, name = key.partition(".")
    if first == "readings":
        reading = next((each for each in filing.rulebook.readings if each.id == name), None)
        return reading.choices.get(value, value) if reading is not None else value
    return option_text(filing, key) if is_option(filing.rulebook, key) else _spelled(value.strip('"'))


def _spelled(value: str) -> str:
    """A word of the law, as people write it."""
    said = {"True": "yes", "False": "no"}.get(value, value.replace("_", " "))
    return re.sub(r"\b(dealer|floor|player|licensee)s (hand|order|lines)\b", r"\1's \2", said)


def _percent(book: Rulebook, wager: str, edges: Mapping[str, Fraction]) -> str:
    edge = edges.get(wager)
    if edge is not None:
        return percent_of(edge, PLACES)
    return "not offered" if wager in book.shown.wagers else "none"
