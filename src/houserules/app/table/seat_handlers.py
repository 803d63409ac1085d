"""What players ask for at their seats: the seat itself, chips, wagers and decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from houserules.app.house.accounts import purse
from houserules.app.refusals import Kind, Refusal, by_the_rules
from houserules.app.table import events as f
from houserules.app.table.context import RequestContext
from houserules.law.words import Role
from houserules.log import Append
from houserules.money import format_dollars, parse_dollars
from houserules.play import Phase, check_due, next_deck
from houserules.play import commands as c

MOST_SHARES: Final = 8
"""Per player and shuffle."""
MOST_PRACTICE_MONEY: Final = parse_dollars("1000000")
"""This much practice money is lent to one person, at all tables together; without a limit the books would
overflow."""

# Seats and chips


def sit(context: RequestContext, seat: int, buy_in: int | None) -> None:
    state, person = context.state, context.person
    if state.table.closed:
        raise Refusal("table_closed", "this table is closed")
    if state.seat_of(person.account) is not None:
        raise Refusal("already_seated", "you sit at this table already")
    if seat > context.draft.rules.seats:
        raise Refusal("no_such_seat", f"this table has {context.draft.rules.seats} seats", seat=seat)
    if state.sitting(seat) is not None or (context.round is not None and context.round.seat(seat) is not None):
        raise Refusal("seat_taken", f"seat {seat} is taken", seat=seat)
    if person.guest and state.kind == f.LIVE:
        raise Refusal("guests_practise", "guests play at practice tables only", Kind.FORBIDDEN)
    if state.kind == f.LIVE:
        context.house.limits.insist_may_sit(person.account)
    if state.plays_here(person.account):
        raise Refusal("still_leaving", "your last hand at this table is not over yet")
    context.draft.note(f.SeatTaken(seat, person.account, person.name))
    beside = context.house.sits_down(person.account, state.id)
    if beside is not None:
        context.draft.beside.append(beside)
    if buy_in is not None:
        _buy(context, buy_in)


def leave(context: RequestContext) -> None:
    seat, round_ = context.own_seat(), context.round
    boxes = [box.seat for box in round_.seats if box.player == seat] if round_ else []
    if boxes and context.state.phase is Phase.BETTING:
        for box in boxes:
            context.play(c.WithdrawWagers(Role.PLAYER, context.seconds, box))
        boxes = []
    if boxes:
        context.draft.note(f.SeatLeft(seat))
    else:
        context.draft.let_go(seat, context.account)


def buy_in(context: RequestContext, amount: int) -> None:
    context.own_seat()
    _buy(context, amount)


def _buy(context: RequestContext, amount: int) -> None:
    """Money goes into the drop box, chips come from the tray. Practice money is lent if the purse is short."""
    state, account = context.state, context.account
    if state.table.closed:
        raise Refusal("table_closed", "this table is closed")
    if not amount:
        raise Refusal("nothing_bought", "buy chips for more than nothing")
    if state.fills_its_tray:
        context.draft.keep_filled(amount)
    context.insist_tray_holds(context.state.tray - amount, "sell these chips")
    own = purse(state.kind, account)
    short = amount - context.house.balance_of(own)
    if short > 0 and state.kind == f.LIVE:
        raise Refusal("not_enough_money", "your purse holds less than that", missing=format_dollars(short))
    if short > 0 and context.house.practice_chips_of(account) + amount > MOST_PRACTICE_MONEY:
        most = format_dollars(MOST_PRACTICE_MONEY)
        message = f"practice money is lent until you have {most} in chips, at all tables together"
        raise Refusal("too_much_lent", message, most=most)
    if state.kind == f.LIVE:
        _count(context, context.house.limits.bought(account, state, amount))
    context.draft.spent.append(own)
    context.draft.note(f.ChipsBought(account, amount), max(0, short))


def cash_out(context: RequestContext, amount: int) -> None:
    context.own_seat()
    context.insist_something(amount)
    have = context.state.chips_of(context.account)
    if amount > have:
        facts = {"have": format_dollars(have), "need": format_dollars(amount)}
        raise Refusal("not_enough_chips", "you have fewer chips than that", **facts)
    context.draft.cash_out(context.account, amount)


def ready(context: RequestContext) -> None:
    seat = context.own_seat()
    if context.state.phase is not Phase.BETTING:
        raise Refusal("wrong_phase", "betting is not open")
    context.draft.note(f.PlayerReady(seat))


def add_entropy(context: RequestContext, text: str) -> None:
    """Only to a shuffle whose seed is promised: the house must not know a share when it draws the seed."""
    context.own_seat()
    if len(text.encode()) > 64:
        raise Refusal("too_long", "at most 64 bytes can be added to a shuffle", Kind.MALFORMED)
    waiting = [seal for seal in context.state.seals if seal.promise and not seal.shuffled]
    if not waiting:
        raise Refusal("no_promise", "add your share after the round, when the seed of the next shuffle is promised")
    in_play = context.round.deck if context.round is not None else None
    first = (in_play, next_deck(context.draft.rules, context.state.table))
    seal = next((seal for deck in first for seal in waiting if seal.deck == deck), waiting[0])
    if seal.givers.count(context.account) >= MOST_SHARES:
        raise Refusal("too_many_shares", f"at most {MOST_SHARES} shares of yours go into one shuffle")
    context.draft.note(f.EntropyAdded(context.account, text, seal.context))


# Wagers and decisions


def place_wagers(context: RequestContext, seat: int, wagers: tuple[tuple[str, int], ...], ready: bool) -> None:
    own = context.own_seat()
    if not context.state.table.round_begun:
        context.draft.go_on(wanted=True)
    context.insist_confirmed()
    _insist_deck_not_due(context)
    _insist_free(context, seat)
    context.play(c.PlaceWagers(Role.PLAYER, context.seconds, seat, wagers, own))
    _insist_covered(context)
    if context.state.kind == f.LIVE:
        draft = context.draft
        _count(context, context.house.limits.wagered(context.account, draft.before, draft.state, draft.rules))
    if ready:
        context.draft.note(f.PlayerReady(own))


def _count(context: RequestContext, counted: Append | None) -> None:
    """Counts towards the player's own limits, if there are any."""
    if counted is not None:
        context.draft.beside.append(counted)


def withdraw_wagers(context: RequestContext, seat: int) -> None:
    _insist_own_box(context, seat)
    context.play()


def act(context: RequestContext, seat: int, **_: Any) -> None:
    _insist_own_box(context, seat)
    context.play()
    _insist_covered(context)


def _insist_deck_not_due(context: RequestContext) -> None:
    """Nobody bets on cards that can no longer be dealt; wagers already there can still be taken back."""
    table, rules = context.state.table, context.draft.rules
    if table.round is not None and table.round.phase is not Phase.BETTING:
        return
    deck = table.deck(table.round.deck if table.round else next_deck(rules, table))
    due = check_due(rules, table, deck, context.seconds) if deck else None
    if due is not None:
        raise by_the_rules(due)


def _insist_free(context: RequestContext, seat: int) -> None:
    sitting = context.state.sitting(seat)
    if sitting is not None and sitting.account != context.account:
        raise Refusal("seat_taken", f"somebody else sits at seat {seat}", seat=seat)


def _insist_own_box(context: RequestContext, seat: int) -> None:
    own = context.own_seat()
    box = context.round.seat(seat) if context.round else None
    if box is not None and box.player != own:
        raise Refusal("not_your_box", f"the wagers at seat {seat} are not yours", Kind.FORBIDDEN, seat=seat)


def _insist_covered(context: RequestContext) -> None:
    """Chips on the felt must have been bought; the rules have accepted the amounts already."""
    left = context.state.chips_of(context.account)
    if left < 0:
        raise Refusal("not_enough_chips", "you have too few chips for that", missing=format_dollars(-left))


HANDLERS: Final[dict[str, Callable[..., None]]] = {
    "sit": sit,
    "leave": leave,
    "buy_in": buy_in,
    "cash_out": cash_out,
    "ready": ready,
    "add_entropy": add_entropy,
    "place_wagers": place_wagers,
    "withdraw_wagers": withdraw_wagers,
    "act": act,
}
