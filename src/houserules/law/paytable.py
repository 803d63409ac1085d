"""Pay tables: what each line pays, as a value with its clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Final, assert_never

from houserules.law.citation import Citation, Cited
from houserules.law.game_words import GameWord
from houserules.law.schema import Loader
from houserules.law.words import OddsWord
from houserules.money import (
    STATED_WITH_FOR,
    Money,
    Odds,
    Percent,
    format_dollars,
    parse_dollars,
    parse_odds,
    parse_percent,
)


class Special(Enum):
    """Lines for which the document prints no figure."""

    PUSH = "push"
    """The stake comes back."""

    DISCRETION = "Bonus"
    """The licensee sets the amount in its submission."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed sum, whatever the stake."""

    money: Money

    def __str__(self) -> str:
        return "$" + format_dollars(self.money).removesuffix(".00")


class Source(StrEnum):
    """What a line pays a share of."""

    METER = "meter"
    PRIZE = "prize"


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the meter, or of the fixed prize where the line is paid from one."""

    percent: Percent
    of: Source = Source.METER

    def __str__(self) -> str:
        return str(self.percent)


Pay = Odds | Amount | Share | Special


@dataclass(frozen=True, slots=True)
class PayLine:
    hand: str
    pay: Pay
    clauses: tuple[Citation, ...]
    under: tuple[tuple[str, str, Pay], ...] = ()
    """What the line pays under readings other than the default: (reading, choice, pay)."""

    @property
    def clause(self) -> Citation:
        return self.clauses[0]


@dataclass(frozen=True, slots=True)
class Paytable:
    """The lines of one table in the order in which the document prints them, the highest first."""

    wager: str
    letter: str
    clause: Citation
    lines: tuple[PayLine, ...]
    otherwise: PayLine | None = None
    """What a winning hand below the lowest line gets, where the document says."""
    per: Cited[Money] | None = None
    """For tables that pay per amount wagered: that amount."""

    def line(self, hand: str) -> PayLine | None:
        return next((line for line in self.lines if line.hand == hand), None)

    def pays_share_of(self, source: Source) -> bool:
        return any(isinstance(line.pay, Share) and line.pay.of is source for line in self.lines)

    def __iter__(self) -> Iterator[PayLine]:
        return iter(self.lines)


WHEEL_SYMBOL: Final = re.compile(r"Jackpot|\$[0-9]{1,3}(,[0-9]{3})*", re.ASCII)


def parse_pay(text: str, of: Source = Source.METER) -> Pay:
    """``300 to 1`` or ``300 win 1``, ``$250``, ``10%``, ``push`` or ``Bonus``."""
    if text == Special.PUSH.value:
        return Special.PUSH
    if text == Special.DISCRETION.value:
        return Special.DISCRETION
    if text.startswith("$"):
        return Amount(parse_dollars(text[1:]))
    if text.endswith("%"):
        return Share(parse_percent(text), of)
    return parse_odds(text)


def format_pay(pay: Pay, word: str = OddsWord.TO) -> str:
    """As it is printed; odds with the word that the operator has chosen."""
    match pay:
        case Odds(n=n, m=m):
            return f"{n} {word} {m}"
        case Amount() | Share():
            return str(pay)
        case Special():
            return pay.value
        case _:
            assert_never(pay)


_PAYS: Final = (
    f'odds ("300 to 1"), an amount ("$250"), a share ("10%"), {Special.PUSH.value}, {Special.DISCRETION.value}'
)


def load_paytables(loader: Loader, data: Mapping[str, Any]) -> dict[str, dict[str, Paytable]]:
    """``{wager: {letter: Paytable}}`` from the data of a paytables file."""
    loaded: dict[str, dict[str, Paytable]] = {}
    for group, tables in data.items():
        loader.convert(GameWord.TABLE, group, (group,))
        if not isinstance(tables, dict):
            loader.fault((group,), f"tables by their letter must stand here, not {tables!r}")
            continue
        loaded[group] = {
            letter: table
            for letter, data in tables.items()
            if (table := _load_table(loader, group, letter, data)) is not None
        }
    return loaded


_BESIDE_LINES: Final = ("otherwise", "per", "clause", "Jackpot", "$500 and other symbols of a wheel")


def _load_table(loader: Loader, group: str, letter: str, data: Any) -> Paytable | None:
    path = (group, letter)
    if not isinstance(data, dict):
        loader.fault(path, f"the lines of a table must stand here, not {data!r}")
        return None
    clause = data.get("clause")
    if not isinstance(clause, str) or not clause:
        loader.fault(path, 'a pay table stands with the one clause that prints it, as in clause = "12.B(1)"')
    assert loader.words is not None
    lines = []
    otherwise = per = None
    for key, value in data.items():
        at = (*path, key)
        if key == "per":
            per = loader.cited(Money, value, at)
        elif key == "otherwise":
            otherwise = _load_line(loader, key, value, at)
        elif key in loader.words.lines or WHEEL_SYMBOL.fullmatch(key):
            lines.append(_load_line(loader, key, value, at))
        elif key != "clause":
            known = (*loader.words.lines, *_BESIDE_LINES)
            loader.fault(at, f"this is not the name of a pay line; known are {', '.join(known)}")
    loaded = tuple(line for line in lines if line is not None)
    return Paytable(group, letter, Citation(loader.rulebook, str(clause)), loaded, otherwise, per)


def _load_line(loader: Loader, hand: str, data: Any, path: tuple[str, ...]) -> PayLine | None:
    if not isinstance(data, dict) or not {"pays", "clause"} <= set(data) <= {"pays", "clause", "of", "under"}:
        loader.fault(
            path, 'a line is { pays = "300 to 1", clause = "12.B(1)(a)" }; of and under may stand beside these'
        )
        return None
    of = loader.word(tuple(Source), data.get("of", Source.METER.value), path)
    pay = _load_pay(loader, data["pays"], of, path)
    if "of" in data and not isinstance(pay, Share):
        loader.fault(path, "of goes with a share, such as 10%")
    under = tuple(
        (reading, choice, _load_pay(loader, text, of, path))
        for reading, choices in _table(loader, data.get("under", {}), path).items()
        for choice, text in _table(loader, choices, path).items()
    )
    return PayLine(hand, pay, loader.clauses(data["clause"], path), under)


def _load_pay(loader: Loader, text: Any, of: str, path: tuple[str, ...]) -> Pay:
    if not isinstance(text, str):
        stand_in: Pay = loader.fault(path, f"what a line pays is text, not {text!r}")
        return stand_in
    try:
        return parse_pay(text, Source.PRIZE if of == Source.PRIZE else Source.METER)
    except ValueError as error:
        wrong = (
            str(error) if STATED_WITH_FOR.fullmatch(text) else f"{text!r} is not what a line pays; known are {_PAYS}"
        )
        loader.fault(path, wrong)
        return Special.PUSH  # In place of what could not be read; the rulebook will not load.


def _table(loader: Loader, data: Any, path: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, dict):
        loader.fault(path, "under names a reading, its choice and what the line then pays")
        return {}
    return data
