"""The clause lists have no gap: they follow the documents' own numbering, clause by clause, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houserules.law import clause_list, rulebook_ids

OUTLINES = Path(__file__).with_name("outlines.txt")

ROMAN = ("i", "ii", "iii", "iv")

MA_DEFINITIONS = (
    "Ante", "Cover card", "Flush Bonus wager", "Fold", "Progressive payout wager", "Push",
    "Dealer's qualifying hand", "Raise wager", "Raise wager(1)", "Raise wager(2)", "Raise wager(2)(i)",
    "Raise wager(2)(ii)", "Raise wager(2)(iii)", "Round of play", "Straight Flush Bonus wager", "Stub", "Suit",
)  # fmt: skip
"""Section 1 of the Massachusetts document is unnumbered: its terms, in the order in which it defines them."""


def outlines() -> dict[str, dict[int, list[tuple[str, ...]]]]:
    books: dict[str, dict[int, list[tuple[str, ...]]]] = {}
    for line in OUTLINES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            book = books.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            chapter, _, outline = line.partition(": ")
            book[int(chapter)] = paths(outline)
    return books


def paths(outline: str) -> list[tuple[str, ...]]:
    """``"A B(1 2)"`` to A, B, B 1, B 2."""
    found: list[tuple[str, ...]] = []
    above: list[str] = []
    last = ""
    for token in re.findall(r"[A-Za-z0-9]+|[()]", outline):
        if token == "(":
            above.append(last)
        elif token == ")":
            above.pop()
        else:
            last = token
            found.append((*above, token))
    return found


def printed(rulebook: str, chapter: int, path: tuple[str, ...]) -> str:
    """The path as a citation writes it, without what tells repeated numbers apart."""
    if rulebook.startswith("MD"):
        return f"{chapter}.{path[0]}" + "".join(f"({part})" for part in path[1:])
    head = "".join(f"({part})" for part in path[:4])
    return (
        f"{chapter}{head[: head.rfind('(')]}{path[3]}" if len(path) == 4 and path[3] in "abc" else f"{chapter}{head}"
    )


def numbered(path: str) -> str:
    """A clause's number without the suffix that tells repeated numbers apart."""
    return re.sub(r" (Paytable [A-O]|second|third)$", "", path)


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_printed_number_is_a_clause_in_the_documents_order(rulebook: str) -> None:
    expected = [
        printed(rulebook, chapter, path) for chapter, chapters in outlines()[rulebook].items() for path in chapters
    ]
    listed = [clause.citation.path for clause in clause_list(rulebook).clauses]
    if rulebook == "MA-HCF":
        expected = [f"1 {term}" for term in MA_DEFINITIONS] + expected
        # 5(c)(5) prints a second hand without a number of its own.
        expected.insert(expected.index("5(c)(5)") + 1, "5(c)(5)")
    assert [numbered(path) for path in listed] == expected


@pytest.mark.parametrize(("rulebook", "clauses"), [("MD-HCF", 379), ("MD-CTF", 358), ("MA-HCF", 127)])
def test_the_number_of_clauses(rulebook: str, clauses: int) -> None:
    assert len(clause_list(rulebook).clauses) == clauses


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_chapter_has_a_title(rulebook: str) -> None:
    book = clause_list(rulebook)
    assert [chapter.number for chapter in book.chapters] == sorted({clause.chapter for clause in book.clauses})
    assert all(chapter.title for chapter in book.chapters)
