"""The progressive, where a wheel is spun for it: what spins it."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from houserules.law import Submission
from houserules.law.words import PROGRESSIVE


def suited_cards(submission: Submission) -> int | None:
    """How many of the player's first cards must be of one suit for a spin; None where hands are paid."""
    rules = submission.rulebook.wagers.get(PROGRESSIVE)
    asked = rules.suited_hole_cards if rules else None
    return asked.value if asked else None


def chance_of_a_spin(cards: int) -> Fraction:
    return Fraction(4 * comb(13, cards), comb(52, cards))
