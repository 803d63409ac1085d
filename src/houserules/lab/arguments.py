"""What is wrong with the arguments of a question, independently of how they were given."""

from __future__ import annotations

from collections.abc import Callable

from houserules.law import MalformedData


class BadArgument(MalformedData):
    """Arguments that cannot be used.

    The text of a problem has parameters in braces, as in ``{rounds}: at least 1``, so that each caller can name them
    in its own way: the command line by its flags.
    """

    def __init__(self, *problems: str) -> None:
        self._written = problems
        super().__init__(*self.named(str))

    def named(self, name: Callable[[str], str]) -> tuple[str, ...]:
        """The problems, with each parameter under the name that the function gives it."""
        return tuple(problem.format_map(_Names(name)) for problem in self._written)


class NotAvailable(BadArgument):
    """What was asked for is not installed or not available."""


def literal(text: object) -> str:
    """Text from outside, for use in a problem: braces in it do not name parameters."""
    return str(text).replace("{", "{{").replace("}", "}}")


class _Names(dict[str, str]):
    def __init__(self, name: Callable[[str], str]) -> None:
        self._name = name

    def __missing__(self, key: str) -> str:
        return self._name(key)
