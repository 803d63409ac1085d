"""Submissions by the document that filed them, read once and shared by all tables and hands under it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any, Final

from houserules.app.refusals import Kind, Refusal
from houserules.app.table.state import Parts
from houserules.law import (
    Filing,
    LawNotInstalled,
    LawPin,
    MalformedData,
    Submission,
    UnknownRulebook,
    base_game,
    check,
    read_filing,
)
from houserules.law.words import PROGRESSIVE
from houserules.play import Rules
from houserules.records import read_filing_document

LAW_NOT_INSTALLED: Final = "law_not_installed"


@lru_cache(maxsize=1_000)
def read_document(document: bytes, pin: LawPin) -> tuple[dict[str, Any], Rules]:
    """The filed data, and the rules of the submission: one object per document and law, shared by its tables."""
    try:
        filed, submission = read_filing_document(document, pin)
    except LawNotInstalled as missing:
        raise Refusal(LAW_NOT_INSTALLED, str(missing), Kind.UNAVAILABLE) from None
    return filed, Rules(submission)


def lawful_filing(filed: Mapping[str, Any], today: date, live: bool) -> Filing:
    """What was filed, read under the law of today; refused with every fault, or with every problem of form."""
    try:
        filing = read_filing(dict(filed), "submission", on=today)
    except (MalformedData, UnknownRulebook) as error:
        raise Refusal("malformed_submission", str(error), Kind.MALFORMED) from None
    faults = check(filing, today, live)
    if faults:
        message = "; ".join(str(fault) for fault in faults)
        raise Refusal("unlawful_submission", message, Kind.REFUSED, faults[0].clause, key=faults[0].key)
    return filing


def parts_of(submission: Submission) -> Parts:
    """Which wagers play which part, for code that counts results."""
    return Parts(base_game(submission.rulebook), PROGRESSIVE if submission.rulebook.progressive else None)
