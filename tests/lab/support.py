"""Submissions for tests: a bundled one with some keys replaced."""

from __future__ import annotations

from houserules.cli.files import submission_data
from houserules.law import Submission, freeze, read_filing

MD = "md-high-card-flush"
MA = "ma-high-card-flush"
CTF = "md-chase-the-flush"


def submission(name: str, *overrides: str) -> Submission:
    return freeze(read_filing(submission_data(name, overrides), name))
