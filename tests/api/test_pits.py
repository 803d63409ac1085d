"""Pits: each has its own log, tables and books; money moves between cage and pit by two commits; one process holds a
pit at a time."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import httpx
import pytest

from houserules.app import House, Refusal, audit
from houserules.app.house.transit import CAGE_NAME, SENT, MoneySent, Transit, transit, with_money
from houserules.app.limits.own_limits import DAY
from houserules.cli.main import run
from houserules.log import Lease, Log, LogError, LogUnavailable, open_log
from houserules.log.lease import SILENT_FOR
from houserules.money import format_dollars
from tests.api.service import Service, Someone
from tests.api.test_serving import first_answer, free_port
from tests.support.feeds import connect
from tests.support.postgres import Server
from tests.support.waiting import HANG, wait_for

TABLE = "md-high-card-flush"
PITS = ("north", "south")


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def insist_sound(*logs: Log) -> None:
    for log in logs:
        with log.frozen() as frozen:
            assert audit(frozen).findings == ()


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    url = request.getfixturevalue("server").new_database() if request.param == "postgresql" else None
    with Service(tmp_path / "house.db", url=url, pits=PITS) as service:
        wait_for(lambda: set(service.pits.houses) == set(PITS) if service.pits else False)
        yield service
        insist_sound(service.log, *service.pit_logs.values())


def purses(house: Service, account: str) -> list[int]:
    return [log.balance(f"purse:{account}") for log in (house.log, *house.pit_logs.values())]


def under_way(house: Service, pit: str) -> int:
    return house.log.balance(transit(pit)) + house.pit_logs[pit].balance(transit(CAGE_NAME))


def test_a_player_with_limits_does_not_play_in_a_pit_until_they_are_gone(house: Service) -> None:
    """A pit has a log of its own, in which limits cannot be counted."""
    table = live_table(house, "north")

    def asked() -> str:
        ann = house.someone("ann", "player").at("north")
        facts = ann.send(table, "sit", seat=1, buy_in="10").json()["error"]
        return f"{facts['code']} {facts['facts'].get('what', '')}".strip()

    def limit(amount: str | None) -> None:
        client = house.someone("ann", "player").client
        assert client.put("/api/limits/loss", json={"amount": amount}).status_code == 200

    assert asked() == "not_enough_money"
    limit("50")
    assert asked() == "own_limit pit"
    limit(None)
    assert asked() == "own_limit pit", "none holds after a day"
    house.clock.ahead += DAY
    assert asked() == "not_enough_money"


def test_tables_belong_to_a_pit(house: Service) -> None:
    ann = house.guest()
    north, south = ann.at("north"), ann.at("south")
    north.must(TABLE, "sit", seat=1, buy_in="100")
    north.play_round(TABLE, 1, {"ante": "10", "progressive": "1"})
    assert north.view(TABLE)["you"]["seat"] == 1
    assert south.view(TABLE)["you"]["seat"] is None
    assert house.log.streams("table:") == ()
    assert ann.client.get("/api/tables").json() == []
    meters = [who.client.get(f"/api/meters/{TABLE}").json()["main"] for who in (north, south)]
    assert meters[0] != meters[1], "a meter is of one pit"


def test_each_pit_publishes_its_log(house: Service) -> None:
    heads = [house.http(within=where).get("/log/checkpoint").text for where in ("", "/pits/north", "/pits/south")]
    origins = [head.splitlines()[0] for head in heads]
    assert len(set(origins)) == 3
    assert origins[1].endswith("/pits/north")


def test_an_unknown_pit(house: Service) -> None:
    answer = house.http().get("/pits/east/api/tables")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_pit")


def test_a_pit_is_held_while_all_threads_of_the_service_are_busy(house: Service) -> None:
    """With what takes seconds: long histories, papers, witnesses that do not answer."""
    pits, north, over = house.pits, house.pit_logs["north"], Event()
    assert pits is not None
    number, _, beats = north.lease()

    async def all_busy() -> None:
        busy = [asyncio.create_task(asyncio.to_thread(over.wait)) for _ in range(64)]
        try:
            await asyncio.wait_for(pits.look(), HANG / 2)
        finally:
            over.set()
            await asyncio.gather(*busy)

    house.run(all_busy())
    assert north.lease()[0] == number
    assert north.lease()[2] > beats


def live_table(house: Service, pit: str) -> str:
    return house.someone("pat", "pit_manager").at(pit).open_table(kind="live")


def fund(house: Service, account: str, dollars: int, name: str) -> None:
    house.run(house.house.cage.fund(account, "live", dollars * 1_000_000, name, "test"))


def test_money_comes_from_the_cage_and_goes_back(house: Service) -> None:
    table, ann = live_table(house, "north"), house.someone("ann", "player")
    fund(house, "ann", 300, "fund")
    north = ann.at("north")
    north.must(table, "sit", seat=1, buy_in="100")
    assert purses(house, "ann") == [200_000_000, 0, 0]
    assert north.client.get("/api/session/purse").json()["live"] == "200.00"
    north.refused(table, "buy_in", 422, "not_enough_money", amount="201")
    north.must(table, "buy_in", amount="200")
    north.must(table, "leave")
    wait_for(lambda: purses(house, "ann") == [300_000_000, 0, 0])
    wait_for(lambda: under_way(house, "north") == 0)
    assert ann.client.get("/api/session/purse").json()["live"] == "300.00"


def test_an_account_with_money_in_a_pit_is_not_closed(house: Service) -> None:
    table, ann = live_table(house, "south"), house.someone("ann", "player")
    fund(house, "ann", 100, "fund")
    south = ann.at("south")
    south.must(table, "sit", seat=1, buy_in="100")
    boss = house.someone("boss", "administrator")
    closing = boss.client.delete("/api/people/ann")
    error = house.approved(closing).json()["error"]
    assert (error["code"], error["facts"]["tables"]) == ("account_has_money", f"south/{table}")
    south.must(table, "leave")
    wait_for(lambda: purses(house, "ann") == [100_000_000, 0, 0])


def transit_of(house: Service, pit: str) -> Transit:
    """With money of somebody at the cage, and nobody but the test who settles."""
    assert house.pits is not None
    held = house.pits.houses[pit]
    assert held.transit is not None
    house.run(held.stop())
    house.someone("ann", "player")
    fund(house, "ann", 100, "fund")
    return held.transit


def test_what_was_sent_arrives_whatever_became_of_the_sender(house: Service) -> None:
    """Both halves of a transfer that a crash left in the middle, one in each direction."""
    north = transit_of(house, "north")
    house.run(north._send(house.log, SENT + "north", MoneySent("ann", 60_000_000)))
    house.run(north.complete())
    house.run(north.complete())
    assert purses(house, "ann")[:2] == [40_000_000, 60_000_000]
    north.look_through()
    house.run(north.settle())
    assert purses(house, "ann") == [100_000_000, 0, 0]
    assert under_way(house, "north") == 0


def test_what_arrives_after_its_request_was_given_up_goes_back_at_once(house: Service) -> None:
    """The simulation found it lying in the pit until all purses were next looked through."""
    north = transit_of(house, "north")
    house.run(north._send(house.log, SENT + "north", MoneySent("ann", 60_000_000)))
    house.run(north.complete())
    assert purses(house, "ann")[:2] == [40_000_000, 60_000_000]
    house.run(north.settle())
    assert purses(house, "ann") == [100_000_000, 0, 0]


def test_what_somebody_is_about_to_spend_stays_until_they_have_bought_everywhere(house: Service) -> None:
    north = transit_of(house, "north")
    with north.buying("ann"):
        with north.buying("ann"):
            assert house.run(north.bring("ann", 60_000_000))
        north.owe(["ann"])
        house.run(north.settle())
        assert purses(house, "ann") == [40_000_000, 60_000_000, 0]
    house.run(north.settle())
    assert purses(house, "ann") == [100_000_000, 0, 0]


def test_what_was_on_its_way_back_is_brought_again(house: Service) -> None:
    """A purse is seen with money that goes back to the cage at this moment."""
    north = transit_of(house, "north")
    log, asked = house.pit_logs["north"], []

    async def buy() -> int:
        asked.append(log.balance("purse:ann"))
        if len(asked) == 2:
            await north._send(log, SENT + CAGE_NAME, MoneySent("ann", 30_000_000))
        held = log.balance("purse:ann")
        if held < 80_000_000:
            missing = format_dollars(80_000_000 - held)
            raise Refusal("not_enough_money", "you have less than that", missing=missing)
        return held

    assert house.run(with_money(north, "ann", buy)) == 80_000_000
    assert asked == [0, 80_000_000, 80_000_000]
    house.run(north.settle())
    assert purses(house, "ann") == [100_000_000, 0, 0]


def elsewhere(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and answer.json()["error"]["code"] == "pit_elsewhere"


def test_another_process_takes_a_pit_over(server: Server, tmp_path: Path) -> None:
    """The first one falls silent without an end, as if its machine stood still: it writes nothing more, and play goes
    on at the other one with the same sessions, where it was."""
    url, clock = server.new_database(), Seconds()
    with (
        Service(tmp_path / "x.db", url=url, pits=["north"]) as one,
        Service(tmp_path / "x.db", url=url, pits=["north"], seconds=clock) as two,
    ):
        assert one.pits is not None
        assert two.pits is not None
        ann = one.guest()
        here, there = ann.at("north"), ann.at("north", two)
        here.must(TABLE, "sit", seat=1, buy_in="100")
        assert elsewhere(there.client.get(f"/api/tables/{TABLE}"))
        (silent,) = one.pits._looking
        one.loop.call_soon_threadsafe(silent.cancel)
        wait_for(silent.done)
        two.run(two.pits.look())
        clock.now += SILENT_FOR
        two.run(two.pits.look())
        there.must(TABLE, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        late = here.send(TABLE, "buy_in", amount="5")
        assert late.status_code == 503
        address = f"ws://127.0.0.1:{two.port}/pits/north/api/tables/{TABLE}/feed"
        with connect(address, additional_headers={"Authorization": f"Bearer {ann.token}"}) as feed:
            assert feed.recv(timeout=HANG)
        one.run(one.pits.look())
        assert one.pits.houses == {}
        assert elsewhere(here.client.get(f"/api/tables/{TABLE}"))
        insist_sound(two.log, *two.pit_logs.values())


def test_a_pit_that_could_not_be_read_is_opened_with_the_next_beat(tmp_path: Path) -> None:
    """The database fell silent between the taking of the lease and the first look at the log."""
    with Service(tmp_path / "x.db", pits=["north"]) as one:
        assert one.pits is not None
        wait_for(lambda: one.pits is not None and "north" in one.pits.houses)
        (looking,) = one.pits._looking
        one.loop.call_soon_threadsafe(looking.cancel)
        wait_for(looking.done)
        tried: list[str] = []
        make = one.pits._make

        def silent_once(name: str, lease: Lease) -> House:
            tried.append(name)
            if len(tried) == 1:
                raise LogUnavailable("the database does not answer")
            return make(name, lease)

        one.pits._make = silent_once
        one.run(one.pits.houses.pop("north").stop())
        one.run(one.pits.look())
        assert one.pits.houses == {}
        one.run(one.pits.look())
        assert "north" in one.pits.houses


def test_another_log_in_the_place_of_a_pits_own_is_not_opened(tmp_path: Path) -> None:
    """As where its address is another one than before: the cage has received money that this log never sent."""
    with Service(tmp_path / "x.db", pits=["north"]) as one:
        wait_for(lambda: one.pits is not None and "north" in one.pits.houses)
        north = transit_of(one, "north")
        one.run(north._send(one.log, SENT + "north", MoneySent("ann", 60_000_000)))
        one.run(north.complete())
        one.run(north.settle())
    for file in tmp_path.glob("x-north.db*"):
        file.unlink()
    with Service(tmp_path / "x.db", pits=["north"]) as one:
        assert one.pits is not None
        one.run(one.pits.look())
        assert one.pits.houses == {}
        assert one.log.balance("purse:ann") == 100_000_000
        assert one.pit_logs["north"].position() == 0
        assert elsewhere(one.http(within="/pits/north").get("/health"))


def test_a_pit_may_be_kept_by_another_server(server: Server, tmp_path: Path) -> None:
    house, second = server.new_database(), server.new_database()
    port = free_port()
    command = [sys.executable, "-m", "houserules", "serve", "--db", house, "--port", str(port), "--pit", "north",
               "--pit", f"south={second}"]  # fmt: skip
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            assert first_answer(f"http://127.0.0.1:{port}/api/pits").json() == ["north", "south"]
            for pit in ("north", "south"):
                wait_for(lambda pit=pit: httpx.get(f"http://127.0.0.1:{port}/pits/{pit}/health").status_code == 200)
        finally:
            process.terminate()
    for place, pit in ((house, "north"), (second, "south")):
        with open_log(place, pit=pit, read_only=True) as log:
            assert log.streams("table:")
    with pytest.raises(LogError):
        open_log(house, pit="south", read_only=True)


@pytest.mark.parametrize(
    "given", ["Süd", "south=other.db", "south=", "=postgresql://x", "south=mysql://u:secret@x/y"]
)
def test_a_pit_is_named_and_its_server_is_an_address(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--pit", "--stand-by"):
        assert run(["serve", option, given]) == 2
        said = capsys.readouterr().err
        assert option in said
        assert "secret" not in said


def test_a_pit_that_is_given_back_is_taken_at_once(server: Server, tmp_path: Path) -> None:
    url = server.new_database()
    with Service(tmp_path / "x.db", url=url, pits=["north"], seconds=Seconds()) as two:
        with Service(tmp_path / "x.db", url=url, pits=["north"], seconds=Seconds()) as one:
            holders = [one, two]
            wait_for(lambda: any("north" in each.pits.houses for each in holders if each.pits))
        ann: Someone = two.guest().at("north")
        wait_for(lambda: ann.client.get(f"/api/tables/{TABLE}").status_code == 200)
