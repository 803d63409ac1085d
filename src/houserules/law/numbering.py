"""The numbering of a document's clauses: which numbers are missing between those that are listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_PARTS: Final = re.compile(
    r"(?P<head>\d+(?: [A-Z][A-Za-z' ]*[a-z])?)(?P<rest>(?:\.[A-Z]+)?(?:\([0-9a-z]+\)|[a-z])*)(?: (?P<tail>.+))?",
    re.ASCII,
)
_TOKEN: Final = re.compile(r"[0-9]+|[A-Z]+|[a-z]+")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_LETTERS: Final = (*_ALPHABET, *(2 * letter for letter in _ALPHABET))
_CAPITALS: Final = tuple(letter.upper() for letter in _LETTERS)
_MOST_DIGITS: Final = 6


class Numbered(NamedTuple):
    """``12.C(1)(a) Paytable D``: the tokens 12, C, 1, a, and what tells repeated numbers apart."""

    tokens: tuple[str, ...]
    tail: str


def parse(path: str) -> Numbered | None:
    """The parts of a clause's number; None where it is a term, not a number."""
    found = _PARTS.fullmatch(path)
    if found is None:
        return None
    return Numbered((found["head"], *_TOKEN.findall(found["rest"])), found["tail"] or "")


def missing_before(paths: list[str]) -> Iterator[tuple[int, str]]:
    """``(index, what)``: this is missing before the clause at this index, such as ``12.B(2) to 12.B(4)``."""
    numbered = [parse(path) for path in paths]
    listed = {each for each in numbered if each is not None}
    parents = {each.tokens for each in listed}
    siblings: dict[Numbered, list[tuple[int, str]]] = {}
    for index, each in enumerate(numbered):
        if each is None or len(each.tokens) == 1:
            continue
        around = Numbered(each.tokens[:-1], each.tail)
        if around not in listed:
            around = Numbered(each.tokens[:-1], "")
        if len(around.tokens) > 1 and around.tokens not in parents:
            parents.add(around.tokens)
            yield index, f"{_written(*around)} is missing"
        siblings.setdefault(around, []).append((index, each.tokens[-1]))
    for around, members in siblings.items():
        yield from _gaps(around, members)


def _gaps(around: Numbered, members: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Each gap once, before the clause that comes after it."""
    sequence = _sequence([token for _, token in members])
    first: dict[int, int] = {}
    for index, token in members:
        if _belongs(sequence, token):
            first.setdefault(_place(sequence, token), index)
    before = 0
    for place in sorted(first):
        if place > before + 1:
            low, high = (
                _written((*around.tokens, _token(sequence, missing)), around.tail)
                for missing in (before + 1, place - 1)
            )
            yield first[place], f"{low} is missing" if low == high else f"{low} to {high} are missing"
        before = place


_Sequence = tuple[str, ...]
_NUMBERS: Final[_Sequence] = ()
"""Represents 1, 2, 3 and so on, without end."""


def _sequence(tokens: list[str]) -> _Sequence:
    """The sequence that most of these belong to: 1 2 3, A B C, i ii iii or a b c."""
    sequences = (_NUMBERS, _CAPITALS, *((_ROMAN,) if tokens[0] == "i" else ()), _LETTERS)
    return max(sequences, key=lambda sequence: sum(_belongs(sequence, token) for token in tokens))


def _belongs(sequence: _Sequence, token: str) -> bool:
    return token in sequence if sequence else token.isdigit() and len(token) <= _MOST_DIGITS


def _place(sequence: _Sequence, token: str) -> int:
    return sequence.index(token) + 1 if sequence else int(token)


def _token(sequence: _Sequence, place: int) -> str:
    return sequence[place - 1] if sequence else str(place)


def _written(tokens: tuple[str, ...], tail: str) -> str:
    head, *rest = tokens
    first = f".{rest.pop(0)}" if rest and rest[0].isupper() else ""
    return f"{head}{first}" + "".join(f"({token})" for token in rest) + (f" {tail}" if tail else "")
