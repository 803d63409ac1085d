"""Exact theory of every wager of a submission, from the lab: what it costs on average, and how it is distributed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Protocol

import structlog
from msgspec import Struct

from houserules.app.floor.results import BASE, SHARED
from houserules.app.floor.sequential_test import Outcomes
from houserules.app.house.background import BackgroundJobs, InProgress, Job
from houserules.lab import (
    ProgressiveWager,
    base_results,
    box_covariance,
    forfeits_on_fold,
    is_side_bet,
    progressive_wager,
    side_bet,
    table_shares,
)
from houserules.law import MalformedData, Submission
from houserules.law.words import PROGRESSIVE, Switch
from houserules.money import Odds

PATIENCE: Final = 1.0
"""How many seconds a request waits for figures that are being computed."""


class Figure(Struct, frozen=True):
    """Exact theory of one wager, in units of its stake."""

    outcomes: Outcomes
    skill: bool = False
    """Whether players can do worse than theory's best player; then it is an alarm only if they do better."""
    rows: tuple[tuple[str, Fraction], ...] = ()
    """Net results by pay line, at a meter of the initial amount, if the result itself follows the meter."""
    nothing: Fraction = Fraction(-1)
    """The net result if no line is hit."""
    fixed: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    """A wager is paid ``fixed`` and a ``share`` of the meter on average, in millionths of a dollar."""
    parts: tuple[tuple[str, Fraction, Fraction], ...] = ()
    """Wagers of the base game that are paid from a table: each with its house edge and its hit frequency under best
    play."""
    covariance: Fraction | None = None
    """The exact covariance of the results of two boxes in one round; None if it is not known."""
    any_hand: bool = False
    """For what is received for other players' hands: whether hands without the wager count too."""

    @property
    def mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.outcomes), Fraction())


Figures = Mapping[str, Figure]


class Theory(Protocol):
    def figures(self, submission: Submission) -> Figures:
        """The figures by wager, including ``base`` and ``shared``; a wager without exact theory is left out."""


class LabTheory:
    """What the lab computes. The base game takes seconds the first time, so nobody should wait for this."""

    def figures(self, submission: Submission) -> Figures:
        return {BASE: _base(submission), **_side_bets(submission), **_progressive(submission)}


class Theories:
    """The figures of all submissions in use, computed by background jobs."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.jobs = BackgroundJobs(patience=PATIENCE)
        self._refused: dict[str, str] = {}

    async def figures(self, submission: Submission) -> Figures | None:
        """The figures, or None while they are being computed."""
        found = await self.jobs.submit(self._job(submission))
        return None if isinstance(found, InProgress) else found

    def at_hand(self, submission: Submission, needed: bool) -> Figures | None:
        """The figures if they are known. If they are ``needed`` but unknown, they are computed for the next time."""
        job = self._job(submission)
        known: Figures | None = self.jobs.known(job)
        if known is None and needed:
            self.jobs.start(job)
        return known

    def refusal(self, submission: Submission) -> str | None:
        """Why this submission has no theory, if the lab does not support its rules."""
        return self._refused.get(submission.digest)

    def _job(self, submission: Submission) -> Job:
        return Job("theory", submission.digest, self.jobs.in_thread(lambda: self._figures(submission)))

    def _figures(self, submission: Submission) -> Figures:
        """If theory fails, the failure is logged and the floor is shown that there is none; other tables keep
        theirs."""
        try:
            return self.theory.figures(submission)
        except MalformedData as refused:
            self._refused[submission.digest] = str(refused)
            return {}
        except Exception as fault:
            structlog.get_logger().error("our fault", submission=submission.digest, exc_info=fault)
            return {}

    async def close(self) -> None:
        await self.jobs.close()


def _base(submission: Submission) -> Figure:
    results = base_results(submission, None)
    outcomes = ((net, Fraction(deals, results.deals)) for net, deals in results.distribution().items())
    shares = table_shares(submission, results)
    parts = tuple((share.wager, share.house_edge, share.hit_frequency) for share in shares)
    return Figure(tuple(outcomes), skill=True, parts=parts)


def _side_bets(submission: Submission) -> dict[str, Figure]:
    """A paytable with a line of a fixed amount is left out: no single figure would fit all stakes."""
    found = {}
    for name, wager in submission.wagers.items():
        if not is_side_bet(submission, name) or wager.paytable is None:
            continue
        if all(isinstance(line.pay, Odds) for line in wager.paytable):
            bet = side_bet(submission, wager)
            outcomes = ((net, Fraction(count, bet.hands)) for net, count in bet.distribution().items())
            found[name] = Figure(tuple(outcomes), covariance=box_covariance(submission, name))
    return found


def _progressive(submission: Submission) -> dict[str, Figure]:
    """Empty if wagers of several amounts are possible: a line that pays dollars fits one stake only."""
    if submission.progressive is None or len(submission.progressive.amounts) > 1:
        return {}
    offered = progressive_wager(submission)
    skill = forfeits_on_fold(submission)
    rows = tuple((line.hand, line.paid_at(offered.meter) / offered.amount - 1) for line in offered.lines)
    own = Figure(
        _outcomes(offered, dict(rows), Fraction(-1)), skill, rows, Fraction(-1), offered.fixed, offered.share,
        covariance=None if skill else box_covariance(submission, PROGRESSIVE),
    )  # fmt: skip
    if offered.shared_name is None:
        return {PROGRESSIVE: own}
    rewards = tuple((line.hand, line.neighbours / offered.amount) for line in offered.lines if line.neighbours)
    any_hand = submission.readings.get(Switch.SHARED_HOLDER) == "any_hand"
    theirs = Figure(_outcomes(offered, dict(rewards), Fraction(0)), True, rewards, Fraction(0), any_hand=any_hand)
    return {PROGRESSIVE: own, SHARED: theirs}


def _outcomes(offered: ProgressiveWager, rows: Mapping[str, Fraction], nothing: Fraction) -> Outcomes:
    chances: dict[Fraction, Fraction] = {}
    for line in offered.lines:
        net = rows.get(line.hand, nothing)
        chances[net] = chances.get(net, Fraction(0)) + line.probability
    chances[nothing] = chances.get(nothing, Fraction(0)) + 1 - sum((line.probability for line in offered.lines), 0)
    return tuple(sorted(chances.items()))
