"""The law of a table from day to day: between two rounds the table moves to the version that has come into force."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from houserules import law
from houserules.app.refusals import Kind, Refusal
from houserules.app.table.events import LIVE
from houserules.app.table.state import TableState
from houserules.app.table.submissions import read_document
from houserules.log import Log
from houserules.play import Rules
from houserules.records import RulesPinned, engine, filing_data


class Ruling(Struct, frozen=True):
    """Under which law the next round of a table is played."""

    rules: Rules
    pinned: RulesPinned | None = None
    """What puts the table under a version that has come into force since it was pinned."""
    refusal: Refusal | None = None
    """Why no round can be opened: the table's submission is not lawful under that version."""


def ruling(log: Log, rules: Rules, state: TableState, today: date) -> Ruling:
    """A round in progress ends under the law that it began under."""
    if state.table.round is not None or state.table.closed:
        return Ruling(rules)
    book = law.rulebook(rules.book.id, today)
    if book.digest == state.law.digest:
        return Ruling(rules)
    document = log.document(state.document)
    assert document is not None, f"{state.stream}: the submission is among the documents"
    filing = law.read_filing(filing_data(document), "submission", law=book)
    faults = law.check(filing, today, live=state.kind == LIVE)
    if faults:
        message = (
            f"{book.id} version {book.version} is in force since {book.in_force}, and the submission of this table "
            f"is not lawful under it: {'; '.join(map(str, faults))}"
        )
        return Ruling(rules, refusal=Refusal("law_changed", message, Kind.REFUSED, faults[0].clause))
    _, read = read_document(document, book.pin)
    return Ruling(read, pin_of(read, state))


def pin_of(rules: Rules, state: TableState) -> RulesPinned:
    """The event that pins a table in its present state to these rules and this program."""
    submission, table = rules.submission, state.table
    return RulesPinned(state.document, submission.digest, rules.book.pin, engine(), table.main, table.secondary)
