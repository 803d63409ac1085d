"""Answers kept by question: the same with and without the cache, and never those of another question or solver."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from houserules.lab.solving import answers, sources
from houserules.lab.solving.answers import Question
from houserules.lab.solving.base_game import base_question, base_results, question_about
from houserules.lab.solving.registry import solver_of
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.panels import Study
from houserules.lab.strategy.report import default_strategy, study, weigh
from tests.lab.support import CTF, MD, submission, with_rules

GAME = "high_card_flush"
BY = answers.__name__
"""A module whose answers are asked for."""


@pytest.fixture(scope="module")
def described() -> Study:
    return study(submission(MD), lambda _: None)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of this test alone."""
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    monkeypatch.setattr(answers, "_KEPT", type(answers._KEPT)(256))
    return tmp_path / "answers"


@pytest.fixture
def new_process(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Nothing is known in memory, as in a process that has just begun."""
    return lambda: monkeypatch.setattr(answers, "_KEPT", type(answers._KEPT)(256))


def never() -> Any:
    raise AssertionError("this answer is kept")


def test_the_base_game_is_the_same_with_and_without(new_process: Callable[[], None]) -> None:
    made = submission(MD)
    question = base_question(made)
    solved = solver_of(GAME).base.solve(question.terms, None)
    assert base_results(made) == solved
    new_process()
    assert answers.find_answer(question, never) == solved
    assert base_results(made).house_edge == solved.house_edge


def test_a_study_is_the_same_after_it_was_kept(described: Study, new_process: Callable[[], None]) -> None:
    made = submission(MD)
    answers.keep_answer(question_about("study", made, by=solver_of(GAME).strategies.study), described)
    new_process()
    progress: list[float] = []
    assert study(made, progress.append) == described
    assert progress == [], "nothing was computed"


def test_a_strategy_is_known_by_its_rules_and_not_by_its_name() -> None:
    made = submission(MD)
    strategy = default_strategy(made)
    answers.keep_answer(
        question_about("strategy", made, strategy.rules, by=solver_of(GAME).strategies.evaluate),
        best := base_results(made),
    )
    renamed = weigh(made, WrittenStrategy("another name", strategy.rules), lambda _: None)
    assert (renamed.weighed[0].name, renamed.weighed[0].results) == ("another name", best)
    other = WrittenStrategy(strategy.name, {"hand": ()})
    assert weigh(made, other, lambda _: None).weighed[0].results != best


@pytest.mark.parametrize(
    "other",
    [
        Question(GAME, "other", (1, 2), BY),
        Question("chase_the_flush", "test", (1, 2), BY),
        Question(GAME, "test", (1, 3), BY),
    ],
    ids=["subject", "game", "terms"],
)
def test_another_question_has_another_answer(folder: Path, other: Question) -> None:
    asked = Question(GAME, "test", (1, 2), BY)
    answers.find_answer(asked, lambda: "first")
    assert answers.find_answer(other, lambda: "second") == "second"
    assert answers.find_answer(asked, never) == "first"
    assert len(list(folder.iterdir())) == 2


def test_a_rule_that_changes_changes_the_question() -> None:
    made = submission(MD)
    other = with_rules(made, {"qualifying.high_card": "T"})
    assert base_question(other) != base_question(made)
    assert base_question(submission(CTF)) != base_question(made)


@dataclass(frozen=True)
class Laconic:
    """Terms that do not say all when they are printed."""

    value: int = field(repr=False)


def test_questions_that_only_look_alike_are_told_apart(new_process: Callable[[], None]) -> None:
    one, other = (Question(GAME, "test", Laconic(value), BY) for value in (1, 2))
    assert repr(one) == repr(other)
    assert (answers.find_answer(one, lambda: "first"), answers.find_answer(other, lambda: "second")) == (
        "first",
        "second",
    )
    new_process()
    assert answers.find_answer(other, never) == "second"
    assert answers.known_answer(one) is None


def test_a_damaged_file_is_solved_anew(folder: Path, new_process: Callable[[], None]) -> None:
    question = Question(GAME, "test", (1, 2), BY)
    answers.find_answer(question, lambda: "first")
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    new_process()
    assert answers.find_answer(question, lambda: "second") == "second"
    new_process()
    assert answers.find_answer(question, never) == "second"


def test_the_cache_can_be_switched_off(
    folder: Path, monkeypatch: pytest.MonkeyPatch, new_process: Callable[[], None]
) -> None:
    monkeypatch.setenv("HOUSERULES_CACHE", "off")
    question = Question(GAME, "test", (1, 2), BY)
    assert answers.find_answer(question, lambda: "first") == "first"
    new_process()
    assert answers.find_answer(question, lambda: "second") == "second"
    assert not folder.exists()


def test_another_process_finds_the_answer(folder: Path) -> None:
    program = (
        "from houserules.lab.solving import answers\n"
        f"question = answers.Question({GAME!r}, 'test', (1, 2), {BY!r})\n"
        "print(answers.find_answer(question, lambda: input()))\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    # Both ask before either has an answer; each keeps its own, and one of the two files stays.
    said = [process.communicate(text)[0].strip() for process, text in zip(running, ("one", "other"), strict=True)]
    assert len(list(folder.iterdir())) == 1
    assert said[0] in ("one", "other")
    assert answers.find_answer(Question(GAME, "test", (1, 2), BY), never) in said


def test_other_sources_answer_anew(monkeypatch: pytest.MonkeyPatch, new_process: Callable[[], None]) -> None:
    """The name of a file depends on the sources too."""
    question = Question(GAME, "test", (1, 2), BY)
    answers.find_answer(question, lambda: "first")
    new_process()
    monkeypatch.setattr(answers, "digest_behind", lambda _: "of other sources")
    assert answers.find_answer(question, lambda: "second") == "second"


def test_any_change_of_the_sources_changes_their_digest(tmp_path: Path) -> None:
    def digest() -> str:
        return sources.digest_of(tmp_path.rglob("*.py"))

    shutil.copytree(Path(answers.__file__).parent, tmp_path / "solving")
    before = digest()
    with (tmp_path / "solving" / "answers.py").open("a") as source:
        source.write("# Another line.\n")
    after = digest()
    (tmp_path / "solving" / "answers.py").rename(tmp_path / "solving" / "others.py")
    assert len({before, after, digest()}) == 3
