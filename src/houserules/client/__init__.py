"""A typed client for the API of the table service: ``Client("http://127.0.0.1:8421").tables.lobby()``.

The operations and their shapes are written by ``scripts/api_client.py`` from the service's own description. It needs
httpx, which the extra ``[client]`` brings.
"""

from __future__ import annotations

from typing import Any, Self

from houserules.client import shapes
from houserules.client.asking import ApiError, Asker
from houserules.client.groups import Groups

__all__ = ["ApiError", "Client", "shapes"]


class Client(Groups):
    """The service at an address, asked as somebody who is signed in with a token, or as nobody."""

    def __init__(self, address: str, token: str | None = None, *, sender: Any = None) -> None:
        """``sender`` is a client of httpx to be used instead of one of its own."""
        if sender is None:
            try:
                from httpx import Client as Sender  # noqa: PLC0415
            except ModuleNotFoundError:
                brings = "this needs httpx, which the extra [client] brings: pip install 'houserules[client]'"
                raise ModuleNotFoundError(brings, name="httpx") from None
            sender = Sender(base_url=address, headers={"Authorization": f"Bearer {token}"} if token else {})
        self._sender = sender
        super().__init__(Asker(sender))

    def as_guest(self) -> Self:
        """The same service asked as a new guest."""
        token = self.session.sign_in_as_guest({"keep": "bearer"})["token"]
        return type(self)(str(self._sender.base_url), token)

    def close(self) -> None:
        self._sender.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
