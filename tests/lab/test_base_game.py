"""The base game of a submission: the solver asked with the rulebook's parameters, and what each wager brings."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from houserules.lab.games.chase_the_flush.terms import odds_by_length
from houserules.lab.games.high_card_flush.terms import terms_of
from houserules.lab.reports import analysis
from houserules.lab.solving import base_game
from houserules.law import MalformedData
from tests.lab.support import CTF, MA, MD, submission


@pytest.mark.parametrize("name", [MD, MA])
def test_high_card_flush(name: str) -> None:
    results = base_game.base_results(submission(name))
    assert results.deals == 6_071_092_494_667_200
    assert results.total_net == -161_766_105_078_360


def test_chase_the_flush() -> None:
    results = base_game.base_results(submission(CTF))
    assert results.deals == 398_664_610_344_000
    assert results.total_net == -9_530_771_461_992


@pytest.mark.parametrize("name", [MD, CTF])
def test_the_wagers_add_up_to_the_game(name: str) -> None:
    made = submission(name)
    results = base_game.base_results(made)
    shares = base_game.wager_shares(made, results)
    assert sum(share.expected for share in shares) == -results.house_edge
    assert sum(share.staked for share in shares) == results.average_wager
    assert shares[0].wager == "ante"
    assert shares[0].staked == 1


def test_the_xtra_bonus_by_two_ways() -> None:
    """From its own lines, and as what remains of each outcome when ante and all-in are taken off."""
    made = submission(CTF)
    results = base_game.base_results(made)
    (xtra,) = base_game.table_shares(made, results)
    share = next(each for each in base_game.wager_shares(made, results) if each.wager == "xtra_bonus")
    assert xtra.house_edge == -share.expected
    remainder = Fraction(0)
    for outcome in results.outcomes:
        all_in = int(outcome.wagered) - 2
        sign = {"win": 1, "tie": 0, "lose": -1}[outcome.comparison]
        others = -1 if outcome.action == "fold" else sign * (all_in + int(outcome.dealer_qualifies))
        remainder += (outcome.net - others) * outcome.deals
    assert remainder / results.deals == share.expected
    assert xtra.pushes + xtra.losses + sum(line.combinations for line in xtra.lines) == results.deals


def test_parameters_come_from_the_rulebook() -> None:
    terms = terms_of(submission(MD))
    assert terms.qualifier == 3 << 13 | 0b1000_0011
    assert (terms.smallest, terms.largest) == (1, (0, 0, 1, 1, 1, 2, 3, 3))
    assert list(map(int, odds_by_length(submission(CTF)))) == [0, 0, 0, 0, 1, 5, 20, 250]


def test_invented_xtra_tables() -> None:
    odds = odds_by_length(submission(CTF, "wagers.xtra_bonus.paytable={five_card_flush='7 to 2'}"))
    assert odds[4:] == (Fraction(0), Fraction(7, 2), Fraction(7, 2), Fraction(7, 2))


@pytest.mark.parametrize(
    "lines", ["{five_card_straight_flush=7}", "{five_card_flush='$7'}", "{five_card_flush='7%'}"]
)
def test_xtra_tables_that_mean_nothing(lines: str) -> None:
    with pytest.raises(MalformedData, match="xtra_bonus"):
        odds_by_length(submission(CTF, f"wagers.xtra_bonus.paytable={lines}"))


def test_the_published_slip_of_fifty_to_one_favours_the_player() -> None:
    """Six cards at 50 instead of 20: the base game itself is then warned of, with the exact figure."""
    made = submission(
        CTF, "wagers.xtra_bonus.paytable={seven_card_flush=250,six_card_flush=50,five_card_flush=5,four_card_flush=1}"
    )
    found = analysis.analyze(made)
    warning = next(each for each in found.warnings if each.wager == "base")
    assert warning.code == "player_advantage"
    assert warning.player_edge == -found.base.house_edge > 0
    assert json.dumps(str(warning.player_edge))


@pytest.mark.parametrize(("players", "fine"), [(0, False), (1, True), (6, True), (7, False)])
def test_players_fit_the_table(players: int, fine: bool) -> None:
    if fine:
        analysis.analyze(submission(MD), players=players)
    else:
        with pytest.raises(MalformedData, match="players"):
            analysis.analyze(submission(MD), players=players)
