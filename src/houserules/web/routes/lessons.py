"""Lessons: drills with exact prices, payouts to practise, the dealers' exam and its record."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from houserules.app import Kind as RefusalKind
from houserules.app import Refusal, insist, lesson_shapes
from houserules.cards import parse_cards
from houserules.web.authentication import TheHouse, ThePerson
from houserules.web.errors import documented
from houserules.web.parameters import MeterName
from houserules.web.routes.lab import ToStudy, in_progress
from houserules.web.submissions import Submitted, read_submission

_Street = Annotated[int, Meta(ge=0, le=10)]
_Question = Annotated[str, Meta(pattern=r"^(\d{1,2}-[0-9a-f]{12}|again-[0-9a-f]{16}-\d{1,15})\Z")]
_Action = Annotated[str, Meta(min_length=1, max_length=40)]
_Cards = Annotated[tuple[Annotated[str, Meta(pattern=r"^[2-9TJQKA][shdc]\Z")], ...], Meta(max_length=12)]
_Amount = Annotated[str, Meta(max_length=24)]
_Amounts = Annotated[tuple[_Amount, ...], Meta(max_length=60)]
ExamId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}\Z")]


class ToDrill(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    board: _Street | None = None
    """How many community cards lie open; absent: any street."""


class ToAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    question: _Question
    action: _Action


class TableDecision(Struct, frozen=True, forbid_unknown_fields=True):
    table: MeterName
    cards: _Cards
    board: _Cards
    action: _Action


class ToGuide(Struct, frozen=True, forbid_unknown_fields=True):
    table: MeterName


class ToPay(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    question: Annotated[str, Meta(pattern=r"^[0-9a-f]{12}\Z")]
    amounts: _Amounts
    """What each line pays, in dollars, in the order of the lines; empty: nothing."""


class ExamPaper(Struct, frozen=True, forbid_unknown_fields=True):
    amounts: Annotated[tuple[_Amounts, ...], Meta(max_length=20)]
    """For each layout, what each line pays."""


def _later(found: Any) -> Response[Any]:
    """The answer, or that the values are being computed: send the same request again."""
    if isinstance(found, dict):
        return Response(found, status_code=200)
    shown = {"progress": {"done": round(found.progress, 4), "ahead": found.ahead, "question": found.question}}
    return Response(shown, status_code=202, headers={"Retry-After": "1"})


@post("/drill", status_code=200, responses=in_progress(401, 404, 422))
async def drill(data: JSONBody[ToDrill], house: TheHouse, person: ThePerson) -> Response[lesson_shapes.DrillHand]:
    """The next hand of a drill: near the border first, one's own slips again when they are due."""
    filed = await read_submission(data.submission)
    return _later(await house.drills.question(filed, data.board, person.account))


@post("/answers", status_code=200, responses=in_progress(401, 404, 409, 422))
async def answer(data: JSONBody[ToAnswer], house: TheHouse, person: ThePerson) -> Response[lesson_shapes.DrillAnswer]:
    """The exact price of an answer, and how the person stands now."""
    filed = await read_submission(data.submission)
    return _later(await house.drills.answer(filed, data.question, data.action, person.account))


@post("/decisions", status_code=200, responses=in_progress(401, 404, 422))
async def decision(
    data: JSONBody[TableDecision], house: TheHouse, person: ThePerson
) -> Response[lesson_shapes.DrillAnswer]:
    """A decision that was taken at a practice table: priced like a drill's, and a slip comes back in the drill."""
    table = house.table(data.table)
    try:
        cards, board = (tuple(parse_cards(" ".join(each))) for each in (data.cards, data.board))
    except ValueError as error:
        raise Refusal("malformed", str(error), RefusalKind.MALFORMED) from None
    return _later(await house.drills.decision(table, cards, board, data.action, person.account))


@post("/first-hand", status_code=200, responses=in_progress(401, 404, 409, 422))
async def first_hand(
    data: JSONBody[ToGuide], house: TheHouse, person: ThePerson
) -> Response[lesson_shapes.GuidedHand]:
    """A guided first hand: the next round of a practice table of one's own is dealt from cards that show the game."""
    return _later(await house.drills.guide(house.table(data.table), person.account))


@post("/progress", status_code=200, responses=documented(401))
async def progress(data: JSONBody[ToStudy], house: TheHouse, person: ThePerson) -> lesson_shapes.ProgressShown:
    """How the person stands in this game: answers by street and day, slips, and the price of what is known now."""
    return await house.drills.progress(await read_submission(data.submission), person.account)


@post("/layouts", status_code=200, responses=documented(401))
async def practise(data: JSONBody[ToStudy], house: TheHouse, person: ThePerson) -> lesson_shapes.LayoutAsked:
    """A settled layout: what does each wager pay?"""
    return await house.exams.practise(await read_submission(data.submission))


@post("/payments", status_code=200, responses=documented(401))
async def pay(data: JSONBody[ToPay], house: TheHouse, person: ThePerson) -> lesson_shapes.LayoutPaid:
    """Which amounts are right, and what each wager pays by which clause."""
    return await house.exams.check(await read_submission(data.submission), data.question, data.amounts)


@post("/exams", status_code=201, responses=documented(401, 403))
async def begin_exam(data: JSONBody[ToStudy], house: TheHouse, person: ThePerson) -> lesson_shapes.ExamBegunShown:
    """Begin the dealers' exam: several layouts, and a clock that the service keeps."""
    insist(person, "take_exam")
    return await house.exams.begin(await read_submission(data.submission), person.account)


@post("/exams/{exam:str}", status_code=200, responses=documented(401, 403, 404, 409))
async def end_exam(
    exam: ExamId, data: JSONBody[ExamPaper], house: TheHouse, person: ThePerson
) -> lesson_shapes.ExamGraded:
    """Hand in the exam; it is graded once."""
    insist(person, "take_exam")
    return await house.exams.end(exam, data.amounts, person.account)


@get("/exams", responses=documented(401, 403))
async def own_exams(house: TheHouse, person: ThePerson) -> list[lesson_shapes.ExamShown]:
    """One's own exams, the newest first."""
    insist(person, "take_exam")
    return await asyncio.to_thread(house.exams.shown_of, person.account)


@get("/exams/all", responses=documented(401, 403))
async def all_exams(house: TheHouse, person: ThePerson) -> list[lesson_shapes.ExamShown]:
    """The trainer's record: everybody's exams, the newest first."""
    insist(person, "see_exams")
    return await asyncio.to_thread(house.exams.all_shown)


lesson_router = Router(
    "/api/lessons",
    route_handlers=[
        drill, answer, decision, first_hand, progress, practise, pay, begin_exam, end_exam, own_exams, all_exams,
    ],
    tags=["lessons"],
)  # fmt: skip
