"""The reference's totals of whole games, as kept in a file, and the command that made the file."""

import json
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.reference import __main__ as command
from tests.reference import chase_the_flush, high_card_flush
from tests.reference.lanes import FULL_DECK, LANE_BITS, LOWEST_QUALIFIER, hand_from_text

KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "reference_totals.json").read_text(encoding="utf-8"))


def test_high_card_flush_as_kept_adds_up() -> None:
    kept = KEPT["high_card_flush"]
    fold = kept["actions"]["fold"]["deals"]
    raises = [kept["actions"][f"raise {multiple}x"] for multiple in (1, 2, 3)]
    net = -fold
    for multiple, deals in enumerate(raises, start=1):
        net += deals["unqualified"] + (1 + multiple) * (deals["win"] - deals["lose"])
    assert fold + sum(sum(deals.values()) for deals in raises) == comb(52, 7) * comb(45, 7) == kept["deals"]
    assert net == kept["net"] == -161_766_105_078_360
    assert kept["undecided_hands"] == 0


def net_of_tally(tally: dict[str, Any], multiple: int) -> int:
    """Settle one action's deals, wager by wager."""
    net = 0
    for dealer, ante in (("unqualified", 0), ("qualified", 1)):
        deals = tally[dealer]
        for length, wins in deals["win"].items():
            net += wins * (ante + chase_the_flush.XTRA_BONUS_A[int(length)] + multiple)
        net -= deals["lose"] * (ante + 1 + multiple)
    return net


def deals_of_tally(tally: dict[str, Any]) -> int:
    return sum(sum(deals["win"].values()) + deals["tie"] + deals["lose"] for deals in tally.values())


def test_chase_the_flush_as_kept_adds_up() -> None:
    kept = KEPT["chase_the_flush"]
    actions = kept["actions"]
    net = -2 * deals_of_tally(actions["fold"])
    for action, multiple in (("all-in 1x", 1), ("all-in 2x", 2), ("all-in 3x", 3), ("fold or all-in 1x", 1)):
        net += net_of_tally(actions[action], multiple)
    deals = sum(deals_of_tally(tally) for tally in actions.values())
    assert deals == kept["deals"] == comb(52, 3) * comb(49, 2) * comb(47, 2) * comb(45, 3)
    assert net == kept["net"] == -9_530_771_461_992
    assert kept["undecided_openings"] == kept["undecided_flops"] == 0


def test_where_folding_is_worth_going_all_in_both_lose_two() -> None:
    tally = KEPT["chase_the_flush"]["actions"]["fold or all-in 1x"]
    assert net_of_tally(tally, 1) == -2 * deals_of_tally(tally)


def test_chase_the_flush_openings_as_kept_add_up() -> None:
    openings = KEPT["chase_the_flush"]["openings"]
    assert len(openings) == 1755
    assert sum(hands for hands, _, _ in openings.values()) == comb(52, 3)
    assert sum(hands * max(all_in, check) for hands, all_in, check in openings.values()) == -9_530_771_461_992


@pytest.mark.parametrize("text", ["As Ks Qs", "Qs 9s 4h", "4s 3h 2d"])
def test_an_opening_is_computed_again_as_kept(text: str) -> None:
    opened = chase_the_flush.opening(hand_from_text(text))
    _, all_in, check = KEPT["chase_the_flush"]["openings"][text]
    assert (opened.all_in, opened.check) == (all_in, check)
    assert opened.tally.sum() == chase_the_flush.DEALS // comb(52, 3)


@pytest.mark.parametrize("ranks", ["Ks Qs 9s 8s 6s 2s", "9s 8s 7s 6s 5s 4s 3s"])
def test_hands_played_together_are_the_hands_played_one_by_one(ranks: str) -> None:
    """A lane of six or seven cards leaves few hands, so all of them can be valued alone."""
    flush = hand_from_text(ranks)
    place = int(np.flatnonzero(flush == high_card_flush.LANES_BY_KEY)[0])
    table = high_card_flush.subset_table(LOWEST_QUALIFIER - 1)
    tally, net, undecided = high_card_flush.play_hands_led_by(place, table)
    others = FULL_DECK & ~((1 << LANE_BITS) - 1)
    more = [1 << card for card in range(52) if others >> card & 1] if flush.bit_count() == 6 else [0]
    best = [max(high_card_flush.option_values(flush | card).values()) for card in more]
    assert net == 4 * sum(best) * high_card_flush.DEALER_HANDS
    assert tally.sum() == 4 * len(more) * high_card_flush.DEALER_HANDS
    assert undecided == 0


def test_the_command_refuses_bad_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(["totals", "--workers", "0"])
    assert "at least 1" in capsys.readouterr().err


def test_the_command_ends_cleanly_when_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(what: str, workers: int) -> dict[str, object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "compute", interrupted)
    assert command.main(["totals"]) == command.INTERRUPTED
    assert "nothing was written" in capsys.readouterr().err


def test_the_command_writes_lists_on_one_line() -> None:
    assert command.as_json({"a": {"b": [1, 2]}, "c": []}) == '{\n "a": {\n  "b": [ 1, 2 ]\n },\n "c": []\n}\n'
