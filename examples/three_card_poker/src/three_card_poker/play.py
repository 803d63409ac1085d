"""Three Card Poker as ``houserules.play`` asks for it: how three cards become a hand, and the one decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from houserules.cards import RANK_NAMES, RANKS, AceReading, lanes
from houserules.law import GameWords, HandRules, Paytable, Problem, Rulebook, Submission
from houserules.play import NO_LINE, Decline, Game, LineTable, Street, cited, compile_table

CARDS: Final = 3
LINES: Final = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
"""The kinds of hands that can be paid, from the highest down."""
_NAMES: Final = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")
_STREET: Final = "decision"
_ACE, _THREE, _DEUCE = 12, 1, 0


class PokerHand(Struct, frozen=True, gc=False):
    kind: int
    """0 high card, 1 pair, 2 flush, 3 straight, 4 three of a kind, 5 straight flush."""
    key: int
    """The kind above the ranks that decide, so that comparing keys compares hands."""


class PokerReader:
    def __init__(self, submission: Submission) -> None:
        book = submission.rulebook
        self._ace_also_low = submission.ace is AceReading.ALSO_LOW
        self._lowest_key = RANKS.index(book.qualifying.high_card.value) << 8 if book.qualifying else 0

    def read(self, mask: int) -> PokerHand:
        suits = lanes(mask)
        ranks = sorted((rank for lane in suits for rank in range(13) if lane >> rank & 1), reverse=True)
        high, middle, low = ranks
        suited = max(lane.bit_count() for lane in suits) == CARDS
        top = self._top_of_straight(high, middle, low)
        if top is not None:
            return _hand(5 if suited else 3, top)
        if high == low:
            return _hand(4, high)
        if suited:
            return _hand(2, high, middle, low)
        if middle in (high, low):
            return _hand(1, middle, low if middle == high else high)
        return _hand(0, high, middle, low)

    def key(self, mask: int) -> int:
        return self.read(mask).key

    def _top_of_straight(self, high: int, middle: int, low: int) -> int | None:
        """The rank that a straight is compared by: an ace below the deuce makes a straight of three high."""
        if (high, middle, low) == (_ACE, _THREE, _DEUCE):
            return _THREE if self._ace_also_low else None
        return high if high == middle + 1 == low + 2 else None

    def grade(self, mask: int) -> int:
        return 0

    def qualifies(self, key: int) -> bool:
        return key >= self._lowest_key

    def qualifying_hand(self) -> str:
        return f"{RANK_NAMES[self._lowest_key >> 8]} high" if self._lowest_key else ""

    def grade_text(self, first: int, last: int, again: bool) -> str:
        return "any hand"

    def kinds(self) -> tuple[str, ...]:
        return _NAMES[::-1]

    def describe(self, mask: int) -> tuple[str, int]:
        kind = self.read(mask).kind
        return _NAMES[kind], _paired(mask) if kind == 1 else mask

    def bonus_hand(self, mask: int) -> tuple[str, int] | None:
        return None

    def table(self, paytable: Paytable, suit: str | None) -> LineTable[PokerHand]:
        return compile_table(paytable, _finder)


def _hand(kind: int, *ranks: int) -> PokerHand:
    high, middle, low = (*ranks, 0, 0)[:CARDS]
    return PokerHand(kind, kind << 12 | high << 8 | middle << 4 | low)


def _paired(mask: int) -> int:
    """The two cards of the same rank."""
    first, second, third, fourth = lanes(mask)
    ranks = (
        (first & second)
        | (first & third)
        | (first & fourth)
        | (second & third)
        | (second & fourth)
        | (third & fourth)
    )
    return mask & (ranks | ranks << 13 | ranks << 26 | ranks << 39)


def _finder(names: tuple[str, ...]) -> Callable[[PokerHand], int]:
    """A hand is paid by the line of its own kind and by no other."""
    places = (NO_LINE, *(names.index(line) if line in names else NO_LINE for line in reversed(LINES)))
    return lambda hand: places[hand.kind]


def _streets(submission: Submission) -> tuple[Street, ...]:
    decision = submission.rulebook.decision
    assert decision is not None
    multiple = decision.stages[_STREET]
    return (
        Street(
            name=_STREET,
            wager=decision.wager.value,
            decline=Decline.FOLD,
            smallest=multiple.value,
            largest=(multiple.value,),
            clauses=(cited(multiple),),
            asked=str(decision.asked[_STREET].clause),
        ),
    )


def _possible(hands: HandRules) -> frozenset[str]:
    return frozenset(LINES if hands.player_cards.value == CARDS else ())


def _check(book: Rulebook) -> Iterator[Problem]:
    for key in ("player_cards", "dealer_cards"):
        if getattr(book.hands, key).value != CARDS:
            yield ("hands", key), f"a hand has {CARDS} cards"
    if book.hands.ace.value is AceReading.LOW_WITH_2345:
        yield ("hands", "ace"), "three cards cannot hold 2, 3, 4 and 5"
    if book.hands.community_cards is not None:
        yield ("hands", "community_cards"), "this game has no community cards"
    if book.decision is None or tuple(book.decision.stages) != (_STREET,):
        yield ("decision",), f"this game has one decision, {_STREET}, with one multiple of the Ante"


GAME: Final = Game(
    words=GameWords(
        game="three_card_poker",
        base="ante",
        wagers=("ante", "play", "ante_bonus", "pair_plus"),
        streets=(_STREET,),
        lines=LINES,
        possible=_possible,
        check=_check,
    ),
    streets=_streets,
    reader=PokerReader,
)
