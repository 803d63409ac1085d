"""What ``benchmarks.load`` found, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table


class Measured(Struct):
    """One line of the report. Cores are processor time by time passed."""

    where: str
    way: str
    tables: int
    rounds: float
    commits: float
    p50: float
    p99: float
    waits: float
    """Transactions a second, each of which waits for the disk once."""
    service: float
    """Cores that the service takes, its share of the work of a log in the same process included."""
    players: float
    database: float
    memory: float
    """Megabytes that the service had at most."""


def middle(turns: Sequence[Measured]) -> Measured:
    """The median of each figure over several turns of one job."""
    figures = ("rounds", "commits", "p50", "p99", "waits", "service", "players", "database", "memory")
    return msgspec.structs.replace(
        turns[0], **{name: median(getattr(each, name) for each in turns) for name in figures}
    )


def show(console: Console, found: Sequence[tuple[str, Measured]]) -> None:
    shown = Table(title="Settled rounds of six players, each command on disk before its answer")
    for heading in ("checkout", "database", "way", "tables", "rounds/s", "commits/s", "waits/s", "p50 ms", "p99 ms",
                    "service", "players", "database", "ms each", "MB"):  # fmt: skip
        shown.add_column(heading, justify="left" if heading in ("checkout", "database", "way") else "right")
    for checkout, each in found:
        shown.add_row(
            checkout, each.where, each.way, f"{each.tables}", f"{each.rounds:,.1f}", f"{each.commits:,.0f}",
            f"{each.waits:,.0f}" if each.waits == each.waits else "", f"{each.p50:.1f}", f"{each.p99:.1f}",
            f"{each.service:.2f}", f"{each.players:.2f}", f"{each.database:.2f}" if each.database else "",
            f"{each.service / each.commits * 1000:.2f}", f"{each.memory:.0f}",
        )  # fmt: skip
    console.print(shown)
    console.print(
        "service, players, database: processor cores taken; ms each: processor time of the service a command; "
        "MB: memory of the service at most"
    )


def show_ratios(console: Console, here: Sequence[Measured], there: Sequence[Measured]) -> None:
    shown = Table(title="This checkout by the other one")
    for heading in ("database", "way", "tables", "rounds/s", "processor time a command", "memory"):
        shown.add_column(heading, justify="left" if heading in ("database", "way") else "right")
    for new, old in zip(here, there, strict=True):
        spent = (new.service / new.commits) / (old.service / old.commits)
        shown.add_row(
            new.where, new.way, f"{new.tables}", f"{new.rounds / old.rounds:.2f}", f"{spent:.2f}",
            f"{new.memory / old.memory:.2f}",
        )  # fmt: skip
    console.print(shown)
