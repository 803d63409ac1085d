"""What is kept only for a while is let go, and nothing else is."""

from __future__ import annotations

import pytest

from houserules.log import Log, Message, Snapshot
from houserules.log import log as log_of
from tests.support.databases import commit


def versions(log: Log, stream: str) -> list[int]:
    return [snapshot.version for snapshot, _ in log.snapshots() if snapshot.stream == stream]


def test_the_newest_messages_stay(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_of, "_AT_ONCE", 3)
    for number in range(1, 31):
        log.commit(commit(f"c{number}", outbox=(Message("t", str(number).encode()),)))
    log.tidy(messages=40)
    assert len(log.messages()) == 30
    for _ in range(2):
        log.tidy(messages=10)
        assert [kept.number for kept in log.messages()] == list(range(21, 31))
    assert log.last_message() == 30
    log.commit(commit("next", outbox=(Message("t", b"next"),)))
    assert log.messages(30)[0].number == 31


def test_old_snapshots_are_thinned_out(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_of, "_AT_ONCE", 7)
    for number in range(1, 101):
        made = tuple(
            Snapshot(name, 20 * number, b"fold") for name in ("table:1", "table:2", "few" * (number > 95)) if name
        )
        log.commit(commit(f"c{number}", snapshots=made))
    for _ in range(2):
        log.tidy(snapshots=10)
        assert versions(log, "table:1") == [20, 520, 1040, 1540, *range(1820, 2001, 20)]
        assert versions(log, "table:2") == versions(log, "table:1")
        assert versions(log, "few") == [1920, 1940, 1960, 1980, 2000]
    assert log.snapshot("table:1") == Snapshot("table:1", 2000, b"fold")
    assert log.snapshot("table:1", 1500) == Snapshot("table:1", 1040, b"fold")
