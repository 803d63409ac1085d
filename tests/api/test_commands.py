"""The walk of a command: envelopes, versions, ids; what is refused changes nothing."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.api.service import Service
from tests.support.waiting import wait_for

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")


@pytest.mark.parametrize("game", GAMES)
def test_somebody_sits_down_and_plays(service: Service, game: str) -> None:
    ann = service.guest()
    table = ann.open_table(game)
    ann.must(table, "sit", seat=3, buy_in="1000")
    shown = ann.play_round(table, 3, ann.all_wagers(table))
    last = shown["last_round"]
    assert last["number"] == 1
    assert {line["wager"] for line in last["settled"]} >= {"ante"}
    assert all(line["clause"] for line in last["settled"])
    assert last["dealer_hand"]["cards"]
    returned = sum(float(line["returned"]) for line in last["settled"])
    staked = sum(float(line["staked"]) for line in last["settled"])
    assert float(shown["you"]["chips"]) == pytest.approx(1000 - staked + returned)


def test_the_same_command_id_twice_pays_once(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    version = ann.version(table)
    first = ann.must(table, "sit", seat=1, buy_in="100", command_id="only-once-1", version=version)
    again = ann.must(table, "sit", seat=1, buy_in="100", command_id="only-once-1", version=version)
    assert first == again
    assert ann.view(table)["you"]["chips"] == "100.00"


def test_the_same_command_id_from_many_at_once_pays_once(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    version, answers = ann.version(table), []

    def buy() -> None:
        answers.append(ann.send(table, "buy_in", amount="50", command_id="race-of-ids", version=version))

    threads = [threading.Thread(target=buy) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert ann.view(table)["you"]["chips"] == "150.00"


def test_a_command_id_is_not_used_for_something_else(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100", command_id="twice-used-id")
    ann.refused(table, "buy_in", 409, "command_id_reused", amount="100", command_id="twice-used-id")


def test_stale_versions_are_refused(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table()
    seen = ann.version(table)
    ann.must(table, "sit", seat=1)
    error = bob.refused(table, "sit", 409, "stale_version", seat=2, version=seen)
    assert error["facts"] == {"expected": str(seen), "actual": str(ann.version(table))}
    bob.refused(table, "sit", 409, "stale_version", seat=2, version=seen + 1000)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"type": "sit"}, "command_id"),
        ({"type": "dance", "command_id": "abcdefgh", "expected_version": 1}, "type"),
        ({"type": "sit", "command_id": "short", "expected_version": 1, "seat": 1}, "command_id"),
        ({"type": "sit", "command_id": "abcdefgh", "expected_version": -1, "seat": 1}, "expected_version"),
        ({"type": "buy_in", "command_id": "abcdefgh", "expected_version": 1, "amount": 10}, "amount"),
        ({"type": "buy_in", "command_id": "abcdefgh", "expected_version": 1, "amount": "-5"}, "amount"),
        ({"type": "ready", "command_id": "abcdefgh", "expected_version": 1, "extra": True}, "extra"),
        ([], ""),
    ],
)
def test_malformed_commands_say_where(service: Service, body: Any, where: str) -> None:
    ann = service.guest()
    answer = ann.client.post("/api/tables/md-high-card-flush/commands", json=body)
    assert answer.status_code == 400, answer.text
    error = answer.json()["error"]
    assert error["code"] == "malformed"
    assert where in error.get("where", "") + error["message"]


def test_what_is_refused_changes_nothing(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="20")
    before, position = ann.view(table), service.log.position()
    error = ann.refused(table, "place_wagers", 422, "amount_below_minimum", seat=1, wagers={"ante": "1"})
    assert error["clause"].startswith("MD-HCF ")
    assert error["facts"]["minimum"] == "10.00"
    ann.refused(table, "place_wagers", 422, "not_enough_chips", seat=1, wagers={"ante": "30"})
    ann.refused(table, "place_wagers", 422, "wager_not_offered", seat=1, wagers={"ante": "10", "luck": "5"})
    ann.refused(table, "act", 422, "no_round", seat=1, action="fold")
    ann.refused(table, "sit", 422, "already_seated", seat=2)
    ann.refused(table, "cash_out", 422, "not_enough_chips", amount="21")
    assert ann.view(table) == before
    assert service.log.position() == position


def test_a_box_is_bet_at_by_one_person_only(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table("md-chase-the-flush")
    wagers = {"ante": "10", "xtra_bonus": "10"}
    ann.must(table, "sit", seat=1, buy_in="100")
    bob.must(table, "sit", seat=2, buy_in="100")
    ann.refused(table, "place_wagers", 422, "seat_taken", seat=2, wagers=wagers)
    bob.must(table, "place_wagers", seat=3, wagers=wagers)
    ann.refused(table, "withdraw_wagers", 403, "not_your_box", seat=3)
    bob.must(table, "withdraw_wagers", seat=3)
    assert bob.view(table)["you"]["chips"] == "100.00"


def test_whoever_leaves_is_cashed_out_and_a_hand_left_behind_is_played_as_the_rulebook_says(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    bob.must(table, "sit", seat=2, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    ann.must(table, "leave")
    shown = bob.view(table)
    assert shown["round"]["turn"] == 2
    bob.must(table, "act", seat=2, action="fold")
    shown = bob.view(table)
    assert shown["seats"][0]["player"] is None
    assert ann.client.get("/api/session/purse").json()["practice"] == "90.00"


def test_chips_left_before_no_more_bets_come_back(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
    ann.must(table, "leave")
    assert ann.client.get("/api/session/purse").json()["practice"] == "100.00"
    assert service.log.balance(f"table:{table}/felt") == 0


def test_timers_close_betting_and_fold(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table(betting_seconds=5, decision_seconds=7)
    ann.must(table, "sit", seat=1, buy_in="100")
    bob.must(table, "sit", seat=2, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    assert ann.view(table)["phase"] == "betting"
    service.clock.ahead += 5_000
    wait_for(lambda: ann.view(table)["phase"] == "decisions")
    service.clock.ahead += 7_000
    wait_for(lambda: ann.view(table)["last_round"] is not None)
    assert ann.view(table)["last_round"]["seats"][0]["action"] == "fold"


def test_two_tables_with_a_linked_meter_move_it_together(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    one, two = ann.open_table(meter="linked-1"), bob.open_table(meter="linked-1")
    for player, table in ((ann, one), (bob, two)):
        player.must(table, "sit", seat=1, buy_in="1000")
        player.play_round(table, 1, {"ante": "10", "progressive": "1"})
    meter = ann.client.get("/api/meters/linked-1").json()
    assert sorted(meter["tables"]) == sorted([one, two])
    paid = sum(float(hit["paid"]) for hit in meter["hits"] if hit["from_meter"])
    if not paid:
        assert meter["main"] == "30000.44"
        assert ann.view(one)["meters"] == bob.view(two)["meters"] == {"main": "30000.44"}


def test_a_meter_is_not_shared_by_tables_with_other_terms(service: Service) -> None:
    ann = service.guest()
    ann.open_table(meter="linked-2")
    answer = ann.client.post("/api/tables", json={"submission": "ma-high-card-flush", "meter": "linked-2"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "meter_terms_differ"
    assert answer.json()["error"]["clause"]


@pytest.mark.parametrize("amounts", [{"initial": "40000"}, {"reset": "40000"}, {"rate": "20%"}])
def test_a_meter_has_one_amount_to_begin_with(service: Service, amounts: dict[str, str]) -> None:
    """Also after it has grown: what counts is what the tables' submissions say of one and the same meter."""
    ann = service.guest()
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.play_round(table, 1, {"ante": "10", "progressive": "1"}, raises=False)
    data = ann.client.get("/api/submissions/md-high-card-flush").json()["data"]
    other = {**data, "wagers": {**data["wagers"], "progressive": {**data["wagers"]["progressive"], **amounts}}}
    answer = ann.client.post("/api/tables", json={"submission": other, "meter": table})
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert error["code"] == "meter_terms_differ"
    if "initial" in amounts:
        assert error["clause"] == "MD-HCF 12.E(2)(b)(i)"
        assert error["facts"] == {"meter": table, "initial": "40000.00", "of_meter": "30000.00"}
    assert ann.client.get(f"/api/meters/{table}").json()["tables"] == [table]
    ann.open_table(meter=table)


def test_a_new_house_has_each_of_its_tables_once(service: Service) -> None:
    meters = service.guest().client.get("/api/meters").json()
    bundled = {meter["meter"]: meter["tables"] for meter in meters if meter["meter"] in GAMES}
    assert bundled == {name: [name] for name in GAMES}


def test_only_lawful_approved_submissions_open_live_tables(service: Service) -> None:
    pit = service.someone("pit-1", "pit_manager")
    text = pit.client.get("/api/submissions/md-high-card-flush").json()["toml"]
    draft = "\n".join(line for line in text.splitlines() if not line.startswith("approved_on"))
    opened = pit.client.post("/api/tables", json={"submission": text, "kind": "live"})
    assert opened.status_code == 201
    refused = pit.client.post("/api/tables", json={"submission": draft, "kind": "live"})
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "unlawful_submission"
    unlawful = text.replace("seats          = 6", "seats          = 9")
    assert unlawful != text
    for kind in ("live", "practice"):
        answer = pit.client.post("/api/tables", json={"submission": unlawful, "kind": kind})
        assert answer.status_code == (403 if kind == "practice" else 422) or answer.json()["error"]["clause"]


def test_a_submission_under_an_unknown_rulebook_is_malformed(service: Service) -> None:
    pit = service.someone("pit-of-nowhere", "pit_manager")
    for kind in ("live", "practice"):
        for submission in ('rulebook = "NV-HCF"', {"rulebook": "NV-HCF"}):
            body = {"kind": kind, "name": "Nowhere", "submission": submission}
            refused = pit.client.post("/api/tables", json=body)
            assert refused.status_code == 400, refused.text
            assert refused.json()["error"]["code"] == "malformed_submission"
            assert "MD-HCF" in refused.json()["error"]["message"]


def test_boxes_beside_ones_own_are_offered_as_the_submission_has_it(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table(betting_seconds=0)
    ann.must(table, "sit", seat=3, buy_in="1000")
    bob.must(table, "sit", seat=4, buy_in="1000")

    def offered(kind: str) -> list[int]:
        options = ann.view(table)["you"]["options"]
        return sorted({option["seat"] for option in options if option["type"] == kind})

    assert offered("place_wagers") == [2, 3]
    ann.must(table, "place_wagers", seat=3, wagers={"ante": "10"})
    ann.must(table, "place_wagers", seat=2, wagers={"ante": "20"})
    assert offered("withdraw_wagers") == [2, 3]
    error = ann.refused(table, "place_wagers", 422, "too_many_boxes", seat=1, wagers={"ante": "10"})
    rules = ann.client.get(f"/api/tables/{table}/rules").json()
    assert error["clause"] == rules["adjacent_boxes_clause"] == "MD-HCF 7.G"
    ann.must(table, "ready")
    bob.must(table, "ready")
    shown = ann.view(table)
    assert [len(box["cards"]) for box in shown["round"]["seats"]] == [7, 7]
    assert {option["seat"] for option in shown["you"]["options"]} == {2}, "the lower seat decides first"
    advice = ann.client.get(f"/api/tables/{table}/advice").json()
    assert advice["known"] == shown["round"]["seats"][1]["cards"], "both hands are one's own to look at"
