"""Papers of a submission and of a round, made in the background: nobody at a table waits for them.

They are made in a separate process, one after another, and cached by what they are made from.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from houserules.app.house.background import BackgroundJobs, InProgress, Job
from houserules.app.house.witnesses import Witnesses
from houserules.app.lab.answers import Data, progress_shown, refusal_of
from houserules.app.lab.worker import in_process
from houserules.app.people.roles import Person, insist, may
from houserules.app.records.history import Hand, export, turned_up
from houserules.app.records.round_proofs import round_in_log
from houserules.app.refusals import unknown
from houserules.app.table.submissions import lawful_filing
from houserules.exhibits import ALL, paper_key, paper_of
from houserules.law import Filing, LawPin, MalformedData, law, read_filing
from houserules.log import Log
from houserules.records import filing_data

PAPER_TYPES: Final = {
    "json": "application/json",
    "pdf": "application/pdf",
    "svg": "image/svg+xml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}
"""File extension to content type."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One file, as it is saved."""

    name: str
    content: bytes

    @property
    def media_type(self) -> str:
        return PAPER_TYPES[self.name.rpartition(".")[2]]


class PaperClient:
    """The papers as one client asks for them: a file, or its progress."""

    def __init__(self, jobs: BackgroundJobs, client: str) -> None:
        self.jobs = jobs
        self.client = client

    async def of_submission(self, filed: Mapping[str, Any], file: str, today: date) -> Printed | Data:
        """A file of a submission, which must be lawful; without a day of approval it is marked as a draft."""
        filing = await asyncio.to_thread(lawful_filing, filed, today, live=False)
        return await self._of_filing(filed, filing, file)

    async def of_table(self, log: Log, document: str, pin: LawPin, file: str) -> Printed | Data:
        """A file of the submission that a table was opened with, under the law it is played under."""
        filed, filing = await asyncio.to_thread(_of_document, log, document, pin)
        return await self._of_filing(filed, filing, file)

    async def of_round(self, log: Log, witnesses: Witnesses, hand: Hand, file: str, person: Person) -> Printed | Data:
        """The record of a round or the slip of a win in it. Hands that were not turned up are only for people who may
        see everything. They are made once, and again when the round is witnessed."""
        insist(person, "print_round")
        sees_all = may(person, "see_stub")
        content = await asyncio.to_thread(export, log, hand)
        seen = None if sees_all else turned_up(hand)
        in_log = await asyncio.to_thread(round_in_log, log, witnesses, hand)
        key = f"{hashlib.sha256(content).hexdigest()} {sees_all} {in_log.closed['needed']}"
        found = await self._made(Job("round-papers", key, in_process("round-papers", (content, seen, in_log))))
        if isinstance(found, InProgress):
            return {"progress": progress_shown(found)}
        if file not in found:
            raise unknown("slip", f"{hand.table} {hand.number}")
        return Printed(f"{hand.table}-{hand.number}-{file}", found[file])

    async def _of_filing(self, filed: Mapping[str, Any], filing: Filing, file: str) -> Printed | Data:
        book = filing.rulebook
        key = await asyncio.to_thread(paper_key, filing, paper_of(file) or ALL)
        found = await self._made(Job("papers", key, in_process("papers", (dict(filed), book.pin, file))))
        if isinstance(found, InProgress):
            return {"progress": progress_shown(found)}
        return Printed(f"{book.id.lower()}-{file}", found[file])

    async def _made(self, job: Job) -> Any:
        try:
            return await self.jobs.submit(job, self.client)
        except MalformedData as error:
            raise refusal_of(error) from None


def _of_document(log: Log, document: str, pin: LawPin) -> tuple[dict[str, Any], Filing]:
    content = log.document(document)
    assert content is not None
    filed = filing_data(content)
    return filed, read_filing(filed, "submission", law=law(pin))
