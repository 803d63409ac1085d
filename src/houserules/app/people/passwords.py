"""Refuses passwords that anybody would try first: common words with the usual decorations, runs of keys, names."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from houserules.app.refusals import Kind, Refusal

_RUNS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "01234567890",
    "1qaz2wsx3edc4rfv5tgb",
)
_MEANT: Final = str.maketrans("0134578@$!+|", "oieastbasitl")
_FEWEST_CHARACTERS: Final = 5
_FEWEST_DIGITS: Final = 12


def insist_uncommon(password: str, account: str) -> None:
    why = _why_common(password.casefold(), account)
    if why is not None:
        message = f"{why}; choose another one, such as three or four words that nobody would put together"
        raise Refusal("common_password", message, Kind.REFUSED)


def _why_common(password: str, account: str) -> str | None:
    if len(set(password)) < _FEWEST_CHARACTERS:
        return "this password repeats a few characters"
    if password.isdigit() and len(password) < _FEWEST_DIGITS:
        return "digits alone are guessed too soon"
    if any(password in way * 2 for run in _RUNS for way in (run, run[::-1])):
        return "this password is a run of keys"
    names = {account, account.replace("-", "")}
    bare = password.strip("".join(each for each in password if not each.isalpha()))
    for meant in (password, bare.translate(_MEANT)):
        letters = "".join(character for character in meant if character.isalpha())
        if letters in _common() or _twice(letters) in _common():
            return "this password is among those that are tried first"
        if letters in {"".join(each for each in name if each.isalpha()) for name in names}:
            return "this password is the name of the account"
    return None


@cache
def _common() -> frozenset[str]:
    return frozenset((Path(__file__).parent / "common_words.txt").read_text(encoding="utf-8").split())


def _twice(letters: str) -> str:
    """The word that is written twice; empty if there is none."""
    half = letters[: len(letters) // 2]
    return half if letters == half * 2 else ""
