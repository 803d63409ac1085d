"""Rounds played out in great number, counted, and set beside the exact values.

What is counted are ends of rounds, as whole numbers; adding them up in any order gives the same sums, so a result is
the same whoever played which rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.cards import RANKS, AceReading
from houserules.lab import simulated_rounds as rounds
from houserules.lab.base_game import largest_raise, xtra_odds
from houserules.lab.decisions import has_board
from houserules.lab.lanes import Ints
from houserules.lab.strategy_files import CHASE_THE_FLUSH, HIGH_CARD_FLUSH, WrittenStrategy
from houserules.lab.strategy_values import rule_table
from houserules.law import Submission

Progress = Callable[[float], None]
CHUNK: Final = 1 << 17
_ACES: Final = {
    AceReading.HIGH_ONLY: rounds.ACE_HIGH_ONLY,
    AceReading.ALSO_LOW: rounds.ACE_ALSO_LOW,
    AceReading.LOW_WITH_2345: rounds.ACE_LOW_WITH_2345,
}


@dataclass(frozen=True, slots=True)
class Task:
    """A game and a strategy as numbers, ready to be played anywhere."""

    seed: int
    parameters: Ints
    tests: Ints
    actions: Ints
    cells: int

    def play(self, start: int, stop: int) -> Ints:
        """The tally of the rounds of these numbers."""
        tally = np.zeros(self.cells, np.int64)
        rounds.play_rounds(self.seed, start, stop, self.parameters, self.tests, self.actions, tally)
        return tally


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rounds ended in each way."""

    rounds: int
    cells: Ints

    def base(self) -> Iterator[tuple[int, bool, int, int, int]]:
        """Antes wagered after the deal, whether the dealer qualified, comparison, length of the flush, rounds."""
        shape = (4, 2, rounds.COMPARISONS, rounds.LENGTHS)
        for place, count in np.ndenumerate(self.cells[: rounds.BASE_CELLS].reshape(shape)):
            if count:
                yield place[0], place[1] == 1, place[2], place[3], int(count)

    def kinds(self) -> Iterator[tuple[int, int, bool, bool, int, int]]:
        """Flush, run, four of a kind, nine to ace, suit of the run, rounds."""
        shape = (rounds.LENGTHS, rounds.LENGTHS, 2, 2, 4)
        kinds = self.cells[rounds.BASE_CELLS : rounds.BASE_CELLS + rounds.KIND_CELLS].reshape(shape)
        for place, count in np.ndenumerate(kinds):
            if count:
                yield place[0], place[1], place[2] == 1, place[3] == 1, place[4], int(count)

    def segments(self) -> list[int]:
        """How often each segment of the wheel came up."""
        return [int(count) for count in self.cells[rounds.BASE_CELLS + rounds.KIND_CELLS :]]


def game_of(submission: Submission) -> str:
    """Which of the two games, in the words of a rule file."""
    return CHASE_THE_FLUSH if has_board(submission) else HIGH_CARD_FLUSH


def task_of(submission: Submission, strategy: WrittenStrategy, seed: int) -> Task:
    """Everything that a worker must know."""
    rules = rule_table(strategy)
    parameters = np.zeros(rounds.PARAMETERS, np.int64)
    qualifying = submission.rulebook.qualifying
    parameters[rounds.QUALIFYING_LENGTH] = qualifying.flush_length.value
    parameters[rounds.QUALIFYING_RANK] = RANKS.index(qualifying.high_card.value)
    parameters[rounds.ACE] = _ACES[submission.ace]
    parameters[rounds.ALL_RULES] = len(rules.actions)
    if has_board(submission):
        parameters[rounds.GAME] = rounds.CHASE_THE_FLUSH
        parameters[rounds.FLOP_RULES] = rules.stages["flop"][0]
        parameters[rounds.RIVER_RULES] = rules.stages["river"][0]
        progressive = submission.progressive
        segments = sum(count for _, count in progressive.segments) if progressive else 0
        parameters[rounds.WHEEL_SEGMENTS] = segments
    else:
        for length, most in largest_raise(submission).items():
            parameters[rounds.LARGEST_RAISE + length] = most
    cells = rounds.BASE_CELLS + rounds.KIND_CELLS + int(parameters[rounds.WHEEL_SEGMENTS])
    return Task(seed, parameters, rules.tests, rules.actions, cells)


def chunks(total: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """The numbers of all rounds, in pieces."""
    for start in range(0, total, size):
        yield start, min(start + size, total)


def play(task: Task, total: int, workers: int, progress: Progress) -> Tally:
    """Play on this machine's processor, in threads. An interrupt ends the play; what was counted is given back."""
    cells, done = np.zeros(task.cells, np.int64), 0
    pieces = chunks(total)
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Ints], int] = {}
        try:
            while True:
                while len(running) < 2 * workers and (piece := next(pieces, None)):
                    running[pool.submit(task.play, *piece)] = piece[1] - piece[0]
                if not running:
                    break
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    cells += future.result()
                    done += running.pop(future)
                progress(done / total)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    return Tally(done, cells)


def base_results(submission: Submission, tally: Tally) -> Mapping[Fraction, int]:
    """Net result of the base game, in antes, to the number of rounds."""
    found: dict[Fraction, int] = {}
    chase = has_board(submission)
    odds = xtra_odds(submission) if chase else {}
    for antes, qualifies, comparison, length, count in tally.base():
        sign = comparison - rounds.TIED
        if antes == 0:
            net = Fraction(-2 if chase else -1)
        elif chase:
            xtra = odds.get(length, Fraction(0)) if sign > 0 else Fraction(sign)
            net = sign * (Fraction(int(qualifies)) + antes) + xtra
        else:
            net = Fraction(sign * (1 + antes)) if qualifies else Fraction(1)
        found[net] = found.get(net, 0) + count
    return found
