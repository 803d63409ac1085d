"""A commitment to a deck: every place salted and hashed into a tree, so that each place can be opened on its own.

The root is published before betting closes. Opening a place shows its card, its salt and the path to the root; it
says nothing about the other places, because each is hidden behind sixteen random bytes of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from houserules.merkle import inclusion_proof, leaf_hash, nodes_in_memory, root_from_inclusion, root_of
from houserules.shuffle.generator import Entropy
from houserules.shuffle.source import Shuffled

SALT_BYTES: Final = 16
_DOMAIN: Final = b"houserules.deck/1\x00"


class Commitment(Struct, frozen=True):
    """What is published: the deal, how many cards, and the root of the tree in hexadecimal."""

    deal: str
    count: int
    root: str


class Opening(Struct, frozen=True):
    """One place of the committed order, counted from 0 at the top, with everything needed to check it."""

    place: int
    card: int
    salt: str
    path: tuple[str, ...]


class Sealed(Struct, frozen=True):
    """The house's secret behind a commitment: the whole order, and the salts."""

    deal: str
    cards: tuple[int, ...]
    salts: tuple[str, ...]

    @property
    def commitment(self) -> Commitment:
        return Commitment(self.deal, len(self.cards), root_of(self._leaves()).hex())

    def open(self, places: Iterable[int]) -> tuple[Opening, ...]:
        """Openings of these places only."""
        nodes, count = nodes_in_memory(self._leaves()), len(self.cards)
        return tuple(
            Opening(
                place,
                self.cards[place],
                self.salts[place],
                tuple(step.hex() for step in inclusion_proof(nodes, place, count)),
            )
            for place in places
        )

    def open_cards(self, cards: Iterable[int]) -> tuple[Opening, ...]:
        """Openings of the places where these cards lie: those that were dealt."""
        return self.open(self.cards.index(card) for card in cards)

    def _leaves(self) -> list[bytes]:
        start = _start_of_leaves(self.deal, len(self.cards))
        return [
            _leaf(start, place, card, bytes.fromhex(salt))
            for place, (card, salt) in enumerate(zip(self.cards, self.salts, strict=True))
        ]


def seal(shuffled: Shuffled, entropy: Entropy) -> Sealed:
    """Salts every place. The salts do not come from the deck's seed, so neither reveals anything about the other.

    ``entropy`` is the shuffler's own (:meth:`ShuffleSource.salts`): where it cannot be trusted, the shuffler locks.
    """
    salts = entropy(SALT_BYTES * len(shuffled.cards))
    each = (salts[start : start + SALT_BYTES].hex() for start in range(0, len(salts), SALT_BYTES))
    return Sealed(shuffled.deal, shuffled.cards, tuple(each))


def is_opened(commitment: Commitment, opening: Opening) -> bool:
    """Whether this card truly lies at this place of the deck that was committed to."""
    try:
        salt, path = bytes.fromhex(opening.salt), [bytes.fromhex(step) for step in opening.path]
        start = _start_of_leaves(commitment.deal, commitment.count)
        leaf = _leaf(start, opening.place, opening.card, salt)
    except (ValueError, OverflowError):
        return False
    root = root_from_inclusion(leaf, opening.place, commitment.count, path)
    return root is not None and root.hex() == commitment.root


def _start_of_leaves(deal: str, count: int) -> bytes:
    """Every leaf names its deal and the size of the deck, so that no opening fits another commitment."""
    return _DOMAIN + deal.encode() + b"\x00" + count.to_bytes(2, "big")


def _leaf(start: bytes, place: int, card: int, salt: bytes) -> bytes:
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return leaf_hash(b"%b%b%b%b" % (start, place.to_bytes(2, "big"), card.to_bytes(1, "big"), salt))
