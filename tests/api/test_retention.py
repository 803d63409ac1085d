"""A table goes on after retention removed its rounds, whatever became of its snapshots: the log says how it stood."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houserules.app import audit
from houserules.app.records.retention import remove_before
from houserules.cli.main import run
from houserules.log import Log, open_log, signer_from
from houserules.log.mark import Mark
from houserules.records import RETENTION_STREAM, ContentRemoved, past_name, removals, retention
from tests.api.service import Service, Someone

TABLE = "md-high-card-flush"


def remove_all_of(service: Service, rounds: int) -> Someone:
    """Plays rounds and removes them all; the answer is who played them."""
    ann = service.someone("ann", "player")
    ann.must(TABLE, "sit", seat=1, buy_in="1000")
    for _ in range(rounds):
        ann.play_round(TABLE, 1, {"ante": "10"})
    moment = service.clock() + 1000
    removed = remove_before(service.log, moment, at=moment, actor="test", reason="old enough")
    assert [each.stream for each in removed] == [f"table:{TABLE}"]
    return ann


def play_and_remove(database: Path) -> Any:
    """What a player sees of the table after three rounds of it are gone."""
    with Service(database) as service:
        return remove_all_of(service, 3).view(TABLE)


def goes_on(database: Path, before: Any) -> None:
    with Service(database) as service:
        ann = service.someone("ann", "player")
        assert ann.view(TABLE) == before
        ann.play_round(TABLE, 1, {"ante": "10"})
        assert ann.client.get(f"/api/tables/{TABLE}/hands/4").json()["number"] == 4
        listed = ann.client.get(f"/api/tables/{TABLE}/hands")
        assert [hand["number"] for hand in listed.json()] == [4]
        assert sum(balance for _, balance in service.log.balances()) == 0


def test_hands_that_retention_removed_are_gone_and_the_table_plays_on(database: Path) -> None:
    with Service(database) as service:
        ann = remove_all_of(service, 2)
        for number in (1, 2):
            gone = ann.client.get(f"/api/tables/{TABLE}/hands/{number}")
            assert (gone.status_code, gone.json()["error"]["code"]) == (404, "removed")
            assert gone.json()["error"]["message"].endswith(": old enough"), "the answer says why"
        never = ann.client.get(f"/api/tables/{TABLE}/hands/3")
        assert (never.status_code, never.json()["error"]["code"]) == (404, "no_such_hand")
        ann.play_round(TABLE, 1, {"ante": "10"})
        assert ann.client.get(f"/api/tables/{TABLE}/hands/3").json()["number"] == 3
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.play_round(TABLE, 1, {"ante": "10"})
        assert ann.client.get(f"/api/tables/{TABLE}/hands/4").json()["number"] == 4
        listed = ann.client.get(f"/api/tables/{TABLE}/hands")
        assert [hand["number"] for hand in listed.json()] == [4, 3]


def test_no_seed_of_a_removed_round_is_left_in_a_snapshot(database: Path) -> None:
    stream = f"table:{TABLE}"
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.must(TABLE, "sit", seat=1, buy_in="1000")
        for _ in range(3):
            ann.play_round(TABLE, 1, {"ante": "10"})
        promised = [json.loads(each.data or b"") for each in service.log.read(stream) if "promised" in each.name]
        moment = service.clock() + 1000
        (record,) = remove_before(service.log, moment, at=moment, actor="test", reason="old enough")
        before = ann.view(TABLE)
    file = sqlite3.connect(database)
    kept = file.execute("SELECT stream, version, data FROM snapshots WHERE stream LIKE ?", (f"{stream}%",)).fetchall()
    file.close()
    old = {name: json.loads(data) for name, version, data in kept if version <= record.last}
    assert list(old) == [past_name(stream)]
    assert {key for point in old[past_name(stream)] for key in point} == {"version", "results"}
    seeds = [each["seed"].encode() for each in promised]
    assert len(seeds) == 4, "three rounds, and the next"
    assert [seed for seed in seeds[:3] if any(seed in data for _, _, data in kept)] == []
    goes_on(database, before)


def change_key(database: Path) -> None:
    """As if another key had signed nothing yet: snapshots of the one before are not believed."""
    key, mark = (database.with_name(database.name + end) for end in (".key", ".mark"))
    key.unlink()
    Mark(mark).begin(signer_from(key))


def test_after_the_key_changed(database: Path) -> None:
    before = play_and_remove(database)
    change_key(database)
    goes_on(database, before)


def test_after_a_restore_from_an_archive(database: Path, tmp_path: Path) -> None:
    before = play_and_remove(database)
    archive, restored = tmp_path / "house.jsonl", tmp_path / "restored.db"
    assert run(["archive", "export", str(database), "--out", str(archive)]) == 0
    assert run(["archive", "restore", str(archive), "--db", str(restored)]) == 0
    goes_on(restored, before)
    assert run(["audit", str(restored)]) == 0


def test_after_a_removal_that_was_cut_short(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record is there, half of the content is gone, and no snapshot can be believed; the next removal goes on."""
    take_away = retention._take_away

    def half(log: Log, record: ContentRemoved) -> None:
        take_away(log, replace(record, last=(record.first + record.last) // 2))

    monkeypatch.setattr(retention, "_take_away", half)
    before = play_and_remove(database)
    monkeypatch.undo()
    with open_log(str(database), read_only=True) as log:
        assert audit(log).findings == (), "it is recorded, and nobody is accused"
    change_key(database)
    goes_on(database, before)
    assert run(["archive", "retain", str(database), "--before", "2000-01-01", "--reason", "to go on"]) == 0
    with open_log(str(database), read_only=True) as log:
        record = next(removals(log))
        assert all(stored.data is None for stored in log.read(record.stream, 0, record.last))


def test_a_removal_reads_neither_what_is_gone_nor_the_records_of_it_for_every_table(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Service(database) as service:
        log, ann = service.log, service.someone("ann", "player")
        tables = [ann.open_table() for _ in range(4)]
        for table in tables:
            ann.must(table, "sit", seat=1, buy_in="1000")

        def a_round_each_removed() -> int:
            for table in tables:
                ann.play_round(table, 1, {"ante": "10"})
            moment = service.clock() + 1000
            return len(remove_before(log, moment, at=moment, actor="test", reason="old enough"))

        assert a_round_each_removed() == len(tables)
        read: list[Any] = []
        real = log.read

        def watched(stream: str, after: int = 0, upto: int | None = None) -> Any:
            for stored in real(stream, after, upto):
                read.append(stored)
                yield stored

        monkeypatch.setattr(log, "read", watched)
        assert a_round_each_removed() == len(tables)
        again = [stored for stored in read if stored.stream == RETENTION_STREAM]
        assert len(again) == len(tables), "each record once"
        gone = [stored for stored in read if stored.data is None]
        assert len(gone) == len(tables), "of each removal that it is complete"


def test_nobody_is_shown_the_decks_in_a_record_of_retention(database: Path) -> None:
    play_and_remove(database)
    with Service(database) as service:
        record = next(service.log.read(RETENTION_STREAM))
        assert record.data is not None
        assert b"salts" in record.data, "a deck was shuffled and sealed for the next round: nothing would be tested"
        for role in ("auditor", "regulator"):
            client = service.someone(role, role).client
            (shown,) = client.get("/api/events", params={"after": record.position - 1, "limit": 1}).json()
            assert shown["data"] == {
                name: value for name, value in json.loads(record.data).items() if name not in ("table", "state")
            }
