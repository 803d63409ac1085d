"""Hands at tables that share a meter: it moves in the middle of a round, and every hand still plays again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from houserules.app.table.verbs import STEPS
from houserules.cli.main import run
from houserules.play import read_export, replay
from houserules.records import audit
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked

ROUNDS = 3
WAGERS = {"ante": "10", "progressive": "1"}


def interleaved(service: Service, ann: Someone, bob: Someone) -> tuple[str, str]:
    """Two tables on one meter. The first bets and sees cards, the second plays a whole round, the first goes on."""
    one, two = ann.open_table(meter="shared"), bob.open_table(meter="shared")
    for player, table in ((ann, one), (bob, two)):
        player.must(table, "sit", seat=1, buy_in="1000")
    for _ in range(ROUNDS):
        ann.must(one, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        bob.play_round(two, 1, WAGERS)
        ann.must(one, "act", seat=1, action="raise", amount="10")
    return one, two


def moved_from_outside(content: bytes) -> int:
    return len(read_export(content).outside)


def test_hands_whose_meter_another_table_moved_play_again(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Service(database) as service:
        ann, bob, regulator = service.guest(), service.guest(), service.someone("regina", "regulator")
        tables = interleaved(service, ann, bob)
        moved = 0
        for table in tables:
            for number in range(1, ROUNDS + 1):
                answer = regulator.client.get(f"/api/hands/{table}/{number}/export")
                assert answer.status_code == 200
                assert replay(answer.content) is None
                moved += moved_from_outside(answer.content)
        assert moved >= 2 * ROUNDS, "each round of the first table is crossed twice by the second"
        with service.log.frozen() as frozen:
            assert audit(frozen).sound
    for table in tables:
        for number in range(1, ROUNDS + 1):
            assert run(["replay", str(database), table, str(number)]) == 0
            file = tmp_path / f"{table}-{number}.json"
            named = ["--table", table, "--number", str(number), "--out", str(file)]
            assert run(["archive", "hand", str(database), *named]) == 0
            assert run(["replay", str(file)]) == 0
    assert run(["replay", str(database)]) == 0
    assert f"{2 * ROUNDS} rounds replayed" in capsys.readouterr().out


def test_a_hand_is_explained_from_the_database(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Service(database) as service:
        ann, bob = service.guest(), service.guest()
        one, _ = interleaved(service, ann, bob)
        settled = ann.client.get(f"/api/tables/{one}/hands/2").json()["settled"]
    assert run(["explain", str(database), one, "2"]) == 0
    told = capsys.readouterr().out
    assert "by another table on this meter" in told
    assert "MD-HCF 12.E(2)(a)" in told
    assert run(["explain", str(database), one, "2", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    outside = [step for step in steps if step.get("outside")]
    assert outside
    assert all(step["transfers"] == [] for step in outside)
    returned = sum(
        float(move["amount"].strip("$"))
        for step in steps if step["event"] == "round.wager_settled/1"
        for move in step["transfers"] if move["to"].startswith("player:")
    )  # fmt: skip
    assert returned == sum(float(line["returned"]) for line in settled)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ([], "name the table and the round"),
        (["nowhere", "1"], "there is no table nowhere"),
        (["md-high-card-flush", "7"], "round 7"),
    ],
)
def test_what_is_not_in_a_database_is_said(
    database: Path, capsys: pytest.CaptureFixture[str], asked: list[str], told: str
) -> None:
    with Service(database):
        pass
    assert run(["explain", str(database), *asked]) == 2
    assert told in capsys.readouterr().err


def test_a_jackpot_at_the_other_table_in_the_middle_of_a_round(database: Path) -> None:
    """The second table wins the whole meter while the first has wagers down, and the first is paid what is left."""
    straight_flush = "2s 3s 4s 5s 6s 7s 8s"
    decks = [deck_with("md-high-card-flush", {1: straight_flush}) for _ in range(2)]
    with Service(database, shuffler=Stacked(*decks)) as service:
        ann, bob, regulator = service.guest(), service.guest(), service.someone("regina", "regulator")
        one, two = ann.open_table(meter="jackpot"), bob.open_table(meter="jackpot")
        for player, table in ((ann, one), (bob, two)):
            player.must(table, "sit", seat=1, buy_in="1000")
        ann.must(one, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        bob.play_round(two, 1, WAGERS)
        ann.must(one, "act", seat=1, action="raise", amount="10")
        paid = []
        for player, table in ((bob, two), (ann, one)):
            lines = player.view(table)["last_round"]["settled"]
            paid.append(next(float(line["paid"]) for line in lines if line["wager"] == "progressive"))
            content = regulator.client.get(f"/api/hands/{table}/1/export").content
            assert replay(content) is None
        assert paid[0] > 30_000
        assert paid[1] == 30_000, "the meter was reset before the first table settled"
        hits = ann.client.get("/api/meters/jackpot").json()["hits"]
        assert [hit["table"] for hit in hits] == [one, two]
        assert sum(balance for _, balance in service.log.balances()) == 0
        with service.log.frozen() as frozen:
            assert audit(frozen).sound


def test_a_win_at_the_other_table_makes_a_validated_payout_be_validated_again(database: Path) -> None:
    straight_flush = "2s 3s 4s 5s 6s 7s 8s"
    decks = [deck_with("md-high-card-flush", {1: straight_flush}) for _ in range(2)]
    by_hand = [step for step in STEPS if step not in ("reveal", "settle", "validate_payout")]
    with Service(database, shuffler=Stacked(*decks)) as service:
        ann, bob, regulator = service.guest(), service.guest(), service.someone("regina", "regulator")
        dealer, floor = service.someone("dan", "dealer"), service.someone("flo", "floorperson")
        one, two = ann.open_table(meter="both", automatic=by_hand), bob.open_table(meter="both")
        for player, table in ((ann, one), (bob, two)):
            player.must(table, "sit", seat=1, buy_in="1000")
        ann.must(one, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        ann.must(one, "act", seat=1, action="raise", amount="10")
        dealer.must(one, "reveal")
        dealer.must(one, "settle")
        floor.must(one, "validate_payout", seat=1)
        bob.play_round(two, 1, WAGERS)
        dealer.refused(one, "settle", 422, "not_validated")
        floor.must(one, "validate_payout", seat=1)
        dealer.must(one, "settle")
        lines = ann.view(one)["last_round"]["settled"]
        assert next(line["paid"] for line in lines if line["wager"] == "progressive") == "30000.00"
        assert replay(regulator.client.get(f"/api/hands/{one}/1/export").content) is None
        with service.log.frozen() as frozen:
            assert audit(frozen).sound


def test_a_correction_in_the_middle_of_a_round(database: Path) -> None:
    with Service(database) as service:
        ann, regulator = service.guest(), service.someone("regina", "regulator")
        pits = [service.someone(name, "pit_manager") for name in ("pit-one", "pit-two")]
        table = ann.open_table()
        ann.must(table, "sit", seat=1, buy_in="1000")
        ann.must(table, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        path = f"/api/meters/{table}/corrections"
        body = {"command_id": "propose-now", "main": "45000", "reason": "the sign was misread"}
        name = pits[0].client.post(path, json=body).json()["correction"]
        assert pits[1].client.post(f"{path}/{name}/approval", json={"command_id": "approve-now"}).status_code == 200
        ann.must(table, "act", seat=1, action="fold")
        content = regulator.client.get(f"/api/hands/{table}/1/export").content
        assert moved_from_outside(content) == 1
        assert replay(content) is None
        edited = content.replace(b'"main":45000', b'"main":46000')
        assert edited != content
        assert replay(edited) is not None


def waits_for_a_fill(service: Service, wins_elsewhere: bool) -> tuple[str, str]:
    """A validated payout from a shared meter whose round the tray cannot settle, while the other table plays on."""
    ann, bea, bob = service.guest(), service.guest(), service.guest()
    floor, pit = service.someone("flo", "floorperson"), service.someone("pat", "pit_manager")
    by_hand = [step for step in STEPS if step not in ("fill_tray", "validate_payout")]
    one, two = pit.open_table(meter="both", automatic=by_hand, decision_seconds=0), bob.open_table(meter="both")
    ann.must(one, "sit", seat=2, buy_in="500")
    bea.must(one, "sit", seat=1, buy_in="500")
    bob.must(two, "sit", seat=1, buy_in="1000")
    pit.must(one, "credit_tray", amount="48900")
    bea.must(one, "place_wagers", seat=1, wagers={"ante": "10", "flush_bonus": "10"}, ready=True)
    ann.must(one, "place_wagers", seat=2, wagers=WAGERS, ready=True)
    for player, seat in ((bea, 1), (ann, 2)):
        player.must(one, "act", seat=seat, action="raise", amount="10")
    floor.must(one, "validate_payout", seat=2)
    assert ann.view(one)["phase"] == "settling"
    bob.play_round(two, 1, WAGERS)
    won = bob.view(two)["last_round"]["settled"]
    assert wins_elsewhere is any(line["wager"] == "progressive" and line["outcome"] == "win" for line in won)
    return one, two


def alarms_of(service: Service, table: str) -> dict[str, Any]:
    floor = service.someone("flo", "floorperson")
    return {alarm["alarm"]: alarm for alarm in floor.client.get(f"/api/floor/{table}").json()["alarms"]}


@pytest.mark.parametrize("wins_elsewhere", [True, False])
def test_a_round_that_waits_for_a_fill_is_settled_whatever_the_meter_does_meanwhile(
    database: Path, wins_elsewhere: bool
) -> None:
    hands = {1: "2h 3h 4h 5h 6h 7h 9h", 2: "2s 3s 4s 5s 6s 7s 8s"}
    there = "2s 3s 4s 5s 6s 7s 8s" if wins_elsewhere else "2s 4h 6d 8c Ts Qh Kd"
    decks = [deck_with("md-high-card-flush", hands), deck_with("md-high-card-flush", {1: there})]
    with Service(database, shuffler=Stacked(*decks)) as service:
        regulator, floor = service.someone("regina", "regulator"), service.someone("flo", "floorperson")
        pit = service.someone("pat", "pit_manager")
        one, _ = waits_for_a_fill(service, wins_elsewhere)
        tray = service.log.balance(f"table:{one}/tray")
        alarms = alarms_of(service, one)
        assert ("validation_waits" in alarms) is wins_elsewhere, "what was validated is no longer there"
        missing = "3200" if wins_elsewhere else alarms["fill_waits"]["missing"]
        pit.must(one, "fill_tray", amount=missing)
        if wins_elsewhere:
            assert floor.view(one, "dealer")["phase"] == "settling"
            floor.must(one, "validate_payout", seat=2)
        else:
            assert service.log.balance(f"table:{one}/tray") == 0
        lines = floor.view(one, "dealer")["last_round"]["settled"]
        paid = next(float(line["paid"]) for line in lines if line["wager"] == "progressive")
        assert paid == 30_000 if wins_elsewhere else paid > 30_000
        assert 0 <= tray < 2_000_000_000
        assert replay(regulator.client.get(f"/api/hands/{one}/1/export").content) is None
        with service.log.frozen() as frozen:
            assert audit(frozen).sound


def test_what_the_meter_pays_does_not_come_from_the_tray(database: Path) -> None:
    """However the meter grew meanwhile: a tray that holds nothing more than the base game needs is enough."""
    decks = [deck_with("md-high-card-flush", {1: hand}) for hand in ("2s 3s 4s 5s 6s 7s 8s", "2s 4h 6d 8c Ts Qh Kd")]
    by_hand = [step for step in STEPS if step not in ("fill_tray", "validate_payout")]
    with Service(database, shuffler=Stacked(*decks)) as service:
        ann, bob, pit = service.guest(), service.guest(), service.someone("pat", "pit_manager")
        floor = service.someone("flo", "floorperson")
        one, two = pit.open_table(meter="both", automatic=by_hand), bob.open_table(meter="both")
        for player, table in ((ann, one), (bob, two)):
            player.must(table, "sit", seat=1, buy_in="1000")
        pit.must(one, "credit_tray", amount="48980")
        ann.must(one, "place_wagers", seat=1, wagers=WAGERS, ready=True)
        ann.must(one, "act", seat=1, action="raise", amount="10")
        bob.play_round(two, 1, WAGERS)
        due = ann.view(one)["meters"]["main"]
        floor.must(one, "validate_payout", seat=1)
        lines = {line["wager"]: line for line in ann.view(one)["last_round"]["settled"]}
        assert lines["progressive"]["paid"] == due
        chip = lines.pop("progressive")["staked"]
        kept = sum(float(line["staked"]) - float(line["returned"]) for line in lines.values())
        assert service.log.balance(f"table:{one}/tray") == (20 + float(chip) + kept) * 1_000_000
