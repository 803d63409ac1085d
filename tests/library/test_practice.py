"""A table that is played at by program."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import houserules as hr
from houserules.cli.main import run

STAKES: dict[str, dict[str, float | str]] = {
    "md-high-card-flush": {"ante": 10, "flush_bonus": 5, "progressive": 1},
    "md-chase-the-flush": {"ante": 10, "xtra_bonus": 10, "same_suit": "5", "progressive": 1},
    "ma-high-card-flush": {"ante": 12.5, "straight_flush_bonus": 5, "progressive": 1},
}


def play(table: hr.PracticeTable) -> None:
    while table.turn:
        table.act(table.options[-1].action)


@pytest.mark.parametrize("name", STAKES)
def test_rounds_are_played_one_after_another_and_replay(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = hr.submission(name).table(seed=5)
    meters = table.meters
    for _ in range(5):
        table.bet({1: STAKES[name], 3: STAKES[name]})
        play(table)
        assert table.result is not None
        assert {row["seat"] for row in table.result.rows()} == {1, 3}
        assert table.dealer
    assert table.meters != meters
    path = tmp_path / "round.json"
    path.write_bytes(table.export())
    assert run(["replay", str(path)]) == 0


def test_the_same_seed_deals_the_same_cards() -> None:
    def cards(seed: int) -> list[str]:
        table = hr.submission("md-high-card-flush").table(seed=seed)
        seen = []
        for _ in range(3):
            table.bet(ante=10)
            seen.append(table.cards())
            play(table)
        return seen

    assert cards(1) == cards(1) != cards(2)


def test_hidden_cards_stay_hidden() -> None:
    table = hr.submission("md-chase-the-flush").table(seed=1)
    table.bet(ante=10, xtra_bonus=10)
    assert (table.dealer, table.board) == ("", "")
    table.act("check")
    assert len(table.board.split()) == 2


def test_what_the_rules_refuse_names_its_clause_and_changes_nothing() -> None:
    table = hr.submission("md-high-card-flush").table(seed=1)
    with pytest.raises(hr.NotAllowed, match=r"amount below minimum") as refused:
        table.bet(ante=3)
    assert refused.value.clause.startswith("MD-HCF ")
    table.bet(ante=10)
    with pytest.raises(hr.NotAllowed):
        table.act("raise", 500)
    with pytest.raises(ValueError, match="not settled"):
        table.bet(ante=10)
    table.act("fold")
    assert table.result is not None
    assert table.result.net() == Fraction(-10)
    with pytest.raises(ValueError, match="nobody is to act"):
        table.act("fold")
