"""The kernel of the simulation settles rounds as the engine does, to the cent, with meters that go on."""

from __future__ import annotations

import pytest

from tests.equivalence.kernel_rounds import CASES, THIRD_GAME, compare

ROUNDS = 500


@pytest.fixture
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(THIRD_GAME))
    monkeypatch.setenv("HOUSERULES_RULEBOOKS", str(THIRD_GAME / "three_card_poker" / "rulebooks"))


@pytest.mark.usefixtures("third_game")
@pytest.mark.parametrize("name", CASES)
def test_the_kernel_settles_as_the_engine_does(name: str) -> None:
    hits = compare(name, ROUNDS)
    assert hits or "jackpots" not in name, "no payment from a meter was compared"
