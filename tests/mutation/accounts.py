"""What the lab says that each wager of a round brings, and what the engine paid."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from houserules.cards import SUIT_NAMES, AceReading, flush_key, has_suited_nine_to_ace, longest_flush, longest_run
from houserules.lab import (
    Outcome,
    ProgressiveWager,
    forfeits_on_fold,
    insist_supported,
    is_side_bet,
    progressive_wager,
)
from houserules.lab.counting.paylines import line_of, lines_by_value
from houserules.lab.counting.side_bets import winnings_at
from houserules.lab.games.flushes.census import Kind
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import Money
from houserules.play import Round, Rules, Seat
from tests.mutation.rounds import METER, Played, mask_of

Account = dict[tuple[int, str], Fraction]
"""Seat and wager to the net result."""


def engines_account(played: Played) -> Account:
    found: Account = {}
    for line in played.settled:
        key = line.seat, line.wager
        found[key] = found.get(key, Fraction()) + line.returned - line.stake
    return {key: net for key, net in found.items() if net}


class Labs:
    """The lab's own account of rounds under one submission that it supports."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission
        self.solver = insist_supported(submission)
        self.rules = Rules(submission)
        self.terms: Any = self.solver.base.question(submission)
        self.progressive = progressive_wager(submission, Money(METER)) if submission.progressive else None
        self.forfeits = forfeits_on_fold(submission)

    def account(self, round_: Round) -> Account:
        """Where several seats win a share, the later ones are paid from what is left, and the lab does not say so."""
        found: Account = {}
        dealer = flush_key(mask_of(round_.dealer, round_.board))
        for seat in round_.seats:
            for wager, net in self._of_seat(round_, seat, dealer).items():
                found[seat.seat, wager] = found.get((seat.seat, wager), Fraction()) + net
        if self.progressive is not None and self.progressive.shared_name is not None:
            self._shared(round_, found)
        return {key: net for key, net in found.items() if net}

    def _of_seat(self, round_: Round, seat: Seat, dealer: int) -> dict[str, Fraction]:
        hand = mask_of(seat.cards, round_.board)
        kind = self.kind(hand)
        stakes = dict(seat.stakes)
        found = self._base(seat, hand, dealer, stakes)
        for name, choices in self.submission.wagers.items():
            if is_side_bet(self.submission, name) and choices.paytable is not None:
                value = winnings_at(Money(stakes[name]), name)
                line = line_of(
                    self.submission, kind, lines_by_value(self.submission, choices.paytable, value), choices.suit
                )
                found[name] = stakes[name] * (value(line.pay) if line else Fraction(-1))
        if self.progressive is not None:
            found[PROGRESSIVE] = self._progressive(self.progressive, round_, seat, kind) - stakes[PROGRESSIVE]
        return found

    def _base(self, seat: Seat, hand: int, dealer: int, stakes: dict[str, int]) -> dict[str, Fraction]:
        unit = stakes[self.rules.base_wager]
        qualifies, key = dealer >= self.terms.qualifier, flush_key(hand)
        comparison = "win" if key > dealer else "tie" if key == dealer else "lose"
        made = sum((each for name, each in seat.raised), 0)
        required = [name for name in self.rules.required if name in stakes]
        outcome = Outcome(
            action="fold" if seat.action == "fold" else "bet", dealer_qualifies=qualifies, comparison=comparison,
            group=longest_flush(hand), wagered=len(required) + Fraction(made, unit), net=Fraction(), deals=1,
        )  # fmt: skip
        return {name: net * unit for name, (_, net) in self.solver.base.parts(self.submission, outcome).items()}

    def kind(self, hand: int) -> Kind:
        return _kind(hand, self.submission.ace)

    def _progressive(self, offered: ProgressiveWager, round_: Round, seat: Seat, kind: Kind) -> Fraction:
        if seat.action == "fold" and self.forfeits:
            return Fraction(0)
        choices = self.submission.progressive
        assert choices is not None
        hand = self._won(offered, round_, seat, kind)
        line = next((each for each in offered.lines if each.hand == hand), None)
        return Fraction(choices.rounding.apply(line.paid_at(offered.meter))) if line else Fraction(0)

    def _won(self, offered: ProgressiveWager, round_: Round, seat: Seat, kind: Kind) -> str | None:
        """The line that this seat won, or the symbol that its spin showed."""
        assert self.submission.progressive is not None
        if offered.chance_of_wheel is not None:
            return next((symbol for number, symbol in round_.spins if number == seat.seat), None)
        line = line_of(self.submission, kind, self.submission.progressive.paytable.lines, None)
        return line.hand if line else None

    def _shared(self, round_: Round, found: Account) -> None:
        """What each seat's hand or spin brings every other."""
        offered, choices = self.progressive, self.submission.progressive
        assert offered is not None
        assert choices is not None
        assert offered.shared_name is not None
        for holder in round_.seats:
            hand = self._won(offered, round_, holder, self.kind(mask_of(holder.cards, round_.board)))
            line = next((each for each in offered.lines if each.hand == hand), None)
            if line is None or not line.neighbours:
                continue
            for other in round_.seats:
                if other is not holder and not (other.action == "fold" and self.forfeits):
                    key = other.seat, offered.shared_name
                    found[key] = found.get(key, Fraction()) + choices.rounding.apply(line.neighbours)


@cache
def _kind(hand: int, ace: AceReading) -> Kind:
    lanes = [hand >> 13 * suit & 0x1FFF for suit in range(4)]
    runs = [longest_run(lane, ace) for lane in lanes]
    run = max(runs)
    return Kind(
        longest_flush(hand), run, bool(lanes[0] & lanes[1] & lanes[2] & lanes[3]), has_suited_nine_to_ace(hand),
        SUIT_NAMES[runs.index(7)] if run == 7 else None,
    )  # fmt: skip
