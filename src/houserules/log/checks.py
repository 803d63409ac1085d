"""Rejects what no log accepts before a commit is queued. If the database rejected it, the whole batch would be
lost."""

from __future__ import annotations

from typing import Final

from houserules.log.entries import ANY_VERSION, Append, Commit, NewEvent

LARGEST_NAME: Final = 200
LARGEST_AMOUNT: Final = 2**62


def insist_possible(commit: Commit) -> None:
    """ValueError for a commit that could only result from a fault of the program."""
    if not commit.appends:
        raise ValueError("a commit without events: nothing in the log would vouch for its receipt")
    if len({append.stream for append in commit.appends}) != len(commit.appends):
        raise ValueError("a commit appends to each stream once at most")
    _insist_on_name(commit.command_id, "command id")
    _insist_on_name(commit.actor, "actor")
    for append in commit.appends:
        _insist_on_append(append)
    for account in (*commit.empty, *commit.not_negative):
        _insist_on_name(account, "account")
    for message in commit.outbox:
        _insist_on_name(message.topic, "topic")
    for document in commit.documents:
        _insist_on_text(document, "a document")
    for snapshot in commit.snapshots:
        _insist_on_name(snapshot.stream, "stream")
    if not all(0 <= number < LARGEST_AMOUNT for number in (commit.at, *(each.version for each in commit.snapshots))):
        raise ValueError("a time or the version of a snapshot that no database keeps")


def _insist_on_append(append: Append) -> None:
    _insist_on_name(append.stream, "stream")
    if append.expected_version < ANY_VERSION:
        raise ValueError(f"expected_version {append.expected_version}")
    if not append.steps or not all(step.events for step in append.steps):
        raise ValueError(f"nothing to append to {append.stream}")
    for step in append.steps:
        _insist_on_text(step.command, "a command")
        for event in step.events:
            _insist_on_event(event)


def _insist_on_event(event: NewEvent) -> None:
    _insist_on_name(event.name, "event")
    if not event.data:
        raise ValueError(f"{event.name} has no data")
    _insist_on_text(event.data, event.name)
    for move in event.transfers:
        _insist_on_name(move.source, "account")
        _insist_on_name(move.target, "account")
        if move.source == move.target:
            raise ValueError(f"a transfer from {move.source} to itself")
        if not 0 < move.amount < LARGEST_AMOUNT:
            raise ValueError(f"a transfer of {move.amount}")
        if not move.detail.isprintable():
            raise ValueError(f"the detail of a transfer of {event.name} cannot be printed")


def _insist_on_text(content: bytes, what: str) -> None:
    """What is stored for good must stay readable, and exportable as text."""
    if content.isascii():
        return
    try:
        content.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{what} is not UTF-8") from None


def _insist_on_name(name: str, what: str) -> None:
    """Names must be printable, so that a leaf of the tree reads the same in every language."""
    if not 0 < len(name) <= LARGEST_NAME or not name.isprintable():
        raise ValueError(f"not a name of {what}: {name[:LARGEST_NAME]!r}")
