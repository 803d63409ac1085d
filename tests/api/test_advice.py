"""The coach: exact values at every decision of a practice table, nothing at all at a live one, and nobody hangs."""

from __future__ import annotations

import threading
from fractions import Fraction
from pathlib import Path

import httpx
import pytest

from houserules.app.house.background import Job
from houserules.app.lab.coach import LabAdvice
from houserules.app.lab.worker import in_process
from houserules.app.views.table_shapes import AdvisedOption
from houserules.cards import parse_cards
from houserules.lab import Situation, chances_of, values_of_options
from houserules.law import Submission
from tests.api.decks import bundled
from tests.api.service import Service, Someone
from tests.support.waiting import HANG, wait_for

STAGES: dict[str, list[set[str]]] = {
    "md-high-card-flush": [{"fold", "raise 1x"}],
    "ma-high-card-flush": [{"fold", "raise 1x"}],
    "md-chase-the-flush": [{"check", "all-in 3x"}, {"check", "all-in 2x"}, {"fold", "all-in 1x"}],
}
"""What may be chosen at each decision, with a hand that may raise no more than the least."""


def advised(who: Someone, table: str) -> httpx.Response:
    """The answer once it is worked out; a machine that never compiled the kernels needs a while."""
    answers: list[httpx.Response] = []

    def answered() -> bool:
        answers.append(who.client.get(f"/api/tables/{table}/advice"))
        if answers[-1].status_code == 202:
            assert answers[-1].json()["computing"]
            assert answers[-1].json()["options"] == []
            assert answers[-1].headers["Retry-After"] == "1"
        return answers[-1].status_code != 202

    wait_for(answered)
    return answers[-1]


@pytest.mark.parametrize("game", STAGES)
def test_every_decision_has_the_exact_value_of_each_option(service: Service, game: str) -> None:
    ann, submission = service.guest(), bundled(game)
    table = ann.open_table(game, decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="10000")
    for _ in range(3):
        ann.must(table, "place_wagers", seat=1, wagers=ann.all_wagers(table), ready=True)
        for expected in STAGES[game]:
            answer = advised(ann, table)
            assert answer.status_code == 200, answer.text
            shown, box = answer.json(), ann.view(table)["round"]["seats"][0]
            assert shown["cards"] == box["cards"]
            assert not shown["computing"]
            assert {option["action"] for option in shown["options"]} >= expected
            situation = Situation(parse_cards(" ".join(shown["cards"])), parse_cards(" ".join(shown["board"])))
            values = values_of_options(submission, situation)
            assert {each["action"]: Fraction(each["ev"]["exact"]) for each in shown["options"]} == values
            assert shown["options"][0]["action"] == max(values, key=lambda action: values[action])
            why = chances_of(submission, situation)
            assert why is not None
            exact = {name: Fraction(each["exact"]) for name, each in shown["chances"].items()}
            assert exact == {"win": why.win, "tie": why.tie, "not_qualifying": why.not_qualifying}
            passive = [option for option in ann.view(table)["you"]["options"] if option["type"] == "act"][-1]
            ann.must(table, "act", seat=1, action=passive["action"])
        assert ann.view(table)["phase"] != "decisions"


def test_there_is_no_advice_at_a_live_table(service: Service) -> None:
    pit, ann = service.someone("pit-adv", "pit_manager"), service.someone("ann-adv", "player")
    admin = service.someone("admin-adv", "administrator")
    admin.client.post("/api/people/ann-adv/funds", json={"command_id": "fund-ann-adv", "amount": "500"})
    floor = service.someone("flo-adv", "floorperson")
    live = pit.open_table(kind="live")
    for deck in (1, 2):
        floor.must(live, "verify_inspection", deck=deck)
    ann.must(live, "sit", seat=1, buy_in="100")
    ann.must(live, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    assert ann.view(live)["phase"] == "decisions"
    answer = ann.client.get(f"/api/tables/{live}/advice")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


def test_advice_is_for_whoever_decides_now(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table(decision_seconds=0)
    for seat, player in ((1, ann), (2, bob)):
        assert player.client.get(f"/api/tables/{table}/advice").json()["error"]["code"] == "not_your_turn"
        player.must(table, "sit", seat=seat, buy_in="100")
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
    assert advised(ann, table).status_code == 200
    refused = bob.client.get(f"/api/tables/{table}/advice")
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "not_your_turn"
    assert "Ah" not in refused.text


class Slow(LabAdvice):
    """The lab's advice, which first waits until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        assert self.go.wait(HANG)
        return super().options(submission, cards, board, known)


def test_what_takes_long_is_said_to_and_the_table_goes_on(database: Path) -> None:
    with Service(database) as service:
        slow = service.house.coach.advice = Slow()
        service.house.coach.jobs.patience = 0.05
        ann, bob = service.guest(), service.guest()
        table = ann.open_table(decision_seconds=0)
        ann.must(table, "sit", seat=1, buy_in="100")
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        for _ in range(3):
            answer = ann.client.get(f"/api/tables/{table}/advice")
            assert answer.status_code == 202
            assert answer.json()["computing"]
        bob.must(table, "sit", seat=2, buy_in="100")
        slow.go.set()
        assert advised(ann, table).json()["options"]


def test_the_coach_is_warmed_up_by_another_process(service: Service) -> None:
    service.run(service.house.coach.warm_up(), seconds=200)
    assert service.house.coach.jobs.known(Job("warm_up", "", in_process("warm_up")))


@pytest.mark.parametrize("role", ["dealer", "auditor", "floorperson"])
def test_a_hand_that_somebody_else_holds_is_not_advised_on(service: Service, role: str) -> None:
    ann, other = service.guest(), service.someone(f"adv-{role}", role)
    table = ann.open_table(decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    answer = other.client.get(f"/api/tables/{table}/advice")
    assert answer.status_code == (422 if role == "dealer" else 403)
