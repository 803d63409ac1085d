"""Everything that is known of a submission, gathered: every wager offered, exact, with what should not be missed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.base_game import (
    Progress,
    WagerShare,
    XtraBonus,
    base_results,
    wager_shares,
    xtra_bonus,
    xtra_table,
)
from houserules.lab.cautions import Caution, cautions_about_progressive, player_advantage
from houserules.lab.census import hands
from houserules.lab.outcomes import Results
from houserules.lab.paylines import reaches
from houserules.lab.payout_limits import LimitEffect, limit_effects
from houserules.lab.progressives import Progressive, progressive_wager
from houserules.lab.side_bets import SideBet, cards_of_a_hand, side_bet, side_bets
from houserules.law import Amount, MalformedData, Submission
from houserules.money import Money, format_price


@dataclass(frozen=True, slots=True)
class FoldedWinners:
    """Progressive winners that best play of the base game would fold, where a fold forfeits the progressive."""

    hands: dict[str, int]
    """Pay line to the number of such hands."""
    house_edge: Fraction
    """The edge when the player folds them all the same; the progressive's own edge supposes that none is folded."""


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The wagers that are decided without a dealer: known at once, whatever the pay table."""

    submission: Submission
    side_bets: dict[str, SideBet]
    at_maximum: dict[str, SideBet]
    """The side bets whose edge depends on the stake, at their maximum."""
    progressive: Progressive | None
    warnings: tuple[Caution, ...]


@dataclass(frozen=True, slots=True)
class Analysis(OwnCards):
    base: Results
    shares: tuple[WagerShare, ...]
    xtra: XtraBonus | None
    folded: FoldedWinners | None
    limits: tuple[LimitEffect, ...]


def analyze(
    submission: Submission, meter: Money | None = None, players: int = 1, progress: Progress | None = None
) -> Analysis:
    """The whole analysis; ``meter`` and ``players`` are for the progressive."""
    own = analyze_own_cards(submission, meter, players)
    results = base_results(submission, progress)
    chase = bool(submission.rulebook.decision.stages)
    return Analysis(
        submission=submission,
        side_bets=own.side_bets,
        at_maximum=own.at_maximum,
        progressive=own.progressive,
        warnings=(*_about_the_base(submission, results), *own.warnings),
        base=results,
        shares=wager_shares(submission, results),
        xtra=xtra_bonus(submission, results) if chase else None,
        folded=folded_winners(submission, own.progressive) if own.progressive else None,
        limits=limit_effects(submission),
    )


def analyze_own_cards(submission: Submission, meter: Money | None = None, players: int = 1) -> OwnCards:
    """The part of the analysis that needs nothing but the census of hands."""
    _insist_on(submission, meter, players)
    bets = side_bets(submission)
    offered = progressive_wager(submission, meter, players) if submission.progressive else None
    return OwnCards(
        submission=submission,
        side_bets=bets,
        at_maximum={
            name: side_bet(submission, submission.wagers[name], submission.wagers[name].maximum)
            for name, bet in bets.items()
            if any(isinstance(line.pay, Amount) for line in bet.lines)
        },
        progressive=offered,
        warnings=_about_own_cards(bets, offered),
    )


def _insist_on(submission: Submission, meter: Money | None, players: int) -> None:
    if meter is not None and submission.progressive is None:
        raise MalformedData("--meter: this submission offers no progressive")
    if not 1 <= players <= submission.table.seats:
        raise MalformedData(f"--players {players}: wanted 1 to {submission.table.seats}, the seats of the table")


def folded_winners(submission: Submission, offered: Progressive) -> FoldedWinners | None:
    """None where a folded hand keeps its progressive."""
    if not forfeits_on_fold(submission):
        return None
    from houserules.lab.folded_winners import folded_by_kind  # noqa: PLC0415

    total = hands(cards_of_a_hand(submission))
    counts: dict[str, int] = {}
    lost = Fraction(0)
    for kind, count in folded_by_kind(submission).items():
        line = next((each for each in offered.lines if reaches(kind, each.hand)), None)
        if line is not None:
            counts[line.hand] = counts.get(line.hand, 0) + count
            lost += Fraction(count, total) * line.paid_at(offered.meter)
    return FoldedWinners(counts, offered.house_edge + lost / offered.amount)


def forfeits_on_fold(submission: Submission) -> bool:
    """Whether the player who folds loses the progressive: as the document says, unless a reading says otherwise."""
    reading = submission.readings.get("progressive_after_fold")
    if reading is not None:
        return reading == "lost"
    return "progressive" not in submission.rulebook.settlement.survive_fold.value


def _about_the_base(submission: Submission, results: Results) -> tuple[Caution, ...]:
    if results.house_edge >= 0:
        return ()
    table = xtra_table(submission)
    what = f"X-tra Bonus table {table.letter}"
    return (player_advantage("base", str(table.clause), what, -results.house_edge),)


def _about_own_cards(bets: dict[str, SideBet], offered: Progressive | None) -> tuple[Caution, ...]:
    found = []
    for name, bet in bets.items():
        if bet.house_edge < 0:
            found.append(player_advantage(name, bet.clause, f"table {bet.paytable}", -bet.house_edge))
    if offered is not None:
        found.extend(cautions_about_progressive(offered, f"a meter of {format_price(Money(int(offered.meter)))}"))
        if offered.long_run is not None and offered.long_run.house_edge < 0:
            message = (
                "progressive: what the meter grows by and what it is reset to cost more than the wager brings in"
            )
            found.append(
                Caution("long_run_loss", "progressive", offered.clause, message, -offered.long_run.house_edge)
            )
    return tuple(found)
