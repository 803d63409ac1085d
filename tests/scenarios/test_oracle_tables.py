"""Every pay table, typed a second time from the documents, is the one that the command prints."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping
from typing import Any

from houserules.cli.main import run
from tests.scenarios import oracle_tables as oracle
from tests.scenarios.oracle_hands import NUMBERS

WORDS = {str(length): f"{NUMBERS[length]}_card_flush" for length in range(4, 8)}
WORDS |= {f"{length}s": f"{NUMBERS[length]}_card_straight_flush" for length in range(3, 8)}
WORDS |= {"four of a kind": "four_of_a_kind", "nine to ace": "suited_nine_to_ace"}
FLUSHES = ("7", "6", "5", "4")
STRAIGHTS = ("7s", "6s", "5s", "4s", "3s")


def printed(rulebook: str) -> dict[str, dict[str, dict[str, str]]]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert run(["paytables", rulebook, "--json"]) == 0
    tables: dict[str, dict[str, dict[str, str]]] = json.loads(out.getvalue())
    return tables


def odds(table: dict[str, int]) -> dict[str, str]:
    return {WORDS[line]: f"{pays} to 1" for line, pays in table.items()}


def named(table: dict[str, Any]) -> dict[str, str]:
    return {WORDS[line]: pays if isinstance(pays, str) else f"${pays}" for line, pays in table.items()}


def columns(lines: tuple[str, ...], tables: Mapping[str, tuple[int, ...]]) -> dict[str, dict[str, str]]:
    return {letter: odds(dict(zip(lines, column, strict=True))) for letter, column in tables.items()}


def test_maryland_high_card_flush() -> None:
    tables = printed("MD-HCF")
    assert tables["flush_bonus"] == columns(FLUSHES, oracle.MD_FLUSH_BONUS)
    straight = columns(STRAIGHTS, oracle.STRAIGHT_FLUSH_BONUS) | {"G": odds(oracle.MD_STRAIGHT_FLUSH_BONUS_G)}
    assert tables["straight_flush_bonus"] == straight
    assert tables["progressive"] == {letter: named(table) for letter, table in oracle.MD_PROGRESSIVE.items()}
    assert tables["envy_bonus"] == {letter: named(table) for letter, table in oracle.MD_ENVY.items()}


def test_massachusetts_high_card_flush() -> None:
    tables = printed("MA-HCF")
    letters = "ABCDEFGHIJKLMN"
    grid = dict(zip(letters, zip(*oracle.MA_FLUSH_BONUS_ROWS, strict=True), strict=True))
    assert tables["flush_bonus"] == columns(FLUSHES, grid)
    given = {letter: table for letter, table in tables["straight_flush_bonus"].items() if letter != "G"}
    assert given == columns(STRAIGHTS, oracle.STRAIGHT_FLUSH_BONUS)
    assert tables["progressive"] == {letter: named(table) for letter, table in oracle.MA_PROGRESSIVE.items()}


def test_chase_the_flush() -> None:
    tables = printed("MD-CTF")
    assert tables["xtra_bonus"] == {letter: odds(table) for letter, table in oracle.XTRA_BONUS.items()}
    assert tables["same_suit"] == {letter: odds(table) for letter, table in oracle.SAME_SUIT.items()}
    for letter, symbols in oracle.WHEELS.items():
        wheel = {"Jackpot": "100%"} | {f"${symbol:,}": f"${symbol}" for symbol in symbols}
        assert tables["wheel"][letter] == wheel
        paid = {f"${symbol:,}": f"${pays}" for symbol, pays in oracle.COMMUNITY_PAY[letter].items()}
        assert tables["community_pay"][letter] == paid
