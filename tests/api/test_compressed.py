"""Answers that are the same for everybody are sent compressed, and once, so that a slow line shows a table sooner."""

from __future__ import annotations

import gzip
import json
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.api.service import Service


def answer(service: Service, path: str, accepts: str) -> tuple[Any, bytes]:
    with urlopen(Request(service.url + path, headers={"Accept-Encoding": accepts})) as got:
        return got.headers, got.read()


@pytest.mark.parametrize(
    "path", ["/api/tables/{table}/rules", "/api/rulebooks", "/api/rulebooks/MD-HCF/clauses", "/api/openapi.json"]
)
def test_it_is_compressed_for_those_who_can_read_that(service: Service, path: str) -> None:
    path = path.format(table=service.guest().open_table())
    headers, short = answer(service, path, "gzip, br")
    plain, whole = answer(service, path, "identity")
    assert (headers["Content-Encoding"], plain["Content-Encoding"]) == ("gzip", None)
    assert headers["Vary"] == "accept-encoding"
    assert int(headers["Content-Length"]) == len(short) < len(whole) / 2
    assert json.loads(gzip.decompress(short)) == json.loads(whole)


def test_what_is_for_one_person_is_not(service: Service) -> None:
    guest = service.guest()
    seen = guest.client.get(f"/api/tables/{guest.open_table()}")
    assert len(seen.content) > 1400
    assert "Content-Encoding" not in seen.headers


def test_what_has_not_changed_is_not_sent_again(service: Service) -> None:
    guest = service.guest()
    path = f"/api/tables/{guest.open_table()}/rules"
    first = guest.client.get(path)
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = guest.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Content-Type" not in again.headers
    others = guest.client.get(f"/api/tables/{guest.open_table('md-chase-the-flush')}/rules").headers["ETag"]
    changed = guest.client.get(path, headers={"If-None-Match": others})
    assert (changed.status_code, changed.content) == (200, first.content)


def test_nothing_else_may_be_kept(service: Service) -> None:
    guest = service.guest()
    for path in ("/api/tables", f"/api/tables/{guest.open_table()}", "/api/session", "/api/tables/none/rules"):
        headers = guest.client.get(path).headers
        assert headers["Cache-Control"] == "no-store", path
        assert "ETag" not in headers
