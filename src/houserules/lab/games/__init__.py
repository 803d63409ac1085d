"""The solvers of this house, one package a game, and what several games share."""

from typing import Final

BUNDLED: Final = {
    "high_card_flush": "houserules.lab.games.high_card_flush",
    "chase_the_flush": "houserules.lab.games.chase_the_flush",
}
"""The id of a game to the module that exports its ``SOLVER``."""
