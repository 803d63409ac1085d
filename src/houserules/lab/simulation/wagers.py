"""What simulated rounds brought on each wager, beside the exact values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from houserules.lab.counting.outcomes import Results, added_up
from houserules.lab.counting.paylines import line_of, lines_by_value
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.counting.side_bets import side_bets, winnings_at
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.reports.edges import BASE
from houserules.lab.simulation.rounds import Tally
from houserules.lab.solving.arrays import Ints
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Kind
from houserules.law import Paytable, Submission
from houserules.law.words import PROGRESSIVE

Distribution = Mapping[Fraction, int]
LOST = Fraction(-1)


@dataclass(frozen=True, slots=True)
class SimulatedWager:
    """A wager's mean net result per unit, and its exact value. How far the mean may deviate is exact too: a sample
    that lacks a rare payment cannot tell."""

    wager: str
    mean: Fraction
    rounds: int
    exact: Fraction
    variance: Fraction
    """The exact variance of one round."""

    @property
    def standard_error(self) -> float:
        return sqrt(self.variance / self.rounds)

    @property
    def z_score(self) -> float:
        """By how many standard errors the mean differs from the exact value."""
        miss = float(self.mean - self.exact)
        return miss / self.standard_error if self.standard_error else (0.0 if not miss else float("inf"))


def wagers_of(submission: Submission, tally: Tally, played: Results) -> tuple[SimulatedWager, ...]:
    """The base game, with the results of all deals under the strategy in ``played``, and every side bet offered. The
    progressive is valued at its initial meter, for a player alone at the table, and as a wager on the cards: a fold
    does not forfeit it."""
    simulation = insist_supported(submission).simulation
    base = added_up(
        (outcome.net, int(count))
        for outcome, count in zip(simulation.ends(submission), _ends_in(submission, tally), strict=True)
        if count
    )
    wagers = [_wager(BASE, base, tally.rounds, -played.house_edge, played.variance)]
    for name, bet in side_bets(submission).items():
        choices = submission.wagers[name]
        assert choices.paytable is not None
        value = winnings_at(choices.minimum, f"wagers.{name}.paytable")
        worth = {line.hand: value(line.pay) for line in choices.paytable}
        found = _by_line(submission, tally, choices.paytable, worth, choices.suit)
        wagers.append(_wager(name, found, tally.rounds, -bet.house_edge, bet.variance))
    if submission.progressive is not None:
        offered = progressive_wager(submission)
        paid = {line.hand: line.paid_at(offered.meter) / offered.amount - 1 for line in offered.lines}
        if suited_cards(submission) is not None:
            found = _by_segment(submission, tally, paid)
        else:
            found = _by_line(submission, tally, submission.progressive.paytable, paid, None)
        edge = offered.edge_at(offered.meter, 1)
        wagers.append(_wager(PROGRESSIVE, found, tally.rounds, -edge, offered.variance))
    return tuple(wagers)


def _by_line(
    submission: Submission, tally: Tally, table: Paytable, worth: Mapping[str, Fraction], suit: str | None
) -> Distribution:
    lines = lines_by_value(submission, table, lambda pay: next(worth[line.hand] for line in table if line.pay == pay))
    found: dict[Fraction, int] = {}
    for kind, count in kinds_in(submission, tally):
        line = line_of(submission, kind, lines, suit)
        net = worth[line.hand] if line else LOST
        found[net] = found.get(net, 0) + count
    return found


def _by_segment(submission: Submission, tally: Tally, paid: Mapping[str, Fraction]) -> Distribution:
    assert submission.progressive is not None
    counts = [int(count) for count in tally.cells[len(tally.cells) - _segments(submission) :]]
    found: dict[Fraction, int] = {LOST: tally.rounds - sum(counts)}
    at = 0
    for symbol, segments in submission.progressive.segments:
        hits = sum(counts[at : at + segments])
        at += segments
        found[paid[symbol]] = found.get(paid[symbol], 0) + hits
    return found


def _segments(submission: Submission) -> int:
    """How many cells of a tally belong to the wheel; they are the last ones."""
    if submission.progressive is None or suited_cards(submission) is None:
        return 0
    return sum(count for _, count in submission.progressive.segments)


def _ends_in(submission: Submission, tally: Tally) -> Ints:
    return tally.cells[: len(insist_supported(submission).simulation.ends(submission))]


def kinds_in(submission: Submission, tally: Tally) -> Iterator[tuple[Kind, int]]:
    """From a tally: kinds of the player's final hand, with the number of rounds."""
    kinds = insist_supported(submission).simulation.kinds(submission)
    start = len(_ends_in(submission, tally))
    for kind, count in zip(kinds, tally.cells[start : start + len(kinds)], strict=True):
        if count:
            yield kind, int(count)


def _wager(name: str, found: Distribution, rounds: int, exact: Fraction, variance: Fraction) -> SimulatedWager:
    mean = sum((net * count for net, count in found.items()), Fraction()) / rounds
    return SimulatedWager(name, mean, rounds, exact, variance)
