"""History cannot be edited: the audit finds what is changed behind the log's back, and says where. All the ways that
were thought of are in ``test_tampering.py``."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import psycopg
import pytest

from houserules.app import audit
from houserules.log import (
    Append,
    Log,
    NewEvent,
    Snapshot,
    Step,
    UnusableLog,
    digest_of,
    open_log,
)
from houserules.log.signing import is_signed
from houserules.merkle import is_consistent, root_from_inclusion
from houserules.play import replay
from houserules.records import (
    export_hand,
    round_versions,
)
from tests.support.databases import append, audited, commit, event, move
from tests.support.trial_table import TrialTable
from tests.support.vandal import Vandal


def test_an_honest_store_is_sound(played: Log) -> None:
    found = audited(played)
    assert found.findings == ()
    assert found.rounds == 9
    assert found.events == played.position()
    head = played.head()
    assert head is not None
    assert found.root == head.root


def test_an_empty_store_is_sound(log: Log) -> None:
    assert audited(log).sound


def test_every_event_is_proved_to_be_in_the_log_and_every_log_to_begin_with_the_one_before(log: Log) -> None:
    for number in range(40):
        log.commit(commit(f"c{number}", append("s", number * 13, *[event(str(n)) for n in range(13)])))
    heads = list(log.heads())
    assert all(is_signed(head) for head in heads)
    newest = heads[-1]
    for stored in log.read_all():
        proof = log.inclusion(stored.position)
        root = root_from_inclusion(stored.leaf, stored.position - 1, newest.size, proof)
        assert root is not None
        assert root.hex() == newest.root
    for older in heads:
        proof = log.consistency(older.size)
        roots = bytes.fromhex(older.root), bytes.fromhex(newest.root)
        assert is_consistent(older.size, newest.size, *roots, proof)
        assert not is_consistent(older.size, newest.size, sha256(b"").digest(), roots[1], proof)


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE tiles SET hash = '\\x00' WHERE level = 8 AND number = 0",
        "DELETE FROM tiles WHERE level = 8 AND number = 0",
        "UPDATE tiles SET level = 9 WHERE level = 8 AND number = 0",
        "UPDATE tiles SET number = 7 WHERE level = 8 AND number = 0",
    ],
)
def test_a_tile_of_the_tree_is_watched(played: Log, url: str, edit: str) -> None:
    Vandal(url).do(edit)
    assert {finding.kind for finding in audited(played).findings} == {"tree"}


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("column", ["level", "number"])
def test_half_a_tile_is_found(played: Log, url: str, column: str) -> None:
    """SQLite keeps fractions in columns of whole numbers."""
    Vandal(url).do(f"UPDATE tiles SET {column} = {column} + 0.5 WHERE level = 8 AND number = 0")
    assert not audited(played).sound


def test_every_single_event_is_watched(played: Log, url: str) -> None:
    """One byte of one event after another, and of its place in time."""
    vandal = Vandal(url)
    for position in range(1, played.position(), 37):
        vandal.do(f"UPDATE events SET at = at + 1 WHERE position = {position}")
        assert position in {finding.position for finding in audited(played).findings}
        vandal.do(f"UPDATE events SET at = at - 1 WHERE position = {position}")
    assert audited(played).sound


def test_an_edit_with_its_leaf_worked_out_anew_is_found_by_the_signed_root(played: Log, url: str) -> None:
    Vandal(url).do(f"UPDATE events SET leaf = '\\x{sha256(b'forged').hexdigest()}' WHERE position = 60")
    kinds = {finding.kind: finding for finding in audited(played).findings}
    assert "tree" in kinds
    assert kinds["tree"].position <= 60


def test_an_edited_snapshot_is_found_and_never_believed(log: Log, url: str) -> None:
    def kept(version: int, data: bytes) -> None:
        made = msgspec.structs.replace(
            commit(f"c{version}", append("s", version - 1)), snapshots=(Snapshot("s", version, data),)
        )
        log.commit(made)

    kept(1, b"one")
    kept(2, b"two")
    assert log.snapshot("s") == Snapshot("s", 2, b"two")
    assert audited(log).sound
    Vandal(url).do("UPDATE snapshots SET data = '\\x00' WHERE version = 2")
    assert log.snapshot("s") == Snapshot("s", 1, b"one")
    found = audited(log).findings
    assert [(finding.kind, finding.stream) for finding in found] == [("snapshot", "s")]
    assert "version 2" in found[0].what
    Vandal(url).do("DELETE FROM snapshots WHERE version = 2", "UPDATE snapshots SET version = 2")
    assert log.snapshot("s") is None, "a snapshot moved to another version"
    assert not audited(log).sound
    Vandal(url).do("UPDATE snapshots SET signature = ''")
    assert log.snapshot("s") is None, "one without a signature"
    assert [(finding.kind, finding.stream) for finding in audited(log).findings] == [("snapshot", "s")]


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE log SET peaks = '\\x00'",
        "UPDATE log SET size = size - 1",
        "UPDATE heads SET origin = 'other' WHERE size = (SELECT max(size) FROM heads)",
        "DELETE FROM heads WHERE size = (SELECT max(size) FROM heads)",
        "DELETE FROM heads",
    ],
)
def test_nothing_is_signed_on_top_of_an_edited_tree(url: str, reopen: Callable[[], Log], edit: str) -> None:
    with reopen() as log:
        for number in range(3):
            log.commit(commit(f"c{number}", append("s", number)))
    with reopen() as log:
        assert log.position() == 3
    Vandal(url).do(edit)
    with pytest.raises(UnusableLog, match="houserules audit"):
        reopen()
    with open_log(url, read_only=True) as log:
        assert not audited(log).sound


def test_truncation_is_found_by_what_the_store_itself_remembers(played: Log, url: str) -> None:
    last = played.position()
    Vandal(url).do(f"DELETE FROM events WHERE position > {last - 5}")
    found = audited(played)
    assert "truncated" in {finding.kind for finding in found.findings}
    assert last - 4 in {finding.position for finding in found.findings}


def test_careful_truncation_is_found_by_an_exported_head(log: Log, url: str) -> None:
    """Cutting off the log with everything that hangs on it leaves no trace, except in a head kept elsewhere."""
    for number in range(10):
        log.commit(commit(f"c{number}", append("s", number)))
    exported = log.head()
    assert exported is not None
    peaks = next(head for head in log.heads() if head.size == 8)
    Vandal(url).do(
        "DELETE FROM events WHERE position > 8",
        "DELETE FROM receipts WHERE position > 8",
        "DELETE FROM heads WHERE size > 8",
        f"UPDATE log SET size = 8, heads = 8, peaks = '\\x{peaks.root}'",
    )
    assert audited(log).sound
    found = audited(log, exported)
    assert [finding.kind for finding in found.findings] == ["truncated"]
    assert found.findings[0].position == 9


def test_a_forged_log_signed_by_another_key_is_found(log: Log, another: str, tmp_path: Path) -> None:
    log.commit(commit("c", append("s", 0)))
    exported = log.head()
    assert exported is not None
    with open_log(another, key_file=tmp_path / "other.key") as forged:
        forged.commit(commit("c", append("s", 0, event("forged"))))
        with forged.frozen() as frozen:
            assert audit(frozen).sound
            assert not audit(frozen, keys=(exported.key,)).sound
            assert {finding.kind for finding in audit(frozen, (exported,)).findings} == {"tree"}


def test_the_database_itself_refuses_edits(played: Log, url: str) -> None:
    statements = [
        "UPDATE events SET actor = 'bob' WHERE position = 1",
        "UPDATE events SET data = NULL, command = NULL, removed = data, actor = 'bob' WHERE position = 1",
        "DELETE FROM events WHERE position = 1",
        "DELETE FROM transfers",
        "UPDATE transfers SET amount = 1",
        "DELETE FROM receipts",
        "UPDATE heads SET origin = 'other'",
        "DELETE FROM documents",
        "INSERT INTO transfers (position, number, source, target, amount, detail) VALUES (1, 99, 1, 2, 0, '')",
        "INSERT INTO transfers (position, number, source, target, amount, detail) VALUES (1, 99, 1, 1, 5, '')",
        "INSERT INTO transfers (position, number, source, target, amount, detail) VALUES (0, 99, 1, 2, 5, '')",
        "INSERT INTO events (position, stream, version, part, name, at, actor, command_id, data, command, leaf) "
        "SELECT 1000, stream, version, part, name, at, actor, command_id, data, command, leaf FROM events "
        "WHERE position = 1",
    ]
    for statement in statements:
        with pytest.raises((sqlite3.IntegrityError, psycopg.Error)):
            _plainly(url, statement)
    assert audited(played).sound


def _plainly(url: str, statement: str) -> None:
    if url.startswith("postgresql:"):
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(statement.encode())
        return
    file = sqlite3.connect(url)
    try:
        file.execute(statement)
        file.commit()
    finally:
        file.close()


def test_a_felt_that_is_not_empty_is_found(log: Log) -> None:
    closed = msgspec.json.encode({"event": "round.closed/1", "clauses": [], "round": 1, "counted": False})
    staked = append("table:9", 0, event("x", move("purse:ann", "table:9/felt", 5)))
    log.commit(commit("c1", staked))
    log.commit(commit("c2", Append("table:9", 1, (Step((NewEvent("round.closed/1", closed),)),))))
    assert "felt" in {finding.kind for finding in audited(log).findings}


def test_a_command_that_leads_elsewhere_today_is_found(played: Log, url: str) -> None:
    """Even when the log is consistent in itself: here the rules that were pinned are exchanged for others."""
    other = next(e for e in played.read("table:3"))
    first = next(e for e in played.read("table:1"))
    assert other.data is not None
    Vandal(url).do(f"UPDATE events SET data = '\\x{other.data.hex()}' WHERE position = {first.position}")
    assert "replay" in {finding.kind for finding in audited(played).findings}


def test_any_hand_is_found_by_its_number_and_replays(played: Log) -> None:
    for stream in ("table:1", "table:2", "table:3"):
        for number in (1, 2, 3):
            assert round_versions(played, stream, number) is not None
            assert replay(export_hand(played, stream, number)) is None
        assert round_versions(played, stream, 4) is None
    assert round_versions(played, "table:9", 1) is None


def test_an_audit_while_others_write(played: Log) -> None:
    table = TrialTable(played, 1)
    with played.frozen() as frozen:
        events = frozen.position()
        table.play_round()
        found = audit(frozen)
    assert found.sound
    assert found.events == events < played.position()


def test_every_document_is_looked_at(log: Log, url: str) -> None:
    """Also one that no table was opened with."""
    log.commit(commit("c", documents=(b"a notice", b"another")))
    assert audited(log).sound
    Vandal(url).do("UPDATE documents SET content = '\\x7b7d' WHERE content = '\\x61206e6f74696365'")
    (found,) = audited(log).findings
    assert (found.kind, digest_of(b"a notice") in found.what) == ("document", True)
