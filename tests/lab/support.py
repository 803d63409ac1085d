"""Submissions for tests: a bundled one with some keys replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from houserules.cli.files import submission_data
from houserules.lab.games.chase_the_flush import terms as chase
from houserules.lab.games.high_card_flush import terms as high_card
from houserules.law import Submission, freeze, read_filing

MD = "md-high-card-flush"
MA = "ma-high-card-flush"
CTF = "md-chase-the-flush"


def submission(name: str, *overrides: str) -> Submission:
    return freeze(read_filing(submission_data(name, overrides), name))


def high_card_terms() -> high_card.Terms:
    """High Card Flush as both documents have it."""
    return high_card.terms_of(submission(MD))


def chase_terms(xtra: Mapping[int, int | Fraction] | None = None) -> chase.Terms:
    """Chase the Flush as Maryland has it, with X-tra Bonus A or with these odds by length; other lengths push."""
    terms = chase.terms_of(submission(CTF))
    if xtra is None:
        return terms
    paid = [Fraction(xtra.get(length, 0)) for length in range(chase.LENGTHS)]
    even = terms.all_in
    by_length = tuple(
        replace(even, qualified=(odds, *even.qualified[1:]), unqualified=(odds, *even.unqualified[1:]))
        for odds in paid
    )
    return replace(terms, xtra=by_length)
