"""What every page shows: whose table, which game, approved when, under which law, from which submission."""

from __future__ import annotations

from typing import Any

from houserules.exhibits.layout.drawing import COLOURS
from houserules.law import Submission


def head_of(submission: Submission) -> dict[str, Any]:
    book = submission.rulebook
    return {
        "operator": submission.operator or "Operator not named",
        "game": book.title,
        "jurisdiction": book.jurisdiction,
        "rulebook": book.id,
        "version": book.version,
        "law": short(book.digest),
        "digest": short(submission.digest),
        "approved": submission.approved_on.isoformat() if submission.approved_on else None,
        "colour": COLOURS[book.shown.felt.value],
    }


def short(digest: str) -> str:
    """Enough of a digest to tell two apart on paper; the manifest has all of it."""
    return digest.removeprefix("sha256:")[:16]
