"""Feeds: what is sent rebuilds exactly the view that anybody gets who asks anew."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.api.following import Followed, follow
from tests.api.service import Service


def assert_all_see_the_table(service: Service, followed: list[Followed], table: str) -> None:
    version = service.log.version(f"table:{table}")
    for each in followed:
        each.catch_up(version)
        assert each.view == each.who.view(table, each.desk), each.desk


@pytest.mark.parametrize("game", ["md-high-card-flush", "md-chase-the-flush"])
def test_the_view_rebuilt_from_changes_is_the_view(service: Service, game: str) -> None:
    """After every version, for two players, a dealer, surveillance and somebody who looks on."""
    ann, bob, by = service.guest(), service.guest(), service.guest()
    dealer, regulator = service.someone("feed-dealer", "dealer"), service.someone("feed-regulator", "regulator")
    table = ann.open_table(game, betting_seconds=0, decision_seconds=0)
    viewers = ((ann, "player"), (bob, "player"), (by, "player"), (dealer, "dealer"), (regulator, "surveillance"))
    with ExitStack() as feeds:
        followed = [feeds.enter_context(follow(who, table, desk)) for who, desk in viewers]
        first, second = followed[:2]

        def take(each: Followed, kind: str, **fields: Any) -> None:
            each.catch_up(service.log.version(f"table:{table}"))
            answer = each.send(kind, **fields)
            assert answer.status_code == 200, answer.text
            assert each.view["version"] >= answer.json()["version"], "the answer has the version that it led to"
            assert_all_see_the_table(service, followed, table)

        assert_all_see_the_table(service, followed, table)
        take(first, "sit", seat=1, buy_in="100000")
        take(second, "sit", seat=4, buy_in="100000")
        wagers = ann.all_wagers(table)
        for number in range(3):
            take(first, "place_wagers", seat=1, wagers=wagers, ready=True)
            take(second, "place_wagers", seat=4, wagers=wagers, ready=True)
            while first.view["phase"] == "decisions":
                each = next(each for each in (first, second) if acts(each))
                option = acts(each)[-1 if number == 1 else 0]
                amount = {"amount": option["smallest"]} if option.get("smallest") else {}
                take(each, "act", seat=option["seat"], action=option["action"], **amount)
        assert first.view["rounds"] == 3
        take(first, "leave")


def acts(followed: Followed) -> list[dict[str, Any]]:
    return [option for option in followed.view["you"]["options"] if option["type"] == "act"]


def test_what_others_do_meanwhile_comes_once_and_in_order(service: Service) -> None:
    """Six players at one table, each in a thread, as fast as they can: no number is left out or goes back."""
    players = [service.guest() for _ in range(6)]
    table = players[0].open_table(betting_seconds=0, decision_seconds=0)
    failures: list[BaseException] = []

    def play(seat: int) -> None:
        try:
            with follow(players[seat - 1], table) as followed:
                must(followed, "sit", seat=seat, buy_in="10000")
                for _ in range(10):
                    must(followed, "buy_in", amount="10")
                followed.catch_up(service.log.version(f"table:{table}"))
                assert followed.versions == sorted(set(followed.versions))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=play, args=(seat,)) for seat in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert players[0].view(table)["seats"][5]["player"]["chips"] == "10100.00"


def must(followed: Followed, kind: str, **fields: Any) -> None:
    """Again with a newer version where somebody else was first."""
    answer: httpx.Response = followed.send(kind, **fields)
    while answer.status_code == 409:
        followed.catch_up(int(answer.json()["error"]["facts"]["actual"]))
        answer = followed.send(kind, **fields)
    assert answer.status_code == 200, answer.text


def test_a_refused_command_leaves_the_feed_to_the_others(service: Service) -> None:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table()
    with follow(ann, table) as followed:
        bob.must(table, "sit", seat=2, buy_in="100")
        refused = followed.send("ready")
        assert refused.status_code in (409, 422)
        followed.catch_up(service.log.version(f"table:{table}"))
        assert followed.view == ann.view(table)


def test_without_a_feed_the_answer_has_the_whole_view(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    answer = ann.must(table, "sit", seat=2, buy_in="100")
    assert answer["view"] == ann.view(table)
    assert answer["view"]["version"] == answer["version"]


def test_a_dealer_without_a_feed_is_answered_with_the_view_of_the_desk(service: Service) -> None:
    dealer, ann = service.someone("feed-dealer", "dealer"), service.guest()
    table = dealer.open_table(automatic=[])
    for who, asked in ((dealer, {"type": "receive_cards", "deck": 1}), (ann, {"type": "sit", "seat": 2})):
        body = {**asked, "command_id": f"at-the-desk-{who.account}", "expected_version": ann.version(table)}
        answer = who.client.post(f"/api/tables/{table}/commands?desk=dealer", json=body)
        assert answer.status_code == 200, answer.text
        desk = "dealer" if who is dealer else "player"
        assert answer.json()["view"] == who.view(table, desk), "who may not look from a desk is answered as a player"


def test_a_view_that_nobody_needs_is_not_made(service: Service) -> None:
    ann = service.guest()
    table = ann.open_table()
    body = {"type": "sit", "command_id": "without-view", "expected_version": ann.version(table)}
    answer = ann.client.post(f"/api/tables/{table}/commands?view=none", json={**body, "seat": 1, "buy_in": "100"})
    assert answer.json().keys() == {"command_id", "table", "version", "accepted", "receipt"}


def test_the_feed_of_somebody_else_is_not_asked_for(service: Service) -> None:
    """Its owner's cards are in what it was sent: others are answered as if there were no such feed."""
    ann, bob = service.guest(), service.guest()
    table, elsewhere = ann.open_table(), ann.open_table()
    with follow(ann, table) as followed:
        for who, where in ((bob, table), (ann, elsewhere)):
            body = {
                "type": "sit",
                "command_id": f"at-{where}-{who.account}",
                "expected_version": ann.version(where),
            }
            path = f"/api/tables/{where}/commands?feed={followed.id}"
            answer = who.client.post(path, json={**body, "seat": 3, "buy_in": "100"}).json()
            assert answer["view"] == who.view(where)
            assert "changes" not in answer
        followed.catch_up(service.log.version(f"table:{table}"))
        assert followed.view == ann.view(table)
    assert ann.client.post(f"/api/tables/{table}/commands?feed=nonsense", json={}).status_code == 400


def test_a_regulator_who_sits_down_is_answered_and_loses_surveillance(service: Service) -> None:
    olga = service.someone("feed-both", "regulator", "player")
    table = olga.open_table()
    with follow(olga, table, "surveillance") as followed:
        body = {"type": "sit", "command_id": "regulator-sits", "expected_version": followed.view["version"]}
        path = f"/api/tables/{table}/commands?feed={followed.id}"
        answer = olga.client.post(path, json={**body, "seat": 3, "buy_in": "100"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["view"] == olga.view(table)
