"""The rules that a round is played under: lawful, or invented only where analysis may invent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

from houserules.cli.files import named
from houserules.law import FaultCode, MalformedData, check, freeze, read_filing
from houserules.play import Rules

_MAY_BE: Final = (FaultCode.PAYTABLE_INVENTED, FaultCode.APPROVAL_DATE, FaultCode.NOT_APPROVED)
"""Faults that leave no question open about a hand: an invented pay table, and a draft."""


def playable_rules(data: Mapping[str, Any], name: str) -> Rules:
    """The rules of a submission under the law in force today, or :class:`MalformedData` with every fault that
    ``houserules check`` finds."""
    filing = read_filing(data, name, on=datetime.now(UTC).date())
    with named(name):
        faults = [str(fault) for fault in check(filing, date.max) if fault.code not in _MAY_BE]
        if faults:
            raise MalformedData(*faults)
        rules = Rules(freeze(filing))
        problems = rules.cannot_be_played()
        if problems:
            raise MalformedData(*problems)
    return rules
