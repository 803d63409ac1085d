"""What six players at one table ask, round after round, however it reaches the service, and how long it took."""

from __future__ import annotations

import itertools
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import Struct, field

from houserules import law
from houserules.app.people.roles import Job, Person
from houserules.app.table.requests import AnyRequest, new_request
from houserules.law import Submission, freeze, read_filing, read_toml
from houserules.money import Money, format_dollars
from houserules.play import Rules

SEATS: Final = range(1, 7)
BUY_IN: Final = "1000000"
"""More chips than anybody loses while a benchmark runs."""

Send = Callable[[int, AnyRequest], Awaitable[int]]
"""Sends what the player at a seat asks, waits until it is kept, and tells the version that it led to."""


def submission_named(name: str) -> Submission:
    return freeze(read_filing(read_toml(law.submissions()[name].folder.text("submission"), name), name))


def six_people(table: str) -> dict[int, Person]:
    """By their seats. No two tables have the same: what is lent to one person is lent at all tables together."""
    return {seat: Person(f"{table}-{seat}", f"Player {seat}", frozenset({Job.PLAYER})) for seat in SEATS}


class Figures(Struct):
    """What was counted between the warming up and the end. Times are in seconds."""

    rounds: int = 0
    took: list[float] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        self.rounds += other.rounds
        self.took.extend(other.took)

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        return sorted(self.took)[min(int(len(self.took) * share), len(self.took) - 1)] * 1000


class Period(Struct):
    """From when until when things are counted, on this machine's monotonic clock, which all its processes share."""

    begin: float
    end: float


class SixPlayers:
    """Each bets every wager at its smallest, is ready at once, and takes the boldest decision when first asked."""

    def __init__(self, submission: Submission, name: str) -> None:
        rules = Rules(submission)
        stakes: dict[str, int] = {}
        for wager, rule in rules.stakes.items():
            stakes[wager] = rule.minimum if rule.equals is None else stakes[rule.equals]
        self.wagers = {wager: format_dollars(Money(amount)) for wager, amount in stakes.items()}
        self.action = rules.streets[0].wager
        self.amount = format_dollars(Money(rules.streets[0].smallest * stakes[rules.base_wager]))
        self.name = name
        self._numbers = itertools.count()

    def _request(self, verb: str, seat: int, version: int, **fields: Any) -> AnyRequest:
        command_id = f"{self.name}-{next(self._numbers):08d}"
        return new_request(verb, command_id=command_id, expected_version=version, seat=seat, **fields)

    def sit(self, seat: int, version: int) -> AnyRequest:
        return self._request("sit", seat, version, buy_in=BUY_IN)

    def bet(self, seat: int, version: int) -> AnyRequest:
        return self._request("place_wagers", seat, version, wagers=self.wagers, ready=True)

    def decide(self, seat: int, version: int) -> AnyRequest:
        return self._request("act", seat, version, action=self.action, amount=self.amount)

    async def sit_down(self, send: Send, version: int) -> int:
        for seat in SEATS:
            version = await send(seat, self.sit(seat, version))
        return version

    async def play(self, send: Send, version: int, period: Period) -> Figures:
        """Round after round until the period is over. The last round is finished, but not counted."""
        figures = Figures()
        while True:
            took: list[float] = []
            for request in (self.bet, self.decide):
                for seat in SEATS:
                    began = time.monotonic()
                    version = await send(seat, request(seat, version))
                    ended = time.monotonic()
                    if began >= period.begin and ended <= period.end:
                        took.append(ended - began)
            figures.took.extend(took)
            if ended > period.end:
                return figures
            if ended >= period.begin:
                figures.rounds += 1
