"""An unbiased permutation: the shuffle of Fisher and Yates, with one exact draw per card."""

from __future__ import annotations

from collections.abc import Callable

Below = Callable[[int], int]
"""A number from 0 up to but not including the given one, all equally likely."""


def permutation(count: int, below: Below) -> tuple[int, ...]:
    """The numbers from 0 up to but not including ``count`` in some order, each of ``count!`` equally likely when the
    draws are."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
