"""The sign at the table: what every wager pays, and what the document wants players to read."""

from __future__ import annotations

from typing import Any

from houserules.exhibits.layout.description import layout_of
from houserules.exhibits.rules_in_words import line_title, odds_in_words, pays_text, printed_for, tables_of, title_of
from houserules.law import Paytable, Rulebook, shared_bonus
from houserules.law.words import PROGRESSIVE
from houserules.money import format_price
from houserules.play import Rules


def sign_data(rules: Rules) -> dict[str, Any]:
    book, submission = rules.book, rules.submission
    base = title_of(book, book.base_wager)
    limits = f"{base} {format_price(submission.table.minimum)} to {format_price(submission.table.maximum)}"
    return {
        "limits": limits,
        "tables": [_against_dealer(rules), *(_table(rules, name, each) for name, each in _in_order(rules))],
        "notices": [
            {"about": each.about, "text": each.text, "clauses": list(each.clauses)}
            for each in layout_of(rules).inscriptions
            if each.text and each.about != "odds"
        ]
        + _changes(rules),
    }


def _in_order(rules: Rules) -> list[tuple[str, Paytable]]:
    order = (*rules.book.shown.order, shared_bonus(rules.book))
    return sorted(
        tables_of(rules.submission).items(), key=lambda each: order.index(each[0]) if each[0] in order else -1
    )


def _against_dealer(rules: Rules) -> dict[str, Any]:
    word = rules.submission.odds_word
    lines = [
        {"hand": title_of(rules.book, name), "pays": odds_in_words(str(odds.value), word)}
        for name in rules.against_dealer
        if (odds := rules.book.wagers[name].odds) is not None
    ]
    return {"wager": rules.book.base_wager, "title": "Against the dealer", "lines": lines, "note": None}


def _table(rules: Rules, name: str, table: Paytable) -> dict[str, Any]:
    book, word = rules.book, rules.submission.odds_word
    wheel = name == shared_bonus(book) and any(line.hand.startswith("$") for line in table.lines)
    lines = [
        {
            "hand": ("Wheel shows " if wheel else "") + _hand(book, line.hand),
            "pays": pays_text(line.pay, word),
        }
        for line in table.lines
    ]
    if table.otherwise is not None:
        lines.append({"hand": "Any other hand", "pays": pays_text(table.otherwise.pay, word)})
    return {"wager": name, "title": title_of(book, name), "lines": lines, "note": _note(rules, name)}


def _hand(book: Rulebook, line: str) -> str:
    return line if line.startswith("$") else line_title(book, line)


def _note(rules: Rules, name: str) -> str | None:
    offered, shared = rules.submission.progressive, shared_bonus(rules.book)
    if offered is None or name not in (PROGRESSIVE, shared):
        return None
    if name == shared:
        per = printed_for(rules, name)
        scaled = f", for each {format_price(per)} that they wagered" if per else ""
        return f"Paid to the other players who made the wager in that round{scaled}."
    chance = ", ".join(f"{symbol}: {count}" for symbol, count in offered.segments)
    wheel = f" The wheel has {sum(count for _, count in offered.segments):,} symbols: {chance}." if chance else ""
    prize = f" The prize is {offered.merchandise}, worth {format_price(rules.prize)}." if offered.merchandise else ""
    per = printed_for(rules, name)
    scaled = f" Amounts are for each {format_price(per)} wagered." if per else ""
    wager = " or ".join(format_price(each) for each in offered.amounts)
    return f"The wager is {wager}.{scaled}{prize}{wheel}"


def _changes(rules: Rules) -> list[dict[str, Any]]:
    """The notice that limits may change, as signs in casinos say it."""
    return [
        {"about": "limits", "text": "Table limits may change; a sign at the table says so beforehand", "clauses": []}
    ]
