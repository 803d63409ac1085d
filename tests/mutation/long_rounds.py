"""Many rounds of the engine by a written strategy, beside the exact value of every wager under the same law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

from houserules.lab import (
    Results,
    WrittenStrategy,
    forfeits_on_fold,
    insist_supported,
    named_strategy,
    progressive_wager,
    side_bets,
)
from houserules.lab.games.flushes.features import FEATURES, choose
from houserules.lab.strategy.rule_tables import rule_table
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import Money
from houserules.play import Round, Seat
from tests.mutation.rounds import LEAST, METER, Choose, Player, mask_of

BASE = "base"
VISIBLE, ALLOWED = 6, 5
"""In standard errors: a change that is seen in this number of rounds, and what chance may do."""


@dataclass(frozen=True, slots=True)
class Exact:
    mean: Fraction
    variance: Fraction

    def error(self, rounds: int) -> float:
        return sqrt(self.variance / rounds)


@dataclass(frozen=True, slots=True)
class Measured:
    wager: str
    exact: Fraction
    mean: float
    error: float

    @property
    def z(self) -> float:
        return (self.mean - float(self.exact)) / self.error


def strategy_of(submission: Submission, quick: bool) -> WrittenStrategy:
    """The default one; where a fold forfeits the progressive, or an exact evaluation must be quick, all hands bet."""
    strategies = insist_supported(submission).strategies
    if not quick and not forfeits_on_fold(submission):
        return strategies.default(submission)
    language = strategies.language(submission)
    name, stage = next(iter(language.stages.items()))
    return named_strategy("bet every hand", f'[[{name}]]\nthen = "{list(stage.actions)[1]}"\n', language)


@lru_cache(256)
def _evaluated(game: str, question: Any, name: str, submission: _Kept) -> Results:
    del game, question
    strategy = strategy_of(submission.it, name == "bet every hand")
    evaluate = insist_supported(submission.it).strategies.evaluate
    return evaluate(submission.it, (strategy,), lambda _: None)[0]


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """A submission that stands for all that ask the same of the base game."""

    it: Submission

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept)

    def __hash__(self) -> int:
        return 0


def exact_values(submission: Submission, quick: bool, base: bool = True) -> dict[str, Exact]:
    """In units of each stake. Of the progressive, what its lines pay in fixed amounts."""
    found = {name: Exact(-bet.house_edge, bet.variance) for name, bet in side_bets(submission).items()}
    if submission.progressive is not None:
        offered = progressive_wager(submission, Money(METER))
        amount = submission.progressive.amount
        paid = [(line.probability, line.fixed / amount) for line in offered.lines]
        mean = sum((chance * fixed for chance, fixed in paid), Fraction())
        squares = sum((chance * fixed**2 for chance, fixed in paid), Fraction())
        found[PROGRESSIVE] = Exact(mean - 1, squares - mean**2)
    if base:
        solver = insist_supported(submission)
        name = strategy_of(submission, quick).name
        results = _evaluated(solver.game, solver.base.question(submission), name, _Kept(submission))
        found[BASE] = Exact(-results.house_edge, results.variance)
    return found


def chooser(strategy: WrittenStrategy) -> Choose:
    rules = rule_table(strategy, FEATURES)
    ranges = tuple(rules.stages.values())

    def chosen(_number: int, street: int, seat: Seat, round_: Round) -> int | None:
        first, last = ranges[street]
        action = choose(rules.tests, rules.actions, first, last, mask_of(seat.cards), mask_of(round_.board))
        if not action:
            return None
        return LEAST if round_.board_size else int(action)

    return chosen


def measure(submission: Submission, exact: Mapping[str, Exact], seat_rounds: int, quick: bool) -> list[Measured]:
    """The means of this number of seat-rounds. Seats share a dealer, so the error is counted by whole rounds; it is
    at least that of as many rounds of their own."""
    player = Player(submission, seed=20261001)
    choose_by = chooser(strategy_of(submission, quick))
    rounds = -(-seat_rounds // len(player.seats))
    unit = dict(player.stakes)[player.rules.base_wager]
    sums, squares = dict.fromkeys(exact, 0.0), dict.fromkeys(exact, 0.0)
    for number in range(rounds):
        net = dict.fromkeys(exact, 0.0)
        for line in player.play(number, choose_by).settled:
            name = BASE if line.wager in player.rules.against_dealer else line.wager
            if name in net:
                returned = 0 if (line.odds or "").endswith("%") else line.returned
                net[name] += (returned - line.stake) / (unit if name == BASE else line.stake)
        for name, amount in net.items():
            sums[name] += amount
            squares[name] += amount * amount
    return [_measured(name, exact[name], sums[name], squares[name], rounds, len(player.seats)) for name in exact]


def _measured(name: str, exact: Exact, total: float, squares: float, rounds: int, seats: int) -> Measured:
    spread = squares / rounds - (total / rounds) ** 2
    error = max(sqrt(spread / rounds) / seats, exact.error(rounds * seats))
    return Measured(name, exact.mean, total / rounds / seats, error)


def visible(before: Mapping[str, Exact], after: Mapping[str, Exact], seat_rounds: int) -> tuple[str, ...]:
    """The wagers whose exact value moves by enough to see."""
    return tuple(
        name
        for name, exact in after.items()
        if name not in before or abs(exact.mean - before[name].mean) > VISIBLE * exact.error(seat_rounds)
    )
