"""What no store would take, said before a commit is queued."""

from __future__ import annotations

from typing import Final

from houserules.ledger import Transfer
from houserules.store.contract import ANY_VERSION, Append, Commit, NewEvent

LARGEST_NAME: Final = 200
LARGEST_AMOUNT: Final = 2**62


def insist_possible(commit: Commit) -> None:
    """ValueError for a commit that could only come from a fault of the program."""
    _name(commit.command_id, "command id")
    _name(commit.actor, "actor")
    streams = [append.stream for append in commit.appends]
    if len(set(streams)) != len(streams):
        raise ValueError("a commit appends to each stream once at most")
    for append in commit.appends:
        _append(append)
    for document in commit.documents:
        _text(document, "a document")


def _append(append: Append) -> None:
    _name(append.stream, "stream")
    if append.expected_version < ANY_VERSION:
        raise ValueError(f"expected_version {append.expected_version}")
    if not append.steps or not all(step.events for step in append.steps):
        raise ValueError(f"nothing to append to {append.stream}")
    for step in append.steps:
        _text(step.command, "a command")
        for event in step.events:
            _event(event)


def _event(event: NewEvent) -> None:
    _name(event.name, "event")
    if not event.data:
        raise ValueError(f"{event.name} has no data")
    _text(event.data, event.name)
    for move in event.transfers:
        _transfer(move)


def _transfer(move: Transfer) -> None:
    _name(move.source, "account")
    _name(move.target, "account")
    if move.source == move.target:
        raise ValueError(f"a transfer from {move.source} to itself")
    if not 0 < move.amount < LARGEST_AMOUNT:
        raise ValueError(f"a transfer of {move.amount}")


def _text(content: bytes, what: str) -> None:
    """What is kept for good can be read for good, and exported as text."""
    try:
        content.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{what} is not UTF-8") from None


def _name(text: str, what: str) -> None:
    """Names are plain: what can be printed, so that a leaf of the audit log reads the same in every language."""
    if not 0 < len(text) <= LARGEST_NAME or not text.isprintable():
        raise ValueError(f"not a name of {what}: {text[:LARGEST_NAME]!r}")
