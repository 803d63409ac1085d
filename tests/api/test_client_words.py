"""Codes, names and texts of the service that the client has words for: its lists have each of them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

from msgspec import Struct

from houserules.app import outgoing
from houserules.app.house import transit, witnesses
from houserules.app.lessons import book, exams
from houserules.app.limits import own_limits
from houserules.app.people import events as people
from houserules.app.people import requests
from houserules.app.records import own_history
from houserules.app.table import events as table
from houserules.app.views import procedure
from houserules.exhibits.papers import PAPERS
from houserules.law.submission.faults import FaultCode
from houserules.play import events as play
from houserules.records import events as records

SOURCES = Path(__file__).resolve().parents[2] / "ui" / "src"
SHOWN_ELSEWHERE = {"event", "clauses", "type", "at", "key", "step", "wagers", "wager", "places"}
"""Facts that the client shows in a way of their own, or not at all."""
KEPT = {"Account", "Passkey", "Accepted"}
"""What the service keeps about people: no events."""


def source(name: str) -> str:
    return (SOURCES / name).read_text(encoding="utf-8")


def facts_of(module: ModuleType) -> set[str]:
    kinds = [kind for name, kind in inspect.getmembers(module, inspect.isclass) if name not in KEPT]
    return {fact for kind in kinds if issubclass(kind, Struct) for fact in kind.__struct_fields__}


def test_every_fault_of_a_submission_has_words() -> None:
    listed = set(re.findall(r"^  (\w+): mark", source("words/faults.ts"), re.MULTILINE))
    assert {code.value for code in FaultCode} - listed == set()


def test_every_fact_of_an_event_has_a_name() -> None:
    listed = set(re.findall(r"^  (\w+): mark", source("records/happened.ts"), re.MULTILINE))
    found = facts_of(play) | facts_of(people) | facts_of(table) | facts_of(records)
    assert len(found) > 80
    assert found - listed - SHOWN_ELSEWHERE == set()


def test_every_event_away_from_the_tables_has_a_name_as_have_its_facts() -> None:
    modules = (book, exams, own_limits, own_history, requests, transit, people, records)
    events = re.findall(r'^  "(\w+\.\w+)": mark', source("records/replay.ts"), re.MULTILINE)
    facts = set(re.findall(r"^  (\w+): mark", source("records/happened.ts"), re.MULTILINE)) | SHOWN_ELSEWHERE
    kinds = [
        kind
        for module in modules
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Struct) and "." in str(kind.__struct_config__.tag)
    ]
    assert len(kinds) > 30
    assert {str(kind.__struct_config__.tag).partition("/")[0] for kind in kinds} - {*events} == set()
    assert {fact for kind in kinds for fact in kind.__struct_fields__} - facts == set()


def test_why_a_witness_does_not_sign_has_words() -> None:
    raised = re.findall(
        r"""(?:Refused|Contradicted|NoAnswer)\(f?"((?:\{[^}]*\}|[^"{])*)"\)""",
        inspect.getsource(witnesses) + inspect.getsource(outgoing),
    )
    unanswered = r"(it does not answer: ).*"
    said = {re.sub(unanswered, r"\1{}", re.sub(r"\{[^}]*\}", "{}", text)) for text in raised}
    listed = {
        re.sub(r"\{\w+\}", "{}", text) for text in re.findall(r'mark\("(.*?)"\)', source("records/Witnesses.tsx"))
    }
    assert len(said) >= 6
    assert said - listed == set()


def test_every_paper_has_a_title_in_other_languages() -> None:
    listed = set(re.findall(r'mark\("(.*?)"\)', source("papers/Papers.tsx")))
    titles = {title for paper in PAPERS.values() for title in (paper.title, *paper.names.values())}
    assert titles - listed == {"PDF", "SVG", "A4"}


def test_what_a_dealer_says_has_words() -> None:
    code = inspect.getsource(procedure._announcement) + inspect.getsource(procedure._result)
    whole = set(re.findall(r'return "(.+?)"', code))
    listed = set(re.findall(r'mark\("(.*?)"\)', source("words/steps.ts")))
    assert len(whole) == 3
    assert whole - listed == set()
    assert {"Seat {seat}: {actions}?", "{hand}, {rank} high. The dealer does not qualify."} <= listed
