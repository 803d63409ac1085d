"""Options are remembered by what they depend on: what is remembered is what the rules say anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from houserules.app.views.options import OptionsOfPlayers, table_to_bet_at
from tests.api.service import Service

GAMES = ("md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush")
STEPS = 120


def fields_of(option: dict[str, Any]) -> dict[str, Any]:
    chosen = {name: value for name, value in option.items() if name in ("seat", "action", "deck", "wagers")}
    return {**chosen, "amount": option["smallest"]} if option["type"] == "act" and "smallest" in option else chosen


@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_is_what_the_rules_say(service: Service, game: str) -> None:
    """Two players with a free box between them do whatever they may, and all seats are asked after each step."""
    chance = Random(20)
    ann, bob = service.guest(), service.guest()
    name = ann.open_table(game, betting_seconds=0, decision_seconds=0)
    ann.must(name, "sit", seat=2, buy_in="900000")
    bob.must(name, "sit", seat=4, buy_in="900000")
    table = service.house.tables[f"table:{name}"]
    remembered = OptionsOfPlayers(table.rules)
    for _ in range(STEPS):
        state = table.standing
        shown = table_to_bet_at(table.rules, state)
        for seat in (2, 4):
            for may_begin in (True, False):
                fresh = OptionsOfPlayers(table.rules).at(state, shown).of(seat, may_begin)
                assert remembered.at(state, shown).of(seat, may_begin) == fresh, (seat, state.version)
        who = ann if chance.random() < 0.5 else bob
        options = who.view(name)["you"]["options"]
        if options:
            option = chance.choice(options)
            answer = who.send(name, option["type"], **fields_of(option))
            assert answer.status_code == 200, answer.text
    assert table.state.table.rounds > 1
