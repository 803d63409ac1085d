"""The register of readings: where a document contradicts itself or stays silent, and how it is read here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houserules.law.citation import Citation
from houserules.law.schema import Loader
from houserules.law.toml import entries, read_toml, text_of
from houserules.law.words import GameWord, GameWords


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
    """The wagers whose value moves with the choice."""
    field: str | None = None
    """The key of the submission that makes the choice, where it is not a switch."""


_KEYS = {"id", "title", "clauses", "question", "choices", "default", "reason", "switch", "worth", "field"}


def load_readings(text: str, name: str, words: GameWords | None = None) -> tuple[Reading, ...]:
    """The register; ``words`` are those of the game, against which the wagers that a reading moves are held."""
    data = read_toml(text, name)
    loader = Loader(text, name, text_of(data, "rulebook", name), words)
    listed = entries(data, "reading", name)
    readings = tuple(_load_reading(loader, number, entry) for number, entry in enumerate(listed))
    seen: set[str] = set()
    for number, entry in enumerate(listed):
        if entry.get("id") in seen:
            loader.fault(("reading", number), f"{entry.get('id')} is listed twice")
        seen.add(str(entry.get("id")))
    loader.finish()
    return readings


def _load_reading(loader: Loader, number: int, entry: dict[str, Any]) -> Reading:
    path = ("reading", str(number))
    for unknown in sorted(set(entry) - _KEYS):
        loader.fault((*path, unknown), "unknown key")
    for missing in sorted(_KEYS - {"field"} - set(entry)):
        loader.fault(path, f"{missing} is missing")
    choices = entry.get("choices")
    if not isinstance(choices, dict) or not all(isinstance(meaning, str) for meaning in choices.values()):
        loader.fault((*path, "choices"), "choices are names with what each means")
    elif entry.get("default") not in choices:
        loader.fault((*path, "default"), f"{entry.get('default')!r} is not one of {', '.join(choices)}")
    if type(entry.get("switch")) is not bool:
        loader.fault((*path, "switch"), f"switch is true or false, not {entry.get('switch')!r}")
    for key in ("id", "title", "question", "reason"):
        if key in entry and not (isinstance(entry[key], str) and entry[key]):
            loader.fault((*path, key), f"{key} is text, not {entry[key]!r}")
    worth = entry.get("worth")
    if not isinstance(worth, list):
        loader.fault((*path, "worth"), "worth is a list of wagers")
    elif loader.words is not None:
        for wager in worth:
            loader.word((*loader.words.of(GameWord.SETTLED), "base"), wager, (*path, "worth"))
    return Reading(
        rulebook=loader.rulebook,
        id=entry.get("id", ""),
        title=entry.get("title", ""),
        clauses=loader.clauses(entry.get("clauses"), (*path, "clauses")),
        question=entry.get("question", ""),
        choices=choices if isinstance(choices, dict) else {},
        default=entry.get("default", ""),
        reason=entry.get("reason", ""),
        switch=bool(entry.get("switch")),
        worth=tuple(worth) if isinstance(worth, list) else (),
        field=entry.get("field"),
    )
