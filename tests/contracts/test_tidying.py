"""What is kept only for a while is let go, and nothing else is."""

from __future__ import annotations

import pytest

from houserules.store import Message, Snapshot, step, tidying
from houserules.store.base import BaseStore
from houserules.store.contract import ANY_VERSION, Append
from houserules.store.records import RETENTION_STREAM, ContentRemoved
from tests.support.stores import commit


def versions(store: BaseStore, stream: str) -> list[int]:
    return [snapshot.version for snapshot, _ in store.signed_snapshots() if snapshot.stream == stream]


def test_the_newest_messages_stay(store: BaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "_AT_ONCE", 3)
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


def test_old_snapshots_are_thinned_out(store: BaseStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "_MANY_AT_ONCE", 7)
    for number in range(1, 101):
        made = tuple(
            Snapshot(name, 20 * number, b"fold") for name in ("table:1", "table:2", "few" * (number > 95)) if name
        )
        store.commit(commit(f"c{number}", snapshots=made))
    removed = ContentRemoved("table:2", 1, 2, "", "", None, None)
    store.commit(commit("gone", Append(RETENTION_STREAM, ANY_VERSION, (step([(removed, ())]),))))
    for _ in range(2):
        store.tidy(snapshots=10)
        assert versions(store, "table:1") == [20, 520, 1040, 1540, *range(1820, 2001, 20)]
        assert len(versions(store, "table:2")) == 100, "they may be all that is left of it"
        assert versions(store, "few") == [1920, 1940, 1960, 1980, 2000]
    assert store.snapshot("table:1") == Snapshot("table:1", 2000, b"fold")
    assert store.snapshot("table:1", 1500) == Snapshot("table:1", 1040, b"fold")


def test_snapshots_without_a_signature_stay(store: BaseStore) -> None:
    for number in range(1, 11):
        store.commit(commit(f"c{number}", snapshots=(Snapshot("s", number, b"fold"),)))
    store.act(lambda database: database.many("UPDATE snapshots SET signature = '' WHERE version = ?", [(2,), (3,)]))
    store.tidy(snapshots=1)
    assert versions(store, "s") == [1, 10]
    kept = store.unsigned_snapshot("s", 0)
    assert kept is not None
    assert kept.version == 2
