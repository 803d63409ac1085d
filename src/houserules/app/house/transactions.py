"""What is to be kept goes to the log from here; what the log would not or could not do becomes a refusal."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

import msgspec
import structlog

from houserules.app.refusals import Kind, Refusal, unavailable
from houserules.ledger import Transfer
from houserules.log import (
    Append,
    BalanceTooLarge,
    Commit,
    Committed,
    Log,
    LogUnavailable,
    OtherRequest,
    StaleVersion,
    Unbalanced,
)
from houserules.records import step

_arrived: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, deque[Callable[[], None]]]] = WeakKeyDictionary()
"""What the thread that writes has settled, and the loop has yet to tell."""


def _tell_all(arrived: deque[Callable[[], None]]) -> None:
    while arrived:
        try:
            arrived[0]()
        except Exception as fault:
            structlog.get_logger().error("our fault", exc_info=fault)
        arrived.popleft()


async def committed(log: Log, commit: Commit, taken_over: Callable[[Committed], None] | None = None) -> Committed:
    """Wait until the disk has it. ``taken_over`` is called with what was kept before anybody else hears of it,
    whatever becomes of the request that asked for it."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[Future[Committed]] = loop.create_future()
    arrived = _arrived.setdefault(loop, deque())

    def settled(done: Future[Committed]) -> None:
        """Called by the thread of the log that writes. It settles a batch, and wakes the loop once for all of it."""
        arrived.append(partial(tell, done))
        if len(arrived) == 1:
            with suppress(RuntimeError):  # The loop may have been closed meanwhile.
                loop.call_soon_threadsafe(_tell_all, arrived)

    def tell(done: Future[Committed]) -> None:
        try:
            if taken_over is not None and done.exception() is None:
                taken_over(done.result())
        finally:
            if not waiting.done():
                waiting.set_result(done)

    log.submit(commit).add_done_callback(settled)
    try:
        return (await waiting).result()
    except OtherRequest:
        raise other_request(commit.command_id) from None
    except Unbalanced as error:
        raise Refusal("not_enough_money", str(error), Kind.REFUSED, account=error.account) from None
    except BalanceTooLarge as error:
        raise Refusal("balance_too_large", str(error), Kind.REFUSED, account=error.account) from None
    except LogUnavailable as error:
        raise unavailable(error) from None


async def note(
    log: Log,
    at: int,
    stream: str,
    version: int,
    event: msgspec.Struct,
    command_id: str,
    actor: str,
    transfers: Sequence[Transfer] = (),
    holding: tuple[str, ...] = (),
    beside: tuple[Append, ...] = (),
) -> None:
    """Keep one event away from the tables. ``holding`` are accounts that cannot give more than they have, ``beside``
    is what is kept in other streams, together with the event or not at all."""
    own = Append(stream, version, (step([(event, tuple(transfers))]),))
    commit = Commit(
        command_id=command_id, request=msgspec.json.encode([stream, actor, [msgspec.to_builtins(event)]]),
        reply=b"{}", at=at, actor=actor, appends=(own, *beside), not_negative=holding,
    )  # fmt: skip
    try:
        await committed(log, commit)
    except StaleVersion as error:
        raise Refusal("stale_version", str(error), Kind.STALE) from None


def other_request(command_id: str) -> Refusal:
    return Refusal(
        "command_id_reused", "this command id was used for something else", Kind.STALE, command_id=command_id
    )
