"""What simulated rounds brought on each wager, beside what is exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from houserules.lab.base_game import qualifier_of, xtra_odds
from houserules.lab.census import Kind
from houserules.lab.decisions import has_board
from houserules.lab.paylines import SUIT_SPECIFIC, line_of, lines_by_value
from houserules.lab.progressives import progressive_wager
from houserules.lab.side_bets import side_bet, side_bets, winnings_at
from houserules.lab.simulation import Progress, Tally, base_results
from houserules.lab.strategy_files import WrittenStrategy
from houserules.law import Paytable, Submission

_SUITS = ("spades", "hearts", "diamonds", "clubs")
Distribution = Mapping[Fraction, int]


@dataclass(frozen=True, slots=True)
class SimulatedWager:
    """A wager's mean net result per unit, how sure it is, and the exact value."""

    wager: str
    mean: Fraction
    variance: Fraction
    rounds: int
    exact: Fraction

    @property
    def standard_error(self) -> float:
        return sqrt(self.variance / self.rounds)

    @property
    def z_score(self) -> float:
        """By how many standard errors the mean misses the exact value."""
        miss = float(self.mean - self.exact)
        return miss / self.standard_error if self.standard_error else (0.0 if not miss else float("inf"))


def wagers_of(submission: Submission, tally: Tally, exact_base: Fraction) -> tuple[SimulatedWager, ...]:
    """The base game and every side bet offered. The progressive is valued at its initial meter, for a player alone
    at the table, and as a wager on the cards: a fold does not forfeit it."""
    wagers = [_wager("base", base_results(submission, tally), tally.rounds, exact_base)]
    for name, bet in side_bets(submission).items():
        choices = submission.wagers[name]
        assert choices.paytable is not None
        value = winnings_at(choices.minimum, f"wagers.{name}.paytable")
        worth = {line.hand: value(line.pay) for line in choices.paytable}
        lost = Fraction(-1)
        found = _by_line(submission, tally, choices.paytable, worth, choices.suit, lost)
        exact = -side_bet(submission, choices).house_edge
        assert exact == -bet.house_edge
        wagers.append(_wager(name, found, tally.rounds, exact))
    if submission.progressive is not None:
        offered = progressive_wager(submission)
        paid = {line.hand: line.paid_at(offered.meter) / offered.amount - 1 for line in offered.lines}
        table = submission.progressive.paytable
        if submission.progressive.segments:
            found = _by_segment(submission, tally, paid)
        else:
            found = _by_line(submission, tally, table, paid, None, Fraction(-1))
        wagers.append(_wager("progressive", found, tally.rounds, -offered.edge_at(offered.meter, 1)))
    return tuple(wagers)


def exact_value(submission: Submission, strategy: WrittenStrategy, progress: Progress | None = None) -> Fraction:
    """What the strategy brings per ante, over all deals."""
    from houserules.lab import high_card_flush  # noqa: PLC0415
    from houserules.lab.base_game import largest_raise  # noqa: PLC0415
    from houserules.lab.strategy_values import evaluate_chase_the_flush, evaluate_high_card_flush  # noqa: PLC0415

    qualifier = qualifier_of(submission)
    if has_board(submission):
        results = evaluate_chase_the_flush(strategy, xtra_odds(submission), qualifier, progress)
    else:
        table = high_card_flush.hand_table(qualifier)
        results = evaluate_high_card_flush(strategy, table, largest_raise(submission))
    return -results.house_edge


def _by_line(
    submission: Submission,
    tally: Tally,
    table: Paytable,
    worth: Mapping[str, Fraction],
    suit: str | None,
    lost: Fraction,
) -> Distribution:
    lines = lines_by_value(table, lambda pay: next(worth[line.hand] for line in table if line.pay == pay))
    found: dict[Fraction, int] = {}
    for flush, run, four, nine, run_suit, count in tally.kinds():
        line = line_of(Kind(flush, run, four, nine), lines)
        if run == 7 and SUIT_SPECIFIC in worth and suit == _SUITS[run_suit]:
            net = worth[SUIT_SPECIFIC]
        else:
            net = worth[line.hand] if line else lost
        found[net] = found.get(net, 0) + count
    return found


def _by_segment(submission: Submission, tally: Tally, paid: Mapping[str, Fraction]) -> Distribution:
    assert submission.progressive is not None
    counts = tally.segments()
    found: dict[Fraction, int] = {Fraction(-1): tally.rounds - sum(counts)}
    at = 0
    for symbol, segments in submission.progressive.segments:
        hits = sum(counts[at : at + segments])
        at += segments
        found[paid[symbol]] = found.get(paid[symbol], 0) + hits
    return found


def _wager(name: str, found: Distribution, rounds: int, exact: Fraction) -> SimulatedWager:
    mean = sum((net * count for net, count in found.items()), Fraction()) / rounds
    squares = sum((net**2 * count for net, count in found.items()), Fraction()) / rounds
    return SimulatedWager(name, mean, squares - mean**2, rounds, exact)
