#!/usr/bin/env python3
"""Changes every value of the rulebooks' data, one at a time, and asks whether a test notices.

``python scripts/mutate.py [--rulebook MD-HCF] [--jobs 2] [--list]``. Each mutant runs in a forked process against the
tests of its rulebook; one that no test notices is printed. Values that only the reading of submissions uses are left
to the tests of the law (``--law`` runs those too).
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FOLDERS = {"MD-HCF": "tests/clauses/md_hcf", "MD-CTF": "tests/clauses/md_ctf", "MA-HCF": "tests/clauses/ma_hcf"}
LINES = "tests/scenarios/test_every_pay_line.py"
OF_THE_LAW = (
    "second_deck_backs", "second_deck_turn", "cover_cards", "adjacent_boxes", "approval", "operator_on_layout",
    "most_adjacent_boxes", "odds_words", "progressive.least", "payout_limit.side", "payout_limit.amount",
    "or_best_win_at_minimum", "most_seats", "table.decks", "decks_with_shuffler", "shared.key", "progressive.rates",
    "progressive.chip", "progressive.meters", "progressive.paid_at", "offer",
)  # fmt: skip
CITED_ONLY = (
    "late_wager", "adjacent_boxes", "spoken_wager", "seated_wager", "acknowledge_wager", "progressive_needs", "fold",
    "claim_progressive", "close_round",
)  # fmt: skip
"""Steps that have no command of their own: only their clauses are used."""
OUTCOMES = {"win": "push", "push": "lose", "lose": "win"}
VALUE = re.compile(
    r"^(?P<key>[^=#\[]+?)\s*=\s*\{ (?P<word>is|pays) = (?P<value>\[[^\]]*\]|\"[^\"]*\"|\w+)", re.MULTILINE
)


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """(what was changed, the whole text with that change)."""
    section = ""
    offset = 0
    for line in text.splitlines(keepends=True):
        header = re.match(r"\[([^\]]+)\]", line)
        if header:
            section = header[1]
        match = VALUE.match(line)
        if match:
            if section.endswith("steps") and match["key"].strip() in CITED_ONLY:
                offset += len(line)
                continue
            for value in changed(match["value"], section):
                where = offset + match.start("value")
                changed_text = text[:where] + value + text[where + len(match["value"]) :]
                yield f"{section}.{match['key'].strip()}: {match['value']} -> {value}", changed_text
        offset += len(line)


def changed(value: str, section: str) -> Iterator[str]:
    if section.endswith("steps"):
        yield '["nobody"]' if "player" in value else '["player"]'
    elif value.startswith("["):
        items = [item.strip() for item in value[1:-1].split(",")]
        if len(items) > 1:
            yield "[" + ", ".join(reversed(items)) + "]"
            yield "[" + ", ".join(items[:-1]) + "]"
            yield "[" + ", ".join(items[1:]) + "]"
    elif value.isdigit():
        yield str(int(value) + 1)
    elif value.startswith('"'):
        yield from changed_text(value.strip('"'))


def changed_text(text: str) -> Iterator[str]:
    if text in OUTCOMES:
        yield f'"{OUTCOMES[text]}"'
    elif match := re.fullmatch(r"(\$?)(\d+)(| to \d+|%)", text):
        dollar, figure, rest = match.groups()
        yield f'"{dollar}{int(figure) + 1}{rest}"'
    else:
        yield '"something_else"'


def survives(rulebook: str, file: str, text: str, tests: list[str]) -> bool:
    """Whether all tests pass with this text in place of the file's."""
    import pytest  # noqa: PLC0415

    from houserules.installed import Folder  # noqa: PLC0415
    from houserules.law import library  # noqa: PLC0415

    changed, original = library.edition(rulebook).folder, Folder.text

    def text_of(folder: Folder, name: str) -> str:
        return text if (folder, name) == (changed, file) else original(folder, name)

    setattr(Folder, "text", text_of)  # noqa: B010
    for cached in (library._editions, library._read):
        cached.cache_clear()
    try:
        library.rulebook(rulebook)
    except Exception:  # The text does not even load.
        return False
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        status = pytest.main(["-x", "-q", "-p", "no:xdist", *tests])
    return status == pytest.ExitCode.OK


def run_forked(rulebook: str, file: str, text: str, tests: list[str]) -> int:
    child = os.fork()
    if child == 0:
        os._exit(1 if survives(rulebook, file, text, tests) else 0)
    return child


def survives_in_a_fork(rulebook: str, file: str, text: str, tests: list[str]) -> bool:
    _, status = os.waitpid(run_forked(rulebook, file, text, tests), 0)
    return os.waitstatus_to_exitcode(status) != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", choices=FOLDERS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--law", action="store_true", help="run the tests of the law too, on all values")
    parser.add_argument("--file", choices=("rulebook", "paytables"))
    parser.add_argument("--list", action="store_true", help="list the mutants and stop")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    from houserules import law  # noqa: PLC0415

    for module in ("hypothesis", "pytest", "houserules.cli.main", "houserules.play"):
        import_module(module)  # Once, before forking.

    work = []
    for book in [arguments.rulebook] if arguments.rulebook else list(FOLDERS):
        for file in [arguments.file] if arguments.file else ["rulebook", "paytables"]:
            suite = [LINES] if file == "paytables" else [FOLDERS[book], "tests/scenarios"]
            suite += ["tests/law"] if arguments.law else []
            for what, text in mutants(law.file_text(book, file)):
                if arguments.law or not any(part in what.split(": ")[0] for part in OF_THE_LAW):
                    work.append((book, file, what, text, suite))
    if arguments.list:
        print("\n".join(f"{book} {what}" for book, _, what, _, _ in work))
        return 0
    book, file, _, _, suite = work[0]
    assert survives_in_a_fork(book, file, law.file_text(book, file), suite), "the tests fail without any change"
    return run(work, arguments.jobs)


def run(work: list[tuple[str, str, str, str, list[str]]], jobs: int) -> int:
    running: dict[int, str] = {}
    survivors: list[str] = []

    def wait() -> None:
        child, status = os.wait()
        if os.waitstatus_to_exitcode(status) != 0:
            survivors.append(running[child])
            print("survives:", running[child], flush=True)
        del running[child]

    for book, file, what, text, tests in work:
        while len(running) >= jobs:
            wait()
        running[run_forked(book, file, text, tests)] = f"{book} {what}"
    while running:
        wait()
    noticed = len(work) - len(survivors)
    print(f"{noticed} of {len(work)} changes were noticed ({100 * noticed / len(work):.1f}%)")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
