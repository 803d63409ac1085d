"""Hands that are the longest flush, with suited runs as a second value: what the two bundled games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from houserules.cards import (
    RANK_NAMES,
    SUIT_NAMES,
    SUITS,
    flush_key,
    flush_mask,
    has_suited_nine_to_ace,
    key_of_cards,
    run_lengths,
    suited_run_mask,
)
from houserules.cards import RANKS as RANK_ORDER
from houserules.law import HandRules, Paytable, Problem, Rulebook, Submission
from houserules.play.round.lines import NO_LINE, LineTable, compile_table

MOST_CARDS: Final = 7
"""Tables of lengths end here."""

WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
FLUSH_LENGTHS: Final = {f"{WORDS[length]}_card_flush": length for length in (7, 6, 5, 4)}
RUN_LENGTHS: Final = {f"{WORDS[length]}_card_straight_flush": length for length in (7, 6, 5, 4, 3)}
NINE_TO_ACE: Final = "suited_nine_to_ace"
FOUR_OF_A_KIND: Final = "four_of_a_kind"
SUIT_SPECIFIC: Final = "suit_specific_seven_card_straight_flush"
LINES: Final = (*FLUSH_LENGTHS, *RUN_LENGTHS, NINE_TO_ACE, FOUR_OF_A_KIND, SUIT_SPECIFIC)
GRADES: Final = tuple(f"{WORDS[length]}_card_flush" for length in range(2, MOST_CARDS + 1))
"""The largest wager after the deal may differ by the length of the player's flush."""

_LANE: Final = 0x1FFF
_NINE_TO_ACE_CARDS: Final = 6
_KEYS: Final = tuple(lane.bit_count() << 13 | lane for lane in range(_LANE + 1))
"""The key of every lane; the key of a hand is the largest of its four."""


class FlushHand(Struct, frozen=True, gc=False):
    mask: int
    key: int
    """The length of the flush in the high bits, its ranks below; see :func:`houserules.cards.flush_key`."""
    run: int


class FlushReader:
    """Hands under one submission: its reading of the ace, and the lengths that its document recognizes."""

    def __init__(self, submission: Submission) -> None:
        hands, qualifying = submission.rulebook.hands, submission.rulebook.qualifying
        assert hands.flushes is not None
        assert hands.runs is not None
        self._ace = submission.ace
        self._cards = _final_cards(hands)
        self._runs = run_lengths(submission.ace)
        self._flushes, self._recognized_runs = hands.flushes.value, hands.runs.value
        self._lowest_key = 0
        if qualifying is not None:
            assert qualifying.flush_length is not None
            rank = RANK_ORDER.index(qualifying.high_card.value)
            self._lowest_key = key_of_cards(qualifying.flush_length.value, rank)

    def read(self, mask: int) -> FlushHand:
        keys, runs = _KEYS, self._runs
        spades, hearts, diamonds, clubs = mask & _LANE, mask >> 13 & _LANE, mask >> 26 & _LANE, mask >> 39
        return FlushHand(
            mask,
            max(keys[spades], keys[hearts], keys[diamonds], keys[clubs]),
            max(runs[spades], runs[hearts], runs[diamonds], runs[clubs]),
        )

    def key(self, mask: int) -> int:
        return flush_key(mask)

    def grade(self, mask: int) -> int:
        keys = _KEYS
        return max(keys[mask & _LANE], keys[mask >> 13 & _LANE], keys[mask >> 26 & _LANE], keys[mask >> 39]) >> 13

    def qualifies(self, key: int) -> bool:
        return key >= self._lowest_key

    def qualifying_hand(self) -> str:
        if not self._lowest_key:
            return ""
        length, high = self._lowest_key >> 13, (self._lowest_key & _LANE).bit_length() - 1
        return f"{RANK_NAMES[high]}-high {WORDS[length]}-card flush"

    def grade_text(self, first: int, last: int, again: bool) -> str:
        apart = last - first
        cards = f"{first}" if not apart else f"{first} {'or' if apart == 1 else 'to'} {last}"
        return cards if again else f"a flush of {cards} cards"

    def kinds(self) -> tuple[str, ...]:
        fewest = -(-self._cards // len(SUITS))
        return tuple(f"{WORDS[length]}-card flush" for length in range(self._cards, fewest - 1, -1))

    def describe(self, mask: int) -> tuple[str, int]:
        cards = flush_mask(mask)
        return f"{WORDS[cards.bit_count()]}-card flush", cards

    def bonus_hand(self, mask: int) -> tuple[str, int] | None:
        cards = suited_run_mask(mask, self._ace)
        length = cards.bit_count()
        return (f"{WORDS[length]}-card straight flush", cards) if length in self._recognized_runs else None

    def table(self, paytable: Paytable, suit: str | None) -> LineTable[FlushHand]:
        return compile_table(paytable, lambda names: self._finder(names, suit))

    def _finder(self, names: tuple[str, ...], suit: str | None) -> Callable[[FlushHand], int]:
        """Two look-ups by length find the line; the few lines that do not depend on a length are checked
        separately."""
        places = {name: place for place, name in enumerate(names)}
        by_flush = _reached(places, FLUSH_LENGTHS, self._flushes)
        by_run = _reached(places, RUN_LENGTHS, self._recognized_runs)
        nine_to_ace, four = places.get(NINE_TO_ACE, NO_LINE), places.get(FOUR_OF_A_KIND, NO_LINE)
        specific = places.get(SUIT_SPECIFIC, NO_LINE)
        shift = 13 * SUIT_NAMES.index(suit) if suit in SUIT_NAMES else 52

        def by_length(hand: FlushHand) -> int:
            flush, run = by_flush[hand.key >> 13], by_run[hand.run]
            return flush if flush < run else run

        def by_all(hand: FlushHand) -> int:
            best = by_length(hand)
            mask = hand.mask
            if nine_to_ace < best and hand.run >= _NINE_TO_ACE_CARDS and has_suited_nine_to_ace(mask):
                best = nine_to_ace
            if four < best and mask & mask >> 13 & mask >> 26 & mask >> 39 & _LANE:
                best = four
            if specific < best and hand.run == MOST_CARDS and mask >> shift & _LANE:
                best = specific
            return best

        return by_length if min(nine_to_ace, four, specific) == NO_LINE else by_all


def _reached(places: dict[str, int], lengths: dict[str, int], recognized: tuple[int, ...]) -> tuple[int, ...]:
    """For each length from 0 to 7, the place of the best line that this many cards reach. A line of a length that the
    document does not recognize never pays."""
    return tuple(
        min(
            (
                place
                for name, place in places.items()
                if name in lengths and lengths[name] in recognized and lengths[name] <= length
            ),
            default=NO_LINE,
        )
        for length in range(MOST_CARDS + 1)
    )


def possible_lines(hands: HandRules) -> frozenset[str]:
    """The lines that a final hand of this many cards can make, of the lengths that the document recognizes."""
    cards = _final_cards(hands)
    flushes = hands.flushes.value if hands.flushes else ()
    runs = hands.runs.value if hands.runs else ()
    found = {name for name, length in FLUSH_LENGTHS.items() if length in flushes and length <= cards}
    found |= {name for name, length in RUN_LENGTHS.items() if length in runs and length <= cards}
    if cards >= 4:
        found.add(FOUR_OF_A_KIND)
    if cards >= _NINE_TO_ACE_CARDS:
        found.add(NINE_TO_ACE)
    if cards >= MOST_CARDS and MOST_CARDS in runs:
        found.add(SUIT_SPECIFIC)
    return frozenset(found)


def check_hands(book: Rulebook) -> Iterator[Problem]:
    """What games of flushes require of a rulebook beyond its being in order."""
    hands, qualifying = book.hands, book.qualifying
    cards = _final_cards(hands)
    if cards > MOST_CARDS:
        yield ("hands", "player_cards"), f"a final hand has {cards} cards; at most {MOST_CARDS} are read here"
    for name, lengths in (("flushes", hands.flushes), ("runs", hands.runs)):
        if lengths is None:
            yield ("hands",), f"{name} is missing"
        elif not all(2 <= length <= cards for length in lengths.value):
            yield ("hands", name), f"lengths are 2 to {cards}"
    if qualifying is not None and qualifying.flush_length is None:
        yield ("qualifying",), "flush_length is missing"
    elif qualifying is not None and qualifying.flush_length is not None:
        length, rank = qualifying.flush_length.value, RANK_ORDER.index(qualifying.high_card.value)
        if not 1 <= length <= min(rank + 1, cards):
            yield ("qualifying", "flush_length"), f"no hand has {length} cards of a suit below this high card"


def _final_cards(hands: HandRules) -> int:
    return hands.player_cards.value + (hands.community_cards.value if hands.community_cards else 0)
