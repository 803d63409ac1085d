"""The sign at the table: what every wager pays, and what the document requires players to be able to read."""

from __future__ import annotations

from typing import Any

from houserules.exhibits.layout.description import layout_of
from houserules.exhibits.rules_in_words import (
    hand_title,
    is_wheel,
    odds_in_words,
    pays_text,
    printed_for,
    tables_of,
    title_of,
    wagers_in_order,
)
from houserules.law import Paytable, shared_bonus
from houserules.law.words import PROGRESSIVE, Offer
from houserules.money import format_price
from houserules.play import Rules


def sign_data(rules: Rules) -> dict[str, Any]:
    base = title_of(rules.book, rules.book.base_wager)
    return {
        "limits": f"{base} {_limits(rules, rules.book.base_wager)}",
        "tables": [_against_dealer(rules), *(_table(rules, name, each) for name, each in _in_order(rules))],
        "notices": [
            {"about": each.about, "text": each.text, "clauses": list(each.clauses)}
            for each in layout_of(rules).inscriptions
            if each.text and each.about != "odds"
        ]
        + _changes(),
    }


def _in_order(rules: Rules) -> list[tuple[str, Paytable]]:
    order = wagers_in_order(rules.book)
    return sorted(tables_of(rules.submission).items(), key=lambda each: order.index(each[0]))


def _limits(rules: Rules, name: str) -> str | None:
    """What may be staked, as in ``$5 to $100``; None for what is not a wager of its own, or must equal another."""
    stake = rules.stakes.get(name)
    if stake is None or stake.equals is not None or name == PROGRESSIVE:
        return None
    return f"{format_price(stake.minimum)} to {format_price(stake.maximum)}"


def _against_dealer(rules: Rules) -> dict[str, Any]:
    word = rules.submission.odds_word
    lines = [
        {"hand": title_of(rules.book, name), "pays": odds_in_words(str(odds.value), word), "count": None}
        for name in rules.against_dealer
        if (odds := rules.book.wagers[name].odds) is not None
    ]
    return {
        "wager": rules.book.base_wager, "title": "Against the dealer", "limits": None, "lines": lines, "of": "Wager",
        "note": None, "segments": None,
    }  # fmt: skip


def _table(rules: Rules, name: str, table: Paytable) -> dict[str, Any]:
    book, word, offered = rules.book, rules.submission.odds_word, rules.submission.progressive
    counts = dict(offered.segments) if offered is not None and name == PROGRESSIVE else {}
    shared_wheel = name == shared_bonus(book) and is_wheel(rules.submission, name)
    lines = [
        {
            "hand": ("Wheel shows " if shared_wheel else "") + hand_title(rules.submission, name, line.hand),
            "pays": pays_text(line.pay, word),
            "count": f"{counts.get(line.hand, 0):,}" if counts else None,
        }
        for line in table.lines
    ]
    if table.otherwise is not None:
        lines.append({"hand": "Any other hand", "pays": pays_text(table.otherwise.pay, word), "count": None})
    return {
        "wager": name,
        "title": title_of(book, name),
        "limits": _limits(rules, name),
        "lines": lines,
        "of": "Another player's spin" if shared_wheel else "Wheel shows" if counts else "Hand",
        "note": _note(rules, name),
        "segments": f"{sum(counts.values()):,}" if counts else None,
    }


def _note(rules: Rules, name: str) -> str | None:
    offered, shared, on = rules.submission.progressive, shared_bonus(rules.book), rules.book.wagers.get(name)
    if on is not None and on.offer.value is Offer.BONUS and on.on is not None:
        return f"Paid on the {title_of(rules.book, on.on.value)}; nothing else is wagered."
    if name in rules.against_dealer:
        equal = rules.stakes[name].equals if name in rules.stakes else None
        same = f"As large as the {title_of(rules.book, equal)}. " if equal is not None else ""
        return f"{same}Paid when your hand beats the dealer's."
    if offered is None or name not in (PROGRESSIVE, shared):
        return None
    if name == shared:
        per = printed_for(rules, name)
        scaled = f", for each {format_price(per)} that they wagered" if per else ""
        return f"Paid to the other players who made the wager in that round{scaled}."
    prize = ""
    if offered.merchandise:
        prize = f" The prize is {offered.merchandise}, worth {format_price(rules.prize)}."
    elif rules.prize:
        prize = f" The prize is {format_price(rules.prize)}."
    per = printed_for(rules, name)
    scaled = f" Amounts are for each {format_price(per)} wagered." if per else ""
    wager = " or ".join(format_price(each) for each in offered.amounts)
    return f"The wager is {wager}.{scaled}{prize}"


def _changes() -> list[dict[str, Any]]:
    """The notice that limits may change, as casino signs word it."""
    return [
        {"about": "limits", "text": "Table limits may change; a sign at the table says so beforehand", "clauses": []}
    ]
