"""Exact money: whole millionths of a dollar, odds "n to m", percentages, and the roundings that have a name."""

from houserules.money.amounts import (
    CENT,
    DOLLAR,
    LARGEST_AMOUNT,
    MalformedAmount,
    Money,
    dollars,
    format_dollars,
    format_price,
    parse_dollars,
    parse_price,
)
from houserules.money.odds import STATED_WITH, STATED_WITH_FOR, MalformedOdds, Odds, parse_odds
from houserules.money.percent import MalformedPercent, Percent, parse_percent
from houserules.money.rounding import ROUNDINGS, Rounding

__all__ = [
    "CENT",
    "DOLLAR",
    "LARGEST_AMOUNT",
    "ROUNDINGS",
    "STATED_WITH",
    "STATED_WITH_FOR",
    "MalformedAmount",
    "MalformedOdds",
    "MalformedPercent",
    "Money",
    "Odds",
    "Percent",
    "Rounding",
    "dollars",
    "format_dollars",
    "format_price",
    "parse_dollars",
    "parse_odds",
    "parse_percent",
    "parse_price",
]
