"""``settle``, ``deal``, ``replay`` and ``explain`` as a user types them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from houserules.cards import Card, format_card
from houserules.cli.main import run
from tests.support.clauses import clause
from tests.support.parts import WHOLE, part_of

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


def test_settle_says_every_reason_of_a_void_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exposed = '[[irregularities]]\nkind = "dealer_card_exposed"\nwhen = "decisions"\n'
    counted = '[[irregularities]]\nkind = "stub_count_wrong"\nwhen = "settlement"\n'
    assert run(["settle", written(tmp_path, HIGH_CARD_FLUSH + counted + exposed)]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == (
        "The round is void: dealer card exposed (MD-HCF 13.E), stub count wrong (MD-HCF 8.J(2)); the deck is removed"
    )
    assert run(["settle", written(tmp_path, HIGH_CARD_FLUSH + exposed)]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == "The round is void: dealer card exposed (MD-HCF 13.E)"


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
    ("seats.0.cards=Ah Kh Qh 9c 7c 2d 3s 4s", "expected 7 cards, there are 8"),
    ("seats.0.cards=Ah Kh Qh 9c 7c 2d", "expected 7 cards, there are 6"),
    ("seats.0.cards=Ah Kh Qh 9c 7c 2d Xx", "is not a card"),
    ("seats.0.cards=5", "expected text"),
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
    ("seats.0.seat=one", "expected a whole number"),
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
    ("seats=5", "expected a list of tables"),
    ("dealer=9h 6h", "expected 7 cards"),
    ("community=2s 7h Qd 3c", "no community cards"),
    ("deck=As Ks", "a deck has 52 cards"),
    ("meters.main=lots", "is not an amount"),
    ("meters.secondary=5", "no such key"),
    ("meters=5", "expected a table"),
    ("irregularities=[{kind='earthquake'}]", "is not provided for"),
    ("irregularities=[{kind='information_shared', seat=1}]", "is not provided for"),
    ("irregularities=[{kind='hand_abandoned'}]", "whose hand is it"),
    ("irregularities=[{kind='hand_abandoned', seat=4}]", "seat empty"),
    ("irregularities=[{kind='cards_face_up', count=0}]", "expected one or more"),
    ("irregularities=[{kind='wrong_number_of_cards', who='waiter'}]", "expected \"dealer\""),
    ("submission=no-such-submission", "no such file"),
    ("submission=5", "expected a bundled name"),
    ("wagers.flush_bonus.paytable=Z", "MD-HCF 12.B"),
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
        ("community=2s 7h Qd", "expected 4 cards"),
    ],
)
def test_a_bad_scenario_of_chase_the_flush(
    override: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["settle", written(tmp_path, CHASE_THE_FLUSH), "--set", override]) == 2
    assert reason in capsys.readouterr().err


G = """
submission = "ma-high-card-flush"
dealer = "9h 6h 2h Ks Qd 4c 3c"
[[seats]]
seat = 1
cards = "3s 4s 5s 6s 7s 8s Td"
wagers = {ante = "10", straight_flush_bonus = "5", progressive = "1"}
action = "raise 10"
"""
DOLLARS = "wagers.straight_flush_bonus={paytable='G', minimum='5', maximum='100', bonus={" + ", ".join(
    f"{length}_card_straight_flush='{pays}'"
    for length, pays in (("seven", "$5000"), ("six", "$500"), ("five", "$100"), ("four", "$50"), ("three", "$7"))
) + "}}"  # fmt: skip


def settled(
    capsys: pytest.CaptureFixture[str], path: str, wager: str, *overrides: str
) -> tuple[str, str | None, str, str]:
    sets = [part for override in overrides for part in ("--set", override)]
    (entry,) = answered(capsys, "settle", path, *sets)["seats"]
    (line,) = [line for line in entry["wagers"] if line["wager"] == wager]
    return line["outcome"], line["odds"], line["paid"], line["returned"]


@clause("MA-HCF 11(d)", "MA-HCF 11(g)")
def test_a_bonus_in_dollars_pays_so_many_dollars(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, G)
    assert settled(capsys, path, "straight_flush_bonus", DOLLARS) == ("win", "$500", "500.00", "505.00")
    twice = (DOLLARS, "seats.0.wagers.straight_flush_bonus=10")
    assert settled(capsys, path, "straight_flush_bonus", *twice) == ("win", "$500", "500.00", "510.00")
    own = "wagers.straight_flush_bonus.paytable={six_card_straight_flush='$12.50', three_card_straight_flush=2}"
    assert settled(capsys, path, "straight_flush_bonus", own) == ("win", "$12.50", "12.50", "17.50")
    push = "wagers.straight_flush_bonus.paytable={six_card_straight_flush='push'}"
    assert settled(capsys, path, "straight_flush_bonus", push) == ("push", None, "0.00", "5.00")


def test_dollars_are_paid_on_every_bonus_of_chase_the_flush(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, CHASE_THE_FLUSH)
    for wager, back in (("xtra_bonus", "52.00"), ("same_suit", "47.00")):
        own = f"wagers.{wager}.paytable={{five_card_flush='$42'}}"
        assert settled(capsys, path, wager, own) == ("win", "$42", "42.00", back)


def test_a_progressive_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = "wagers.progressive.paytable={six_card_straight_flush='300 to 1', seven_card_straight_flush='100%'}"
    path = written(tmp_path, G)
    maryland = ("submission=md-high-card-flush", own)
    assert settled(capsys, path, "progressive", *maryland) == ("win", "300 to 1", "300.00", "300.00")
    assert run(["settle", path, "--set", own]) == 2
    said = capsys.readouterr().err
    assert "wagers.progressive.rate is missing" in said
    assert "wagers.progressive.secondary_rate is missing" in said
    rates = ["--set", "wagers.progressive.rate=10%", "--set", "wagers.progressive.secondary_rate=1%"]
    answer = answered(capsys, "settle", path, "--set", own, *rates)
    assert answer["meters"] == {"main": "10000.10", "secondary": "0.01"}


@pytest.mark.parametrize(
    ("override", "reason"),
    [
        ("wagers.flush_bonus.paytable={seven_card_flush='10%'}", "only the progressive has a meter"),
        ("wagers.flush_bonus.paytable={seven_card_flush='Bonus'}", "not an amount that a hand could be paid"),
        ("wagers.progressive.paytable={seven_card_straight_flush='push'}", "not an amount that a hand could be paid"),
        ("wagers.progressive.paytable={}", "expected pay lines"),
        ("wagers.flush_bonus.paytable={seven_card_flush='300 for 1'}", "MD-HCF"),
    ],
)
def test_pay_lines_without_sense(
    override: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["settle", written(tmp_path, HIGH_CARD_FLUSH), "--set", override]) == 2
    assert reason in capsys.readouterr().err


def test_a_table_of_hands_has_no_sense_on_a_wheel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = "wagers.progressive.paytable={seven_card_flush='100%'}"
    assert run(["settle", written(tmp_path, CHASE_THE_FLUSH), "--set", own]) == 2
    assert "the wheel's symbols are paid" in capsys.readouterr().err


UNLAWFUL = [
    ("md-high-card-flush", ("table.dealing=hand", "table.shuffler=none"), ("MD-HCF 9.A(1)", "MD-HCF 3.B")),
    ("md-chase-the-flush", ("table.dealing=hand", "table.shuffler=none"), ("MD-CTF 9.A(1)", "MD-CTF 3.B")),
    ("ma-high-card-flush", ("table.shuffler=none",), ("MA-HCF 4(a)",)),
    ("md-high-card-flush", ("table.decks=0",), ("MD-HCF 3.A",)),
    ("md-chase-the-flush", ("table.decks=0",), ("MD-CTF 3.A(1)",)),
    ("ma-high-card-flush", ("table.decks=0",), ("MA-HCF 2(a)",)),
    ("md-high-card-flush", ("table.seats=7",), ("MD-HCF 2.A", "MD-HCF 8.E")),
    ("md-high-card-flush", ("payout_limit.per_hand=900000", "table.colour=red"), ("MD-HCF 12.D", "MD-HCF 7.G")),
    ("md-high-card-flush", ("wagers.progressive.initial=1",), ("MD-HCF 12.E(2)(b)(i)",)),
]


@pytest.mark.parametrize(("name", "overrides", "clauses"), UNLAWFUL)
def test_nothing_is_settled_or_dealt_under_an_unlawful_submission(
    name: str, overrides: tuple[str, ...], clauses: tuple[str, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Every fault that ``check`` prints, each with its clause."""
    sets = [part for override in overrides for part in ("--set", override)]
    scenario = CHASE_THE_FLUSH if name == "md-chase-the-flush" else HIGH_CARD_FLUSH
    path = written(tmp_path, scenario.replace("md-high-card-flush", name))
    assert run(["check", name, *sets, "--json"]) == 1
    faults = json.loads(capsys.readouterr().out)["faults"]
    for command in (["settle", path], ["deal", name]):
        assert run([*command, *sets]) == 2
        said = capsys.readouterr().err
        for fault in faults:
            assert f"{fault['key']} = {fault['value']}: {fault['message']} ({fault['clause']})" in said
        assert all(f"({clause_})" in said for clause_ in clauses), said


def test_a_draft_or_a_date_to_come_is_no_hindrance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, HIGH_CARD_FLUSH)
    assert run(["settle", path, "--set", "approved_on=2999-01-01"]) == 0
    assert run(["settle", path, "--set", "wagers.flush_bonus.paytable={seven_card_flush=1000}"]) == 0
    capsys.readouterr()


def test_a_date_in_json_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = {
        "submission": {"rulebook": "MA-HCF", "approved_on": "2026-10-01", "table": {
            "seats": 6, "dealing": "automated", "shuffler": "counting", "decks": 1, "minimum": "5", "maximum": "50",
        }},
        "dealer": "9h 6h 2h Ks Qd 4c 3c",
        "seats": [{"seat": 6, "cards": "8h 7h 5h Kc Qs 4d 3d", "wagers": {"ante": "7.50"}, "action": "raise 7.50"}],
    }  # fmt: skip
    path = written(tmp_path, json.dumps(data), "scenario.json")
    assert answered(capsys, "settle", path)["seats"][0]["net"] == "-15.00"
    for text in ("2026-13-01", "20261001", "soon", "2026-10-01T10:00"):
        again = written(tmp_path, json.dumps(data).replace("2026-10-01", text), "scenario.json")
        assert run(["settle", again]) == 2
        assert "approved_on" in capsys.readouterr().err


def test_a_directory_is_no_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("expected") == 1


KEYS = [
    "table.seats", "table.decks", "table.dealing", "table.shuffler", "table.order", "table.minimum", "table.maximum",
    "table.adjacent_boxes", "wagers.progressive", "wagers.progressive.paytable", "wagers.progressive.amount",
    "wagers.progressive.rate", "wagers.progressive.initial", "wagers.progressive.reset", "wagers.progressive.prize",
    "wagers.progressive.rounding", "wagers.progressive.segments", "wagers.progressive.envy", "wagers.ante",
    "wagers.same_suit.paytable", "wagers.flush_bonus.paytable", "wagers.flush_bonus.minimum", "payout_limit.per_hand",
    "readings.void_round_bonuses", "meters.main", "dealer", "deck", "community", "seats.0.cards", "seats.0.wheel",
    "seats.0.wagers.progressive", "seats.0.player", "irregularities",
]  # fmt: skip
SCENARIOS = (HIGH_CARD_FLUSH, CHASE_THE_FLUSH, G)
OF_HIGH_CARD_FLUSH = ("wagers.flush_bonus.paytable", "wagers.flush_bonus.minimum", "wagers.progressive.envy")
OF_CHASE_THE_FLUSH = (
    "wagers.same_suit.paytable", "wagers.progressive.prize", "wagers.progressive.segments", "community",
    "seats.0.wheel",
)  # fmt: skip
VALUES = [
    "0", "-1", "7", "100%", "none", "hand", "C", "0.001", "[]", "{}", "true", "{three_card_flush='$1'}",
    "{four_card_flush='1 to 0'}", "[{kind='cards_face_up', card='5s', count=3}]",
    "[{kind='shoe_jam', when='betting'}]", "2s 3s", "999999999999",
]  # fmt: skip


def _has(scenario: str, key: str) -> bool:
    """Whether the game of this scenario knows the key."""
    if key in OF_CHASE_THE_FLUSH:
        return scenario is CHASE_THE_FLUSH
    return scenario is not CHASE_THE_FLUSH or key not in OF_HIGH_CARD_FLUSH


@pytest.mark.parametrize("key", KEYS)
def test_no_override_ends_in_a_traceback(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each key with each value; ``make test`` tries each pair in one of the scenarios whose game knows the key, in
    turn."""
    with_it = [text for text in SCENARIOS if WHOLE or _has(text, key)]
    for number, text in enumerate(with_it):
        path = written(tmp_path, text)
        for value in part_of(VALUES, len(with_it), start=number + KEYS.index(key)):
            assert run(["settle", path, "--set", f"{key}={value}"]) in (0, 2), value
    capsys.readouterr()


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
    answer = answered(capsys, "settle", path, "--set", "table.dealing=automated", *gone)
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
        told = capsys.readouterr().out
        assert "round.wager_settled/1" in told
        _insist_cards_are_told(json.loads(Path(out).read_text()), told)
    changed = Path(out).read_text().replace('"stake":10000000', '"stake":10000001', 1)
    Path(out).write_text(changed)
    assert run(["replay", out]) == 1
    assert "differs" in capsys.readouterr().out
    assert run(["replay", written(tmp_path, "{}", "other.json")]) == 2


def _insist_cards_are_told(record: dict[str, Any], told: str) -> None:
    (dealt,) = [event for event in record["events"] if event["event"] == "round.cards_dealt/1"]
    for place, name in ((1, "To seat 1: "), (0, "To the dealer: ")):
        cards = [card for card, at in zip(dealt["cards"], dealt["places"], strict=True) if at == place]
        assert name + " ".join(format_card(Card(card)) for card in cards) in told
    (revealed,) = [event for event in record["events"] if event["event"] == "round.dealer_revealed/1"]
    (line,) = [line for line in told.splitlines() if "The dealer holds" in line]
    assert line.endswith(": qualifies") is revealed["qualifies"]


def test_a_typo_at_a_prompt_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "round.json"
    monkeypatch.setattr("sys.stdin", io.StringIO("ten\n15\n\n\n1,5\n\nraise lots\nrase\nraise 15\n"))
    assert run(["deal", "--seed", "3", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    for typo in ("ten", "1,5", "lots"):
        assert f"'{typo}' is not an amount" in printed or f'"{typo}" is not an amount' in printed, printed
    commands = json.loads(out.read_bytes())["commands"]
    (placed,) = [each for each in commands if each["command"] == "round.place_wagers/1"]
    assert placed["wagers"] == [["ante", 15_000_000]], "Enter at an optional wager bets nothing"
    assert [each["amount"] for each in commands if each["command"] == "round.act/1"] == [15_000_000]


@pytest.mark.parametrize("place", ["missing/round.json", ".", "/proc/round.json"])
def test_a_round_that_cannot_be_kept_is_not_played(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["deal", "--out", str(tmp_path / place)]) == 2
    printed = capsys.readouterr()
    assert "ante" not in printed.out
    assert str(tmp_path / place) in printed.err


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
