"""A round that nobody bets in keeps no table open, and no deck in play beyond its hours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houserules.app import audit
from houserules.app.house.absence import DESERTED_AFTER
from houserules.app.table.verbs import SECOND_PERSON, STEPS
from houserules.play import replay
from tests.api.service import Service, Someone
from tests.api.test_absence import let_time_pass
from tests.support.clauses import clause

HOUR = 3600 * 1000
BY_PEOPLE = [step for step in STEPS if step not in (*SECOND_PERSON, "change_decks")]


def sound(service: Service) -> bool:
    with service.log.frozen() as frozen:
        return audit(frozen).sound


def names(service: Service, table: str) -> list[str]:
    return [stored.name for stored in service.log.read(f"table:{table}")]


def seated(service: Service, **settings: Any) -> tuple[Someone, str]:
    ann = service.guest()
    table = ann.open_table(**settings)
    ann.must(table, "sit", seat=1, buy_in="100")
    return ann, table


def bet_and_withdraw(ann: Someone, table: str) -> None:
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
    ann.must(table, "withdraw_wagers", seat=1)
    assert ann.view(table)["phase"] == "betting"


def test_a_table_is_closed_when_the_only_bettor_withdraws(service: Service) -> None:
    floor = service.someone("flo-empty", "floorperson")
    ann, table = seated(service)
    bet_and_withdraw(ann, table)
    floor.must(table, "close_table")
    assert names(service, table)[-3:-1] == ["round.called_off/1", "table.closed/1"]
    ann.must(table, "leave")
    assert sound(service)


def test_a_table_goes_idle_and_a_deck_is_removed_when_nobody_bets(service: Service) -> None:
    dealer = service.someone("dan-empty", "dealer")
    ann, table = seated(service)
    for kind, fields in (("go_idle", {}), ("remove_deck", {"deck": 1})):
        bet_and_withdraw(ann, table)
        dealer.must(table, kind, **fields)
        assert "round.called_off/1" in names(service, table)[-12:]
    ann.play_round(table, 1, {"ante": "10"})
    assert ann.view(table)["last_round"]["number"] == 1
    assert sound(service)


def test_a_deserted_table_of_a_guest_closes_also_when_it_was_left_while_betting(database: Path) -> None:
    with Service(database) as service:
        ann, table = seated(service)
        ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
        ann.must(table, "leave")
        let_time_pass(service, DESERTED_AFTER)
        assert service.house.table(table).state.table.closed
        assert names(service, table)[-3:-1] == ["round.called_off/1", "table.closed/1"]


def test_a_hand_before_which_a_round_was_called_off_is_shown_exported_and_played_again(service: Service) -> None:
    dealer, regulator = service.someone("dan-again", "dealer"), service.someone("reg-again", "regulator")
    ann, table = seated(service)
    ann.play_round(table, 1, {"ante": "10"})
    bet_and_withdraw(ann, table)
    dealer.must(table, "go_idle")
    ann.play_round(table, 1, {"ante": "10"})
    for number in (1, 2):
        exported = regulator.client.get(f"/api/hands/{table}/{number}/export")
        assert exported.status_code == 200, exported.text
        assert replay(exported.content) is None
        assert (b"round.called_off/1" in exported.content) == (number == 2)
        frames = regulator.client.get(f"/api/hands/{table}/{number}/replay")
        assert frames.status_code == 200, frames.text
        hand = ann.client.get(f"/api/tables/{table}/hands/{number}").json()
        assert hand["number"] == number, hand


@clause("MD-HCF 3.C(2)")
def test_the_deck_of_an_empty_round_is_changed_when_it_is_due(database: Path) -> None:
    with Service(database) as service:
        olga = service.someone("olga", "player")
        table = olga.open_table()
        olga.must(table, "sit", seat=1, buy_in="100")
        bet_and_withdraw(olga, table)
        old = service.house.tables[f"table:{table}"].state.table.decks
        service.clock.ahead += 9 * HOUR
        olga.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
        state = service.house.tables[f"table:{table}"].state
        assert min(deck.received_at for deck in state.table.decks) > max(deck.received_at for deck in old)
        assert state.table.round is not None
        assert state.table.round.number == 1
        assert sound(service)


def test_wagers_go_back_where_the_deck_becomes_due_while_they_lie_there(database: Path) -> None:
    with Service(database) as service:
        olga, pete = service.someone("olga", "player"), service.someone("pete", "player")
        table = olga.open_table(betting_seconds=0)
        for seat, who in enumerate((olga, pete), 1):
            who.must(table, "sit", seat=seat, buy_in="100")
        olga.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        service.clock.ahead += 9 * HOUR
        pete.must(table, "ready")
        state = service.house.tables[f"table:{table}"].state
        assert state.table.round is None
        assert not any(sitting.ready for sitting in state.sittings)
        assert olga.view(table)["you"]["chips"] == "100.00"
        assert "round.wagers_withdrawn/1" in names(service, table)
        pete.must(table, "leave")
        olga.play_round(table, 1, {"ante": "10"})
        assert sound(service)


@clause("MD-HCF 3.C(2)")
def test_where_people_change_the_decks_betting_ends_with_the_deck(database: Path) -> None:
    with Service(database) as service:
        olga, pete = service.someone("olga", "player"), service.someone("pete", "player")
        dealer = service.someone("dan", "dealer")
        table = olga.open_table(betting_seconds=60, automatic=[*BY_PEOPLE, *SECOND_PERSON])
        for seat, who in enumerate((olga, pete), 1):
            who.must(table, "sit", seat=seat, buy_in="100")
        olga.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
        let_time_pass(service, 9 * HOUR)
        assert olga.view(table)["phase"] == "betting", "the clock deals nothing from such a deck"
        assert service.house.subscribers.troubles == {}
        error = dealer.refused(table, "no_more_bets", 422, "deck_overdue")
        assert error["clause"] == "MD-HCF 3.C(2)"
        pete.refused(table, "place_wagers", 422, "deck_overdue", seat=2, wagers={"ante": "10"})
        olga.must(table, "ready")
        pete.must(table, "ready")
        assert olga.view(table)["phase"] == "betting"
        round_ = service.house.tables[f"table:{table}"].state.table.round
        assert round_ is not None
        dealer.must(table, "remove_deck", deck=round_.deck)
        assert olga.view(table)["you"]["chips"] == "100.00"
        dealer.must(table, "remove_deck", deck=2)
        olga.play_round(table, 1, {"ante": "10"})
        assert sound(service)


@pytest.mark.parametrize("game", ["md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"])
def test_the_floor_is_offered_to_close_a_table_where_nobody_bets(service: Service, game: str) -> None:
    floor, ann = service.someone("flo-offers", "floorperson"), service.guest()
    table = ann.open_table(game)
    ann.must(table, "sit", seat=1, buy_in="100")
    wagers = {"ante": "10", **({"xtra_bonus": "10"} if "chase" in game else {})}
    ann.must(table, "place_wagers", seat=1, wagers=wagers)
    ann.must(table, "withdraw_wagers", seat=1)
    offered = {step["type"] for step in floor.view(table, "dealer")["desk"]["steps"]}
    assert {"close_table", "remove_deck", "go_idle"} <= offered
