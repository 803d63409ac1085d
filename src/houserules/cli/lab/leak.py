"""``houserules leak``: what a seat gains by knowing more than its own cards."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any

from cyclopts import Parameter

from houserules.cli.files import Count, Overrides, SubmissionName
from houserules.cli.forms import WORDS, Form
from houserules.cli.lab.analyze import read_submission
from houserules.cli.output import console, counted, say
from houserules.cli.progress import progress_bar
from houserules.lab import (
    ExactLeak,
    Glimpse,
    SampledLeak,
    dealer_card_leak,
    glimpse_leak,
    leaks_of,
    pair,
    percent_of,
    sharing_leak,
    suits_leak,
)
from houserules.law import MalformedData, Submission, unit_of

MOST_SAMPLES = 10**9


def leak(
    submission: SubmissionName,
    /,
    *,
    players: Count | None = None,
    suits: Annotated[bool, Parameter(negative="")] = False,
    dealer_card: Annotated[bool, Parameter(negative="")] = False,
    dealer_cards: Count | None = None,
    burnt: Count | None = None,
    flop: Annotated[bool, Parameter(negative="")] = False,
    samples: Count | None = None,
    seed: Count = 1,
    set_: Overrides = (),
    form: Form = WORDS,
) -> None:
    """What a seat gains by what it should not know: others' cards or suits, the dealer's cards, burnt ones, the flop.

    Parameters
    ----------
    players
        The number of players, 2 to 6, who see each other's cards before they decide. Deals are sampled; the gain in
        each deal is exact, and the standard error is stated.
    suits
        These players do not see each other's cards: they tell each other how many cards of each suit they hold.
    dealer_card
        One card of the dealer is seen before the first decision. Exact over all deals.
    dealer_cards
        This number of the dealer's cards is seen before the first decision. Deals are sampled.
    burnt
        This number of cards that are out of play is seen, such as a burnt card or the bottom card. Deals are sampled.
    flop
        The flop is seen before the first decision. Deals are sampled.
    samples
        How many deals to sample.
    seed
        Which deals.
    """
    frozen = read_submission(submission, set_)
    number = leaks_of(frozen).samples if samples is None else samples
    seen = Glimpse(burnt or 0, dealer_cards or 0, flop)
    if suits and players is None:
        raise MalformedData("--suits: expected with --players 2 to 6, who tell each other their suits")
    _insist_on(frozen, players, dealer_card, seen, number, seed)
    exact, sampled, glimpsed = None, None, None
    if dealer_card:
        with progress_bar("Every hand with every card of the dealer") as progress:
            exact = dealer_card_leak(frozen, progress)
    if players is not None:
        with progress_bar(f"{number:,} deals to {players} players") as progress:
            sampled = (suits_leak if suits else sharing_leak)(frozen, players, number, seed, progress)
    if seen != Glimpse():
        with progress_bar(f"{number:,} deals with cards that are seen") as progress:
            glimpsed = glimpse_leak(frozen, seen, number, seed, progress)
    more = {"seen": {**_sampled(glimpsed, seed), **asdict(seen)}} if glimpsed is not None else {}
    data = {**_as_data(exact, sampled, players, seed, "told_suits" if suits else "shared_hands"), **more}
    if not form.printed_table(data, [_row(known, each) for known, each in data.items()]):
        what = f"{players} players telling suits" if suits else f"{players} players sharing cards"
        _print(submission, unit_of(frozen.rulebook), exact, sampled, what)
        if glimpsed is not None:
            _print_seen(submission, unit_of(frozen.rulebook), glimpsed, seen, alone=not (exact or sampled))


def _insist_on(
    submission: Submission, players: int | None, dealer_card: bool, seen: Glimpse, samples: int, seed: int
) -> None:
    if players is None and not dealer_card and seen == Glimpse():
        raise MalformedData("expected --players 2 to 6, --dealer-card, --dealer-cards N, --burnt N, or --flop")
    if players is not None and not 2 <= players <= submission.table.seats:
        raise MalformedData(f"--players {players}: expected 2 to {submission.table.seats}, the seats of the table")
    if not 2 <= samples <= MOST_SAMPLES:
        raise MalformedData(f"--samples {samples}: expected 2 to {MOST_SAMPLES:,}")
    if not 0 <= seed < 1 << 63:
        raise MalformedData(f"--seed {seed}: expected 0 to {(1 << 63) - 1}")


def _as_data(
    exact: ExactLeak | None, sampled: SampledLeak | None, players: int | None, seed: int, shared: str
) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if exact is not None:
        data["dealer_card"] = {"value": pair(exact.value), "without": pair(exact.without), "gain": pair(exact.gain)}
    if sampled is not None:
        data[shared] = {"players": players, **_sampled(sampled, seed)}
    return data


def _row(known: str, each: dict[str, Any]) -> dict[str, Any]:
    figures = {name: each.get(name) for name in ("value", "without", "gain", "standard_error")}
    exact = {
        name: value and Fraction(value["exact"] if isinstance(value, dict) else value)
        for name, value in figures.items()
    }
    return {"known": known, **exact, "samples": each.get("samples")}


def _sampled(found: SampledLeak, seed: int) -> dict[str, Any]:
    return {
        "samples": found.samples,
        "seed": seed,
        "gain": f"{found.mean_gain:.12g}",
        "standard_error": f"{found.standard_error:.12g}",
        "value": f"{found.value:.12g}",
        "without": pair(found.without),
    }


def _print(name: str, unit: str, exact: ExactLeak | None, sampled: SampledLeak | None, shared: str) -> None:
    out = console()
    found = exact or sampled
    if found is None:
        return
    _print_head(name, unit, found.without)
    if exact is not None:
        value, gain = percent_of(exact.value, 6), percent_of(exact.gain, 6)
        say(out, f"  seeing one dealer card       {value}, a gain of {gain} (exact)")
    if sampled is not None:
        gain_text = f"{100 * sampled.mean_gain:.3f} %, standard error {100 * sampled.standard_error:.3f} %"
        say(out, f"  {shared:<28} {100 * sampled.value:.3f} %, a gain of {gain_text}")
        say(out, f"  ({sampled.samples:,} deals sampled; in each, the gain is exact)")


def _print_head(name: str, unit: str, without: Fraction) -> None:
    say(console(), f"{name}: what a player wins or loses per {unit} under best play")
    say(console(), f"  knowing only their own cards {percent_of(without, 6)}")


def _print_seen(name: str, unit: str, found: SampledLeak, seen: Glimpse, alone: bool) -> None:
    out = console()
    if alone:
        _print_head(name, unit, found.without)
    parts = [counted(seen.dealers, "dealer card")] if seen.dealers else []
    parts += [f"{counted(seen.burnt, 'card')} out of play"] if seen.burnt else []
    what = " and ".join(parts) or "the flop"
    gain = f"{100 * found.mean_gain:.3f} %, standard error {100 * found.standard_error:.3f} %"
    say(out, f"  seeing {what} before the first decision: {100 * found.value:.3f} %, a gain of {gain}")
    exact = "on average the gain is exact" if found.on_average else "in each, the gain is exact"
    say(out, f"  ({found.samples:,} deals sampled; {exact})")
