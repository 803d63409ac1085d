"""``houserules check``: is a Rules Submission lawful?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from houserules.cli.files import Json, Overrides, SubmissionName, submission_data
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import console, print_json, say
from houserules.lab import Caution, cautions_about
from houserules.law import Fault, Filing, MalformedData, freeze, read_filing
from houserules.law import check as faults_of
from houserules.law.words import Approval


def check(submission: SubmissionName, /, *, set_: Overrides = (), live: bool = False, json: Json = False) -> int:
    """Is this Rules Submission lawful? Every fault, not only the first, each with its clause.

    Exit status 0: lawful. 1: not lawful. 2: it could not be read.

    Parameters
    ----------
    live
        Ask whether a table may be opened with it for real money: then a draft will not do.
    """
    today = datetime.now(UTC).date()
    filing = read_filing(submission_data(submission, set_), submission, on=today)
    faults = faults_of(filing, today, live)
    warnings = _warnings(filing)
    if json:
        print_json(_as_data(filing, faults, warnings))
    else:
        _print(submission, filing, faults, warnings)
    return ANSWER_IS_NO if faults else DONE


def _warnings(filing: Filing) -> tuple[Caution, ...]:
    try:
        return cautions_about(freeze(filing))
    except MalformedData:  # So much is missing that there is nothing to weigh; the faults say what.
        return ()


def _as_data(filing: Filing, faults: tuple[Fault, ...], warnings: tuple[Caution, ...]) -> dict[str, Any]:
    return {
        "submission": {"rulebook": filing.rulebook.id, "digest": filing.digest},
        "lawful": not faults,
        "faults": [fault.as_data() for fault in faults],
        "warnings": [
            {"code": warning.code, "wager": warning.wager, "clause": warning.clause, "message": warning.message}
            for warning in warnings
        ],
    }


def _print(name: str, filing: Filing, faults: tuple[Fault, ...], warnings: tuple[Caution, ...]) -> None:
    out = console()
    draft = filing.rulebook.table.approval.value is Approval.BEFORE_USE
    without = "a draft, for practice tables and analysis" if draft else "without a day of approval"
    approved = f"approved {filing.approved_on}" if filing.approved_on else without
    heading = f"{name}: {filing.rulebook.title}, {filing.rulebook.jurisdiction} ({filing.rulebook.id}), {approved}"
    say(out, heading)
    for warning in warnings:
        say(out, f"  warning  {warning.message} ({warning.clause})", "yellow")
    if not faults:
        say(out, "  lawful", "green")
        return
    for fault in faults:
        say(out, f"  fault    {fault.key} = {fault.value}", "red")
        say(out, f"           {fault.message} ({fault.clause})")
        say(out, f"           lawful: {fault.lawful}")
    say(out, f"  not lawful: {len(faults)} fault{'s' if len(faults) > 1 else ''}", "red")
