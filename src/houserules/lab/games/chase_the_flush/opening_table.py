"""Chase the Flush before the flop: best play with every hole, as a table that a player can read.

Three suited cards, two suited cards with a side card, three suits: 1,755 classes of holes in all. For each pair of
cards the table says from which third card on going all in is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houserules.cards import RANKS
from houserules.lab.games.chase_the_flush.solving import class_weight, decide, hole_classes
from houserules.lab.games.chase_the_flush.terms import Terms
from houserules.lab.games.flushes.lanes import RANKS as LANE_BITS
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads


@dataclass(frozen=True, slots=True)
class Opening:
    """One class of holes: its suits from the longest down, how many holes it has, and what each option is worth."""

    suits: tuple[tuple[int, ...], ...]
    """The ranks of each suit, from the top; deuce 0 to ace 12."""
    holes: int
    check: Fraction
    all_in: Fraction

    @property
    def goes_all_in(self) -> bool:
        return self.all_in > self.check


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """Two cards, and the third cards with which they go all in."""

    cards: str
    third_cards: str
    """Ranks, as in ``7 and up``, ``all``, ``none``, or a list."""


def openings(terms: Terms, progress: Progress) -> tuple[Opening, ...]:
    """Every class of holes, decided exactly."""

    def work(hole: tuple[int, int, int, int]) -> Opening:
        mask = sum(lane << LANE_BITS * suit for suit, lane in enumerate(hole))
        check, all_in = decide(terms, mask).values()
        suits = tuple(_ranks(lane) for lane in hole if lane)
        return Opening(suits, class_weight(hole), check, all_in)

    return tuple(in_threads(work, hole_classes(), progress))


def suited_rows(table: tuple[Opening, ...]) -> tuple[OpeningRow, ...]:
    """Two suited cards: which side cards go all in. Neighbouring rows that say the same are one row."""
    by_pair: dict[tuple[int, ...], dict[int, bool]] = {}
    for opening in table:
        if len(opening.suits[0]) == 2:
            by_pair.setdefault(opening.suits[0], {})[opening.suits[1][0]] = opening.goes_all_in
    rows: list[OpeningRow] = []
    for high in range(12, 0, -1):
        said = [(low, _third_cards(by_pair[high, low])) for low in range(high - 1, -1, -1)]
        rows += [OpeningRow(f"{RANKS[high]}-{low} suited", third) for low, third in _merged(said) if third != "none"]
    return tuple(rows)


def offsuit_rows(table: tuple[Opening, ...]) -> tuple[OpeningRow, ...]:
    """Three suits: for the two highest cards, which third cards go all in."""
    by_pair: dict[tuple[int, int], dict[int, bool]] = {}
    for opening in table:
        if len(opening.suits) == 3:
            high, middle, low = sorted((ranks[0] for ranks in opening.suits), reverse=True)
            by_pair.setdefault((high, middle), {})[low] = opening.goes_all_in
    rows = []
    for high in range(12, -1, -1):
        for middle in range(high, -1, -1):
            third = _third_cards(by_pair[high, middle])
            if third != "none":
                rows.append(OpeningRow(f"{RANKS[high]} {RANKS[middle]} of different suits", third))
    return tuple(rows)


def all_suited_go_all_in(table: tuple[Opening, ...]) -> bool:
    """Whether three suited cards always go all in."""
    return all(opening.goes_all_in for opening in table if len(opening.suits) == 1)


def _ranks(lane: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(LANE_BITS - 1, -1, -1) if lane >> rank & 1)


def _third_cards(all_in: Mapping[int, bool]) -> str:
    chosen = [rank for rank in sorted(all_in) if all_in[rank]]
    if not chosen:
        return "none"
    if len(chosen) == len(all_in):
        return "all"
    if chosen == [rank for rank in sorted(all_in) if rank >= chosen[0]]:
        return RANKS[chosen[0]] if len(chosen) == 1 else f"{RANKS[chosen[0]]} and up"
    return " ".join(RANKS[rank] for rank in chosen)


def _merged(said: list[tuple[int, str]]) -> list[tuple[str, str]]:
    """Runs of second cards with the same answer, as in ``T to 4``."""
    rows: list[tuple[list[int], str]] = []
    for low, third in said:
        if rows and rows[-1][1] == third:
            rows[-1][0].append(low)
        else:
            rows.append(([low], third))
    return [
        (RANKS[lows[0]] if len(lows) == 1 else f"({RANKS[lows[0]]} to {RANKS[lows[-1]]})", third)
        for lows, third in rows
    ]
