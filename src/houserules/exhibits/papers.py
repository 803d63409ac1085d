"""All papers of one submission, by name; they are written all or none."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from houserules.exhibits.dealer_cards import dealer_data, irregularities_data
from houserules.exhibits.guide import guide_data
from houserules.exhibits.head import head_of
from houserules.exhibits.kept import find_files, paper_key
from houserules.exhibits.layout.description import layout_of
from houserules.exhibits.layout.drawing import DEFAULT_FELT, Felt, drawing, labelled
from houserules.exhibits.odds.document import odds_data
from houserules.exhibits.odds.meter_chart import meter_chart
from houserules.exhibits.odds.workbook import Par, par_of, workbook
from houserules.exhibits.signs import sign_data
from houserules.exhibits.strategy_card import card_data
from houserules.exhibits.submission import submission_data
from houserules.exhibits.typeset import MissingLetter, typeset
from houserules.lab import Progress, analyze
from houserules.law import Filing, MalformedData, Submission, freeze
from houserules.law.words import PROGRESSIVE
from houserules.play import Rules


@dataclass(frozen=True, slots=True)
class Case:
    """What the papers are made from."""

    filing: Filing
    rules: Rules
    felt: Felt
    progress: Progress = lambda _: None
    """Called with the part of a paper that is done, where it takes long."""

    @property
    def submission(self) -> Submission:
        return self.rules.submission

    @property
    def head(self) -> dict[str, Any]:
        return head_of(self.submission)


Files = dict[str, bytes]
ALL: Final = "papers.zip"
"""All papers of a submission in one file, with their manifest."""


class Paper(NamedTuple):
    """One paper: its content, and the files that show it. If two papers have equal content, one printing serves for
    both."""

    title: str
    names: Mapping[str, str]
    """Each file with what distinguishes it from the others, for people."""
    content: Callable[[Case], dict[str, Any]]
    files: Callable[[dict[str, Any]], Files]
    """Takes the content and the head of the pages."""


def _layout(data: dict[str, Any]) -> Files:
    svg, head = data.pop("svg"), data["head"]
    told = f"{head['rulebook']} {head['version']}, law {head['law']}, submission {head['digest']}"
    filed = labelled(svg, f"Approved {head['approved']}. {told}" if head["approved"] else told, not head["approved"])
    return {"layout.svg": filed.encode(), "layout.pdf": typeset("layout", data, {"layout.svg": svg.encode()})}


def _layout_content(case: Case) -> dict[str, Any]:
    felt = case.felt
    return {"svg": drawing(layout_of(case.rules), felt), "width": felt.width, "depth": felt.depth}


def _signs(data: dict[str, Any]) -> Files:
    names = {"letter": "signs.pdf", "a4": "signs-a4.pdf", "screen": "signs-screen.pdf"}
    return {name: typeset("signs", {**data, "format": format_}) for format_, name in names.items()}


def _odds(data: dict[str, Any]) -> Files:
    par: Par = data.pop("par")
    chart = meter_chart(par.progressive, data["head"]["colour"]) if par.progressive is not None else None
    pictures = {"meter.svg": chart} if chart is not None else {}
    return {"odds.pdf": typeset("odds", data, pictures), "par.xlsx": workbook(par, data["head"])}


def _odds_content(case: Case) -> dict[str, Any]:
    analysis = analyze(case.submission)
    return {**odds_data(analysis), "par": par_of(analysis)}


def _paper(name: str, title: str, content: Callable[[Case], dict[str, Any]]) -> Paper:
    """A paper of one file, made with the template of the same name."""
    return Paper(title, {f"{name}.pdf": "PDF"}, content, lambda data: {f"{name}.pdf": typeset(name, data)})


_SIGNS: Final = {"signs.pdf": "Letter", "signs-a4.pdf": "A4", "signs-screen.pdf": "16:9 screen"}
_LAYOUT: Final = {"layout.pdf": "PDF", "layout.svg": "SVG"}
_ODDS: Final = {"odds.pdf": "PDF", "par.xlsx": "PAR workbook"}
PAPERS: Final = {
    "layout": Paper("Table layout", _LAYOUT, _layout_content, _layout),
    "signs": Paper("Signs", _SIGNS, lambda case: sign_data(case.rules), _signs),
    "guide": _paper("guide", "Gaming guide", lambda case: guide_data(case.rules)),
    "submission": _paper(
        "submission", "Rules Submission", lambda case: submission_data(case.filing, case.submission)
    ),
    "dealer-card": _paper("dealer-card", "Dealer's card", lambda case: dealer_data(case.rules)),
    "irregularities-card": _paper(
        "irregularities-card", "Irregularities card", lambda case: irregularities_data(case.rules)
    ),
    "odds": Paper("Odds exhibit", _ODDS, _odds_content, _odds),
    "strategy-card": _paper("strategy-card", "Strategy card", lambda case: card_data(case.submission, case.progress)),
}
"""Every paper of a submission by the name that ``--only`` takes, in the order in which they are made. Papers of what
was played are in :mod:`houserules.exhibits.round_record`."""


def paper_of(file: str) -> str | None:
    """The name of the paper that this file belongs to; None for the file that holds all of them."""
    return next((name for name, paper in PAPERS.items() if file in paper.names), None)


def files_of(name: str) -> frozenset[str]:
    """The files that a name stands for: for a paper all its files; for a file, with or without its suffix, that
    one."""
    if name in PAPERS:
        return frozenset(PAPERS[name].names)
    known = (file for paper in PAPERS.values() for file in paper.names)
    return frozenset(file for file in known if name in (file, file.partition(".")[0]))


def make_papers(
    filing: Filing,
    only: Iterable[str] = (),
    felt: Felt = DEFAULT_FELT,
    progress: Progress = lambda _: None,
    keep: bool = False,
) -> Files:
    """The files of these names, or all, and the manifest that lists them with their digests. With ``keep``, papers
    made before from the same submission, law and program are read from disk."""
    case, made = Case(filing, Rules(freeze(filing)), felt), Files()
    asked = frozenset().union(*map(files_of, only or PAPERS))
    chosen = [name for name, paper in PAPERS.items() if asked & paper.names.keys()]
    for number, name in enumerate(chosen):
        progress(number / len(chosen))
        told = replace(case, progress=_part(progress, number, len(chosen)))
        key = paper_key(filing, name, repr(felt)) if keep else None
        try:
            found = find_files(key, partial(_made, told, PAPERS[name]))
        except MissingLetter as error:
            raise MalformedData(f"{_key_with(filing, error.letter)}: {error}") from None
        made |= {file: content for file, content in found.items() if file in asked}
    made["manifest.json"] = _manifest(case.submission, made)
    return made


def _key_with(filing: Filing, letter: str) -> str:
    """The key of the submission whose text contains this letter."""
    offered = filing.wagers.get(PROGRESSIVE)
    prize = offered.merchandise if offered is not None else None
    return f"wagers.{PROGRESSIVE}.merchandise" if prize is not None and letter in prize else "operator"


def _made(case: Case, paper: Paper) -> Files:
    return paper.files({"head": case.head, **paper.content(case)})


def _part(progress: Progress, number: int, of: int) -> Progress:
    return lambda done: progress((number + done) / of)


def zipped(made: Mapping[str, bytes]) -> bytes:
    """All in one zip file; the same files give the same bytes."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as file:
        for name in made:
            about = ZipInfo(name)
            about.compress_type, about.external_attr = ZIP_DEFLATED, 0o644 << 16
            file.writestr(about, made[name])
    return content.getvalue()


def _manifest(submission: Submission, made: Mapping[str, bytes]) -> bytes:
    book = submission.rulebook
    data = {
        "submission": {"rulebook": book.id, "digest": submission.digest},
        "law": {"version": book.version, "digest": book.digest},
        "approved_on": submission.approved_on.isoformat() if submission.approved_on else None,
        "files": {name: f"sha256:{hashlib.sha256(content).hexdigest()}" for name, content in sorted(made.items())},
    }
    return (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()


def write_papers(made: Mapping[str, bytes], folder: Path) -> None:
    """Writes all of them into the folder, or leaves it as it was: they are written beside it first. If the folder did
    not exist, it does not exist after a failure either."""
    new = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_all(made, folder)
    except BaseException:
        with suppress(OSError):
            for each in new:
                each.rmdir()
        raise


def _write_all(made: Mapping[str, bytes], folder: Path) -> None:
    for name in made:
        if (folder / name).is_dir():
            raise IsADirectoryError(errno.EISDIR, f"{name} is a folder there")
    beside = Path(tempfile.mkdtemp(prefix=".printing-", dir=folder))
    try:
        for name, content in made.items():
            with (beside / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        _put_in_place(made, beside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put_in_place(names: Collection[str], beside: Path, folder: Path) -> None:
    """Each file from beside into the folder. Where one cannot be replaced, those before it are put back."""
    older = beside / "older"
    older.mkdir()
    placed = list[str]()
    try:
        for name in names:
            if (folder / name).exists():
                _keep(folder / name, older / name)
            (beside / name).replace(folder / name)
            placed.append(name)
    except BaseException:
        for name in names:
            if (older / name).exists():
                (older / name).replace(folder / name)
            elif name in placed:
                (folder / name).unlink()
        raise


def _keep(file: Path, kept: Path) -> None:
    """As a second name of the same file, which takes no room; where that cannot be, the file goes there."""
    try:
        os.link(file, kept)
    except OSError:
        file.replace(kept)
