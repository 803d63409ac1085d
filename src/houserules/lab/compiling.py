"""The one place that names the compiler, so that every kernel is compiled in the same way."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def jit(function: F) -> F:
    """Compile a kernel, keep the machine code on disk, and let other threads run beside it."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
