"""What all tests share; and which clauses they prove, by their ``@clause`` marks, and how: by whether they play."""

from __future__ import annotations

import gc
import json
import logging
import os
import shutil
import signal
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from houserules import installed
from tests.support import playing
from tests.support.postgres import Server, running_server

ROOT = Path(__file__).resolve().parent.parent
PROOFS = ROOT / "src" / "houserules" / "rulebooks" / "proofs.json"

# An example may take as long as a busy machine needs for it.
settings.register_profile("houserules", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("houserules")
# What solvers answered and compilers made is shared by all processes of a run.
os.environ.setdefault("HOUSERULES_CACHE", str(ROOT / ".cache" / "houserules"))
# Keys and databases of the person who runs the tests are theirs.
HOME = Path(os.environ["HOUSERULES_CACHE"]) / "home"
os.environ["XDG_CONFIG_HOME"], os.environ["XDG_DATA_HOME"] = str(HOME / "config"), str(HOME / "data")

# Started in the background of a shell, a run ignores interrupts, and so would the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each run solves anew, as some tests watch long work; compiled kernels are kept between runs."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(Path(os.environ["HOUSERULES_CACHE"]) / "answers", ignore_errors=True)
        shutil.rmtree(HOME, ignore_errors=True)


@pytest.fixture
def _logs_as_before() -> Iterator[None]:
    """``serve`` sets up the logs of its process, which here is that of all tests: theirs are put back."""
    before, handlers = structlog.get_config(), logging.root.handlers[:]
    yield
    structlog.configure(**before)
    logging.root.handlers[:] = handlers


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL server for all tests of a process; each takes a database of its own."""
    with running_server() as running:
        yield running


class Proofs:
    """Clause to the tests that prove it, as collected in this run."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}
        self.whole_suite = False
        self.plays: dict[tuple[str, str], bool] = defaultdict(lambda: True)
        """Whether a test of a clause plays in each of its cases."""

    def add(self, clause_id: str, test: str) -> None:
        tests = self.tests.setdefault(clause_id, [])
        if test not in tests:
            tests.append(test)

    def as_json(self) -> str:
        """Known only when all tests have run."""
        ordered = {
            clause_id: {
                kind: sorted(test for test in tests if self.plays[clause_id, test] is (kind == installed.BEHAVIOUR))
                for kind in (installed.BEHAVIOUR, installed.DATA)
            }
            for clause_id, tests in sorted(self.tests.items())
        }
        return json.dumps(ordered, indent=1, ensure_ascii=False) + "\n"


_PROOFS = pytest.StashKey[Proofs]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-proofs",
        action="store_true",
        help="run the tests with @clause alone, and write which of them proves which clause, and how",
    )


LONGEST_FIRST = ("equivalence", "browser", "mutation", "contracts", "api", "stateful")
"""The folders with the longest modules. They come first, so that no worker is left alone with one at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    places = {folder: place for place, folder in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.relative_to(ROOT / "tests").parts[0], len(places)))
    proofs = Proofs()
    for item in items:
        name = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("clause"):
            for clause_id in mark.args:
                proofs.add(clause_id, name)
    proofs.whole_suite = config.args in ([], ["tests"], [str(ROOT / "tests")]) and not config.getoption("keyword")
    config.stash[_PROOFS] = proofs
    if config.getoption("--write-proofs"):
        items[:] = [item for item in items if item.get_closest_marker("clause")]
    playing.watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """A test that is listed as proving by behaviour plays: the engine decides, or a submission is judged."""
    before = playing.seen()
    yield
    clauses = [clause_id for mark in item.iter_markers("clause") for clause_id in mark.args]
    if not clauses or playing.seen() > before:
        return
    proofs, name = item.config.stash[_PROOFS], item.nodeid.partition("[")[0]
    for clause_id in clauses:
        proofs.plays[clause_id, name] = False
        if not item.config.getoption("--write-proofs"):
            listed = installed.proofs().get(clause_id, {})
            assert name not in listed.get(installed.BEHAVIOUR, ()), (
                f"{clause_id}: this test does not play: `make proofs`"
            )


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if session.config.getoption("--write-proofs") and exitstatus == 0:
        PROOFS.write_text(session.config.stash[_PROOFS].as_json(), encoding="utf-8")


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory to the end: the collector need not look at them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def proofs(pytestconfig: pytest.Config) -> Proofs:
    return pytestconfig.stash[_PROOFS]
