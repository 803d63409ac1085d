"""Acts for which the documents want a second pair of eyes: nobody approves their own act."""

from __future__ import annotations

from pathlib import Path

import pytest

from houserules.app.table.verbs import STEPS
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked

STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"


def test_a_progressive_payout_waits_for_somebody_else(database: Path) -> None:
    shuffler = Stacked(deck_with("md-high-card-flush", {2: STRAIGHT_FLUSH}))
    with Service(database, shuffler=shuffler) as service:
        ann = service.someone("ann", "player", "floorperson")
        both = service.someone("bea", "dealer", "floorperson")
        floor, pit = service.someone("flo", "floorperson"), service.someone("pat", "pit_manager")
        automatic = [step for step in STEPS if step not in ("settle", "validate_payout", "reveal")]
        table = pit.open_table(automatic=automatic, decision_seconds=0)
        ann.must(table, "sit", seat=2, buy_in="500")
        ann.must(table, "place_wagers", seat=2, wagers={"ante": "10", "progressive": "1"}, ready=True)
        ann.must(table, "act", seat=2, action="raise", amount="30")
        both.must(table, "reveal")
        both.must(table, "settle")
        assert both.view(table, "dealer")["desk"]["claim"] == 2
        alarms = floor.client.get(f"/api/floor/{table}").json()["alarms"]
        option = {"type": "validate_payout", "title": "Validate the payout, seat 2", "seat": 2}
        waits = next(alarm for alarm in alarms if alarm["alarm"] == "validation_waits")
        claim = waits.pop("claim")
        assert waits == {"alarm": "validation_waits", "seat": 2, "round": 1, "option": option}
        assert (claim["player"], claim["seat"], claim["line"]) == ("Ann", 2, "seven_card_straight_flush")
        assert float(claim["meter_before"]) == float(claim["paid"]) > float(claim["meter_after"]) > 0
        assert claim["cards"] == STRAIGHT_FLUSH.split()
        both.refused(table, "settle", 422, "not_validated")
        both.refused(table, "validate_payout", 403, "own_act", seat=2)
        ann.refused(table, "validate_payout", 403, "own_act", seat=2)
        floor.must(table, "validate_payout", seat=2)
        both.must(table, "settle")
        shown = ann.view(table)
        line = next(line for line in shown["last_round"]["settled"] if line["wager"] == "progressive")
        assert line["outcome"] == "win"
        assert line["line"] == "seven_card_straight_flush"
        hits = ann.client.get(f"/api/meters/{table}").json()["hits"]
        assert hits[0]["paid"] == line["paid"]
        assert sum(balance for _, balance in service.log.balances()) == 0


@pytest.mark.parametrize("symbol", ["$125", None])
def test_who_states_what_the_wheel_showed_does_not_validate_it(database: Path, symbol: str | None) -> None:
    shuffler = Stacked(deck_with("md-chase-the-flush", {1: "2s 3s 4s"}))
    with Service(database, shuffler=shuffler) as service:
        ann, both = service.guest(), service.someone("bea", "dealer", "floorperson")
        floor = service.someone("flo", "floorperson")
        automatic = [step for step in STEPS if step not in ("spin_wheel", "validate_payout")]
        table = ann.open_table("md-chase-the-flush", automatic=automatic, decision_seconds=0)
        ann.must(table, "sit", seat=1, buy_in="500")
        wagers = {"ante": "10", "xtra_bonus": "10", "progressive": "1"}
        ann.must(table, "place_wagers", seat=1, wagers=wagers, ready=True)
        ann.must(table, "act", seat=1, action="all_in", amount="30")
        stated = {"symbol": symbol} if symbol else {}
        both.must(table, "spin_wheel", seat=1, **stated)
        if symbol:
            error = both.refused(table, "validate_payout", 403, "own_act", seat=1)
            assert error["facts"] == {"step": "validate_payout"}
        (floor if symbol else both).must(table, "validate_payout", seat=1)
        assert ann.view(table)["last_round"]["number"] == 1
        assert service.house.tables[f"table:{table}"].state.steps_taken == ()


def test_a_meter_is_not_corrected_while_a_payout_waits(database: Path) -> None:
    shuffler = Stacked(deck_with("md-high-card-flush", {2: STRAIGHT_FLUSH}))
    with Service(database, shuffler=shuffler) as service:
        ann, dealer, floor = service.guest(), service.someone("dan", "dealer"), service.someone("flo", "floorperson")
        one, two = service.someone("pit-one", "pit_manager"), service.someone("pit-two", "pit_manager")
        automatic = [step for step in STEPS if step not in ("settle", "validate_payout", "reveal")]
        table = one.open_table(automatic=automatic, decision_seconds=0)
        ann.must(table, "sit", seat=2, buy_in="500")
        ann.must(table, "place_wagers", seat=2, wagers={"ante": "10", "progressive": "1"}, ready=True)
        ann.must(table, "act", seat=2, action="raise", amount="10")
        dealer.must(table, "reveal")
        dealer.must(table, "settle")
        floor.must(table, "validate_payout", seat=2)
        path = f"/api/meters/{table}/corrections"
        name = one.client.post(path, json={"command_id": "propose-it", "main": "90000", "reason": "misread"}).json()[
            "correction"
        ]
        refused = two.client.post(f"{path}/{name}/approval", json={"command_id": "approve-it"})
        assert refused.status_code == 422
        assert refused.json()["error"]["code"] == "payout_waits"
        due = ann.view(table)["meters"]["main"]
        dealer.must(table, "settle")
        paid = {line["wager"]: line["paid"] for line in ann.view(table)["last_round"]["settled"]}
        assert paid["progressive"] == due
        again = two.client.post(f"{path}/{name}/approval", json={"command_id": "approve-it"})
        assert again.json()["error"]["code"] == "stale_correction"


def test_an_inspected_deck_is_verified_by_somebody_else(service: Service) -> None:
    both, floor = service.someone("bob-both", "dealer", "floorperson"), service.someone("flora", "floorperson")
    table = both.open_table(automatic=[])
    both.must(table, "receive_cards", deck=1)
    both.must(table, "inspect_cards", deck=1)
    both.refused(table, "verify_inspection", 403, "own_act", deck=1)
    floor.must(table, "verify_inspection", deck=1)


@pytest.mark.parametrize("money", ["31000", "29000"])
def test_a_meter_is_corrected_by_two(service: Service, money: str) -> None:
    one, two = service.someone("pit-one", "pit_manager"), service.someone("pit-two", "pit_manager")
    player = service.guest()
    table = player.open_table()
    path = f"/api/meters/{table}"
    before = service.log.balance(f"meter:{table}/main")
    proposed = one.client.post(
        f"{path}/corrections", json={"command_id": f"propose-{table}", "main": money, "reason": "sign was misread"}
    )
    assert proposed.status_code == 201
    approval = f"{path}/corrections/{proposed.json()['correction']}/approval"
    own = one.client.post(approval, json={"command_id": f"approve-own-{table}"})
    assert own.status_code == 403
    assert own.json()["error"]["code"] == "own_act"
    assert service.log.balance(f"meter:{table}/main") == before
    for _ in range(2):
        done = two.client.post(approval, json={"command_id": f"approve-{table}"})
        assert done.status_code == 200
        assert done.json()["main"] == f"{money}.00"
    assert service.log.balance(f"meter:{table}/main") == int(money) * 1_000_000
    assert sum(balance for _, balance in service.log.balances()) == 0
    player.must(table, "sit", seat=1, buy_in="100")
    player.play_round(table, 1, {"ante": "10", "progressive": "1"})
    assert float(player.view(table)["meters"]["main"]) <= float(money) + 0.22
    events = [event["event"] for event in one.client.get(f"{path}/history").json()]
    assert events[:3] == ["meter.opened/1", "meter.correction_proposed/1", "meter.correction_approved/1"]


def test_a_declined_correction_moves_nothing(service: Service) -> None:
    one, two = service.someone("pit-one", "pit_manager"), service.someone("pit-two", "pit_manager")
    table = service.guest().open_table()
    path = f"/api/meters/{table}/corrections"
    body = {"command_id": f"propose-{table}", "main": "1", "reason": "a slip"}
    name = one.client.post(path, json=body).json()["correction"]
    assert two.client.delete(f"{path}/{name}").status_code == 204
    assert one.client.get(path).json() == []
    assert two.client.post(f"{path}/{name}/approval", json={"command_id": "too-late-now"}).status_code == 404
    assert service.log.balance(f"meter:{table}/main") == 30_000_000_000


def test_an_approval_with_the_id_of_something_else_approves_nothing(service: Service) -> None:
    one, two = service.someone("pit-one", "pit_manager"), service.someone("pit-two", "pit_manager")
    table = service.guest().open_table()
    path = f"/api/meters/{table}/corrections"
    body = {"command_id": f"propose-{table}", "main": "35000", "reason": "sign was misread"}
    name = one.client.post(path, json=body).json()["correction"]
    service.guest().must(table, "sit", seat=1, buy_in="100")
    *_, seated = service.log.read(f"table:{table}")
    for used in (f"propose-{table}", seated.command_id):
        refused = two.client.post(f"{path}/{name}/approval", json={"command_id": used})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "command_id_reused")
    assert [each["correction"] for each in one.client.get(path).json()] == [name]
    for _ in range(2):
        approved = two.client.post(f"{path}/{name}/approval", json={"command_id": f"approve-{table}"})
        assert approved.json()["main"] == "35000.00"


def test_a_correction_is_for_the_meter_that_was_seen(service: Service) -> None:
    one, two, player = (
        service.someone("pit-one", "pit_manager"), service.someone("pit-two", "pit_manager"), service.guest(),
    )  # fmt: skip
    table = player.open_table()
    path = f"/api/meters/{table}/corrections"
    proposed = one.client.post(
        path, json={"command_id": f"propose-{table}", "main": "35000", "reason": "sign was misread"}
    ).json()["correction"]
    player.must(table, "sit", seat=1, buy_in="100")
    player.play_round(table, 1, {"ante": "10", "progressive": "1"}, raises=False)
    stale = two.client.post(f"{path}/{proposed}/approval", json={"command_id": f"approve-{table}"})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale_correction")
    assert stale.json()["error"]["facts"]["found"].startswith("30000.00")
    assert two.client.delete(f"{path}/{proposed}").status_code == 204


def test_a_correction_leaves_the_secondary_meter_as_it_is(service: Service) -> None:
    one, two, player = (
        service.someone("pit-one", "pit_manager"), service.someone("pit-two", "pit_manager"), service.guest(),
    )  # fmt: skip
    table = player.open_table("ma-high-card-flush")
    player.must(table, "sit", seat=1, buy_in="500")
    wager = player.all_wagers(table)["progressive"]
    player.play_round(table, 1, {"ante": "10", "progressive": wager}, raises=False)
    path = f"/api/meters/{table}"
    before = player.client.get(path).json()["secondary"]
    assert before != "0.00"

    def correct(number: int, **amounts: str) -> tuple[str, str]:
        body = {"command_id": f"propose-{number}-{table}", "reason": "sign was misread", **amounts}
        name = one.client.post(f"{path}/corrections", json=body).json()["correction"]
        assert one.client.post(f"{path}/corrections", json=body).json()["correction"] == name
        approval = {"command_id": f"approve-{number}-{table}"}
        shown = two.client.post(f"{path}/corrections/{name}/approval", json=approval).json()
        return shown["main"], shown["secondary"]

    assert correct(1, main="35000") == ("35000.00", before)
    assert correct(2, main="35000", secondary="7") == ("35000.00", "7.00")
    assert correct(3, main="35000", secondary="0") == ("35000.00", "0.00")
    assert service.log.balance(f"meter:{table}/secondary") == 0


@pytest.mark.parametrize("game", ["md-high-card-flush", "md-chase-the-flush"])
def test_a_meter_without_a_second_part_takes_no_correction_of_one(service: Service, game: str) -> None:
    pit, table = service.someone("pit-one", "pit_manager"), service.guest().open_table(game)
    body = {"command_id": f"propose-{table}", "main": "35000", "secondary": "5", "reason": "sign was misread"}
    answer = pit.client.post(f"/api/meters/{table}/corrections", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_secondary_meter")
    assert answer.json()["error"]["clause"]


def test_nobody_watches_the_table_they_play_at(service: Service) -> None:
    both, pit = service.someone("both-ways", "player", "regulator"), service.someone("pit-one", "pit_manager")
    live = pit.open_table(kind="live")
    both.refused(live, "sit", 403, "staff_do_not_play", seat=1)
    table = both.open_table()
    assert both.view(table, "surveillance")["desk"] is not None
    both.must(table, "sit", seat=1, buy_in="100")
    answer = both.client.get(f"/api/tables/{table}", params={"desk": "surveillance"})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "you_play_here"
    after = service.log.position()
    both.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    events = {each["event"]: each for each in both.client.get("/api/events", params={"after": after}).json()}
    assert events["round.cards_dealt/1"]["withheld"]


def test_practice_tables_validate_by_themselves(database: Path) -> None:
    shuffler = Stacked(deck_with("md-high-card-flush", {2: STRAIGHT_FLUSH}))
    with Service(database, shuffler=shuffler) as service:
        ann = service.guest()
        ann.must("md-high-card-flush", "sit", seat=2, buy_in="500")
        wagers = {"ante": "10", "progressive": "1"}
        last = ann.play_round("md-high-card-flush", 2, wagers)["last_round"]
        line = next(line for line in last["settled"] if line["wager"] == "progressive")
        assert float(line["paid"]) > 30_000


def test_tables_read_differently_share_no_meter(service: Service) -> None:
    """The reading decides how often the line that empties the meter is hit: the odds are not equal."""
    player = service.guest()
    table = player.open_table()
    data = player.client.get("/api/submissions/md-high-card-flush").json()["data"]
    data["readings"] = {**data.get("readings", {}), "ace_low_straight_flush": "also_low"}
    refused = player.client.post("/api/tables", json={"submission": data, "meter": table})
    assert refused.status_code == 422, refused.text
    assert refused.json()["error"]["code"] == "meter_terms_differ"
    player.open_table(meter=table)
