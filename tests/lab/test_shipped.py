"""The answers that come with the package: current, complete, and equal to what is computed anew in other ways."""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from houserules.lab.games.chase_the_flush import solving as chase_the_flush
from houserules.lab.games.chase_the_flush.terms import terms_of
from houserules.lab.solving import answers, shipped, sources
from houserules.lab.solving.answers import Question
from houserules.lab.solving.base_game import base_results
from houserules.lab.solving.registry import solver_of
from tests.lab.support import CTF, MA, MD, submission
from tests.reference.chase_the_flush import opening_values
from tests.reference.lanes import hand_from_text
from tests.support.scripts import script

FILES = sorted(path.name for path in shipped.FOLDER.iterdir())
RENEW = f"run `{shipped.COMMAND}`"


@pytest.fixture(autouse=True)
def new_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is known but what is shipped."""
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    monkeypatch.setattr(answers, "_KEPT", type(answers._KEPT)(256))


@pytest.fixture(scope="module")
def shipped_answers() -> ModuleType:
    return script("shipped_answers")


def read(name: str) -> tuple[Question, Any]:
    game, about, key = name.split(".")
    content = (shipped.FOLDER / name).read_bytes()
    question, answer = shipped.unpacked(content)
    assert (question.game, question.about.replace(" ", "-"), question.key[:16]) == (game, about, key)
    return question, answer


@pytest.mark.parametrize("name", FILES)
def test_each_was_made_by_these_sources(name: str) -> None:
    question, _ = read(name)
    made_by = shipped.digest_in((shipped.FOLDER / name).read_bytes())
    assert made_by == (sources.digest_behind(question.by) or "")[: len(made_by)], f"{name} is out of date: {RENEW}"


def test_all_standard_questions_are_answered_and_no_others(
    shipped_answers: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one is missing it would have to be computed, which this process refuses to do."""

    def refuse(question: Question, _solve: Any) -> Any:
        found = answers.known_answer(question)
        assert found is not None or question.about not in shipped_answers.SUBJECTS, f"{question.about}: {RENEW}"
        return found

    for module in list(sys.modules.values()):
        if module is not answers and vars(module).get("find_answer") is answers.find_answer:
            monkeypatch.setattr(module, "find_answer", refuse)
    assert sorted(path.name for path in shipped_answers.ask_all()) == FILES, RENEW


@pytest.mark.parametrize("name", [MD, MA])
def test_high_card_flush_is_solved_to_the_same(name: str) -> None:
    made = submission(name)
    terms = solver_of("high_card_flush").base.question(made)
    assert base_results(made) == solver_of("high_card_flush").base.solve(terms, None)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_chase_the_flush_is_solved_to_the_same(letter: str) -> None:
    made = submission(CTF, f"wagers.xtra_bonus.paytable={letter}")
    assert base_results(made) == chase_the_flush.solve(terms_of(made), None), "solved with this table and no other"


def test_openings_have_the_values_of_the_plain_solver() -> None:
    """Holes drawn at random, each with all boards and dealers gone through by code that shares nothing with ours."""
    (name,) = (
        each
        for each in FILES
        if each.startswith("chase_the_flush.study")
        and read(each)[0].terms == solver_of("chase_the_flush").base.question(submission(CTF))
    )
    every = read(name)[1].data["openings"]
    for opening in random.Random(18).sample(every, 2):
        cards = [
            f"{rank}{suit}"
            for suit, ranks in zip("cdhs", opening["suits"], strict=False)
            for rank in ranks.split("-")
        ]
        plain = opening_values(hand_from_text(" ".join(cards)))
        shown = [Fraction(value["exact"]) for value in opening.values() if isinstance(value, dict)]
        assert sorted(shown) == sorted(plain.values()), cards


def test_a_file_of_other_sources_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    question, answer = read(FILES[0])
    asked = (question.game, question.about, question.key, question.by)
    assert shipped.shipped_answer(*asked) == (question, answer)
    monkeypatch.setattr(shipped, "digest_behind", lambda _: "0" * 64)
    assert shipped.shipped_answer(*asked) is None
    monkeypatch.undo()
    content = (shipped.FOLDER / FILES[0]).read_bytes()
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    assert shipped.shipped_answer(*asked) is None
    (tmp_path / FILES[0]).write_bytes(content[:-1])
    assert shipped.shipped_answer(*asked) is None


def test_everything_can_be_computed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    question, _ = read(FILES[0])
    assert answers.known_answer(question) is not None
    monkeypatch.setattr(answers, "_KEPT", type(answers._KEPT)(256))
    monkeypatch.setenv("HOUSERULES_CACHE", "off")
    assert answers.known_answer(question) is None
