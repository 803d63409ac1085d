"""Cards that a person, a shoe or a scanner read in: recorded as they were entered, and cut as they were cut."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houserules import law
from houserules.app import audit
from houserules.app.table import events as f
from houserules.app.table.verbs import STEPS
from houserules.cards import DECK, format_card
from houserules.play import events as e
from houserules.play import replay
from houserules.shuffle import Automatic
from tests.api.service import Service, decoded
from tests.api.test_every_shuffle import Crew
from tests.api.test_troubles import TurnsBad
from tests.support.clauses import clause

VERIFIER = Path(__file__).resolve().parent.parent.parent / "docs" / "verify_deal.py"


def without_a_shuffler() -> str:
    """High Card Flush in Maryland, shuffled by hand and dealt from a shoe, with its one deck."""
    text = law.submissions()["md-high-card-flush"].folder.text("submission")
    return text.replace('"counting"', '"none"').replace("decks          = 2", "decks          = 1")


class ByHand(Crew):
    def __init__(self, service: Service, automatic: tuple[str, ...] = ()) -> None:
        dealer = service.someone("dana", "dealer")
        table = dealer.open_table(
            without_a_shuffler(), automatic=list(automatic), betting_seconds=0, decision_seconds=0
        )
        super().__init__(service, table)
        self.ann.must(table, "sit", seat=2, buy_in="1000")
        if "open_cards" not in automatic:
            self.bring(1)
        self.cards = [format_card(card) for card in random.Random(20261115).sample(DECK, 52)]


def verified(content: bytes, folder: Path) -> subprocess.CompletedProcess[str]:
    file = folder / "deal.json"
    file.write_bytes(content)
    return subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(file)], capture_output=True, text=True, check=False
    )


def test_bad_chance_for_the_salts_of_entered_cards_locks_the_shuffler(database: Path) -> None:
    chance = TurnsBad(832, bytes)
    with Service(database, shuffler=Automatic(chance)) as service:
        crew = ByHand(service)
        for broken in (True, False):
            chance.broken = broken
            crew.dealer.refused(crew.table, "shuffle", 503, "shuffler_locked", deck=1, cards=crew.cards)
            assert service.http().get("/health").json()["status"] == "locked"


@clause("MD-HCF 5.E")
def test_cards_stay_as_they_were_entered_and_are_cut_by_who_cuts_them(database: Path, tmp_path: Path) -> None:
    with Service(database) as service:
        crew, regulator = ByHand(service), service.someone("regina", "regulator")
        crew.shuffle(deck=1, cards=crew.cards)
        (shuffled,) = crew.events(e.CardsShuffled)
        assert [format_card(DECK[card]) for card in shuffled.cards] == crew.cards
        assert (shuffled.entered, shuffled.method, shuffled.cut_needed) == (True, "by_hand", True)
        assert not crew.events(e.CardsCut), "nobody has cut yet"
        crew.dealer.refused(crew.table, "open_round", 422, "deck_not_ready")
        crew.dealer.refused(crew.table, "cut_cards", 422, "cut_too_shallow", deck=1, depth=9)
        crew.dealer.must(crew.table, "cut_cards", deck=1, depth=20)
        (cut,) = crew.events(e.CardsCut)
        assert cut.depth == 20
        (seal,) = crew.ann.view(crew.table)["seal"]
        assert (seal["method"], seal["cuts"], seal["seed_digest"], seal["shares"]) == ("entered", [20], "", [])
        crew.play()
        own = crew.ann.client.get(f"/api/tables/{crew.table}/hands/1/openings").content
        whole = regulator.client.get(f"/api/hands/{crew.table}/1/stub").content
        for content, count in ((own, 14), (whole, 52)):
            done = verified(content, tmp_path)
            assert done.returncode == 0, done.stdout
            assert done.stdout.startswith(f"holds: {count} cards from outside")
        assert [each["text"] for each in decoded(whole)["openings"]] == crew.cards
        first = crew.ann.view(crew.table)["last_round"]["seats"][0]["cards"][0]
        assert crew.cards.index(first) >= 20, "the deal began below the cut"
        assert decoded(own)["cuts"] == [20]
        exported = regulator.client.get(f"/api/hands/{crew.table}/1/export").content
        assert b'"entered":true' in exported
        assert replay(exported) is None
        with service.log.frozen() as frozen:
            assert audit(frozen).sound


def test_the_house_shuffles_by_hand_and_still_proves_its_seed(database: Path, tmp_path: Path) -> None:
    """The places are those before the cut, so what the seed leads to is what was sealed, however deep the cut."""
    with Service(database) as service:
        crew, regulator = ByHand(service), service.someone("regina", "regulator")
        crew.ann.must(crew.table, "add_entropy", text="my own luck")
        crew.shuffle(deck=1)
        crew.dealer.must(crew.table, "cut_cards", deck=1, depth=33)
        crew.play()
        done = verified(regulator.client.get(f"/api/hands/{crew.table}/1/stub").content, tmp_path)
        assert done.stdout.startswith("holds: 52 cards from the seed"), done.stdout
        (shuffled,) = crew.events(e.CardsShuffled)
        assert not shuffled.entered


def test_a_table_that_shuffles_by_itself_cuts_its_own_cards_and_no_others(service: Service) -> None:
    crew = ByHand(service, automatic=STEPS)
    crew.ann.must(crew.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    assert [event.depth for event in crew.events(e.CardsCut)] == [10]
    crew.ann.must(crew.table, "act", seat=2, action="fold")
    crew.shuffle(deck=1, cards=crew.cards)
    assert len(crew.events(e.CardsCut)) == 1
    crew.ann.refused(crew.table, "place_wagers", 422, "no_round", seat=2, wagers={"ante": "10"})
    crew.dealer.must(crew.table, "cut_cards", deck=1, depth=26)
    crew.ann.must(crew.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    assert [event.depth for event in crew.events(e.CardsCut)] == [10, 26]


def test_a_promise_that_cards_from_outside_replace_is_used_up(service: Service) -> None:
    crew = ByHand(service)
    promised = crew.promised()
    crew.ann.must(crew.table, "add_entropy", text="for nothing")
    crew.shuffle(deck=1, cards=crew.cards)
    (sealed,) = crew.events(f.DeckSealed)
    assert (sealed.method, sealed.shares) == ("entered", ())
    assert sealed.context != promised["deal"]
    crew.floor.must(crew.table, "order_shuffle", deck=1)
    assert crew.promised()["deal"] not in (promised["deal"], sealed.context)
    crew.shuffle(deck=1)
    digests = [event.commitment for event in crew.events(f.SeedPromised)]
    assert digests[1] == "", "cards from outside have no seed"
    assert len(set(digests)) == len(digests) == 3


def test_cards_from_outside_are_closed_until_they_are_played(service: Service) -> None:
    crew, regulator = ByHand(service), service.someone("regina", "regulator")
    after = service.log.position()
    crew.shuffle(deck=1, cards=crew.cards)

    def withheld() -> dict[str, bool]:
        shown: list[dict[str, Any]] = regulator.client.get("/api/events", params={"after": after}).json()
        return {event["event"]: event["withheld"] for event in shown if event["stream"] == f"table:{crew.table}"}

    assert withheld() == {
        "shuffle.seed_promised/1": True, "table.cards_shuffled/1": True, "shuffle.deck_sealed/1": True,
    }  # fmt: skip


@pytest.mark.parametrize("cards", [("2s",), ("2s", "2s"), tuple(["Ah"] * 52)])
def test_what_is_no_deck_is_refused_and_changes_nothing(service: Service, cards: tuple[str, ...]) -> None:
    crew = ByHand(service)
    version, promised = crew.dealer.version(crew.table), crew.promised()
    answer = crew.dealer.send(crew.table, "shuffle", deck=1, cards=list(cards))
    assert answer.json()["error"]["code"] == "not_a_deck"
    if len(cards) > 1:
        assert answer.json()["error"]["facts"] == {"cards": cards[0]}
    assert (crew.dealer.version(crew.table), crew.promised()) == (version, promised)


@pytest.mark.parametrize("status", ["shuffled", "ready"])
def test_a_deck_that_is_shuffled_is_not_shuffled_again_unasked(service: Service, status: str) -> None:
    crew = ByHand(service)
    crew.shuffle(deck=1, cards=crew.cards)
    if status == "ready":
        crew.dealer.must(crew.table, "cut_cards", deck=1, depth=51)
    for fields in ({}, {"cards": crew.cards}, {"as_dealt": True}):
        crew.dealer.refused(crew.table, "shuffle", 422, "deck_not_ready", deck=1, **fields)
    crew.dealer.refused(crew.table, "shuffle", 422, "no_such_deck", deck=2)


def test_a_scanner_that_read_nothing_is_no_wish_for_a_shuffle(service: Service) -> None:
    crew = ByHand(service)
    crew.dealer.refused(crew.table, "shuffle", 400, "malformed", deck=1, cards=[])
    assert not crew.events(e.CardsShuffled)


def test_a_cut_leaves_a_card_below_it(service: Service) -> None:
    crew = ByHand(service)
    crew.shuffle(deck=1, cards=crew.cards)
    for depth in (52, 53, 104):
        crew.dealer.refused(crew.table, "cut_cards", 422, "cut_too_deep", deck=1, depth=depth)
    crew.dealer.must(crew.table, "cut_cards", deck=1, depth=51)


class Counting(Crew):
    """A table with a shuffler that counts, and the cards of a real deck."""

    def __init__(self, service: Service) -> None:
        dealer = service.someone("dana", "dealer")
        table = dealer.open_table("md-high-card-flush", automatic=[], betting_seconds=0, decision_seconds=0)
        super().__init__(service, table)
        self.bring(1)
        self.cards = [format_card(card) for card in DECK]

    def asked(self) -> list[tuple[str, Any]]:
        """What the desk asks with a shuffle, and with what it begins."""
        steps = self.dealer.view(self.table, "dealer")["desk"]["steps"]
        (step,) = [step for step in steps if step["type"] == "shuffle"]
        return [(each["name"], each.get("value")) for each in step["inputs"]]


@clause("MD-HCF 5.C", "MD-HCF 5.C(1)", "MD-HCF 5.C(2)")
@pytest.mark.parametrize("how", ["cards", "as_dealt"])
def test_the_console_says_what_a_shuffler_of_real_cards_counts(service: Service, how: str) -> None:
    crew = Counting(service)
    assert crew.asked() == [("cards", None), ("counted", 52)]
    crew.shuffle(deck=1, counted=51, **{how: crew.cards if how == "cards" else True})
    (removed,) = crew.events(e.DeckRemoved)
    assert removed.clauses == ("MD-HCF 5.C", "MD-HCF 5.C(1)", "MD-HCF 5.C(2)")
    assert not crew.events(e.CardsShuffled)
    crew.bring(1)
    crew.shuffle(deck=1, counted=52, **{how: crew.cards if how == "cards" else True})
    assert [event.method for event in crew.events(e.CardsShuffled)] == ["counting_shuffler"]


@clause("MD-HCF 8.G")
def test_a_shuffler_that_shows_no_count_has_not_counted(service: Service) -> None:
    """So the stub of that deck is counted as if the shuffler never counted."""
    crew = Counting(service)
    crew.shuffle(deck=1, counted=0, cards=crew.cards)
    assert [event.method for event in crew.events(e.CardsShuffled)] == ["plain_shuffler"]


def test_only_a_shuffler_of_real_cards_is_said_to_count(service: Service) -> None:
    crew = Counting(service)
    crew.dealer.refused(crew.table, "shuffle", 422, "cards_not_entered", deck=1, counted=51)
    crew.shuffle(deck=1, counted=52)
    by_hand = ByHand(service)
    steps = by_hand.dealer.view(by_hand.table, "dealer")["desk"]["steps"]
    (step,) = [step for step in steps if step["type"] == "shuffle"]
    assert [each["name"] for each in step["inputs"]] == ["cards"]
