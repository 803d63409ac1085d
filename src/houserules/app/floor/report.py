"""Monitored results: drop, win and hold by period, actual against theory, and what is overdue at a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from houserules.app.floor.claims import claim_shown
from houserules.app.floor.results import MILLIONTHS, SHARED
from houserules.app.floor.sequential_test import Bets, Bounds, both_bets, bounds, side
from houserules.app.floor.theory import Figure, Figures
from houserules.app.floor.totals import periods_of
from houserules.app.table.automation import missing_in_tray, takes_by_itself
from houserules.app.table.state import TableState, Totals, WagerResult
from houserules.app.table.verbs import CONFIRM, VERB_OF, VERBS
from houserules.app.views.floor_shapes import Alarm, Compared, FloorReport, Period
from houserules.app.views.options import option_of
from houserules.caching import Cache
from houserules.money import DOLLAR, format_dollars
from houserules.play import DeckStatus, Phase, Rules, counts_itself, method_of, overdue
from houserules.play import commands as c

FALSE_ALARMS: Final = 0.001
"""The chance that an honest wager is ever flagged, however long it is monitored."""

WIN_TOO_MUCH: Final = "players_win_too_much"
LOSE_TOO_MUCH: Final = "players_lose_too_much"

_LATE: Final = 5_000
"""How many milliseconds late a table must be before it is reported."""


_bets: Final[Cache[Figure, tuple[Bets, Bets]]] = Cache(1024)


class Verdict(Struct, frozen=True):
    """Actual against theory for one wager. ``above`` and ``below`` are how far the players' result may stray from
    what is expected before it is an alarm, at the average stake."""

    wager: str
    hands: int
    rounds: int
    net: int
    expected: Fraction
    above: float
    below: float
    score: float
    bounds: Bounds
    alarm: str | None


def verdict(result: WagerResult, figure: Figure, false_alarms: float = FALSE_ALARMS) -> Verdict:
    """The sequential test of :mod:`houserules.app.floor.sequential_test`, applied to what this wager has brought so
    far."""
    expected, score = _expected(result, figure), _score(result, figure)
    if not result.rounds:
        return Verdict(result.wager, result.hands, 0, result.net, expected, 0.0, 0.0, 0.0, Bounds(0.0, 0.0), None)
    allowed = bounds(figure.outcomes, result.rounds, false_alarms, figure.skill, figure.covariance, result.boxes)
    mean, stake = result.rounds * float(figure.mean), result.units / result.rounds
    alarm = None
    if score > allowed.high:
        alarm = WIN_TOO_MUCH
    elif score < allowed.low and not figure.skill:
        alarm = LOSE_TOO_MUCH
    return Verdict(
        result.wager, result.hands, result.rounds, result.net, expected, (allowed.high - mean) * stake,
        (mean - allowed.low) * stake, score, allowed, alarm,
    )  # fmt: skip


def strays(result: WagerResult, figure: Figure, false_alarms: float = FALSE_ALARMS) -> str | None:
    """The alarm of :func:`verdict`, found quickly enough to run after every round."""
    if not result.rounds:
        return None
    bets = _bets.find_same(figure, lambda: both_bets(figure.outcomes, figure.skill, figure.covariance))
    where = side(bets, result.rounds, _score(result, figure), false_alarms, result.boxes)
    if where > 0:
        return WIN_TOO_MUCH
    return LOSE_TOO_MUCH if where < 0 and not figure.skill else None


def _expected(result: WagerResult, figure: Figure) -> Fraction:
    """What the players should have won by now: for the progressive, at the meter as each wager found it."""
    if result.wager == SHARED:
        pairs = result.hands + (result.bare if figure.any_hand else 0)
        stake = Fraction(result.units, result.hands + result.bare) if result.units else Fraction(0)
        return figure.mean * pairs * stake
    if figure.rows:
        return figure.fixed * result.hands + figure.share * result.meters - result.units
    return figure.mean * result.units


def _score(result: WagerResult, figure: Figure) -> float:
    """The sum of the rounds' results in units of the stake. If they follow the meter, hits are valued as theory
    values them, at the initial amount, so that the distribution stays the same while the meter grows."""
    if not figure.rows:
        return result.score / MILLIONTHS
    known = dict(figure.rows)
    above = sum(
        (weight * (known.get(row, figure.nothing) - figure.nothing) for row, weight in result.rows), Fraction()
    )
    return float(above / MILLIONTHS + result.rounds * figure.nothing)


def verdicts(results: Iterable[WagerResult], figures: Figures) -> list[Verdict]:
    return [verdict(result, figures[result.wager]) for result in results if result.wager in figures]


def report(
    rules: Rules, state: TableState, figures: Figures | None, now: int, refused: str | None = None
) -> FloorReport:
    """What the floor sees: results by period, each wager against theory, the last progressive hits.

    Without figures, theory is still being computed; ``refused`` says why there is none.
    """
    found = verdicts(state.results, figures or {})
    return {
        "table": state.id,
        "rulebook": rules.book.id,
        "name": state.name,
        "kind": state.kind,
        "tray": format_dollars(state.tray),
        "drop": {name: _period(state.total(period)) for name, period in _now(now).items()},
        "periods": [_period(total) for total in state.totals],
        "wagers": [compared(each) for each in found],
        "theory_computing": figures is None,
        "theory_refused": refused,
        "without_theory": sorted(_without_theory(state, figures)) if figures is not None else [],
        "hits": [
            {
                "at": hit.at, "round": hit.round, "seat": hit.seat, "line": hit.line,
                "paid": format_dollars(hit.paid), "from_meter": hit.from_meter,
            }
            for hit in state.hits
        ],
        "alarms": alarms(rules, state, figures, now),
    }  # fmt: skip


def _without_theory(state: TableState, figures: Figures) -> Iterator[str]:
    """Pairs of players are counted at every table with a progressive, but matter only where a bonus is shared."""
    for result in state.results:
        if result.wager not in figures and (result.net or result.wager != SHARED):
            yield result.wager


def _now(now: int) -> dict[str, str]:
    day, month, year = periods_of(now)
    return {"day": day, "month": month, "year": year}


def _period(total: Totals) -> Period:
    hold = None if not total.drop else f"{100 * total.win / total.drop:.2f}%"
    return {
        "period": total.period, "rounds": total.rounds, "drop": format_dollars(total.drop),
        "staked": format_dollars(total.staked), "win": format_dollars(total.win), "hold": hold,
    }  # fmt: skip


def compared(each: Verdict) -> Compared:
    return {
        "wager": each.wager,
        "hands": each.hands,
        "net": format_dollars(each.net),
        "rounds": each.rounds,
        "expected": f"{float(each.expected) / DOLLAR:.2f}",
        "band": f"{each.above / DOLLAR:.2f}",
        "band_below": f"{each.below / DOLLAR:.2f}",
        "score": {"result": each.score, "low": each.bounds.low, "high": each.bounds.high},
        "alarm": each.alarm,
    }


def late_by(state: TableState, now: int) -> int:
    """How many milliseconds ago the table should have gone on automatically, if it has not."""
    if state.deadline is None or (state.phase is Phase.BETTING and not takes_by_itself(state, c.NoMoreBets)):
        return 0
    return max(0, now - state.deadline)


def alarms(rules: Rules, state: TableState, figures: Figures | None, now: int) -> list[Alarm]:
    """What somebody should attend to at this table, the most pressing first."""
    found: list[Alarm] = []
    table = state.table
    if table.closed:
        return list(_strayed(state, []))
    late = late_by(state, now)
    if late > _LATE:
        found.append({"alarm": "clock_overdue", "seconds": late // 1000})
    round_ = table.round
    waits = round_ is not None and round_.claim is not None and round_.claim not in round_.validated
    if waits and round_ is not None and round_.phase is Phase.SETTLING:
        option = option_of(VERB_OF[c.ValidatePayout], seat=round_.claim)
        found.append(
            {
                "alarm": "validation_waits", "seat": round_.claim, "round": round_.number,
                "claim": claim_shown(rules, state), "option": option,
            }
        )  # fmt: skip
    missing = missing_in_tray(rules, state)
    if missing:
        found.append({"alarm": "fill_waits", "missing": format_dollars(missing)})
    if not takes_by_itself(state, c.VerifyInspection):
        decks = (deck.number for deck in table.decks if deck.status is DeckStatus.INSPECTED)
        for number in decks:
            option = option_of(VERB_OF[c.VerifyInspection], deck=number)
            found.append({"alarm": "inspection_waits", "deck": number, "option": option})
    for deck in table.decks:
        if state.unconfirmed(deck.number):
            option = option_of(VERBS[CONFIRM], deck=deck.number)
            found.append({"alarm": "confirmation_waits", "deck": deck.number, "option": option})
    hours = rules.book.table.deck_hours.get(method_of(rules, table))
    for deck in table.decks:
        if overdue(rules, table, deck, now // 1000):
            clause = str(hours.clause) if hours else None
            option = option_of(VERB_OF[c.RemoveDeck], deck=deck.number)
            found.append({"alarm": "deck_overdue", "deck": deck.number, "clause": clause, "option": option})
    every = rules.book.dealing[method_of(rules, table)].rounds_between_stub_counts
    if table.rounds_since_count + 1 >= every.value and not counts_itself(rules, table):
        found.append({"alarm": "stub_count_due", "rounds": table.rounds_since_count, "clause": str(every.clause)})
    for device in dict.fromkeys((*table.failed, *table.covered)):
        mended = c.UncoverDevice if device not in table.failed else c.ReportRepair
        option = option_of(VERB_OF[mended if device in table.covered else c.CoverDevice], device=device)
        found.append({"alarm": "device_out_of_order", "device": device, "option": option})
    if state.tray < state.settings.least_tray:
        found.append({"alarm": "tray_low", "tray": format_dollars(state.tray)})
    found.extend(_strayed(state, verdicts(state.results, figures or {})))
    return found


def _strayed(state: TableState, now: list[Verdict]) -> Iterator[Alarm]:
    """Results that were flagged and that nobody has dealt with, wherever they stand now; and results outside their
    band that were not flagged, because theory was not known when the round closed."""
    for flag in state.open_flags:
        yield {
            "alarm": flag.alarm, "wager": flag.wager, "since": flag.since, "round": flag.round, "hands": flag.hands,
            "net": format_dollars(flag.net),
        }  # fmt: skip
    for each in now:
        if each.alarm and state.flag(each.wager, each.alarm) is None:
            yield {"alarm": each.alarm, "wager": each.wager}
