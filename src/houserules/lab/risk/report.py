"""The results of many rounds on one wager of a submission, as data."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log
from typing import Any, Final

from houserules.lab.arguments import BadArgument, literal
from houserules.lab.counting.side_bets import is_side_bet, side_bet
from houserules.lab.exact import decimal_of, pair, root_of
from houserules.lab.reports.edges import BASE
from houserules.lab.risk.rounds import (
    Round,
    adjustment,
    bankroll_for,
    exact_hold_band,
    levels_of,
    round_of,
    ruin_table,
    sum_of_rounds,
)
from houserules.lab.solving.answers import Question, find_answer
from houserules.lab.solving.base_game import base_results
from houserules.law import Submission
from houserules.money import DOLLAR, Money

LEVELS: Final = (0.005, 0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975, 0.995)
MOST_WORK: Final = 4_000_000_000


def risk_report(
    submission: Submission, wager: str, stake: Money, rounds: int, level: Fraction, bankroll: Money | None
) -> dict[str, Any]:
    """The result of these rounds with this stake in each: its distribution, ruin, and the house's hold.

    ``level`` is the risk of ruin for which a bankroll is computed; the risk of ruin with ``bankroll`` is
    computed too.
    """
    one = _round(submission, wager, stake)
    total = sum_of_rounds(one, rounds)
    unit = one.unit * stake

    def dollars(units: int) -> str:
        return decimal_of(units * unit / DOLLAR)

    mean, variance = one.mean * one.unit * rounds, one.variance * one.unit**2 * rounds
    answer: dict[str, Any] = {
        "rounds": rounds,
        "stake": decimal_of(Fraction(stake, DOLLAR)),
        "mean": {**pair(mean), "dollars": decimal_of(mean * stake / DOLLAR)},
        "standard_deviation": root_of(variance),
        "method": total.method,
        "error": total.error,
        "ahead": total.above(0),
        "even": total.at(0),
        "behind": 1 - total.above(0) - total.at(0),
        "quantiles": [
            {"level": each, "net": str(units * one.unit), "dollars": dollars(units)}
            for each, units in levels_of(total, LEVELS).items()
        ],
        "hold": {
            str(share): {"least": low, "most": high, "method": total.method}
            for share in (0.95, 0.99)
            for low, high in [exact_hold_band(one, total, share)]
        },
    }
    answer["ruin"] = _ruin(submission.rulebook.game, one, unit, rounds, level, bankroll)
    return answer


def _round(submission: Submission, wager: str, stake: Money) -> Round:
    if wager == BASE:
        return round_of(base_results(submission).distribution())
    if wager in submission.rulebook.wagers and is_side_bet(submission, wager):
        return round_of(side_bet(submission, submission.wagers[wager], stake).distribution())
    offered = [name for name in submission.wagers if is_side_bet(submission, name)]
    raise BadArgument(f"{{wager}} {literal(wager)}: expected base or one of {', '.join(offered)}")


def _ruin(
    game: str, one: Round, unit: Fraction, rounds: int, level: Fraction, bankroll: Money | None
) -> dict[str, Any]:
    found: dict[str, Any] = {"means": "the bankroll does not cover the most that the next of these rounds can cost"}
    exponent = adjustment(one)
    if exponent is not None:
        units = log(1 / float(level)) / exponent + one.worst
        found["ever"] = {
            "risk": float(level),
            "bankroll": f"{units * float(unit) / DOLLAR:.2f}",
            "exponent_per_unit": exponent,
            "method": "Lundberg's bound",
        }
        if bankroll is not None:
            spare = max(0.0, float(bankroll / unit) - one.worst)
            found["ever"]["with_bankroll"] = min(1.0, exp(-exponent * spare))
    else:
        found["ever"] = {"risk": 1.0, "why": "the house has the advantage: a player who never stops is ruined"}
    work = rounds * len(one.weights) * (rounds * float(one.variance)) ** 0.5 * 20
    if work > MOST_WORK:
        found["within"] = {"why": "too many rounds to follow every bankroll; ask for fewer"}
        return found
    chances = find_answer(
        Question(game, "ruin", (one, rounds), ruin_table.__module__), lambda: ruin_table(one, rounds)
    )
    needed = bankroll_for(chances, float(level))
    bankroll_text = decimal_of(needed * unit / DOLLAR)
    found["within"] = {"rounds": rounds, "risk": float(chances[needed]), "bankroll": bankroll_text}
    if bankroll is not None:
        held = int(bankroll / unit)
        found["within"]["with_bankroll"] = float(chances[held]) if held < len(chances) else 0.0
    return found
