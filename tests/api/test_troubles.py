"""What fails, fails closed: no doubtful card, no half-written round, and a clear word to the person who asked."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from houserules.app import audit
from houserules.app.table.verbs import STEPS
from houserules.log import Log, LogUnavailable
from houserules.log.databases.database import Database
from houserules.records import audit as audit_play
from houserules.shuffle import Automatic
from houserules.web.authentication import COOKIE
from tests.api.decks import deck_with
from tests.api.service import JSON, PASSWORD, Service, Someone, Stacked, decoded
from tests.support.feeds import connect
from tests.support.postgres import Server
from tests.support.waiting import HANG, wait_for


class Failing:
    """A source of chance that fails when it is told to."""

    def __init__(self) -> None:
        self.broken = False

    def __call__(self, count: int) -> bytes:
        if self.broken:
            raise OSError("no entropy")
        return os.urandom(count)


def test_a_failing_source_of_chance_stops_play(database: Path) -> None:
    chance = Failing()
    with Service(database, shuffler=Automatic(chance)) as service:
        ann = service.guest()
        assert service.http().get("/ready").json()["status"] == "ok"
        ann.must("md-high-card-flush", "sit", seat=1, buy_in="100")
        ann.must("md-high-card-flush", "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        chance.broken = True
        ann.refused("md-high-card-flush", "act", 503, "shuffler_locked", seat=1, action="fold")
        opening = ann.client.post("/api/tables", json={"submission": "md-high-card-flush"})
        assert (opening.status_code, opening.json()["error"]["code"]) == (503, "shuffler_locked")
        assert service.http().get("/health").json()["status"] == "locked"
        ready = service.http().get("/ready")
        assert (ready.status_code, ready.json()["error"]["code"]) == (503, "shuffler_locked")
        chance.broken = False
        ann.refused("md-high-card-flush", "act", 503, "shuffler_locked", seat=1, action="fold")
        assert ann.view("md-high-card-flush")["phase"] == "decisions"
    with Service(database) as service:
        ann = service.someone("someone-else", "player")
        assert ann.view("md-high-card-flush")["phase"] == "decisions", "a new shuffler, and play goes on"


def fails(_count: int) -> bytes:
    raise OSError("no entropy")


BAD: dict[str, Callable[[int], bytes]] = {
    "fails": fails,
    "short": lambda count: os.urandom(count - 1),
    "zeros": bytes,
    "repeats": lambda count: bytes(range(256)) * (count // 256) + bytes(range(count % 256)),
}


class TurnsBad:
    """A source of chance that is bad for reads of one length, from when it is told to be."""

    def __init__(self, count: int, bad: Callable[[int], bytes]) -> None:
        self.bad_for, self.bad = count, bad
        self.broken = False

    def __call__(self, count: int) -> bytes:
        return self.bad(count) if self.broken and count == self.bad_for else os.urandom(count)


def play_until_locked(ann: Someone, table: str) -> None:
    """A source that repeats itself is found at its second read."""
    for _ in range(6):
        if ann.view(table)["phase"] == "decisions":
            answer = ann.send(table, "act", seat=1, action="fold")
        else:
            answer = ann.send(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "shuffler_locked"), answer.text
            return
    raise AssertionError("it was never locked")


@pytest.mark.parametrize("bytes_read", [32, 832], ids=["seed", "salts"])
@pytest.mark.parametrize("bad", BAD)
def test_bad_chance_for_a_seed_or_for_salts_locks_the_shuffler_for_good(
    database: Path, bytes_read: int, bad: str
) -> None:
    chance = TurnsBad(bytes_read, BAD[bad])
    table = "md-high-card-flush"
    with Service(database, shuffler=Automatic(chance)) as service:
        ann = service.someone("ann", "player")
        ann.must(table, "sit", seat=1, buy_in="1000")
        chance.broken = True
        play_until_locked(ann, table)
        assert service.http().get("/health").json()["status"] == "locked"
        chance.broken = False
        version = ann.version(table)
        for _ in range(2):
            play_until_locked(ann, table)
        assert ann.version(table) == version, "nothing is dealt any more"
        assert service.http().get("/health").json()["status"] == "locked"
    with Service(database) as service:
        ann = service.someone("ann", "player")
        finish_round(ann, table)
        ann.play_round(table, 1, {"ante": "10"})
        assert is_sound(service.log)


@pytest.mark.parametrize("by_itself", [True, False])
def test_bad_chance_for_the_wheel_locks_the_shuffler(database: Path, by_itself: bool) -> None:
    """No symbol comes of it; the round waits as it is and is paid when somebody has seen to the shuffler."""
    chance = TurnsBad(16, BAD["zeros"])
    game = "md-chase-the-flush"
    shuffler = Stacked(deck_with(game, {1: "2s 3s 4s"}), chance=chance)
    wagers = {"ante": "10", "xtra_bonus": "10", "progressive": "1"}
    with Service(database, shuffler=shuffler) as service:
        ann, dealer = service.someone("ann", "player"), service.someone("dan", "dealer")
        automatic = [step for step in STEPS if by_itself or step != "spin_wheel"]
        table = ann.open_table(game, automatic=automatic, decision_seconds=0)
        ann.must(table, "sit", seat=1, buy_in="500")
        ann.must(table, "place_wagers", seat=1, wagers=wagers, ready=True)
        chance.broken = True
        if by_itself:
            ann.refused(table, "act", 503, "shuffler_locked", seat=1, action="all_in", amount="30")
        else:
            ann.must(table, "act", seat=1, action="all_in", amount="30")
            dealer.refused(table, "spin_wheel", 503, "shuffler_locked", seat=1)
        assert service.http().get("/health").json()["status"] == "locked"
        assert ann.view(table)["last_round"] is None
    with Service(database) as service:
        ann, dealer = service.someone("ann", "player"), service.someone("dan", "dealer")
        if by_itself:
            ann.must(table, "act", seat=1, action="all_in", amount="30")
        else:
            dealer.must(table, "spin_wheel", seat=1)
        lines = {line["wager"]: line for line in ann.view(table)["last_round"]["settled"]}
        assert lines["progressive"]["outcome"] == "win"
        assert is_sound(service.log)


def limit_pages(log: Log, room: int | None) -> None:
    """Let the file grow by this number of pages only, as a full disk would; None: without limit."""

    def limit(database: Database) -> None:
        most = 2**30 if room is None else database.query("PRAGMA page_count")[0][0] + room
        database.query(f"PRAGMA max_page_count = {most}")

    log.carry_out(limit)


@pytest.mark.parametrize("game", ["md-high-card-flush", "md-chase-the-flush"])
def test_a_full_disk_stops_the_table_and_room_lets_it_go_on(database: Path, game: str) -> None:
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.must(game, "sit", seat=1, buy_in="10000")
        ann.play_round(game, 1, ann.all_wagers(game))
        limit_pages(service.log, 12)
        refused = play_until_refused(ann, game)
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "database_unavailable"
        assert "disk" not in refused.json()["error"]["message"], "the driver's words are for the log"
        health = service.http().get("/health").json()
        assert health["status"] == "troubled"
        assert list(health["troubles"]) == [f"table:{game}"]
        before, position = ann.view(game), service.log.position()
        again = ann.client.post(f"/api/tables/{game}/commands", content=refused.request.content, headers=JSON)
        assert again.status_code == 503
        assert ann.view(game) == before, "nothing of the command was kept"
        assert service.log.position() == position
        assert service.http().get("/api/tables").status_code == 200
        limit_pages(service.log, None)
        accepted = ann.client.post(f"/api/tables/{game}/commands", content=refused.request.content, headers=JSON)
        assert accepted.status_code == 200, "the same command, once there is room"
        finish_round(ann, game)
        ann.play_round(game, 1, ann.all_wagers(game))
        assert is_sound(service.log)
        assert service.http().get("/health").json()["status"] == "ok"


def play_until_refused(ann: Someone, table: str) -> httpx.Response:
    wagers = ann.all_wagers(table)
    for _ in range(400):
        acts = [option for option in ann.view(table)["you"]["options"] if option["type"] == "act"]
        if acts:
            amount = acts[0].get("smallest", "0")
            answer = ann.send(table, "act", seat=1, action=acts[0]["action"], amount=amount)
        else:
            answer = ann.send(table, "place_wagers", seat=1, wagers=wagers, ready=True)
        if answer.status_code != 200:
            return answer
    raise AssertionError("the disk never filled up")


def finish_round(ann: Someone, table: str) -> None:
    while ann.view(table)["phase"] == "decisions":
        act = next(option for option in ann.view(table)["you"]["options"] if option["type"] == "act")
        ann.must(table, "act", seat=1, action=act["action"], amount=act.get("smallest", "0"))


def is_sound(log: Log) -> bool:
    with log.frozen() as frozen:
        return audit_play(frozen).sound and sum(balance for _, balance in log.balances()) == 0


def test_a_feed_of_a_table_that_cannot_be_read_now_says_so(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Service(database) as service:
        headers = {"Authorization": f"Bearer {service.guest().token}"}

        def unread(_name: str) -> Any:
            raise LogUnavailable("the disk is gone")

        monkeypatch.setattr(service.house, "table", unread)
        address = f"ws://127.0.0.1:{service.port}/api/tables/md-high-card-flush/feed"
        assert_feed_cannot_be_read(address, headers)


def test_text_that_the_database_cannot_hold_is_nobodys_fault(server: Server, tmp_path: Path) -> None:
    """PostgreSQL has no NUL in a text: asking for one there must not become our fault."""
    with Service(tmp_path / "x.db", url=server.new_database()) as service:
        http, auditor = service.http(), service.someone("audrey", "auditor")
        signing_in = http.post("/api/session", json={"account": "a\x00b", "password": PASSWORD})
        assert signing_in.status_code == 401
        assert http.post("/api/session/link", json={"secret": "a\x00b.c"}).status_code == 401
        for cookie in ("%00.x", '"\\000.x"'):
            assert http.get("/api/tables", headers={"Cookie": f"{COOKIE}={cookie}"}).status_code == 200
            assert http.get("/api/session", headers={"Cookie": f"{COOKIE}={cookie}"}).status_code == 401
        for path, name in (("balances", "prefix"), ("transfers", "account")):
            answer = auditor.client.get(f"/api/ledger/{path}", params={name: "purse:\x00"})
            assert (answer.status_code, answer.json()["error"]["where"]) == (400, f"query.{name}")


def test_a_lost_connection_to_the_database_loses_nothing(server: Server, tmp_path: Path) -> None:
    table = "md-high-card-flush"
    with Service(tmp_path / "x.db", url=server.new_database()) as service:
        ann = service.someone("ann", "player")
        ann.must(table, "sit", seat=1, buy_in="1000")
        for number in range(1, 6):
            command = {"seat": 1, "wagers": {"ante": "10", "progressive": "1"}, "ready": True}
            server.cut_connections()
            once_it_answers(ann, table, "place_wagers", f"bet-number-{number}", **command)
            server.cut_connections()
            once_it_answers(ann, table, "act", f"fold-number-{number}", seat=1, action="fold")
            assert ann.view(table)["last_round"]["number"] == number, "each command counts once"
        assert is_sound(service.log)


def once_it_answers(ann: Someone, table: str, kind: str, command_id: str, **fields: Any) -> None:
    """A client that is told that the log is away sends the same command again."""
    version = ann.version(table)
    for _ in range(50):
        answer = ann.send(table, kind, command_id=command_id, version=version, **fields)
        if answer.status_code == 200:
            return
        assert answer.status_code == 503, answer.text
        assert answer.json()["error"]["code"] == "database_unavailable"
    raise AssertionError("it never answered")


def lose_the_next_answer(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit is kept, and the log can neither hear so nor look."""
    writer: Any = log._writer
    commits, look = writer._database.commit, writer._after_failure

    def commit_unheard() -> None:
        monkeypatch.setattr(writer._database, "commit", commits)
        commits()
        raise LogUnavailable("the connection was lost while committing", unknown=True)

    def not_found_out(batch: Any, error: Exception) -> list[Exception]:
        monkeypatch.setattr(writer, "_after_failure", look)
        return [error] * len(batch)

    monkeypatch.setattr(writer._database, "commit", commit_unheard)
    monkeypatch.setattr(writer, "_after_failure", not_found_out)


@pytest.mark.parametrize("seen_since", [False, True])
def test_what_may_have_been_kept_counts_once_under_the_same_id(
    database: Path, monkeypatch: pytest.MonkeyPatch, seen_since: bool
) -> None:
    """503 does not say that nothing was kept. Under the same id the same is answered as before, and a request with a
    newer version is told that the id is used; under another id it would count twice."""
    table = "md-high-card-flush"
    with Service(database) as service:
        ann = service.someone("ann", "player")
        ann.must(table, "sit", seat=1, buy_in="100")
        before = ann.version(table)
        lose_the_next_answer(service.log, monkeypatch)
        ann.refused(table, "buy_in", 503, "database_unavailable", amount="50", command_id="buy-fifty", version=before)
        if seen_since:
            again = ann.send(table, "buy_in", amount="50", command_id="buy-fifty", version=ann.version(table))
            assert (again.status_code, again.json()["error"]["code"]) == (409, "command_id_reused")
        else:
            ann.must(table, "buy_in", amount="50", command_id="buy-fifty", version=before)
        assert ann.view(table)["you"]["chips"] == "150.00"
        ann.must(table, "buy_in", amount="50", command_id="buy-fifty-more")
        assert ann.view(table)["you"]["chips"] == "200.00"
        assert is_sound(service.log)


def test_what_may_have_been_paid_at_the_cage_is_paid_once_under_the_same_id(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Service(database) as service:
        service.someone("ann", "player")
        clerk = service.someone("cleo", "administrator")
        body = {"command_id": "pay-in-1", "amount": "50", "kind": "live"}
        lose_the_next_answer(service.log, monkeypatch)
        lost = clerk.client.post("/api/people/ann/funds", json=body)
        assert (lost.status_code, lost.json()["error"]["code"]) == (503, "database_unavailable")
        assert clerk.client.post("/api/people/ann/funds", json=body).json()["balance"] == "50.00"


def assert_feed_cannot_be_read(address: str, headers: dict[str, str]) -> None:
    with connect(address, additional_headers=headers) as feed:
        assert decoded(str(feed.recv(timeout=HANG)).encode())["error"]["code"] == "database_unavailable"
        with pytest.raises(ConnectionClosed) as closed:
            feed.recv(timeout=HANG)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4503


def wait_until_known(service: Service, someone: Someone) -> None:
    """News of what befell an account come a moment later, and are followed by reading it again."""
    known, newest = service.house.people._known, service.log.version(f"account:{someone.account}")

    def is_known() -> bool:
        someone.client.get("/api/session")
        account = known.get(someone.account)
        return account is not None and account.version == newest

    wait_for(is_known)


def test_a_database_that_is_down_is_said_to_be_and_comes_back(server: Server, tmp_path: Path) -> None:
    table = "md-high-card-flush"
    with Service(tmp_path / "x.db", url=server.new_database()) as service:
        ann = service.someone("ann", "player")
        ann.must(table, "sit", seat=1, buy_in="1000")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        before = ann.view(table)
        regulator = service.someone("regina", "regulator")
        for someone in (ann, regulator):
            wait_until_known(service, someone)
        address = f"ws://127.0.0.1:{service.port}/api/events/feed"
        headers = {"Authorization": f"Bearer {regulator.token}"}
        server.crash()
        try:
            for answer in (
                ann.send(table, "act", seat=1, action="fold", version=before["version"], command_id="while-down"),
                ann.client.get(f"/api/tables/{table}/hands"),
                ann.client.post("/api/session/guest", json={}),
                ann.client.get("/health"),
            ):
                assert answer.status_code == 503, answer.text
                assert answer.json()["error"]["code"] == "database_unavailable"
                assert "Traceback" not in answer.text
            assert ann.view(table) == before, "who sits there still sees the table"
            assert_feed_cannot_be_read(address, headers)
        finally:
            server.start()
        assert ann.view(table) == before
        ann.must(table, "act", seat=1, action="fold", command_id="while-down")
        ann.play_round(table, 1, {"ante": "10"})
        assert is_sound(service.log)


def test_a_database_that_stalls_stops_only_what_needs_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from houserules.log.databases import postgresql, postgresql_reading  # noqa: PLC0415

    monkeypatch.setattr(postgresql_reading, "_READ_WITHIN", 2.0)
    monkeypatch.setattr(postgresql, "_PATIENCE", 2.0)
    table = "md-high-card-flush"
    with Service(tmp_path / "x.db", url=server.new_database()) as service:
        ann = service.someone("ann", "player")
        ann.must(table, "sit", seat=1, buy_in="1000")
        version = ann.version(table)
        wait_until_known(service, ann)
        bet: dict[str, Any] = {"seat": 1, "wagers": {"ante": "10"}, "ready": True, "command_id": "while-stalled"}
        with server.stalled():
            assert ann.client.get("/health").status_code == 503
            began = time.monotonic()
            for _ in range(20):
                assert ann.client.get("/api/rulebooks").status_code == 200
                assert ann.client.get(f"/api/tables/{table}/hands").status_code == 503
                assert ann.view(table)["version"] == version
            assert time.monotonic() - began < 20 * 2, "or every answer of the database was waited for"
            answer = ann.send(table, "place_wagers", version=version, **bet)
            assert answer.status_code == 503
            assert answer.json()["error"]["code"] == "database_unavailable"
        wait_for(lambda: ann.client.get("/health").status_code == 200)
        once_it_answers(ann, table, "place_wagers", **bet)
        assert ann.view(table)["phase"] == "decisions"
        assert is_sound(service.log)


def test_overdue_decks_are_changed(database: Path) -> None:
    with Service(database) as service:
        ann = service.guest()
        first = service.house.tables["table:md-high-card-flush"].state.table.decks
        service.clock.ahead += 30 * 3600 * 1000
        stream = "table:md-high-card-flush"
        wait_for(lambda: service.log.latest(stream, "table.deck_removed/1"))
        version = service.log.version(stream)
        wait_for(lambda: service.house.tables[stream].state.version >= version)
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
        feed.recv(timeout=HANG)
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        seen = decoded(str(feed.recv(timeout=HANG)).encode())
    with connect(address, additional_headers=headers) as feed:
        again = decoded(str(feed.recv(timeout=HANG)).encode())
        assert again["view"].items() >= seen["changes"].items()
        assert again["view"]["phase"] == "decisions"
        ann.must(table, "act", seat=1, action="fold")
        assert decoded(str(feed.recv(timeout=HANG)).encode())["changes"]["last_round"]["number"] == 1


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
        with service.log.frozen() as frozen:
            found = audit(frozen)
        assert found.sound, found
        balance = service.log.balance("meter:shared/main")
        assert service.house.shared_meter("meter:shared").state.main == balance
