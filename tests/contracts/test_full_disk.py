"""A real server on a disk that is really full: a clear error, no half-written round, and play goes on with room."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from houserules.log import Append, Log, LogUnavailable
from houserules.records import audit
from tests.support.databases import append, commit, event, open_base
from tests.support.postgres import Server
from tests.support.small_disk import MEGABYTE, Disk, small_disk
from tests.support.trial_table import TrialTable
from tests.support.waiting import wait_for


@pytest.fixture
def disk() -> Iterator[Disk]:
    with small_disk() as made:
        yield made


def write_until_it_is_full(log: Log) -> tuple[int, LogUnavailable]:
    """How many large commits were answered, and what the next one was told."""
    for number in range(200):
        try:
            log.commit(commit(f"large {number}", large(number)))
        except LogUnavailable as full:
            return number, full
    raise AssertionError("the disk was never full: nothing was tested")


def large(number: int) -> Append:
    return append("large", number, event(secrets.token_hex(MEGABYTE // 4)))


def test_the_tables_of_the_server_have_no_room(disk: Disk, tmp_path: Path) -> None:
    with open_base(disk.server.new_database(), tmp_path / "signing.key") as log:
        table = TrialTable(log)
        table.play_round()
        disk.fill()
        answered, full = write_until_it_is_full(log)
        assert "nothing of this commit was kept" in str(full)
        assert not full.unknown
        with pytest.raises(LogUnavailable):
            log.commit(commit("large again", large(answered)))
        assert log.version("large") == answered, "reading goes on"
        assert [log.receipt(f"large {answered}"), log.receipt("large again")] == [None, None]
        disk.make_room()
        assert not log.commit(commit("large again", large(answered))).repeated
        TrialTable(log).play_round()
        is_sound(log, rounds=2)


def test_the_log_of_the_server_has_no_room(disk: Disk, tmp_path: Path) -> None:
    """Then the server stops by itself. What was answered is there when it is started again, with room."""
    with open_base(disk.server.new_database(), tmp_path / "signing.key") as log:
        TrialTable(log).play_round()
        disk.fill_log()
        answered = write_until_the_server_stops(disk.server, log)
        disk.make_room()
        disk.server.start()
        assert log.version("s") in (answered, answered + 1), "the last one is there whole or not at all"
        log.commit(commit(f"small {answered}", append("s", answered)))
        assert log.version("s") == answered + 1
        TrialTable(log).play_round()
        is_sound(log, rounds=2)


def write_until_the_server_stops(server: Server, log: Log) -> int:
    """How many commits were answered. Between them the server is made to begin the next file of its log."""
    for number in range(20):
        with suppress(psycopg.Error):
            server.execute("SELECT pg_switch_wal()")
        try:
            log.commit(commit(f"small {number}", append("s", number)))
        except LogUnavailable:
            wait_for(lambda: not server.is_running)
            return number
    raise AssertionError("the log never filled the disk: nothing was tested")


def is_sound(log: Log, rounds: int) -> None:
    with log.frozen() as frozen:
        found = audit(frozen)
    assert found.findings == ()
    assert found.rounds == rounds
