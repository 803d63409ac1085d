"""Pay tables: what each line pays, as a value with its clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, assert_never

from houserules.law.citation import Citation, Cited
from houserules.law.schema import load_cited, load_clauses
from houserules.law.toml import MalformedData
from houserules.money import Money, Odds, Percent, format_dollars, parse_dollars, parse_odds, parse_percent


class Special(Enum):
    """Lines that pay no figure of the document's."""

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


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the meter, or of the fixed prize where the line is paid by one."""

    percent: Percent
    of: str = "meter"

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
    """The lines of one table, in the order in which the document prints them: the highest pays first."""

    wager: str
    letter: str
    clause: Citation
    lines: tuple[PayLine, ...]
    otherwise: PayLine | None = None
    """What a winning hand below the lowest line gets, where the document says."""
    per: Cited[Money] | None = None
    """For tables that pay per so much wagered: how much."""

    def line(self, hand: str) -> PayLine | None:
        return next((line for line in self.lines if line.hand == hand), None)

    def __iter__(self) -> Iterator[PayLine]:
        return iter(self.lines)


FLUSH_LINES: Final = ("seven_card_flush", "six_card_flush", "five_card_flush", "four_card_flush")
RUN_LINES: Final = (
    "seven_card_straight_flush",
    "six_card_straight_flush",
    "five_card_straight_flush",
    "four_card_straight_flush",
    "three_card_straight_flush",
)
LINE_NAMES: Final = frozenset(
    (*FLUSH_LINES, *RUN_LINES, "suited_nine_to_ace", "four_of_a_kind", "suit_specific_seven_card_straight_flush")
)
WHEEL_SYMBOL: Final = re.compile(r"Jackpot|\$[0-9]{1,3}(,[0-9]{3})*", re.ASCII)


def parse_pay(text: str, of: str = "meter") -> Pay:
    """``300 to 1``, ``$250``, ``10%``, ``push`` or ``Bonus``."""
    if text == Special.PUSH.value:
        return Special.PUSH
    if text == Special.DISCRETION.value:
        return Special.DISCRETION
    if text.startswith("$"):
        return Amount(parse_dollars(text[1:]))
    if text.endswith("%"):
        return Share(parse_percent(text), of)
    return parse_odds(text)


def format_pay(pay: Pay) -> str:
    match pay:
        case Odds() | Amount() | Share():
            return str(pay)
        case Special():
            return pay.value
        case _:
            assert_never(pay)


def load_paytables(data: Mapping[str, Any], where: str, rulebook: str) -> dict[str, dict[str, Paytable]]:
    """``{wager: {letter: Paytable}}`` from the text of a paytables file."""
    loaded: dict[str, dict[str, Paytable]] = {}
    for wager, tables in data.items():
        if not isinstance(tables, dict):
            raise MalformedData(f"{where}: {wager}: tables by their letter are wanted here, not {tables!r}")
        loaded[wager] = {
            letter: _load_table(wager, letter, table, f"{where}: {wager}.{letter}", rulebook)
            for letter, table in tables.items()
        }
    return loaded


def _load_table(wager: str, letter: str, data: Any, where: str, rulebook: str) -> Paytable:
    if not isinstance(data, dict) or not isinstance(data.get("clause"), str):
        raise MalformedData(f"{where}: a pay table stands with the one clause that prints it")
    lines = []
    otherwise = per = None
    for key, value in data.items():
        if key == "per":
            per = load_cited(Money, value, f"{where}.per", rulebook)
        elif key == "otherwise":
            otherwise = _load_line(key, value, f"{where}.{key}", rulebook)
        elif key in LINE_NAMES or WHEEL_SYMBOL.fullmatch(key):
            lines.append(_load_line(key, value, f"{where}.{key}", rulebook))
        elif key != "clause":
            raise MalformedData(f"{where}: {key} is not the name of a pay line")
    return Paytable(wager, letter, Citation(rulebook, data["clause"]), tuple(lines), otherwise, per)


def _load_line(hand: str, data: Any, where: str, rulebook: str) -> PayLine:
    if not isinstance(data, dict) or not {"pays", "clause"} <= set(data) <= {"pays", "clause", "of", "under"}:
        raise MalformedData(f'{where}: a line is {{ pays = "300 to 1", clause = "12.B(1)(a)" }}')
    of = data.get("of", "meter")
    if of not in ("meter", "prize"):
        raise MalformedData(f"{where}: a share is of the meter or of the prize, not of {of!r}")
    under = tuple(
        (reading, choice, _load_pay(text, of, where))
        for reading, choices in _table(data.get("under", {}), where).items()
        for choice, text in _table(choices, where).items()
    )
    return PayLine(hand, _load_pay(data["pays"], of, where), load_clauses(data["clause"], where, rulebook), under)


def _load_pay(text: Any, of: str, where: str) -> Pay:
    if not isinstance(text, str):
        raise MalformedData(f"{where}: what a line pays is text, not {text!r}")
    try:
        return parse_pay(text, of)
    except ValueError as error:
        raise MalformedData(f"{where}: {error}") from None


def _table(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise MalformedData(f"{where}: under names a reading, its choice and what the line then pays")
    return data
