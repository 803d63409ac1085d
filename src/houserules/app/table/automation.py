"""What a table does by itself: the next step of the dealer's or the floor's, where the table is set to take it.

Nothing here decides a rule. Each step is a command that goes through ``decide`` like anybody's; where the rules want
something else first, that comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from houserules.app.table.absence import NEVER
from houserules.app.table.folding import fold
from houserules.app.table.state import Sitting, TableState
from houserules.app.table.verbs import VERB_OF
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE, Role
from houserules.play import Accepted, Code, Refused, compiled, decide
from houserules.play import commands as c
from houserules.play.commands import AnyCommand
from houserules.play.compiled import Rules
from houserules.play.driver import shuffle_command
from houserules.play.round.dealing import method_of, next_deck, overdue, stub_size
from houserules.play.round.decisions import lawful_actions
from houserules.play.round.steps import stub_count_due
from houserules.play.state import DeckStatus, Phase, Round, Table
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
    """Whether the table is set to take this step by itself."""
    return state.automatic(VERB_OF[command].automatic)


def _if_set(state: TableState, command: AnyCommand) -> AnyCommand | None:
    return command if takes_by_itself(state, type(command)) else None


def next_step(submission: Submission, state: TableState, at: int, wanted: bool = False) -> NextStep | None:
    """The step to take now, or None where the table waits for somebody. ``at`` is in whole seconds.

    ``wanted`` is true when somebody is about to bet: only then are cards shuffled and a round opened, so that players
    have had the time to add to the shuffle, and a table where nobody plays can be closed.
    """
    table = state.table
    rules = compiled(submission)
    if table.closed:
        return None
    if table.round is None:
        return _between_rounds(rules, state, at, wanted)
    return _in_round(rules, submission, state, table.round, at)


def _between_rounds(rules: Rules, state: TableState, at: int, wanted: bool) -> NextStep | None:
    if state.table.idle and not wanted:
        return None
    for number in range(1, rules.submission.table.decks + 1):
        step = _prepare(rules, state, number, at)
        if step is not None:
            return step
    number = next_deck(rules, state.table)
    deck = state.table.deck(number)
    if deck is None or _is_due(rules, state, number, at):
        return None
    if deck.status is DeckStatus.STACKED:
        if state.seal(number) is None:  # Whoever shuffles it, so that players can add to it.
            return NeedsPromise(number)
        shuffles = wanted and takes_by_itself(state, c.Shuffle) and can_be_shuffled(rules, state.table, number, at)
        return NeedsShuffle(number) if shuffles else None
    if deck.status is DeckStatus.SHUFFLED and not _is_real(state, number):
        return _if_set(state, c.CutCards(Role.DEALER, at, rules.book.table.cut_depth.value, number))
    if deck.status is DeckStatus.READY and wanted:
        return _if_lawful(rules, state, c.OpenRound(Role.DEALER, at))
    return None


def _if_lawful(rules: Rules, state: TableState, command: AnyCommand) -> AnyCommand | None:
    """A step that the table is set to take. Where the rules want something else first that only people can do, the
    table waits for them."""
    if not takes_by_itself(state, type(command)):
        return None
    return command if isinstance(decide(rules.submission, state.table, command), Accepted) else None


def _prepare(rules: Rules, state: TableState, number: int, at: int) -> AnyCommand | None:
    """Bring a deck to the point where it can be shuffled; take away one that is due to be changed."""
    deck = state.table.deck(number)
    if deck is None:
        return _if_set(state, c.ReceiveCards(Role.DEALER, at, number))
    if _due_before_long(rules, state, number, at) and takes_by_itself(state, c.RemoveDeck):
        return c.RemoveDeck(Role.DEALER, at, number)
    if deck.status in _OPENING:
        command, role = _OPENING[deck.status]
        return _if_set(state, command(role, at, number))
    return None


def _is_due(rules: Rules, state: TableState, number: int, at: int) -> bool:
    deck = state.table.deck(number)
    return deck is not None and overdue(rules, state.table, deck, at)


def due_at(submission: Submission, state: TableState, now: int) -> int:
    """When time alone gives something to do to a table that has nothing to do now; both in milliseconds."""
    rules = compiled(submission)
    moments = [] if state.deadline is None else [state.deadline]
    hours = rules.book.table.deck_hours.get(method_of(rules, state.table))
    if hours is not None:
        moments.extend((deck.received_at + hours.value * 3600) * 1000 for deck in state.table.decks)
    return min((moment for moment in moments if moment > now), default=NEVER)


def _due_before_long(rules: Rules, state: TableState, number: int, at: int) -> bool:
    """Whether the deck would be due by the end of a betting time that began now: wagers would have to go back."""
    return _is_due(rules, state, number, at + (state.settings.betting_seconds or 0))


def is_shuffled_by_hand(rules: Rules, table: Table) -> bool:
    return rules.submission.table.shuffler == "none" or "shuffler" in table.failed


def can_be_shuffled(rules: Rules, table: Table, deck: int, at: int) -> bool:
    """Whether the rules take a shuffle now. With a shuffler out of order not every dealing goes on by hand."""
    some_order = tuple(range(rules.cards_in_deck))
    tried = shuffle_command(rules, some_order, deck, at, is_shuffled_by_hand(rules, table))
    return isinstance(decide(rules.submission, table, tried), Accepted)


def _is_real(state: TableState, deck: int) -> bool:
    """Cards that lie on a real table are cut there, as deep as the one who cuts them says."""
    seal = state.seal(deck)
    return seal is not None and seal.method != AUTOMATIC


def _in_round(rules: Rules, submission: Submission, state: TableState, round_: Round, at: int) -> NextStep | None:
    match round_.phase:
        case Phase.BETTING:
            over = betting_is_over(state, round_) if round_.seats else _due_before_long(rules, state, round_.deck, at)
            return end_of_betting(rules, state, at) if over else None
        case Phase.DEALING:
            chips = sum(1 for seat in round_.seats if seat.stake(PROGRESSIVE))
            if chips and not round_.collected:
                return _if_set(state, c.CollectProgressive(Role.DEALER, at, chips, chips))
            return _if_lawful(rules, state, c.Deal(Role.DEALER, at))
        case Phase.DECISIONS:
            return _for_the_absent(state, round_, at)
        case Phase.BOARD:
            return _if_lawful(rules, state, c.DealCommunity(Role.DEALER, at))
        case Phase.REVEAL:
            if stub_count_due(rules, state.table):
                return _if_set(state, c.CountStub(Role.DEALER, at, stub_size(rules, round_)))
            return _if_lawful(rules, state, c.Reveal(Role.DEALER, at))
        case Phase.SETTLING:
            return _settling(submission, state, round_, at)


def end_of_betting(rules: Rules, state: TableState, at: int) -> AnyCommand | None:
    """ "No more bets"; or, where the deck has become due, its removal, with which wagers go back."""
    round_ = state.table.round
    assert round_ is not None, "betting is over in a round"
    if not round_.seats or _is_due(rules, state, round_.deck, at):
        return _if_set(state, c.RemoveDeck(Role.DEALER, at, round_.deck))
    return _if_set(state, c.NoMoreBets(Role.DEALER, at))


def betting_is_over(state: TableState, round_: Round) -> bool:
    """Somebody has wagers down, and everybody at the table is ready; the timer sees to those who never are."""
    if not takes_by_itself(state, c.NoMoreBets) or not round_.seats:
        return False
    return all(
        sitting.ready for sitting in state.sittings if not sitting.left and not sits_out(state, round_, sitting)
    )


def sits_out(state: TableState, round_: Round, sitting: Sitting) -> bool:
    """Whoever let the last round go by and has nothing on the felt is not waited for, though they may still bet."""
    if state.last is None or any(box.player == sitting.seat for box in round_.seats):
        return False
    was_there = (sitting.seat, sitting.account) in state.last.players
    return was_there and not any(box.player == sitting.seat for box in state.last.round.seats)


def _for_the_absent(state: TableState, round_: Round, at: int) -> AnyCommand | None:
    """The hand of a player who has left, as the rulebook says."""
    assert round_.turn is not None
    seat = round_.seats[round_.turn]
    sitting = state.sitting(seat.player)
    if sitting is not None and not sitting.left:
        return None
    return _if_set(state, c.Report(Role.DEALER, at, "hand_abandoned", seat=seat.seat))


def default_decision(submission: Submission, state: TableState, at: int) -> AnyCommand | None:
    """What a player who does not answer in time does: check where that is lawful, else fold."""
    round_ = state.table.round
    if round_ is None or round_.phase is not Phase.DECISIONS or round_.turn is None:
        return None
    rules = compiled(submission)
    _, passive = lawful_actions(rules.streets[round_.stage])
    return c.Act(Role.PLAYER, at, round_.seats[round_.turn].seat, passive)


def _settling(submission: Submission, state: TableState, round_: Round, at: int) -> NextStep | None:
    settle = c.Settle(Role.DEALER, at)
    if round_.claim is not None:
        answer = decide(submission, state.table, settle)
        if isinstance(answer, Refused):
            return _clear_the_way(answer, state, round_.claim, at)
    if not takes_by_itself(state, c.Settle) or missing_in_tray(submission, state):
        return None
    return settle


def missing_in_tray(submission: Submission, state: TableState) -> int:
    """How much too little is in the tray for what is to be paid now; a tray that fills itself has enough."""
    round_ = state.table.round
    if round_ is None or round_.phase is not Phase.SETTLING or state.fills_its_tray:
        return 0
    answer = decide(submission, state.table, c.Settle(Role.DEALER, state.table.now))
    for event in answer.events if isinstance(answer, Accepted) else ():
        state, _ = fold(state, event, 0)
    return max(0, -state.tray)


def _clear_the_way(answer: Refused, state: TableState, seat: int, at: int) -> NextStep | None:
    if answer.code is Code.WHEEL_NOT_SPUN:
        return NeedsSpin(seat) if takes_by_itself(state, c.SpinWheel) else None
    assert answer.code is Code.NOT_VALIDATED, answer
    return _if_set(state, c.ValidatePayout(Role.FLOORPERSON, at, seat))
