"""Cards and hands as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from houserules.app.views.table_shapes import HandShown
from houserules.cards import Card, cards_in, format_card, mask_of
from houserules.play import UNREAD, Rules

_CARDS: Final = tuple(format_card(Card(number)) for number in range(52))


def cards(numbers: Iterable[int]) -> list[str]:
    """In the notation that people read. A card that nobody has read yet is left out."""
    return [_CARDS[number] for number in numbers if number != UNREAD]


def hand(rules: Rules, held: Sequence[int], board: Sequence[int]) -> HandShown:
    """What the cards are worth: the name of the hand, and the cards that make it."""
    mask = mask_of(Card(card) for card in (*held, *board))
    name, shown = rules.reader.describe(mask)
    worth: HandShown = {"name": name, "cards": [_CARDS[card] for card in cards_in(shown)]}
    bonus = rules.reader.bonus_hand(mask)
    if bonus is not None:
        worth["bonus"] = {"name": bonus[0], "cards": [_CARDS[card] for card in cards_in(bonus[1])]}
    return worth
