"""Archives and keys: what is restored is what was exported, and whose signature counts how far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from houserules.app import audit, restore
from houserules.log import (
    Append,
    ArchiveRestored,
    Log,
    LogError,
    UnusableLog,
    open_log,
    signer_from,
)
from houserules.records import (
    Audit,
    BrokenArchive,
    export_log,
    step,
    vouch,
)
from tests.support.databases import append, audited, commit, open_base
from tests.support.trial_table import TrialTable
from tests.support.vandal import Vandal


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
    """Nobody who got hold of the old key can go on with the log."""
    old = signer_from(nine_rounds.with_name("signing.key"))
    newest = restored.head()
    assert newest is not None
    forged = old.sign(newest.size, bytes.fromhex(newest.root))
    Vandal(another).do(
        f"UPDATE heads SET key = '{forged.key}', origin = '{forged.origin}', signature = '{forged.signature}' "
        f"WHERE size = {newest.size}"
    )
    assert [finding.kind for finding in trusting(restored, restored.key).findings] == ["key"]


def test_a_forger_who_vouches_for_himself_is_found(
    played: Log, url: str, reopen: Callable[[], Log], tmp_path: Path
) -> None:
    """Without the trusted key he signs everything anew, and writes a record that vouches for his own key."""
    trusted = played.key
    played.commit(commit("honest", append("s", 0)))
    forger = signer_from(tmp_path / "forger.key")
    again = [forger.sign(head.size, bytes.fromhex(head.root)) for head in played.heads()]
    played.close()
    Vandal(url).do(
        *(
            f"UPDATE heads SET key = '{h.key}', origin = '{h.origin}', signature = '{h.signature}' "
            f"WHERE size = {h.size}"
            for h in again
        )
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


def test_a_key_file_that_cannot_be(url: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableLog, match="File name too long"):
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
