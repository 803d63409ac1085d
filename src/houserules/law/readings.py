"""The register of readings: where a document contradicts itself or stays silent, and how it is read here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houserules.law.citation import Citation
from houserules.law.schema import load_clauses
from houserules.law.toml import MalformedData, read_toml


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
    readings = tuple(_load_reading(entry, data["rulebook"], name) for entry in data["reading"])
    if len({reading.id for reading in readings}) != len(readings):
        raise MalformedData(f"{name}: a reading is listed twice")
    return readings


def _load_reading(entry: dict[str, Any], rulebook: str, name: str) -> Reading:
    where = f"{name}: {entry.get('id', '?')}"
    if unknown := set(entry) - _KEYS:
        raise MalformedData(f"{where}: unknown {', '.join(sorted(unknown))}")
    if missing := _KEYS - {"field"} - set(entry):
        raise MalformedData(f"{where}: {', '.join(sorted(missing))} missing")
    if entry["default"] not in entry["choices"]:
        raise MalformedData(f"{where}: the default {entry['default']!r} is not one of the choices")
    return Reading(
        rulebook=rulebook,
        id=entry["id"],
        title=entry["title"],
        clauses=load_clauses(entry["clauses"], where, rulebook),
        question=entry["question"],
        choices=entry["choices"],
        default=entry["default"],
        reason=entry["reason"],
        switch=entry["switch"],
        worth=tuple(entry["worth"]),
        field=entry.get("field"),
    )
