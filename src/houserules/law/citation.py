"""A citation names one clause of one rulebook, as the document numbers it: ``MD-HCF 11.B(5)(c)``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    rulebook: str
    path: str

    def __str__(self) -> str:
        return f"{self.rulebook} {self.path}"


@dataclass(frozen=True, slots=True)
class Cited(Generic[T_co]):
    """A value that a document prints, with the clauses that print it. There is always at least one."""

    value: T_co
    clauses: tuple[Citation, ...]

    @property
    def clause(self) -> Citation:
        return self.clauses[0]
