"""What a house has only one of, however many pits it has: its people, their purses at the cage, and its lab."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from houserules.app.floor.theory import LabTheory, Theories
from houserules.app.house.background import BackgroundJobs
from houserules.app.house.cage import Cage
from houserules.app.lab.coach import Coach, LabAdvice
from houserules.app.lessons.drills import Drills
from houserules.app.lessons.exams import Exams
from houserules.app.limits.limits import Limits
from houserules.app.people.openid import OpenId
from houserules.app.people.passkeys import Passkeys
from houserules.app.people.people import People
from houserules.app.people.requests import Requests
from houserules.log import Log


class Shared:
    def __init__(
        self, log: Log, now: Callable[[], int], tables_with: Callable[[str], Awaitable[list[str]]], limits: Limits
    ) -> None:
        self.log = log
        self.people = People(log, now)
        self.passkeys = Passkeys(self.people)
        self.openid = OpenId(self.people)
        self.cage = Cage(log, now, self.people, tables_with, limits)
        self.requests = Requests(log, now, self.people, self.cage)
        self.coach = Coach(LabAdvice())
        self.drills = Drills(log, now, self.coach.jobs)
        self.exams = Exams(log, now)
        self.theories = Theories(LabTheory())
        self.lab_jobs = BackgroundJobs(most_kept=40)
        self.paper_jobs = BackgroundJobs(most_kept=40)

    async def close(self) -> None:
        await self.lab_jobs.close()
        await self.paper_jobs.close()
        await self.coach.close()
        await self.theories.close()
