"""What is done with devices and cards at a table, a scenario can say too: with the same events and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from houserules.cards import Card, format_cards
from houserules.law import MalformedData
from houserules.play import Rules
from houserules.play import events as e
from houserules.scenarios import Played, answer_of, play_scenario
from tests.support.clauses import clause
from tests.support.life import BY_HAND
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, lines_of, submission

AUTOMATED = ("table.dealing=automated",)
MANUAL = ("table.dealing=manual_shoe",)
DECK = format_cards(
    Card(card) for card in (*IN_ORDER[::5], *IN_ORDER[1::5], *IN_ORDER[2::5], *IN_ORDER[3::5], *IN_ORDER[4::5])
)
BEFORE_THE_DEAL = ("opening", "betting", "dealing")


def played(name: str, overrides: tuple[str, ...], *steps: dict[str, Any], **more: Any) -> tuple[Rules, Played]:
    rules = Rules(submission(name, *overrides))
    wagers = dict.fromkeys(rules.required, "10") | {"progressive": "1"}
    acts = ("all-in",) if name == MD_CTF else ("raise 10",)
    box: dict[str, Any] = {"seat": 2, "wagers": wagers, "actions": list(acts)}
    data: dict[str, Any] = {"deck": DECK, "seats": [box], "steps": list(steps), **more}
    if name == MD_CTF:
        box["wheel"] = "$5"
    try:
        return rules, play_scenario(rules, data)
    except MalformedData as error:
        if "wheel" not in str(error):
            raise
    del box["wheel"]
    return rules, play_scenario(rules, data)


def same_as_without(name: str, overrides: tuple[str, ...], *steps: dict[str, Any]) -> list[str]:
    """The answer is that of a round in which nothing of it happened; the events that there are besides."""
    rules, plain = played(name, overrides)
    _, found = played(name, overrides, *steps)
    assert answer_of(rules, found) == answer_of(rules, plain)
    kinds = [type(event).__name__ for event in found.events]
    for event in plain.events:
        if type(event).__name__ in kinds:
            kinds.remove(type(event).__name__)
    return kinds


def refused(name: str, overrides: tuple[str, ...], *steps: dict[str, Any]) -> str:
    with pytest.raises(MalformedData) as caught:
        played(name, overrides, *steps)
    (problem,) = caught.value.problems
    return problem


def at(when: str, step: str, **more: Any) -> dict[str, Any]:
    return {"step": step, "when": when, **more}


@clause("MD-HCF 13.I", "MD-HCF 13.I(2)", "MD-CTF 13.J", "MD-CTF 13.J(2)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF])
def test_a_shuffler_fails_and_the_cards_are_shuffled_by_hand(name: str) -> None:
    steps = ({"step": "report_device"}, {"step": "cover_device", "how": "marked"})
    assert same_as_without(name, MANUAL, *steps) == ["DeviceFailed", "DeviceCovered", "CardsCut"]
    assert "device not covered" in refused(name, MANUAL, steps[0])


@clause("MA-HCF 4(a)", "MA-HCF 13(e)")
def test_in_massachusetts_the_shuffler_comes_back_or_there_is_no_round() -> None:
    failed = ({"step": "report_device"}, {"step": "cover_device"})
    assert "MA-HCF 4(a)" in refused(MA_HCF, (), *failed)
    back = ({"step": "report_repair"}, {"step": "uncover_device"})
    added = ["DeviceFailed", "DeviceCovered", "DeviceRepaired", "DeviceUncovered"]
    assert same_as_without(MA_HCF, (), *failed, *back) == added


@clause("MD-HCF 13.I", "MD-CTF 13.J")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF])
def test_a_shoe_fails_and_the_cards_are_dealt_in_another_way(name: str) -> None:
    shoe = {"device": "shoe"}
    failed = ({"step": "report_device", **shoe}, {"step": "cover_device", **shoe})
    other = {"step": "change_dealing", "method": "manual_shoe"}
    rules, found = played(name, AUTOMATED, *failed, other)
    assert answer_of(rules, found)["seats"] == answer_of(*played(name, MANUAL))["seats"]
    assert "device out of order" in refused(name, AUTOMATED, *failed)
    assert "device not covered" in refused(name, AUTOMATED, failed[0], other)
    back = ({"step": "report_repair", **shoe}, {"step": "uncover_device", **shoe})
    again = {"step": "change_dealing", "method": "automated"}
    assert same_as_without(name, AUTOMATED, *failed, other, *back, again).count("DealingChanged") == 2


@pytest.mark.parametrize(
    ("name", "overrides", "under"),
    [
        pytest.param(MD_HCF, BY_HAND, "MD-HCF 5.F", marks=clause("MD-HCF 5.F")),
        pytest.param(MD_CTF, BY_HAND, "MD-CTF 5.G", marks=clause("MD-CTF 5.G")),
        pytest.param(MA_HCF, AUTOMATED, "MA-HCF 4(d)", marks=clause("MA-HCF 4(d)")),
    ],
)
def test_the_cards_are_recut_until_the_first_is_dealt(name: str, overrides: tuple[str, ...], under: str) -> None:
    for when in BEFORE_THE_DEAL:
        twice = (at(when, "order_recut"), at(when, "order_recut"))
        assert same_as_without(name, overrides, *twice) == ["RecutOrdered", "CardsCut"] * 2
    several = [at(when, "order_recut") for when in BEFORE_THE_DEAL]
    assert len(same_as_without(name, overrides, *several)) == 6
    for when in ("decisions", "settlement"):
        assert under in refused(name, overrides, at(when, "order_recut"))


@pytest.mark.parametrize(
    ("name", "under", "counted"),
    [
        pytest.param(MD_HCF, "MD-HCF 5.A(3)", "MD-HCF 5.C", marks=clause("MD-HCF 5.A(3)", "MD-HCF 5.C(2)")),
        pytest.param(MD_CTF, "MD-CTF 5.A(3)", "MD-CTF 5.E", marks=clause("MD-CTF 5.A(3)", "MD-CTF 5.E(2)")),
        pytest.param(MA_HCF, "MA-HCF 4(a)", "MA-HCF 7(g)", marks=clause("MA-HCF 4(a)", "MA-HCF 7(g)")),
    ],
)
def test_the_cards_are_shuffled_again_until_the_first_is_dealt(name: str, under: str, counted: str) -> None:
    for when in BEFORE_THE_DEAL:
        assert same_as_without(name, (), at(when, "order_shuffle")) == ["ShuffleOrdered", "CardsShuffled"]
    assert under in refused(name, (), at("decisions", "order_shuffle"))
    for when in BEFORE_THE_DEAL[1:]:
        rules, found = played(name, (), at(when, "order_shuffle", counted=51))
        answer = answer_of(rules, found)
        assert answer["void"] == {"clause": counted, "reason": "shuffler_count_wrong"}
        assert {line["outcome"] for line in lines_of(answer, 2).values()} == {"void"}
        assert any(isinstance(event, e.DeckRemoved) for event in found.events)


@clause("MD-HCF 8.C(2)(b)", "MD-CTF 10.A(2)(b)(ii)", "MA-HCF 12(b)(3)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_a_chip_that_the_system_did_not_accept_goes_back(name: str) -> None:
    rules, found = played(name, (), at("dealing", "correct_count", seat=2))
    assert "progressive" not in lines_of(answer_of(rules, found), 2)
    assert any(isinstance(event, e.ChipReturned) for event in found.events)


@clause("MD-HCF 4.F", "MD-HCF 5.D(2)", "MD-CTF 4.F", "MD-CTF 5.D(2)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF])
@pytest.mark.parametrize("overrides", [MANUAL, AUTOMATED, ("table.dealing=hand",), BY_HAND])
def test_preshuffled_cards_skip_the_opening_and_are_cut(name: str, overrides: tuple[str, ...]) -> None:
    rules, found = played(name, overrides, {"step": "receive_preshuffled_cards"})
    assert answer_of(rules, found) == answer_of(*played(name, overrides))
    of_the_deck = [type(event).__name__ for event in found.events if getattr(event, "deck", None) == 1]
    assert of_the_deck[:3] == ["CardsReceived", "CardsCut", "RoundOpened"]
    recut = played(name, overrides, {"step": "receive_preshuffled_cards"}, {"step": "order_recut"})
    assert answer_of(*recut) == answer_of(rules, found)
    again = played(name, overrides, {"step": "receive_preshuffled_cards"}, at("betting", "order_shuffle"))
    assert answer_of(*again) == answer_of(rules, found)
    assert "deck not ready" in refused(name, overrides, at("betting", "receive_preshuffled_cards"))


@clause("MA-HCF 3(a)")
def test_massachusetts_has_no_preshuffled_cards() -> None:
    assert "not provided" in refused(MA_HCF, (), {"step": "receive_preshuffled_cards"})


@pytest.mark.parametrize(
    ("name", "under"),
    [
        pytest.param(MD_HCF, "MD-HCF 5.G", marks=clause("MD-HCF 5.G", "MD-HCF 5.G(2)", "MD-HCF 5.G(3)")),
        pytest.param(MD_CTF, "MD-CTF 5.H", marks=clause("MD-CTF 5.H", "MD-CTF 5.H(1)", "MD-CTF 5.H(2)")),
        pytest.param(MA_HCF, "MA-HCF 4(e)", marks=clause("MA-HCF 4(e)")),
    ],
)
def test_an_idle_table_spreads_and_washes_its_cards_again(name: str, under: str) -> None:
    """Both decks are spread, looked at and stacked; the one of the round is shuffled again."""
    for face_up in (False, True):
        added = same_as_without(name, (), {"step": "go_idle", "face_up": face_up})
        assert sorted(added) == [
            "CardsShuffled", "CardsStacked", "CardsStacked", "CardsViewed", "CardsViewed", "WentIdle"
        ]  # fmt: skip
    assert under in refused(name, (), at("betting", "go_idle"))
    _, found = played(name, (), at("after", "go_idle", face_up=True))
    assert found.table.idle
    assert [event.face_up for event in found.events if isinstance(event, e.WentIdle)] == [True]


@clause("MD-HCF 5.I")
def test_a_device_that_reshuffles_spares_the_idle_table_in_high_card_flush_alone() -> None:
    device = ("table.shuffler=reshuffling", "table.decks=1")
    assert "MD-HCF 5.I" in refused(MD_HCF, device, {"step": "go_idle"})
    assert "WentIdle" in same_as_without(MD_CTF, device, {"step": "go_idle"})


@pytest.mark.parametrize(
    ("name", "under"),
    [
        pytest.param(MD_HCF, "MD-HCF 3.C", marks=clause("MD-HCF 3.C")),
        pytest.param(MD_CTF, "MD-CTF 3.C", marks=clause("MD-CTF 3.C")),
        pytest.param(MA_HCF, "MA-HCF 2(a)", marks=clause("MA-HCF 2(a)")),
    ],
)
def test_a_deck_is_removed_and_another_brought(name: str, under: str) -> None:
    """A new deck goes through every step of opening before it is dealt."""
    opening = ["CardsReceived", "CardsInspected", "InspectionVerified", "CardsSpread", "CardsViewed", "CardsStacked"]
    for deck, shuffled in ((1, ["CardsShuffled"]), (2, [])):
        added = same_as_without(name, (), {"step": "remove_deck", "deck": deck})
        assert sorted(added) == sorted(["DeckRemoved", *opening, *shuffled])
    assert under in refused(name, (), at("betting", "remove_deck"))
    assert "no such deck" in refused(name, (), {"step": "remove_deck", "deck": 3})
    _, found = played(name, (), at("after", "remove_deck", deck=2))
    assert [deck.number for deck in found.table.decks] == [1]


@clause("MD-HCF 5.G", "MD-CTF 5.H", "MA-HCF 4(e)")
@pytest.mark.parametrize("name", [MD_HCF, MD_CTF, MA_HCF])
def test_a_table_closes_after_the_round_and_not_within(name: str) -> None:
    assert same_as_without(name, (), at("after", "close_table")) == ["TableClosed"]
    assert "round in progress" in refused(name, (), at("betting", "close_table"))
    assert "table closed" in refused(name, (), {"step": "close_table"})


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"step": "go_home"}, "'go_home' is no step; there are report_device"),
        ({"step": "order_recut", "device": "shoe"}, "steps 1: device: order_recut has none"),
        ({"step": "order_shuffle", "when": "noon"}, "'noon' is no such time; there are opening, betting, dealing"),
        ({"step": "report_device", "device": "lamp"}, "steps 1: report_device: not provided"),
        ({"step": "report_repair"}, "not provided (device shuffler; MD-HCF 13.I)"),
        ({"step": "order_recut"}, "steps 1: order_recut: deck not ready"),
        ({"step": "correct_count", "seat": 5, "when": "dealing"}, "seat empty"),
        ({"steps": 1}, "no such key"),
        ({"step": "go_idle", "face_up": "yes"}, "steps 1: face_up: expected true or false, not 'yes'"),
        ({"step": "close_table", "deck": 1}, "steps 1: deck: close_table has none"),
    ],
)
def test_what_cannot_have_been_done(step: dict[str, Any], said: str) -> None:
    with pytest.raises(MalformedData) as caught:
        played(MD_HCF, (), step)
    assert said in "; ".join(caught.value.problems)
