"""What a wager brings by how the hands compare, and whether the dealer's hand qualifies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houserules.law import Rulebook

WIN: Final = "win"
TIE: Final = "tie"
LOSE: Final = "lose"
COMPARISONS: Final = (WIN, TIE, LOSE)
BY_THE_HANDS: Final = "by_the_hands"


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What one unit on a wager brings for a higher, an equal and a lower hand of the player."""

    qualified: tuple[Fraction, Fraction, Fraction]
    """Where the dealer's hand qualifies."""
    unqualified: tuple[Fraction, Fraction, Fraction]

    def brings(self, dealer_qualifies: bool, comparison: str) -> Fraction:
        by_hands = self.qualified if dealer_qualifies else self.unqualified
        return by_hands[COMPARISONS.index(comparison)]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The document's words for every comparison."""

    higher: str
    equal: str
    lower: str
    unit_below: str
    """What becomes of the wager that opens the game where the dealer's hand does not qualify."""
    others_below: str

    def payoffs(self, odds: Fraction, below: str) -> Payoffs:
        """Of a wager that is paid these odds when it wins."""
        by_hands = (_brings(self.higher, odds), _brings(self.equal, odds), _brings(self.lower, odds))
        if below == BY_THE_HANDS:
            return Payoffs(by_hands, by_hands)
        fixed = _brings(below, odds)
        return Payoffs(by_hands, (fixed, fixed, fixed))


def _brings(verdict: str, odds: Fraction) -> Fraction:
    match verdict:
        case "win":
            return odds
        case "push":
            return Fraction(0)
        case "lose":
            return Fraction(-1)
        case _:
            raise AssertionError(f"the gate lets no verdict {verdict!r} through")


def verdicts_of(book: Rulebook) -> Verdicts:
    """What the book says; where every dealer's hand qualifies, there is no hand below."""
    settlement, qualifying = book.settlement, book.qualifying
    return Verdicts(
        higher=str(settlement.higher.value),
        equal=str(settlement.equal.value),
        lower=str(settlement.lower.value),
        unit_below=str(qualifying.base_below.value) if qualifying else BY_THE_HANDS,
        others_below=str(qualifying.play_below.value) if qualifying else BY_THE_HANDS,
    )


def odds_of(book: Rulebook, wager: str) -> Fraction:
    """What a wager is paid that has odds and no table."""
    odds = book.wagers[wager].odds
    assert odds is not None, "the gate lets no such wager through"
    return odds.value.ratio
