"""Who waits for news of which table, and how they are woken. Nothing is told before it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from houserules.app.views.published import Feed


class Subscriber:
    """One connection that wants to know when a table changes. Several changes may come as one waking."""

    def __init__(self, subscribers: Subscribers, stream: str) -> None:
        self._subscribers = subscribers
        self._stream = stream
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def wait(self, seconds: float) -> bool:
        """Whether something changed within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return False
        self._changed.clear()
        return True

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
        self._feeds: dict[str, Feed] = {}

    def watch(self, stream: str) -> Subscriber:
        return Subscriber(self, stream)

    @contextmanager
    def follow(self, feed: Feed) -> Iterator[Subscriber]:
        """While somebody follows a table. Answers to their commands name what changed since this feed was sent it."""
        self._feeds[feed.id] = feed
        try:
            with self.watch(feed.stream) as subscriber:
                yield subscriber
        finally:
            del self._feeds[feed.id]

    def feed(self, name: str | None, account: str, stream: str) -> Feed | None:
        """The open feed of this name, if it is this account's at this table."""
        feed = self._feeds.get(name) if name is not None else None
        return feed if feed is not None and (feed.account, feed.stream) == (account, stream) else None

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
        """The whole log has grown; those who watch everything look again."""
        for subscriber in tuple(self._by_stream.get(EVERYTHING, ())):
            subscriber.wake()

    def trouble(self, stream: str, what: str) -> None:
        self.troubles[stream] = what

    def close(self) -> None:
        for following in tuple(self._by_stream.values()):
            for subscriber in tuple(following):
                subscriber.wake()
