"""A verb is spelled in few files: what it takes to add one is at most four."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules.app.table.requests import REQUESTS
from houserules.app.table.verbs import VERBS

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "src" / "houserules" / "client"
"""Written by a script from the description of the API: nobody spells a verb there."""
PYTHON = sorted(path for path in (ROOT / "src").rglob("*.py") if not path.is_relative_to(MADE))
CLIENT = sorted(path for path in (ROOT / "ui" / "src").rglob("*.ts*") if ".test." not in path.name)
MOST = 4

OTHER_MEANINGS = {
    "sit": {
        "ui/src/App.tsx": "a word of the page's address",
        "ui/src/table/SitHere.tsx": "the name of a button",
    },
    "buy_in": {"src/houserules/app/table/fields.py": "a field of another verb"},
    "ready": {
        "src/houserules/app/table/fields.py": "a field of another verb",
        "src/houserules/app/views/published.py": "whether a player is",
        "src/houserules/play/state.py": "what a deck may be",
        "ui/src/seat/Controls.tsx": "the name of a button",
        "ui/src/words/refusals.ts": "what a deck may be",
        "ui/src/words/steps.ts": "what a deck may be",
    },
    "deal": {
        "src/houserules/app/records/history.py": "the name of a shuffle",
        "src/houserules/app/views/published.py": "the name of a shuffle",
        "src/houserules/app/views/rounds.py": "the name of a shuffle",
        "src/houserules/cli/main.py": "a command of the command line",
        "src/houserules/app/views/options.py": "when something went wrong",
        "src/houserules/play/candidates.py": "when something went wrong",
        "src/houserules/play/round/irregularity_timing.py": "when something went wrong",
        "src/houserules/scenarios/playing.py": "when something went wrong",
        "src/houserules/app/floor/claims.py": "the name of a shuffle",
        "src/houserules/lab/__init__.py": "what deals cards in a simulation",
        "ui/src/floor/floor.ts": "the name of a shuffle",
        "ui/src/proof/proof.ts": "the name of a shuffle",
        "ui/src/server/types.ts": "the name of a shuffle",
        "ui/src/seat/Controls.tsx": "the name of a button",
        "ui/src/seat/play.ts": "what a button does",
    },
    "place_wagers": {"ui/src/proof/receipts.ts": "which receipts are for wagers"},
    "shuffle": {"ui/src/table/sounds.ts": "a sound"},
    "reveal": {
        "src/houserules/scenarios/troubles.py": "when something went wrong",
        "ui/src/table/performance.ts": "a scene",
        "ui/src/table/sounds.ts": "a scene",
        "src/houserules/scenarios/reading.py": "when something went wrong",
        "src/houserules/scenarios/playing.py": "when something went wrong",
        "src/houserules/play/state.py": "a phase",
        "ui/src/words/words.ts": "a phase",
    },
    "act": {
        "src/houserules/app/people/requests.py": "what a second administrator approves",
        "ui/src/people/Requests.tsx": "what a second administrator approves",
    },
    "settle": {
        "src/houserules/cli/main.py": "a command of the command line",
        "ui/src/table/performance.ts": "a scene",
        "ui/src/table/sounds.ts": "a scene",
    },
    "no_more_bets": {
        "src/houserules/play/refusals.py": "a code of refusal",
        "ui/src/words/refusals.ts": "a code of refusal",
    },
    "report": {"ui/src/floor/TableReport.tsx": "what the floor is shown of a table"},
}
"""Files in which the word is not the verb."""


def words_of_python(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def words_of_client(path: Path) -> set[str]:
    """What stands in quotes or names a property; comments do not count."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {*re.findall(r"[\"'`](\w+)[\"'`]", text), *re.findall(r"^\s*(\w+): ", text, re.MULTILINE)}


@pytest.fixture(scope="module")
def spelled() -> dict[str, set[str]]:
    words = [(path, words_of_python(path)) for path in PYTHON] + [(path, words_of_client(path)) for path in CLIENT]
    return {name: {str(path.relative_to(ROOT)) for path, found in words if name in found} for name in VERBS}


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_is_spelled_in_four_files_at_most(spelled: dict[str, set[str]], name: str) -> None:
    other = set(OTHER_MEANINGS.get(name, {}))
    assert len(spelled[name] - other) <= MOST, sorted(spelled[name] - other)
    assert "src/houserules/app/table/verbs.py" in spelled[name]


def identifiers(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.ClassDef):
            yield node.name


@pytest.mark.parametrize("name", ["order_recut", "order_shuffle", "go_idle"])
def test_a_step_that_people_alone_take_touches_four_files(spelled: dict[str, set[str]], name: str) -> None:
    """By any spelling: the word of the law, the command, the function that decides it, the table of verbs. What is
    done to the cards of a round a scenario can say too."""
    command = REQUESTS[name].__name__
    named = {str(path.relative_to(ROOT)) for path in PYTHON if command in identifiers(path)}
    assert (spelled[name] | named) - {"src/houserules/scenarios/steps.py"} == {
        "src/houserules/app/table/verbs.py",
        "src/houserules/law/steps.py",
        "src/houserules/play/commands.py",
        "src/houserules/play/table_life.py",
    }


@pytest.mark.parametrize("name", ["fill_tray", "credit_tray", "change_settings", "put_away_alarm"])
def test_a_verb_of_the_house_touches_its_table_and_its_handler(spelled: dict[str, set[str]], name: str) -> None:
    """Besides the view that has a form for it, and, for the tray, the setting by which a table fills its own."""
    inside = {path for path in spelled[name] if path.startswith("src/")}
    assert inside - {"src/houserules/app/table/state.py"} == {
        "src/houserules/app/table/verbs.py",
        "src/houserules/app/table/staff_handlers.py",
    }


def test_the_client_has_no_dictionary_of_verbs() -> None:
    """No object of the client has verbs or irregularities as its keys, and no file lists many of them."""
    for path in CLIENT:
        text = path.read_text(encoding="utf-8")
        keys = {name for name in VERBS if "_" in name and re.search(rf"^\s*{name}: [\"'`]", text, re.MULTILINE)}
        assert not keys, (path.name, keys)
        assert len(words_of_client(path) & {name for name in VERBS if "_" in name}) <= 3, path.name
