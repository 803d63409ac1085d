"""What each wager has brought since a table opened, kept for comparison with exact theory."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from houserules.app.table.state import TableState, WagerResult
from houserules.law import parse_pay
from houserules.money import Money, Odds
from houserules.play import Round
from houserules.play.events import WagerSettled

BASE: Final = "base"
"""The wagers against the dealer, taken together, in units of the base wager."""
SHARED: Final = "shared"
"""What a progressive hand brings to the other players, by pairs of players."""
MILLIONTHS: Final = 1_000_000


def note_meter(state: TableState, lines: Iterable[WagerSettled]) -> TableState:
    """A progressive wager is worth more the higher the meter is when its turn comes."""
    progressive = state.parts.progressive
    wagers = sum([1 for line in lines if line.wager == progressive and line.outcome != "void"])
    if progressive is None or not wagers:
        return state
    before = _result(state, progressive)
    return _with(state, replace(before, meters=before.meters + wagers * state.table.main))


def count_round(state: TableState, round_: Round) -> TableState:
    """All wagers of a finished round. Void ones do not count."""
    base = state.parts.base
    lines = [line for line in round_.lines if line.outcome != "void"]
    for name in dict.fromkeys(BASE if line.wager in base else line.wager for line in lines if line.stake):
        wagers = base if name == BASE else (name,)
        counted = _count(_result(state, name), wagers[0], [line for line in lines if line.wager in wagers])
        state = _with(state, counted)
    if round_.void is None:
        state = _with_pairs(state, round_, [line for line in lines if line.source is not None])
    return state


def _count(before: WagerResult, unit: str, lines: list[WagerSettled]) -> WagerResult:
    """A round's result is the mean over the boxes that had the wager, each in units of its own stake on ``unit``."""
    units = {line.seat: line.stake for line in lines if line.wager == unit and line.stake}
    net, won = dict.fromkeys(units, 0), dict.fromkeys(units, 0)
    for line in lines:
        if line.seat in net:
            net[line.seat] += line.returned - line.stake
            won[line.seat] += _returned_without_limit(line) - line.stake
    if not units:
        return before
    mean = _mean([(won[seat], units[seat]) for seat in units])
    hit = [line.row for line in lines if line.outcome == "win" and line.row is not None]
    return replace(
        before,
        hands=before.hands + len(units),
        rounds=before.rounds + 1,
        units=before.units + sum(units.values()),
        net=before.net + sum(net.values()),
        score=before.score + round(mean * MILLIONTHS),
        rows=_with_rows(before.rows, hit, len(units)),
        boxes=_with_boxes(before.boxes, len(units)),
    )


def _with_boxes(boxes: tuple[tuple[int, int], ...], of: int) -> tuple[tuple[int, int], ...]:
    if of == 1:
        return boxes
    counted = dict(boxes)
    return tuple(sorted((counted | {of: counted.get(of, 0) + 1}).items()))


def _mean(results: list[tuple[int, int]]) -> Fraction:
    """The mean of winnings divided by their own stakes. Most players stake the same, so there is usually one fraction
    to compute."""
    stakes = {stake for _, stake in results}
    if len(stakes) == 1:
        return Fraction(sum([won for won, _ in results]), stakes.pop() * len(results))
    return sum((Fraction(won, stake) for won, stake in results), Fraction()) / len(results)


def _returned_without_limit(line: WagerSettled) -> int:
    """What the odds pay. Theory knows no payout limit, which cuts one stake and not another."""
    if line.limited_by is None or line.odds is None or line.paid_from != "house":
        return line.returned
    pays = parse_pay(line.odds)
    return line.stake + pays.winnings(Money(line.stake)) if isinstance(pays, Odds) else line.returned


def _with_rows(rows: tuple[tuple[str, int], ...], hit: list[str], of: int) -> tuple[tuple[str, int], ...]:
    counted = dict(rows)
    for row in hit:
        counted[row] = counted.get(row, 0) + MILLIONTHS // of
    return tuple(sorted(counted.items()))


def _with_pairs(state: TableState, round_: Round, lines: list[WagerSettled]) -> TableState:
    """Each wager may be paid for the hand of every other player. Whether that player must have the wager too is a
    reading; the test counts pairs in which both have it, since those count under every reading."""
    progressive = state.parts.progressive
    if progressive is None:
        return state
    receivers = [box for box in round_.seats if box.stake(progressive)]
    pairs = [(one, other) for one in receivers for other in round_.seats if other.player != one.player]
    if not pairs:
        return state
    wagered = {box.seat for box in receivers}
    both = sum(1 for _, other in pairs if other.seat in wagered)
    before = _result(state, SHARED)
    after = replace(
        before,
        hands=before.hands + both,
        bare=before.bare + len(pairs) - both,
        rounds=before.rounds + (1 if both else 0),
        units=before.units + sum(one.stake(progressive) for one, _ in pairs),
        net=before.net + sum(line.returned for line in lines),
        rows=_with_rows(before.rows, [line.row or "" for line in lines if line.source in wagered], both or 1),
    )
    return _with(state, after)


def _result(state: TableState, name: str) -> WagerResult:
    return next((result for result in state.results if result.wager == name), WagerResult(name))


def _with(state: TableState, result: WagerResult) -> TableState:
    others = tuple(each for each in state.results if each.wager != result.wager)
    return replace(state, results=(*others, result))
