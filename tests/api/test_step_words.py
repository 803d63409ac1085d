"""What the service says about steps, in English, is in the client's list, which has it in every language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import houserules
from houserules.app.table import fields
from houserules.app.table.fields import Field
from houserules.app.table.verbs import STEPS, VERBS
from houserules.app.views.irregularities import IRREGULARITIES
from houserules.law.words import DealingMethod, IrregularityKind
from houserules.play import DeckStatus

VIEWS = Path(houserules.__file__).parent / "app" / "views"
LIST = Path(__file__).resolve().parents[2] / "ui" / "src" / "words" / "steps.ts"
TEXTS = set(re.findall(r'mark\("(.*?)"\)', LIST.read_text(encoding="utf-8")))
STATED = {each.label for each in vars(fields).values() if isinstance(each, Field) and each.label}


def written(node: ast.expr) -> str | None:
    """A text in the code, with {} where something is put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def labels_of_choices() -> set[str]:
    found = set()
    for node in ast.walk(ast.parse((VIEWS / "options.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= {written(value) for key, value in pairs if key is not None and written(key) == "label"}
    return {text for text in found if text is not None}


def texts_of_waiting() -> set[str]:
    tree = ast.parse((VIEWS / "procedure.py").read_text(encoding="utf-8"))
    waits = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "_waits")
    found: set[str] = set()
    for node in ast.walk(waits):
        match node:
            case ast.Return(ast.IfExp(body=body)):
                found.add(written(body) or "")
            case ast.Return(ast.expr() as value) if written(value) is not None:
                found.add(written(value) or "")
    return found


def without_names(texts: set[str]) -> set[str]:
    return {re.sub(r"\{\w+\}", "{}", text) for text in texts}


def test_titles_of_steps() -> None:
    titles = {verb.title for verb in VERBS.values() if verb.is_work} | {VERBS["view_cards"].title}
    titles |= {irregularity.title for irregularity in IRREGULARITIES.values()}
    titles |= {name.replace("_", " ").capitalize() for name in STEPS}
    assert len(titles) > 40
    assert titles - TEXTS == set()


def test_titles_that_name_something() -> None:
    named = [
        (verb.title, field.suffix.format("{}"))
        for verb in VERBS.values()
        for field in verb.fields
        if verb.is_work and field.suffix
    ]
    assert len(named) > 10
    known = without_names(TEXTS)
    assert [title + suffix for title, suffix in named if not {title + suffix, "{}" + suffix} & known] == []


def test_what_is_stated_with_a_step() -> None:
    choices = labels_of_choices()
    assert len(STATED) >= 11
    assert len(choices) >= 8
    assert (STATED | choices) - without_names(TEXTS) == set()


def test_for_whom_a_table_waits() -> None:
    waits = texts_of_waiting()
    assert len(waits) >= 8
    assert waits - without_names(TEXTS) == set()


def test_names() -> None:
    names = {each.value for each in (*DeckStatus, *DealingMethod, *IrregularityKind)} | {"shuffler", "shoe"}
    assert {name.replace("_", " ") for name in names} - TEXTS == set()
