"""Commands and events of ``play`` as the steps that a store keeps, and filed submissions as documents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import msgspec
from msgspec import Struct

from houserules.law import LawPin, MalformedData, Submission, freeze, law, read_filing
from houserules.ledger import Transfer
from houserules.store.contract import NewEvent, Step


def step(events: Sequence[tuple[Struct, Sequence[Transfer]]], command: Struct | None = None) -> Step:
    """A step of events with their transfers, and the command of ``play`` that led to them, if one did.

    Events and commands are tagged structs; the tag is the stable name, as in ``round.opened/1``.
    """
    kept = tuple(NewEvent(_name(event), msgspec.json.encode(event), tuple(moves)) for event, moves in events)
    return Step(kept, b"" if command is None else msgspec.json.encode(command))


def _name(event: Struct) -> str:
    name = type(event).__struct_config__.tag
    assert isinstance(name, str), f"{type(event).__name__} has no name"
    return name


def filing_document(filed: Mapping[str, Any]) -> bytes:
    """A filed submission as the document that :class:`RulesPinned` names: canonical JSON, dates as text."""
    return json.dumps(
        filed, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_date
    ).encode()


def _date(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"a submission holds no {type(value).__name__}")


def read_filing_document(document: bytes, pin: LawPin) -> tuple[dict[str, Any], Submission]:
    """The filed data of a document, and the submission as the pinned law reads it."""
    filed = filing_data(document)
    return json.loads(document), freeze(read_filing(filed, "submission", law=law(pin)))


def filing_data(document: bytes) -> dict[str, Any]:
    """The filed data of a document, with its date as a date."""
    filed: dict[str, Any] = json.loads(document)
    if isinstance(filed.get("approved_on"), str):
        try:
            filed["approved_on"] = date.fromisoformat(filed["approved_on"])
        except ValueError:
            raise MalformedData("submission.approved_on: no date") from None
    return filed
