"""The results of a floor: wagers beside theory, meters, hits, hold by day and table, players' money and ruin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from houserules.lab.exact import pair
from houserules.lab.simulation.floor import Floor, FloorWork, TableGroup
from houserules.lab.simulation.floor_kernels import BELOW_START, BINS, PARTS
from houserules.lab.simulation.meters import Meter
from houserules.lab.simulation.pieces import Counts
from houserules.lab.simulation.rounds import Tally
from houserules.lab.simulation.wagers import SimulatedWager, wagers_of
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Progress
from houserules.lab.strategy.report import played_out
from houserules.money import DOLLAR, format_dollars

QUANTILES = (5, 25, 50, 75, 95)

DAY, ROUND, GROUP, TABLE, ORDER, SEAT, LINE, CHIPS = range(8)
"""The columns of hits."""
D_DAY, D_GROUP, D_TABLE, D_ROUNDS, D_SEATS, D_STAKED, D_BROUGHT, D_CHIPS = range(8)
"""The columns of days."""


@dataclass(frozen=True, slots=True)
class PaidHit:
    """A payment from a meter."""

    meter: str
    day: int
    round: int
    group: int
    table: int
    seat: int
    line: str
    paid: int
    showed: int


@dataclass(frozen=True, slots=True)
class MeterPath:
    """A meter at the end of each day: main and secondary, in millionths of a dollar."""

    name: str
    days: tuple[int, ...]
    main: tuple[int, ...]
    secondary: tuple[int, ...]


def meters_of(work: FloorWork, counts: Counts) -> tuple[tuple[MeterPath, ...], tuple[PaidHit, ...]]:
    """Every meter over the days that were played. In each round, the tables of a meter first add their wagers; then
    winners are paid, table by table and in the order of the document."""
    days, hits = counts.table("days"), counts.table("hits")
    played = sorted(set(days[:, D_DAY].tolist())) if len(days) else []
    paths: list[MeterPath] = []
    paid: list[PaidHit] = []
    linked = sorted({group.meter for group in work.groups if group.meter is not None})
    for name in linked:
        members = [number for number, group in enumerate(work.groups) if group.meter == name]
        mine = hits[np.isin(hits[:, GROUP], members)] if hits.shape[1] > 1 else hits[:0]
        by_day = {day: np.cumsum(counts.sums[f"chips {day} {name}"]) for day in played}
        _follow(work, name, members[0], played, mine, by_day, paths, paid)
    for number, group in enumerate(work.groups):
        if group.meter is not None or group.rules is None:
            continue
        of_group = days[days[:, D_GROUP] == number]
        for table in sorted(set(of_group[:, D_TABLE].tolist())):
            of_table = of_group[of_group[:, D_TABLE] == table]
            mine = hits[(hits[:, GROUP] == number) & (hits[:, TABLE] == table)] if hits.shape[1] > 1 else hits[:0]
            totals = dict(zip(of_table[:, D_DAY].tolist(), of_table[:, D_CHIPS].tolist(), strict=True))
            _follow(work, f"{number + 1}.{table + 1}", number, played, mine, totals, paths, paid)
    return tuple(paths), tuple(paid)


def _follow(
    work: FloorWork, name: str, group: int, played: list[int], hits: Ints, chips: Mapping[int, Any],
    paths: list[MeterPath], paid: list[PaidHit],
) -> None:  # fmt: skip
    """Follows one meter: ``chips`` are the wagers of a day, cumulative by round where tables are linked, otherwise in
    all."""
    rules = work.groups[group].rules
    assert rules is not None
    meter = Meter.new(rules)
    main, secondary = [], []
    by_day: dict[int, list[list[int]]] = {}
    for hit in hits.tolist():
        by_day.setdefault(hit[DAY], []).append(hit)
    for day in played:
        so_far, today = 0, chips[day]
        for hit in by_day.get(day, ()):
            upto = hit[CHIPS] if isinstance(today, int) else int(today[hit[ROUND]])
            meter.contribute(upto - so_far)
            so_far = upto
            line, share = work.groups[hit[GROUP]].settlement.lines[hit[LINE]]
            showed = meter.main
            amount = meter.pay(share)
            paid.append(PaidHit(name, day, hit[ROUND], hit[GROUP], hit[TABLE], hit[SEAT], line, amount, showed))
        meter.contribute((today if isinstance(today, int) else int(today[-1])) - so_far)
        main.append(meter.main)
        secondary.append(meter.secondary)
    paths.append(MeterPath(name, tuple(played), tuple(main), tuple(secondary)))


def checked_wagers(
    floor: Floor, counts: Counts, progress: Progress
) -> dict[tuple[int, int], tuple[SimulatedWager, ...]]:
    """By group and kind of player: one seat of each round, the first that was taken; as rounds are independent, the
    exact variance tells how far their mean may deviate."""
    found = {}
    for number, group in enumerate(floor.groups):
        for kind, player in enumerate(group.players):
            cells = counts.sums[f"tally {number}"][kind]
            rounds = int(cells[: _ends(group)].sum())
            if rounds:
                results = played_out(group.submission, player.strategy, progress)
                found[number, kind] = wagers_of(group.submission, Tally(rounds, cells), results)
    return found


def _ends(group: TableGroup) -> int:
    return len(insist_supported(group.submission).simulation.ends(group.submission))


def floor_data(floor: Floor, work: FloorWork, counts: Counts, progress: Progress) -> dict[str, Any]:
    """Everything that was counted, as data. Money is in dollars."""
    paths, hits = meters_of(work, counts)
    checked = checked_wagers(floor, counts, progress)
    days = counts.table("days")
    from_meter: dict[int, int] = {}
    for hit in hits:
        from_meter[hit.group] = from_meter.get(hit.group, 0) + hit.paid
    return {
        "days": len(set(days[:, D_DAY].tolist())) if len(days) else 0,
        "tables": [
            _group_data(floor, number, counts, checked, days, from_meter.get(number, 0))
            for number in range(len(floor.groups))
        ],
        "meters": [_meter_data(path, [hit for hit in hits if hit.meter == path.name], work) for path in paths[:100]],
        "hold_by_day": _hold(days, hits),
    }


def _group_data(
    floor: Floor, number: int, counts: Counts, checked: Mapping[tuple[int, int], tuple[SimulatedWager, ...]],
    days: Ints, from_meter: int,
) -> dict[str, Any]:  # fmt: skip
    group = floor.groups[number]
    mine = days[days[:, D_GROUP] == number]
    staked, brought = int(mine[:, D_STAKED].sum()), int(mine[:, D_BROUGHT].sum()) + from_meter
    by_table = [int(-mine[mine[:, D_TABLE] == table][:, D_BROUGHT].sum()) for table in range(group.count)]
    return {
        "name": group.name,
        "tables": group.count,
        "rounds": int(mine[:, D_ROUNDS].sum()),
        "seat_rounds": int(mine[:, D_SEATS].sum()),
        "staked": format_dollars(staked),
        "house_wins": format_dollars(-brought),
        "paid_from_meters": format_dollars(from_meter),
        "hold": pair(Fraction(-brought, staked)) if staked else None,
        "win_by_table": {
            "least": format_dollars(min(by_table)),
            "median": format_dollars(sorted(by_table)[len(by_table) // 2]),
            "most": format_dollars(max(by_table)),
        },
        "players": [_player_data(floor, number, kind, counts, checked) for kind in range(len(group.players))],
    }


def _player_data(
    floor: Floor, number: int, kind: int, counts: Counts,
    checked: Mapping[tuple[int, int], tuple[SimulatedWager, ...]],
) -> dict[str, Any]:  # fmt: skip
    group = floor.groups[number]
    player = group.players[kind]
    begun, ruined, ended, rounds = (int(value) for value in counts.sums[f"sessions {number}"][kind])
    scale = player.bankroll
    return {
        "name": player.name,
        "strategy": player.strategy.name,
        "sessions": begun,
        "ended": ended,
        "ruined": ruined,
        "ruin": pair(Fraction(ruined, ended)) if ended else None,
        "seat_rounds": rounds,
        "wagers": {
            each.wager: {
                "rounds": each.rounds,
                "mean": pair(each.mean),
                "standard_error": f"{each.standard_error:.12g}",
                "exact": pair(each.exact),
                "z": f"{each.z_score:.4f}",
            }
            for each in checked.get((number, kind), ())
        },
        "net_of_a_session": _quantiles(counts.sums[f"results {number}"][kind]),
        "net_after_hours": {
            str(hour): _quantiles(cells)
            for hour, cells in enumerate(counts.sums[f"paths {number}"][kind])
            if hour and cells.sum()
        },
        "in": "bankrolls" if scale is not None else "times 20 of what a round may ask",
    }


def _quantiles(cells: Ints) -> dict[str, str]:
    """Upper bounds of quantiles, to an eighth of the bankroll, from a histogram."""
    total, below = int(cells.sum()), np.cumsum(cells)
    found = {}
    for quantile in QUANTILES:
        place = int(np.searchsorted(100 * below, quantile * total)) if total else BELOW_START
        found[f"{quantile}%"] = f"{(min(place, BINS - 1) + 1 - BELOW_START) / PARTS:g}"
    return found


def _meter_data(path: MeterPath, hits: list[PaidHit], work: FloorWork) -> dict[str, Any]:
    whole = [hit for hit in hits if dict(work.groups[hit.group].settlement.lines)[hit.line] >= 1]
    times = [hit.day + hit.round / work.rounds_a_day for hit in whole]
    return {
        "meter": path.name,
        "at_the_end": format_dollars(path.main[-1]) if path.main else None,
        "secondary": format_dollars(path.secondary[-1]) if path.secondary else None,
        "payments": len(hits),
        "paid": format_dollars(sum(hit.paid for hit in hits)),
        "jackpots": len(whole),
        "largest": format_dollars(max((hit.paid for hit in whole), default=0)),
        "days_between_jackpots": [f"{b - a:.4f}" for a, b in pairwise(times)][:1000],
        "by_day": [f"{amount / DOLLAR:.2f}" for amount in path.main],
    }


def _hold(days: Ints, hits: tuple[PaidHit, ...]) -> list[dict[str, Any]]:
    paid: dict[int, int] = {}
    for hit in hits:
        paid[hit.day] = paid.get(hit.day, 0) + hit.paid
    found = []
    for place in sorted(set(days[:, D_DAY].tolist())) if len(days) else ():
        mine = days[days[:, D_DAY] == place]
        staked = int(mine[:, D_STAKED].sum())
        won = -int(mine[:, D_BROUGHT].sum()) - paid.get(place, 0)
        hold = f"{won / staked:.6f}" if staked else None
        found.append(
            {"day": place + 1, "staked": format_dollars(staked), "house_wins": format_dollars(won), "hold": hold}
        )
    return found
