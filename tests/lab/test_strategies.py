"""Written strategies: read, refused with the place of the slip, and evaluated over all deals."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.lab.games.chase_the_flush.study import evaluate_written as evaluate_chase
from houserules.lab.games.flushes.features import FEATURES, value_of
from houserules.lab.games.flushes.rule_words import flush_key_of, flush_text
from houserules.lab.games.high_card_flush import solving as high_card_flush
from houserules.lab.games.high_card_flush.hands_sweep import HandTable
from houserules.lab.games.high_card_flush.raise_region import best_cutoff, raise_region
from houserules.lab.games.high_card_flush.strategies import short_strategies
from houserules.lab.games.high_card_flush.written_play import evaluate_written
from houserules.lab.solving.registry import solver_of
from houserules.lab.strategy.files import Language, read_strategy
from houserules.lab.strategy.in_words import rules_in_words, sentence_of
from houserules.lab.strategy.report import default_strategy, played_out, read_rules
from houserules.law import MalformedData, read_toml
from tests.lab.support import CTF, MD, chase_terms, high_card_terms, submission

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples" / "strategies").glob("*.toml"))
BEST = Fraction(1348050875653, 50592437455560)
TERMS = high_card_terms()
SUBMISSIONS = {"high_card_flush": submission(MD), "chase_the_flush": submission(CTF)}


def language(game: str) -> Language:
    return solver_of(game).strategies.language(SUBMISSIONS[game])


def game_of(path: Path) -> str:
    return str(read_toml(path.read_text(encoding="utf-8"), path.name)["game"])


@pytest.fixture(scope="module")
def table() -> HandTable:
    return high_card_flush.hand_table(TERMS.qualifier)


@pytest.mark.parametrize(
    ("name", "percent"),
    [
        ("T-8-6 and better", "2.71138206"),
        ("J-9-6 and better", "3.64335738"),
        ("any jack-high three-card flush and better", "2.74561021"),
        ("any ten-high three-card flush and better", "2.91390248"),
        ("raise everything", "9.99840893"),
        ("never raise", "100.00000000"),
    ],
)
def test_short_strategies_of_high_card_flush(table: HandTable, name: str, percent: str) -> None:
    strategy = next(each for each in short_strategies(submission(MD)) if each.name == name)
    results = evaluate_written(TERMS, strategy, table)
    assert f"{float(100 * results.house_edge):.8f}" == percent


def test_best_play_is_a_cutoff_with_a_band(table: HandTable) -> None:
    region = raise_region(TERMS, table)
    assert (region.raise_from, region.fold_below) == (flush_key_of("J-3-2"), flush_key_of("T-3-2"))
    assert region.splits[0].hands == 248_820
    assert len(region.splits) == 28
    assert region.wrong == sum(shape.wrong for shape in region.shapes) == 290_328
    assert f"{100 * float(region.cost):.8f}" == "0.00151026", "as docs/strategy.md has it"


def test_the_best_cutoff_is_better_than_its_neighbours(table: HandTable) -> None:
    best = best_cutoff(TERMS, table, BEST)
    assert flush_text(best.key) == "T-8-6"
    edges = {
        flush: evaluate_written(
            TERMS,
            read_strategy(
                f'game = "high_card_flush"\n[[hand]]\nwhen = {{ flush = ">= {flush}" }}\nthen = "raise most"\n',
                flush,
                language("high_card_flush"),
            ),
            table,
        ).house_edge
        for flush in ("T-8-5", "T-8-6", "T-8-7")
    }
    assert edges["T-8-6"] == best.house_edge == min(edges.values())
    assert len(set(edges.values())) == 3


def test_a_strategy_that_never_looks_at_the_board() -> None:
    """All in at once with everything: player and dealer draw alike, so the wagers at even odds bring nothing."""
    strategy = read_strategy(
        'game = "chase_the_flush"\n[[opening]]\nthen = "all-in 3x"\n', "all in", language("chase_the_flush")
    )
    results = evaluate_chase(chase_terms({}), strategy, lambda _: None)
    assert results.actions() == {"all-in 3x": results.deals}
    lost = sum(outcome.deals for outcome in results.outcomes if outcome.comparison == "lose")
    won = sum(outcome.deals for outcome in results.outcomes if outcome.comparison == "win")
    assert won == lost
    qualified_loss = sum(
        outcome.deals * (1 if outcome.comparison == "lose" else -1)
        for outcome in results.outcomes
        if outcome.dealer_qualifies and outcome.comparison != "tie"
    )
    assert results.house_edge == Fraction(lost + qualified_loss, results.deals)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_can_be_read(path: Path) -> None:
    strategy = read_strategy(path.read_text(encoding="utf-8"), path.name, language(game_of(path)))
    assert set(strategy.rules) == set(language(game_of(path)).stages)
    assert any(strategy.rules.values())


def test_there_are_examples_of_both_games() -> None:
    assert set(map(game_of, EXAMPLES)) == set(SUBMISSIONS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "game = ''; expected high_card_flush"),
        ('game = "baccarat"', "expected high_card_flush, the game of the submission"),
        ('game = "high_card_flush"\n[[river]]\nthen = "fold"', "river: expected one of game, name, hand"),
        ('game = "high_card_flush"\nhand = 3', "rules are written under [[hand]]"),
        ('game = "high_card_flush"\n[[hand]]\nthen = "call"', "hand, rule 1: then = 'call'"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = 3\nthen = "fold"', "hand, rule 1: when is a table"),
        ('game = "high_card_flush"\n[[hand]]\nif = 3\nthen = "fold"', "hand, rule 1: if: expected when and then"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {outs = 3}\nthen = "fold"', "outs: expected one of flush"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {flush = "T-T-6"}\nthen = "fold"', "from the highest down"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {flush = ">= 10-8-6"}\nthen = "fold"', "is not a flush"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {high = ">= 10"}\nthen = "fold"', "is not a rank"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {length = "=> 3"}\nthen = "fold"', "not a comparison"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {length = "5 to 3"}\nthen = "fold"', "above the second"),
        ('game = "high_card_flush"\n[[hand]]\nwhen = {length = true}\nthen = "fold"', "expected a number or text"),
        ('game = "chase_the_flush"\n[[opening]]\nwhen = {own = 1}\nthen = "check"', "own: expected one of"),
        ('game = "chase_the_flush"\n[[flop]]\nthen = "all-in 3x"', "expected one of check, all-in 2x"),
    ],
)
def test_slips_in_a_rule_file_are_said_with_their_place(text: str, said: str) -> None:
    with pytest.raises(MalformedData) as caught:
        read_strategy(text, "mine.toml", language("chase_the_flush" if "chase" in text else "high_card_flush"))
    assert str(caught.value).startswith("mine.toml: ")
    assert said in str(caught.value)


def test_all_slips_are_said_at_once() -> None:
    text = 'game = "high_card_flush"\n[[hand]]\nthen = "call"\n[[hand]]\nwhen = {suits = "x"}\nthen = "fold"\n'
    with pytest.raises(MalformedData) as caught:
        read_strategy(text, "mine.toml", language("high_card_flush"))
    assert [line.split(":")[1].strip() for line in str(caught.value).splitlines()] == ["hand, rule 1", "hand, rule 2"]


def test_flushes_have_a_text_that_round_trips() -> None:
    for text in ("A-K", "T-8-6", "9-3-2", "A-K-Q-J-T-9-8"):
        assert flush_text(flush_key_of(text)) == text


@pytest.mark.parametrize("game", SUBMISSIONS)
def test_every_strategy_that_is_named_is_a_file_and_told_by_its_rules(game: str) -> None:
    """The sentence is made from the rules that are weighed, so that the two cannot differ; and the rules are those of
    a file that anybody can read, change and weigh."""
    made = SUBMISSIONS[game]
    folder = ROOT / "src" / "houserules" / "lab" / "games" / game / "written"
    by_name = {}
    for path in folder.glob("*.toml"):
        strategy = read_rules(made, path.read_text(encoding="utf-8"), path.name)
        by_name[strategy.name] = strategy
    shipped = solver_of(game).strategies.short(made)
    assert {each.name: each.rules for each in shipped} == {name: each.rules for name, each in by_name.items()}
    assert default_strategy(made) in shipped
    for each in shipped:
        told, words = rules_in_words(made, each), sentence_of(made, each)
        assert told is not None
        assert words is not None
        assert all(condition in words for rules in told.values() for condition, _ in rules if "else" not in condition)


def test_the_simple_strategy_of_chase_the_flush_says_what_it_does() -> None:
    made = SUBMISSIONS["chase_the_flush"]
    simple = next(each for each in solver_of("chase_the_flush").strategies.short(made) if each.name == "simple")
    assert sentence_of(made, simple) == (
        "opening: all-in 3x with a flush of at least K-2; else check. "
        "flop: all-in 2x with at least 4 suited, or at least 3 suited, own at least 6 in a suit of the board; else "
        "check. river: all-in 1x with at most 10 unseen cards that beat you, at least 1 of them own, or at least 3 "
        "suited, highest at least T, at most 15 unseen cards that beat you; else fold"
    )
    assert f"{100 * float(played_out(made, simple, lambda _: None).house_edge):.8f}" == "3.90091772"


@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True), st.sampled_from([0, 2, 4]))
def test_no_feature_depends_on_which_suit_comes_first(cards: list[int], seen: int) -> None:
    _insist_alike(cards[:3], cards[3 : 3 + seen])


@given(st.lists(st.integers(0, 12), min_size=3, max_size=3, unique=True), st.integers(0, 12))
def test_suits_that_tie_are_alike(ranks: list[int], other: int) -> None:
    """Three of one suit on the board, and the same ranks of another suit, two of them the player's own."""
    board = [ranks[0], ranks[1], ranks[2], 13 + ranks[2]]
    hole = [13 + ranks[0], 13 + ranks[1], 26 + other]
    _insist_alike(hole, board)


def _insist_alike(hole: list[int], board: list[int]) -> None:
    for feature in range(len(FEATURES)):
        found = set()
        for suits in permutations(range(4)):
            one, other = (sum(1 << 13 * suits[card // 13] + card % 13 for card in cards) for cards in (hole, board))
            found.add(int(value_of(feature, one, other)))
        assert len(found) == 1, FEATURES[feature]
