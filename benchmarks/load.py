"""Settled rounds of six players a second, every command on disk before it is answered: SQLite beside PostgreSQL.

``python -m benchmarks.load [--seconds 8] [--tables 1,10,100] [--game md-high-card-flush] [--ways app,http]`` plays at
1, 10 and 100 tables at once, each in two ways: through the use-cases as the web room calls them, and over HTTP with a
service in a process of its own (``--ways feeds``: with a live view for each player besides). On PostgreSQL, two
services that share the tables follow. Full automation deals; at each table six players ask in turn, and each
waits for the answer. A server is started from the wheel that the tests use, with ``fsync`` on; SQLite lies in the
temporary directory (``TMPDIR``).

``--against PATH`` measures another checkout in the same run, in turns with this one: its service and its use-cases
run from there, and the same players play at both. ``--repeat 3`` takes the median of three turns.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
import psutil
from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from tests.support.postgres import Server, running_server

from benchmarks.load_figures import Measured, middle, show, show_ratios
from benchmarks.plain_http import PlainConnection, connected, post
from benchmarks.six_players import SEATS, Figures, Period, SixPlayers, six_people, submission_named
from houserules import law
from houserules.app.table.requests import AnyRequest
from houserules.law import read_toml
from houserules.log import open_log

DATABASES: Final = ("SQLite", "PostgreSQL")
WARMING_UP: Final = 3.0
_WARMS_UP_AFTER: Final = 5.0
"""Seconds after which a service has begun to get ready what it will need later."""
_HOST: Final = "127.0.0.1"
_HERE: Final = Path(__file__).parent.parent


class Job(Struct, frozen=True):
    """What is to be measured. ``services`` processes share the tables; their program is that of ``tree``."""

    where: str
    way: str
    tables: int
    services: int = 1
    tree: Path = _HERE


class Told(Struct):
    """What the process that plays through the use-cases tells of itself."""

    figures: Figures
    cores: float
    asking: float


async def spread(number: int, tables: int) -> None:
    """Tables begin one after another, so that their rounds do not end all at once."""
    await asyncio.sleep(WARMING_UP / 2 * number / tables)


# Through the use-cases


async def through_the_app(url: str, tables: int, game: str, seconds: float) -> Told:
    from houserules.app.house.house import House  # noqa: PLC0415
    from houserules.app.table.events import PRACTICE  # noqa: PLC0415

    submission = submission_named(game)
    filed = read_toml(law.submissions()[game].folder.text("submission"), game)
    with open_log(url) as log:
        house = House(log)
        await house.start()
        opened = [
            await house.openings.open(filed, PRACTICE, f"Table {n}", "bench", f"load-{n}") for n in range(tables)
        ]
        period = Period(0, 0)

        async def one(number: int) -> Figures:
            name = f"load-{number}"
            live, script, people = opened[number], SixPlayers(submission, name), six_people(name)

            async def send(seat: int, request: AnyRequest) -> int:
                return (await live.handle(people[seat], request)).version

            version = await script.sit_down(send, live.state.version)
            await spread(number, tables)
            return await script.play(send, version, period)

        playing = [asyncio.create_task(one(number)) for number in range(tables)]
        now = time.monotonic()
        period.begin, period.end = now + WARMING_UP, now + WARMING_UP + seconds
        await asyncio.sleep(WARMING_UP)
        spent, began = time.process_time(), time.monotonic()
        await asyncio.sleep(seconds)
        cores = (time.process_time() - spent) / (time.monotonic() - began)
        figures = Figures()
        for each in await asyncio.gather(*playing):
            figures.add(each)
        await house.stop()
    return Told(figures, cores, _cost_of_asking(submission) * len(figures.took) / seconds)


def _cost_of_asking(submission: Any) -> float:
    """The processor time of making one ask, in seconds: the share of the players in a process that does both."""
    script = SixPlayers(submission, "cost")
    began = time.process_time()
    for number in range(2000):
        script.bet(1 + number % 6, number)
    return (time.process_time() - began) / 2000


def part_of(tree: Path, part: str, *options: str, **more: Any) -> subprocess.Popen[bytes]:
    """A part of this benchmark in a process of its own, with the program of this checkout or another one."""
    environment = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", **more.pop("env", {})}
    command = [sys.executable, "-m", "benchmarks.load", "--part", part, *options]
    return subprocess.Popen(command, cwd=tree, env=environment, **more)


def app_in_a_process(url: str, job: Job, game: str, seconds: float) -> tuple[Told, float]:
    options = ("--db", url, "--tables", str(job.tables), "--game", game, "--seconds", str(seconds))
    with tempfile.TemporaryFile() as told, part_of(job.tree, "app", *options, stdout=told) as process:
        memory = 0.0
        while process.poll() is None:
            memory = max(memory, peak_of(process.pid))
            time.sleep(0.2)
        told.seek(0)
        return msgspec.json.decode(told.read(), type=Told), memory


def peak_of(pid: int) -> float:
    """Megabytes of memory that a process had at most."""
    with contextlib.suppress(OSError, psutil.Error):
        status = Path(f"/proc/{pid}/status")
        if status.exists():
            peak = next((line for line in status.read_text().splitlines() if line.startswith("VmHWM:")), "0 0")
            return int(peak.split()[1]) / 1024
        return float(psutil.Process(pid).memory_info().rss) / 1e6
    return 0.0


# Over HTTP


class Seated:
    """Six players at one table of a service, each with a connection and a session of their own."""

    def __init__(self, port: int, script: SixPlayers, within: str = "") -> None:
        """``within``: what stands before every path, as ``/pits/north``."""
        self.port = port
        self.api = f"{within}/api"
        self.script = script
        self.connections: dict[int, PlainConnection] = {}
        self.heads: dict[int, bytes] = {}
        self.tokens: dict[int, str] = {}
        self.table = ""

    async def open(self, game: str) -> None:
        for seat in SEATS:
            connection = self.connections[seat] = await connected(_HOST, self.port)
            guest = await _told(connection, post(f"{self.api}/session/guest"), {"keep": "bearer"})
            self.tokens[seat] = guest["token"]
        opened = await _told(self.connections[1], post(f"{self.api}/tables", self.tokens[1]), {"submission": game})
        self.table = opened["table"]
        for seat in SEATS:
            self.ask_with(seat, "view=none")

    def ask_with(self, seat: int, query: str) -> None:
        self.heads[seat] = post(f"{self.api}/tables/{self.table}/commands?{query}", self.tokens[seat])

    async def send(self, seat: int, request: AnyRequest) -> int:
        status, body = await self.connections[seat].ask(self.heads[seat], msgspec.json.encode(request))
        if status != 200:
            raise SystemExit(f"{self.table}: {body.decode()}")
        return int(msgspec.json.decode(body)["version"])

    async def version(self) -> int:
        head = post(f"{self.api}/tables/{self.table}", self.tokens[1]).replace(b"POST", b"GET", 1)
        _, body = await self.connections[1].ask(head)
        return int(msgspec.json.decode(body)["version"])

    def close(self) -> None:
        for connection in self.connections.values():
            connection.close()


async def _told(connection: PlainConnection, head: bytes, body: Any) -> Any:
    status, answer = await connection.ask(head, msgspec.json.encode(body))
    if status not in (200, 201):
        raise SystemExit(answer.decode())
    return msgspec.json.decode(answer)


@contextlib.contextmanager
def serving(url: str, home: Path, tree: Path = _HERE, pit: str = "") -> Iterator[tuple[int, psutil.Process]]:
    """A service in a process of its own; only the limits of what one client may ask are lifted."""
    more = ("--pit", pit) if pit else ()
    with socket.socket() as free:
        free.bind((_HOST, 0))
        port = free.getsockname()[1]
    log_file = home / f"serve-{port}.log"
    with log_file.open("wb") as log:
        environment = {"XDG_CONFIG_HOME": str(home)}
        options = ("--db", url, "--port", str(port), *more)
        process = part_of(tree, "serve", *options, stdout=log, stderr=log, env=environment)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection((_HOST, port)):
                break
            if process.poll() is not None:
                raise SystemExit(log_file.read_text())
            time.sleep(0.02)
        running = psutil.Process(process.pid)
        time.sleep(_WARMS_UP_AFTER)
        while running.children():  # It gets the coach ready, in another process.
            time.sleep(0.1)
        yield port, running
    finally:
        process.terminate()
        process.wait(30)


def serve(url: str, port: int, pit: str | None = None) -> int:
    from houserules.web import ServiceSettings, run  # noqa: PLC0415

    unlimited = ServiceSettings(requests_per_second=1e9, requests_at_once=1e9, sign_ins_per_minute=1e9)
    return run(url, _HOST, port, unlimited, pits={pit: (url, True)} if pit else None)


async def over_http(
    ports: Sequence[int], job: Job, game: str, seconds: float, begun: Any, ended: Any, within: str = ""
) -> Figures:
    submission, turn = submission_named(game), secrets.token_hex(4)
    scripts = [SixPlayers(submission, f"load-{turn}-{number}") for number in range(job.tables)]
    seated = [Seated(ports[number % len(ports)], script, within) for number, script in enumerate(scripts)]
    for each in seated:
        await each.open(game)
    async with contextlib.AsyncExitStack() as feeds:
        if job.way == "feeds":
            for each in seated:
                await watch(each, feeds)
        period = Period(float("inf"), float("inf"))

        async def one(number: int, each: Seated) -> Figures:
            version = await each.script.sit_down(each.send, await each.version())
            await spread(number, len(seated))
            return await each.script.play(each.send, version, period)

        playing = [asyncio.create_task(one(number, each)) for number, each in enumerate(seated)]
        await asyncio.sleep(WARMING_UP)
        period.begin = time.monotonic()
        period.end = period.begin + seconds
        begun()
        await asyncio.sleep(seconds)
        ended()
        figures = Figures()
        for found in await asyncio.gather(*playing):
            figures.add(found)
    for each in seated:
        each.close()
    return figures


async def watch(seated: Seated, feeds: contextlib.AsyncExitStack) -> None:
    """A live view for each of the six; what it shows is received and not looked at. Where feeds have names, commands
    say which feed their sender follows, as a client does that wants to be sent everything once."""
    from websockets.asyncio.client import connect  # noqa: PLC0415

    for seat in SEATS:
        address = f"ws://{_HOST}:{seated.port}{seated.api}/tables/{seated.table}/feed"
        headers = {"Authorization": f"Bearer {seated.tokens[seat]}"}
        feed = await feeds.enter_async_context(connect(address, additional_headers=headers, compression=None))
        name = msgspec.json.decode(await feed.recv(decode=False)).get("feed")
        if name is not None:
            seated.ask_with(seat, f"feed={name}")

        async def receive(feed: Any = feed) -> None:
            with contextlib.suppress(Exception):
                while True:
                    await feed.recv(decode=False)

        task = asyncio.create_task(receive())
        feeds.callback(task.cancel)


# The report


def processor_time(processes: Iterable[psutil.Process]) -> float:
    total = 0.0
    for each in processes:
        with contextlib.suppress(psutil.Error):
            times = each.cpu_times()
            total += times.user + times.system
    return total


def family(process: psutil.Process | None) -> list[psutil.Process]:
    """A process and those it has started: PostgreSQL has one for each connection."""
    return [process, *process.children(recursive=True)] if process else []


def transactions_by_command(url: str) -> float:
    """How many transactions a log has kept, each with a signed head, for each command."""
    with open_log(url, read_only=True) as log:
        return sum(1 for _ in log.heads()) / (len({stored.command_id for stored in log.read_all()}) or 1)


def check(url: str) -> None:
    with open_log(url, read_only=True) as log:
        total = sum(balance for _, balance in log.balances())
    if total:
        raise SystemExit(f"{url}: all accounts together are {total} and not zero")


def measure(job: Job, url: str, home: Path, game: str, seconds: float, server: psutil.Process | None) -> Measured:
    with ExitStack() as running:
        if job.way == "app":
            before = processor_time(family(server))
            told, memory = app_in_a_process(url, job, game, seconds)
            figures, whole = told.figures, seconds + WARMING_UP
            service, players = told.cores - told.asking, told.asking
            database = (processor_time(family(server)) - before) / whole
        else:
            services = [running.enter_context(serving(url, home, job.tree)) for _ in range(job.services)]
            marks: list[tuple[float, float, float, float]] = []

            def mark() -> None:
                at = time.monotonic()
                serving_ = processor_time(process for _, process in services)
                marks.append((at, serving_, time.process_time(), processor_time(family(server))))

            figures = asyncio.run(over_http([port for port, _ in services], job, game, seconds, mark, mark))
            spent = marks[1][0] - marks[0][0]
            service, players, database = ((marks[1][n] - marks[0][n]) / spent for n in (1, 2, 3))
            memory = sum(peak_of(process.pid) for _, process in services)
    commits = len(figures.took) / seconds
    waits = float("nan")
    if job.tree == _HERE:  # The log of another checkout may be laid out differently.
        check(url)
        waits = commits * transactions_by_command(url)
    way = job.way if job.services == 1 else f"{job.way} x{job.services}"
    return Measured(
        job.where, way, job.tables, figures.rounds / seconds, commits,
        figures.percentile(0.5), figures.percentile(0.99), waits, service, players, database, memory,
    )  # fmt: skip


def jobs(tables: Sequence[int], ways: Sequence[str], wheres: Sequence[str]) -> list[Job]:
    found = [Job(where, way, count) for way in ways for where in wheres for count in tables]
    if "PostgreSQL" in wheres and "http" in ways:
        found.append(Job("PostgreSQL", "http", max(tables), 2))
    return found


def fsyncs_a_second(folder: Path) -> float:
    """What the disk itself gives: 4 KB appended and waited for."""
    with (folder / "fsync").open("wb") as file:
        began = time.perf_counter()
        for _ in range(300):
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        return 300 / (time.perf_counter() - began)


def run(given: argparse.Namespace) -> None:
    console = Console(width=140)
    wheres = given.databases.split(",")
    trees = [_HERE, *([Path(given.against).resolve()] if given.against else [])]
    with tempfile.TemporaryDirectory() as name, ExitStack() as running:
        folder = Path(name)
        os.environ["XDG_CONFIG_HOME"] = name  # Keys for logs on PostgreSQL.
        console.print(f"the disk: {fsyncs_a_second(folder):,.0f} appended and waited-for blocks a second")
        server: Server | None = None
        postmaster: psutil.Process | None = None
        if "PostgreSQL" in wheres:
            server = running.enter_context(running_server(durable=True))
            postmaster = psutil.Process(server.process_id)
        todo = jobs([int(count) for count in given.tables.split(",")], given.ways.split(","), wheres)
        found: dict[Path, list[Measured]] = {tree: [] for tree in trees}
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=len(todo) * given.repeat * len(trees))
            for number, job in enumerate(todo):
                turns: dict[Path, list[Measured]] = {tree: [] for tree in trees}
                bar.update(task, description=f"{job.where}, {job.way}, {job.tables} tables")
                for turn, tree in ((turn, tree) for turn in range(given.repeat) for tree in trees):
                    elsewhere = server if job.where == "PostgreSQL" else None
                    file = folder / f"{number}-{turn}-{trees.index(tree)}.db"
                    url = elsewhere.new_database() if elsewhere else str(file)
                    process = postmaster if elsewhere else None
                    of_tree = msgspec.structs.replace(job, tree=tree)
                    turns[tree].append(measure(of_tree, url, folder, given.game, given.seconds, process))
                    bar.advance(task)
                for tree in trees:
                    found[tree].append(middle(turns[tree]))
        names = ("this", "other")
        rows = zip(
            *([(name, each) for each in found[tree]] for name, tree in zip(names, trees, strict=False)), strict=True
        )
        show(console, [row for together in rows for row in together])
        if given.against:
            show_ratios(console, found[trees[0]], found[trees[1]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--tables", default="1,10,100")
    parser.add_argument("--ways", default="app,http", help="app, http, feeds, with commas between")
    parser.add_argument("--databases", default=",".join(DATABASES))
    parser.add_argument("--against", help="another checkout, measured in turns with this one")
    parser.add_argument("--repeat", type=int, default=1, help="turns of each; the median is shown")
    parser.add_argument("--game", default="md-high-card-flush", choices=list(law.submissions()))
    parser.add_argument("--part", choices=["app", "serve"], help=argparse.SUPPRESS)
    parser.add_argument("--db", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--pit", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not {*given.databases.split(",")} <= {*DATABASES}:
        parser.error(f"--databases {given.databases}: give some of {', '.join(DATABASES)}")
    if given.part == "serve":
        sys.exit(serve(given.db, given.port, given.pit))
    if given.part == "app":
        told = asyncio.run(through_the_app(given.db, int(given.tables), given.game, given.seconds))
        sys.stdout.buffer.write(msgspec.json.encode(told))
        return
    run(given)


if __name__ == "__main__":
    main()
