"""Simulated rounds: the generator's published answers, fair cards, equal results for any division of the work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import numpy as np
import pytest

from houserules.cards import AceReading, flush_key, four_of_a_kind_rank, has_suited_nine_to_ace, longest_suited_run
from houserules.cli.lab.analyze import read_submission
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.games.flushes import rounds
from houserules.lab.games.high_card_flush.strategies import short_strategies
from houserules.lab.simulation.random_streams import deal, random_block, spin
from houserules.lab.simulation.remote import collect
from houserules.lab.simulation.rounds import CHUNK, Tally, Task, play_on_processor, task_of
from houserules.lab.simulation.wagers import wagers_of
from houserules.lab.solving.base_game import base_results
from houserules.lab.solving.gate import insist_supported
from houserules.lab.strategy.report import default_strategy, played_out
from houserules.law import Submission

EDGES = {"high_card_flush": Fraction("0.0271138206"), "chase_the_flush": Fraction("0.0265264441")}
"""House edges of the strategies that are played by default, as docs/strategy.md has them."""


def silent(_done: float) -> None:
    """Nobody watches."""


def task(name: str, seed: int = 1) -> Task:
    submission = read_submission(name, ())
    return task_of(submission, default_strategy(submission), seed)


@pytest.mark.parametrize(
    ("seed", "index", "block", "wanted"),
    [
        # The known answers that the generator's authors publish: all bits off, all on.
        (0, 0, 0, (0x6627E8D5E169C58D, 0xBC57AC4C9B00DBD8)),
        (-1, -1, -1, (0x408F276D41C83B0E, 0xA20BC7C66D5451FD)),
    ],
)
def test_the_generator_gives_its_known_answers(seed: int, index: int, block: int, wanted: tuple[int, int]) -> None:
    assert tuple(int(word) for word in random_block(seed, index, block)) == wanted


def test_every_card_is_dealt_as_often_as_any_other() -> None:
    seen = np.zeros(52)
    for index in range(20_000):
        first, at = deal(3, index, 0, 0, 7)
        second, _ = deal(3, index, at, int(first), 7)
        assert first & second == 0
        assert int(first).bit_count() == int(second).bit_count() == 7
        for card in range(52):
            seen[card] += int(first | second) >> card & 1
    expected = 20_000 * 14 / 52
    assert ((seen - expected) ** 2 / expected).sum() < 90  # Chi-squared of 51 degrees: one in 1,600.


def test_every_segment_comes_up() -> None:
    counts = Counter(int(spin(1, index, 7)) for index in range(7_000))
    assert set(counts) == set(range(7))
    assert max(counts.values()) - min(counts.values()) < 200


@pytest.mark.parametrize("ace", AceReading)
def test_kinds_are_read_as_the_cards_room_reads_them(ace: AceReading) -> None:
    chance = Random(2)
    lanes = [[13 * suit + rank for rank in range(13)] for suit in range(4)]
    for trial in range(3_000):
        pool = lanes[trial % 4] + chance.sample(range(52), 2) if trial % 3 == 0 else list(range(52))
        hand = sum(1 << card for card in set(chance.sample(sorted(set(pool)), 7)))
        kind = int(rounds.kind_of(hand, rounds.ACES[ace]))
        flush, run, four, nine = kind // 128, kind // 16 % 8, kind // 8 % 2, kind // 4 % 2
        assert flush == flush_key(hand) >> 13
        assert run == longest_suited_run(hand, ace)
        assert bool(four) == (four_of_a_kind_rank(hand) is not None)
        assert bool(nine) == has_suited_nine_to_ace(hand)


@pytest.mark.parametrize("name", ["md-high-card-flush", "md-chase-the-flush"])
def test_the_number_of_workers_does_not_matter(name: str) -> None:
    total = 2 * CHUNK + 17
    one, three = (play_on_processor(task(name), total, workers, silent) for workers in (1, 3))
    assert one.rounds == three.rounds == total
    assert (one.cells == three.cells).all()
    other = play_on_processor(task(name, seed=2), total, 2, silent)
    assert (one.cells != other.cells).any()


@pytest.mark.parametrize("name", ["md-high-card-flush", "ma-high-card-flush", "md-chase-the-flush"])
def test_side_bets_are_within_four_standard_errors(name: str) -> None:
    submission = read_submission(name, ())
    tally = play_on_processor(task(name, seed=11), 400_000, 2, silent)
    played = played_out(submission, default_strategy(submission), silent)
    wagers = wagers_of(submission, tally, played)
    assert round(wagers[0].exact + EDGES[submission.rulebook.game], 8) == 0
    assert {wager.wager for wager in wagers} >= {"base", "progressive"}
    assert all(abs(wager.z_score) < 4 for wager in wagers)


def test_a_sample_without_a_jackpot_does_not_look_wrong() -> None:
    """Its own variance says that it is far off; the exact one, which knows of the jackpot, says that it is not."""
    submission = read_submission("md-high-card-flush", ())
    played = base_results(submission)
    offered = progressive_wager(submission)
    for seed in range(1, 9):
        tally = play_on_processor(task("md-high-card-flush", seed=seed), 100_000, 2, silent)
        wager = wagers_of(submission, tally, played)[-1]
        squares = sum((net**2 * count for net, count in _progressive(submission, tally).items()), Fraction())
        sampled = squares / tally.rounds - wager.mean**2
        assert wager.variance == offered.variance
        assert wager.standard_error == sqrt(offered.variance / tally.rounds)
        if float(wager.mean - wager.exact) / sqrt(sampled / tally.rounds) < -4:
            assert abs(wager.z_score) < 2
            return
    raise AssertionError("expected a sample that looks wrong by its own variance")


def _progressive(submission: Submission, tally: Tally) -> dict[Fraction, int]:
    """Net results by the runs that the rounds dealt, paid as table D prints."""
    found: dict[Fraction, int] = {}
    for kind, count in insist_supported(submission).simulation.kinds(submission, tally.cells):
        paid = {7: 30_000, 6: 30_000 if kind.nine_to_ace else 3_000, 5: 250, 4: 40, 3: 3}.get(kind.run, 0)
        found[Fraction(paid - 1)] = found.get(Fraction(paid - 1), 0) + count
    return found


def test_the_exact_value_of_a_strategy_stands_beside_the_mean() -> None:
    submission = read_submission("ma-high-card-flush", ())
    everything = next(each for each in short_strategies(submission) if each.name == "raise everything")
    tally = play_on_processor(task_of(submission, everything, 5), 200_000, 2, silent)
    base = wagers_of(submission, tally, played_out(submission, everything, silent))[0]
    assert round(float(base.exact), 8) == -0.09998409
    assert abs(base.z_score) < 4


def test_an_interrupt_gives_back_what_was_played() -> None:
    def impatient(done: float) -> None:
        if done > 0.2:
            raise KeyboardInterrupt

    tally = play_on_processor(task("md-high-card-flush"), 20 * CHUNK, 1, impatient)
    assert 0 < tally.rounds < 20 * CHUNK
    assert tally.cells[: 4 * rounds.ENDS].sum() == tally.rounds


def test_a_cluster_plays_the_same_rounds() -> None:
    distributed = pytest.importorskip("dask.distributed")
    total = CHUNK + 5
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        tally: Tally = collect(client, distributed.as_completed, task("md-high-card-flush"), total, silent)
    assert tally.rounds == total
    assert (tally.cells == play_on_processor(task("md-high-card-flush"), total, 1, silent).cells).all()


@pytest.mark.parametrize("name", ["md-high-card-flush", "md-chase-the-flush"])
def test_a_graphics_card_plays_the_same_rounds(name: str) -> None:
    """On the simulator of numba, which runs the card's kernel in plain Python; so with few rounds."""
    program = (
        "import houserules.lab.simulation.remote as elsewhere\n"
        "from tests.lab.test_simulation import silent, task\n"
        "elsewhere.BLOCKS, elsewhere.THREADS_OF_A_BLOCK = 1, 8\n"
        f"print(elsewhere.play_on_gpu(task({name!r}), 60, silent).cells.tolist())\n"
    )
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == play_on_processor(task(name), 60, 1, silent).cells.tolist()
