"""An exported round plays again to the same bytes, and one changed figure is found."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from houserules import law
from houserules.law import MalformedData, freeze, read_filing, read_toml
from houserules.play import AnyCommand, Code, Refused, Role, decide, evolve, new_table
from houserules.play import commands as c
from houserules.play.driver import opening_commands, shuffle_commands
from houserules.play.events import Accepted
from houserules.play.replaying import Difference, export_round, read_export, replay
from houserules.play.rules import Rules
from houserules.play.state import Phase


def exported(name: str, seed: int) -> bytes:
    filed = read_toml(law.submissions()[name].folder.text("submission"), name)
    submission = freeze(read_filing(filed, name))
    rules = Rules(submission)
    before = table = new_table(rules)
    commands: list[AnyCommand] = []
    events: list[Any] = []

    def do(command: AnyCommand) -> Accepted | Refused:
        nonlocal table
        answer = decide(rules, table, command)
        if isinstance(answer, Accepted):
            commands.append(command)
            for event in answer.events:
                table = evolve(table, event)
                events.append(event)
        return answer

    cards = list(range(52))
    random.Random(seed).shuffle(cards)
    stakes = [(name, 10_000_000 if rule.required else rule.minimum) for name, rule in rules.stakes.items()]
    for command in (*opening_commands(submission.table.decks), *shuffle_commands(rules, cards, 1)):
        do(command)
    do(c.OpenRound(Role.DEALER))
    for seat in (1, 2, 3):
        do(c.PlaceWagers(Role.PLAYER, 0, seat, tuple(stakes)))
    for command in (c.NoMoreBets(Role.DEALER), c.CollectProgressive(Role.DEALER, 0, 3, 3), c.Deal(Role.DEALER)):
        do(command)
    while table.round is not None:
        round_ = table.round
        if round_.phase is Phase.DECISIONS:
            assert round_.turn is not None
            street = rules.streets[round_.stage]
            amount = street.smallest * 10_000_000
            do(c.Act(Role.PLAYER, 0, round_.seats[round_.turn].seat, street.wager, amount))
        elif round_.phase is Phase.BOARD:
            do(c.DealCommunity(Role.DEALER))
        elif round_.phase is Phase.REVEAL:
            do(c.Reveal(Role.DEALER))
        else:
            answer = do(c.Settle(Role.DEALER))
            if isinstance(answer, Refused):
                wheel = answer.code is Code.WHEEL_NOT_SPUN
                claim = round_.claim or 0
                do(
                    c.SpinWheel(Role.DEVICE, 0, claim, "$28")
                    if wheel
                    else c.ValidatePayout(Role.FLOORPERSON, 0, claim)
                )
    return export_round(filed, submission, before, commands, events)


@pytest.mark.parametrize("name", law.submissions())
@pytest.mark.parametrize("seed", range(25))
def test_a_round_plays_again_to_the_same_bytes(name: str, seed: int) -> None:
    content = exported(name, seed)
    assert replay(content) is None
    assert exported(name, seed) == content


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda data: data.update(digest="sha256:0"), "digest"),
        (lambda data: data["submission"].update(operator="Another"), "digest"),
        (lambda data: data.update(rulebook="MD-CTF"), "rulebook"),
        (lambda data: data["events"][-2].update(paid=1), "event"),
        (lambda data: data["events"].pop(), "events"),
        (lambda data: data["commands"].pop(), "events"),
        (lambda data: data["commands"].insert(0, data["commands"][5]), "command 1"),
        (lambda data: data["before"].update(main=1), "event"),
    ],
)
def test_a_changed_record_is_found(change: Any, place: str) -> None:
    data = json.loads(exported("md-high-card-flush", 3))
    change(data)
    difference = replay(json.dumps(data, separators=(",", ":")).encode() + b"\n")
    assert isinstance(difference, Difference)
    assert difference.place.startswith(place)


def test_other_blanks_are_a_difference_too() -> None:
    content = exported("md-high-card-flush", 3)
    assert replay(content.replace(b",", b", ", 1)) == Difference(
        "bytes", f"{len(content) + 1} bytes", "written differently"
    )


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"{", b"\xff", b'{"format": "x"}', b"[" * 5000])
def test_what_is_no_export_is_malformed(content: bytes) -> None:
    with pytest.raises(MalformedData):
        read_export(content)
