"""Requests to other programs: witnesses, houses, receivers of events, identity providers.

Each request has a fixed time limit for the whole of it, however slowly the other side sends its answer, and a memory
limit for the answer, so that the other side cannot hold up the service.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

_PLAIN: Final = {"Accept-Encoding": "identity"}
"""Nothing is decompressed here: a small answer cannot grow into a large one."""


class NoAnswer(Exception):
    """No answer in time, or more than an answer may be."""


async def answer_of(
    method: str, address: str, *, seconds: float, largest: int, trust_env: bool = True, redirects: bool = False,
    headers: Mapping[str, str] | None = None, **sent: Any,
) -> tuple[int, bytes]:  # fmt: skip
    """The status and the content of an answer; ``sent`` is what httpx sends. Proxies named by the environment are
    used only with ``trust_env``."""
    import httpx  # noqa: PLC0415

    certificates = await asyncio.to_thread(_certificates)
    try:
        async with (
            asyncio.timeout(seconds),
            httpx.AsyncClient(
                verify=certificates, timeout=seconds, trust_env=trust_env, follow_redirects=redirects
            ) as client,
            client.stream(method, address, headers={**_PLAIN, **(headers or {})}, **sent) as answer,
        ):
            content = bytearray()
            async for piece in answer.aiter_raw():
                content += piece
                if len(content) > largest:
                    raise NoAnswer(f"it does not answer: more than {largest} bytes came")
            return answer.status_code, bytes(content)
    except (TimeoutError, httpx.TimeoutException):
        raise NoAnswer(f"it does not answer: nothing whole came within {seconds:g} seconds") from None
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise NoAnswer(f"it does not answer: {str(error) or type(error).__name__}") from None


@cache
def _certificates() -> ssl.SSLContext:
    """The certificates that the system trusts. Reading them takes a while."""
    return ssl.create_default_context()
