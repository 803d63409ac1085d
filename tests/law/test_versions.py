"""Versions of a law: which one is in force when, and a digest that is another when anything is decided otherwise."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.installed import VARIABLE
from houserules.law import LawNotInstalled, LawPin, MalformedData, UnknownRulebook, read_toml, rulebook_ids
from houserules.law.digest import law_digest
from houserules.law.words import SUBMISSION_KEYS, WAGER_KEYS
from tests.support.rulebooks import install, load_changed, write_version

PAYS_LESS = ("paytables", 'pays = "300 to 1", clause = "12.B(1)(a)"', 'pays = "250 to 1", clause = "12.B(1)(a)"')
NAMES = ("version", "in_force", "jurisdiction", "title", "document", "shown")
"""What names and shows the document, and decides nothing."""
TEXTS = ("title", "clauses", "question", "reason", "worth")
"""What explains a reading, and decides nothing."""
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def data_of(identity: str) -> dict[str, dict[str, Any]]:
    return {file: read_toml(law.file_text(identity, file), file) for file in ("rulebook", "paytables", "readings")}


def digest(data: dict[str, dict[str, Any]]) -> str:
    return law_digest(data["rulebook"], data["paytables"], data["readings"])


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value that is no table or list."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def changed(data: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The same data with another value at this path."""
    copy = deepcopy(data)
    place = copy
    for key in path[:-1]:
        place = place[key]
    value = place[path[-1]]
    match value:
        case bool():
            place[path[-1]] = not value
        case int():
            place[path[-1]] = value + 1
        case date():
            place[path[-1]] = value + DAY
        case _:
            place[path[-1]] = f"{value}x"
    return copy


@pytest.mark.parametrize("identity", rulebook_ids())
def test_the_digest_is_that_of_the_files(identity: str) -> None:
    assert law.rulebook(identity).digest == digest(data_of(identity))
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", law.rulebook(identity).digest)


@pytest.mark.parametrize("file", ["rulebook", "paytables", "readings"])
@pytest.mark.parametrize("identity", rulebook_ids())
def test_whatever_decides_is_in_the_digest_and_nothing_else(identity: str, file: str) -> None:
    data = data_of(identity)
    before = digest(data)
    seen = {before}
    decide = nothing = 0
    for path in leaves(data[file]):
        after = digest(data | {file: changed(data[file], path)})
        free = says_nothing(file, path)
        assert (after == before) is free, path
        nothing += free
        if not free:
            assert after not in seen, path
            seen.add(after)
            decide += 1
    assert decide > 100
    assert nothing >= {"rulebook": 5, "paytables": 0, "readings": 300}[file]


def says_nothing(file: str, path: tuple[Any, ...]) -> bool:
    """Names of the document, and texts of readings; a choice is called by its key, and what it means is a text."""
    if file == "rulebook":
        return path[0] in NAMES
    return file == "readings" and (path == ("rulebook",) or path[2] in (*TEXTS, "choices"))


def test_names_of_choices_are_in_the_digest() -> None:
    data = data_of("MD-HCF")
    readings = deepcopy(data["readings"])
    choices = readings["reading"][0]["choices"]
    choices["otherwise"] = choices.pop("chapter_1_only")
    assert digest(data | {"readings": readings}) != digest(data)


@pytest.mark.parametrize("file", ["rulebook", "paytables", "readings"])
def test_comments_and_blanks_are_not_in_the_digest(file: str) -> None:
    text = law.file_text("MD-HCF", file)
    spaced = "# another remark\n\n" + re.sub(r"(?m)^(\w+) *= *", r"\1   =   ", text)
    assert load_changed("MD-HCF", **{file: spaced}).digest == law.rulebook("MD-HCF").digest


def test_the_order_of_pay_lines_is_in_the_digest() -> None:
    text = law.file_text("MD-HCF", "paytables")
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("seven_card_flush"))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    assert load_changed("MD-HCF", paytables="".join(lines)).digest != law.rulebook("MD-HCF").digest


def test_the_list_of_clauses_is_not_in_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gist = "The terms listed next are used in the senses given there."
    folder = write_version(
        tmp_path / "law", "MD-HCF", "1.0.1", date(2027, 1, 1), [("clauses", gist, "Terms have senses.")]
    )
    install(monkeypatch, folder)
    assert law.rulebook("MD-HCF@1.0.1").digest == law.rulebook("MD-HCF@1.0").digest


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three versions beside each other, found in another order than they came into force."""
    ends = ("rulebook", "most_seats                 = { is = 6", "most_seats                 = { is = 5")
    newest = write_version(tmp_path / "a", "MD-HCF", "1.2", date(2027, 2, 1), [PAYS_LESS, ends])
    newer = write_version(tmp_path / "b", "MD-HCF", "1.1", date(2026, 12, 1), [PAYS_LESS])
    install(monkeypatch, newest, newer)


@pytest.mark.parametrize(
    ("day", "version"),
    [
        (date(1999, 1, 1), "1.0"),
        (date(2026, 9, 30), "1.0"),
        (date(2026, 10, 1), "1.0"),
        (date(2026, 11, 30), "1.0"),
        (date(2026, 12, 1), "1.1"),
        (date(2026, 12, 2), "1.1"),
        (date(2027, 1, 31), "1.1"),
        (date(2027, 2, 1), "1.2"),
        (date(2099, 1, 1), "1.2"),
        (None, "1.2"),
    ],
)
@pytest.mark.usefixtures("three")
def test_the_version_of_a_day(day: date | None, version: str) -> None:
    assert law.rulebook("MD-HCF", on=day).version == version
    assert law.rulebook("MD-CTF", on=day).version == "1"


@pytest.mark.parametrize(("version", "seats", "pays"), [("1.0", 6, 300), ("1.1", 6, 250), ("1.2", 5, 250)])
@pytest.mark.parametrize("day", [None, date(2000, 1, 1), date(2099, 1, 1)])
@pytest.mark.usefixtures("three")
def test_a_version_by_its_name(version: str, seats: int, pays: int, day: date | None) -> None:
    book = law.rulebook(f"MD-HCF@{version}", on=day)
    assert (book.version, book.table.most_seats.value) == (version, seats)
    line = book.paytables["flush_bonus"]["A"].line("seven_card_flush")
    assert line is not None
    assert str(line.pay) == f"{pays} to 1"
    assert law.law(book.pin) is book


@pytest.mark.usefixtures("three")
def test_versions_are_listed_and_have_three_digests() -> None:
    assert law.rulebook_ids() == ("MD-HCF", "MD-CTF", "MA-HCF")
    mine = [each for each in law.editions() if each.id == "MD-HCF"]
    assert [(each.version, each.in_force.isoformat()) for each in mine] == [
        ("1.0", "2026-10-01"), ("1.2", "2027-02-01"), ("1.1", "2026-12-01"),
    ]  # fmt: skip
    assert len({each.book.digest for each in mine}) == 3


@pytest.mark.parametrize("asked", ["MD-HCF@2", "MD-HCF@", "MD-HCF@1.0@1.0", "XX-HCF@1.0"])
@pytest.mark.usefixtures("three")
def test_a_version_that_is_not_there(asked: str) -> None:
    known = "MD-HCF@1.0, MD-HCF@1.2, MD-HCF@1.1" if asked.startswith("MD-HCF") else "MD-HCF, MD-CTF, MA-HCF"
    with pytest.raises(UnknownRulebook, match=re.escape(f"there is no rulebook {asked!r}; there are {known}")):
        law.rulebook(asked)


def test_a_law_is_known_by_its_digest_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = law.rulebook("MD-HCF")
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "renamed", date(2027, 1, 1)))
    assert law.law(LawPin("MD-HCF", "renamed", old.digest)).version == "renamed"
    assert law.law(LawPin("MD-HCF", "1.0", old.digest)).version == "1.0"
    assert law.law(LawPin("MD-HCF", "forgotten", old.digest)).version == "1.0"


@pytest.mark.parametrize(
    ("pin", "installed"),
    [
        (LawPin("MD-HCF", "1.0", "sha256:00"), "installed: version 1.0 (sha256:"),
        (LawPin("NJ-HCF", "7", "sha256:00"), "installed: no version of it"),
    ],
)
def test_a_law_that_is_not_installed_is_named(pin: LawPin, installed: str) -> None:
    with pytest.raises(LawNotInstalled) as refusal:
        law.law(pin)
    told = str(refusal.value)
    assert f"{pin.rulebook} version {pin.version} (sha256:00), which is not installed; {installed}" in told


def test_one_version_stands_in_one_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [write_version(tmp_path / name, "MD-HCF", "1.1", date(2027, 1, 1)) for name in ("a", "b")]
    install(monkeypatch, *folders)
    with pytest.raises(MalformedData, match=r"/b/rulebook\.toml: MD-HCF version 1\.1 stands in .*/a already"):
        law.rulebook_ids()


def test_what_is_installed_depends_on_the_setting_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_version(tmp_path / "law", "MD-HCF", "1.1", date(2026, 10, 2), [PAYS_LESS])
    assert law.rulebook("MD-HCF").version == "1.0"
    install(monkeypatch, folder)
    assert law.rulebook("MD-HCF").version == "1.1"
    monkeypatch.setenv(VARIABLE, os.pathsep)
    assert law.rulebook("MD-HCF").version == "1.0"


def test_an_outside_rulebook_is_held_against_its_clauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = ("rulebook", 'clause = "2.A"', 'clause = "2.Z"')
    install(monkeypatch, write_version(tmp_path / "law", "MD-HCF", "1.1", date(2027, 1, 1), [change]))
    with pytest.raises(MalformedData, match=r"line 16: table\.most_seats\.clause: '2\.Z' is not in the list"):
        law.rulebook("MD-HCF")
    assert law.rulebook("MD-HCF@1.0").id == "MD-HCF"


def test_the_keys_of_a_submission_are_those_that_are_read() -> None:
    """``field`` of a reading is one of these, so the list must be whole."""
    table = {"seats", "adjacent_boxes", "dealing", "shuffler", "decks", "minimum", "maximum", "order", "deck_backs"}
    beside = {"operator", "approved_on", "payout_limit.per_hand", "payout_limit.per_round", "signs.odds"}
    assert set(SUBMISSION_KEYS) == {f"table.{key}" for key in (*table, "alternation")} | beside
    wager = dict.fromkeys((*WAGER_KEYS, "envy", "moon"), 1.5)
    with pytest.raises(MalformedData) as refusal:
        law.read_filing({"rulebook": "MD-HCF", "wagers": {"progressive": wager}}, "test")
    read = {re.match(r"test: wagers\.progressive\.(\w+)", problem)[1] for problem in refusal.value.problems}  # type: ignore[index]
    assert read == {*WAGER_KEYS, "envy"}
