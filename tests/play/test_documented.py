"""Every command, event and refusal code appears in the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from houserules.play import Code
from houserules.play.commands import AnyCommand
from houserules.play.events import AnyEvent
from houserules.scenarios import reading as scenario
from houserules.scenarios import steps

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "engine.md").read_text(encoding="utf-8")


def names(union: object) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


def test_commands_events_and_codes_are_documented() -> None:
    for name in (*names(AnyCommand), *names(AnyEvent), *(code.value for code in Code)):
        assert f"| `{name}` |" in PAGE, name


def test_every_key_of_a_scenario_is_documented() -> None:
    for key in scenario.KEYS | scenario.SEAT_KEYS:
        assert any(f"| `{written}` |" in PAGE for written in (key, f"[{key}]", f"[[{key}]]")), key
    for step in steps.STEPS:
        assert f"| `{step}` |" in PAGE, step
    for key in scenario.IRREGULARITY_KEYS | steps.STEP_KEYS:
        assert f"`{key}`" in PAGE, key


def test_names_are_versioned_and_unique() -> None:
    for union in (AnyCommand, AnyEvent):
        tags = names(union)
        assert len(set(tags)) == len(tags)
        assert all(tag.rsplit("/", 1)[1].isdigit() for tag in tags)
