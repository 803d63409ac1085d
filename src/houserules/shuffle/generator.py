"""The random generator: HMAC_DRBG with SHA-256 (NIST SP 800-90A), seeded with 256 bits from the operating system.

It is chosen over AES in counter mode because every language has HMAC: anyone with the seed can derive the deck again
with a standard library alone. It fails closed: where anything looks wrong, :class:`ShufflerLocked` is raised and no
card comes out.
"""

from __future__ import annotations

import hmac
import os
from collections import Counter
from collections.abc import Callable
from typing import Final

Entropy = Callable[[int], bytes]
"""Returns as many random bytes as asked for."""

SEED_BYTES: Final = 32
_BLOCK: Final = 32
_WATCHED: Final = 16
"""In a sound source a run of this many bytes never repeats: it is the length of a salt, and half of a seed."""
_CHUNK: Final = 4 * _BLOCK


class ShufflerLocked(Exception):
    """The shuffler will not shuffle: its randomness cannot be trusted, and a person must look into it."""


def system_entropy(count: int) -> bytes:
    return os.urandom(count)


class Watched:
    """A watched source of entropy: an error, a short read or anything read twice locks it for good.

    The last read of every length is remembered, and must not come again in a read of any length.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._last: dict[int, frozenset[bytes]] = {}
        self.locked: str | None = None

    def __call__(self, count: int) -> bytes:
        if self.locked is not None:
            raise ShufflerLocked(self.locked)
        try:
            read = self._entropy(count)
        except Exception as error:
            raise self._lock(f"the source of entropy failed: {error}") from error
        if not isinstance(read, bytes) or len(read) != count:
            raise self._lock(f"the source of entropy gave not the {count} bytes that were asked for")
        pieces = [read[start : start + _WATCHED] for start in range(0, count, _WATCHED)]
        different = frozenset(pieces)
        again = any(not different.isdisjoint(last) for last in self._last.values())
        if again or len(different) < len(pieces) or len(set(read)) == 1:
            raise self._lock("the source of entropy repeats itself")
        self._last[count] = different
        return read

    def _lock(self, why: str) -> ShufflerLocked:
        self.locked = why
        return ShufflerLocked(why)


class Generator:
    """A stream of bytes from a seed. The same seed, nonce and personalization give the same stream."""

    def __init__(self, seed: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._key = bytes(_BLOCK)
        self._value = b"\x01" * _BLOCK
        self._update(seed + nonce + personalization)
        self._bytes = b""
        self._next = 0

    def _update(self, material: bytes) -> None:
        self._key = hmac.digest(self._key, self._value + b"\x00" + material, "sha256")
        self._value = hmac.digest(self._key, self._value, "sha256")
        if material:
            self._key = hmac.digest(self._key, self._value + b"\x01" + material, "sha256")
            self._value = hmac.digest(self._key, self._value, "sha256")

    def generate(self, count: int) -> bytes:
        """One call of the standard's generate function, without additional input."""
        out = []
        for _ in range(-(-count // _BLOCK)):
            block = hmac.digest(self._key, self._value, "sha256")
            if block == self._value:
                raise ShufflerLocked("the generator repeats itself")
            self._value = block
            out.append(block)
        self._update(b"")
        return b"".join(out)[:count]

    def below(self, count: int) -> int:
        """A number from 0 up to but not including ``count`` (256 at most), all equally likely.

        A byte that falls into the last, incomplete run of ``count`` is discarded: a plain remainder would favour
        small numbers.
        """
        limit = 256 - 256 % count
        while True:
            if self._next == len(self._bytes):
                self._bytes, self._next = self.generate(_CHUNK), 0
            byte = self._bytes[self._next]
            self._next += 1
            if byte < limit:
                return byte % count


def draw_below(count: int, entropy: Entropy) -> int:
    """A number from 0 up to but not including ``count``, all equally likely, drawn from the source itself as in
    :meth:`Generator.below`.

    Each read is long enough for the watch over the source to tell it from a repetition.
    """
    limit = (1 << 8 * _WATCHED) - (1 << 8 * _WATCHED) % count
    while True:
        number = int.from_bytes(entropy(_WATCHED), "big")
        if number < limit:
            return number % count


_KNOWN_SEED: Final = "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488"
_KNOWN_NONCE: Final = "659ba96c601dc69fc902940805ec0ca8"
_KNOWN_ANSWER: Final = (
    "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460"
    "b6f73ebad0dc2aba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
    "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
)
"""The second call's output in the first of the standard's own test vectors for SHA-256 without reseeding."""

SANITY_BYTES: Final = 1 << 16
LOWEST_CHI_SQUARE: Final = 141
HIGHEST_CHI_SQUARE: Final = 415
"""Six standard deviations on either side for 255 degrees of freedom: a sound generator fails one start in 10^9."""


def known_answer_test() -> None:
    generator = Generator(bytes.fromhex(_KNOWN_SEED), bytes.fromhex(_KNOWN_NONCE))
    generator.generate(128)
    if generator.generate(128).hex() != _KNOWN_ANSWER:
        raise ShufflerLocked("the generator fails its known-answer test")


def sanity_test(source: Entropy) -> None:
    """Whether bytes from this source look evenly spread. It can find a broken source, but never prove a good one."""
    expected = SANITY_BYTES // 256
    counts = Counter(source(SANITY_BYTES))
    squares = sum((counts[byte] - expected) ** 2 for byte in range(256))
    if not LOWEST_CHI_SQUARE * expected < squares < HIGHEST_CHI_SQUARE * expected:
        raise ShufflerLocked("the bytes of the shuffler are not evenly spread")


def self_test(entropy: Entropy) -> None:
    """What a shuffler must pass before its first card: the algorithm, the source, and both together."""
    known_answer_test()
    sanity_test(entropy)
    sanity_test(Generator(entropy(SEED_BYTES)).generate)
