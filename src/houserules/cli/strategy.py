"""``houserules strategy``: best play, short strategies with what each costs, and strategies of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console

from houserules.cli.analyze import read_submission
from houserules.cli.files import Overrides
from houserules.cli.output import console, print_json, say, table
from houserules.cli.progress import progress_bar
from houserules.cli.simulate import read_rules
from houserules.lab.exact import decimal_of, percent_of
from houserules.lab.report_data import strategy_as_data
from houserules.law.shown import unit_of

if TYPE_CHECKING:
    from houserules.lab.strategy_map import Section
    from houserules.lab.strategy_report import StrategyReport

PLACES = 8


def strategy(
    submission: str,
    /,
    *,
    rules: Annotated[str | None, Parameter(help="Weigh the strategy of this rule file instead.")] = None,
    set_: Overrides = (),
    json: bool = False,
) -> None:
    """Best play described as shortly as is exact, and short strategies with the exact cost of each.

    Parameters
    ----------
    submission
        A file (TOML), or the name of a bundled submission, as `houserules rulebooks` lists them.
    json
        Print data instead of words.
    """
    frozen = read_submission(submission, set_)
    own = read_rules(frozen, rules) if rules is not None else None
    from houserules.lab.strategy_report import report, weigh  # noqa: PLC0415

    with progress_bar("Playing every deal") as progress:
        made = weigh(frozen, own, progress) if own else report(frozen, progress)
    if json:
        print_json(strategy_as_data(made))
    else:
        _print(submission, unit_of(frozen.rulebook), made)


def _print(name: str, unit: str, report: StrategyReport) -> None:
    from houserules.lab.strategy_map import sections_of  # noqa: PLC0415

    out = console()
    edge = percent_of(report.best.house_edge, PLACES)
    say(out, f"{name}: best play has a house edge of {edge} per {unit}", "bold")
    for section in sections_of(report):
        _print_section(out, section)
    out.print()
    made = table("Strategies, over all deals", "strategy", "house edge", "costs", "average wager")
    for weighed in report.weighed:
        made.add_row(
            weighed.name,
            percent_of(weighed.results.house_edge, PLACES),
            percent_of(weighed.cost, PLACES),
            decimal_of(weighed.results.average_wager, 8),
        )
    for column in made.columns[1:]:
        column.justify = "right"
    made.columns[0].overflow = "fold"
    out.print(made)


def _print_section(out: Console, section: Section) -> None:
    out.print()
    shown = section["table"]
    if shown is None:
        say(out, section["title"], "bold")
    else:
        made = table(section["title"], *shown["columns"])
        for row in shown["rows"]:
            made.add_row(*row)
        out.print(made)
    for sentence in section["sentences"]:
        say(out, f"  {sentence}")
