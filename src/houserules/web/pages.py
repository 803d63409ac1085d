"""The web client: its built files, and its single page at the address of every view."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, route
from litestar.enums import HttpMethod
from litestar.exceptions import NotFoundException
from msgspec import Struct

STATIC: Final = Path(__file__).parent / "static"
VIEWS: Final = frozenset(
    {
        "", "tables", "sign", "law", "lab", "learn", "history", "hands", "submission", "dealer", "floor", "people",
        "records", "account", "sign-in",
    }
)  # fmt: skip
"""The first path segment of each of the client's views."""
_SMALLER: Final = (".html", ".js", ".css", ".svg", ".webmanifest")
"""File types worth compressing; pictures and fonts are compressed already."""
_TYPES: Final = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}

_NO_CLIENT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>houserules</title>
<meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}code{background:#eee}</style>
<h1>houserules</h1>
<p>The table service is running. Its web client is not part of this build; the API is all here.</p>
<ul>
<li><a href="/api/tables">The lobby</a>: <code>GET /api/tables</code></li>
<li><a href="/api/openapi.json">Every route</a>: <code>GET /api/openapi.json</code></li>
<li><a href="/health">Health</a> and <a href="/metrics">metrics</a></li>
</ul>
<p>Sit down: <code>POST /api/session/guest</code>, then <code>POST /api/tables/{table}/commands</code>.</p>
</html>
"""


class BuiltFile(Struct, frozen=True):
    content: bytes
    media_type: str
    compressed: bytes | None = None


@lru_cache(maxsize=1)
def built_files() -> Mapping[str, BuiltFile]:
    """Every file of the client by its address. Without a client there is one page, which says so."""
    found = {
        "/" + path.relative_to(STATIC).as_posix(): _built(path) for path in STATIC.glob("**/*") if path.is_file()
    }
    return {"/index.html": BuiltFile(_NO_CLIENT.encode(), MediaType.HTML), **found}


def _built(path: Path) -> BuiltFile:
    content = path.read_bytes()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return BuiltFile(content, media_type, gzip.compress(content, mtime=0) if path.suffix in _SMALLER else None)


@route(
    ["/", "/{address:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    response_class=Response,
)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client, or its page. Browsers get it for addresses of nothing too: it says so, and leads on."""
    address = request.scope["path"]
    file = built_files().get(address)
    if file is not None:
        return _response(request, file, 200)
    known = address.strip("/").partition("/")[0] in VIEWS
    if not known and ("text/html" not in request.headers.get("accept", "") or address.startswith("/api/")):
        raise NotFoundException("there is no such page")
    return _response(request, built_files()["/index.html"], 200 if known else 404)


def _response(request: Request[Any, Any, Any], file: BuiltFile, status: int) -> Response[bytes]:
    headers = {} if file.compressed is None else {"Vary": "Accept-Encoding"}
    content = file.content
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = file.compressed, "gzip"
    if request.method == HttpMethod.HEAD:
        headers["Content-Length"], content = str(len(content)), b""
    return Response(content, status_code=status, media_type=file.media_type, headers=headers)
