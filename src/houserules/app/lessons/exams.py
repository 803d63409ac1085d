"""Payouts for dealers: layouts to practise with, and an exam that the trainer can review."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.house.transactions import note
from houserules.app.lessons.layouts import Layout, asked_of, is_right, layout
from houserules.app.lessons.shapes import ExamBegunShown, ExamGraded, ExamShown, LayoutAsked, LayoutPaid
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table.requests import own_id
from houserules.law import MalformedData, UnknownRulebook, freeze, read_filing
from houserules.log import ANY_VERSION, Log, Stored
from houserules.play import Rules
from houserules.records import filing_data, filing_document

PREFIX: Final = "exams:"
LAYOUTS: Final = 5
SECONDS: Final = 10 * 60
"""How long an exam may take."""
PASSED_WITH: Final = (95, 100)
"""The smallest fraction of the amounts that must be right: 95 of 100."""


class ExamBegun(Struct, frozen=True, tag_field="event", tag="exam.begun/1"):
    exam: str
    rulebook: str
    submission: str
    """As it was filed."""
    seed: str
    layouts: int
    seconds: int


class ExamEnded(Struct, frozen=True, tag_field="event", tag="exam.ended/1"):
    exam: str
    right: int
    asked: int
    in_time: bool
    passed: bool
    wrong: tuple[str, ...]
    """The clauses that govern the amounts that were wrong."""


class Exam(Struct, frozen=True):
    account: str
    begun: ExamBegun
    at: int
    ended: ExamEnded | None = None
    ended_at: int = 0


_decode: Final = msgspec.json.Decoder(ExamBegun | ExamEnded).decode


class Exams:
    def __init__(self, log: Log, now: Callable[[], int]) -> None:
        self.log = log
        self.now = now

    async def practise(self, filed: Mapping[str, Any]) -> LayoutAsked:
        return await asyncio.to_thread(_practice, dict(filed), secrets.token_hex(6))

    async def check(self, filed: Mapping[str, Any], question: str, typed: Sequence[str]) -> LayoutPaid:
        return await asyncio.to_thread(lambda: _graded(layout(_rules(filed), Random(question)), typed))

    async def begin(self, filed: Mapping[str, Any], account: str) -> ExamBegunShown:
        """The clock starts now; it is the service's clock."""
        rules = await asyncio.to_thread(_rules, filed)
        name, document = secrets.token_hex(8), filing_document(filed).decode()
        begun = ExamBegun(name, rules.book.id, document, secrets.token_hex(8), LAYOUTS, SECONDS)
        at = self.now()
        await note(self.log, at, PREFIX + account, ANY_VERSION, begun, own_id("exam", name), account)
        rounds = await asyncio.to_thread(_rounds, begun)
        asked = [_asked(each, f"{name}-{number}") for number, each in enumerate(rounds)]
        return {"exam": _shown(Exam(account, begun, at)), "layouts": asked}

    async def end(self, name: str, typed: Sequence[Sequence[str]], account: str) -> ExamGraded:
        """Handed in once, graded against what the engine settles."""
        exam = next((each for each in self.of(account) if each.begun.exam == name), None)
        if exam is None:
            raise unknown("exam", name)
        if exam.ended is not None:
            raise Refusal("exam_over", "this exam has been handed in", Kind.STALE)
        rounds = await asyncio.to_thread(_rounds, exam.begun)
        papers = [_graded(each, said) for each, said in zip(rounds, [*typed, *[[]] * len(rounds)], strict=False)]
        right = sum(sum(paper["right"]) for paper in papers)
        asked = sum(len(paper["lines"]) for paper in papers)
        wrong = sorted(
            {
                line["clause"]
                for paper in papers
                for line, fits in zip(paper["lines"], paper["right"], strict=True)
                if not fits
            }
        )
        at = self.now()
        in_time = at - exam.at <= exam.begun.seconds * 1000
        passed = in_time and right * PASSED_WITH[1] >= asked * PASSED_WITH[0]
        ended = ExamEnded(name, right, asked, in_time, passed, tuple(wrong))
        await note(self.log, at, PREFIX + account, ANY_VERSION, ended, own_id("exam", name, "end"), account)
        return {"exam": _shown(replace(exam, ended=ended, ended_at=at)), "layouts": papers}

    def of(self, account: str) -> list[Exam]:
        """The exams of one person, the oldest first."""
        return _folded(account, self.log.read(PREFIX + account))

    def shown_of(self, account: str) -> list[ExamShown]:
        return [_shown(each) for each in reversed(self.of(account))]

    def all_shown(self) -> list[ExamShown]:
        """Everybody's, the newest first: the trainer's record."""
        found = [exam for stream, _ in self.log.streams(PREFIX) for exam in self.of(stream.removeprefix(PREFIX))]
        return [_shown(each) for each in sorted(found, key=lambda each: -each.at)]


def _folded(account: str, events: Any) -> list[Exam]:
    exams: dict[str, Exam] = {}
    stored: Stored
    for stored in events:
        assert stored.data is not None, "exams are not removed"
        event = _decode(stored.data)
        if isinstance(event, ExamBegun):
            exams[event.exam] = Exam(account, event, stored.at)
        elif exams[event.exam].ended is None:
            exams[event.exam] = replace(exams[event.exam], ended=event, ended_at=stored.at)
    return list(exams.values())


def _shown(exam: Exam) -> ExamShown:
    ended = exam.ended
    return {
        "exam": exam.begun.exam,
        "account": exam.account,
        "rulebook": exam.begun.rulebook,
        "at": exam.at,
        "seconds": exam.begun.seconds,
        "took": (exam.ended_at - exam.at) // 1000 if ended else None,
        "right": ended.right if ended else None,
        "asked": ended.asked if ended else None,
        "passed": ended.passed if ended else None,
        "wrong": list(ended.wrong) if ended else [],
    }


def _practice(filed: Mapping[str, Any], question: str) -> LayoutAsked:
    return _asked(layout(_rules(filed), Random(question)), question)


def _rounds(begun: ExamBegun) -> list[Layout]:
    rules, chance = _rules(filing_data(begun.submission.encode())), Random(begun.seed)
    return [layout(rules, chance) for _ in range(begun.layouts)]


def _asked(asked: Layout, question: str) -> LayoutAsked:
    return {
        "question": question,
        "round": asked_of(asked),
        "meters": asked.meters,
        "spins": {str(seat): symbol for seat, symbol in asked.spins.items()},
        "lines": [
            {
                "seat": each["seat"],
                "wager": each["wager"],
                "staked": each["staked"],
                "paytable": asked.tables.get(each["wager"]),
            }
            for each in asked.settled["settled"]
        ],
    }


def _graded(asked: Layout, typed: Sequence[str]) -> LayoutPaid:
    lines = asked.settled["settled"]
    said = [*typed, *[""] * len(lines)]
    return {"right": [is_right(each, line) for each, line in zip(said, lines, strict=False)], "lines": lines}


def _rules(filed: Mapping[str, Any]) -> Rules:
    try:
        rules = Rules(freeze(read_filing(filed, "submission")))
        problems = rules.cannot_be_played()
        if problems:
            raise MalformedData(*problems)
    except (MalformedData, UnknownRulebook) as error:
        raise Refusal("malformed_submission", str(error), Kind.MALFORMED) from None
    return rules
