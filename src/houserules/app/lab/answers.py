"""What the lab tells anybody who asks: exact figures at once where they can be had, else as soon as they are found.

Side bets and progressives need a moment, and are computed here. The base games do not depend on their pay tables, so
their answers are found once, in another process, and kept. Nothing is asked of a table and nothing is changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from houserules import law
from houserules.app.lab.jobs import Job, Underway, Workbench, refusal_of
from houserules.app.refusals import Refusal, unknown
from houserules.lab.reports.analysis import analyze, analyze_own_cards
from houserules.lab.reports.analysis_data import as_data, own_cards_as_data
from houserules.lab.reports.slow_questions import open_questions
from houserules.lab.solving.answers import keep
from houserules.lab.solving.base_game import base_question
from houserules.lab.solving.gate import Unsupported
from houserules.law import Fault, Filing, MalformedData, Submission
from houserules.money import Money

Data = dict[str, Any]


class LabDesk:
    """The lab as one client sees it."""

    def __init__(self, workbench: Workbench, client: str) -> None:
        self.workbench = workbench
        self.client = client

    async def analysis(self, filed: Mapping[str, Any], meter: Money | None, players: int, today: date) -> Data:
        """Every wager. While the base game is being solved: what is known without it, and how far that is."""
        filing, submission = await asyncio.to_thread(_read, filed)
        verdict = _verdict(law.check(filing, today))
        underway = await self._solve(submission)
        if underway is not None:
            own = await asyncio.to_thread(_own_cards, submission, meter, players)
            return {**own, "check": verdict, "progress": _shown(underway)}
        whole = await asyncio.to_thread(_whole, submission, meter, players)
        return {**whole, "check": verdict, "progress": None}

    async def strategy(self, filed: Mapping[str, Any]) -> Data:
        """Maps of the starting hands and the rule in words."""
        return await self._about_the_base_game("strategy", filed, "strategy")

    async def short_strategies(self, filed: Mapping[str, Any]) -> Data:
        """What short strategies cost."""
        return await self._about_the_base_game("short-strategies", filed, "strategies")

    async def comparison(self, a: Mapping[str, Any], b: Mapping[str, Any]) -> Data:
        """Two submissions: every difference, its clause and what it is worth."""
        (one, _), (other, _) = await asyncio.to_thread(lambda: (_read(a, "A"), _read(b, "B")))
        job = Job("comparison", f"{one.digest} {other.digest}", (dict(a), dict(b)))
        return await self._answered(job, "comparison")

    async def prices(self, rulebook: str) -> Data:
        """What each reading that may be switched is worth."""
        if rulebook not in law.rulebook_ids():
            raise unknown("rulebook", rulebook)
        return await self._answered(Job("prices", rulebook, rulebook), "prices")

    async def figures(self, filed: Mapping[str, Any], meter: Money | None, players: int) -> Data:
        """Pictures of the analysis: name of a file to its content."""
        filing, submission = await asyncio.to_thread(_read, filed)
        await asyncio.to_thread(_own_cards, submission, meter, players)  # What is wrong with it is said at once.
        key = f"{filing.digest} {meter} {players}"
        return await self._answered(Job("figures", key, (dict(filed), meter, players)), "files")

    def let_go(self, question: str) -> None:
        """The answer to this is not wanted any more."""
        self.workbench.let_go(question, self.client)

    async def _solve(self, submission: Submission) -> Underway | None:
        """Have the heavy questions of an analysis answered; None when all are."""
        for question in open_questions(submission):
            found = await self.workbench.ask(Job("answer", repr(question), question), self.client)
            if isinstance(found, Underway):
                return found
            keep(question, found)
        return None

    async def _about_the_base_game(self, name: str, filed: Mapping[str, Any], called: str) -> Data:
        """Submissions with the same base game share the answer."""
        _, submission = await asyncio.to_thread(_read, filed)
        return await self._answered(Job(name, repr(base_question(submission)), dict(filed)), called)

    async def _answered(self, job: Job, called: str) -> Data:
        found = await self.workbench.ask(job, self.client)
        if isinstance(found, Underway):
            return {"progress": _shown(found)}
        return {called: found, "progress": None}


def _read(filed: Mapping[str, Any], name: str = "submission") -> tuple[Filing, Submission]:
    """Lawful or not, as long as nothing that is needed is missing and the lab follows its rules."""
    try:
        filing = law.read_filing(filed, name)
        submission = law.freeze(filing)
        base_question(submission)
    except (MalformedData, law.UnknownRulebook) as error:
        raise _malformed(error) from None
    return filing, submission


def _own_cards(submission: Submission, meter: Money | None, players: int) -> Data:
    try:
        return own_cards_as_data(analyze_own_cards(submission, meter, players))
    except MalformedData as error:
        raise _malformed(error) from None


def _whole(submission: Submission, meter: Money | None, players: int) -> Data:
    try:
        return as_data(analyze(submission, meter, players))
    except MalformedData as error:
        raise _malformed(error) from None


def _malformed(error: Exception) -> Refusal:
    return refusal_of(not isinstance(error, Unsupported), getattr(error, "problems", (str(error),)))


def _verdict(faults: tuple[Fault, ...]) -> Data:
    return {"lawful": not faults, "faults": [fault.as_data() for fault in faults]}


def _shown(underway: Underway) -> Data:
    return {"done": round(underway.progress, 4), "ahead": underway.ahead, "question": underway.question}
