"""History cannot be edited: whatever is changed behind the log's back, the audit finds it and says where."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec
import psycopg
import pytest

from houserules.app import audit, remove_before, restore
from houserules.log import (
    Append,
    ArchiveRestored,
    Log,
    LogError,
    NewEvent,
    Snapshot,
    Step,
    Stored,
    UnusableLog,
    digest_of,
    open_log,
    signer_from,
)
from houserules.log.signing import is_signed
from houserules.merkle import is_consistent, root_from_inclusion
from houserules.play import replay
from houserules.records import (
    Audit,
    BrokenArchive,
    ContentRemoved,
    NotReadable,
    export_hand,
    export_log,
    fold_table,
    left_state,
    round_versions,
    step,
    vouch,
)
from houserules.records import audit as audit_play
from houserules.records import remove_before as remove_content_before
from tests.support.databases import append, audited, commit, event, move, open_base
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


EDITS = {
    "an event's data": ("UPDATE events SET data = '\\x7b7d' WHERE position = 60", 60),
    "an event's name": ("UPDATE events SET name = 'round.folded/1' WHERE position = 60", 60),
    "a command": ("UPDATE events SET command = '\\x7b7d' WHERE position = 60", 60),
    "who did it": ("UPDATE events SET actor = 'bob' WHERE position = 60", 60),
    "when": ("UPDATE events SET at = at + 1 WHERE position = 60", 60),
    "a stream": ("UPDATE events SET stream = 2, version = 9999 WHERE position = 60", 60),
    "an amount": ("UPDATE transfers SET amount = amount + 1 WHERE position = {paying}", None),
    "who was paid": (
        "UPDATE transfers SET target = (SELECT max(id) FROM accounts) WHERE position = {paying}", None),
    "a clause": ("UPDATE transfers SET detail = '[\"posted\",\"x\",null,[]]' WHERE position = {paying}", None),
    "a transfer that was": ("DELETE FROM transfers WHERE position = {paying}", None),
    "a reply": ("UPDATE receipts SET reply = '\\x00' WHERE position >= 60 AND position <= 160", None),
    "a receipt": ("DELETE FROM receipts WHERE position >= 60 AND position <= 160", None),
    "when it was answered": ("UPDATE receipts SET at = at + 1 WHERE position >= 60 AND position <= 160", None),
    "a salt": ("UPDATE receipts SET salt = command_id WHERE position >= 60 AND position <= 160", None),
    "what was asked": ("UPDATE receipts SET request = command_id WHERE position >= 60 AND position <= 160", None),
    "a receipt's place": ("UPDATE receipts SET position = 9999 WHERE position >= 60 AND position <= 160", None),
    "a deleted event": ("DELETE FROM events WHERE position = 60", 60),
    "two deleted events": ("DELETE FROM events WHERE position = 60 OR position = 61", 60),
    "the first event": ("DELETE FROM events WHERE position = 1", 1),
    "a balance": ("UPDATE accounts SET balance = balance + 1 WHERE name = 'practice/cage'", 0),
    "a stream made up": ("INSERT INTO streams (id, name) VALUES (99, 'table:99')", 0),
    "a signature": ("UPDATE heads SET signature = root || root WHERE size = (SELECT max(size) FROM heads)", None),
    "a root": ("UPDATE heads SET root = signature WHERE size = (SELECT max(size) FROM heads)", None),
    "a receipt made up": (
        "INSERT INTO receipts (command_id, request, reply, position, events, at, salt) SELECT 'forged', request, "
        "reply, position, events, at, salt FROM receipts WHERE position = (SELECT max(position) FROM receipts)",
        None),
    "a receipt without events made up": (
        "INSERT INTO receipts (command_id, request, reply, position, events, at, salt) "
        "VALUES ('forged', '', '\\x00', 60, 0, 0, '')", 60),
    "a receipt beyond the log": (
        "INSERT INTO receipts (command_id, request, reply, position, events, at, salt) "
        "VALUES ('forged', '', '\\x00', 999999, 0, 0, '')", 999999),
    "the peaks": ("UPDATE log SET peaks = '\\x00'", None),
    "a tile": ("UPDATE tiles SET hash = '\\x00' WHERE level = 8 AND number = 0", 1),
    "a tile that was": ("DELETE FROM tiles WHERE level = 8 AND number = 0", 1),
    "a tile made up": ("INSERT INTO tiles (level, number, hash) VALUES (8, 9999, '\\x00')", None),
    "a head": ("DELETE FROM heads WHERE size = (SELECT min(size) FROM heads)", 0),
    "a head put aside": ("UPDATE heads SET size = -size WHERE size = (SELECT min(size) FROM heads)", 0),
    "a head in the middle put aside": (
        "UPDATE heads SET size = -size WHERE size = (SELECT size FROM heads ORDER BY size LIMIT 1 OFFSET 3)", 0),
    "a submission": ("UPDATE documents SET content = '\\x7b7d'", None),
}  # fmt: skip


FRACTIONS = {
    "the size": "UPDATE log SET size = size + 0.5",
    "the count of heads": "UPDATE log SET heads = heads + 0.5",
    "a balance": "UPDATE accounts SET balance = balance + 0.5 WHERE name = 'practice/cage'",
    "a transfer's place": "UPDATE transfers SET position = position + 0.5",
    "an amount": "UPDATE transfers SET amount = amount + 0.5",
    "a receipt's place": "UPDATE receipts SET position = position + 0.5 WHERE position >= 60 AND position <= 160",
    "a tile's level": "UPDATE tiles SET level = 8.5 WHERE level = 8 AND number = 0",
    "a tile's number": "UPDATE tiles SET number = 0.5 WHERE level = 8 AND number = 0",
}
"""SQLite keeps them in columns of whole numbers; PostgreSQL rounds them."""


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", FRACTIONS)
def test_fractions_are_found(played: Log, url: str, name: str) -> None:
    Vandal(url).do(FRACTIONS[name])
    assert not audited(played).sound


MATRIX = [("sqlite", name) for name in EDITS] + [("postgresql", name) for name in list(EDITS)[::4]]
"""The audit reads both databases through one contract: all edits on one of them, every fourth on the other."""


@pytest.mark.parametrize(("url", "name"), MATRIX, indirect=["url"])
def test_every_edit_is_found(played: Log, url: str, name: str) -> None:
    statement, where = EDITS[name]
    paying = next(kept.position for kept in played.transfers(after=70))
    Vandal(url).do(statement.format(paying=paying))
    found = audited(played)
    assert not found.sound
    if where is not None:
        assert found.findings[0].position == where, found.findings[0]
    if "{paying}" in statement:
        assert found.findings[0].position == paying, found.findings[0]


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
        "UPDATE heads SET at = at + 1 WHERE size = (SELECT max(size) FROM heads)",
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


def test_reordering_is_found(played: Log, url: str) -> None:
    Vandal(url).do(
        "UPDATE events SET position = 1000000 WHERE position = 60",
        "UPDATE events SET position = 60 WHERE position = 61",
        "UPDATE events SET position = 61 WHERE position = 1000000",
    )
    found = audited(played)
    assert {finding.position for finding in found.findings} & {60, 61}


def test_truncation_is_found_by_what_the_store_itself_remembers(played: Log, url: str) -> None:
    last = played.position()
    Vandal(url).do(f"DELETE FROM events WHERE position > {last - 5}")
    found = audited(played)
    assert "truncated" in {finding.kind for finding in found.findings}
    assert last - 4 in {finding.position for finding in found.findings}


def test_careful_truncation_is_found_by_an_exported_head(log: Log, url: str) -> None:
    """Whoever cuts off the log with everything that hangs on it leaves no trace, except in a head kept elsewhere."""
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
        "UPDATE heads SET at = 0",
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


@pytest.fixture
def archive(played: Log, tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    with played.frozen() as frozen, path.open("wb") as file:
        export_log(frozen, file)
    return path


def test_export_and_restore_come_out_the_same(played: Log, archive: Path, another: str, tmp_path: Path) -> None:
    with open_log(another, key_file=tmp_path / "other.key") as filled:
        found = restore(filled, archive)
        assert found == audited(played)
        assert filled.balances() == tuple(pair for pair in played.balances())
        again = tmp_path / "again.jsonl"
        with filled.frozen() as frozen, again.open("wb") as file:
            export_log(frozen, file)
        assert again.read_bytes() == archive.read_bytes()
        TrialTable(filled, 1).play_round()
        assert audited(filled).sound
        with pytest.raises(LogError):
            restore(filled, archive)


@pytest.fixture
def restored(archive: Path, another: str, tmp_path: Path) -> Iterator[Log]:
    """Restored under a new key, which vouches for the archive and then signs one more round."""
    with open_base(another, tmp_path / "other.key") as filled:
        assert vouch(filled, archive, restore(filled, archive), at=1, actor="ann") is not None
        TrialTable(filled, 1).play_round()
        yield filled


def trusting(log: Log, *keys: str) -> Audit:
    with log.frozen() as frozen:
        return audit(frozen, keys=keys)


def test_the_key_of_a_restored_store_vouches_for_those_before_it(restored: Log, played: Log) -> None:
    newest = played.head()
    assert newest is not None
    found = trusting(restored, restored.key)
    assert found.findings == ()
    assert [(record.size, record.keys) for record in found.restored] == [(newest.size, (newest.key,))]
    with restored.frozen() as frozen:
        assert audit(frozen, (newest,), (restored.key,)).sound, "a head of the old key, kept elsewhere"
    assert not trusting(restored, newest.key).sound, "the old key vouches for nothing that came later"
    assert trusting(restored, newest.key, restored.key).sound


def test_nothing_is_vouched_for_that_has_faults_or_needs_no_vouching(
    played: Log, archive: Path, another: str, tmp_path: Path
) -> None:
    with open_base(another, tmp_path / "other.key") as filled:
        found = restore(filled, archive, ("00" * 32,))
        assert not found.sound
        assert vouch(filled, archive, found, at=1, actor="ann") is None
        assert not trusting(filled, filled.key).sound
    head = played.head()
    assert head is not None
    own = msgspec.structs.replace(audited(played), keys=(played.key,))
    assert vouch(played, archive, own, at=1, actor="ann") is None


def test_an_edit_of_what_was_restored_is_found(restored: Log, another: str) -> None:
    Vandal(another).do("UPDATE events SET actor = 'bob' WHERE position = 60")
    assert trusting(restored, restored.key).findings[0].position == 60


def test_a_head_of_an_old_key_after_the_restoration_is_found(restored: Log, nine_rounds: Path, another: str) -> None:
    """Whoever got hold of the old key cannot go on with it."""
    old = signer_from(nine_rounds.with_name("signing.key"))
    newest = restored.head()
    assert newest is not None
    forged = old.sign(newest.size, bytes.fromhex(newest.root), newest.at)
    Vandal(another).do(
        f"UPDATE heads SET key = '{forged.key}', signature = '{forged.signature}' WHERE size = {newest.size}"
    )
    assert [finding.kind for finding in trusting(restored, restored.key).findings] == ["key"]


def test_a_forger_who_vouches_for_himself_is_found(
    played: Log, url: str, reopen: Callable[[], Log], tmp_path: Path
) -> None:
    """Without the trusted key he signs everything anew, and writes a record that vouches for his own key."""
    trusted = played.key
    played.commit(commit("honest", append("s", 0)))
    forger = signer_from(tmp_path / "forger.key")
    again = [forger.sign(head.size, bytes.fromhex(head.root), head.at) for head in played.heads()]
    played.close()
    Vandal(url).do(
        *(f"UPDATE heads SET key = '{h.key}', signature = '{h.signature}' WHERE size = {h.size}" for h in again)
    )
    with open_base(url, tmp_path / "forger.key") as forged:
        record = ArchiveRestored(again[-1].size, again[-1].root, (forger.key,), "")
        forged.commit(commit("forged", Append("restoration", 0, (step([(record, ())]),))))
        assert audited(forged).sound, "in itself it is flawless"
        found = trusting(forged, trusted)
        assert {finding.kind for finding in found.findings} == {"key"}
        assert len(found.findings) == 2, "the heads, and the record that vouches for them"


def test_a_record_that_vouches_for_another_log_is_found(played: Log) -> None:
    """Even where the trusted key itself signed it."""
    record = ArchiveRestored(60, "00" * 32, (played.key,), "")
    played.commit(commit("wrong", Append("restoration", 0, (step([(record, ())]),))))
    (found,) = audited(played).findings
    assert (found.kind, "restoration" in found.what) == ("tree", True)


@pytest.mark.parametrize("kind", ["cut", "edited", "missing line", "twice", "not JSON"])
def test_a_broken_archive_is_found(archive: Path, another: str, tmp_path: Path, kind: str) -> None:
    lines = archive.read_bytes().splitlines(keepends=True)
    middle = len(lines) // 2
    match kind:
        case "cut":
            lines = lines[:middle]
        case "edited":
            at = next(n for n in range(middle, len(lines)) if b'"amount":' in lines[n])
            lines[at] = lines[at].replace(b'"amount":', b'"amount":1', 1)
        case "missing line":
            del lines[middle]
        case "twice":
            lines.insert(middle, lines[middle])
        case _:
            lines[middle] = b"{\n"
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join(lines))
    with open_log(another, key_file=tmp_path / "other.key") as filled:
        if kind == "edited":
            assert not restore(filled, broken).sound
        else:
            with pytest.raises(BrokenArchive, match="line"):
                restore(filled, broken)
            assert filled.position() == 0


def test_retention_takes_content_away_and_says_so(played: Log, url: str) -> None:
    """The trial's clock is the version; rounds that closed before version 150 go."""
    before, hands = played.head(), export_hand(played, "table:1", 3)
    assert before is not None
    removed = remove_before(played, 100, at=1, actor="ann", reason="seven years")
    assert {record.stream for record in removed} == {"table:1", "table:2", "table:3"}
    found = audited(played, before)
    assert found.findings == ()
    assert found.rounds == 9 - len(gone(played, removed)) > 0, "what is gone is not said to have been replayed"
    assert found.removed == sum(record.last - record.first + 1 for record in removed)
    assert export_hand(played, "table:1", 3) == hands
    with pytest.raises(NotReadable):
        export_hand(played, "table:1", 1)
    assert remove_before(played, 100, at=2, actor="ann", reason="again") == ()
    TrialTable(played, 1).play_round()
    removed = remove_before(played, 10**9, at=3, actor="ann", reason="more")
    assert audited(played, before).sound
    folded = fold_table(played, "table:1")
    assert folded is not None
    assert folded.table.rounds == 4


def test_what_must_be_known_of_a_stream_goes_into_the_record(played: Log) -> None:
    asked: list[tuple[str, int]] = []

    def state_at(stream: str, version: int) -> str | None:
        asked.append((stream, version))
        return f"{stream} at {version}" if stream != "table:2" else None

    removed = remove_content_before(played, 10**9, at=1, actor="ann", reason="old", state_at=state_at)
    assert asked == [(record.stream, record.last) for record in removed]
    last = removed[0].last
    assert left_state(played, "table:1", 1) == left_state(played, "table:1", last, last) == f"table:1 at {last}"
    assert left_state(played, "table:1", 1, last - 1) is None
    assert left_state(played, "table:1", last + 1) is None
    assert left_state(played, "table:2", 1) is None
    with played.frozen() as frozen:
        assert audit_play(frozen).sound


def gone(log: Log, removed: tuple[ContentRemoved, ...]) -> list[Stored]:
    """The ends of the rounds that were removed."""
    each = (stored for record in removed for stored in log.read(record.stream, 0, record.last))
    return [stored for stored in each if stored.name == "round.closed/1"]


def test_content_that_is_gone_without_a_record_is_found(played: Log, url: str) -> None:
    stored = next(e for e in played.read("table:1", 59, 60))
    assert stored.data is not None
    digests = digest_of(stored.data) + digest_of(stored.command or b"")
    Vandal(url).do(
        f"UPDATE events SET data = NULL, command = NULL, removed = '\\x{digests}' WHERE position = {stored.position}"
    )
    assert "removed" in {finding.kind for finding in audited(played).findings}


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


def test_a_key_file_that_cannot_be(url: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableLog, match="signing key"):
        open_log(url, key_file=tmp_path / ("k" * 300))


def test_the_key_is_kept_from_others(reopen: Callable[[], Log], tmp_path: Path) -> None:
    with reopen():
        pass
    key = tmp_path / "signing.key"
    assert key.stat().st_mode & 0o777 == 0o600
    first = signer_from(key).key
    assert signer_from(key).key == first
    key.chmod(0o644)
    with pytest.raises(LogError, match="others can read"):
        reopen()
