"""``houserules leak``: what a seat gains by knowing more than its own cards."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from houserules.cli.files import Count, Json, Overrides, SubmissionName
from houserules.cli.lab.analyze import read_submission
from houserules.cli.output import console, print_json, say
from houserules.cli.progress import progress_bar
from houserules.lab import ExactLeak, SampledLeak, dealer_card_leak, leaks_of, pair, percent_of, sharing_leak
from houserules.law import MalformedData, Submission, unit_of

MOST_SAMPLES = 10**9


def leak(
    submission: SubmissionName,
    /,
    *,
    players: Count | None = None,
    dealer_card: Annotated[bool, Parameter(negative="")] = False,
    samples: Count | None = None,
    seed: Count = 1,
    set_: Overrides = (),
    json: Json = False,
) -> None:
    """What a seat gains when players share their cards, or when one card of the dealer is seen.

    Parameters
    ----------
    players
        The number of players, 2 to 6, who see each other's cards before they decide. Deals are sampled; the gain in
        each deal is exact, and the standard error is stated.
    dealer_card
        One card of the dealer is seen before the first decision. Exact over all deals; with community cards it takes
        minutes.
    samples
        How many deals to sample.
    seed
        Which deals.
    """
    frozen = read_submission(submission, set_)
    number = leaks_of(frozen).samples if samples is None else samples
    _insist_on(frozen, players, dealer_card, number, seed)
    exact, sampled = None, None
    if dealer_card:
        with progress_bar("Every hand with every card of the dealer") as progress:
            exact = dealer_card_leak(frozen, progress)
    if players is not None:
        with progress_bar(f"{number:,} deals to {players} players") as progress:
            sampled = sharing_leak(frozen, players, number, seed, progress)
    if json:
        print_json(_as_data(exact, sampled, players, seed))
    else:
        _print(submission, unit_of(frozen.rulebook), exact, sampled, players)


def _insist_on(submission: Submission, players: int | None, dealer_card: bool, samples: int, seed: int) -> None:
    if players is None and not dealer_card:
        raise MalformedData("expected --players 2 to 6, or --dealer-card")
    if players is not None and not 2 <= players <= submission.table.seats:
        raise MalformedData(f"--players {players}: expected 2 to {submission.table.seats}, the seats of the table")
    if not 2 <= samples <= MOST_SAMPLES:
        raise MalformedData(f"--samples {samples}: expected 2 to {MOST_SAMPLES:,}")
    if not 0 <= seed < 1 << 63:
        raise MalformedData(f"--seed {seed}: expected 0 to {(1 << 63) - 1}")


def _as_data(exact: ExactLeak | None, sampled: SampledLeak | None, players: int | None, seed: int) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if exact is not None:
        data["dealer_card"] = {"value": pair(exact.value), "without": pair(exact.without), "gain": pair(exact.gain)}
    if sampled is not None:
        data["shared_hands"] = {
            "players": players,
            "samples": sampled.samples,
            "seed": seed,
            "gain": f"{sampled.mean_gain:.12g}",
            "standard_error": f"{sampled.standard_error:.12g}",
            "value": f"{sampled.value:.12g}",
            "without": pair(sampled.without),
        }
    return data


def _print(name: str, unit: str, exact: ExactLeak | None, sampled: SampledLeak | None, players: int | None) -> None:
    out = console()
    without = (exact or sampled).without if exact or sampled else None  # type: ignore[union-attr]
    assert without is not None
    say(out, f"{name}: what a player wins or loses per {unit} under best play")
    say(out, f"  knowing only their own cards {percent_of(without, 6)}")
    if exact is not None:
        value, gain = percent_of(exact.value, 6), percent_of(exact.gain, 6)
        say(out, f"  seeing one dealer card       {value}, a gain of {gain} (exact)")
    if sampled is not None:
        gain_text = f"{100 * sampled.mean_gain:.3f} %, standard error {100 * sampled.standard_error:.3f} %"
        say(out, f"  {players} players sharing cards      {100 * sampled.value:.3f} %, a gain of {gain_text}")
        say(out, f"  ({sampled.samples:,} deals sampled; in each, the gain is exact)")
