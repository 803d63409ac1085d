"""The witnesses of a house: its newest checkpoint is sent to them, and published with their signatures.

They are asked by the protocol of c2sp.org/tlog-witness, in the background: no player waits for them.
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from msgspec import Struct

from houserules.app.outgoing import NoAnswer, answer_of
from houserules.app.views.record_shapes import WitnessesShown, WitnessState
from houserules.log import Log, LogUnavailable, SignedHead
from houserules.notes import (
    COSIGNATURE,
    LARGEST_NOTE,
    MalformedNote,
    Note,
    Signature,
    VerifierKey,
    open_checkpoint,
    parse_signature,
    parse_vkey,
)

EVERY: Final = 1.0
"""Seconds between two rounds of asking them."""
_PATIENCE: Final = 5.0
_AS_TEXT: Final = {"Content-Type": "text/plain; charset=utf-8"}
_SIZE: Final = re.compile("(0|[1-9][0-9]{0,18})\n?")
_TRIES: Final = 3
_OK, _CONFLICT, _UNPROVED = 200, 409, 422
NONE_SIGNS: Final = "no witness has signed the newest checkpoint"


class Refused(Exception):
    """A witness did not sign, and why."""

    state: WitnessState = "silent"


class Contradicted(Refused):
    """A witness has signed another history of this log, or a longer one."""

    state: WitnessState = "contradicts"


class Asked(Struct):
    """A witness, how far it has signed, and when; ``trouble`` says why it did not sign the last time."""

    key: VerifierKey
    address: str
    size: int = 0
    at: int = 0
    trouble: str = "it was not asked yet"
    state: WitnessState = "waiting"
    signature: Signature | None = None


def parse_witness(text: str) -> Asked:
    """A verifier key and an address, separated by a blank. :class:`MalformedNote` for anything else."""
    vkey, _, address = text.strip().partition(" ")
    key = parse_vkey(vkey)
    if key.kind != COSIGNATURE or not address.startswith(("http://", "https://")):
        raise MalformedNote(f"{text}: expected the verifier key of a witness, a blank and its address")
    return Asked(key, address.rstrip("/"))


class Witnesses:
    """``quorum`` is how many must have signed a checkpoint before it counts as witnessed."""

    def __init__(self, log: Log, trouble: Callable[[str | None], None]) -> None:
        self._log = log
        self._tell = trouble
        self.asked: tuple[Asked, ...] = ()
        self.quorum = 0
        self.readers: tuple[VerifierKey, ...] = ()
        """The keys of witnesses that may read the content of the log, to replay it."""
        self._published: Note | None = None
        self.witnessed: Note | None = None
        """The newest checkpoint that enough of them have signed."""
        self._task: asyncio.Task[None] | None = None

    def choose(self, witnesses: Sequence[str], quorum: int | None) -> None:
        self.asked = tuple(map(parse_witness, witnesses))
        self.quorum = len(self.asked) if quorum is None else quorum

    def start(self) -> None:
        if self.asked and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def checkpoint(self) -> Note | None:
        """The published checkpoint: the newest that was sent to the witnesses; without witnesses, the newest of all.
        None while the log is empty."""
        if self._published is not None:
            return self._published
        newest = self._log.head()
        return newest.checkpoint() if newest is not None else None

    def proved(self) -> Note | None:
        """The checkpoint under which receipts are given."""
        return self.witnessed if self.quorum else self.checkpoint()

    async def _run(self) -> None:
        while True:
            try:
                await self.ask()
            except LogUnavailable:
                pass  # The database does not answer: there is nothing new to sign.
            except Exception as fault:
                structlog.get_logger().error("our fault", exc_info=fault)
            await asyncio.sleep(EVERY)

    async def ask(self) -> None:
        """Sends the newest checkpoint to all of them at once."""
        head = await asyncio.to_thread(self._log.head)
        if head is None:
            return
        await asyncio.gather(*(self._ask(each, head) for each in self.asked))
        own = head.checkpoint()
        signed = [each.signature for each in self.asked if each.size == head.size and each.signature is not None]
        self._published = Note(own.text, (*own.signatures, *signed))
        if len(signed) >= self.quorum:
            self.witnessed = self._published
        self._say(len(signed))

    def _say(self, signed: int) -> None:
        against = [f"{each.key.name}: {each.trouble}" for each in self.asked if each.state == "contradicts"]
        if against:
            self._tell(f"a witness does not recognize the log: {'; '.join(against)}")
        elif not signed:
            self._tell(f"{NONE_SIGNS}: {'; '.join(each.trouble for each in self.asked)}")
        elif signed < self.quorum:
            self._tell(f"{signed} of {len(self.asked)} witnesses have signed; {self.quorum} are needed")
        else:
            self._tell(None)

    async def _ask(self, witness: Asked, head: SignedHead) -> None:
        try:
            line = await self._signature(witness, head)
            found = open_checkpoint(f"{head.checkpoint()}{line}", head.vkey(), [witness.key])
            if witness.key.name not in found.cosigned:
                raise Refused("it signed with another key")
            mine = [parse_signature(each) for each in line.splitlines()]
            witness.signature = next(each for each in mine if each.is_by(witness.key))
            witness.size, witness.at, witness.trouble = head.size, found.cosigned[witness.key.name], ""
            witness.state = "signed"
        except (Refused, NoAnswer, MalformedNote, ValueError) as why:
            if witness.trouble != str(why):
                structlog.get_logger().error("a witness does not sign", witness=witness.key.name, why=str(why))
            witness.trouble = str(why)
            witness.state = why.state if isinstance(why, Refused) else "silent"

    async def _signature(self, witness: Asked, head: SignedHead) -> str:
        """The lines that the witness answers with. The witness itself says how far it has signed."""
        old = witness.size
        for _ in range(_TRIES):
            if old > head.size:
                raise Contradicted(f"it has signed {old} events of this log, which has {head.size}")
            proof = await asyncio.to_thread(self._log.consistency, old, head.size)
            lines = "".join(f"{b64encode(each).decode()}\n" for each in proof)
            status, content = await answer_of(
                "POST", f"{witness.address}/add-checkpoint", seconds=_PATIENCE, largest=LARGEST_NOTE,
                content=f"old {old}\n{lines}\n{head.checkpoint()}", headers=_AS_TEXT,
            )  # fmt: skip
            said = content.decode("utf-8", "replace")
            if status == _OK:
                return said
            if status == _UNPROVED:
                raise Contradicted(f"it has signed another history of this log: {said.strip()[:200]}")
            if status != _CONFLICT or not _SIZE.fullmatch(said):
                raise Refused(f"it answers {status}: {said.strip()[:200]}")
            old = int(said)
        raise Refused("others ask it for this log at the same time")

    def shown(self) -> WitnessesShown:
        newest = self._log.head()
        size = newest.size if newest is not None else 0
        signed = [each for each in self.asked if each.signature is not None and not each.trouble]
        return {
            "needed": self.quorum,
            "size": size,
            "signed": len(signed),
            "witnesses": [
                {
                    "name": each.key.name, "vkey": str(each.key), "address": each.address, "size": each.size,
                    "behind": size - each.size, "at": each.at * 1000, "state": each.state,
                    "trouble": each.trouble,
                }
                for each in self.asked
            ],
        }  # fmt: skip
