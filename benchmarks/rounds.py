"""Complete rounds a second, side by side with PokerKit.

Ours: six seats, every wager the submission offers, the shuffle, the deal, each decision, validation by a floorperson,
settlement; every command goes through ``decide``, every event through ``evolve``. PokerKit's: six-player no-limit
hold'em to showdown with all automations on, ``check_or_call`` to the end. One process, pure Python, the same machine,
one after the other. Run it with ``python benchmarks/rounds.py [seconds]``.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from houserules import law
from houserules.law import Submission, freeze, read_filing, read_toml
from houserules.play import (
    Accepted,
    AnyCommand,
    Code,
    Phase,
    Refused,
    Role,
    Rules,
    Table,
    decide,
    evolve,
    new_table,
    opening_commands,
)
from houserules.play import commands as c


def submission_named(name: str) -> Submission:
    return freeze(read_filing(read_toml(law.submissions()[name].folder.text("submission"), name), name))


class TableUnderTest:
    """A table that plays one complete round after another."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.submission = submission_named(name)
        self.rules = Rules(self.submission)
        self.chance = random.Random(seed)
        self.table: Table = new_table(self.rules)
        self.events = 0
        stakes: list[tuple[str, int]] = []
        for wager, rule in self.rules.stakes.items():
            stakes.append((wager, rule.minimum if rule.equals is None else dict(stakes)[rule.equals]))
        self.stakes = tuple(stakes)
        self.cards = list(range(52))
        for command in opening_commands(self.submission.table.decks):
            self.do(command)

    def do(self, command: AnyCommand) -> Accepted | Refused:
        answer = decide(self.rules, self.table, command)
        if isinstance(answer, Accepted):
            table = self.table
            for event in answer.events:
                table = evolve(table, event)
            self.table = table
            self.events += len(answer.events)
        return answer

    def round(self) -> None:
        deck = 1 if self.table.last_deck != 1 else 2
        self.chance.shuffle(self.cards)
        do = self.do
        do(c.Shuffle(Role.DEVICE, 0, tuple(self.cards), deck, 52))
        do(c.OpenRound(Role.DEALER))
        for seat in range(1, 7):
            do(c.PlaceWagers(Role.PLAYER, 0, seat, self.stakes))
        do(c.NoMoreBets(Role.DEALER))
        do(c.CollectProgressive(Role.DEALER, 0, 6, 6))
        do(c.Deal(Role.DEALER))
        self._decisions()
        do(c.Reveal(Role.DEALER))
        while self.table.round is not None:
            answer = do(c.Settle(Role.DEALER))
            if isinstance(answer, Refused):
                self._clear_the_way(answer)

    def _decisions(self) -> None:
        multiple = self.rules.streets[0].smallest
        while True:
            round_ = self.table.round
            assert round_ is not None
            if round_.phase is Phase.BOARD:
                self.do(c.DealCommunity(Role.DEALER))
            elif round_.phase is Phase.DECISIONS:
                assert round_.turn is not None
                seat = round_.seats[round_.turn]
                amount = multiple * self.stakes[0][1]
                self.do(c.Act(Role.PLAYER, 0, seat.seat, self.rules.streets[0].wager, amount))
            else:
                return

    def _clear_the_way(self, answer: Refused) -> None:
        assert self.table.round is not None
        seat = self.table.round.claim
        assert seat is not None
        if answer.code is Code.WHEEL_NOT_SPUN:
            self.do(c.SpinWheel(Role.DEVICE, 0, seat, "$15"))
        else:
            self.do(c.ValidatePayout(Role.FLOORPERSON, 0, seat))


def pokerkit_hand() -> None:
    from pokerkit import Automation, NoLimitTexasHoldem  # noqa: PLC0415

    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (5, 10), 10, (1000,) * 6, 6)
    while state.status:
        state.check_or_call()


def compare(acts: dict[str, Callable[[], None]], seconds: float) -> dict[str, float]:
    """How often a second each act is done, in processor time, in short turns so that all share the same weather."""
    done = dict.fromkeys(acts, 0)
    spent = dict.fromkeys(acts, 0.0)
    for act in acts.values():
        act()
    while min(spent.values()) < seconds:
        for name, act in acts.items():
            began = time.process_time()
            while time.process_time() - began < _TURN:
                act()
                done[name] += 1
            spent[name] += time.process_time() - began
    return {name: done[name] / spent[name] for name in acts}


_TURN = 0.1


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    tables = {name: TableUnderTest(name) for name in law.submissions()}
    acts: dict[str, Callable[[], None]] = {"PokerKit": pokerkit_hand}
    rates = compare(acts | {name: table.round for name, table in tables.items()}, seconds)
    theirs = rates["PokerKit"]
    print(f"PokerKit, six-player hold'em to showdown {theirs:10,.0f} hands/s")
    for name, table in tables.items():
        per_round = table.events / table.table.rounds
        faster = rates[name] / theirs
        print(f"{name:40} {rates[name]:10,.0f} rounds/s  {faster:6.1f} times  {per_round:.0f} events a round")


if __name__ == "__main__":
    main()
