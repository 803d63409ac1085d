"""Submissions by the document that filed them, read once and shared by all tables and hands under it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from houserules.law import LawPin, Submission
from houserules.store import read_filing_document


@lru_cache(maxsize=1_000)
def read_document(document: bytes, pin: LawPin) -> tuple[dict[str, Any], Submission]:
    """The filed data and the frozen submission: one object for a document and a law, as play compiles each once."""
    return read_filing_document(document, pin)
