"""The keys of a scenario, read with their types. Every fault is reported with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houserules.cards import Card, CardError, parse_cards
from houserules.money import CENT, Money, parse_dollars
from houserules.play import Refused


@dataclass(slots=True)
class Reader:
    """Reads keys, and collects every fault with its place."""

    problems: list[str] = field(default_factory=list)

    def wrong(self, place: str, reason: str) -> None:
        self.problems.append(f"{place}: {reason}")

    def text(self, data: Mapping[str, Any], key: str, place: str) -> str | None:
        value = data.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            self.wrong(f"{place}{key}", f"expected text, not {shown(value)}")
            return None
        return value

    def number(self, data: Mapping[str, Any], key: str, place: str, default: int | None) -> int | None:
        value = data.get(key, default)
        if value is None:
            return None
        if type(value) is not int or not -1_000 <= value <= 1_000:
            self.wrong(f"{place}{key}", f"expected a whole number, not {shown(value)}")
            return default
        return value

    def amount(self, value: Any, place: str) -> Money | None:
        if not isinstance(value, str):
            self.wrong(place, f'expected dollars as text, as in "10" or "12.50", not {shown(value)}')
            return None
        try:
            return parse_dollars(value)
        except ValueError as error:
            self.wrong(place, str(error))
            return None

    def stake(self, value: Any, place: str) -> Money | None:
        """An amount that can be wagered: chips and cash do not come in fractions of a cent."""
        amount = self.amount(value, place)
        if amount is not None and amount % CENT:
            self.wrong(place, f'{value} has parts of a cent; wagers are whole cents, as in "12.50"')
            return None
        return amount

    def cards(self, data: Mapping[str, Any], key: str, place: str, count: int | None) -> tuple[Card, ...] | None:
        """``count`` cards, or any number where it is None."""
        text = self.text(data, key, place)
        if text is None:
            return None
        try:
            cards = parse_cards(text)
        except CardError as error:
            self.wrong(f"{place}{key}", str(error))
            return None
        if count is not None and len(cards) != count:
            self.wrong(f"{place}{key}", f"expected {count} cards, there are {len(cards)}")
            return None
        return cards

    def unknown(self, data: Mapping[str, Any], known: set[str], place: str) -> None:
        for key in data:
            if key not in known:
                self.wrong(f"{place}{key}", f"no such key; there are {', '.join(sorted(known))}")

    def tables(self, data: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The tables of a list, each with the prefix of its faults."""
        entries = data.get(key, [])
        if not isinstance(entries, list):
            self.wrong(key, f"expected a list of tables, not {shown(entries)}")
            return []
        named: list[tuple[str, Mapping[str, Any]]] = []
        for number, entry in enumerate(entries, start=1):
            if isinstance(entry, dict):
                named.append((f"{key} {number}: ", entry))
            else:
                self.wrong(f"{key} {number}", f"expected a table, not {shown(entry)}")
        return named


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def said(answer: Refused) -> str:
    """A refusal in words."""
    facts = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in answer.facts)
    return f"{answer.code.value.replace('_', ' ')} ({facts}{'; ' if facts else ''}{answer.clause})"
