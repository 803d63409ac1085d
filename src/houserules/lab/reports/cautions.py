"""What an operator should not miss: a table that, as printed, gives the player the advantage.

Such a table is lawful if the document prints it. The cautions here need only the census of hands; the base game is
left to the analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from houserules.lab.counting.progressives import ProgressiveWager, other_amounts, progressive_wager
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
    """What the player gains per unit staked."""


def cautions_about(submission: Submission) -> tuple[Caution, ...]:
    """The wagers that favour the player as they are offered; the progressive is taken at its initial meter."""
    found = [
        player_advantage(name, bet.clause, f"table {bet.paytable}", -bet.house_edge)
        for name, bet in side_bets(submission).items()
        if bet.house_edge < 0
    ]
    if submission.progressive is not None:
        for offered in (progressive_wager(submission), *other_amounts(submission)):
            found.extend(cautions_about_progressive(submission, offered))
    return tuple(found)


def cautions_about_progressive(submission: Submission, offered: ProgressiveWager) -> Iterator[Caution]:
    """At its meter and in the long run: with the given number of players, and with more, up to all seats."""
    at_meter = _losing(submission, offered, lambda players: offered.edge_at(offered.meter, players))
    if at_meter is not None:
        players, edge = at_meter
        what = _at_amount(submission, offered) + _start(submission, offered) + _with_players(players)
        yield player_advantage(PROGRESSIVE, offered.clause, what, -edge)
    in_the_long_run = _losing(submission, offered, offered.long_run_edge)
    if in_the_long_run is not None:
        players, edge = in_the_long_run
        costs = f"{_at_amount(submission, offered)}what the meter grows by and what it is reset to"
        message = f"{PROGRESSIVE}: {costs}{_with_players(players)} cost more than the wager brings in"
        yield Caution("long_run_loss", PROGRESSIVE, offered.clause, message, -edge)


def _losing(
    submission: Submission, offered: ProgressiveWager, edge_with: Callable[[int], Fraction | None]
) -> tuple[int, Fraction] | None:
    """The smallest number of players at which the player has the advantage, and the edge then."""
    for players in range(offered.players, max(offered.players, submission.table.seats) + 1):
        edge = edge_with(players)
        if edge is not None and edge < 0:
            return players, edge
    return None


def _at_amount(submission: Submission, offered: ProgressiveWager) -> str:
    """Which wager is meant, where several amounts are possible."""
    choices = submission.progressive
    several = choices is not None and len(choices.amounts) > 1
    return f"at a wager of {format_price(offered.amount)} " if several else ""


def _start(submission: Submission, offered: ProgressiveWager) -> str:
    """What the wager is paid from."""
    if offered.share:
        return f"a meter of {format_price(int(offered.meter))}"
    prize = submission.progressive.prize if submission.progressive else None
    return f"a prize of {format_price(prize)}" if prize else f"table {offered.paytable}"


def _with_players(players: int) -> str:
    return f", with {players} players who make the wager," if players > 1 else ""


def player_advantage(wager: str, clause: str, what: str, edge: Fraction) -> Caution:
    message = f"{wager.replace('_', ' ')}: {what} gives the player the advantage over the house"
    return Caution("player_advantage", wager, clause, message, edge)
