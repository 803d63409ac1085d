"""A live table and a scenario say the same of everything that goes wrong, in every phase and under every rulebook."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from houserules.law import MalformedData
from houserules.play import Accepted, Phase, Refused
from houserules.play.events import CardSetAside
from houserules.scenarios import play_scenario
from tests.support.clauses import clause
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF
from tests.trials.evenings import run_evenings
from tests.trials.irregularities import (
    AFTER,
    BETTING,
    DEALING,
    KEPT,
    KINDS,
    SETTLEMENT,
    TABLES,
    Case,
    Live,
    Trouble,
    check,
    run,
    scenario_of,
)
from tests.trials.second_opinion import compare

ROUNDS = 150
WORDS = (BETTING, DEALING, "decisions", AFTER, SETTLEMENT)
BETS = ("flush_bonus", "straight_flush_bonus", "same_suit", "progressive")


def case_of(name: str, overrides: tuple[str, ...], *troubles: Trouble) -> Case:
    boxes = ((1, 1, BETS), (2, 1, BETS), (4, 4, BETS))
    order = (*IN_ORDER[::3], *IN_ORDER[1::3], *IN_ORDER[2::3])
    return Case(name, overrides, order, boxes, (True, False, True, False, False, False, True), troubles, None, 1)


@pytest.mark.parametrize(("name", "overrides"), TABLES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_in_every_phase(name: str, overrides: tuple[str, ...], kind: str) -> None:
    words = (*WORDS, "flop", "community") if name == MD_CTF else WORDS
    seat = 2 if kind in ("wrong_number_of_cards", "hand_abandoned", "information_shared") else None
    for when in words:
        for count in (1, 2) if kind == "cards_face_up" else (1,):
            trouble = Trouble(kind, when, seat, count=count)
            live = check(case_of(name, overrides, trouble))
            answer = live.answers.get(trouble)
            if isinstance(answer, Refused) and dict(answer.facts).get("timing") != "late":
                _malformed_too(live, trouble, answer)


def _malformed_too(live: Live, trouble: Trouble, answer: Refused) -> None:
    """What the table refuses and of which something could come, a scenario is refused for too, with the clause."""
    if answer.code.value == "nothing_changes":
        return
    data: dict[str, Any] = {**scenario_of(live), "irregularities": [trouble.as_written()]}
    with pytest.raises(MalformedData) as caught:
        play_scenario(live.rules, data)
    (problem,) = caught.value.problems
    assert "not provided for" in problem or answer.clause in problem, (trouble, answer)


def test_random_rounds_in_which_things_go_wrong() -> None:
    told = run(ROUNDS, 0)
    assert told["rounds"] == ROUNDS
    assert told["void"] > ROUNDS // 4
    assert told["taken"] > ROUNDS // 2


def test_rounds_in_a_row_while_devices_fail_and_are_repaired() -> None:
    told = run_evenings(ROUNDS, 0)
    assert told["rounds in a row"] == ROUNDS
    assert told["failures"] > ROUNDS // 10
    assert told["repairs"] > ROUNDS // 20


def test_a_player_who_leaves_before_the_flop_has_left_when_others_decide_after_it() -> None:
    """The trial's only disagreement in 100,000 rounds: the scenario had the player leave after the flop, and so could
    not count the stub."""
    run_evenings(5, 5070285)


def test_the_oracle_says_the_same() -> None:
    assert compare(ROUNDS, 0) == []


@clause("MD-HCF 13.B", "MD-HCF 8.J(2)")
@pytest.mark.parametrize("seed", [0, 1])
def test_a_stub_of_which_nothing_should_be_left_can_be_counted_wrong(seed: int) -> None:
    """Seven hands of seven and three cards face up: a card of the stub is then one too many, and the deck leaves."""
    boxes = tuple((number, number, BETS) for number in range(1, 7))
    late = Trouble("cards_face_up", SETTLEMENT)
    troubles = (Trouble("cards_face_up", DEALING, count=2), Trouble("stub_count_wrong", SETTLEMENT), late)
    live = check(Case(MD_HCF, (), IN_ORDER, boxes, (True,), troubles[:: 1 - 2 * seed]), seed)
    assert live.last is not None
    assert len(live.last.set_aside) == 3
    assert {void.reason for void in live.last.voids} == {"cards_face_up", "stub_count_wrong"}
    assert live.removed


@clause("MD-CTF 7.C(2)", "MD-CTF 13.C", "MD-CTF 13.E", "MD-CTF 13.F")
@pytest.mark.parametrize(
    "troubles",
    [
        (Trouble("wrong_number_of_cards", "decisions", seat=4), Trouble("cards_face_up", AFTER, count=2)),
        (Trouble("stub_count_wrong", "decisions"), Trouble("dealer_card_exposed", AFTER)),
        (Trouble("stub_count_misdealt", "community"), Trouble("dealer_card_exposed", AFTER)),
    ],
)
@pytest.mark.parametrize("overrides", [(), ("table.dealing=manual_shoe",)])
def test_the_last_player_to_be_asked_leaves_and_more_goes_wrong(
    overrides: tuple[str, ...], troubles: tuple[Trouble, ...]
) -> None:
    """Nobody has decided since, so no community card has come since: a scenario must not turn any over."""
    case = case_of(MD_CTF, overrides, Trouble("hand_abandoned", "decisions", seat=4), *troubles)
    case = replace(case, bets=(True, True, False, False), turn=3)
    live = check(case)
    assert live.last is not None
    assert live.actions == {1: ["all-in 30.00"], 2: ["all-in 30.00"], 4: ["check"]}
    assert live.last.voids


@clause("MD-HCF 13.D", "MD-HCF 13.F")
def test_a_table_that_forgets_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial would notice: here the second hand that is reported is not marked."""
    troubles = tuple(Trouble("wrong_number_of_cards", DEALING, seat=number) for number in (1, 4))
    case = case_of(MD_HCF, ("table.dealing=automated",), *troubles)
    check(case)
    marked = Live._command

    def forgets(self: Live, trouble: Trouble) -> Any:
        return marked(self, Trouble(trouble.kind, trouble.when, seat=1))

    monkeypatch.setattr(Live, "_command", forgets)
    with pytest.raises(AssertionError):
        check(case)


@clause("MD-CTF 10.B(3)", "MD-CTF 13.A")
def test_a_face_up_card_of_the_kept_stack_is_found_where_it_lies() -> None:
    trouble = Trouble("cards_face_up", AFTER)
    live = check(case_of(MD_CTF, (KEPT,), trouble))
    answer = live.answers[trouble]
    assert isinstance(answer, Accepted)
    assert [type(event) for event in answer.events] == [CardSetAside]
    assert live.last is not None
    assert live.last.phase is Phase.SETTLING
    for name in (MD_HCF, MA_HCF):
        late = check(case_of(name, (), trouble)).answers[trouble]
        assert isinstance(late, Refused)
