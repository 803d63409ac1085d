"""One JSON object per line on standard error. Tokens and passwords are never passed to it."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import suppress
from threading import Lock
from typing import Any, Protocol

import msgspec
import structlog


class Written(Protocol):
    def write(self, text: str, /) -> Any: ...

    def flush(self) -> Any: ...


class LineWriter:
    """Writes all lines of one turn of the event loop at once: each write hands the interpreter to another thread."""

    def __init__(self, stream: Written) -> None:
        self._stream = stream
        self._lines: list[str] = []
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        """The event loop that will write, if one was asked to."""

    def msg(self, line: str) -> None:
        with self._lock:
            self._lines.append(line)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # This thread has none.
            self.write()
            return
        if self._loop is not loop:
            self._loop = loop
            loop.call_soon(self.write)

    def write(self) -> None:
        with self._lock:
            self._loop = None
            lines, self._lines = self._lines, []
            if lines:
                with suppress(OSError):  # Even if the log has no room, play goes on.
                    self._stream.write("\n".join(lines) + "\n")
                    self._stream.flush()

    log = debug = info = warning = error = critical = exception = msg


def _encoded(event: dict[str, Any], **_: Any) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()


def set_up_logs(stream: Written | None = None, level: str = "info") -> LineWriter:
    writer = LineWriter(stream or sys.stderr)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(_encoded),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=lambda *_: writer,
    )
    logging.root.handlers[:] = [_Libraries(logging.WARNING)]
    return writer


class _Libraries(logging.Handler):
    """What libraries log, in the same form as our own lines."""

    def emit(self, record: logging.LogRecord) -> None:
        trace = {"exc_info": record.exc_info} if record.exc_info else {}
        structlog.get_logger().log(record.levelno, record.getMessage(), library=record.name, **trace)
