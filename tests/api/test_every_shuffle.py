"""Every shuffle is a new one, whatever leads to it: a name and a seed of its own, promised before shares come."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houserules.app.table import events as f
from houserules.app.table.draft import Draft
from houserules.app.table.folding import decode
from houserules.play import events as e
from houserules.shuffle import SeedCommitment, is_promised
from tests.api.service import Service
from tests.support.clauses import clause

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")


class Crew:
    """A dealer, a floorperson and a player at a table without any automatic step, its decks washed and stacked."""

    def __init__(self, service: Service, table: str = "", game: str = "md-high-card-flush") -> None:
        self.service = service
        self.dealer, self.floor = service.someone("dana", "dealer"), service.someone("flo", "floorperson")
        self.ann = service.someone("ann", "player")
        self.table = table or self.dealer.open_table(game, automatic=[], betting_seconds=0, decision_seconds=0)
        if not table:
            self.ann.must(self.table, "sit", seat=2, buy_in="1000")
            for deck in (1, 2):
                self.bring(deck)

    def bring(self, deck: int = 1) -> None:
        for step in ("receive_cards", "inspect_cards"):
            self.dealer.must(self.table, step, deck=deck)
        self.floor.must(self.table, "verify_inspection", deck=deck)
        self.dealer.must(self.table, "spread_cards", deck=deck)
        self.restack(deck)

    def restack(self, deck: int = 1) -> None:
        self.ann.must(self.table, "view_cards", deck=deck)
        self.dealer.must(self.table, "stack_cards", deck=deck)

    def shuffle(self, **fields: Any) -> None:
        self.dealer.must(self.table, "shuffle", **fields)

    def promised(self, deck: int | None = 1) -> dict[str, Any]:
        """What everybody is shown of the shuffle to come: of this deck, or of the only one that is promised."""
        shown = [seal for seal in self.ann.view(self.table)["seal"] if seal["root"] is None]
        (found,) = (seal for seal in shown if deck in (None, seal["deck"]))
        return dict(found)

    def bet(self) -> None:
        self.dealer.must(self.table, "open_round")
        self.ann.must(self.table, "place_wagers", seat=2, wagers={"ante": "10"} | self.needed())

    def needed(self) -> dict[str, str]:
        wagers = self.ann.all_wagers(self.table)
        return {name: wagers[name] for name in wagers if name == "xtra_bonus"}

    def play(self) -> None:
        """A round with the deck that is ready, to its end."""
        self.bet()
        self.dealer.must(self.table, "no_more_bets")
        self.dealer.must(self.table, "deal")
        for _ in range(20):
            acts = [option for option in self.ann.view(self.table)["you"]["options"] if option["type"] == "act"]
            if acts:
                self.ann.must(self.table, "act", seat=2, action=acts[-1]["action"])
                continue
            steps = {step["type"]: step for step in self.dealer.view(self.table, "dealer")["desk"]["steps"]}
            following = (each for each in ("deal_community", "count_stub", "reveal", "settle") if each in steps)
            name = next(following, None)
            if name is None:
                return
            fields = {"counted": steps[name]["counted"]} if name == "count_stub" else {}
            self.dealer.must(self.table, name, **fields)
        raise AssertionError("the round never ends")

    def events(self, *kinds: type) -> list[Any]:
        found = self.service.log.read(f"table:{self.table}")
        return [event for stored in found if isinstance(event := decode(stored.data or b""), kinds)]

    def insist_all_are_new(self, least: int) -> None:
        """No order, no seed, no name and no root twice, and every seed promised before its shuffle."""
        orders = [event.cards for event in self.events(e.CardsShuffled)]
        sealed = self.events(f.DeckSealed)
        promises = {event.context: event for event in self.events(f.SeedPromised)}
        assert len(orders) == len(sealed) >= least
        assert orders == [event.cards for event in sealed]
        for each in (orders, [event.context for event in sealed], [event.commitment for event in sealed]):
            assert len(set(each)) == len(each), "something comes a second time"
        seeds = [event.seed for event in promises.values()]
        assert len(set(seeds)) == len(seeds)
        for event in sealed:
            promise = promises[event.context]
            commitment = SeedCommitment(event.context, promise.commitment)
            shares = [bytes.fromhex(share) for share in event.shares]
            assert is_promised(commitment, bytes.fromhex(promise.seed), shares, event.cards)


def ordered(crew: Crew) -> None:
    crew.floor.must(crew.table, "order_shuffle", deck=1)


def jammed(crew: Crew) -> None:
    crew.dealer.must(crew.table, "report", kind="shuffler_jam")


def new_deck(crew: Crew) -> None:
    crew.dealer.must(crew.table, "remove_deck", deck=1)
    crew.bring(1)


def idle(crew: Crew) -> None:
    crew.dealer.must(crew.table, "go_idle", face_up=True)
    for deck in (1, 2):
        crew.restack(deck)


def out_of_order(crew: Crew) -> None:
    crew.dealer.must(crew.table, "report_device", device="shuffler")
    crew.dealer.must(crew.table, "cover_device", device="shuffler")
    ordered(crew)


WAYS: dict[str, Callable[[Crew], None]] = {
    "another shuffle is ordered": ordered,
    "the shuffler jams": jammed,
    "the deck is taken away and a new one comes": new_deck,
    "the idle table's cards are spread face up and stacked again": idle,
    "the shuffler is out of order, and it goes on by hand": out_of_order,
}


@clause("MD-HCF 5.A(3)", "MD-HCF 13.G")
@pytest.mark.parametrize("way", WAYS)
def test_a_second_shuffle_before_the_deck_was_played(database: Path, way: str) -> None:
    with Service(database) as service:
        crew = Crew(service)
        for number in range(1, 4):
            before = crew.promised()
            crew.ann.must(crew.table, "add_entropy", text=f"share {number}")
            crew.shuffle(deck=1)
            seal = next(seal for seal in crew.ann.view(crew.table)["seal"] if seal["deck"] == 1)
            assert (seal["deal"], seal["seed_digest"]) == (before["deal"], before["seed_digest"])
            assert seal["shares"] == [f"share {number}".encode().hex()]
            if way == "the shuffler is out of order, and it goes on by hand" and number > 1:
                ordered(crew)
            else:
                WAYS[way](crew)
            assert crew.promised()["deal"] != before["deal"]
            assert crew.promised()["shares"] == []
        crew.insist_all_are_new(3)
        given_up = [event.context for event in crew.events(f.DeckDiscarded)]
        assert given_up == [event.context for event in crew.events(f.DeckSealed)], "the record says which never came"


@pytest.mark.parametrize("game", GAMES)
def test_a_second_shuffle_after_a_round_and_after_a_void_one(service: Service, game: str) -> None:
    crew = Crew(service, game=game)
    crew.shuffle(deck=1)
    crew.play()
    crew.shuffle(deck=2)
    crew.bet()
    crew.dealer.must(crew.table, "no_more_bets")
    crew.dealer.must(crew.table, "deal")
    crew.floor.must(crew.table, "report", kind="wrong_number_of_cards", who="dealer")
    for _ in range(4):
        steps = {step["type"] for step in crew.dealer.view(crew.table, "dealer")["desk"]["steps"]}
        if "settle" in steps:
            crew.dealer.must(crew.table, "settle")
    assert crew.ann.view(crew.table)["last_round"]["void"] is not None
    for deck in (1, 2, 1):
        crew.shuffle(deck=deck)
        crew.play()
    crew.insist_all_are_new(5)
    assert len(crew.events(f.DeckOpened)) == 5
    assert not crew.events(f.DeckDiscarded)


def test_a_restart_between_promise_and_shuffle(database: Path) -> None:
    """What was promised is kept, once; what was shuffled before is not shuffled again."""
    with Service(database) as service:
        crew = Crew(service)
        crew.shuffle(deck=1)
        ordered(crew)
        crew.ann.must(crew.table, "add_entropy", text="kept")
        table, promised = crew.table, crew.promised()
    with Service(database) as service:
        crew = Crew(service, table)
        assert crew.promised() == promised
        crew.shuffle(deck=1)
        assert crew.events(f.DeckSealed)[-1].context == promised["deal"]
        assert crew.events(f.DeckSealed)[-1].shares == (b"kept".hex(),)
        ordered(crew)
        table = crew.table
    with Service(database) as service:
        crew = Crew(service, table)
        crew.shuffle(deck=1)
        crew.insist_all_are_new(3)


def test_a_shuffle_ordered_under_an_older_program_is_not_repeated(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier records keep the seal of a deck that must be shuffled again; its seed is used up all the same."""
    with Service(database) as service:
        crew = Crew(service)
        crew.shuffle(deck=1)
        with monkeypatch.context() as of_old:
            of_old.setattr(Draft, "_end_seals", lambda _: None)
            ordered(crew)
        table = crew.table
        assert not crew.events(f.DeckDiscarded)
    with Service(database) as service:
        crew = Crew(service, table)
        crew.shuffle(deck=1)
        crew.insist_all_are_new(2)


def test_a_table_that_runs_by_itself_never_shuffles_alike(service: Service) -> None:
    floor, ann, dealer = (
        service.someone(*each) for each in (("flo", "floorperson"), ("ann", "player"), ("dana", "dealer"))
    )
    crew = Crew(service, ann.open_table(betting_seconds=0, decision_seconds=0))
    ann.must(crew.table, "sit", seat=2, buy_in="1000")
    for _ in range(3):
        for kind in ("order_shuffle", "jam"):
            ann.must(crew.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
            ann.must(crew.table, "act", seat=2, action="fold")
            if kind == "jam":
                dealer.must(crew.table, "report", kind="shuffler_jam")
            else:
                floor.must(crew.table, "order_shuffle", deck=1)
            assert crew.promised(None)["seed_digest"]
    crew.insist_all_are_new(6)


def test_another_cut_is_not_another_shuffle(service: Service) -> None:
    crew = Crew(service)
    out_of_order(crew)
    crew.shuffle(deck=1)
    crew.dealer.must(crew.table, "cut_cards", deck=1, depth=20)
    crew.floor.must(crew.table, "order_recut", deck=1)
    crew.dealer.must(crew.table, "cut_cards", deck=1, depth=30)
    (seal,) = (seal for seal in crew.ann.view(crew.table)["seal"] if seal["root"])
    assert seal["cuts"] == [20, 30]
    crew.insist_all_are_new(1)


def test_what_was_given_up_is_shown_to_the_regulator_and_the_next_deck_is_not(service: Service) -> None:
    crew, regulator = Crew(service), service.someone("regina", "regulator")
    after = service.log.position()

    def shuffles() -> list[bool]:
        shown = regulator.client.get("/api/events", params={"after": after, "limit": 500}).json()
        return [
            event["withheld"]
            for event in shown
            if event["event"] == "table.cards_shuffled/1" and event["stream"] == f"table:{crew.table}"
        ]

    crew.shuffle(deck=1)
    assert shuffles() == [True]
    ordered(crew)
    crew.shuffle(deck=1)
    assert shuffles() == [False, True]


# Shares


def test_shares_are_published_as_they_come_and_none_is_lost(service: Service) -> None:
    crew, bob = Crew(service), service.someone("bob", "player")
    bob.must(crew.table, "sit", seat=3, buy_in="100")
    given = []
    for who, text in ((crew.ann, "first"), (bob, "luck"), (crew.ann, "second")):
        who.must(crew.table, "add_entropy", text=text)
        given.append(text.encode().hex())
        assert crew.promised()["shares"] == given
    crew.shuffle(deck=1)
    assert crew.events(f.DeckSealed)[-1].shares == tuple(given)
    crew.insist_all_are_new(1)


def test_no_share_comes_before_the_promise_it_is_mixed_with(service: Service) -> None:
    crew = Crew(service)
    crew.shuffle(deck=1)
    crew.bet()
    crew.ann.refused(crew.table, "add_entropy", 422, "no_promise", text="too early")
    crew.shuffle(deck=2)
    assert crew.events(f.DeckSealed)[-1].shares == ()


def test_nobody_floods_a_shuffle_with_shares(service: Service) -> None:
    crew = Crew(service)
    for number in range(8):
        crew.ann.must(crew.table, "add_entropy", text=str(number))
    crew.ann.refused(crew.table, "add_entropy", 422, "too_many_shares", text="more")
    crew.shuffle(deck=1)
    crew.insist_all_are_new(1)
