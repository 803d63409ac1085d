"""A picture of what a whole table holds in a shift, a day or a month."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from houserules.lab.reports.figures import BLUE, GREY, INK, RED, STYLE


def table_figures(answer: dict[str, Any], title: str) -> dict[str, bytes]:
    """Maps a file name to its content, as SVG and as PNG; ``answer`` is that of `table_report`."""
    import matplotlib as mpl  # noqa: PLC0415

    mpl.use("agg")
    made = {}
    with mpl.rc_context(STYLE):
        figure = _hold(answer, title)
        for suffix, metadata in (("svg", {"Date": None}), ("png", {})):
            content = BytesIO()
            figure.savefig(content, format=suffix, metadata=metadata)
            made[f"table-hold.{suffix}"] = content.getvalue()
    return made


def _hold(answer: dict[str, Any], title: str) -> Any:
    """Bands that hold 95 and 99 of 100 such periods, and the expected value."""
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(8.4, 3.6), layout="constrained")
    axes = figure.add_subplot()
    names = list(answer["periods"])
    staked = float(answer["round"]["staked_before_the_deal"]["decimal"])
    expected = 100 * float(answer["round"]["win"]["decimal"]) / staked
    for row, period in enumerate(answer["periods"].values()):
        for level, height, alpha in (("0.99", 0.28, 0.25), ("0.95", 0.5, 0.7)):
            low, high = (100 * each for each in period["hold"][level])
            axes.barh(
                row,
                high - low,
                height,
                low,
                color=BLUE,
                alpha=alpha,
                label=f"{level[2:]} of 100" if not row else None,
            )
        loses = period["loses"]["nearly"]
        axes.annotate(
            f"loses in {loses:.2%}", (100 * period["hold"]["0.99"][1], row), (6, 0), textcoords="offset points",
            va="center", fontsize=9, color=INK,
        )  # fmt: skip
    axes.axvline(expected, color=INK, linewidth=1, label=f"expected, {expected:.2f} %")
    axes.axvline(0, color=RED, linewidth=1, linestyle="--")
    axes.set_yticks(range(len(names)), [f"{name}\n{answer['periods'][name]['rounds']:,} rounds" for name in names])
    axes.invert_yaxis()
    axes.use_sticky_edges = False
    axes.margins(x=0.16)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("the house holds, % of what is staked before the deal")
    axes.tick_params(colors=INK)
    axes.spines["left"].set_color(GREY)
    axes.set_title(title)
    figure.legend(loc="outside lower right", ncols=3, fontsize=9)
    return figure
