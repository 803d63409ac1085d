"""The Rules Submission as a document: every choice with its clause and what else would be lawful."""

from __future__ import annotations

import re
from typing import Any, Final

from houserules.exhibits.readings import readings_data
from houserules.exhibits.rules_in_words import line_title, pays_text, tables_of, title_of
from houserules.lab import cautions_about
from houserules.law import Choice, Filing, PayLine, Paytable, Rulebook, Submission, choices
from houserules.money import Money, Percent, format_price, parse_dollars

_PARTS: Final = (
    ("papers", "The operator", ("operator", "approved_on", "signs.odds")),
    ("table", "The table", ("table.",)),
    ("wagers", "The wagers", ("wagers.",)),
    ("payout_limit", "The payout limit", ("payout_limit.",)),
)
_TITLES: Final = {
    "operator": "Operator",
    "approved_on": "Approved on",
    "signs.odds": "Odds are stated with",
    "table.seats": "Betting positions",
    "table.adjacent_boxes": "Adjacent boxes for one player, at most",
    "table.dealing": "Dealing",
    "table.order": "Order of dealing",
    "table.shuffler": "Shuffler",
    "table.decks": "Decks",
    "table.deck_backs": "Backs of the decks",
    "table.alternation": "The decks alternate",
    "table.minimum": "Smallest wager",
    "table.maximum": "Largest wager",
    "payout_limit.per_hand": "For one hand",
    "payout_limit.per_round": "For one round",
}


_AMOUNTS: Final = frozenset(("minimum", "maximum", "initial", "reset", "prize", "per_hand", "per_round", "amount"))


def submission_data(filing: Filing, submission: Submission) -> dict[str, Any]:
    book = filing.rulebook
    rows = _rows(filing)
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


def _rows(filing: Filing) -> list[dict[str, Any]]:
    """One row for each key that applies: what was chosen, the clauses, and what else would be lawful."""
    applying: dict[str, list[Choice]] = {}
    for choice in choices(filing.rulebook):
        if choice.where is None or _value(filing, choice.where[0]) == choice.where[1]:
            applying.setdefault(choice.key, []).append(choice)
    rows = []
    for key, found in applying.items():
        chosen = _value(filing, key)
        if chosen is None and key.count(".") > 1 and _value(filing, key.rpartition(".")[0]) == "not offered":
            continue
        last = found[-1]
        others = [str(value) for value in last.values if chosen not in (str(value), _in_dollars(key, str(value)))]
        either = "no" if chosen == "yes" else "yes"
        rows.append(
            {
                "key": key,
                "title": choice_title(filing.rulebook, key),
                "chosen": _words(chosen) if chosen is not None else "not stated",
                "lawful": _in_dollars(key, _others(others) if last.values else str(last.lawful or either)),
                "clauses": list(dict.fromkeys(str(clause) for each in found for clause in each.clauses)),
            }
        )
    return rows


def _in_dollars(key: str, lawful: str) -> str:
    """``at least 30000.00`` of an amount is ``at least $30,000``."""
    if key.rpartition(".")[2] not in _AMOUNTS:
        return lawful
    return re.sub(r"\b\d+(?:\.\d\d)?\b", lambda found: format_price(parse_dollars(found[0])), lawful)


def _others(values: list[str]) -> str:
    return ", ".join(map(_words, values)) if values else "nothing else"


def choice_title(book: Rulebook, key: str) -> str:
    """What people call a key of a submission: ``Flush Bonus: paytable``."""
    if key in _TITLES:
        return _TITLES[key]
    _, wager, *rest = key.split(".")
    title = title_of(book, wager)
    return f"{title}: {_words(rest[0])}" if rest else title


def _value(filing: Filing, key: str) -> str | None:
    """What the filing says at a key, as the document shows it."""
    first, *rest = key.split(".")
    if first == "table":
        return _shown(rest[0], getattr(filing.table, rest[0]))
    if first == "payout_limit":
        return _shown(rest[0], getattr(filing, rest[0]))
    if first == "readings":
        return filing.readings.get(rest[0])
    if first == "signs":
        return _shown(first, filing.odds_word or filing.rulebook.signs.odds_words.value[0])
    if first == "wagers":
        wager = filing.wagers.get(rest[0])
        if len(rest) == 1:
            return "offered" if wager is not None else "not offered"
        if wager is None:
            return None
        progressive = filing.rulebook.progressive
        shared = progressive.shared if progressive is not None else None
        name = "shared" if shared is not None and rest[1] == shared.key.value else rest[1]
        if name == "amount":
            return ", ".join(format_price(each) for each in wager.amounts) if wager.amounts else None
        return _shown(name, getattr(wager, name, None))
    return _shown(first, getattr(filing, first))


def _shown(key: str, value: Any) -> str | None:
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case Percent():
            return str(value)
        case tuple():
            return ", ".join(" × ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in value)
        case str():
            return value
        case _ if key == "paytable":
            return "a table of its own"
        case int() if key in _AMOUNTS:
            return format_price(Money(value))
        case _:
            return str(value)


def _table(submission: Submission, name: str, table: Paytable) -> dict[str, Any]:
    book = submission.rulebook
    return {
        "title": f"{title_of(book, name)}, pay table {table.letter}" if table.letter else title_of(book, name),
        "lines": [
            {
                "hand": _hand(book, line, table),
                "pays": pays_text(line.pay, submission.odds_word),
                "clauses": [str(each) for each in line.clauses],
            }
            for line in (*table.lines, *([table.otherwise] if table.otherwise is not None else []))
        ],
    }


def _hand(book: Rulebook, line: PayLine, table: Paytable) -> str:
    if line is table.otherwise:
        return "Any other hand"
    return line.hand if line.hand.startswith("$") else line_title(book, line.hand)


def _words(text: str) -> str:
    return text.replace("_", " ")
