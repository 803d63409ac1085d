"""The audit: does the store say today what it said when it was written? Every finding says where.

It trusts neither the stored hashes nor the balances: leaves are worked out again from the content, roots from the
leaves, balances from the transfers, events from the commands. What it must trust comes from outside the database: the
public key, and heads that were exported and kept elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from houserules.ledger import Transfer
from houserules.merkle import Frontier
from houserules.store.audit_keys import Trust
from houserules.store.audit_money import Money
from houserules.store.audit_places import Places
from houserules.store.audit_play import Replays
from houserules.store.contract import Receipt, SignedHead, Stored, StoreError
from houserules.store.leaves import LEAF_FORMAT, content_digest, event_leaf, former_leaf
from houserules.store.reading import Reading
from houserules.store.records import (
    CONTENT_REMOVED,
    RESTORATION_STREAM,
    RETENTION_STREAM,
    ArchiveRestored,
    ContentRemoved,
)
from houserules.store.rows import TILE_BITS
from houserules.store.schema import BLOCKS_SINCE
from houserules.store.signing import is_sealed, is_signed
from houserules.store.tables import stream_of

MOST_FINDINGS: Final = 100
UNTRUSTED: Final = "key"
"""The kind of a finding that says nothing against the log, but that somebody unknown has signed it."""
_detail = msgspec.json.Decoder(tuple[str, str, str | None, tuple[str, ...]])


class Finding(Struct, frozen=True):
    """Something is not as it was. ``position`` is where in the log, 0 where no single event can be named."""

    kind: str
    position: int
    stream: str
    what: str


class Audit(Struct, frozen=True):
    events: int
    streams: int
    rounds: int
    """Rounds that were replayed to their end."""
    transfers: int
    heads: int
    removed: int
    """Events whose content retention has removed, as it recorded."""
    root: str
    keys: tuple[str, ...]
    findings: tuple[Finding, ...]
    restored: tuple[ArchiveRestored, ...] = ()
    """The archives that this database was restored from, and vouches for."""

    @property
    def sound(self) -> bool:
        return not self.findings


def audit(store: Reading, exported: Sequence[SignedHead] = (), keys: Sequence[str] = ()) -> Audit:
    """Reads everything. ``exported`` are heads kept elsewhere; ``keys`` the public keys that are trusted, if known.

    ``store`` should be frozen (:meth:`houserules.store.base.BaseStore.frozen`) when others may be writing.
    """
    return _Auditor(store, exported, frozenset(keys)).run()


class _Auditor:
    def __init__(self, store: Reading, exported: Sequence[SignedHead], keys: frozenset[str]) -> None:
        self._store = store
        self._exported = exported
        self._trust = Trust(store, keys)
        self._findings: list[Finding] = []
        self._frontier = Frontier()
        self._whole = True
        """Whether every leaf so far was there; after a gap the tree cannot be rebuilt."""
        self._versions: dict[str, int] = {}
        self._places = Places(store.span_bits())
        self._unsalted: dict[str, int] = {}
        """The newest version of each stream that is from before schema 6, and so perhaps from before schema 4."""
        self._last: dict[str, Stored] = {}
        self._events = self._heads = self._removed = 0
        self._receipts = _Receipts(store)
        self._before: Stored | None = None
        self._of_command = 0
        self._roots_agree_to = 0
        self._roots_differ = False
        self._seen_keys: set[str] = set()
        self._untrusted: set[str] = set()
        self._tiles: dict[tuple[int, int], bytes] = {}
        self._removals = _Removals(store)
        self._money = Money(store.span_bits())
        self._play = Replays(store.document, self._removals.left())

    def find(self, kind: str, position: int, stream: str, what: str) -> None:
        if len(self._findings) < MOST_FINDINGS:
            self._findings.append(Finding(kind, position, stream, what))

    def run(self) -> Audit:
        self._guarded(self._read_everything)
        return Audit(
            self._events,
            len(self._versions),
            self._play.rounds,
            self._money.count,
            self._heads,
            self._removed,
            self._frontier.root().hex(),
            tuple(sorted(self._seen_keys)),
            tuple(self._findings),
            tuple(record for _, record in self._trust.restored),
        )

    def _read_everything(self) -> None:
        heads = _Heads(self._store.heads())
        transfers = _Transfers(self._store.raw_transfers())
        for stored in self._store.read_all():
            self._guarded(partial(self._event, stored, transfers), stored.position, stored.stream)
            if self._frontier.size < stored.position:
                self._grow(stored.leaf)
            for head in heads.of_size(self._frontier.size):
                self._guarded(partial(self._head, head), head.size)
            self._heads_elsewhere()
        self._end(heads, transfers)

    def _guarded(self, check: Callable[[], None], position: int = 0, stream: str = "") -> None:
        """Whatever a check stumbles over was not written by the store: that is a finding, and the audit goes on."""
        try:
            check()
        except StoreError:
            raise
        except Exception as error:
            self.find("edited", position, stream, f"it cannot be read: {type(error).__name__}: {error}")

    def _event(self, stored: Stored, transfers: _Transfers) -> None:
        self._events += 1
        self._check_order(stored)
        moves = transfers.of(stored.position)
        if moves is None:
            self.find("edited", stored.position, stored.stream, "its transfers cannot be read")
            moves = ()
        receipt = self._receipts.of(stored.command_id)
        if receipt is not None and not receipt.salt:
            self._unsalted[stored.stream] = stored.version
        self._check_leaf(stored, moves, receipt)
        self._check_end_of_command(stored)
        self._last[stored.stream] = self._before = stored
        for account, balance in self._money.post(stored, moves):
            self.find(
                "felt",
                stored.position,
                stored.stream,
                f"{account} stands at {balance} when the round closes, not at 0",
            )
        self._removals.see(stored)
        if stored.data is None:
            self._removed += 1
        for what in self._play.see(stored, moves):
            self.find("replay", stored.position, stored.stream, what)

    def _check_order(self, stored: Stored) -> None:
        expected = self._frontier.size + 1
        if stored.position != expected and self._whole:
            missing = f"position {expected}" if stored.position == expected + 1 else f"from {expected} on"
            self.find("missing", expected, "", f"{missing} up to {stored.position - 1}: these events are not there")
            self._whole = False
        if not self._whole:
            self._frontier = Frontier(stored.position - 1, [bytes(32)] * (stored.position - 1).bit_count())
        before = self._versions.get(stored.stream, 0)
        if stored.version != before + 1:
            self.find("order", stored.position, stored.stream, f"version {stored.version} follows version {before}")
        self._versions[stored.stream] = stored.version
        self._places.add(stored.stream, stored.position, stored.version)
        self._check_part(stored)

    def _check_end_of_command(self, stored: Stored) -> None:
        """The receipt of the command before says where its events ended, and how many they were."""
        if self._before is not None and self._before.command_id == stored.command_id:
            self._of_command += 1
            return
        self._command_ended()
        self._of_command = 1

    def _command_ended(self) -> None:
        last = self._before
        receipt = self._receipts.of(last.command_id) if last is not None else None
        if last is None or receipt is None or not self._whole:
            return
        if (receipt.position, receipt.events) != (last.position, self._of_command):
            self.find("edited", last.position, last.stream, f"the receipt of command {last.command_id!r}")

    def _check_part(self, stored: Stored) -> None:
        last = self._last.get(stored.stream)
        follows = last is not None and last.part == stored.part - 1 and last.command_id == stored.command_id
        if stored.part and not follows:
            self.find("order", stored.position, stored.stream, f"part {stored.part} of a step has no part before it")

    def _check_leaf(self, stored: Stored, moves: Sequence[Transfer], receipt: Receipt | None) -> None:
        if receipt is None:
            self.find("missing", stored.position, stored.stream, f"the receipt of command {stored.command_id!r}")
            self._grow(stored.leaf)
            return
        if stored.position > receipt.position or stored.at != receipt.at:
            self.find("edited", stored.position, stored.stream, f"the receipt of command {stored.command_id!r}")
        data, command = _content_digests(stored)
        leaf = (
            LEAF_FORMAT, stored.position, stored.stream, stored.version, stored.part, stored.name, stored.at,
            stored.actor, stored.command_id, data, command, [astuple(move) for move in moves],
            receipt.request_digest, content_digest(receipt.reply), receipt.salt,
        )  # fmt: skip
        try:
            sound = event_leaf(leaf) == stored.leaf or former_leaf(leaf) == stored.leaf
        except (TypeError, ValueError):
            sound = False
        if not sound:
            self.find(
                "edited", stored.position, stored.stream,
                f"version {stored.version} ({stored.name}), its transfers or its reply are not as they were hashed",
            )  # fmt: skip
        # The stored leaf goes on into the tree: were it edited too, the next signed root tells.
        self._grow(stored.leaf)

    def _grow(self, leaf: bytes) -> None:
        for level, number, value in self._frontier.add(leaf):
            if level % TILE_BITS == 0:
                self._tiles[level, number] = value

    def _head(self, head: SignedHead) -> None:
        self._heads += 1
        self._seen_keys.add(str(head.key))
        if not is_signed(head):
            self.find("signature", head.size, "", f"the head of size {head.size} is not signed by its key")
        elif not self._trust.trusts(head):
            self._untrusted_key(head)
        elif self._whole and head.root != self._frontier.root().hex():
            self._root_differs(head.size, "the signed head")
        else:
            self._roots_agree_to = head.size
            self._trust.agrees(head)

    def _untrusted_key(self, head: SignedHead) -> None:
        """Said once for each key: it signed one head after another."""
        if head.key not in self._untrusted:
            self._untrusted.add(head.key)
            what = f"the head of size {head.size} is signed by a key that is not trusted, and perhaps later ones"
            self.find(UNTRUSTED, head.size, "", f"{what}; if it is known: --key {head.key}")

    def _root_differs(self, size: int, which: str) -> None:
        if self._roots_differ:
            return
        self._roots_differ = True
        first = self._roots_agree_to + 1
        self.find(
            "tree", first, "", f"something from position {first} to {size} is not as {which} of size {size} has it"
        )

    def _heads_elsewhere(self) -> None:
        size = self._frontier.size
        for head in self._exported:
            if head.size == size and self._whole and head.root != self._frontier.root().hex():
                self._root_differs(size, "the exported head")
        if self._whole and self._trust.differs(size, self._frontier):
            self._root_differs(size, "the record of its restoration")

    def _end(self, heads: _Heads, transfers: _Transfers) -> None:
        size = self._frontier.size
        self._command_ended()
        for head in heads.rest():
            self.find("truncated", size + 1, "", f"a signed head tells of {head.size} events; {size} are there")
        for head in self._exported:
            if not is_signed(head):
                self.find("signature", head.size, "", "the exported head is not signed by its key")
            elif not self._trust.trusts(head):
                self.find(
                    UNTRUSTED, head.size, "", f"the exported head is signed by {head.key}, which is not trusted"
                )
            if head.size > size:
                self.find(
                    "truncated", size + 1, "", f"the exported head tells of {head.size} events; {size} are there"
                )
        if size and self._roots_agree_to != size and not self._findings:
            self.find("truncated", size, "", f"no signed head covers the events after {self._roots_agree_to}")
        for position in transfers.rest():
            self.find("edited", position, "", "transfers without an event")
        for position, what in self._trust.faults():
            self.find(UNTRUSTED, position, RESTORATION_STREAM, what)
        for what in self._removals.faults():
            self.find("removed", 0, RETENTION_STREAM, what)
        for stream, what in self._play.end():
            self.find("replay", 0, stream, what)
        for check in (
            self._size_kept,
            self._versions_kept,
            self._places_kept,
            self._balances_kept,
            self._spans_kept,
            self._snapshots_kept,
            self._receipts_kept,
            self._tree_kept,
            self._heads_kept,
        ):
            self._guarded(check)

    # What the store keeps beside the log to answer quickly must say the same as the log.

    def _size_kept(self) -> None:
        kept, size = self._store.size_as_kept(), self._frontier.size
        if kept != size:
            self.find("truncated", size + 1, "", f"the log was {kept} events long; {size} are there")

    def _versions_kept(self) -> None:
        for stream, version in self._store.streams():
            found = self._versions.get(stream)
            if found != version:
                self.find("order", 0, stream, f"kept at version {version}, its events say {found or 'there is none'}")

    def _places_kept(self) -> None:
        if self._store.schema() < BLOCKS_SINCE:
            return
        for stream in sorted(self._places.misplaced(self._store.stream_spans())):
            self.find("order", 0, stream, f"not all events of {stream or 'a stream that is gone'} would be found")

    def _balances_kept(self) -> None:
        kept_at = self._store.balances_at()
        if not isinstance(kept_at, int) or not 0 <= kept_at <= self._frontier.size:
            self.find("money", 0, "", f"balances are kept up to {kept_at!r}, where no event is")
        for account, kept, computed in self._money.differences(self._store.balances()):
            self.find("money", 0, "", f"{account} is kept at {kept}, its transfers come to {computed}")

    def _spans_kept(self) -> None:
        for account in sorted(self._money.misplaced(self._store.account_spans())):
            self.find("money", 0, "", f"not all transfers of {account or 'an account that is gone'} would be found")

    def _snapshots_kept(self) -> None:
        """A key that is not trusted has been named already; what it signed as well need not be listed."""
        keys = self._trust.keys | self._seen_keys
        for snapshot, signature in self._store.signed_snapshots():
            if not any(is_sealed(snapshot, signature, key) for key in keys):
                what = f"the snapshot of version {snapshot.version} is not as it was signed"
                self.find("snapshot", 0, snapshot.stream, what)
        for name, version in self._store.unsigned_snapshots():
            if version > self._unsalted.get(stream_of(name), 0):
                self.find("snapshot", 0, name, f"the snapshot of version {version} has no signature")

    def _receipts_kept(self) -> None:
        """Every command has events, and its receipt must be theirs; that it is unchanged, their leaves tell."""
        for command_id, position in self._store.stray_receipts(MOST_FINDINGS):
            self.find("receipt", position, "", f"the receipt of command {command_id!r} belongs to none of its events")

    def _tree_kept(self) -> None:
        if not self._whole:
            return
        size = self._frontier.size
        if self._store.peaks() != b"".join(self._frontier.peaks):
            self.find(
                "tree", size, "", "the kept peaks, to which the next event is added, are not those of the leaves"
            )
        left = dict(self._tiles)
        for level, number, value in self._store.tiles():
            if left.pop((level, number), None) != value:
                self._tile_differs(level, number)
        for level, number in left:
            self._tile_differs(level, number)

    def _tile_differs(self, level: int, number: int) -> None:
        first = (number << level) + 1
        last = (number + 1) << level
        self.find("tree", first, "", f"the kept hash over positions {first} to {last} is not that of the leaves")

    def _heads_kept(self) -> None:
        signed, kept = self._store.counts_of_heads()
        if signed != kept:
            self.find("heads", 0, "", f"{signed} heads were signed, {kept} are there")
        elif self._heads != kept and not self._findings:
            self.find("heads", 0, "", f"{kept} heads are there, but the log has only the sizes of {self._heads}")


def _content_digests(stored: Stored) -> tuple[str, str]:
    if stored.data is not None and stored.command is not None:
        return content_digest(stored.data), content_digest(stored.command)
    removed = (stored.removed or b"").hex()
    return removed[:64], removed[64:]


class _Heads:
    """Heads in the order of their sizes, taken as the log reaches them."""

    def __init__(self, heads: Iterable[SignedHead]) -> None:
        self._heads = iter(heads)
        self._next = next(self._heads, None)

    def of_size(self, size: int) -> Iterable[SignedHead]:
        while self._next is not None and self._next.size <= size:
            head, self._next = self._next, next(self._heads, None)
            if head.size == size:
                yield head

    def rest(self) -> Iterable[SignedHead]:
        if self._next is not None:
            yield self._next


class _Transfers:
    """Transfers in the order of positions, taken as the log reaches them."""

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)
        self._strays: list[int] = []

    def of(self, position: int) -> tuple[Transfer, ...] | None:
        moves = []
        while self._next is not None and self._next[0] <= position:
            row, self._next = self._next, next(self._rows, None)
            if row[0] < position:
                self._strays.append(row[0])
            else:
                moves.append(row)
        try:
            return tuple(_transfer(row) for row in moves)
        except (msgspec.MsgspecError, TypeError, ValueError):
            return None

    def rest(self) -> Iterable[int]:
        yield from self._strays
        if self._next is not None:
            yield self._next[0]


def _transfer(row: tuple[Any, ...]) -> Transfer:
    _, _, source, target, amount, detail = row
    if not isinstance(source, str) or not isinstance(target, str) or not isinstance(amount, int) or amount <= 0:
        raise ValueError("not a transfer")
    return Transfer(source, target, amount, *_detail.decode(detail))


class _Receipts:
    """The receipt of a command, looked up once for all of its events."""

    def __init__(self, store: Reading) -> None:
        self._store = store
        self._recent: dict[str, Receipt | None] = {}

    def of(self, command_id: str) -> Receipt | None:
        if command_id not in self._recent:
            if len(self._recent) > 1:
                self._recent.pop(next(iter(self._recent)))
            self._recent[command_id] = self._store.receipt(command_id)
        return self._recent[command_id]


class _Removals:
    """Whether exactly that content is gone which retention recorded."""

    def __init__(self, store: Reading) -> None:
        self._records: list[ContentRemoved] = []
        self._digests: dict[int, Any] = {}
        self._uncovered: dict[str, int] = {}
        for stored in store.read(RETENTION_STREAM):
            if stored.name == CONTENT_REMOVED and stored.data is not None:
                try:
                    self._records.append(msgspec.json.decode(stored.data, type=ContentRemoved))
                except msgspec.MsgspecError:
                    continue
        self._digests = {index: sha256() for index in range(len(self._records))}

    def left(self) -> dict[tuple[str, int], str]:
        """The tables as retention left them, by stream and the last version removed."""
        return {(record.stream, record.last): record.table for record in self._records if record.table is not None}

    def see(self, stored: Stored) -> None:
        covered = False
        for index, record in enumerate(self._records):
            if record.stream == stored.stream and record.first <= stored.version <= record.last:
                self._digests[index].update(stored.leaf)
                covered = True
        if stored.data is None and not covered:
            self._uncovered.setdefault(stored.stream, stored.version)

    def faults(self) -> Iterable[str]:
        for stream, version in self._uncovered.items():
            yield f"the content of {stream} from version {version} on is gone, and no record says so"
        for index, record in enumerate(self._records):
            if self._digests[index].hexdigest() != record.leaves:
                versions = f"from version {record.first} to {record.last}"
                yield f"{record.stream} {versions} is not what was recorded as removed"
