"""A shoe that reads its cards as it gives them out: nobody knows the order before, and nobody is told too soon."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houserules.app import audit
from houserules.app.table import events as f
from houserules.app.table.verbs import STEPS
from houserules.cli.main import run
from houserules.play import events as e
from houserules.play import replay
from tests.api.service import Service
from tests.api.test_cards_from_outside import ByHand


class Shoe(ByHand):
    """Its deck is shuffled and cut, and no card of it was read."""

    def __init__(self, service: Service, automatic: tuple[str, ...] = ()) -> None:
        super().__init__(service, automatic)
        self.shuffle(deck=1, as_dealt=True)
        self.dealer.must(self.table, "cut_cards", deck=1, depth=20)

    def read(self, count: int) -> list[str]:
        drawn, self.cards = self.cards[:count], self.cards[count:]
        self.dealer.must(self.table, "read_cards", cards=drawn)
        return drawn

    def to_read(self) -> int:
        return int(self.dealer.view(self.table, "dealer")["desk"]["cards_to_read"])

    def step_types(self) -> set[str]:
        return {step["type"] for step in self.dealer.view(self.table, "dealer")["desk"]["steps"]}


def test_a_hand_is_dealt_from_cards_as_they_are_read(database: Path, tmp_path: Path) -> None:
    with Service(database) as service:
        shoe, regulator = Shoe(service), service.someone("regina", "regulator")
        shoe.bet()
        assert (shoe.to_read(), "read_cards" in shoe.step_types()) == (0, False)
        shoe.dealer.refused(shoe.table, "read_cards", 422, "wrong_phase", cards=shoe.cards[:1])
        shoe.dealer.must(shoe.table, "no_more_bets")
        assert shoe.to_read() == 14
        assert "read_cards" in shoe.step_types()
        assert "deal" not in shoe.step_types()
        shoe.dealer.refused(shoe.table, "deal", 422, "cards_not_read")
        first = shoe.read(13)
        assert shoe.to_read() == 1
        shoe.dealer.refused(shoe.table, "read_cards", 422, "not_a_deck", cards=first[:1])
        drawn = [*first, *shoe.read(1)]
        shoe.dealer.must(shoe.table, "deal")
        shoe.ann.must(shoe.table, "act", seat=2, action="raise", amount="10")
        for step in ("reveal", "settle"):
            shoe.dealer.must(shoe.table, step)
        last = shoe.ann.view(shoe.table)["last_round"]
        assert {*last["seats"][0]["cards"], *last["dealer"]} == {*drawn}
        exported = regulator.client.get(f"/api/hands/{shoe.table}/1/export").content
        assert replay(exported) is None
        file = tmp_path / "hand.json"
        file.write_bytes(exported)
        for command in ("replay", "explain"):
            assert run([command, str(file)]) == 0
        with service.log.frozen() as frozen:
            assert audit(frozen).sound


def test_nothing_is_sealed_and_everybody_is_told_so(service: Service) -> None:
    shoe = Shoe(service)
    (seal,) = shoe.ann.view(shoe.table)["seal"]
    assert (seal["method"], seal["root"], seal["seed_digest"], seal["cuts"]) == ("as_dealt", None, "", [20])
    (sealed,) = shoe.events(f.DeckSealed)
    assert (sealed.method, sealed.commitment, sealed.cards, sealed.salts) == ("as_dealt", "", (), ())
    shoe.ann.refused(shoe.table, "add_entropy", 422, "no_promise", text="too late")
    shoe.bet()
    shoe.dealer.must(shoe.table, "no_more_bets")
    shoe.read(14)
    shoe.dealer.must(shoe.table, "deal")
    shoe.ann.must(shoe.table, "act", seat=2, action="fold")
    shoe.dealer.must(shoe.table, "reveal")
    shoe.dealer.must(shoe.table, "settle")
    answer = shoe.ann.client.get(f"/api/tables/{shoe.table}/hands/1/openings")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_sealed")
    assert shoe.ann.client.get(f"/api/tables/{shoe.table}/hands/1").json()["seal"] is None
    assert shoe.promised()["seed_digest"], "the next shuffle is promised as always"


def test_cards_that_were_read_are_closed_until_they_are_dealt_and_turned_up(service: Service) -> None:
    shoe, regulator = Shoe(service), service.someone("regina", "regulator")
    auditor = service.someone("audrey", "auditor")
    after = service.log.position()
    shoe.bet()
    shoe.dealer.must(shoe.table, "no_more_bets")
    drawn = shoe.read(14)

    def withheld(who: Any) -> bool:
        shown: list[dict[str, Any]] = who.client.get("/api/events", params={"after": after}).json()
        (found,) = [event for event in shown if event["event"] == "round.cards_read/1"]
        return bool(found["withheld"])

    assert withheld(regulator)
    for who in (shoe.ann, shoe.dealer, shoe.floor):
        assert not [card for card in drawn if f'"{card}"' in who.client.get(f"/api/tables/{shoe.table}").text]
    shoe.dealer.must(shoe.table, "deal")
    shoe.ann.must(shoe.table, "act", seat=2, action="fold")
    shoe.dealer.must(shoe.table, "reveal")
    shoe.dealer.must(shoe.table, "settle")
    assert not withheld(regulator)
    assert withheld(auditor), "folded hands stay closed"
    frames = regulator.client.get(f"/api/hands/{shoe.table}/1/replay").json()["frames"]
    assert "round.cards_read/1" in {frame["event"] for frame in frames}


def test_a_table_that_deals_by_itself_waits_until_the_cards_are_read(service: Service) -> None:
    shoe = ByHand(service, automatic=STEPS)
    dealer = service.someone("dana", "dealer")
    shoe.shuffle(deck=1, as_dealt=True)
    dealer.must(shoe.table, "cut_cards", deck=1, depth=20)
    shoe.ann.must(shoe.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    dealer.must(shoe.table, "read_cards", cards=shoe.cards[:13])
    assert not shoe.events(e.CardsDealt)
    dealer.must(shoe.table, "read_cards", cards=shoe.cards[13:14])
    assert shoe.events(e.CardsDealt)
    shoe.ann.must(shoe.table, "act", seat=2, action="fold")
    assert shoe.events(e.RoundClosed)
    shoe.ann.must(shoe.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    assert len(shoe.events(e.CardsDealt)) == 2, "the next deck is the service's own again"


def test_an_order_and_none_do_not_go_together(service: Service) -> None:
    shoe = ByHand(service)
    shoe.dealer.refused(shoe.table, "shuffle", 400, "malformed", deck=1, as_dealt=True, cards=shoe.cards)


def test_a_shoe_is_played_on_after_a_restart(database: Path) -> None:
    with Service(database) as service:
        shoe = Shoe(service)
        shoe.bet()
        shoe.dealer.must(shoe.table, "no_more_bets")
        drawn = shoe.read(10)
    with Service(database) as service:
        dealer, ann = service.someone("dana", "dealer"), service.someone("ann", "player")
        dealer.refused(shoe.table, "deal", 422, "cards_not_read")
        dealer.must(shoe.table, "read_cards", cards=shoe.cards[:4])
        dealer.must(shoe.table, "deal")
        assert {*ann.view(shoe.table)["round"]["seats"][0]["cards"]} <= {*drawn, *shoe.cards[:4]}
