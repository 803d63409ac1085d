"""Games with no wager after the deal, and with several: the engine asks the game, whatever it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from houserules import law
from houserules.law import Submission, freeze, games, read_filing
from houserules.law.words import Role, Step
from houserules.play import Accepted, Refused, Rules, Table, decide, evolve, new_table
from houserules.play import commands as c
from houserules.play.commands import AnyCommand
from houserules.play.driver import opening_commands
from houserules.play.game import Decline, Game, Street
from houserules.play.state import Phase
from tests.support.rulebooks import load_changed

DOLLAR = 1_000_000
CLAUSE = "MD-CTF 11.B"


def street(name: str, wager: str, board: int, step: Step | None, decline: Decline = Decline.FOLD) -> Street:
    return Street(name, wager, decline, 1, (3,) * 8, ((CLAUSE,),) * 8, CLAUSE, board, step)


@pytest.fixture
def changed_game(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """From here on Chase the Flush has these streets, and a wager more."""
    found = games.value_of

    def change(*streets: Street) -> None:
        game: Game = found("games", "chase_the_flush")
        words = replace(game.words, wagers=(*game.words.wagers, "press"), check=lambda _: ())
        other = replace(game, words=words, streets=lambda _: streets)
        changed = {("games", "chase_the_flush"): other}
        monkeypatch.setattr(games, "value_of", lambda kind, name: changed.get((kind, name)) or found(kind, name))

    return change


def submission_with_a_press() -> Submission:
    """Maryland's Chase the Flush with a second wager that is made after seeing cards."""
    text = law.file_text("MD-CTF", "rulebook")
    text = re.sub(r'"all_in", "same_suit"', '"all_in", "press", "same_suit"', text)
    text = text.replace('["ante", "xtra_bonus", "all_in"]', '["ante", "xtra_bonus", "all_in", "press"]')
    text = text.replace('"all_in", "same_suit", "progressive"', '"all_in", "press", "same_suit", "progressive"')
    text = text.replace(
        "[wagers.same_suit]",
        '[wagers.press]\noffer = { is = "decision", clause = "7.F(1)" }\n'
        'odds  = { is = "1 to 1", clause = "12.A" }\n\n[wagers.same_suit]',
    )
    text = re.sub(r"^order( *)= \[(.*)\]$", r'order\1= [\2, "press"]', text, count=1, flags=re.MULTILINE)
    text = text.replace("[shown.wagers]\n", '[shown.wagers]\npress = { title = "Press", short = "Press" }\n')
    book = load_changed("MD-CTF", rulebook=text)
    filed = law.bundled_submission("md-chase-the-flush")
    del filed["wagers"]["progressive"], filed["wagers"]["same_suit"]
    return freeze(read_filing(filed, "press", law=book))


class Play:
    def __init__(self, submission: Submission) -> None:
        self.rules = Rules(submission)
        self.table = new_table(self.rules)
        for command in opening_commands(submission.table.decks):
            self.do(command)
        self.do(c.Shuffle(Role.DEVICE, 0, tuple(range(52)), 1, 52))
        self.do(c.OpenRound(Role.DEALER))

    def do(self, command: AnyCommand) -> tuple[Any, ...]:
        answer = decide(self.rules, self.table, command)
        assert isinstance(answer, Accepted), answer
        for event in answer.events:
            self.table = evolve(self.table, event)
        return answer.events

    def act(self, seat: int, action: str, dollars: int = 0) -> None:
        self.do(c.Act(Role.PLAYER, 0, seat, action, dollars * DOLLAR))

    def deal(self, *seats: int) -> Table:
        for seat in seats:
            wagers = (("ante", 10 * DOLLAR), ("xtra_bonus", 10 * DOLLAR))
            self.do(c.PlaceWagers(Role.PLAYER, 0, seat, wagers))
        self.do(c.NoMoreBets(Role.DEALER))
        self.do(c.Deal(Role.DEALER))
        return self.table

    def is_in(self, phase: Phase) -> bool:
        assert self.table.round is not None
        return self.table.round.phase is phase

    def finish(self) -> dict[tuple[int, str], int]:
        """What each wager of each seat had staked."""
        self.do(c.Reveal(Role.DEALER))
        events = self.do(c.Settle(Role.DEALER))
        assert self.table.round is None, "the felt is empty, or the round would not have closed"
        return {(event.seat, event.wager): event.stake for event in events if hasattr(event, "wager")}


def test_without_decisions_the_board_follows_the_deal(changed_game: Callable[..., None]) -> None:
    changed_game()
    play = Play(submission_with_a_press())
    play.deal(1, 2)
    assert play.is_in(Phase.BOARD)
    refused = decide(play.rules, play.table, c.Act(Role.PLAYER, 0, 1, "all_in", 10 * DOLLAR))
    assert isinstance(refused, Refused)
    play.do(c.DealCommunity(Role.DEALER))
    assert play.is_in(Phase.REVEAL)
    assert play.finish() == {
        (2, "ante"): 10 * DOLLAR, (2, "xtra_bonus"): 10 * DOLLAR,
        (1, "ante"): 10 * DOLLAR, (1, "xtra_bonus"): 10 * DOLLAR,
    }  # fmt: skip


def test_a_seat_may_make_several_wagers_one_on_each_street(changed_game: Callable[..., None]) -> None:
    changed_game(
        street("before_flop", "all_in", 0, None, Decline.CHECK),
        street("after_board", "press", 4, Step.DEAL_LAST_COMMUNITY_CARDS),
    )
    play = Play(submission_with_a_press())
    play.deal(1, 2, 3)
    play.act(1, "all_in", 30)
    play.act(2, "check")
    play.act(3, "all_in", 10)
    assert play.is_in(Phase.BOARD)
    play.do(c.DealCommunity(Role.DEALER))
    assert play.is_in(Phase.DECISIONS)
    play.act(1, "press", 20)
    play.act(2, "press", 10)
    play.act(3, "fold")
    staked = play.finish()
    assert {key: amount // DOLLAR for key, amount in staked.items() if key[1] in ("all_in", "press")} == {
        (3, "all_in"): 10, (2, "press"): 10, (1, "all_in"): 30, (1, "press"): 20,
    }  # fmt: skip


def test_a_wager_that_was_made_is_not_asked_for_again(changed_game: Callable[..., None]) -> None:
    changed_game(
        street("before_flop", "all_in", 0, None, Decline.CHECK),
        street("after_board", "all_in", 4, Step.DEAL_LAST_COMMUNITY_CARDS),
    )
    play = Play(submission_with_a_press())
    play.deal(1, 2)
    play.act(1, "all_in", 10)
    play.act(2, "check")
    play.do(c.DealCommunity(Role.DEALER))
    assert play.table.round is not None
    assert play.table.round.turn == 1, "seat 2 alone is asked"
    play.act(2, "fold")
    assert play.is_in(Phase.REVEAL)
