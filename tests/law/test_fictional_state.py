"""High Card Flush of a state that does not exist, in which every rule value that may differ from Maryland's does.

Its rulebook lies in ``tests/rulebooks``. Hands below are worked out by hand from its clauses: the lower flush wins.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from houserules import installed, law
from houserules.app.views.game_shown import rulebook_shown
from houserules.cli.main import run
from houserules.installed import Folder
from houserules.lab import Unsupported, insist_supported
from houserules.lab.solving.support import rule_values
from houserules.law import MalformedData
from houserules.law.loading import problems_of_folder
from tests.api.service import Service
from tests.mutation.accounts import engines_account
from tests.mutation.changes import Change, changed_book, changes_of
from tests.mutation.long_rounds import ALLOWED, exact_values, measure
from tests.mutation.rounds import Player, by_turns
from tests.mutation.run import WHOLE, disagreement, play_fixed, submission_under
from tests.support.rulebooks import load_changed
from tests.support.tables import lines_of, outcomes, seat, settle, submission

HERE = Path(__file__).resolve().parent.parent / "rulebooks"
ZZ, NAME = "ZZ-HCF", "zz-high-card-flush"

THE_LAB_ASKS_FOR_IT = {
    "hands.dealer_cards",
    "wagers.flush_bonus.offer",
    "wagers.straight_flush_bonus.offer",
}
"""Values that are Maryland's here too, because the lab supports no others; a test below changes them one by one."""


@pytest.fixture(autouse=True)
def used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(installed.VARIABLE, str(HERE))


def test_it_is_a_rulebook_without_faults(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Folder("zz", HERE / "zz_high_card_flush")
    assert problems_of_folder(folder.text, folder.name) == ()
    assert run(["rulebook", "check", str(HERE / "zz_high_card_flush")]) == 0
    assert run(["check", NAME]) == 0
    assert "lawful" in capsys.readouterr().out


def test_every_value_that_may_differ_from_marylands_does() -> None:
    ours, marylands = ({each.path: each.value for each in rule_values(law.rulebook(book))} for book in (ZZ, "MD-HCF"))
    equal = {path for path, value in ours.items() if marylands.get(path) == value}
    could_differ = {change.key.removesuffix(".is") for change in changes_of(ZZ) if _loads(change)}
    assert equal & could_differ == THE_LAB_ASKS_FOR_IT
    assert len(ours) - len(equal) > 140
    pays = [
        {(group, letter, line.hand): line.pay for group, tables in law.rulebook(book).paytables.items()
         for letter, table in tables.items() for line in table}
        for book in (ZZ, "MD-HCF")
    ]  # fmt: skip
    assert [key for key, pay in pays[0].items() if pays[1].get(key) == pay] == [
        ("progressive", "B", "seven_card_straight_flush")
    ], "all of the meter is all of it everywhere"
    defaults = [{each.id: each.default for each in law.rulebook(book).readings} for book in (ZZ, "MD-HCF")]
    assert [name for name, choice in defaults[0].items() if defaults[1].get(name) == choice] == []


def _loads(change: Change) -> bool:
    try:
        changed_book(change)
    except MalformedData:
        return False
    return True


ALL = {"ante": "20", "flush_bonus": "2", "straight_flush_bonus": "2", "progressive": "5"}
QUALIFIES = "Th 8h 6h 2h 3d 5s 7s"
"""Ten-high, four cards: just enough (5.C)."""
DOES_NOT = "9h 8h 6h 2h 3d 5s 7s"
LOW = "9s 8s 3c 4c 6d Jd Kc"
"""Nothing longer than K-4-3."""
FIVE_IN_A_ROW = "Ac 2c 3c 4c 5c Kd Qd"


def settled(dealer: str, *seats: dict[str, Any], main: str = "2000", **more: Any) -> dict[str, Any]:
    return settle(
        NAME, {"dealer": dealer, "seats": list(seats), "meters": {"main": main, "secondary": "300"}, **more}
    )


def test_the_lower_flush_wins_at_the_odds_of_6_a() -> None:
    answer = settled(QUALIFIES, seat(1, LOW, ALL, "raise 100"))
    assert outcomes(answer, 1) == {
        "ante": ("win", "50.00"),  # 20 at 3 to 2
        "raise": ("win", "225.00"),  # 100 at 5 to 4
        "flush_bonus": ("lose", "0.00"),
        "straight_flush_bonus": ("lose", "0.00"),
        "progressive": ("lose", "0.00"),
    }
    assert lines_of(answer, 1)["ante"]["clauses"] == ["ZZ-HCF 6.A", "ZZ-HCF 5.D(2)"]


def test_the_higher_flush_loses_and_the_bonuses_are_paid() -> None:
    answer = settled(QUALIFIES, seat(2, FIVE_IN_A_ROW, ALL, "raise 60"))
    assert outcomes(answer, 2) == {
        "ante": ("lose", "0.00"),
        "raise": ("lose", "0.00"),
        "flush_bonus": ("win", "9.00"),  # 2 at 7 to 2
        "straight_flush_bonus": ("win", "242.00"),  # 2 at 120 to 1
        "progressive": ("win", "1665.00"),  # $333 for each of five dollars
    }


def test_of_equal_flushes_the_players_wins() -> None:
    answer = settled(QUALIFIES, seat(1, "Tc 8c 6c 2c 3s 5d 7d", {"ante": "20"}, "raise 40"))
    assert outcomes(answer, 1) == {"ante": ("win", "50.00"), "raise": ("win", "90.00")}
    assert "ZZ-HCF 5.D(3)" in lines_of(answer, 1)["ante"]["clauses"]


@pytest.mark.parametrize(("cards", "returned"), [(LOW, "90.00"), ("As Ks Qs Js 2c 4c 6d", "0.00")])
def test_below_the_qualifier_the_ante_comes_back_and_the_raise_is_decided_by_the_hands(
    cards: str, returned: str
) -> None:
    answer = settled(DOES_NOT, seat(1, cards, {"ante": "20"}, "raise 40"))
    assert outcomes(answer, 1)["ante"] == ("push", "20.00")
    assert outcomes(answer, 1)["raise"][1] == returned
    assert lines_of(answer, 1)["ante"]["clauses"] == ["ZZ-HCF 5.C(1)"]


def test_a_fold_keeps_the_bonuses_and_loses_the_progressive() -> None:
    answer = settled(QUALIFIES, seat(1, FIVE_IN_A_ROW, ALL, "fold"))
    assert outcomes(answer, 1) == {
        "ante": ("lose", "0.00"),
        "flush_bonus": ("win", "9.00"),
        "straight_flush_bonus": ("win", "242.00"),
        "progressive": ("lose", "0.00"),
    }


@pytest.mark.parametrize(
    ("cards", "smallest", "largest"),
    [("9s 8s 3c 4c 6d Jd Kh", 40, 120), (LOW, 40, 100), ("2c 4c 6c 8c Ks Qs Jd", 40, 80), (FIVE_IN_A_ROW, 40, 60),
     ("2c 4c 6c 8c Tc Qc Ad", 40, 40)],
)  # fmt: skip
def test_the_shorter_the_flush_the_more_may_be_raised(cards: str, smallest: int, largest: int) -> None:
    for amount in (smallest, largest):
        settled("Ts 8d 6h 2h 3d 5s 7s", seat(1, cards, {"ante": "20"}, f"raise {amount}"))
    for amount in (smallest - 1, largest + 1):
        with pytest.raises(MalformedData, match=r"ZZ-HCF 5\.A"):
            settled("Ts 8d 6h 2h 3d 5s 7s", seat(1, cards, {"ante": "20"}, f"raise {amount}"))


def test_shares_of_the_meter_and_what_others_receive() -> None:
    answer = settled(
        QUALIFIES, seat(1, "8c 9c Tc Jc Qc Kc Ac", ALL, "raise 40"), seat(3, "4s Js Kh 4d 9d 2d 3c", ALL, "raise 40")
    )
    # Two chips bring 31 % of $5 each, $3.10; 95 % of $2,003.10 is $1,902.945.
    assert outcomes(answer, 1)["progressive"] == ("win", "1902.94")
    assert lines_of(answer, 3)["envy_bonus"]["returned"] == "555.00"
    assert outcomes(answer, 1)["flush_bonus"] == ("win", "182.00")  # 2 at 90 to 1
    assert outcomes(answer, 1)["straight_flush_bonus"] == ("win", "5002.00")  # 2 at 2500 to 1
    assert answer["meters"]["main"] == "100.16"
    assert answer["meters"]["secondary"] == "300.70"  # 7 % of $5, twice


def test_after_all_of_it_the_second_meter_takes_the_place_of_the_first() -> None:
    data = {
        "dealer": QUALIFIES, "meters": {"main": "2000", "secondary": "300"},
        "seats": [seat(1, "8c 9c Tc Jc Qc Kc Ac", ALL, "raise 40")],
    }  # fmt: skip
    answer = settle(NAME, data, "wagers.progressive.paytable=B")
    assert outcomes(answer, 1)["progressive"] == ("win", "2001.35")  # 27 % of $5 came in
    assert answer["meters"] == {"main": "300.25", "secondary": "0.00"}


@pytest.mark.parametrize(("count", "outcome"), [(2, "win"), (3, "void")])
def test_two_cards_face_up_are_discarded_and_a_third_voids_the_round(count: int, outcome: str) -> None:
    up = [{"kind": "cards_face_up", "count": count, "when": "dealing"}]
    answer = settled(QUALIFIES, seat(1, LOW, ALL, *(["raise 40"] if outcome == "win" else [])), irregularities=up)
    assert outcomes(answer, 1)["ante"][0] == outcome
    if outcome == "void":
        assert {line[1] for line in outcomes(answer, 1).values()} == {"20.00", "2.00", "5.00"}


def test_a_hand_that_is_left_is_folded() -> None:
    left = [{"kind": "hand_abandoned", "seat": 1, "when": "decisions"}]
    answer = settled(QUALIFIES, seat(1, FIVE_IN_A_ROW, ALL), irregularities=left)
    assert outcomes(answer, 1)["ante"] == ("lose", "0.00")
    assert outcomes(answer, 1)["flush_bonus"] == ("win", "9.00")


def test_players_are_settled_from_the_dealers_left_and_the_progressive_after_the_table() -> None:
    player = Player(submission(NAME))
    lines = player.play(0, by_turns).settled
    first = [line.seat for line in lines if line.wager == "ante"]
    assert first == sorted(first)
    where = [line.wager == "progressive" for line in lines if line.wager != "envy_bonus"]
    assert where == sorted(where), "every progressive comes last"
    of_one_seat = [line.wager for line in lines if line.seat == 1]
    assert of_one_seat.index("flush_bonus") < of_one_seat.index("ante")


def test_engine_and_lab_agree_on_every_wager_of_many_rounds() -> None:
    under = submission_under(law.rulebook(ZZ), ())
    played = play_fixed(under, WHOLE)
    assert disagreement(under, played) == ""
    for each in played:
        stakes = sum(line.stake for line in each.settled)
        returned = sum(line.returned for line in each.settled)
        assert sum(engines_account(each).values()) == returned - stakes
        laid = sum(amount for place in each.round.seats for _, amount in (*place.stakes, *place.raised))
        assert stakes == laid, "what was laid is settled, each chip once"


def test_the_engine_pays_what_the_lab_counts() -> None:
    under = submission_under(law.rulebook(ZZ), ())
    exact = exact_values(under, quick=True)
    means = measure(under, exact, 20_000, quick=True)
    assert {each.wager for each in means} == {"base", "flush_bonus", "straight_flush_bonus", "progressive"}
    assert [each for each in means if abs(each.z) > ALLOWED] == []


@pytest.mark.parametrize(
    ("line", "other", "path"),
    [
        ('dealer_cards = { is = 7', 'dealer_cards = { is = 6', "hands.dealer_cards = 6 (ZZ-HCF 4.A)"),
        ('survive_fold = { is = ["straight_flush_bonus", "flush_bonus"]', 'survive_fold = { is = ["flush_bonus"]',
         'settlement.survive_fold = ["flush_bonus"] (ZZ-HCF 5.B)'),
        ('[wagers.flush_bonus]\noffer     = { is = "optional"', '[wagers.flush_bonus]\noffer     = { is = "required"',
         'wagers.flush_bonus.offer = "required" (ZZ-HCF 3.C)'),
        ('[wagers.straight_flush_bonus]\noffer     = { is = "optional"',
         '[wagers.straight_flush_bonus]\noffer     = { is = "required"',
         'wagers.straight_flush_bonus.offer = "required" (ZZ-HCF 3.C)'),
        ('covers = { is = ["raise", "flush_bonus", "ante"]', 'covers = { is = ["progressive", "ante"]',
         'payout_limit.covers = ["progressive", "ante"] (ZZ-HCF 6.G)'),
    ],
)  # fmt: skip
def test_the_lab_refuses_by_clause_what_it_cannot_count(line: str, other: str, path: str) -> None:
    text = law.file_text(ZZ, "rulebook")
    assert text.count(line) == 1
    book = load_changed(ZZ, rulebook=text.replace(line, other))
    with pytest.raises(Unsupported) as refused:
        insist_supported(submission_under(book, ()))
    assert path in str(refused.value)


def test_a_round_is_dealt_replayed_and_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "round.json"
    for seed in range(3):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 30))
        assert run(["deal", NAME, "--seed", str(seed), "--out", str(out)]) == 0
        assert run(["replay", str(out)]) == 0
        assert run(["explain", str(out)]) == 0
    assert "ZZ-HCF" in capsys.readouterr().out
    assert json.loads(out.read_text())


def test_lobby_and_table_show_it(tmp_path: Path) -> None:
    with Service(tmp_path / "house.db") as service:
        guest = service.guest()
        (listed,) = [each for each in guest.client.get("/api/rulebooks").json() if each["id"] == ZZ]
        assert listed["jurisdiction"] == "Nowhere"
        table = guest.open_table(NAME)
        assert guest.view(table)["rulebook"] == ZZ
        (lying,) = [each for each in guest.client.get("/api/tables").json() if each["table"] == table]
        assert lying["rulebook"] == ZZ
        rules = guest.client.get(f"/api/tables/{table}/rules").text
        assert "ten-high four-card flush" in rules
    shown = json.dumps(rulebook_shown(law.rulebook(ZZ)))
    assert "plum" in shown
    assert "Pot of Gold" in shown
