"""What a game brings, counted exactly: how many deals end in each way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A number of deals that end alike: what the player did, what was wagered in all, what came of it."""

    action: str
    dealer_qualifies: bool
    comparison: str
    """How the player's hand compares with the dealer's: ``win``, ``tie`` or ``lose``."""
    group: int
    """Which hands of the player these are, as far as the game tells them apart."""
    wagered: Fraction
    net: Fraction
    deals: int


@dataclass(frozen=True, slots=True)
class Results:
    """All deals of a game under one way of playing. Amounts are in units."""

    outcomes: tuple[Outcome, ...]

    @property
    def deals(self) -> int:
        """The number of all deals."""
        return sum(outcome.deals for outcome in self.outcomes)

    @property
    def total_net(self) -> Fraction:
        """The sum of the player's net results over all deals."""
        return sum((outcome.net * outcome.deals for outcome in self.outcomes), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of each unit."""
        return -self.total_net / self.deals

    @property
    def average_wager(self) -> Fraction:
        """What a player wagers in a round, all wagers of the base game together."""
        return sum((outcome.wagered * outcome.deals for outcome in self.outcomes), Fraction()) / self.deals

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of each unit wagered in the whole round."""
        return self.house_edge / self.average_wager

    @property
    def variance(self) -> Fraction:
        """The variance of a round's net result."""
        squares = sum((outcome.net**2 * outcome.deals for outcome in self.outcomes), Fraction())
        return squares / self.deals - self.house_edge**2

    def frequency(self, deals: int) -> Fraction:
        """A number of deals as a part of all of them."""
        return Fraction(deals, self.deals)

    def actions(self) -> Mapping[str, int]:
        """How many deals are played with each action."""
        return added_up((outcome.action, outcome.deals) for outcome in self.outcomes)

    def distribution(self) -> Mapping[Fraction, int]:
        """How many deals have each net result, from the worst up."""
        counts = added_up((outcome.net, outcome.deals) for outcome in self.outcomes)
        return {net: counts[net] for net in sorted(counts)}

    def dealer_qualifies(self) -> int:
        """In how many deals the dealer's hand qualifies, whatever the player did."""
        return sum(outcome.deals for outcome in self.outcomes if outcome.dealer_qualifies)


def added_up(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Key to the sum of its counts, in the order in which the keys come up."""
    counts: dict[Key, int] = {}
    for key, count in pairs:
        counts[key] = counts.get(key, 0) + count
    return counts
