"""``settle``, ``deal``, ``replay`` and ``explain`` as a user types them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from houserules.cli.main import run

HIGH_CARD_FLUSH = """
submission = "md-high-card-flush"
dealer     = "9h 6h 2h Ks Qd 4c 3c"
[meters]
main = "41250.17"
[[seats]]
seat   = 1
cards  = "Ah Kh Qh 9c 7c 2d 3s"
wagers = {ante = "10", flush_bonus = "5", straight_flush_bonus = "5", progressive = "1"}
action = "raise 10"
"""
CHASE_THE_FLUSH = """
submission = "md-chase-the-flush"
dealer     = "Qs 7c 2c"
community  = "Ks 9s 5d 3h"
[[seats]]
seat    = 2
cards   = "As Js 8s"
wagers  = {ante = "10", xtra_bonus = "10", same_suit = "5", progressive = "1"}
actions = ["check", "all-in"]
wheel   = "$125"
"""


def written(tmp_path: Path, text: str, name: str = "scenario.toml") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run([*arguments, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_settle_answers_in_the_promised_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(capsys, "settle", written(tmp_path, HIGH_CARD_FLUSH))
    assert answer["dealer"] == {
        "hand": "three-card flush", "cards": "9h 6h 2h", "qualifies": True, "clause": "MD-HCF 11.B(5)(d)",
    }  # fmt: skip
    (seat,) = answer["seats"]
    assert (seat["seat"], seat["hand"], seat["cards"]) == (1, "three-card flush", "Ah Kh Qh")
    assert (seat["staked"], seat["returned"], seat["net"]) == ("31.00", "83.00", "52.00")
    ante = {
        key: seat["wagers"][0][key] for key in ("wager", "staked", "outcome", "odds", "paid", "returned", "clause")
    }
    assert ante == {
        "wager": "ante", "staked": "10.00", "outcome": "win", "odds": "1 to 1", "paid": "10.00", "returned": "20.00",
        "clause": "MD-HCF 12.A",
    }  # fmt: skip
    assert answer["meters"] == {"main": "41250.39"}
    assert answer["void"] is None


def test_settle_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", written(tmp_path, CHASE_THE_FLUSH)]) == 0
    printed = capsys.readouterr().out
    for piece in ("Seat 2: five-card flush", "same suit", "MD-CTF 12.D(2)(d) Paytable B", "Meters after the round"):
        assert piece in printed


def test_settle_reads_json_and_takes_overrides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = {
        "submission": {"rulebook": "MA-HCF", "table": {
            "seats": 6, "dealing": "automated", "shuffler": "counting", "decks": 1, "minimum": "5", "maximum": "50",
        }},
        "dealer": "9h 6h 2h Ks Qd 4c 3c",
        "seats": [{"seat": 6, "cards": "8h 7h 5h Kc Qs 4d 3d", "wagers": {"ante": "7.50"}, "action": "raise 7.50"}],
    }  # fmt: skip
    path = written(tmp_path, json.dumps(data), "scenario.json")
    assert answered(capsys, "settle", path)["seats"][0]["net"] == "-15.00"
    better = ["--set", "seats.0.cards=Th 7h 5h Kc Qs 4d 3d", "--set", "table.minimum=7"]
    assert answered(capsys, "settle", path, *better)["seats"][0]["net"] == "15.00"


BAD = [
    ("seats.0.cards=Ah Ah Qh 9c 7c 2d 3s", "stands twice"),
    ("seats.0.cards=9h Kh Qh 9c 7c 2d 3s", "9h lies at dealer too"),
    ("seats.0.cards=Ah Kh Qh 9c 7c 2d 3s 4s", "wanted 7 cards, there are 8"),
    ("seats.0.cards=Ah Kh Qh 9c 7c 2d", "wanted 7 cards, there are 6"),
    ("seats.0.cards=Ah Kh Qh 9c 7c 2d Xx", "is not a card"),
    ("seats.0.cards=5", "wanted text"),
    ("seats.0.action=raise 20", "amount above maximum"),
    ("seats.0.action=raise 9.99", "amount below minimum"),
    ("seats.0.action=raise", "say how much"),
    ("seats.0.action=check", "action not offered"),
    ("seats.0.action=dance 5", "action not offered"),
    ("seats.0.action=raise ten", "is no action"),
    ("seats.0.action=7", "is no action"),
    ("seats.0.actions=['raise 10']", "not both"),
    ("seats.0.seat=7", "there is no seat 7"),
    ("seats.0.seat=0", "there is no seat 0"),
    ("seats.0.seat=one", "wanted a whole number"),
    ("seats.0.wagers.ante=ten", "is not an amount"),
    ("seats.0.wagers.ante=-10", "is not an amount"),
    ("seats.0.wagers.ante=5", "amount below minimum"),
    ("seats.0.wagers.ante=501", "amount above maximum"),
    ("seats.0.wagers.progressive=2", "amount not equal"),
    ("seats.0.wagers.xtra_bonus=10", "is no wager of this game"),
    ("seats.0.wagers.raise=10", "write it as an action"),
    ("seats.0.wagers={flush_bonus='5'}", "wager missing"),
    ("seats.0.wagers=none", "is missing or no table"),
    ("seats.0.colour=red", "no such key"),
    ("seats=[]", "no player sits"),
    ("seats=5", "wanted a list of tables"),
    ("dealer=9h 6h", "wanted 7 cards"),
    ("community=2s 7h Qd 3c", "no community cards"),
    ("deck=As Ks", "a deck has 52 cards"),
    ("meters.main=lots", "is not an amount"),
    ("meters.secondary=5", "no such key"),
    ("meters=5", "wanted a table"),
    ("irregularities=[{kind='earthquake'}]", "is not provided for"),
    ("irregularities=[{kind='information_shared', seat=1}]", "is not provided for"),
    ("irregularities=[{kind='hand_abandoned'}]", "whose hand is it"),
    ("irregularities=[{kind='hand_abandoned', seat=4}]", "seat empty"),
    ("irregularities=[{kind='cards_face_up', count=0}]", "wanted one or more"),
    ("irregularities=[{kind='wrong_number_of_cards', who='waiter'}]", "wanted \"dealer\""),
    ("submission=no-such-submission", "no such file"),
    ("submission=5", "wanted a bundled name"),
    ("wagers.flush_bonus.paytable=Z", "wanted one of"),
    ("seats.5.seat=1", "not a place in a list"),
]  # fmt: skip


@pytest.mark.parametrize(("override", "reason"), BAD)
def test_a_bad_scenario_says_where_and_why(
    override: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, HIGH_CARD_FLUSH)
    assert run(["settle", path, "--set", override]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert reason in captured.err
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    ("override", "reason"),
    [
        ("seats.0.actions=['all-in', 'all-in']", "nothing more can be done"),
        ("seats.0.actions=['fold']", "action not offered"),
        ("seats.0.actions=['check', 'check', 'check']", "action not offered"),
        ("seats.0.actions=['check']", "the decision is missing"),
        ("seats.0.actions=['all-in 20']", "amount below minimum"),
        ("seats.0.wheel=$124", "no such symbol"),
        ("seats.0.wagers.xtra_bonus=20", "amount not equal"),
        ("community=2s 7h Qd", "wanted 4 cards"),
    ],
)
def test_a_bad_scenario_of_chase_the_flush(
    override: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["settle", written(tmp_path, CHASE_THE_FLUSH), "--set", override]) == 2
    assert reason in capsys.readouterr().err


def test_a_missing_spin_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, CHASE_THE_FLUSH.replace('wheel   = "$125"', ""))
    assert run(["settle", path]) == 2
    assert "seat 2: wheel" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[", "seats = 1.5", '{"a": 1', "null", '{"seats": 1.5}', "[]"])
@pytest.mark.parametrize("name", ["scenario.toml", "scenario.json"])
def test_what_is_no_scenario(text: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", written(tmp_path, text, name)]) == 2
    assert name in capsys.readouterr().err


def test_hands_may_be_missing_where_the_round_is_void(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, HIGH_CARD_FLUSH)
    gone = ["--set", "irregularities=[{kind='shoe_jam', when='dealing'}]"]
    answer = answered(capsys, "settle", path, *gone)
    assert answer["void"] == {"clause": "MD-HCF 13.H", "reason": "shoe_jam"}
    assert answer["seats"][0]["net"] == "0.00"


@pytest.mark.parametrize("name", ["md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"])
def test_a_round_dealt_replayed_and_explained(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "round.json")
    for seed in range(4):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 30))
        assert run(["deal", name, "--seed", str(seed), "--out", out]) == 0
        assert "net" in capsys.readouterr().out
        assert run(["replay", out]) == 0
        assert "the same" in capsys.readouterr().out
        assert answered(capsys, "replay", out)["same"] is True
        assert run(["explain", out]) == 0
        assert "round.wager_settled/1" in capsys.readouterr().out
    changed = Path(out).read_text().replace('"stake":10000000', '"stake":10000001', 1)
    Path(out).write_text(changed)
    assert run(["replay", out]) == 1
    assert "differs" in capsys.readouterr().out
    assert run(["replay", written(tmp_path, "{}", "other.json")]) == 2


def test_the_same_seed_deals_the_same_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []
    for number in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("25\n\n\n0\nfold\n"))
        path = tmp_path / f"{number}.json"
        assert run(["deal", "--seed", "9", "--out", str(path)]) == 0
        files.append(path.read_bytes())
    assert files[0] == files[1]
    assert "fold" in capsys.readouterr().out
