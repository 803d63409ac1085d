"""The log itself: its promises to the rest of the program, on top of one database that reads and one that writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Final, Self

from houserules.log.address import is_postgresql
from houserules.log.batch import LARGEST_BATCH
from houserules.log.checks import insist_possible
from houserules.log.databases.database import Database, Faults, Freeze, Query, Row
from houserules.log.entries import Commit, Committed, Notice, SignedHead, Stored
from houserules.log.errors import LogUnavailable
from houserules.log.leaves import content_digest
from houserules.log.mark import Mark
from houserules.log.reading import LogReader
from houserules.log.signing import Signer
from houserules.log.writer import Task, Writer

Listener = Callable[[Notice], None]
MESSAGES_KEPT: Final = 10_000
SNAPSHOTS_KEPT: Final = 64
"""How many of the newest snapshots of a stream are kept."""
APART: Final = 512
"""Of older snapshots one is kept per 512 versions, so an old state is folded from at most that many events."""
_AT_ONCE: Final = 1000
"""Rows deleted per transaction, so that commits need not wait long."""


class Log(LogReader):
    """Streams, money, replies, messages and a hash tree over all.

    All methods may be called from any thread, and reads see every commit that has been answered. Without a database
    and a signer it only reads.
    """

    def __init__(
        self,
        url: str,
        query: Query,
        release: Callable[[], None],
        freeze: Freeze,
        mark: Mark,
        database: Database | None = None,
        signer: Signer | None = None,
        faults: Faults | None = None,
        largest_batch: int = LARGEST_BATCH,
        shared: bool = False,
        announced: bool = False,
    ) -> None:
        """``announced``: the database announces every commit, by any process. Otherwise the writing thread announces
        its own."""
        super().__init__(query, signer.key if signer is not None else "", is_postgresql(url))
        self.url = url
        self.shared = shared
        """Whether other processes may write it too, at the same time or after this one."""
        self._release = release
        self._freeze = freeze
        self._mark = mark
        self._listeners: dict[object, Listener] = {}
        self._guard = Lock()
        self._closed = False
        self._writer: Writer | None = None
        if database is not None and signer is not None:
            notify = (lambda _notice: None) if announced else self.notify
            self._writer = Writer(database, signer, mark, notify, faults, largest_batch)

    def submit(self, commit: Commit) -> Future[Committed]:
        """Queues a commit. The future is done after the disk has it, or holds the :class:`LogError`.

        In asyncio: ``await asyncio.wrap_future(log.submit(commit))``. Commits submitted by one thread are tried in
        that order. In this order of precedence: :class:`OtherRequest`; repeated (no error); :class:`StaleVersion`;
        :class:`Unbalanced`; :class:`BalanceTooLarge`. ``ValueError`` at once for a commit that no log accepts: no
        events, an empty name, an amount of zero, data or documents that are not UTF-8.
        """
        insist_possible(commit)
        return self._writing().submit(commit)

    def commit(self, commit: Commit) -> Committed:
        """:meth:`submit`, then waits."""
        return self.submit(commit).result()

    def carry_out(self, task: Task) -> None:
        """Runs something rare in its own transaction among the commits."""
        self._writing().submit(task).result()

    def _writing(self) -> Writer:
        if self._writer is None:
            raise LogUnavailable("this log was opened to be read only")
        return self._writer

    def fence(self, number: int | None) -> None:
        """From now on this process writes only as long as the lease has this number."""
        self._writing().fence = number

    def lease(self) -> tuple[int, str, int]:
        """The fencing number of this log's lease, its holder ('' if it was given back), and how many beats the holder
        has sent since."""
        ((number, holder, beats),) = self._query("SELECT number, holder, beats FROM lease", ())
        return number, holder, beats

    def marked(self) -> SignedHead | None:
        """The newest head signed for this database, as stored outside it beside the key; None if there is none. Read
        it before the log that is compared with it."""
        head = self._mark.read()
        return head if head is not None and head.size else None

    def file_beside(self, ending: str) -> Path:
        """A file of this log beside its key and its mark, for what need not be proved."""
        return self._mark.path.with_suffix(f".{ending}")

    @contextmanager
    def frozen(self) -> Iterator[LogReader]:
        """The log as it is now, for readers that must see one moment while others write on."""
        query, end = self._freeze()
        try:
            yield LogReader(query, self.key, is_postgresql(self.url))
        finally:
            end()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls ``listener`` after commits become durable, by any process; the returned function ends this.

        The listener is called from a thread of the log and must return soon (in asyncio:
        ``loop.call_soon_threadsafe``). Notices come in the order of positions and none is left out, though several
        commits may come in one.
        """
        subscription = object()
        with self._guard:
            self._listeners[subscription] = listener

        def end() -> None:
            with self._guard:
                self._listeners.pop(subscription, None)

        return end

    def notify(self, notice: Notice) -> None:
        with self._guard:
            listeners = list(self._listeners.values())
        for listener in listeners:
            listener(notice)

    def forget_messages(self, upto: int) -> None:
        """Messages up to and including this number have been delivered everywhere."""
        self._write_each("DELETE FROM outbox WHERE number <= ?", [(upto,)])

    def tidy(self, messages: int = MESSAGES_KEPT, snapshots: int = SNAPSHOTS_KEPT) -> None:
        """Discards what is kept only for a while: all but the newest messages, and most of the older snapshots. It
        takes its time among the commits; nothing that anybody could ask for is lost."""
        end = self.last_message() - messages
        while (oldest := self.messages(limit=1)) and oldest[0].number <= end:
            self.forget_messages(min(end, oldest[0].number + _AT_ONCE))
        counted = self._query("SELECT stream, count(*) FROM snapshots GROUP BY stream", ())
        for stream in sorted(stream for stream, count in counted if count > snapshots):
            rows = self._query("SELECT version FROM snapshots WHERE stream = ? ORDER BY version", (stream,))
            versions = _too_close([version for (version,) in rows], snapshots)
            for start in range(0, len(versions), _AT_ONCE):
                some = [(stream, version) for version in versions[start : start + _AT_ONCE]]
                self._write_each("DELETE FROM snapshots WHERE stream = ? AND version = ?", some)

    def remove_content(self, events: Iterable[Stored], snapshots: Iterable[tuple[str, int]]) -> None:
        """Removes the data and commands of these events and leaves their digests; also removes all snapshots of these
        streams up to and including these versions, which were made of them. The reason must be in the log before."""
        removals = [
            (bytes.fromhex(content_digest(each.data) + content_digest(each.command or b"")), each.position)
            for each in events
            if each.data is not None
        ]
        deletions = list(snapshots)

        def task(database: Database) -> None:
            database.each("UPDATE events SET data = NULL, command = NULL, removed = ? WHERE position = ?", removals)
            database.each("DELETE FROM snapshots WHERE stream = ? AND version <= ?", deletions)

        self.carry_out(task)

    def _write_each(self, sql: str, rows: Sequence[Row]) -> None:
        """In its own transaction among the commits."""
        self.carry_out(lambda database: database.each(sql, rows))

    def close(self) -> None:
        """Finishes what is queued, then closes the database. Commits submitted later raise LogUnavailable."""
        if self._closed:
            return
        self._closed = True
        if self._writer is not None:
            self._writer.close()
            self._mark.close()
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _too_close(versions: list[int], keep: int) -> list[int]:
    """All but the newest, and among the older ones the first of every stretch."""
    firsts: dict[int, int] = {}
    for version in versions:
        firsts.setdefault(version // APART, version)
    return [version for version in versions[:-keep] if version != firsts[version // APART]]
