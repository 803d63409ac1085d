"""Replaying a house: the content behind its signed checkpoints is fetched, and everything in it recomputed."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Final

import structlog

from houserules.app import Figures, GrowingAudit, LabTheory, Results, Theory
from houserules.law import Submission
from houserules.log import MOST_FINDINGS, leaf_of, leaf_text
from houserules.log import Finding as Fault
from houserules.merkle import inclusion_proof
from houserules.notes import VerifierKey
from houserules.records import BrokenArchive, Part, read_part
from houserules.witness.evidence import Finding, Kind
from houserules.witness.following import Fetch, Tree, Unreachable, compared, fetch, fetch_part
from houserules.witness.store import Followed
from houserules.witness.witness import Witness

FetchPart = Callable[[str, str], bytes]
"""The content at an address, fetched with the authorization for it."""
_AT_ONCE: Final = 1000
_RESULTS: Final = "results"
_log = structlog.get_logger()


class Replayer:
    """One house, from its first event on, as far as the witness has cosigned it. An alarm is raised after ``silence``
    seconds without content."""

    def __init__(
        self,
        witness: Witness,
        key: VerifierKey,
        address: str,
        silence: int,
        get: Fetch = fetch,
        get_part: FetchPart = fetch_part,
        theory: Theory | None = None,
    ) -> None:
        self._witness = witness
        self.key = key
        self._address = address
        self._silence = silence
        self._get = get
        self._get_part = get_part
        self._theories = Theories(theory or LabTheory())
        self._audit = GrowingAudit(Results(self._theories.figures))
        self._went_on_at = witness.now()
        self._kept = 0
        self.trouble = ""
        """Why the last step failed; empty if it did not."""

    @property
    def position(self) -> int:
        return self._audit.position

    @property
    def rounds(self) -> int:
        return self._audit.rounds

    def _known(self) -> Followed:
        known = self._witness.store.log(self.key.name)
        assert known is not None
        return known

    def step(self) -> None:
        """Replays what was cosigned since the last step."""
        known = self._known()
        try:
            while self.position < known.size:
                self._replay(known)
                self._went_on_at = self._witness.now()
            self.trouble = ""
        except Unreachable as error:
            if str(error) != self.trouble:
                _log.warning("a house does not show its content", why=str(error))
            self.trouble = str(error)

    def listen(self) -> None:
        """Checks whether content was withheld, even while the house is still sending it."""
        known = self._known()
        if self.position >= known.size:
            self._went_on_at = self._witness.now()
        elif self._witness.now() - self._went_on_at >= self._silence:
            what = f"the content after event {self.position} was not shown for {self._silence} seconds"
            self._find(Kind.WITHHELD, what, known)

    def _replay(self, known: Followed) -> None:
        after, upto = self.position, min(known.size, self.position + _AT_ONCE)
        address = f"{self._address}/log/part?after={after}&upto={upto}"
        content = self._get_part(address, self._witness.asks_for(self.key, after, upto))
        try:
            part = read_part(content)
            self._insist_signed(part, upto, known)
        except BrokenArchive as error:
            what = f"what is shown as events {after + 1} to {upto} is not what was signed"
            self._find(Kind.WITHHELD, what, known)
            raise Unreachable(f"{what}: {error}") from None
        faults = self._audit.see(part)
        if self.position == known.size:
            faults += self._audit.settle()
        for fault in faults:
            if self._kept < MOST_FINDINGS:
                self._kept += 1
                self._witness.found(self._proved(fault, part, known))

    def _insist_signed(self, part: Part, upto: int, known: Followed) -> None:
        """Nothing is reported about a house that it did not sign."""
        reached = self.position + len(part.events)
        if not self.position < reached <= upto:
            raise BrokenArchive(f"{len(part.events)} events")
        root = self._audit.root_with(part)
        if reached == known.size:
            signed = root == known.root
        else:
            proof, _ = compared(self._address, self._get, reached, root, known.size, known.root)
            signed = proof is not None
        if not signed:
            raise BrokenArchive("its hashes lead to another root")

    def _proved(self, fault: Fault, part: Part, known: Followed) -> Finding:
        """A fault with its event, and the path from the event to the signed root."""
        now, first = self._witness.now(), part.events[0][0].position
        kind = Kind.RESULTS if fault.kind == _RESULTS else Kind.BOOKS
        what = f"{fault.kind} at position {fault.position}"
        detail = f"{fault.stream}: {fault.what}"
        if fault.position < first:  # From the previous part: the command that ended there.
            return Finding(kind, self.key, now, what, new=known.checkpoint, detail=detail)
        stored, moves = part.events[fault.position - first]
        leaf = leaf_text(leaf_of(stored, moves, part.receipts[stored.command_id]))
        try:
            path = inclusion_proof(Tree(self._address, known.size, self._get).node, stored.position - 1, known.size)
        except Unreachable:  # The finding is kept anyway; hiding tiles does not undo it.
            return Finding(kind, self.key, now, what, new=known.checkpoint, detail=detail)
        return Finding(
            kind, self.key, now, what, "", known.checkpoint, path, detail, leaf, stored.data or b"",
            stored.command or b"",
        )  # fmt: skip

    def _find(self, kind: Kind, what: str, known: Followed) -> None:
        self._witness.found(Finding(kind, self.key, self._witness.now(), what, new=known.checkpoint))


class Theories:
    """The exact theory of submissions, computed one after another in a thread that neither the replay nor the
    shutdown of the witness waits for."""

    def __init__(self, theory: Theory) -> None:
        self._theory = theory
        self._asked: set[str] = set()
        self._known: dict[str, Figures] = {}
        self._waiting: SimpleQueue[Submission] = SimpleQueue()
        Thread(target=self._work, name="theory", daemon=True).start()

    def figures(self, submission: Submission) -> Figures | None:
        if submission.digest not in self._asked:
            self._asked.add(submission.digest)
            self._waiting.put(submission)
        return self._known.get(submission.digest)

    def _work(self) -> None:
        while True:
            submission = self._waiting.get()
            try:
                self._known[submission.digest] = self._theory.figures(submission)
            except Exception as fault:  # The replay goes on without watching this submission's results.
                _log.warning("there is no theory of a submission", submission=submission.digest, why=str(fault))
