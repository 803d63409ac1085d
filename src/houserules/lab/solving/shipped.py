"""Answers that ship with the package: those to the standard questions about the bundled submissions and examples.

Each is a file of its own, which starts with a digest of the sources that the answer depends on. If these have changed
since, the file is ignored. ``make answers`` writes the files; tests reject those that are out of date.
"""

from __future__ import annotations

import lzma
import pickle
from pathlib import Path
from typing import Any, Final

from houserules.lab.solving.sources import digest_behind

FOLDER: Final = Path(__file__).parent.parent / "shipped"
COMMAND: Final = "make answers"
_DIGITS: Final = 32
"""The digits of a digest that are kept; more would not distinguish anything further."""


def shipped_answer(game: str, about: str, key: str, by: str) -> Any:
    """The question and answer shipped under this key; None where there is none, or other sources made it."""
    try:
        content = shipped_file(game, about, key).read_bytes()
    except OSError:
        return None
    if digest_in(content) != _digest(by):
        return None
    try:
        return unpacked(content)
    except Exception:  # Damaged: the answer is computed again, and a test names the file.
        return None


def shipped_file(game: str, about: str, key: str) -> Path:
    return FOLDER / f"{game}.{about.replace(' ', '-')}.{key[:16]}"


def packed(kept: tuple[Any, Any], by: str) -> bytes:
    """The content of a file for a question and its answer."""
    return _digest(by).encode() + lzma.compress(pickle.dumps(kept, protocol=5), preset=9)


def unpacked(content: bytes) -> Any:
    """The question and the answer in the content of a file."""
    return pickle.loads(lzma.decompress(content[_DIGITS:]))


def digest_in(content: bytes) -> str:
    return content[:_DIGITS].decode(errors="replace")


def _digest(by: str) -> str:
    return (digest_behind(by) or "")[:_DIGITS]
