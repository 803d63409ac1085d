"""The value of starting hands under best play, gathered as maps: every cell exact, and opened into its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houserules.cards import RANKS
from houserules.lab.base_game import Progress, largest_raise, qualifier_of, xtra_odds
from houserules.law import Submission

if TYPE_CHECKING:
    from houserules.lab.hands_sweep import HandTable
    from houserules.lab.lanes import Ints
    from houserules.lab.opening_table import Opening

LANE: Final = 13
TWO_CARDS: Final = "two cards"
FLUSH: Final = "flush"
OUTSIDE: Final = "cards outside"


@dataclass(frozen=True, slots=True)
class Cell:
    """Some starting hands taken together: their average value in antes, and what each option would bring."""

    label: str
    hands: int
    bet_on: int
    """How many of them best play bets on: raises, or goes all in at once."""
    value: Fraction
    options: Mapping[str, Fraction]
    """The average of each option, taken with all of these hands."""
    parts: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A map of hands: rows and columns are the cards or counts that are named beside them."""

    title: str
    by: str
    across: str
    down: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell]


def panels(submission: Submission, progress: Progress | None = None) -> tuple[Panel, ...]:
    if submission.rulebook.decision.stages:
        from houserules.lab.opening_table import openings  # noqa: PLC0415

        return opening_panels(openings(xtra_odds(submission), qualifier_of(submission), progress))
    from houserules.lab.high_card_flush import hand_table  # noqa: PLC0415

    return flush_panels(hand_table(qualifier_of(submission)), largest_raise(submission))


def _ranks_down(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names), key=RANKS.index, reverse=True))


# High Card Flush: every hand, by its flush.


@dataclass(slots=True)
class _Sum:
    """Hands of one flush added up: whole numbers, over all dealer's hands."""

    hands: int = 0
    bet_on: int = 0
    best: int = 0
    unqualified: int = 0
    margin: int = 0

    def add(self, other: _Sum) -> None:
        self.hands += other.hands
        self.bet_on += other.bet_on
        self.best += other.best
        self.unqualified += other.unqualified
        self.margin += other.margin

    def cell(self, label: str, most: int, parts: tuple[Cell, ...] = ()) -> Cell:
        from houserules.lab.hands_sweep import DEALER_HANDS  # noqa: PLC0415

        deals = self.hands * DEALER_HANDS
        raises = {
            f"raise {times}x": Fraction(self.unqualified + (1 + times) * self.margin, deals)
            for times in range(1, most + 1)
        }
        options = {"fold": Fraction(-1), **raises}
        return Cell(label, self.hands, self.bet_on, Fraction(self.best, deals), options, parts)


def flush_panels(table: HandTable, raises: Mapping[int, int]) -> tuple[Panel, ...]:
    """By the length and the highest card of the flush; three-card flushes by two cards; the flushes with which the
    cards outside decide."""
    import numpy as np  # noqa: PLC0415

    from houserules.lab.high_card_flush import flush_keys  # noqa: PLC0415

    keys = flush_keys(table.hands)
    sums = _sums(table, keys, raises)
    mixed = [key for key, found in sums.items() if 0 < found.bet_on < found.hands]
    made = [_by_length(sums, raises), _by_two_cards(sums, raises)]
    if mixed:
        band = np.flatnonzero(np.isin(keys, mixed))
        outside = _outside_over(table.hands[band], keys[band])
        made.append(_by_outside(_part(table, band), keys[band], outside, raises))
    return tuple(made)


def _part(table: HandTable, rows: Ints) -> HandTable:
    return type(table)(table.hands[rows], table.weights[rows], table.outcomes[rows])


def _sums(table: HandTable, groups: Ints, raises: Mapping[int, int]) -> dict[int, _Sum]:
    """Group to what its hands add up to. ``groups`` are flush keys, or hold one in their lower 16 bits."""
    import numpy as np  # noqa: PLC0415

    from houserules.lab.hands_sweep import DEALER_HANDS, LOST, UNQUALIFIED, WON  # noqa: PLC0415

    names, places = np.unique(groups, return_inverse=True)
    largest = np.array([raises.get(length, 1) for length in range(8)], np.int64)
    unqualified = table.outcomes[:, UNQUALIFIED].astype(np.int64)
    margin = table.outcomes[:, WON].astype(np.int64) - table.outcomes[:, LOST]
    lengths = (groups & 0xFFFF) >> LANE
    bet = unqualified + (1 + np.where(margin > 0, largest[lengths], 1)) * margin
    bets = bet > -DEALER_HANDS
    columns = [np.ones_like(bet), bets.astype(np.int64), np.where(bets, bet, -DEALER_HANDS), unqualified, margin]
    totals = np.zeros((len(names), len(columns)), np.int64)
    for number, values in enumerate(columns):
        np.add.at(totals[:, number], places, values * table.weights)
    return {int(name): _Sum(*map(int, row)) for name, row in zip(names, totals, strict=True)}


def _outside_over(hands: Ints, keys: Ints) -> Ints:
    """How many cards rank above the flush's highest: all of them are of other suits."""
    import numpy as np  # noqa: PLC0415

    from houserules.lab.lanes import FULL_LANE  # noqa: PLC0415

    above = np.floor(np.log2(keys & FULL_LANE)).astype(np.int64) + 1
    counts = [np.bitwise_count((hands >> LANE * suit & FULL_LANE) >> above).astype(np.int64) for suit in range(4)]
    found: Ints = np.add.reduce(counts)
    return found


def _flush_ranks(key: int) -> tuple[str, ...]:
    return tuple(RANKS[rank] for rank in range(LANE - 1, -1, -1) if key >> rank & 1)


def _gathered(
    sums: Mapping[int, _Sum],
    place: Callable[[int], tuple[str, str]],
    label: Callable[[int], str],
    most: Callable[[int], int],
    opened: bool,
) -> dict[tuple[str, str], Cell]:
    """Cells from sums, by the place that each group belongs to."""
    groups: dict[tuple[str, str], list[int]] = {}
    for key in sorted(sums, reverse=True):
        groups.setdefault(place(key), []).append(key)
    cells = {}
    for where, keys in groups.items():
        total = _Sum()
        for key in keys:
            total.add(sums[key])
        parts = tuple(sums[key].cell(label(key), most(key)) for key in keys) if opened else ()
        cells[where] = total.cell(", ".join(where), most(keys[0]), parts)
    return cells


def _by_length(sums: Mapping[int, _Sum], raises: Mapping[int, int]) -> Panel:
    def place(key: int) -> tuple[str, str]:
        return f"{key >> LANE} cards", _flush_ranks(key)[0]

    cells = _gathered(sums, place, lambda key: "-".join(_flush_ranks(key)), lambda key: raises[key >> LANE], False)
    rows = tuple(f"{length} cards" for length in range(7, 1, -1))
    columns = _ranks_down(column for _, column in cells)
    return Panel("Every hand, by its flush", FLUSH, "highest card", "length of the flush", rows, columns, cells)


def _by_two_cards(sums: Mapping[int, _Sum], raises: Mapping[int, int]) -> Panel:
    three = {key: found for key, found in sums.items() if key >> LANE == 3}

    def place(key: int) -> tuple[str, str]:
        high, second, _ = _flush_ranks(key)
        return high, second

    cells = _gathered(three, place, lambda key: "-".join(_flush_ranks(key)), lambda _: raises[3], True)
    rows, columns = _ranks_down(row for row, _ in cells), _ranks_down(column for _, column in cells)
    title = "Three-card flushes, by their two highest cards"
    return Panel(title, TWO_CARDS, "second card of the flush", "highest card", rows, columns, cells)


def _by_outside(table: HandTable, keys: Ints, outside: Ints, raises: Mapping[int, int]) -> Panel:
    sums = _sums(table, outside << 16 | keys, raises)

    def place(group: int) -> tuple[str, str]:
        return "-".join(_flush_ranks(group & 0x1FFF)), str(group >> 16)

    cells = _gathered(sums, place, str, lambda group: raises[(group & 0xFFFF) >> LANE], False)
    flushes = sorted({group & 0xFFFF for group in sums}, reverse=True)
    rows = tuple("-".join(_flush_ranks(key & 0x1FFF)) for key in flushes)
    columns = tuple(str(count) for count in sorted({group >> 16 for group in sums}))
    across = "higher cards outside the flush"
    return Panel("Flushes with which the cards outside decide", OUTSIDE, across, "flush", rows, columns, cells)


# Chase the Flush: hole cards before the flop.


@dataclass(slots=True)
class _Pair:
    """The holes that share two cards, by their third."""

    title: str
    across: str
    down: str
    holes: dict[tuple[str, str], list[tuple[str, Opening]]] = field(default_factory=dict)


def opening_panels(table: Iterable[Opening]) -> tuple[Panel, ...]:
    """By how many cards are of one suit; a cell is a pair of cards, its parts are the third cards."""
    kinds = {
        1: _Pair("Three of one suit", "second card", "highest card"),
        2: _Pair("Two of one suit", "second card of the suit", "higher card of the suit"),
        3: _Pair("Three suits", "second card", "highest card"),
    }
    for opening in table:
        suits = opening.suits
        ranks = suits[0] if len(suits) == 1 else tuple(rank for lane in suits for rank in lane)
        high, second, third = sorted(ranks, reverse=True) if len(suits) == 3 else ranks
        pair = RANKS[high], RANKS[second]
        kinds[len(suits)].holes.setdefault(pair, []).append((RANKS[third], opening))
    return tuple(_opening_panel(kind) for kind in kinds.values())


def _opening_panel(kind: _Pair) -> Panel:
    cells = {pair: _opening_cell("-".join(pair), holes) for pair, holes in kind.holes.items()}
    rows, columns = _ranks_down(row for row, _ in cells), _ranks_down(column for _, column in cells)
    return Panel(kind.title, TWO_CARDS, kind.across, kind.down, rows, columns, cells)


def _opening_cell(label: str, holes: list[tuple[str, Opening]]) -> Cell:
    by_rank = sorted(holes, key=lambda hole: RANKS.index(hole[0]), reverse=True)
    parts = tuple(_hole(f"{label} with {third}", opening) for third, opening in by_rank)
    hands = sum(part.hands for part in parts)
    options = {
        name: sum((part.options[name] * part.hands for part in parts), Fraction()) / hands
        for name in parts[0].options
    }
    value = sum((part.value * part.hands for part in parts), Fraction()) / hands
    return Cell(label, hands, sum(part.bet_on for part in parts), value, options, parts)


def _hole(label: str, opening: Opening) -> Cell:
    value = max(opening.check, opening.all_in)
    options = {"check": opening.check, "all-in 3x": opening.all_in}
    return Cell(label, opening.holes, opening.holes if opening.goes_all_in else 0, value, options)
