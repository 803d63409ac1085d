"""What fails, fails closed: no doubtful card, no half-written round, and a clear word to whoever asked."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest
from websockets.sync.client import connect

from houserules.shuffle import Automatic
from houserules.store import Commit, Committed, StoreUnavailable
from houserules.store.audit import audit
from houserules.store.base import BaseStore
from tests.api.service import Service, decoded
from tests.api.test_commands import wait_for


class Failing:
    """A source of chance that fails when it is told to."""

    def __init__(self) -> None:
        self.broken = False

    def __call__(self, count: int) -> bytes:
        import os  # noqa: PLC0415

        if self.broken:
            raise OSError("no entropy")
        return os.urandom(count)


def test_a_failing_source_of_chance_stops_play(database: Path) -> None:
    chance = Failing()
    with Service(database, shuffler=Automatic(chance)) as service:
        ann = service.guest()
        ann.must("md-high-card-flush", "sit", seat=1, buy_in="100")
        ann.must("md-high-card-flush", "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        chance.broken = True
        ann.refused("md-high-card-flush", "act", 503, "shuffler_locked", seat=1, action="fold")
        assert service.http().get("/health").json()["status"] == "locked"
        chance.broken = False
        ann.refused("md-high-card-flush", "act", 503, "shuffler_locked", seat=1, action="fold")
        assert ann.view("md-high-card-flush")["phase"] == "decisions"
    with Service(database) as service:
        ann = service.someone("someone-else", "player")
        assert ann.view("md-high-card-flush")["phase"] == "decisions", "a new shuffler, and play goes on"


def test_a_store_that_cannot_write_changes_nothing(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Service(database) as service:
        ann = service.guest()
        ann.must("md-high-card-flush", "sit", seat=1, buy_in="100")
        before = ann.view("md-high-card-flush")

        def full(commit: Commit) -> Future[Committed]:
            answer: Future[Committed] = Future()
            answer.set_exception(StoreUnavailable("the disk is full"))
            return answer

        monkeypatch.setattr(service.store, "submit", full)
        error = ann.refused("md-high-card-flush", "buy_in", 503, "store_unavailable", amount="10")
        assert "disk is full" in error["message"]
        assert ann.view("md-high-card-flush") == before
        monkeypatch.undo()
        ann.must("md-high-card-flush", "buy_in", amount="10")


def test_overdue_decks_are_changed(database: Path) -> None:
    with Service(database) as service:
        ann = service.guest()
        first = service.house.tables["table:md-high-card-flush"].state.table.decks
        service.clock.ahead += 30 * 3600 * 1000
        stream = "table:md-high-card-flush"
        wait_for(lambda: service.store.latest(stream, "table.deck_removed/1"))
        decks = service.house.tables[stream].state.table.decks
        assert min(deck.received_at for deck in decks) > max(deck.received_at for deck in first)
        again = service.guest()
        again.must("md-high-card-flush", "sit", seat=1, buy_in="100")
        again.play_round("md-high-card-flush", 1, {"ante": "10"})
        assert ann.account != again.account


def test_a_lost_connection_resumes_in_the_middle_of_a_decision(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    address = f"ws://127.0.0.1:{service.port}/api/tables/{table}/feed"
    headers = {"Authorization": f"Bearer {ann.token}"}
    with connect(address, additional_headers=headers) as feed:
        feed.recv(timeout=10)
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        seen = decoded(str(feed.recv(timeout=10)).encode())
    with connect(address, additional_headers=headers) as feed:
        again = decoded(str(feed.recv(timeout=10)).encode())
        assert again == seen
        assert again["view"]["phase"] == "decisions"
        ann.must(table, "act", seat=1, action="fold")
        assert decoded(str(feed.recv(timeout=10)).encode())["view"]["last_round"]["number"] == 1


def test_linked_tables_pass_the_audit(database: Path) -> None:
    with Service(database) as service:
        ann, bob = service.guest(), service.guest()
        one, two = ann.open_table(meter="shared"), bob.open_table(meter="shared")
        wagers = {"ante": "10", "progressive": "1"}
        for player, table in ((ann, one), (bob, two)):
            player.must(table, "sit", seat=1, buy_in="1000")
        for _ in range(3):
            ann.must(one, "place_wagers", seat=1, wagers=wagers, ready=True)
            bob.play_round(two, 1, wagers)
            ann.must(one, "act", seat=1, action="fold")
        assert isinstance(service.store, BaseStore)
        with service.store.frozen() as frozen:
            found = audit(frozen)
        assert found.sound, found
        balance = service.store.balance("meter:shared/main")
        assert service.house.meter_desk("meter:shared").state.main == balance
