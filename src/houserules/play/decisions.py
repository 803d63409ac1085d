"""The decision after seeing cards: a raise within its range, an All In of exactly its multiple, a check, a fold."""

from __future__ import annotations

from msgspec.structs import replace

from houserules.cards import flush_key
from houserules.money import Money, format_dollars
from houserules.play.commands import Act
from houserules.play.compiled import Rules, Stage
from houserules.play.events import Accepted, Checked, Folded, Raised
from houserules.play.guards import check_round
from houserules.play.refusals import Code, Refused, refused
from houserules.play.state import Phase, Round, Seat, Table


def lawful_amounts(rules: Rules, round_: Round, seat: Seat) -> tuple[int, int, tuple[str, ...]]:
    """The smallest and the largest lawful amount now, and the clauses that set them."""
    stage = rules.stages[round_.stage]
    mask = 0
    for card in (*seat.cards, *round_.board):
        mask |= 1 << card
    length = flush_key(mask) >> 13
    ante = seat.stake("ante")
    return ante * stage.smallest, ante * stage.largest[length], stage.clauses[length]


def lawful_actions(rules: Rules, stage: Stage) -> tuple[str, ...]:
    """Who may not defer any more folds or bets; before that one checks or bets."""
    return (rules.decision_wager, "fold" if stage.last else "check")


def decide_act(rules: Rules, table: Table, command: Act) -> Accepted | Refused:
    round_ = check_round(rules, table, "decide", command.by, (Phase.DECISIONS,))
    if isinstance(round_, Refused):
        # Too early or too late: the clause of the decision that the round has come to says when it is asked for.
        at = table.round
        return round_ if at is None else replace(round_, clause=rules.stages[at.stage].asked)
    clause = rules.stages[round_.stage].asked
    seat = round_.seat(command.seat)
    if seat is None:
        return refused(Code.SEAT_EMPTY, clause, seat=command.seat)
    assert round_.turn is not None
    if round_.seats[round_.turn].seat != command.seat:
        code = Code.ALREADY_DECIDED if seat.action else Code.NOT_YOUR_TURN
        return refused(code, clause, seat=command.seat, turn=round_.seats[round_.turn].seat)
    stage = rules.stages[round_.stage]
    if command.action not in lawful_actions(rules, stage):
        return refused(
            Code.ACTION_NOT_OFFERED, stage.clauses[0][0] if stage.clauses[0] else clause, action=command.action,
            offered=", ".join(lawful_actions(rules, stage)),
        )  # fmt: skip
    if command.action == "fold":
        return Accepted((Folded(rules.fold_clauses, command.seat),))
    if command.action == "check":
        return Accepted((Checked(stage.clauses[0], command.seat),))
    return _bet(rules, round_, seat, command.amount)


def _bet(rules: Rules, round_: Round, seat: Seat, amount: int) -> Accepted | Refused:
    smallest, largest, clauses = lawful_amounts(rules, round_, seat)
    if amount < smallest:
        return refused(Code.AMOUNT_BELOW_MINIMUM, clauses[0], amount=_shown(amount), minimum=_shown(smallest))
    if amount > largest:
        return refused(Code.AMOUNT_ABOVE_MAXIMUM, clauses[0], amount=_shown(amount), maximum=_shown(largest))
    return Accepted((Raised(clauses, seat.seat, rules.decision_wager, amount),))


def _shown(amount: int) -> str:
    return format_dollars(Money(amount))
