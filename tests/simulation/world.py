"""A floor in virtual time: three processes, a cage and two pits, players who ask again, a witness, and much trouble.

Processes run the service as it is, without its HTTP: :class:`Pits` with leases, :class:`House` with tables, timers
and transit. They are killed and started again, are cut off from the database for seconds, and have their own clocks.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from houserules import law
from houserules.app import Job, Kind, Person, Pits, Refusal, SteadyClock
from houserules.app.house.house import House
from houserules.app.house.openings import Openings
from houserules.app.table.events import LIVE
from houserules.app.table.live_table import LiveTable
from houserules.app.table.requests import new_request
from houserules.log import Lease, LogError, LogReader, Signer, tile_content
from houserules.notes import parse_tile
from houserules.play import Phase
from houserules.shuffle import Automatic
from houserules.witness.following import Follower
from houserules.witness.store import Store
from houserules.witness.witness import Witness
from tests.simulation.faulty_log import Disk, FaultyLog, Weather
from tests.simulation.virtual_time import VirtualLoop

PITS: Final = ("north", "south")
PROCESSES: Final = 3
PLAYERS: Final = 5
TABLE: Final = "live"
_SUBMISSION: Final = "md-high-card-flush"
_BEGAN: Final = 1_800_000_000_000
_PATIENCE: Final = 3.0
"""Seconds after which a client asks again."""
_REST: Final = 70.0
"""Seconds after which everything has come to rest in calm weather: once a minute a pit looks through its purses."""
_FUNDS: Final = 1_000 * 1_000_000


class Asked(Struct):
    """What a client asked for and when it had its answer; ``version`` is None where it was refused, and ``sure``
    says that nothing of it can come later."""

    pit: str
    id: str
    verb: str
    began: float
    ended: float
    version: int | None
    sure: bool = True


class _Openings(Openings):
    async def furnish(self) -> None:
        """The only table of a pit is opened by hand."""


class _House(House):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.openings = _Openings(self)

    def theory_at_hand(self, *_: Any, **__: Any) -> None:
        """The laboratory has processes of its own."""


class Process:
    def __init__(self, world: World, number: int) -> None:
        self.dead = False
        self.cut_off_until = 0.0
        chance, loop = world.chance, world.loop
        self.skew = chance.randint(-2000, 2000)
        """By how many milliseconds the clock of its machine is wrong."""
        shuffler = Automatic(Random(chance.random()).randbytes)
        self.logs = {name: FaultyLog(disk, self) for name, disk in world.disks.items()}
        for log in self.logs.values():
            log.fenced = world.fenced

        def now(log: LogReader) -> SteadyClock:
            return SteadyClock(log, lambda: _BEGAN + self.skew + int(loop.now * 1000), lambda: int(loop.now * 1000))

        cage = LogReader(world.disks["cage"].database.query, "")  # A process that cannot read it does not start.
        self.house = _House(self.logs["cage"], now(cage), shuffler)
        rate = chance.uniform(0.95, 1.05)
        leases = {name: Lease(self.logs[name], f"process {number}", clock=lambda: loop.now * rate) for name in PITS}
        self.pits = Pits(
            self.house,
            leases,
            lambda name, lease: _House(lease.log, now(self.logs[name]), shuffler, within=self.house, pit=name),
        )
        self.died = loop.create_future()
        self.starting = loop.create_task(self._start())

    async def _start(self) -> None:
        while True:
            with suppress(LogError, Refusal):
                await self.house.start()
                break
            await asyncio.sleep(0.1)
        await self.pits.start()

    def die(self) -> None:
        if self.dead:
            return
        self.dead = True
        tasks = [self.starting, *self.pits._looking, *self.pits._opening.values()]
        for house in (self.house, *self.pits.houses.values()):
            tasks += [task for task in (house._ticking, house._tidying, house._seeking) if task is not None]
        for task in tasks:
            task.cancel()
        self.pits.houses.clear()
        for log in self.logs.values():
            log.disk.logs.remove(log)
        if not self.died.done():
            self.died.set_result(None)


class World:
    def __init__(self, loop: VirtualLoop, seed: int, *, fenced: bool = True, reads_on: bool = True) -> None:
        self.loop = loop
        self.chance = Random(seed)
        self.fenced, self.reads_on = fenced, reads_on
        self.weather = Weather()
        self.disks = {name: Disk(name, loop, self.chance, self.weather) for name in ("cage", *PITS)}
        self.asked: list[Asked] = []
        self.alarms: list[str] = []
        self.kills = self.cuts = 0
        self._number = 0
        self._asking: set[asyncio.Task[Any]] = set()
        """Requests under way, also those of processes that have died, which nobody answers any more."""
        self.ends = False
        self.processes = [Process(self, number) for number in range(PROCESSES)]

    # Clients

    def serving(self, pit: str) -> tuple[Process, House] | None:
        """A process that says that it holds the pit, as a load balancer finds it."""
        found = [(each, each.pits.houses[pit]) for each in self.processes if pit in each.pits.houses]
        return self.chance.choice(found) if found else None

    async def ask(self, person: Person, pit: str, verb: str, **fields: Any) -> Asked:
        """One command, asked again with the same id until it is answered."""
        self._number += 1
        asked = Asked(pit, f"{person.account}-{self._number}", verb, self.loop.now, 0.0, None)
        version: int | None = None
        while True:
            served = self.serving(pit)
            if served is None:
                await asyncio.sleep(0.2)
                continue
            process, house = served
            try:
                table = house.table(TABLE)
                version = table.state.version if version is None else version
                request = new_request(verb, command_id=asked.id, expected_version=version, **fields)
                asked.version = await self._answer(process, table, person, request)
                break
            except Refusal as refusal:
                if refusal.kind is not Kind.UNAVAILABLE:
                    break
            except (LogError, TimeoutError):
                pass
            asked.sure = False
            await asyncio.sleep(0.1 + self.chance.random() * 0.3)
        asked.sure = asked.sure or asked.version is not None
        asked.ended = self.loop.now
        self.asked.append(asked)
        return asked

    async def _answer(self, process: Process, table: LiveTable, person: Person, request: Any) -> int:
        task = asyncio.ensure_future(table.handle(person, request))
        self._asking.add(task)
        task.add_done_callback(self._answered)
        await asyncio.wait({task, process.died}, timeout=_PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not task.done() or process.dead:
            raise TimeoutError
        return task.result().version

    def _answered(self, task: asyncio.Task[Any]) -> None:
        """Also where the client has given up waiting."""
        self._asking.discard(task)
        if not task.cancelled():
            task.exception()

    async def read(self, pit: str) -> None:
        """The table as it is shown; a pit whose database is silent shows nothing."""
        served, began = self.serving(pit), self.loop.now
        if served is None:
            return
        process, house = served
        try:
            if self.reads_on:
                await house.read_on()
            version = house.tables[f"table:{TABLE}"].state.version
        except (LogError, LookupError):
            return
        if not process.dead:
            self.asked.append(Asked(pit, "", "", began, self.loop.now, version))

    async def play(self, person: Person, pit: str, seat: int) -> None:
        chance = Random(self.chance.random())
        while not self.ends:
            await asyncio.sleep(chance.random() * 0.4)
            served = self.serving(pit)
            table = served[1].tables.get(f"table:{TABLE}") if served is not None else None
            if table is None:
                continue
            state, roll = table.state, chance.random()
            if roll < 0.15:
                await self.read(pit)
            elif not state.plays_here(person.account):
                await self.ask(person, pit, "sit", seat=seat, buy_in=str(chance.randint(20, 60)))
            elif roll < 0.25:
                await self.ask(person, pit, "leave")
            elif roll < 0.32:
                await self.ask(person, pit, "buy_in", amount=str(chance.randint(1, 20)))
            elif roll < 0.39:
                await self.ask(person, pit, "cash_out", amount=str(chance.randint(1, 20)))
            elif state.phase is Phase.DECISIONS:
                await self.ask(person, pit, "act", seat=seat, action="fold")
            else:
                await self.ask(person, pit, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)

    # What goes wrong

    async def disturb(self) -> None:
        chance = self.chance
        while not self.ends:
            await asyncio.sleep(chance.uniform(0.5, 6))
            number = chance.randrange(PROCESSES)
            roll = chance.random()
            if roll < 0.15:
                self.processes[number].skew += chance.randint(-3000, 3000)
            elif roll < 0.5:
                self.kills += 1
                self.processes[number].die()
                await asyncio.sleep(chance.random() * 3)
                if self.processes[number].dead:
                    self.processes[number] = Process(self, number)
            else:
                self.cuts += 1
                self.processes[number].cut_off_until = self.loop.now + chance.uniform(0.1, 6)

    async def watch(self, folder: Path) -> None:
        """The witness looks at both logs again and again, through whichever process is there."""
        signer = Signer(Ed25519PrivateKey.from_private_bytes(self.chance.randbytes(32)))
        store = Store(folder / "witness.db")
        witness = Witness("witness", signer, store, folder / "evidence", lambda: int(self.loop.now))
        followers: dict[str, Follower] = {}
        while not self.ends:
            await asyncio.sleep(1 + self.chance.random())
            for name in PITS:
                log = self.processes[0].logs[name]
                with suppress(LogError):
                    head = log.head()
                    if head is None:
                        continue
                    if name not in followers:
                        store.follow(head.vkey(), name, 0)
                        followers[name] = Follower(witness, head.vkey(), name, self._published)
                    followers[name].step()
            self.alarms = [alarm.what for alarm in store.alarms()]
        store.close()

    def _published(self, address: str) -> bytes:
        name, _, path = address.partition("/log/")
        log = self.processes[0].logs[name]
        head = log.head()
        assert head is not None
        if path == "checkpoint":
            return str(head.checkpoint()).encode()
        return tile_content(log, parse_tile(path.removeprefix("tile/"))) or b""

    # From the opening to the end

    async def run(self, commands: int, fork: bool = False) -> None:
        await self._open()
        people = [
            (Person(f"{pit}-{seat}", f"{pit} {seat}", frozenset({Job.PLAYER})), pit, seat)
            for pit in PITS
            for seat in range(1, PLAYERS + 1)
        ]
        for person, _, _ in people:
            await self._fund(person)
        with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
            tasks = [asyncio.create_task(self.play(*each)) for each in people]
            tasks += [asyncio.create_task(self.disturb()), asyncio.create_task(self.watch(Path(folder)))]
            copied = self.disks["north"].copy()
            while len(self.asked) < commands:
                await asyncio.sleep(1)
                if fork and len(self.asked) > commands // 2:
                    self._put_back(copied)
                    fork = False
            self.ends = True
            self.weather.calm()
            ended, waiting = await asyncio.wait(tasks, timeout=_REST)
            for task in ended:
                task.result()
            for task in waiting:  # Those who play in a pit that nobody holds.
                task.cancel()
        await asyncio.sleep(_REST)

    def _put_back(self, copied: bytes) -> None:
        for process in self.processes:
            process.die()
        self.disks["north"].put_back(copied)
        self.processes = [Process(self, number) for number in range(PROCESSES)]

    async def _fund(self, person: Person) -> None:
        house = self.processes[0].house
        while True:
            with suppress(LogError, Refusal):
                if house.people.find(person.account) is None:
                    await house.people.open_account(person.account, person.name, person.jobs, None, "test")
                await house.cage.fund(person.account, LIVE, _FUNDS, f"fund-{person.account}", "test")
                return
            await asyncio.sleep(0.1)

    async def _open(self) -> None:
        """A live table in each pit, whose decks a floorperson has verified."""
        floor = Person("flo", "Flo", frozenset({Job.FLOORPERSON}))
        filed = law.bundled_submission(_SUBMISSION)
        for pit in PITS:
            while (served := self.serving(pit)) is None:
                await asyncio.sleep(0.2)
            while f"table:{TABLE}" not in served[1].tables:
                with suppress(LogError, Refusal):
                    await served[1].openings.open(filed, LIVE, "Live", "test", table_id=TABLE)
                await asyncio.sleep(0.1)
            for deck in (1, 2):
                await self.ask(floor, pit, "verify_inspection", deck=deck)
