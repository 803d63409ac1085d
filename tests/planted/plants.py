"""Violations that can be planted: a passage of the software rewritten, a step that more people may take, or earlier.

A plant is put into a process of its own, which then runs the tests of one clause and ends.
"""

from __future__ import annotations

import ast
import gc
import inspect
import textwrap
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from types import FunctionType
from typing import Any, Protocol

from houserules.law import Rulebook, library
from houserules.law.words import Role
from houserules.play import Phase


class Plant(Protocol):
    def put_in(self) -> None: ...

    def check(self) -> None:
        """That it can be put in."""

    def __str__(self) -> str: ...


class NoSuchPassage(Exception):
    """The software has changed, and the plant must be written anew."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A function in which one passage reads otherwise: ``play.round.steps:decide_collect``."""

    what: str
    where: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.what} ({self.where})"

    def put_in(self) -> None:
        function = _function(self.where)
        function.__code__ = self._rewritten(function).__code__

    def _rewritten(self, function: FunctionType) -> FunctionType:
        source = textwrap.dedent(inspect.getsource(function))
        if self.old not in source:
            raise NoSuchPassage(f"{self.where} has no passage {self.old!r}")
        module = ast.parse(source.replace(self.old, self.new))
        (definition,) = module.body
        assert isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef)
        definition.decorator_list.clear()
        names: dict[str, Any] = {}
        future = ast.parse("from __future__ import annotations").body
        compiled = compile(ast.Module([*future, definition], []), self.where, "exec")
        exec(compiled, function.__globals__, names)
        made = names[definition.name]
        assert isinstance(made, FunctionType)
        return made

    def check(self) -> None:
        """That the passage is still there, and still reads as a function when it is rewritten."""
        self._rewritten(_function(self.where))


def _function(where: str) -> FunctionType:
    """The function itself, below what decorators have put around it."""
    module, _, name = where.partition(":")
    found: Any = import_module(f"houserules.{module}")
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    last = name.rpartition(".")[2]
    if isinstance(found, cached_property):
        found = found.func
    elif isinstance(found, property):
        found = found.fget
    found = inspect.unwrap(found)
    if found.__name__ != last:
        (found,) = (cell.cell_contents for cell in found.__closure__ if cell.cell_contents.__name__ == last)
    assert isinstance(found, FunctionType)
    return found


@dataclass(frozen=True, slots=True)
class Phases:
    """A command that may be given in other phases of a round: ``play.commands:Deal``."""

    what: str
    where: str
    phases: tuple[Phase, ...]

    def __str__(self) -> str:
        return f"{self.what} ({self.where})"

    def put_in(self) -> None:
        self.command.phases = self.phases

    def check(self) -> None:
        assert set(self.phases) > set(self.command.phases), self.where

    @property
    def command(self) -> Any:
        module, _, name = self.where.partition(":")
        return getattr(import_module(f"houserules.{module}"), name)


@dataclass(frozen=True, slots=True)
class Anyone:
    """A step that everybody may take: ``steps.verify_inspection``, ``dealing.hand.steps.deal``."""

    rulebook: str
    step: str

    def __str__(self) -> str:
        return f"everybody may take this step ({self.rulebook} {self.step})"

    def check(self) -> None:
        self._changed()

    def put_in(self) -> None:
        use(self._changed())

    def _changed(self) -> Rulebook:
        book = library.rulebook(self.rulebook)
        *above, name = self.step.split(".")
        roles = tuple(Role)
        if above == ["steps"]:
            return replace(book, steps={**book.steps, name: replace(book.steps[name], value=roles)})
        method = book.dealing[above[1]]
        method = replace(method, steps={**method.steps, name: replace(method.steps[name], value=roles)})
        return replace(book, dealing={**book.dealing, above[1]: method})


def use(book: Rulebook) -> None:
    """From here on this is the rulebook of that name."""
    folder, read = library.edition(book.id).folder, library._read
    library._read = lambda asked, bundled: book if asked == folder else read(asked, bundled)  # type: ignore[assignment]


def caches() -> list[Any]:
    """All that keeps what a function has answered."""
    gc.unfreeze()
    return [
        each
        for each in gc.get_objects()
        if type(each).__name__ == "_lru_cache_wrapper" and each.__module__.split(".")[0] in ("houserules", "tests")
    ]
