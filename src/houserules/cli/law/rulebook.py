"""``houserules rulebook``: a rulebook of your own, started from another one and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cyclopts import App

from houserules import law
from houserules.cli.files import Json
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import answering, console, counted, print_json, say
from houserules.installed import FILES, Folder, Place, read_place, use_folder
from houserules.law import KeyLines, MalformedData, games, id_problem, load_rulebook, problems_of_folder

rulebook = App(name="rulebook", help="A rulebook of your own: begin one from another, and check it.")

_SUBMISSION: Final = "submission"
_KEY: Final = re.compile(r"[\w.]+", re.ASCII)


@rulebook.command
def new(folder: Path, /, *, like: str, id_: str | None = None) -> int:
    """Copy a rulebook into a folder, under an id of its own. `houserules rulebook check` finds the copy clean.

    Parameters
    ----------
    folder
        The folder to make; it must not be there yet.
    like
        The id of the rulebook to copy; `houserules rulebooks` lists them. MD-HCF@1.0 is version 1.0 of it.
    id_
        The id of the new one, such as NJ-HCF; by default it is made from the folder's name.
    """
    edition = law.edition(like)
    identity = id_ or _id_from(folder.name, edition.id)
    if (problem := id_problem(identity)) is not None:
        raise MalformedData(f"--id {problem}")
    if identity in law.rulebook_ids():
        raise MalformedData(f"--id {identity}: there is a rulebook of this id already; choose another")
    if folder.exists():
        raise MalformedData(f"{folder}: this is there already; name a folder that is not")
    texts = {file: edition.folder.text(file) for file in (*FILES, _SUBMISSION) if edition.folder.has(file)}
    folder.mkdir(parents=True)
    for file, text in texts.items():
        own = _under_its_own_id(text, edition.id, identity, datetime.now(UTC).date())
        (folder / f"{file}.toml").write_text(own, encoding="utf-8")
    out = console()
    say(out, f"{folder}: {identity}, like {edition.id} version {edition.version}")
    say(out, f"  houserules rulebook check {folder}")
    say(out, f"  houserules --rulebooks {folder} rulebooks")
    return DONE


def _id_from(name: str, like: str) -> str:
    """``nj_hcf`` is NJ-HCF, and so is ``nj`` if the rulebook to copy is MD-HCF."""
    identity = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").upper()
    return identity if "-" in identity else f"{identity}-{like.partition('-')[2]}"


def _under_its_own_id(text: str, old: str, identity: str, today: date) -> str:
    """The same text with another id, as the first version, in force from today."""
    text = re.sub(rf'^(id|rulebook)( *= *)"{re.escape(old)}"', rf'\1\2"{identity}"', text, count=1, flags=re.M)
    text = re.sub(r'^version( *= *)"[^"]*"', r'version\1"1"', text, count=1, flags=re.M)
    return re.sub(r"^in_force( *= *)[\d-]+", rf"in_force\g<1>{today.isoformat()}", text, count=1, flags=re.M)


@rulebook.command
def check(folder: Path, /, *, json: Json = False) -> int:
    """Every fault of a rulebook, or of each rulebook in a folder, with file and line.

    Exit status 0: no faults. 1: there are some. 2: there is no rulebook in that folder.

    Parameters
    ----------
    folder
        A folder with rulebook.toml, paytables.toml, clauses.toml and readings.toml; or one that holds such folders,
        and may have an index.toml that lists them.
    """
    place = read_place(folder, str(folder))
    if set(place.games) - set(games.known_games()):
        use_folder(folder)  # Its rulebooks are for games in the same folder.
    problems = [*_problems_of_modules(place), *_problems_of_editions(place, folder)]
    problems += [problem for each in place.folders for problem in _problems(each)]
    with answering():
        if json:
            print_json({"folders": [each.name for each in place.folders], "faults": problems})
        else:
            out = console()
            for problem in problems:
                say(out, problem, "red")
            if not problems:
                say(out, f"{folder}: {counted(len(place.folders), 'rulebook')}, no faults", "green")
    return ANSWER_IS_NO if problems else DONE


def _problems_of_modules(place: Place) -> Iterator[str]:
    """The modules that the index names must exist; those that play are loaded, as the rulebooks need their words."""
    for game, target in place.games.items():
        try:
            games.words_of(game)
        except games.UnknownGame as error:
            yield f"{place.origin}/index.toml: games.{game} = {target!r}: {error}"
    for game, target in place.solvers.items():
        module = target.partition(":")[0]
        try:
            found = find_spec(module) is not None
        except ImportError:
            found = False
        if not found:
            yield f"{place.origin}/index.toml: solvers.{game} = {target!r}: there is no module {module}"


def _problems_of_editions(place: Place, folder: Path) -> Iterator[str]:
    """No two rulebooks have the same id and version, here or among those that are installed elsewhere."""
    known = {
        (each.id, each.version): each.folder.name
        for each in _installed()
        if not Path(str(each.folder.place)).resolve().is_relative_to(folder.resolve())
    }
    for each in place.folders:
        try:
            head = law.read_head(each)
        except ValueError:
            continue  # Its faults are reported with all the others.
        named = (head["id"], head["version"])
        other = known.setdefault(named, each.name)
        if other != each.name:
            line = KeyLines(each.text("rulebook")).of(("version",))
            yield f"{each.name}/rulebook.toml: line {line}: {named[0]} version {named[1]} is in {other} already"


def _installed() -> tuple[law.Edition, ...]:
    """What is installed, if all of it can be read; what cannot is reported by every other command."""
    try:
        return law.editions()
    except ValueError:
        return ()


def _problems(folder: Folder) -> Iterator[str]:
    try:
        found = problems_of_folder(folder.text, folder.name)
        yield from found
        if not found and folder.has(_SUBMISSION):
            yield from _problems_of_submission(folder)
    except games.UnknownGame as error:
        yield f"{folder.name}/rulebook.toml: line 1: {error}"


def _problems_of_submission(folder: Folder) -> Iterator[str]:
    """The submission beside the rulebook must be lawful under it."""
    where, text = f"{folder.name}/{_SUBMISSION}.toml", folder.text(_SUBMISSION)
    book = load_rulebook(folder.text, folder.name)
    lines = KeyLines(text)
    try:
        data = law.read_toml(text, where)
        if data.get("rulebook") != book.id:
            named = f"rulebook = {data.get('rulebook')!r}"
            yield f"{where}: line {lines.of(('rulebook',))}: {named}: it stands beside {book.id}"
            return
        faults = [str(fault) for fault in law.check(law.read_filing(data, where, law=book), date.max)]
    except MalformedData as error:
        faults = [problem.removeprefix(f"{where}: ") for problem in error.problems]
    for fault in faults:
        key = _KEY.match(fault)
        line = "" if fault.startswith("line ") or key is None else f"line {lines.of(key[0].split('.'))}: "
        yield f"{where}: {line}{fault}"
