"""Floors: files that list the tables, who plays at them, and for how long; they are played out, kept, resumed and
merged."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import BadZipFile

from houserules import lab
from houserules.law import MalformedData, Submission, freeze, read_filing, read_toml
from houserules.law.words import PROGRESSIVE
from houserules.library.floor_parts import MANIFEST, Manifest, read_part, read_pieces
from houserules.library.sources import named, read_text, submission_data
from houserules.library.submissions import MOST_WORKERS, played_strategy
from houserules.money import DOLLAR, Money, parse_price

if TYPE_CHECKING:
    from houserules.lab import Counts, Floor

MOST_DAYS: Final = 100_000
MOST_TABLES: Final = 100_000
COUNTERS: Final = "counters-{}.npz"
HEADING: Final = re.compile(r"^\s*\[\[?\s*tables\b", re.MULTILINE)
MOST_OF_A_FRACTION: Final = 10_000
KEYS: Final = {
    "": {"days", "hours", "rounds_an_hour", "interval", "tables"},
    "tables": {"name", "submission", "count", "seats", "meter", "arrivals", "players"},
    "players": {"name", "share", "strategy", "stakes", "bankroll", "stay"},
}


def is_floor(path: str) -> bool:
    """Whether a file describes a floor and not a submission: it lists tables. One that cannot be read may be either,
    and is taken for what its headings say."""
    if not path.endswith(".toml") or not Path(path).is_file():
        return False
    text = ""
    try:
        text = read_text(path, "TOML")
        return "tables" in read_toml(text, path)
    except MalformedData:
        return HEADING.search(text) is not None


def read_floor(path: str) -> Floor:
    """The floor in a file. Everything wrong with it is reported at once."""
    data = read_toml(read_text(path, "a floor in TOML"), path)
    reading = _Reading(path)
    floor = reading.floor(data)
    if reading.problems:
        raise MalformedData(*reading.problems)
    return floor


class _Reading:
    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[str] = []

    def wrong(self, key: str, what: str) -> None:
        self.problems.append(f"{self.path}: {key}: {what}")

    def count(self, data: Mapping[str, Any], key: str, where: str, least: int, most: int, absent: int) -> int:
        value = data.get(key, absent)
        if type(value) is not int or not least <= value <= most:
            self.wrong(where + key, f"expected a whole number from {least} to {most:,}, not {value!r}")
            return least
        return value

    def fraction(self, data: Mapping[str, Any], key: str, where: str) -> Fraction | None:
        value = data.get(key)
        if value is None:
            return None
        try:
            found = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            found = Fraction(0)
        if not 0 < found <= MOST_OF_A_FRACTION or isinstance(value, bool):
            most = f"{MOST_OF_A_FRACTION:,}"
            self.wrong(where + key, f'expected a number above 0 such as 2 or "2.5", {most} at most, not {value!r}')
            return Fraction(1)
        return found

    def known(self, data: Mapping[str, Any], what: str, where: str) -> None:
        for key in data:
            if key not in KEYS[what]:
                self.wrong(where + key, f"expected one of {', '.join(sorted(KEYS[what]))}")

    def floor(self, data: Mapping[str, Any]) -> Floor:
        self.known(data, "", "")
        hourly = self.count(data, "rounds_an_hour", "", 1, 1000, 40)
        tables = data.get("tables")
        groups = []
        if not isinstance(tables, list) or not tables or not all(isinstance(each, dict) for each in tables):
            self.wrong("tables", "expected at least one [[tables]]")
        else:
            groups = [self.group(each, f"tables {number}: ") for number, each in enumerate(tables, start=1)]
        floor = lab.Floor(
            days=self.count(data, "days", "", 1, MOST_DAYS, 1),
            hours=self.count(data, "hours", "", 1, 24, 24),
            hourly=hourly,
            interval=self.count(data, "interval", "", 1, 1000, max(1, hourly // 4)),
            groups=tuple(group for group in groups if group is not None),
        )
        if floor.tables > MOST_TABLES:
            self.wrong("tables", f"expected {MOST_TABLES:,} tables at most, not {floor.tables:,}")
        self.same_meters(floor)
        return floor

    def same_meters(self, floor: Floor) -> None:
        rules: dict[str, Any] = {}
        for group in floor.groups:
            mine = lab.meter_rules(group.submission)
            if group.meter is not None and rules.setdefault(group.meter, mine) != mine:
                self.wrong(f"meter {group.meter}", "expected the same rates, amounts and rounding at all its tables")
            if group.meter is not None and mine is None:
                self.wrong(f"meter {group.meter}", f"{group.name} has no progressive that is paid from a meter")

    def group(self, data: Mapping[str, Any], where: str) -> Any:
        self.known(data, "tables", where)
        if "submission" not in data:
            self.wrong(
                where + "submission", "expected the name of a bundled submission, or of a file beside this one"
            )
            return None
        try:
            source = data["submission"]
            beside = Path(self.path).parent / str(source)
            found, name = submission_data(str(beside) if str(source).endswith(".toml") else source)
            with named(name):
                submission = freeze(read_filing(found, name))
            lab.insist_supported(submission)
        except MalformedData as error:
            self.problems.extend(f"{self.path}: {where}{problem}" for problem in error.problems)
            return None
        players = data.get("players", [{}])
        if not isinstance(players, list) or not players or not all(isinstance(each, dict) for each in players):
            self.wrong(where + "players", "expected a list of [[tables.players]]")
            return None
        if len(players) > 200:
            self.wrong(where + "players", "expected 200 kinds of players at most")
        meter = data.get("meter")
        if meter is not None and not (isinstance(meter, str) and meter.isprintable()):
            self.wrong(where + "meter", "expected a name")
        kinds = [self.player(each, submission, f"{where}players {n}: ") for n, each in enumerate(players, start=1)]
        return lab.TableGroup(
            name=str(data.get("name", name)),
            submission=submission,
            count=self.count(data, "count", where, 1, MOST_TABLES, 1),
            seats=self.count(data, "seats", where, 1, submission.table.seats, submission.table.seats),
            meter=meter,
            arrivals=self.fraction(data, "arrivals", where),
            players=tuple(kinds),
        )

    def player(self, data: Mapping[str, Any], submission: Submission, where: str) -> Any:
        self.known(data, "players", where)
        strategy: lab.Strategy = lab.BestPlay()
        try:
            named_strategy = data.get("strategy")
            strategy = played_strategy(submission, named_strategy)
        except MalformedData as error:
            self.problems.extend(f"{self.path}: {where}strategy: {problem}" for problem in error.problems)
        bankroll = self.money(data["bankroll"], where + "bankroll") if "bankroll" in data else None
        if bankroll is not None and bankroll <= 0:
            self.wrong(where + "bankroll", "expected more than $0; leave it out for one without end")
        return lab.PlayerKind(
            name=str(data.get("name", strategy.name)),
            strategy=strategy,
            stakes=self.stakes(data.get("stakes"), submission, where),
            share=self.count(data, "share", where, 1, 1_000_000, 1),
            bankroll=bankroll,
            stay=self.fraction(data, "stay", where),
        )

    def money(self, value: Any, where: str) -> Money:
        try:
            return parse_price(str(value))
        except ValueError as error:
            self.wrong(where, str(error))
            return Money(1)

    def stakes(self, data: Any, submission: Submission, where: str) -> dict[str, Money]:
        """Where none are given: every wager that is offered, at its minimum."""
        base = submission.rulebook.base_wager
        offered = {name: wager for name, wager in submission.wagers.items() if lab.is_side_bet(submission, name)}
        progressive = submission.progressive
        if data is None:
            made = {base: submission.table.minimum} | {name: wager.minimum for name, wager in offered.items()}
            return made | ({PROGRESSIVE: progressive.amount} if progressive is not None else {})
        expected = [base, *offered, *([PROGRESSIVE] if progressive is not None else [])]
        if not isinstance(data, dict) or base not in data:
            self.wrong(where + "stakes", f"expected amounts by wager, {base} among them, of {', '.join(expected)}")
            return {base: submission.table.minimum}
        made = {}
        for name, value in data.items():
            if name not in expected:
                self.wrong(f"{where}stakes.{name}", f"expected one of {', '.join(expected)}")
                continue
            made[name] = self.money(value, f"{where}stakes.{name}")
            low, high = _limits(submission, name)
            if not low <= made[name] <= high:
                self.wrong(f"{where}stakes.{name}", f"expected ${low / 1e6:g} to ${high / 1e6:g}")
        return made


def _limits(submission: Submission, name: str) -> tuple[int, int]:
    if name == PROGRESSIVE:
        assert submission.progressive is not None
        return submission.progressive.amount, submission.progressive.amount
    if name == submission.rulebook.base_wager:
        return submission.table.minimum, submission.table.maximum
    return submission.wagers[name].minimum, submission.wagers[name].maximum


class FloorRun:
    """A floor played out: the counts so far, and the days that they cover."""

    def __init__(self, path: str, seed: int) -> None:
        if not 0 <= seed < 1 << 63:
            raise lab.BadArgument(f"{{seed}} {seed}: expected 0 to {(1 << 63) - 1}")
        self.floor = read_floor(path)
        self.work = lab.floor_work(self.floor, seed)
        self.counts: Counts = lab.Counts()
        self.done: set[int] = set()
        text = read_text(path, "a floor in TOML")
        submissions = [group.submission for group in self.floor.groups]
        self.manifest = Manifest(
            "sha256:" + hashlib.sha256(text.encode()).hexdigest(),
            tuple(submission.digest for submission in submissions),
            tuple(submission.rulebook.digest for submission in submissions),
            lab.every_source(),
            seed,
        )

    def days(self, text: str | None) -> range:
        """The days asked for, as in ``1-100``; all of them if none are given."""
        if text is None:
            return range(self.floor.days)
        first, _, last = text.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise lab.BadArgument(f"{{days}} {lab.literal(text)}: expected days as in 1-100")
        found = range(int(first) - 1, int(last or first))
        if not 0 <= found.start < found.stop <= self.floor.days:
            raise lab.BadArgument(f"{{days}} {lab.literal(text)}: expected days from 1 to {self.floor.days}")
        return found

    def add(self, folder: Path) -> None:
        """Adds what a folder holds of the same run. Days that are already there are refused."""
        manifest, content = read_part(folder)
        mine = self.manifest.to_dict()
        for key, value in mine.items():
            if manifest.get(key) != value:
                raise MalformedData(f"{folder}: {key} differs; expected a part of the same run ({value})")
        pieces = read_pieces(folder, manifest["pieces"], len(self.work.pieces_of(range(self.floor.days))))
        if twice := pieces & self.done:
            days = sorted({self.work.day_of(piece) + 1 for piece in twice})
            raise MalformedData(f"{folder}: day {days[0]} is counted already; expected parts without a day in common")
        try:
            self.counts.add(lab.read_counts(content))
        except (OSError, ValueError, EOFError, BadZipFile):
            raise MalformedData(f"{folder}: {manifest['file']} is damaged; expected the counters of a run") from None
        self.done |= pieces

    def counted(self, days: range) -> float:
        """The fraction of these days that is already counted, from 0 to 1."""
        asked = self.work.pieces_of(days)
        return sum(piece in self.done for piece in asked) / len(asked)

    def play(
        self, days: range, workers: int | None, dask: str | None, out: Path | None, progress: lab.Progress
    ) -> None:
        """Plays the days among these that are not yet counted. The counts are saved in the folder from time to
        time."""
        workers = workers if workers is not None else min(MOST_WORKERS, os.cpu_count() or 1)
        if not 1 <= workers <= MOST_WORKERS:
            raise lab.BadArgument(f"{{workers}} {workers}: expected 1 to {MOST_WORKERS}")
        asked = self.work.pieces_of(days)
        left = [piece for piece in asked if piece not in self.done]
        counted, since = len(asked) - len(left), 0

        def done(batch: tuple[int, ...], counts: Counts) -> None:
            nonlocal counted, since
            self.counts.add(counts)
            self.done.update(batch)
            since += len(batch)
            if out is not None and since * KEPT_PARTS >= len(left):
                self.keep(out)
                since = 0
            counted += len(batch)
            progress(counted / len(asked))

        if out is not None:  # A folder that cannot be written to is reported before anything is played.
            self.keep(out)
        if left:
            lab.play_work(self.work, left, workers, dask, done)
        if out is not None:
            self.keep(out)

    def complete(self, days: range) -> bool:
        return all(piece in self.done for piece in self.work.pieces_of(days))

    def keep(self, folder: Path) -> None:
        """Writes counters and manifest; a reader finds the old ones or the new ones, never a mixture."""
        try:
            self._write(folder)
        except OSError as error:
            where = lab.literal(folder)
            why = lab.literal(error.strerror or error)
            raise lab.BadArgument(f"{{out}} {where}: {why}; expected a folder that can be written") from None

    def _write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        content = BytesIO()
        lab.write_counts(self.counts, content)
        digest = hashlib.sha256(content.getvalue()).hexdigest()
        data = self.manifest.to_dict() | {
            "pieces": [list(each) for each in lab.ranges_of(self.done)],
            "rounds": self.rounds,
            "counters": f"sha256:{digest}",
        }
        name = COUNTERS.format(digest[:16])
        (folder / name).write_bytes(content.getvalue())
        beside = folder / f"{MANIFEST}.new"
        beside.write_text(json.dumps(data | {"file": name}, indent=1) + "\n", encoding="utf-8")
        beside.replace(folder / MANIFEST)
        for old in folder.glob(COUNTERS.format("*")):
            if old.name != name:
                old.unlink()

    @property
    def rounds(self) -> int:
        days = self.counts.table("days")
        return int(days[:, 3].sum()) if len(days) else 0

    def rows(self) -> list[dict[str, Any]]:
        """Results by day and table, in dollars, without what the meters paid."""
        names = ("day", "group", "table", "rounds", "seat_rounds", "staked", "players_won", "progressive_wagers")
        made = []
        for values in self.counts.table("days").tolist():
            row: dict[str, Any] = dict(zip(names, values, strict=True))
            row |= {name: row[name] + 1 for name in ("day", "group", "table")}
            made.append(row | {name: Fraction(row[name], DOLLAR) for name in ("staked", "players_won")})
        return made

    def report(self, progress: lab.Progress) -> dict[str, Any]:
        found = lab.floor_data(self.floor, self.work, self.counts, progress)
        return {"manifest": self.manifest.to_dict() | {"rounds": self.rounds}, **found}


KEPT_PARTS: Final = 50
"""About how often a run is saved."""
