"""The house edge and hit frequency that a table tells are those of the lab."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import houserules as hr
from tests.api.service import Service
from tests.support.waiting import wait_for


def test_a_table_tells_the_edge_of_every_wager_as_the_lab_counts_it(service: Service) -> None:
    ann, game = service.guest(), "md-high-card-flush"
    table = ann.open_table(game)
    told: list[Any] = []

    def computed() -> bool:
        told.append(service.http().get(f"/api/tables/{table}/odds").json())
        return not told[-1]["computing"]

    wait_for(computed)
    exact = hr.submission(game).analyze().to_dict()["wagers"]
    shown = {each["wager"]: each for each in told[-1]["wagers"]}
    assert set(shown) == {"base", "flush_bonus", "straight_flush_bonus", "progressive"}
    for wager in ("base", "flush_bonus", "straight_flush_bonus"):
        assert Fraction(shown[wager]["edge"]["exact"]) == Fraction(exact[wager]["house_edge"]["exact"]), wager
    for wager in ("flush_bonus", "straight_flush_bonus"):
        assert Fraction(shown[wager]["hits"]["exact"]) == Fraction(exact[wager]["hit_frequency"]["exact"]), wager
    assert service.http().get("/api/tables/none/odds").status_code == 404
