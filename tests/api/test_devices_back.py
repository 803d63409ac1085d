"""At a table of the service: devices that fail and come back, and cards recut or shuffled anew with wagers down."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.play import events as e
from tests.api.service import Service
from tests.api.test_every_shuffle import Crew
from tests.support.clauses import clause

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")


@clause("MD-HCF 13.I", "MD-CTF 13.J", "MA-HCF 13(e)")
@pytest.mark.parametrize("game", GAMES)
def test_a_shuffler_fails_is_repaired_and_shuffles_again(service: Service, game: str) -> None:
    crew = Crew(service, game=game)
    crew.dealer.must(crew.table, "report_device", device="shuffler")
    crew.dealer.must(crew.table, "cover_device", device="shuffler")
    assert _devices(crew) == (["shuffler"], [])
    crew.dealer.refused(crew.table, "report_repair", 403, "forbidden", device="shuffler")
    offered = {step["type"] for step in crew.floor.view(crew.table, "dealer")["desk"]["steps"]}
    assert "report_repair" in offered
    crew.floor.must(crew.table, "report_repair", device="shuffler")
    (alarm,) = (each for each in _alarms(crew) if each["alarm"] == "device_out_of_order")
    assert alarm["option"]["type"] == "uncover_device"
    assert _devices(crew) == ([], ["shuffler"])
    crew.dealer.must(crew.table, "uncover_device", device="shuffler")
    assert not [each for each in _alarms(crew) if each["alarm"] == "device_out_of_order"]
    assert _devices(crew) == ([], [])
    crew.shuffle(deck=1)
    (shuffled,) = crew.events(e.CardsShuffled)
    assert shuffled.method == "counting_shuffler"
    actors = {
        stored.name: stored.actor for stored in service.log.read(f"table:{crew.table}") if "device" in stored.name
    }
    assert actors["table.device_repaired/1"] == crew.floor.account
    assert actors["table.device_uncovered/1"] == crew.dealer.account


def _devices(crew: Crew) -> tuple[list[str], list[str]]:
    """What the console shows as out of order, and as repaired and still covered."""
    desk = crew.floor.view(crew.table, "dealer")["desk"]
    return desk["devices_out_of_order"], desk["devices_still_covered"]


def _alarms(crew: Crew) -> list[dict[str, Any]]:
    return list(crew.floor.client.get(f"/api/floor/{crew.table}").json()["alarms"])


@clause("MD-HCF 3.A", "MD-HCF 3.B")
def test_a_table_without_its_shuffler_goes_on_with_one_deck(service: Service) -> None:
    ann, dealer, floor = (
        service.someone(*each) for each in (("ann", "player"), ("dana", "dealer"), ("flo", "floorperson"))
    )
    table = ann.open_table(decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="1000")
    ann.play_round(table, 1, {"ante": "10"})
    dealer.must(table, "report_device", device="shuffler")
    dealer.must(table, "cover_device", device="shuffler")
    for _ in range(2):
        ann.play_round(table, 1, {"ante": "10"})
    floor.must(table, "report_repair", device="shuffler")
    dealer.must(table, "uncover_device", device="shuffler")
    for _ in range(2):
        ann.play_round(table, 1, {"ante": "10"})
    crew = Crew(service, table)
    assert [event.deck for event in crew.events(e.RoundOpened)] == [1, 1, 1, 2, 1]


@clause("MD-HCF 5.A(3)", "MA-HCF 4(a)")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("closed", [False, True])
def test_a_shuffle_is_ordered_with_wagers_down(service: Service, game: str, closed: bool) -> None:
    """The seed is promised anew, players add to it, and the round is played with the new order."""
    crew = Crew(service, game=game)
    crew.shuffle(deck=1)
    crew.bet()
    if closed:
        crew.dealer.must(crew.table, "no_more_bets")
    crew.floor.must(crew.table, "order_shuffle", deck=1)
    crew.ann.must(crew.table, "add_entropy", text="once more")
    now = next(
        step for step in crew.dealer.view(crew.table, "dealer")["desk"]["procedure"] if step["status"] == "now"
    )
    assert now["title"] == "Shuffle, deck 1"
    crew.shuffle(deck=1)
    if not closed:
        crew.dealer.must(crew.table, "no_more_bets")
    crew.dealer.must(crew.table, "deal")
    crew.floor.refused(crew.table, "order_shuffle", 422, "deck_not_ready", deck=1)
    first, second = crew.events(e.CardsShuffled)
    (dealt,) = crew.events(e.CardsDealt)
    assert dealt.cards == second.cards[: len(dealt.cards)] != first.cards[: len(dealt.cards)]
    crew.insist_all_are_new(2)


@clause("MA-HCF 4(d)")
def test_a_cut_is_ordered_with_wagers_down(service: Service) -> None:
    crew = Crew(service, game="ma-high-card-flush")
    crew.shuffle(deck=1)
    crew.bet()
    crew.floor.must(crew.table, "order_recut", deck=1)
    crew.dealer.must(crew.table, "cut_cards", deck=1, depth=21)
    crew.dealer.must(crew.table, "no_more_bets")
    crew.dealer.must(crew.table, "deal")
    (shuffled,), (dealt,) = crew.events(e.CardsShuffled), crew.events(e.CardsDealt)
    assert dealt.cards == shuffled.cards[21 : 21 + len(dealt.cards)]


@clause("MD-HCF 5.A(3)")
def test_a_table_that_works_by_itself_shuffles_on_order(service: Service) -> None:
    ann, floor = service.someone("ann", "player"), service.someone("flo", "floorperson")
    table = ann.open_table(decision_seconds=0, betting_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="1000")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
    floor.must(table, "order_shuffle", deck=1)
    ann.must(table, "ready")
    assert ann.view(table)["round"]["phase"] == "decisions"
    crew = Crew(service, table)
    assert len(crew.events(e.CardsShuffled)) == 2
