"""What both stores share: the contract's methods over a reading query and a writing connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Lock
from types import TracebackType
from typing import Self

from houserules.store.answers import Act
from houserules.store.beside import Scribes, WriterBeside
from houserules.store.checks import insist_possible
from houserules.store.contract import Commit, Committed, Notice, StoreUnavailable
from houserules.store.database import Database, Query
from houserules.store.reading import Reading
from houserules.store.signing import Signer
from houserules.store.tidying import MESSAGES_KEPT, SNAPSHOTS_KEPT, forget_delivered, thin_out_snapshots
from houserules.store.writer import LARGEST_BATCH, Faults, Writer

Listener = Callable[[Notice], None]
Freeze = Callable[[], tuple[Query, Callable[[], None]]]
"""Opens a connection that sees the database as it is now, however long one reads; and what closes it."""


class BaseStore(Reading):
    """A :class:`houserules.store.contract.Store`. Without a database and a signer it only reads."""

    def __init__(
        self,
        url: str,
        query: Query,
        release: Callable[[], None],
        freeze: Freeze,
        database: Database | None = None,
        signer: Signer | None = None,
        faults: Faults | None = None,
        largest_batch: int = LARGEST_BATCH,
        notices_from_elsewhere: bool = False,
        scribes: Scribes | None = None,
    ) -> None:
        super().__init__(query, signer.key if signer is not None else "")
        self.url = url
        self.shared = notices_from_elsewhere
        self._release = release
        self._freeze = freeze
        self._listeners: dict[int, Listener] = {}
        self._guard = Lock()
        self._closed = False
        self._writer: Writer | None = None
        if database is not None and signer is not None:
            notify = _ignore if notices_from_elsewhere else self.notify
            self._writer = (
                Writer(database, signer, notify, faults, largest_batch)
                if scribes is None
                else WriterBeside(database, signer, notify, faults, largest_batch, scribes)
            )

    def submit(self, commit: Commit) -> Future[Committed]:
        insist_possible(commit)
        return self._writing().submit(commit)

    def commit(self, commit: Commit) -> Committed:
        return self.submit(commit).result()

    def act(self, act: Act) -> None:
        """Runs something rare, such as retention, in a transaction of its own among the commits."""
        self._writing().submit(act).result()

    def forget_messages(self, upto: int) -> None:
        self.act(lambda database: database.many("DELETE FROM outbox WHERE number <= ?", [(upto,)]))

    def tidy(self, messages: int = MESSAGES_KEPT, snapshots: int = SNAPSHOTS_KEPT) -> None:
        forget_delivered(self, messages)
        thin_out_snapshots(self, self._query, snapshots)

    def _writing(self) -> Writer:
        if self._writer is None:
            raise StoreUnavailable("this store was opened to be read only")
        return self._writer

    @contextmanager
    def frozen(self) -> Iterator[Reading]:
        """The store as it is now, for readers that must see one moment while others write on."""
        query, end = self._freeze()
        try:
            yield Reading(query, self.key)
        finally:
            end()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        with self._guard:
            number = max(self._listeners, default=0) + 1
            self._listeners[number] = listener

        def end() -> None:
            with self._guard:
                self._listeners.pop(number, None)

        return end

    def notify(self, notice: Notice) -> None:
        with self._guard:
            listeners = list(self._listeners.values())
        for listener in listeners:
            listener(notice)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._writer is not None:
            self._writer.close()
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _ignore(_notice: Notice) -> None:
    """The database itself tells every process, this one too."""
