"""Rulebooks load whole or not at all: every number with its clause, no float, no unknown, missing or mistyped key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from houserules import law
from houserules.law import MalformedData, UnknownRulebook, clause_list, read_toml, rulebook, rulebook_ids
from houserules.law.clauses import load_clause_list
from houserules.law.paytable import Paytable, load_paytables
from houserules.law.rulebook import Rulebook
from houserules.law.schema import Loader
from tests.support.parts import part_of
from tests.support.rulebooks import load_changed


def load(book: str, changed_rulebook: str = "", changed_paytables: str = "") -> Rulebook:
    return load_changed(book, rulebook=changed_rulebook, paytables=changed_paytables)


def load_data(book: str, data: dict[str, Any]) -> Rulebook:
    """The rulebook of this data, whatever its files say; pay tables and readings stand beside it as they are."""
    known = rulebook(book)
    loader = Loader("", book, book, known.words)
    loaded = loader.load(
        Rulebook, data, words=known.words, digest="", paytables=known.paytables, readings=known.readings
    )
    loader.finish()
    return loaded


def tables_of(book: str, data: dict[str, Any]) -> dict[str, dict[str, Paytable]]:
    loader = Loader("", book, book, rulebook(book).words)
    loaded = load_paytables(loader, data)
    loader.finish()
    return loaded


def replaced(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


@pytest.mark.parametrize("book", rulebook_ids())
def test_the_bundled_rulebooks_load(book: str) -> None:
    assert load(book).id == book
    assert rulebook(book) is rulebook(book)


@pytest.mark.parametrize("name", ["NJ-HCF", "", "md-hcf"])
def test_there_is_no_other(name: str) -> None:
    for ask in (rulebook, clause_list):
        with pytest.raises(UnknownRulebook, match="MD-HCF, MD-CTF, MA-HCF"):
            ask(name)


def _tables_with(data: Any, key: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Every place whose value is a table that has this key: the table around it, and its name there."""
    if isinstance(data, dict):
        for name, value in data.items():
            if isinstance(value, dict) and key in value:
                yield data, name
            else:
                yield from _tables_with(value, key)


@pytest.mark.parametrize("book", rulebook_ids())
def test_no_value_loads_without_its_clause(book: str) -> None:
    data = read_toml(law.file_text(book, "rulebook"), book)
    places = list(_tables_with(data, "is"))
    assert len(places) > 60
    for number, (around, name) in enumerate(places):
        cited = around[name]
        ways = ({"is": cited["is"]}, cited["is"], {**cited, "clause": ""}, {"clause": cited["clause"]})
        for uncited in part_of(ways, 4, number):
            around[name] = uncited
            with pytest.raises(MalformedData, match=name):
                load_data(book, data)
        around[name] = cited
    assert load_data(book, data).id == book


@pytest.mark.parametrize("book", rulebook_ids())
def test_no_pay_line_loads_without_its_clause(book: str) -> None:
    data = read_toml(law.file_text(book, "paytables"), book)
    places = list(_tables_with(data, "pays"))
    assert len(places) > 60
    for around, name in places:
        cited = around[name]
        for uncited in ({"pays": cited["pays"]}, cited["pays"], {**cited, "clause": ""}, {"clause": cited["clause"]}):
            around[name] = uncited
            with pytest.raises(MalformedData, match=re.escape(name)):
                tables_of(book, data)
        around[name] = cited
    assert tables_of(book, data) == rulebook(book).paytables


@pytest.mark.parametrize("book", rulebook_ids())
def test_no_pay_table_loads_without_its_clause(book: str) -> None:
    data = read_toml(law.file_text(book, "paytables"), book)
    for wager, tables in data.items():
        for letter, table in tables.items():
            clause = table.pop("clause")
            with pytest.raises(MalformedData, match=rf"{wager}\.{letter}"):
                tables_of(book, data)
            table["clause"] = clause


@pytest.mark.parametrize(
    "per", ['{ is = "1" }', '"1"', "1", '{ is = "one", clause = "12.D(6)" }', '{ is = 1, clause = "12.D(6)" }']
)
def test_what_a_table_pays_for_is_cited_and_an_amount(per: str) -> None:
    text = re.sub(r"^per +=.*$", f"per = {per}", law.file_text("MD-CTF", "paytables"), count=1, flags=re.MULTILINE)
    with pytest.raises(MalformedData, match=r"community_pay\.A\.per"):
        load("MD-CTF", changed_paytables=text)


@pytest.mark.parametrize("clause", ['""', "[]", '[""]', "2", "true", "{}", '["2.A", 3]'])
def test_a_clause_that_is_none_does_not_load(clause: str) -> None:
    text = replaced(law.file_text("MD-HCF", "rulebook"), 'clause = "2.A"', f"clause = {clause}")
    with pytest.raises(MalformedData, match="most_seats"):
        load("MD-HCF", text)


@pytest.mark.parametrize("number", ["6.0", "6e0", "6.5", "nan", "inf"])
def test_a_float_does_not_load(number: str) -> None:
    text = replaced(law.file_text("MD-HCF", "rulebook"), "is = 6,", f"is = {number},")
    line = text[: text.index(f"is = {number},")].count("\n") + 1
    with pytest.raises(MalformedData, match=rf"rulebook\.toml: line {line}: {re.escape(number)} "):
        load("MD-HCF", text)


def test_a_float_among_the_pay_lines_does_not_load() -> None:
    text = replaced(law.file_text("MD-HCF", "paytables"), 'pays = "300 to 1"', "pays = 300.0")
    with pytest.raises(MalformedData, match=r"paytables\.toml: line \d+: 300\.0"):
        load("MD-HCF", changed_paytables=text)


@pytest.mark.parametrize(
    ("after", "more"),
    [
        ("[table]\n", 'colour = { is = "green", clause = "2.A" }\n'),
        ("[hands]\n", 'jokers = { is = 2, clause = "6.A" }\n'),
        ("[wagers.ante]\n", 'colour = { is = "green", clause = "2.A" }\n'),
        ("[progressive.shared]", ' # more\nlamp = { is = true, clause = "2.A" }\n'),
        ('id           = "MD-HCF"\n', "edition = 1\n"),
    ],
)
def test_an_unknown_key_does_not_load(after: str, more: str) -> None:
    text = replaced(law.file_text("MD-HCF", "rulebook"), after, after + more)
    with pytest.raises(MalformedData, match="unknown"):
        load("MD-HCF", text)


def test_an_unknown_section_does_not_load() -> None:
    text = law.file_text("MD-HCF", "rulebook") + '\n[lighting]\nlamps = { is = 4, clause = "2.A" }\n'
    with pytest.raises(MalformedData, match="lighting"):
        load("MD-HCF", text)


@pytest.mark.parametrize(
    "key",
    [
        "most_seats",
        "cut_depth",
        "adjacent_boxes",
        "player_cards",
        "high_card",
        "equal",
        "side",
        "paid_at",
        "odds_words",
    ],
)
@pytest.mark.parametrize("book", rulebook_ids())
def test_a_missing_key_does_not_load(book: str, key: str) -> None:
    text, times = re.subn(rf"^{key} .*\n", "", law.file_text(book, "rulebook"), count=1, flags=re.MULTILINE)
    assert times == 1
    with pytest.raises(MalformedData, match=f"{key} is missing"):
        load(book, text)


@pytest.mark.parametrize("section", ["hands", "settlement", "signs"])
def test_a_missing_section_does_not_load(section: str) -> None:
    text = re.sub(rf"^\[{section}\].*?(?=^\[|\Z)", "", law.file_text("MD-HCF", "rulebook"), flags=re.S | re.M)
    with pytest.raises(MalformedData, match=f"{section} is missing"):
        load("MD-HCF", text)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("most_seats                 = { is = 6,", 'most_seats = { is = "6",'),
        ("most_seats                 = { is = 6,", "most_seats = { is = true,"),
        ("most_seats                 = { is = 6,", "most_seats = { is = [6],"),
        ('ranks        = { is = "AKQJT98765432",', "ranks = { is = 13,"),
        ("flushes      = { is = [7, 6, 5, 4, 3, 2],", 'flushes = { is = ["7"],'),
        ("flushes      = { is = [7, 6, 5, 4, 3, 2],", "flushes = { is = 7,"),
        ("operator_on_layout         = { is = true,", "operator_on_layout = { is = 1,"),
        ('amount = { is = "50000",', "amount = { is = 50000,"),
        ('amount = { is = "50000",', 'amount = { is = "$50,000",'),
        ('amount = { is = "50000",', 'amount = { is = "-50000",'),
        ('odds   = { is = "1 to 1",', "odds = { is = 1,"),
        ('odds   = { is = "1 to 1",', 'odds = { is = "1 for 1",'),
        ('odds   = { is = "1 to 1",', 'odds = { is = "1 to 0",'),
    ],
)
def test_a_value_of_the_wrong_type_does_not_load(right: str, wrong: str) -> None:
    with pytest.raises(MalformedData, match=wrong.partition(" ")[0]):
        load("MD-HCF", replaced(law.file_text("MD-HCF", "rulebook"), right, wrong))


@pytest.mark.parametrize("wrong", ["24", '"24"', '"0.24"', '"-24%"'])
def test_a_rate_is_a_percentage(wrong: str) -> None:
    with pytest.raises(MalformedData, match=r"main_rate\.A"):
        load("MA-HCF", replaced(law.file_text("MA-HCF", "rulebook"), '"24%"', wrong))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('[flush_bonus.A]\nclause = "12.B(1)"\n', "[flush_bonus.A]\n"),
        ("seven_card_flush = {", "eight_card_flush = {"),
        ('pays = "300 to 1"', 'pays = "300 for 1"'),
        ('pays = "300 to 1"', 'pays = "300"'),
        ('pays = "300 to 1"', 'pays = ""'),
        ('pays = "300 to 1"', 'pays = "-300 to 1"'),
        ('seven_card_flush = { pays = "300 to 1", ', "seven_card_flush = { "),
        ('seven_card_flush = { pays = "300 to 1", ', 'seven_card_flush = { colour = "red", pays = "300 to 1", '),
        ('seven_card_flush = { pays = "300 to 1", clause = "12.B(1)(a)" }', 'seven_card_flush = "300 to 1"'),
        ('seven_card_flush = { pays = "300 to 1", clause = "12.B(1)(a)" }', "seven_card_flush = 300"),
    ],
)
def test_a_pay_table_that_is_not_right_does_not_load(right: str, wrong: str) -> None:
    text = law.file_text("MD-HCF", "paytables")
    body = text[text.index("[flush_bonus.A]") :]
    with pytest.raises(MalformedData, match=r"flush_bonus\.A"):
        load("MD-HCF", changed_paytables=replaced(body, right, wrong))


def _citations(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("clause", "clauses"):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from _citations(value)
    elif isinstance(data, list):
        for item in data:
            yield from _citations(item)


@pytest.mark.parametrize("book", rulebook_ids())
@pytest.mark.parametrize("file", ["rulebook", "paytables", "readings"])
def test_every_citation_names_a_clause_of_the_document(book: str, file: str) -> None:
    clauses = {clause.citation.path for clause in clause_list(book).clauses}
    cited = set(_citations(read_toml(law.file_text(book, file), file)))
    assert len(cited) > (2 if (book, file) == ("MA-HCF", "paytables") else 30)
    assert sorted(cited - clauses) == []


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_switch_of_the_pay_lines_is_in_the_register(book: str) -> None:
    register = {reading.id: reading for reading in rulebook(book).readings}
    for tables in rulebook(book).paytables.values():
        for table in tables.values():
            for line in table:
                for reading, choice, _ in line.under:
                    assert register[reading].switch
                    assert choice in register[reading].choices
                    assert choice != register[reading].default


READINGS = law.file_text("MD-HCF", "readings")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("[[reading]]\n", "[[reading]]\ncolour = 1\n"),
        ('id       = "scope_of_definitions"\n', ""),
        ('default  = "whole_document"', 'default  = "no_such_choice"'),
        ('clauses  = ["1.A", "1.B(1)", "1.B(2)"]', "clauses  = []"),
        ('clauses  = ["1.A", "1.B(1)", "1.B(2)"]', "clauses  = [1]"),
        ('id       = "progressive_names"', 'id       = "scope_of_definitions"'),
        ("worth    = []", "worth    = [1.5]"),
    ],
)
def test_a_reading_that_is_not_whole_does_not_load(right: str, wrong: str) -> None:
    with pytest.raises(MalformedData):
        load_changed("MD-HCF", readings=replaced(READINGS, right, wrong))


CLAUSES = law.file_text("MD-HCF", "clauses")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('id     = "1.B"\n', 'id     = "1.A"\n'),
        ('kind   = "definition"\n', ""),
        ('kind   = "definition"\n', 'kind   = "poem"\n'),
        ('status = "declared"\n', 'status = "ignored"\n'),
        ('reason = "Introduces the definitions; nothing to act on."\n', ""),
        ('gist   = "The terms listed next are used in the senses given there."\n', ""),
        ('id     = "1.A"\n', 'id     = "1.A"\ncolour = "red"\n'),
    ],
)
def test_a_clause_that_is_not_whole_does_not_load(right: str, wrong: str) -> None:
    with pytest.raises(MalformedData):
        load_clause_list(replaced(CLAUSES, right, wrong), "test")


@pytest.mark.parametrize("book", rulebook_ids())
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (r"seats +=.*", "seats = 6.0"),
        (r"decks +=.*", "decks = 2.5 # a remark"),
        (r"minimum +=.*", "minimum = 10.25"),
        (r"amount +=.*", "amount = 1e0"),
        (r"maximum +=.*", "maximum = inf"),
        (r"rounding +=.*", "rounding = nan"),
    ],
)
def test_a_float_in_a_submission_is_refused_with_its_line(book: str, right: str, wrong: str) -> None:
    text, times = re.subn(rf"^{right}$", wrong, law.file_text(book, "submission"), count=1, flags=re.MULTILINE)
    assert times == 1
    number = wrong.split()[2]
    line = text.splitlines().index(wrong) + 1
    with pytest.raises(MalformedData, match=rf"^mine\.toml: line {line}: {re.escape(number)} "):
        read_toml(text, "mine.toml")
