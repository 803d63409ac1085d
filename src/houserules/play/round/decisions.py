"""Decisions after the deal: a wager of the street within its limits, a check, a fold."""

from __future__ import annotations

from typing import assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from houserules.law.words import Step
from houserules.money import format_dollars
from houserules.play.commands import Act
from houserules.play.events import Accepted, Checked, Folded, Raised
from houserules.play.game import Decline, Street
from houserules.play.guards import check_round, clauses_if_any
from houserules.play.refusals import Code, Refused, refused
from houserules.play.round.wagers import part_of_a_cent
from houserules.play.rules import Rules
from houserules.play.state import Round, Seat, Table


def lawful_amounts(rules: Rules, round_: Round, seat: Seat) -> tuple[int, int, tuple[str, ...]]:
    """The smallest and the largest lawful amount now, and the clauses that set them."""
    street = rules.streets[round_.stage]
    base = seat.stake(rules.base_wager)
    if street.is_exact:
        return base * street.smallest, base * street.smallest, street.clauses[0]
    mask = 0
    for card in (*seat.cards, *round_.board):
        mask |= 1 << card
    grade = rules.reader.grade(mask)
    return base * street.smallest, base * street.largest[grade], street.clauses[grade]


def lawful_actions(street: Street) -> tuple[str, str]:
    """A player bets, or declines in the way that the street provides."""
    return street.wager, street.decline.value


def decide_act(rules: Rules, table: Table, command: Act) -> Accepted | Refused:
    round_ = check_round(rules, table, command.step, command.by, command.phases)
    if isinstance(round_, Refused):
        # Too early or too late: the clause of the decision that the round has reached says when it is asked for.
        at = table.round
        return round_ if at is None or not rules.streets else replace(round_, clause=rules.streets[at.stage].asked)
    street = rules.streets[round_.stage]
    seat = round_.seat(command.seat)
    if seat is None:
        return refused(Code.SEAT_EMPTY, street.asked, seat=command.seat)
    assert round_.turn is not None
    if round_.seats[round_.turn].seat != command.seat:
        code = Code.ALREADY_DECIDED if seat.action else Code.NOT_YOUR_TURN
        return refused(code, street.asked, seat=command.seat, turn=round_.seats[round_.turn].seat)
    if command.action == street.wager:
        return _check_set(rules, table, seat, command.cards) or _bet(rules, round_, seat, command)
    if command.cards:
        return refused(Code.ACTION_NOT_OFFERED, street.asked, action=command.action, cards=len(command.cards))
    if command.action == street.decline:
        return Accepted((_declined(rules, street, command.seat),))
    return refused(
        Code.ACTION_NOT_OFFERED, street.clauses[0][0] if street.clauses[0] else street.asked, action=command.action,
        offered=", ".join(lawful_actions(street)),
    )  # fmt: skip


def _declined(rules: Rules, street: Street, seat: int) -> Folded | Checked:
    match street.decline:
        case Decline.FOLD:
            return Folded(rules.fold_clauses, seat)
        case Decline.CHECK:
            return Checked(street.clauses[0], seat)
        case _:
            assert_never(street.decline)


def _check_set(rules: Rules, table: Table, seat: Seat, cards: tuple[int, ...] | UnsetType) -> Refused | None:
    """A hand that is set must consist of cards of that hand."""
    if cards is UNSET:
        return None
    clauses = clauses_if_any(rules, table, Step.SET_HAND)
    if not clauses:
        return refused(Code.NOT_PROVIDED, rules.clauses_of(Act.step)[0], step=Step.SET_HAND)
    if cards and len({*cards}) == len(cards) and {*cards}.issubset(seat.cards):
        return None
    return refused(Code.NOT_A_DECK, clauses[0], cards=len(cards), seat=seat.seat)


def _bet(rules: Rules, round_: Round, seat: Seat, command: Act) -> Accepted | Refused:
    amount = command.amount
    smallest, largest, clauses = lawful_amounts(rules, round_, seat)
    if amount < smallest:
        return refused(
            Code.AMOUNT_BELOW_MINIMUM, clauses[0], amount=format_dollars(amount), minimum=format_dollars(smallest)
        )
    if amount > largest:
        return refused(
            Code.AMOUNT_ABOVE_MAXIMUM, clauses[0], amount=format_dollars(amount), maximum=format_dollars(largest)
        )
    raised = Accepted((Raised(clauses, seat.seat, rules.streets[round_.stage].wager, amount, command.cards),))
    return part_of_a_cent(rules, amount) or raised
