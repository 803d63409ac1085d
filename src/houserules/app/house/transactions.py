"""Everything to be committed goes to the log from here; what the log would not or could not do becomes a refusal."""

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


class _Calls:
    """Functions to be called in a loop. However many there are, the loop is woken once for all of them."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], None]] = deque()

    def add(self, call: Callable[[], None], wake: Callable[[Callable[[], None]], object]) -> None:
        self._calls.append(call)
        if len(self._calls) == 1:
            wake(self._call_all)

    def _call_all(self) -> None:
        while self._calls:
            try:
                self._calls[0]()
            except Exception as fault:
                structlog.get_logger().error("our fault", exc_info=fault)
            self._calls.popleft()


_calls: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[_Calls, _Calls]]] = WeakKeyDictionary()
"""For each loop: commits to be handed in, and those that the writing thread has settled."""


async def committed(log: Log, commit: Commit, taken_over: Callable[[Committed], None] | None = None) -> Committed:
    """Waits until the disk has it. ``taken_over`` is called with what was committed before anybody else hears of it,
    whatever becomes of the request that asked for it."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[Future[Committed]] = loop.create_future()
    leaving, arrived = _calls.get(loop) or _calls.setdefault(loop, (_Calls(), _Calls()))

    def hand_in() -> None:
        try:
            log.submit(commit).add_done_callback(settled)
        except ValueError as fault:
            if not waiting.done():
                waiting.set_exception(fault)

    def settled(done: Future[Committed]) -> None:
        """Called by the log's writing thread, for each commit of a batch."""
        with suppress(RuntimeError):  # The loop may have been closed meanwhile.
            arrived.add(partial(tell, done), loop.call_soon_threadsafe)

    def tell(done: Future[Committed]) -> None:
        try:
            if taken_over is not None and done.exception() is None:
                taken_over(done.result())
        finally:
            if not waiting.done():
                waiting.set_result(done)

    # Commits of all requests in this turn of the loop are handed in together: one batch, and one wait for the disk.
    leaving.add(hand_in, loop.call_soon)
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
    """Commits one event away from the tables. ``holding`` are accounts that cannot give more than they have,
    ``beside`` is what is committed in other streams, together with the event or not at all."""
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
