"""The one place where the reference meets Numba, which has no types of its own."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def jit(function: Function) -> Function:
    """Compile a loop to machine code; it lets other threads run, and its code is kept for the next time.

    The kept code is renewed when the function's own file changes, and only then. So a compiled function
    here calls compiled functions of its own file, and beyond that only those of `lanes`.
    """
    return cast(Function, numba.njit(cache=True, nogil=True)(function))
