"""The whole API under generated requests, well-formed and malformed: every answer is as the schema says.

A few of each run in the suite; ``python -m tests.api.test_schema 500`` tries as many as wanted on every route. The
check that every well-formed request is accepted does not fit a service whose rules refuse most of what can be asked.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import structlog
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.api.service import Service, Someone
from tests.support.parts import WHOLE

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
EXAMPLES = 8 if WHOLE else 4
SIGNS_OUT = ("DELETE", "/api/session")
KNOWN_TABLES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
ALL_ROLES = ("player", "dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator")


@pytest.fixture(scope="module")
def everything(service: Service) -> Someone:
    """Somebody with every role, so that requests get as far as they can."""
    return service.someone("all-in-one", *ALL_ROLES)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["well-formed", "malformed"])
def test_generated_requests_find_nothing(service: Service, everything: Someone, mode: GenerationMode) -> None:
    assert try_everything(service, everything, mode, EXAMPLES) > 300


def try_everything(service: Service, who: Someone, mode: GenerationMode, examples: int) -> int:
    something_to_find(service)
    schema = schemathesis.openapi.from_url(f"{service.url}/api/openapi.json")
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if (operation.method.upper(), operation.path) != SIGNS_OUT:
            tried += try_out(service, operation, mode, who.token, examples)
    return tried


def something_to_find(service: Service) -> None:
    """A hand at each table, so that well-formed requests find more than nothing."""
    for table in KNOWN_TABLES:
        if service.house.tables[f"table:{table}"].state.table.rounds:
            continue
        ann = service.guest()
        ann.must(table, "sit", seat=6, buy_in="1000")
        ann.play_round(table, 6, ann.all_wagers(table))
        ann.must(table, "leave")


def aim(service: Service, case: Case[Any], table: str) -> None:
    """Let a request be about something that is there, and be up to date."""
    names = {"table_id": table, "meter_id": table, "number": 1, "position": 1, "rulebook_id": "MD-CTF", "name": table}
    for name in case.path_parameters:
        if name in names:
            case.path_parameters[name] = names[name]
    if isinstance(case.body, dict) and "expected_version" in case.body:
        case.body["expected_version"] = service.house.tables[f"table:{table}"].state.version


def try_out(service: Service, operation: Any, mode: GenerationMode, token: str, examples: int) -> int:
    tried = 0
    aimed = strategies.sampled_from((None, *KNOWN_TABLES))

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode), table=aimed)
    def one(case: Case[Any], table: str | None) -> None:
        nonlocal tried
        tried += 1
        if table is not None and mode is GenerationMode.POSITIVE:
            aim(service, case, table)
        answer = case.call(headers={"Authorization": f"Bearer {token}"})
        refused_unread = answer.status_code == 414  # Which the one check takes for an acceptance.
        checks = [each for each in CHECKS if each is not negative_data_rejection] if refused_unread else CHECKS
        case.validate_response(answer, checks=checks)

    try:
        one()
    except Exception as error:
        if "Unsatisfiable" in type(error).__name__ or "Unsatisfiable" in str(error):
            return examples  # A route without parameters cannot be asked in a malformed way.
        raise
    return tried


def test_options_lists_the_methods_of_a_path(service: Service) -> None:
    answer = service.http().options("/api/session")
    assert answer.status_code == 204
    assert set(answer.headers["allow"].split(", ")) == {"GET", "POST", "DELETE", "OPTIONS"}
    assert service.http().options("/api/nothing").status_code == 404


def test_every_route_says_how_it_may_refuse(service: Service) -> None:
    described = service.http().get("/api/openapi.json").json()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert "429" in operation["responses"], f"{method} {path}"
            assert operation["responses"]["400"]["content"]["application/json"]["schema"] == {
                "$ref": "#/components/schemas/ErrorReply"
            }


def test_every_answer_has_a_shape_with_a_name(service: Service) -> None:
    """But for files, and for pay tables and the lab's results, whose keys are the data."""
    described = service.http().get("/api/openapi.json").json()
    free = {
        path
        for path, operations in described["paths"].items()
        for operation in operations.values()
        for status, answer in operation["responses"].items()
        for content in answer.get("content", {}).values()
        if status.startswith("2") and "$ref" not in str(content["schema"])
    }
    known = {
        "/api/hands/{table_id}/{number}/export", "/api/export", "/api/export/{what}",
        "/api/rulebooks/{rulebook_id}/paytables", "/api/pits",
    }  # fmt: skip
    free = {path for path in free if not path.endswith("/papers/{file}")}
    assert {path for path in free if not path.startswith(("/api/lab/", "/log/"))} == known
    for name in ("TableView", "FloorReport", "RecalledHand", "ErrorReply"):
        assert described["components"]["schemas"][name]["required"]


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder) / "house.db") as running:
        somebody = running.someone("all-in-one", *ALL_ROLES)
        for each in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            print(f"{each.value}: {try_everything(running, somebody, each, wanted):,} requests, nothing found")
