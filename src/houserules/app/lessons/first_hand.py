"""The cards of a guided first hand. The rule for choosing them is stated here in full; chance is data.

Decks are shuffled at random, and the first one is taken that shows a plain round to one player who makes the required
wagers, each as small as allowed: at the first decision the largest wager is worth at least `CLEAR` of the base wager,
and exceeds every other option by that much; if it is made at once, the dealer qualifies, and every wager against the
dealer wins.

The cards are laid on a practice table like cards that were read from outside, so every view and record of the round
says that its shuffle cannot be verified.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Final

from msgspec.structs import replace

from houserules.app.lessons.choice import Values
from houserules.app.lessons.layouts import acts_now, play_out
from houserules.app.refusals import Kind, Refusal, by_the_rules
from houserules.app.table.automation import is_shuffled_by_hand
from houserules.app.table.draft import Draft
from houserules.app.table.events import PRACTICE
from houserules.app.table.state import TableState
from houserules.play import DeckStatus, Round, Rules, Session, next_deck, shuffle_commands
from houserules.play import commands as c
from houserules.shuffle import ENTERED, Entered

CLEAR: Final = Fraction(1, 2)
"""In base wagers."""
_MOST_SHUFFLED: Final = 5_000
_SEAT: Final = 1

Order = tuple[int, ...]


def first_hand(rules: Rules, values: Values, chance: Random) -> Order | None:
    """The order of the cards, top first; None if no deck out of many shows such a round."""
    order = list(range(rules.cards_in_deck))
    wagers = {_SEAT: required_wagers(rules)}
    for _ in range(_MOST_SHUFFLED):
        chance.shuffle(order)
        played = play_out(rules, order, wagers, largest_wager, chance).round
        if _is_won(rules, played) and _is_clear(played, values, rules.streets[0].board):
            return tuple(order)
    return None


def required_wagers(rules: Rules) -> tuple[tuple[str, int], ...]:
    return tuple((name, rule.minimum) for name, rule in rules.stakes.items() if rule.required)


def largest_wager(session: Session, now: Round) -> c.Act:
    chosen = max(acts_now(session, now), key=lambda each: each.largest or 0)
    assert isinstance(chosen.command, c.Act)
    return replace(chosen.command, amount=chosen.largest or 0)


def _is_won(rules: Rules, played: Round) -> bool:
    """The dealer qualifies, if the document requires that, and every wager against the dealer wins."""
    lines = [line for line in played.lines if line.wager in rules.against_dealer]
    return bool(lines) and played.qualifies and all(line.outcome == "win" for line in lines)


def _is_clear(played: Round, values: Values, seen: int) -> bool:
    """Options are listed with the largest wager last."""
    options = values(played.seats[0].cards, played.board[:seen])
    *others, largest = options.values()
    return all(largest - other >= CLEAR for other in (*others, Fraction(0)))


def laying(order: Order, account: str) -> Callable[[Draft], None]:
    """The step that lays these cards on the table, for the next round."""
    return lambda draft: _lay(draft, order, account)


def _lay(draft: Draft, order: Order, account: str) -> None:
    rules, state = draft.rules, draft.state
    insist_own_table(state, account)
    number = next_deck(rules, state.table)
    deck, sealed = state.table.deck(number), state.seal(number)
    if deck is not None and deck.status is DeckStatus.READY and sealed is not None and sealed.method == ENTERED:
        return  # They are there already.
    by_hand = is_shuffled_by_hand(rules, state.table)
    shuffle, *cut = shuffle_commands(rules, order, number, draft.seconds, by_hand)
    assert isinstance(shuffle, c.Shuffle)
    refused = draft.shuffle(number, Entered(shuffle.cards))
    if refused is not None:
        raise by_the_rules(refused)
    for command in cut:
        draft.must(command)


def insist_own_table(state: TableState, account: str) -> None:
    """Cards are chosen only at the player's own practice table, between rounds, while nobody else plays there."""
    others = any(sitting.account != account for sitting in state.sittings)
    if state.kind != PRACTICE or state.opened_by != account or others or not state.settings.entered_cards:
        message = "a guided hand is dealt at a practice table of your own where nobody else sits"
        raise Refusal("no_lesson_here", message, Kind.REFUSED)
    if state.table.round is not None:
        raise Refusal("round_in_progress", "a guided hand begins after this round", Kind.REFUSED)
