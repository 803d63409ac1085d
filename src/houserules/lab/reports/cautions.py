"""What an operator should not miss: a table that, as printed, gives the player the advantage.

Such a table is lawful if the document prints it. What is said here needs only the census of hands; the base game
is the business of the analysis.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.counting.progressives import ProgressiveWager, progressive_wager
from houserules.lab.counting.side_bets import side_bets
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import format_price


@dataclass(frozen=True, slots=True)
class Caution:
    code: str
    wager: str
    clause: str
    message: str
    player_edge: Fraction
    """What the player gains of each unit staked."""


def cautions_about(submission: Submission) -> tuple[Caution, ...]:
    """The wagers that favour the player as they are offered, the progressive at its initial meter."""
    found = [
        player_advantage(name, bet.clause, f"table {bet.paytable}", -bet.house_edge)
        for name, bet in side_bets(submission).items()
        if bet.house_edge < 0
    ]
    if submission.progressive is not None:
        offered = progressive_wager(submission)
        prize = submission.progressive.prize
        start = f"a prize of {format_price(prize)}" if prize else "the meter's initial amount"
        found.extend(cautions_about_progressive(offered, start))
    return tuple(found)


def cautions_about_progressive(offered: ProgressiveWager, start: str) -> tuple[Caution, ...]:
    """At its meter; ``start`` is what that meter is called."""
    if offered.house_edge >= 0:
        return ()
    return (player_advantage(PROGRESSIVE, offered.clause, start, -offered.house_edge),)


def player_advantage(wager: str, clause: str, what: str, edge: Fraction) -> Caution:
    message = f"{wager.replace('_', ' ')}: {what} gives the player the advantage over the house"
    return Caution("player_advantage", wager, clause, message, edge)
