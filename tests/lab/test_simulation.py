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
from houserules.lab.games.chase_the_flush import rounds as chase_rounds
from houserules.lab.games.chase_the_flush import solving as chase_solving
from houserules.lab.games.chase_the_flush import terms as chase_terms
from houserules.lab.games.flushes import rounds
from houserules.lab.games.high_card_flush import rounds as high_card_rounds
from houserules.lab.games.high_card_flush import solving as high_card_solving
from houserules.lab.games.high_card_flush import terms as high_card_terms
from houserules.lab.games.high_card_flush.strategies import short_strategies
from houserules.lab.simulation.random_streams import cards_of, deal, random_block, shuffle_front, spin
from houserules.lab.simulation.rounds import CHUNK, Tally, Task, play_pieces, task_of
from houserules.lab.simulation.wagers import kinds_in, wagers_of
from houserules.lab.solving.base_game import base_results
from houserules.lab.solving.gate import insist_supported
from houserules.lab.strategy.files import BestPlay
from houserules.lab.strategy.report import default_strategy, played_out
from houserules.law import Submission

EDGES = {"high_card_flush": Fraction("0.0271138206"), "chase_the_flush": Fraction("0.0265264441")}
"""House edges of the strategies that are played by default, as docs/strategy.md has them."""


def silent(_done: float) -> None:
    """Nobody watches."""


def task(name: str, total: int, seed: int = 1) -> Task:
    submission = read_submission(name, ())
    return task_of(submission, default_strategy(submission), seed, total)


def played(made: Task, workers: int = 2) -> Tally:
    return play_pieces(made, list(made.pieces), workers, None, silent)


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


def test_a_shuffled_deck_has_every_card_anywhere_as_often() -> None:
    seen, pairs = np.zeros((52, 52)), np.zeros((52, 52))
    deck = np.zeros(52, np.uint8)
    rounds = 40_000
    for index in range(rounds):
        shuffle_front(3, index, deck, 52)
        assert index % 1000 or sorted(deck) == list(range(52))
        seen[np.arange(52), deck] += 1
        pairs[deck[3], deck[4]] += 1
    expected = rounds / 52
    assert (((seen - expected) ** 2 / expected).sum(axis=1) < 105).all()  # Chi-squared of 51 degrees: one in 80,000.
    others = pairs[~np.eye(52, dtype=bool)]
    expected = rounds / 52 / 51
    assert ((others - expected) ** 2 / expected).sum() < 2651 + 4 * sqrt(2 * 2651)
    assert cards_of(deck, 0, 52) == (1 << 52) - 1


def test_every_segment_comes_up() -> None:
    counts = Counter(int(spin(1, index, 0, 7)) for index in range(7_000))
    assert any(spin(1, index, 0, 7) != spin(1, index, 1, 7) for index in range(20)), "each seat spins for itself"
    assert set(counts) == set(range(7))
    assert max(counts.values()) - min(counts.values()) < 200


@pytest.mark.parametrize("ace", AceReading)
def test_kinds_are_read_as_the_cards_room_reads_them(ace: AceReading) -> None:
    chance = Random(2)
    lanes = [[13 * suit + rank for rank in range(13)] for suit in range(4)]
    for trial in range(3_000):
        pool = lanes[trial % 4] + chance.sample(range(52), 2) if trial % 3 == 0 else list(range(52))
        hand = sum(1 << card for card in set(chance.sample(sorted(set(pool)), 7)))
        kind = int(rounds.kind_of(hand, rounds.lanes_read(ace)))
        flush, run, four, nine = kind // 128, kind // 16 % 8, kind // 8 % 2, kind // 4 % 2
        assert flush == flush_key(hand) >> 13
        assert run == longest_suited_run(hand, ace)
        assert bool(four) == (four_of_a_kind_rank(hand) is not None)
        assert bool(nine) == has_suited_nine_to_ace(hand)


@pytest.mark.parametrize("name", ["md-high-card-flush", "md-chase-the-flush"])
def test_the_number_of_workers_does_not_matter(name: str) -> None:
    total = 2 * CHUNK + 17
    one, three = (played(task(name, total), workers) for workers in (1, 3))
    assert one.rounds == three.rounds == total
    assert (one.cells == three.cells).all()
    assert one.cells[: 4 * rounds.ENDS].sum() == total
    other = played(task(name, total, seed=2))
    assert (one.cells != other.cells).any()


@pytest.mark.parametrize("strategy", ["default", "best"])
@pytest.mark.parametrize("name", ["md-high-card-flush", "ma-high-card-flush", "md-chase-the-flush"])
def test_wagers_are_within_four_standard_errors(name: str, strategy: str) -> None:
    submission = read_submission(name, ())
    chosen = BestPlay() if strategy == "best" else default_strategy(submission)
    tally = played(task_of(submission, chosen, 11, 400_000))
    results = played_out(submission, chosen, silent)
    wagers = wagers_of(submission, tally, results)
    if strategy == "default":
        assert round(wagers[0].exact + EDGES[submission.rulebook.game], 8) == 0
    else:
        assert results == base_results(submission)
    assert {wager.wager for wager in wagers} >= {"base", "progressive"}
    assert all(abs(wager.z_score) < 4 for wager in wagers)


def test_best_play_of_high_card_flush_is_that_of_the_solver() -> None:
    submission = read_submission("md-high-card-flush", ())
    numbers = insist_supported(submission).simulation.numbers(submission, (BestPlay(),))
    deck, asked = np.zeros(52, np.uint8), 0
    for index in range(3_000):
        end, _, _ = high_card_rounds.play_round(5, index, deck, *numbers.arrays)
        hand = cards_of(deck, 0, 7)
        key = flush_key(hand)
        asked += int(numbers.lookup[numbers.strategies[0, high_card_rounds.BY_FLUSH] + (key & 0x1FFF)]) == 255
        values = high_card_solving.decide(high_card_terms.terms_of(submission), hand)
        best = max(values.values())
        wanted = next(action for action, value in values.items() if value == best)
        assert ("fold", "raise 1x", "raise 2x", "raise 3x")[int(end) // rounds.ENDS] == wanted
    assert asked > 50, "hands that the flush alone does not decide are among them"


def test_best_play_of_chase_the_flush_is_that_of_the_solver() -> None:
    submission = read_submission("md-chase-the-flush", ())
    numbers = insist_supported(submission).simulation.numbers(submission, (BestPlay(),))
    terms = chase_terms.terms_of(submission)
    deck = np.zeros(52, np.uint8)
    seen: Counter[int] = Counter()
    for index in range(120):
        end, _, _ = chase_rounds.play_round(5, index, deck, *numbers.arrays)
        flop, board, hole = cards_of(deck, 0, 2), cards_of(deck, 0, 4), cards_of(deck, 4, 3)
        action = int(end) // rounds.ENDS
        seen[action] += 1
        if action == 3:
            opening = chase_solving.decide(terms, hole)
            assert opening["all-in 3x"] > opening["check"]
        elif action == 2:
            after = chase_solving.decide(terms, hole, flop)
            assert after["all-in 2x"] > after["check"]
        else:
            after, river = (chase_solving.decide(terms, hole, cards) for cards in (flop, board))
            assert after["all-in 2x"] <= after["check"]
            assert (river["all-in 1x"] > -2) == (action == 1)
    assert set(seen) == {0, 1, 2, 3}


def test_a_sample_without_a_jackpot_does_not_look_wrong() -> None:
    """Its own variance says that it is far off; the exact one, which knows of the jackpot, says that it is not."""
    submission = read_submission("md-high-card-flush", ())
    results = base_results(submission)
    offered = progressive_wager(submission)
    for seed in range(1, 30):
        tally = played(task("md-high-card-flush", 100_000, seed))
        wager = wagers_of(submission, tally, results)[-1]
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
    for kind, count in kinds_in(submission, tally):
        paid = {7: 30_000, 6: 30_000 if kind.nine_to_ace else 3_000, 5: 250, 4: 40, 3: 3}.get(kind.run, 0)
        found[Fraction(paid - 1)] = found.get(Fraction(paid - 1), 0) + count
    return found


def test_the_exact_value_of_a_strategy_stands_beside_the_mean() -> None:
    submission = read_submission("ma-high-card-flush", ())
    everything = next(each for each in short_strategies(submission) if each.name == "raise everything")
    tally = played(task_of(submission, everything, 5, 200_000))
    base = wagers_of(submission, tally, played_out(submission, everything, silent))[0]
    assert round(float(base.exact), 8) == -0.09998409
    assert abs(base.z_score) < 4


def test_an_interrupt_gives_back_what_was_played() -> None:
    def impatient(done: float) -> None:
        if done > 0.2:
            raise KeyboardInterrupt

    made = task("md-high-card-flush", 20 * CHUNK)
    tally = play_pieces(made, list(made.pieces), 1, None, impatient)
    assert 0 < tally.rounds < 20 * CHUNK
    assert tally.cells[: 4 * rounds.ENDS].sum() == tally.rounds


@pytest.mark.parametrize("name", ["md-high-card-flush", "md-chase-the-flush"])
def test_a_graphics_card_plays_the_same_rounds(name: str) -> None:
    """On the simulator of numba, which runs the card's kernel in plain Python; so with few rounds."""
    program = (
        "import houserules.lab.simulation.gpu as card\n"
        "from tests.lab.test_simulation import silent, task\n"
        "card.BLOCKS, card.THREADS_OF_A_BLOCK, card.STRETCH = 2, 4, 25\n"
        f"print(card.play_on_gpu(task({name!r}, 60), silent).cells.tolist())\n"
    )
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == played(task(name, 60)).cells.tolist()
