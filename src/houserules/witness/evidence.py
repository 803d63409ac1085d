"""Evidence: something that a house did and must not do, as a signed note that others can check from its file alone.

``docs/verify_evidence.py`` checks it and imports nothing of ours; docs/witness.md says what each kind proves.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from houserules.notes import VerifierKey

FORMAT: Final = "houserules.evidence/1"


class Kind(StrEnum):
    FORK = "fork"
    """Two checkpoints signed by the log, of histories that differ."""
    ROLLBACK = "rollback"
    """A checkpoint of a smaller size, shown after a larger one."""
    KEY = "key"
    """What was shown as the checkpoint is not signed with the key of the log."""
    UNPROVED = "unproved"
    """A newer checkpoint without tiles that lead to it."""
    SILENCE = "silence"
    """No newer checkpoint for as long as the witness waits for one."""
    BOOKS = "books"
    """An event of the signed log that does not follow from the rules, its seed or the books before it."""
    RESULTS = "results"
    """Results that left the band around exact theory."""
    WITHHELD = "withheld"
    """The content behind a signed checkpoint was not shown, or different content was."""


SECRET: Final = (Kind.BOOKS, Kind.RESULTS)
"""Evidence with content that the published log hides: it is kept only in the witness's folder."""


class Finding(Struct, frozen=True):
    """``old`` is what the witness knew, ``new`` what it was shown: notes as they were signed. ``path`` leads from the
    older tree to both roots (:func:`houserules.merkle.roots_from_consistency`), according to the newer tree; or from
    an event to the root of ``new``. For that event, ``leaf`` is the text that is hashed, with its data and its
    command, and ``detail`` says what is wrong with it, in words that may contain cards and names."""

    kind: Kind
    log: VerifierKey
    at: int
    what: str
    old: str = ""
    new: str = ""
    path: Sequence[bytes] = ()
    detail: str = ""
    leaf: bytes = b""
    data: bytes = b""
    command: bytes = b""

    def text(self, witness: VerifierKey) -> str:
        """The text that the witness signs; it also contains the witness's key for cosignatures."""
        lines = [FORMAT, f"kind {self.kind}", f"log {self.log}", f"witness {witness}", f"at {self.at}"]
        lines += [f"what {' '.join(self.what.split())}"]
        lines += [f"detail {' '.join(self.detail.split())}"] if self.detail else []
        signed = (("old", self.old.encode()), ("new", self.new.encode()))
        event = (("leaf", self.leaf), ("data", self.data), ("command", self.command))
        lines += [f"{name} {b64encode(each).decode()}" for name, each in (*signed, *event) if each]
        lines += [f"node {b64encode(each).decode()}" for each in self.path]
        return "\n".join(lines) + "\n"

    @property
    def about(self) -> str:
        """Identifies the finding: the same one found again is not new."""
        if self.kind in (*SECRET, Kind.WITHHELD):
            return f"{self.kind}\n{self.what}\n{self.detail}"
        return f"{self.kind}\n{self.old}\n{self.new}"
