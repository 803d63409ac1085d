"""The kernel of the simulation settles rounds as the engine does, to the cent, with meters that go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.equivalence.kernel_rounds import CASES, compare

PACKAGE = Path(__file__).resolve().parents[2] / "examples" / "three_card_poker" / "src"
ROUNDS = 500


@pytest.fixture
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))


@pytest.mark.usefixtures("third_game")
@pytest.mark.parametrize("name", CASES)
def test_the_kernel_settles_as_the_engine_does(name: str) -> None:
    hits = compare(name, ROUNDS)
    assert hits or "jackpots" not in name, "no payment from a meter was compared"
