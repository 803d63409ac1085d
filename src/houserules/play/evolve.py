"""The only way that the state of a table changes: one event at a time, without any rule being asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never, get_args

from msgspec.structs import replace

from houserules.law.words import PROGRESSIVE
from houserules.play import events as e
from houserules.play.state import BOARD, DEALER, UNREAD, Deck, DeckStatus, Phase, Round, Seat, Table, Void


def evolve(table: Table, event: e.AnyEvent) -> Table:
    """The table after the event. Settled wagers are most of all events, and events of a round most of the rest."""
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
    """Where a win elsewhere has taken from the meter, a payout that still waits must be validated again."""
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
    | e.DeviceCovered | e.DealingChanged | e.ShufflerJammed | e.TableClosed
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
            raised = (*seat.raised, (wager, amount))
            return _acted(replace(round_, felt=round_.felt + amount), number, action=wager, raised=raised)
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
        case e.CardSetAside(cards=cards):
            stock = tuple(card for card in round_.stock if card not in cards)
            return replace(
                round_, stock=stock, set_aside=round_.set_aside + cards, face_up_found=round_.face_up_found + 1
            )
        case e.CardDrawnInError():
            return round_
        case e.WagersForfeited(seat=number, reason=reason):
            seats = _with(round_.seats, number, forfeited=reason)
            return _ask_next(replace(round_, seats=seats))
        case e.RoundVoided():
            return _void(round_, event)
        case _:
            assert_never(event)


def _settled(round_: Round, event: e.WagerSettled) -> Round:
    """The stake leaves the felt; a progressive chip that was collected before the deal had left it already."""
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
    """The next player whose decision is open is asked; when there is none, the round moves on."""
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
    if round_.void is None and event.decisions is False:
        return _all_decided(dealt)
    if round_.void is not None:
        return replace(dealt, phase=Phase.SETTLING if len(board) == round_.board_size else Phase.BOARD, turn=None)
    return _ask_next(dealt)


def _void(round_: Round, event: e.RoundVoided) -> Round:
    seats = round_.seats
    for place in event.incomplete:
        seats = _with(seats, place, incomplete=True)
    return replace(
        round_,
        seats=seats,
        turn=None,
        phase=Phase.BOARD if event.board_needed else Phase.SETTLING,
        void=Void(event.reason, event.clauses, event.settled, event.then),
    )


def _open_round(table: Table, event: e.RoundOpened) -> Table:
    deck = table.deck(event.deck)
    assert deck is not None
    decks = _with_deck(table.decks, replace(deck, status=DeckStatus.IN_PLAY))
    return replace(
        table, now=event.at, decks=decks, last_deck=event.deck,
        round=Round(event.round, event.deck, deck.entered, stock=deck.cards),
    )  # fmt: skip


def _close_round(table: Table, event: e.RoundClosed) -> Table:
    assert table.round is not None
    assert table.round.felt == 0, "the felt is empty when a round closes"
    decks = tuple(
        replace(deck, status=DeckStatus.STACKED, cards=(), cut=False, entered=False)
        if deck.number == table.round.deck
        else deck
        for deck in table.decks
    )
    since = 0 if event.counted else table.rounds_since_count + 1
    return replace(table, decks=decks, rounds=event.round, rounds_since_count=since, round=None)


def _call_off(table: Table, event: e.RoundCalledOff) -> Table:
    """Nobody has seen a card: the deck waits for the next round, and is still the one whose turn it is."""
    assert not table.round_begun, "a round with wagers is not called off"
    called_off = _deck_becomes(table, event.deck, DeckStatus.READY)
    return replace(called_off, last_deck=1 if event.deck == 2 else 0, round=None)


def _with_deck(decks: tuple[Deck, ...], changed: Deck) -> tuple[Deck, ...]:
    return tuple([changed if deck.number == changed.number else deck for deck in decks])


def _deck_becomes(table: Table, number: int, status: DeckStatus) -> Table:
    deck = table.deck(number)
    assert deck is not None
    return replace(table, decks=_with_deck(table.decks, replace(deck, status=status)))


def _at_table(table: Table, event: TableEvent) -> Table:
    match event:
        case e.CardsReceived():
            status = DeckStatus.SHUFFLED if event.preshuffled else DeckStatus.RECEIVED
            others = tuple(deck for deck in table.decks if deck.number != event.deck)
            received = Deck(event.deck, status, event.at, cards=event.cards)
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
        case e.CardsStacked(deck=number) | e.ShuffleOrdered(deck=number) | e.ShufflerJammed(deck=number):
            return replace(_deck_becomes(table, number, DeckStatus.STACKED), idle=False)
        case e.CardsShuffled():
            deck = table.deck(event.deck)
            assert deck is not None
            status = DeckStatus.SHUFFLED if event.cut_needed else DeckStatus.READY
            shuffled = replace(deck, status=status, cards=event.cards, cut=False, entered=event.entered is True)
            return replace(table, decks=_with_deck(table.decks, shuffled))
        case e.CardsCut(depth=depth):
            deck = table.deck(event.deck)
            assert deck is not None
            cut = replace(deck, status=DeckStatus.READY, cut=True, cards=(*deck.cards[depth:], *deck.cards[:depth]))
            return replace(table, decks=_with_deck(table.decks, cut))
        case e.RecutOrdered(deck=number):
            return _deck_becomes(table, number, DeckStatus.SHUFFLED)
        case e.WentIdle():
            decks = tuple(
                replace(deck, status=DeckStatus.SPREAD, cards=(), cut=False, entered=False)
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
        case e.DealingChanged(method=method, order=order):
            return replace(table, dealing=method, order=order)
        case e.TableClosed():
            return replace(table, closed=True, decks=())
        case _:
            assert_never(event)


_SPREAD_WHEN_IDLE = frozenset((DeckStatus.STACKED, DeckStatus.SHUFFLED, DeckStatus.READY))
