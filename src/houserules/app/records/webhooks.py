"""Events sent to the operator's programs, signed, in the order of the log, each at least once.

The headers follow standardwebhooks.com. What an auditor may not see is withheld here too. Each receiver's position is
kept in a file beside the key of the log.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import new as hmac
from pathlib import Path
from typing import Final, Protocol, TypedDict

import msgspec
import structlog
from msgspec import Struct

from houserules.app.outgoing import NoAnswer, answer_of
from houserules.app.people.roles import Job, Person
from houserules.app.records.event_reader import EventReader
from houserules.app.table.live_table import LiveTable
from houserules.app.views.record_shapes import EventShown
from houserules.log import Log, LogUnavailable, write_private

EVERY: Final = 1.0
"""Seconds between two checks for new events."""
MOST_EVENTS: Final = 200
_PATIENCE: Final = 10.0
_LARGEST_ANSWER: Final = 1_000_000
_TAKEN: Final = 200
_LONGEST_WAIT: Final = 60.0
SHORTEST_SECRET: Final = 24
_AUDITOR: Final = Person("webhook", "Webhook", frozenset({Job.AUDITOR}))
_read_places: Final = msgspec.json.Decoder(dict[str, int]).decode


class Message(TypedDict):
    """What a webhook is sent: events in the order of the log, each at least once."""

    log: str
    """The name under which the log is published."""
    after: int
    """The last position that the receiver had; if it has another one, something is missing."""
    position: int
    events: list[EventShown]


class NotDelivered(Exception):
    """A receiver did not take a message, and why."""


class Receiver(Struct):
    """``position`` is the last event that it has taken; ``trouble`` says why it did not take the next."""

    address: str
    position: int = 0
    trouble: str = ""
    failures: int = 0
    waits: float = 0.0


def signature_of(secret: bytes, message: str, moment: int, body: bytes) -> str:
    """The signature of a message, from its id, the second at which it is sent, and its body."""
    signed = hmac(secret, f"{message}.{moment}.".encode() + body, sha256).digest()
    return f"v1,{b64encode(signed).decode()}"


class _House(Protocol):
    """What this module needs from the house."""

    log: Log

    def now(self) -> int: ...
    def live_tables(self) -> Sequence[LiveTable]: ...


class Webhooks:
    def __init__(self, house: _House, tell: Callable[[str | None], None]) -> None:
        self._house = house
        self._log = house.log
        self._tell = tell
        self._secret = b""
        self.receivers: tuple[Receiver, ...] = ()
        self._task: asyncio.Task[None] | None = None
        self._delivering = asyncio.Lock()

    def choose(self, addresses: Sequence[str], secret: str) -> None:
        self._secret = secret.encode()
        self.receivers = tuple(map(Receiver, addresses))

    @property
    def _file(self) -> Path:
        return self._log.file_beside("webhooks")

    def start(self) -> None:
        if self.receivers and self._task is None:
            self.find_places()
            self._task = asyncio.create_task(self._run())

    def find_places(self) -> None:
        """Where each receiver resumes. A new one starts with what happens from now on."""
        known = _read_places(self._file.read_bytes()) if self._file.exists() else {}
        for each in self.receivers:
            each.position = known.get(each.address, self._log.position())
        self._keep_places()

    def _keep_places(self) -> None:
        write_private(self._file, msgspec.json.encode({each.address: each.position for each in self.receivers}))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        while True:
            try:
                await self.deliver()
            except LogUnavailable:
                pass  # The database does not answer: there is nothing new to send.
            except Exception as fault:
                structlog.get_logger().error("our fault", exc_info=fault)
            await asyncio.sleep(EVERY)
            for each in self.receivers:
                each.waits = max(0.0, each.waits - EVERY)

    async def deliver(self) -> None:
        """Sends everything new to all receivers at once; one that does not answer delays no other."""
        async with self._delivering:
            await asyncio.gather(*(self._deliver(each) for each in self.receivers if not each.waits))
        troubles = [f"{each.address}: {each.trouble}" for each in self.receivers if each.trouble]
        self._tell("; ".join(troubles) or None)

    async def _deliver(self, receiver: Receiver) -> None:
        while events := await self._events_after(receiver.position):
            message: Message = {
                "log": await asyncio.to_thread(self._origin),
                "after": receiver.position,
                "position": events[-1]["position"],
                "events": events,
            }
            try:
                await self._post(receiver.address, message)
            except NotDelivered as why:
                if receiver.trouble != str(why):
                    structlog.get_logger().error("a webhook is not taken", address=receiver.address, why=str(why))
                receiver.trouble = str(why)
                receiver.waits = min(_LONGEST_WAIT, 2.0**receiver.failures)
                receiver.failures += 1
                return
            receiver.position, receiver.trouble, receiver.failures = message["position"], "", 0
            await asyncio.to_thread(self._keep_places)

    def _origin(self) -> str:
        """The name under which the log is published."""
        newest = self._log.head()
        return newest.origin if newest is not None else ""

    async def _events_after(self, position: int) -> list[EventShown]:
        """The events are read before the state of the tables is determined: see :meth:`EventReader.show`."""
        found = await asyncio.to_thread(lambda: tuple(self._log.read_all(position, position + MOST_EVENTS)))
        tables = [live.state for live in self._house.live_tables()]
        return await asyncio.to_thread(EventReader(self._log, tables, _AUDITOR).show, found)

    async def _post(self, address: str, message: Message) -> None:
        body = msgspec.json.encode(message)
        name = f"{message['log']}-{message['position']}"
        moment = self._house.now() // 1000
        headers = {
            "Content-Type": "application/json",
            "Webhook-Id": name,
            "Webhook-Timestamp": str(moment),
            "Webhook-Signature": signature_of(self._secret, name, moment, body),
        }
        try:
            status, _ = await answer_of(
                "POST", address, seconds=_PATIENCE, largest=_LARGEST_ANSWER, content=body, headers=headers
            )
        except NoAnswer as why:
            raise NotDelivered(str(why)) from None
        if not _TAKEN <= status < _TAKEN + 100:
            raise NotDelivered(f"it answers {status}")
