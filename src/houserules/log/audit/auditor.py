"""The audit checks whether the log says today what it said when it was written. Every finding says where.

It trusts neither the stored hashes nor the balances: leaves are recomputed from the content, roots from the leaves,
balances from the transfers. What it must trust comes from outside the database: the public key, and heads that were
exported and stored elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

from msgspec import Struct

from houserules.log.audit.each_event import EventAudit, Observer
from houserules.log.audit.ordered import Ordered, Transfers
from houserules.log.audit.trust import RESTORATION_STREAM, ArchiveRestored, Trust
from houserules.log.entries import SignedHead, Stored, digest_of
from houserules.log.errors import LogError
from houserules.log.reading import LogReader
from houserules.log.signing import is_sealed, is_signed

MOST_FINDINGS: Final = 100
UNTRUSTED: Final = "key"
"""The kind of finding that does not accuse the log, except that an unknown party has signed it."""


class Finding(Struct, frozen=True):
    """Something is not as it was. ``position`` is where in the log, 0 if no single event can be named."""

    kind: str
    position: int
    stream: str
    what: str


class LogAudit(Struct, frozen=True):
    events: int
    streams: int
    transfers: int
    heads: int
    removed: int
    """Events whose content was removed."""
    root: str
    keys: tuple[str, ...]
    findings: tuple[Finding, ...]
    restored: tuple[ArchiveRestored, ...]
    """The archives that this database was restored from, and vouches for."""
    notes: tuple[str, ...]
    """What a reader should know, but nobody is at fault for."""

    @property
    def sound(self) -> bool:
        return not self.findings


def audit_log(
    log: LogReader,
    exported: Sequence[SignedHead] = (),
    keys: Sequence[str] = (),
    observers: Sequence[Observer] = (),
    balances: dict[str, int] | None = None,
) -> LogAudit:
    """Reads everything. ``exported`` are heads stored elsewhere; ``keys`` the trusted public keys, if known.

    ``log`` should be frozen (:meth:`houserules.log.Log.frozen`) if others may be writing. ``balances`` are filled as
    the log is read: an observer finds there the sums of all transfers before the event.
    """
    return _Auditor(log, exported, frozenset(keys), observers, {} if balances is None else balances).run()


class _Auditor:
    def __init__(
        self,
        log: LogReader,
        exported: Sequence[SignedHead],
        keys: frozenset[str],
        observers: Sequence[Observer],
        balances: dict[str, int],
    ) -> None:
        self._log = log
        self._exported = exported
        self._observers = observers
        self._trust = Trust(log, keys)
        self._findings: list[Finding] = []
        self._each = EventAudit(self.find, lru_cache(maxsize=2)(log.receipt), observers, balances)
        self._heads = 0
        self._roots_agree_to = 0
        self._roots_differ = False
        self._seen_keys: set[str] = set()
        self._untrusted: set[str] = set()

    def find(self, kind: str, position: int, stream: str, what: str) -> None:
        if len(self._findings) < MOST_FINDINGS:
            self._findings.append(Finding(kind, position, stream, what))

    def run(self) -> LogAudit:
        self._guarded(self._read_everything)
        each = self._each
        return LogAudit(
            each.events, len(each.last), each.transfers, self._heads, each.removed, each.tree.root().hex(),
            tuple(sorted(self._seen_keys)), tuple(self._findings),
            tuple(record for _, record in self._trust.restored), tuple(each.times.notes),
        )  # fmt: skip

    def _read_everything(self) -> None:
        heads = Ordered(self._log.heads(), lambda head: head.size)
        transfers = Transfers(self._log.raw_transfers())
        for stored in self._log.read_all():
            self._guarded(partial(self._event, stored, transfers), stored.position, stored.stream)
            if self._each.tree.size < stored.position:
                self._each.grow(stored.leaf)
            for head in heads.upto(self._each.tree.size):
                if head.size == self._each.tree.size:
                    self._guarded(partial(self._head, head), head.size)
            self._heads_elsewhere()
        self._end(heads, transfers)

    def _event(self, stored: Stored, transfers: Transfers) -> None:
        self._each.see(stored, transfers.of(stored.position))

    def _guarded(self, check: Callable[[], None], position: int = 0, stream: str = "") -> None:
        """Whatever makes a check fail was not written by the log: that is a finding, and the audit goes on."""
        try:
            check()
        except LogError:
            raise
        except Exception as error:
            self.find("edited", position, stream, f"it cannot be read: {type(error).__name__}: {error}")

    def _head(self, head: SignedHead) -> None:
        self._heads += 1
        self._seen_keys.add(str(head.key))
        if not is_signed(head):
            self.find("signature", head.size, "", f"the head of size {head.size} is not signed by its key")
        elif not self._trust.trusts(head):
            self._untrusted_key(head)
        elif self._each.whole and head.root != self._each.tree.root().hex():
            self._root_differs(head.size, "the signed head")
        else:
            self._roots_agree_to = head.size
            self._trust.agrees(head)

    def _untrusted_key(self, head: SignedHead) -> None:
        """Reported once for each key: it signed one head after another."""
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
        size = self._each.tree.size
        for head in self._exported:
            if head.size == size and self._each.whole and head.root != self._each.tree.root().hex():
                self._root_differs(size, "the exported head")
        if self._each.whole and self._trust.differs(self._each.tree):
            self._root_differs(size, "the record of its restoration")

    def _end(self, heads: Ordered[SignedHead], transfers: Transfers) -> None:
        size = self._each.tree.size
        self._each.end()
        if heads.following is not None:
            told = heads.following.size
            self.find("truncated", size + 1, "", f"a signed head tells of {told} events; {size} are there")
        for head in self._exported:
            if not is_signed(head):
                self.find("signature", head.size, "", "the exported head is not signed by its key")
            elif not self._trust.trusts(head) and head.key not in self._untrusted:
                self.find(
                    UNTRUSTED, head.size, "", f"the exported head is signed by {head.key}, which is not trusted"
                )
            if head.size > size:
                self.find(
                    "truncated", size + 1, "", f"the exported head tells of {head.size} events; {size} are there"
                )
        if size and self._roots_agree_to != size and not self._findings:
            self.find("truncated", size, "", f"no signed head covers the events after {self._roots_agree_to}")
        for position in transfers.strays():
            self.find("edited", position, "", "transfers without an event")
        for position, what in self._trust.faults():
            self.find(UNTRUSTED, position, RESTORATION_STREAM, what)
        for observer in self._observers:
            for kind, stream, what in observer.end():
                self.find(kind, 0, stream, what)
        for check in (
            self._size_kept, self._streams_kept, self._balances_kept, self._snapshots_kept, self._receipts_kept,
            self._tree_kept, self._heads_kept, self._documents_kept, self._triggers_kept, self._indexes_agree,
        ):  # fmt: skip
            self._guarded(check)

    # Redundant data, stored beside the events for quick answers, must agree with the events.

    def _size_kept(self) -> None:
        kept, size = self._log.size_as_kept(), self._each.tree.size
        if kept != size:
            self.find("truncated", size + 1, "", f"the log was {kept} events long; {size} are there")

    def _streams_kept(self) -> None:
        for stream, _ in self._log.streams():
            if stream not in self._each.last:
                self.find("order", 0, stream, "this stream is kept, but none of its events is there")

    def _balances_kept(self) -> None:
        left = dict(self._each.balances)
        for account, kept in self._log.balances():
            computed = left.pop(account, 0)
            if computed != kept:
                self.find("money", 0, "", f"{account} is kept at {kept}, its transfers come to {computed}")
        for account, computed in left.items():
            if computed:
                self.find("money", 0, "", f"{account} is kept at 0, its transfers come to {computed}")

    def _snapshots_kept(self) -> None:
        """An untrusted key has been reported already; what else it signed need not be listed."""
        keys = self._trust.keys | self._seen_keys
        for snapshot, signature in self._log.snapshots():
            if not any(is_sealed(snapshot, signature, key) for key in keys):
                what = f"the snapshot of version {snapshot.version} is not as it was signed"
                self.find("snapshot", 0, snapshot.stream, what)

    def _receipts_kept(self) -> None:
        """Every command has events, and its receipt must match them; their leaves show that the receipt is
        unchanged."""
        for command_id, position in self._log.stray_receipts(MOST_FINDINGS):
            self.find("receipt", position, "", f"the receipt of command {command_id!r} belongs to none of its events")

    def _documents_kept(self) -> None:
        for digest, document in self._log.documents():
            if digest_of(document) != digest:
                self.find("document", 0, "", f"the document {digest} was edited")

    def _triggers_kept(self) -> None:
        for what in self._log.trigger_faults():
            self.find("trigger", 0, "", what)

    def _indexes_agree(self) -> None:
        for what in self._log.index_faults():
            self.find("edited", 0, "", f"the file is damaged: {what}")

    def _tree_kept(self) -> None:
        if not self._each.whole:
            return
        size = self._each.tree.size
        if self._log.peaks() != b"".join(self._each.tree.peaks):
            self.find(
                "tree", size, "", "the kept peaks, to which the next event is added, are not those of the leaves"
            )
        left = dict(self._each.tiles)
        for level, number, value in self._log.tiles():
            if left.pop((level, number), None) != value:
                self._tile_differs(level, number)
        for level, number in left:
            self._tile_differs(level, number)

    def _tile_differs(self, level: int, number: int) -> None:
        first = (number << level) + 1
        last = (number + 1) << level
        self.find("tree", first, "", f"the kept hash over positions {first} to {last} is not that of the leaves")

    def _heads_kept(self) -> None:
        signed, kept = self._log.counts_of_heads()
        if signed != kept:
            self.find("heads", 0, "", f"{signed} heads were signed, {kept} are there")
        elif self._heads != kept and not self._findings:
            self.find("heads", 0, "", f"{kept} heads are there, but the log has only the sizes of {self._heads}")
