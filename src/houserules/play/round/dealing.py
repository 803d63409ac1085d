"""Where each card goes. The rulebook names an order of dealing; here it becomes a list of places."""

from __future__ import annotations

from functools import cache
from typing import assert_never

from houserules.law.words import DealingOrder
from houserules.play.game import Street
from houserules.play.refusals import Code, Refused, refused
from houserules.play.rules import Rules
from houserules.play.state import BOARD, DEALER, UNREAD, Deck, DeckStatus, Phase, Round, Table


@cache
def initial_places(
    order: DealingOrder, seats: tuple[int, ...], player: int, dealer: int, community: int
) -> tuple[int, ...]:
    """Where the initial cards go, in the order dealt; ``seats`` are those with wagers, from the dealer's left."""
    hands = tuple(place for seat in seats for place in (seat,) * player)
    match order:
        case DealingOrder.ONE_CARD_AROUND_DEALER_LAST:
            rounds = max(player, dealer)
            circle = [
                (*(s for s in seats if card < player), *((DEALER,) if card < dealer else ()))
                for card in range(rounds)
            ]
            return tuple(place for places in circle for place in places)
        case DealingOrder.SEVEN_AT_ONCE_DEALER_LAST | DealingOrder.STACKS_PLAYERS_THEN_DEALER:
            return (*hands, *(DEALER,) * dealer)
        case DealingOrder.STACKS_COMMUNITY_DEALER_PLAYERS:
            return (*(BOARD,) * community, *(DEALER,) * dealer, *hands)
        case DealingOrder.STACKS_COMMUNITY_PLAYERS_DEALER_KEPT:
            return (*(BOARD,) * community, *hands)
        case _:
            assert_never(order)


def cards_dealt(round_: Round) -> int:
    """How many of the initial cards lie on the table while they are being dealt."""
    return len(round_.dealer) + len(round_.board_face_down) + sum(len(seat.cards) for seat in round_.seats)


def cards_out(round_: Round) -> set[int]:
    """The cards that have left the deck in this round, wherever they are, except those that nobody could read."""
    lying = (*round_.dealer, *round_.board, *round_.board_face_down, *round_.burned, *round_.set_aside)
    return {*lying, *(card for seat in round_.seats for card in seat.cards)} - {UNREAD}


def cards_to_read(rules: Rules, table: Table, round_: Round) -> int:
    """How many cards must be read before the next are dealt; 0 where their order is known or no cards follow."""
    match round_.phase:
        case Phase.DEALING:
            wanted = len(places_of(rules, table, round_)) - cards_dealt(round_)
        case Phase.BOARD if not round_.board_face_down:
            wanted = burns(rules, table) + next_community(rules, round_)
        case Phase.REVEAL if not round_.dealer:
            wanted = rules.dealer_cards
        case _:
            wanted = 0
    return round_.stock[:wanted].count(UNREAD)


def method_of(rules: Rules, table: Table) -> str:
    return table.dealing or rules.submission.table.dealing


def order_of(rules: Rules, table: Table) -> DealingOrder:
    if not table.order:
        return rules.submission.table.order
    try:
        return DealingOrder(table.order)
    except ValueError:
        raise ValueError(f"no such order of dealing: {table.order}") from None


def places_of(rules: Rules, table: Table, round_: Round) -> tuple[int, ...]:
    seats = tuple(seat.seat for seat in round_.seats)
    return initial_places(
        order_of(rules, table), seats, rules.player_cards, rules.dealer_cards, rules.community_cards
    )


def burns(rules: Rules, table: Table) -> int:
    """How many cards are burned before community cards are dealt."""
    cards = rules.book.dealing[method_of(rules, table)].burn_cards
    return cards.value if cards else 0


def next_community(rules: Rules, round_: Round) -> int:
    """How many community cards come next: those of the next street, or all that are left."""
    street = next_street(rules, round_)
    return (street.board if street else rules.community_cards) - len(round_.board)


def next_street(rules: Rules, round_: Round) -> Street | None:
    """The street before which more community cards are dealt."""
    return next((street for street in rules.streets if street.board > len(round_.board)), None)


def is_usable(table: Table, device: str) -> bool:
    """Whether a device of the table can be used: not while it is out of order or covered."""
    return device not in table.failed and device not in table.covered


def shuffler_in_use(rules: Rules, table: Table) -> bool:
    return rules.submission.table.shuffler != "none" and is_usable(table, "shuffler")


def decks_alternate(rules: Rules, table: Table) -> bool:
    """Two decks are played in turn only while a shuffler is in use; otherwise one deck is played alone."""
    return rules.submission.table.decks > 1 and shuffler_in_use(rules, table)


_NOT_OPENED = (
    DeckStatus.RECEIVED, DeckStatus.INSPECTED, DeckStatus.VERIFIED, DeckStatus.SPREAD, DeckStatus.VIEWED
)  # fmt: skip


def _opened(table: Table) -> list[int]:
    return [deck.number for deck in table.decks if deck.status not in _NOT_OPENED]


def in_turns(rules: Rules, table: Table) -> bool:
    """Whether two decks take turns now. While one has only been received or is spread, the other is played alone."""
    return decks_alternate(rules, table) and len(_opened(table)) > 1


def next_deck(rules: Rules, table: Table) -> int:
    """The deck whose turn it is: with two taking turns, the one that was not used last; otherwise the one that
    was."""
    used = table.round.deck if table.round is not None else table.last_deck
    played = _opened(table) or [deck.number for deck in table.decks]
    if decks_alternate(rules, table) and len(played) > 1:
        return 1 if used != 1 else 2
    return used if used in played else played[0] if played else 1


def nothing_dealt(round_: Round) -> bool:
    """Whether no card has left the deck of this round yet."""
    return round_.phase in (Phase.BETTING, Phase.DEALING) and not cards_out(round_) and not round_.set_aside


def overdue(rules: Rules, table: Table, deck: Deck, at: int) -> bool:
    hours = rules.book.table.deck_hours.get(method_of(rules, table))
    return hours is not None and at - deck.received_at >= hours.value * 3600


def check_due(rules: Rules, table: Table, deck: Deck, at: int) -> Refused | None:
    """Nothing is dealt from a deck that must be changed."""
    if not overdue(rules, table, deck, at):
        return None
    hours = rules.book.table.deck_hours[method_of(rules, table)]
    return refused(Code.DECK_OVERDUE, str(hours.clause), deck=deck.number, hours=hours.value)


def stub_size(rules: Rules, round_: Round) -> int:
    """How many cards the stub should hold once nothing is left to deal."""
    kept = 0 if round_.dealer else rules.dealer_cards
    return len(round_.stock) - kept


def is_ready(deck: Deck | None) -> bool:
    return deck is not None and deck.status is DeckStatus.READY
