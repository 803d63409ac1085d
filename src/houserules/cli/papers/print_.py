"""``houserules print``: everything that is filed with a commission or displayed on the floor, from one Rules
Submission."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from houserules.cli.files import Overrides, SubmissionName, submission_data
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import console, say
from houserules.cli.progress import progress_bar
from houserules.exhibits import (
    DEFAULT_FELT,
    PAPERS,
    Felt,
    FeltTooSmall,
    difference_paper,
    felt_of,
    files_of,
    make_papers,
    round_papers,
    write_papers,
)
from houserules.law import MalformedData, check, read_filing
from houserules.library import named, read_text


def print_(
    submission: SubmissionName | None = None,
    /,
    *,
    out: Annotated[Path, Parameter(help="The folder for the files; it is made if it is not there.")],
    only: Annotated[
        tuple[str, ...],
        Parameter(
            negative="",
            consume_multiple=True,
            help=f"Only these papers ({', '.join(PAPERS)}) or files (par.xlsx). May be repeated.",
        ),
    ] = (),
    felt: Annotated[str | None, Parameter(help="The size of the felt in millimetres, such as 1880x1040.")] = None,
    difference: Annotated[
        tuple[str, str] | None, Parameter(help="Instead: what changed between two submissions, with its price.")
    ] = None,
    round_: Annotated[
        str | None,
        Parameter(name="--round", help="Instead: the record of an exported round and the slip of a win."),
    ] = None,
    set_: Overrides = (),
) -> int:
    """Layout, signs, guide, odds and cards of a Rules Submission, ready to be filed and printed.

    Exit status 0: written. 1: the submission has faults, and nothing was written. 2: it could not be read.
    """
    if submission is None and difference is None and round_ is None and only and not files_of(only[-1]):
        submission, only = only[-1], only[:-1]  # It came after the names of papers.
    if sum(each is not None for each in (submission, difference, round_)) != 1:
        raise MalformedData("print: expected a submission, or --difference A B, or --round FILE")
    if out.exists() and not out.is_dir():
        raise MalformedData(f"--out {out}: this is a file; expected a folder")
    if difference is not None:
        with progress_bar("Comparing"):
            old, new = (submission_data(each, set_) for each in difference)
            made = difference_paper(old, new, difference)
        return _written(made, out)
    if round_ is not None:
        with named(round_):
            made = round_papers(read_text(round_, "an exported round").encode())
        return _written(made, out)
    assert submission is not None
    for name in only:
        if not files_of(name):
            raise MalformedData(f"--only {name}: expected one of {', '.join(PAPERS)}, or the name of a file")
    cloth = _felt(felt)
    today = datetime.now(UTC).date()
    filing = read_filing(submission_data(submission, set_), submission, on=today)
    screen = console()
    faults = check(filing, today, live=False)
    if faults:
        for fault in faults:
            say(screen, f"fault    {fault.key} = {fault.value}: {fault.message} ({fault.clause})", "red")
        say(screen, "Nothing was printed: the submission is not lawful.", "red")
        return ANSWER_IS_NO
    try:
        with progress_bar("Printing") as progress:
            made = make_papers(filing, only, cloth, progress, keep=True)
    except FeltTooSmall as error:
        raise MalformedData(f"--felt: {error}") from None
    return _written(made, out)


def _written(made: dict[str, bytes], out: Path) -> int:
    try:
        write_papers(made, out)
    except OSError as error:
        raise MalformedData(f"--out {out}: {error.strerror or error}") from None
    for name in made:
        say(console(), f"wrote {out / name}")
    return DONE


def _felt(size: str | None) -> Felt:
    try:
        return felt_of(size) if size is not None else DEFAULT_FELT
    except MalformedData as error:
        raise MalformedData(f"--felt {error}") from None
