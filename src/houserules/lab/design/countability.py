"""What counting cards could gain. A deck that is shuffled before each round has no memory of earlier cards, so the
answer is nothing; if the stub were dealt again without a shuffle, the cards seen would tell when a wager favours the
player."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houserules.lab.counting.side_bets import winnings_at
from houserules.lab.solving.gate import insist_supported
from houserules.law import Submission, WagerChoices

DECK: Final = 52


@dataclass(frozen=True, slots=True)
class ReusedStub:
    """One more round from the stub, after every card of the previous round has been seen."""

    players: int
    """The largest number of players that the stub suffices for."""
    seen: int
    favourable: Fraction
    """How often the wager then favours the player."""
    gain: Fraction
    """What a player who makes the wager only then gains on average, per unit that may be staked in such a round."""


def reused_stub(submission: Submission, wager: WagerChoices) -> ReusedStub | None:
    """None where the hands of a stub cannot be counted for the lines of this wager."""
    stubs = insist_supported(submission).hands.stubs
    table = wager.paytable
    if stubs is None or table is None:
        return None
    players = _players(submission)
    seen = _cards(submission, players)
    counted = stubs(tuple(line.hand for line in table), seen) if players else None
    if counted is None:
        return None
    value = winnings_at(wager.minimum, f"wagers.{wager.name}.paytable")
    wins = [value(line.pay) for line in table]
    every = favourable = 0
    gain = Fraction(0)
    for weight, hands, by_line in counted:
        every += weight
        net = sum((count * (1 + won) for count, won in zip(by_line, wins, strict=True)), Fraction()) / hands - 1
        if net > 0:
            favourable += weight
            gain += weight * net
    return ReusedStub(players, seen, Fraction(favourable, every), gain / every)


def _cards(submission: Submission, players: int) -> int:
    """The cards of a round."""
    hands = submission.rulebook.hands
    board = hands.community_cards.value if hands.community_cards else 0
    return players * hands.player_cards.value + hands.dealer_cards.value + board


def _players(submission: Submission) -> int:
    """The largest number of players for whom the deck suffices twice; 0 where there is none."""
    most = submission.rulebook.table.most_seats.value
    return max((n for n in range(1, most + 1) if 2 * _cards(submission, n) <= DECK), default=0)
