"""One decision in a submission's game: the exact value of each option, given everything that is known about the
cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houserules.cards import Card, format_card, mask_of
from houserules.lab.arguments import BadArgument
from houserules.lab.exact import pair
from houserules.lab.solving.gate import insist_supported
from houserules.lab.solving.solver import Chances
from houserules.law import Submission


@dataclass(frozen=True, slots=True)
class Situation:
    """What one player knows: their own cards, the board, other cards out of play, cards of the dealer."""

    hand: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    known: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()

    def places(self) -> Mapping[str, tuple[Card, ...]]:
        return {"hand": self.hand, "board": self.board, "known": self.known, "dealer": self.dealer}


def values_of_options(submission: Submission, situation: Situation) -> dict[str, Fraction]:
    """Maps an option to its value in units, the smallest wager first. The value of a check assumes best play
    afterwards."""
    solver = insist_supported(submission)
    _insist_possible(submission, situation)
    hand, board, known, dealer = (mask_of(cards) for cards in situation.places().values())
    return solver.decisions.options(submission, hand, board, known, dealer)


def chances_of(submission: Submission, situation: Situation) -> Chances | None:
    """What may become of this hand if it stays in to the end; None where its solver does not count that."""
    solver = insist_supported(submission)
    _insist_possible(submission, situation)
    if solver.decisions.chances is None:
        return None
    hand, board, known, dealer = (mask_of(cards) for cards in situation.places().values())
    return solver.decisions.chances(submission, hand, board, known, dealer)


def advise(
    submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...] = ()
) -> list[dict[str, Any]]:
    """Each option with its exact value in units, the best first, as data. ``known`` are other cards that the player
    sees."""
    situation = Situation(tuple(map(Card, cards)), tuple(map(Card, board)), tuple(map(Card, known)))
    ranked = sorted(values_of_options(submission, situation).items(), key=lambda option: option[1], reverse=True)
    return [{"action": action, "ev": pair(value)} for action, value in ranked]


def best_option(options: Mapping[str, Fraction]) -> str:
    """The option with the highest value; of equal ones, the one that wagers least."""
    return max(options, key=lambda action: options[action])


def _insist_possible(submission: Submission, situation: Situation) -> None:
    boards = insist_supported(submission).decisions.boards
    hands, deck = submission.rulebook.hands, submission.rulebook.table.cards_in_deck.value
    own, dealers = hands.player_cards.value, hands.dealer_cards.value
    problems = []
    if len(situation.hand) != own:
        problems.append(f"the hand: {_cards(len(situation.hand))}; expected {own}")
    if len(situation.dealer) > dealers:
        problems.append(f"{{dealer}}: {_cards(len(situation.dealer))}; the dealer holds {dealers}")
    if len(situation.board) not in boards:
        problems.append(_board_problem(len(situation.board), boards))
    problems.extend(_named_twice(situation))
    if not problems:
        to_come = boards[-1] - len(situation.board) + dealers - len(situation.dealer)
        left = deck - sum(len(cards) for cards in situation.places().values())
        if left < to_come:
            problems.append(
                f"{{known}}: {_cards(left)} would be left in the deck, and {to_come} are still to be dealt"
            )
    if problems:
        raise BadArgument(*problems)


def _board_problem(seen: int, boards: tuple[int, ...]) -> str:
    if boards == (0,):
        return "{board}: this game has no community cards"
    *first, last = (str(count) if count else "none" for count in boards)
    return f"{{board}}: {_cards(seen)}; a decision is taken with {', '.join(first)} or {last} of the community cards"


def _named_twice(situation: Situation) -> list[str]:
    seen: dict[Card, str] = {}
    problems = []
    for place, cards in situation.places().items():
        where = "the hand" if place == "hand" else f"{{{place}}}"
        for card in cards:
            if card in seen:
                problems.append(
                    f"{where}: {format_card(card)} stands in {seen[card]} already, and one deck has it once"
                )
            seen[card] = where
    return problems


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"
