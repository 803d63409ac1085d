"""A rulebook for those who look at it: titles, colours and order of its game, and which wager plays which part."""

from __future__ import annotations

from houserules.app.table.settings import steps_by_itself
from houserules.app.views.rule_shapes import BookWager, GameShown, RulebookShown
from houserules.law import Rulebook, shared_bonus
from houserules.law.words import PROGRESSIVE


def game_shown(book: Rulebook) -> GameShown:
    shown = book.shown
    return {
        "short": shown.short,
        "felt": shown.felt,
        "suit": shown.suit,
        "order": list(shown.order),
        "wagers": {name: {"title": each.title, "short": each.short} for name, each in shown.wagers.items()},
        "lines": dict(shown.lines),
        "base_wager": book.base_wager,
        "progressive_wager": PROGRESSIVE if book.progressive else None,
        "shared_bonus": shared_bonus(book),
    }


def rulebook_shown(book: Rulebook) -> RulebookShown:
    hands = book.hands
    shared = book.progressive.shared if book.progressive else None
    return {
        "id": book.id,
        "game": book.game,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "document": book.document,
        "cards": {
            "player": hands.player_cards.value,
            "dealer": hands.dealer_cards.value,
            "community": hands.community_cards.value if hands.community_cards else 0,
        },
        "wagers": [_wager(book, name) for name in book.wagers],
        "shared_key": shared.key.value if shared else None,
        "automatic": steps_by_itself(book),
        "shown": game_shown(book),
    }


def _wager(book: Rulebook, name: str) -> BookWager:
    rules = book.wagers[name]
    return {
        "wager": name,
        "offer": rules.offer.value,
        "paytables": rules.paytables.value if rules.paytables else None,
        "wheel": rules.suited_hole_cards is not None,
    }
