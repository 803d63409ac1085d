"""Who does not decide in time: what the table does for them is lawful, and the next player has the whole time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.service import Service, Someone
from tests.support.waiting import wait_for

WAGERS: dict[str, dict[str, str]] = {
    "md-high-card-flush": {"ante": "10", "flush_bonus": "5"},
    "md-chase-the-flush": {"ante": "10", "xtra_bonus": "10"},
    "ma-high-card-flush": {"ante": "10", "flush_bonus": "5"},
}
DEFAULTS: dict[str, list[str]] = {
    "md-high-card-flush": ["fold"],
    "md-chase-the-flush": ["check", "check", "fold"],
    "ma-high-card-flush": ["fold"],
}
SECONDS = 7


def two_at(service: Service, game: str) -> tuple[str, Someone, Someone]:
    ann, bob = service.guest(), service.guest()
    table = ann.open_table(game, betting_seconds=5, decision_seconds=SECONDS)
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "sit", seat=seat, buy_in="500")
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "place_wagers", seat=seat, wagers=WAGERS[game], ready=True)
    return table, ann, bob


def run_out_of_time(service: Service, who: Someone, table: str) -> str:
    """Push the clock past the deadline and wait until the table shows what it did; answers with the event."""
    version = who.version(table)
    service.clock.ahead += SECONDS * 1000
    wait_for(lambda: who.view(table)["version"] > version)
    stored = next(iter(service.log.read(f"table:{table}", after=version)))
    assert stored.actor == "automation"
    return stored.name


@pytest.mark.parametrize("game", WAGERS)
def test_time_runs_out_for_everybody(service: Service, game: str) -> None:
    table, ann, bob = two_at(service, game)
    for default in DEFAULTS[game]:
        for seat, player in ((1, ann), (2, bob)):
            shown = player.view(table)
            assert shown["round"]["turn"] == seat
            left = shown["deadline"] - service.clock()
            assert 0 < left <= SECONDS * 1000, "everybody has the whole time"
            offered = [option["action"] for option in shown["you"]["options"] if option["type"] == "act"]
            assert default in offered, "what the table does is what the player could have done"
            run_out_of_time(service, ann, table)
            shown = ann.view(table)
            boxes = (shown["last_round"] or shown["round"])["seats"]
            done = next(box["action"] for box in boxes if box["seat"] == seat)
            assert done in (default, None), "a check is open again at the next stage"
    last = ann.view(table)["last_round"]
    assert [box["action"] for box in last["seats"]] == ["fold", "fold"]
    lost = {line["wager"]: line["outcome"] for line in last["settled"] if line["seat"] == 1}
    assert lost["ante"] == "lose"
    assert service.log.balance(f"table:{table}/felt") == 0


def test_who_has_gone_holds_up_one_round_and_no_more(service: Service) -> None:
    """At a bundled practice table: a guest who closed the browser is waited for once, by the betting time."""
    table = "md-high-card-flush"
    ann, bob = service.guest(), service.guest()
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "sit", seat=seat, buy_in="500")
    for number in range(4):
        bob.must(table, "place_wagers", seat=2, wagers={"ante": "10"}, ready=True)
        if number == 0:
            assert bob.view(table)["phase"] == "betting", "Ann might still bet"
            service.clock.ahead += 20_000
            wait_for(lambda: bob.view(table)["phase"] == "decisions")
        assert bob.view(table)["phase"] == "decisions", f"round {number + 1}"
        bob.must(table, "act", seat=2, action="fold", amount="0")


@pytest.mark.parametrize("game", WAGERS)
def test_a_decision_just_in_time_counts(service: Service, game: str) -> None:
    table, ann, _ = two_at(service, game)
    service.clock.ahead += SECONDS * 1000 - 1500
    raises = next(option for option in ann.view(table)["you"]["options"] if option["type"] == "act")
    ann.must(table, "act", seat=1, action=raises["action"], amount=raises["smallest"])
    box = ann.view(table)["round"]["seats"][0]
    assert box["action"] == raises["action"]
    assert ann.view(table)["round"]["turn"] == 2


@pytest.mark.parametrize("game", WAGERS)
def test_a_decision_too_late_is_refused(service: Service, game: str) -> None:
    table, ann, _ = two_at(service, game)
    seen = ann.version(table)
    run_out_of_time(service, ann, table)
    ann.refused(table, "act", 409, "stale_version", seat=1, action="fold", version=seen)
    error = ann.refused(table, "act", 422, "already_decided", seat=1, action="fold")
    assert error["clause"]


@pytest.mark.parametrize(
    ("game", "clause", "bonus"),
    [
        ("md-high-card-flush", "MD-HCF 7.C(2)", "lose"),
        ("md-chase-the-flush", "MD-CTF 7.C(2)", "lose"),
        ("ma-high-card-flush", "", "played"),
    ],
)
def test_a_hand_that_is_left_behind(service: Service, game: str, clause: str, bonus: str) -> None:
    """Maryland holds all its wagers lost; Massachusetts provides nothing, so the hand is folded and bonuses play."""
    table, ann, bob = two_at(service, game)
    ann.must(table, "leave")
    assert bob.view(table)["round"]["turn"] == 2, "nobody waits for who has left"
    for default in DEFAULTS[game]:
        bob.must(table, "act", seat=2, action=default)
    settled = [line for line in bob.view(table)["last_round"]["settled"] if line["seat"] == 1]
    assert {line["wager"] for line in settled} >= set(WAGERS[game])
    if bonus == "lose":
        assert {line["outcome"] for line in settled} == {"lose"}
        assert all(clause in line["clauses"] for line in settled)
    else:
        assert next(line["outcome"] for line in settled if line["wager"] == "ante") == "lose"
        box = bob.view(table)["last_round"]["seats"][0]
        assert (box["action"], box["forfeited"]) == ("fold", None)
    assert service.log.balance(f"table:{table}/felt") == 0


HOUR = 3_600_000


def test_a_clock_that_is_set_back_keeps_nobody_waiting(database: Path) -> None:
    with Service(database) as service:
        table, ann, _ = two_at(service, "md-high-card-flush")
        service.clock.ahead -= 3 * HOUR
        wait_for(lambda: 0 < ann.view(table)["deadline"] - service.clock() <= SECONDS * 1000)
        run_out_of_time(service, ann, table)
        assert ann.view(table)["round"]["seats"][0]["action"] == "fold"
        ahead = service.clock.ahead
    with Service(database, ahead=ahead - 3 * HOUR) as service:
        bob = service.guest()
        assert 0 < bob.view(table)["deadline"] - service.clock() <= SECONDS * 1000


def test_a_machine_that_slept_folds_nobodys_hand(service: Service) -> None:
    """So with a clock that is set forward: nobody could decide in the time that seems to have passed."""
    table, ann, _ = two_at(service, "md-high-card-flush")
    deadline = ann.view(table)["deadline"]
    service.clock.ahead += HOUR
    wait_for(lambda: ann.view(table)["deadline"] > deadline)
    shown = ann.view(table)
    assert shown["round"]["turn"] == 1
    assert 0 < shown["deadline"] - service.clock() <= SECONDS * 1000
    run_out_of_time(service, ann, table)
    assert ann.view(table)["round"]["seats"][0]["action"] == "fold"


def test_a_shorter_time_to_decide_counts_at_once(service: Service) -> None:
    ann, pit = service.guest(), service.someone("pia", "pit_manager")
    table = ann.open_table(decision_seconds=3000)
    ann.must(table, "sit", seat=1, buy_in="500")
    ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
    pit.must(table, "change_settings", decision_seconds=30)
    wait_for(lambda: ann.view(table)["deadline"] - service.clock() <= 30_000)


def test_a_bet_counts_until_the_house_looks_at_the_table_whose_time_is_up(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline is acted on when the house looks, four times a second; no bet is compared with it."""
    game = "md-high-card-flush"
    ann, bob = service.guest(), service.guest()
    table = ann.open_table(game, betting_seconds=5, decision_seconds=0)
    for seat, player in ((1, ann), (2, bob)):
        player.must(table, "sit", seat=seat, buy_in="500")

    async def look_away(now: int) -> None:
        pass

    monkeypatch.setattr(service.house, "_look_at_those_awake", look_away)
    ann.must(table, "place_wagers", seat=1, wagers=WAGERS[game])
    service.clock.ahead += 6_000
    assert service.clock() > ann.view(table)["deadline"]
    bob.must(table, "place_wagers", seat=2, wagers=WAGERS[game])
    monkeypatch.undo()
    service.look()
    wait_for(lambda: ann.view(table)["phase"] == "decisions")
    assert [box["seat"] for box in ann.view(table)["round"]["seats"]] == [1, 2]
