"""``houserules risk``: what many rounds bring, the bankroll for them, and the house's hold."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.console import Console

from houserules.cli.files import Count, Overrides, SubmissionName, read_amount
from houserules.cli.forms import WORDS, Form
from houserules.cli.lab.analyze import read_submission
from houserules.cli.lab.risk_table import print_table
from houserules.cli.output import console, counted, say, table, words
from houserules.cli.progress import progress_bar
from houserules.lab import risk_report
from houserules.law import MalformedData, Submission, unit_of
from houserules.money import Money, format_price

ROUNDS: Final = 1000
RUIN: Final = "5%"
BASE: Final = "base"
ALL: Final = ("all",)
HOURLY: Final = 40


def risk(
    submission: SubmissionName,
    /,
    *,
    set_: Overrides = (),
    rounds: Count = ROUNDS,
    bankroll: str | None = None,
    ruin: Annotated[str, Parameter(help="The risk of ruin to find a bankroll for, as in 5% or 0.05.")] = RUIN,
    stake: str | None = None,
    wager: str = BASE,
    seats: Count | None = None,
    wagers: Annotated[tuple[str, ...], Parameter(negative="", consume_multiple=True)] = ALL,
    rules: str | None = None,
    hourly: Count = HOURLY,
    check: Count | None = None,
    figures: str | None = None,
    form: Form = WORDS,
) -> None:
    """The result after many rounds: its distribution, the chance to be ahead, ruin, and the house's hold.

    Ruin means that the bankroll does not cover the most that the next of these rounds can cost.

    Parameters
    ----------
    rounds
        How many rounds.
    bankroll
        The player's bankroll in dollars, for the risk of ruin with it.
    stake
        What each round stakes on the wager, in dollars; in the base game, its base wager. Absent: the minimum.
    wager
        ``base``, the base game under best play, or the name of a side bet.
    seats
        The house's side of a whole table with this number of seats, instead of one seat's.
    wagers
        With --seats: what every seat wagers besides the base game, at the minimum: all, base for nothing, or names.
    rules
        With --seats: a strategy file by which everybody plays. Absent: the default short strategy.
    hourly
        With --seats: rounds an hour.
    check
        With --seats: how many rounds are played out beside the exact figures; absent: 2,097,152.
    figures
        With --seats: write a figure (SVG and PNG) of what the table holds into this directory.
    """
    frozen = read_submission(submission, set_)
    if seats is not None:
        of_one_seat = {
            "--rounds": rounds != ROUNDS, "--bankroll": bankroll is not None, "--ruin": ruin != RUIN,
            "--stake": stake is not None, "--wager": wager != BASE,
        }  # fmt: skip
        _refuse(of_one_seat, "expected without --seats; it asks about one seat")
        print_table(submission, frozen, seats, wagers, rules, hourly, check, figures, form)
        return
    of_a_table = {
        "--figures": figures is not None, "--wagers": wagers != ALL, "--rules": rules is not None,
        "--hourly": hourly != HOURLY, "--check": check is not None,
    }  # fmt: skip
    _refuse(of_a_table, "expected with --seats; of one seat there is none")
    amount = _positive("--stake", stake) or _minimum(frozen, wager)
    level = _level(ruin)
    money = _positive("--bankroll", bankroll)
    with progress_bar("Computing"):
        answer = risk_report(frozen, wager, amount, rounds, level, money)
    data = {"submission": {"rulebook": frozen.rulebook.id, "digest": frozen.digest}, "wager": wager, **answer}
    if not form.printed_table(data, answer["quantiles"]):
        unit = unit_of(frozen.rulebook) if wager == BASE else "stake"
        _print(console(), submission, wager, unit, amount, answer)


def _refuse(given: Mapping[str, bool], why: str) -> None:
    """Nothing that is asked for is passed over in silence."""
    for flag, was_given in given.items():
        if was_given:
            raise MalformedData(f"{flag}: {why}")


def _minimum(submission: Submission, wager: str) -> Money:
    choices = submission.wagers.get(wager)
    amount = choices.minimum if choices else submission.table.minimum
    if amount <= 0:
        raise MalformedData("--stake is missing, and the submission has no minimum")
    return amount


def _positive(flag: str, text: str | None) -> Money | None:
    amount = read_amount(flag, text)
    if amount is not None and amount <= 0:
        raise MalformedData(f"{flag} {text}: expected more than 0")
    return amount


def _level(text: str) -> Fraction:
    try:
        level = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        level = Fraction(0)
    if not 0 < level < 1:
        raise MalformedData(f"--ruin {text}: expected a probability between 0 and 1, as in 5% or 0.05")
    return level


def _print(out: Console, name: str, wager: str, unit: str, stake: Money, answer: dict[str, Any]) -> None:
    what = "base game under best play" if wager == BASE else words(wager)
    say(out, f"{name}: {what}, {counted(answer['rounds'], 'round')}, {unit} {format_price(stake)}", "bold")
    mean = _dollars(answer["mean"]["dollars"])
    say(out, f"  mean {mean}, standard deviation {answer['standard_deviation']} {unit}s")
    say(
        out,
        f"  ahead {answer['ahead']:.4%}, even {answer['even']:.4%}, behind {answer['behind']:.4%}"
        f"  ({answer['method']}, within {answer['error']:.0e})",
    )
    made = table("Result", ">no more than this in", f">net, {unit}s", ">dollars")
    for row in answer["quantiles"]:
        made.add_row(f"{row['level']:.1%}", row["net"], _dollars(row["dollars"]))
    out.print(made)
    for share, band in answer["hold"].items():
        say(
            out,
            f"  the house holds between {band['least']:.4%} and {band['most']:.4%} of the {unit}s in "
            f"{float(share):.0%} of such runs",
        )
    _print_ruin(out, answer["ruin"])


def _print_ruin(out: Console, ruin: dict[str, Any]) -> None:
    say(out, f"  ruin: {ruin['means']}")
    ever, within = ruin["ever"], ruin["within"]
    if "why" in ever:
        say(out, f"  {ever['why']}")
    else:
        price = _dollars(ever["bankroll"])
        say(out, f"  ever: a bankroll of {price} keeps the risk at or below {ever['risk']:.2%} ({ever['method']})")
        if "with_bankroll" in ever:
            say(out, f"  ever, with this bankroll: at most {ever['with_bankroll']:.4%}")
    if "why" in within:
        say(out, f"  {within['why']}")
        return
    say(out, f"  within these rounds: {_dollars(within['bankroll'])} is ruined in {within['risk']:.4%} of runs")
    if "with_bankroll" in within:
        say(out, f"  within these rounds, with this bankroll: {within['with_bankroll']:.4%}")


def _dollars(text: str) -> str:
    return format_price(round(Fraction(text) * 100) * 10_000)
