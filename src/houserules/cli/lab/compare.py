"""``houserules compare``: two submissions, rulebooks or readings side by side."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from houserules import library
from houserules.cli.files import Overrides, submission_data
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, say, table, words
from houserules.cli.progress import progress_bar
from houserules.lab import Comparison, percent_of
from houserules.library import Submission
from houserules.money import DOLLAR

SetA = Annotated[tuple[str, ...], Parameter(name="--set-a", negative="", help="Like --set, for A alone.")]
SetB = Annotated[tuple[str, ...], Parameter(name="--set-b", negative="", help="Like --set, for B alone.")]


def compare(
    a: str, b: str, /, *, set_: Overrides = (), set_a: SetA = (), set_b: SetB = (), form: Form = WORDS
) -> None:
    """Two submissions, rulebooks or readings: every difference, its clause, and what it is worth.

    A difference is priced alone, in points of house edge of the wagers that it moves: what the house gains when A
    takes over B's value. The progressive counts at its initial meter.

    Parameters
    ----------
    a, b
        Files (TOML), names of bundled submissions, or ids of rulebooks: the submissions bundled with them.
    """
    with progress_bar("Comparing"):
        one = Submission(submission_data(a, (*set_, *set_a)), a)
        other = Submission(submission_data(b, (*set_, *set_b)), b)
        found = library.compare(one, other)
    if not form.printed(found):
        _print(console(), a, b, found.found)


def _print(out: Console, a: str, b: str, comparison: Comparison) -> None:
    one, other = comparison.edges_a, comparison.edges_b
    made = table("House edge", "wager", ">A", ">B", ">B - A")
    for wager in dict.fromkeys([*one, *other]):
        both = wager in one and wager in other
        made.add_row(
            words(wager),
            percent_of(one[wager], 8) if wager in one else "",
            percent_of(other[wager], 8) if wager in other else "",
            points_of(other[wager] - one[wager]) if both else "",
        )
    say(out, f"A: {a} ({comparison.a.rulebook.id})\nB: {b} ({comparison.b.rulebook.id})\n")
    out.print(made)
    out.print()
    if not comparison.differences:
        say(out, "No differences.")
    for each in comparison.differences:
        say(out, f"{each.key}: {each.a} | {each.b}" + (f"  ({', '.join(each.clauses)})" if each.clauses else ""))
        if each.note:
            say(out, f"    {each.note}", "dim")
        for part in each.worth or ():
            say(out, f"    worth {points_of(part.difference)} of house edge on {words(part.wager)}")
        if each.taken is not None:
            before, after = (f"${float(amount / DOLLAR):.6f}" for amount in (each.taken.before, each.taken.after))
            say(out, f"    the payout limit takes {before} | {after} a hand at the largest stakes")


def points_of(difference: Any) -> str:
    """A difference of percentages: ``-7.4218489787 points``."""
    text = percent_of(difference, 8).removesuffix(" %")
    return f"{'' if difference < 0 else '+'}{text} points"
