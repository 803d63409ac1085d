"""The shuffler: a cryptographic generator, an unbiased permutation, and commitments that anyone can verify.

A deal runs like this::

    source = Automatic()                                # or Entered(cards), as a shoe or a scanner read them
    promise = source.promise("table:1/deal:17")         # publish promise.commitment before players add entropy
    shuffled = source.shuffle(promise, shares=(b"...",))  # shares of the players, or none
    sealed = seal(shuffled, source.salts)               # publish sealed.commitment before betting closes
    openings = sealed.open(places)                      # after the round, for the places that were dealt
    assert all(is_opened(sealed.commitment, opening) for opening in openings)

``promise.seed`` and ``sealed`` are secrets of the house: only the regulator may see the undealt stub.
"""

from __future__ import annotations

from houserules.shuffle.commitment import Commitment, Opening, Sealed, is_opened, seal
from houserules.shuffle.generator import Entropy, Generator, ShufflerLocked, draw_below, system_entropy
from houserules.shuffle.permutation import permutation
from houserules.shuffle.source import (
    AS_DEALT,
    AUTOMATIC,
    ENTERED,
    AsDealt,
    Automatic,
    Entered,
    Promise,
    SeedCommitment,
    Shuffled,
    ShuffleSource,
    deck_of_seed,
    is_promised,
)

__all__ = [
    "AS_DEALT",
    "AUTOMATIC",
    "ENTERED",
    "AsDealt",
    "Automatic",
    "Commitment",
    "Entered",
    "Entropy",
    "Generator",
    "Opening",
    "Promise",
    "Sealed",
    "SeedCommitment",
    "ShuffleSource",
    "Shuffled",
    "ShufflerLocked",
    "deck_of_seed",
    "draw_below",
    "is_opened",
    "is_promised",
    "permutation",
    "seal",
    "system_entropy",
]
