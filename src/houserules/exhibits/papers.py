"""All papers of one submission, by name; and writing them, all or none."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from houserules.exhibits.cards import dealer_data, irregularities_data
from houserules.exhibits.guide import guide_data
from houserules.exhibits.head import head_of
from houserules.exhibits.layout.description import layout_of
from houserules.exhibits.layout.drawing import DEFAULT_FELT, Felt, drawing
from houserules.exhibits.odds.document import odds_data
from houserules.exhibits.odds.meter_chart import meter_chart
from houserules.exhibits.odds.workbook import Par, par_of, workbook
from houserules.exhibits.signs import sign_data
from houserules.exhibits.strategy_card import card_data
from houserules.exhibits.submission import submission_data
from houserules.exhibits.typeset import typeset
from houserules.lab import analyze
from houserules.law import Filing, Submission, freeze
from houserules.play import Rules


@dataclass(frozen=True, slots=True)
class Case:
    """What the papers are made from."""

    filing: Filing
    rules: Rules
    felt: Felt

    @property
    def submission(self) -> Submission:
        return self.rules.submission

    @property
    def head(self) -> dict[str, Any]:
        return head_of(self.submission)


Files = dict[str, bytes]
Step = Callable[[str], None]
"""Told the name of each paper before it is made."""


class Paper(NamedTuple):
    """One paper: what it says, and the files that say it. Where the content of two is equal, one print does."""

    content: Callable[[Case], dict[str, Any]]
    files: Callable[[dict[str, Any]], Files]
    """Given the content and the head of the pages."""


def _layout(data: dict[str, Any]) -> Files:
    svg = data.pop("svg").encode()
    return {"layout.svg": svg, "layout.pdf": typeset("layout", data, {"layout.svg": svg})}


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


def _one(name: str) -> Callable[[dict[str, Any]], Files]:
    """A paper of one file, made by the template of its name."""
    return lambda data: {f"{name}.pdf": typeset(name, data)}


PAPERS: Final = {
    "layout": Paper(_layout_content, _layout),
    "signs": Paper(lambda case: sign_data(case.rules), _signs),
    "guide": Paper(lambda case: guide_data(case.rules), _one("guide")),
    "submission": Paper(lambda case: submission_data(case.filing, case.submission), _one("submission")),
    "dealer-card": Paper(lambda case: dealer_data(case.rules), _one("dealer-card")),
    "irregularities-card": Paper(lambda case: irregularities_data(case.rules), _one("irregularities-card")),
    "odds": Paper(_odds_content, _odds),
    "strategy-card": Paper(lambda case: card_data(case.submission), _one("strategy-card")),
}
"""Every paper by the name that ``--only`` takes, in the order in which they are made."""


def make_papers(
    filing: Filing, only: Iterable[str] = (), felt: Felt = DEFAULT_FELT, step: Step = lambda _: None
) -> Files:
    """The files of these papers, or of all, and the manifest that names and digests them."""
    case, made = Case(filing, Rules(freeze(filing)), felt), Files()
    chosen = set(only) or set(PAPERS)
    for name, paper in PAPERS.items():
        if name in chosen:
            step(name)
            made |= paper.files({"head": case.head, **paper.content(case)})
    made["manifest.json"] = _manifest(case.submission, made)
    return made


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
    """Write all of them into the folder, or leave it as it was: they are written beside it first."""
    folder.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".printing-", dir=folder))
    try:
        for name, content in made.items():
            with (beside / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        for name in made:
            (beside / name).replace(folder / name)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
