"""Who may bet at a table, and what the progressive system at its betting positions shows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.service import Service, Someone
from tests.support.clauses import clause

WAGERS: dict[str, dict[str, str]] = {
    "md-high-card-flush": {"ante": "10"},
    "md-chase-the-flush": {"ante": "10", "xtra_bonus": "10"},
    "ma-high-card-flush": {"ante": "10"},
}
SEATED = {"md-high-card-flush": "MD-HCF 7.C", "md-chase-the-flush": "MD-CTF 7.C", "ma-high-card-flush": "MA-HCF 6(c)"}
MARYLAND = ("md-high-card-flush", "md-chase-the-flush")


@clause("MD-HCF 7.C", "MD-CTF 7.C", "MA-HCF 6(c)")
@pytest.mark.parametrize("game", WAGERS)
def test_only_who_is_seated_may_bet(service: Service, game: str) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table(game)
    error = bob.refused(table, "place_wagers", 422, "not_seated", seat=1, wagers=WAGERS[game])
    assert error["clause"] == SEATED[game]
    ann.must(table, "sit", seat=2, buy_in="100")
    bob.refused(table, "place_wagers", 422, "not_seated", seat=2, wagers=WAGERS[game])
    ann.must(table, "place_wagers", seat=2, wagers=WAGERS[game])
    assert [box["seat"] for box in ann.view(table)["round"]["seats"]] == [2]
    bob.refused(table, "place_wagers", 422, "not_seated", seat=1, wagers=WAGERS[game])


@clause("MD-HCF 7.C", "MD-CTF 7.C", "MA-HCF 6(c)")
@pytest.mark.parametrize("game", WAGERS)
def test_who_has_left_the_seat_may_not_bet_any_more(service: Service, game: str) -> None:
    ann = service.guest()
    table = ann.open_table(game)
    ann.must(table, "sit", seat=2, buy_in="100")
    ann.must(table, "leave")
    error = ann.refused(table, "place_wagers", 422, "not_seated", seat=2, wagers=WAGERS[game])
    assert error["clause"] == SEATED[game]


@clause("MA-HCF 6(c)")
def test_leaving_with_cards_is_recorded_and_the_seat_stays_theirs_until_the_round_is_over(service: Service) -> None:
    ann, bob, new = service.guest(), service.guest(), service.guest()
    table = ann.open_table("ma-high-card-flush")
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "sit", seat=seat, buy_in="100")
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
    ann.must(table, "leave")
    left = service.log.latest(f"table:{table}", "table.seat_left/1")
    assert left
    assert left[0].actor == ann.account
    new.refused(table, "sit", 422, "seat_taken", seat=1)
    bob.must(table, "act", seat=2, action="fold")
    new.must(table, "sit", seat=1)


def test_who_left_with_every_chip_on_the_felt_does_not_come_back_in_the_same_round(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table("md-high-card-flush", decision_seconds=0)
    ann.must(table, "sit", seat=1, buy_in="20")
    bob.must(table, "sit", seat=4, buy_in="100")
    for box in (1, 2):
        ann.must(table, "place_wagers", seat=box, wagers={"ante": "10"}, ready=box == 2)
    bob.must(table, "place_wagers", seat=4, wagers={"ante": "10"}, ready=True)
    assert ann.view(table)["you"]["chips"] == "0.00"
    ann.must(table, "leave")
    ann.refused(table, "sit", 422, "still_leaving", seat=5, buy_in="50")
    while bob.view(table)["phase"] == "decisions":
        bob.must(table, "act", seat=4, action="fold")
    ann.must(table, "sit", seat=5, buy_in="50")
    assert ann.view(table)["you"]["chips"] == "50.00"


def test_a_closed_table_sells_no_chips(service: Service) -> None:
    ann, floor = service.guest(), service.someone("flo-closes", "floorperson")
    table = ann.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    floor.must(table, "close_table")
    ann.refused(table, "buy_in", 422, "table_closed", amount="10")
    ann.must(table, "cash_out", amount="10")
    ann.must(table, "leave")


def lights(who: Someone, table: str) -> Any:
    return who.view(table)["progressive_system"]


@clause("MD-HCF 2.C", "MD-CTF 2.C")
@pytest.mark.parametrize("game", MARYLAND)
def test_a_table_that_offers_the_progressive_has_a_system_for_it(service: Service, game: str) -> None:
    ann = service.guest()
    text = ann.client.get(f"/api/submissions/{game}").json()["toml"]
    with_it = ann.open_table(game)
    assert lights(ann, with_it)["clauses"] == [f"{book(game)} 2.C(1)", f"{book(game)} 2.C"]
    assert ann.view(with_it)["meters"]
    without = ann.open_table(text[: text.index("[wagers.progressive]")] + _after_progressive(text))
    assert lights(ann, without) is None
    assert ann.view(without)["meters"] == {}
    ann.must(without, "sit", seat=1, buy_in="100")
    wagers = {**WAGERS[game], "progressive": "1"}
    ann.refused(without, "place_wagers", 422, "wager_not_offered", seat=1, wagers=wagers)


def book(game: str) -> str:
    return SEATED[game].split()[0]


def _after_progressive(text: str) -> str:
    """The submission's text from the first table after those of the progressive."""
    following = [place for place in _tables(text) if place > text.index("[wagers.progressive]")]
    return next((text[place:] for place in following if "progressive" not in text[place:].partition("]")[0]), "")


def _tables(text: str) -> list[int]:
    return [place for place in range(len(text)) if text[place] == "[" and text[place - 1] == "\n"]


@clause("MD-HCF 2.C(1)", "MD-CTF 2.C(1)")
@pytest.mark.parametrize("game", MARYLAND)
def test_each_betting_position_confirms_its_own_progressive_wager(service: Service, game: str) -> None:
    players = [service.guest() for _ in range(6)]
    table = players[0].open_table(game, betting_seconds=0, decision_seconds=0)
    for seat, player in enumerate(players, start=1):
        player.must(table, "sit", seat=seat, buy_in="100")
    assert lights(players[0], table)["accepted"] == []
    taken = []
    for seat, player in enumerate(players, start=1):
        with_progressive = seat % 2 == 0
        wagers = {**WAGERS[game], "progressive": "1"} if with_progressive else WAGERS[game]
        player.must(table, "place_wagers", seat=seat, wagers=wagers)
        taken += [seat] if with_progressive else []
        assert lights(players[0], table)["accepted"] == taken
        assert lights(players[0], table)["open"]
    players[3].must(table, "withdraw_wagers", seat=4)
    assert lights(players[0], table)["accepted"] == [2, 6]
    for player in players:
        player.must(table, "ready")
    assert lights(players[0], table)["accepted"] == [2, 6]
    assert not lights(players[0], table)["open"]
    wagers = {**WAGERS[game], "progressive": "1"}
    players[3].refused(table, "place_wagers", 422, "no_more_bets", seat=4, wagers=wagers)
    assert lights(players[0], table)["accepted"] == [2, 6]
