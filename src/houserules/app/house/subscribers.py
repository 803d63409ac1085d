"""Who waits for news of which table, and how they are woken. Nothing is told before it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from houserules.app.views.published import Feed


class Watcher:
    """One connection that wants to know when a table changes. Several changes may come as one waking."""

    def __init__(self, watchers: Watchers, stream: str) -> None:
        self._watchers = watchers
        self._stream = stream
        self._changed = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        self._changed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> None:
        """Until something has changed since the last time."""
        if not self._changed:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._changed = False

    def __enter__(self) -> Watcher:
        self._watchers.add(self._stream, self)
        return self

    def __exit__(self, *_: object) -> None:
        self._watchers.remove(self._stream, self)


EVERYTHING = ""


class Watchers:
    def __init__(self) -> None:
        self._by_stream: dict[str, set[Watcher]] = {}
        self.troubles: dict[str, str] = {}
        self._feeds: dict[str, tuple[Feed, Watcher]] = {}

    def watch(self, stream: str) -> Watcher:
        return Watcher(self, stream)

    @contextmanager
    def follow(self, feed: Feed) -> Iterator[Watcher]:
        """While somebody follows a table. Answers to their commands have what changed since this feed was sent it."""
        with self.watch(feed.stream) as watcher:
            self._feeds[feed.id] = feed, watcher
            try:
                yield watcher
            finally:
                del self._feeds[feed.id]

    @contextmanager
    def answering(self, name: str | None, account: str, stream: str) -> Iterator[Feed | None]:
        """The open feed of this name, if it is this account's at this table. Until the answer to a command is made,
        which will have what changed, the feed is sent nothing."""
        feed, watcher = self._feeds.get(name or "", (None, None))
        if feed is None or watcher is None or (feed.account, feed.stream) != (account, stream):
            yield None
            return
        feed.answering += 1
        try:
            yield feed
        except BaseException:  # There is no answer: what else changed meanwhile goes by the feed.
            watcher.wake()
            raise
        finally:
            feed.answering -= 1

    def add(self, stream: str, watcher: Watcher) -> None:
        self._by_stream.setdefault(stream, set()).add(watcher)

    def remove(self, stream: str, watcher: Watcher) -> None:
        watching = self._by_stream.get(stream, set())
        watching.discard(watcher)
        if not watching:
            self._by_stream.pop(stream, None)

    def watches(self, stream: str) -> bool:
        """Whether anybody waits for news of this table."""
        return stream in self._by_stream

    def changed(self, stream: str) -> None:
        self.troubles.pop(stream, None)
        for watcher in tuple(self._by_stream.get(stream, ())):
            watcher.wake()

    def log_grew(self) -> None:
        """The whole log has grown; those who watch everything look again."""
        for watcher in tuple(self._by_stream.get(EVERYTHING, ())):
            watcher.wake()

    def trouble(self, stream: str, what: str) -> None:
        self.troubles[stream] = what

    def close(self) -> None:
        for watching in tuple(self._by_stream.values()):
            for watcher in tuple(watching):
                watcher.wake()
