"""The register of readings: where a document contradicts itself or stays silent, and how it is read here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houserules.law.citation import Citation
from houserules.law.schema import load_clauses
from houserules.law.toml import MalformedData, entries, read_toml, text_of


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


def load_readings(text: str, name: str) -> tuple[Reading, ...]:
    data = read_toml(text, name)
    rulebook = text_of(data, "rulebook", name)
    readings = tuple(_load_reading(entry, rulebook, name) for entry in entries(data, "reading", name))
    if len({reading.id for reading in readings}) != len(readings):
        raise MalformedData(f"{name}: a reading is listed twice")
    return readings


def _load_reading(entry: dict[str, Any], rulebook: str, name: str) -> Reading:
    where = f"{name}: {entry.get('id', '?')}"
    if unknown := set(entry) - _KEYS:
        raise MalformedData(f"{where}: unknown {', '.join(sorted(unknown))}")
    if missing := _KEYS - {"field"} - set(entry):
        raise MalformedData(f"{where}: {', '.join(sorted(missing))} missing")
    choices = entry["choices"]
    if not isinstance(choices, dict) or not all(isinstance(meaning, str) for meaning in choices.values()):
        raise MalformedData(f"{where}: choices are names with what each means")
    if type(entry["switch"]) is not bool:
        raise MalformedData(f"{where}: switch is true or false, not {entry['switch']!r}")
    if entry["default"] not in choices:
        raise MalformedData(f"{where}: the default {entry['default']!r} is not one of the choices")
    return Reading(
        rulebook=rulebook,
        id=text_of(entry, "id", where),
        title=text_of(entry, "title", where),
        clauses=load_clauses(entry["clauses"], where, rulebook),
        question=text_of(entry, "question", where),
        choices=choices,
        default=entry["default"],
        reason=text_of(entry, "reason", where),
        switch=entry["switch"],
        worth=tuple(entry["worth"]),
        field=entry.get("field"),
    )
