"""Simulated rounds beside exact chances, counter by counter: ``python -m tests.trials.long_run [--rounds 1000000]``.

Counters are the ends of the base game, the kinds of final hands, the segments of the wheel, and the sum of each
wager. The limit of their z is set before anything is played: were all chances as they are counted, the largest of so
many would exceed it once in a thousand runs.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import exp, lgamma, log, sqrt
from statistics import NormalDist
from typing import Final

from msgspec import Struct

from houserules.lab import Strategy, Tally, default_strategy, play_pieces, task_of
from houserules.lab.counting.outcomes import Outcome, Results, added_up
from houserules.lab.counting.paylines import hands_of, kinds_of_hands
from houserules.lab.counting.wheels import chance_of_a_spin, suited_cards
from houserules.lab.simulation.wagers import kinds_in, wagers_of
from houserules.lab.solving.gate import insist_supported
from houserules.lab.strategy.report import played_out
from houserules.law import Submission
from tests.lab.support import CTF, MA, MD, submission

ONCE_IN: Final = 1000
_RARE: Final = 1000
"""Below this many expected, a count is not yet distributed as the normal curve."""
_NORMAL: Final = NormalDist()


class Counter(Struct, frozen=True):
    name: str
    chance: Fraction
    count: int

    def z(self, rounds: int) -> float:
        """By how many standard errors the count misses; of rare counts, the z of a miss that is as improbable."""
        expected = float(rounds * self.chance)
        if expected >= _RARE:
            return (self.count - expected) / sqrt(expected * float(1 - self.chance))
        above = self.count > expected
        tail = _poisson_tail(expected, self.count, above=above)
        return 0.0 if tail >= 0.5 else (1 if above else -1) * -_NORMAL.inv_cdf(tail)


def _poisson_tail(expected: float, count: int, *, above: bool) -> float:
    """The chance of this count or a larger one, or of this count or a smaller one."""
    many = range(count, count + 200 + int(20 * sqrt(expected))) if above else range(count + 1)
    return max(sum(exp(number * log(expected) - expected - lgamma(number + 1)) for number in many), 1e-300)


def limit(counters: int) -> float:
    return _NORMAL.inv_cdf(1 - 1 / (2 * ONCE_IN * counters))


def counters_of(made: Submission, tally: Tally, played: Results) -> Iterator[Counter]:
    def end(outcome: Outcome) -> str:
        met = "the dealer qualifies" if outcome.dealer_qualifies else "the dealer does not qualify"
        return f"{outcome.action}, {met}, {outcome.comparison}, {outcome.net}"

    ends = insist_supported(made).simulation.ends(made)
    found = added_up((end(outcome), int(count)) for outcome, count in zip(ends, tally.cells, strict=False))
    exact = added_up((end(outcome), outcome.deals) for outcome in played.outcomes)
    assert all(name in exact for name, count in found.items() if count), "an end that no deal has"
    yield from (Counter(name, Fraction(deals, played.deals), found[name]) for name, deals in exact.items())
    kinds = dict(kinds_in(made, tally))
    assert kinds.keys() <= kinds_of_hands(made).keys(), "a hand that does not exist"
    for kind, hands in kinds_of_hands(made).items():
        yield Counter(str(kind), Fraction(hands, hands_of(made)), kinds.get(kind, 0))
    suited = suited_cards(made)
    if suited is not None and made.progressive is not None:
        segments = sum(count for _, count in made.progressive.segments)
        for number, count in enumerate(tally.cells[len(tally.cells) - segments :]):
            yield Counter(f"segment {number + 1}", chance_of_a_spin(suited) / segments, int(count))


def _silent(_done: float) -> None:
    """Nobody watches."""


def told(name: str) -> Callable[[float], None]:
    """Tells the error stream of each twentieth that is done."""
    began = time.monotonic()
    next_one = 0.05

    def tell(done: float) -> None:
        nonlocal next_one
        if done >= next_one:
            next_one = done + 0.05
            print(f"{name}: {done:.0%} after {time.monotonic() - began:,.0f} s", file=sys.stderr, flush=True)

    return tell


def scores(
    made: Submission,
    strategy: Strategy,
    rounds: int,
    seed: int,
    workers: int,
    progress: Callable[[float], None] = _silent,
) -> dict[str, float]:
    """Play it, and give each counter's z."""
    task = task_of(made, strategy, seed, rounds)
    tally = play_pieces(task, list(task.pieces), workers, None, progress)
    assert tally.rounds == rounds, "interrupted"
    played = played_out(made, strategy, _silent)
    found = {counter.name: counter.z(rounds) for counter in counters_of(made, tally, played)}
    return found | {f"sum of {wager.wager}": wager.z_score for wager in wagers_of(made, tally, played)}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.long_run", description=__doc__)
    parser.add_argument("names", nargs="*", default=[MD, CTF, MA], help="of submissions")
    parser.add_argument("--rounds", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args(arguments)
    beyond = 0
    for name in given.names:
        made = submission(name)
        found = scores(made, default_strategy(made), given.rounds, given.seed, given.workers, told(name))
        most = limit(len(found))
        largest = sorted(found, key=lambda counter: -abs(found[counter]))
        beyond += sum(abs(z) > most for z in found.values())
        print(
            f"{name}: {given.rounds:,} rounds, {len(found)} counters, limit {most:.2f}; the largest, and the sums:",
            flush=True,
        )
        sums = (counter for counter in found if counter.startswith("sum of "))
        for counter in dict.fromkeys((*largest[:3], *sums)):
            print(f"  {found[counter]:+.2f} {counter}", flush=True)
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
