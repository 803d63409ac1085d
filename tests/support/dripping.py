"""A server whose answers never end, or are what a test says."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread
from typing import Self

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"


class Dripping:
    """Sends a byte again and again until the client has gone; or, if it is told one, ``answer`` alone."""

    def __init__(self, answer: str | None = None) -> None:
        self._answer = answer
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.asked = False
        self.ended = Event()
        """The one who asked has gone."""
        self._closed = Event()

    def __enter__(self) -> Self:
        Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            self.asked = True
            if self._answer is not None:
                connection.sendall(self._answer.encode())
                return
            connection.sendall(_HEAD)
            while not self._closed.wait(0.01):
                connection.sendall(b"x")
        self.ended.set()
