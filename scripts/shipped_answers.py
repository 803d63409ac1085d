"""Writes the answers that ship with the package, ``src/houserules/lab/shipped``: ``make answers``.

Asks the standard questions about the bundled submissions and the examples; the answers that took long to compute are
written, each to a file of its own. Answers that are current are not computed again, unless ``--anew`` is given.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from pathlib import Path

from houserules import law
from houserules.cli.files import submission_data
from houserules.lab import (
    Question,
    Unsupported,
    analyze,
    answers_in_memory,
    box_covariance,
    compare,
    dealer_card_leak,
    insist_supported,
    is_side_bet,
    reading_prices,
    strategy_report,
    table_report,
)
from houserules.lab.solving.shipped import FOLDER, packed, shipped_file
from houserules.law import Submission, freeze, read_filing

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "submissions"
DEALER_CARDS = ("MD-HCF", "MA-HCF", "MD-CTF")
TABLES = ("MD-HCF", "MA-HCF", "MD-CTF")
"""The tables that are computed beforehand; each Chase the Flush table takes some seven minutes of processor time."""
WITHOUT_ODDS = ("md-chase-the-flush",)
OTHER_TABLES = {"md-chase-the-flush": (["base"], "never before the river")}
"""A strategy that is computed in two minutes, because the flop decides nothing."""
SUBJECTS = (
    "base game",
    "best play",
    "counted play",
    "dealer card",
    "folds",
    "hands of two seats",
    "leak by a dealer card",
    "one seat",
    "rounds of a table",
    "strategy",
    "study",
    "two seats",
    "two seats beside",
)
"""The subjects whose answers ship. Others are quick, or not the same on every machine."""


def bundled() -> Iterator[Submission]:
    """The bundled submissions and the lawful examples."""
    for name in law.submissions():
        yield freeze(read_filing(submission_data(name, ()), name))
    for file in sorted(EXAMPLES.glob("*.toml")):
        if file.stem != "unlawful":
            yield freeze(read_filing(submission_data(str(file), ()), file.stem))


def with_other_tables() -> Iterator[Submission]:
    """The bundled submissions with every other pay table that belongs to the base game."""
    for name, edition in law.submissions().items():
        for letter in law.rulebook(edition.id).paytables.get("xtra_bonus", ()):
            yield freeze(read_filing(submission_data(name, (f"wagers.xtra_bonus.paytable={letter}",)), name))


def without_odds() -> Iterator[tuple[str, Callable[[], object]]]:
    """What every pay table of a game's base wager uses, under each reading that changes the base game."""
    for name in WITHOUT_ODDS:
        made = freeze(read_filing(submission_data(name, ()), name))
        solver = insist_supported(made)
        rereads = (each.submission for choices in solver.readings.counted.values() for each in choices.values())
        for other in (made, *(reread(made) for reread in rereads if reread is not None)):
            yield f"{name}: best play", partial(solver.base.solve, solver.base.question(other), None)
        assert solver.leaks is not None
        yield f"{name}: a dealer's card with any table", partial(solver.leaks.dealer_card, made, silent)


def silent(_done: float) -> None:
    """Reports no progress."""


def standard_questions() -> Iterator[tuple[str, Callable[[], object]]]:
    """The questions as the commands ask them, after the answers that they depend on."""
    yield from without_odds()
    for made in (*bundled(), *with_other_tables()):
        yield f"{made.rulebook.id}: analysis", partial(analyze, made)
        yield f"{made.rulebook.id}: strategies", partial(strategy_report, made, silent)
    for made in with_other_tables():
        short = insist_supported(made).strategies
        yield f"{made.rulebook.id}: counted play", partial(short.evaluate, made, short.short(made), silent)
    for made in bundled():
        yield f"{made.rulebook.id}: readings", partial(reading_prices, made.rulebook.id)
        if made.rulebook.id in DEALER_CARDS:
            yield f"{made.rulebook.id}: a dealer's card", partial(dealer_card_leak, made, silent)
        for wager in made.wagers:
            if is_side_bet(made, wager):
                yield f"{made.rulebook.id}: two boxes", partial(box_covariance, made, wager)
        if made.rulebook.id in TABLES:
            yield f"{made.rulebook.id}: the table", partial(table_report, made, made.table.seats, ["all"])
    for one, other in permutations(law.submissions(), 2):
        games = {law.rulebook(law.submissions()[each].id).game for each in (one, other)}
        if len(games) == 1:
            data = submission_data(one, ()), submission_data(other, ())
            yield f"{one}, {other}", partial(compare, *data, one, other)
    for name, (wagers, strategy) in OTHER_TABLES.items():
        made = freeze(read_filing(submission_data(name, ()), name))
        played = next(each for each in insist_supported(made).strategies.short(made) if each.name == strategy)
        yield f"{name}: the table", partial(table_report, made, made.table.seats, wagers, played)


def ask_all(say: Callable[[str], None] = lambda _: None, write: bool = False) -> dict[Path, Question]:
    """Asks everything; returns the questions whose answers ship, by file. ``write`` writes each file as soon as it
    can be."""
    ships: dict[Path, Question] = {}
    for name, ask in standard_questions():
        begun = time.perf_counter()
        try:
            ask()
        except Unsupported as refusal:
            say(f"{name}: {refusal}")
            continue
        say(f"{name}: {time.perf_counter() - begun:.2f} s")
        for question, answer in answers_in_memory():
            file = shipped_file(question.game, question.about, question.key)
            if question.about in SUBJECTS and file not in ships:
                ships[file] = question
                if write:
                    file.write_bytes(packed((question, answer), question.by))
    return ships


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if "--anew" in sys.argv:
        for file in FOLDER.glob("*"):
            file.unlink()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOUSERULES_CACHE"] = folder  # The cache of an earlier run must not be shipped.
        ships = ask_all(print, write=True)
    for file in FOLDER.glob("*"):
        if file not in ships:
            file.unlink()
    print(f"{len(ships)} answers, {sum(file.stat().st_size for file in ships):,} bytes")


if __name__ == "__main__":
    main()
