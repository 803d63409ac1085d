"""Following a house: its checkpoint is fetched again and again, and its tiles prove that the log only grew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from houserules.app import NoAnswer, answer_of
from houserules.merkle import consistency_proof, is_consistent, is_power, node_hash, roots_from_consistency
from houserules.notes import (
    LARGEST_NOTE,
    TILE_WIDTH,
    MalformedNote,
    Opened,
    Tile,
    VerifierKey,
    parse_vkey,
    tile_path,
)
from houserules.witness.evidence import Finding, Kind
from houserules.witness.store import Followed
from houserules.witness.witness import Witness, opened_by

Fetch = Callable[[str], bytes]
"""The content at an address. Raises :class:`Unreachable` if there is none."""
Proof = tuple[bytes, ...]
_PATIENCE: Final = 10.0
_OK: Final = 200
_LARGEST: Final = 1_000_000
_LARGEST_PART: Final = 100_000_000
_TILE_BITS: Final = 8
_HASH: Final = 32
_log = structlog.get_logger()


class Unreachable(Exception):
    """The house does not answer, or not with what was asked for."""


def fetch(address: str) -> bytes:
    return _fetched(address, {}, _LARGEST)


def fetch_part(address: str, authorization: str) -> bytes:
    """A part of the content of a log, fetched with the authorization for it."""
    return _fetched(address, {"Authorization": authorization}, _LARGEST_PART)


def _fetched(address: str, headers: dict[str, str], largest: int) -> bytes:
    try:
        status, content = asyncio.run(
            answer_of("GET", address, seconds=_PATIENCE, largest=largest, redirects=True, headers=headers)
        )
    except NoAnswer as why:
        raise Unreachable(f"{address}: {why}") from None
    if status != _OK:
        raise Unreachable(f"{address}: it answers {status}")
    return content


class Tree:
    """The hash tree of a log of a given size, read by tiles as they are needed."""

    def __init__(self, address: str, size: int, get: Fetch) -> None:
        self._prefix = f"{address}/log/tile/"
        self._size = size
        self._get = get
        self._tiles: dict[Tile, bytes] = {}

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree, computed from the nearest level below it that tiles contain."""
        kept = level - level % _TILE_BITS
        count = 1 << (level - kept)
        first = index * count
        hashes = [self._hash(kept // _TILE_BITS, number) for number in range(first, first + count)]
        while len(hashes) > 1:
            hashes = [node_hash(*pair) for pair in zip(hashes[::2], hashes[1::2], strict=True)]
        return hashes[0]

    def _hash(self, level: int, number: int) -> bytes:
        held = self._size >> (_TILE_BITS * level)
        index, place = divmod(number, TILE_WIDTH)
        tile = Tile(level, index, min(TILE_WIDTH, held - index * TILE_WIDTH))
        if tile not in self._tiles:
            self._tiles[tile] = self._get(self._prefix + tile_path(tile))
        found = self._tiles[tile][place * _HASH : (place + 1) * _HASH]
        if len(found) != _HASH:
            raise Unreachable(f"{self._prefix}{tile_path(tile)}: not a tile")
        return found


def compared(
    address: str, get: Fetch, old: int, root: bytes, new: int, new_root: bytes
) -> tuple[Proof | None, Proof]:
    """The proof that the newer log begins with the older one; else the path that proves that it does not. Neither
    exists if the tiles do not lead to the newer root."""
    if not old:
        return (), ()
    tree = Tree(address, new, get)
    proof = consistency_proof(tree.node, old, new)
    if is_consistent(old, new, root, new_root, proof):
        return proof, ()
    path = (tree.node(old.bit_length() - 1, 0), *proof) if is_power(old) else proof
    roots = roots_from_consistency(old, new, path)
    return None, path if roots is not None and roots[1] == new_root else ()


class Follower:
    """One house."""

    def __init__(self, witness: Witness, key: VerifierKey, address: str, get: Fetch = fetch) -> None:
        self._witness = witness
        self._store = witness.store
        self.key = key
        self.address = address
        self._get = get
        self.trouble = ""
        """Why the last step failed; empty if it did not."""

    def step(self) -> None:
        """Checks the house once."""
        try:
            self._look()
            self.trouble = ""
        except Unreachable as error:
            if str(error) != self.trouble:
                _log.warning("a house does not answer", why=str(error))
            self.trouble = str(error)

    def _known(self) -> Followed:
        known = self._store.log(self.key.name)
        assert known is not None
        return known

    def _find(self, kind: Kind, what: str, old: str = "", new: str = "", path: tuple[bytes, ...] = ()) -> None:
        self._witness.found(Finding(kind, self.key, self._witness.now(), what, old, new, path))

    def _look(self) -> None:
        shown = self._get(f"{self.address}/log/checkpoint")
        if len(shown) > LARGEST_NOTE:
            raise Unreachable(f"{self.address}/log/checkpoint: more than {LARGEST_NOTE} bytes")
        content = shown.decode("utf-8", "replace")
        try:
            opened = opened_by(content, self.key)
        except MalformedNote as error:
            self._find(Kind.KEY, f"what the house shows as its checkpoint is none: {error}", new=content)
            return
        known, new = self._known(), opened.checkpoint
        if new.size < known.size:
            self._shrank(opened, known)
            return
        proof = () if new.size == known.size else self._grew(opened, known)
        if proof is not None:
            self._witness.add(opened, known.size, proof)
            self._clear_doubts()

    def _grew(self, opened: Opened, known: Followed) -> Proof | None:
        """The tiles' proof that the newer log begins with the known one; if there is none, that is kept as
        evidence."""
        new, note = opened.checkpoint, str(opened.note)
        try:
            proof, fork = compared(self.address, self._get, known.size, known.root, new.size, new.root)
        except Unreachable:
            self._find(Kind.UNPROVED, f"the tiles of size {new.size} are not there", known.checkpoint, note)
            raise
        if fork:
            what = f"the log of {new.size} events does not begin with that of {known.size}"
            self._find(Kind.FORK, what, known.checkpoint, note, fork)
        elif proof is None:
            what = f"the tiles of size {new.size} do not lead to its signed root"
            self._find(Kind.UNPROVED, what, known.checkpoint, note)
        return proof

    def _shrank(self, opened: Opened, known: Followed) -> None:
        """Fewer events than before: of the same history, as far as the house still shows it, or of a different
        one."""
        try:
            forked = self._is_forked(opened, known)
        except Unreachable:
            forked = False
        if not forked:
            what = f"{opened.checkpoint.size} events are shown, after {known.size} had been"
            self._find(Kind.ROLLBACK, what, known.checkpoint, str(opened.note))

    def _is_forked(self, opened: Opened, known: Followed) -> bool:
        """Whether the tiles prove that an older checkpoint does not belong to the known log; then that is kept as
        evidence."""
        old = opened.checkpoint
        _, fork = compared(self.address, self._get, old.size, old.root, known.size, known.root)
        if fork:
            what = f"the log of {known.size} events does not begin with that of {old.size}"
            self._find(Kind.FORK, what, str(opened.note), known.checkpoint, fork)
        return bool(fork)

    def _clear_doubts(self) -> None:
        """Checkpoints that somebody sent, and that this log signed: now they can be compared with it."""
        known = self._known()
        for note in self._store.doubted(self.key.name, known.size):
            opened = opened_by(note, self.key)
            if opened.checkpoint.size < known.size:
                self._is_forked(opened, known)
            elif opened.checkpoint.root != known.root:
                self._find(Kind.FORK, f"two roots were signed for {known.size} events", known.checkpoint, note)
            self._store.believed(self.key.name, note)


def key_at(address: str, get: Fetch = fetch) -> VerifierKey:
    """The key that a house itself names. Anybody who relies on it has compared it with a copy from elsewhere."""
    try:
        return parse_vkey(get(f"{address}/log/vkey").decode("ascii", "replace"))
    except MalformedNote as error:
        raise Unreachable(f"{address}: {error}") from None
