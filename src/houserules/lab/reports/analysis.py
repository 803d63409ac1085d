"""Everything known about a submission: every wager offered, with exact figures, and what should not be missed."""

from __future__ import annotations

from dataclasses import dataclass

from houserules.lab.arguments import BadArgument
from houserules.lab.counting.forfeits import FoldedWinners, folded_winners
from houserules.lab.counting.outcomes import Results
from houserules.lab.counting.payout_limits import LimitEffect, limit_effects
from houserules.lab.counting.progressives import ProgressiveWager, other_amounts, progressive_wager
from houserules.lab.counting.side_bets import SideBet, side_bet, side_bets
from houserules.lab.reports.cautions import Caution, cautions_about_progressive, player_advantage
from houserules.lab.reports.edges import BASE
from houserules.lab.solving.base_game import (
    TableShare,
    WagerShare,
    base_results,
    table_shares,
    table_wagers,
    wager_shares,
)
from houserules.lab.solving.solver import Progress
from houserules.law import Amount, Submission
from houserules.money import Money


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The wagers that are decided without a dealer: known at once, whatever the pay table."""

    submission: Submission
    side_bets: dict[str, SideBet]
    at_maximum: dict[str, SideBet]
    """The side bets whose edge depends on the stake, at their maximum."""
    progressive: ProgressiveWager | None
    """The progressive at its smallest amount."""
    other_amounts: tuple[ProgressiveWager, ...]
    """The progressive at the other amounts that may be wagered."""
    warnings: tuple[Caution, ...]


@dataclass(frozen=True, slots=True)
class Analysis(OwnCards):
    base: Results
    shares: tuple[WagerShare, ...]
    tables: tuple[TableShare, ...]
    """The wagers of the base game that are paid by a table."""
    folded: FoldedWinners | None
    limits: tuple[LimitEffect, ...]


def analyze(
    submission: Submission, meter: Money | None = None, players: int = 1, progress: Progress | None = None
) -> Analysis:
    """The whole analysis; ``meter`` and ``players`` are for the progressive."""
    own = analyze_own_cards(submission, meter, players)
    results = base_results(submission, progress)
    return Analysis(
        submission=submission,
        side_bets=own.side_bets,
        at_maximum=own.at_maximum,
        progressive=own.progressive,
        other_amounts=own.other_amounts,
        warnings=(*_about_the_base(submission, results), *own.warnings),
        base=results,
        shares=wager_shares(submission, results),
        tables=table_shares(submission, results),
        folded=folded_winners(submission, own.progressive) if own.progressive else None,
        limits=limit_effects(submission),
    )


def analyze_own_cards(submission: Submission, meter: Money | None = None, players: int = 1) -> OwnCards:
    """The part of the analysis that needs only the census of hands."""
    _insist_on(submission, meter, players)
    bets = side_bets(submission)
    offered = progressive_wager(submission, meter, players) if submission.progressive else None
    others = other_amounts(submission, meter, players)
    return OwnCards(
        submission=submission,
        side_bets=bets,
        at_maximum={
            name: side_bet(submission, submission.wagers[name], submission.wagers[name].maximum)
            for name, bet in bets.items()
            if any(isinstance(line.pay, Amount) for line in bet.lines)
        },
        progressive=offered,
        other_amounts=tuple(others),
        warnings=_about_own_cards(submission, bets, [offered, *others] if offered else []),
    )


def _insist_on(submission: Submission, meter: Money | None, players: int) -> None:
    if meter is not None and submission.progressive is None:
        raise BadArgument("{meter}: this submission offers no progressive")
    if submission.table.seats < 1:
        raise BadArgument(f"table.seats = {submission.table.seats}: expected 1 or more")
    if not 1 <= players <= submission.table.seats:
        raise BadArgument(f"{{players}} {players}: expected 1 to {submission.table.seats}, the seats of the table")


def _about_the_base(submission: Submission, results: Results) -> tuple[Caution, ...]:
    if results.house_edge >= 0:
        return ()
    edge = -results.house_edge
    for name, table in table_wagers(submission).items():
        what = f"{submission.rulebook.shown.wagers[name].title} table {table.letter}"
        return (player_advantage(BASE, str(table.clause), what, edge),)
    clause = submission.rulebook.settlement.higher.clause
    return (player_advantage(BASE, str(clause), "what the wagers pay", edge),)


def _about_own_cards(
    submission: Submission, bets: dict[str, SideBet], progressives: list[ProgressiveWager]
) -> tuple[Caution, ...]:
    found = []
    for name, bet in bets.items():
        if bet.house_edge < 0:
            found.append(player_advantage(name, bet.clause, f"table {bet.paytable}", -bet.house_edge))
    for offered in progressives:
        found.extend(cautions_about_progressive(submission, offered))
    return tuple(found)
