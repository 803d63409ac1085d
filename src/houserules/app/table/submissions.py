"""Submissions by the document that filed them, read once and shared by all tables and hands under it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from houserules.app.refusals import Kind, Refusal
from houserules.app.table.state import Parts
from houserules.law import LawNotInstalled, LawPin, Submission, base_game
from houserules.law.words import PROGRESSIVE
from houserules.play import Rules
from houserules.records import read_filing_document

LAW_NOT_INSTALLED: Final = "law_not_installed"


@lru_cache(maxsize=1_000)
def read_document(document: bytes, pin: LawPin) -> tuple[dict[str, Any], Rules]:
    """The filed data, and the rules of the submission: one object for a document and a law, shared by its tables."""
    try:
        filed, submission = read_filing_document(document, pin)
    except LawNotInstalled as missing:
        raise Refusal(LAW_NOT_INSTALLED, str(missing), Kind.UNAVAILABLE) from None
    return filed, Rules(submission)


def parts_of(submission: Submission) -> Parts:
    """Which wagers play which part, for those who count results."""
    return Parts(base_game(submission.rulebook), PROGRESSIVE if submission.rulebook.progressive else None)
