"""Houses for tests of the witness: real logs, honest and not, read as over HTTP; and a witness with a clock."""

from __future__ import annotations

import runpy
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from houserules.app import Figures, Refusal, Theory, parse_reader, part_for
from houserules.law import Submission
from houserules.log import ANY_VERSION, Log, open_log, signer_from, tile_content
from houserules.notes import VerifierKey, parse_tile
from houserules.witness.following import Follower, Unreachable
from houserules.witness.replaying import Replayer
from houserules.witness.store import Store
from houserules.witness.witness import Witness
from tests.support.databases import append, commit, event

ADDRESS = "http://house.example"
HOUR = 3600
VERIFIER = Path(__file__).parents[2] / "docs" / "verify_evidence.py"
_VERIFIED_ALONE: set[str] = set()
"""The kinds of evidence of which one was verified in a process of its own: one of each is enough."""


@cache
def _verifier() -> dict[str, Any]:
    return runpy.run_path(str(VERIFIER))


class House:
    """A log with a key; another one with the same key is another history of the same house;
    ``same``: it begins with all that the other one has."""

    def __init__(self, folder: Path, like: House | None = None, *, same: bool = False) -> None:
        folder.mkdir()
        self.key_file = folder / "house.key"
        origin = "house.example/log"
        if like is not None:
            shutil.copy(like.key_file, self.key_file)
            origin = like.key().name
        if like is not None and same:
            files = (like.key_file.with_name("house.db"), folder / "house.db")
            with closing(sqlite3.connect(files[0])) as source, closing(sqlite3.connect(files[1])) as copy:
                source.backup(copy)
        self.log: Log = open_log(str(folder / "house.db"), key_file=self.key_file, origin=origin)

    @classmethod
    def of(cls, log: Log, database: Path) -> House:
        """The house behind a service."""
        made = cls.__new__(cls)
        made.log, made.key_file = log, database.with_name(f"{database.name}.key")
        return made

    def grow(self, count: int, text: str = "x") -> House:
        for _ in range(count):
            self.log.commit(commit(f"c{self.log.position()}", append("notes", ANY_VERSION, event(text))))
        return self

    def key(self) -> VerifierKey:
        head = self.log.head()
        assert head is not None
        return head.vkey()

    def checkpoint(self, size: int | None = None) -> str:
        return next(str(head.checkpoint()) for head in self.log.heads() if head.size == (size or self.log.position()))


class NoTheory:
    def figures(self, _submission: Submission) -> Figures:
        return {}


class Scene:
    """One witness that follows one address, and the house that answers there now."""

    def __init__(self, folder: Path, house: House) -> None:
        self.folder = folder
        self.house = house
        self.shown: str | None = None
        """What is shown as the checkpoint, instead of the newest one."""
        self.silent = False
        self.disclosed = True
        self.altered: Callable[[bytes], bytes] = lambda content: content
        """What becomes of the content on its way to the witness."""
        self.time = 1_700_000_000
        self.open()

    @classmethod
    @contextmanager
    def between(cls, folder: Path, before: House, after: House) -> Iterator[Scene]:
        """A witness that cosigned one history, and was then shown the other."""
        made = cls(folder, before)
        try:
            made.step()
            made.house = after
            yield made.step()
        finally:
            made.store.close()

    def open(self, faults: object = None) -> None:
        signer = signer_from(self.folder / "witness.key")
        self.store = Store(self.folder / "witness.db")
        evidence = self.folder / "evidence"
        self.witness = Witness("witness.example", signer, self.store, evidence, lambda: self.time, faults)  # type: ignore[arg-type]
        self.store.follow(self.house.key(), ADDRESS, self.time)
        self.follower = Follower(self.witness, self.house.key(), ADDRESS, self.get)
        self.replay_anew()

    def replay_anew(self, theory: Theory | None = None) -> None:
        """As after a start of the witness."""
        self.replayer = Replayer(
            self.witness, self.house.key(), ADDRESS, HOUR, self.get, self.get_part, theory or NoTheory()
        )

    def get_part(self, address: str, authorization: str) -> bytes:
        """What the house gives the witness to replay, if it may read it."""
        after, upto = (int(each.partition("=")[2]) for each in address.partition("?")[2].split("&"))
        readers = [parse_reader(str(self.witness.key))] if self.disclosed else []
        try:
            return self.altered(part_for(self.house.log, readers, authorization, after, upto, self.time))
        except Refusal as error:
            raise Unreachable(str(error)) from None

    def get(self, address: str) -> bytes:
        path = address.removeprefix(f"{ADDRESS}/log/")
        if self.silent:
            raise Unreachable(address)
        if path == "checkpoint":
            return (self.shown or self.house.checkpoint()).encode()
        content = tile_content(self.house.log, parse_tile(path.removeprefix("tile/")))
        if content is None:
            raise Unreachable(address)
        return content

    def step(self, seconds: int = 1) -> Scene:
        self.time += seconds
        self.follower.step()
        self.witness.listen(HOUR)
        return self

    def replay(self, seconds: int = 1) -> Scene:
        self.step(seconds)
        self.replayer.step()
        self.replayer.listen()
        return self

    @property
    def size(self) -> int:
        known = self.store.log(self.house.key().name)
        assert known is not None
        return known.size

    @property
    def kinds(self) -> list[str]:
        return [alarm.kind for alarm in reversed(self.store.alarms())]

    def evidence(self) -> list[Path]:
        return sorted((self.folder / "evidence").glob("*.txt"))

    def verified(self, path: Path, *keys: str) -> subprocess.CompletedProcess[str]:
        """By the program that stands alone, of which the main function is called here."""
        said, told = StringIO(), StringIO()
        with redirect_stdout(said), redirect_stderr(told):
            status = _verifier()["main"]([str(path), *keys])
        return subprocess.CompletedProcess([str(path), *keys], status, said.getvalue(), told.getvalue())

    def verified_alone(self, path: Path, *keys: str) -> subprocess.CompletedProcess[str]:
        """In a process of its own, without this project's packages on its path."""
        command = [sys.executable, "-I", str(VERIFIER), str(path), *keys]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_proved(self, *kinds: str) -> None:
        assert self.kinds == [*kinds]
        files = self.evidence()
        assert len(files) == len(kinds)
        keys = str(self.witness.key), str(self.house.key())
        for path in files:
            done = self.verified(path, *keys)
            assert done.returncode == 0, done.stdout + done.stderr
            kind = done.stdout.partition(":")[0]
            if kind not in _VERIFIED_ALONE:
                alone = self.verified_alone(path, *keys)
                assert (alone.returncode, alone.stdout, alone.stderr) == (0, done.stdout, done.stderr)
                _VERIFIED_ALONE.add(kind)


@contextmanager
def scene(folder: Path, events: int = 5) -> Iterator[Scene]:
    made = Scene(folder, House(folder / "honest").grow(events))
    try:
        yield made
    finally:
        made.store.close()
        made.house.log.close()
