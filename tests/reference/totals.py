"""The whole of each game, spread over threads, as plain data for a JSON file.

The work is cut into many short pieces. Progress is reported after each, and an interrupt is obeyed as soon
as the pieces in hand are done.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from math import comb
from typing import Any, TypeVar

import numpy as np

from tests.reference import brute_force, chase_the_flush, high_card_flush
from tests.reference.lanes import LOWEST_QUALIFIER, hands_up_to_suits, text_from_hand

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Report = Callable[[int, int], None]
Data = dict[str, Any]


def spread(
    work: Callable[[Piece], Result], pieces: Iterable[Piece], workers: int, report: Report
) -> dict[Piece, Result]:
    """Do the work on each piece, in any order, and give back each piece's result.

    The report hears how many are done and how many there are.
    """
    with ThreadPoolExecutor(workers) as pool:
        futures = {piece: pool.submit(work, piece) for piece in pieces}
        try:
            for done, _ in enumerate(as_completed(futures.values()), start=1):
                report(done, len(futures))
        finally:
            pool.shutdown(cancel_futures=True)
    return {piece: future.result() for piece, future in futures.items()}


def high_card_flush_totals(workers: int, report: Report) -> Data:
    """Every deal of High Card Flush under the best play."""
    game = high_card_flush
    unqualified_table = game.subset_table(LOWEST_QUALIFIER - 1)
    tally = np.zeros((len(game.ACTIONS), len(game.OUTCOMES)), dtype=np.int64)
    net, undecided = 0, 0
    # The places ascend by key, so the lanes of three and four cards, which lead most hands, come early.
    places = range(int(game.FIRST_OF_LENGTH[2]), len(game.LANES_BY_KEY))
    parts = spread(lambda place: game.play_hands_led_by(place, unqualified_table), places, workers, report)
    for part, part_net, part_undecided in parts.values():
        tally += part
        net += int(part_net)
        undecided += int(part_undecided)
    assert tally.sum() == game.DEALS, "every deal is played once"
    actions: Data = {"fold": {"deals": int(tally[0].sum())}}
    for row, action in enumerate(game.ACTIONS[1:], start=1):
        actions[action] = {name: int(tally[row, column]) for column, name in enumerate(game.OUTCOMES)}
    return {"deals": game.DEALS, "net": net, "undecided_hands": undecided, "actions": actions}


def chase_the_flush_totals(workers: int, report: Report) -> Data:
    """Every deal of Chase the Flush with X-tra Bonus A under the best play.

    Each opening hand, up to a renaming of its suits, stands with the number of such hands and the net results
    of all-in 3x and of checking, summed over all that may follow.
    """
    game = chase_the_flush
    tally = np.zeros((len(game.ACTIONS), 2, game.COLUMNS), dtype=np.int64)
    net, undecided_flops = 0, 0
    openings: dict[str, list[int]] = {}
    alike = dict(hands_up_to_suits(game.HOLE_CARDS))
    for hole, opened in spread(game.opening, alike, workers, report).items():
        tally += alike[hole] * opened.tally
        net += alike[hole] * max(int(opened.all_in), int(opened.check))
        undecided_flops += alike[hole] * int(opened.undecided_flops)
        openings[text_from_hand(hole)] = [alike[hole], int(opened.all_in), int(opened.check)]
    assert tally.sum() == game.DEALS, "every deal is played once"
    return {
        "deals": game.DEALS,
        "net": net,
        "undecided_openings": sum(hands for hands, all_in, check in openings.values() if all_in == check),
        "undecided_flops": undecided_flops,
        "actions": {action: describe_tally(tally[row]) for row, action in enumerate(game.ACTIONS)},
        "openings": dict(sorted(openings.items())),
    }


def describe_tally(tally: chase_the_flush.Integers) -> Data:
    """One action's deals; wins stand by the length of the player's flush.

    Under "fold" it is told what would have become of the hand.
    """
    return {
        name: {
            "win": {str(length): int(tally[row, length]) for length in range(2, 8)},
            "tie": int(tally[row, chase_the_flush.TIE]),
            "lose": int(tally[row, chase_the_flush.LOSE]),
        }
        for row, name in enumerate(("unqualified", "qualified"))
    }


def brute_force_hands(workers: int, report: Report) -> Data:
    """Sixty hands of High Card Flush, each against all the dealer's hands dealt one by one."""
    hands = brute_force.sample_hands()
    found = spread(brute_force.deal_high_card_flush, hands, workers, report)
    assert all(sum(counts) == comb(45, 7) for counts in found.values()), "every dealer's hand is dealt once"
    return {text_from_hand(hand): dict(zip(high_card_flush.OUTCOMES, found[hand], strict=True)) for hand in hands}
