"""Whole tables beside their exact joint moments: ``python -m tests.trials.whole_tables [--rounds 1000000]``.

Each round deals six seats, who all make every wager at its minimum. Compared are the mean of each wager, the products
of two wagers in one seat and in two seats, and the mean and the variance of all wagers of tables of 1 to 6 seats: the
first seats that were dealt, with the Envy Bonus or the Community Pay that the others receive. Exact values come
from the solver, which is asked for tables with some wagers doubled. Last, how rounds of the whole table are spread is
held against the sample that `houserules risk` folds.

The limit of z is set before anything is played: were all values as they are counted, the largest of all of them would
exceed it once in a thousand runs. A moment that hangs on fewer than a hundred rounds is told and not judged. Rounds
are played in parts that are kept in a folder, so that the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from houserules.lab import default_strategy
from houserules.lab.risk.table import PLAYED
from houserules.lab.risk.wagers import own_wager, symbols_worth, wagers_of, worth_of_segments
from houserules.lab.simulation.table_rounds import FOLD, PlayedRounds, Stakes, play_table
from houserules.lab.solving.arrays import Floats, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import OwnWager, SeatMoments, Spins
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import DOLLAR
from tests.lab.support import CTF, MA, MD, submission
from tests.trials.long_run import limit

SEATS: Final = 6
PART: Final = 4_000_000
AT_ONCE: Final = 1 << 15
SHARED: Final = "others' share"
"""What others receive for a hand or a spin, as a wager of the seat that has it, for each of them."""
FEW: Final = 100
"""A moment that hangs on fewer rounds is not yet distributed as the normal curve."""
DOLLARS: Final = (-1000, 3000)
"""Results of a whole table are counted by dollar from here to there, and those beyond at the ends."""
BESIDE: Final = 0.2599
"""No result lies on the border of two dollars that are moved by this much."""
WHEEL: Final = OwnWager({})
"""In place of what a hand brings: nothing."""


@dataclass(frozen=True, slots=True)
class Channel:
    """What a seat brings by one wager, in millionths of a dollar."""

    name: str
    hands: OwnWager
    symbols: tuple[tuple[Fraction, Fraction], ...] = ()
    segments: tuple[Fraction, ...] = ()


def _less(one: OwnWager, other: OwnWager) -> OwnWager:
    after = None if one.after_fold is None or other.after_fold is None else one.after_fold - other.after_fold
    return OwnWager({kind: value - other.worth[kind] for kind, value in one.worth.items()}, after)


def channels_of(made: Submission) -> tuple[Channel, ...]:
    """Every wager beside the base game; the progressive's is divided into the seat's own part and the others'."""
    found = [Channel(name, own_wager(made, name, 1)) for name in wagers_of(made, ["all"]) if name != PROGRESSIVE]
    alone, beside = (own_wager(made, PROGRESSIVE, seats) for seats in (1, 2))
    symbols, shared = (symbols_worth(made, [PROGRESSIVE], seats) for seats in (1, 2))
    segments, both = (worth_of_segments(made, [PROGRESSIVE], seats) for seats in (1, 2))
    found.append(Channel(PROGRESSIVE, alone, tuple(symbols), tuple(segments)))
    more = tuple((chance, paid - one) for (chance, one), (_, paid) in zip(symbols, shared, strict=True))
    other = tuple(paid - one for one, paid in zip(segments, both, strict=True))
    channel = Channel(SHARED, _less(beside, alone), more, other)
    if any(channel.hands.worth.values()) or any(other):
        found.append(channel)
    return tuple(found)


class Exact(Struct, frozen=True):
    """By wager, the base game first, in dollars: means, and how wagers go together in one seat and in two."""

    means: tuple[Fraction, ...]
    same: tuple[tuple[Fraction, ...], ...]
    other: tuple[tuple[Fraction, ...], ...]


def exact_moments(made: Submission, channels: Sequence[Channel]) -> Exact:
    """From the moments of seats at which some wagers are two or three times as large: they are squares of these."""

    def asked(times: Sequence[int]) -> SeatMoments:
        return _moments(made, channels, times)

    size = len(channels) + 1
    once = [1] * size
    plain = asked(once)
    more = [asked([*once[:i], 2, *once[i + 1 :]]) for i in range(size)]
    same, other = ([[Fraction(0)] * size for _ in range(size)] for _ in range(2))
    for i in range(size):
        for j in range(i, size):
            times = list(once)
            times[i] += 1
            times[j] += 1
            both = asked(times)
            for found, of in ((same, _variance), (other, _covariance)):
                half = (of(both) - of(more[i]) - of(more[j]) + of(plain)) / 2 / DOLLAR**2
                found[i][j] = found[j][i] = half
    means = tuple((each.mean - plain.mean) / DOLLAR for each in more)
    assert sum(means, Fraction()) == plain.mean / DOLLAR
    return Exact(means, tuple(map(tuple, same)), tuple(map(tuple, other)))


def _variance(found: SeatMoments) -> Fraction:
    return found.variance


def _covariance(found: SeatMoments) -> Fraction:
    assert found.covariance is not None, "two seats are not counted"
    return found.covariance


def _moments(made: Submission, channels: Sequence[Channel], times: Sequence[int]) -> SeatMoments:
    """The wagers of a seat, each this many times; the base game first."""
    solver = insist_supported(made)
    assert solver.seats is not None
    base, *others = times
    own = [
        OwnWager(
            {kind: value * often for kind, value in each.hands.worth.items()},
            None if each.hands.after_fold is None else each.hands.after_fold * often,
        )
        for each, often in zip(channels, others, strict=True)
    ]
    wheels = [(each.symbols, often) for each, often in zip(channels, others, strict=True) if each.symbols]
    spins: tuple[Spins, ...] = ()
    if wheels:
        chances = [chance for chance, _ in wheels[0][0]]
        paid = [sum(often * symbols[at][1] for symbols, often in wheels) for at in range(len(chances))]
        mean = sum((chance * value for chance, value in zip(chances, paid, strict=True)), Fraction())
        square = sum((chance * value**2 for chance, value in zip(chances, paid, strict=True)), Fraction())
        spins = (Spins(mean, square - mean**2),)
    stake = Fraction(made.table.minimum) * base
    found: SeatMoments = solver.seats(made, default_strategy(made), own, stake, None, *spins)
    return found


def names_of(channels: Sequence[Channel]) -> list[str]:
    """Of the moments, in the order in which the kernel counts them."""
    wagers = ["base", *(each.name for each in channels)]
    pairs = [(i, j) for i in range(len(wagers)) for j in range(i + 1)]
    return [
        *(f"mean of {name}" for name in wagers),
        *(f"one seat, {wagers[i]} and {wagers[j]}" for i, j in pairs),
        *(f"two seats, {wagers[i]} and {wagers[j]}" for i, j in pairs),
        *(f"mean of {seats} seats, a seat" for seats in range(1, SEATS + 1)),
        *(f"variance of {seats} seats" for seats in range(1, SEATS + 1)),
    ]


def exact_values(exact: Exact, shared: bool) -> list[float]:
    """Of the moments in this order. Deviations are from the exact means, so that means are expected to be 0."""
    size = len(exact.means)
    pairs = [(i, j) for i in range(size) for j in range(i + 1)]
    whole = [table_variance(exact, shared, seats) for seats in range(1, SEATS + 1)]
    values: list[Fraction | int] = [0] * size
    values += [table[i][j] for table in (exact.same, exact.other) for i, j in pairs]
    return [float(value) for value in (*values, *([0] * SEATS), *whole)]


def table_variance(exact: Exact, shared: bool, seats: int) -> Fraction:
    """Of all wagers of a table of this size: others receive as much for a hand as there are others."""
    size = len(exact.means)
    times = [seats - 1 if shared and at == size - 1 else 1 for at in range(size)]
    one, two = (
        sum((times[i] * times[j] * table[i][j] for i in range(size) for j in range(size)), Fraction())
        for table in (exact.same, exact.other)
    )
    return seats * one + seats * (seats - 1) * two


@jit
def add_rounds(
    ends: Ints, kinds: Ints, segments: Ints, of_end: Floats, folded: Ints, of_kind: Floats, of_segment: Floats,
    shared: int, mean: float, least: int, sums: Floats, spread: Ints,
) -> None:  # fmt: skip
    """Adds each moment, its square and its fourth power. Results are deviations from their exact means, by wager, the
    base game first and last, if there is any, the others' share."""
    rounds, seats = ends.shape
    wagers = len(of_kind[0]) + 1
    every = len(sums[0])
    brought, totals = np.zeros((seats, wagers)), np.zeros(wagers)
    own, others = np.zeros(seats + 1), np.zeros(seats + 1)
    found = np.zeros(every)
    pairs = wagers * (wagers + 1) // 2
    for at in range(rounds):
        totals[:] = 0
        for seat in range(seats):
            end, kind, segment = ends[at, seat], kinds[at, seat], segments[at, seat]
            brought[seat, 0] = of_end[end]
            sum_of = of_end[end]
            for wager in range(1, wagers):
                brought[seat, wager] = of_kind[folded[end], wager - 1, kind] + of_segment[wager - 1, segment]
                sum_of += brought[seat, wager]
            last = brought[seat, wagers - 1] if shared else 0.0
            own[seat + 1] = own[seat] + sum_of - last
            others[seat + 1] = others[seat] + last
            for wager in range(wagers):
                totals[wager] += brought[seat, wager]
        place = wagers
        for i in range(wagers):
            found[i] = totals[i] / seats
            for j in range(i + 1):
                product = 0.0
                for seat in range(seats):
                    product += brought[seat, i] * brought[seat, j]
                found[place] = product / seats
                found[place + pairs] = (totals[i] * totals[j] - product) / (seats * (seats - 1))
                place += 1
        place += pairs
        total = 0.0
        for size in range(1, seats + 1):
            blocks, square_of = seats // size, 0.0
            for block in range(blocks):
                start, end = block * size, block * size + size
                total = own[end] - own[start] + (size - 1) * (others[end] - others[start])
                square_of += total * total
            end = blocks * size
            found[place + size - 1] = (own[end] + (size - 1) * others[end]) / end
            found[place + seats + size - 1] = square_of / blocks
        for moment in range(every):
            square = found[moment] * found[moment]
            sums[0, moment] += found[moment]
            sums[1, moment] += square
            sums[2, moment] += square * square
        whole = int(np.floor(total + mean + BESIDE)) - least
        spread[min(max(whole, 0), len(spread) - 1)] += 1


class Part(Struct, frozen=True):
    """What some rounds came to."""

    rounds: int
    sums: list[list[float]]
    spread: list[int]


def added(parts: Sequence[Part]) -> Part:
    sums = np.sum([part.sums for part in parts], axis=0)
    spread = np.sum([part.spread for part in parts], axis=0)
    return Part(sum(part.rounds for part in parts), sums.tolist(), spread.tolist())


def player_of(made: Submission, seed: int) -> Callable[[int, int], Part]:
    """Plays the rounds from one number to before another."""
    simulation = insist_supported(made).simulation
    channels = channels_of(made)
    exact = exact_moments(made, channels)
    shared = channels[-1].name == SHARED
    numbers = simulation.numbers(made, (default_strategy(made),))
    ends, kinds = simulation.ends(made), simulation.kinds(made)
    folded = np.array([end.action == FOLD for end in ends], np.int64)
    unit = Fraction(made.table.minimum, DOLLAR)
    of_end = np.array([float(unit * end.net - exact.means[0]) for end in ends])
    of_kind = np.array([[[_worth(each, kind, fold, exact.means[at]) for kind in kinds]
                         for at, each in enumerate(channels, start=1)] for fold in (False, True)])  # fmt: skip
    spun = max(len(each.segments) for each in channels)
    of_segment = np.zeros((len(channels), spun + 1))
    for at, each in enumerate(channels):
        of_segment[at, : len(each.segments)] = [float(value / DOLLAR) for value in each.segments]
    others = [SEATS - 1 if shared and at == len(channels) else 1 for at in range(len(channels) + 1)]
    mean = SEATS * float(sum((often * each for often, each in zip(others, exact.means, strict=True)), Fraction()))
    moments, play_rounds = len(names_of(channels)), simulation.play_rounds()

    def play(start: int, end: int) -> Part:
        sums, spread = np.zeros((3, moments)), np.zeros(DOLLARS[1] - DOLLARS[0] + 1, np.int64)
        plays = np.zeros((AT_ONCE, SEATS), np.uint8)
        seen = np.full((3, AT_ONCE, SEATS), -1, np.int64)
        for first in range(start, end, AT_ONCE):
            some = np.arange(first, min(first + AT_ONCE, end))
            here = seen[:, : len(some)]
            play_rounds(seed, some, plays[: len(some)], *numbers.arrays, *here)
            add_rounds(
                here[0],
                here[1],
                here[2],
                of_end,
                folded,
                of_kind,
                of_segment,
                int(shared),
                mean,
                DOLLARS[0],
                sums,
                spread,
            )
        return Part(end - start, sums.tolist(), spread.tolist())

    return play


def _worth(channel: Channel, kind: object, folded: bool, mean: Fraction) -> float:
    own = channel.hands
    paid = own.after_fold if folded and own.after_fold is not None else own.worth.get(kind, Fraction(0))
    return float(paid / DOLLAR - mean)


class Moment(Struct, frozen=True):
    name: str
    exact: float
    found: float
    z: float
    judged: bool


def judged(made: Submission, played: Part) -> Iterator[Moment]:
    """Each moment with its z, by the exact variance where it is a mean, else by that of the rounds."""
    channels = channels_of(made)
    exact = exact_moments(made, channels)
    shared = channels[-1].name == SHARED
    names, values = names_of(channels), exact_values(exact, shared)
    size, rounds = len(exact.means), played.rounds
    known = {f"mean of {name}": float(exact.same[at][at] + (SEATS - 1) * exact.other[at][at]) / SEATS
             for at, name in enumerate(["base", *(each.name for each in channels)])}  # fmt: skip
    for seats in range(1, SEATS + 1):
        blocks = SEATS // seats
        across = table_variance(exact, shared, seats) * blocks + _between_blocks(exact, shared, seats, blocks)
        known[f"mean of {seats} seats, a seat"] = float(across) / (blocks * seats) ** 2
    assert size == len(channels) + 1
    wagers = ["base", *(each.name for each in channels)]
    alone = [float(exact.same[at][at]) for at in range(size)]
    expected = {f"two seats, {wagers[i]} and {wagers[j]}": alone[i] * alone[j] / SEATS / (SEATS - 1)
                for i in range(size) for j in range(i + 1)}  # fmt: skip
    for name, value, first, second, fourth in zip(names, values, *played.sums, strict=True):
        mean = first / rounds
        variance = known.get(name, second / rounds - mean**2)
        many = second**2 / fourth if fourth else 0.0
        # Where two rare hands never came together, all rounds are alike, and none of those that matter was seen.
        seen = second / rounds >= expected.get(name, 0.0) / FEW
        yield Moment(name, value, mean, (mean - value) / sqrt(variance / rounds), seen and many >= FEW)


def _between_blocks(exact: Exact, shared: bool, seats: int, blocks: int) -> Fraction:
    """How the blocks into which the seats of a round are divided go together, all pairs of them."""
    size = len(exact.means)
    times = [seats - 1 if shared and at == size - 1 else 1 for at in range(size)]
    two = sum((times[i] * times[j] * exact.other[i][j] for i in range(size) for j in range(size)), Fraction())
    return blocks * (blocks - 1) * seats**2 * two


def spread_of(played: PlayedRounds) -> list[int]:
    """The rounds that `houserules risk` folds, by dollar."""
    found = [0] * (DOLLARS[1] - DOLLARS[0] + 1)
    for total, often in played.totals.items():
        whole = int(np.floor(float(total * played.part / DOLLAR) + BESIDE)) - DOLLARS[0]
        found[min(max(whole, 0), len(found) - 1)] += often
    return found


def folded_rounds(made: Submission) -> PlayedRounds:
    named = wagers_of(made, ["all"])
    own = tuple(own_wager(made, wager, SEATS) for wager in named)
    segments = tuple(worth_of_segments(made, named, SEATS))
    stakes = Stakes(Fraction(made.table.minimum), own, segments)
    return play_table(made, default_strategy(made), stakes, SEATS, PLAYED)


def z_of_spreads(one: Sequence[int], other: Sequence[int]) -> tuple[float, int]:
    """How two samples differ: the chi-square of classes that hold some fifty rounds or more of each, as a z by Wilson
    and Hilferty's approximation, and the number of classes."""
    classes: list[list[int]] = [[0, 0]]
    for a, b in zip(one, other, strict=True):
        if min(classes[-1]) >= 50:
            classes.append([0, 0])
        classes[-1][0] += a
        classes[-1][1] += b
    if len(classes) > 1 and min(classes[-1]) < 50:
        a, b = classes.pop()
        classes[-1] = [classes[-1][0] + a, classes[-1][1] + b]
    first, second = sum(one), sum(other)
    ratio = sqrt(second / first)
    square = sum((a * ratio - b / ratio) ** 2 / (a + b) for a, b in classes)
    free = len(classes) - 1
    return ((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / sqrt(2 / (9 * free)), len(classes)


def parts_of(rounds: int) -> list[tuple[int, int]]:
    return [(start, min(start + PART, rounds)) for start in range(0, rounds, PART)]


def _keep(file: Path, play: Callable[[int, int], Part], part: tuple[int, int]) -> Part:
    """Plays this part, or reads what it came to before."""
    if file.exists():
        return msgspec.json.decode(file.read_bytes(), type=Part)
    found = play(*part)
    half = file.with_suffix(".half")
    half.write_bytes(msgspec.json.encode(found))
    half.replace(file)
    return found


def play_all(
    names: Sequence[str], rounds: int, seed: int, workers: int, folder: Path, minutes: float
) -> dict[str, list[Part]]:
    """The parts of each submission that are played when the time is over."""
    folder.mkdir(parents=True, exist_ok=True)
    began, told = time.monotonic(), 0.0
    found: dict[str, list[Part]] = {name: [] for name in names}
    with ThreadPoolExecutor(workers) as pool:
        work = {}
        for name in names:
            play = player_of(submission(name), seed)
            for part in parts_of(rounds):
                file = folder / f"{name}-{seed}-{part[0]}-{part[1]}.json"
                work[pool.submit(_keep, file, play, part)] = name
        for done, future in enumerate(as_completed(work), start=1):
            if future.cancelled():
                continue
            found[work[future]].append(future.result())
            spent = time.monotonic() - began
            if spent - told > 10 or done == len(work):
                told = spent
                print(f"{done} of {len(work)} parts after {spent:,.0f} s", file=sys.stderr, flush=True)
            if spent > 60 * minutes:
                for waiting in work:
                    waiting.cancel()
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.whole_tables", description=__doc__)
    parser.add_argument("names", nargs="*", default=[MD, MA, CTF], help="of submissions")
    parser.add_argument("--rounds", type=int, default=10**9, help="of six seats, of each submission")
    parser.add_argument("--seed", type=int, default=2028)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path(".cache/whole-tables"), help="where parts are kept")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no part after so long")
    given = parser.parse_args(arguments)
    count = {name: len(names_of(channels_of(submission(name)))) + 1 for name in given.names}
    for name in given.names:
        print(f"{name}: {count[name]} values, limit {limit(count[name]):.2f}", flush=True)
    found = play_all(given.names, given.rounds, given.seed, given.workers, given.out, given.minutes)
    beyond = 0
    for name, parts in found.items():
        if parts:
            beyond += _tell(name, added(parts), limit(count[name]))
    return 1 if beyond else 0


def _tell(name: str, played: Part, most: float) -> int:
    made = submission(name)
    print(f"\n{name}: {played.rounds:,} rounds of {SEATS} seats", flush=True)
    beyond = 0
    for moment in judged(made, played):
        beyond += moment.judged and abs(moment.z) > most
        note = "" if moment.judged else "  (hangs on too few rounds)"
        print(f"  {moment.z:+6.2f}  {moment.found:18.9f} {moment.exact:18.9f}  {moment.name}{note}")
    z, classes = z_of_spreads(played.spread, spread_of(folded_rounds(made)))
    print(f"  {z:+6.2f}  spread of the whole table in {classes} classes", flush=True)
    return beyond + (abs(z) > most)


if __name__ == "__main__":
    sys.exit(main())
