"""A guided first hand: its cards follow the stated rule, they are marked as chosen, and nobody else is dealt them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules import law
from houserules.app import audit
from houserules.app.lessons.first_hand import CLEAR
from houserules.log import open_log
from tests.api.service import Service, Someone
from tests.api.test_leaks import ANY_CARD
from tests.api.test_lessons import GAMES, asked
from tests.support.installed import THREE_CARD_POKER, in_use, install


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")
    with in_use(folder), Service(tmp_path_factory.mktemp("house") / "house.db") as running:
        yield running


def own_table(who: Someone, submission: Any) -> str:
    table = who.open_table(submission, betting_seconds=0, decision_seconds=0)
    who.must(table, "sit", seat=2, buy_in="1000")
    return table


def bet(who: Someone, table: str) -> Any:
    """What is required, as small as it may be; answers with the view at the decision."""
    rules = who.client.get(f"/api/tables/{table}/rules").json()
    wagers = {each["wager"]: each["minimum"] for each in rules["wagers"] if each["required"]}
    who.must(table, "place_wagers", seat=2, wagers=wagers, ready=True)
    return who.view(table)


def decide(who: Someone, table: str) -> Any:
    """The largest wager; answers with the round."""
    acts = [each for each in who.view(table)["you"]["options"] if each["type"] == "act"]
    largest = max(acts, key=lambda each: float(each.get("largest", 0)))
    who.must(table, "act", seat=2, action=largest["action"], amount=largest["largest"])
    return who.view(table)["last_round"]


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_show_a_clear_decision_a_dealer_who_qualifies_and_a_win(service: Service, game: str) -> None:
    ann = service.guest()
    table = own_table(ann, game)
    against = service.house.table(table).rules.against_dealer
    hands = set()
    for number in (1, 2, 3):
        laid = asked(ann, "first-hand", table=table)
        assert laid == {"table": table, "version": ann.version(table)}
        assert asked(ann, "first-hand", table=table) == laid, "asked again, they lie there already"
        shown = bet(ann, table)
        assert shown["round"]["entered"] is True
        box = next(each for each in shown["round"]["seats"] if each["yours"])
        priced = hr.submission(game).hand(" ".join(box["cards"]), board=" ".join(shown["round"]["board"])).options
        *others, largest = priced.values()
        assert all(largest - other >= CLEAR for other in (*others, Fraction(0)))
        round_ = decide(ann, table)
        assert (round_["number"], round_["entered"]) == (number, True)
        assert round_["dealer_qualifies"] is not False
        outcomes = {line["wager"]: line["outcome"] for line in round_["settled"] if line["wager"] in against}
        assert set(outcomes.values()) == {"win"}
        hands.add(tuple(box["cards"]))
    assert len(hands) == 3, "each lesson has its own cards"
    assert bet(ann, table)["round"]["entered"] is False, "the next round is shuffled as ever"


def test_nobody_sees_a_card_before_it_is_dealt(service: Service) -> None:
    ann, game = service.guest(), "md-high-card-flush"
    table = own_table(ann, game)
    answer = ann.client.post("/api/lessons/first-hand", json={"table": table})
    asked(ann, "first-hand", table=table)
    for content in (answer.content, ann.client.get(f"/api/tables/{table}").content):
        assert ANY_CARD.findall(content) == []


def test_cards_are_chosen_only_where_one_plays_by_oneself(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = own_table(ann, "ex-three-card-poker")

    def refused(who: Someone, at: str) -> str:
        before = who.version(at)
        answer = who.client.post("/api/lessons/first-hand", json={"table": at})
        assert answer.status_code in (404, 422), answer.text
        assert who.version(at) == before
        code: str = answer.json()["error"]["code"]
        return code

    pit = service.someone("pit-first", "pit_manager")
    assert refused(pit, pit.open_table(kind="live")) == "no_lesson_here"
    assert refused(bob, table) == "no_lesson_here"
    assert refused(ann, "ex-three-card-poker") == "no_lesson_here", "a table of the house is nobody's own"
    assert refused(ann, "nowhere") == "no_such_table"
    closed = ann.open_table("ex-three-card-poker", entered_cards=False)
    assert refused(ann, closed) == "no_lesson_here"
    bet(ann, table)
    assert refused(ann, table) == "round_in_progress"
    decide(ann, table)
    bob.must(table, "sit", seat=1, buy_in="1000")
    assert refused(ann, table) == "no_lesson_here"
    bob.must(table, "leave")
    asked(ann, "first-hand", table=table)


def test_a_guided_hand_is_no_luck_and_the_audit_knows_its_cards_as_chosen(database: Path) -> None:
    by_hand = dict(law.bundled_submission("md-high-card-flush"))
    del by_hand["approved_on"]
    by_hand = {**by_hand, "table": {**by_hand["table"], "shuffler": "none", "decks": 1}}
    with Service(database) as service:
        for name, submission in (("ann", "md-high-card-flush"), ("bob", by_hand)):
            who = service.someone(name, "player")
            table = own_table(who, submission)
            asked(who, "first-hand", table=table)
            bet(who, table)
            won = decide(who, table)
            assert (won["entered"], won["dealer_qualifies"]) == (True, True)
            assert all(line["outcome"] == "win" for line in won["settled"])
            bet(who, table)
            decide(who, table)
            hands = who.client.get("/api/history").json()["hands"]
            assert [each["entered"] for each in hands] == [False, True]
            told = who.client.get("/api/history/statistics").json()
            assert told["hands"] == 1
            lines = hands[0]["settled"]
            net = sum((Fraction(line["returned"]) - Fraction(line["staked"]) for line in lines), Fraction())
            assert Fraction(told["net"]) == net
    with open_log(str(database)) as log:
        found = audit(log)
        assert (found.findings, found.entered) == ((), 2)
