"""Submissions by the document that filed them, read once and shared by all tables and hands under it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from houserules.app.state import Parts
from houserules.law import LawPin, Submission
from houserules.law.shown import base_game
from houserules.law.words import PROGRESSIVE
from houserules.store import read_filing_document


@lru_cache(maxsize=1_000)
def read_document(document: bytes, pin: LawPin) -> tuple[dict[str, Any], Submission]:
    """The filed data and the frozen submission: one object for a document and a law, as play compiles each once."""
    return read_filing_document(document, pin)


def parts_of(submission: Submission) -> Parts:
    """Which wagers play which part, for those who count results."""
    return Parts(base_game(submission.rulebook), PROGRESSIVE if submission.rulebook.progressive else None)
