"""``houserules audit``: was anything in the books changed after it was written?"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from houserules.cli.files import Json
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import answering, console, counted, print_json, printable, say
from houserules.cli.service.databases import opened
from houserules.law import MalformedData
from houserules.library import read_text
from houserules.log import without_password

_KEY: Final = re.compile(r"[0-9a-f]{64}")

if TYPE_CHECKING:
    from houserules.log import Finding, SignedHead
    from houserules.records import Audit


def audit(db: str, /, *, head: tuple[Path, ...] = (), key: tuple[str, ...] = (), json: Json = False) -> int:
    """Prove that nothing was edited, deleted, truncated or reordered, and that hands, decks and money come out again.

    Exit status 0: all is as it was written. 1: something is not, and it says where. 2: it could not be read.

    Parameters
    ----------
    db
        A database (a file, sqlite:///…, postgresql://…) or an archive (*.jsonl).
    head
        A signed head that was exported and kept elsewhere (`houserules archive head`). May be repeated.
    key
        A public key that is trusted, in hexadecimal. May be repeated. Default: the key beside an SQLite file, if it
        is there. Otherwise each head is checked with the key it names, and who signed is not proved.
    """
    from houserules.app import audit as audit_log  # noqa: PLC0415

    exported = [_head(path) for path in head]
    insist_on_keys(key)
    with opened(db) as log:
        trusted = key or _key_beside(db)
        marked = log.marked()
        with log.frozen() as frozen:
            found = audit_log(frozen, [*exported, *([marked] if marked is not None else [])], trusted)
    with answering():
        if json:
            print_json(
                {**_as_data(found), "trusted": list(trusted), "marked": marked.size if marked is not None else None}
            )
        else:
            _print(db, found, "as --key names it" if key else "the key beside the database" if trusted else "")
            _print_reach(marked, exported)
    return DONE if found.sound else ANSWER_IS_NO


def insist_on_keys(keys: tuple[str, ...]) -> None:
    """Refuses what is not a public key."""
    for each in keys:
        if not _KEY.fullmatch(each):
            raise MalformedData(f"--key {each}: a public key is 64 hexadecimal digits, as audit prints it")


def said_of(finding: Finding) -> str:
    """One finding in one line: its kind, where, and a description."""
    position = f"position {finding.position}" if finding.position else ""
    where = " ".join(filter(None, (position, printable(finding.stream))))
    return f"{finding.kind}: {where + ': ' if where else ''}{finding.what}"


def _head(path: Path) -> SignedHead:
    import msgspec  # noqa: PLC0415

    from houserules.log import SignedHead  # noqa: PLC0415

    try:
        return msgspec.json.decode(read_text(str(path), "a signed head in JSON"), type=SignedHead)
    except msgspec.MsgspecError as error:
        raise MalformedData(f"{path}: not a signed head: {error}") from None


def _key_beside(db: str) -> tuple[str, ...]:
    """The public key of the file that signs for an SQLite database, if we may read it."""
    from houserules.log import LogError, is_postgresql, key_file_of, path_of, read_signer  # noqa: PLC0415

    if is_postgresql(db):
        return ()
    beside = key_file_of(path_of(db))
    try:
        return (read_signer(beside).key,) if beside.is_file() and os.access(beside, os.R_OK) else ()
    except LogError as error:
        raise MalformedData(f"{error}; put the right one back, or name the public key with --key") from None


def _print_reach(marked: SignedHead | None, exported: list[SignedHead]) -> None:
    """How far it is known, from outside the database, that nothing is missing at its end."""
    reach = max((head.size for head in (*exported, *([marked] if marked is not None else []))), default=0)
    known = f"the heads kept outside of it tell of {counted(reach, 'event')}"
    unknown = "no head is kept outside of it: whether its newest events are missing is not known"
    say(console(), known if reach else unknown)


def _as_data(found: Audit) -> dict[str, Any]:
    return {
        "sound": found.sound,
        "events": found.events,
        "streams": found.streams,
        "rounds_replayed": found.rounds,
        "shuffles_recomputed": found.shuffles,
        "decks_from_outside": found.outside,
        "rounds_entered": found.entered,
        "transfers": found.transfers,
        "heads": found.heads,
        "removed": found.removed,
        "root": found.root,
        "keys": list(found.keys),
        "notes": list(found.notes),
        "restored": [
            {"events": each.size, "root": each.root, "keys": list(each.keys), "archive": each.archive}
            for each in found.restored
        ],
        "findings": [
            {
                "kind": finding.kind,
                "position": finding.position,
                "stream": printable(finding.stream),
                "what": finding.what,
            }
            for finding in found.findings
        ],
    }


def entered_rounds(count: int) -> str:
    return f"{counted(count, 'round')} with cards entered by hand, which cannot be verified"


def _print(db: str, found: Audit, trusted: str) -> None:
    """``trusted`` says where the trusted keys come from; it is empty if there are none."""
    from houserules.log import UNTRUSTED  # noqa: PLC0415

    out = console()
    for finding in found.findings:
        say(out, said_of(finding), "red")
    held = f"{counted(found.events, 'event')} in {counted(found.streams, 'stream')}"
    say(out, f"{without_password(db)}: {held}, {counted(found.transfers, 'transfer')}")
    for note in found.notes:
        say(out, printable(note), "yellow")
    replayed = f"{counted(found.rounds, 'round')} replayed, {counted(found.shuffles, 'shuffle')} worked out again"
    say(out, f"{replayed}, {counted(found.heads, 'signed head')}, root {found.root}")
    if found.outside:
        say(out, f"{counted(found.outside, 'deck')} came from outside: how these were mixed is not proved", "yellow")
    if found.entered:
        say(out, entered_rounds(found.entered), "yellow")
    if found.removed:
        say(out, f"{counted(found.removed, 'event')} without their content, as retention recorded")
    for key in found.keys:
        say(out, f"signed by {key}")
    for record in found.restored:
        by = " and ".join(record.keys)
        say(out, f"events up to position {record.size} came from an archive signed by {by}")
    if trusted:
        say(out, f"trusted: {trusted}")
    else:
        say(out, "no key was named with --key: who signed is not proved, only that nothing was changed since")
    if found.sound:
        say(out, "nothing was edited, deleted or reordered; hands, decks and money come out again", "green")
    elif all(finding.kind == UNTRUSTED for finding in found.findings):
        say(out, "the books are in order in themselves, but their signer is not known to be trusted", "red")
    else:
        say(out, f"{counted(len(found.findings), 'finding')}: the books are not as they were written", "red")
