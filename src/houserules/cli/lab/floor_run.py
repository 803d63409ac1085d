"""``houserules simulate FLOOR``: tables, players and meters for many days."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from houserules.cli.forms import Form
from houserules.cli.lab.drawn import write_figures
from houserules.cli.main import DONE, INTERRUPTED
from houserules.cli.output import console, counted, say, table
from houserules.cli.progress import progress_bar
from houserules.library import FloorRun


def simulate_floor(
    path: str,
    seed: int,
    workers: int | None,
    dask: str | None,
    days: str | None,
    out: str | None,
    merge: tuple[str, ...],
    figures: str | None,
    form: Form,
) -> int:
    run = FloorRun(path, seed)
    asked = run.days(days)
    folder = Path(out) if out is not None else None
    for part in merge:
        run.add(Path(part))
    if folder is not None and (folder / "manifest.json").exists():
        run.add(folder)
    if not merge:
        rounds = len(asked) * run.floor.rounds_a_day * run.floor.tables
        what = f"{counted(run.floor.tables, 'table')}, {counted(len(asked), 'day')}"
        with progress_bar(what, rounds, run.counted(asked)) as progress:
            run.play(asked, workers, dask, folder, progress)
    elif folder is not None:
        run.keep(folder)
    with progress_bar("The exact values") as progress:
        found = run.report(progress)
    written = _write(found, figures) if figures is not None else []
    complete = bool(merge) or run.complete(asked)
    if not form.printed_table(found, run.rows()):
        _print(path, found, written, complete)
    return DONE if complete else INTERRUPTED


def _write(found: dict[str, Any], directory: str) -> list[Path]:
    from houserules.lab import floor_figures  # noqa: PLC0415

    return write_figures(directory, lambda: floor_figures(found))


def _print(path: str, found: dict[str, Any], written: list[Path], complete: bool) -> None:
    out = console()
    manifest = found["manifest"]
    say(
        out,
        f"{path}: {counted(found['days'], 'day')}, {counted(manifest['rounds'], 'round')} of seed {manifest['seed']}",
    )
    if not complete:
        say(out, "interrupted: the same command with the same --out goes on from here", "yellow")
    made = table("Tables", "", ">tables", ">rounds", ">staked", ">house wins", ">hold", ">from meters")
    for group in found["tables"]:
        hold = f"{float(group['hold']['decimal']):.3%}" if group["hold"] else ""
        made.add_row(
            group["name"], f"{group['tables']:,}", f"{group['rounds']:,}", _dollars(group["staked"]),
            _dollars(group["house_wins"]), hold, _dollars(group["paid_from_meters"]),
        )  # fmt: skip
    out.print(made)
    made = table("Players", "", ">sessions", ">ruined", ">median, bankrolls", ">wager", ">mean", ">exact", ">z")
    for group in found["tables"]:
        for player in group["players"]:
            ruin = f"{float(player['ruin']['decimal']):.2%}" if player["ruin"] else ""
            head = (
                f"{group['name']}, {player['name']}",
                f"{player['sessions']:,}",
                ruin,
                player["net_of_a_session"]["50%"],
            )
            for wager, each in player["wagers"].items():
                mean, exact = (f"{float(each[key]['decimal']):+.6f}" for key in ("mean", "exact"))
                made.add_row(*head, wager, mean, exact, f"{float(each['z']):+.2f}")
                head = ("", "", "", "")
    out.print(made)
    if found["meters"]:
        made = table("Meters", "", ">payments", ">paid", ">jackpots", ">largest", ">at the end")
        for meter in found["meters"][:10]:
            made.add_row(
                meter["meter"], f"{meter['payments']:,}", _dollars(meter["paid"]), f"{meter['jackpots']:,}",
                _dollars(meter["largest"]), _dollars(meter["at_the_end"]),
            )  # fmt: skip
        out.print(made)
    for each in written:
        say(out, f"wrote {each}")


def _dollars(text: str) -> str:
    """A readable amount: ``$16,881,874,237.00``."""
    amount = Decimal(text)
    return f"{'-' if amount < 0 else ''}${abs(amount):,}"
