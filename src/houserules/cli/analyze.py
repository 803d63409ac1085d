"""``houserules analyze``: exact odds, house edge and more for every wager that a submission offers."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from houserules.cli.files import Overrides, submission_data
from houserules.cli.output import console, print_json, say, table
from houserules.cli.progress import progress_bar
from houserules.lab.analysis import Analysis
from houserules.lab.analysis import analyze as analysis_of
from houserules.lab.analysis_data import as_data
from houserules.lab.exact import decimal_of, percent_of, root_of
from houserules.lab.progressives import Progressive
from houserules.lab.side_bets import LineResult
from houserules.law import MalformedData, Submission, format_pay, freeze, read_filing
from houserules.money import CENT, DOLLAR, Money, format_price, parse_dollars

PLACES = 10


def analyze(
    submission: str,
    /,
    *,
    set_: Overrides = (),
    meter: str | None = None,
    players: int = 1,
    figures: Annotated[str | None, Parameter(help="Write figures (SVG and PNG) into this directory.")] = None,
    json: bool = False,
) -> None:
    """Exact odds, house edge and more for every wager offered. Drafts and invented pay tables are welcome.

    Parameters
    ----------
    submission
        A file (TOML), or one of the bundled md-high-card-flush, md-chase-the-flush, ma-high-card-flush.
    meter
        The progressive meter in dollars; absent: its initial amount.
    players
        Players at the table who make the progressive wager, for Envy Bonus and Community Pay.
    json
        Print data instead of words.
    """
    frozen = read_submission(submission, set_)
    amount = read_meter(meter)
    with progress_bar("Solving the base game") as progress:
        analysis = analysis_of(frozen, amount, players, progress)
    if figures is not None:
        from houserules.cli.figure_files import write_figures  # noqa: PLC0415

        written = write_figures(analysis, figures)
    if json:
        print_json(as_data(analysis))
        return
    out = console()
    _print(out, submission, analysis)
    if figures is not None:
        for path in written:
            say(out, f"wrote {path}")


def read_submission(name: str, overrides: tuple[str, ...]) -> Submission:
    """The submission, frozen: lawful or not, as long as nothing that is needed is missing."""
    filing = read_filing(submission_data(name, overrides), name)
    try:
        return freeze(filing)
    except MalformedData as error:
        raise MalformedData(*(f"{name}: {line}" for line in str(error).splitlines())) from None


def read_meter(text: str | None) -> Money | None:
    if text is None:
        return None
    try:
        return parse_dollars(text.removeprefix("$").replace(",", ""))
    except ValueError as error:
        raise MalformedData(f"--meter: {error}") from None


def _print(out: Console, name: str, analysis: Analysis) -> None:
    book = analysis.submission.rulebook
    say(out, f"{name}: {book.title}, {book.jurisdiction} ({book.id})", "bold")
    for warning in analysis.warnings:
        gain = percent_of(warning.player_edge, PLACES)
        say(out, f"  warning  {warning.message}: {gain} ({warning.clause})", "yellow")
    out.print()
    _print_base(out, analysis)
    for share in analysis.tables:
        heading = f"{share.title.capitalize()} {share.paytable}, as a part of the base game"
        _print_lines(out, heading, share.lines, share.house_edge, share.hit_frequency, share.variance)
    for wager, bet in analysis.side_bets.items():
        heading = f"{wager.replace('_', ' ').capitalize()} {bet.paytable}"
        _print_lines(out, heading, bet.lines, bet.house_edge, bet.hit_frequency, bet.variance)
        if wager in analysis.at_maximum:
            most = analysis.at_maximum[wager]
            say(out, f"  These are at a stake of {format_price(bet.stake)}, because a line pays an amount;")
            say(out, f"  at {format_price(most.stake)} the house edge is {percent_of(most.house_edge, PLACES)}.\n")
    if analysis.progressive is not None:
        _print_progressive(out, analysis)
    _print_limits(out, analysis)


def _print_base(out: Console, analysis: Analysis) -> None:
    base = analysis.base
    made = table(f"Base game under best play, in {analysis.unit}s", "figure", "value")
    made.columns[1].justify = "right"
    made.add_row(f"house edge, per {analysis.unit}", percent_of(base.house_edge, PLACES))
    made.add_row("average wager", decimal_of(base.average_wager, 11))
    made.add_row("element of risk", percent_of(base.element_of_risk, PLACES))
    made.add_row("standard deviation", root_of(base.variance, 11))
    for share in analysis.shares:
        made.add_row(f"expected result of the {share.wager.replace('_', ' ')}", decimal_of(share.expected, 11))
    for action, deals in base.actions().items():
        made.add_row(action, percent_of(base.frequency(deals), PLACES))
    made.add_row("dealer qualifies", percent_of(base.frequency(base.dealer_qualifies()), PLACES))
    made.add_row("deals", f"{base.deals:,}")
    out.print(made)
    out.print()
    results = table(f"Net result of a round, in {analysis.unit}s", "net", "probability", "one in")
    for net, deals in base.distribution().items():
        chance = base.frequency(deals)
        results.add_row(_signed(net), percent_of(chance, PLACES), _one_in(chance))
    for column in results.columns:
        column.justify = "right"
    out.print(results)
    out.print()


def _print_lines(
    out: Console, title: str, lines: tuple[LineResult, ...], edge: Fraction, hits: Fraction, variance: Fraction
) -> None:
    made = table(title, "line", "pays", "combinations", "probability", "return")
    for line in lines:
        made.add_row(
            line.hand.replace("_", " "),
            format_pay(line.pay),
            f"{line.combinations:,}",
            percent_of(line.probability, 8),
            percent_of(line.returns, 8),
        )
    for column in made.columns[1:]:
        column.justify = "right"
    out.print(made)
    say(
        out,
        f"  house edge {percent_of(edge, PLACES)}, wins {percent_of(hits, PLACES)}, "
        f"standard deviation {root_of(variance, 11)}\n",
    )


def _print_progressive(out: Console, analysis: Analysis) -> None:
    wager = analysis.progressive
    assert wager is not None
    where = f" at a meter of {format_price(Money(int(wager.meter)))}" if wager.share else ""
    title = f"Progressive {wager.paytable}, {format_price(wager.amount)}{where}"
    kinds = "segments" if wager.chance_of_wheel is not None else "combinations"
    made = table(title, "line", "pays", kinds, "probability", "one in", "return", "share")
    value = wager.value(wager.meter, 1)
    for line in wager.lines:
        part = line.probability * line.paid_at(wager.meter)
        made.add_row(
            line.hand.replace("_", " "),
            format_pay(line.pay),
            f"{line.combinations:,}",
            percent_of(line.probability, 8),
            _one_in(line.probability),
            percent_of(part / wager.amount, 4),
            percent_of(part / value, 2) if value else "",
        )
    for column in made.columns[1:]:
        column.justify = "right"
    out.print(made)
    _print_progressive_figures(out, analysis, wager)
    out.print()


def _print_progressive_figures(out: Console, analysis: Analysis, wager: Progressive) -> None:
    say(out, f"  house edge {percent_of(wager.house_edge, PLACES)}, wins {percent_of(wager.hit_frequency, PLACES)}")
    even = wager.break_even(wager.players)
    if even is not None:
        say(out, f"  breaks even at a meter of {_price(even)}")
    if wager.per_neighbour:
        assert wager.shared_name is not None
        edges = ", ".join(
            f"{n}: {percent_of(wager.edge_at(wager.meter, n))}" for n in range(1, wager.most_players + 1)
        )
        say(out, f"  house edge with {wager.shared_name.replace('_', ' ')}, by players who wager: {edges}")
    run = wager.long_run
    if run is not None:
        say(out, f"  in the long run: house edge {percent_of(run.house_edge, PLACES)}; the meter grows by")
        say(out, f"    {_price(run.contribution)} a wager and costs the house {_price(run.seed)} a wager in resets;")
        say(out, f"    who wins all of it wins {_price(run.average_meter)} on average")
    if analysis.folded is not None:
        count = sum(analysis.folded.hands.values())
        say(out, f"  a fold forfeits it: best play of the base game would fold {count:,} winning hands; with these")
        say(out, f"    folded the house edge is {percent_of(analysis.folded.house_edge, PLACES)}")


def _print_limits(out: Console, analysis: Analysis) -> None:
    for effect in analysis.limits:
        stakes = ", ".join(f"{name.replace('_', ' ')} {format_price(stake)}" for name, stake in effect.stakes.items())
        taken = _price(effect.most) if effect.exact else f"between {_price(effect.least)} and {_price(effect.most)}"
        share = f" ({percent_of(effect.most / effect.staked, 6)} of the stakes)" if effect.most else ""
        limit = format_price(effect.limit)
        say(out, f"The payout limit of {limit} takes {taken} a hand{share} at {stakes}.")


def _signed(net: Fraction) -> str:
    return f"+{net}" if net > 0 else str(net)


def _one_in(chance: Fraction) -> str:
    if not chance:
        return "never"
    interval = 1 / chance
    return f"{float(interval):,.1f}" if interval < 10_000 else f"{round(interval):,}"


def _price(amount: Fraction) -> str:
    """Dollars to the cent, or with six significant digits where there is less than a dollar."""
    if amount < DOLLAR:
        whole, _, part = decimal_of(amount / DOLLAR, 6).partition(".")
        return f"${whole}.{part.ljust(2, '0')}" if part else f"${whole}"
    return format_price(Money(round(amount / CENT) * CENT))
