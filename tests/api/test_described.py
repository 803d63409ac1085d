"""The description of the API is whole: every operation and every message has words and an example that holds."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
import pytest
from litestar import Litestar
from litestar.routes import WebSocketRoute

from houserules.app import VERBS
from houserules.web.description import reference
from tests.api.service import Service

WITHOUT_BODY = ("application/pdf", "application/octet-stream")


@pytest.fixture(scope="module")
def described(service: Service) -> dict[str, Any]:
    found: dict[str, Any] = service.http().get("/api/openapi.json").json()
    return found


def operations(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def holds(described: dict[str, Any], schema: dict[str, Any], value: Any) -> bool:
    return bool(jsonschema_rs.is_valid({**schema, "components": described["components"]}, value))


def test_every_operation_says_what_it_does(described: dict[str, Any]) -> None:
    assert [name for name, each in operations(described) if len(each.get("description", "")) < 15] == []


def test_every_operation_has_an_example_that_holds(described: dict[str, Any]) -> None:
    """Bodies and answers as the schema has them; ``python -m tests.api.examples`` renews what does not hold."""
    wrong: list[str] = []
    for name, operation in operations(described):
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None:
            given = [each["value"] for each in body.get("examples", {}).values()] or [body.get("example")]
            wrong += [f"{name}: body {each}" for each in given if not holds(described, body["schema"], each)]
        done = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
        media = done.get("content", {}).get("application/json")
        if media is not None and "application/pdf" not in done["content"]:
            if "example" not in media:
                wrong.append(f"{name}: no example of the answer")
            elif not holds(described, media["schema"], media["example"]):
                wrong.append(f"{name}: answer")
        for kind in ("text/plain", "text/csv", "application/x-ndjson"):
            if "example" not in done.get("content", {}).get(kind, {"example": ""}) and name != "GET /log/part":
                wrong.append(f"{name}: no example of the answer")
        wrong += [
            f"{name}: parameter {each['name']}"
            for each in operation.get("parameters", ())
            if (each.get("required") and "example" not in each)
            or ("example" in each and not holds(described, each["schema"], each["example"]))
        ]
    assert wrong == []


def test_an_example_that_does_not_hold_is_found(described: dict[str, Any]) -> None:
    schema = described["paths"]["/api/session/guest"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert holds(described, schema, {"keep": "bearer"})
    assert not holds(described, schema, {"keep": 1})
    assert not holds(described, schema, {"kept": "bearer"})


def test_every_verb_has_an_example(described: dict[str, Any]) -> None:
    body = described["paths"]["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]["application/json"]
    assert set(body["examples"]) == set(VERBS)
    assert all(each["value"]["type"] == name for name, each in body["examples"].items())


def test_every_feed_and_its_messages_are_described(service: Service, described: dict[str, Any]) -> None:
    app: Any = service._server.config.app  # Through the guard and the middleware to the routes.
    while not isinstance(app, Litestar):
        app = app.app
    paths = {re.sub(r":\w+}", "}", each.path) for each in app.routes if isinstance(each, WebSocketRoute)}
    assert set(described["x-feeds"]) == paths
    for feed in described["x-feeds"].values():
        assert feed["description"]
        for name, message in feed["messages"].items():
            assert message["description"]
            assert message["example"]["type"] == name
    table = described["x-feeds"]["/api/tables/{table_id}/feed"]["messages"]["table"]["example"]["view"]
    assert holds(described, {"$ref": "#/components/schemas/TableView"}, table)
    events = described["x-feeds"]["/api/events/feed"]["messages"]["events"]["example"]["events"]
    assert all(holds(described, {"$ref": "#/components/schemas/EventShown"}, each) for each in events)


def test_the_page_comes_from_the_package_alone(service: Service) -> None:
    for path, kind in (
        ("/api/docs", "text/html"),
        ("/api/docs.js", "text/javascript"),
        ("/api/docs.css", "text/css"),
    ):
        answer = service.http().get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert not re.search(r"(https?:)?//\w+\.\w+", answer.text), path
    assert len(reference.reference_pages) == 3
