"""The course of a round, from its opening through "no more bets" and the deal to the last chip."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType

from houserules.cards import Card, mask_of
from houserules.law.words import PROGRESSIVE, DealingOrder, ShufflerNeed, Shuffling, Spared, Step
from houserules.play.cited import cited
from houserules.play.commands import (
    Act,
    CollectProgressive,
    CorrectCount,
    CutCards,
    Deal,
    DealCommunity,
    InspectCards,
    NoMoreBets,
    OpenRound,
    ReadCards,
    ReceiveCards,
    RemoveDeck,
    ReportDevice,
    Reveal,
    Settle,
    Shuffle,
    SpinWheel,
    SpreadCards,
    StackCards,
    UncoverDevice,
    ValidatePayout,
    VerifyInspection,
    ViewCards,
)
from houserules.play.events import (
    Accepted,
    AnyEvent,
    BettingClosed,
    CardsDealt,
    CardsRead,
    ChipReturned,
    CommunityDealt,
    DealerRevealed,
    PayoutValidated,
    ProgressiveCollected,
    RoundOpened,
    WheelSpun,
)
from houserules.play.game import Street
from houserules.play.guards import check_role, check_round, clauses_if_any, clauses_of, in_round
from houserules.play.refusals import Code, Refused, refused
from houserules.play.round.dealing import (
    burns,
    cards_dealt,
    cards_out,
    check_due,
    in_turns,
    is_ready,
    is_usable,
    method_of,
    next_community,
    next_deck,
    next_street,
    order_of,
    places_of,
    shuffler_in_use,
)
from houserules.play.round.progressive import contribute, spun
from houserules.play.round.settlement import settle
from houserules.play.round.wagers import not_offered
from houserules.play.rules import Rules
from houserules.play.state import BOARD, PRESHUFFLED, UNREAD, Deck, DeckStatus, Round, Table

_KEPT: Final = DealingOrder.STACKS_COMMUNITY_PLAYERS_DEALER_KEPT
_NEXT_STEP: Final = {
    command.wants: command.step
    for command in (InspectCards, VerifyInspection, SpreadCards, ViewCards, StackCards, Shuffle, CutCards)
}
"""The next step for a deck that is not ready, by its status."""


def decide_open_round(rules: Rules, table: Table, command: OpenRound) -> Accepted | Refused:
    wrong = check_role(rules, table, command.step, command.by) or why_no_round(rules, table)
    if wrong is not None:
        return wrong
    number = next_deck(rules, table)
    deck = table.deck(number)
    if deck is None:
        clause = rules.clauses_of(ReceiveCards.step)[0]
        return refused(Code.DECK_NOT_READY, clause, deck=number, status="not at the table")
    if not is_ready(deck):
        return _not_ready(rules, deck)
    due = check_due(rules, table, deck, command.at)
    if due is not None:
        return due
    if command.at < table.now:
        return clock_ran_back(rules, table, command.at)
    opened = Accepted((RoundOpened(_opening(rules, table, deck), command.at, table.rounds + 1, number),))
    return why_no_dealing(rules, table) or _why_not_this_deck(rules, table, deck) or opened


def _opening(rules: Rules, table: Table, deck: Deck) -> tuple[str, ...]:
    """The clauses that a round is opened under, with those for an uncut deck from the shuffler and for two decks in
    turn."""
    by_itself = deck.method == Shuffling.RESHUFFLING_DEVICE
    uncut = deck.method not in (Shuffling.BY_HAND, PRESHUFFLED) and not by_itself and not deck.cut
    names = (*((Step.DEAL_UNCUT,) if uncut else ()), *((Step.SECOND_DECK_TURN,) if in_turns(rules, table) else ()))
    also = (clause for name in names for clause in clauses_if_any(rules, table, name))
    spares = rules.book.table.spared_by_device if by_itself else None
    own = () if spares is not None and Spared.DEAL_OR_CUT in spares.value else rules.clauses_of(OpenRound.step)
    return (*own, *cited(spares), *also)


def clock_ran_back(rules: Rules, table: Table, at: int) -> Refused:
    """The table's clock decides when decks must be changed, so it may not run back."""
    return refused(Code.CLOCK_RAN_BACK, rules.clauses_of(RemoveDeck.step)[0], at=at, now=table.now)


def why_no_round(rules: Rules, table: Table) -> Refused | None:
    """Why no round can begin here, whatever the deck."""
    clause = rules.clauses_of(OpenRound.step)[0]
    if table.closed:
        return refused(Code.TABLE_CLOSED, clause)
    if table.round is not None:
        return refused(Code.ROUND_IN_PROGRESS, clause, round=table.round.number)
    return None


def why_no_dealing(rules: Rules, table: Table) -> Refused | None:
    """Nothing is dealt from a shoe that cannot be used: the way of dealing must be changed first."""
    return why_not_usable(rules, table, "shoe") if method_of(rules, table) == "automated" else None


def why_not_usable(rules: Rules, table: Table, device: str) -> Refused | None:
    """A device is not used while it is out of order or still covered."""
    if is_usable(table, device):
        return None
    step = ReportDevice.step if device in table.failed else UncoverDevice.step
    clauses = device_clauses(rules, table, device) or rules.clauses_of(step)
    return refused(Code.DEVICE_OUT_OF_ORDER, clauses[0], device=device)


def device_clauses(rules: Rules, table: Table, device: str | None) -> tuple[str, ...]:
    """A document may have a separate clause for the shoe."""
    return clauses_if_any(rules, table, Step.REPORT_SHOE) if device == "shoe" else ()


def _why_not_this_deck(rules: Rules, table: Table, deck: Deck) -> Refused | None:
    """Where dealing needs a shuffler, no deck shuffled by hand is dealt, nor a preshuffled one while no shuffler is
    in use."""
    need = rules.book.dealing[method_of(rules, table)].shuffler
    if need.value is not ShufflerNeed.REQUIRED:
        return None
    by_hand = deck.method == Shuffling.BY_HAND
    if not by_hand and (deck.method != PRESHUFFLED or shuffler_in_use(rules, table)):
        return None
    return refused(Code.DECK_NOT_READY, str(need.clause), deck=deck.number, status=deck.method)


@in_round
def decide_close_betting(rules: Rules, table: Table, round_: Round, command: NoMoreBets) -> Accepted | Refused:
    clauses = clauses_of(rules, table, command.step)
    deck = table.deck(round_.deck)
    assert deck is not None, "a round is on with a deck that lies at the table"
    due = check_due(rules, table, deck, command.at)
    if due is not None:
        return due
    if not round_.seats:
        return refused(Code.NOTHING_WAGERED, clauses[0])
    locked = rules.progressive is not None
    lock = clauses_if_any(rules, table, Step.LOCK_PROGRESSIVE) if locked else ()
    return Accepted((BettingClosed((*clauses, *lock), locked=locked),))


def _progressive_wagers(round_: Round) -> list[int]:
    return [stake for seat in round_.seats if (stake := seat.stake(PROGRESSIVE))]


def _chips_lie_there(round_: Round) -> bool:
    return not round_.collected and bool(_progressive_wagers(round_))


def _collect_first(rules: Rules, table: Table) -> Refused:
    return refused(Code.CHIPS_NOT_COLLECTED, clauses_of(rules, table, CollectProgressive.step)[0])


@in_round
def decide_collect(rules: Rules, table: Table, round_: Round, command: CollectProgressive) -> Accepted | Refused:
    """The number of chips before the dealer, of sensors and of wagers on the layout must be equal."""
    clauses = clauses_of(rules, table, command.step)
    if rules.progressive is None:
        return not_offered(rules, PROGRESSIVE)
    if round_.collected:
        return refused(Code.ALREADY_DECIDED, clauses[0])
    stakes = _progressive_wagers(round_)
    if not command.chips == command.sensors == len(stakes):
        verified = clauses_of(rules, table, CorrectCount.step)
        return refused(
            Code.CHIP_COUNT_DIFFERS, verified[0], chips=command.chips, sensors=command.sensors, wagers=len(stakes)
        )
    events: list[AnyEvent] = [ProgressiveCollected(clauses, command.chips, sum(stakes))]
    contribution = contribute(rules, table, stakes)
    if contribution is not None:
        events.append(contribution)
    return Accepted(tuple(events))


@in_round
def decide_correct_count(rules: Rules, table: Table, round_: Round, command: CorrectCount) -> Accepted | Refused:
    clauses = clauses_of(rules, table, command.step)
    seat = round_.seat(command.seat)
    if seat is None or not seat.stake(PROGRESSIVE):
        return refused(Code.SEAT_EMPTY, clauses[0], seat=command.seat)
    if round_.collected:
        return refused(Code.ALREADY_DECIDED, clauses[0])
    return Accepted((ChipReturned(clauses, command.seat, seat.stake(PROGRESSIVE)),))


@in_round
def decide_read(rules: Rules, table: Table, round_: Round, command: ReadCards) -> Accepted | Refused:
    """Each card once, no more than are unread in the deck, and none before cards may leave it."""
    if _chips_lie_there(round_):
        return _collect_first(rules, table)
    waiting = _waits_for_the_deck(rules, table, round_)
    if waiting is not None:
        return waiting
    clauses = clauses_of(rules, table, command.step)
    unread = round_.stock.count(UNREAD)
    if not 1 <= len(command.cards) <= unread:
        return refused(Code.NOT_A_DECK, clauses[0], cards=len(command.cards), unread=unread)
    left = {*range(rules.cards_in_deck)} - cards_out(round_) - {*round_.stock}
    if len({*command.cards}) != len(command.cards):
        return refused(Code.NOT_A_DECK, clauses[0], cards=len(command.cards), twice="yes")
    if not left.issuperset(command.cards):
        return refused(Code.NOT_A_DECK, clauses[0], cards=len(command.cards), in_the_deck="no")
    return Accepted((CardsRead(clauses, command.cards),))


@in_round
def decide_deal(rules: Rules, table: Table, round_: Round, command: Deal) -> Accepted | Refused:
    if _chips_lie_there(round_):
        return _collect_first(rules, table)
    broken = why_no_dealing(rules, table) or _waits_for_the_deck(rules, table, round_)
    if broken is not None:
        return broken
    clauses = clauses_of(rules, table, command.step)
    all_places = places_of(rules, table, round_)
    places = all_places[cards_dealt(round_) :]
    wanted = len(places) if command.cards is None else command.cards
    if command.cards is not None and not 1 <= wanted <= len(places):
        return refused(Code.NOT_A_DECK, clauses[0], cards=wanted, left=len(places))
    complete = wanted == len(places)
    places = places[:wanted]
    cards = round_.stock[: len(places)]
    if cards[-1:] == (UNREAD,):
        return _not_read(cards, clauses)
    decisions = UNSET if rules.streets else False
    kept = order_of(rules, table) is _KEPT
    own = clauses_if_any(rules, table, Step.KEEP_DEALERS_STACK if kept else Step.DEAL_DEALERS_STACK)
    last = complete and not kept and (not rules.community_cards or BOARD in all_places)
    stub = clauses_if_any(rules, table, Step.REMOVE_STUB) if last else ()
    dealt = CardsDealt(
        clauses=(*clauses, *own, *stub), places=places, cards=cards, board=rules.community_cards, complete=complete,
        decisions=decisions,
    )  # fmt: skip
    return Accepted((dealt,))


def _waits_for_the_deck(rules: Rules, table: Table, round_: Round) -> Refused | None:
    """Nothing is dealt while the deck of the round must be shuffled or cut again."""
    deck = table.deck(round_.deck)
    assert deck is not None, "a round is on with a deck that lies at the table"
    if deck.status is DeckStatus.IN_PLAY:
        return None
    return _not_ready(rules, deck)


def _not_ready(rules: Rules, deck: Deck) -> Refused:
    """Refused under the clause of the step that the deck needs next."""
    clause = rules.clauses_of(_NEXT_STEP[deck.status])[0]
    return refused(Code.DECK_NOT_READY, clause, deck=deck.number, status=deck.status.value)


def _not_read(drawn: tuple[int, ...], clauses: tuple[str, ...]) -> Refused:
    return refused(Code.CARDS_NOT_READ, clauses[0], missing=drawn.count(UNREAD))


def decide_deal_community(rules: Rules, table: Table, command: DealCommunity) -> Accepted | Refused:
    if rules.community_cards == 0:
        return refused(Code.NOT_PROVIDED, rules.clauses_of(Act.step)[0])
    street = next_street(rules, table.round) if table.round is not None else None
    name = (street.step if street else None) or command.other_step
    checked = check_round(rules, table, name, command.by, command.phases)
    if isinstance(checked, Refused):
        return checked
    clauses, again = rules.clauses_of(name), _asked_again(checked, street)
    method = rules.book.dealing[method_of(rules, table)]
    decisions = UNSET if street else False
    count = next_community(rules, checked)
    if checked.board_face_down:
        return Accepted((CommunityDealt(clauses, (), checked.board_face_down[:count], again, decisions),))
    burned = burns(rules, table)
    drawn = checked.stock[: burned + count]
    if drawn[-1:] == (UNREAD,):
        return _not_read(drawn, clauses)
    out = len(checked.board) + count == checked.board_size and order_of(rules, table) is not _KEPT
    steps = (Step.DEAL_BOARD, *((Step.REMOVE_STUB,) if out else ()))
    also = (clause for step in steps for clause in clauses_if_any(rules, table, step))
    burning = (clause for clause in cited(method.burn_cards) if clause.startswith(clauses[0]))
    clauses = (clauses[0], *burning, *clauses[1:], *also)
    return Accepted((CommunityDealt(clauses, drawn[:burned], drawn[burned:], again, decisions),))


def _asked_again(round_: Round, street: Street | None) -> tuple[int, ...] | UnsetType:
    """The boxes that have bet on an earlier street and may make the wager of the next one as well."""
    if street is None:
        return UNSET
    seats = (seat for seat in round_.seats if seat.raised and seat.forfeited is None and seat.action != "fold")
    return tuple(seat.seat for seat in seats if not seat.has_raised(street.wager)) or UNSET


@in_round
def decide_reveal(rules: Rules, table: Table, round_: Round, command: Reveal) -> Accepted | Refused:
    if stub_count_due(rules, table):
        method = rules.book.dealing[method_of(rules, table)]
        return refused(
            Code.STUB_COUNT_DUE, str(method.rounds_between_stub_counts.clause), rounds=table.rounds_since_count + 1
        )
    cards = round_.dealer or round_.stock[: rules.dealer_cards]
    if cards[-1:] == (UNREAD,):
        return _not_read(cards, rules.clauses_of(command.step))
    key = rules.reader.key(mask_of(Card(card) for card in (*cards, *round_.board)))
    qualifying, qualifies = rules.book.qualifying, rules.reader.qualifies(key)
    decides = None if qualifying is None else qualifying.reached if qualifies else qualifying.base_below
    stub = () if round_.dealer else clauses_if_any(rules, table, Step.REMOVE_STUB)
    clauses = (*rules.clauses_of(command.step), *stub, *cited(decides))
    return Accepted((DealerRevealed(clauses, cards, key, qualifies),))


def counts_itself(rules: Rules, table: Table) -> bool:
    """Whether the deck in play was shuffled by a shuffler that tells if all cards are present; between rounds,
    whether the next one will be."""
    deck = table.deck(table.round.deck) if table.round is not None else None
    if deck is not None:
        return deck.method == rules.shuffling and rules.shuffling.counts
    return rules.shuffling.counts and shuffler_in_use(rules, table)


def stub_count_due(rules: Rules, table: Table) -> bool:
    assert table.round is not None
    every = rules.book.dealing[method_of(rules, table)].rounds_between_stub_counts.value
    due = table.rounds_since_count + 1 >= every
    return due and not table.round.stub_counted and not counts_itself(rules, table)


@in_round
def decide_settle(rules: Rules, table: Table, _round: Round, _command: Settle) -> Accepted | Refused:
    return settle(rules, table)


def decide_spin(rules: Rules, table: Table, command: SpinWheel) -> Accepted | Refused:
    if not rules.wheel:
        return refused(Code.NOT_PROVIDED, rules.clauses_of(Settle.step)[0])
    round_ = check_round(rules, table, command.step, command.by, command.phases)
    if isinstance(round_, Refused):
        return round_
    clauses = rules.clauses_of(command.step)
    if round_.claim != command.seat or spun(round_, command.seat) is not None:
        return refused(Code.NOT_YOUR_TURN, clauses[0], seat=command.seat)
    if command.symbol not in rules.symbols:
        return refused(Code.NO_SUCH_SYMBOL, clauses[-1], symbol=command.symbol)
    return Accepted((WheelSpun(clauses, command.seat, command.symbol),))


@in_round
def decide_validate(rules: Rules, table: Table, round_: Round, command: ValidatePayout) -> Accepted | Refused:
    clauses = rules.clauses_of(command.step)
    if round_.claim != command.seat or command.seat in round_.validated:
        return refused(Code.NOTHING_TO_VALIDATE, clauses[0], seat=command.seat)
    if rules.wheel and spun(round_, command.seat) is None:
        return refused(Code.WHEEL_NOT_SPUN, rules.clauses_of(SpinWheel.step)[0], seat=command.seat)
    return Accepted((PayoutValidated(clauses, command.seat),))
