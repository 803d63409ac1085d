"""One list of verbs: every command is decided, has a step and phases, and is refused by a clause where it must be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from houserules.law import clause_list
from houserules.play import Accepted, Refused, Role, decide, legal_commands
from houserules.play import commands as c
from houserules.play.commands import AnyCommand, Command
from houserules.play.driver import opening_commands
from houserules.play.guards import step_of
from houserules.play.state import Phase
from houserules.play.verbs import VERBS
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, TableForTest

GAMES = (MD_HCF, MD_CTF, MA_HCF)
COMMANDS: tuple[type[Any], ...] = get_args(AnyCommand)


def test_every_command_is_decided_by_one_function() -> None:
    assert set(VERBS) == set(COMMANDS)


def test_every_command_is_a_step_of_some_rulebook() -> None:
    for command in COMMANDS:
        assert any(provided(TableForTest(game), command) for game in GAMES), command


def provided(table: TableForTest, command: type[Command]) -> bool:
    steps = filter(None, (command.step, command.other_step))
    return any(step_of(table.rules, table.table, step) is not None for step in steps)


NOT_PROVIDED = [
    (game, command) for game in GAMES for command in COMMANDS if not provided(TableForTest(game), command)
]


def test_some_verbs_are_not_in_every_rulebook() -> None:
    """Massachusetts knows no other dealing, and High Card Flush neither community cards nor a wheel."""
    assert {(game, command.__name__) for game, command in NOT_PROVIDED} == {
        (MD_HCF, "DealCommunity"), (MD_HCF, "SpinWheel"), (MA_HCF, "DealCommunity"), (MA_HCF, "SpinWheel"),
        (MA_HCF, "ChangeDealing"),
    }  # fmt: skip


@pytest.mark.parametrize(("game", "command"), NOT_PROVIDED)
@pytest.mark.parametrize("role", Role)
def test_a_verb_that_is_no_step_of_the_rulebook_is_refused_by_a_clause(
    game: str, command: type[Any], role: Role
) -> None:
    table = TableForTest(game).deal(1, 2)
    answer = decide(table.rules, table.table, command(role, 0))
    assert isinstance(answer, Refused)
    known = {str(each.citation) for each in clause_list(table.rules.book.id).clauses}
    assert answer.clause in known


def through_a_round(game: str) -> Iterator[TableForTest]:
    """The table between rounds, and then in every phase that a round of this game has."""
    yield TableForTest(game).open().shuffle()
    table = TableForTest(game).start()
    yield table
    yield table.bet(1, 2, also=("progressive",))
    table.do(c.NoMoreBets(D))
    yield table
    table.do(c.CollectProgressive(D, 0, 2, 2))
    yield table
    table.do(c.Deal(D))
    seen: set[Phase] = set()
    while table.phase is not Phase.REVEAL:
        if table.phase not in seen:
            yield table
        seen.add(table.phase)
        if table.phase is Phase.BOARD:
            table.do(c.DealCommunity(D))
        else:
            turn = table.round.turn
            assert turn is not None
            passive = table.rules.streets[table.round.stage].decline
            table.do(c.Act(Role.PLAYER, 0, table.round.seats[turn].seat, passive))
    yield table
    table.do(c.Reveal(D))
    yield table


@pytest.mark.parametrize("game", GAMES)
def test_a_command_is_refused_outside_its_phases_and_not_listed(game: str) -> None:
    phases = set()
    for table in through_a_round(game):
        phase = table.table.round.phase if table.table.round else None
        phases.add(phase)
        outside = {command for command in COMMANDS if command.phases and phase not in command.phases}
        for role in Role:
            for command in outside:
                answer = decide(table.rules, table.table, command(role, 0))
                assert isinstance(answer, Refused), (phase, command)
                assert answer.clause
            options = legal_commands(table.rules, table.table, role, 1)
            assert outside.isdisjoint(type(option.command) for option in options)
    assert phases >= {None, *Phase} - ({Phase.BOARD} if game != MD_CTF else set())


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_listed_what_they_may_do(game: str) -> None:
    """In the course of a round every step of the dealer, the player and the floor comes up where it is due."""
    found = {
        (role, type(option.command).__name__)
        for table in through_a_round(game)
        for role in Role
        for option in legal_commands(table.rules, table.table, role, 1)
    }
    dealer = {"OpenRound", "NoMoreBets", "CollectProgressive", "Deal", "CountStub", "Reveal", "Settle", "Report"}
    assert {name for role, name in found if role is Role.DEALER} >= dealer
    assert {name for role, name in found if role is Role.PLAYER} == {"PlaceWagers", "WithdrawWagers", "Act"}
    assert {name for role, name in found if role is Role.FLOORPERSON} >= {
        "CorrectCount",
        "CloseTable",
        "OrderShuffle",
    }


def while_cards_are_opened(game: str) -> Iterator[TableForTest]:
    """A new table, and the table after each step that brings its decks to the shuffle."""
    table = TableForTest(game)
    yield table
    for command in opening_commands(table.rules.submission.table.decks):
        table.do(command)
        yield table


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_may_be_done_with_a_deck_or_reported_is_left_out(game: str) -> None:
    """Only some decks and irregularities are tried, by status and phase; here all of them are."""
    with_a_deck = [
        command for command in COMMANDS if "deck" in command.__struct_fields__ and command is not c.CutCards
    ]
    for table in chain(while_cards_are_opened(game), through_a_round(game)):
        rules, round_ = table.rules, table.table.round
        seat = round_.seats[0].seat if round_ and round_.seats else None
        for role in Role:
            options = [option.command for option in legal_commands(rules, table.table, role, 1)]
            tried = [command(role, 0, deck=deck) for command in with_a_deck for deck in (1, 2)]
            if round_ is not None:
                tried += [c.Report(role, 0, kind, seat=seat) for kind in rules.book.irregularities]
            counted = rules.cards_in_deck if rules.submission.table.shuffler == "counting" else None
            whole = tuple(range(rules.cards_in_deck))
            for each in tried:
                command = replace(each, cards=whole, counted=counted) if isinstance(each, c.Shuffle) else each
                if isinstance(command, c.CutCards):
                    command = replace(command, depth=rules.book.table.cut_depth.value)
                lawful = isinstance(decide(rules, table.table, command), Accepted)
                assert lawful == (command in options), command
