"""Which rule values the solver of High Card Flush supports."""

from __future__ import annotations

from typing import Final

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

_BONUSES: Final = ("flush_bonus", "straight_flush_bonus")
_WAGERS: Final = ("ante", "raise", *_BONUSES, "progressive")

SUPPORTS: Final[Supports] = {
    **PROCEDURE,
    **PAYTABLES,
    **PROGRESSIVES,
    **FLUSHES,
    **READINGS,
    "hands.player_cards": required(7),
    "hands.dealer_cards": required(7),
    "hands.community_cards": absent(),
    "hands.flop_cards": absent(),
    "qualifying.ante_below": read("win", "push", "lose", "by_the_hands"),
    "qualifying.play_below": read("win", "push", "lose", "by_the_hands"),
    "decision.wager": required("raise"),
    "decision.smallest": read(holds=lambda multiple: multiple >= 1, wanted="1 or more"),
    **{
        f"decision.largest.{length}_card_flush": read(optional=True)
        for length in ("two", "three", "four", "five", "six", "seven")
    },
    "decision.stages.*": absent(),
    **wager_supports("ante", offer=required("required"), odds=read()),
    **wager_supports("raise", offer=required("decision"), odds=read()),
    **wager_supports("flush_bonus", offer=required("optional"), paytables=read()),
    **wager_supports("straight_flush_bonus", offer=required("optional"), paytables=read()),
    **wager_supports("progressive", offer=required("optional"), paytables=read(), amount=read(optional=True)),
    "settlement.wagers": Support(
        Use.REQUIRED, lambda names: {"ante", "raise"} <= set(names) <= {*_WAGERS, "envy_bonus"},
        f"an order of {', '.join(_WAGERS)} and envy_bonus",
    ),
    "settlement.survive_fold": read(_BONUSES, (*_BONUSES, "progressive")),
    "payout_limit.covers": Support(
        Use.READ, lambda names: "progressive" not in names and set(names) <= set(_WAGERS),
        f"any of {', '.join(_WAGERS[:-1])}", True,
    ),
}  # fmt: skip
