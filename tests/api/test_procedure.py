"""The dealer's procedure at the desk: where the table stands in the round, which option takes the step, who is waited
for. The clauses are those of the documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked

MD_HCF, MD_CTF, MA_HCF = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
FIXED = ("deck", "seat", "chips", "sensors", "counted", "depth")


class Console:
    """A dealer and a floorperson who do what the desk's procedure says, and a player at seat 2."""

    def __init__(self, service: Service, game: Any, **settings: Any) -> None:
        self.dealer, self.floor = service.someone("dana", "dealer"), service.someone("flo", "floorperson")
        self.ann = service.guest()
        fields = {"automatic": [], "betting_seconds": 0, "decision_seconds": 0, **settings}
        self.table = self.dealer.open_table(game, **fields)
        self.ann.must(self.table, "sit", seat=2, buy_in="1000")

    @property
    def desk(self) -> Any:
        return self.dealer.view(self.table, "dealer")["desk"]

    @property
    def now(self) -> Any:
        (found,) = (step for step in self.desk["procedure"] if step["status"] == "now")
        return found

    def take(self, **fields: Any) -> str:
        """The step that the procedure has come to, by the person whose step it is."""
        desk, now = self.desk, self.now
        option = desk["steps"][now["option"]]
        who: Someone = self.dealer if "dealer" in option["roles"] else self.floor
        stated = {name: option[name] for name in FIXED if name in option}
        who.must(self.table, option["type"], **{**stated, **fields})
        return str(now["title"])

    def take_until_somebody_is_awaited(self) -> list[str]:
        taken = []
        while self.now["option"] is not None:
            taken.append(self.take())
        return taken

    def open_cards(self) -> list[str]:
        taken = []
        while (now := self.now)["step"] != "shuffle_by_device":
            if now["step"] == "view_cards":
                for deck in (1, 2):
                    self.ann.must(self.table, "view_cards", deck=deck)
                taken.append(now["title"])
            else:
                taken.append(self.take())
        return taken


def test_cards_are_opened_deck_by_deck_and_a_player_looks(service: Service) -> None:
    console = Console(service, MD_HCF)
    now = console.now
    assert (now["step"], now["title"], now["clause"]) == ("receive_cards", "Receive cards, deck 1", "MD-HCF 4.A")
    each = [
        "Receive cards, deck {}", "Inspect the cards, deck {}", "Verify the inspection, deck {}",
        "Spread the cards face up, deck {}",
    ]  # fmt: skip
    stacked = [f"Mix and stack the cards, deck {deck}" for deck in (1, 2)]
    expected = [title.format(deck) for deck in (1, 2) for title in each]
    assert console.open_cards()[: len(expected) + 2] == [*expected, "A player views the cards", stacked[0]]


def test_a_table_waits_for_a_player_to_view_the_cards(service: Service) -> None:
    console = Console(service, MD_HCF)
    while console.now["step"] != "view_cards":
        console.take()
    now = console.now
    assert (now["option"], now["clause"]) == (None, "MD-HCF 4.C")
    assert now["waits"] == "The table waits for a player to view the cards."


@pytest.mark.parametrize(
    ("game", "stages", "clauses"),
    [
        (MD_HCF, 1, {"no_more_bets": "MD-HCF 8.C", "open_round": "MD-HCF 7.A", "decide": "MD-HCF 11.B"}),
        (MD_CTF, 3, {"no_more_bets": "MD-CTF 10.A(2)(a)", "open_round": "MD-CTF 7.A", "decide": "MD-CTF 11.B"}),
        (MA_HCF, 1, {"no_more_bets": "MA-HCF 7(b)", "open_round": "MA-HCF 6(b)", "decide": "MA-HCF 9(b)"}),
    ],
)
def test_the_course_is_ticked_and_cited(service: Service, game: str, stages: int, clauses: dict[str, str]) -> None:
    console = Console(service, game)
    console.open_cards()
    console.take_until_somebody_is_awaited()
    steps = console.desk["procedure"]
    assert [step["status"] for step in steps] == ["done", "done", "now", *["next"] * (len(steps) - 3)]
    assert console.now["waits"] == "Nobody has wagered yet."
    assert sum(step["step"] == "decide" for step in steps) == stages
    first = {step["step"]: step["clause"] for step in reversed(steps)}
    assert {name: first[name] for name in clauses} == clauses
    assert all(step["say"] is None and step["waits"] is None for step in steps if step["status"] != "now")


def test_a_round_with_community_cards_from_the_shuffle_to_the_last_chip(service: Service) -> None:
    console = Console(service, MD_CTF)
    console.open_cards()
    assert console.now["title"] == "Shuffle, deck 1"
    console.take()
    assert console.now["say"] == "Place your bets, please."
    console.take()
    wagers = console.ann.all_wagers(console.table)
    console.ann.must(console.table, "place_wagers", seat=2, wagers=wagers)
    assert console.now["say"] == "No more bets."
    taken = console.take_until_somebody_is_awaited()
    assert taken == ["Close betting", "Collect the Progressive chips", "Deal"]
    expected = [
        ("Players decide, before flop", "MD-CTF 11.B", "Seat 2: all in or check?"),
        ("Players decide, after flop", "MD-CTF 11.D", "Seat 2: all in or check?"),
        ("Players decide, after board", "MD-CTF 11.F", "Seat 2: all in or fold?"),
    ]
    turned = ["Turn over the first two community cards", "Turn over the last two community cards"]
    for stage, (title, clause, say) in enumerate(expected):
        now = console.now
        assert (now["title"], now["clause"], now["say"]) == (title, clause, say)
        assert now["waits"] == "Seat 2 decides."
        console.ann.must(console.table, "act", seat=2, action="fold" if stage == 2 else "check")
        if stage < 2:
            assert console.take_until_somebody_is_awaited() == [turned[stage]]
    assert console.take() == "Turn over your hand"
    assert console.now["say"].endswith(("The dealer qualifies.", "The dealer does not qualify."))
    assert console.now["title"] == "Settle from your right"


def test_the_dealers_hand_is_announced(database: Path) -> None:
    dealer = "As Ks 9s 2d 3d 4h 5h"
    shuffler = Stacked(deck_with(MD_HCF, {2: "2s 3s 4c 5c 6h 7h 8d"}, dealer))
    with Service(database, shuffler=shuffler) as service:
        console = Console(service, MD_HCF)
        console.open_cards()
        console.take_until_somebody_is_awaited()
        console.ann.must(console.table, "place_wagers", seat=2, wagers={"ante": "10"})
        while console.now["step"] != "deal":
            console.take()
        console.take()
        assert console.now["say"] == "Seat 2: raise or fold?"
        console.ann.must(console.table, "act", seat=2, action="raise", amount="10")
        console.take()
        assert console.now["say"] == "Three-card flush, ace high. The dealer qualifies."


def test_the_wheel_comes_before_the_rest_and_its_payout_waits_for_a_second_person(database: Path) -> None:
    shuffler = Stacked(deck_with(MD_CTF, {2: "2s 3s 4s"}))
    with Service(database, shuffler=shuffler) as service:
        automatic = ["open_cards", "verify_inspection", "shuffle", "open_round", "close_betting", "deal"]
        console = Console(service, MD_CTF, automatic=[*automatic, "collect_progressive", "deal_community", "reveal"])
        wagers = {"ante": "10", "xtra_bonus": "10", "progressive": "1"}
        console.ann.must(console.table, "place_wagers", seat=2, wagers=wagers, ready=True)
        console.ann.must(console.table, "act", seat=2, action="all_in", amount="30")
        assert console.now["title"] == "Settle from your right"
        console.take()
        assert console.now["title"] == "Spin the wheel, seat 2"
        option = console.desk["steps"][console.now["option"]]
        (chosen,) = option["inputs"]
        assert (chosen["input"], chosen["label"]) == ("choice", "The wheel stopped at")
        assert chosen["choices"][0] == {"label": "the service spins it", "fields": {}}
        assert {"label": "$125", "fields": {"symbol": "$125"}} in chosen["choices"]
        console.take(symbol="$125")
        now = console.now
        assert (now["step"], now["option"]) == ("settle", None)
        assert now["waits"] == "A progressive win at seat 2 waits for a second person to validate it."


def test_a_stub_that_is_due_is_counted_before_the_dealers_hand(service: Service) -> None:
    automatic = ["open_cards", "verify_inspection", "shuffle", "open_round", "close_betting", "deal", "settle"]
    data = service.http().get(f"/api/submissions/{MD_HCF}").json()["data"]
    data["table"]["shuffler"] = "plain"
    console = Console(service, data, automatic=automatic)
    for _ in range(6):
        console.ann.must(console.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        console.ann.must(console.table, "act", seat=2, action="fold")
        now = console.now
        if now["step"] == "count_stub":
            break
        console.take()
    option = console.desk["steps"][now["option"]]
    assert [each["name"] for each in option["inputs"]][:2] == ["counted", "misdealt"]
    assert option["inputs"][0]["label"] == "Cards in the stub"
    assert "value" not in option["inputs"][0], "the dealer counts; the service does not say what it expects"
    console.take()
    assert console.now["step"] == "reveal"


def test_real_cards_are_read_before_they_are_dealt(service: Service) -> None:
    automatic = ["open_cards", "verify_inspection", "open_round", "close_betting"]
    console = Console(service, MD_HCF, automatic=automatic)
    console.dealer.must(console.table, "shuffle", deck=1, as_dealt=True)
    console.ann.must(console.table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
    now = console.now
    assert now["title"] == "Read the next cards"
    assert console.desk["steps"][now["option"]]["inputs"] == [
        {"name": "cards", "input": "cards", "label": "The next cards"}
    ]


def test_irregularities_of_cards_are_offered_once_cards_may_leave_the_deck(service: Service) -> None:
    automatic = ["open_cards", "verify_inspection", "shuffle", "open_round", "close_betting"]
    console = Console(service, MD_HCF, automatic=automatic)
    wagers = {"ante": "10", "progressive": "1"}
    console.ann.must(console.table, "place_wagers", seat=2, wagers=wagers, ready=True)

    def reports() -> dict[str, Any]:
        return {step["kind"]: step for step in console.desk["steps"] if step["type"] == "report"}

    assert console.now["step"] == "collect_progressive"
    of_cards = {"cards_face_up", "drawn_in_error", "wrong_number_of_cards", "dealer_card_exposed"}
    assert of_cards.isdisjoint(reports())
    console.take()
    found = reports()
    assert of_cards & set(found) == {"cards_face_up", "drawn_in_error"}, "nobody has a card yet"
    count, which, when = found["cards_face_up"]["inputs"]
    assert (count["name"], count["value"]) == ("count", 1)
    assert (which["name"], which["input"]) == ("cards", "cards")
    console.take()
    found = reports()
    assert {"wrong_number_of_cards", "dealer_card_exposed"} <= set(found)
    assert found["wrong_number_of_cards"]["title"] == "Wrong number of cards"
    (whose,) = found["wrong_number_of_cards"]["inputs"]
    assert whose["choices"] == [
        {"label": "Seat 2", "fields": {"seat": 2}}, {"label": "The dealer's", "fields": {"who": "dealer"}},
    ]  # fmt: skip
    assert [choice["fields"] for choice in when["choices"]] == [{}, {"during": "decisions"}, {"during": "deal"}]
    assert all(step["aside"] for step in found.values())


def test_a_closed_table_says_so(service: Service) -> None:
    console = Console(service, MD_HCF)
    console.ann.must(console.table, "leave")
    console.floor.must(console.table, "close_table")
    assert console.now["waits"] == "The table is closed."
