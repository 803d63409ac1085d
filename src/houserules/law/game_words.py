"""The words that a game brings to its rulebooks: its wagers, streets, pay lines and whatever else it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated

if TYPE_CHECKING:
    from houserules.law.rulebook import HandRules, Rulebook

Problem = tuple[tuple[str, ...], str]
"""The path of a key in ``rulebook.toml``, and what is wrong there."""


class GameWord(Enum):
    """The kinds of words that a game brings. They are text, and the game says which ones there are."""

    WAGER = "wager"
    SETTLED = "settled"
    STREET = "street"
    GRADE = "grade"
    SHARED_KEY = "shared_key"
    TABLE = "table"


Wager = Annotated[str, GameWord.WAGER]
"""A wager, made before or after the deal, or a bonus that is paid on one."""
Settled = Annotated[str, GameWord.SETTLED]
"""A wager, or what other players' hands earn: anything with a place in the order of settlement."""
Street = Annotated[str, GameWord.STREET]
"""A round of decisions."""
Grade = Annotated[str, GameWord.GRADE]
"""A class of hands; the largest wager may differ from class to class."""
SharedKey = Annotated[str, GameWord.SHARED_KEY]
"""The key of a submission that offers what other players' hands earn."""
TableName = Annotated[str, GameWord.TABLE]
"""A group of pay tables; a submission chooses one of them."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """The words of one game, as its module states them; a rulebook of the game may use these and no others."""

    game: str
    base: str
    """The wager of which the others are multiples."""
    wagers: tuple[str, ...]
    streets: tuple[str, ...]
    lines: tuple[str, ...]
    """Every pay line that the game can tell apart."""
    possible: Callable[[HandRules], frozenset[str]]
    """The pay lines that some hand makes under these rules of hands."""
    check: Callable[[Rulebook], Iterable[Problem]]
    """What this game cannot play in a rulebook that is otherwise in order."""
    grades: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    """What other players' hands earn."""
    shared_keys: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    """Groups of pay tables that are not named after a wager."""
    suited_line: str | None = None
    """The pay line for which a licensee names a suit, where the game can tell one apart."""

    def of(self, kind: GameWord) -> tuple[str, ...]:
        settled = (*self.wagers, *self.shared)
        words = {
            GameWord.WAGER: self.wagers,
            GameWord.SETTLED: settled,
            GameWord.STREET: self.streets,
            GameWord.GRADE: self.grades,
            GameWord.SHARED_KEY: self.shared_keys,
            GameWord.TABLE: (*settled, *self.tables),
        }
        return words[kind]
