"""What the pages about the service say is true: examples run, and nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from houserules.app.people.roles import Job
from houserules.app.table import events as facts
from houserules.app.table.verbs import STEPS
from houserules.log import ArchiveRestored
from houserules.play import AnyEvent, Code
from houserules.records import CONTENT_REMOVED, RulesPinned
from tests.api.service import Service

ROOT = Path(__file__).resolve().parents[2]
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
REFUSALS = (ROOT / "ui" / "src" / "words" / "refusals.ts").read_text(encoding="utf-8")
EVENTS = (ROOT / "ui" / "src" / "records" / "replay.ts").read_text(encoding="utf-8")
ROUTES = (ROOT / "docs" / "routes.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def events_of_the_service() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src" / "houserules" / "app").rglob("*.py"))
    return {tag for text in sources for tag in re.findall(r'tag="([a-z_]+\.[a-z_]+/\d+)"', text)}


def test_the_examples_run(service: Service) -> None:
    blocks = re.findall(r"```python\n(.*?)```", API, re.DOTALL)
    assert len(blocks) >= 4
    names: dict[str, object] = {"url": service.url}
    for block in blocks:
        exec(compile(block, "docs/api.md", "exec"), names)


def test_every_refusal_of_the_service_is_there() -> None:
    codes = set()
    for path in (ROOT / "src" / "houserules").glob("[aw][pe][pb]/**/*.py"):
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'Refusal\(\s*"([a-z_]+)"', text))
        codes |= {f"no_such_{what}" for what in re.findall(r'unknown\(\s*"([a-z_]+)"', text)}
        codes |= set(re.findall(r'ErrorBody\(\s*"([a-z_]+)"', text))
    assert len(codes) > 40
    assert {code for code in codes if f"`{code}`" not in API} == set()


def test_the_page_has_words_for_the_codes_that_come_with_none() -> None:
    """The service's own refusals come with a sentence, those of the rules with their code and its facts alone."""
    told = set(re.findall(r"^  ([a-z_]+): \(", REFUSALS, re.MULTILINE))
    rules = {code.value for code in Code}
    assert len(told) > 60
    assert rules - told == set()
    assert {"you_play_here", "no_secondary_meter", "nothing_changes", "no_guests", "table_unreadable"} <= told
    never_sent = {"offline", "link_not_good", "no_passkey", "provider_refused"}
    assert {code for code in told - rules if f"`{code}`" not in API} == never_sent


def test_the_page_has_words_for_every_event() -> None:
    named = set(re.findall(r'^  "([a-z]+\.[a-z_]+)": mark\("', EVENTS, re.MULTILINE))
    tags = {event.__struct_config__.tag for event in (*get_args(AnyEvent), RulesPinned, ArchiveRestored)}
    names = {tag.partition("/")[0] for tag in (*tags, CONTENT_REMOVED, *events_of_the_service())}
    assert len(names) > 100
    assert names - named == set(), "the regulator's desk would show these by their names in the program"
    assert named - names == set(), "nobody writes these"


def test_every_route_is_there(service: Service) -> None:
    for path in service.http().get("/api/openapi.json").json()["paths"]:
        room = "/".join(path.split("/")[:3])
        assert room in API, path
        assert f" {path}` |" in ROUTES, path


def test_every_event_step_setting_and_role_is_there() -> None:
    assert {tag for tag in events_of_the_service() if f"`{tag}`" not in OPERATIONS} == set()
    for step in STEPS:
        assert f"`{step}`" in OPERATIONS
    for setting in facts.Settings.__struct_fields__:
        assert f"`{setting}`" in OPERATIONS
    for job in Job:
        assert f"`{job.value}`" in OPERATIONS
