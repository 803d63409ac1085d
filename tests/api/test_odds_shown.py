"""The house edge and hit frequency that a table tells are those of the lab."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import houserules as hr
from tests.api.service import Service
from tests.support.waiting import wait_for

WAGERS = {
    "md-high-card-flush": {"base", "flush_bonus", "straight_flush_bonus", "progressive"},
    "ma-high-card-flush": {"base", "flush_bonus", "straight_flush_bonus", "progressive"},
    "md-chase-the-flush": {"base", "xtra_bonus", "same_suit", "progressive"},
}


@pytest.mark.parametrize("game", WAGERS)
def test_a_table_tells_the_edge_of_every_wager_as_the_lab_counts_it(service: Service, game: str) -> None:
    ann = service.guest()
    table = ann.open_table(game)
    told: list[Any] = []

    def computed() -> bool:
        told.append(service.http().get(f"/api/tables/{table}/odds").json())
        return not told[-1]["computing"]

    wait_for(computed)
    exact = hr.submission(game).analyze().to_dict()["wagers"]
    shown = {each["wager"]: each for each in told[-1]["wagers"]}
    assert set(shown) == set(exact) == WAGERS[game]
    for wager, figures in exact.items():
        assert Fraction(shown[wager]["edge"]["exact"]) == Fraction(figures["house_edge"]["exact"]), wager
        assert Fraction(shown[wager]["hits"]["exact"]) == Fraction(figures["hit_frequency"]["exact"]), wager
    assert service.http().get("/api/tables/none/odds").status_code == 404
