"""``houserules simulate``: rounds played out with real cards, beside the exact values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from houserules import lab
from houserules.cli.files import Count, Json, Overrides, SubmissionName
from houserules.cli.lab.analyze import read_submission
from houserules.cli.main import DONE, INTERRUPTED
from houserules.cli.output import console, counted, print_json, say, table
from houserules.cli.progress import progress_bar
from houserules.lab import WrittenStrategy, decimal_of, default_strategy, pair, played_out
from houserules.lab import read_rules as rules_of
from houserules.law import MalformedData, Submission
from houserules.library import read_text

if TYPE_CHECKING:
    from houserules.lab import SimulatedWager, Tally, Task

MOST_ROUNDS = 10**13
MOST_WORKERS = 1024


def simulate(
    submission: SubmissionName,
    /,
    *,
    rounds: Count,
    seed: Count = 1,
    workers: Count = 2,
    dask: str | None = None,
    gpu: bool = False,
    rules: Annotated[str | None, Parameter(help="A strategy to play, as a rule file.")] = None,
    set_: Overrides = (),
    json: Json = False,
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
        Threads on this machine.
    dask
        The address of a Dask scheduler whose workers play instead.
    gpu
        Play on this machine's CUDA device instead.
    """
    frozen = read_submission(submission, set_)
    _insist_on(rounds, seed, workers, dask, gpu)
    strategy = read_rules(frozen, rules)
    tally = _play(lab.task_of(frozen, strategy, seed), rounds, workers, dask, gpu)
    wagers: tuple[SimulatedWager, ...] = ()
    if tally.rounds:
        with progress_bar("The exact value of the strategy") as progress:
            wagers = lab.wagers_of(frozen, tally, played_out(frozen, strategy, progress))
    if json:
        print_json(_as_data(tally, seed, strategy, wagers, rounds))
    else:
        _print(submission, tally, seed, strategy, wagers, rounds)
    return DONE if tally.rounds == rounds else INTERRUPTED


def read_rules(submission: Submission, path: str | None) -> WrittenStrategy:
    """The strategy of a rule file, for the right game; without one, the short strategy of the game."""
    if path is None:
        return default_strategy(submission)
    return rules_of(submission, read_text(path, "a strategy in TOML"), path)


def _insist_on(rounds: int, seed: int, workers: int, dask: str | None, gpu: bool) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise MalformedData(f"--rounds {rounds}: expected 1 to {MOST_ROUNDS:,}")
    if not 0 <= seed < 1 << 63:
        raise MalformedData(f"--seed {seed}: expected 0 to {(1 << 63) - 1}")
    if not 1 <= workers <= MOST_WORKERS:
        raise MalformedData(f"--workers {workers}: expected 1 to {MOST_WORKERS}")
    if dask is not None and gpu:
        raise MalformedData("--dask and --gpu: expected one of them")


def _play(task: Task, rounds: int, workers: int, dask: str | None, gpu: bool) -> Tally:
    with progress_bar(f"Playing {counted(rounds, 'round')}") as progress:
        if dask is not None:
            return lab.play_with_dask(task, rounds, dask, progress)
        if gpu:
            return lab.play_on_gpu(task, rounds, progress)
        return lab.play_on_processor(task, rounds, workers, progress)


def _as_data(
    tally: Tally, seed: int, strategy: WrittenStrategy, wagers: tuple[SimulatedWager, ...], asked: int
) -> dict[str, Any]:
    return {
        "rounds": tally.rounds,
        "asked": asked,
        "seed": seed,
        "strategy": strategy.name,
        "wagers": {
            wager.wager: {
                "mean": pair(wager.mean),
                "standard_error": f"{wager.standard_error:.12g}",
                "exact": pair(wager.exact),
                "z": f"{wager.z_score:.4f}",
            }
            for wager in wagers
        },
    }


def _print(
    name: str, tally: Tally, seed: int, strategy: WrittenStrategy, wagers: tuple[SimulatedWager, ...], asked: int
) -> None:
    out = console()
    say(out, f"{name}: {counted(tally.rounds, 'round')} of seed {seed}")
    if tally.rounds != asked:
        say(out, f"interrupted: {asked:,} rounds were asked for", "yellow")
    say(out, f"strategy: {strategy.name}")
    made = table("Net result per unit staked", "wager", ">mean", ">standard error", ">exact", ">z")
    for wager in wagers:
        made.add_row(
            wager.wager,
            decimal_of(wager.mean, 8),
            f"{wager.standard_error:.7f}",
            decimal_of(wager.exact, 8),
            f"{wager.z_score:+.2f}",
        )
    out.print(made)
