"""``houserules rulebook``: a rulebook of one's own, begun from one that is there, and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from cyclopts import App

from houserules import law
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import console, counted, print_json, say
from houserules.law import MalformedData
from houserules.law.loading import load_rulebook, problems_of_folder
from houserules.rulebooks import FILES, Folder, read_place, use_folder

rulebook = App(name="rulebook", help="A rulebook of one's own: begin one from another, and check it.")

_SUBMISSION: Final = "submission"
_ID: Final = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+", re.ASCII)


@rulebook.command
def new(folder: Path, /, *, like: str, id_: str | None = None) -> int:
    """Copy a rulebook into a folder, under an id of its own. `houserules rulebook check` finds the copy clean.

    Parameters
    ----------
    folder
        The folder to make; it must not be there yet.
    like
        The id of the rulebook to copy; `houserules rulebooks` lists them.
    id_
        The id of the new one, such as NJ-HCF; by default it is made from the folder's name.
    """
    edition = law.edition(like)
    identity = id_ or re.sub(r"[^A-Za-z0-9]+", "-", folder.name).strip("-").upper()
    if not _ID.fullmatch(identity):
        raise MalformedData(f"--id {identity}: an id is capital letters and digits with a hyphen, such as NJ-HCF")
    if identity in law.rulebook_ids():
        raise MalformedData(f"--id {identity}: there is a rulebook of this id already; choose another")
    if folder.exists():
        raise MalformedData(f"{folder}: this is there already; name a folder that is not")
    texts = {file: edition.folder.text(file) for file in (*FILES, _SUBMISSION) if edition.folder.has(file)}
    folder.mkdir(parents=True)
    for file, text in texts.items():
        own = _under_its_own_id(text, edition.book.id, identity, datetime.now(UTC).date())
        (folder / f"{file}.toml").write_text(own, encoding="utf-8")
    out = console()
    say(out, f"{folder}: {identity}, like {edition.book.id}")
    say(out, f"  houserules rulebook check {folder}")
    say(out, f"  houserules --rulebooks {folder} rulebooks")
    return DONE


def _under_its_own_id(text: str, old: str, identity: str, today: date) -> str:
    """The same text with another id, as the first version, in force from today."""
    text = re.sub(rf'^(id|rulebook)( *= *)"{re.escape(old)}"', rf'\1\2"{identity}"', text, count=1, flags=re.M)
    text = re.sub(r"^version( *= *).*$", r'version\1"1"', text, count=1, flags=re.M)
    return re.sub(r"^in_force( *= *).*$", rf"in_force\g<1>{today.isoformat()}", text, count=1, flags=re.M)


@rulebook.command
def check(folder: Path, /, *, json: bool = False) -> int:
    """Every fault of a rulebook, or of each rulebook in a folder, with file and line. Exit status 1 if there are any.

    Parameters
    ----------
    folder
        A folder with rulebook.toml, paytables.toml, clauses.toml and readings.toml; or one that holds such folders.
    json
        Print data instead of words.
    """
    place = read_place(folder, str(folder))
    use_folder(folder)  # The folder may bring the modules of its games along.
    problems = [problem for each in place.folders for problem in _problems(each)]
    if json:
        print_json({"folders": [each.name for each in place.folders], "faults": problems})
    else:
        out = console()
        for problem in problems:
            say(out, problem, "red")
        if not problems:
            say(out, f"{folder}: {counted(len(place.folders), 'rulebook')}, no faults", "green")
    return ANSWER_IS_NO if problems else DONE


def _problems(folder: Folder) -> Iterator[str]:
    missing = [file for file in FILES if not folder.has(file)]
    for file in missing:
        yield f"{folder.name}/{file}.toml: this file is missing"
    if missing:
        return
    found = problems_of_folder(folder.text, folder.name)
    yield from found
    if not found and folder.has(_SUBMISSION):
        yield from _problems_of_submission(folder)


def _problems_of_submission(folder: Folder) -> Iterator[str]:
    """The submission beside the rulebook is lawful under it."""
    where = f"{folder.name}/{_SUBMISSION}.toml"
    book = load_rulebook(folder.text, folder.name)
    try:
        data = law.read_toml(folder.text(_SUBMISSION), where)
        if data.get("rulebook") != book.id:
            yield f"{where}: rulebook = {data.get('rulebook')!r}: it stands beside {book.id}"
            return
        filing = law.read_filing(data, where, law=book)
    except MalformedData as error:
        yield from error.problems
        return
    for fault in law.check(filing, date.max):
        yield f"{where}: {fault}"
