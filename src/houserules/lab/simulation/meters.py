"""A meter through a whole run: what wagers add, what winners take, and where it restarts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from houserules.law import ProgressiveChoices, Submission
from houserules.law.words import AfterAllOfIt
from houserules.money import Rounding


@dataclass(frozen=True, slots=True)
class MeterRules:
    """How a meter moves. Amounts are in millionths of a dollar."""

    main_rate: int
    """What each wager adds to the main meter."""
    secondary_rate: int
    initial: int
    reset: int | None
    """The meter after all of it was paid; None: what the secondary meter holds."""
    rounding: Rounding


@dataclass(slots=True)
class Meter:
    rules: MeterRules
    main: int
    secondary: int = 0

    @classmethod
    def new(cls, rules: MeterRules) -> Meter:
        return cls(rules, rules.initial)

    def contribute(self, wagers: int) -> None:
        self.main += wagers * self.rules.main_rate
        self.secondary += wagers * self.rules.secondary_rate

    def pay(self, share: Fraction) -> int:
        """Pays a share of what the meter shows now and deducts it; after a payment of all of it, the meter
        restarts."""
        paid = self.rules.rounding.apply(share * self.main)
        if share < 1:
            self.main = max(0, self.main - paid)
        elif self.rules.reset is None:
            self.main, self.secondary = self.secondary, 0
        else:
            self.main = self.rules.reset
        return paid


def meter_rules(submission: Submission) -> MeterRules | None:
    """None where the submission offers no progressive, or only a prize that no meter holds."""
    choices, rules = submission.progressive, submission.rulebook.progressive
    if choices is None or rules is None or choices.prize is not None:
        return None
    match rules.after_all_of_it.value:
        case AfterAllOfIt.SECONDARY_METER:
            reset = None
        case AfterAllOfIt.RESET_AMOUNT:
            reset = int(choices.reset or 0)
        case other:
            assert_never(other)
    main, secondary = _contributions(choices)
    return MeterRules(main, secondary, int(choices.initial or 0), reset, choices.rounding)


def _contributions(choices: ProgressiveChoices) -> tuple[int, int]:
    """What one wager adds to the two meters, in whole millionths."""
    rates = (choices.main_rate, choices.secondary_rate)
    main, secondary = (rate.of(choices.amount) if rate is not None else Fraction(0) for rate in rates)
    return int(main), int(secondary)
