"""A floor of tables over many days: every table plays its rounds, players come, go and are ruined, and meters
continue from day to day.

A piece is one day of some tables. Players' money and the tables' results do not depend on meters, so pieces can be
played in any order; a payment from a meter is recorded with its time, and paid when everything is known
(`floor_report`). It is paid by hand, away from the table, and is not added to the money that a player plays with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.lab.simulation.floor_kernels import (
    BINS,
    EMPTY,
    HIT,
    NOBODY,
    OF_A_DAY,
    PLAYER,
    SESSIONS,
    UPTO,
    come_and_go,
    end_session,
    settle_tables,
)
from houserules.lab.simulation.meters import MeterRules, meter_rules
from houserules.lab.simulation.pieces import Counts
from houserules.lab.simulation.settlement import Settlement, settlement_of
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.solver import Numbers
from houserules.lab.strategy.files import Strategy
from houserules.law import Submission
from houserules.money import Money

CERTAIN: Final = 1 << 32
TABLES_OF_A_PIECE: Final = 50
PATH_HOURS: Final = 25


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """Players of one kind: how they play, with which stakes and how much money, and how long they stay."""

    name: str
    strategy: Strategy
    stakes: Mapping[str, Money]
    share: int
    """Their part of all arrivals, relative to the sum over all kinds."""
    bankroll: Money | None
    """None: they are never ruined."""
    stay: Fraction | None
    """Hours on average; None: until the day ends or the money does."""


@dataclass(frozen=True, slots=True)
class TableGroup:
    """A group of identical tables."""

    name: str
    submission: Submission
    count: int
    seats: int
    meter: str | None
    """The meter that they share with each other and with all other groups that name it; None: each table has its
    own."""
    arrivals: Fraction | None
    """Arrivals per hour at an empty seat; None: the seat is taken at once."""
    players: tuple[PlayerKind, ...]


@dataclass(frozen=True, slots=True)
class Floor:
    days: int
    hours: int
    hourly: int
    interval: int
    """The number of rounds played between arrivals and departures."""
    groups: tuple[TableGroup, ...]

    @property
    def rounds_a_day(self) -> int:
        return self.hours * self.hourly

    @property
    def tables(self) -> int:
        return sum(group.count for group in self.groups)

    @property
    def blocks(self) -> tuple[tuple[int, int, int], ...]:
        """The tables that are played together: their group, the first table, and the one after the last."""
        return tuple(
            (number, start, min(start + TABLES_OF_A_PIECE, group.count))
            for number, group in enumerate(self.groups)
            for start in range(0, group.count, TABLES_OF_A_PIECE)
        )


@dataclass(frozen=True, slots=True)
class GroupNumbers:
    game: str
    seats: int
    meter: str | None
    numbers: Numbers
    settlement: Settlement
    players: Ints
    arrive: int
    rules: MeterRules | None


@dataclass(frozen=True, slots=True)
class FloorWork:
    """Everything that a worker needs to know. Its pieces are numbered day by day."""

    seed: int
    days: int
    rounds_a_day: int
    hourly: int
    interval: int
    tables: int
    blocks: tuple[tuple[int, int, int], ...]
    before: tuple[int, ...]
    """The number of tables before each group."""
    groups: tuple[GroupNumbers, ...]

    def pieces_of(self, days: range) -> range:
        return range(days.start * len(self.blocks), days.stop * len(self.blocks))

    def day_of(self, piece: int) -> int:
        return piece // len(self.blocks)

    def play(self, piece: int) -> Counts:
        day = self.day_of(piece)
        number, first, stop = self.blocks[piece % len(self.blocks)]
        group, tables = self.groups[number], stop - first
        counted = _Counters(group, tables, self.rounds_a_day)
        tables_before = day * self.tables + self.before[number] + first
        play_rounds = solver_of(group.game).simulation.play_rounds()
        who = np.full((tables, group.seats), NOBODY, np.int64)
        bank, since = np.zeros_like(who), np.zeros_like(who)
        strategies = np.arange(len(group.players))
        for start in range(0, self.rounds_a_day, self.interval):
            rounds = min(self.interval, self.rounds_a_day - start)
            plays = np.full((tables * rounds, group.seats), EMPTY, np.uint8)
            come_and_go(
                self.seed, tables_before, start, group.arrive, group.players, who, bank, since, counted.sessions,
                counted.results, plays, rounds, strategies,
            )  # fmt: skip
            numbers = (
                (tables_before + np.arange(tables))[:, None] * self.rounds_a_day + start + np.arange(rounds)
            ).ravel()
            seen = np.full((3, tables * rounds, group.seats), NOBODY, np.int64)
            play_rounds(self.seed, numbers, plays, *group.numbers.arrays, *seen)
            counted.settle(rounds, start, self.hourly, who, bank, since, seen, group)
        end_all(who, bank, group.players, counted)
        return counted.counts(day, number, first, group.meter)


class _Counters:
    """What one piece counts."""

    def __init__(self, group: GroupNumbers, tables: int, rounds_a_day: int) -> None:
        kinds, wagers = len(group.players), len(group.settlement.wagers)
        self.tally = np.zeros((kinds, sum(group.numbers.cells)), np.int64)
        self.money = np.zeros((kinds, wagers, 2), np.int64)
        self.sessions = np.zeros((kinds, SESSIONS), np.int64)
        self.results = np.zeros((kinds, BINS), np.int64)
        self.paths = np.zeros((kinds, PATH_HOURS, BINS), np.int64)
        self.days = np.zeros((tables, OF_A_DAY), np.int64)
        self.by_round = np.zeros(rounds_a_day, np.int64)
        self.hits = np.zeros((tables * rounds_a_day * group.seats if group.settlement.lines else 1, HIT), np.int64)
        self.found = 0

    def settle(
        self, rounds: int, start: int, hourly: int, who: Ints, bank: Ints, since: Ints, seen: Ints,
        group: GroupNumbers,
    ) -> None:  # fmt: skip
        settle = settle_tables
        self.found = settle(  # type: ignore[call-arg]
            rounds, start, hourly, who, bank, since, *seen, *group.settlement.arrays, group.players,
            group.numbers.cells[0], group.numbers.cells[1], self.tally, self.money, self.sessions, self.results,
            self.paths, self.days, self.by_round, self.hits, self.found,
        )  # fmt: skip

    def counts(self, day: int, group: int, first: int, meter: str | None) -> Counts:
        named = {"tally": self.tally, "money": self.money, "sessions": self.sessions, "results": self.results,
                 "paths": self.paths}  # fmt: skip
        sums = {f"{name} {group}": values for name, values in named.items()}
        if meter is not None:
            sums[f"chips {day} {meter}"] = self.by_round
        tables = first + np.arange(len(self.days))
        days = np.column_stack([np.full(len(tables), day), np.full(len(tables), group), tables, self.days])
        hits = self.hits[: self.found]
        times = np.column_stack([np.full(len(hits), day), hits[:, 1], np.full(len(hits), group), hits[:, 0] + first])
        return Counts(sums, {"days": [days], "hits": [np.column_stack([times, hits[:, 2:]])]})


def end_all(who: Ints, bank: Ints, players: Ints, counted: _Counters) -> None:
    """Ends all sessions at the end of the day."""
    for table, seat in zip(*np.nonzero(who != NOBODY), strict=True):
        player = int(who[table, seat])
        end_session(int(bank[table, seat]), player, False, players, counted.sessions, counted.results)


def floor_work(floor: Floor, seed: int) -> FloorWork:
    before = tuple(sum(group.count for group in floor.groups[:number]) for number in range(len(floor.groups)))
    return FloorWork(
        seed=seed,
        days=floor.days,
        rounds_a_day=floor.rounds_a_day,
        hourly=floor.hourly,
        interval=floor.interval,
        tables=floor.tables,
        blocks=floor.blocks,
        before=before,
        groups=tuple(_numbers(floor, group) for group in floor.groups),
    )


def _numbers(floor: Floor, group: TableGroup) -> GroupNumbers:
    solver = insist_supported(group.submission)
    settlement = settlement_of(group.submission, [player.stakes for player in group.players])
    most = settlement.stakes.max(axis=2).sum(axis=1) + settlement.chips
    players = np.zeros((len(group.players), PLAYER), np.int64)
    parts = sum(player.share for player in group.players)
    upto = 0
    for row, player, needs in zip(players, group.players, most, strict=True):
        upto += player.share
        leaves = 0 if player.stay is None else _chance(Fraction(floor.interval, floor.hourly) / player.stay)
        bankroll = 0 if player.bankroll is None else int(player.bankroll)
        row[:UPTO] = leaves, bankroll, needs if bankroll else 0, bankroll or 20 * int(needs)
        row[UPTO] = CERTAIN * upto // parts - 1
    hours = Fraction(floor.interval, floor.hourly)
    arrive = CERTAIN if group.arrivals is None else _chance(group.arrivals * hours)
    strategies: Sequence[Strategy] = [player.strategy for player in group.players]
    numbers = solver.simulation.numbers(group.submission, strategies)
    rules = meter_rules(group.submission)
    meter = group.meter if rules is not None else None
    return GroupNumbers(solver.game, group.seats, meter, numbers, settlement, players, arrive, rules)


def _chance(exact: Fraction) -> int:
    return int(min(exact, Fraction(1)) * CERTAIN)
