"""Who waits for news of which table, and how they are woken. Nothing is announced before it is committed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from houserules.app.views.published import Feed


class Subscriber:
    """One connection that wants to know when a table changes. Several changes may arrive as one wake-up."""

    def __init__(self, subscribers: Subscribers, stream: str) -> None:
        self._subscribers = subscribers
        self._stream = stream
        self._changed = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        self._changed = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> None:
        """Waits until something has changed since the last time."""
        if not self._changed:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._changed = False

    def __enter__(self) -> Subscriber:
        self._subscribers.add(self._stream, self)
        return self

    def __exit__(self, *_: object) -> None:
        self._subscribers.remove(self._stream, self)


EVERYTHING = ""


class Subscribers:
    def __init__(self) -> None:
        self._by_stream: dict[str, set[Subscriber]] = {}
        self.troubles: dict[str, str] = {}
        self._feeds: dict[str, tuple[Feed, Subscriber]] = {}

    def watch(self, stream: str) -> Subscriber:
        return Subscriber(self, stream)

    @contextmanager
    def follow(self, feed: Feed) -> Iterator[Subscriber]:
        """Follows a table while the context lasts. Answers to the viewer's commands include what changed since this
        feed was last sent it."""
        with self.watch(feed.stream) as watcher:
            self._feeds[feed.id] = feed, watcher
            try:
                yield watcher
            finally:
                del self._feeds[feed.id]

    @contextmanager
    def answering(self, name: str | None, account: str, stream: str) -> Iterator[Feed | None]:
        """The open feed of this name, if it is this account's at this table. Until the answer to a command is ready,
        which will include what changed, the feed is sent nothing."""
        feed, watcher = self._feeds.get(name or "", (None, None))
        if feed is None or watcher is None or (feed.account, feed.stream) != (account, stream):
            yield None
            return
        feed.answering += 1
        try:
            yield feed
        except BaseException:  # There is no answer, so the feed sends what else changed meanwhile.
            watcher.wake()
            raise
        finally:
            feed.answering -= 1

    def add(self, stream: str, subscriber: Subscriber) -> None:
        self._by_stream.setdefault(stream, set()).add(subscriber)

    def remove(self, stream: str, subscriber: Subscriber) -> None:
        following = self._by_stream.get(stream, set())
        following.discard(subscriber)
        if not following:
            self._by_stream.pop(stream, None)

    def watches(self, stream: str) -> bool:
        """Whether anybody waits for news of this table."""
        return stream in self._by_stream

    def changed(self, stream: str) -> None:
        self.troubles.pop(stream, None)
        for subscriber in tuple(self._by_stream.get(stream, ())):
            subscriber.wake()

    def log_grew(self) -> None:
        """The whole log has grown; subscribers that watch everything look again."""
        for subscriber in tuple(self._by_stream.get(EVERYTHING, ())):
            subscriber.wake()

    def trouble(self, stream: str, what: str) -> None:
        self.troubles[stream] = what

    def close(self) -> None:
        for following in tuple(self._by_stream.values()):
            for subscriber in tuple(following):
                subscriber.wake()
