"""High Card Flush: one hand of seven, and one decision after it, for more where the flush is longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.law import GameWords, Problem, Rulebook, Submission
from houserules.play.cited import cited
from houserules.play.game import Decline, Game, Street
from houserules.play.games.flushes import (
    GRADES,
    LINES,
    MOST_CARDS,
    SUIT_SPECIFIC,
    WORDS,
    FlushReader,
    check_hands,
    possible_lines,
)

_STREET: Final = "decision"


def _streets(submission: Submission) -> tuple[Street, ...]:
    """One street, with a largest wager for each length of the flush."""
    decision = submission.rulebook.decision
    assert decision is not None
    assert decision.smallest is not None
    by_length = [decision.largest.get(f"{WORDS[length]}_card_flush") for length in range(MOST_CARDS + 1)]
    return (
        Street(
            name=_STREET,
            wager=decision.wager.value,
            decline=Decline.FOLD,
            smallest=decision.smallest.value,
            largest=tuple(multiple.value if multiple else 0 for multiple in by_length),
            clauses=tuple(cited(multiple, decision.smallest) for multiple in by_length),
            asked=str(decision.asked[_STREET].clause),
        ),
    )


def _check(book: Rulebook) -> Iterator[Problem]:
    yield from check_hands(book)
    if book.decision is None:
        yield ("decision",), "this game has a decision after the deal"
        return
    if book.decision.stages:
        yield ("decision", "stages"), "this game has one decision, with a largest wager for each length of flush"
    for grade in GRADES:
        if grade not in book.decision.largest:
            yield ("decision", "largest"), f"{grade} is missing"
    if book.hands.community_cards is not None or book.hands.flop_cards is not None:
        yield ("hands", "community_cards"), "this game has no community cards"


GAME: Final = Game(
    words=GameWords(
        game="high_card_flush",
        base="ante",
        wagers=("ante", "raise", "flush_bonus", "straight_flush_bonus", "progressive"),
        streets=(_STREET,),
        lines=LINES,
        possible=possible_lines,
        check=_check,
        grades=GRADES,
        shared=("envy_bonus",),
        shared_keys=("envy",),
        suited_line=SUIT_SPECIFIC,
    ),
    streets=_streets,
    reader=FlushReader,
)
