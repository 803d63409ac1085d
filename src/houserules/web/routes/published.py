"""The log as others read it: checkpoints and tiles, as defined by c2sp.org/tlog-tiles. Anybody may read them."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import MediaType, Request, Response, Router, get

from houserules.app import part_for, unknown
from houserules.log import tile_content
from houserules.notes import MalformedNote, parse_tile
from houserules.web.authentication import TheHouse
from houserules.web.errors import documented
from houserules.web.parameters import After, TilePath

_BYTES: Final = "application/octet-stream"
_LINES: Final = "application/x-ndjson"
_FOR_GOOD: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
_NOW: Final = {"Cache-Control": "no-store"}


@get("/checkpoint", media_type=MediaType.TEXT, responses=documented(404))
async def checkpoint(house: TheHouse) -> Response[str]:
    """The newest checkpoint of the log: a note, signed by the log and by witnesses."""
    newest = house.witnesses.checkpoint()
    if newest is None:
        raise unknown("checkpoint", "newest")
    return Response(str(newest), media_type=MediaType.TEXT, headers=_NOW)


@get("/vkey", media_type=MediaType.TEXT, responses=documented(404))
async def vkey(house: TheHouse) -> Response[str]:
    """The key with which the signature of the log is checked. Who relies on it keeps it elsewhere."""
    newest = house.log.head()
    if newest is None:
        raise unknown("checkpoint", "newest")
    return Response(f"{newest.vkey()}\n", media_type=MediaType.TEXT, headers=_NOW)


@get("/tile/{path:path}", media_type=_BYTES, responses=documented(404))
async def tile(path: TilePath, house: TheHouse) -> Response[bytes]:
    """A tile of the hash tree, `LEVEL/INDEX[.p/WIDTH]`, or a bundle of entries, `entries/INDEX[.p/WIDTH]`."""
    try:
        wanted = parse_tile(path.lstrip("/"))
    except MalformedNote:
        raise unknown("tile", path) from None
    content = await asyncio.to_thread(tile_content, house.log, wanted)
    if content is None:
        raise unknown("tile", path)
    return Response(content, media_type=_BYTES, headers=_FOR_GOOD)


@get("/part", media_type=_LINES, responses=documented(403, 404))
async def part(house: TheHouse, request: Request[Any, Any, Any], after: After, upto: After) -> Response[bytes]:
    """The content of events, as lines of an archive, for a witness whose key the house has named: some 1,000 events
    after a position, up to and with another at most."""
    asked = request.headers.get("authorization", "")
    content = await asyncio.to_thread(
        part_for, house.log, house.witnesses.readers, asked, after, upto, house.now() // 1000
    )
    return Response(content, media_type=_LINES, headers=_NOW)


log_router = Router("/log", route_handlers=[checkpoint, vkey, tile, part], tags=["log"])
