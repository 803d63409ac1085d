"""Events become balanced transfers: pending on the felt, then posted or voided."""

from houserules.ledger.accounts import (
    FELT,
    HOUSE,
    MAIN_METER,
    SECONDARY_METER,
    Ledger,
    Transfer,
    opening_ledger,
    player,
)
from houserules.ledger.postings import Posted, post, post_all

__all__ = [
    "FELT",
    "HOUSE",
    "MAIN_METER",
    "SECONDARY_METER",
    "Ledger",
    "Posted",
    "Transfer",
    "opening_ledger",
    "player",
    "post",
    "post_all",
]
