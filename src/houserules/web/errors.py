"""One shape for everything that goes wrong: ``{"error": {"code", "message", "clause", "facts", "where"}}``."""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from houserules.app import Kind, Refusal, part_missing, unavailable
from houserules.installed import missing_part
from houserules.log import LogUnavailable
from houserules.web.authentication import caller_of

_STATUS: Final = {
    Kind.MALFORMED: 400,
    Kind.UNKNOWN_PERSON: 401,
    Kind.FORBIDDEN: 403,
    Kind.UNKNOWN: 404,
    Kind.STALE: 409,
    Kind.REFUSED: 422,
    Kind.BUSY: 429,
    Kind.UNAVAILABLE: 503,
}
_CODES: Final = {400: "malformed", 401: "not_signed_in", 403: "forbidden", 404: "not_found", 405: "no_such_method"}


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    code: str
    message: str
    clause: str | None = None
    """The clause of the rulebook, where a rule refused."""
    facts: dict[str, str] = {}
    where: str | None = None
    """Which part of the request is malformed."""


class ErrorReply(Struct, frozen=True):
    error: ErrorBody


MEANING: Final = {
    400: "Malformed: the request could not be read.",
    401: "Nobody is signed in.",
    403: "Your role does not allow this.",
    404: "There is no such thing.",
    405: "There is no such method here.",
    409: "Stale: the table has moved on, the command id was used for something else, or a deck is yet to be played.",
    413: "The request is too large.",
    414: "The address is longer than the service reads.",
    422: "Refused by a rule, which is named.",
    429: "Too much at once, or locked after failed attempts.",
    503: "The database, the shuffler or the lab cannot do it now, or a law or part that it needs is not installed.",
}


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """The ways in which a route may refuse."""
    return {
        status: ResponseSpec(ErrorReply, description=MEANING[status], generate_examples=False)
        for status in sorted({400, 414, 429, 503, *statuses})
    }


def reply(status: int, body: ErrorBody, headers: dict[str, str] | None = None) -> Response[ErrorReply]:
    return Response(ErrorReply(body), status_code=status, media_type=MediaType.JSON, headers=headers)


def status_of(refusal: Refusal) -> int:
    return _STATUS[refusal.kind]


def body_of(refusal: Refusal) -> ErrorBody:
    return ErrorBody(refusal.code, refusal.message, refusal.clause, refusal.facts)


def on_refusal(request: Request[Any, Any, Any], refusal: Refusal) -> Response[ErrorReply]:
    caller = caller_of(request.scope)
    caller.noted["refused"], caller.answer = refusal.code, refusal.kind.value
    headers = {"Retry-After": refusal.facts.get("seconds", "1")} if refusal.kind is Kind.BUSY else {}
    if refusal.kind is Kind.UNKNOWN_PERSON:
        headers["WWW-Authenticate"] = "Bearer"
    return reply(status_of(refusal), body_of(refusal), headers)


def on_http_exception(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorReply]:
    where = None
    message = error.detail or "the request could not be read"
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        message, where = str(first.get("message", message)), _where(first)
        if where == "body.data":  # The parameter name in our own function means nothing to clients.
            message, where = "there is no body; send JSON", "body"
    code = _CODES.get(error.status_code, "malformed" if error.status_code < 500 else "our_fault")
    return reply(error.status_code, ErrorBody(code, message, where=where), dict(error.headers or {}))


def _where(problem: dict[str, Any]) -> str:
    source = problem.get("source", "body")
    return ".".join(str(part) for part in (getattr(source, "value", source), problem.get("key")) if part)


def on_log_unavailable(request: Request[Any, Any, Any], error: LogUnavailable) -> Response[ErrorReply]:
    """The database cannot even be read at the moment. What was asked was not done, or will be found by its id."""
    return on_refusal(request, unavailable(error))


def on_our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorReply]:
    """A fault of the program. It is logged with its trace, and never reported as the client's."""
    if missing := missing_part(error):
        return on_refusal(request, part_missing(missing))
    structlog.get_logger().error("our fault", path=request.url.path, exc_info=error)
    return reply(500, ErrorBody("our_fault", "something is wrong on our side; it has been recorded"))
