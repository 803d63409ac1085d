"""Is the shuffle uniform? ``python -m tests.trials.shuffle [--shuffles 1000000] [--shuffler NAME]``.

Three statistics over many decks, each against a limit that was fixed before any deck was shuffled:

- *places*: how often each card lies at each place, 52 x 52 counts, chi-square with 51 x 51 degrees of freedom;
- *pairs*: how often each card lies directly on each other card, 52 x 51 counts, chi-square;
- *repeats*: how often a whole order comes twice. Of 52! orders none should, ever; a generator that was seeded with 32
  bits has only 2^32, and repeats itself within some hundred thousand decks however well it mixes.

Shufflers that are known to be bad go through the same limits, to show what the limits can find.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from houserules.shuffle.generator import SEED_BYTES, Generator, system_entropy
from houserules.shuffle.permutation import permutation
from houserules.shuffle.source import DECK, deck_of_seed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Shuffler = Callable[[], tuple[int, ...]]

LIMITS: Final = {"places": (2272.0, 2958.0), "pairs": (2322.0, 3015.0), "repeats": (-1.0, 0.5)}
"""A fair shuffle leaves a limit of chi-square twice in a million trials: 4.75 standard deviations by Wilson's and
Hilferty's approximation, for 2601 degrees of freedom (places) and about 2650 (pairs, whose counts are nearly
independent). Too even is as suspicious as too uneven."""
FEWEST: Final = 1000
"""With fewer, a card is expected at a place less than twenty times, and chi-square says little or nothing."""
_CHUNK: Final = 10_000


class Result(Struct, frozen=True):
    statistic: str
    value: float
    low: float
    high: float

    @property
    def within(self) -> bool:
        return self.low < self.value < self.high


def fair() -> tuple[int, ...]:
    """The shuffler of this house."""
    return deck_of_seed("trial", system_entropy(SEED_BYTES))


def naive() -> tuple[int, ...]:
    """The well-known mistake: every card is swapped with any card, not with one of those not yet placed."""
    below = Generator(system_entropy(SEED_BYTES)).below
    order = list(range(DECK))
    for place in range(DECK):
        other = below(DECK)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def modulo() -> tuple[int, ...]:
    """Another: the remainder of a byte is taken for a fair draw."""
    stream = iter(Generator(system_entropy(SEED_BYTES)).generate(DECK))
    return permutation(DECK, lambda count: next(stream) % count)


def short_seed() -> tuple[int, ...]:
    """A third: a good generator and a fair permutation, but only 32 bits of seed."""
    return permutation(DECK, Generator(system_entropy(4)).below)


def never_left() -> tuple[int, ...]:
    """A fourth: the cyclic shuffle, in which no card may stay where it was."""
    below = Generator(system_entropy(SEED_BYTES)).below
    return permutation(DECK, lambda count: below(count - 1))


def riffle() -> tuple[int, ...]:
    """A fifth: seven riffles by hand and no more; good enough for a home game, and visible in the pairs."""
    order = list(range(DECK))
    for _ in range(7):
        cut = sum(random.getrandbits(1) for _ in range(DECK))
        left, right = order[:cut], order[cut:]
        order = []
        while left or right:
            source = left if random.random() * (len(left) + len(right)) < len(left) else right
            order.append(source.pop(0))
    return tuple(order)


SHUFFLERS: Final[dict[str, Shuffler]] = {
    "fair": fair, "naive": naive, "modulo": modulo, "short_seed": short_seed, "never_left": never_left,
    "riffle": riffle,
}  # fmt: skip


def trial(shuffler: Shuffler, shuffles: int) -> tuple[Result, ...]:
    """The three statistics over a number of decks."""
    import numpy as np  # noqa: PLC0415

    places = np.zeros(DECK * DECK, dtype=np.int64)
    pairs = np.zeros(DECK * DECK, dtype=np.int64)
    seen: set[int] = set()
    place = np.arange(DECK)
    for start in range(0, shuffles, _CHUNK):
        decks = [bytes(shuffler()) for _ in range(min(_CHUNK, shuffles - start))]
        seen.update(hash(deck) for deck in decks)
        orders = np.frombuffer(b"".join(decks), dtype=np.uint8).reshape(-1, DECK).astype(np.int64)
        places += np.bincount((orders * DECK + place).ravel(), minlength=DECK * DECK)
        pairs += np.bincount((orders[:, :-1] * DECK + orders[:, 1:]).ravel(), minlength=DECK * DECK)
    different = pairs.reshape(DECK, DECK)[~np.eye(DECK, dtype=bool)]
    values = {
        "places": _chi_square(places, shuffles / DECK),
        "pairs": _chi_square(different, shuffles / DECK),
        "repeats": float(shuffles - len(seen)),
    }
    return tuple(Result(name, value, *LIMITS[name]) for name, value in values.items())


def _chi_square(counts: npt.NDArray[np.int64], expected: float) -> float:
    return float((((counts - expected) ** 2) / expected).sum())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.shuffle", description=__doc__)
    parser.add_argument("--shuffles", type=int, default=1_000_000)
    parser.add_argument("--shuffler", choices=SHUFFLERS, default="fair")
    given = parser.parse_args(arguments)
    if given.shuffles < FEWEST:
        parser.error(f"--shuffles {given.shuffles}: the limits mean nothing below {FEWEST} shuffles")
    began = time.perf_counter()
    results = trial(SHUFFLERS[given.shuffler], given.shuffles)
    for result in results:
        verdict = "within" if result.within else "OUTSIDE"
        print(f"{result.statistic:8} {result.value:14.1f}  {verdict} ({result.low:g}, {result.high:g})")
    print(f"{given.shuffles} shuffles ({given.shuffler}) in {time.perf_counter() - began:.0f} s")
    return 0 if all(result.within for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
