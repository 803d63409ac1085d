"""The register of readings: where a document contradicts itself or stays silent, and how it is read here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houserules.law.citation import Citation
from houserules.law.game_words import GameWord
from houserules.law.schema import Loader
from houserules.law.words import Switch


@dataclass(frozen=True, slots=True)
class Reading:
    rulebook: str
    id: str
    title: str
    clauses: tuple[Citation, ...]
    question: str
    choices: dict[str, str]
    default: str
    reason: str
    switch: bool
    """Whether a Rules Submission may choose under ``[readings]``."""
    worth: tuple[str, ...]
    """The wagers whose value depends on the choice."""
    field: str | None = None
    """The key of the submission that makes the choice, where it is not a switch."""


_KEYS = ("id", "title", "clauses", "question", "choices", "default", "reason", "switch", "worth", "field")
BASE_GAME = "base"
"""In a list of wagers: all the wagers that together make up the game against the dealer."""


def load_readings(loader: Loader, data: Mapping[str, Any]) -> tuple[Reading, ...]:
    """The register. The wagers that a reading affects are checked against the words of the game, where those are
    known."""
    loader.keys(data, ("rulebook", "reading"), ())
    loader.same_rulebook(data)
    listed = loader.tables(data, "reading")
    readings = tuple(_load_reading(loader, number, entry) for number, entry in enumerate(listed))
    loader.ids_once("reading", (reading.id for reading in readings))
    return readings


def _load_reading(loader: Loader, number: int, entry: dict[str, Any]) -> Reading:
    path = ("reading", str(number))
    loader.keys(entry, _KEYS, path)
    for missing in _KEYS:
        if missing != "field" and missing not in entry:
            loader.fault(path, f"{missing} is missing")
    choices = entry.get("choices")
    if "choices" in entry and (
        not isinstance(choices, dict) or not all(isinstance(meaning, str) for meaning in choices.values())
    ):
        loader.fault((*path, "choices"), "choices are names with what each means, in text")
        choices = None
    for choice in choices if isinstance(choices, dict) and entry.get("id") in tuple(Switch) else ():
        loader.word(Switch(entry["id"]).choices, choice, (*path, "choices", choice))
    if isinstance(choices, dict) and "default" in entry:
        loader.word(choices, entry["default"], (*path, "default"))
    if "switch" in entry and type(entry["switch"]) is not bool:
        loader.fault((*path, "switch"), f"switch is true or false, not {entry['switch']!r}")
    return Reading(
        rulebook=loader.rulebook,
        id=_text(loader, entry, "id", path),
        title=_text(loader, entry, "title", path),
        clauses=loader.clauses(entry["clauses"], (*path, "clauses")) if "clauses" in entry else (),
        question=_text(loader, entry, "question", path),
        choices=choices if isinstance(choices, dict) else {},
        default=entry.get("default", ""),
        reason=_text(loader, entry, "reason", path),
        switch=entry.get("switch") is True,
        worth=_worth(loader, entry, path),
        field=_text(loader, entry, "field", path) or None,
    )


def _text(loader: Loader, entry: Mapping[str, Any], key: str, path: tuple[str, ...]) -> str:
    return loader.text(entry, key, path) if key in entry else ""


def _worth(loader: Loader, entry: Mapping[str, Any], path: tuple[str, ...]) -> tuple[str, ...]:
    worth = entry.get("worth", [])
    if not isinstance(worth, list) or not all(isinstance(wager, str) for wager in worth):
        loader.fault((*path, "worth"), "worth is a list of wagers")
        return ()
    if loader.words is not None:
        for wager in worth:
            loader.word((*loader.words.of(GameWord.SETTLED), BASE_GAME), wager, (*path, "worth"))
    return tuple(worth)
