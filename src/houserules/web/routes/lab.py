"""The lab: exact figures for any submission, including pay tables that nobody has printed. Open to all, like the law.

Requests that take long are answered with 202 and the progress; send the same request again until the answer is there.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Annotated, Any, Literal

from litestar import Request, Response, Router, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import asdict

from houserules.app import House, LabClient
from houserules.money import Money, parse_dollars
from houserules.web.authentication import TheHouse, caller_of
from houserules.web.errors import documented
from houserules.web.parameters import MeterAmount, QuestionId, RulebookId
from houserules.web.rates import address_of
from houserules.web.submissions import Submitted, read_submission

Shown = dict[str, Any]
AnyRequest = Request[Any, Any, Any]


class ToAnalyse(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    meter: MeterAmount | None = None
    """What the progressive meter shows, in dollars; absent: its initial amount."""
    players: Annotated[int, Meta(ge=1, le=12)] = 1
    """Players at the table who make the progressive wager."""

    @property
    def amount(self) -> Money | None:
        return parse_dollars(self.meter) if self.meter is not None else None


class ToStudy(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted


_Part = Annotated[str, Meta(pattern=r"^-?\d{1,6}(\.\d{1,12})?%?\Z")]
_Name = Annotated[str, Meta(min_length=1, max_length=60)]


class ToDesign(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted
    edge: _Part
    """The house edge, as in ``7.5%``; of a meter, in the long run."""
    wager: _Name | None = None
    what: Literal["table", "wheel", "meter"] | None = None
    within: _Part | None = None
    hits: _Part | None = None
    hits_within: _Part | None = None
    deviation: _Part | None = None
    deviation_within: _Part | None = None
    odds: Annotated[list[_Name], Meta(max_length=60)] = []
    """What lines may pay, as in ``5 to 1``, ``$50`` or ``10%``; empty: what casinos print."""
    lines: Annotated[list[_Name], Meta(max_length=12)] = []
    """The lines, the best first; empty: those of the printed tables."""
    top: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    segments: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    start: _Part | None = None
    answers: Annotated[int, Meta(ge=1, le=200)] = 20


class ToCompare(Struct, frozen=True, forbid_unknown_fields=True):
    a: Submitted
    b: Submitted


class HowFar(Struct, frozen=True):
    done: float
    """From 0 to 1."""
    ahead: int
    """How many questions of other clients come first."""
    question: str
    """The name by which it can be withdrawn."""


class NotYet(Struct, frozen=True):
    progress: HowFar


def in_progress(*statuses: int) -> dict[int, ResponseSpec]:
    """The ways in which a route may refuse, or answer that it takes longer."""
    later = ResponseSpec(NotYet, description="Being worked on: ask the same again.", generate_examples=False)
    return {202: later, **documented(413, 503, *statuses)}


def client_of(house: House, request: AnyRequest) -> str:
    """Clients are told apart by account, or without one by address, as for limits."""
    person = caller_of(request.scope).person(house)
    return person.account if person else address_of(request.scope)


def _lab(house: House, request: AnyRequest) -> LabClient:
    return LabClient(house.lab_jobs, client_of(house, request))


def _answer(found: Shown) -> Response[Shown]:
    if found["progress"] is None:
        return Response(found, status_code=200)
    return Response(found, status_code=202, headers={"Retry-After": "1"})


@post("/analysis", status_code=200, responses=in_progress())
async def analysis(data: JSONBody[ToAnalyse], house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """Every wager, exact. With 202 the side bets and the progressive are there already, and the base game is not."""
    filed = await read_submission(data.submission)
    lab = _lab(house, request)
    return _answer(await lab.analysis(filed, data.amount, data.players, house.today()))


@post("/strategy", status_code=200, responses=in_progress())
async def strategy(data: JSONBody[ToStudy], house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """Best play: maps of all starting hands with exact values, and the rule in words."""
    return _answer(await _lab(house, request).strategy(await read_submission(data.submission)))


@post("/short-strategies", status_code=200, responses=in_progress())
async def short_strategies(data: JSONBody[ToStudy], house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """Short strategies, each with its exact house edge and what it costs against best play."""
    return _answer(await _lab(house, request).short_strategies(await read_submission(data.submission)))


@post("/design", status_code=200, responses=in_progress())
async def design(data: JSONBody[ToDesign], house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """Pay tables, wheels or meters that reach an edge, a hit frequency and a deviation, with their exact figures."""
    asked = asdict(data)
    filed = await read_submission(asked.pop("submission"))
    return _answer(await _lab(house, request).design(filed, asked))


@post("/comparison", status_code=200, responses=in_progress())
async def comparison(data: JSONBody[ToCompare], house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """Two submissions side by side: every difference, its clause and what it is worth."""
    return _answer(
        await _lab(house, request).comparison(await read_submission(data.a), await read_submission(data.b))
    )


@get("/prices/{rulebook_id:str}", responses=in_progress(404))
async def prices(rulebook_id: RulebookId, house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """What each reading of the register that may be switched is worth, for every pay table that it moves."""
    return _answer(await _lab(house, request).prices(rulebook_id))


@post("/figures", status_code=200, responses=in_progress())
async def figures(data: JSONBody[ToAnalyse], house: TheHouse, request: AnyRequest) -> Response[Shown]:
    """Pictures of the analysis, each as SVG and as PNG: the name of a file and its content in base64."""
    found = await _lab(house, request).figures(await read_submission(data.submission), data.amount, data.players)
    if found["progress"] is None:
        found["files"] = [
            {"name": name, "base64": b64encode(content).decode()} for name, content in found["files"].items()
        ]
    return _answer(found)


@delete("/questions/{question:str}", responses=documented())
async def withdraw(question: QuestionId, house: TheHouse, request: AnyRequest) -> None:
    """The client does not need the answer any more: the work ends, unless somebody else waits for it."""
    for jobs in (house.lab_jobs, house.paper_jobs):
        jobs.withdraw(question, client_of(house, request))


lab_router = Router(
    "/api/lab",
    route_handlers=[analysis, strategy, short_strategies, design, comparison, prices, figures, withdraw],
    tags=["lab"],
)
