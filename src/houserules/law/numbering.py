"""The numbering of a document's clauses: which numbers are missing between those that are listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_PARTS: Final = re.compile(
    r"(?P<head>\d+(?: [A-Z][A-Za-z' ]*[a-z])?)(?P<rest>(?:\.[A-Z]+)?(?:\([0-9a-z]+\)|[a-z])*)(?: (?P<tail>.+))?"
)
_TOKEN: Final = re.compile(r"[0-9]+|[A-Z]+|[a-z]+")
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


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
    """``(index, number)``: this number should stand before the clause at this index, and does not."""
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
            yield index, _written(*around)
        siblings.setdefault(around, []).append((index, each.tokens[-1]))
    for around, members in siblings.items():
        expected = _sequence([token for _, token in members])
        seen: set[str] = set()
        for index, token in members:
            place = expected.index(token)
            for missing in expected[:place]:
                if missing not in seen:
                    seen.add(missing)
                    yield index, _written((*around.tokens, missing), around.tail)
            seen.add(token)


def _sequence(tokens: list[str]) -> list[str]:
    """The sequence of which these tokens are the longest beginning: 1 2 3, A B C, a b c or i ii iii."""
    if all(token.isdigit() for token in tokens):
        return [str(number) for number in range(1, max(map(int, tokens)) + 1)]
    if all(token.isupper() and len(token) == 1 for token in tokens):
        return [letter for letter in _LETTERS.upper() if letter <= max(tokens)]
    if all(token in _ROMAN for token in tokens) and tokens[0] == "i":
        return list(_ROMAN[: max(map(_ROMAN.index, tokens)) + 1])
    if all(token in _LETTERS for token in tokens):
        return [letter for letter in _LETTERS if letter <= max(tokens)]
    return sorted(set(tokens), key=tokens.index)


def _written(tokens: tuple[str, ...], tail: str) -> str:
    head, *rest = tokens
    first = f".{rest.pop(0)}" if rest and rest[0].isupper() else ""
    return f"{head}{first}" + "".join(f"({token})" for token in rest) + (f" {tail}" if tail else "")
