"""Who is paid what: seat by seat from the dealer's right, wager by wager in the document's order.

:func:`settle` continues from where the round is until everything is settled, or until a progressive win must wait for
the wheel or for validation. A void round is settled on the same path; most of its wagers go back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, assert_never

from msgspec.structs import replace

from houserules.cards import Card, mask_of
from houserules.law.words import PROGRESSIVE, Outcome, Then
from houserules.money import Money
from houserules.play.cited import Clauses
from houserules.play.events import (
    Accepted,
    AnyEvent,
    DeckRemoved,
    PaidFrom,
    PayoutClaimed,
    RoundClosed,
    SettledAs,
    WagerSettled,
)
from houserules.play.game import Hand
from houserules.play.refusals import Code, Refused, refused
from houserules.play.round.lines import Line, LineTable
from houserules.play.round.progressive import (
    Meters,
    pay_for_hand,
    pay_for_symbol,
    pay_progressive,
    waits_for,
    winning_line,
)
from houserules.play.rule_parts import Bonus, Verdicts
from houserules.play.rules import Rules
from houserules.play.state import Round, Seat, Table


@cache
def settlement_plan(order: Sequence[int], passes: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, str], ...]:
    """Every (index of seat, wager) in the order settled."""
    return tuple((index, wager) for wagers in passes for index in order for wager in wagers)


def settle(rules: Rules, table: Table) -> Accepted | Refused:
    round_ = table.round
    assert round_ is not None
    settling = _Settling(rules, table, round_)
    plan = settlement_plan(rules.in_order(range(len(round_.seats))), rules.passes)
    shared, bonuses = rules.shared_name, rules.bonuses
    events = settling.events
    stakes = [dict((*seat.stakes, *seat.raised)) for seat in round_.seats]
    by_cards = [not round_.voids and seat.forfeited is None and seat.action != "fold" for seat in round_.seats]
    """Whether all wagers of a seat are decided by the cards."""
    for step in range(round_.settled_to + 1, len(plan)):
        index, wager = plan[step]
        seat = round_.seats[index]
        if wager == shared:
            waiting = settling.settle_shared(step, seat)
            if waiting is not None:
                return _stopped(round_, events, waiting)
            continue
        if wager in bonuses:
            settling.settle_bonus(step, seat, bonuses[wager])
            continue
        stake = stakes[index].get(wager)
        if not stake:
            continue
        if not by_cards[index] and settling.settled_without_cards(step, seat, wager, stake):
            continue
        if wager == PROGRESSIVE:
            waiting = settling.settle_progressive(step, seat, stake)
            if waiting is not None:
                return _stopped(round_, events, waiting)
        else:
            settling.settle_wager(step, seat, wager, stake)
    removing = next((void for void in round_.voids if void.then == Then.DECK_REMOVED), None)
    if removing is not None:
        events.append(DeckRemoved(removing.clauses, round_.deck, removing.reason))
    events.append(RoundClosed(rules.clauses_of("close_round"), round_.number, round_.stub_counted))
    return Accepted(_although_void(round_, events))


def _stopped(round_: Round, events: list[AnyEvent], waiting: PayoutClaimed | Refused) -> Accepted | Refused:
    """Settlement pauses here: a win was claimed, or has not been validated yet."""
    return waiting if isinstance(waiting, Refused) else Accepted(_although_void(round_, (*events, waiting)))


def _although_void(round_: Round, events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """What is settled in a void round cites why: after the pay line, or first where the wager loses."""
    if not round_.spared:
        return tuple(events)
    forfeited = {seat.seat for seat in round_.seats if seat.forfeited is not None}
    return tuple(
        _citing(event, round_)
        if isinstance(event, WagerSettled) and event.outcome is not SettledAs.VOID and event.seat not in forfeited
        else event
        for event in events
    )


def _citing(line: WagerSettled, round_: Round) -> WagerSettled:
    """What others receive for a hand is settled with the progressive wager, and cites the same reasons."""
    wager = line.wager if line.source is None else PROGRESSIVE
    why = dict.fromkeys(clause for void in round_.voids for clause in void.why_settled(wager))
    lost = line.outcome is SettledAs.LOSE
    return replace(line, clauses=(*why, *line.clauses) if lost else (*line.clauses, *why))


def claim_waits_for(rules: Rules, table: Table) -> Code | None:
    """What must happen before the claimed progressive win can be paid; None where nothing more must."""
    round_ = table.round
    seat = round_.seat(round_.claim) if round_ is not None and round_.claim is not None else None
    if round_ is None or seat is None:
        return None
    return waits_for(
        rules, round_, seat, winning_line(rules, round_, seat, _Settling(rules, table, round_).hand(seat))
    )


class _Settling:
    """One run of settlement: what has been paid so far, and the meters as they stand in between."""

    def __init__(self, rules: Rules, table: Table, round_: Round) -> None:
        self.rules = rules
        self.table = table
        self.round = round_
        self.events: list[AnyEvent] = []
        self.hands: dict[int, Hand] = {}
        self.board = mask_of(Card(card) for card in round_.board)
        self.meters = Meters(table.main, table.secondary)
        self.paid_to_hand: dict[int, int] = {}
        self.paid_in_round = 0
        for line in round_.lines:
            if line.wager in rules.limited:
                self._count(line.seat, line.paid)

    def hand(self, seat: Seat) -> Hand:
        hand = self.hands.get(seat.seat)
        if hand is None:
            mask = self.board
            for card in seat.cards:
                mask |= 1 << card
            hand = self.hands[seat.seat] = self.rules.reader.read(mask)
        return hand

    def settle_wager(self, step: int, seat: Seat, wager: str, stake: int) -> None:
        verdicts = self.rules.against_dealer.get(wager)
        if verdicts is not None:
            self._settle_against_dealer(step, seat, wager, stake, verdicts)
        else:
            table = self.rules.tables[wager]
            self._settle_by_line(step, seat, wager, stake, table, table.best(self.hand(seat)), ())

    def settle_bonus(self, step: int, seat: Seat, bonus: Bonus) -> None:
        """Nothing is staked on a bonus: only a hand that reaches one of its lines is paid, and only such a hand gets
        an event."""
        rules, round_ = self.rules, self.round
        survives = seat.action != "fold" or bonus.name in rules.survive_fold
        stands = bonus.name in round_.spared if round_.voids else survives
        if seat.forfeited is not None or not stands or not rules.is_complete(seat):
            return
        table = rules.tables[bonus.name]
        line = table.best(self.hand(seat))
        if line is not None:
            paid = line.winnings(seat.stake(bonus.on))
            self._win(step, seat, bonus.name, 0, paid, line.shown, line.clauses, table.letter, line.hand)

    def settle_progressive(self, step: int, seat: Seat, stake: int) -> PayoutClaimed | Refused | None:
        """None when it is settled; otherwise the event or refusal at which settlement pauses."""
        rules = self.rules
        line = winning_line(rules, self.round, seat, self.hand(seat))
        waiting = self._waits(seat, line)
        if waiting is None:
            self.events.extend(pay_progressive(rules, self.meters, step, seat, stake, line))
        return waiting

    def _waits(self, seat: Seat, line: Line | None) -> PayoutClaimed | Refused | None:
        """The event or refusal at which settlement pauses, where a hand has won this line and is not validated
        yet."""
        rules = self.rules
        waiting = waits_for(rules, self.round, seat, line)
        if waiting is None:
            return None
        if self.round.claim != seat.seat:
            return PayoutClaimed(rules.clauses_of("claim_progressive"), seat.seat)
        step_name = "spin_wheel" if waiting is Code.WHEEL_NOT_SPUN else "validate_progressive"
        return refused(waiting, rules.clauses_of(step_name)[0], seat=seat.seat)

    def settle_shared(self, step: int, seat: Seat) -> PayoutClaimed | Refused | None:
        """What this hand, or the symbol that the wheel showed for it, earns others; not before it has been
        validated."""
        rules = self.rules
        if rules.shared is None or (self.round.voids and PROGRESSIVE not in self.round.spared):
            return None
        if rules.wheel:
            self.events.extend(pay_for_symbol(rules, self.round, step, seat))
            return None
        paid = tuple(pay_for_hand(rules, self.round, step, seat, self.hand))
        if not paid:
            return None
        waiting = self._waits(seat, winning_line(rules, self.round, seat, self.hand(seat)))
        if waiting is None:
            self.events.extend(paid)
        return waiting

    def settled_without_cards(self, step: int, seat: Seat, wager: str, stake: int) -> bool:
        """Forfeited, void and folded wagers, for which the cards no longer matter."""
        rules = self.rules
        if seat.forfeited is not None:
            self._lose(step, seat, wager, stake, rules.forfeits[seat.forfeited], None)
            return True
        if self.round.voids:
            spared = wager in self.round.spared
            if spared and rules.is_complete(seat):
                return False
            self._give_back(step, seat, wager, stake, SettledAs.VOID, self._returned_by(wager, spared))
            return True
        if seat.action == "fold" and wager not in rules.survive_fold:
            clauses = rules.lost_by_fold if wager == PROGRESSIVE else rules.fold_clauses
            self._lose(step, seat, wager, stake, clauses, None)
            return True
        return False

    def _returned_by(self, wager: str, spared: bool) -> Clauses:
        """The clauses of every reason that returns this wager; of all reasons, where only the hand is incomplete."""
        reasons = [void for void in self.round.voids if spared or wager not in void.settled]
        return tuple(dict.fromkeys(clause for void in reasons for clause in void.returned_by))

    def _settle_against_dealer(self, step: int, seat: Seat, wager: str, stake: int, verdicts: Verdicts) -> None:
        hand = self.hand(seat)
        verdict = None if self.round.qualifies else verdicts.below
        if verdict is None:
            difference = self.rules.played_key(seat, hand.key) - self.round.dealer_key
            verdict = verdicts.higher if difference > 0 else verdicts.equal if difference == 0 else verdicts.lower
        outcome = verdict.outcome
        if outcome is Outcome.LOSE:
            self._lose(step, seat, wager, stake, verdict.clauses, None)
        elif outcome is Outcome.PUSH:
            self._give_back(step, seat, wager, stake, SettledAs.PUSH, verdict.clauses)
        elif outcome is Outcome.WIN:
            odds = self.rules.odds.get(wager)
            if odds is not None:
                paid, shown = odds.winnings(Money(stake)), str(odds)
                self._win(step, seat, wager, stake, paid, shown, verdict.clauses, None, None)
            else:
                table = self.rules.tables[wager]
                line = table.best(hand) or table.otherwise
                self._settle_by_line(step, seat, wager, stake, table, line, verdict.clauses)
        else:
            assert_never(outcome)

    def _settle_by_line(
        self, step: int, seat: Seat, wager: str, stake: int, table: LineTable[Any], line: Line | None,
        clauses: Clauses,
    ) -> None:  # fmt: skip
        """``clauses`` say why the wager has won, where it also plays against the dealer."""
        if line is None:
            self._lose(step, seat, wager, stake, table.clauses, table.letter)
        elif line.push:
            self._give_back(step, seat, wager, stake, SettledAs.PUSH, line.clauses)
        else:
            paid = line.winnings(stake)
            reasons = (*line.clauses, *clauses)
            self._win(step, seat, wager, stake, paid, line.shown, reasons, table.letter, line.hand)

    def _lose(self, step: int, seat: Seat, wager: str, stake: int, clauses: Clauses, letter: str | None) -> None:
        self.events.append(
            WagerSettled(
                clauses=clauses, step=step, seat=seat.seat, wager=wager, stake=stake, outcome=SettledAs.LOSE,
                odds=None, paid=0, returned=0, paytable=letter, row=None, paid_from=PaidFrom.HOUSE, source=None,
                limited_by=None,
            )
        )  # fmt: skip

    def _give_back(self, step: int, seat: Seat, wager: str, stake: int, outcome: SettledAs, clauses: Clauses) -> None:
        self.events.append(
            WagerSettled(
                clauses=clauses, step=step, seat=seat.seat, wager=wager, stake=stake, outcome=outcome, odds=None,
                paid=0, returned=stake, paytable=None, row=None, paid_from=PaidFrom.HOUSE, source=None,
                limited_by=None,
            )
        )  # fmt: skip

    def _win(
        self, step: int, seat: Seat, wager: str, stake: int, paid: int, odds: str, clauses: Clauses,
        letter: str | None, row: str | None,
    ) -> None:  # fmt: skip
        limited_by = None
        if wager in self.rules.limited:
            left = self._left(seat.seat)
            if left is not None and paid > left:
                paid, limited_by = left, self.rules.limit_clause
            self._count(seat.seat, paid)
        self.events.append(
            WagerSettled(
                clauses=clauses, step=step, seat=seat.seat, wager=wager, stake=stake, outcome=SettledAs.WIN,
                odds=odds, paid=paid, returned=stake + paid, paytable=letter, row=row, paid_from=PaidFrom.HOUSE,
                source=None, limited_by=limited_by,
            )
        )  # fmt: skip

    def _left(self, seat: int) -> int | None:
        """What the payout limit leaves for this wager: of the hand's limit, the round's, or the smaller of the
        two."""
        rules = self.rules
        limits = []
        if rules.per_hand is not None:
            limits.append(rules.per_hand - self.paid_to_hand.get(seat, 0))
        if rules.per_round is not None:
            limits.append(rules.per_round - self.paid_in_round)
        return max(0, min(limits)) if limits else None

    def _count(self, seat: int, paid: int) -> None:
        self.paid_to_hand[seat] = self.paid_to_hand.get(seat, 0) + paid
        self.paid_in_round += paid
