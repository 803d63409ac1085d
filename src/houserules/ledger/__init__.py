"""Events become balanced postings: pending on the felt, then posted or voided."""

from houserules.ledger.accounts import (
    FELT,
    HOUSE,
    MAIN_METER,
    OPERATOR,
    SECONDARY_METER,
    Account,
    Posting,
    Transfer,
    player,
)
from houserules.ledger.postings import postings, transfers

__all__ = [
    "FELT",
    "HOUSE",
    "MAIN_METER",
    "OPERATOR",
    "SECONDARY_METER",
    "Account",
    "Posting",
    "Transfer",
    "player",
    "postings",
    "transfers",
]
