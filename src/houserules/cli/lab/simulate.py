"""``houserules simulate``: rounds played out with real cards, beside the exact values."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from houserules.cli.files import Count, Overrides, SubmissionName
from houserules.cli.forms import WORDS, Form
from houserules.cli.lab.analyze import read_submission
from houserules.cli.main import DONE, INTERRUPTED
from houserules.cli.output import console, counted, say, table
from houserules.cli.progress import progress_bar
from houserules.lab import decimal_of
from houserules.library import Simulation, play_rounds, played_strategy, simulation_of


def simulate(
    submission: SubmissionName,
    /,
    *,
    rounds: Count,
    seed: Count = 1,
    workers: Count | None = None,
    dask: str | None = None,
    gpu: bool = False,
    rules: Annotated[
        str | None, Parameter(help="What to play: best, the name of a short strategy, or a rule file.")
    ] = None,
    set_: Overrides = (),
    form: Form = WORDS,
) -> int:
    """Play rounds with real cards: the mean of each wager, its standard error, and the exact value.

    What is dealt in a round depends on the seed and the round's number alone, so the result is the same for any
    number of workers. An interrupt (Ctrl-C) prints what was played so far.

    Parameters
    ----------
    rounds
        How many rounds to play.
    seed
        Which rounds: from 0 up to 2 to the 63, less one.
    workers
        Threads on this machine; absent: one for each core.
    dask
        The address of a Dask scheduler whose workers play instead.
    gpu
        Play on this machine's CUDA device instead.
    """
    frozen = read_submission(submission, set_)
    strategy = played_strategy(frozen, rules)
    with progress_bar(f"Playing {counted(rounds, 'round')}") as progress:
        tally = play_rounds(frozen, strategy, rounds, seed, workers, dask, gpu, progress)
    with progress_bar("The exact value of the strategy") as progress:
        found = simulation_of(frozen, tally, seed, strategy, rounds, progress)
    if not form.printed(found):
        _print(submission, found)
    return DONE if found.complete else INTERRUPTED


def _print(name: str, found: Simulation) -> None:
    out = console()
    say(out, f"{name}: {counted(found.tally.rounds, 'round')} of seed {found.seed}")
    if not found.complete:
        say(out, f"interrupted: {found.asked:,} rounds were asked for", "yellow")
    say(out, f"strategy: {found.strategy.name}")
    made = table("Net result per unit staked", "wager", ">mean", ">standard error", ">exact", ">z")
    for wager in found.wagers:
        made.add_row(
            wager.wager,
            decimal_of(wager.mean, 8),
            f"{wager.standard_error:.7f}",
            decimal_of(wager.exact, 8),
            f"{wager.z_score:+.2f}",
        )
    out.print(made)
