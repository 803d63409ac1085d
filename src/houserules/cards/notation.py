"""One card is an int from 0 to 51, a set of cards a 52-bit mask; both have a text form that round-trips.

Card number ``13 * suit + rank``: suits in the order ``shdc``, ranks from the deuce (0) to the ace (12), so a
mask holds one 13-bit lane per suit and the higher bit of a lane is the higher card.

Text that is not a card is *malformed*; text that is made of cards but could not lie on a table (a card twice, a
fifty-third card) is *impossible*. The two are different errors because they call for different help.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")

DECK: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))
FULL_DECK_MASK: Final = (1 << 52) - 1

_TEXT: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_NUMBER: Final = {text: Card(number) for number, text in enumerate(_TEXT)}


class CardError(ValueError):
    """Text that does not describe cards on a table."""


class MalformedCards(CardError):
    """Some of the text is not a card at all."""


class ImpossibleCards(CardError):
    """All of it is cards, but one deck cannot show them: a card twice, or more than 52."""


def card_at(rank: int, suit: int) -> Card:
    """The card of a rank (0 is the deuce, 12 the ace) in a suit (0 to 3, in the order ``shdc``)."""
    if not (0 <= rank < 13 and 0 <= suit < 4):
        raise ImpossibleCards(f"there is no card of rank {rank} in suit {suit}")
    return Card(13 * suit + rank)


def rank_of(card: Card) -> int:
    return card % 13


def suit_of(card: Card) -> int:
    return card // 13


def parse_card(text: str) -> Card:
    """``"Th"`` is the ten of hearts. Upper-case rank, lower-case suit, nothing else."""
    card = _NUMBER.get(text)
    if card is None:
        raise MalformedCards(f"{_shown(text)} is not a card: {_why_not_a_card(text)}")
    return card


def format_card(card: Card) -> str:
    if not 0 <= card < 52:
        raise ImpossibleCards(f"card number {card} is not one of the 52 of a deck")
    return _TEXT[card]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards in the order written, with or without blanks between them: ``Qs 9s 4d`` or ``Qs9s4d``. No card may appear
    twice, so there are 52 at most."""
    cards = tuple(parse_card(part) for word in text.split() for part in _apart(word))
    _insist_possible(cards)
    return cards


def _apart(word: str) -> list[str]:
    """``Qs9s`` as ``Qs`` and ``9s``. A word that does not begin with a card is returned whole, for the message."""
    parts = [word[at : at + 2] for at in range(0, len(word), 2)]
    return parts if parts[0] in _NUMBER else [word]


def parse_deck(text: str) -> tuple[Card, ...]:
    """All 52 cards in order from the top."""
    cards = parse_cards(text)
    if len(cards) != 52:
        missing = format_mask(FULL_DECK_MASK & ~mask_of(cards))
        raise ImpossibleCards(f"a deck has 52 cards, this has {len(cards)}; missing: {missing}")
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join(format_card(card) for card in cards)


def mask_of(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, suit by suit in the order ``shdc``, the highest card of each suit first."""
    if not 0 <= mask <= FULL_DECK_MASK:
        raise ImpossibleCards(f"{mask:#x} is not a mask of the 52 cards of a deck")
    return tuple(
        Card(number) for suit in range(4) for number in range(13 * suit + 12, 13 * suit - 1, -1) if mask >> number & 1
    )


def format_mask(mask: int) -> str:
    return format_cards(cards_in(mask))


def _insist_possible(cards: tuple[Card, ...]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ImpossibleCards(f"{format_card(card)} stands twice, and one deck has it once")
        seen.add(card)


def _why_not_a_card(text: str) -> str:
    if len(text) == 3 and text.startswith("10"):
        return f"write the ten as T, as in T{text[2].lower()}"
    if len(text) != 2:
        return "write a rank of 23456789TJQKA, then a suit of shdc, as in Th"
    rank, suit = text[0], text[1]
    if rank.upper() in RANKS and suit.lower() in SUITS:
        return f"write it {rank.upper()}{suit.lower()}"
    if rank not in RANKS:
        return f"{rank!r} is not a rank of 23456789TJQKA"
    return f"{suit!r} is not a suit of shdc"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "…")
