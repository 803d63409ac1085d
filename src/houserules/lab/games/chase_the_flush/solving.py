"""Chase the Flush, solved exactly: the whole game, and single decisions on each street."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Final, TypeVar

import numpy as np

from houserules.lab.counting.outcomes import Outcome, Results
from houserules.lab.games.chase_the_flush.board_layout import DECK, Stakes
from houserules.lab.games.chase_the_flush.board_plans import Four, Plan, plan_of
from houserules.lab.games.chase_the_flush.board_rows import BOARDS, LOST, SUMS, UNQUALIFIED, WON
from houserules.lab.games.chase_the_flush.groups import GROUPS, LENGTHS, length_of_group
from houserules.lab.games.chase_the_flush.holes_sweep import FLOPS_OF_A_BOARD, solve_holes, value_holes
from houserules.lab.games.chase_the_flush.streets import flop_sums, river_counts
from houserules.lab.games.chase_the_flush.suit_tables import (
    BOARD,
    HOLE,
    tables_of_all_holes,
    tables_of_one_hole,
)
from houserules.lab.games.chase_the_flush.terms import ACTIONS, CHECK, FOLD, Terms, terms_of
from houserules.lab.games.flushes.lanes import (
    FULL_LANE,
    LANES_BY_SIZE,
    RANKS,
    SIZE_START,
    SUITS,
    lanes_of,
    require_disjoint,
)
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.threads import in_threads
from houserules.lab.solving.verdicts import LOSE, TIE, WIN
from houserules.law import Submission

DEALERS: Final = comb(45, HOLE)
CHUNK: Final = 24

Piece = TypeVar("Piece")


def make_stakes(terms: Terms, draw: int, dealers: int) -> Stakes:
    """The terms as whole numbers for the kernels."""
    unit, calls, gains = _forms(terms)
    first, second, last = terms.multiples
    return Stakes(draw, dealers, terms.qualifier, unit, calls, gains, second - last, first - last)


@lru_cache(maxsize=16)
def _forms(terms: Terms) -> tuple[int, Ints, Ints]:
    """The unit, and what a call and one ante more bring in parts of it."""
    unit = terms.unit
    calls = [[terms.call(met, length) for length in range(LENGTHS)] for met in (False, True)]
    gains = [terms.gain(met) for met in (False, True)]
    return (
        unit,
        np.array([[[int(unit * part) for part in form] for form in forms] for forms in calls], np.int64),
        np.array([[int(unit * part) for part in form] for form in gains], np.int64),
    )


def hole_classes() -> Iterator[Four]:
    """One hole of each class under exchange of suits, as lanes, longest first."""
    for lane in LANES_BY_SIZE[SIZE_START[3] : SIZE_START[4]].tolist():
        yield lane, 0, 0, 0
    for pair in LANES_BY_SIZE[SIZE_START[2] : SIZE_START[3]].tolist():
        for rank in range(RANKS):
            yield pair, 1 << rank, 0, 0
    for high in range(RANKS):
        for middle in range(high + 1):
            for low in range(middle + 1):
                yield 1 << high, 1 << middle, 1 << low, 0


def class_weight(hole: Four) -> int:
    """How many holes a class has."""
    return len(set(permutations(hole)))


def _sizes(lanes: Sequence[int]) -> Four:
    first, second, third, fourth = (int(lane).bit_count() for lane in lanes)
    return first, second, third, fourth


def _kinds(*lanes: Four) -> Four:
    suits = list(zip(*lanes, strict=True))
    first, second, third, fourth = (suits.index(suit) for suit in suits)
    return first, second, third, fourth


def plan_of_hole(hole: Four, shown: Four, dead: Four, draw: int, qualifier: int) -> Plan:
    """The plan for one hole, with the dealer's cards that are shown and others that are out of play."""
    available = [FULL_LANE & ~(h | s | d) for h, s, d in zip(hole, shown, dead, strict=True)]
    return plan_of(
        _sizes(hole), _sizes(shown), _sizes(available), _kinds(hole, shown, dead), draw=draw, qualifier=qualifier
    )


def solve(terms: Terms, progress: Progress | None = None) -> Results:
    """Best play over all deals. Of equally good actions the one that wagers least is taken."""
    tables = tables_of_all_holes(terms.qualifier)
    stakes = make_stakes(terms, HOLE, DEALERS)
    none: Four = (0, 0, 0, 0)
    state_of = {int(lane): state for state, lane in enumerate(tables.hole)}
    by_plan: dict[int, tuple[Plan, list[Four]]] = {}
    for hole in hole_classes():
        plan = plan_of_hole(hole, none, none, HOLE, terms.qualifier)
        by_plan.setdefault(id(plan), (plan, []))[1].append(hole)

    def work(job: tuple[Plan, list[Four]]) -> Ints:
        plan, holes = job
        states = np.array([[state_of[lane] for lane in hole] for hole in holes], np.int64)
        weights = np.array([class_weight(hole) for hole in holes], np.int64)
        return solve_holes(tables, plan, stakes, states, weights)

    jobs = [
        (plan, holes[start : start + CHUNK])
        for plan, holes in by_plan.values()
        for start in range(0, len(holes), CHUNK)
    ]
    return results_of(terms, played_in_all(work, jobs, progress), DEALERS)


def played_in_all(work: Callable[[Piece], Ints], pieces: Iterable[Piece], progress: Progress | None = None) -> Ints:
    """The sum of what the work finds for all pieces."""
    played = np.zeros((ACTIONS, 2, GROUPS, SUMS), np.int64)
    for part in in_threads(work, pieces, progress):
        played += part
    return played


def results_of(terms: Terms, played: Ints, dealers: int) -> Results:
    """Name the outcomes of sums by action, whether the player's key meets the qualifier, and group."""
    found: Counter[tuple[int, bool, str, int]] = Counter()
    for action in range(ACTIONS):
        for met in range(2):
            for group in np.flatnonzero(played[action, met, :, BOARDS]).tolist():
                sums = [int(value) for value in played[action, met, group]]
                deals = sums[BOARDS] * dealers
                won, lost, unqualified = sums[WON], sums[LOST], sums[UNQUALIFIED]
                tied = deals - won - lost
                # Where the player meets the qualifier, dealers who do not all lose; where the player does
                # not, dealers who do all win.
                lost_to_qualified = lost if met else deals - unqualified
                found[action, True, WIN, group] += won - unqualified if met else 0
                found[action, True, TIE, group] += tied if met else 0
                found[action, True, LOSE, group] += lost_to_qualified
                found[action, False, WIN, group] += unqualified if met else won
                found[action, False, TIE, group] += 0 if met else tied
                found[action, False, LOSE, group] += lost - lost_to_qualified
    return Results(
        tuple(
            Outcome(
                action=terms.action(action),
                dealer_qualifies=qualifies,
                comparison=comparison,
                group=group,
                wagered=Fraction(2 + (0 if action == ACTIONS - 1 else terms.multiples[action])),
                net=terms.net(action, qualifies, comparison, length_of_group(group)),
                deals=deals,
            )
            for (action, qualifies, comparison, group), deals in sorted(found.items())
            if deals
        )
    )


def decide(terms: Terms, hole: int, board: int = 0, *, known: int = 0, dealer: int = 0) -> dict[str, Fraction]:
    """The value, in antes, of each option of one state, smallest wager first: before the flop (no board),
    after it (two cards) or at the end (four). `known` are cards that can no longer be dealt, `dealer` cards
    that the dealer is known to hold. The value of a check supposes best play afterwards, still with that
    knowledge."""
    require_disjoint(hole, board, known, dealer)
    if hole.bit_count() != HOLE or dealer.bit_count() > HOLE:
        raise ValueError("a hole has three cards, and so has the dealer's hand")
    left = DECK - (hole | board | known | dealer).bit_count()
    draw = HOLE - dealer.bit_count()
    dealers = comb(left - (BOARD - board.bit_count()), draw)
    stakes = make_stakes(terms, draw, dealers)
    held, on_board, shown = (np.array(lanes_of(cards), np.int64) for cards in (hole, board, dealer))
    free = FULL_LANE & ~np.array(lanes_of(hole | board | known | dealer), np.int64)
    match board.bit_count():
        case 4:
            call, _ = river_counts(stakes, held, on_board, shown, free)
            return {FOLD: Fraction(-2), terms.action(2): Fraction(int(call), stakes.unit * dealers)}
        case 2:
            check, all_in = flop_sums(stakes, held, on_board, shown, free)
            deals = comb(left, 2) * dealers * stakes.unit
            return {CHECK: Fraction(int(check), deals), terms.action(1): Fraction(int(all_in), deals)}
        case 0:
            all_in, check = _opening(lanes_of(hole), lanes_of(dealer), lanes_of(known), stakes)
            deals = comb(left, BOARD) * FLOPS_OF_A_BOARD * dealers * stakes.unit
            return {CHECK: Fraction(int(check), deals), terms.action(0): Fraction(int(all_in), deals)}
        case _:
            raise ValueError("a board has no cards, two or four")


def options(submission: Submission, hole: int, board: int, known: int, dealer: int) -> dict[str, Fraction]:
    return decide(terms_of(submission), hole, board, known=known, dealer=dealer)


def _opening(hole: Four, shown: Four, dead: Four, stakes: Stakes) -> tuple[int, int]:
    plan = plan_of_hole(hole, shown, dead, stakes.draw, stakes.qualifier)
    held, by_dealer, known = (np.array(lanes, np.int64) for lanes in (hole, shown, dead))
    tables = tables_of_one_hole(held, by_dealer, known, stakes.draw, stakes.qualifier)
    _, _, values = value_holes(tables, plan, stakes, np.arange(SUITS)[None, :])
    return int(values[0, 0]), int(values[0, 1])
