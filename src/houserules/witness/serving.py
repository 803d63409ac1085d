"""How a witness is served: few connections at once, each short and small, so that no outside client keeps the witness
from checking its houses, or makes it report one of them as silent."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from houserules.notes import LARGEST_NOTE

MOST_CONNECTIONS: Final = 100
"""Far fewer than the files that a process may have open: houses ask once a second, and are answered at once."""
LONGEST_CONNECTION: Final = 60.0
_BACKLOG: Final = 64
"""This many are accepted at once, before any of them can be closed."""
_LARGEST_REQUEST: Final = LARGEST_NOTE + 64 * 1024
"""The bytes that a witness reads: the headers, and what arrived of the next request."""


class Bounded(HttpToolsProtocol):
    """Uvicorn itself would accept any number of idle connections, and headers without end."""

    def __init__(self, *given: Any, others: dict[Bounded, None], **named: Any) -> None:
        super().__init__(*given, **named)
        self._others = others
        self._arrived = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._over = self.loop.call_later(LONGEST_CONNECTION, transport.abort)
        self._others[self] = None
        if len(self._others) > MOST_CONNECTIONS:
            gives_way = next((each for each in self._others if each.asks_nothing), self)
            del self._others[gives_way]
            gives_way.transport.abort()

    @property
    def asks_nothing(self) -> bool:
        """Whether no request of this connection is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        self._over.cancel()
        self._others.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._arrived += len(data)
        if self._arrived > _LARGEST_REQUEST:
            self.transport.abort()
        elif not self.transport.is_closing():
            super().data_received(data)

    def on_response_complete(self) -> None:
        self._arrived = 0
        super().on_response_complete()


def served(application: Any, held: int) -> uvicorn.Config:
    """``held`` is how many seconds requests in progress have to finish when the witness is stopped."""
    kept: dict[Bounded, None] = {}
    return uvicorn.Config(
        application, http=partial(Bounded, others=kept), ws="none", log_level="warning", lifespan="off",  # type: ignore[arg-type]
        timeout_graceful_shutdown=held, backlog=_BACKLOG,
    )  # fmt: skip
