"""What is kept only for a while is let go, and nothing else is."""

from __future__ import annotations

import pytest

from houserules.log import Log, Message, Snapshot
from houserules.log import log as log_of
from tests.support.stores import commit


def versions(store: Log, stream: str) -> list[int]:
    return [snapshot.version for snapshot, _ in store.snapshots() if snapshot.stream == stream]


def test_the_newest_messages_stay(store: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_of, "_AT_ONCE", 3)
    for number in range(1, 31):
        store.commit(commit(f"c{number}", outbox=(Message("t", str(number).encode()),)))
    store.tidy(messages=40)
    assert len(store.messages()) == 30
    for _ in range(2):
        store.tidy(messages=10)
        assert [kept.number for kept in store.messages()] == list(range(21, 31))
    assert store.last_message() == 30
    store.commit(commit("next", outbox=(Message("t", b"next"),)))
    assert store.messages(30)[0].number == 31


def test_old_snapshots_are_thinned_out(store: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_of, "_AT_ONCE", 7)
    for number in range(1, 101):
        made = tuple(
            Snapshot(name, 20 * number, b"fold") for name in ("table:1", "table:2", "few" * (number > 95)) if name
        )
        store.commit(commit(f"c{number}", snapshots=made))
    for _ in range(2):
        store.tidy(snapshots=10)
        assert versions(store, "table:1") == [20, 520, 1040, 1540, *range(1820, 2001, 20)]
        assert versions(store, "table:2") == versions(store, "table:1")
        assert versions(store, "few") == [1920, 1940, 1960, 1980, 2000]
    assert store.snapshot("table:1") == Snapshot("table:1", 2000, b"fold")
    assert store.snapshot("table:1", 1500) == Snapshot("table:1", 1040, b"fold")
