"""Pictures of an analysis: results of a round, edge against the meter, values of starting hands.

Matplotlib is imported only here and only when a picture is drawn; it writes to files and opens no window.
"""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import Any, Final

from houserules.lab.counting.outcomes import Results
from houserules.lab.counting.progressives import ProgressiveWager
from houserules.lab.exact import percent_of
from houserules.lab.reports.analysis import Analysis
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.panels import TWO_CARDS, Cell, Panel
from houserules.lab.strategy.report import study
from houserules.law import unit_of
from houserules.money import DOLLAR

INK: Final = "#22303c"
BLUE: Final = "#33658a"
RED: Final = "#a8423f"
GREEN: Final = "#4f7f5b"
GREY: Final = "#9aa5ad"
STYLE: Final = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e8eb",
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "figure.dpi": 120,
    "savefig.dpi": 150,
    "svg.hashsalt": "houserules",
    "svg.fonttype": "none",
}


def figure_files(analysis: Analysis, progress: Progress | None = None) -> dict[str, bytes]:
    """Maps a file name to its content: each picture as SVG and as PNG."""
    files = {}
    for name, figure in figures(analysis, progress).items():
        for suffix, metadata in (("svg", {"Date": None}), ("png", {})):
            content = BytesIO()
            figure.savefig(content, format=suffix, metadata=metadata)
            files[f"{analysis.submission.rulebook.id.lower()}-{name}.{suffix}"] = content.getvalue()
    return files


def figures(analysis: Analysis, progress: Progress | None = None) -> dict[str, Any]:
    """Maps a name to its picture, for everything that this analysis can show."""
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("agg")
    with mpl.rc_context(STYLE):
        book, units = analysis.submission.rulebook, f"{unit_of(analysis.submission.rulebook)}s"
        made = {"results": results_figure(analysis.base, f"{book.title}, {book.jurisdiction}", units)}
        if analysis.progressive is not None and analysis.progressive.share:
            made["meter"] = meter_figure(analysis.progressive, f"{book.title}, {book.jurisdiction}")
        panels = study(analysis.submission, progress or (lambda _: None)).panels
        shown = tuple(panel for panel in panels if panel.by == TWO_CARDS)
        if shown:
            made["starting-hands"] = hands_figure(shown, book.title, units)
    return made


def results_figure(results: Results, game: str, units: str) -> Any:
    """How often a round ends with each net result."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    distribution = results.distribution()
    chances = [results.frequency(deals) for deals in distribution.values()]
    figure = Figure(figsize=(8.4, 4.6), layout="constrained")
    axes = figure.add_subplot()
    colours = [RED if net < 0 else GREY if net == 0 else GREEN for net in distribution]
    bars = axes.bar(range(len(chances)), [float(100 * chance) for chance in chances], color=colours, width=0.72)
    for bar, chance in zip(bars, chances, strict=True):
        place = (bar.get_x() + bar.get_width() / 2, bar.get_height())
        label = _short_percent(chance)
        axes.annotate(label, place, (0, 3), textcoords="offset points", ha="center", va="bottom", fontsize=7)
    axes.set_xticks(range(len(chances)), [f"{'+' if net > 0 else ''}{net}" for net in distribution])
    axes.set_xlabel(f"net result of a round ({units})")
    axes.set_ylabel("probability (%)")
    axes.grid(axis="x", visible=False)
    axes.margins(y=0.12)
    axes.set_title(f"{game}: a round under best play (edge {percent_of(results.house_edge)})")
    return figure


def meter_figure(wager: ProgressiveWager, game: str) -> Any:
    """The house edge of the progressive against its meter."""
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.ticker import FuncFormatter  # noqa: PLC0415

    figure = Figure(figsize=(8.4, 4.6), layout="constrained")
    axes = figure.add_subplot()
    even = wager.break_even(1)
    assert even is not None
    last = max(even, wager.meter, Fraction(1000 * DOLLAR)) * Fraction(5, 4)
    players = [1, wager.most_players] if wager.per_neighbour else [1]
    for count, colour in zip(players, (BLUE, GREEN), strict=False):
        ends = [float(100 * wager.edge_at(at, count)) for at in (Fraction(0), last)]
        label = f"{count} player{'s' if count > 1 else ''}"
        if wager.shared_name and wager.per_neighbour:
            label += "" if count == 1 else f" (with {wager.shared_name.replace('_', ' ')})"
        line = "-" if count == 1 else "--"
        axes.plot([0, float(last / DOLLAR)], ends, line, color=colour, linewidth=2, label=label)
    axes.axhline(0, color=INK, linewidth=1)
    _mark(axes, wager.meter, wager.house_edge, "this analysis", "o")
    if wager.long_run is not None and wager.long_run.average_meter <= last:
        average = wager.long_run.average_meter
        _mark(axes, average, wager.edge_at(average, 1), "average win of the whole meter", "D")
    if even > 0:
        _mark(axes, even, Fraction(0), "break-even", "s")
    axes.set_xlim(0, float(last / DOLLAR))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"${value:,.0f}"))
    axes.set_xlabel("meter (dollars)")
    axes.set_ylabel("house edge (% of the wager)")
    axes.set_title(f"{game}: progressive {wager.paytable} against its meter")
    axes.legend(loc="upper right", fontsize=9)
    return figure


def _mark(axes: Any, meter: Fraction, edge: Fraction, label: str, marker: str) -> None:
    place = (float(meter / DOLLAR), float(100 * edge))
    text = f"{label}: ${float(meter / DOLLAR):,.0f}, {float(100 * edge):.2f} %"
    axes.plot(*place, marker=marker, markersize=7, color=RED, linestyle="none", zorder=5, label=text)


def hands_figure(shown: tuple[Panel, ...], game: str, units: str) -> Any:
    """Values of starting hands as heat maps on one scale, one for each kind."""
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(1.8 + 5.6 * len(shown), 6.2), layout="constrained")
    rows = figure.subplots(1, len(shown), squeeze=False)[0]
    figure.suptitle(f"{game}: value of starting hands", fontsize=13, fontweight="bold", x=0.01, ha="left")
    every = [float(cell.value) for panel in shown for cell in panel.cells.values()]
    norm = TwoSlopeNorm(0.0, min(*every, -0.01), max(*every, 0.01))
    colours = LinearSegmentedColormap.from_list("result", [RED, "#f7f5f0", BLUE])
    for axes, panel in zip(rows, shown, strict=True):
        image = _heat_map(axes, panel, colours, norm)
    bar = figure.colorbar(image, ax=list(rows), shrink=0.8, pad=0.015)
    bar.outline.set_visible(False)
    bar.set_label(f"average result under best play ({units})")
    return figure


def _heat_map(axes: Any, panel: Panel, colours: Any, norm: Any) -> Any:
    import numpy as np  # noqa: PLC0415

    grid = np.full((len(panel.rows), len(panel.columns)), np.nan)
    for (row_name, column_name), cell in panel.cells.items():
        row, column = panel.rows.index(row_name), panel.columns.index(column_name)
        grid[row, column] = value = float(cell.value)
        pale = 0.22 < float(norm(value)) < 0.78
        text = "fold" if _is_folded(cell) else f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")
        axes.text(column, row, text, ha="center", va="center", fontsize=7.5, color=INK if pale else "white")
    image = axes.imshow(grid, cmap=colours, norm=norm, aspect="equal")
    axes.set_xticks(range(len(panel.columns)), panel.columns)
    axes.set_yticks(range(len(panel.rows)), panel.rows)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.down)
    axes.set_title(panel.title)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return image


def _is_folded(cell: Cell) -> bool:
    """Whether best play folds every hand of a cell."""
    return cell.bet_on == 0 and cell.options.get("fold") == cell.value


def _short_percent(chance: Fraction) -> str:
    """Two decimal places, or as many as a small number needs to be visible."""
    places = 2
    while chance and chance * 100 * 10**places < 1 and places < 8:
        places += 1
    return percent_of(chance, places).replace(" ", "")
