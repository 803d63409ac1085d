"""What every seat of a table wagers besides the base game, and what a hand or a spin brings on these wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from houserules.lab.arguments import BadArgument, literal
from houserules.lab.counting.forfeits import forfeits_on_fold
from houserules.lab.counting.paylines import kinds_of_hands, line_of
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.counting.side_bets import is_side_bet, winnings_at
from houserules.lab.counting.wheels import chance_of_a_spin, suited_cards
from houserules.lab.reports.edges import BASE
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Kind, OwnWager, Spins
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE

EVERYTHING: Final = "all"


def wagers_of(submission: Submission, names: Sequence[str]) -> list[str]:
    """The wagers besides the base game: ``all``, ``base`` for none, or their names."""
    offered = [name for name in submission.wagers if is_side_bet(submission, name)]
    offered += [PROGRESSIVE] if submission.progressive is not None else []
    if EVERYTHING in names:
        return offered
    chosen = [name for name in names if name != BASE]
    if wrong := [name for name in chosen if name not in offered]:
        expected = ", ".join((EVERYTHING, BASE, *offered))
        raise BadArgument(f"{{wagers}} {literal(wrong[0])}: expected some of {expected}")
    return chosen


def own_wager(submission: Submission, wager: str, seats: int) -> OwnWager:
    """This wager at its minimum, at a table with this number of seats, all of which make it."""
    kept = wager in submission.rulebook.settlement.survive_fold.value
    if wager == PROGRESSIVE:
        kept = not forfeits_on_fold(submission)
    lost = None if kept else -_stake(submission, wager)
    return OwnWager(worth_of_hands(submission, wager, seats), lost)


def box_covariance(submission: Submission, wager: str) -> Fraction | None:
    """The covariance of the results of this wager in two boxes of a round, in units of its stake; what others receive
    for a hand is not counted. None where it is not known, and for a wager that a fold forfeits."""
    solver = insist_supported(submission)
    own = own_wager(submission, wager, 1)
    if solver.own_covariance is None or own.after_fold is not None:
        return None
    spins = spins_of(submission, [wager], 1)
    found = solver.own_covariance(submission, own) if spins is None else _spins_together(submission) * spins.mean**2
    return None if found is None else found / _stake(submission, wager) ** 2


def _spins_together(submission: Submission) -> Fraction:
    """How much more often two boxes both spin the wheel than if each had a deck of its own; a spin takes cards of one
    suit."""
    cards = suited_cards(submission)
    assert cards is not None
    second = Fraction(comb(13 - cards, cards) + 3 * comb(13, cards), comb(52 - cards, cards))
    return chance_of_a_spin(cards) * (second - chance_of_a_spin(cards))


def worth_of_hands(submission: Submission, wager: str, seats: int) -> Mapping[Kind, Fraction]:
    """What a hand brings by this wager: to its own seat, and to all others by the Envy Bonus. Whether a wheel is spun
    for the progressive does not depend on the kind of hand, so there the hands only cost the stake."""
    found: dict[Kind, Fraction] = {}
    if wager == PROGRESSIVE:
        offered = progressive_wager(submission)
        if offered.chance_of_wheel is not None:
            return dict.fromkeys(kinds_of_hands(submission), Fraction(-offered.amount))
        assert submission.progressive is not None
        table = submission.progressive.paytable
        paid = {each.hand: each.paid_at(offered.meter) + (seats - 1) * each.neighbours for each in offered.lines}
        for kind in kinds_of_hands(submission):
            line = line_of(submission, kind, table.lines, None)
            found[kind] = (paid[line.hand] if line is not None else Fraction(0)) - offered.amount
        return found
    choices = submission.wagers[wager]
    assert choices.paytable is not None
    value = winnings_at(choices.minimum, f"wagers.{wager}.paytable")
    lines = tuple(sorted(choices.paytable, key=lambda line: -value(line.pay)))
    for kind in kinds_of_hands(submission):
        line = line_of(submission, kind, lines, choices.suit)
        found[kind] = (Fraction(-1) if line is None else value(line.pay)) * choices.minimum
    return found


def symbols_worth(submission: Submission, wagers: Sequence[str], seats: int) -> list[tuple[Fraction, Fraction]]:
    """Where a wheel is spun, each symbol's share of it, and what the symbol brings: to the seat that spins, and to
    all others by Community Pay. Empty where there is no wheel."""
    if PROGRESSIVE not in wagers:
        return []
    offered = progressive_wager(submission)
    chance = offered.chance_of_wheel
    if chance is None:
        return []
    return [
        (line.probability / chance, line.paid_at(offered.meter) + (seats - 1) * line.neighbours)
        for line in offered.lines
    ]


def spins_of(submission: Submission, wagers: Sequence[str], seats: int) -> Spins | None:
    """What a spin of the wheel brings; None where there is no wheel."""
    symbols = symbols_worth(submission, wagers, seats)
    if not symbols:
        return None
    mean = sum((chance * paid for chance, paid in symbols), Fraction())
    return Spins(mean, sum((chance * paid**2 for chance, paid in symbols), Fraction()) - mean**2)


def worth_of_segments(submission: Submission, wagers: Sequence[str], seats: int) -> list[Fraction]:
    """The same by segment of the wheel, in the order in which the submission lists them."""
    if PROGRESSIVE not in wagers or suited_cards(submission) is None:
        return []
    offered = progressive_wager(submission)
    assert submission.progressive is not None
    paid = {line.hand: line.paid_at(offered.meter) + (seats - 1) * line.neighbours for line in offered.lines}
    return [paid[symbol] for symbol, count in submission.progressive.segments for _ in range(count)]


def staked_before_the_deal(submission: Submission, wagers: Sequence[str]) -> Fraction:
    """What one seat stakes: what a fold of the base game loses, and these wagers."""
    ends = insist_supported(submission).simulation.ends(submission)
    staked = submission.table.minimum * min(end.wagered for end in ends)
    return staked + sum((_stake(submission, name) for name in wagers), Fraction())


def _stake(submission: Submission, wager: str) -> Fraction:
    if wager == PROGRESSIVE:
        assert submission.progressive is not None
        return Fraction(submission.progressive.amount)
    return Fraction(submission.wagers[wager].minimum)
