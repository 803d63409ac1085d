"""``houserules clauses``: every clause of the documents, in our words, and what the software does about it."""

from __future__ import annotations

from typing import Literal

from houserules import installed, law
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, table
from houserules.law import Clause
from houserules.library import rulebook_id

Status = Literal["enforced", "recorded", "printed", "declared"]


def clauses(rulebook: str | None = None, /, *, status: Status | None = None, form: Form = WORDS) -> None:
    """Every clause of a rulebook, or of all of them: its gist, its kind, its status, and the tests that prove it.

    A test proves by behaviour where the engine decides something in it or a submission is judged, and else by data.

    Parameters
    ----------
    rulebook
        The id of a rulebook, as `houserules rulebooks` lists them; absent: all of them.
    status
        Only the clauses of this status.
    """
    identities = [rulebook_id(rulebook)] if rulebook else list(law.rulebook_ids())
    chosen = [
        clause
        for identity in identities
        for clause in law.clause_list(identity).clauses
        if status is None or clause.status.value == status
    ]
    listed = [_as_data(clause) for clause in chosen]
    if form.printed_table(listed, listed):
        return
    made = table("Clauses", "clause", "gist", "kind", "status", "proven by", "tests")
    made.columns[0].no_wrap = True
    for clause in chosen:
        proven, count = ", ".join(_proven(clause)), len(installed.proving(str(clause.citation)))
        made.add_row(
            str(clause.citation), clause.gist, clause.kind.value, clause.status.value, proven, str(count or "")
        )
    console().print(made)


def _proven(clause: Clause) -> list[str]:
    """How the clause is proven, the stronger way first: by behaviour, by data."""
    return [kind for kind, tests in installed.proofs().get(str(clause.citation), {}).items() if tests]


def _as_data(clause: Clause) -> dict[str, object]:
    data: dict[str, object] = {
        "id": str(clause.citation),
        "gist": clause.gist,
        "kind": clause.kind.value,
        "status": clause.status.value,
        "proof": next(iter(_proven(clause)), None),
        "tests": installed.proving(str(clause.citation)),
    }
    extra = {"room": clause.room, "reason": clause.reason, "note": clause.note}
    return data | {key: value for key, value in extra.items() if value is not None}
