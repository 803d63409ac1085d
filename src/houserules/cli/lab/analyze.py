"""``houserules analyze``: exact odds, house edge and more for every wager that a submission offers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from houserules import library
from houserules.cli.files import Count, Overrides, SubmissionName, read_amount, submission_data
from houserules.cli.forms import WORDS, Form
from houserules.cli.lab.drawn import write_figures
from houserules.cli.output import console, say, table, words
from houserules.cli.progress import progress_bar
from houserules.lab import Analysis, ProgressiveWager, decimal_of, percent_of, root_of
from houserules.law import Submission, format_pay, freeze, insist_all_is_read, read_filing, unit_of
from houserules.law.words import PROGRESSIVE
from houserules.library import named
from houserules.money import CENT, DOLLAR, format_price, parse_dollars

PLACES = 10


def analyze(
    submission: SubmissionName,
    /,
    *,
    set_: Overrides = (),
    meter: str | None = None,
    players: Count = 1,
    figures: Annotated[str | None, Parameter(help="Write figures (SVG and PNG) into this directory.")] = None,
    form: Form = WORDS,
) -> None:
    """Exact odds, house edge and more for every wager offered. Drafts and invented pay tables are welcome.

    Parameters
    ----------
    meter
        The progressive meter in dollars; absent: its initial amount.
    players
        Players at the table who make the progressive wager, for what they receive for each other's hands.
    """
    asked = library.Submission(submission_data(submission, set_), submission)
    read_amount("--meter", meter)
    with progress_bar("Solving the base game") as progress:
        found = asked.analyze(meter=meter, players=players, progress=progress)
    written = _write_figures(found, figures) if figures is not None else []
    if form.printed(found):
        return
    out = console()
    _print(out, submission, found)
    for path in written:
        say(out, f"wrote {path}")


def _write_figures(found: library.Analysis, directory: str) -> list[Path]:
    """Draws everything that the analysis can show, each figure as SVG and as PNG, and returns the files written."""
    with progress_bar("Valuing starting hands") as progress:
        return write_figures(directory, lambda: found.figures(progress=progress))


def read_submission(name: str, overrides: tuple[str, ...]) -> Submission:
    """The submission, frozen: lawful or not, as long as nothing required is missing."""
    filing = read_filing(submission_data(name, overrides), name)
    with named(name):
        return freeze(insist_all_is_read(filing))


def _print(out: Console, name: str, found: library.Analysis) -> None:
    analysis = found.found
    book = analysis.submission.rulebook
    say(out, f"{name}: {book.title}, {book.jurisdiction} ({book.id})", "bold")
    for warning in analysis.warnings:
        gain = percent_of(warning.player_edge, PLACES)
        say(out, f"  warning  {warning.message}: {gain} ({warning.clause})", "yellow")
    out.print()
    _print_base(out, analysis)
    for wager, figures in found.to_dict()["wagers"].items():
        if wager not in ("base", PROGRESSIVE):
            # A wager whose own stakes are not counted is played as a part of the base game.
            part = ", as a part of the base game" if "per" in figures else ""
            _print_lines(out, f"{book.shown.wagers[wager].title} {figures['paytable']}{part}", figures)
    if analysis.progressive is not None:
        _print_progressive(out, analysis)
    _print_limits(out, analysis)


def _print_base(out: Console, analysis: Analysis) -> None:
    base = analysis.base
    book = analysis.submission.rulebook
    unit = unit_of(book)
    made = table(f"Base game under best play, in {unit}s", "figure", ">value")
    made.add_row(f"house edge, per {unit}", percent_of(base.house_edge, PLACES))
    made.add_row("average wager", decimal_of(base.average_wager, 11))
    made.add_row("element of risk", percent_of(base.element_of_risk, PLACES))
    made.add_row("standard deviation", root_of(base.variance, 11))
    for share in analysis.shares:
        made.add_row(f"expected result of the {book.shown.wagers[share.wager].title}", decimal_of(share.expected, 11))
    for action, deals in base.actions().items():
        made.add_row(action, percent_of(base.frequency(deals), PLACES))
    made.add_row("dealer qualifies", percent_of(base.frequency(base.dealer_qualifies()), PLACES))
    made.add_row("deals", f"{base.deals:,}")
    out.print(made)
    out.print()
    results = table(f"Net result of a round, in {unit}s", ">net", ">probability", ">one in")
    for net, deals in base.distribution().items():
        chance = base.frequency(deals)
        results.add_row(_signed(net), percent_of(chance, PLACES), _one_in(chance))
    out.print(results)
    out.print()


def _print_lines(out: Console, title: str, figures: dict[str, Any]) -> None:
    made = table(title, "line", ">pays", ">combinations", ">probability", ">return")
    for line in figures["lines"]:
        made.add_row(
            words(line["hand"]),
            line["odds"],
            f"{line['combinations']:,}",
            _percent(line["probability"], 8),
            _percent(line["return"], 8),
        )
    out.print(made)
    edge, hits = _percent(figures["house_edge"]), _percent(figures["hit_frequency"])
    deviation = decimal_of(Fraction(figures["standard_deviation"]), 11)
    say(out, f"  house edge {edge}, wins {hits}, standard deviation {deviation}\n")
    if "at_maximum" in figures:
        least, most = (format_price(parse_dollars(each["stake"])) for each in (figures, figures["at_maximum"]))
        say(out, f"  These are at a stake of {least}, because a line pays an amount;")
        say(out, f"  at {most} the house edge is {_percent(figures['at_maximum']['house_edge'])}.\n")


def _percent(exact: dict[str, str], places: int = PLACES) -> str:
    return percent_of(Fraction(exact["exact"]), places)


def _print_progressive(out: Console, analysis: Analysis) -> None:
    wager = analysis.progressive
    assert wager is not None
    where = f" at a meter of {format_price(int(wager.meter))}" if wager.share else ""
    book = analysis.submission.rulebook
    named = book.shown.wagers[PROGRESSIVE].title
    title = f"{named} {wager.paytable}, {format_price(wager.amount)}{where}"
    kinds = ">segments" if wager.chance_of_wheel is not None else ">combinations"
    made = table(title, "line", ">pays", kinds, ">probability", ">one in", ">return", ">share")
    value = wager.value(wager.meter, 1)
    for line in wager.lines:
        part = line.probability * line.paid_at(wager.meter)
        made.add_row(
            words(line.hand),
            format_pay(line.pay),
            f"{line.combinations:,}",
            percent_of(line.probability, 8),
            _one_in(line.probability),
            percent_of(part / wager.amount, 4),
            percent_of(part / value, 2) if value else "",
        )
    out.print(made)
    _print_progressive_figures(out, analysis, wager)
    out.print()


def _print_progressive_figures(out: Console, analysis: Analysis, wager: ProgressiveWager) -> None:
    alone = " if no winner is folded" if analysis.folded is not None else ""
    edge, wins = percent_of(wager.house_edge, PLACES), percent_of(wager.hit_frequency, PLACES)
    say(out, f"  house edge {edge}{alone}, wins {wins}")
    even = wager.break_even(wager.players)
    if even is not None:
        say(out, f"  breaks even at a meter of {_price(even)}")
    if wager.per_neighbour:
        assert wager.shared_name is not None
        edges = ", ".join(
            f"{n}: {percent_of(wager.edge_at(wager.meter, n))}" for n in range(1, wager.most_players + 1)
        )
        bonus = analysis.submission.rulebook.shown.wagers[wager.shared_name].title
        say(out, f"  house edge with {bonus}, by players who wager: {edges}")
    run, in_the_long_run = wager.long_run, wager.long_run_edge(wager.players)
    if run is not None and in_the_long_run is not None:
        say(out, f"  in the long run: house edge {percent_of(in_the_long_run, PLACES)}; the meter grows by")
        say(out, f"    {_price(run.contribution)} a wager and costs the house {_price(run.seed)} a wager in resets;")
        say(out, f"    a winner of the whole meter is paid {_price(run.average_meter)} on average")
    for other in analysis.other_amounts:
        at, edge = format_price(other.amount), percent_of(other.house_edge, PLACES)
        even = other.break_even(other.players)
        breaks_even = f"; breaks even at a meter of {_price(even)}" if even is not None else ""
        say(out, f"  at a wager of {at}: house edge {edge}{breaks_even}")
    if analysis.folded is not None:
        count = sum(analysis.folded.hands.values())
        say(out, f"  a fold forfeits it: best play of the base game would fold {count:,} winning hands; with these")
        say(out, f"    folded the house edge is {percent_of(analysis.folded.house_edge, PLACES)}")
        for joint in analysis.folded.joint:
            at = f"{format_price(joint.base_wager)} on the {unit_of(analysis.submission.rulebook)}"
            edge = percent_of(joint.house_edge, PLACES)
            say(out, f"    best play of both together, with {at}: {edge}; {joint.raised:,} of them are raised")
        for hand, each in analysis.folded.turning.items():
            until = f"; none from {_price(each.none_from)} on" if each.none_from is not None else ""
            say(out, f"    {words(hand)}: all of them are raised below {_price(each.all_below)}{until}")


def _print_limits(out: Console, analysis: Analysis) -> None:
    for effect in analysis.limits:
        titles = analysis.submission.rulebook.shown.wagers
        stakes = ", ".join(f"{titles[name].title} {format_price(stake)}" for name, stake in effect.stakes.items())
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
    """Dollars to the cent, or with six significant digits if below one dollar."""
    if amount < DOLLAR:
        whole, _, part = decimal_of(amount / DOLLAR, 6).partition(".")
        return f"${whole}.{part.ljust(2, '0')}" if part else f"${whole}"
    return format_price(round(amount / CENT) * CENT)
