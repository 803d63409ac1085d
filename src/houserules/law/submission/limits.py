"""What one player could win in a round at the minimum wagers: the figure that payout limits are measured against."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.law.paytable import Pay
from houserules.law.submission.filing import Filing, InlineTable, WagerFiling
from houserules.law.words import Offer
from houserules.money import Money, Odds


def best_win_at_minimum(filing: Filing) -> Money:
    """The best line of every wager that the limit covers, each at its smallest stake, won in one round.

    A wager without a minimum of its own is made at the table's minimum. The wager made after seeing cards is made at
    its largest multiple.
    """
    minimum = filing.table.minimum or Money(0)
    total = 0
    limit = filing.rulebook.payout_limit
    for name in limit.covers.value if limit else ():
        rules = filing.rulebook.wagers[name]
        if rules.offer.value is Offer.DECISION:
            stake = minimum * _largest_multiple(filing)
            total += rules.odds.value.winnings(Money(stake)) if rules.odds else 0
        elif rules.odds is not None:
            total += rules.odds.value.winnings(minimum)
        elif name in filing.wagers:
            total += _best_line(filing, filing.wagers[name], filing.wagers[name].minimum or minimum)
    return Money(total)


def _largest_multiple(filing: Filing) -> int:
    decision = filing.rulebook.decision
    assert decision is not None, "a wager made after the deal has its rules"
    return max(number.value for number in (*decision.largest.values(), *decision.stages.values()))


def _best_line(filing: Filing, wager: WagerFiling, stake: Money) -> int:
    return max((pay.winnings(stake) for pay in _pays(filing, wager) if isinstance(pay, Odds)), default=0)


def _pays(filing: Filing, wager: WagerFiling) -> Iterable[Pay]:
    if isinstance(wager.paytable, InlineTable):
        return wager.paytable.lines.values()
    table = filing.rulebook.paytables_of(wager.name).get(wager.paytable or "")
    printed = [line.pay for line in table] if table else []
    return [*printed, *(wager.bonus.lines.values() if wager.bonus else ())]
