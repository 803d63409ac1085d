"""``houserules paytables --edges``: the figures of every printed pay table."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from rich.console import Console

from houserules.cli.forms import Form
from houserules.cli.output import console, counted, say, table, words
from houserules.cli.progress import progress_bar
from houserules.lab import (
    Printed,
    TableFigures,
    Unpriced,
    decimal_of,
    percent_of,
    printed_as_data,
    printed_figures,
    root_of,
    volatility_index,
)
from houserules.law import Rulebook
from houserules.money import DOLLAR, format_price


def print_edges(book: Rulebook, form: Form) -> None:
    with progress_bar("Computing"):
        found = printed_figures(book.id)
    if form.printed_table(printed_as_data(found), [_row(one) for one in found]):
        return
    out = console()
    for wager, each in groupby(found, lambda one: one.wager):
        tables = list(each)
        _print_figures(out, f"{book.id} {words(wager)}", tables)
        _print_lines(out, [one for one in tables if isinstance(one, TableFigures)])
        out.print()
    say(out, "Volatility index: 1.645 standard deviations, within which 90 of 100 results of many rounds lie.")
    say(out, "Counting cards gains nothing: the deck is shuffled before each round.")
    stub = next((one.stub for one in found if isinstance(one, TableFigures) and one.stub is not None), None)
    if stub is not None:
        say(
            out,
            f"Stub: if the stub were dealt again unshuffled after a round of {counted(stub.players, 'player')} "
            f"({stub.seen} cards seen), the player would have the advantage in that part of such rounds, and would "
            "gain that part of a stake a round by making the wager only then.",
        )


def _row(one: Printed) -> dict[str, object]:
    priced = one if isinstance(one, TableFigures) else None
    return {
        "wager": one.wager,
        "paytable": one.paytable,
        "house_edge": priced.house_edge if priced else None,
        "hit_frequency": priced.hit_frequency if priced else None,
        "standard_deviation": Fraction(root_of(priced.variance)) if priced else None,
        "at_meter": priced.meter / DOLLAR if priced and priced.meter is not None else None,
        "break_even_meter": priced.break_even / DOLLAR if priced and priced.break_even is not None else None,
        "long_run_edge": priced.long_run if priced else None,
        "clause": one.clause,
    }


def _print_figures(out: Console, title: str, tables: list[Printed]) -> None:
    priced = [one for one in tables if isinstance(one, TableFigures)]
    meters = any(one.meter is not None for one in priced)
    stubs = any(one.stub is not None for one in priced)
    more = (">at meter", ">breaks even", ">long run") if meters else ()
    counting = (">stub: advantage", ">gain") if stubs else ()
    columns = ("table", ">house edge", ">hits", ">deviation", ">volatility", *more, *counting, "clause")
    made = table(title, *columns)
    for one in priced:
        last = (
            _dollars(one.meter),
            _dollars(one.break_even),
            percent_of(one.long_run) if one.long_run is not None else "",
        )
        gains = (percent_of(one.stub.favourable), percent_of(one.stub.gain)) if one.stub is not None else ("", "")
        made.add_row(
            one.paytable, percent_of(one.house_edge), percent_of(one.hit_frequency), root_of(one.variance, 6),
            volatility_index(one.variance), *(last if meters else ()), *(gains if stubs else ()),
            one.clause.partition(" ")[2],
        )  # fmt: skip
    out.print(made)
    for each in tables:
        if isinstance(each, Unpriced):
            say(out, f"  {each.paytable} ({each.clause}): no figures, because {each.why}")


def _print_lines(out: Console, tables: list[TableFigures]) -> None:
    """The effect of a step on each line, if the tables differ in it."""
    by_change: dict[tuple[tuple[str, str, Fraction], ...], list[str]] = {}
    for one in tables:
        key = tuple((line.hand, line.step, line.change) for line in one.lines)
        by_change.setdefault(key, []).append(one.paytable)
    for lines, letters in by_change.items():
        say(out, f"  {', '.join(letters)}: what one more on a line does to the edge, in points")
        for hand, step, change in lines:
            say(out, f"    {words(hand)}, {step} more: {decimal_of(100 * change, 6)}")


def _dollars(amount: Fraction | None) -> str:
    return format_price(round(amount / DOLLAR) * DOLLAR) if amount is not None else ""
