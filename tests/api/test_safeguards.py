"""What settings, haste or one person cannot do at a table: skip the second person, take a hand, empty the tray."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houserules.app.house.absence import ABSENT_AFTER
from houserules.app.table.context import RequestContext
from houserules.app.table.verbs import STEPS
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.support.clauses import clause

STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"
CLAUSES = {
    "md-high-card-flush": {"verify_inspection": "MD-HCF 4.A", "validate_payout": "MD-HCF 11.B(9)(c)"},
    "md-chase-the-flush": {"verify_inspection": "MD-CTF 4.A", "validate_payout": "MD-CTF 11.J(1)(b)"},
    "ma-high-card-flush": {"verify_inspection": "MA-HCF 3(b)", "validate_payout": "MA-HCF 12(f)"},
}


@clause("MD-HCF 4.A", "MD-HCF 11.B(9)(c)", "MD-CTF 4.A", "MD-CTF 11.J(1)(b)", "MA-HCF 3(b)", "MA-HCF 12(f)")
@pytest.mark.parametrize("step", ["verify_inspection", "validate_payout"])
@pytest.mark.parametrize("game", CLAUSES)
def test_a_live_table_does_not_stand_in_for_a_second_person(service: Service, game: str, step: str) -> None:
    pit = service.someone("pit-second", "pit_manager")
    refused = pit.client.post("/api/tables", json={"submission": game, "kind": "live", "automatic": [step]})
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "needs_a_person"
    assert refused.json()["error"]["clause"] == CLAUSES[game][step]
    live = pit.open_table(game, kind="live", automatic=[])
    error = pit.refused(live, "change_settings", 422, "needs_a_person", automatic=["settle", step])
    assert error["clause"] == CLAUSES[game][step]
    practice = pit.open_table(game, automatic=[])
    pit.must(practice, "change_settings", automatic=["settle", step])


@clause("MD-HCF 5.A(3)", "MD-HCF 5.F", "MD-HCF 11.B(9)(c)")
def test_a_pit_manager_is_above_a_floorperson(database: Path) -> None:
    shuffler = Stacked(deck_with("md-high-card-flush", {2: STRAIGHT_FLUSH}))
    with Service(database, shuffler=shuffler) as service:
        ann, pit = service.guest(), service.someone("pat", "pit_manager")
        dealer = service.someone("dan", "dealer")
        table = pit.open_table(automatic=[step for step in STEPS if step not in ("settle", "validate_payout")])
        ann.must(table, "sit", seat=2, buy_in="500")
        ann.must(table, "place_wagers", seat=2, wagers={"ante": "10", "progressive": "1"}, ready=True)
        ann.must(table, "act", seat=2, action="raise", amount="10")
        dealer.must(table, "settle")
        shown = pit.view(table, "dealer")["desk"]
        assert [step["roles"] for step in shown["steps"] if step["type"] == "validate_payout"] == [
            ["floorperson", "pit_manager"]
        ]
        assert [(line["wager"], line["paid"]) for line in shown["payouts"]][:1] == [("progressive", "30000.22")]
        service.someone("deb", "dealer").refused(table, "validate_payout", 422, "wrong_role", seat=2)
        pit.must(table, "validate_payout", seat=2)
        dealer.must(table, "settle")
        pit.must(table, "change_settings", automatic=["open_cards", "verify_inspection"])
        dealer.must(table, "shuffle", deck=2)
        steps = {step["type"]: step["roles"] for step in pit.view(table, "dealer")["desk"]["steps"]}
        assert steps["order_shuffle"] == ["floorperson", "pit_manager"]
        assert steps["close_table"] == ["floorperson"]
        pit.must(table, "order_shuffle", deck=2)
        pit.refused(table, "order_recut", 422, "deck_not_ready", deck=2)
        dealer.must(table, "report_device", device="shuffler")
        dealer.must(table, "cover_device", device="shuffler", how="covered")
        dealer.must(table, "shuffle", deck=1)
        dealer.must(table, "cut_cards", deck=1, depth=20)
        pit.must(table, "order_recut", deck=1)
        dealer.must(table, "cut_cards", deck=1, depth=30)


def _decides_at_seat_1(service: Service, who: Someone, **settings: Any) -> str:
    table = who.open_table(decision_seconds=0, **settings)
    who.must(table, "sit", seat=1, buy_in="100")
    who.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    assert who.view(table)["phase"] == "decisions"
    return table


@clause("MD-HCF 7.C(2)")
def test_the_dealer_alone_takes_no_hand_from_who_is_there(service: Service) -> None:
    dealer, floor = service.someone("dan-hands", "dealer"), service.someone("flo-hands", "floorperson")
    ann = service.guest()
    table = _decides_at_seat_1(service, ann)
    error = dealer.refused(table, "report", 422, "still_seated", kind="hand_abandoned", seat=1)
    assert error["clause"] == "MD-HCF 7.C(2)"
    floor.must(table, "report", kind="hand_abandoned", seat=1)
    lines = ann.view(table)["last_round"]["settled"]
    assert {line["outcome"] for line in lines} == {"lose"}


def test_the_hand_of_who_left_is_abandoned(service: Service) -> None:
    dealer, ann = service.someone("dan-left", "dealer"), service.guest()
    table = _decides_at_seat_1(service, ann, automatic=[step for step in STEPS if step != "abandoned_hands"])
    ann.must(table, "leave")
    dealer.must(table, "report", kind="hand_abandoned", seat=1)


def test_the_hand_of_who_has_not_been_heard_of_is_abandoned(database: Path) -> None:
    with Service(database) as service:
        dealer, ann = service.someone("dan", "dealer"), service.guest()
        table = _decides_at_seat_1(service, ann)
        service.clock.ahead += ABSENT_AFTER - 60_000
        dealer.refused(table, "report", 422, "still_seated", kind="hand_abandoned", seat=1)
        service.clock.ahead += 60_000
        dealer.must(table, "report", kind="hand_abandoned", seat=1)


def test_nobody_buys_chips_that_are_not_in_the_tray(service: Service) -> None:
    pit, ann = service.someone("pit-tray", "pit_manager"), service.guest()
    by_hand = [step for step in STEPS if step != "fill_tray"]
    table = pit.open_table(automatic=by_hand)
    pit.must(table, "credit_tray", amount="49900")
    error = ann.refused(table, "sit", 422, "tray_too_low", seat=1, buy_in="100.01")
    assert "fill_tray" in error["message"]
    assert error["facts"] == {"tray": "100.00", "missing": "0.01"}
    ann.must(table, "sit", seat=1, buy_in="100")
    pit.must(table, "fill_tray", amount="500")
    ann.must(table, "buy_in", amount="500")
    pit.must(table, "change_settings", automatic=[*by_hand, "fill_tray"], least_tray="1000")
    ann.must(table, "buy_in", amount="9000")
    assert service.log.balance(f"table:{table}/tray") == 4_000_000_000


@pytest.mark.parametrize("by_itself", [True, False])
def test_a_payout_that_the_tray_cannot_make_waits_for_a_fill(database: Path, by_itself: bool) -> None:
    shuffler = Stacked(deck_with("md-high-card-flush", {2: STRAIGHT_FLUSH}))
    with Service(database, shuffler=shuffler) as service:
        ann, dealer, floor = service.guest(), service.someone("dan", "dealer"), service.someone("flo", "floorperson")
        pit = service.someone("pat", "pit_manager")
        manual = ("fill_tray",) if by_itself else ("fill_tray", "settle")
        table = pit.open_table(automatic=[step for step in STEPS if step not in manual], least_tray="200")
        ann.must(table, "sit", seat=2, buy_in="500")
        pit.must(table, "credit_tray", amount="49000")
        ann.must(table, "place_wagers", seat=2, wagers={"ante": "10", "flush_bonus": "10"}, ready=True)
        ann.must(table, "act", seat=2, action="raise", amount="10")
        if not by_itself:
            error = dealer.refused(table, "settle", 422, "tray_too_low")
            assert error["facts"]["tray"] == "500.00"
            assert float(error["facts"]["missing"]) > 2_000
        assert ann.view(table)["phase"] == "settling"
        alarms = {alarm["alarm"]: alarm for alarm in floor.client.get(f"/api/floor/{table}").json()["alarms"]}
        assert float(alarms["fill_waits"]["missing"]) > 2_000
        pit.must(table, "fill_tray", amount=alarms["fill_waits"]["missing"])
        if not by_itself:
            dealer.must(table, "settle")
        assert ann.view(table)["phase"] != "settling"
        assert service.log.balance(f"table:{table}/tray") == 0
        assert sum(balance for _, balance in service.log.balances()) == 0


def test_the_books_themselves_guard_the_tray(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a check forgotten, the log would keep nothing of it, and the round is settled after a fill."""
    shuffler = Stacked(deck_with("md-high-card-flush", {2: STRAIGHT_FLUSH}))
    with Service(database, shuffler=shuffler) as service:
        ann, dealer, pit = service.guest(), service.someone("dan", "dealer"), service.someone("pat", "pit_manager")
        table = pit.open_table(automatic=[step for step in STEPS if step not in ("fill_tray", "settle")])
        ann.must(table, "sit", seat=2, buy_in="500")
        pit.must(table, "credit_tray", amount="49000")
        ann.must(table, "place_wagers", seat=2, wagers={"ante": "10", "flush_bonus": "10"}, ready=True)
        ann.must(table, "act", seat=2, action="raise", amount="10")
        with monkeypatch.context() as forgotten:
            forgotten.setattr(RequestContext, "insist_tray_holds", lambda *_: None)
            error = dealer.refused(table, "settle", 422, "not_enough_money")
        assert error["facts"] == {"account": f"table:{table}/tray"}
        assert service.log.balance(f"table:{table}/tray") == 500_000_000
        pit.must(table, "fill_tray", amount="5000")
        dealer.must(table, "settle")
        assert ann.view(table)["last_round"]["number"] == 1


def test_the_floor_is_told_that_an_inspection_waits(service: Service) -> None:
    pit, floor = service.someone("pit-alarm", "pit_manager"), service.someone("flo-alarm", "floorperson")
    table = pit.open_table(kind="live")
    alarms = floor.client.get(f"/api/floor/{table}").json()["alarms"]
    assert [alarm for alarm in alarms if alarm["alarm"] == "inspection_waits"] == [
        {"alarm": "inspection_waits", "deck": deck, "option": {
            "type": "verify_inspection", "title": f"Verify the inspection, deck {deck}", "deck": deck,
        }}
        for deck in (1, 2)
    ]  # fmt: skip
    for deck in (1, 2):
        floor.must(table, "verify_inspection", deck=deck)
    alarms = floor.client.get(f"/api/floor/{table}").json()["alarms"]
    assert "inspection_waits" not in {alarm["alarm"] for alarm in alarms}
