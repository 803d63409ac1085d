"""Rule values that games decided by flushes support in the same way."""

from __future__ import annotations

from typing import Final

from houserules.lab.games.flushes.lines import LENGTHS
from houserules.lab.solving.support import Supports, no_effect, read, required

FLUSHES: Final[Supports] = {
    "table.cards_in_deck": required(52),
    "hands.ranks": required("AKQJT98765432"),
    "hands.ace": read("high_only", "also_low", "low_with_2345"),
    "hands.flushes": read(holds=lambda lengths: set(lengths) <= set(LENGTHS.values()), wanted="lengths from 7 to 2"),
    "hands.runs": read(holds=lambda lengths: set(lengths) <= set(LENGTHS.values()), wanted="lengths from 7 to 2"),
    "qualifying.flush_length": read(holds=lambda length: 1 <= length <= 7, wanted="1 to 7"),
    "qualifying.high_card": read(),
    "qualifying.reached": required("by_the_hands"),
    "settlement.lower": read("win", "push", "lose"),
    "settlement.higher": read("win", "push", "lose"),
    "settlement.equal": read("win", "push", "lose"),
}

READINGS: Final[Supports] = {
    "readings.ace_low_straight_flush": read(optional=True),
    "readings.flush_bonus_four_card_row": read(optional=True),
    "readings.progressive_after_fold": read("lost", "paid", optional=True),
    "readings.progressive_fixed_amounts": read("as_printed", "per_dollar", optional=True),
    "readings.envy_holder": read("any_hand", "hand_with_wager", optional=True),
    "readings.wheel_and_wager": no_effect(),  # It allows amounts; the figures depend on the amount.
    "readings.hand_set_by_player": no_effect(),  # Best play sets the best flush.
    "readings.void_round_bonuses": no_effect(),
    "readings.void_round_progressive": no_effect(),
}
