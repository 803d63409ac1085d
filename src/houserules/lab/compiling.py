"""The one place that names the compiler, so that every kernel is compiled in the same way."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def jit(function: F) -> F:
    """Compile a kernel, keep the machine code on disk, and let other threads run beside it."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def jit_inline(function: F) -> F:
    """Compile a piece of a kernel into whatever kernel uses it, because passing an array to a compiled function
    costs as much as a dozen steps of an inner loop."""
    return cast(F, numba.njit(inline="always")(function))
