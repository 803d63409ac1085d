"""The only way that the state of a table changes: one event at a time, without asking any rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never, get_args

from msgspec.structs import replace

from houserules.law.words import PROGRESSIVE, Step
from houserules.play import events as e
from houserules.play.state import (
    BOARD,
    DEALER,
    PRESHUFFLED,
    UNREAD,
    Deck,
    DeckStatus,
    Phase,
    Round,
    Seat,
    Table,
    Void,
)


def evolve(table: Table, event: e.AnyEvent) -> Table:
    """The table after the event. Settled wagers, then other events of a round, are tried first, as they are the most
    frequent."""
    kind = type(event)
    round_ = table.round
    if kind is e.WagerSettled and round_ is not None:
        return replace(table, round=_settled(round_, event))  # type: ignore[arg-type]
    if kind in _OF_A_ROUND:
        assert round_ is not None, "an event of a round needs a round"
        return replace(table, round=_evolve_round(round_, event))  # type: ignore[arg-type]
    match event:
        case e.MeterChanged():
            return _show_meters(table, event)
        case e.RoundOpened():
            return _open_round(table, event)
        case e.RoundClosed():
            return _close_round(table, event)
        case e.RoundCalledOff():
            return _call_off(table, event)
        case _:
            return _at_table(table, event)  # type: ignore[arg-type]


def _show_meters(table: Table, event: e.MeterChanged) -> Table:
    """Where a win elsewhere has taken money from the meter, a payout that is still waiting must be validated
    again."""
    round_ = table.round
    if round_ is not None and event.reason == e.LINKED and (event.main_by < 0 or event.secondary_by < 0):
        round_ = replace(round_, validated=tuple(seat for seat in round_.validated if seat != round_.claim))
    return replace(table, main=event.main, secondary=event.secondary, round=round_)


def evolve_all(table: Table, happened: Iterable[e.AnyEvent]) -> Table:
    for event in happened:
        table = evolve(table, event)
    return table


RoundEvent = (
    e.WagerSettled | e.WagersPlaced | e.Raised | e.Checked | e.Folded | e.CardsRead | e.CardsDealt | e.CommunityDealt
    | e.DealerRevealed | e.BettingClosed | e.ProgressiveCollected | e.PayoutClaimed | e.PayoutValidated | e.WheelSpun
    | e.WagersWithdrawn | e.ChipReturned | e.StubCounted | e.CardSetAside | e.CardDrawnInError | e.WagersForfeited
    | e.RoundVoided
)  # fmt: skip

TableEvent = (
    e.CardsReceived | e.CardsInspected | e.InspectionVerified | e.CardsSpread | e.CardsViewed | e.CardsStacked
    | e.CardsShuffled | e.ShuffleOrdered | e.CardsCut | e.RecutOrdered | e.WentIdle | e.DeckRemoved | e.DeviceFailed
    | e.DeviceCovered | e.DeviceRepaired | e.DeviceUncovered | e.DealingChanged | e.ShufflerJammed | e.TableClosed
)  # fmt: skip


_OF_A_ROUND: Final = frozenset(get_args(RoundEvent))


def _evolve_round(round_: Round, event: RoundEvent) -> Round:
    match event:
        case e.WagerSettled():
            return _settled(round_, event)
        case e.WagersPlaced():
            return _place(round_, event)
        case e.Raised(seat=number, wager=wager, amount=amount):
            seat = round_.seat(number)
            assert seat is not None
            made = {"action": wager, "raised": (*seat.raised, (wager, amount)), "set_cards": event.cards or ()}
            return _acted(replace(round_, felt=round_.felt + amount), number, **made)
        case e.Checked(seat=number):
            return _acted(round_, number, action="check")
        case e.Folded(seat=number):
            return _acted(round_, number, action="fold")
        case e.CardsRead(cards=cards):
            first = round_.stock.index(UNREAD)
            return replace(round_, stock=(*round_.stock[:first], *cards, *round_.stock[first + len(cards) :]))
        case e.CardsDealt():
            return _deal(round_, event)
        case e.CommunityDealt():
            return _deal_community(round_, event)
        case e.DealerRevealed(cards=cards, key=key, qualifies=qualifies):
            stock = round_.stock if round_.dealer else round_.stock[len(cards) :]
            return replace(
                round_, phase=Phase.SETTLING, revealed=True, dealer=cards, stock=stock, dealer_key=key,
                qualifies=qualifies,
            )  # fmt: skip
        case e.BettingClosed():
            return replace(round_, phase=Phase.DEALING)
        case e.ProgressiveCollected(amount=amount):
            return replace(round_, collected=True, felt=round_.felt - amount)
        case e.PayoutClaimed(seat=number):
            return replace(round_, claim=number)
        case e.PayoutValidated(seat=number):
            return replace(round_, validated=(*round_.validated, number))
        case e.WheelSpun(seat=number, symbol=symbol):
            return replace(round_, spins=(*round_.spins, (number, symbol)))
        case e.WagersWithdrawn(seat=number, wagers=wagers):
            left = tuple(seat for seat in round_.seats if seat.seat != number)
            return replace(round_, seats=left, felt=round_.felt - sum(amount for _, amount in wagers))
        case e.ChipReturned(seat=number, amount=amount):
            return _return_chip(round_, number, amount)
        case e.StubCounted():
            return replace(round_, stub_counted=True)
        case e.CardSetAside():
            return _set_aside(round_, event)
        case e.CardDrawnInError():
            return round_
        case e.WagersForfeited(seat=number, reason=reason):
            seats = _with(round_.seats, number, forfeited=reason)
            claim = None if round_.claim == number else round_.claim
            return _ask_next(replace(round_, seats=seats, claim=claim))
        case e.RoundVoided():
            return _void(round_, event)
        case _:
            assert_never(event)


def _settled(round_: Round, event: e.WagerSettled) -> Round:
    """The stake leaves the felt, unless it is a progressive chip that was collected before the deal."""
    felt = round_.felt if event.wager == PROGRESSIVE and round_.collected else round_.felt - event.stake
    return replace(round_, lines=(*round_.lines, event), settled_to=event.step, felt=felt, claim=None)


def _place(round_: Round, event: e.WagersPlaced) -> Round:
    seats = tuple(seat for seat in round_.seats if seat.seat != event.seat)
    before = round_.seat(event.seat)
    stakes = (*(before.stakes if before else ()), *event.wagers)
    placed = Seat(event.seat, event.player, stakes)
    ordered = (
        tuple(sorted((*seats, placed), key=_number)) if seats and seats[-1].seat > event.seat else (*seats, placed)
    )
    added = 0
    for _, amount in event.wagers:
        added += amount
    return replace(round_, seats=ordered, felt=round_.felt + added)


def _number(seat: Seat) -> int:
    return seat.seat


def _return_chip(round_: Round, number: int, amount: int) -> Round:
    seat = round_.seat(number)
    assert seat is not None
    stakes = tuple(stake for stake in seat.stakes if stake[0] != PROGRESSIVE)
    return replace(round_, seats=_with(round_.seats, number, stakes=stakes), felt=round_.felt - amount)


def _acted(round_: Round, number: int, **changes: object) -> Round:
    return _ask_next(replace(round_, seats=_with(round_.seats, number, **changes)))


def _with(seats: tuple[Seat, ...], number: int, **changes: object) -> tuple[Seat, ...]:
    return tuple([replace(seat, **changes) if seat.seat == number else seat for seat in seats])


def _ask_next(round_: Round) -> Round:
    """Asks the next player whose decision is open; when there is none, the round moves on."""
    if round_.phase is not Phase.DECISIONS:
        return round_
    for index, seat in enumerate(round_.seats):
        if not seat.action and seat.forfeited is None:
            return replace(round_, turn=index)
    return _all_decided(round_)


def _all_decided(round_: Round) -> Round:
    board_complete = len(round_.board) == round_.board_size
    return replace(round_, turn=None, phase=Phase.REVEAL if board_complete else Phase.BOARD)


def _deal(round_: Round, event: e.CardsDealt) -> Round:
    hands: dict[int, list[int]] = {seat.seat: list(seat.cards) for seat in round_.seats}
    hands[DEALER], hands[BOARD] = list(round_.dealer), list(round_.board_face_down)
    for place, card in zip(event.places, event.cards, strict=True):
        hands[place].append(card)
    seats = tuple([replace(seat, cards=tuple(hands[seat.seat])) for seat in round_.seats])
    dealt = replace(
        round_,
        phase=Phase.DECISIONS if event.complete else Phase.DEALING,
        seats=seats,
        dealer=tuple(hands[DEALER]),
        board_face_down=tuple(hands[BOARD]),
        board_size=event.board,
        stock=round_.stock[len(event.cards) :],
    )
    return _all_decided(dealt) if event.complete and event.decisions is False else _ask_next(dealt)


def _deal_community(round_: Round, event: e.CommunityDealt) -> Round:
    if round_.board_face_down:
        face_down, stock = round_.board_face_down[len(event.cards) :], round_.stock
    else:
        face_down, stock = (), round_.stock[len(event.cards) + len(event.burned) :]
    board = round_.board + event.cards
    again = event.asked_again or ()
    seats = tuple(
        replace(seat, action="") if seat.action == "check" or seat.seat in again else seat for seat in round_.seats
    )
    dealt = replace(
        round_, board=board, board_face_down=face_down, stock=stock, burned=round_.burned + event.burned, seats=seats,
        stage=round_.stage + 1, phase=Phase.DECISIONS,
    )  # fmt: skip
    if not round_.voids and event.decisions is False:
        return _all_decided(dealt)
    if round_.voids:
        return replace(dealt, phase=Phase.SETTLING if len(board) == round_.board_size else Phase.BOARD, turn=None)
    return _ask_next(dealt)


def _set_aside(round_: Round, event: e.CardSetAside) -> Round:
    """A card that was read is taken from its place in the stock; any other stands for an unread one."""
    stock = list(round_.stock)
    for card in event.cards:
        stock.remove(card if card in stock else UNREAD)
    early = round_.face_up_early + (len(event.cards) if event.early else 0)
    return replace(round_, stock=tuple(stock), set_aside=round_.set_aside + event.cards, face_up_early=early)


def _void(round_: Round, event: e.RoundVoided) -> Round:
    """Each reason counts once, whichever was reported first. A payout that was claimed must be claimed again."""
    seats = round_.seats
    for place in event.incomplete:
        seats = _with(seats, place, incomplete=True)
    said = Void(event.clauses, event.reason, event.settled, event.settled_by, event.returned_by, event.then)
    others = (void for void in round_.voids if void.reason != event.reason)
    return replace(
        round_,
        seats=seats,
        turn=None,
        claim=None,
        stopped=min(round_.moment, Phase(event.stopped), key=_COURSE.index),
        phase=Phase.BOARD if event.board_needed else Phase.SETTLING,
        voids=tuple(sorted((*others, said), key=_clauses)),
    )


_COURSE: Final = tuple(Phase)


def _clauses(void: Void) -> tuple[str, ...]:
    return void.clauses


def _open_round(table: Table, event: e.RoundOpened) -> Table:
    deck = table.deck(event.deck)
    assert deck is not None
    decks = _with_deck(table.decks, replace(deck, status=DeckStatus.IN_PLAY))
    round_ = Round(event.round, event.deck, deck.entered, stock=deck.cards)
    return replace(table, now=event.at, decks=decks, round=round_)


def _close_round(table: Table, event: e.RoundClosed) -> Table:
    assert table.round is not None
    assert table.round.felt == 0, "the felt is empty when a round closes"
    decks = tuple(_used(deck) if deck.number == table.round.deck else deck for deck in table.decks)
    since = 0 if event.counted else table.rounds_since_count + 1
    return replace(
        table, decks=decks, rounds=event.round, rounds_since_count=since, last_deck=table.round.deck, round=None
    )


def _used(deck: Deck) -> Deck:
    return replace(
        deck, status=DeckStatus.STACKED, cards=(), cut=False, method="", entered=False,
        occasion=Step.SHUFFLE_AFTER_A_ROUND,
    )  # fmt: skip


def _call_off(table: Table, event: e.RoundCalledOff) -> Table:
    """No card has been seen: the deck waits for the next round, and it is still this deck's turn."""
    assert not table.round_begun, "a round with wagers is not called off"
    deck = table.deck(event.deck)
    if deck is not None and deck.status is DeckStatus.IN_PLAY:
        table = _deck_becomes(table, event.deck, DeckStatus.READY)
    return replace(table, round=None)


def _with_deck(decks: tuple[Deck, ...], changed: Deck) -> tuple[Deck, ...]:
    return tuple([changed if deck.number == changed.number else deck for deck in decks])


def _deck_becomes(table: Table, number: int, status: DeckStatus) -> Table:
    deck = table.deck(number)
    assert deck is not None
    return replace(table, decks=_with_deck(table.decks, replace(deck, status=status)))


def _stacked(table: Table, number: int, occasion: str) -> Table:
    deck = table.deck(number)
    assert deck is not None
    stacked = replace(deck, status=DeckStatus.STACKED, occasion=occasion)
    return replace(table, decks=_with_deck(table.decks, stacked), idle=False)


def _made_ready(table: Table, deck: Deck) -> Table:
    """The deck may now be dealt. Where a round waits for it, because it was ordered shuffled or cut again, it is in
    play at once."""
    round_ = table.round
    if round_ is None or round_.deck != deck.number:
        return replace(table, decks=_with_deck(table.decks, replace(deck, status=DeckStatus.READY)))
    decks = _with_deck(table.decks, replace(deck, status=DeckStatus.IN_PLAY))
    return replace(table, decks=decks, round=replace(round_, stock=deck.cards, entered=deck.entered))


def _at_table(table: Table, event: TableEvent) -> Table:
    match event:
        case e.CardsReceived():
            status = DeckStatus.SHUFFLED if event.preshuffled else DeckStatus.RECEIVED
            others = tuple(deck for deck in table.decks if deck.number != event.deck)
            method = PRESHUFFLED if event.preshuffled else ""
            received = Deck(event.deck, status, event.at, method=method, cards=event.cards)
            decks = tuple(sorted((*others, received), key=lambda deck: deck.number))
            return replace(table, now=event.at, decks=decks)
        case e.CardsInspected(deck=number):
            return _deck_becomes(table, number, DeckStatus.INSPECTED)
        case e.InspectionVerified(deck=number):
            return _deck_becomes(table, number, DeckStatus.VERIFIED)
        case e.CardsSpread(deck=number):
            return _deck_becomes(table, number, DeckStatus.SPREAD)
        case e.CardsViewed(deck=number):
            return _deck_becomes(table, number, DeckStatus.VIEWED)
        case e.CardsStacked(deck=number):
            return _stacked(table, number, Step.SHUFFLE_BEFORE_PLAY)
        case e.ShuffleOrdered(deck=number):
            return _stacked(table, number, Step.ORDER_SHUFFLE)
        case e.ShufflerJammed(deck=number):
            return _stacked(table, number, "")
        case e.CardsShuffled():
            deck = table.deck(event.deck)
            assert deck is not None
            shuffled = replace(
                deck, status=DeckStatus.SHUFFLED, cards=event.cards, cut=False, method=event.method,
                entered=event.entered is True,
            )  # fmt: skip
            if event.cut_needed:
                return replace(table, decks=_with_deck(table.decks, shuffled))
            return _made_ready(table, shuffled)
        case e.CardsCut(depth=depth):
            deck = table.deck(event.deck)
            assert deck is not None
            return _made_ready(table, replace(deck, cut=True, cards=(*deck.cards[depth:], *deck.cards[:depth])))
        case e.RecutOrdered(deck=number):
            return _deck_becomes(table, number, DeckStatus.SHUFFLED)
        case e.WentIdle():
            decks = tuple(
                replace(deck, status=DeckStatus.SPREAD, cards=(), cut=False, method="", entered=False)
                if deck.status in _SPREAD_WHEN_IDLE
                else deck
                for deck in table.decks
            )
            return replace(table, decks=decks, idle=True)
        case e.DeckRemoved(deck=number):
            return replace(table, decks=tuple(deck for deck in table.decks if deck.number != number))
        case e.DeviceFailed(device=device):
            return replace(table, failed=(*table.failed, device))
        case e.DeviceCovered(device=device):
            return replace(table, covered=(*table.covered, device))
        case e.DeviceRepaired(device=device):
            return replace(table, failed=_without(table.failed, device))
        case e.DeviceUncovered(device=device):
            return replace(table, covered=_without(table.covered, device))
        case e.DealingChanged(method=method, order=order):
            return replace(table, dealing=method, order=order)
        case e.TableClosed():
            return replace(table, closed=True, decks=())
        case _:
            assert_never(event)


def _without(devices: tuple[str, ...], device: str) -> tuple[str, ...]:
    return tuple(each for each in devices if each != device)


_SPREAD_WHEN_IDLE = frozenset((DeckStatus.STACKED, DeckStatus.SHUFFLED, DeckStatus.READY))
