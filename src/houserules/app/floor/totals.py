"""Running figures of a table: drop and win by period, progressive hits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from houserules.app.floor.results import note_meter
from houserules.app.table.state import Hit, TableState, Totals
from houserules.law import day_of
from houserules.play import events as e

_DAYS_KEPT: Final = 62
_MONTHS_KEPT: Final = 36
_HITS_KEPT: Final = 10


@lru_cache(maxsize=64)
def periods_of(at: int) -> tuple[str, str, str]:
    """The day, the month and the year of a moment, in UTC."""
    day = day_of(at).isoformat()
    return day, day[:7], day[:4]


def add(state: TableState, at: int, rounds: int = 0, drop: int = 0, staked: int = 0, win: int = 0) -> TableState:
    """These amounts, added to the day, the month and the year."""
    totals = {total.period: total for total in state.totals}
    periods = periods_of(at)
    known = all(period in totals for period in periods)
    for period in periods:
        before = totals.get(period, Totals(period))
        totals[period] = Totals(
            period, before.rounds + rounds, before.drop + drop, before.staked + staked, before.win + win
        )
    return replace(state, totals=tuple(totals.values()) if known else _kept(totals))


def _kept(totals: dict[str, Totals]) -> tuple[Totals, ...]:
    """All years, and as many months and days as are useful to look back on; older ones are in the log's history."""
    by_length: dict[int, list[str]] = {}
    for period in sorted(totals):
        by_length.setdefault(len(period), []).append(period)
    kept = [*by_length.get(4, []), *by_length.get(7, [])[-_MONTHS_KEPT:], *by_length.get(10, [])[-_DAYS_KEPT:]]
    return tuple(totals[period] for period in kept)


def count_lines(state: TableState, lines: Sequence[e.WagerSettled], at: int) -> TableState:
    """Adds settled wagers. Returned chips of void wagers are neither staked nor won."""
    staked = win = 0
    for line in lines:
        if line.outcome != "void":
            staked += line.stake
        elif line.wager != state.parts.progressive:
            continue
        win += line.stake - line.returned
    counted = note_meter(add(state, at, staked=staked, win=win) if staked or win else state, lines)
    won = [line for line in lines if line.wager == state.parts.progressive and line.outcome == "win"]
    if not won:
        return counted
    assert state.table.round is not None
    number = state.table.round.number
    hits = [
        Hit(at, number, line.seat, line.row or "", line.in_kind or line.paid, line.paid_from == "main")
        for line in won
    ]
    return replace(counted, hits=(*counted.hits, *hits)[-_HITS_KEPT:])
