"""One decision of a submission's game: the exact value of each option, with everything that is known of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from houserules.cards import Card, format_card, mask_of
from houserules.lab.base_game import largest_raise, qualifier_of, xtra_odds
from houserules.law import MalformedData, Submission

DECK: Final = 52
BOARDS: Final = (0, 2, 4)
"""How many community cards a player of Chase the Flush sees at each decision."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What one player knows: the own cards, the board, other cards out of play, cards of the dealer."""

    hand: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()

    def places(self) -> Mapping[str, tuple[Card, ...]]:
        """Where each card lies, in the words of the command line."""
        return {"the hand": self.hand, "--board": self.board, "--known": self.known, "--dealer": self.dealer}


def has_board(submission: Submission) -> bool:
    """Whether the game is decided in stages, as community cards appear."""
    return bool(submission.rulebook.decision.stages)


def values_of_options(submission: Submission, situation: Situation) -> dict[str, Fraction]:
    """Option to its value in antes, the smallest wager first. Of a check: with best play afterwards."""
    _insist_possible(submission, situation)
    hand, board, known, dealer = (mask_of(cards) for cards in situation.places().values())
    qualifier = qualifier_of(submission)
    if has_board(submission):
        from houserules.lab import chase_the_flush  # noqa: PLC0415

        odds = xtra_odds(submission)
        return chase_the_flush.decide(hand, board, known=known, dealer=dealer, xtra=odds, qualifier=qualifier)
    from houserules.lab import high_card_flush  # noqa: PLC0415

    raises = largest_raise(submission)
    return high_card_flush.decide(hand, known=known, dealer=dealer, qualifier=qualifier, largest_raise=raises)


def best_option(options: Mapping[str, Fraction]) -> str:
    """The option of the highest value; of equal ones the one that wagers least."""
    return max(options, key=lambda action: options[action])


def _insist_possible(submission: Submission, situation: Situation) -> None:
    hands = submission.rulebook.hands
    own, dealers = hands.player_cards.value, hands.dealer_cards.value
    problems = []
    if len(situation.hand) != own:
        problems.append(f"the hand: {_cards(len(situation.hand))}; wanted {own}")
    if len(situation.dealer) > dealers:
        problems.append(f"--dealer: {_cards(len(situation.dealer))}; the dealer holds {dealers}")
    if not has_board(submission):
        if situation.board:
            problems.append("--board: this game has no community cards")
    elif len(situation.board) not in BOARDS:
        seen = _cards(len(situation.board))
        problems.append(f"--board: {seen}; a decision is taken with none, with the flop of 2, or with all 4")
    problems.extend(_named_twice(situation))
    if not problems:
        community = BOARDS[-1] if has_board(submission) else 0
        to_come = community - len(situation.board) + dealers - len(situation.dealer)
        left = DECK - sum(len(cards) for cards in situation.places().values())
        if left < to_come:
            problems.append(f"--known: {_cards(left)} would be left in the deck, and {to_come} are still to be dealt")
    if problems:
        raise MalformedData(*problems)


def _named_twice(situation: Situation) -> list[str]:
    seen: dict[Card, str] = {}
    problems = []
    for place, cards in situation.places().items():
        for card in cards:
            if card in seen:
                problems.append(
                    f"{place}: {format_card(card)} stands in {seen[card]} already, and one deck has it once"
                )
            seen[card] = place
    return problems


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"
