"""Tables that people run step by step: the dealer's desk offers what the procedure wants next, and that is enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houserules.play import Accepted, replay
from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")

ORDER = (
    "receive_cards", "inspect_cards", "verify_inspection", "spread_cards", "stack_cards", "cut_cards", "shuffle",
    "open_round", "no_more_bets", "collect_progressive", "deal", "deal_community", "count_stub", "reveal",
    "spin_wheel", "validate_payout", "settle",
)  # fmt: skip
"""In which order a dealer takes what the desk offers; irregularities and devices are left alone."""

FLOORS = ("verify_inspection", "validate_payout")
WANTED = ("deck", "chips", "sensors", "counted", "depth", "seat")


class Crew:
    def __init__(self, service: Service, game: str) -> None:
        self.dealer, self.floor = service.someone("dana", "dealer"), service.someone("flo", "floorperson")
        self.ann = service.someone("ann", "player")
        self.table = self.dealer.open_table(game, automatic=[], betting_seconds=0, decision_seconds=0)
        self.taken: list[str] = []

    def steps(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.dealer.view(self.table, "dealer")["desk"]["steps"]
        return found

    def next_step(self, until: str) -> bool:
        """Take the first step that the desk offers. False when there is none, or it is the one to stop before."""
        offers = sorted(
            (step for step in self.steps() if step["type"] in ORDER), key=lambda step: ORDER.index(step["type"])
        )
        if not offers or offers[0]["type"] == until:
            return False
        step = offers[0]
        assert step.get("clause"), step
        who: Someone = self.floor if step["type"] in FLOORS else self.dealer
        who.must(self.table, step["type"], **{name: step[name] for name in WANTED if name in step})
        self.taken.append(step["type"])
        return True

    def go_on(self, until: str = "") -> None:
        for _ in range(60):
            if not self.next_step(until):
                return
        raise AssertionError(f"it never ends: {self.taken[-10:]}")

    def decide(self) -> bool:
        shown = self.ann.view(self.table)
        acts = [option for option in shown["you"]["options"] if option["type"] == "act"]
        if acts:
            amount = acts[0].get("smallest", "0")
            self.ann.must(self.table, "act", seat=acts[0]["seat"], action=acts[0]["action"], amount=amount)
        return bool(acts)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_dealt_by_people(service: Service, game: str) -> None:
    crew = Crew(service, game)
    crew.ann.must(crew.table, "sit", seat=2, buy_in="1000")
    for deck in (1, 2):
        crew.dealer.must(crew.table, "receive_cards", deck=deck)
        crew.dealer.must(crew.table, "inspect_cards", deck=deck)
        crew.floor.must(crew.table, "verify_inspection", deck=deck)
        crew.dealer.must(crew.table, "spread_cards", deck=deck)
        crew.ann.must(crew.table, "view_cards", deck=deck)
        crew.dealer.must(crew.table, "stack_cards", deck=deck)
    crew.go_on(until="open_round")
    crew.dealer.must(crew.table, "open_round")
    crew.ann.must(crew.table, "place_wagers", seat=2, wagers=crew.ann.all_wagers(crew.table))
    crew.go_on()
    while crew.decide():
        crew.go_on(until="open_round")
    last = crew.ann.view(crew.table)["last_round"]
    assert last["number"] == 1
    assert {"no_more_bets", "collect_progressive", "deal", "reveal", "settle"} <= set(crew.taken)
    assert service.log.balance(f"table:{crew.table}/felt") == 0


def test_a_hand_with_a_deck_still_to_be_played_is_not_exported(service: Service) -> None:
    """The second deck is shuffled while the first is in play: its order must stay closed to the regulator too."""
    crew, regulator = Crew(service, "md-high-card-flush"), service.someone("regina", "regulator")
    crew.ann.must(crew.table, "sit", seat=2, buy_in="1000")
    for deck in (1, 2):
        for step in ("receive_cards", "inspect_cards"):
            crew.dealer.must(crew.table, step, deck=deck)
        crew.floor.must(crew.table, "verify_inspection", deck=deck)
        crew.dealer.must(crew.table, "spread_cards", deck=deck)
        crew.ann.must(crew.table, "view_cards", deck=deck)
        crew.dealer.must(crew.table, "stack_cards", deck=deck)

    def export(number: int) -> Any:
        return regulator.client.get(f"/api/hands/{crew.table}/{number}/export")

    crew.dealer.must(crew.table, "shuffle", deck=1)
    for number in (1, 2, 3):
        crew.dealer.must(crew.table, "open_round")
        crew.ann.must(crew.table, "place_wagers", seat=2, wagers={"ante": "10"})
        if number > 1:
            assert export(number - 1).status_code == 409, "its deck is being bet on"
        crew.dealer.must(crew.table, "no_more_bets")
        crew.dealer.must(crew.table, "deal")
        crew.dealer.must(crew.table, "shuffle", deck=2 if number % 2 else 1)
        while crew.decide():
            pass
        crew.go_on(until="shuffle")
        assert crew.ann.view(crew.table)["last_round"]["number"] == number
        refused = export(number)
        assert refused.status_code == 409
        assert refused.json()["error"]["code"] == "deck_not_played"
        if number > 1:
            assert replay(export(number - 1).content) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_payouts_told_beforehand_are_the_payouts_made(service: Service, game: str) -> None:
    """Told only once the dealer's cards are turned up, and then to the dealer's desk alone."""
    ann, dealer = service.someone("ann", "player"), service.someone("dana", "dealer")
    automatic = [step for step in dealer_steps() if step not in ("reveal", "settle")]
    table = ann.open_table(game, automatic=automatic, decision_seconds=0)
    players = {}
    for seat in (1, 3):
        players[seat] = service.guest()
        players[seat].must(table, "sit", seat=seat, buy_in="500")
    for seat, guest in players.items():
        wagers = {name: amount for name, amount in guest.all_wagers(table).items() if name != "progressive"}
        guest.must(table, "place_wagers", seat=seat, wagers=wagers, ready=True)
    while (turn := ann.view(table)["round"]["turn"]) is not None:
        act = next(each for each in players[turn].view(table)["you"]["options"] if each["type"] == "act")
        players[turn].must(table, "act", seat=turn, action=act["action"], amount=act.get("smallest", "0"))
    assert dealer.view(table, "dealer")["desk"]["payouts"] == []
    dealer.must(table, "reveal")
    told = dealer.view(table, "dealer")["desk"]["payouts"]
    assert [line["seat"] for line in told] == sorted((line["seat"] for line in told), reverse=True)
    assert players[1].view(table)["desk"] is None
    dealer.must(table, "settle")
    assert players[1].view(table)["last_round"]["settled"] == told


def test_a_count_that_differs_stops_the_deal(service: Service) -> None:
    ann, dealer, floor = (
        service.someone(*each) for each in (("ann", "player"), ("dana", "dealer"), ("flo", "floorperson"))
    )
    steps = ("open_cards", "verify_inspection", "change_decks", "shuffle", "open_round")
    table = dealer.open_table(automatic=steps, betting_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10", "progressive": "1"})
    dealer.must(table, "no_more_bets")
    dealer.refused(table, "deal", 422, "chips_not_collected")
    dealer.refused(table, "collect_progressive", 422, "chip_count_differs", chips=1, sensors=0)
    floor.must(table, "correct_count", seat=1)
    assert ann.view(table)["you"]["chips"] == "90.00"
    dealer.must(table, "collect_progressive", chips=0, sensors=0)
    dealer.must(table, "deal")


def test_a_void_round_gives_everything_back(service: Service) -> None:
    ann, dealer = service.someone("ann", "player"), service.someone("dana", "dealer")
    table = ann.open_table(decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    offered = {step.get("kind") for step in dealer.view(table, "dealer")["desk"]["steps"] if step["type"] == "report"}
    assert "dealer_card_exposed" in offered
    dealer.must(table, "report", kind="dealer_card_exposed")
    shown = ann.view(table)
    assert shown["last_round"]["void"] == "dealer_card_exposed"
    assert shown["you"]["chips"] == "100.00"


def test_cards_read_by_a_shoe_are_dealt_as_they_lie(service: Service) -> None:
    ann, dealer = service.someone("ann", "player"), service.someone("dana", "dealer")
    steps = [step for step in dealer_steps() if step != "shuffle"]
    table = ann.open_table(automatic=steps, decision_seconds=0)
    from houserules.cards import Card, format_card  # noqa: PLC0415

    order = [format_card(Card(card)) for card in deck_with("md-high-card-flush", {1: "As Ks Qs Js 2h 3d 4c"})]
    dealer.must(table, "shuffle", deck=1, cards=order)
    dealer.refused(table, "shuffle", 422, "deck_not_ready", deck=1, cards=order)
    ann.must(table, "sit", seat=1, buy_in="100")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    box = ann.view(table)["round"]["seats"][0]
    assert sorted(box["cards"]) == sorted(["As", "Ks", "Qs", "Js", "2h", "3d", "4c"])
    cards = ["As", "Ks", "Qs", "Js"]
    bonus = {"name": "four-card straight flush", "cards": cards}
    assert box["hand"] == {"name": "four-card flush", "cards": cards, "bonus": bonus}


def dealer_steps() -> tuple[str, ...]:
    from houserules.app.table.verbs import STEPS  # noqa: PLC0415

    return STEPS


def test_a_failed_shuffler_is_covered_and_cards_are_shuffled_by_hand(service: Service) -> None:
    ann, dealer, floor = (
        service.someone(*each) for each in (("ann", "player"), ("dana", "dealer"), ("flo", "floorperson"))
    )
    table = ann.open_table(decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="100")
    dealer.must(table, "report_device", device="shuffler")
    ann.refused(table, "place_wagers", 422, "no_round", seat=1, wagers={"ante": "10"})
    alarms = floor.client.get(f"/api/floor/{table}").json()["alarms"]
    broken = next(alarm for alarm in alarms if alarm["alarm"] == "device_out_of_order")
    assert broken["option"] == {"type": "cover_device", "title": "Cover the device: shuffler", "device": "shuffler"}
    floor.must(table, "cover_device", device=broken["device"])
    ann.play_round(table, 1, {"ante": "10"})


def test_fills_credits_settings_and_closing(service: Service) -> None:
    pit, floor, ann = (
        service.someone(*each) for each in (("pia", "pit_manager"), ("flo", "floorperson"), ("ann", "player"))
    )
    table = pit.open_table(automatic=[])
    tray = service.log.balance(f"table:{table}/tray")
    pit.must(table, "fill_tray", amount="100")
    pit.must(table, "credit_tray", amount="40")
    pit.refused(table, "credit_tray", 422, "tray_too_low", amount="9000000")
    assert service.log.balance(f"table:{table}/tray") == tray + 60_000_000
    assert ann.view(table)["automatic"] == []
    pit.must(table, "change_settings", automatic=["deal"], decision_seconds=0)
    assert ann.view(table)["automatic"] == ["deal"], "everybody may know what the table does by itself"
    pit.refused(table, "change_settings", 400, "no_such_step", automatic=["dance"])
    floor.must(table, "close_table")
    ann.refused(table, "sit", 422, "table_closed", seat=1)
    assert table not in {each["table"] for each in ann.client.get("/api/tables").json()}


def test_the_wheel_is_spun_and_the_community_paid(database: Path) -> None:
    suited = "2s 3s 4s"
    deck = deck_with("md-chase-the-flush", {1: suited, 2: "2h 3d 4c"}, seats=(1, 2))
    with Service(database, shuffler=Stacked(deck)) as service:
        ann, bob = service.guest(), service.guest()
        dealer = service.someone("dana", "dealer")
        table = ann.open_table(
            "md-chase-the-flush",
            automatic=[step for step in dealer_steps() if step != "spin_wheel"],
            decision_seconds=0,
        )
        wagers = {"ante": "10", "xtra_bonus": "10", "progressive": "1"}
        for seat, player in ((1, ann), (2, bob)):
            player.must(table, "sit", seat=seat, buy_in="500")
        for seat, player in ((1, ann), (2, bob)):
            player.must(table, "place_wagers", seat=seat, wagers=wagers, ready=True)
        ann.must(table, "act", seat=1, action="all_in", amount="30")
        bob.must(table, "act", seat=2, action="all_in", amount="30")
        assert ann.view(table)["round"]["claim"] == 1
        dealer.refused(table, "spin_wheel", 422, "no_such_symbol", seat=1, symbol="$7")
        dealer.must(table, "spin_wheel", seat=1, symbol="$125")
        settled = ann.view(table)["last_round"]["settled"]
        paid = {(line["seat"], line["wager"]): line["paid"] for line in settled}
        assert paid[1, "progressive"] == "125.00"
        assert paid[2, "community_pay"] == "25.00"
        assert ann.view(table)["meters"]["main"] == "5000.40"


def test_a_report_of_something_that_no_document_knows_is_refused(service: Service) -> None:
    dealer = service.someone("dana", "dealer")
    table = dealer.open_table()
    answer = dealer.send(table, "report", kind="rain")
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert (error["code"], error["clause"]) == ("not_provided", "MD-HCF 13.A")
    assert error["facts"] == {"kind": "rain"}


def test_a_deck_that_is_overdue_is_not_offered_to_be_dealt(database: Path) -> None:
    with Service(database) as service:
        crew = Crew(service, "md-high-card-flush")
        crew.ann.must(crew.table, "sit", seat=2, buy_in="1000")
        for deck in (1, 2):
            crew.dealer.must(crew.table, "receive_cards", deck=deck)
            crew.dealer.must(crew.table, "inspect_cards", deck=deck)
            open_deck(crew, deck)
        crew.dealer.must(crew.table, "shuffle", deck=1)
        assert "open_round" in {step["type"] for step in crew.steps()}
        service.clock.ahead = 1000 * 60 * 60 * 24
        crew.dealer = service.someone("dana", "dealer")  # Sessions do not last as long.
        assert "open_round" not in {step["type"] for step in crew.steps()}
        crew.dealer.refused(crew.table, "open_round", 422, "deck_overdue")
        assert "remove_deck" in {step["type"] for step in crew.steps()}


def jams(crew: Crew) -> list[str]:
    return [step["clause"] for step in crew.steps() if step.get("kind") == "shuffler_jam"]


@pytest.mark.parametrize(
    ("game", "clause"), [*zip(GAMES, ("MD-HCF 13.G", "MD-CTF 13.H", "MA-HCF 13(e)"), strict=True)]
)
def test_an_empty_shuffler_does_not_jam(service: Service, game: str, clause: str) -> None:
    """One deck is in play and the other not opened yet: nothing is there to be shuffled again."""
    crew = Crew(service, game)
    crew.ann.must(crew.table, "sit", seat=2, buy_in="1000")
    for deck in (1, 2):
        crew.dealer.must(crew.table, "receive_cards", deck=deck)
        crew.dealer.must(crew.table, "inspect_cards", deck=deck)
    open_deck(crew, 1)
    crew.dealer.must(crew.table, "shuffle", deck=1)
    crew.dealer.must(crew.table, "open_round")
    assert jams(crew) == []
    error = crew.dealer.refused(crew.table, "report", 422, "nothing_changes", kind="shuffler_jam")
    assert error["clause"] == clause
    open_deck(crew, 2)
    assert jams(crew)
    crew.dealer.must(crew.table, "report", kind="shuffler_jam")


def open_deck(crew: Crew, deck: int) -> None:
    crew.floor.must(crew.table, "verify_inspection", deck=deck)
    crew.dealer.must(crew.table, "spread_cards", deck=deck)
    crew.ann.must(crew.table, "view_cards", deck=deck)
    crew.dealer.must(crew.table, "stack_cards", deck=deck)


def test_a_hand_that_was_decided_is_not_abandoned_any_more(service: Service) -> None:
    ann, bob, floor = service.guest(), service.guest(), service.someone("flo", "floorperson")
    table = ann.open_table("ma-high-card-flush", decision_seconds=0)
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "sit", seat=seat, buy_in="100")
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
    first = ann.view(table)["round"]["turn"]
    who, other = (ann, bob) if first == 1 else (bob, ann)
    who.must(table, "act", seat=first, action="raise", amount="10")
    floor.refused(table, "report", 422, "nothing_changes", kind="hand_abandoned", seat=first)
    other.must(table, "act", seat=3 - first, action="fold")


def test_an_ask_that_leads_to_nothing_is_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the rules may accept without an event: it is no fault of the service."""
    monkeypatch.setattr("houserules.app.table.draft.decide", lambda *_: Accepted(()))
    dealer = service.someone("dana", "dealer")
    dealer.refused("md-high-card-flush", "go_idle", 422, "nothing_changes")


def test_a_table_that_deals_by_itself_waits_for_another_way_when_its_shoe_fails(service: Service) -> None:
    dealer, floor = service.someone("dana", "dealer"), service.someone("flo", "floorperson")
    ann = service.someone("ann", "player")
    table = dealer.open_table("md-chase-the-flush", betting_seconds=0, decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="1000")
    dealer.must(table, "report_device", device="shoe")
    bet = {"seat": 1, "wagers": {"ante": "10", "xtra_bonus": "10"}, "ready": True}
    ann.refused(table, "place_wagers", 422, "no_round", **bet)
    dealer.must(table, "cover_device", device="shoe", how="covered")
    floor.must(table, "change_dealing", method="hand")
    ann.must(table, "place_wagers", **bet)
    assert ann.view(table)["round"]["seats"][0]["cards"]
