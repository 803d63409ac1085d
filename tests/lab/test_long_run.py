"""Every counter of simulated rounds beside its exact chance: a short form of ``python -m tests.trials.long_run``."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houserules.lab import default_strategy
from tests.lab.support import CTF, MA, MD, submission
from tests.trials.long_run import Counter, limit, scores

ROUNDS = 300_000


@pytest.mark.parametrize("name", [MD, MA, CTF])
def test_every_counter_is_within_the_limit(name: str) -> None:
    made = submission(name)
    found = scores(made, default_strategy(made), ROUNDS, 11, 2)
    assert len(found) > 60
    assert max(map(abs, found.values())) < limit(len(found))


@pytest.mark.parametrize(
    ("chance", "count", "beyond"),
    [
        (Fraction(1, 4), 250_000, False),
        (Fraction(1, 4), 251_500, False),
        (Fraction(1, 4), 252_000, True),
        (Fraction(1, 4), 248_000, True),
        (Fraction(3, 10**6), 12, False),
        (Fraction(3, 10**6), 16, True),
        (Fraction(15, 10**6), 0, True),
        (Fraction(1, 10**9), 1, False),
        (Fraction(1, 10**9), 2, True),
    ],
)
def test_a_count_that_is_too_improbable_is_beyond_it(chance: Fraction, count: int, beyond: bool) -> None:
    """Of 67 counters and a million rounds."""
    assert (abs(Counter("", chance, count).z(10**6)) > limit(67)) == beyond
