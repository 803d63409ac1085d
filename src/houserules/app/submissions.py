"""Submissions by the document that filed them, read once and shared by all tables and hands under it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from houserules.app.state import Parts
from houserules.law import Submission
from houserules.law.shown import against_dealer, progressive_wager
from houserules.store import read_filing_document


@lru_cache(maxsize=1_000)
def read_document(document: bytes) -> tuple[dict[str, Any], Submission]:
    """The filed data and the frozen submission: one object a document, since play compiles each object once."""
    return read_filing_document(document)


def parts_of(submission: Submission) -> Parts:
    """Which wagers play which part, for those who count results."""
    return Parts(against_dealer(submission.rulebook), progressive_wager(submission.rulebook))
