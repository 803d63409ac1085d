"""Commands, events and transfers as the steps that a log keeps, and filed submissions as documents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from houserules import ledger, log
from houserules.law import LawPin, Submission, freeze, law, read_filing, with_day_of_approval
from houserules.log import NewEvent, Step

_Detail = tuple[str, str, str | None, tuple[str, ...]]
"""The parts of a ledger transfer besides accounts and amount: status, event, wager, clauses."""
_read_detail: Final = msgspec.json.Decoder(_Detail).decode


def step(events: Sequence[tuple[Struct, Sequence[ledger.Transfer]]], command: Struct | None = None) -> Step:
    """A step of events with their transfers, and the command of ``play`` that led to them, if any.

    Events and commands are tagged structs; the tag is the stable name, as in ``round.opened/1``. An event without a
    command is a fact that no command of ``play`` led to, such as a buy-in: it is never decided again.
    """
    kept = tuple(
        NewEvent(_name(event), msgspec.json.encode(event), tuple(map(kept_transfer, moves)))
        for event, moves in events
    )
    return Step(kept, b"" if command is None else msgspec.json.encode(command))


def _name(event: Struct) -> str:
    name = type(event).__struct_config__.tag
    assert isinstance(name, str), f"{type(event).__name__} has no name"
    return name


def kept_transfer(move: ledger.Transfer) -> log.Transfer:
    """A transfer of the ledger as the log keeps it."""
    detail = _detail((move.status, move.event, move.wager, move.clauses))
    return log.Transfer(move.source, move.target, move.amount, detail)


@lru_cache(maxsize=4096)
def _detail(said: _Detail) -> str:
    return msgspec.json.encode(said).decode()


def ledger_transfer(kept: log.Transfer) -> ledger.Transfer:
    """A stored transfer as the ledger made it."""
    return ledger.Transfer(kept.source, kept.target, kept.amount, *_read_detail(kept.detail))


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
    return with_day_of_approval(json.loads(document))
