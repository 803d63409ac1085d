"""What the house has to do itself when dealers, the floor and the pit ask for something: second persons, the tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from houserules.app.house.accounts import cage, moved, tray
from houserules.app.refusals import Kind, Refusal, by_the_rules, unknown
from houserules.app.table import events as f
from houserules.app.table.acting import Acting
from houserules.app.table.settings import changed_settings, insist_on_second_persons
from houserules.app.views.text import cards as shown
from houserules.app.views.text import dollars
from houserules.law.words import Role
from houserules.play import commands as c
from houserules.shuffle import AsDealt, Entered

# Cards and the wheel


def shuffle(act: Acting, deck: int, cards: tuple[int, ...] | None, as_dealt: bool) -> None:
    order = cards or ()
    twice = sorted(shown({card for card in order if order.count(card) > 1}))
    if twice:
        message = f"there more than once: {' '.join(twice)}"
        raise Refusal("not_a_deck", message, Kind.MALFORMED, cards=" ".join(twice))
    if order and as_dealt:
        message = "either the order of the cards, or that they are read as they are dealt"
        raise Refusal("malformed", message, Kind.MALFORMED)
    real = AsDealt() if as_dealt else Entered(order) if order else None
    refused = act.draft.shuffle(deck, real)
    if refused is not None:
        raise by_the_rules(refused)


def spin_wheel(act: Acting, seat: int, symbol: str | None) -> None:
    """With a symbol, the wheel stands at the table and showed it; without one the service spins."""
    rules = act.draft.rules
    spins = rules.wheel and rules.progressive is not None
    showed = symbol if symbol is not None else act.draft.spin() if spins else ""
    act.play(c.SpinWheel(Role.DEVICE, act.seconds, seat, showed))
    if symbol is not None:
        act.draft.note(f.ActDone("spin_wheel", seat, act.account))


# Two persons: who did the first part does not approve it, nor does who is paid by it


def inspect_cards(act: Acting, deck: int) -> None:
    act.play()
    act.draft.note(f.ActDone("verify_inspection", deck, act.account))


def verify_inspection(act: Acting, deck: int) -> None:
    _insist_other(act, act.verb.name, deck)
    act.play()


def settle(act: Acting) -> None:
    act.play()
    if not act.state.fills_its_tray:
        act.insist_tray_holds(act.state.tray, "pay this")
    if act.round is not None and act.round.claim is not None:
        act.draft.note(f.ActDone("validate_payout", act.round.claim, act.account))


def validate_payout(act: Acting, seat: int) -> None:
    _insist_other(act, act.verb.name, seat)
    _insist_other(act, "spin_wheel", seat)
    winner = act.player_of_box(seat)
    if winner is not None and winner.account == act.account:
        raise Refusal("own_act", "nobody validates a payout to themselves", Kind.FORBIDDEN, step=act.verb.name)
    act.play()


def _insist_other(act: Acting, done: str, subject: int) -> None:
    """``done`` is the name under which the act is remembered that this step approves."""
    if act.state.act_by(done, subject) == act.account:
        raise Refusal("own_act", "somebody else must approve what you did", Kind.FORBIDDEN, step=act.verb.name)


def report(act: Acting, kind: str, seat: int | None, **_: Any) -> None:
    if kind == "hand_abandoned":
        _insist_abandoned(act, seat)
    act.play()


def _insist_abandoned(act: Acting, seat: int | None) -> None:
    """The dealer's word alone takes no hand from a player who is still there."""
    sitting = act.player_of_box(seat)
    if sitting is None or sitting.left or act.house.is_absent(sitting) or act.role is Role.FLOORPERSON:
        return
    clauses = act.draft.rules.forfeits.get("hand_abandoned") or act.draft.rules.fold_clauses
    message = f"the player of seat {seat} has not left; a floorperson or above may say that the hand is abandoned"
    raise Refusal("still_seated", message, Kind.REFUSED, clauses[0], seat=seat)


# The pit


def fill_tray(act: Acting, amount: int) -> None:
    act.insist_something(amount)
    act.draft.fill(amount)


def credit_tray(act: Acting, amount: int) -> None:
    act.insist_something(amount)
    state = act.state
    if amount > state.tray:
        raise Refusal("tray_too_low", "the tray holds less than that", tray=dollars(state.tray))
    move = moved(tray(state.stream), cage(state.kind), amount, "table.tray_credited/1")
    act.draft.note(f.TrayCredited(amount), (move,))


def change_settings(
    act: Acting,
    automatic: tuple[str, ...] | None,
    betting_seconds: int | None,
    decision_seconds: int | None,
    least_tray: int | None,
) -> None:
    state = act.state
    settings = changed_settings(state.settings, automatic, betting_seconds, decision_seconds, least_tray)
    insist_on_second_persons(act.draft.rules, state.kind, settings)
    act.draft.note(f.SettingsChanged(settings))


def put_away_alarm(act: Acting, wager: str, alarm: str, reason: str) -> None:
    """Nobody whose own results may be among those that strayed, at a practice table either."""
    if act.state.plays_here(act.account):
        raise Refusal("you_play_here", "nobody puts away an alarm of a table where they play", Kind.FORBIDDEN)
    flag = act.state.flag(wager, alarm)
    if flag is None or flag.put_away:
        raise unknown("alarm", f"{alarm} {wager}")
    act.draft.note(f.FlagPutAway(wager, alarm, act.account, reason))


HANDLERS: Final[dict[str, Callable[..., None]]] = {
    "shuffle": shuffle,
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
