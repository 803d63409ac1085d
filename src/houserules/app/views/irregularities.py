"""Irregularities as a dealer would call them out, and what the person who reports one is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from houserules.app.table.fields import CARDS_FOUND, DURING, HOW_MANY, WHO, Field


@dataclass(frozen=True, slots=True)
class Irregularity:
    title: str
    inputs: tuple[Field, ...] = ()
    of_dealing: bool = False
    """It happens to cards that are being dealt: never before cards may leave the deck."""
    only_seats: bool = False
    """The hand to which it happened is a player's."""


IRREGULARITIES: Final[dict[str, Irregularity]] = {
    "cards_face_up": Irregularity("Card face up in the deck", (HOW_MANY, CARDS_FOUND, DURING), of_dealing=True),
    "drawn_in_error": Irregularity("Card drawn in error", (DURING,), of_dealing=True),
    "wrong_number_of_cards": Irregularity("Wrong number of cards", (WHO,), of_dealing=True),
    "dealer_card_exposed": Irregularity("Dealer's card exposed", (DURING,), of_dealing=True),
    "shuffler_jam": Irregularity("Shuffler jammed"),
    "shoe_jam": Irregularity("Shoe jammed"),
    "hand_abandoned": Irregularity("Player left a hand", (WHO,), only_seats=True),
    "information_shared": Irregularity("Players shared information", (WHO, DURING), only_seats=True),
}
"""By the rulebooks' names: those that somebody may report. A device or a count finds the others."""
