"""The house edge of every wager of a submission, by name: what a comparison compares."""

from __future__ import annotations

from fractions import Fraction

from houserules.lab.counting.forfeits import folded_winners
from houserules.lab.counting.payout_limits import limit_effects
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.counting.side_bets import side_bets
from houserules.lab.solving.base_game import base_results, table_shares
from houserules.lab.solving.gate import insist_supported
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE

BASE = "base"
FOLDING = "progressive, winners folded with the base game's best play"
LONG_RUN = "progressive, in the long run"
FOR_OTHERS = "progressive, for each other player"
LIMIT = "payout limit at the maximum stakes"


def edges(submission: Submission, base: bool = True) -> dict[str, Fraction]:
    """Wager to house edge; the progressive at its initial meter for one player, in the long run, and as far as a
    fold forfeits it. A payout limit is what it takes of the stakes."""
    found: dict[str, Fraction] = {}
    if base:
        results = base_results(submission)
        found[BASE] = results.house_edge
        found |= {share.wager: share.house_edge for share in table_shares(submission, results)}
    for name, bet in side_bets(submission).items():
        found[name] = bet.house_edge
    found.update(progressive_edges(submission, base))
    for effect in limit_effects(submission)[1:] if base else ():
        if effect.staked and effect.exact:
            found[LIMIT] = effect.most / effect.staked
    return found


def progressive_edges(submission: Submission, base: bool = True) -> dict[str, Fraction]:
    if submission.progressive is None:
        return {}
    offered = progressive_wager(submission)
    found = {PROGRESSIVE: offered.house_edge}
    if offered.long_run is not None:
        found[LONG_RUN] = offered.long_run.house_edge
    if offered.shared_name is not None:
        found[FOR_OTHERS] = -offered.per_neighbour / offered.amount
    if base and insist_supported(submission).base.folds is not None:
        folded = folded_winners(submission, offered)
        found[FOLDING] = folded.house_edge if folded else offered.house_edge
    return found
