"""A Rules Submission as it was filed: its keys read and typed, before anyone asks whether it is lawful.

Reading finds what is *malformed* (text where a number belongs, an impossible amount) and reports all of it at once.
:mod:`houserules.law.submission.check` judges whether what is well-formed is lawful.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import SequenceMatcher
from fractions import Fraction
from hashlib import sha256
from json import dumps
from typing import Any, Final, TypeVar

from houserules.law import games, library
from houserules.law.paytable import Pay, format_pay, parse_pay
from houserules.law.rulebook import Rulebook
from houserules.law.toml import MalformedData
from houserules.money import STATED_WITH, Money, Odds, Percent, parse_dollars, parse_percent

V = TypeVar("V")

SHUFFLERS: Final = {
    "none": "by_hand",
    "plain": "plain_shuffler",
    "counting": "counting_shuffler",
    "reshuffling": "reshuffling_device",
}
"""What a submission calls a shuffler, and how the rulebooks name that way of shuffling."""

_MOST_AMOUNTS: Final = 10
_LARGEST_NUMBER: Final = 1_000_000
_LONGEST_TEXT: Final = 200
_SHORTEST_BEGINNING: Final = 3
_ALIKE: Final = Fraction(7, 10)
"""The least likeness of two names that are taken for one. "pay_table" and "paytable" have 16/17, "approved" and
"approved_on" 16/19, "payout" and "paytable" 4/7."""


def _likeness(one: str, other: str) -> Fraction:
    """How much of two names is in both in the same order, from 0 to 1."""
    same = sum(block.size for block in SequenceMatcher(None, one, other).get_matching_blocks())
    return Fraction(2 * same, len(one) + len(other))


@dataclass(frozen=True, slots=True)
class TableFiling:
    seats: int | None
    adjacent_boxes: int | None
    dealing: str | None
    shuffler: str | None
    decks: int | None
    minimum: Money | None
    maximum: Money | None
    order: str | None
    deck_backs: tuple[str, ...] | None
    alternation: str | None


@dataclass(frozen=True, slots=True)
class InlineTable:
    """Pay lines written into the submission. ``badly_worded`` are odds with a word that the document does not use."""

    lines: Mapping[str, Pay]
    badly_worded: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WagerFiling:
    name: str
    keys: frozenset[str]
    paytable: str | InlineTable | None
    bonus: InlineTable | None
    suit: str | None
    minimum: Money | None
    maximum: Money | None
    amounts: tuple[Money, ...] | None
    """The amounts that may be wagered, where only certain ones may; a single amount needs no list."""
    rate: Percent | None
    secondary_rate: Percent | None
    initial: Money | None
    reset: Money | None
    shared: bool | str | None
    """Whether, or by which table, other players receive something too."""
    prize: Money | None
    merchandise: str | None
    """What the prize is, where it is given in kind; ``prize`` is then its value."""
    rounding: str | None
    segments: tuple[tuple[str, int], ...] | None


@dataclass(frozen=True, slots=True)
class UnknownKey:
    """A key that does not belong there, and the key that was probably meant."""

    key: str
    value: Any
    meant: str | None


@dataclass(frozen=True, slots=True)
class Filing:
    rulebook: Rulebook
    operator: str | None
    approved_on: date | None
    table: TableFiling
    wagers: Mapping[str, WagerFiling]
    per_hand: Money | None
    per_round: Money | None
    readings: Mapping[str, str]
    odds_word: str | None
    unknown_keys: tuple[UnknownKey, ...]
    digest: str


def read_filing(data: Mapping[str, Any], name: str, on: date | None = None, law: Rulebook | None = None) -> Filing:
    """The filing in ``data``, or MalformedData with every problem of form; ``name`` is what errors call it.

    It is read under the version of its rulebook that is in force on a day (absent: the newest), or under the given
    law, where something was decided by it.
    """
    problems: list[str] = []
    top = _Section(data, "", problems)
    identity = top.needed_text("rulebook", "the id of the rulebook that it is made under", name)
    rulebook = law or library.rulebook(identity, on)
    top.lines_known, top.odds_words = rulebook.words.lines, rulebook.signs.odds_words.value
    table = _read_table(top.section("table"))
    wagers = top.section("wagers")
    wager_filings = {key: _read_wager(key, wagers.section(key), rulebook) for key in wagers.data}
    limit, readings, signs = top.section("payout_limit"), top.section("readings"), top.section("signs")
    filing = Filing(
        rulebook=rulebook,
        operator=top.text("operator"),
        approved_on=top.date("approved_on"),
        table=table,
        wagers=wager_filings,
        per_hand=limit.amount("per_hand"),
        per_round=limit.amount("per_round"),
        readings={key: choice for key in readings.data if (choice := readings.text(key)) is not None},
        odds_word=signs.text("odds"),
        unknown_keys=tuple(top.unknown()),
        digest=_digest(data),
    )
    if problems:
        raise MalformedData(*(f"{name}: {problem}" for problem in problems))
    return filing


def _read_table(section: _Section) -> TableFiling:
    return TableFiling(
        seats=section.number("seats"),
        adjacent_boxes=section.number("adjacent_boxes"),
        dealing=section.text("dealing"),
        shuffler=section.text("shuffler"),
        decks=section.number("decks"),
        minimum=section.amount("minimum"),
        maximum=section.amount("maximum"),
        order=section.text("order"),
        deck_backs=section.texts("deck_backs"),
        alternation=section.text("alternation"),
    )


def _read_wager(name: str, section: _Section, book: Rulebook) -> WagerFiling:
    shared = book.progressive.shared if book.progressive else None
    stated = {key: section.switch_or_letter(key) for key in games.shared_keys()}
    return WagerFiling(
        name=name,
        keys=frozenset(section.data),
        paytable=section.paytable("paytable"),
        bonus=section.lines("bonus"),
        suit=section.text("suit"),
        minimum=section.amount("minimum"),
        maximum=section.amount("maximum"),
        amounts=section.amounts("amount"),
        rate=section.percent("rate"),
        secondary_rate=section.percent("secondary_rate"),
        initial=section.amount("initial"),
        reset=section.amount("reset"),
        shared=stated[shared.key.value] if shared else None,
        prize=section.amount("prize"),
        merchandise=section.text("merchandise"),
        rounding=section.text("rounding"),
        segments=section.segments("segments"),
    )


@dataclass(slots=True)
class _Section:
    """One table of the file. Reading a key marks it as known; a wrong type becomes a problem, not an exception."""

    data: Mapping[str, Any]
    path: str
    problems: list[str]
    lines_known: tuple[str, ...] = ()
    odds_words: tuple[str, ...] = ()
    known: set[str] = field(default_factory=set)
    children: list[_Section] = field(default_factory=list)

    def section(self, key: str) -> _Section:
        value = self._take(key, dict, "a table")
        child = _Section(
            value if value is not None else {}, self._at(key), self.problems, self.lines_known, self.odds_words
        )
        self.children.append(child)
        return child

    def unknown(self) -> Iterable[UnknownKey]:
        for key, value in self.data.items():
            if key not in self.known:
                yield UnknownKey(self._at(key), value, self._meant_by(key))
        for child in self.children:
            yield from child.unknown()

    def _meant_by(self, key: str) -> str | None:
        """The key that begins with this one or resembles it; a key that is not there yet is preferred."""
        if not _SHORTEST_BEGINNING <= len(key) <= _LONGEST_TEXT:
            return None
        missing = self.known - set(self.data)
        for among in (missing, self.known):
            begun = [each for each in among if each.startswith(key.lower())]
            if len(begun) == 1:
                return self._at(begun[0])
        likeness, _, closest = max(
            ((_likeness(key.lower(), each), each in missing, each) for each in self.known),
            default=(Fraction(0), False, ""),
        )
        return self._at(closest) if likeness >= _ALIKE else None

    def needed_text(self, key: str, what: str, name: str) -> str:
        value = self.text(key)
        if value is None:
            raise MalformedData(*(f"{name}: {problem}" for problem in self.problems or [f"{key} is missing: {what}"]))
        return value

    def text(self, key: str) -> str | None:
        value = self._take(key, str, "text")
        wanted = f"text of at most {_LONGEST_TEXT} printable characters"
        return self._insist(key, value, lambda text: len(text) <= _LONGEST_TEXT and text.isprintable(), wanted)

    def texts(self, key: str) -> tuple[str, ...] | None:
        wanted = "a list of texts"
        value = self._take(key, list, wanted)
        texts = self._insist(key, value, lambda items: all(type(item) is str for item in items), wanted)
        return None if texts is None else tuple(texts)

    def number(self, key: str) -> int | None:
        value = self._take(key, int, "a whole number")
        wanted = f"a whole number of at most {_LARGEST_NUMBER:,}"
        return self._insist(key, value, lambda number: abs(number) <= _LARGEST_NUMBER, wanted)

    def date(self, key: str) -> date | None:
        value = self._take(key, date, "a date, without quotes, as in 2026-10-01")
        wanted = "a date without a time of day, as in 2026-10-01"
        return self._insist(key, value, lambda day: not isinstance(day, datetime), wanted)

    def amount(self, key: str) -> Money | None:
        return self._parsed(key, parse_dollars, 'dollars as text, as in "10" or "12.50"')

    def amounts(self, key: str) -> tuple[Money, ...] | None:
        """One amount, or a list of them."""
        if type(self.data.get(key)) is not list:
            one = self.amount(key)
            return None if one is None else (one,)
        wanted = f'at most {_MOST_AMOUNTS} amounts, as in ["1", "5"]'
        many = self._insist(key, self.texts(key), lambda texts: len(texts) <= _MOST_AMOUNTS, wanted) or ()
        parsed = [self._read(key, text, parse_dollars) for text in many]
        return tuple(each for each in parsed if each is not None)

    def percent(self, key: str) -> Percent | None:
        return self._parsed(key, parse_percent, 'a percentage as text, as in "24%"')

    def switch_or_letter(self, key: str) -> bool | str | None:
        if key in self.data and type(self.data[key]) is str:
            return self.text(key)
        return self._take(key, bool, "true, false, or the letter of a table")

    def paytable(self, key: str) -> str | InlineTable | None:
        if key in self.data and type(self.data[key]) is dict:
            return self.lines(key)
        value = self._take(key, str, "the letter of a pay table, or a table of pay lines")
        return self._insist(key, value, lambda letter: 1 <= len(letter) <= 20, "the letter of a pay table")

    def lines(self, key: str) -> InlineTable | None:
        value = self._take(key, dict, f"a table of pay lines, as in {{{self.lines_known[0]} = 300}}")
        if value is None:
            return None
        lines: dict[str, Pay] = {}
        badly_worded: dict[str, str] = {}
        for hand, pays in value.items():
            if hand not in self.lines_known:
                self._problem(f"{key}.{hand}", pays, "one of the pay lines " + ", ".join(sorted(self.lines_known)))
            elif type(pays) is str and self._is_badly_worded(pays):
                badly_worded[hand] = pays
            elif (pay := self._pay(f"{key}.{hand}", pays)) is not None:
                lines[hand] = pay
        return InlineTable(lines, badly_worded)

    def _is_badly_worded(self, pays: str) -> bool:
        stated = STATED_WITH.fullmatch(pays)
        return stated is not None and stated["word"] not in self.odds_words

    def segments(self, key: str) -> tuple[tuple[str, int], ...] | None:
        value = self._take(key, list, "a list of segments, each with its symbol and count")
        if value is None:
            return None
        pairs = []
        for number, entry in enumerate(value, start=1):
            if type(entry) is not dict:
                self._problem(f"{key} {number}", entry, "a table with symbol and count")
                continue
            child = _Section(entry, f"{self._at(key)} {number}", self.problems)
            self.children.append(child)
            symbol, count = child.text("symbol"), child.number("count")
            if symbol is None or count is None:
                self._problem(f"{key} {number}", entry, "a segment with symbol (text) and count (a whole number)")
                continue
            pairs.append((symbol, count))
        return tuple(pairs)

    def _pay(self, key: str, pays: Any) -> Pay | None:
        if type(pays) is int and 0 <= pays <= _LARGEST_NUMBER:
            return Odds(pays)
        try:
            if type(pays) is str:
                return parse_pay(pays)
        except ValueError:
            pass
        whole = f"odds n to 1 as a whole number of at most {_LARGEST_NUMBER:,}"
        self._problem(key, pays, f'{whole}, or text such as "300 to 1" (up to nine digits), "$250" or "10%"')
        return None

    def _parsed(self, key: str, parse: Callable[[str], V], wanted: str) -> V | None:
        value = self._take(key, str, wanted)
        return None if value is None else self._read(key, value, parse)

    def _read(self, key: str, value: str, parse: Callable[[str], V]) -> V | None:
        try:
            return parse(value)
        except ValueError as error:
            self.problems.append(f"{self._at(key)}: {error}")
            return None

    def _take(self, key: str, kind: type[V], wanted: str) -> V | None:
        self.known.add(key)
        if key not in self.data:
            return None
        value = self.data[key]
        if (type(value) is bool and kind is int) or not isinstance(value, kind):
            self._problem(key, value, wanted)
            return None
        return value

    def _insist(self, key: str, value: V | None, holds: Callable[[V], bool], wanted: str) -> V | None:
        """The value; None, and a problem noted, where it does not pass the check."""
        if value is None or holds(value):
            return value
        self._problem(key, value, wanted)
        return None

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _problem(self, key: str, value: Any, wanted: str) -> None:
        """Text is shown in quotes here, so that the reader sees where something is text that should not be."""
        written = f'"{shown_value(value)}"' if isinstance(value, str) else shown_value(value)
        self.problems.append(f"{plain(self._at(key))} = {written}: expected {wanted}")


def shown_value(value: Any) -> str:
    """A value as a message shows it: short, and on one line."""
    if isinstance(value, InlineTable):
        value = {hand: format_pay(pay) for hand, pay in value.lines.items()} | dict(value.badly_worded)
    try:
        text = value if isinstance(value, str) else dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # An integer too long to print.
        return "a number too long to show"
    return plain(text)


def plain(text: str) -> str:
    """Text that is safe to show in a terminal: nothing that moves the cursor, and not too long."""
    text = "".join(character if character.isprintable() else "�" for character in text)
    return text if len(text) <= 80 else text[:79] + "…"


def _digest(data: Mapping[str, Any]) -> str:
    """One name for exactly these choices: SHA-256 over the canonical JSON of the submission."""
    try:
        canonical = dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    except (ValueError, TypeError):  # Such data has been, or will be, found malformed.
        return ""
    return "sha256:" + sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
