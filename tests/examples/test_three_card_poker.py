"""A third game from outside: a package, built and installed from its own folder, that no line of ours knows.

Figures are published ones for these pay tables, and are worked out a second time here by brute force.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houserules import law
from houserules.cli.main import run
from houserules.lab import analyze
from tests.api.service import Service
from tests.support.installed import THREE_CARD_POKER, in_use, install

NAME = "ex-three-card-poker"


@pytest.fixture(scope="module", autouse=True)
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder):
        yield folder


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    assert run([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def scenario(path: Path, **seats: str) -> str:
    path.write_text(f'submission = "{NAME}"\n' + "\n".join(f"{key} = {value}" for key, value in seats.items()))
    return str(path)


def test_it_is_found_by_its_entry_point(capsys: pytest.CaptureFixture[str]) -> None:
    found = {row["id"]: row for row in answer(capsys, "rulebooks")}
    assert found["EX-TCP"]["submission"] == NAME
    assert found["EX-TCP"]["origin"] == "package three_card_poker.rulebooks"
    assert NAME in law.submissions()


def test_it_is_lawful_and_a_faulty_one_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "check", NAME)["lawful"]
    wrong = answer(capsys, "check", NAME, "--set", "wagers.pair_plus.paytable=C", "--set", "table.seats=7", status=1)
    assert {fault["clause"] for fault in wrong["faults"]} == {"EX-TCP 10.C", "EX-TCP 2.A"}
    progressive = answer(capsys, "check", NAME, "--set", "wagers.progressive.amount=1", status=1)
    assert [fault["code"] for fault in progressive["faults"]] == ["wager_not_in_game"]
    limit = answer(capsys, "check", NAME, "--set", "payout_limit.per_hand=50000", status=1)
    assert [fault["code"] for fault in limit["faults"]] == ["payout_limit"]


def test_its_pay_tables_and_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    tables = answer(capsys, "paytables", "EX-TCP")
    assert tables["ante_bonus"]["A"] == {
        "straight_flush": "5 to 1", "three_of_a_kind": "4 to 1", "straight": "1 to 1",
    }  # fmt: skip
    assert [tables["pair_plus"][letter]["flush"] for letter in "AB"] == ["4 to 1", "3 to 1"]
    clauses = answer(capsys, "clauses", "EX-TCP")
    assert len(clauses) == 63
    assert {"EX-TCP 9.C(1)", "EX-TCP 10.B"} <= {clause["id"] for clause in clauses}


HANDS = [
    # dealer, player, action, then what Ante $10, Play $10 and Pair Plus $5 win
    ("Jh 6h 2c", "Kh 8d 2d", "play", {"ante": "10.00", "play": "0.00", "pair_plus": "0.00"}),
    ("Qh 3h 2c", "Kh 8d 2d", "play", {"ante": "10.00", "play": "10.00", "pair_plus": "0.00"}),
    ("Kc 8c 3d", "Kh 8d 2d", "play", {"ante": "0.00", "play": "0.00", "pair_plus": "0.00"}),
    ("Kc 8c 2s", "Kh 8d 2d", "play", {"ante": "0.00", "play": "0.00", "pair_plus": "0.00"}),
    ("Ac Kc Qc", "4h 5d 6s", "play", {"ante": "0.00", "play": "0.00", "ante_bonus": "10.00", "pair_plus": "30.00"}),
    ("Qc 8c 2s", "Ah 2d 3s", "play", {"ante": "10.00", "play": "10.00", "ante_bonus": "10.00", "pair_plus": "30.00"}),
    (
        "Qc 8c 2s",
        "7h 7d 7s",
        "play",
        {"ante": "10.00", "play": "10.00", "ante_bonus": "40.00", "pair_plus": "150.00"},
    ),
    ("2c 8c 3s", "9h Th Jh", "play", {"ante": "10.00", "play": "0.00", "ante_bonus": "50.00", "pair_plus": "200.00"}),
    ("Qc 8c 2s", "9h 9d 2h", "fold", {"ante": "0.00", "pair_plus": "5.00"}),
    ("Qc 8c 2s", "9h 4h 2h", "fold", {"ante": "0.00", "pair_plus": "20.00"}),
]


@pytest.mark.parametrize(("dealer", "player", "action", "paid"), HANDS)
def test_a_hand_is_settled_by_the_document(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, dealer: str, player: str, action: str, paid: dict[str, str]
) -> None:
    file = tmp_path / "hand.toml"
    file.write_text(
        f'submission = "{NAME}"\ndealer = "{dealer}"\n[[seats]]\nseat = 1\ncards = "{player}"\n'
        f'wagers = {{ante = "10", pair_plus = "5"}}\naction = "{action}"\n'
    )
    (seat,) = answer(capsys, "settle", str(file))["seats"]
    assert {line["wager"]: line["paid"] for line in seat["wagers"]} == paid


def test_equal_hands_push_and_the_dealer_needs_a_queen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    outcomes = {}
    for dealer in ("Jc Tc 8s", "Qc 3c 2s", "Kc 8c 2s"):
        file = tmp_path / "hand.toml"
        file.write_text(
            f'submission = "{NAME}"\ndealer = "{dealer}"\n[[seats]]\nseat = 1\ncards = "Kh 8d 2d"\n'
            'wagers = {ante = "10"}\naction = "play"\n'
        )
        found = answer(capsys, "settle", str(file))
        outcomes[dealer] = (found["dealer"]["qualifies"], *(line["outcome"] for line in found["seats"][0]["wagers"]))
    assert outcomes == {
        "Jc Tc 8s": (False, "win", "push"),
        "Qc 3c 2s": (True, "win", "win"),
        "Kc 8c 2s": (True, "push", "push"),
    }


def test_a_round_is_dealt_replayed_and_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    dealt = subprocess.run(
        [sys.executable, "-m", "houserules", "deal", NAME, "--seed", "5", "--out", file],
        input="\n" * 8, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert dealt.returncode == 0, dealt.stderr
    assert run(["replay", str(file)]) == 0
    capsys.readouterr()
    assert run(["explain", str(file)]) == 0
    assert "EX-TCP" in capsys.readouterr().out


def test_the_exact_figures(capsys: pytest.CaptureFixture[str]) -> None:
    wagers = answer(capsys, "analyze", NAME)["wagers"]
    assert wagers["base"]["house_edge"]["decimal"].startswith("0.0337298094360")
    assert wagers["base"]["element_of_risk"]["decimal"].startswith("0.0201467240145")
    assert wagers["pair_plus"]["house_edge"]["decimal"].startswith("0.02316742")
    other = answer(capsys, "analyze", NAME, "--set", "wagers.pair_plus.paytable=B")["wagers"]
    assert other["pair_plus"]["house_edge"]["decimal"].startswith("0.07276018")


@pytest.mark.parametrize(("cards", "best"), [("Qs 6h 4d", "play 1x"), ("Qs 6h 3d", "fold"), ("Js Th 8d", "fold")])
def test_best_play_begins_at_queen_six_four(capsys: pytest.CaptureFixture[str], cards: str, best: str) -> None:
    found = answer(capsys, "hand", NAME, cards)
    assert found["best"] == best
    assert [option["action"] for option in found["options"]] == ["fold", "play 1x"]


def test_strategies_comparison_risk_and_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    report = answer(capsys, "strategy", NAME)
    assert min(Fraction(each["cost"]["exact"]) for each in report["strategies"]) == 0
    compared = answer(capsys, "compare", NAME, NAME, "--set-b", "wagers.pair_plus.paytable=B")
    assert compared["differences"]
    assert answer(capsys, "risk", NAME, "--rounds", "1000")
    simulated = answer(capsys, "simulate", NAME, "--rounds", "200000", "--seed", "7")
    assert all(abs(float(wager["z"])) < 4.5 for wager in simulated["wagers"].values())


def test_a_table_of_it_is_served(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        guest = service.guest()
        lobby = guest.client.get("/api/tables").json()
        assert NAME in {table["table"] for table in lobby}
        rules = guest.client.get(f"/api/tables/{NAME}/rules").json()
        assert rules["shown"]["base_wager"] == "ante"
        assert rules["shown"]["progressive_wager"] is None
        assert (
            rules["inscriptions"]["qualifying"]["text"]
            == "Dealer qualifies with queen high; else Ante pays, Play pushes"
        )


def test_the_figures_a_second_way() -> None:
    """Every deal of two hands, counted here without any code of the package."""
    hands = list(combinations(range(52), 3))
    keys = np.array([_key(hand) for hand in hands])
    masks = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    total = plays = deals = 0
    for hand, mask in zip(keys.tolist(), masks.tolist(), strict=True):
        dealers = keys[masks & mask == 0]
        qualified = dealers[dealers >= _QUEEN_HIGH]
        beaten, lost = int((qualified < hand).sum()), int((qualified > hand).sum())
        bonus = {5: 5, 4: 4, 3: 1}.get(hand >> 12, 0) * len(dealers)
        value = len(dealers) - len(qualified) + 2 * (beaten - lost) + bonus
        deals += len(dealers)
        plays += len(dealers) if value > -len(dealers) else 0
        total += max(value, -len(dealers))
    results = analyze(law.freeze(law.read_filing(law.bundled_submission(NAME), NAME))).base
    assert results.deals == deals
    assert results.house_edge == Fraction(-total, deals)
    assert results.average_wager == 1 + Fraction(plays, deals)


_QUEEN_HIGH = 10 << 8


def _key(hand: tuple[int, ...]) -> int:
    high, middle, low = sorted((card % 13 for card in hand), reverse=True)
    suited = len({card // 13 for card in hand}) == 1
    wheel = (high, middle, low) == (12, 1, 0)
    if wheel or high == middle + 1 == low + 2:
        return (5 if suited else 3) << 12 | (1 if wheel else high) << 8
    if high == low:
        return 4 << 12 | high << 8
    if suited:
        return 2 << 12 | high << 8 | middle << 4 | low
    if middle in (high, low):
        return 1 << 12 | middle << 8 | (low if middle == high else high) << 4
    return high << 8 | middle << 4 | low
