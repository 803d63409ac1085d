"""``houserules simulate``: rounds played out with real cards, beside the exact values."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from houserules.cli.files import Count, Overrides, SubmissionName
from houserules.cli.forms import WORDS, Form
from houserules.cli.lab.analyze import read_submission
from houserules.cli.lab.floor_run import simulate_floor
from houserules.cli.main import DONE, INTERRUPTED
from houserules.cli.output import console, counted, say, table
from houserules.cli.progress import progress_bar
from houserules.lab import BadArgument, decimal_of
from houserules.library import Simulation, is_floor, play_rounds, played_strategy, simulation_of

STRATEGY = "What to play: best, the name of a short strategy, or a rule file."


def simulate(
    submission: SubmissionName,
    /,
    *,
    rounds: Count | None = None,
    seed: Count = 1,
    workers: Count | None = None,
    dask: str | None = None,
    gpu: bool = False,
    rules: Annotated[str | None, Parameter(help=STRATEGY)] = None,
    days: str | None = None,
    out: str | None = None,
    merge: tuple[str, ...] = (),
    figures: str | None = None,
    set_: Overrides = (),
    form: Form = WORDS,
) -> int:
    """Play rounds with real cards: the mean of each wager, its standard error, and the exact value.

    What is dealt in a round depends on the seed and the round's number alone, so the result is the same for any
    number of workers. An interrupt (Ctrl-C) prints what was played so far.

    Parameters
    ----------
    submission
        A submission, or a floor: a file that lists tables and players.
    rounds
        How many rounds to play; not for a floor, which says for how long.
    seed
        Which rounds: from 0 up to 2 to the 63, less one.
    workers
        Threads on this machine; absent: one for each core.
    dask
        The address of a Dask scheduler whose workers play instead.
    gpu
        Play on this machine's CUDA devices instead.
    days
        Of a floor: only these days, as in 1-100.
    out
        Of a floor: keep counters and manifest in this folder, and go on from what is there.
    merge
        Of a floor: put the parts in these folders together, and play nothing. May be repeated.
    figures
        Of a floor: write figures (SVG and PNG) into this directory.
    """
    if is_floor(submission):
        if rounds is not None or gpu or rules is not None or set_:
            raise BadArgument("{rounds}, {gpu}, {rules}, {set}: not for a floor, whose file says what is played")
        return simulate_floor(submission, seed, workers, dask, days, out, merge, figures, form)
    if days is not None or out is not None or merge or figures is not None:
        raise BadArgument("{days}, {out}, {merge}, {figures}: only for a floor, which lists [[tables]]")
    if rounds is None:
        raise BadArgument("{rounds}: expected how many rounds to play")
    frozen = read_submission(submission, set_)
    strategy = played_strategy(frozen, rules)
    with progress_bar(f"Playing {counted(rounds, 'round')}", rounds) as progress:
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
