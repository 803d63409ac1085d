"""What can be wrong with a Rules Submission. Each fault names its clause and says what would be lawful."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypedDict

from houserules.law.citation import Citation, Cited
from houserules.law.submission.filing import plain, shown_value
from houserules.money import CENT, Money, format_dollars


class FaultCode(Enum):
    """One code per kind of fault. Their order is the order in which they are reported."""

    UNKNOWN_KEY = "unknown_key"
    MISSING_KEY = "missing_key"
    SEATS = "seats"
    ADJACENT_BOXES = "adjacent_boxes"
    DEALING_METHOD = "dealing_method"
    DEALING_ORDER = "dealing_order"
    SHUFFLER = "shuffler"
    SHUFFLER_REQUIRED = "shuffler_required"
    DECKS = "decks"
    SECOND_DECK = "second_deck"
    DECK_TOO_SMALL = "deck_too_small"
    TABLE_LIMITS = "table_limits"
    WAGER_NOT_IN_GAME = "wager_not_in_game"
    WAGER_KEY = "wager_key"
    WAGER_LIMITS = "wager_limits"
    WAGER_NOT_EQUAL = "wager_not_equal"
    PAYTABLE_UNKNOWN = "paytable_unknown"
    PAYTABLE_INVENTED = "paytable_invented"
    BONUS_AMOUNTS = "bonus_amounts"
    ODDS_WORD = "odds_word"
    PROGRESSIVE_AMOUNT = "progressive_amount"
    PROGRESSIVE_RATE = "progressive_rate"
    PROGRESSIVE_INITIAL = "progressive_initial"
    PROGRESSIVE_RESET = "progressive_reset"
    PROGRESSIVE_PRIZE = "progressive_prize"
    PROGRESSIVE_ROUNDING = "progressive_rounding"
    SHARED_BONUS = "shared_bonus"
    WHEEL_SEGMENTS = "wheel_segments"
    PAYOUT_LIMIT = "payout_limit"
    READING_UNKNOWN = "reading_unknown"
    READING_CHOICE = "reading_choice"
    APPROVAL_DATE = "approval_date"
    NOT_APPROVED = "not_approved"


class FaultShown(TypedDict):
    """A fault as data, the same on the command line and over the API."""

    code: str
    clause: str
    key: str
    value: str
    message: str
    lawful: str


@dataclass(frozen=True, slots=True)
class Fault:
    code: FaultCode
    clause: str
    key: str
    value: str
    message: str
    lawful: str

    def __str__(self) -> str:
        return f"{self.key} = {self.value}: {self.message} ({self.clause}); lawful: {self.lawful}"

    def as_data(self) -> FaultShown:
        return {
            "code": self.code.value, "clause": self.clause, "key": self.key, "value": self.value,
            "message": self.message, "lawful": self.lawful,
        }  # fmt: skip


def fault(code: FaultCode, key: str, clause: Citation | Cited[Any], value: Any, message: str, lawful: str) -> Fault:
    """A fault under a clause, or under the clause of a cited value."""
    citation = clause.clause if isinstance(clause, Cited) else clause
    return Fault(code, str(citation), plain(key), shown_value(value), message, lawful)


NO_SUCH_CHIP: Final = "no chip is worth part of a cent"
WHOLE_CENTS: Final = "whole cents"


def stake_faults(code: FaultCode, key: str, clause: Cited[Any], amount: Money) -> Iterator[Fault]:
    """What is wrong with a stake: it must be more than nothing, and payable in chips."""
    if amount == 0:
        yield fault(code, key, clause, "0", "a wager has a value", "more than 0")
    elif amount % CENT:
        yield fault(code, key, clause, format_dollars(amount), NO_SUCH_CHIP, WHOLE_CENTS)


def one_of(names: Iterable[str]) -> str:
    """The lawful names, as a message lists them."""
    return ", ".join(f'"{name}"' for name in names)
