"""The machine's clock may jump; the time of the house does not go back, and play goes on."""

from __future__ import annotations

from pathlib import Path

from houserules.app import SteadyClock
from houserules.app.house.house import House
from houserules.app.table.requests import new_request
from houserules.log import Log, open_log
from tests.support.loops import run_apart

HOUR = 3_600_000
TABLE = "md-high-card-flush"


class Machine:
    """A clock on the wall, which somebody sets, and one that only runs."""

    def __init__(self) -> None:
        self.wall, self.running = 1_800_000_000_000, 5_000

    def pass_time(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.running += milliseconds

    def clock(self, log: Log) -> SteadyClock:
        return SteadyClock(log, lambda: self.wall, lambda: self.running)


def test_it_is_the_machines_time_and_never_goes_back(tmp_path: Path) -> None:
    machine = Machine()
    with open_log(str(tmp_path / "h.db")) as log:
        now = machine.clock(log)
    began = machine.wall
    machine.pass_time(250)
    assert now() == began + 250
    machine.wall -= HOUR
    assert now() == began + 250
    machine.pass_time(1_000)
    assert now() == began + 1_250, "at the same pace"
    machine.wall += 3 * HOUR
    assert now() == machine.wall, "what the machine slept has passed"
    machine.pass_time(1)
    assert now() == machine.wall


async def _play(house: House, rounds: int) -> None:
    await house.openings.furnish()
    await house.start()
    try:
        session = await house.people.welcome_guest()
        known = house.people.recognize(session.token)
        assert known is not None
        table = house.table(TABLE)

        async def ask(kind: str, **fields: object) -> None:
            seen = {"command_id": f"{kind}-{table.state.version}-x", "expected_version": table.state.version}
            await table.handle(known.person, new_request(kind, **seen, **fields))

        await ask("sit", seat=1, buy_in="1000")
        for _ in range(rounds):
            await ask("place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
            await ask("act", seat=1, action="fold")
        await ask("leave")
    finally:
        await house.stop()


def test_play_goes_on_after_the_clock_was_set_back_and_times_follow_each_other(tmp_path: Path) -> None:
    """Also where it was set back while the service was stopped."""
    machine = Machine()
    for _ in range(3):
        with open_log(str(tmp_path / "h.db")) as log:
            run_apart(_play(House(log, machine.clock(log)), 2))
            machine.pass_time(1_000)
            times = [stored.at for stored in log.read_all(0, log.position())]
        machine.wall -= HOUR
    assert times == sorted(times)
