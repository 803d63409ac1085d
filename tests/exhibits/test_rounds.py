"""Records and slips of rounds at other tables than the simplest: community cards in a stack, wheels, merchandise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houserules.cli.main import run
from houserules.exhibits import round_papers
from houserules.library import submission
from houserules.library.practice import PracticeTable
from tests.exhibits.reading import CTF, HCF, WHEEL, pages

GOODS = "a car, or a trip to Paris"


def played(name: Any, wagers: dict[str, str], seats: int = 6, fold: bool = False) -> PracticeTable:
    """The first round, by seed, in which somebody wins the progressive."""
    for seed in range(200):
        table = submission(name).table(seed=seed)
        table.bet(dict.fromkeys(range(1, seats + 1), wagers))
        while table.turn is not None:
            names = [option.action for option in table.options]
            table.act(next((each for each in names if (each in ("check", "fold")) is fold), names[0]))
        assert table.result is not None
        lines = [line for seat in table.result.to_dict()["seats"] for line in seat["wagers"]]
        if any((line["wager"], line["outcome"]) == ("progressive", "win") for line in lines):
            return table
    raise AssertionError("nobody won in 200 rounds")


def in_kind() -> dict[str, Any]:
    """The wheel nearly always shows the symbol at which merchandise is won."""
    data = submission(WHEEL).to_dict()
    offered = data["wagers"]["progressive"]
    offered["merchandise"] = GOODS
    offered["segments"][0]["count"] = 1_000_000
    return data


def test_community_cards_that_lie_in_a_stack_are_listed_once() -> None:
    table = played(CTF, {"ante": "10", "xtra_bonus": "10", "progressive": "1"})
    made = round_papers(table.export())
    record = " ".join(pages(made["round.pdf"]))
    assert f"Community {table.board} Seat 1 " in record
    assert f"Dealer {table.dealer} Community" in record


def test_what_a_wheel_shows_is_said_so() -> None:
    table = played(CTF, {"ante": "10", "xtra_bonus": "10", "progressive": "1"})
    made = round_papers(table.export())
    slip, record = (" ".join(pages(made[name])) for name in ("slip.pdf", "round.pdf"))
    assert f"Pays Wheel shows {table.wheel}, {table.wheel}" in slip
    assert f"win Wheel shows {table.wheel}, {table.wheel}" in record
    assert "Meter before $5,001.20" in slip


def test_merchandise_is_what_is_paid_and_a_wheel_without_a_meter_has_none() -> None:
    table = played(in_kind(), {"ante": "10", "xtra_bonus": "10", "progressive": "5"}, fold=True)
    made = round_papers(table.export())
    slip, record = (" ".join(pages(made[name])) for name in ("slip.pdf", "round.pdf"))
    assert f"Progressive payout {GOODS}, worth $10,000 Round 1" in slip
    assert f"Wheel shows Jackpot, {GOODS}, worth $10,000" in slip
    assert "Meter" not in slip
    assert "meter" not in record
    assert "Dealer none Community" in record, "all players folded, and the dealer's stack stayed in the shuffler"


def test_a_folder_that_cannot_be_written_is_no_fault_of_the_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = submission(HCF).table(seed=1)
    table.bet(ante="10")
    while table.turn is not None:
        table.act("fold")
    file, out = tmp_path / "round.json", tmp_path / "out"
    file.write_bytes(table.export())

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert run(["print", "--round", str(file), "--out", str(out)]) == 2
    assert capsys.readouterr().err.splitlines() == [f"houserules: --out {out}: No space left on device"]
    assert not out.exists()
