"""The papers: a file of any lawful submission, of a table's own, and of a round that was played.

A file that has to be made first is answered with 202 and the progress; send the same request again until it is there.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody
from msgspec import Struct

from houserules.app import House, PaperClient, Printed, insist, record_shapes
from houserules.exhibits import PAPERS
from houserules.web.authentication import TheHouse, ThePerson
from houserules.web.errors import documented
from houserules.web.parameters import HandNumber, PaperFile, RoundFile, TableId
from houserules.web.routes.lab import AnyRequest, Shown, client_of, in_progress
from houserules.web.routes.tables import found_hand
from houserules.web.submissions import Submitted, read_submission


class ToPrint(Struct, frozen=True, forbid_unknown_fields=True):
    submission: Submitted


def _papers(house: House, request: AnyRequest) -> PaperClient:
    return PaperClient(house.paper_jobs, client_of(house, request))


def _answer(found: Printed | Shown) -> Response[Any]:
    if not isinstance(found, Printed):
        return Response(found, status_code=202, headers={"Retry-After": "1"})
    headers = {"Content-Disposition": f'attachment; filename="{found.name}"'}
    return Response(found.content, media_type=found.media_type, headers=headers)


@get("/papers", responses=documented())
async def all_papers() -> list[record_shapes.PaperShown]:
    """Every paper of a submission, and the files that it comes as."""
    return [
        {
            "paper": name,
            "title": paper.title,
            "files": [{"name": file, "title": title} for file, title in paper.names.items()],
        }
        for name, paper in PAPERS.items()
    ]


@post("/papers/{file:str}", status_code=200, responses=in_progress(422))
async def of_submission(
    file: PaperFile, data: JSONBody[ToPrint], house: TheHouse, request: AnyRequest
) -> Response[bytes]:
    """A paper of a lawful submission as a file; ``papers.zip`` is all of them with their manifest. Without a day of
    approval every page is marked as a draft."""
    filed = await read_submission(data.submission)
    return _answer(await _papers(house, request).of_submission(filed, file, house.today()))


@get("/tables/{table_id:str}/papers/{file:str}", responses=in_progress(404))
async def of_table(table_id: TableId, file: PaperFile, house: TheHouse, request: AnyRequest) -> Response[bytes]:
    """A paper of the submission that a table is played by, under the law in force there."""
    state = house.table(table_id).state
    return _answer(await _papers(house, request).of_table(house.log, state.document, state.law, file))


@get("/hands/{table_id:str}/{number:int}/papers/{file:str}", responses=in_progress(401, 403, 404))
async def of_round(
    table_id: TableId,
    number: HandNumber,
    file: RoundFile,
    house: TheHouse,
    person: ThePerson,
    request: AnyRequest,
) -> Response[bytes]:
    """The record of a finished round, or the payout slip of a progressive win in it. Cards that were not turned up
    are printed for the regulator only."""
    insist(person, "print_round")
    found = await found_hand(house, table_id, number)
    return _answer(await _papers(house, request).of_round(house.log, house.witnesses, found, file, person))


paper_router = Router("/api", route_handlers=[all_papers, of_submission, of_table, of_round], tags=["papers"])
