"""The mark beside the key: a database that is behind it is refused, and nothing is signed a second time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Event

import pytest

from houserules.cli.main import run
from houserules.log import Log, LogLocked, LogReader, LogUnavailable, UnusableLog, open_log
from houserules.log.databases.sqlite_file import FileLock
from houserules.log.mark import Mark
from tests.support.databases import append, audited, commit, open_base
from tests.support.vandal import Vandal
from tests.trials.damage import NAME, Trial, damages, houses


def shorten(url: str, log: Log) -> None:
    """The end is taken off so that what is left is whole in itself, as after damage to a write-ahead log."""
    root = next(head.root for head in log.heads() if head.size == 2)
    peaks = f"decode('{root}', 'hex')" if url.startswith("postgresql:") else f"x'{root}'"
    for statement in (
        "DELETE FROM events WHERE position > 2",
        "DELETE FROM receipts WHERE position > 2",
        "DELETE FROM heads WHERE size > 2",
        f"UPDATE log SET size = 2, heads = 2, batches = 2, peaks = {peaks}",
    ):
        Vandal(url).do(statement)


def filled(log: Log, first: int, last: int) -> None:
    for number in range(first, last + 1):
        log.commit(commit(f"c{number}", append("s", number - 1)))


def test_it_follows_every_commit_and_outlives_the_process(log: Log, reopen: Callable[[], Log]) -> None:
    assert log.marked() is None
    for number in range(1, 4):
        log.commit(commit(f"c{number}"))
        marked = log.marked()
        assert marked == log.head()
        assert marked is not None
        assert marked.size == number


def test_a_database_behind_it_is_refused(url: str, tmp_path: Path, reopen: Callable[[], Log]) -> None:
    with reopen() as log:
        filled(log, 1, 3)
    with open_log(url, read_only=True) as log:
        shorten(url, log)
        assert audited(log).sound, "in itself it is whole"
    with pytest.raises(UnusableLog, match="play that was answered is missing") as refused:
        reopen()
    assert str(tmp_path / "signing.key") in str(refused.value)
    assert "archive restore" in str(refused.value)
    assert "password" not in str(refused.value)


def test_a_mark_behind_the_database_is_fine(reopen: Callable[[], Log], tmp_path: Path) -> None:
    with reopen() as log:
        filled(log, 1, 1)
        (mark,) = tmp_path.glob("*.mark")
        before = mark.read_bytes()
        filled(log, 2, 3)
    mark.write_bytes(before)
    with reopen() as log:
        filled(log, 4, 4)
        assert log.marked() == log.head()


def test_a_database_that_loses_its_end_while_it_is_served(
    url: str, reopen: Callable[[], Log], tmp_path: Path
) -> None:
    if not url.startswith("postgresql:"):
        pytest.skip("an SQLite file serves one process")
    with reopen() as log:
        filled(log, 1, 3)
        shorten(url, log)
        with pytest.raises(LogUnavailable, match="2 events, and 3 were signed"):
            log.commit(commit("c4"))


def test_another_key_in_place_of_the_one_that_signed(url: str, tmp_path: Path) -> None:
    key = tmp_path / "signing.key"
    with open_base(url, key) as log:
        filled(log, 1, 2)
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(UnusableLog, match="is missing"):
        open_base(url, key)
    with open_base(str(tmp_path / "elsewhere.db"), tmp_path / "other.key"):
        key.write_bytes((tmp_path / "other.key").read_bytes())
        key.chmod(0o600)
    with pytest.raises(UnusableLog, match="Put that one back"):
        open_base(url, key)
    key.write_bytes(kept)
    open_base(url, key).close()


def test_a_commit_that_was_not_marked_before_a_kill_is_marked_with_the_next(url: str, tmp_path: Path) -> None:
    key, armed = tmp_path / "signing.key", Event()

    def faults(passed: str) -> None:
        if passed == "after commit" and armed.is_set():
            armed.clear()
            raise RuntimeError("a fault of ours")

    with open_base(url, key, faults) as log:
        filled(log, 1, 1)
        armed.set()
        with pytest.raises(LogUnavailable):
            log.commit(commit("c2"))
        assert log.position() == 2
        log.commit(commit("c3"))
        assert log.marked() == log.head()


def test_new_beside_a_key_that_is_not(tmp_path: Path) -> None:
    db = tmp_path / NAME
    with open_log(str(db)) as log:
        filled(log, 1, 1)
    db.unlink()
    with pytest.raises(UnusableLog, match="To begin a new house here: move"):
        open_log(str(db))
    (tmp_path / f"{NAME}.mark").unlink()
    with pytest.raises(UnusableLog, match="is new or empty"):
        open_log(str(db))
    assert not db.exists()
    (tmp_path / f"{NAME}.key").unlink()
    open_log(str(db)).close()


def test_a_copy_of_a_running_house_without_what_was_played_is_no_new_house(tmp_path: Path) -> None:
    """The play of a young house is in the write-ahead log alone; its key and its mark were not copied either."""
    db, copy = tmp_path / NAME, tmp_path / "copy" / NAME
    copy.parent.mkdir()
    with open_log(str(db)) as log:
        filled(log, 1, 1)
        copy.write_bytes(db.read_bytes())
    before = copy.read_bytes()
    with pytest.raises(UnusableLog, match="copied without"):
        open_log(str(copy))
    assert copy.read_bytes() == before
    assert [*copy.parent.iterdir()] == [copy]
    copy.write_bytes(b"")
    open_log(str(copy)).close()


def test_without_its_mark_a_house_does_not_start_and_it_can_be_made_anew(tmp_path: Path) -> None:
    db, mark = tmp_path / NAME, tmp_path / f"{NAME}.mark"
    with open_log(str(db)) as log:
        filled(log, 1, 2)
    mark.unlink()
    with pytest.raises(UnusableLog, match="mark is missing"):
        open_log(str(db))
    assert run(["archive", "head", str(db), "--out", str(mark)]) == 0
    with open_log(str(db)) as log:
        filled(log, 3, 3)
        assert log.marked() == log.head()


def test_a_link_does_not_lead_past_the_lock(tmp_path: Path) -> None:
    db, link = tmp_path / NAME, tmp_path / "links" / "other.db"
    link.parent.mkdir()
    link.symlink_to(db)
    with open_log(str(db)) as log:
        filled(log, 1, 1)
        with pytest.raises(LogLocked):
            open_log(str(link))
        key = log.key
    with open_log(str(link)) as log:
        assert log.key == key
    assert os.listdir(link.parent) == ["other.db"]


def test_a_lock_file_that_a_failed_start_removed_locks_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process opened it just before; it must not believe that it holds the lock."""
    real, removed = os.open, Event()

    def opened(path: Path, flags: int, mode: int = 0o777) -> int:
        descriptor = real(path, flags, mode)
        if not removed.is_set():
            removed.set()
            os.unlink(path)
        return descriptor

    monkeypatch.setattr(os, "open", opened)
    lock = FileLock(tmp_path / NAME)
    assert removed.is_set()
    with pytest.raises(LogLocked):
        FileLock(tmp_path / NAME)
    lock.release()


def test_damage_to_every_file_is_found_or_harmless(tmp_path: Path) -> None:
    """The short run of ``python -m tests.trials.damage``."""
    (tmp_path / "made").mkdir()
    for house in houses(tmp_path / "made"):
        trial = Trial(tmp_path / "damaged", house)
        for what, damaged in damages(house, 997):
            trial.look(what, damaged)
        for name in (f"{NAME}.key", f"{NAME}.mark"):
            for what, damaged in damages({name: house[name]}, 23):
                trial.look(what, {**house, **damaged})
        assert trial.faults == []
        assert trial.figures.refused > trial.figures.cases // 3


PAGE = 2048


def test_a_page_that_says_it_has_more_rows_is_found(tmp_path: Path) -> None:
    """SQLite then reads rows of nothing, whose places lead back to the beginning: reading ends all the same."""
    (tmp_path / "made").mkdir()
    _, stopped = houses(tmp_path / "made")
    content, trial = stopped[NAME], Trial(tmp_path / "damaged", stopped)
    for at in range(PAGE + 4, len(content), PAGE):
        more = bytes([content[at] ^ 16])
        trial.look(f"byte {at}", {**stopped, NAME: content[:at] + more + content[at + 1 :]})
    assert trial.faults == []


EVENT = (5, "s", 1, 1, "noted/1", 0, "ann", "c1", b"{}", b"", b"leaf", 0)
READ: dict[str, tuple[Callable[[LogReader], Iterable[object]], tuple[object, ...]]] = {
    "a stream": (lambda log: log.read("s"), EVENT),
    "all events": (lambda log: log.read_all(), EVENT),
    "transfers": (lambda log: log.raw_transfers(), (5, 1, "house", "ann", 1, "")),
    "heads": (lambda log: log.heads(), (0, "", "", "", "")),
    "tiles": (lambda log: log.tiles(), (0, 0, b"hash")),
    "snapshots": (lambda log: log.snapshots(), ("s", 1, b"{}", "")),
}


@pytest.mark.parametrize("what", READ)
def test_reading_ends_where_a_damaged_database_leads_back(what: str) -> None:
    read, row = READ[what]
    asked: list[str] = []

    def query(sql: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        asked.append(sql)
        assert len(asked) < 5, "this is read for ever"
        return [row]

    with pytest.raises(UnusableLog, match="damaged"):
        list(read(LogReader(query)))


def test_a_snapshot_of_a_later_version_than_was_asked_for_is_not_looked_at_again() -> None:
    asked: list[str] = []

    def query(sql: str, parameters: Sequence[object]) -> list[tuple[object, ...]]:
        asked.append(sql)
        assert len(asked) < 5, "this is read for ever"
        return [(9, b"{}", "signed by nobody")]

    assert LogReader(query, key="00").snapshot("s", upto=8) is None


def test_a_damaged_mark_is_told(tmp_path: Path) -> None:
    db, mark = tmp_path / NAME, tmp_path / f"{NAME}.mark"
    with open_log(str(db)) as log:
        filled(log, 1, 1)
    mark.write_bytes(mark.read_bytes().replace(b'"size":1', b'"size":0'))
    with pytest.raises(UnusableLog, match="damaged"):
        Mark(mark).read()
    with pytest.raises(UnusableLog, match="damaged"):
        open_log(str(db))
    assert run(["audit", str(db)]) == 2
