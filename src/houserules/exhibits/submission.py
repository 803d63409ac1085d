"""The Rules Submission as a document: every choice with its clause and what else would be lawful."""

from __future__ import annotations

from typing import Any, Final

from houserules.exhibits.options import option_rows
from houserules.exhibits.readings import readings_data
from houserules.exhibits.rules_in_words import hand_title, is_wheel, pays_text, tables_of, title_of
from houserules.lab import cautions_about
from houserules.law import Filing, Paytable, Submission

_PARTS: Final = (
    ("papers", "The operator", ("operator", "approved_on", "signs.odds")),
    ("table", "The table", ("table.",)),
    ("wagers", "The wagers", ("wagers.",)),
    ("payout_limit", "The payout limit", ("payout_limit.",)),
)


def submission_data(filing: Filing, submission: Submission) -> dict[str, Any]:
    book = filing.rulebook
    rows = option_rows(filing, submission)
    return {
        "document": book.document,
        "digest": submission.digest,
        "law": {"version": book.version, "digest": book.digest, "in_force": book.in_force.isoformat()},
        "parts": [
            {"title": title, "rows": [row for row in rows if row["key"].startswith(starts)]}
            for _, title, starts in _PARTS
        ],
        "tables": [_table(submission, name, table) for name, table in tables_of(submission).items()],
        "readings": readings_data(filing, submission),
        "warnings": [{"message": each.message, "clause": each.clause} for each in cautions_about(submission)],
    }


def _table(submission: Submission, name: str, table: Paytable) -> dict[str, Any]:
    book = submission.rulebook
    return {
        "title": f"{title_of(book, name)}, pay table {table.letter}" if table.letter else title_of(book, name),
        "of": "Wheel shows" if is_wheel(submission, name) else "Hand",
        "lines": [
            {
                "hand": "Any other hand" if line is table.otherwise else hand_title(submission, name, line.hand),
                "pays": pays_text(line.pay, submission.odds_word),
                "clauses": [str(each) for each in line.clauses],
            }
            for line in (*table.lines, *([table.otherwise] if table.otherwise is not None else []))
        ],
    }
