"""The description of the API as a page to read and try, without requests to third parties."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from litestar import MediaType, Response, get

_FILES: Final = files("houserules.web.description")


def _file(name: str, media_type: str) -> Response[bytes]:
    return Response((_FILES / name).read_bytes(), media_type=media_type)


@get("/api/docs", include_in_schema=False, sync_to_thread=True)
def reference_page() -> Response[bytes]:
    return _file("page.html", MediaType.HTML)


@get("/api/docs.js", include_in_schema=False, sync_to_thread=True)
def reference_script() -> Response[bytes]:
    return _file("page.js", "text/javascript")


@get("/api/docs.css", include_in_schema=False, sync_to_thread=True)
def reference_style() -> Response[bytes]:
    return _file("page.css", MediaType.CSS)


reference_pages: Final = (reference_page, reference_script, reference_style)
