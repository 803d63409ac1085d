"""What a table does automatically: the next step of the dealer or the floor, if the table is set to take it.

Nothing here decides a rule. Each step is a command that is put to ``decide`` once, like anybody's, when it is taken.
If the rules refuse it, they require something else first that only people can do, and the table waits for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from houserules.app.house.absence import NEVER
from houserules.app.table.folding import fold
from houserules.app.table.state import Sitting, TableState
from houserules.app.table.verbs import VERB_OF
from houserules.law.words import PROGRESSIVE, Role
from houserules.play import (
    Accepted,
    AnyCommand,
    Code,
    Deck,
    DeckStatus,
    Phase,
    Round,
    Rules,
    Table,
    claim_waits_for,
    decide,
    decks_alternate,
    lawful_actions,
    method_of,
    next_deck,
    nothing_dealt,
    overdue,
    shuffler_in_use,
    stub_count_due,
    stub_size,
    why_no_shuffle,
)
from houserules.play import commands as c
from houserules.shuffle import AUTOMATIC


class NeedsPromise(Struct, frozen=True):
    """A seed is to be promised for this deck, so that players can add to it."""

    deck: int


class NeedsShuffle(Struct, frozen=True):
    """The deck is to be shuffled; the order comes from the shuffler, not from here."""

    deck: int


class NeedsSpin(Struct, frozen=True):
    seat: int


NextStep = AnyCommand | NeedsPromise | NeedsShuffle | NeedsSpin

_OPENING: Final[dict[DeckStatus, tuple[Callable[[Role, int, int], AnyCommand], Role]]] = {
    DeckStatus.RECEIVED: (c.InspectCards, Role.DEALER),
    DeckStatus.INSPECTED: (c.VerifyInspection, Role.FLOORPERSON),
    DeckStatus.VERIFIED: (c.SpreadCards, Role.DEALER),
    DeckStatus.SPREAD: (c.ViewCards, Role.PLAYER),
    DeckStatus.VIEWED: (c.StackCards, Role.DEALER),
}


def takes_by_itself(state: TableState, command: type[AnyCommand]) -> bool:
    """Whether the table is set to take this step automatically."""
    return state.automatic(VERB_OF[command].automatic)


def _if_set(state: TableState, command: AnyCommand) -> AnyCommand | None:
    return command if takes_by_itself(state, type(command)) else None


def next_step(rules: Rules, state: TableState, at: int, wanted: bool = False) -> NextStep | None:
    """The step to take now, or None if the table waits for somebody. ``at`` is in whole seconds.

    ``wanted`` is true when somebody is about to bet: only then are cards shuffled and a round opened, so that players
    have had time to add to the shuffle, and a table where nobody plays can be closed.
    """
    table = state.table
    if table.closed:
        return None
    if table.round is None:
        return _between_rounds(rules, state, at, wanted)
    return _in_round(rules, state, table.round, at)


def _between_rounds(rules: Rules, state: TableState, at: int, wanted: bool) -> NextStep | None:
    if state.table.idle and not wanted:
        return None
    number = next_deck(rules, state.table)
    for each in range(1, rules.submission.table.decks + 1):
        needed = each == number or decks_alternate(rules, state.table)
        step = _prepare(rules, state, each, at, needed)
        if step is not None:
            return step
    deck = state.table.deck(number)
    if deck is None or _is_due(rules, state, number, at):
        return None
    if deck.status is DeckStatus.READY and wanted and not state.unconfirmed(number):
        return _if_set(state, c.OpenRound(Role.DEALER, at))
    return _make_ready(rules, state, deck, at, wanted)


def _make_ready(rules: Rules, state: TableState, deck: Deck, at: int, wanted: bool) -> NextStep | None:
    """The promise, the shuffle and the cut of a deck that is to be dealt."""
    number = deck.number
    if deck.status is DeckStatus.STACKED:
        if state.seal(number) is None:  # Players can add to it, whether it is shuffled by hand or not.
            return NeedsPromise(number)
        shuffles = wanted and takes_by_itself(state, c.Shuffle) and can_be_shuffled(rules, state.table)
        return NeedsShuffle(number) if shuffles else None
    if deck.status is DeckStatus.SHUFFLED and not _is_real(state, number):
        return _if_set(state, c.CutCards(Role.DEALER, at, rules.book.table.cut_depth.value, number))
    return None


def _prepare(rules: Rules, state: TableState, number: int, at: int, needed: bool) -> AnyCommand | None:
    """Brings a deck to the point where it can be shuffled; takes away one that is due to be changed. A second deck
    that is not needed, because no shuffler is in use, waits as it is."""
    deck = state.table.deck(number)
    if deck is None and not needed:
        return None
    if deck is None:
        return _if_set(state, c.ReceiveCards(Role.DEALER, at, number))
    if _due_before_long(rules, state, number, at) and takes_by_itself(state, c.RemoveDeck):
        return c.RemoveDeck(Role.DEALER, at, number)
    if needed and deck.status in _OPENING:
        command, role = _OPENING[deck.status]
        return _if_set(state, command(role, at, number))
    return None


def _is_due(rules: Rules, state: TableState, number: int, at: int) -> bool:
    deck = state.table.deck(number)
    return deck is not None and overdue(rules, state.table, deck, at)


def due_at(rules: Rules, state: TableState, now: int) -> int:
    """When time alone gives an idle table something to do; both times in milliseconds."""
    moments = [] if state.deadline is None else [state.deadline]
    hours = rules.book.table.deck_hours.get(method_of(rules, state.table))
    if hours is not None:
        moments.extend((deck.received_at + hours.value * 3600) * 1000 for deck in state.table.decks)
    return min((moment for moment in moments if moment > now), default=NEVER)


def _due_before_long(rules: Rules, state: TableState, number: int, at: int) -> bool:
    """Whether the deck would be due by the end of a betting time that started now: wagers would have to go back."""
    return _is_due(rules, state, number, at + (state.settings.betting_seconds or 0))


def is_shuffled_by_hand(rules: Rules, table: Table) -> bool:
    return not shuffler_in_use(rules, table)


def can_be_shuffled(rules: Rules, table: Table) -> bool:
    """Whether the rules allow a shuffle now. With a shuffler out of order, not every dealing method continues by
    hand."""
    return why_no_shuffle(rules, table, is_shuffled_by_hand(rules, table)) is None


def _is_real(state: TableState, deck: int) -> bool:
    """Real cards are cut at the table, as deep as the person who cuts them says."""
    seal = state.seal(deck)
    return seal is not None and seal.method != AUTOMATIC


def _in_round(rules: Rules, state: TableState, round_: Round, at: int) -> NextStep | None:
    deck = state.table.deck(round_.deck)
    if deck is not None and deck.status is not DeckStatus.IN_PLAY and nothing_dealt(round_):
        # Reshuffled on order. While betting is open, players have time to add to it.
        step = _make_ready(rules, state, deck, at, wanted=round_.phase is Phase.DEALING)
        if step is not None:
            return step
    match round_.phase:
        case Phase.BETTING:
            over = betting_is_over(state, round_) if round_.seats else _due_before_long(rules, state, round_.deck, at)
            return end_of_betting(rules, state, at) if over else None
        case Phase.DEALING:
            chips = sum(1 for seat in round_.seats if seat.stake(PROGRESSIVE))
            if chips and not round_.collected:
                return _if_set(state, c.CollectProgressive(Role.DEALER, at, chips, chips))
            return _if_set(state, c.Deal(Role.DEALER, at))
        case Phase.DECISIONS:
            return _for_the_absent(state, round_, at)
        case Phase.BOARD:
            return _if_set(state, c.DealCommunity(Role.DEALER, at))
        case Phase.REVEAL:
            if stub_count_due(rules, state.table):
                return _if_set(state, c.CountStub(Role.DEALER, at, stub_size(rules, round_)))
            return _if_set(state, c.Reveal(Role.DEALER, at))
        case Phase.SETTLING:
            return _settling(rules, state, round_, at)


def end_of_betting(rules: Rules, state: TableState, at: int) -> AnyCommand | None:
    """ "No more bets"; or, if the deck has become due, its removal, with which wagers go back."""
    round_ = state.table.round
    assert round_ is not None, "betting is over in a round"
    if not round_.seats or _is_due(rules, state, round_.deck, at):
        return _if_set(state, c.RemoveDeck(Role.DEALER, at, round_.deck))
    return _if_set(state, c.NoMoreBets(Role.DEALER, at))


def betting_is_over(state: TableState, round_: Round) -> bool:
    """Somebody has wagers down, and everybody at the table is ready; the timer deals with players who never are."""
    return takes_by_itself(state, c.NoMoreBets) and bool(round_.seats) and not waited_for(state)


def waited_for(state: TableState) -> tuple[Sitting, ...]:
    """The players whose bets or whose decision the round waits for."""
    round_ = state.table.round
    if round_ is None or not round_.seats:
        return ()
    if round_.phase is Phase.BETTING:
        here = (sitting for sitting in state.sittings if not sitting.left and not sitting.ready)
        return tuple(sitting for sitting in here if not sits_out(state, round_, sitting))
    asked = state.sitting(round_.seats[round_.turn].player) if round_.turn is not None else None
    return (asked,) if asked is not None and not asked.left else ()


def sits_out(state: TableState, round_: Round, sitting: Sitting) -> bool:
    """The table does not wait for players who sat out the last round and have nothing on the felt. They may bet."""
    if state.last is None or any(box.player == sitting.seat for box in round_.seats):
        return False
    was_there = (sitting.seat, sitting.account) in state.last.players
    return was_there and not any(box.player == sitting.seat for box in state.last.round.seats)


def _for_the_absent(state: TableState, round_: Round, at: int) -> AnyCommand | None:
    """Plays the hand of a player who has left, as the rulebook says."""
    assert round_.turn is not None
    seat = round_.seats[round_.turn]
    sitting = state.sitting(seat.player)
    if sitting is not None and not sitting.left:
        return None
    return _if_set(state, c.Report(Role.DEALER, at, "hand_abandoned", seat=seat.seat))


def default_decision(rules: Rules, state: TableState, at: int) -> AnyCommand | None:
    """The decision for a player who does not answer in time: check if that is lawful, else fold."""
    round_ = state.table.round
    if round_ is None or round_.phase is not Phase.DECISIONS or round_.turn is None:
        return None
    _, passive = lawful_actions(rules.streets[round_.stage])
    return c.Act(Role.PLAYER, at, round_.seats[round_.turn].seat, passive)


def _settling(rules: Rules, state: TableState, round_: Round, at: int) -> NextStep | None:
    """A progressive win may wait for the wheel, and for somebody to validate it."""
    if round_.claim is not None:
        waits_for = claim_waits_for(rules, state.table)
        if waits_for is Code.WHEEL_NOT_SPUN:
            return NeedsSpin(round_.claim) if takes_by_itself(state, c.SpinWheel) else None
        if waits_for is Code.NOT_VALIDATED:
            return _if_set(state, c.ValidatePayout(Role.FLOORPERSON, at, round_.claim))
    return _if_set(state, c.Settle(Role.DEALER, at))


def missing_in_tray(rules: Rules, state: TableState) -> int:
    """How much is missing in the tray for what is to be paid now; a tray that fills automatically has enough."""
    round_ = state.table.round
    if round_ is None or round_.phase is not Phase.SETTLING or state.fills_its_tray:
        return 0
    answer = decide(rules, state.table, c.Settle(Role.DEALER, state.table.now))
    for event in answer.events if isinstance(answer, Accepted) else ():
        state, _ = fold(state, event, 0)
    return max(0, -state.tray)
