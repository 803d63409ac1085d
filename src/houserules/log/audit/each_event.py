"""Checks each event during the audit: against the one before it, its receipt, its hash and its transfers.

It is given one event after another, so that a log can be audited at once or as it grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from houserules.log.audit.times import Times
from houserules.log.entries import Receipt, Stored, Transfer
from houserules.log.leaves import event_leaf, leaf_of
from houserules.log.rows import TILE_BITS
from houserules.merkle import Frontier

Find = Callable[[str, int, str, str], None]
"""Receives a finding: its kind, the position, the stream, and a description."""


class Observer(Protocol):
    """Another audit that takes place while the log is read."""

    def see(self, stored: Stored, moves: Sequence[Transfer]) -> Iterable[tuple[str, str]]:
        """What is wrong with this event and its transfers: (kind of finding, description)."""

    def end(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong once everything has been read: (kind of finding, stream, description)."""


class EventAudit:
    """``receipt`` returns the receipt of this command and of the one before. ``balances`` are filled as events
    arrive: an observer finds there the sums of all transfers before its event."""

    def __init__(
        self,
        find: Find,
        receipt: Callable[[str], Receipt | None],
        observers: Sequence[Observer],
        balances: dict[str, int],
    ) -> None:
        self._find = find
        self._receipt = receipt
        self._observers = observers
        self.balances = balances
        self.tree = Frontier()
        self.whole = True
        """Whether every leaf so far was present; after a gap the tree cannot be rebuilt."""
        self.tiles: dict[tuple[int, int], bytes] = {}
        self.last: dict[str, Stored] = {}
        """The last event of each stream."""
        self.times = Times()
        self.events = self.transfers = self.removed = 0
        self._before: Stored | None = None
        self._of_command = 0

    def see(self, stored: Stored, moves: Sequence[Transfer] | None) -> None:
        """The next event, and its transfers; None if these cannot be read."""
        self.events += 1
        self._check_order(stored)
        self._check_time(stored)
        if moves is None:
            self._find("edited", stored.position, stored.stream, "its transfers cannot be read")
            moves = ()
        self._check_leaf(stored, moves, self._receipt(stored.command_id))
        self._check_end_of_command(stored)
        self.last[stored.stream] = self._before = stored
        self.removed += stored.data is None
        self.transfers += len(moves)
        for observer in self._observers:
            for kind, what in observer.see(stored, moves):
                self._find(kind, stored.position, stored.stream, what)
        for move in moves:
            self.balances[move.source] = self.balances.get(move.source, 0) - move.amount
            self.balances[move.target] = self.balances.get(move.target, 0) + move.amount

    def end(self) -> None:
        """Everything has been read."""
        self._command_ended()
        self.times.end()

    def grow(self, leaf: bytes) -> None:
        for level, number, value in self.tree.add(leaf):
            if level % TILE_BITS == 0:
                self.tiles[level, number] = value

    def _check_order(self, stored: Stored) -> None:
        expected = self.tree.size + 1
        if stored.position != expected and self.whole:
            missing = f"position {expected}" if stored.position == expected + 1 else f"from {expected} on"
            self._find("missing", expected, "", f"{missing} up to {stored.position - 1}: these events are not there")
            self.whole = False
        if not self.whole:
            self.tree = Frontier(stored.position - 1, [bytes(32)] * (stored.position - 1).bit_count())
        last = self.last.get(stored.stream)
        before = last.version if last is not None else 0
        if stored.version != before + 1:
            self._find("order", stored.position, stored.stream, f"version {stored.version} follows version {before}")
        follows = last is not None and last.part == stored.part - 1 and last.command_id == stored.command_id
        if stored.part and not follows:
            self._find("order", stored.position, stored.stream, f"part {stored.part} of a step has no part before it")

    def _check_time(self, stored: Stored) -> None:
        found = self.times.see(stored)
        if found is not None:
            early, what = found
            self._find("time", early.position, early.stream, what)

    def _check_end_of_command(self, stored: Stored) -> None:
        """The receipt of the previous command says where its events ended, and how many there were."""
        if self._before is not None and self._before.command_id == stored.command_id:
            self._of_command += 1
            return
        self._command_ended()
        self._of_command = 1

    def _command_ended(self) -> None:
        last = self._before
        receipt = self._receipt(last.command_id) if last is not None else None
        if last is None or receipt is None or not self.whole:
            return
        if (receipt.position, receipt.events) != (last.position, self._of_command):
            self._find("edited", last.position, last.stream, f"the receipt of command {last.command_id!r}")

    def _check_leaf(self, stored: Stored, moves: Sequence[Transfer], receipt: Receipt | None) -> None:
        if receipt is None:
            self._find("missing", stored.position, stored.stream, f"the receipt of command {stored.command_id!r}")
            self.grow(stored.leaf)
            return
        if stored.position > receipt.position or stored.at != receipt.at:
            self._find("edited", stored.position, stored.stream, f"the receipt of command {stored.command_id!r}")
        try:
            sound = event_leaf(leaf_of(stored, moves, receipt)) == stored.leaf
        except (TypeError, ValueError):
            sound = False
        if not sound:
            self._find(
                "edited", stored.position, stored.stream,
                f"version {stored.version} ({stored.name}), its transfers or its reply are not as they were hashed",
            )  # fmt: skip
        # The stored leaf goes into the tree: if it was edited too, the next signed root shows it.
        self.grow(stored.leaf)
