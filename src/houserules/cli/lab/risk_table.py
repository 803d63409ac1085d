"""``houserules risk --seats``: the house's side of a whole table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console

from houserules.cli.forms import Form
from houserules.cli.lab.drawn import write_figures
from houserules.cli.output import console, counted, say, table, words
from houserules.cli.progress import progress_bar
from houserules.lab import table_figures, table_report
from houserules.law import Submission
from houserules.library import strategy_of
from houserules.money import format_price


def print_table(
    name: str,
    submission: Submission,
    seats: int,
    wagers: tuple[str, ...],
    rules: str | None,
    hourly: int,
    check: int | None,
    figures: str | None,
    form: Form,
) -> None:
    strategy = strategy_of(submission, rules) if rules is not None else None
    with progress_bar("Counting all seats together") as progress:
        answer = table_report(submission, seats, wagers, strategy, progress, hourly, check)
    title = f"{submission.rulebook.title}, {submission.rulebook.jurisdiction}: {counted(seats, 'seat')}"
    written = write_figures(figures, lambda: table_figures(answer, title)) if figures is not None else []
    data = {"submission": {"rulebook": submission.rulebook.id, "digest": submission.digest}, **answer}
    if not form.printed_table(data, [_row(period, each) for period, each in answer["periods"].items()]):
        _print(console(), name, answer)
        for path in written:
            say(console(), f"wrote {path}")


def _row(period: str, each: dict[str, Any]) -> dict[str, Any]:
    low, high = each["hold"]["0.95"]
    return {
        "period": period, "rounds": each["rounds"], "win": Fraction(each["win"]),
        "standard_deviation": Fraction(each["standard_deviation"]), "loses": each["loses"]["nearly"],
        "loses_at_most": each["loses"]["at_most"], "hold_from": low, "hold_to": high,
        "bankroll": Fraction(each["bankroll"]["nearly"]),
    }  # fmt: skip


def _print(out: Console, name: str, answer: dict[str, Any]) -> None:
    seat, round_ = answer["seat"], answer["round"]
    what = ", ".join(map(words, answer["wagers"]))
    say(out, f"{name}: {counted(answer['seats'], 'seat')}, {what}, each at the minimum", "bold")
    say(out, f"  everybody plays: {answer['strategy']}")
    say(out, f"  a seat: the house wins {_dollars(seat['win'])}, standard deviation ${_places(seat)}")
    if seat["correlation"] is not None:
        together, base = (_correlation(seat[key]) for key in ("correlation", "base_correlation"))
        say(out, f"  two seats: correlation {together}; of the base game alone {base}")
    alone = float(round_["standard_deviation_if_seats_were_independent"])
    say(
        out,
        f"  a round: the house wins {_dollars(round_['win'])}, standard deviation ${_places(round_)} "
        f"(${alone:.2f} if seats were independent); of the base game {float(round_['base_standard_deviation']):.4f} "
        "base wagers",
    )
    made = table(
        f"At {answer['rounds_an_hour']} rounds an hour", "", ">rounds", ">win", ">deviation", ">the table loses",
        ">surely at most", ">hold in 95 of 100", ">bankroll, 1 %",
    )  # fmt: skip
    for period, each in answer["periods"].items():
        low, high = each["hold"]["0.95"]
        loses = each["loses"]
        made.add_row(
            period,
            f"{each['rounds']:,}",
            f"${float(each['win']):,.0f}",
            f"${float(each['standard_deviation']):,.0f}",
            f"{loses['nearly']:.2%}",
            f"{loses['at_most']:.2%}",
            f"{low:.2%} to {high:.2%}",
            f"${float(each['bankroll']['nearly']):,.0f}",
        )
    out.print(made)
    limit, jackpots, played = answer["payout_limit"], answer["jackpots"], answer["played"]
    if limit is not None:
        taken = _dollars(limit["taken_in_a_round"]["most"])
        say(out, f"  the payout limit of ${float(limit['limit']):,.0f} takes {taken} a round at most")
    if jackpots is not None and jackpots["days_for_one"] is not None:
        say(out, f"  one jackpot in {float(jackpots['days_for_one']['decimal']):,.1f} days at this table")
    win, spread = (played[f"standard_errors_of_the_{what}"] for what in ("win", "variance"))
    apart = f"{win:+.2f}" + (f" and {spread:+.2f}" if spread is not None else "")
    say(
        out,
        f"  played out, {counted(played['rounds'], 'round')}: the house wins ${float(played['win']):.4f}, "
        f"standard deviation ${_places(played)}; {apart} standard errors from the exact "
        + ("mean and variance" if spread is not None else "mean"),
    )
    say(out, f"  {answer['method']}")


def _correlation(found: dict[str, Any]) -> str:
    """As computed; or as played, with its standard error."""
    error = f" (s.e. {found['standard_error']})" if "standard_error" in found else ""
    return f"{float(found['decimal']):.4f}{error}"


def _places(figures: dict[str, Any]) -> str:
    return f"{float(figures['standard_deviation']):.2f}"


def _dollars(number: dict[str, str]) -> str:
    return format_price(round(Fraction(number["exact"]) * 100) * 10_000)
