"""Small commits for the tests of the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from houserules.app import audit
from houserules.log import ANY_VERSION, Append, Commit, Log, NewEvent, SignedHead, Step, Transfer, open_log
from houserules.records import Audit, export_log
from tests.support.trial_table import TrialTable


class Noted(Struct, frozen=True, tag_field="event", tag="test.noted/1"):
    text: str


def open_base(url: str, key_file: Path, faults: Callable[[str], None] | None = None) -> Log:
    return open_log(url, key_file=key_file, faults=faults)


def move(source: str, target: str, amount: int) -> Transfer:
    return Transfer(source, target, amount, '["posted","test.noted/1",null,["TEST 1"]]')


def event(text: str = "x", *moves: Transfer) -> NewEvent:
    return NewEvent("test.noted/1", msgspec.json.encode(Noted(text)), moves)


def append(stream: str = "notes", expected: int = ANY_VERSION, *events: NewEvent) -> Append:
    return Append(stream, expected, (Step(events or (event(),)),))


def commit(identity: str, *appends: Append, request: bytes = b"ask", **more: object) -> Commit:
    whole = {"reply": f"reply to {identity}".encode(), "at": 1_700_000_000_000, "actor": "ann", **more}
    return Commit(command_id=identity, request=request, appends=appends or (append(),), **whole)  # type: ignore[arg-type]


def audited(log: Log, *heads: SignedHead) -> Audit:
    with log.frozen() as frozen:
        return audit(frozen, heads)


def play_nine_rounds(folder: Path) -> Path:
    """An archive of nine rounds on three tables, one of each bundled submission."""
    with open_base(str(folder / "played.db"), folder / "signing.key") as opened:
        for number, name in enumerate(("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"), start=1):
            table = TrialTable(opened, number, name)
            for _ in range(3):
                table.play_round()
        with opened.frozen() as frozen, (folder / "played.jsonl").open("wb") as file:
            export_log(frozen, file)
    return folder / "played.jsonl"
