"""Where the service listens: at an address and a port, or at a Unix socket."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from houserules.web.settings import ServiceSettings

_OWNER_AND_GROUP: Final = 0o660
"""Who may connect to a Unix socket: its owner, and the group to which the proxy belongs."""


class CannotListen(Exception):
    """The service cannot listen at this address and port."""


def listen(host: str, port: int) -> socket.socket:
    """A socket at this address, opened before anything else is started; port 0 means any free port."""
    if not 0 <= port <= 65_535:
        raise CannotListen(f"--port {port}: a port is 0 to 65535")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        busy = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        why = f"another program does. Take another port, such as --port {_another(port)}, or 0 for any that is free"
        raise CannotListen(f"cannot listen at --host {host} --port {port}: {why if busy else error}") from None
    # Python's own loop sends answers at once, not some 40 ms later, only if it is told that this is TCP.
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=made.detach())


def _another(port: int) -> int:
    return port + 1 if port < 65_535 else port - 1


@contextmanager
def listen_at_path(path: str) -> Iterator[socket.socket]:
    """A Unix socket at this path, until the service ends. It replaces one left behind by a service that is gone."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _insist_free(path)
        made.bind(path)
        os.chmod(path, _OWNER_AND_GROUP)
        made.listen()
    except OSError as error:
        made.close()
        raise CannotListen(f"cannot listen at --socket {path}: {error.strerror or error}") from None
    try:
        with made:
            yield made
    finally:
        with suppress(OSError):
            os.unlink(path)


def _insist_free(path: str) -> None:
    place = Path(path)
    if not place.exists():
        return
    if not stat.S_ISSOCK(place.stat().st_mode):
        raise OSError(errno.EEXIST, "there is a file that is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            asking.connect(path)
        except ConnectionRefusedError:
            place.unlink()
            return
    raise OSError(errno.EADDRINUSE, "another program does")


def shown_address(listening: socket.socket, settings: ServiceSettings) -> str:
    """The address at which people reach the service; behind a Unix socket, with the name of the house."""
    if settings.socket is not None:
        return f"https://{settings.names[0]}/" if settings.names else f"unix:{settings.socket}/"
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
