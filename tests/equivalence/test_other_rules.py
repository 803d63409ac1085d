"""The lab under rules that no document prints: each deal against a settlement that is written out here.

The settlement reads the words of a rulebook for itself and knows no counting. Where the lab sums over all deals, the
sums are compared with what single deals, or single decisions, add up to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from houserules.lab import (
    Tally,
    Task,
    base_results,
    dealer_card_leak,
    default_strategy,
    play_pieces,
    played_out,
    strategy_report,
    table_shares,
    task_of,
    wager_shares,
    wagers_of,
)
from houserules.lab.games.chase_the_flush import solving as chase
from houserules.lab.games.chase_the_flush.terms import terms_of as chase_terms
from houserules.lab.games.high_card_flush import leaks
from houserules.lab.games.high_card_flush import solving as high_card
from houserules.lab.games.high_card_flush.hands_sweep import HandTable
from houserules.lab.games.high_card_flush.terms import terms_of as high_card_terms
from houserules.law import Submission
from houserules.money import Odds
from tests.equivalence.brute_force import RANKS, best_flush
from tests.lab.support import CTF, MD, submission, with_rules
from tests.support.parts import WHOLE

Rules = dict[str, Any]

HIGH_CARD: dict[str, Rules] = {
    "ante pushes below": {"qualifying.ante_below": "push"},
    "ante loses below, raise wins": {"qualifying.ante_below": "lose", "qualifying.play_below": "win"},
    "all by the hands": {"qualifying.ante_below": "by_the_hands", "qualifying.play_below": "by_the_hands"},
    "ties win": {"settlement.equal": "win"},
    "ties lose": {"settlement.equal": "lose"},
    "lower hands push": {"settlement.lower": "push"},
    "other odds": {"wagers.ante.odds": Odds(3, 2), "wagers.raise.odds": Odds(6, 5)},
    "larger raises": {
        "decision.smallest": 2,
        "decision.largest.two_card_flush": 1,
        "decision.largest.three_card_flush": 2,
        "decision.largest.four_card_flush": 3,
        "decision.largest.seven_card_flush": 5,
    },
    "a longer qualifier": {"qualifying.flush_length": 4, "qualifying.high_card": "T"},
    "a shorter qualifier": {"qualifying.flush_length": 2, "qualifying.high_card": "K"},
    "everything": {
        "qualifying.flush_length": 3,
        "qualifying.high_card": "J",
        "qualifying.ante_below": "by_the_hands",
        "qualifying.play_below": "lose",
        "settlement.equal": "lose",
        "wagers.ante.odds": Odds(2),
        "wagers.raise.odds": Odds(4, 3),
        "decision.smallest": 1,
        "decision.largest.four_card_flush": 4,
    },
}
CHASE: dict[str, Rules] = {
    "ante wins below": {"qualifying.ante_below": "win"},
    "ante loses below": {"qualifying.ante_below": "lose"},
    "ante by the hands": {"qualifying.ante_below": "by_the_hands"},
    "ties win": {"settlement.equal": "win"},
    "ties lose": {"settlement.equal": "lose"},
    "other odds": {"wagers.ante.odds": Odds(3, 2), "wagers.all_in.odds": Odds(6, 5)},
    "other multiples": {
        "decision.stages.before_flop": 5,
        "decision.stages.after_flop": 3,
        "decision.stages.after_board": 2,
    },
    "the same multiple at every stage": {"decision.stages.before_flop": 1, "decision.stages.after_flop": 1},
    "another qualifier": {"qualifying.flush_length": 3, "qualifying.high_card": "K"},
    "everything": {
        "qualifying.flush_length": 2,
        "qualifying.high_card": "A",
        "qualifying.ante_below": "lose",
        "settlement.equal": "win",
        "wagers.ante.odds": Odds(1, 2),
        "wagers.all_in.odds": Odds(5, 4),
        "decision.stages.before_flop": 4,
    },
}


def high_card_rules(name: str) -> Submission:
    return with_rules(submission(MD), HIGH_CARD[name])


def chase_rules(name: str) -> Submission:
    return with_rules(submission(CTF), CHASE[name])


def multiples_of(made: Submission) -> list[int]:
    assert made.rulebook.decision is not None
    return [stage.value for stage in made.rulebook.decision.stages.values()]


def silent(_done: float) -> None:
    """Nobody watches."""


@lru_cache(maxsize=1)
def hand_table(qualifier: int) -> HandTable:
    """It is large, and cases with the same qualifier come one after the other."""
    return high_card.hand_table(qualifier)


@lru_cache(maxsize=1)
def table_keys(qualifier: int) -> Any:
    return high_card.flush_keys(hand_table(qualifier).hands)


@pytest.fixture(scope="module", autouse=True)
def _forgotten_afterwards() -> Iterator[None]:
    yield
    table_keys.cache_clear()
    hand_table.cache_clear()


@dataclass(frozen=True)
class Deal:
    """A player's and a dealer's cards, settled by the words of a book."""

    submission: Submission
    player: tuple[int, int]
    dealer: tuple[int, int]
    """Length and ranks of the flush."""

    @property
    def qualifies(self) -> bool:
        rules = self.submission.rulebook.qualifying
        assert rules is not None
        assert rules.flush_length is not None
        length, ranks = self.dealer
        needed, high = rules.flush_length.value, RANKS.index(rules.high_card.value)
        return length > needed or (length == needed and ranks.bit_length() > high)

    def brings(self, wager: str, odds: Fraction) -> Fraction:
        """What one unit on a wager brings that pays these odds."""
        book = self.submission.rulebook
        order = (self.player > self.dealer) - (self.player < self.dealer)
        by_hands = {1: book.settlement.higher, 0: book.settlement.equal, -1: book.settlement.lower}[order].value
        assert book.qualifying is not None
        below = (book.qualifying.base_below if wager == "ante" else book.qualifying.play_below).value
        verdict = by_hands if self.qualifies or below == "by_the_hands" else below
        return {"win": odds, "push": Fraction(0), "lose": Fraction(-1)}[verdict]

    def odds(self, wager: str) -> Fraction:
        printed = self.submission.rulebook.wagers[wager].odds
        assert printed is not None
        return printed.value.ratio

    def raised(self, multiple: int) -> Fraction:
        ante = self.brings("ante", self.odds("ante"))
        return ante + multiple * self.brings("raise", self.odds("raise"))

    def all_in(self, multiple: int) -> Fraction:
        xtra = {4: 1, 5: 5, 6: 20, 7: 250}.get(self.player[0], 0)
        ante = self.brings("ante", self.odds("ante"))
        return (
            ante + self.brings("xtra_bonus", Fraction(xtra)) + multiple * self.brings("all_in", self.odds("all_in"))
        )


def cards_of(mask: int) -> list[int]:
    return [card for card in range(52) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def deals(seed: int, count: int) -> Iterator[list[int]]:
    chance = Random(seed)
    for _ in range(count):
        yield chance.sample(range(52), 14)


def low_cards(seed: int, count: int) -> Iterator[list[int]]:
    """Deals without high cards, because otherwise few hands would be short of a qualifier, and few equal."""
    chance = Random(seed)
    low = [card for card in range(52) if card % 13 < 8]
    for _ in range(count):
        yield chance.sample(low, 14)


@pytest.mark.parametrize("name", HIGH_CARD)
def test_single_deals_of_high_card_flush(name: str) -> None:
    made = high_card_rules(name)
    terms, decision = high_card_terms(made), made.rulebook.decision
    words = ("", "", "two", "three", "four", "five", "six", "seven")
    assert decision is not None
    assert decision.smallest is not None
    qualified = set()
    for cards in (*deals(1, 150), *low_cards(2, 150)):
        deal = Deal(made, best_flush(cards[:7]), best_flush(cards[7:]))
        qualified.add(deal.qualifies)
        options = high_card.decide(terms, mask_of(cards[:7]), dealer=mask_of(cards[7:]))
        most = decision.largest[f"{words[deal.player[0]]}_card_flush"].value
        multiples = range(decision.smallest.value, most + 1)
        wanted = {"fold": Fraction(-1)} | {f"raise {times}x": deal.raised(times) for times in multiples}
        assert options == wanted
    assert qualified == {True, False}


@pytest.mark.parametrize("name", HIGH_CARD)
def test_best_play_of_high_card_flush_is_the_best_of_every_hand(name: str) -> None:
    """From the table of all hands, with what each end of a deal brings written out once more."""
    made = high_card_rules(name)
    terms = high_card_terms(made)
    table = hand_table(terms.qualifier)
    keys = table_keys(terms.qualifier)
    below, at_most, short = (column.astype(np.int64) for column in table.counts.T)
    met, every = keys >= terms.qualifier, comb(45, 7)
    ends: Mapping[tuple[bool, int], Any] = {
        (False, 1): np.where(met, short, below),
        (False, 0): np.where(met, 0, at_most - below),
        (False, -1): np.where(met, 0, short - at_most),
        (True, 1): np.where(met, below - short, 0),
        (True, 0): np.where(met, at_most - below, 0),
        (True, -1): every - np.where(met, at_most, short),
    }
    assert (sum(ends.values()) == every).all()
    unit = 60
    qualifying = {True: (7, 8191), False: (1, 1)}
    brings = {
        (qualifies, order): {
            wager: int(unit * _of(made, wager, qualifying[qualifies], order)) for wager in ("ante", "raise")
        }
        for qualifies, order in ends
    }
    ante = sum(count * brings[end]["ante"] for end, count in ends.items())
    raised = sum(count * brings[end]["raise"] for end, count in ends.items())
    lengths = keys >> 13
    largest = np.array(terms.largest)[lengths]
    best = np.full(len(keys), -unit * every)
    for multiple in range(terms.smallest, max(terms.largest) + 1):
        best = np.where(multiple <= largest, np.maximum(best, ante + multiple * raised), best)
    total = sum(int(value) * int(weight) for value, weight in zip(*_by_weight(best, table.weights), strict=True))
    results = high_card.solve(terms)
    assert results.total_net == Fraction(total, unit)
    assert sum(share.expected for share in wager_shares(made, results)) == -results.house_edge
    assert sum(share.staked for share in wager_shares(made, results)) == results.average_wager


def _of(made: Submission, wager: str, dealer: tuple[int, int], order: int) -> Fraction:
    player = {1: (9, 0), 0: dealer, -1: (0, 0)}[order]
    deal = Deal(made, player, dealer)
    return deal.brings(wager, deal.odds(wager))


def _by_weight(values: Any, weights: Any) -> tuple[list[int], list[int]]:
    """The sum of the values of each weight: Python's whole numbers do not overflow when these are added up."""
    assert int(np.abs(values).max()) * len(values) < 2**63
    kinds = np.unique(weights)
    return [int(values[weights == kind].sum()) for kind in kinds], [int(kind) for kind in kinds]


@pytest.mark.parametrize("name", CHASE)
def test_single_deals_of_chase_the_flush(name: str) -> None:
    made = chase_rules(name)
    terms = chase_terms(made)
    *_, last = multiples_of(made)
    qualified = set()
    for cards in (*deals(3, 150), *low_cards(4, 150)):
        hole, board, dealer = cards[:3], cards[3:7], cards[7:10]
        deal = Deal(made, best_flush(hole + board), best_flush(dealer + board))
        qualified.add(deal.qualifies)
        options = chase.decide(terms, mask_of(hole), mask_of(board), dealer=mask_of(dealer))
        assert options == {"fold": Fraction(-2), f"all-in {last}x": deal.all_in(last)}
    assert True in qualified


@pytest.mark.parametrize("name", CHASE)
def test_streets_of_chase_the_flush_add_up(name: str) -> None:
    """With all but ten cards known, every flop, river and dealer's hand can be dealt out."""
    made = chase_rules(name)
    terms = chase_terms(made)
    first, second, last = multiples_of(made)
    cards = Random(5).sample(range(52), 52)
    hole, deck = cards[:3], cards[3:13]
    known = mask_of(cards[13:])

    @cache
    def river(shown: frozenset[int], multiple: int) -> Fraction:
        board, left = [*shown], [card for card in deck if card not in shown]
        player = best_flush(hole + board)
        dealers = [best_flush([*dealer, *board]) for dealer in combinations(left, 3)]
        return sum((Deal(made, player, dealer).all_in(multiple) for dealer in dealers), Fraction()) / len(dealers)

    checks, bets = [], []
    for flop in combinations(deck, 2):
        rest = [card for card in deck if card not in flop]
        boards = [frozenset({*flop, *turn}) for turn in combinations(rest, 2)]
        check = sum((max(river(board, last), Fraction(-2)) for board in boards), Fraction()) / len(boards)
        all_in = sum((river(board, second) for board in boards), Fraction()) / len(boards)
        options = chase.decide(terms, mask_of(hole), mask_of(list(flop)), known=known)
        assert options == {"check": check, f"all-in {second}x": all_in}
        checks.append(max(check, all_in))
        bets.append(sum((river(board, first) for board in boards), Fraction()) / len(boards))
    options = chase.decide(terms, mask_of(hole), known=known)
    assert options == {"check": sum(checks) / len(checks), f"all-in {first}x": sum(bets) / len(bets)}


@pytest.mark.parametrize(
    "name", ["everything", "the same multiple at every stage", *(["other multiples"] if WHOLE else [])]
)
def test_best_play_of_chase_the_flush_is_the_best_of_every_hole(name: str) -> None:
    made = chase_rules(name)
    terms = chase_terms(made)
    total = Fraction(0)
    for hole in chase.hole_classes():
        mask = sum(lane << 13 * suit for suit, lane in enumerate(hole))
        total += chase.class_weight(hole) * max(chase.decide(terms, mask).values())
    results = base_results(made)
    assert -results.house_edge == total / comb(52, 3)
    (xtra,) = table_shares(made, results)
    shares = {share.wager: share for share in wager_shares(made, results)}
    assert xtra.house_edge == -shares["xtra_bonus"].expected
    assert sum(share.expected for share in shares.values()) == -results.house_edge


def _played(task: Task) -> Tally:
    return play_pieces(task, list(task.pieces), 2, None, silent)


@pytest.mark.parametrize("rules", [high_card_rules, chase_rules])
def test_rounds_played_out_agree(rules: Callable[[str], Submission]) -> None:
    made = rules("everything")
    strategy = default_strategy(made)
    tally = _played(task_of(made, strategy, 7, 200_000))
    base, *others = wagers_of(made, tally, played_out(made, strategy, silent))
    assert abs(base.z_score) < 4
    assert all(abs(wager.z_score) < 4 for wager in others if wager.wager != "progressive")


def test_strategies_of_high_card_flush_cost_something() -> None:
    """Best play is described under any rules, and no short strategy beats it."""
    made = high_card_rules("everything")
    found = strategy_report(made, silent)
    assert all(weighed.cost >= 0 for weighed in found.weighed)
    assert found.study is not None
    assert found.study.sections
    panel = found.study.panels[0]
    hands = sum(cell.hands for cell in panel.cells.values())
    value = sum((cell.value * cell.hands for cell in panel.cells.values()), Fraction()) / hands
    assert value == -found.best.house_edge


def test_a_dealer_card_seen_is_worth_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a part of all hands, beside what best play brings with the same hands and no card seen."""
    made = high_card_rules("everything")
    terms = high_card_terms(made)
    table = hand_table(terms.qualifier)
    rows = slice(None, None, 1 if WHOLE else 40)
    part = HandTable(table.hands[rows], table.weights[rows], table.counts[rows])
    monkeypatch.setattr(leaks, "hand_table", lambda _: part)
    values, better = high_card.best_raises(terms, part, high_card.flush_keys(part.hands))
    unseen = np.where(better, values, -terms.unit * comb(45, 7))
    total = sum(int(value) * int(weight) for value, weight in zip(*_by_weight(unseen, part.weights), strict=True))
    gain = leaks.dealer_card(made, silent) - Fraction(total, terms.unit * comb(45, 7) * comb(52, 7))
    assert gain > 0
    if WHOLE:
        assert dealer_card_leak(made, silent).gain == gain


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_wheel_asks_for_other_cards(cards: int) -> None:
    made = with_rules(submission(CTF), {"wagers.progressive.suited_hole_cards": cards})
    tally = _played(task_of(made, default_strategy(made), 3, 100_000))
    spins = sum(tally.cells[-1000:].tolist())
    chance = comb(13, cards) * 4 / comb(52, cards)
    assert abs(spins - 100_000 * chance) <= 5 * (100_000 * chance * (1 - chance)) ** 0.5
