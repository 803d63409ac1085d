"""Which extra of the package provides a module that is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_BROUGHT_BY: Final = {
    "lab": ("numba", "numpy"),
    "figures": ("matplotlib",),
    "print": ("font_source_sans_pro", "fontTools", "segno", "typst", "xlsxwriter"),
    "serve": (
        "argon2", "cryptography", "httptools", "httpx", "jwt", "litestar", "prometheus_client", "structlog",
        "uvicorn", "uvloop", "webauthn", "websockets",
    ),
    "postgres": ("psycopg", "psycopg_binary"),
    "frames": ("polars",),
    "cluster": ("dask", "distributed"),
    "gpu": ("numba_cuda",),
}  # fmt: skip


def missing_part(error: BaseException | None) -> str | None:
    """What to say where this error, or one that caused it, is a missing module of an extra."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name:
            module = error.name.partition(".")[0]
            for extra, modules in _BROUGHT_BY.items():
                if module in modules:
                    return f"this needs {module}, which the extra [{extra}] brings: pip install 'houserules[{extra}]'"
        error = error.__cause__ or error.__context__
    return None


@contextmanager
def naming_parts() -> Iterator[None]:
    """Where a module of an extra is missing inside the block, the error says which extra brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = missing_part(error)
        if missing is None:
            raise
        raise ModuleNotFoundError(missing, name=error.name) from None
