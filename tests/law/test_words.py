"""Every word and number of every rulebook, misspelt: it does not load, and a fault says where and what would do.

The files are taken as text. Most words are misspelt many at a time, one on each line: the loader says every fault at
once, so it must find each of them on its own line and name the word that was there before. Words that others hang on
(heads, headers, names by which files refer to each other) are misspelt one at a time, and so is a sample of all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from houserules import law
from houserules.law import MalformedData, loading, rulebook_ids
from houserules.law.loading import problems_of_folder
from houserules.law.words import Switch
from tests.support.parts import part_of
from tests.support.rulebooks import load_changed, parsed_once

BOOLEANS = ("true", "false")
FILES = ("rulebook", "paytables", "readings")


@pytest.fixture(autouse=True)
def _files_that_stay_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "read_toml", parsed_once)


class Word(NamedTuple):
    """A word where it stands."""

    line: int
    start: int
    end: int
    text: str
    table: tuple[str, ...]
    """The names in the header above it."""
    key: tuple[str, ...]
    """The keys beside it on its line, the nearest last."""
    is_key: bool
    entry: int
    """The line on which its key stands: a list may go on for several."""

    def misspelt(self, text: str, wrong: str | None = None) -> str:
        lines = text.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + (wrong or misspelling(self.text)) + line[self.end :]
        return "".join(lines)


def misspelling(word: str) -> str:
    """A slip of the pen: two letters swapped, or one too many."""
    swapped = word[0] + word[2] + word[1] + word[3:] if len(word) > 3 and word[1] != word[2] else word
    return swapped if swapped != word and swapped[1:2].isalpha() else word + "s"


_HEADER = re.compile(r"^\[\[?([\w.]+)\]\]?")
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PART = re.compile(
    r'"(?P<text>[^"]*)"|(?P<bare>[A-Za-z_]\w*)(?P<key>\s*=)?|(?P<number>\d+)|(?P<comment>#.*)|(?P<mark>[{}])'
)


def words(text: str) -> Iterator[Word]:
    """Every key and every text of a file, but for long texts and dates."""
    table: tuple[str, ...] = ()
    entry = 0
    keys: list[str] = []
    long_text = False
    for number, line in enumerate(text.splitlines(), start=1):
        if long_text or line.startswith("#") or not line.strip():
            long_text ^= '"""' in line
            continue
        if header := _HEADER.match(line):
            table = tuple(header[1].split("."))
            for part in _BARE.finditer(header[1]):
                where = header.start(1) + part.start()
                yield Word(number, where, where + len(part[0]), part[0], table, (), True, number)
            continue
        if '"""' in line:
            long_text = line.count('"""') == 1
            name = _BARE.match(line)
            assert name is not None, line
            yield Word(number, name.start(), name.end(), name[0], table, (), True, number)
            continue
        entry = number if re.match(r"[\w\"]", line) and "=" in line else entry
        yield from _on_line(number, line, table, keys, entry)


def _on_line(number: int, line: str, table: tuple[str, ...], keys: list[str], entry: int) -> Iterator[Word]:
    """``keys`` are those of the line before, where a list goes on here."""
    depth = 0
    for part in _PART.finditer(line):
        if part["comment"] is not None:
            return
        if part["mark"] is not None:
            depth += 1 if part["mark"] == "{" else -1
            del keys[depth + 1 :]
        elif part["key"] is not None or (part["text"] is not None and re.match(r"\s*=", line[part.end() :])):
            group = "bare" if part["key"] is not None else "text"
            keys[depth:] = [part[group]]
            yield Word(number, part.start(group), part.end(group), part[group], table, tuple(keys[:-1]), True, entry)
        elif part["text"] is not None:
            yield Word(number, part.start("text"), part.end("text"), part["text"], table, tuple(keys), False, entry)
        elif part["bare"] in BOOLEANS:
            yield Word(number, part.start("bare"), part.end("bare"), part["bare"], table, tuple(keys), False, entry)


def may_be_anything(identity: str, file: str, word: Word) -> str | None:
    """Why another word would do as well; None where it would not."""
    last = word.key[-1] if word.key else ""
    if not word.is_key and last in ("clause", "clauses"):
        return "the number of a clause is the document's; it is held against the list of clauses below"
    if not word.is_key and last in (
        "title",
        "short",
        "goal",
        "question",
        "reason",
        "document",
        "jurisdiction",
        "version",
    ):
        return "a text for people, or the document's own name of itself"
    if not word.is_key and word.table[:2] == ("shown", "lines"):
        return "a text for people"
    if file == "rulebook" and last == "id":
        return "the id is the rulebook's own; the other files must have the same, as is asked below"
    if file == "paytables" and word.is_key and not word.key and word.text in _letters(identity):
        return "the letter of a table is the document's, and the operator chooses it"
    if file == "readings" and word.is_key and word.text == "reading" == word.table[0]:
        return "where a reading begins; without it two readings run into one, which is asked below"
    if file == "readings" and not word.is_key and word.table == ("reading", "choices"):
        return "what a choice means is a text for people"
    if file == "readings" and (last in ("id", "default") or (word.is_key and word.table == ("reading", "choices"))):
        return (
            "the name and the choices of a reading are the register's own, but for those below on which play depends"
        )
    return None


def _letters(identity: str) -> set[str]:
    return {letter for tables in law.rulebook(identity).paytables.values() for letter in tables}


def problems(identity: str, file: str, text: str) -> list[str]:
    try:
        load_changed(identity, **{file: text})
    except MalformedData as error:
        return list(error.problems)
    return []


FIGURE = re.compile(r"\$?[0-9]|[0-9.]+%|AKQJ")


def unfound(file: str, misspelt: list[Word], found: list[str]) -> list[str]:
    """The misspelt words that no fault names on their line, together with what would do."""
    missing = []
    for word in misspelt:
        there = [problem for problem in found if f"/{file}.toml: line {word.entry}: " in problem]
        named = word.text if not FIGURE.match(word.text) else misspelling(word.text)
        if not any(word.text in BOOLEANS or named in problem.partition(": line ")[2] for problem in there):
            missing.append(f"line {word.line}: {word.text} -> {misspelling(word.text)}: {there or 'not found'}")
    return missing


def closed(identity: str, file: str) -> list[Word]:
    text = law.file_text(identity, file)
    return [word for word in words(text) if may_be_anything(identity, file, word) is None]


def is_apart(identity: str, file: str, word: Word) -> bool:
    """Whether a misspelling of this word hides others, or shows only where all others are right."""
    if not word.table or word.text in BOOLEANS:
        return True  # The head of a file; what is not TOML any more.
    if word.is_key and word.text in word.table:
        return word.text != "choices"  # A header; that of choices is one of many.
    refers = word.text in _letters(identity) or (word.key[-1:] == ("field",) and not word.is_key)
    return refers or (file == "paytables" and "under" in word.key)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("identity", rulebook_ids())
def test_every_word_misspelt_is_found_where_it_stands(identity: str, file: str) -> None:
    text = law.file_text(identity, file)
    by_line: dict[int, list[Word]] = {}
    for word in closed(identity, file):
        if not is_apart(identity, file, word):
            by_line.setdefault(word.line, []).append(word)
    asked = 0
    for place in range(max(map(len, by_line.values()))):
        misspelt = [each[place] for each in by_line.values() if len(each) > place]
        changed = text
        for word in misspelt:
            changed = word.misspelt(changed)
        assert unfound(file, misspelt, problems(identity, file, changed)) == []
        asked += len(misspelt)
    assert asked > 300


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("identity", rulebook_ids())
def test_every_word_that_others_hang_on_is_found_where_it_stands(identity: str, file: str) -> None:
    text = law.file_text(identity, file)
    apart = [word for word in closed(identity, file) if is_apart(identity, file, word)]
    missing, asked = [], part_of(apart, 3)
    for word in asked:
        found = problems(identity, file, word.misspelt(text))
        missing += unfound(file, [word], found)
    assert missing == []
    assert len(asked) > 1


@pytest.mark.parametrize("identity", rulebook_ids())
def test_one_misspelt_word_is_enough(identity: str) -> None:
    """A sample, one at a time, so that no fault is found only because of another one."""
    drawn = random.Random(14)
    for file in FILES:
        text = law.file_text(identity, file)
        for word in drawn.sample(closed(identity, file), 12):
            assert unfound(file, [word], problems(identity, file, word.misspelt(text))) == []


@pytest.mark.parametrize("identity", rulebook_ids())
def test_readings_do_not_run_into_each_other(identity: str) -> None:
    text = law.file_text(identity, "readings")
    begins = [word for word in words(text) if word.text == "reading" and word.is_key]
    for word in (*begins[:4], *begins[-2:]):
        found = problems(identity, "readings", word.misspelt(text))
        assert any(re.search(r"/readings\.toml: line \d+: ", problem) for problem in found)


@pytest.mark.parametrize("identity", rulebook_ids())
def test_all_files_are_of_one_rulebook(identity: str) -> None:
    changed = law.file_text(identity, "rulebook").replace(f'"{identity}"', '"XX-YYY"', 1)
    found = problems_of_folder(lambda file: changed if file == "rulebook" else law.file_text(identity, file), "it")
    for file in ("readings", "clauses"):
        line = next(number for number, each in enumerate(_lines(identity, file), 1) if each.startswith("rulebook"))
        told = f"it/{file}.toml: line {line}: rulebook: '{identity}' is not 'XX-YYY', the id in rulebook.toml"
        assert told in found


def _lines(identity: str, file: str) -> list[str]:
    return law.file_text(identity, file).splitlines()


def _of_readings(identity: str, switches: bool) -> Iterator[tuple[Word, str]]:
    """The name, the default and the choices of each reading that is a switch, or is none, and the reading's name."""
    found = iter(law.rulebook(identity).readings)
    reading = None
    for word in words(law.file_text(identity, "readings")):
        if word.table == ("reading",) and word.key == ("id",):
            reading = next(found)
        if reading is None or reading.switch is not switches:
            continue
        if word.key in (("id",), ("default",)) and not word.is_key:
            yield word, reading.id
        if word.table == ("reading", "choices") and word.is_key and word.text in reading.choices:
            yield word, reading.id


@pytest.mark.parametrize("identity", rulebook_ids())
def test_the_switches_of_the_register_and_their_choices_are_closed(identity: str) -> None:
    """A switch that is misspelt would do nothing, and nobody would be told."""
    text = law.file_text(identity, "readings")
    asked = list(_of_readings(identity, switches=True))
    assert len(asked) >= 8
    defaults = {reading.id: reading.default for reading in law.rulebook(identity).readings}
    for word, name in asked:
        found = problems(identity, "readings", word.misspelt(text))
        if name not in tuple(Switch) and word.is_key and word.text == defaults[name]:
            # A switch between figures of a pay table calls its default as it likes, and the default must be there.
            assert f"{word.text!r} is not a word that is known here" in found[0]
        else:
            assert unfound("readings", [word], found) == [], found


@pytest.mark.parametrize("identity", rulebook_ids())
def test_the_default_of_every_reading_is_one_of_its_choices(identity: str) -> None:
    text = law.file_text(identity, "readings")
    by_id = {reading.id: reading for reading in law.rulebook(identity).readings}
    misspelt = [word for word, _ in _of_readings(identity, switches=False) if word.key == ("default",)]
    changed = text
    for word in misspelt:
        changed = word.misspelt(changed)
    assert unfound("readings", misspelt, problems(identity, "readings", changed)) == []
    choices = [(word, name) for word, name in _of_readings(identity, switches=False) if word.is_key]
    taken = [(word, name) for word, name in choices if word.text == by_id[name].default]
    changed = text
    for word, _ in taken:
        changed = word.misspelt(changed)
    found = problems(identity, "readings", changed)
    for word, name in taken:
        assert any(f"{word.text!r} is not a word that is known here" in problem for problem in found), name
    assert len(taken) == len(by_id) - sum(reading.switch for reading in by_id.values())


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("identity", rulebook_ids())
def test_a_clause_number_that_the_document_does_not_have_is_found(identity: str, file: str) -> None:
    text = law.file_text(identity, file)
    by_line: dict[int, list[Word]] = {}
    for word in words(text):
        if word.key[-1:] in (("clause",), ("clauses",)) and not word.is_key:
            by_line.setdefault(word.line, []).append(word)
    asked = 0
    for place in range(max(map(len, by_line.values()))):
        misspelt = [each[place] for each in by_line.values() if len(each) > place]
        changed = text
        for word in misspelt:
            changed = word.misspelt(changed, word.text + "(99)")
        wrong = dict.fromkeys(FILES, "") | {file: changed}
        found = problems_of_folder(lambda name, wrong=wrong: wrong.get(name) or law.file_text(identity, name), "it")  # type: ignore[misc]
        for word in misspelt:
            told = [each for each in found if each.startswith(f"it/{file}.toml: line {word.entry}: ")]
            assert any(f"{word.text + '(99)'!r} is not in the list of clauses" in each for each in told), word
        asked += len(misspelt)
    assert asked > 60


COUNT = re.compile(r"(?<![\w.$\"(-])\d+(?![\w.)\"-])")
MAY_BE_NONE = ("cover_cards", "most_face_up_cards")
MAY_BE_MANY = ("rounds_between_stub_counts", "deck_hours", "largest", "stages", "smallest")
"""Rounds, hours and multiples of a wager have no most; a smallest above the largest is told of the largest."""


def counts(text: str) -> Iterator[tuple[int, int, int, str]]:
    """(line, start, end, the key and the header above) of every whole number that is a value."""
    header = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _HEADER.match(line):
            header = found[1]
        elif (value := re.match(r"^(\w+) *= *\{ is = (\[?\d[^\]\"}]*\]?),", line)) is not None:
            for part in COUNT.finditer(value[2]):
                start = value.start(2) + part.start()
                yield number, start, start + len(part[0]), f"{header}.{value[1]}"


@pytest.mark.parametrize("wrong", ["-1", "0", "53"])
@pytest.mark.parametrize("identity", rulebook_ids())
def test_a_number_that_cannot_be_does_not_load(identity: str, wrong: str) -> None:
    text = law.file_text(identity, "rulebook")
    asked = 0
    for line, start, end, where in counts(text):
        lawful = MAY_BE_NONE if wrong == "0" else MAY_BE_MANY if wrong == "53" else ()
        if any(name in where for name in lawful):
            continue
        lines = text.splitlines(keepends=True)
        lines[line - 1] = lines[line - 1][:start] + wrong + lines[line - 1][end:]
        found = problems(identity, "rulebook", "".join(lines))
        assert any(f"/rulebook.toml: line {line}: " in problem for problem in found), (where, found)
        asked += 1
    assert asked >= 15


@pytest.mark.parametrize(
    ("figure", "wrong"),
    [
        (r'"\d+ to 1"', ['"0 to 1"', '"-1 to 1"', '"1 to 0"', '"1.5 to 1"', '"1 for 1"', '"1"', "1"]),
        (r'"\$\d+"', ['"$0"', '"$-1"', '"$1,000"', '"$1000000000001"', '"$"', "250"]),
        (r'"\d+%"', ['"0%"', '"101%"', '"-1%"', '"%"', '"1.0000001%"', "10"]),
    ],
)
@pytest.mark.parametrize("identity", rulebook_ids())
def test_a_pay_that_cannot_be_does_not_load(identity: str, figure: str, wrong: list[str]) -> None:
    """Every pay line gets each of the wrong figures in turn, all lines at a time."""
    text = law.file_text(identity, "paytables")
    line_of = re.compile(rf"pays = {figure}")
    for each in wrong:
        found = problems(identity, "paytables", line_of.sub(f"pays = {each}", text))
        lines = [number for number, line in enumerate(text.splitlines(), start=1) if line_of.search(line)]
        assert len(lines) >= 4
        for number in lines:
            assert any(f"/paytables.toml: line {number}: " in problem for problem in found), (each, number)


@pytest.mark.parametrize("wrong", ["0", "-1", "1,000", "50000.0000001", "1e4", "", "fifty"])
@pytest.mark.parametrize("identity", rulebook_ids())
def test_an_amount_that_cannot_be_does_not_load(identity: str, wrong: str) -> None:
    text = law.file_text(identity, "rulebook")
    amounts = [number for number, line in enumerate(text.splitlines(), start=1) if re.search(r'is = "\d\d+"', line)]
    assert amounts
    found = problems(identity, "rulebook", re.sub(r'is = "\d\d+"', f'is = "{wrong}"', text))
    for number in amounts:
        assert any(f"/rulebook.toml: line {number}: " in problem for problem in found), number


@pytest.mark.parametrize("wrong", ["0%", "100.5%", "24", "-1%"])
def test_a_rate_that_cannot_be_does_not_load(wrong: str) -> None:
    text = law.file_text("MA-HCF", "rulebook")
    rates = [number for number, line in enumerate(text.splitlines(), start=1) if re.search(r'is = "\d+%"', line)]
    assert len(rates) == 8
    found = problems("MA-HCF", "rulebook", re.sub(r'is = "\d+%"', f'is = "{wrong}"', text))
    for number in rates:
        assert any(f"/rulebook.toml: line {number}: " in problem for problem in found), number


def test_a_losing_hand_is_not_paid_by_a_slip_of_the_pen() -> None:
    text = law.file_text("MD-HCF", "rulebook").replace('lower   = { is = "lose"', 'lower   = { is = "loses"', 1)
    line = next(number for number, each in enumerate(text.splitlines(), start=1) if "loses" in each)
    assert problems("MD-HCF", "rulebook", text) == [
        f"MD-HCF/rulebook.toml: line {line}: settlement.lower: 'loses' is not a word that is known here; "
        "known are win, lose, push"
    ]
