"""The one place that names the compiler, so that every kernel is compiled in the same way.

Machine code is kept on disk. The compiler checks only whether the file of a kernel changed, not the files of
the kernels that it calls, so the folder is named after a digest of the sources.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import numba

from houserules.caching import cache_home
from houserules.lab.solving.sources import every_source

F = TypeVar("F", bound=Callable[..., object])


@cache
def kernel_folder() -> Path:
    """Where machine code of exactly these sources is kept."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(chosen) / "houserules"] if chosen else []
    for home in (*homes, cache_home(), Path(tempfile.gettempdir()) / f"houserules-{_user()}"):
        if home is None:
            continue
        folder = home / f"kernels-{every_source()[:16]}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError("no folder can be written to in which to keep compiled kernels; set NUMBA_CACHE_DIR")


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def jit(function: F) -> F:
    """Compile a kernel, keep the machine code, and let other threads run beside it."""
    with _caching_in(kernel_folder()):
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def jit_inline(function: F) -> F:
    """Compile a piece of a kernel into whatever kernel uses it, because passing an array to a compiled
    function costs as much as a dozen steps of an inner loop."""
    return cast(F, numba.njit(inline="always")(function))
