"""What no store would take, said before a commit is queued."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.store.contract import ANY_VERSION, Append, Commit
from houserules.store.schema import MOST_TRANSFERS

LARGEST_NAME: Final = 200
LARGEST_AMOUNT: Final = 2**62


def insist_possible(commit: Commit) -> None:
    """ValueError for a commit that could only come from a fault of the program."""
    names = [commit.command_id, commit.actor]
    if not commit.appends:
        raise ValueError("a commit without events: nothing in the log would vouch for its receipt")
    if len(commit.appends) > 1 and len({append.stream for append in commit.appends}) != len(commit.appends):
        raise ValueError("a commit appends to each stream once at most")
    for append in commit.appends:
        _append(append, names)
    for document in commit.documents:
        _insist_on_text(document, "a document")
    _insist_on_names(names, commit)


def _append(append: Append, names: list[str]) -> None:
    names.append(append.stream)
    if append.expected_version < ANY_VERSION:
        raise ValueError(f"expected_version {append.expected_version}")
    if not append.steps:
        raise ValueError(f"nothing to append to {append.stream}")
    for step in append.steps:
        if not step.events:
            raise ValueError(f"nothing to append to {append.stream}")
        if not step.command.isascii():
            _insist_on_text(step.command, "a command")
        for event in step.events:
            name, data = event.name, event.data
            names.append(name)
            if not data:
                raise ValueError(f"{name} has no data")
            if not data.isascii():
                _insist_on_text(data, name)
            if len(event.transfers) > MOST_TRANSFERS:
                raise ValueError(f"{name} has more than {MOST_TRANSFERS} transfers")
            for move in event.transfers:
                source, target = move.source, move.target
                names += (source, target)
                if source == target:
                    raise ValueError(f"a transfer from {source} to itself")
                if not 0 < move.amount < LARGEST_AMOUNT:
                    raise ValueError(f"a transfer of {move.amount}")


def _insist_on_text(content: bytes, what: str) -> None:
    """What is kept for good can be read for good, and exported as text."""
    try:
        content.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{what} is not UTF-8") from None


def _insist_on_names(names: list[str], commit: Commit) -> None:
    """Names are plain: what can be printed, so that a leaf of the audit log reads the same in every language.

    They are looked at all together, as most commits have a dozen and hardly one is ever wrong.
    """
    together = "".join(names)
    if len(together) <= LARGEST_NAME and all(names) and together.isprintable():
        return
    for name, what in _named(commit):
        if not 0 < len(name) <= LARGEST_NAME or not name.isprintable():
            raise ValueError(f"not a name of {what}: {name[:LARGEST_NAME]!r}")


def _named(commit: Commit) -> Iterator[tuple[str, str]]:
    yield commit.command_id, "command id"
    yield commit.actor, "actor"
    for append in commit.appends:
        yield append.stream, "stream"
        for step in append.steps:
            for event in step.events:
                yield event.name, "event"
                for move in event.transfers:
                    yield move.source, "account"
                    yield move.target, "account"
