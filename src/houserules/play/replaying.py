"""A round as one self-contained file, and the proof that replaying it gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from houserules.law import LawPin, MalformedData, Submission, freeze, law, read_filing, with_day_of_approval
from houserules.play.commands import AnyCommand
from houserules.play.deciding import decide
from houserules.play.events import Accepted, AnyEvent, MeterChanged, WagerSettled
from houserules.play.evolving import evolve
from houserules.play.rules import Rules
from houserules.play.state import Table

FORMAT: Final = "houserules.round/1"


class Outside(Struct, frozen=True):
    """A meter that moved for a reason outside this table: another table that shares it, or a correction."""

    after: int
    """The number of commands before this point."""
    event: MeterChanged


class Exported(Struct, frozen=True, omit_defaults=True):
    """Everything that a round started from and led to; its fields are described in docs/round-format.md."""

    format: str
    rulebook: str
    law: LawPin
    digest: str
    submission: dict[str, Any]
    before: Table
    commands: tuple[AnyCommand, ...]
    events: tuple[AnyEvent, ...]
    outside: tuple[Outside, ...] = ()
    engine: str = ""
    """The program that decided the round; empty where it was not kept."""


_read_exported: Final = msgspec.json.Decoder(Exported).decode


class Difference(Struct, frozen=True):
    """Where a replay departs from the record."""

    place: str
    recorded: str
    replayed: str
    decided_by: str = ""
    """The program that decided the round, where it was another one and differs only in citations: the meaning is the
    same."""


def export_round(
    filed: Mapping[str, Any],
    submission: Submission,
    before: Table,
    commands: Sequence[AnyCommand],
    events: Sequence[AnyEvent],
    outside: Sequence[Outside] = (),
    engine: str = "",
) -> bytes:
    """The file, one line of JSON. ``filed`` is the submission's data as it was read, ``engine`` the program that
    decided the round."""
    exported = Exported(
        FORMAT, submission.rulebook.id, submission.rulebook.pin, submission.digest, dict(filed), before,
        tuple(commands), tuple(events), tuple(outside), engine,
    )  # fmt: skip
    return msgspec.json.encode(exported) + b"\n"


def read_export(content: bytes) -> Exported:
    """The record in a file, or :class:`MalformedData`."""
    try:
        exported = _read_exported(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedData(f"not an exported round: {error}") from None
    if exported.format != FORMAT:
        raise MalformedData(f"format: wanted {FORMAT!r}, not {exported.format[:40]!r}")
    return exported


def submission_of(exported: Exported) -> Submission:
    """The submission that the round was played under, read from the record again under the law of that time."""
    data = with_day_of_approval(exported.submission)
    return freeze(read_filing(data, "submission", law=law(exported.law)))


def meaning(event: AnyEvent) -> AnyEvent:
    """An event without its citations: cards, money, outcomes and whose they are."""
    if isinstance(event, WagerSettled) and event.limited_by is not None:
        return structs.replace(event, clauses=(), limited_by="")
    return structs.replace(event, clauses=())


def replay(content: bytes, engine: str = "") -> Difference | None:
    """Plays the recorded commands again. Returns None when everything comes out the same, to the byte.

    ``engine`` is this program. Where another one decided the round and cited other clauses, that is a difference of
    citations only.
    """
    exported = read_export(content)
    submission = submission_of(exported)
    if submission.digest != exported.digest:
        return Difference("digest", exported.digest, submission.digest)
    if submission.rulebook.id != exported.rulebook:
        return Difference("rulebook", exported.rulebook, submission.rulebook.id)
    events = _played(Rules(submission), exported)
    if isinstance(events, Difference):
        return events
    cited = None
    another = exported.engine not in ("", engine)
    for number, (recorded, replayed) in enumerate(zip(exported.events, events, strict=False), start=1):
        if recorded == replayed:
            continue
        told = f"event {number}", _text(recorded), _text(replayed)
        if not another or meaning(recorded) != meaning(replayed):
            return Difference(*told)
        cited = cited or Difference(*told, exported.engine)
    if len(events) != len(exported.events):
        return Difference("events", str(len(exported.events)), str(len(events)))
    if cited is not None:
        return cited
    again = export_round(
        exported.submission, submission, exported.before, exported.commands, events, exported.outside, exported.engine
    )
    return None if again == content else Difference("bytes", f"{len(content)} bytes", "written differently")


def _played(rules: Rules, exported: Exported) -> list[AnyEvent] | Difference:
    """What the commands lead to today, with the meter moved from outside where the record says so."""
    table = exported.before
    events: list[AnyEvent] = []
    outside = list(exported.outside)
    for number, command in enumerate((*exported.commands, None), start=1):
        while outside and outside[0].after == number - 1:
            moved = outside.pop(0).event
            if (moved.main_by, moved.secondary_by) != (moved.main - table.main, moved.secondary - table.secondary):
                return Difference("outside", _text(moved), f"the meters stood at {table.main} and {table.secondary}")
            table = evolve(table, moved)
            events.append(moved)
        if command is None:
            break
        answer = decide(rules, table, command)
        if not isinstance(answer, Accepted):
            return Difference(f"command {number}", "accepted", f"refused: {answer.code.value} ({answer.clause})")
        for event in answer.events:
            table = evolve(table, event)
            events.append(event)
    if outside:
        return Difference("outside", f"after {outside[0].after} commands", f"there are {len(exported.commands)}")
    return events


def _text(event: AnyEvent) -> str:
    return msgspec.json.encode(event).decode()
