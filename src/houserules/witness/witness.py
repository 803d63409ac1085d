"""The witness's decisions: whether a checkpoint follows from the one that it cosigned last."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import structlog
from msgspec import Struct

from houserules.app import request_for_part
from houserules.log import Signer
from houserules.merkle import EMPTY_ROOT, is_consistent, is_power, roots_from_consistency
from houserules.notes import (
    COSIGNATURE,
    SIGNATURE,
    Checkpoint,
    MalformedNote,
    Note,
    Opened,
    VerifierKey,
    cosignature,
    open_checkpoint,
    parse_checkpoint,
    parse_note,
    sign_note,
)
from houserules.witness.evidence import SECRET, Finding, Kind
from houserules.witness.store import Followed, Store

_MOST_HASHES: Final = 63
MOST_A_DAY: Final = 100
"""The maximum number of pieces of evidence of one kind kept per house and day: more would only fill the disk."""
_DAY: Final = 86_400
_FIRST_LOOK: Final = 60
"""Seconds after its start in which a witness that was down itself reports nobody as silent."""
_OLD: Final = re.compile("old (0|[1-9][0-9]{0,18})")
_log = structlog.get_logger()

Faults = Callable[[str], None]
Clock = Callable[[], int]
"""Seconds since 1970."""


class Answer(Struct, frozen=True):
    """An answer of the protocol."""

    status: int
    content: str
    kind: str = "text/plain; charset=utf-8"


class Witness:
    """``faults`` is called at the points where tests end the process."""

    def __init__(
        self, name: str, signer: Signer, store: Store, folder: Path, clock: Clock, faults: Faults | None = None
    ) -> None:
        self.key = VerifierKey(name, COSIGNATURE, bytes.fromhex(signer.key))
        self._statements = VerifierKey(name, SIGNATURE, bytes.fromhex(signer.key))
        self._sign = signer.bytes
        self.store = store
        self._folder = folder
        self.now = clock
        self._began = clock()
        self._faults = faults or (lambda _moment: None)

    def add_checkpoint(self, body: str) -> Answer:
        """The call of the same name in c2sp.org/tlog-witness."""
        head, _, content = body.partition("\n\n")
        first, *lines = head.split("\n")
        asked = _OLD.fullmatch(first)
        try:
            proof = [b64decode(line, validate=True) for line in lines]
            origin = parse_checkpoint(parse_note(content).text).origin
        except (MalformedNote, binascii.Error, ValueError):
            return Answer(400, "not a request to add a checkpoint\n")
        if asked is None or len(proof) > _MOST_HASHES:
            return Answer(400, "the first line is old SIZE, then at most 63 hashes follow\n")
        known = self.store.log(origin)
        if known is None:
            return Answer(404, f"this witness does not follow {origin}\n")
        try:
            opened = opened_by(content, known.key)
        except MalformedNote as error:
            return Answer(403, f"{error}\n")
        return self.add(opened, int(asked[1]), proof)

    def add(self, opened: Opened, old: int, proof: Sequence[bytes]) -> Answer:
        """Records and cosigns a checkpoint that the log signed, if it follows from the one before."""
        new, at = opened.checkpoint, self.now()
        if old > new.size:
            return Answer(400, f"the old size {old} is larger than the new one, {new.size}\n")
        with self.store.deciding():
            known = self.store.log(new.origin)
            if known is None:
                return Answer(404, f"this witness does not follow {new.origin}\n")
            no = self._refused(opened, known, old, proof)
            if no is None and (new.size > known.size or not known.note):
                self.store.record(new.origin, new.size, new.root, str(opened.note), at)
            elif no is None:
                self.store.heard(new.origin, at)
        if no is not None:
            return no
        self._faults("recorded")
        line = str(cosignature(opened.note.text, self.key, at, self._sign))
        self._faults("signed")
        if new.size > known.size or not known.cosignature:
            self.store.cosigned(new.origin, new.size, line)
        return Answer(200, line)

    def _refused(self, opened: Opened, known: Followed, old: int, proof: Sequence[bytes]) -> Answer | None:
        new = opened.checkpoint
        differs = new.size == known.size and new.root != known.root
        if differs and known.note:
            what = f"two roots were signed for {new.size} events"
            self.found(Finding(Kind.FORK, known.key, self.now(), what, known.checkpoint, str(opened.note)))
        if old != known.size:
            if new.size < known.size:
                self.store.doubt(new.origin, str(opened.note), new.size)
            return Answer(409, f"{known.size}\n", "text/x.tlog.size")
        if new.size == 0 and new.root != EMPTY_ROOT:
            return Answer(422, "the root of an empty log is the hash of nothing\n")
        if differs:
            return Answer(422, f"another root is known for {new.size} events\n")
        if (old and not is_consistent(old, new.size, known.root, new.root, proof)) or (not old and proof):
            if is_fork(old, new, known.root, proof):
                what = f"the log of {new.size} events does not begin with that of {old}"
                self.found(Finding(Kind.FORK, known.key, self.now(), what, known.checkpoint, str(opened.note), proof))
            else:
                self.store.doubt(new.origin, str(opened.note), new.size)
            return Answer(422, f"the proof does not lead from size {old} to size {new.size}\n")
        return None

    def asks_for(self, log: VerifierKey, after: int, upto: int) -> str:
        """The authorization to read a part of the content of a log, in the form its house requires."""
        return request_for_part(log.name, after, upto, self.now(), self._statements, self._sign)

    def listen(self, silence: int) -> None:
        """Reports logs that have shown nothing newer for this many seconds, neither fetched by this witness nor sent
        to it."""
        if self.now() - self._began < min(silence, _FIRST_LOOK):
            return
        for log in self.store.logs():
            if self.now() - log.grown_at >= silence:
                what = f"no newer checkpoint than that of {log.size} events for {silence} seconds"
                self.found(Finding(Kind.SILENCE, log.key, self.now(), what, log.checkpoint))

    def found(self, finding: Finding) -> None:
        """Signs evidence, stores it, and writes it as a file."""
        origin = finding.log.name
        content = str(sign_note(finding.text(self.key), self._statements, self._sign))
        if finding.kind not in SECRET and self.store.count(origin, finding.kind, finding.at - _DAY) >= MOST_A_DAY:
            return
        number = self.store.keep(origin, finding.kind, finding.at, finding.what, finding.about, content)
        if number is not None:
            self._faults("kept")
            self._write(number, finding.kind, content)
            _log.error("alarm", house=origin, kind=str(finding.kind), what=finding.what, evidence=number)

    def write_missing(self) -> None:
        """Writes the files of evidence that this witness stored but was stopped before writing."""
        for alarm in self.store.alarms():
            if not self._file(alarm.number, alarm.kind).exists():
                self._write(alarm.number, alarm.kind, self.store.evidence(alarm.number) or "")

    def _file(self, number: int, kind: str) -> Path:
        return self._folder / f"{number:06}-{kind}.txt"

    def _write(self, number: int, kind: str, content: str) -> None:
        """Writes the whole file or none."""
        self._folder.mkdir(exist_ok=True)
        file = self._file(number, kind)
        draft = file.with_suffix(".draft")
        draft.touch(mode=0o600 if kind in SECRET else 0o644)
        draft.write_text(content, encoding="utf-8")
        draft.replace(file)


def is_fork(old: int, new: Checkpoint, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the path that a log itself gives leads to its newer root, and to a different older one from the one it
    had signed. For a size that is a power of two, the path leaves out that size's root, and then proves nothing."""
    roots = None if is_power(old) else roots_from_consistency(old, new.size, proof)
    return roots is not None and roots[1] == new.root and roots[0] != root


def opened_by(content: str, key: VerifierKey) -> Opened:
    """A checkpoint that the log signed, with that signature alone: what others added under it is not kept, so that
    nobody makes many out of one. :class:`MalformedNote` for any other."""
    opened = open_checkpoint(content, key)
    own = tuple(each for each in opened.note.signatures if each.is_by(key))
    return Opened(opened.checkpoint, Note(opened.note.text, own), {})
