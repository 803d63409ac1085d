"""Decks laid so that a table deals what a test wants."""

from __future__ import annotations

from houserules import law
from houserules.cards import DECK, parse_cards
from houserules.law import Submission, freeze, read_filing, read_toml
from houserules.play import BOARD, DEALER, Rules, initial_places


def bundled(name: str) -> Submission:
    return freeze(read_filing(read_toml(law.submissions()[name].folder.text("submission"), name), name))


def deck_with(
    game: str, hands: dict[int, str], dealer: str = "", board: str = "", seats: tuple[int, ...] | None = None
) -> tuple[int, ...]:
    """52 cards, top first, from which these hands are dealt to these seats; the rest as it comes."""
    submission = bundled(game)
    rules = Rules(submission)
    places = list(
        initial_places(
            submission.table.order, seats or tuple(sorted(hands)), rules.player_cards, rules.dealer_cards,
            rules.community_cards,
        )
    )  # fmt: skip
    wanted = {seat: [int(card) for card in parse_cards(text)] for seat, text in hands.items()}
    wanted[DEALER] = [int(card) for card in parse_cards(dealer)] if dealer else []
    wanted[BOARD] = [int(card) for card in parse_cards(board)] if board else []
    named = {card for cards in wanted.values() for card in cards}
    rest = [int(card) for card in DECK if int(card) not in named]
    laid = [wanted[place].pop(0) if wanted.get(place) else rest.pop() for place in places]
    return (*laid, *rest)
