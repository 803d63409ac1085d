"""Where an order of cards comes from: our own shuffler, or real cards that a shoe, a scanner or a person reads."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, Protocol

from msgspec import Struct

from houserules.shuffle.generator import (
    SEED_BYTES,
    Entropy,
    Generator,
    ShufflerLocked,
    Watched,
    self_test,
    system_entropy,
)
from houserules.shuffle.permutation import permutation

DECK: Final = 52
LARGEST_SHARE: Final = 64
AUTOMATIC: Final = "automatic"
ENTERED: Final = "entered"
AS_DEALT: Final = "as_dealt"
"""How an order came about: by our shuffler, read in before the round, or read card by card as it was dealt."""
_SEED_DOMAIN: Final = b"houserules.seed/1\x00"
_DECK_DOMAIN: Final = b"houserules.shuffle/1\x00"


class SeedCommitment(Struct, frozen=True):
    """Published before anyone adds entropy: it fixes the house's seed for this deal."""

    deal: str
    digest: str

    def holds(self, seed: bytes) -> bool:
        """Whether this is the seed that was committed to."""
        return self.digest == _seed_digest(self.deal, seed)


class Promise(Struct, frozen=True):
    """The house's secret for one deal. Where the cards come from outside, there is no seed and no commitment to
    one."""

    deal: str
    seed: str = ""
    commitment: SeedCommitment | None = None


class Shuffled(Struct, frozen=True):
    """The order of a deck, top card first, and how it came about. ``shares`` are the players', in hexadecimal.

    Where ``cards`` is empty, nobody knows the order yet.
    """

    deal: str
    method: str
    cards: tuple[int, ...]
    shares: tuple[str, ...] = ()


class ShuffleSource(Protocol):
    """The one port through which shuffled cards come to a table."""

    @property
    def locked(self) -> str | None:
        """Why this source gives no more cards; None while it does."""

    def promise(self, deal: str) -> Promise:
        """Settles the house's part of a deal before the players' part is known.

        ``deal`` is a name that is used only once, such as ``table:1/deal:17``.
        """

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        """The order of the cards for a promised deal. Raises :class:`ShufflerLocked` rather than give a doubtful
        one."""

    def salts(self, count: int) -> bytes:
        """``count`` random bytes to seal a deck or spin a wheel, from the watched source."""


class Automatic:
    """Our own shuffler. It tests itself when it is created; once locked it stays locked, and a person must create a
    new one."""

    def __init__(self, entropy: Entropy = system_entropy, cards: int = DECK) -> None:
        self._entropy = Watched(entropy)
        self._cards = cards
        self._last: tuple[int, ...] = ()
        try:
            self_test(self._entropy)
        except ShufflerLocked as error:
            self._entropy.locked = str(error)
            raise

    @property
    def locked(self) -> str | None:
        return self._entropy.locked

    def promise(self, deal: str) -> Promise:
        seed = self._entropy(SEED_BYTES)
        return Promise(deal, seed.hex(), SeedCommitment(deal, _seed_digest(deal, seed)))

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        if self.locked is not None:
            raise ShufflerLocked(self.locked)
        given = tuple(shares)
        cards = deck_of_seed(promise.deal, bytes.fromhex(promise.seed), given, self._cards)
        if cards == self._last:
            self._entropy.locked = "the shuffler dealt the same order twice"
            raise ShufflerLocked(self._entropy.locked)
        self._last = cards
        return Shuffled(promise.deal, AUTOMATIC, cards, tuple(share.hex() for share in given))

    def salts(self, count: int) -> bytes:
        return self._entropy(count)


class Entered:
    """Cards as they lie, read by a shoe or a scanner or entered by hand. Each order serves one deal."""

    def __init__(self, cards: Iterable[int] = (), entropy: Entropy = system_entropy) -> None:
        self._entropy = Watched(entropy)
        self._cards: tuple[int, ...] = ()
        self.enter(cards)

    @property
    def locked(self) -> str | None:
        return self._entropy.locked or (None if self._cards else "no cards have been entered")

    def enter(self, cards: Iterable[int]) -> None:
        entered = tuple(cards)
        if not all(0 <= card < DECK for card in entered) or len(set(entered)) != len(entered):
            raise ValueError("cards are numbers from 0 to 51, each once at most")
        self._cards = entered

    def promise(self, deal: str) -> Promise:
        return Promise(deal)

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        _refuse_shares(shares)
        if not self._cards:
            raise ShufflerLocked("no cards have been entered")
        cards, self._cards = self._cards, ()
        return Shuffled(promise.deal, ENTERED, cards)

    def salts(self, count: int) -> bytes:
        return self._entropy(count)


class AsDealt:
    """Real cards whose order nobody knows: a shoe or a scanner reads each as it is dealt. Nothing can be sealed."""

    locked: str | None = None

    def promise(self, deal: str) -> Promise:
        return Promise(deal)

    def shuffle(self, promise: Promise, shares: Iterable[bytes] = ()) -> Shuffled:
        _refuse_shares(shares)
        return Shuffled(promise.deal, AS_DEALT, ())

    def salts(self, count: int) -> bytes:
        raise ValueError(f"{count} bytes of salt for a deck that nobody can seal")


def _refuse_shares(shares: Iterable[bytes]) -> None:
    if tuple(shares):
        raise ValueError("players cannot add entropy to cards that were mixed by hand or by a machine")


def deck_of_seed(deal: str, seed: bytes, shares: Iterable[bytes] = (), cards: int = DECK) -> tuple[int, ...]:
    """The order that a seed and the players' shares lead to; anyone who is shown the seed can derive it again.

    Every share is preceded by its length, so that no two lists of shares read alike.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    mixed = b""
    for share in shares:
        if not 0 < len(share) <= LARGEST_SHARE:
            raise ValueError(f"a share has 1 to {LARGEST_SHARE} bytes")
        mixed += bytes((len(share),)) + share
    return permutation(cards, Generator(seed, sha256(deal.encode()).digest(), _DECK_DOMAIN + mixed).below)


def is_promised(commitment: SeedCommitment, seed: bytes, shares: Iterable[bytes], cards: Iterable[int]) -> bool:
    """Whether this seed is the one committed to, and leads to this order with these shares."""
    if not commitment.holds(seed):
        return False
    order = tuple(cards)
    return deck_of_seed(commitment.deal, seed, shares, len(order)) == order


def _seed_digest(deal: str, seed: bytes) -> str:
    return sha256(_SEED_DOMAIN + deal.encode() + b"\x00" + seed).hexdigest()
