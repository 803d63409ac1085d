"""``houserules check``: is a Rules Submission lawful?"""

from __future__ import annotations

from houserules.cli.files import Overrides, SubmissionName, submission_data
from houserules.cli.forms import WORDS, Form
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import answering, console, say
from houserules.law.words import Approval
from houserules.library import Check, Submission


def check(submission: SubmissionName, /, *, set_: Overrides = (), live: bool = False, form: Form = WORDS) -> int:
    """Is this Rules Submission lawful? Every fault, not only the first, each with its clause.

    Exit status 0: lawful. 1: not lawful. 2: it could not be read.

    Parameters
    ----------
    live
        Ask whether a table may be opened with it for real money: then a draft will not do.
    """
    asked = Submission(submission_data(submission, set_), submission)
    found = asked.check(live=live)
    with answering():
        if not form.printed(found):
            _print(asked, found)
    return DONE if found else ANSWER_IS_NO


def _print(asked: Submission, found: Check) -> None:
    out = console()
    book = found.rulebook
    draft = book.table.approval.value is Approval.BEFORE_USE
    without = "a draft, for practice tables and analysis" if draft else "without a day of approval"
    approved = f"approved {asked.approved_on}" if asked.approved_on else without
    say(out, f"{asked.name}: {book.title}, {book.jurisdiction} ({book.id}), {approved}")
    faults = found.faults
    for warning in found.warnings:
        say(out, f"  warning  {warning.message} ({warning.clause})", "yellow")
    if not faults:
        say(out, "  lawful", "green")
        return
    for fault in faults:
        say(out, f"  fault    {fault.key} = {fault.value}", "red")
        say(out, f"           {fault.message} ({fault.clause})")
        say(out, f"           lawful: {fault.lawful}")
    say(out, f"  not lawful: {len(faults)} fault{'s' if len(faults) > 1 else ''}", "red")
