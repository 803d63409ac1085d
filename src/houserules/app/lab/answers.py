"""The lab's answers for any client: exact figures at once if they are available, else as soon as they are found.

Side bets and progressives take a moment, and are computed here. The base games do not depend on their pay tables, so
their answers are found once, in another process, and kept. No table is asked and nothing is changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from houserules import law
from houserules.app.house.background import BackgroundJobs, InProgress, Job
from houserules.app.lab.worker import in_process
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.lab import (
    Unsupported,
    analysis_as_data,
    analyze,
    analyze_own_cards,
    base_question,
    keep_answer,
    open_questions,
    own_cards_as_data,
)
from houserules.law import Fault, Filing, MalformedData, Submission
from houserules.money import Money

Data = dict[str, Any]


class LabClient:
    """The lab as one client sees it."""

    def __init__(self, jobs: BackgroundJobs, client: str) -> None:
        self.jobs = jobs
        self.client = client

    async def analysis(self, filed: Mapping[str, Any], meter: Money | None, players: int, today: date) -> Data:
        """Every wager. While the base game is being solved: what is known without it, and the progress."""
        filing, submission = await asyncio.to_thread(read_filed, filed)
        verdict = _verdict(law.check(filing, today))
        solving = await self._solve(submission)
        if solving is not None:
            own = await asyncio.to_thread(_own_cards, submission, meter, players)
            return {**own, "check": verdict, "progress": progress_shown(solving)}
        whole = await asyncio.to_thread(_whole, submission, meter, players)
        return {**whole, "check": verdict, "progress": None}

    async def strategy(self, filed: Mapping[str, Any]) -> Data:
        """Maps of the starting hands and the rule in words."""
        return await self._about_the_base_game("strategy", filed, "strategy")

    async def short_strategies(self, filed: Mapping[str, Any]) -> Data:
        """What short strategies cost."""
        return await self._about_the_base_game("short-strategies", filed, "strategies")

    async def design(self, filed: Mapping[str, Any], asked: Mapping[str, Any]) -> Data:
        """Pay tables, wheels or meters that reach a goal."""
        filing, _ = await asyncio.to_thread(read_filed, filed)
        key = f"{filing.digest} {sorted(asked.items())}"
        return await self._answered("design", key, (dict(filed), dict(asked)), "design")

    async def comparison(self, a: Mapping[str, Any], b: Mapping[str, Any]) -> Data:
        """Two submissions: every difference, its clause and what it is worth."""
        (one, _), (other, _) = await asyncio.to_thread(lambda: (read_filed(a, "A"), read_filed(b, "B")))
        return await self._answered("comparison", f"{one.digest} {other.digest}", (dict(a), dict(b)), "comparison")

    async def prices(self, rulebook: str) -> Data:
        """What each reading that may be switched is worth."""
        if rulebook not in law.rulebook_ids():
            raise unknown("rulebook", rulebook)
        return await self._answered("prices", rulebook, rulebook, "prices")

    async def figures(self, filed: Mapping[str, Any], meter: Money | None, players: int) -> Data:
        """Charts of the analysis: file name to content."""
        filing, submission = await asyncio.to_thread(read_filed, filed)
        await asyncio.to_thread(_own_cards, submission, meter, players)  # Faults in it are reported at once.
        key = f"{filing.digest} {meter} {players}"
        return await self._answered("figures", key, (dict(filed), meter, players), "files")

    async def _solve(self, submission: Submission) -> InProgress | None:
        """Submits the slow questions of an analysis; None when all are answered."""
        for question in await asyncio.to_thread(open_questions, submission):
            found = await self._ask("answer", repr(question), question)
            if isinstance(found, InProgress):
                return found
            await asyncio.to_thread(keep_answer, question, found)
        return None

    async def _about_the_base_game(self, name: str, filed: Mapping[str, Any], called: str) -> Data:
        """Submissions with the same base game share the answer."""
        _, submission = await asyncio.to_thread(read_filed, filed)
        return await self._answered(name, repr(base_question(submission)), dict(filed), called)

    async def _answered(self, name: str, key: str, needs: Any, called: str) -> Data:
        found = await self._ask(name, key, needs)
        if isinstance(found, InProgress):
            return {"progress": progress_shown(found)}
        return {called: found, "progress": None}

    async def _ask(self, name: str, key: str, needs: Any) -> Any:
        try:
            return await self.jobs.submit(Job(name, key, in_process(name, needs)), self.client)
        except MalformedData as error:
            raise refusal_of(error) from None


def read_filed(filed: Mapping[str, Any], name: str = "submission") -> tuple[Filing, Submission]:
    """Lawful or not, as long as nothing required is missing and the lab supports its rules."""
    try:
        filing = law.read_filing(filed, name)
        submission = law.freeze(law.insist_all_is_read(filing))
        base_question(submission)
    except (MalformedData, law.UnknownRulebook) as error:
        raise refusal_of(error) from None
    return filing, submission


def _own_cards(submission: Submission, meter: Money | None, players: int) -> Data:
    try:
        return own_cards_as_data(analyze_own_cards(submission, meter, players))
    except MalformedData as error:
        raise refusal_of(error) from None


def _whole(submission: Submission, meter: Money | None, players: int) -> Data:
    try:
        return analysis_as_data(analyze(submission, meter, players))
    except MalformedData as error:
        raise refusal_of(error) from None


def refusal_of(error: Exception) -> Refusal:
    """What a client is told about a submission that is malformed, or whose rules the lab does not support."""
    said = "; ".join(getattr(error, "problems", (str(error),)))
    if isinstance(error, Unsupported):
        return Refusal("unsupported_rules", said, Kind.REFUSED)
    return Refusal("malformed_submission", said, Kind.MALFORMED)


def _verdict(faults: tuple[Fault, ...]) -> Data:
    return {"lawful": not faults, "faults": [fault.as_data() for fault in faults]}


def progress_shown(job: InProgress) -> Data:
    return {"done": round(job.progress, 4), "ahead": job.ahead, "question": job.question}
