"""Whole tables beside their exact joint moments: a short form of ``python -m tests.trials.whole_tables``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from houserules.lab.risk.table import table_moments
from houserules.money import DOLLAR
from tests.lab.support import CTF, MA, MD, submission
from tests.trials import whole_tables
from tests.trials.long_run import limit
from tests.trials.whole_tables import (
    SEATS,
    SHARED,
    added,
    channels_of,
    exact_moments,
    judged,
    names_of,
    play_all,
    player_of,
    table_variance,
    z_of_spreads,
)

ROUNDS = 500_000


@pytest.mark.parametrize("name", [MD, MA, CTF])
def test_a_table_is_put_together_from_its_wagers(name: str) -> None:
    """The moments of single wagers, two seats and the others' share make those of tables of every size."""
    made = submission(name)
    channels = channels_of(made)
    exact = exact_moments(made, channels)
    shared = channels[-1].name == SHARED
    assert shared == (name != MA)
    for seats in range(1, SEATS + 1):
        whole = table_moments(made, seats, ["all"])
        assert table_variance(exact, shared, seats) * DOLLAR**2 == whole.variance
        times = [seats - 1 if shared and at == len(channels) else 1 for at in range(len(channels) + 1)]
        mean = sum(often * each for often, each in zip(times, exact.means, strict=True))
        assert seats * mean * DOLLAR == whole.mean


@pytest.mark.parametrize("name", [MD, MA, CTF])
def test_no_moment_of_played_tables_is_beyond_the_limit(name: str) -> None:
    made = submission(name)
    played = player_of(made, 2030)(0, ROUNDS)
    assert played.rounds == sum(played.spread) == ROUNDS
    found = {moment.name: moment for moment in judged(made, played)}
    assert list(found) == names_of(channels_of(made))
    assert {"one seat, base and base", "mean of base"} < {moment.name for moment in found.values() if moment.judged}
    most = limit(len(found))
    assert not [moment for moment in found.values() if moment.judged and abs(moment.z) > most]
    together = found["two seats, base and base"]
    error = abs(together.found - together.exact) / abs(together.z)
    assert together.found > 20 * error, "seats that did not share a dealer would be found out"


@pytest.mark.parametrize("shared", [False, True])
def test_the_kernel_counts_what_plain_sums_say(shared: bool) -> None:
    random = np.random.default_rng(5)
    rounds, wagers, moments = 300, 3, 3 + 6 + 6 + 2 * SEATS
    ends, kinds = random.integers(0, 4, (rounds, SEATS)), random.integers(0, 5, (rounds, SEATS))
    segments = random.integers(-1, 3, (rounds, SEATS))
    of_end, folded = random.normal(size=4), np.array([1, 0, 0, 1])
    of_kind, of_segment = random.normal(size=(2, wagers - 1, 5)), random.normal(size=(wagers - 1, 4))
    sums, spread = np.zeros((3, moments)), np.zeros(101, np.int64)
    whole_tables.add_rounds(
        ends, kinds, segments, of_end, folded, of_kind, of_segment, int(shared), 7.0, -50, sums, spread
    )
    brought = np.empty((wagers, rounds, SEATS))
    brought[0] = of_end[ends]
    for wager in range(1, wagers):
        brought[wager] = of_kind[folded[ends], wager - 1, kinds] + of_segment[wager - 1, segments]
    one, two = [], []
    for i in range(wagers):
        for j in range(i + 1):
            outer = np.einsum("rs,rt->rst", brought[i], brought[j])
            one.append(np.einsum("rss->r", outer) / SEATS)
            two.append((outer.sum(axis=(1, 2)) - np.einsum("rss->r", outer)) / SEATS / (SEATS - 1))
    means, squares = [], []
    for size in range(1, SEATS + 1):
        times = np.array([1.0, 1.0, size - 1 if shared else 1.0])
        seats = np.einsum("w,wrs->rs", times, brought)
        tables = seats[:, : SEATS // size * size].reshape(rounds, -1, size).sum(axis=2)
        means.append(tables.mean(axis=1) / size)
        squares.append((tables**2).mean(axis=1))
    expected = np.array([*brought.mean(axis=2), *one, *two, *means, *squares])
    for power, row in zip((1, 2, 4), sums, strict=True):
        assert np.allclose(row, (expected**power).sum(axis=1))
    assert spread.sum() == rounds


def test_parts_are_kept_and_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_tables, "PART", 10_000)
    whole = player_of(submission(MD), 3)(0, 30_000)
    (parts,) = play_all([MD], 30_000, 3, 2, tmp_path, 5).values()
    together = added(parts)
    assert len(parts) == 3
    assert together.spread == whole.spread
    assert np.allclose(together.sums, whole.sums)
    monkeypatch.setattr(whole_tables, "player_of", lambda *_: None)
    (again,) = play_all([MD], 30_000, 3, 2, tmp_path, 5).values()
    assert sorted(map(repr, again)) == sorted(map(repr, parts))


def test_two_spreads_that_differ_are_told_apart() -> None:
    random = np.random.default_rng(9)
    one, other, third = (
        np.bincount(random.binomial(40, chance, size), minlength=41).tolist()
        for chance, size in ((0.5, 200_000), (0.5, 50_000), (0.51, 50_000))
    )
    z, classes = z_of_spreads(one, other)
    assert classes > 10
    assert abs(z) < 4
    assert z_of_spreads(one, third)[0] > 20
