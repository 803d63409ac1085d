"""The one place that names the compiler, so that every kernel is compiled in the same way.

Machine code is kept on disk. The compiler checks only whether the file of a kernel changed, not the files of
the kernels that it calls, so the folder is named after a digest of all of this room's sources.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


@cache
def cache_folder() -> Path:
    """Where machine code of exactly these sources is kept."""
    digest = hashlib.sha256()
    room = Path(__file__).parent.parent
    for source in sorted(room.rglob("*.py")):
        digest.update(str(source.relative_to(room)).encode() + b"\0" + source.read_bytes())
    chosen = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")]
    homes = [Path(home) for home in chosen if home]
    for home in [*homes, Path.home() / ".cache", Path(tempfile.gettempdir())]:
        folder = home / "houserules" / f"kernels-{digest.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError("no folder can be written to in which to keep compiled kernels; set NUMBA_CACHE_DIR")


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
    with _caching_in(cache_folder()):
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def jit_inline(function: F) -> F:
    """Compile a piece of a kernel into whatever kernel uses it, because passing an array to a compiled
    function costs as much as a dozen steps of an inner loop."""
    return cast(F, numba.njit(inline="always")(function))
