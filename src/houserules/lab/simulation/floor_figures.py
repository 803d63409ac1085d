"""Pictures of a floor: its meters over time, its hold by day, and how players' money develops."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from houserules.lab.reports.figures import BLUE, GREEN, GREY, INK, RED, STYLE

MOST_METERS = 6


def floor_figures(data: dict[str, Any]) -> dict[str, bytes]:
    """Maps a file name to its content: each picture as SVG and as PNG."""
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("agg")
    made = {}
    with mpl.rc_context(STYLE):
        figures = {"floor-hold": _hold(data)}
        if data["meters"]:
            figures["floor-meters"] = _meters(data)
        if any(player["net_after_hours"] for group in data["tables"] for player in group["players"]):
            figures["floor-players"] = _players(data)
        for name, figure in figures.items():
            for suffix, metadata in (("svg", {"Date": None}), ("png", {})):
                content = BytesIO()
                figure.savefig(content, format=suffix, metadata=metadata)
                made[f"{name}.{suffix}"] = content.getvalue()
    return made


def _axes() -> tuple[Any, Any]:
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(8.4, 4.6), layout="constrained")
    return figure, figure.add_subplot()


def _hold(data: dict[str, Any]) -> Any:
    figure, axes = _axes()
    days = [each for each in data["hold_by_day"] if each["hold"] is not None]
    holds = [100 * float(each["hold"]) for each in days]
    axes.plot([each["day"] for each in days], holds, color=BLUE, linewidth=1, marker="." if len(days) < 40 else None)
    axes.axhline(sum(holds) / max(1, len(holds)), color=GREY, linewidth=1, linestyle="--")
    axes.set_xlabel("day")
    axes.set_ylabel("the house keeps, % of all wagers")
    tables = sum(group["tables"] for group in data["tables"])
    axes.set_title(f"Hold by day: {tables:,} tables")
    return figure


def _meters(data: dict[str, Any]) -> Any:
    figure, axes = _axes()
    for meter, colour in zip(data["meters"][:MOST_METERS], (BLUE, RED, GREEN, INK, GREY, "#8a6d33"), strict=False):
        amounts = [float(amount) / 1000 for amount in meter["by_day"]]
        axes.plot(range(1, len(amounts) + 1), amounts, color=colour, linewidth=1.2, label=f"meter {meter['meter']}")
    axes.set_xlabel("day")
    axes.set_ylabel("meter at the end of the day, $1,000")
    axes.set_ylim(bottom=0)
    axes.legend()
    axes.set_title("Meters over time")
    return figure


def _players(data: dict[str, Any]) -> Any:
    figure, axes = _axes()
    colours = iter((BLUE, RED, GREEN, INK, GREY) * 20)
    for group in data["tables"]:
        for player in group["players"]:
            if not player["net_after_hours"]:
                continue
            colour = next(colours)
            hours = [int(hour) for hour in player["net_after_hours"]]
            found = player["net_after_hours"].values()
            low, middle, high = ([float(each[key]) for each in found] for key in ("25%", "50%", "75%"))
            axes.fill_between(hours, low, high, color=colour, alpha=0.15, linewidth=0)
            axes.plot(hours, middle, color=colour, linewidth=1.4, label=f"{group['name']}, {player['name']}")
    axes.axhline(0, color=GREY, linewidth=1)
    axes.set_xlabel("hours since the player sat down (those still there)")
    axes.set_ylabel("net, in bankrolls")
    axes.legend(fontsize=8)
    axes.set_title("Players' money: median, and the middle half")
    return figure
