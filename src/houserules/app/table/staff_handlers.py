"""What the house does itself when dealers, the floor and the pit ask for something: second persons, the tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from houserules.app.refusals import Kind, Refusal, by_the_rules, unknown
from houserules.app.table import events as f
from houserules.app.table.context import RequestContext
from houserules.app.table.settings import changed_settings, insist_on_second_persons
from houserules.app.table.verbs import CONFIRM
from houserules.app.views.text import cards as shown
from houserules.law.words import Role
from houserules.money import format_dollars
from houserules.play import commands as c
from houserules.shuffle import AsDealt, Entered

# Cards and the wheel


def shuffle(
    context: RequestContext, deck: int, cards: tuple[int, ...] | None, as_dealt: bool, counted: int | None
) -> None:
    order = cards or ()
    twice = sorted(shown({card for card in order if order.count(card) > 1}))
    if twice:
        message = f"there more than once: {' '.join(twice)}"
        raise Refusal("not_a_deck", message, Kind.MALFORMED, cards=" ".join(twice))
    if order and as_dealt:
        message = "either the order of the cards, or that they are read as they are dealt"
        raise Refusal("malformed", message, Kind.MALFORMED)
    if (order or as_dealt) and not context.state.settings.entered_cards:
        message = "this table shuffles by itself; cards are entered only where the table was opened for it"
        raise Refusal("cards_not_entered", message, Kind.REFUSED)
    if (order or as_dealt) and context.round is not None and context.state.kind == f.LIVE:
        message = "cards are entered between rounds, so that a second person confirms them first"
        raise Refusal("round_in_progress", message, Kind.REFUSED)
    if counted not in (None, context.draft.rules.cards_in_deck) and not (order or as_dealt):
        message = "the service's own shuffler counts its cards itself; say what another one shows with its cards"
        raise Refusal("cards_not_entered", message, Kind.REFUSED)
    real = AsDealt() if as_dealt else Entered(order) if order else None
    refused = context.draft.shuffle(deck, real, counted)
    if refused is not None:
        raise by_the_rules(refused)
    if real is not None and context.state.kind == f.LIVE and context.state.seal(deck) is not None:
        context.draft.note(f.StepTaken(CONFIRM, deck, context.account))


def confirm_cards(context: RequestContext, deck: int) -> None:
    seal = context.state.seal(deck)
    if seal is None or not context.state.unconfirmed(deck):
        raise Refusal("nothing_to_confirm", f"no cards of deck {deck} wait to be confirmed", Kind.REFUSED, deck=deck)
    _insist_other(context, context.verb.name, deck)
    context.draft.note(f.CardsConfirmed(deck, seal.context, context.account))


def open_round(context: RequestContext) -> None:
    context.insist_confirmed()
    context.play()


def spin_wheel(context: RequestContext, seat: int, symbol: str | None) -> None:
    """With a symbol, the wheel is at the table and showed it; without one the service spins."""
    rules = context.draft.rules
    spins = rules.wheel and rules.progressive is not None
    showed = symbol if symbol is not None else context.draft.spin() if spins else ""
    context.play(c.SpinWheel(Role.DEVICE, context.seconds, seat, showed))
    if symbol is not None:
        context.draft.note(f.StepTaken("spin_wheel", seat, context.account))


# Two persons: a step is not approved by the person who did the first part, nor by the player it pays


def inspect_cards(context: RequestContext, deck: int) -> None:
    context.play()
    context.draft.note(f.StepTaken("verify_inspection", deck, context.account))


def verify_inspection(context: RequestContext, deck: int) -> None:
    _insist_other(context, context.verb.name, deck)
    context.play()


def settle(context: RequestContext) -> None:
    context.play()
    if not context.state.fills_its_tray:
        context.insist_tray_holds(context.state.tray, "pay this")
    if context.round is not None and context.round.claim is not None:
        context.draft.note(f.StepTaken("validate_payout", context.round.claim, context.account))


def validate_payout(context: RequestContext, seat: int) -> None:
    _insist_other(context, context.verb.name, seat)
    _insist_other(context, "spin_wheel", seat)
    winner = context.player_of_box(seat)
    if winner is not None and winner.account == context.account:
        raise Refusal("own_act", "nobody validates a payout to themselves", Kind.FORBIDDEN, step=context.verb.name)
    context.play()


def _insist_other(context: RequestContext, done: str, subject: int) -> None:
    """``done`` is the name under which the act that this step approves is remembered."""
    if context.state.taken_by(done, subject) == context.account:
        raise Refusal("own_act", "somebody else must approve what you did", Kind.FORBIDDEN, step=context.verb.name)


def report(context: RequestContext, kind: str, seat: int | None, **_: Any) -> None:
    if kind == "hand_abandoned":
        _insist_abandoned(context, seat)
    context.play()


def _insist_abandoned(context: RequestContext, seat: int | None) -> None:
    """The dealer's word alone takes no hand from a player who is still there."""
    sitting = context.player_of_box(seat)
    if sitting is None or sitting.left or context.house.is_absent(sitting) or context.role is Role.FLOORPERSON:
        return
    clauses = context.draft.rules.forfeits.get("hand_abandoned") or context.draft.rules.fold_clauses
    message = f"the player of seat {seat} has not left; a floorperson or above may say that the hand is abandoned"
    raise Refusal("still_seated", message, Kind.REFUSED, clauses[0], seat=seat)


# The pit


def fill_tray(context: RequestContext, amount: int) -> None:
    context.insist_something(amount)
    context.draft.fill(amount)


def credit_tray(context: RequestContext, amount: int) -> None:
    context.insist_something(amount)
    state = context.state
    if amount > state.tray:
        raise Refusal("tray_too_low", "the tray holds less than that", tray=format_dollars(state.tray))
    context.draft.note(f.TrayCredited(amount))


def change_settings(
    context: RequestContext,
    automatic: tuple[str, ...] | None,
    betting_seconds: int | None,
    decision_seconds: int | None,
    least_tray: int | None,
) -> None:
    state = context.state
    settings = changed_settings(state.settings, automatic, betting_seconds, decision_seconds, least_tray)
    insist_on_second_persons(context.draft.rules, state.kind, settings)
    context.draft.note(f.SettingsChanged(settings))


def put_away_alarm(context: RequestContext, wager: str, alarm: str, reason: str) -> None:
    """Not for anybody whose own results may be among those that strayed, even at a practice table."""
    if context.state.plays_here(context.account):
        raise Refusal("you_play_here", "nobody puts away an alarm of a table where they play", Kind.FORBIDDEN)
    flag = context.state.flag(wager, alarm)
    if flag is None or flag.put_away:
        raise unknown("alarm", f"{alarm} {wager}")
    context.draft.note(f.FlagPutAway(wager, alarm, context.account, reason))


HANDLERS: Final[dict[str, Callable[..., None]]] = {
    "shuffle": shuffle,
    "confirm_cards": confirm_cards,
    "open_round": open_round,
    "spin_wheel": spin_wheel,
    "inspect_cards": inspect_cards,
    "verify_inspection": verify_inspection,
    "settle": settle,
    "validate_payout": validate_payout,
    "report": report,
    "fill_tray": fill_tray,
    "credit_tray": credit_tray,
    "change_settings": change_settings,
    "put_away_alarm": put_away_alarm,
}
