"""``houserules strategy``: best play, short strategies with what each costs, and strategies of your own."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from houserules.cli.files import Overrides, SubmissionName, submission_data
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, say, table
from houserules.cli.progress import progress_bar
from houserules.lab import Section, StrategyReport, decimal_of, percent_of
from houserules.law import unit_of
from houserules.library import Submission

PLACES = 8


def strategy(
    submission: SubmissionName,
    /,
    *,
    rules: Annotated[str | None, Parameter(help="Weigh the strategy of this rule file instead.")] = None,
    set_: Overrides = (),
    form: Form = WORDS,
) -> None:
    """Best play in the fewest exact words, and short strategies with the exact cost of each."""
    asked = Submission(submission_data(submission, set_), submission)
    with progress_bar("Playing every deal") as progress:
        found = asked.strategy(rules, progress=progress)
    if not form.printed(found):
        _print(submission, unit_of(asked.rulebook), found.found)


def _print(name: str, unit: str, made: StrategyReport) -> None:
    out = console()
    edge = percent_of(made.best.house_edge, PLACES)
    say(out, f"{name}: best play has a house edge of {edge} per {unit}", "bold")
    for section in made.study.sections if made.study is not None else ():
        _print_section(out, section)
    out.print()
    listed = table("Strategies, over all deals", "strategy", ">house edge", ">costs", ">average wager")
    for weighed in made.weighed:
        listed.add_row(
            f"{weighed.name}: {weighed.sentence}" if weighed.sentence else weighed.name,
            percent_of(weighed.results.house_edge, PLACES),
            percent_of(weighed.cost, PLACES),
            decimal_of(weighed.results.average_wager, 8),
        )
    listed.columns[0].overflow = "fold"
    out.print(listed)


def _print_section(out: Console, section: Section) -> None:
    out.print()
    if section.columns:
        made = table(section.title, *section.columns)
        for row in section.rows:
            made.add_row(*row)
        out.print(made)
    else:
        say(out, section.title, "bold")
    for sentence in section.sentences:
        say(out, f"  {sentence}")
