"""Cards entered by hand at a live table: where it was opened for it, with a second person, and told to everybody."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from houserules.app.table import events as f
from houserules.app.table.folding import decode
from houserules.cards import DECK, format_card
from houserules.cli.main import run
from houserules.records import audit
from tests.api.service import Service

CHOSEN = [format_card(card) for card in random.Random(5).sample(DECK, 52)]
SAID = "entered by hand"


class Live:
    """A live table that does everything by itself but for the shuffle, with one player who has chips."""

    def __init__(self, service: Service, **settings: Any) -> None:
        self.service = service
        self.pit, self.dealer = service.someone("pit", "pit_manager"), service.someone("dana", "dealer")
        self.floor, self.ann = service.someone("flo", "floorperson"), service.someone("ann", "player")
        by_itself = [
            step for step in self.pit.view("md-high-card-flush")["automatic"]
            if step not in ("verify_inspection", "validate_payout", "shuffle")
        ]  # fmt: skip
        self.table = self.pit.open_table(kind="live", automatic=by_itself, **settings)
        service.run(service.house.cage.fund("ann", "live", 1_000_000_000, f"fund-{self.table}", "test"))
        for deck in (1, 2):
            self.floor.must(self.table, "verify_inspection", deck=deck)
        self.ann.must(self.table, "sit", seat=2, buy_in="500")

    def enters(self, **fields: Any) -> None:
        self.dealer.must(self.table, "shuffle", deck=1, **(fields or {"cards": CHOSEN}))

    def steps(self) -> dict[str, Any]:
        return {step["type"]: step for step in self.dealer.view(self.table, "dealer")["desk"]["steps"]}

    def bets(self) -> Any:
        self.ann.must(self.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        return self.ann.view(self.table)


@pytest.mark.parametrize("fields", [{"cards": CHOSEN}, {"as_dealt": True}])
def test_a_table_that_was_not_opened_for_it_takes_no_cards_from_outside(
    service: Service, fields: dict[str, Any]
) -> None:
    live = Live(service)
    error = live.dealer.refused(live.table, "shuffle", 422, "cards_not_entered", deck=1, **fields)
    assert "opened for it" in error["message"]
    assert live.steps()["shuffle"]["inputs"] == []
    assert live.ann.view(live.table)["entered_cards"] is False
    live.pit.must(live.table, "change_settings", betting_seconds=5)
    assert live.ann.view(live.table)["entered_cards"] is False
    asked = live.pit.send(live.table, "change_settings", entered_cards=True)
    assert asked.status_code == 400, "what players were told when they sat down stays so"


def test_no_round_begins_until_a_second_person_has_confirmed_the_cards(service: Service) -> None:
    live = Live(service, entered_cards=True)
    live.floor.refused(live.table, "confirm_cards", 422, "nothing_to_confirm", deck=1)
    live.enters()
    assert live.ann.view(live.table)["phase"] == "waiting"
    for sender, verb, fields in (
        (live.ann, "place_wagers", {"seat": 2, "wagers": {"ante": "10"}}),
        (live.dealer, "open_round", {}),
    ):
        sender.refused(live.table, verb, 422, "cards_unconfirmed", **fields)
    steps = live.steps()
    assert "open_round" not in steps
    assert steps["confirm_cards"]["roles"] == ["floorperson", "pit_manager"]
    live.dealer.refused(live.table, "confirm_cards", 403, "forbidden", deck=1)
    alarms = live.floor.client.get("/api/floor").json()
    (waits,) = (each for table in alarms if table["table"] == live.table for each in table["alarms"])
    assert (waits["alarm"], waits["option"]["type"]) == ("confirmation_waits", "confirm_cards")
    live.floor.must(live.table, "confirm_cards", deck=1)
    assert live.bets()["phase"] == "decisions"


def test_who_entered_the_cards_does_not_confirm_them(service: Service) -> None:
    live = Live(service, entered_cards=True)
    both = service.someone("dealer-and-floor", "dealer", "floorperson")
    both.must(live.table, "shuffle", deck=1, cards=CHOSEN)
    both.refused(live.table, "confirm_cards", 403, "own_act", deck=1)
    live.pit.must(live.table, "confirm_cards", deck=1)
    (confirmed,) = (
        event for stored in service.log.read(f"table:{live.table}")
        if isinstance(event := decode(stored.data or b""), f.CardsConfirmed)
    )  # fmt: skip
    assert (confirmed.deck, confirmed.by) == (1, "pit")


def test_a_shuffle_that_is_ordered_takes_the_question_away(service: Service) -> None:
    live = Live(service, entered_cards=True)
    live.enters()
    live.floor.must(live.table, "order_shuffle", deck=1)
    live.floor.refused(live.table, "confirm_cards", 422, "nothing_to_confirm", deck=1)
    live.dealer.must(live.table, "shuffle", deck=1)
    shown = live.bets()
    assert (shown["phase"], shown["round"]["entered"]) == ("decisions", False)


def test_every_view_and_record_of_the_round_says_so(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Service(database) as service:
        live, regulator = Live(service, entered_cards=True), service.someone("regina", "regulator")
        live.enters()
        live.floor.must(live.table, "confirm_cards", deck=1)
        assert live.bets()["round"]["entered"] is True
        live.ann.must(live.table, "act", seat=2, action="fold")
        assert live.ann.view(live.table)["last_round"]["entered"] is True
        (hand,) = live.ann.client.get(f"/api/tables/{live.table}/hands").json()
        assert hand["entered"] is True
        lobby = {each["table"]: each["entered_cards"] for each in service.http().get("/api/tables").json()}
        assert lobby[live.table] is True
        live.dealer.must(live.table, "shuffle", deck=2)
        assert live.bets()["round"]["entered"] is False, "the next deck is the shuffler's"
        live.ann.must(live.table, "act", seat=2, action="fold")
        file = tmp_path / "hand.json"
        for number in (1, 2):
            exported = regulator.client.get(f"/api/hands/{live.table}/{number}/export")
            if exported.status_code == 200:
                file.write_bytes(exported.content)
                for command in ("replay", "explain"):
                    assert run([command, str(file)]) == 0
                    assert (SAID in capsys.readouterr().out) is (number == 1), (command, number)
        with service.log.frozen() as frozen:
            found = audit(frozen)
        assert found.sound
        assert (found.rounds, found.entered) == (2, 1)
    for words in (["audit", str(database)], ["replay", str(database)], ["replay", str(database), live.table, "1"]):
        assert run(words) == 0
        assert SAID in capsys.readouterr().out, words
    assert run(["replay", str(database), live.table, "2"]) == 0
    assert SAID not in capsys.readouterr().out


def test_a_trainee_enters_cards_alone_and_is_still_told(service: Service) -> None:
    dealer, ann = service.someone("dana", "dealer"), service.someone("ann", "player")
    table = dealer.open_table()
    ann.must(table, "sit", seat=1, buy_in="100")
    dealer.must(table, "shuffle", deck=1, cards=CHOSEN)
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    assert ann.view(table)["round"]["entered"] is True
