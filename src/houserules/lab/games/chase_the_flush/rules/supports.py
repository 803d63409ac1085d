"""Which rule values the solver of Chase the Flush supports."""

from __future__ import annotations

from typing import Final

from houserules.lab.games.chase_the_flush.terms import STAGES
from houserules.lab.games.flushes.supports import FLUSHES, READINGS
from houserules.lab.solving.support import (
    PAYTABLES,
    PROCEDURE,
    PROGRESSIVES,
    Support,
    Supports,
    Use,
    absent,
    read,
    required,
    wager_supports,
)

_BASE: Final = ("ante", "xtra_bonus", "all_in")
_WAGERS: Final = (*_BASE, "same_suit", "progressive")

SUPPORTS: Final[Supports] = {
    **PROCEDURE,
    **PAYTABLES,
    **PROGRESSIVES,
    **FLUSHES,
    **READINGS,
    "hands.player_cards": required(3),
    "hands.dealer_cards": required(3),
    "hands.community_cards": required(4),
    "hands.flop_cards": required(2),
    "qualifying.ante_below": read("win", "push", "lose", "by_the_hands"),
    "qualifying.play_below": required("by_the_hands"),
    "decision.wager": required("all_in"),
    "decision.smallest": absent(),
    "decision.largest.*": absent(),
    **{f"decision.stages.{stage}": read(holds=lambda antes: antes >= 1, wanted="1 or more") for stage in STAGES},
    **wager_supports("ante", offer=required("required"), odds=read()),
    **wager_supports("xtra_bonus", offer=required("required"), paytables=read(), equals=required("ante")),
    **wager_supports("all_in", offer=required("decision"), odds=read()),
    **wager_supports("same_suit", offer=required("optional"), paytables=read()),
    **wager_supports(
        "progressive", offer=required("optional"), paytables=read(), amount=read(optional=True),
        suited_hole_cards=read(holds=lambda cards: 1 <= cards <= 3, wanted="1 to 3", optional=True),
    ),
    "settlement.wagers": Support(
        Use.REQUIRED, lambda names: set(_BASE) <= set(names) <= {*_WAGERS, "community_pay"},
        f"an order of {', '.join(_WAGERS)} and community_pay",
    ),
    "settlement.survive_fold": required(("same_suit", "progressive")),
    "payout_limit.covers": Support(
        Use.READ, lambda names: set(names) <= set(_WAGERS[:-1]), f"any of {', '.join(_WAGERS[:-1])}", True
    ),
}  # fmt: skip
