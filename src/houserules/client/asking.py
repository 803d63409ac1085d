"""How the client asks: one request, one answer, and failures as an error that says which rule."""

from __future__ import annotations

from typing import Any, Final, Protocol
from urllib.parse import quote

_NOTHING: Final = 204


class ApiError(Exception):
    """The service refuses. ``clause`` and ``facts`` say why, if a rule refused; ``where`` says which part of the
    request is malformed."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        self.status = status
        self.code: str = error.get("code", "")
        self.message: str = error.get("message", "")
        self.clause: str | None = error.get("clause")
        self.facts: dict[str, str] = error.get("facts", {})
        self.where: str | None = error.get("where")
        super().__init__(f"{status} {self.code}: {self.message}" + (f" ({self.clause})" if self.clause else ""))


class Answer(Protocol):
    """What is needed from an answer: httpx provides it, and so does requests."""

    status_code: int
    content: bytes
    headers: Any

    @property
    def text(self) -> str: ...


class Sender(Protocol):
    """What sends a request: an httpx client."""

    def request(self, method: str, url: str, /, *, params: Any = ..., json: Any = ...) -> Any: ...


class Asker:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def ask(self, method: str, path: str, query: dict[str, Any] | None = None, body: Any = None) -> Any:
        """The service's answer: data, text, bytes, or nothing."""
        wanted = {name: value for name, value in (query or {}).items() if value is not None}
        answer: Answer = self._sender.request(method, path, params=wanted, json=body)
        kind = str(answer.headers.get("content-type", "")).partition(";")[0]
        data = _read(answer.content) if kind == "application/json" else None
        if answer.status_code >= 400:
            raise ApiError(answer.status_code, data["error"] if data else {"message": answer.text[:200]})
        if answer.status_code == _NOTHING:
            return None
        return data if data is not None else answer.text if kind in _TEXTS else answer.content


_TEXTS: Final = ("text/plain", "text/csv", "application/x-ndjson")


def _read(content: bytes) -> Any:
    import msgspec  # noqa: PLC0415

    return msgspec.json.decode(content)


class Group:
    """Some of the operations."""

    def __init__(self, asker: Asker) -> None:
        self._ask = asker.ask


def place(value: object) -> str:
    """A value as part of an address."""
    return quote(str(value), safe="/" if "/" in str(value) else "")
