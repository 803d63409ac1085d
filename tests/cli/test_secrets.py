"""No command prints the password of a database, whatever it is asked and however the address is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from houserules.cli.main import run
from houserules.log import LogUnavailable, open_log, without_password
from houserules.log.address import without_secrets_of
from tests.support.postgres import Server
from tests.support.trial_table import TrialTable

SECRET = "Hunter2xyz"
NOWHERE = "127.0.0.1:1/books"

NOT_TAKEN = [
    f"postgresql+psycopg://u:{SECRET}@{NOWHERE}",
    f"mysql://u:{SECRET}@127.0.0.1/books",
    f"POSTGRESQL://u:{SECRET}@{NOWHERE}",
    f"postgresql:/u:{SECRET}@{NOWHERE}",
    f"postgresql:u:{SECRET}@{NOWHERE}",
    f"host=127.0.0.1 port=1 password={SECRET}",
    f"host=127.0.0.1 port=1 PASSWORD = '{SECRET} x'",
]
NOT_REACHED = [
    f"postgresql://u:{SECRET}@{NOWHERE}",
    f"postgres://u:{SECRET}@{NOWHERE}",
    f"postgresql://u:{SECRET}@127.0.0.1:99999/books",
    f"postgresql://u:{SECRET}@[::1/books",
    f"postgresql://u:{SECRET}@x@{NOWHERE}",
    f"postgresql://u:x@{SECRET}@{NOWHERE}",
    f"postgresql://u:{SECRET}%zz@{NOWHERE}",
    f"postgresql://u:pa/{SECRET}@{NOWHERE}",
    f"postgresql://u:pa#{SECRET}@{NOWHERE}",
    f"postgresql://u:pa?{SECRET}@{NOWHERE}",
    f"postgresql://{NOWHERE}?user=u&password={SECRET}",
    f"postgresql://{NOWHERE}?user=u&p%61ssword={SECRET}",
    f"postgresql://{NOWHERE}?user=u&password={SECRET}%zz",
    f"postgresql://u:{SECRET}@{NOWHERE}?sslpassword={SECRET}",
    f"postgresql://u:{SECRET}@{NOWHERE}?nosuch=1",
]


@pytest.mark.usefixtures("_logs_as_before")
@pytest.mark.parametrize("address", NOT_TAKEN + NOT_REACHED)
def test_no_message_repeats_the_password(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_text("{}\n")
    for command in (
        ["audit", address],
        ["replay", address],
        ["replay", address, "1"],
        ["explain", address, "1", "2"],
        ["archive", "head", address],
        ["archive", "export", address, "--out", "e.jsonl"],
        ["archive", "restore", "a.jsonl", "--db", address],
        ["archive", "retain", address, "--before", "2026-01-31", "--reason", "law"],
        ["serve", "--port", "0", "--db", address],
        ["check", address],
        ["audit", "x", "y", "z", address],
    ):
        assert run(command) == 2, command
        said = "".join(capsys.readouterr())
        assert SECRET not in said, command
        assert "Traceback" not in said, command
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"], "nothing was made of that name"


def test_what_is_said_of_an_address_stays_useful() -> None:
    address = f"postgresql://u:{SECRET}@nohost.invalid:7/books"
    said = without_secrets_of(address, f"""failed to resolve host 'nohost.invalid' of "{address}" """)
    assert said == """failed to resolve host 'nohost.invalid' of "postgresql://u:***@nohost.invalid:7/books" """
    assert without_password("folder/my=file.db") == "folder/my=file.db"
    assert without_password("C:\\books.db") == "C:\\books.db"
    assert without_password("postgresql://u@h/books?sslmode=require") == "postgresql://u@h/books?sslmode=require"


def test_the_store_itself_keeps_the_secret() -> None:
    """Its errors are logged and printed in many places."""
    with pytest.raises(LogUnavailable) as refused:
        open_log(f"postgresql://u:{SECRET}@[::1/books")
    assert SECRET not in str(refused.value)


def test_no_success_prints_the_password(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    archive = str(tmp_path / "e.jsonl")
    db, other = (server.new_database().replace("postgres:@", f"postgres:{SECRET}@") for _ in range(2))
    assert SECRET in db
    with open_log(db) as log:
        TrialTable(log).play_round()
    for command in (
        ["audit", db],
        ["replay", db],
        ["replay", db, "1", "1"],
        ["explain", db, "1", "1"],
        ["archive", "head", db],
        ["archive", "export", db, "--out", archive],
        ["archive", "restore", archive, "--db", other],
        ["archive", "retain", other, "--before", "2026-01-31", "--reason", "law"],
    ):
        assert run(command) == 0, command
        assert SECRET not in "".join(capsys.readouterr()), command
