"""Placing and taking back wagers before "no more bets"."""

from __future__ import annotations

from houserules.law.words import PROGRESSIVE
from houserules.money import CENT, format_dollars
from houserules.play.commands import PlaceWagers, WithdrawWagers
from houserules.play.events import Accepted, WagersPlaced, WagersWithdrawn
from houserules.play.guards import check_role
from houserules.play.refusals import Code, Refused, refused
from houserules.play.rule_parts import StakeRule
from houserules.play.rules import Rules
from houserules.play.state import Round, Table


def decide_place(rules: Rules, table: Table, command: PlaceWagers) -> Accepted | Refused:
    round_ = _open_betting(rules, table, command)
    if isinstance(round_, Refused):
        return round_
    player = command.seat if command.player is None else command.player
    wrong = _check_box(rules, round_, command, player) or _check_wagers(rules, round_, command)
    if wrong is not None:
        return wrong
    return Accepted((WagersPlaced(rules.clauses_of(command.step), command.seat, player, command.wagers),))


def decide_withdraw(rules: Rules, table: Table, command: WithdrawWagers) -> Accepted | Refused:
    round_ = _open_betting(rules, table, command)
    if isinstance(round_, Refused):
        return round_
    seat = round_.seat(command.seat)
    if seat is None:
        return refused(Code.SEAT_EMPTY, rules.clauses_of(command.step)[0], seat=command.seat)
    left = [box.seat for box in round_.seats if box.player == seat.player and box.seat != seat.seat]
    if not _are_adjacent(left):
        return refused(Code.BOXES_NOT_ADJACENT, rules.clauses_of("adjacent_boxes")[0], seat=command.seat)
    return Accepted((WagersWithdrawn(rules.clauses_of("late_wager"), command.seat, seat.stakes),))


def _open_betting(rules: Rules, table: Table, command: PlaceWagers | WithdrawWagers) -> Round | Refused:
    wrong = check_role(rules, table, command.step, command.by)
    if wrong is not None:
        return wrong
    if table.closed:
        return refused(Code.TABLE_CLOSED, rules.clauses_of(command.step)[0])
    if table.round is None:
        return refused(Code.NO_ROUND, rules.clauses_of(command.step)[0])
    if table.round.phase not in command.phases:
        return refused(Code.NO_MORE_BETS, rules.clauses_of("late_wager")[0], phase=table.round.phase.value)
    return table.round


def _check_box(rules: Rules, round_: Round, command: PlaceWagers, player: int) -> Refused | None:
    for number in (command.seat, player):
        if not 1 <= number <= rules.seats:
            clause = str(rules.book.table.most_seats.clause)
            return refused(Code.NO_SUCH_SEAT, clause, seat=number, seats=rules.seats)
    boxes = [seat.seat for seat in round_.seats if seat.player == player and seat.seat != command.seat]
    taken = round_.seat(command.seat)
    clause = rules.clauses_of("adjacent_boxes")[0]
    if taken is not None and taken.player != player:
        return refused(Code.SEAT_TAKEN, rules.clauses_of("seated_wager")[0], seat=command.seat, player=taken.player)
    if boxes:
        boxes.append(command.seat)
        if not _are_adjacent(boxes):
            return refused(Code.BOXES_NOT_ADJACENT, clause, seat=command.seat)
        if len(boxes) > rules.submission.table.adjacent_boxes:
            return refused(Code.TOO_MANY_BOXES, clause, most=rules.submission.table.adjacent_boxes)
    return None


def _are_adjacent(boxes: list[int]) -> bool:
    return not boxes or max(boxes) - min(boxes) + 1 == len(boxes)


def _check_wagers(rules: Rules, round_: Round, command: PlaceWagers) -> Refused | None:
    if command.spoken:
        return refused(Code.SPOKEN_WAGER, rules.clauses_of("spoken_wager")[0])
    before = round_.seat(command.seat)
    stakes = dict(before.stakes) if before else {}
    for name, amount in command.wagers:
        if name not in rules.stakes:
            return not_offered(rules, name)
        if name in stakes:
            return refused(Code.WAGER_TWICE, rules.stakes[name].clauses[0], wager=name)
        stakes[name] = amount
    for name in rules.required:
        if name not in stakes:
            clause = rules.stakes[name].clauses[0]
            if PROGRESSIVE in stakes:
                clause = rules.clauses_of("progressive_needs")[0]
            return refused(Code.WAGER_MISSING, clause, wager=name)
    if not command.wagers:
        return refused(Code.NOTHING_WAGERED, rules.clauses_of(command.step)[0])
    for name, amount in command.wagers:
        wrong = _check_amount(rules.stakes[name], amount, stakes) or part_of_a_cent(rules, amount)
        if wrong is not None:
            return wrong
    return None


def not_offered(rules: Rules, name: str) -> Refused:
    known = rules.book.wagers.get(name)
    says = known.offer if known else rules.book.game_wagers.names
    return refused(Code.WAGER_NOT_OFFERED, str(says.clause), wager=name)


def part_of_a_cent(rules: Rules, amount: int) -> Refused | None:
    """Wagers are chips and plaques, which do not come in fractions of a cent."""
    if not amount % CENT:
        return None
    return refused(Code.PART_OF_A_CENT, rules.clauses_of(PlaceWagers.step)[0], amount=format_dollars(amount))


def _check_amount(rule: StakeRule, amount: int, stakes: dict[str, int]) -> Refused | None:
    exact = (stakes[rule.equals],) if rule.equals is not None else rule.amounts
    if exact or rule.minimum == rule.maximum:
        return _check_exact(rule, amount, exact or (rule.minimum,))
    if amount < rule.minimum:
        return _wrong_amount(Code.AMOUNT_BELOW_MINIMUM, rule, amount, minimum=format_dollars(rule.minimum))
    if amount > rule.maximum:
        return _wrong_amount(Code.AMOUNT_ABOVE_MAXIMUM, rule, amount, maximum=format_dollars(rule.maximum))
    return None


def _check_exact(rule: StakeRule, amount: int, lawful: tuple[int, ...]) -> Refused | None:
    if amount in lawful:
        return None
    return _wrong_amount(
        Code.AMOUNT_NOT_EQUAL, rule, amount, equal_to=" or ".join(format_dollars(each) for each in lawful)
    )


def _wrong_amount(code: Code, rule: StakeRule, amount: int, **bound: str) -> Refused:
    return refused(code, rule.clauses[0], wager=rule.name, amount=format_dollars(amount), **bound)
