"""Every room is entered by its door: the names that its ``__init__`` lists in ``__all__``."""

from __future__ import annotations

import ast
import importlib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import houserules

ROOT = Path(houserules.__file__).parent
REPOSITORY = Path(__file__).parents[2]

DONE = (
    "app", "caching", "cards", "client", "exhibits", "installed", "lab", "law", "ledger", "library", "log", "merkle",
    "money", "notes", "play", "records", "scenarios", "shuffle", "web", "witness",
)  # fmt: skip
"""The rooms with a door. A room goes from the other list to this one, and its deep imports are then faults."""
TO_DO = ("cli",)
GROUPED = ("lab",)
"""Doors whose names stand by what they are for, instead of in order."""

USERS = ("src/houserules", "examples")
"""Whose imports are looked at. Tests, benchmarks and scripts are for those who work on a room, and may go deeper."""

LIBRARY = {
    "cards": {
        "FULL_DECK_MASK", "ImpossibleCards", "MalformedCards", "card_at", "key_length", "lane",
    },
    "client": {"ApiError"},
    "exhibits": {"Finding", "Layout", "check_layout", "drawing"},
    "lab": {
        "Floats", "Folds", "Leaks", "NotAvailable", "PROGRESSIVES", "Readings", "Reread", "Simulation",
        "imported", "lazily", "no_effect", "unclassified",
    },
    "law": {"TableChoices"},
    "log": {"StoredMessage", "StoredTransfer"},
    "merkle": {"NodeOf"},
    "money": {"MalformedAmount", "MalformedOdds", "MalformedPercent"},
    "play": {"Difference"},
    "shuffle": {"Generator", "deck_of_seed"},
}  # fmt: skip
"""Names that no other room uses, which are there for programs that use the library."""


def door(room: str) -> ModuleType:
    return importlib.import_module(f"houserules.{room}")


def public_modules(room: str) -> set[str]:
    """Modules behind the door that the door names: ``commands`` is entered like a door of its own."""
    return {name for name in door(room).__all__ if isinstance(getattr(door(room), name), ModuleType)}


def room_of(path: Path) -> str | None:
    inside = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return inside[0] if len(inside) > 1 else None


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (REPOSITORY / folder).rglob("*.py"))


def imports(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """(line, module, name) of everything imported; without a name where the module itself is."""
    for node in ast.walk(tree):
        yield from imported_by(node)


def imported_by(node: ast.AST) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"line {node.lineno}: import by the full name"
        yield from ((node.lineno, node.module or "", alias.name) for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from ((node.lineno, alias.name, "") for alias in node.names)


def behind_a_door(module: str, name: str) -> tuple[str, str] | None:
    """The room and what is entered there past its door, if this import does so."""
    package, _, inside = module.partition(".")
    room, _, deeper = inside.partition(".")
    if package != "houserules" or room not in DONE:
        return None
    if deeper:
        return None if deeper in public_modules(room) else (room, deeper)
    return None if not name or name in door(room).__all__ else (room, name)


@pytest.mark.parametrize("path", python_files(*USERS), ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_rooms_are_entered_by_their_doors(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    entered = ((line, behind_a_door(module, name)) for line, module, name in imports(tree))
    assert [(line, past) for line, past in entered if past and past[0] != room_of(path)] == []


def test_every_room_is_on_one_list() -> None:
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert sorted(rooms) == sorted((*DONE, *TO_DO))


@pytest.mark.parametrize("room", DONE)
def test_a_door_lists_names_that_are_there(room: str) -> None:
    names = door(room).__all__
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(door(room), name)] == []
    assert not any(name.startswith("_") for name in names)


@pytest.mark.parametrize("room", [room for room in DONE if room not in GROUPED])
def test_a_door_lists_its_names_in_order(room: str) -> None:
    """Constants, then classes, then functions and modules, as the formatter sorts them."""
    names = door(room).__all__
    assert names == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))


@pytest.mark.parametrize("room", ["lab", "play"])
def test_a_door_that_opens_late_finds_each_name_where_types_are_checked(room: str) -> None:
    """Its imports are for the checker of types; its map says the same to those who run it."""
    tree = ast.parse((ROOT / room / "__init__.py").read_text(encoding="utf-8"))
    (checked,) = (node for node in tree.body if isinstance(node, ast.If))
    inside = f"houserules.{room}."
    named = {name: module.removeprefix(inside) for _, module, name in imports(checked) if module.startswith(inside)}
    assert named == door(room)._NAMES


def test_the_page_names_each_door_that_is_a_module() -> None:
    page = (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8")
    doors = {f"{room}.{name}" for room in DONE for name in public_modules(room)}
    assert {each for each in doors if f"`{each}`" not in page} == set()


@cache
def users_of_names() -> dict[str, set[tuple[str, str | None]]]:
    """By room, the names that code takes from it, by import or through the room's module, each with the room of that
    code: for tests, the one that they test."""
    rooms = set(DONE)
    users: dict[str, set[tuple[str, str | None]]] = defaultdict(set)
    for path in python_files("src/houserules", "examples", "benchmarks", "scripts", "tests"):
        tests = path.is_relative_to(REPOSITORY / "tests")
        user = path.relative_to(REPOSITORY / "tests").parts[0] if tests else room_of(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom | ast.Import):
                for _, module, name in imported_by(node):
                    package, _, inside = module.partition(".")
                    room, _, deeper = inside.partition(".")
                    if package == "houserules" and room in rooms:
                        users[room].add((deeper.partition(".")[0] or name, user))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in rooms:
                users[node.value.id].add((node.attr, user))
    return users


def used_outside(room: str) -> set[str]:
    """The names of a door that somebody outside the room imports, or reaches through the room's module."""
    return {name for name, user in users_of_names()[room] if user != room}


@pytest.mark.parametrize("room", DONE)
def test_a_door_lists_nothing_that_nobody_needs(room: str) -> None:
    assert set(door(room).__all__) - used_outside(room) == LIBRARY.get(room, set())
