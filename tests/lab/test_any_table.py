"""Chase the Flush under any pay table of the X-tra Bonus, from one answer: equal to solving each table by itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from houserules.lab import dealer_card_leak
from houserules.lab.counting.outcomes import Results
from houserules.lab.games.chase_the_flush import any_table, solving
from houserules.lab.games.chase_the_flush.any_table import LOST, DealerCard, priced, with_wins
from houserules.lab.games.chase_the_flush.leaks import holes_with_dealer_card
from houserules.lab.games.chase_the_flush.terms import Terms, terms_of
from houserules.lab.solving.solver import Progress
from houserules.lab.solving.verdicts import Payoffs
from tests.lab.support import CTF, chase_terms, submission

TERMS = chase_terms()
STINGY = "{seven_card_flush='1 to 2',six_card_flush='1 to 3',five_card_flush='1 to 4',four_card_flush='1 to 5'}"
TABLES = {
    "generous": "{seven_card_flush=5000,six_card_flush=300,five_card_flush=40,four_card_flush=6}",
    "stingy": STINGY,
    "one line": "{seven_card_flush=9}",
}


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(terms: Terms, _progress: Progress | None = None) -> Results:
        return solved(terms)

    monkeypatch.setattr(solving, "solve", solve)


solved = cache(solving.solve)


def terms_with(table: str) -> Terms:
    return terms_of(submission(CTF, f"wagers.xtra_bonus.paytable={table}"))


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_is_worth_what_solving_it_by_itself_says(table: str) -> None:
    terms = terms_with(table)
    assert any_table.solve(terms) == solving.solve(terms)


def test_best_play_is_the_same_with_every_table() -> None:
    """And it folds no flush of four cards and more that may win."""
    generous, stingy = (solving.solve(terms_with(TABLES[name])) for name in ("generous", "stingy"))
    assert priced(TERMS, generous) == priced(TERMS, stingy)
    folded = [outcome for outcome in generous.outcomes if outcome.action == "fold" and outcome.comparison == "win"]
    assert folded
    assert max(outcome.group % 8 for outcome in folded) == 3


def test_where_wins_would_be_folded_every_table_is_solved_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four cards that win cost nine antes: then some are folded, and the odds of others decide."""
    dear = Payoffs((Fraction(-9),) * 3, (Fraction(-9),) * 3)
    terms = replace(TERMS, xtra=(*TERMS.xtra[:4], dear, *TERMS.xtra[5:]))
    monkeypatch.setattr(any_table, "LOST", Fraction(-9))
    assert any_table.solve(terms) == solving.solve(terms)
    monkeypatch.setattr(any_table, "LOST", Fraction(-30))
    other = terms_with(TABLES["generous"])
    assert any_table.solve(other) == solving.solve(other)


def test_a_dealers_card_is_worth_a_straight_line_in_the_odds() -> None:
    """Holes with a card of the dealer, each decided for several tables: what one table adds to the stingiest, another
    adds in proportion, as no win that it pays is folded."""
    plain = with_wins(TERMS, LOST)
    states = list(holes_with_dealer_card())
    for hole, card, _ in Random(18).sample(states, 30):
        lost, even, triple = (
            max(solving.decide(with_wins(TERMS, brings), hole, dealer=card).values())
            for brings in (LOST, Fraction(0), Fraction(2))
        )
        assert triple - lost == 3 * (even - lost)
        assert max(solving.decide(plain, hole, dealer=card).values()) == lost


def test_a_dealers_card_seen_in_chase_the_flush() -> None:
    """Another program finds +6.90 % for the player."""
    found = dealer_card_leak(submission(CTF), lambda _: None)
    assert f"{100 * float(found.value):.2f}" == "6.90"


def test_a_leak_that_is_no_straight_line_is_found_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(any_table, "find_answer", lambda question, solve: _wrong(question.about, solve))
    monkeypatch.setattr(any_table, "_see_a_card", lambda _terms, _progress: Fraction(7))
    assert any_table.dealer_card(submission(CTF), lambda _: None) == 7


def _wrong(about: str, solve: object) -> object:
    assert callable(solve)
    return DealerCard(Fraction(0), Fraction(5)) if about == "dealer card" else solve()
