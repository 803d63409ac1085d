"""The dealer's smallest qualifying hand, as a flush."""

from __future__ import annotations

from houserules.cards import RANKS, key_of_cards
from houserules.lab.solving.registry import Unsupported
from houserules.lab.solving.support import words
from houserules.law import Rulebook


def qualifier_of(book: Rulebook) -> int:
    """The smallest flush key with which the dealer qualifies."""
    assert book.qualifying is not None, "the gate lets no book without it through"
    length, high = book.qualifying.flush_length, book.qualifying.high_card
    assert length is not None, "the gate lets no book without it through"
    try:
        return key_of_cards(length.value, RANKS.index(high.value))
    except ValueError:
        stated = f"qualifying.high_card = {words(high.value)} ({high.clause})"
        raise Unsupported(f"{stated}: it is the highest card of no flush of {length.value} cards") from None
