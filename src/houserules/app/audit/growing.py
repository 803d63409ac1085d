"""The audit of books as they arrive, part by part: for a witness that replays a house."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from houserules.app.audit.auditing import House
from houserules.app.audit.results import Results
from houserules.log import EventAudit, Finding, Receipt, event_leaf, leaf_of
from houserules.merkle import Frontier
from houserules.records import Books, BrokenArchive, Part


class GrowingAudit:
    """Everything up to :attr:`position` has been replayed."""

    def __init__(self, results: Results | None = None) -> None:
        self._documents: dict[str, bytes] = {}
        self._receipts: dict[str, Receipt] = {}
        """Receipts of the last part, and of the command before it."""
        self._books = Books(self._documents.get, partial(House, results=results))
        self._each = EventAudit(self._find, self._receipts.get, self._books.observers, self._books.balances)
        self._found: list[Finding] = []

    @property
    def position(self) -> int:
        return self._each.tree.size

    @property
    def rounds(self) -> int:
        return self._books.replays.rounds

    def root_with(self, part: Part) -> bytes:
        """The root of the log once this part follows what was replayed. Raises :class:`BrokenArchive` if it is not
        the next part: nothing in it is trusted before this root is known to be a signed one."""
        tree = Frontier(self.position, self._each.tree.peaks)
        for stored, moves in part.events:
            if stored.position != tree.size + 1:
                raise BrokenArchive(f"position {stored.position} follows position {tree.size}")
            receipt = part.receipts.get(stored.command_id)
            if receipt is None:
                raise BrokenArchive(f"position {stored.position}: the receipt of its command is missing")
            tree.add(event_leaf(leaf_of(stored, moves, receipt)))
        return tree.root()

    def see(self, part: Part) -> list[Finding]:
        """Replays a part and returns what is wrong with it."""
        self._documents.update(part.documents)
        self._receipts.update(part.receipts)
        for record in part.removals:
            self._books.told_of_removal(record)
        for stored, moves in part.events:
            signed = replace(stored, leaf=event_leaf(leaf_of(stored, moves, part.receipts[stored.command_id])))
            try:
                self._each.see(signed, moves)
            except Exception as error:  # No service writes what the audit fails on: that is a finding.
                what = f"it cannot be read: {type(error).__name__}: {error}"
                self._find("edited", stored.position, stored.stream, what)
                if self.position < stored.position:
                    self._each.grow(signed.leaf)
        self._each.tiles.clear()
        last = part.events[-1][0].command_id if part.events else ""
        for known in [each for each in self._receipts if each != last]:
            del self._receipts[known]
        found, self._found = self._found, []
        return found

    def settle(self) -> list[Finding]:
        """What is wrong with the last command. Call it only where a command has ended: a log is signed between two
        commands."""
        for observer in self._books.observers:
            for kind, stream, what in observer.end():
                self._find(kind, self.position, stream, what)
        found, self._found = self._found, []
        return found

    def _find(self, kind: str, position: int, stream: str, what: str) -> None:
        self._found.append(Finding(kind, position, stream, what))
