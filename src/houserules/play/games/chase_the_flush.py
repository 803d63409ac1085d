"""Chase the Flush: three cards, four community cards, and three streets on which to go all in for less each time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.law import GameWords, Problem, Rulebook, Submission
from houserules.law.words import Step
from houserules.play.cited import cited
from houserules.play.game import Decline, Game, Street
from houserules.play.games.flushes import LINES, MOST_CARDS, FlushReader, check_hands, possible_lines

_STREETS: Final = ("before_flop", "after_flop", "after_board")
_TURNED_UP_BY: Final = (None, Step.DEAL_FLOP, Step.DEAL_LAST_COMMUNITY_CARDS)


def _streets(submission: Submission) -> tuple[Street, ...]:
    """The wager of each street is exactly its multiple; a player who has not bet by the last street folds."""
    decision, hands = submission.rulebook.decision, submission.rulebook.hands
    assert decision is not None
    assert hands.flop_cards is not None
    assert hands.community_cards is not None
    boards = (0, hands.flop_cards.value, hands.community_cards.value)
    return tuple(
        Street(
            name=name,
            wager=decision.wager.value,
            decline=Decline.FOLD if name == _STREETS[-1] else Decline.CHECK,
            smallest=decision.stages[name].value,
            largest=(decision.stages[name].value,) * (MOST_CARDS + 1),
            clauses=(cited(decision.stages[name]),) * (MOST_CARDS + 1),
            asked=str(decision.asked[name].clause),
            board=board,
            step=step,
        )
        for name, board, step in zip(_STREETS, boards, _TURNED_UP_BY, strict=True)
    )


def _check(book: Rulebook) -> Iterator[Problem]:
    yield from check_hands(book)
    hands = book.hands
    if book.decision is None:
        yield ("decision",), "this game has decisions after the deal"
    elif tuple(book.decision.stages) != _STREETS:
        yield ("decision", "stages"), f"the streets of this game are {', '.join(_STREETS)}, in this order"
    if hands.community_cards is None or hands.flop_cards is None:
        yield ("hands",), "community_cards and flop_cards are missing"
    elif not 1 <= hands.flop_cards.value < hands.community_cards.value:
        yield ("hands", "flop_cards"), f"the flop is 1 to {hands.community_cards.value - 1} cards"
    for step in (Step.DEAL_FLOP, Step.DEAL_LAST_COMMUNITY_CARDS):
        if step not in book.steps:
            yield ("steps",), f"{step} is missing"


GAME: Final = Game(
    words=GameWords(
        game="chase_the_flush",
        base="ante",
        wagers=("ante", "xtra_bonus", "all_in", "same_suit", "progressive"),
        streets=_STREETS,
        lines=LINES,
        possible=possible_lines,
        check=_check,
        shared=("community_pay",),
        shared_keys=("community_pay",),
        tables=("wheel",),
    ),
    streets=_streets,
    reader=FlushReader,
)
