"""The witness as a program: its key and its store, the houses that it follows, and the address that it listens on."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from threading import Event, Thread
from typing import Final
from urllib.parse import urlsplit

import structlog
import uvicorn

from houserules.app import closing_when_told
from houserules.log import LogError, path_of, signer_from
from houserules.notes import SIGNATURE, MalformedNote, VerifierKey, insist_on_name, parse_vkey
from houserules.witness.answering import Application
from houserules.witness.following import Follower, Unreachable, key_at
from houserules.witness.replaying import Replayer
from houserules.witness.serving import served
from houserules.witness.store import Store
from houserules.witness.witness import Witness

_HELD: Final = 5
_THIS_MACHINE: Final = ("127.0.0.1", "::1", "localhost")


class CannotWitness(Exception):
    """What was asked for cannot be done; nothing was started."""


def run(
    db: str,
    follow: Sequence[str],
    vkeys: Sequence[str],
    name: str | None,
    host: str,
    port: int,
    every: float,
    silence: int,
    replay: bool = False,
) -> int:
    """Follows the houses until stopped. Returns the exit status."""
    try:
        path = path_of(db)
        keys = [parse_vkey(each) for each in vkeys]
        signer = signer_from(path.with_name(f"{path.name}.key"))
        own = insist_on_name(name or f"witness/{signer.key[:16]}")
        store = Store(path)
        witness = Witness(own, signer, store, path.with_name(f"{path.name}.evidence"), lambda: int(time.time()))
        witness.write_missing()
        listening = socket.create_server((host, port))
        for key in keys:  # Including houses that are not followed but send requests.
            if store.log(key.name) is None and key.kind == SIGNATURE:
                store.follow(key, "", witness.now())
        if replay:
            _insist_on_secrecy(follow)
        followers = [_follower(witness, address.rstrip("/"), keys) for address in follow]
        replayers = [Replayer(witness, each.key, each.address, silence) for each in followers] if replay else []
    except (LogError, OSError, MalformedNote, CannotWitness, Unreachable) as error:
        print(f"houserules: {error}", file=sys.stderr)
        return 2
    with closing_when_told(), closing(store):
        steps = [*(each.step for each in followers), *(each.step for each in replayers)]
        steps += [partial(witness.listen, silence), *(each.listen for each in replayers)]
        asyncio.run(_witness(Application(witness, followers, replayers), witness.key, steps, listening, every))
    return 0


def _follower(witness: Witness, address: str, keys: Sequence[VerifierKey]) -> Follower:
    """A log is followed with the key given for it; else with the one that it had before; else with the one that the
    house itself names."""
    known = witness.store.at(address)
    shown = known.key if known is not None else None
    if shown is None:
        shown = key_at(address)
        if keys and shown not in keys:
            raise CannotWitness(f"{address} names the key {shown}, which is none of those given with --vkey")
    if shown.kind != SIGNATURE:
        raise CannotWitness(f"{address}: {shown} is not the key of a log")
    before = witness.store.log(shown.name)
    if before is not None and before.key != shown:
        raise CannotWitness(f"{address}: {shown.name} was followed with the key {before.vkey}, not with {shown}")
    if before is None and shown not in keys:
        print(f"houserules: {address} is trusted at first sight as {shown}", flush=True)
    witness.store.follow(shown, address, witness.now())
    return Follower(witness, shown, address)


def _insist_on_secrecy(follow: Sequence[str]) -> None:
    """Replayed content includes cards that lie face down: it goes over HTTPS, or stays on this machine."""
    for address in follow:
        parts = urlsplit(address)
        if parts.scheme != "https" and parts.hostname not in _THIS_MACHINE:
            raise CannotWitness(f"--follow {address}: with --replay the address begins with https://")


async def _witness(
    application: Application,
    key: VerifierKey,
    steps: Sequence[Callable[[], None]],
    listening: socket.socket,
    every: float,
) -> None:
    server = uvicorn.Server(served(application, _HELD))
    host, port = listening.getsockname()[:2]
    print(f"houserules: witness {key}", flush=True)
    print(f"houserules: witness at http://{host}:{port}/", flush=True)
    with _following(steps, every):
        await server.serve(sockets=[listening])


@contextmanager
def _following(steps: Sequence[Callable[[], None]], every: float) -> Iterator[None]:
    """Each in a thread of its own: a house that does not answer, or whose replay takes hours, delays neither other
    houses, nor the witness's clients, nor its shutdown."""
    ended = Event()
    threads = [Thread(target=_follow, args=(step, every, ended), daemon=True) for step in steps]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join(_HELD / len(threads))


def _follow(step: Callable[[], None], every: float, ended: Event) -> None:
    while not ended.is_set():
        try:
            step()
        except Exception as fault:
            if not ended.is_set():
                structlog.get_logger().error("our fault", exc_info=fault)
        ended.wait(every)
