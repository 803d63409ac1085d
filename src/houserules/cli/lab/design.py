"""``houserules design``: pay tables, wheels and meters that reach a goal."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.console import Console

from houserules.cli.files import Overrides, SubmissionName
from houserules.cli.forms import WORDS, Form
from houserules.cli.lab.analyze import read_submission
from houserules.cli.output import console, counted, say, table, words
from houserules.cli.progress import progress_bar
from houserules.lab import DesignRequest, percent_of
from houserules.lab import design_report as designed

MORE: Final = {
    "table": "--within, --odds, --lines or another hit frequency",
    "wheel": "--within or --segments",
    "meter": "--within",
}

Names = Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=True)]


def design(
    submission: SubmissionName,
    /,
    *,
    edge: str,
    set_: Overrides = (),
    wager: str | None = None,
    what: str | None = None,
    within: str | None = None,
    hits: str | None = None,
    hits_within: str | None = None,
    deviation: str | None = None,
    deviation_within: str | None = None,
    odds: Names = (),
    lines: Names = (),
    top: int | None = None,
    segments: int | None = None,
    start: str | None = None,
    answers: int = 20,
    form: Form = WORDS,
) -> int:
    """Pay tables for a wager that reach a house edge, a hit frequency and a deviation, with odds that a casino would
    print. Also the segments of a wheel, and the rate and amounts of a meter. Every figure is exact.

    Printed tables come first; then the largest top prize, then the most different pays. Exit status 1: nothing
    reaches the goal.

    Parameters
    ----------
    edge
        The house edge, as in 7.5%; for a meter, its edge in the long run.
    wager
        The wager; absent, the first side bet that the submission offers.
    what
        table, wheel or meter. Absent: a table, or a wheel where the progressive has one.
    within
        How far the edge may be off. Absent: 0.1%, for a meter 0.25%.
    hits
        The hit frequency, as in 22.6%. Absent: that of the printed tables.
    hits_within
        How far it may be off. Absent: 0.5%.
    deviation
        The standard deviation in stakes.
    deviation_within
        How far it may be off. Absent: 0.5.
    odds
        What lines may pay, as in --odds 1 2 5 10 50 "3 to 2", or $50 and 10% for a progressive. Absent: what
        casinos print.
    lines
        The lines, the best first. Absent: those of the printed tables.
    top
        The largest top prize, in stakes.
    segments
        How many segments the wheel has. Absent: as many as in the submission.
    start
        For a meter: what its edge is while it shows the initial amount.
    answers
        How many answers are shown.
    """
    frozen = read_submission(submission, set_)
    asked = DesignRequest(
        edge, wager, what, within, hits, hits_within, deviation, deviation_within, odds, lines, top, segments, start,
        answers,
    )  # fmt: skip
    with progress_bar("Searching"):
        found = designed(frozen, asked)
    data = {"submission": {"rulebook": frozen.rulebook.id, "digest": frozen.digest}, **found}
    if form.printed_table(data, [_row(each) for each in found["answers"]], ("house_edge",)):
        return 0 if found["answers"] else 1
    out = console()
    _head(out, submission, found)
    if not found["answers"]:
        none = (
            "nothing reaches this goal" if found["whole"] else "nothing was found, but not everything was looked at"
        )
        say(out, f"  {none}: allow more with {MORE[found['what']]}")
        return 1
    {"table": _tables, "wheel": _wheels, "meter": _meters}[found["what"]](out, found["answers"])
    return 0


def _head(out: Console, name: str, found: dict[str, Any]) -> None:
    more = "" if found["whole"] else " or more"
    shown = len(found["answers"])
    say(out, f"{name}: {words(found['wager'])}, {found['what']}", "bold")
    say(out, f"  {counted(found['found'], 'answer')}{more}, {shown:,} shown; every figure is exact")


def _row(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer in one line: what each line pays or how many segments a symbol has, then its figures."""
    pays = answer.get("paytable", {})
    segments = {part["symbol"]: part["count"] for part in answer.get("segments", ())}
    figures = {name: value for name, value in answer.items() if name not in ("paytable", "segments")}
    exact = {name: Fraction(value["exact"]) if isinstance(value, dict) else value for name, value in figures.items()}
    return {**pays, **segments, **exact}


def _tables(out: Console, answers: list[dict[str, Any]]) -> None:
    hands = list(dict.fromkeys(hand for each in answers for hand in each["paytable"]))
    made = table("", "", *(f">{words(hand)}" for hand in hands), ">edge", ">hits", ">deviation")
    for each in answers:
        made.add_row(
            each["printed"] or "",
            *(each["paytable"].get(hand, "").removesuffix(" to 1") for hand in hands),
            _percent(each["house_edge"]),
            _percent(each["hit_frequency"]),
            each["standard_deviation"][:7],
        )
    out.print(made)
    say(out, "  Odds are to 1. A letter marks a table that the document prints.")


def _wheels(out: Console, answers: list[dict[str, Any]]) -> None:
    symbols = list(dict.fromkeys(part["symbol"] for each in answers for part in each["segments"]))
    made = table("", *(f">{symbol}" for symbol in symbols), ">edge", ">deviation")
    for each in answers:
        counts = {part["symbol"]: part["count"] for part in each["segments"]}
        made.add_row(
            *(f"{counts[symbol]:,}" for symbol in symbols), _percent(each["house_edge"]),
            each["standard_deviation"][:7],
        )  # fmt: skip
    out.print(made)


def _meters(out: Console, answers: list[dict[str, Any]]) -> None:
    made = table("", ">rate", ">second rate", ">initial", ">reset", ">long run", ">at the start", ">average win")
    for each in answers:
        made.add_row(
            each["rate"], each.get("secondary_rate", ""), f"${each['initial']}",
            f"${each['reset']}" if "reset" in each else "", _percent(each["long_run_edge"]),
            _percent(each["edge_at_the_start"]), f"${float(each['average_win']['decimal']):,.2f}",
        )  # fmt: skip
    out.print(made)


def _percent(number: dict[str, str]) -> str:
    return percent_of(Fraction(number["exact"]))
