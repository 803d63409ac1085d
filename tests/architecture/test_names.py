"""No name of a game, a place or a wager stands in code outside rulebooks and game modules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import houserules
from houserules.law import rulebook, rulebook_ids, submissions
from houserules.law.words import PROGRESSIVE, Felt
from tests.architecture.names_in_code import (
    Names,
    names_in_css,
    names_in_python,
    names_in_tree,
    names_in_typescript,
    names_of,
)

PACKAGE = Path(houserules.__file__).parent
CLIENT = Path(__file__).parents[2] / "ui" / "src"
GAMES = ("rulebooks", "play/games", "lab/games")
BUILT = "web/static"
A_PART_OF_THE_LAW = PROGRESSIVE
"""The wager that feeds a meter is called so in every rulebook: a word of the law, and the name of its section."""


@cache
def names() -> Names:
    rooms = (path.name for path in PACKAGE.iterdir() if path.is_dir())
    return names_of((rulebook(identity) for identity in rulebook_ids()), submissions(), rooms)


def test_no_name_stands_in_the_package() -> None:
    found = names_in_tree(PACKAGE, names(), (*GAMES, BUILT))
    assert [each for each in found if not each.endswith(f"'{A_PART_OF_THE_LAW}' (text)") or "law/" not in each] == []


def test_no_name_stands_in_the_client() -> None:
    assert names_in_tree(CLIENT, names()) == []


def test_the_client_has_a_felt_of_every_colour() -> None:
    tokens = (CLIENT / "styles" / "tokens.css").read_text(encoding="utf-8")
    assert [felt for felt in Felt if f".felt-{felt} {{" not in tokens] == []


PYTHON = {
    'wager == "ante"': "'ante' (text)",
    'wager == "raise"': "'raise' (text)",
    '{"progressive": 1}': "'progressive' (text)",
    'f"{name} MD-HCF"': "'MD-HCF' (text)",
    'book.startswith("MD-")': "'MD' (text)",
    'book.endswith("-CTF")': "'CTF' (text)",
    'open("md-high-card-flush")': "'md-high-card-flush' (text)",
    'say("the house edge, per ante")': "'ante' (text)",
    'say("in antes")': "'antes' (text)",
    'say("the Envy Bonus of others")': "'Envy Bonus' (text)",
    'place = "Massachusetts"': "'Massachusetts' (text)",
    'game = "chase_the_flush"': "'chase_the_flush' (text)",
    'title = "High Card Flush"': "'High Card Flush' (text)",
    'key = "wagers.flush_bonus.paytable"': "'flush_bonus' (text)",
    "smallest_ante = 1": "'smallest_ante' (identifier)",
    "rules.ante_below": "'ante_below' (identifier)",
    "def xtra_odds(): ...": "'xtra_odds' (identifier)",
    "call(same_suit=1)": "'same_suit' (identifier)",
    "import houserules.lab.high_card_flush": "'high_card_flush' (identifier)",
    "class AllInRule: ...": "'AllInRule' (identifier)",
    "lambda envy: 1": "'envy' (identifier)",
}
CLEAN_PYTHON = (
    '"""The Ante of Maryland."""',
    'class Rule:\n    kind = 1\n    """The ante."""',
    "x = 1  # raise the ante",
    "raise ValueError",
    "submission.progressive",
    'say("the flush decides")',
    'kind = "straight_flush"',
    'say("a progressive meter")',
    'antes_room = "anteroom"',
    "import keyword",
)
TYPESCRIPT = {
    'if (wager === "ante") {}': "'ante' (text)",
    "if (wager === 'progressive') {}": "'progressive' (text)",
    "const at = `wagers.flush_bonus.${key}`;": "'flush_bonus' (text)",
    'const at = `${a ? "all_in" : b} more`;': "'all_in' (text)",
    "const smallestAnte = 1;": "'smallestAnte' (identifier)",
    "const odds = { xtra_bonus: 1 };": "'xtra_bonus' (identifier)",
    "rules.same_suit": "'same_suit' (identifier)",
    "x = <dt>Ante</dt>;": "'Ante' (identifier)",
    "x = <p>worth {y} antes</p>;": "'antes' (text of a page)",
    "x = <dt>Progressive</dt>;": "'Progressive' (text of a page)",
    "x = <p>Play High Card\n  Flush here</p>;": "'High Card Flush' (text of a page)",
    "x = <p>The dealer's Same Suit {y}</p>;": "'Same Suit' (text of a page)",
    'x = <p title="Maryland">{y}</p>;': "'Maryland' (text)",
    'book.endsWith("-HCF")': "'HCF' (text)",
    'place === "MA" ? "wine" : "green"': "'MA' (text)",
    "const found = /^raise$|envy/.exec(x);": "'envy' (text)",
    "const quoted = /[\"']/.test(x) ? community_pay : 1;": "'community_pay' (identifier)",
}
CLEAN_TYPESCRIPT = (
    '// "ante"\nconst x = 1;',
    "/** The Ante of Maryland. */\nconst x = 1;",
    'const x = { progressive: "Progressive wagers" };',
    "const { progressive } = offered;",
    'const x = "https://example.org/raise"; // ante',
    "x = <p>The dealer's console</p>;",
    'const x = a / b; const y = "c / d";',
)


@pytest.mark.parametrize("code", PYTHON)
def test_a_name_in_python_is_found(code: str) -> None:
    assert [f"{each.name!r} ({each.kind})" for each in names_in_python(code, names())] == [PYTHON[code]]


@pytest.mark.parametrize("code", CLEAN_PYTHON)
def test_what_is_no_name_in_python_is_left_alone(code: str) -> None:
    assert list(names_in_python(code, names())) == []


@pytest.mark.parametrize("code", TYPESCRIPT)
def test_a_name_in_typescript_is_found(code: str) -> None:
    assert [f"{each.name!r} ({each.kind})" for each in names_in_typescript(code, names())] == [TYPESCRIPT[code]]


@pytest.mark.parametrize("code", CLEAN_TYPESCRIPT)
def test_what_is_no_name_in_typescript_is_left_alone(code: str) -> None:
    assert list(names_in_typescript(code, names())) == []


def test_a_name_in_a_style_is_found() -> None:
    found = list(names_in_css("/* ante */\n.spot-same_suit {\n}\n.felt-green {}", names()))
    assert [(each.line, each.name) for each in found] == [(2, "spot-same_suit")]


def test_a_planted_name_is_found_with_its_file_and_line(tmp_path: Path) -> None:
    files = {
        "app/offers.py": 'x = 1\ny = {\n    "a": "flush_bonus",\n}\n',
        "play/games/any_game.py": 'WAGER = "ante"\n',
        "views/Lobby.tsx": "// Ante\nexport const x = (\n  <h1>\n    Chase the Flush\n  </h1>\n);\n",
        "views/table/play.ts": 'const a = `\n${b}`;\nconst c = "all_in";\n',
        "model/bets.test.ts": 'const a = "ante";\n',
        "model/games.fixture.ts": 'const a = "ante";\n',
        "styles/spots.css": ".a {}\n.spot-xtra {}\n",
        "notes.txt": "ante",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert names_in_tree(tmp_path, names(), ("play/games",)) == [
        "app/offers.py:3: 'flush_bonus' (text)",
        "styles/spots.css:2: 'spot-xtra' (class)",
        "views/Lobby.tsx:4: 'Chase the Flush' (text of a page)",
        "views/table/play.ts:3: 'all_in' (text)",
    ]


def test_names_come_from_the_rulebooks() -> None:
    """Whatever is titled in a rulebook is looked for, and an ambiguous word only where it stands alone."""
    book = rulebook("MD-HCF")
    assert {name.casefold() for name in book.shown.wagers} <= names().alone
    assert ("ante",) in names().identifiers
    assert ("raise",) not in names().identifiers
    assert ("progressive",) not in names().identifiers
    assert ("flush",) not in names().identifiers
