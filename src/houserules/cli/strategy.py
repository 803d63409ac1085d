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
from houserules.lab.report_data import cutoff_text, strategy_as_data
from houserules.lab.strategy_files import flush_text

if TYPE_CHECKING:
    from houserules.lab.opening_table import Opening
    from houserules.lab.raise_region import Cutoff, RaiseRegion
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
        A file (TOML), or one of the bundled md-high-card-flush, md-chase-the-flush, ma-high-card-flush.
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
        _print(submission, made)


def _print(name: str, report: StrategyReport) -> None:
    out = console()
    say(out, f"{name}: best play has a house edge of {percent_of(report.best.house_edge, PLACES)} per ante", "bold")
    if report.region is not None and report.cutoff is not None:
        _print_region(out, report.region, report.cutoff)
    if report.openings:
        _print_openings(out, report.openings)
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


def _print_region(out: Console, region: RaiseRegion, cutoff: Cutoff) -> None:
    say(out, f"  raise every hand with {flush_text(region.raise_from)} or better, as much as its flush allows")
    say(out, f"  fold every hand below {flush_text(region.fold_below)}")
    mixed = sum(split.hands for split in region.splits)
    raised = sum(split.raised for split in region.splits)
    flushes = f"{len(region.splits)} flushes between, {mixed:,} hands"
    say(out, f"  with the {flushes}, the other cards decide: {raised:,} raise")
    made = table(
        "The flushes between: raise from",
        "suits held",
        "second suit",
        "higher cards outside",
        "raise from",
        "exceptions",
    )
    for shape in region.shapes:
        made.add_row(
            str(shape.suits),
            f"{shape.second_length} cards",
            str(shape.outside_over),
            cutoff_text(shape) or "fold",
            f"{shape.wrong:,}",
        )
    made.columns[4].justify = "right"
    out.print(made)
    cost = percent_of(region.cost, PLACES)
    say(out, f"  {region.wrong:,} of 133,784,560 hands are exceptions; ignoring them costs {cost}")
    say(out, f"  the best single cutoff is {flush_text(cutoff.key)}: {percent_of(cutoff.house_edge, PLACES)}")


def _print_openings(out: Console, openings: tuple[Opening, ...]) -> None:
    from houserules.lab.opening_table import all_suited_go_all_in, offsuit_rows, suited_rows  # noqa: PLC0415

    made = table("Before the flop: all-in 3x, exactly", "cards", "with a third card of")
    made.add_row("three suited", "any" if all_suited_go_all_in(openings) else "see --json")
    for row in (*suited_rows(openings), *offsuit_rows(openings)):
        made.add_row(row.cards, row.third_cards)
    out.print(made)
    chosen = sum(opening.holes for opening in openings if opening.goes_all_in)
    say(out, f"  {chosen:,} of 22,100 holes; all others check")
