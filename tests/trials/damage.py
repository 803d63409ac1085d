"""Damage to the files of a house: ``python -m tests.trials.damage [--of HOUSE] [--stride N] [--jobs N]``.

A small house is left as a kill leaves it, with all of its play in the write-ahead log, and as a stop in order leaves
it. Of each, every byte of every file is changed, one at a time, and every file is cut at every length. Then:

- the service refuses to start, with one message, or it holds every event that was answered;
- the audit finds fault or cannot read it, or every event, transfer, receipt and balance is as it was;
- neither ends in any other way.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from houserules.cli.service.databases import opened
from houserules.law import MalformedData
from houserules.log import LogError, LogReader, open_log, read_signer
from houserules.records import audit, export_log
from tests.support.databases import append, commit, event, move

NAME: Final = "house.db"
_FILES: Final = tuple(NAME + end for end in ("", "-wal", ".key", ".mark"))
House = dict[str, bytes]
"""The files of a house by their names."""


class Figures(Struct):
    cases: int = 0
    refused: int = 0
    """The service did not start."""
    found: int = 0
    """The audit found fault, or could not read it."""
    harmless: int = 0
    """The service started, the audit is sound, and all is as it was."""
    only_by_audit: int = 0
    """The service started with all events there, one of which, or something beside them, is not as it was."""
    faults: int = 0


def houses(folder: Path) -> tuple[House, House]:
    """One that was killed, and one that was stopped in order."""
    with open_log(str(folder / NAME)) as log:
        for number in range(4):
            moved = event(f"moved {number}", move("house", f"player {number % 2}", 5))
            log.commit(commit(f"c{number}", append(f"notes {number % 2}", number // 2, moved), documents=(b"{}",)))
        killed = _files(folder)
    return killed, _files(folder)


def _files(folder: Path) -> House:
    return {name: (folder / name).read_bytes() for name in _FILES if (folder / name).exists()}


def damages(house: House, stride: int) -> Iterator[tuple[str, House]]:
    """One byte of every ``stride`` in each file: what was done, and the house with it."""
    for name, content in house.items():
        for at in range(stride // 2 % max(1, len(content)), len(content), stride):
            changed = bytes([content[at] ^ 1 << at % 8])
            yield f"{name}: byte {at} changed", {**house, name: content[:at] + changed + content[at + 1 :]}
            yield f"{name}: cut to {at} bytes", {**house, name: content[:at]}


def everything(log: LogReader) -> tuple[object, ...]:
    out = BytesIO()
    export_log(log, out)
    return out.getvalue(), log.balances(), log.streams(), tuple(log.snapshots())


class Trial:
    def __init__(self, folder: Path, house: House) -> None:
        self._folder = folder
        self.figures = Figures()
        self.faults: list[str] = []
        with self._laid(house) as db, open_log(str(db), read_only=True) as log, log.frozen() as frozen:
            self._everything = everything(frozen)
            self._position = log.position()

    def _laid(self, house: House) -> _Laid:
        return _Laid(self._folder, house)

    def look(self, what: str, house: House) -> None:
        self.figures.cases += 1
        try:
            with self._laid(house) as db:
                found = self._audited(db)
            with self._laid(house) as db:
                started = self._started(db)
        except Exception as error:
            self._fault(f"{what}: {type(error).__name__}: {error}")
            return
        self.figures.found += found != ""
        self.figures.refused += started is None
        if started is not None:
            if started < self._position:
                self._fault(f"{what}: the service goes on at position {started}, {self._position} were answered")
            elif found:
                self.figures.only_by_audit += 1
            else:
                self.figures.harmless += 1

    def _audited(self, db: Path) -> str:
        """What the audit found; nothing where it is sound, and then everything must be as it was."""
        try:
            with opened(str(db)) as log:
                key = read_signer(db.with_name(db.name + ".key")).key
                marked = log.marked()
                with log.frozen() as frozen:
                    found = audit(frozen, [marked] if marked is not None else [], [key])
                    if found.sound and everything(frozen) != self._everything:
                        raise AssertionError("the audit is sound, and something is not as it was")
        except (MalformedData, LogError) as error:
            return str(error)
        return "" if found.sound else found.findings[0].what

    def _started(self, db: Path) -> int | None:
        """How many events a service holds that starts on this; None where it does not start."""
        try:
            with open_log(str(db)) as log:
                return log.position()
        except LogError:
            return None

    def _fault(self, what: str) -> None:
        self.figures.faults += 1
        self.faults.append(what)


class _Laid:
    """The files of a house in a folder, for a moment."""

    def __init__(self, folder: Path, house: House) -> None:
        self._folder, self._house = folder, house

    def __enter__(self) -> Path:
        self._folder.mkdir()
        for name, content in self._house.items():
            (self._folder / name).write_bytes(content)
            (self._folder / name).chmod(0o600)
        return self._folder / NAME

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._folder)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.damage", description=__doc__)
    parser.add_argument("--stride", type=int, default=1, help="damage one byte in this number; default: every byte")
    parser.add_argument("--folder", help="where it works; default: where temporary files are")
    parser.add_argument("--of", choices=("killed", "stopped"), help="one of the two houses; default: both")
    parser.add_argument("--jobs", type=int, default=1, help="processes; the cases are dealt out among them")
    given = parser.parse_args(arguments)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="houserules-damage-", dir=given.folder) as name:
        (Path(name) / "made").mkdir()
        for how, house in zip(("killed", "stopped"), houses(Path(name) / "made"), strict=True):
            if given.of not in (None, how):
                continue
            looked_at = partial(share, Path(name), house, given.stride, given.jobs)
            with get_context("spawn").Pool(given.jobs) as pool:
                shares = pool.map(looked_at, range(given.jobs))
            figures = [astuple(figures) for figures, _ in shares]
            print(
                how,
                {name: len(content) for name, content in house.items()},
                Figures(*map(sum, zip(*figures, strict=True))),
            )
            faults += [fault for _, of_share in shares for fault in of_share]
    for fault in faults[:20]:
        print(f"  {fault}")
    return 1 if faults else 0


def share(folder: Path, house: House, stride: int, of: int, number: int) -> tuple[Figures, list[str]]:
    """One case of every ``of``, beginning with this one."""
    trial = Trial(folder / f"damaged {number}", house)
    for what, damaged in islice(damages(house, stride), number, None, of):
        trial.look(what, damaged)
    return trial.figures, trial.faults


if __name__ == "__main__":
    sys.exit(main())
