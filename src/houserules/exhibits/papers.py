"""All papers of one submission, by name; and writing them, all or none."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from houserules.exhibits.head import head_of
from houserules.exhibits.layout.description import layout_of
from houserules.exhibits.layout.drawing import DEFAULT_FELT, Felt, drawing
from houserules.exhibits.odds.document import odds_data
from houserules.exhibits.odds.meter_chart import meter_chart
from houserules.exhibits.odds.workbook import workbook
from houserules.exhibits.signs import sign_data
from houserules.exhibits.strategy_card import card_data
from houserules.exhibits.typeset import typeset
from houserules.lab import analyze
from houserules.law import Submission
from houserules.play import Rules

Files = dict[str, bytes]
Step = Callable[[str], None]
"""Told the name of each paper before it is made."""


def _layout(rules: Rules, felt: Felt) -> Files:
    svg = drawing(layout_of(rules), felt).encode()
    data = {"head": head_of(rules.submission), "width": felt.width, "depth": felt.depth}
    return {"layout.svg": svg, "layout.pdf": typeset("layout", data, {"layout.svg": svg})}


def _signs(rules: Rules, _: Felt) -> Files:
    data = {"head": head_of(rules.submission), **sign_data(rules)}
    names = {"letter": "signs.pdf", "a4": "signs-a4.pdf", "screen": "signs-screen.pdf"}
    return {name: typeset("signs", {**data, "format": format_}) for format_, name in names.items()}


def _odds(rules: Rules, _: Felt) -> Files:
    analysis, head = analyze(rules.submission), head_of(rules.submission)
    chart = meter_chart(analysis.progressive, head["colour"]) if analysis.progressive is not None else None
    pictures = {"meter.svg": chart} if chart is not None else {}
    return {
        "odds.pdf": typeset("odds", {"head": head, **odds_data(analysis)}, pictures),
        "par.xlsx": workbook(analysis, head),
    }


def _strategy_card(rules: Rules, _: Felt) -> Files:
    data = {"head": head_of(rules.submission), **card_data(rules.submission)}
    return {"strategy-card.pdf": typeset("strategy-card", data)}


PAPERS: Final[dict[str, Callable[[Rules, Felt], Files]]] = {
    "layout": _layout,
    "signs": _signs,
    "odds": _odds,
    "strategy-card": _strategy_card,
}
"""Every paper by the name that ``--only`` takes, in the order in which they are made."""


def make_papers(
    submission: Submission, only: Iterable[str] = (), felt: Felt = DEFAULT_FELT, step: Step = lambda _: None
) -> Files:
    """The files of these papers, or of all, and the manifest that names and digests them."""
    rules, made = Rules(submission), Files()
    chosen = set(only) or set(PAPERS)
    for name, make in PAPERS.items():
        if name in chosen:
            step(name)
            made |= make(rules, felt)
    made["manifest.json"] = _manifest(submission, made)
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
