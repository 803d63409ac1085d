"""The house edge of every wager of a submission, by name, as comparisons use it."""

from __future__ import annotations

from fractions import Fraction

from houserules.lab.counting.forfeits import folded_winners
from houserules.lab.counting.payout_limits import limit_effects
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.counting.rereadings import rereadings_of
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
    """Wager to house edge; the progressive at its initial meter for one player, in the long run, and where a fold
    forfeits it. A payout limit counts as the share of the stakes that it takes. Readings that no submission may
    choose count where they are priced."""
    found: dict[str, Fraction] = {}
    made, rereadings = rereadings_of(submission)
    if base:
        results = base_results(made)
        found[BASE] = results.house_edge
        found |= {share.wager: share.house_edge for share in table_shares(made, results)}
    for name, bet in side_bets(made).items():
        for reread in rereadings:
            bet = reread.side_bet(made, bet) if reread.side_bet is not None else bet  # noqa: PLW2901
        found[name] = bet.house_edge
    found.update(progressive_edges(submission, base))
    if base and not any(reread.side_bet for reread in rereadings):
        for effect in limit_effects(made)[1:]:
            if effect.staked and effect.exact:
                found[LIMIT] = effect.most / effect.staked
    return found


def progressive_edges(submission: Submission, base: bool = True) -> dict[str, Fraction]:
    if submission.progressive is None:
        return {}
    made, rereadings = rereadings_of(submission)
    offered = progressive_wager(made)
    for reread in rereadings:
        offered = reread.progressive(made, offered) if reread.progressive is not None else offered
    found = {PROGRESSIVE: offered.house_edge}
    if offered.long_run is not None:
        found[LONG_RUN] = offered.long_run.house_edge
    if made.rulebook.progressive is not None and made.rulebook.progressive.shared is not None:
        found[FOR_OTHERS] = -offered.per_neighbour / offered.amount
    if base and insist_supported(made).base.folds is not None:
        folded = folded_winners(made, offered)
        found[FOLDING] = folded.house_edge if folded else offered.house_edge
    return found
