"""``houserules audit``, ``archive`` and ``replay`` on databases: what they print, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.cli.service.databases import opened
from houserules.law import MalformedData
from houserules.log import open_log, without_password
from tests.support.trial_table import TrialTable
from tests.support.vandal import Vandal

VERIFIER = Path(__file__).resolve().parent.parent.parent / "docs" / "verify_archive.py"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("audited")
    with open_log(str(folder / "house.db")) as log:
        table = TrialTable(log)
        for _ in range(3):
            table.play_round()
    return folder


@pytest.fixture
def db(original: Path, tmp_path: Path) -> Path:
    for name in ("house.db", "house.db.key", "house.db.mark"):
        (tmp_path / name).write_bytes((original / name).read_bytes())
        (tmp_path / name).chmod(0o600)
    return tmp_path / "house.db"


def edit(db: Path, statement: str) -> None:
    Vandal(str(db)).do(statement)


def test_a_sound_database(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", str(db)]) == 0
    assert "nothing was edited" in capsys.readouterr().out
    assert run(["audit", f"sqlite:///{db}", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sound"] is True
    assert data["rounds_replayed"] == 3
    assert data["findings"] == []


def test_one_of_a_kind_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "one.db"
    with open_log(str(db)) as log:
        TrialTable(log).play_round()
    assert run(["audit", str(db)]) == 0
    printed = capsys.readouterr().out
    assert "events in 2 streams, " in printed
    assert "1 round replayed, 1 shuffle worked out again, " in printed
    assert run(["replay", str(db)]) == 0
    assert capsys.readouterr().out == f"{db}: 1 round replayed\n"


@pytest.mark.parametrize("command", [["audit"], ["archive", "restore"], ["check"], ["compare"], ["simulate"]])
def test_help_shows_what_people_can_use(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--help"]) == 0
    printed = capsys.readouterr().out
    for noise in ("--empty-", "()", "[default: ]", "default: None"):
        assert noise not in printed


def test_an_edited_database_says_where(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(db, "UPDATE events SET actor = 'bob' WHERE position = 60")
    assert run(["audit", str(db), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["sound"] is False
    assert data["findings"][0]["position"] == 60
    assert run(["audit", str(db)]) == 1
    assert "edited: position 60 table:1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "position"),
    [
        ("UPDATE events SET data = '{}' WHERE position = 60", 60),
        ("UPDATE events SET data = 7 WHERE position = 60", 60),
        ("UPDATE events SET data = CAST(x'ff' AS TEXT) WHERE position = 60", 60),
        ("UPDATE events SET command = '{}' WHERE position = 60", 60),
        ("UPDATE events SET version = 'x' WHERE position = 60", 60),
        ("UPDATE events SET actor = x'ff' WHERE position = 60", 60),
        ("UPDATE events SET at = 1.5 WHERE position = 60", 60),
        ("UPDATE events SET leaf = 'x' WHERE position = 60", 60),
        ("UPDATE receipts SET reply = 'x' WHERE position >= 60", None),
        ("UPDATE receipts SET reply = 7 WHERE events > 0", None),
        ("UPDATE documents SET content = '{}'", None),
        ("UPDATE accounts SET balance = 'x' WHERE id = 2", None),
        ("UPDATE accounts SET name = x'ff' WHERE id = 2", None),
        ("UPDATE transfers SET amount = 'x'", None),
        ("UPDATE heads SET key = x'ff', root = 7 WHERE size = (SELECT max(size) FROM heads)", None),
        ("UPDATE log SET size = 'x'", None),
    ],
)
def test_a_column_of_another_type_is_an_edit_like_any_other(
    db: Path, statement: str, position: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the database's own shell writes most naturally is text where the log writes bytes."""
    edit(db, statement)
    assert run(["audit", str(db), "--json"]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    if position is not None:
        assert findings[0]["position"] == position
    assert run(["audit", str(db)]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_database_signed_by_another_key(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", str(db), "--key", "00" * 32]) == 1
    out = capsys.readouterr().out
    assert out.count("not trusted") == 1, "said once, whatever that key has signed"
    assert "in order in themselves" in out


def test_a_head_kept_elsewhere(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = tmp_path / "head.json"
    assert run(["archive", "head", str(db), "--out", str(head)]) == 0
    with open_log(str(db)) as log:
        TrialTable(log).play_round()
    assert run(["audit", str(db), "--head", str(head)]) == 0
    forged = json.loads(head.read_text())
    forged["size"] += 100_000
    head.write_text(json.dumps(forged))
    capsys.readouterr()
    assert run(["audit", str(db), "--head", str(head)]) == 1
    assert "truncated" in capsys.readouterr().out
    assert run(["archive", "head", str(db)]) == 0
    assert json.loads(capsys.readouterr().out)["size"] > 0


def test_export_audit_restore(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive, again = tmp_path / "house.jsonl", tmp_path / "again.db"
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    assert archive.stat().st_mode & 0o077 == 0, "an archive holds what the database holds"
    assert run(["audit", str(archive)]) == 0
    assert "who signed is not proved" in capsys.readouterr().out
    assert run(["audit", str(archive.rename(tmp_path / "of another name"))]) == 0
    (tmp_path / "of another name").rename(archive)
    capsys.readouterr()
    assert run(["archive", "restore", str(archive), "--db", str(again)]) == 0
    assert "Compare the key" in capsys.readouterr().out
    assert run(["audit", str(again)]) == 0
    assert "came from an archive signed by" in capsys.readouterr().out
    with open_log(str(again)) as log:
        TrialTable(log).play_round()
    assert run(["audit", str(again), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    (restored,) = data["restored"]
    assert restored["archive"] == sha256(archive.read_bytes()).hexdigest()
    assert set(data["keys"]) == {*restored["keys"], *data["trusted"]}
    assert len(data["keys"]) == 2
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 2
    assert "exists" in capsys.readouterr().err
    archive.write_bytes(archive.read_bytes()[:-20])
    assert run(["audit", str(archive)]) == 2
    assert "line" in capsys.readouterr().err


def verify(*arguments: str) -> tuple[int, str]:
    """What a test lab without houserules would run."""
    found = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), *arguments], capture_output=True, text=True, check=False
    )
    return found.returncode, found.stdout + found.stderr


def test_an_archive_is_proved_by_the_stand_alone_verifier(db: Path, tmp_path: Path) -> None:
    assert "houserules" not in " ".join(
        line for line in VERIFIER.read_text().splitlines() if line.startswith(("import ", "from "))
    )
    archive = tmp_path / "house.jsonl"
    assert run(["archive", "retain", str(db), "--before", "2026-01-31", "--reason", "law"]) == 0
    with open_log(str(db)) as log:
        TrialTable(log).play_round()
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    status, said = verify(str(archive))
    assert (status, said.splitlines()[-1].split(", ")[1]) == (0, "0 faults"), said
    key = json.loads(archive.read_bytes().splitlines()[-2])["key"]
    assert verify(str(archive), key)[0] == 0
    assert verify(str(archive), "00" * 32)[0] == 1
    lines = archive.read_text().splitlines(keepends=True)
    events = [number for number, line in enumerate(lines) if json.loads(line)["kind"] == "event"]
    spoilt = {
        "an event": [line.replace('"actor":"trial"', '"actor":"bob"') for line in lines],
        "the order": [*lines[: events[3]], lines[events[4]], lines[events[3]], *lines[events[5] :]],
        "a reply": [line.replace('"reply":"', '"reply":"AAAA') for line in lines],
        "a signature": [line.replace('"kind":"head","size":1', '"kind":"head","size":2') for line in lines],
        "a count": [*lines[:-1], '{"kind":"end","lines":7}\n'],
    }
    for what, changed in spoilt.items():
        archive.write_text("".join(changed))
        status, said = verify(str(archive))
        assert status == 1, what
        assert "Traceback" not in said, what


def test_the_stand_alone_verifier_shuffles_every_deck_again(db: Path, tmp_path: Path) -> None:
    """Also where every hash of the rewritten books was worked out anew, which another fault would tell."""
    archive = tmp_path / "house.jsonl"
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    assert "3 decks shuffled again" in verify(str(archive))[1]
    lines = archive.read_text().splitlines(keepends=True)
    changes: dict[str, tuple[str, str, object]] = {
        "the seed is not the one": ("shuffle.seed_promised/1", "seed", "00" * 32),
        "lead to another order of the cards": ("shuffle.deck_sealed/1", "cards", list(range(52))),
        "the shares are not those": ("shuffle.deck_sealed/1", "shares", ["00"]),
        "the root is not that": ("shuffle.deck_sealed/1", "commitment", "00" * 32),
        "in another order than it was shuffled in": ("table.cards_shuffled/1", "cards", list(range(52))),
        "how the cards came about": ("shuffle.deck_sealed/1", "method", "entered"),
        "that was not promised": ("shuffle.deck_sealed/1", "context", "table:1/shuffle:1"),
        "dealt from a deck that was not sealed": ("round.opened/1", "deck", 9),
        "cannot be read": ("shuffle.deck_sealed/1", "salts", None),
    }
    for expected, (name, key, value) in changes.items():
        place = next(number for number, line in enumerate(lines) if json.loads(line).get("name") == name)
        record = json.loads(lines[place])
        record["data"] = json.dumps({**json.loads(record["data"]), key: value})
        archive.write_text("".join([*lines[:place], json.dumps(record) + "\n", *lines[place + 1 :]]))
        status, said = verify(str(archive))
        assert (status, expected in said, "Traceback" in said) == (1, True, False), said
    zeroed = [line.replace(_seeds(lines)[1], _seeds(lines)[0]) for line in lines]
    archive.write_text("".join(zeroed))
    assert "the seed was promised before" in verify(str(archive))[1]


def _seeds(lines: list[str]) -> list[str]:
    promised = [json.loads(line) for line in lines if json.loads(line).get("name") == "shuffle.seed_promised/1"]
    return [json.loads(each["data"])["seed"] for each in promised]


def test_what_the_stand_alone_verifier_cannot_read(db: Path, tmp_path: Path) -> None:
    whole, file = tmp_path / "house.jsonl", tmp_path / "other"
    assert run(["archive", "export", str(db), "--out", str(whole)]) == 0
    lines = whole.read_bytes().splitlines(keepends=True)
    contents = {
        b"": "the file is empty",
        b"# houserules\n": "line 1 cannot be read",
        b'{"commitment": {}, "openings": []}': "verify_deal.py checks",
        db.read_bytes(): "a database",
        b"\xff\xfe\x00": "line 1 cannot be read",
        b"[" * 200_000: "line 1 cannot be read",
        b"7\n": "does not name the format",
        b"".join(lines)[:-20]: "truncated",
        b"".join(lines[:50])[:-20]: "line 50 breaks off: the archive is truncated",
        b"".join(lines[:-1]): "truncated",
        lines[0] + b"{}\n": "line 2 cannot be read",
        lines[0] + b'{"kind": "event"}\n' + lines[-1]: "line 2 cannot be read",
        lines[0] + b"7\n": "line 2 cannot be read",
        lines[0] + b"not JSON\n" + lines[-1]: "line 2 cannot be read",
    }
    for content, expected in contents.items():
        file.write_bytes(content)
        status, said = verify(str(file))
        assert (status, expected in said, "Traceback" in said) == (2, True, False), said
    for arguments, expected in (
        ([], "python verify_archive.py BOOKS.jsonl"),
        ([str(tmp_path / "missing")], "No such file"),
        ([str(tmp_path)], "Is a directory"),
        ([str(whole), "73dd"], "64 hexadecimal digits"),
    ):
        status, said = verify(*arguments)
        assert (status, expected in said, "Traceback" in said) == (2, True, False), said
    status, said = verify("--help")
    assert (status, "`cryptography`" in said) == (0, True)


def test_the_stand_alone_verifier_says_what_it_needs(tmp_path: Path) -> None:
    program = (
        "import runpy, sys; sys.modules['cryptography.exceptions'] = None; "
        f"sys.argv = ['verify_archive.py', 'x']; runpy.run_path({str(VERIFIER)!r}, run_name='__main__')"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "pip install cryptography" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_restored_database_is_restored_again(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each time the new key vouches for all that came before it."""
    for number in range(3):
        archive = tmp_path / f"{number}.jsonl"
        assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
        db = tmp_path / f"{number}.db"
        assert run(["archive", "restore", str(archive), "--db", str(db)]) == 0
        capsys.readouterr()
        assert run(["audit", str(db), "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["keys"]) == number + 2


def test_an_archive_of_another_key_than_the_one_named(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive, again = tmp_path / "house.jsonl", tmp_path / "again.db"
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    key = json.loads(archive.read_bytes().splitlines()[-2])["key"]
    capsys.readouterr()
    assert run(["archive", "restore", str(archive), "--db", str(again), "--key", "00" * 32]) == 1
    assert f"signed by {key}, not by the key you named" in capsys.readouterr().out
    assert run(["archive", "restore", str(archive), "--db", str(again), "--key", "73dd"]) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err
    assert not list(tmp_path.glob("again*"))
    named = tmp_path / "named.db"
    assert run(["archive", "restore", str(archive), "--db", str(named), "--key", key]) == 0
    assert run(["audit", str(named)]) == 0


def test_an_archive_that_was_edited_says_where(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive, again = tmp_path / "house.jsonl", tmp_path / "again.db"
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    lines = archive.read_text().splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if '"kind":"head"' in line)
    head = json.loads(lines[first])
    lines[first] = lines[first].replace(head["signature"], "00" * 64)
    archive.write_text("".join(lines))
    capsys.readouterr()
    assert run(["archive", "restore", str(archive), "--db", str(again)]) == 1
    out = capsys.readouterr().out
    assert f"signature: position {head['size']}: the head" in out
    assert "nothing was restored" in out
    assert not list(tmp_path.glob("again*")), "an archive that is not sound leaves no database behind"


def test_retention(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["archive", "retain", str(db), "--before", "2026-01-31", "--reason", "law"]) == 0
    assert "removed" in capsys.readouterr().out
    assert run(["audit", str(db)]) == 0
    assert "without their content" in capsys.readouterr().out
    assert run(["archive", "retain", str(db), "--before", "2026-01-31", "--reason", "law"]) == 0
    assert "nothing" in capsys.readouterr().out
    assert run(["archive", "retain", str(db), "--before", "soon", "--reason", "law"]) == 2


def test_what_retention_does_not_take(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = db.read_bytes()
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d")
    assert run(["archive", "retain", str(db), "--before", tomorrow, "--reason", "law"]) == 2
    assert "this day has not come" in capsys.readouterr().err
    for reason in ("", "  "):
        assert run(["archive", "retain", str(db), "--before", "2026-01-31", "--reason", reason]) == 2
        assert "--reason" in capsys.readouterr().err
    assert db.read_bytes() == before


def test_a_round_that_retention_removed_is_said_to_be_so(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["archive", "retain", str(db), "--before", "2026-01-31", "--reason", "five years"]) == 0
    with open_log(str(db)) as log:
        TrialTable(log).play_round()
    archive = tmp_path / "house.jsonl"
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    capsys.readouterr()
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    for name in (str(db), str(archive)):
        for command in (
            ["explain", name, "1", "2"],
            ["replay", name, "1", "2"],
            ["archive", "hand", name, "--table", "1", "--number", "2"],
        ):
            assert run(command) == 2
            assert f"retention removed round 2 of table:1 on {today}: five years" in capsys.readouterr().err
        assert run(["explain", name, "1", "4"]) == 0
        for number in ("0", "5"):
            assert run(["explain", name, "1", number]) == 2
            assert f"table:1 has no round {number}" in capsys.readouterr().err
        assert run(["explain", name, "7", "1"]) == 2
        assert "there is no table 7; there are 1" in capsys.readouterr().err


def test_one_hand_and_all_hands(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = tmp_path / "hand.json"
    assert run(["archive", "hand", str(db), "--table", "1", "--number", "2", "--out", str(hand)]) == 0
    assert run(["replay", str(hand)]) == 0
    assert run(["explain", str(hand)]) == 0
    assert run(["replay", str(db)]) == 0
    assert "3 rounds replayed" in capsys.readouterr().out
    assert run(["replay", str(db), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"same": True, "rounds": 3, "entered": 0, "differences": [], "notes": []}
    assert run(["archive", "hand", str(db), "--table", "1", "--number", "9"]) == 2
    edit(db, "UPDATE events SET data = replace(CAST(data AS TEXT), '\"seat\":1', '\"seat\":2') WHERE position = 40")
    capsys.readouterr()


@pytest.mark.parametrize("name", ["missing.db", "missing.jsonl", "mysql://x", "postgresql:///x?host=/nowhere", "."])
def test_what_cannot_be_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", name]) == 2
    assert capsys.readouterr().err.startswith("houserules: ")


def test_a_database_in_use_can_be_audited_and_not_restored_into(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_log(str(db)):
        assert run(["audit", str(db)]) == 0
        assert run(["archive", "retain", str(db), "--before", "2026-01-31", "--reason", "law"]) == 2
        assert "another process" in capsys.readouterr().err
    broken = tmp_path / "head.json"
    broken.write_text("{}")
    assert run(["audit", str(db), "--head", str(broken)]) == 2


def test_a_password_in_the_address_is_not_shown() -> None:
    shown = without_password("postgresql://postgres:s3cret@/books?host=/tmp")
    assert shown == "postgresql://postgres:***@/books?host=/tmp"
    with pytest.raises(MalformedData) as refused, opened("postgresql://postgres:s3cret@127.0.0.1:1/books"):
        pass
    assert "s3cret" not in str(refused.value)


def test_a_key_that_is_none_is_not_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", str(tmp_path / "any.db"), "--key", "zz"]) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["mistyped.db", "empty.db", "house.jsonl", "missing.jsonl", "sqlite:///mistyped.db"])
def test_retention_makes_no_database(
    name: str, db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(db.parent)
    assert run(["archive", "export", "house.db", "--out", "house.jsonl"]) == 0
    Path("empty.db").touch()
    before = sorted(path.name for path in Path().iterdir())
    capsys.readouterr()
    assert run(["archive", "retain", name, "--before", "2026-01-31", "--reason", "law"]) == 2
    err = capsys.readouterr().err
    assert name.removeprefix("sqlite:///") in err
    assert ("no such file" in err) == ("mis" in name)
    assert sorted(path.name for path in Path().iterdir()) == before


def _twice(lines: list[str]) -> list[str]:
    """The first document a second time, in an archive that is whole by its last line."""
    return [*lines[:2], *lines[1:-1], json.dumps({"kind": "end", "lines": len(lines)})]


@pytest.mark.parametrize("fault", ["missing", "empty", "cut", "twice", "binary", "directory"])
def test_an_archive_that_cannot_be_restored_leaves_nothing_behind(
    fault: str, db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, archive, new = tmp_path / "house.jsonl", tmp_path / "bad.jsonl", tmp_path / "new.db"
    assert run(["archive", "export", str(db), "--out", str(whole)]) == 0
    lines = whole.read_text().splitlines()
    if fault == "directory":
        archive.mkdir()
    elif fault != "missing":
        content = {"empty": [], "cut": lines[:-1], "twice": _twice(lines), "binary": ["\x00\x01"]}[fault]
        archive.write_text("".join(line + "\n" for line in content))
    capsys.readouterr()
    assert run(["archive", "restore", str(archive), "--db", str(new)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"houserules: {archive}: ")
    assert "new.db" not in err, "the archive is at fault, not the database"
    assert not list(tmp_path.glob("new.db*"))
    if fault == "twice":
        assert run(["audit", str(archive)]) == 2
        assert capsys.readouterr().err == err


def test_a_database_that_is_there_stays_where_a_restore_fails(db: Path, tmp_path: Path) -> None:
    archive = tmp_path / "house.jsonl"
    assert run(["archive", "export", str(db), "--out", str(archive)]) == 0
    assert run(["archive", "restore", str(archive), "--db", str(db)]) == 2
    assert run(["audit", str(db)]) == 0
