"""At a live table nobody plays and works: a player who is given a role while seated may only finish and go."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from houserules.app.people.roles import Job
from houserules.app.table.verbs import VERBS
from tests.api.service import Service, Someone
from tests.api.test_roles import FIELDS


class House:
    """A live table with a player in seat 1 and a hand begun, and those who can change roles."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.admin, self.pit = service.someone("ada", "administrator"), service.someone("pat", "pit_manager")
        self.floor, self.dealer = service.someone("flo", "floorperson"), service.someone("dan", "dealer")
        self.ann = service.someone(f"ann-{uuid.uuid4().hex[:6]}", "player")
        self.fund(self.ann)
        self.table = self.pit.open_table(kind="live", betting_seconds=0, decision_seconds=0)
        for deck in (1, 2):
            self.floor.must(self.table, "verify_inspection", deck=deck)
        self.ann.must(self.table, "sit", seat=1, buy_in="200")

    def fund(self, who: Someone) -> None:
        body = {"command_id": uuid.uuid4().hex, "amount": "500"}
        asked = self.admin.client.post(f"/api/people/{who.account}/funds", json=body)
        assert self.service.approved(asked).is_success

    def give(self, who: Someone, *roles: str) -> None:
        answer = self.admin.client.put(f"/api/people/{who.account}/roles", json={"roles": roles})
        assert self.service.approved(answer).status_code == 200, answer.text

    def bet(self) -> None:
        self.ann.must(self.table, "place_wagers", seat=1, wagers={"ante": "10"})


def options(view: Any) -> set[str]:
    return {offer["type"] for offer in view["you"]["options"]}


@pytest.mark.parametrize("roles", [("player", "dealer"), ("player", "auditor"), ("floorperson",)])
def test_who_comes_to_work_here_finishes_and_goes(service: Service, roles: tuple[str, ...]) -> None:
    house = House(service)
    ann, table = house.ann, house.table
    house.bet()
    house.give(ann, *roles)
    player = "player" in roles
    code = "staff_do_not_play" if player else "forbidden"
    ann.refused(table, "place_wagers", 403, code, seat=1, wagers={"ante": "20"})
    ann.refused(table, "buy_in", 403, code, amount="10")
    assert "place_wagers" not in options(ann.view(table))
    ann.must(table, "withdraw_wagers", seat=1)
    house.give(ann, "player")
    house.bet()
    house.give(ann, *roles)
    ann.must(table, "ready")
    assert "act" in options(ann.view(table))
    ann.must(table, "act", seat=1, action="fold")
    ann.must(table, "cash_out", amount="10")
    ann.must(table, "leave")
    ann.refused(table, "sit", 403, code, seat=1)
    assert ann.client.get("/api/session/purse").json()["live"] == "490.00"


@pytest.mark.parametrize("verb", sorted(name for name, verb in VERBS.items() if Job.PLAYER not in verb.jobs))
def test_who_has_a_hand_does_no_work_at_the_table(service: Service, verb: str) -> None:
    house = House(service)
    ann, table = house.ann, house.table
    house.give(ann, *(job.value for job in Job))
    ann.refused(table, verb, 403, "you_play_here", **FIELDS.get(verb, {}))
    assert ann.view(table, "dealer")["desk"]["steps"] == []
    assert house.dealer.view(table, "dealer")["desk"]["steps"]


def test_who_left_a_hand_behind_waits_for_its_end(service: Service) -> None:
    house = House(service)
    bob, table = service.someone("bob-waits", "player"), house.table
    house.fund(bob)
    bob.must(table, "sit", seat=2, buy_in="100")
    house.bet()
    bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    house.ann.must(table, "ready")
    house.ann.must(table, "leave")
    house.give(house.ann, "player", "dealer", "regulator")
    house.ann.refused(table, "go_idle", 403, "you_play_here")
    shown = house.ann.client.get(f"/api/tables/{table}", params={"desk": "surveillance"})
    assert shown.json()["error"]["code"] == "you_play_here"
    bob.must(table, "act", seat=2, action="fold")
    house.ann.must(table, "go_idle")


def test_one_person_plays_and_deals_at_a_practice_table(service: Service) -> None:
    both = service.someone("both-hands", "player", "dealer")
    table = both.open_table(automatic=["open_cards", "verify_inspection"])
    both.must(table, "sit", seat=1, buy_in="100")
    both.must(table, "shuffle", deck=1)
    both.must(table, "open_round")
    both.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
    both.must(table, "buy_in", amount="10")


def test_nobody_corrects_the_meter_that_they_play_for(service: Service) -> None:
    """At any live table of the meter, and until the last hand there is over; repetitions are answered as before."""
    house = House(service)
    ann, pit = house.ann, house.pit
    other = pit.open_table(kind="live", meter=house.table)
    path = f"/api/meters/{house.table}/corrections"

    def propose(who: Someone, command_id: str) -> Any:
        return who.client.post(path, json={"command_id": command_id, "main": "45000", "reason": "sign was misread"})

    def code(answer: Any) -> tuple[int, str]:
        return answer.status_code, answer.json()["error"]["code"]

    name = propose(pit, uuid.uuid4().hex).json()["correction"]
    approval, own = {"command_id": uuid.uuid4().hex}, uuid.uuid4().hex
    house.give(ann, "player", "pit_manager")
    assert code(propose(ann, own)) == (403, "you_play_here")
    assert code(ann.client.post(f"{path}/{name}/approval", json=approval)) == (403, "you_play_here")
    assert code(ann.client.delete(f"{path}/{name}")) == (403, "you_play_here")
    ann.must(house.table, "leave")
    proposed = propose(ann, own)
    assert proposed.status_code == 201
    assert ann.client.post(f"{path}/{name}/approval", json=approval).json()["main"] == "45000.00"
    house.give(ann, "player")
    ann.must(other, "sit", seat=1, buy_in="100")
    house.give(ann, "player", "pit_manager")
    assert code(propose(ann, uuid.uuid4().hex)) == (403, "you_play_here")
    assert propose(ann, own).json() == proposed.json()
    assert ann.client.post(f"{path}/{name}/approval", json=approval).json()["main"] == "45000.00"


def test_one_person_plays_and_corrects_at_a_practice_table(service: Service) -> None:
    both = service.someone("plays-and-corrects", "player", "pit_manager")
    table = both.open_table()
    both.must(table, "sit", seat=1, buy_in="100")
    body = {"command_id": uuid.uuid4().hex, "main": "45000", "reason": "sign was misread"}
    assert both.client.post(f"/api/meters/{table}/corrections", json=body).status_code == 201
