"""A database of an older schema is brought to the newest, with everything that is in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from houserules.store import open_store
from houserules.store import rows as rows_of_a_batch
from houserules.store.audit import audit
from houserules.store.base import BaseStore
from houserules.store.database import Database
from houserules.store.leaves import former_leaf
from houserules.store.postgresql import PostgresqlDatabase
from houserules.store.schema import NEWEST_VERSION, POSTGRESQL, SQLITE, migrate
from houserules.store.sqlite import SqliteDatabase
from tests.support.stores import append, commit, event, move, open_base, play_nine_rounds

_OLD_TABLES: Final = {
    "streams": "id, name, version",
    "accounts": "id, name, balance",
    "events": "position, stream, version, part, name, at, actor, command_id, data, command, leaf, removed",
    "transfers": "position, number, source, target, amount, detail",
    "receipts": "command_id, request, reply, position, events, at",
    "outbox": "number, topic, body",
    "documents": "digest, content",
    "snapshots": "stream, version, data",
    "heads": "size, root, at, key, signature",
    "tiles": "level, number, hash",
}
"""The tables of schema 2, with their columns."""


def _as_before_schema_6(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves as they were: the tables that are filled here have no place for salts."""
    monkeypatch.setattr(rows_of_a_batch, "fresh_salts", lambda count: [""] * count)
    monkeypatch.setattr(rows_of_a_batch, "event_leaf", former_leaf)


@pytest.fixture(scope="module")
def nine_rounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patched:
        _as_before_schema_6(patched)
        return play_nine_rounds(tmp_path_factory.mktemp("unsalted"))


@pytest.fixture(autouse=True)
def _as_before_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    _as_before_schema_6(monkeypatch)


def _database(url: str) -> SqliteDatabase | PostgresqlDatabase:
    return PostgresqlDatabase(url) if url.startswith("postgresql:") else SqliteDatabase(Path(url))


def _dialect(url: str) -> dict[str, str]:
    return POSTGRESQL if url.startswith("postgresql:") else SQLITE


_AS_OLD: Final = {
    "streams": f"SELECT s.id, s.name, {NEWEST_VERSION} FROM streams s",
    "accounts": "SELECT id, name, 0 FROM accounts",
    "account_blocks": "SELECT source, place >> 26 FROM transfers UNION SELECT target, place >> 26 FROM transfers",
    "transfers": "SELECT place >> 16, place & 65535, source, target, amount, detail FROM transfers",
}
"""Where the newest schema keeps something else."""


def _fill(source: Database, target: Database, tables: dict[str, str], balances: dict[str, int]) -> None:
    target.begin()
    for table, columns in tables.items():
        rows = source.query(_AS_OLD.get(table, f"SELECT {columns} FROM {table}"))
        if table == "accounts":
            rows = [(number, name, balances[name]) for number, name, _ in rows]
        target.insert(f"{table} ({columns})", rows)
    target.query(
        "UPDATE log SET size = ?, peaks = ?, messages = ?", source.query("SELECT size, peaks, messages FROM log")[0]
    )
    target.commit()


def test_schema_2_with_everything_in_it(
    played: BaseStore, url: str, another: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(130):
        made = append("notes", number, event(str(number), move("purse:ann", f"purse:{number % 3}", number + 1)))
        played.commit(commit(f"c{number}", made))
    source, target = _database(url), _database(another)
    migrate(target, _dialect(another), upto=2)
    _fill(source, target, _OLD_TABLES, dict(played.balances()))
    source.close()
    target.close()
    with open_base(another, tmp_path / "signing.key") as migrated:
        with migrated.frozen() as frozen:
            found = audit(frozen)
        assert found.findings == ()
        assert found.rounds == 9
        for read in _READINGS:
            assert read(migrated) == read(played)
        repeated = migrated.commit(commit("c7", append("notes", 0)))
        assert repeated.repeated
        monkeypatch.undo()
        migrated.commit(commit("new", append("notes", 130)))
        assert [each.command_id for each in migrated.receipts() if each.salt] == ["new"]
        assert migrated.version("notes") == 131
        with migrated.frozen() as frozen:
            assert audit(frozen).sound


def test_schema_4_can_be_read_without_being_changed(played: BaseStore, url: str, another: str) -> None:
    for number in range(130):
        played.commit(commit(f"c{number}", append("notes", number)))
    source, target = _database(url), _database(another)
    migrate(target, _dialect(another), upto=4)
    _fill(source, target, _OLD_TABLES | {"account_blocks": "account, block"}, dict(played.balances()))
    target.begin()
    target.query("UPDATE log SET heads = (SELECT count(*) FROM heads)")
    target.commit()
    source.close()
    target.close()
    with open_store(another, read_only=True) as old:
        assert isinstance(old, BaseStore)
        assert old.schema() == 4
        for read in _READINGS:
            assert read(old) == read(played)
        with old.frozen() as frozen:
            assert audit(frozen).sound


_READINGS: Final[tuple[Callable[[BaseStore], object], ...]] = (
    lambda store: list(store.read_all()),
    lambda store: list(store.read("notes", 60, 70)),
    lambda store: list(store.read("table:2")),
    lambda store: store.latest("table:1", "round.closed/1", 3),
    lambda store: list(store.transfers(account="purse:1")),
    lambda store: list(store.transfers(account="house")),
    lambda store: list(store.receipts()),
    lambda store: store.balances(),
    lambda store: list(store.heads()),
)
