"""The whole API under generated requests, well-formed and malformed: every answer is as the schema says.

This is schemathesis with few examples. ``schemathesis run http://127.0.0.1:8421/api/openapi.json`` does more; its
check that every well-formed request is accepted does not fit a service whose rules refuse most of what can be asked.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
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

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
EXAMPLES = 8
SIGNS_OUT = ("DELETE", "/api/session")


@pytest.fixture(scope="module")
def everything(service: Service) -> Someone:
    """Somebody with every role, so that requests get as far as they can."""
    return service.someone(
        "all-in-one", "player", "dealer", "floorperson", "pit_manager", "auditor", "regulator", "administrator"
    )


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["well-formed", "malformed"])
def test_generated_requests_find_nothing(service: Service, everything: Someone, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{service.url}/api/openapi.json")
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if (operation.method.upper(), operation.path) == SIGNS_OUT:
            continue
        tried += try_out(operation, mode, everything.token)
    assert tried > 300


def try_out(operation: Any, mode: GenerationMode, token: str) -> int:
    tried = 0

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Case[Any]) -> None:
        nonlocal tried
        tried += 1
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)

    try:
        one()
    except Exception as error:
        if "Unsatisfiable" in type(error).__name__ or "Unsatisfiable" in str(error):
            return EXAMPLES  # A route without parameters cannot be asked in a malformed way.
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
