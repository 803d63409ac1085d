"""Planting in short: every violation can be planted, every enforced clause has one, and some clauses find theirs.

``python -m tests.planted`` is the whole of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.planted import signing_in
from tests.planted.passages import listed
from tests.planted.run import ROOT, enforced, printed
from tests.planted.values import values_for
from tests.support.parts import WHOLE

NAMED = (
    "MD-HCF 3.B(3)", "MD-HCF 9.A", "MD-HCF 10.A(1)", "MD-CTF 3.A(1)", "MD-CTF 13.H(3)",
    "MA-HCF 1 Straight Flush Bonus wager", "MA-HCF 2(b)(5)", "MA-HCF 6(e)", "MA-HCF 12(b)(1)",
)  # fmt: skip
"""Clauses whose tests once proved nothing of them."""
EVERY = 60


def test_every_listed_violation_can_still_be_planted() -> None:
    """The software changes: a passage that is not there any more is written anew in ``violations.toml``."""
    for plant in {str(plant): plant for plants in listed().values() for plant in plants}.values():
        plant.check()


def test_every_violation_of_signing_in_can_still_be_planted() -> None:
    for _, tests, plant in signing_in.listed():
        plant.check()
        assert (ROOT / tests).exists()


def test_violations_are_of_enforced_and_printed_clauses() -> None:
    assert sorted(set(listed()) - {*enforced(None), *printed(None)}) == []


def test_every_printed_clause_has_a_violation() -> None:
    assert sorted(set(printed(None)) - set(listed())) == []


def test_every_enforced_clause_has_a_violation() -> None:
    without = [clause for clause in enforced(None) if clause not in listed() and not any(values_for(clause))]
    assert without == []


def test_the_tests_of_a_clause_find_its_violations(tmp_path: Path) -> None:
    clauses = [*NAMED, *enforced(None)[::EVERY], *printed(None)[:: EVERY // (6 if WHOLE else 3)]]
    command = [sys.executable, "-m", "tests.planted", *(word for clause in clauses for word in ("--clause", clause))]
    environment = {**os.environ, "HOUSERULES_CACHE": str(tmp_path)}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
