"""Three Card Poker, counted: how three cards become a hand, and how many of the dealer's hands it beats.

A hand of three cards is small enough to be counted in plain Python. How many of the dealer's hands are below a bound,
when some cards are gone, follows from how many there are in the whole deck by inclusion and exclusion: take off those
that hold one of the cards that are gone, put back those that hold two of them, and so on. Lists of keys in ascending
order, by the cards that hands hold, answer each of these questions with one search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from houserules.cards import RANKS
from houserules.lab import LOSE, TIE, WIN, Outcome, Payoffs, Results, Share

ANTE: Final = "ante"
PLAY: Final = "play"
ANTE_BONUS: Final = "ante_bonus"
FOLD: Final = "fold"

CARDS: Final = 3
KINDS: Final = ("high card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
"""The kinds of hands from the lowest up. All but the first are pay lines."""
HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)

# How three cards become a hand. A card is 13 times its suit and its rank; the deuce is rank 0.


def key_of(cards: Sequence[int], ace_also_low: bool) -> int:
    """A number that is higher for a higher hand: its kind, and then the ranks that decide."""
    ranks = sorted((card % 13 for card in cards), reverse=True)
    suited = len({card // 13 for card in cards}) == 1
    high, middle, low = ranks
    if high == low:
        return THREE_OF_A_KIND << 12 | high << 8
    if middle in (high, low):
        return PAIR << 12 | middle << 8 | sum(ranks) - 2 * middle << 4
    straight = high - low == 2
    if ace_also_low and ranks == [12, 1, 0]:
        straight, ranks = True, [1, 0, 0]
    kind = STRAIGHT_FLUSH if straight and suited else STRAIGHT if straight else FLUSH if suited else HIGH_CARD
    return kind << 12 | ranks[0] << 8 | ranks[1] << 4 | ranks[2]


def kind_of(key: int) -> int:
    return key >> 12


def high_card_key(ranks: Sequence[int]) -> int:
    high, middle, low = ranks
    return high << 8 | middle << 4 | low


def hand_number(text: str) -> int:
    """The key of a hand without a pair from its ranks, as in ``Q-6-4``; every pair and better is above it."""
    names = text.split("-")
    if len(names) != CARDS or not all(len(name) == 1 and name in RANKS for name in names):
        raise ValueError(f"{text} is not three ranks")
    ranks = [RANKS.index(name) for name in names]
    if ranks != sorted(set(ranks), reverse=True):
        raise ValueError(f"{text}: three different ranks, from the highest down")
    return high_card_key(ranks)


def hand_text(key: int) -> str:
    """The ranks of a hand without a pair; of other hands the kind."""
    if kind_of(key) != HIGH_CARD:
        return KINDS[kind_of(key)].replace("_", " ")
    return "-".join(RANKS[key >> shift & 15] for shift in (8, 4, 0))


# Counting the dealer's hands.


class Deck:
    """The keys of all hands of a whole deck in ascending order, and of those that hold one, two or three cards."""

    def __init__(self, ace_also_low: bool) -> None:
        hands = sorted((key_of(cards, ace_also_low), cards) for cards in combinations(range(52), CARDS))
        self.keys: dict[tuple[int, ...], list[int]] = {}
        for key, cards in hands:
            for size in range(CARDS + 1):
                for part in combinations(cards, size):
                    self.keys.setdefault(part, []).append(key)

    def under(self, bound: int, gone: Sequence[int], held: Sequence[int] = ()) -> tuple[int, int]:
        """How many of the dealer's hands, which hold some cards and none of those that are gone, are below the bound,
        and how many are at most equal to it."""
        below = at_most = 0
        for size in range(CARDS - len(held) + 1):
            sign = -1 if size % 2 else 1
            for part in combinations(gone, size):
                keys = self.keys[tuple(sorted((*held, *part)))]
                below += sign * bisect_left(keys, bound)
                at_most += sign * bisect_right(keys, bound)
        return below, at_most


@cache
def deck(ace_also_low: bool) -> Deck:
    return Deck(ace_also_low)


def classes() -> Iterator[tuple[tuple[int, ...], int]]:
    """One hand of each class under exchange of suits, and how many hands the class has."""
    counts: Counter[tuple[tuple[int, ...], ...]] = Counter()
    example: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}
    for cards in combinations(range(52), CARDS):
        by_suit: dict[int, list[int]] = {}
        for card in cards:
            by_suit.setdefault(card // 13, []).append(card % 13)
        name = tuple(sorted(tuple(ranks) for ranks in by_suit.values()))
        counts[name] += 1
        example[name] = cards
    for name, count in counts.items():
        yield example[name], count


# What the base game depends on.


@dataclass(frozen=True, slots=True)
class Terms:
    qualifier: int
    """The smallest key with which the dealer qualifies."""
    ace_also_low: bool
    multiple: int
    """How many antes the Play wager is."""
    ante: Payoffs
    play: Payoffs
    bonus: tuple[Fraction, ...]
    """What the Ante Bonus pays, by the kind of the player's hand."""

    @property
    def action(self) -> str:
        return f"play {self.multiple}x"

    def parts(self, played: bool, qualifies: bool, comparison: str, kind: int) -> Mapping[str, Share]:
        """What each wager stakes and brings, in antes."""
        if not played:
            nothing = (Fraction(0), Fraction(0))
            return {ANTE: (Fraction(1), Fraction(-1)), PLAY: nothing, ANTE_BONUS: nothing}
        stake = Fraction(self.multiple)
        return {
            ANTE: (Fraction(1), self.ante.brings(qualifies, comparison)),
            PLAY: (stake, stake * self.play.brings(qualifies, comparison)),
            ANTE_BONUS: (Fraction(0), self.bonus[kind]),
        }

    def net(self, played: bool, qualifies: bool, comparison: str, kind: int) -> Fraction:
        parts = self.parts(played, qualifies, comparison, kind)
        return sum((net for _, net in parts.values()), Fraction())


@dataclass(frozen=True, slots=True)
class Ends:
    """A hand of the player against all hands that the dealer may hold: how many end in each way."""

    key: int
    deals: Mapping[tuple[bool, str], int]
    """Whether the dealer qualifies, and how the hands compare."""

    @property
    def kind(self) -> int:
        return kind_of(self.key)

    def value(self, terms: Terms) -> Fraction:
        """What playing on brings on average, in antes."""
        every = sum(self.deals.values())
        won = sum((terms.net(True, *how, self.kind) * count for how, count in self.deals.items()), Fraction())
        return won / every


def ends_of(terms: Terms, cards: Sequence[int], known: Sequence[int] = (), dealer: Sequence[int] = ()) -> Ends:
    """``known`` are other cards that are out of play, ``dealer`` cards that the dealer holds."""
    key = key_of(cards, terms.ace_also_low)
    gone = (*cards, *known)
    if known:
        keys = _keys_left(terms, gone, dealer)
        short = bisect_left(keys, terms.qualifier)
        below, at_most = bisect_left(keys, key), bisect_right(keys, key)
        every = len(keys)
    else:
        whole = deck(terms.ace_also_low)
        short, _ = whole.under(terms.qualifier, gone, dealer)
        below, at_most = whole.under(key, gone, dealer)
        every = comb(52 - len(gone) - len(dealer), CARDS - len(dealer))
    return Ends(key, _split(key >= terms.qualifier, short, below, at_most, every))


def _keys_left(terms: Terms, gone: Sequence[int], dealer: Sequence[int]) -> list[int]:
    """The keys of all hands that are left to the dealer, dealt out one by one."""
    left = [card for card in range(52) if card not in gone and card not in dealer]
    hands = combinations(left, CARDS - len(dealer))
    return sorted(key_of((*dealer, *cards), terms.ace_also_low) for cards in hands)


def _split(met: bool, short: int, below: int, at_most: int, every: int) -> dict[tuple[bool, str], int]:
    """A hand that meets the qualifier beats every dealer who does not; one that does not is beaten by every dealer
    who does."""
    if met:
        found = {(False, WIN): short, (True, WIN): below - short, (True, TIE): at_most - below}
        return found | {(True, LOSE): every - at_most}
    found = {(False, WIN): below, (False, TIE): at_most - below, (False, LOSE): short - at_most}
    return found | {(True, LOSE): every - short}


@cache
def all_ends(terms: Terms) -> tuple[tuple[tuple[int, ...], int, Ends], ...]:
    """Every class of hands, how many hands it has, and how they end."""
    return tuple((cards, weight, ends_of(terms, cards)) for cards, weight in classes())


def play_all(terms: Terms, plays: Mapping[int, bool] | None) -> Results:
    """All deals, where ``plays`` says by the place of its class which hands play; None for best play. Of equally good
    actions the one that wagers less is taken."""
    counts: Counter[tuple[int, bool, bool, str]] = Counter()
    for place, (_, weight, ends) in enumerate(all_ends(terms)):
        played = ends.value(terms) > -1 if plays is None else plays[place]
        for (qualifies, comparison), deals in ends.deals.items():
            counts[ends.kind, played, qualifies, comparison] += weight * deals
    return Results(
        tuple(
            Outcome(
                action=terms.action if played else FOLD,
                dealer_qualifies=qualifies,
                comparison=comparison,
                group=kind,
                wagered=Fraction(1 + (terms.multiple if played else 0)),
                net=terms.net(played, qualifies, comparison, kind),
                deals=deals,
            )
            for (kind, played, qualifies, comparison), deals in sorted(counts.items())
            if deals
        )
    )
