"""Results watched: drop, win and hold by period, actual against theory, and what is overdue at a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log, sqrt
from typing import Any, Final, Protocol

from msgspec import Struct

from houserules.app.facts import LIVE
from houserules.app.state import TableState, Totals, WagerResult
from houserules.app.totals import BASE, periods_of
from houserules.app.views import dollars
from houserules.law import Submission
from houserules.money import DOLLAR
from houserules.play import compiled
from houserules.play.dealing import method_of, overdue
from houserules.play.rounds import counts_itself
from houserules.play.state import Phase

FALSE_ALARMS: Final = 0.001
"""The chance that an honest wager is ever flagged, however long it is watched."""


class Figure(Struct, frozen=True):
    """Exact theory of one wager: the house edge and the variance of the result, in units of the stake."""

    house_edge: Fraction
    variance: Fraction


class Theory(Protocol):
    def figures(self, submission: Submission) -> Mapping[str, Figure]:
        """By wager, ``base`` among them; a wager without exact theory is left out."""


class Verdict(Struct, frozen=True):
    """Actual against theory for one wager. ``band`` is how far the result may stray before it is an alarm."""

    wager: str
    hands: int
    net: int
    expected: Fraction
    band: float
    alarm: str | None


def verdict(result: WagerResult, figure: Figure, false_alarms: float = FALSE_ALARMS) -> Verdict:
    """A sequential test: the band holds at all times at once, so one may look as often as one likes.

    It is the boundary of the normal mixture: with V the variance of all wagers so far and r a fixed scale,
    |actual - expected| stays within sqrt((V + r) log((V + r) / (r a^2))) for ever with probability 1 - a. The scale
    is the variance of a hundred wagers, where the band is narrowest. Players who play badly lose more than theory's
    best player does, so in the base game only their winning too much is an alarm.
    """
    expected = -figure.house_edge * result.units
    if not result.hands:
        return Verdict(result.wager, 0, result.net, expected, 0.0, None)
    variance = float(figure.variance * result.squares * DOLLAR)
    scale = 100 * variance / result.hands
    band = sqrt((variance + scale) * log((variance + scale) / (scale * false_alarms**2))) if variance else 0.0
    strayed = float(result.net - expected)
    alarm = None
    if strayed > band:
        alarm = "players_win_too_much"
    elif strayed < -band and result.wager != BASE:
        alarm = "players_lose_too_much"
    return Verdict(result.wager, result.hands, result.net, expected, band, alarm)


def verdicts(state: TableState, figures: Mapping[str, Figure]) -> list[Verdict]:
    return [verdict(result, figures[result.wager]) for result in state.results if result.wager in figures]


def report(state: TableState, figures: Mapping[str, Figure], now: int) -> dict[str, Any]:
    """What the floor looks at: results by period, each wager against theory, alarms, the last progressive hits."""
    found = verdicts(state, figures)
    return {
        "table": state.id,
        "name": state.name,
        "kind": state.kind,
        "tray": dollars(state.tray),
        "drop": {name: _period(state.total(period)) for name, period in _now(now).items()},
        "periods": [_period(total) for total in state.totals],
        "wagers": [compared(each) for each in found],
        "without_theory": sorted(result.wager for result in state.results if result.wager not in figures),
        "hits": [
            {
                "at": hit.at, "round": hit.round, "seat": hit.seat, "line": hit.line, "paid": dollars(hit.paid),
                "from_meter": hit.from_meter,
            }
            for hit in state.hits
        ],
    }  # fmt: skip


def _now(now: int) -> dict[str, str]:
    day, month, year = periods_of(now)
    return {"day": day, "month": month, "year": year}


def _period(total: Totals) -> dict[str, Any]:
    hold = None if not total.drop else f"{100 * total.win / total.drop:.2f}%"
    return {
        "period": total.period, "rounds": total.rounds, "drop": dollars(total.drop), "staked": dollars(total.staked),
        "win": dollars(total.win), "hold": hold,
    }  # fmt: skip


def compared(each: Verdict) -> dict[str, Any]:
    return {
        "wager": each.wager,
        "hands": each.hands,
        "net": dollars(each.net),
        "expected": f"{float(each.expected) / DOLLAR:.2f}",
        "band": f"{each.band / DOLLAR:.2f}",
        "alarm": each.alarm,
    }


def alarms(
    submission: Submission, state: TableState, figures: Mapping[str, Figure], now: int
) -> list[dict[str, Any]]:
    """What somebody should see to at this table, the most pressing first."""
    found: list[dict[str, Any]] = []
    rules, table = compiled(submission), state.table
    if table.closed:
        return found
    round_ = table.round
    waits = round_ is not None and round_.claim is not None and round_.claim not in round_.validated
    if waits and round_ is not None and round_.phase is Phase.SETTLING:
        found.append({"alarm": "validation_waits", "seat": round_.claim, "round": round_.number})
    hours = rules.book.table.deck_hours.get(method_of(rules, table))
    for deck in table.decks:
        if overdue(rules, table, deck, now // 1000):
            clause = str(hours.clause) if hours else None
            found.append({"alarm": "deck_overdue", "deck": deck.number, "clause": clause})
    every = rules.book.dealing[method_of(rules, table)].rounds_between_stub_counts
    if table.rounds_since_count + 1 >= every.value and not counts_itself(rules, table):
        found.append({"alarm": "stub_count_due", "rounds": table.rounds_since_count, "clause": str(every.clause)})
    found.extend({"alarm": "device_out_of_order", "device": device} for device in table.failed)
    if state.tray < state.settings.least_tray:
        found.append({"alarm": "tray_low", "tray": dollars(state.tray)})
    found.extend({"alarm": each.alarm, "wager": each.wager} for each in verdicts(state, figures) if each.alarm)
    waiting = [act for act in state.acts if act[0] == "verify_inspection"]
    if waiting and state.kind == LIVE and any(deck.status.value == "inspected" for deck in table.decks):
        found.append({"alarm": "inspection_waits", "deck": waiting[-1][1]})
    return found
