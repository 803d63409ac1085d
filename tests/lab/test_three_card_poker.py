"""The solver of the example package: published figures, plain enumeration, and rounds played out.

The package lies beside this one and is not installed: its folders are named, as ``--rulebooks`` would name them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houserules.cards import SUITS, parse_cards
from houserules.cli.main import run
from houserules.lab.counting.payout_limits import limit_effects
from houserules.lab.counting.side_bets import side_bets
from houserules.lab.exact import percent_of
from houserules.lab.reports.analysis import analyze
from houserules.lab.reports.edges import edges
from houserules.lab.reports.figures import figures
from houserules.lab.reports.report_data import strategy_map
from houserules.lab.simulation.rounds import play_pieces, task_of
from houserules.lab.simulation.wagers import wagers_of
from houserules.lab.solving.base_game import base_results, table_shares, wager_shares
from houserules.lab.solving.decisions import Situation, values_of_options
from houserules.lab.solving.gate import Unsupported, insist_supported
from houserules.lab.solving.support import unclassified
from houserules.lab.strategy.leaks import leaks_of
from houserules.lab.strategy.report import default_strategy, played_out, read_rules, weigh_short_strategies
from houserules.law import MalformedData
from houserules.money import Odds, dollars
from tests.lab.support import submission, with_rules

PACKAGE = Path(__file__).resolve().parents[2] / "examples" / "three_card_poker" / "src"
TCP = "ex-three-card-poker"
RANKS = "23456789TJQKA"
HANDS = comb(52, 3)


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))


def silent(_done: float) -> None:
    """Nobody watches."""


def strength(cards: tuple[int, ...], ace_also_low: bool = True) -> tuple[int, list[int]]:
    """A hand's place in the order of hands, by a way of its own: counting how often ranks and suits occur."""
    ranks = Counter(card % 13 for card in cards)
    suited = len({card // 13 for card in cards}) == 1
    values = sorted(ranks)
    by_count = [rank for rank, _ in sorted(ranks.items(), key=lambda each: (each[1], each[0]), reverse=True)]
    run = len(values) == 3 and values[2] - values[0] == 2
    if values == [0, 1, 12] and ace_also_low:
        run, by_count = True, [1, 0, -1]
    if run:
        return (5 if suited else 3), by_count[:1]
    if len(values) == 1:
        return 4, by_count
    if suited:
        return 2, by_count
    return (1 if len(values) == 2 else 0), by_count


def test_every_field_of_the_schema_is_classified() -> None:
    solver = insist_supported(submission(TCP))
    assert solver.game == "three_card_poker"
    assert unclassified(solver.supports) == ()


def test_the_published_figures() -> None:
    """A base edge of 3.3729809 % of the Ante; what is wagered on average is 1 + 14,900 / 22,100 antes."""
    results = base_results(submission(TCP))
    assert results.deals == HANDS * comb(49, 3)
    assert percent_of(results.house_edge, 7) == "3.3729809 %"
    assert results.house_edge == Fraction(686_689, 20_358_520)
    assert results.average_wager == 1 + Fraction(14_900, HANDS)
    assert percent_of(results.element_of_risk, 6) == "2.014672 %"


@pytest.mark.parametrize(("letter", "percent"), [("A", "2.316742 %"), ("B", "7.276018 %")])
def test_pair_plus(letter: str, percent: str) -> None:
    bet = side_bets(submission(TCP, f"wagers.pair_plus.paytable={letter}"))["pair_plus"]
    assert percent_of(bet.house_edge, 6) == percent
    counts = {line.hand: line.combinations for line in bet.lines}
    assert counts == {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}


def test_the_wagers_add_up_to_the_game() -> None:
    made = submission(TCP)
    results = base_results(made)
    shares = {share.wager: share for share in wager_shares(made, results)}
    assert list(shares) == ["ante", "play", "ante_bonus"]
    assert sum(share.expected for share in shares.values()) == -results.house_edge
    assert sum(share.staked for share in shares.values()) == results.average_wager
    (bonus,) = table_shares(made, results)
    assert bonus.house_edge == -shares["ante_bonus"].expected == -Fraction(5 * 48 + 4 * 52 + 720, HANDS)
    assert bonus.losses == 0


def test_the_order_of_hands_is_that_of_plain_counting() -> None:
    from three_card_poker.counting import key_of  # noqa: PLC0415

    for ace_also_low in (True, False):
        hands = list(combinations(range(52), 3))
        Random(1).shuffle(hands)
        hands = hands[:4_000]
        by_key = sorted(hands, key=lambda cards: key_of(cards, ace_also_low))
        for one, other in pairwise(by_key):
            same = key_of(one, ace_also_low) == key_of(other, ace_also_low)
            assert (strength(one, ace_also_low) == strength(other, ace_also_low)) is same
            assert strength(one, ace_also_low) <= strength(other, ace_also_low)


def value_of_playing(hand: tuple[int, ...], known: tuple[int, ...] = (), dealer: tuple[int, ...] = ()) -> Fraction:
    """Every hand of the dealer, dealt out and settled."""
    left = [card for card in range(52) if card not in (*hand, *known, *dealer)]
    own = strength(hand)
    bonus = {5: 5, 4: 4, 3: 1}.get(own[0], 0)
    total = hands = 0
    for drawn in combinations(left, 3 - len(dealer)):
        theirs = strength((*dealer, *drawn))
        hands += 1
        total += bonus
        if theirs < (0, [10]):
            total += 1
        else:
            total += 2 * ((own > theirs) - (own < theirs))
    return Fraction(total, hands)


@pytest.mark.parametrize("cards", ["Qs 6h 4d", "Qs 6h 3d", "As Ks Qs", "2h 2d 9c", "Ah 3d 2c", "Jc Tc 2c"])
def test_single_hands_against_all_hands_of_the_dealer(cards: str) -> None:
    made = submission(TCP)
    hand = parse_cards(cards)
    assert values_of_options(made, Situation(hand)) == {
        "fold": Fraction(-1), "play 1x": value_of_playing(tuple(map(int, hand)))
    }  # fmt: skip


def test_cards_that_are_known() -> None:
    made = submission(TCP)
    hand, known = parse_cards("Qs 6h 3d"), parse_cards("Ah Ad Kh Kd Qd Jh")
    for dealer in ("", "Ks", "2c 3c", "Ac Ks 2h"):
        shown = parse_cards(dealer)
        options = values_of_options(made, Situation(hand, (), known, shown))
        wanted = value_of_playing(tuple(map(int, hand)), tuple(map(int, known)), tuple(map(int, shown)))
        assert options["play 1x"] == wanted
        without = values_of_options(made, Situation(hand, (), (), shown))
        assert without["play 1x"] == value_of_playing(tuple(map(int, hand)), (), tuple(map(int, shown)))


def test_best_play_is_queen_six_four() -> None:
    found = strategy_map(submission(TCP), silent)
    (section,) = found["sections"]
    assert section["sentences"][:2] == ["Play with Q-6-4 and better.", "Fold every hand below Q-6-4."]
    by_kind, by_two_cards = found["panels"]
    assert sum(cell["hands"] for cell in by_kind["cells"]) == HANDS
    value = sum(Fraction(cell["value"]["exact"]) * cell["hands"] for cell in by_kind["cells"]) / HANDS
    assert value == -base_results(submission(TCP)).house_edge
    queen_six = next(cell for cell in by_two_cards["cells"] if cell["label"] == "Q-6")
    assert {part["label"]: part["bet_on"] for part in queen_six["parts"]} == {
        "Q-6-5": 60, "Q-6-4": 60, "Q-6-3": 0, "Q-6-2": 0
    }  # fmt: skip


def test_what_short_strategies_cost() -> None:
    weighed = {each.name: each for each in weigh_short_strategies(submission(TCP), silent)}
    assert weighed["Q-6-4 and better"].cost == 0
    assert 0 < weighed["Q-6-3 and better"].cost < weighed["any queen and better"].cost
    assert percent_of(weighed["play everything"].results.house_edge, 2) == "7.65 %"
    assert weighed["never play"].results.house_edge == 1


def test_a_rule_file() -> None:
    made = submission(TCP)
    mine = 'game = "three_card_poker"\n[[hand]]\nwhen = { kind = ">= 1" }\nthen = "play 1x"\n'
    ours = '[[hand]]\nwhen = { high = ">= Q", second = ">= 6", third = ">= 4" }\nthen = "play 1x"\n'
    one, other = (
        played_out(made, read_rules(made, text, "rules"), silent).house_edge for text in (mine, mine + ours)
    )
    assert one > other
    with pytest.raises(MalformedData, match=r"hand, rule 1: hand = 'Q-Q-4': .* three different ranks"):
        read_rules(made, mine.replace('kind = ">= 1"', 'hand = "Q-Q-4"'), "mine")


@pytest.mark.parametrize("everything", [False, True])
def test_rounds_played_out_agree(everything: bool) -> None:
    made = submission(TCP)
    if everything:
        made = with_rules(made, OTHER)
    strategy = default_strategy(made)
    task = task_of(made, strategy, 11, 400_000)
    tally, again = (play_pieces(task, list(task.pieces), workers, None, silent) for workers in (2, 1))
    assert (tally.cells == again.cells).all()
    wagers = wagers_of(made, tally, played_out(made, strategy, silent))
    assert [wager.wager for wager in wagers] == ["base", "pair_plus"]
    assert all(abs(wager.z_score) < 4 for wager in wagers)


OTHER: dict[str, Any] = {
    "hands.ace": "high_only",
    "qualifying.high_card": "K",
    "qualifying.ante_below": "push",
    "qualifying.play_below": "by_the_hands",
    "settlement.equal": "lose",
    "wagers.ante.odds": Odds(3, 2),
    "decision.stages.decision": 2,
}


def test_other_rules_are_read() -> None:
    """Each deal of a few hundred, settled by words that are written out here."""
    made = with_rules(submission(TCP), OTHER)
    chance = Random(3)
    for _ in range(300):
        cards = chance.sample(range(52), 6)
        own, theirs = strength(tuple(cards[:3]), False), strength(tuple(cards[3:]), False)
        ante = Fraction(3, 2) if own > theirs else Fraction(-1)
        play_wager = 2 if own > theirs else -2
        if theirs < (0, [11]):
            ante = Fraction(0)
        bonus = {5: 5, 4: 4, 3: 1}.get(own[0], 0)
        situation = Situation(_cards(cards[:3]), (), (), _cards(cards[3:]))
        assert values_of_options(made, situation)["play 2x"] == ante + play_wager + bonus


def _cards(numbers: list[int]) -> Any:
    return parse_cards(" ".join(RANKS[number % 13] + SUITS[number // 13] for number in numbers))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            {"hands.player_cards": 4},
            r"hands\.player_cards = 4 \(EX-TCP .*\): the solver of Three Card Poker supports 3",
        ),
        ({"settlement.survive_fold": ("pair_plus", "ante_bonus")}, r"settlement\.survive_fold = "),
        ({"hands.ace": "low_with_2345"}, r'hands\.ace = "low_with_2345"'),
    ],
)
def test_other_rules_are_refused(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(Unsupported, match=said):
        base_results(with_rules(submission(TCP), rules))


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(Unsupported, match="the solver of Three Card Poker does not say what a seat gains"):
        leaks_of(submission(TCP))


def test_the_whole_analysis() -> None:
    made = submission(TCP)
    found = analyze(made)
    assert found.progressive is None
    assert found.limits == ()
    assert set(edges(made)) == {"base", "ante_bonus", "pair_plus"}
    assert set(figures(found)) == {"results", "starting-hands"}
    limited = replace(made, payout_limit_per_hand=dollars(300))
    least, most = limit_effects(limited)
    assert least.exact
    assert most.most == 0  # No clause of the document lets an operator limit payouts, so none is covered.


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", TCP],
        ["analyze", TCP],
        ["analyze", TCP, "--json"],
        ["hand", TCP, "Qs 6h 4d"],
        ["strategy", TCP],
        ["strategy", TCP, "--json"],
        ["risk", TCP, "--rounds", "100"],
        ["risk", TCP, "--wager", "pair_plus"],
        ["simulate", TCP, "--rounds", "1000"],
        ["compare", TCP, TCP, "--set-b", "wagers.pair_plus.paytable=B"],
    ],
    ids=" ".join,
)
def test_every_command_of_the_lab(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    assert capsys.readouterr().out


def test_a_leak_cannot_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["leak", TCP, "--players", "2"]) == 1
    assert "does not say what a seat gains by knowing more" in capsys.readouterr().err
