"""The games that rulebooks are about. Their modules are found by name, wherever the rulebooks come from."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from houserules import installed
from houserules.law.game_words import GameWords


class UnknownGame(ValueError):
    """A game that no installed module plays."""


def words_of(game: str) -> GameWords:
    """The words that rulebooks of this game may use."""
    words = getattr(value_of("games", game), "words", None)
    if not isinstance(words, GameWords) or words.game != game:
        named = words.game if isinstance(words, GameWords) else "none"
        raise UnknownGame(f"the module of {game!r} does not have the words of this game: they are of {named!r}")
    return words


def known_games() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for place in installed.places() for name in place.games))


def shared_keys() -> tuple[str, ...]:
    """The keys under which submissions of any game offer what other players' hands earn."""
    return tuple(dict.fromkeys(key for game in known_games() for key in words_of(game).shared_keys))


def value_of(kind: str, game: str) -> Any:
    """The value that an index names for a game under ``games`` or ``solvers``."""
    return _loaded(*_target(kind, game))


def module_of(kind: str, game: str) -> str:
    """The module that holds this value."""
    return _target(kind, game)[0].partition(":")[0]


def _target(kind: str, game: str) -> tuple[str, str]:
    """The target that an index names, and where that index is."""
    for place in installed.places():
        target = place.games.get(game) if kind == "games" else place.solvers.get(game)
        if target is not None:
            return target, place.origin
    raise UnknownGame(f"no index.toml names a module for {game!r} under [{kind}]")


@cache
def _loaded(target: str, origin: str) -> Any:
    module, _, attribute = target.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # A module from outside may raise anything when it is imported.
        what = f"{type(error).__name__}: {error}"
        raise UnknownGame(f"{origin}: index.toml names {target}, which cannot be imported: {what}") from None
