"""The result of a round at a table, to the cent: every wager of every seat, from how its base game ended and which
kind of hand it had.

Everything that a rulebook, a submission and the players' stakes say is written into tables once; a kernel then
settles rounds by table look-up. It is written independently of the engine, and tests compare the two. Payments from a
meter are recorded, not paid: meters belong to many tables, and are read when all of these are known (`meters`).
"""

# Kernels take plain numbers and are long, because objects and calls are too slow there.
# ruff: noqa: PLR0912

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from houserules.lab.counting.paylines import line_of, lines_by_value
from houserules.lab.counting.side_bets import is_side_bet, winnings_at
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.solving.arrays import Bytes, Ints
from houserules.lab.solving.compiling import jit
from houserules.lab.solving.gate import insist_supported
from houserules.law import Amount, Pay, Paytable, Share, Source, Submission, shared_bonus
from houserules.law.words import PROGRESSIVE, SettledOrder, Switch
from houserules.money import DOLLAR, Money, Odds, Rounding

LOST: Final = -1
PUSHED: Final = -2
NOTHING: Final = -3
"""In place of what a wager wins: its stake is lost, is returned, or was not made."""
FOLD: Final = "fold"
"""The action that wagers nothing more, in every game."""
NO_LIMIT: Final = 1 << 62
EMPTY: Final = 255

# The flags of a table, by index.
RIGHT_TO_LEFT: Final = 0
SURVIVES: Final = 1
WHEEL: Final = 2
HOLDER_NEEDS_WAGER: Final = 3
PER_HAND: Final = 4
PER_ROUND: Final = 5
FLAGS: Final = 6


@dataclass(frozen=True, slots=True)
class Settlement:
    """The tables of one submission for some kinds of players, each with their own stakes."""

    wagers: tuple[str, ...]
    """In the order settled, followed by the progressive and what others' hands earn."""
    by_kind: Bytes
    """For each wager but the last two: whether it is decided by the kind of hand, and not by how the base game
    ended."""
    survive: Bytes
    limited: Bytes
    stakes: Ints
    """``[player, wager, end]``: what is staked on a wager when the base game has ended."""
    wins: Ints
    """``[player, wager, end or kind]``: what it then wins, or whether it is lost, pushed, or was not made."""
    folded: Bytes
    turned_over: Bytes
    """``[player]``: whether a folded hand is turned over because one of its wagers is still in play."""
    chips: Ints
    """``[player]``: the progressive wager, 0 where none is made."""
    fixed: Ints
    """``[player, kind or segment]``: what the progressive pays whatever the meter shows."""
    shares: Ints
    """``[kind or segment]``: which share of the meter it pays, as an index into ``lines``; -1 for none."""
    for_others: Ints
    """``[player, kind or segment]``: what such a player receives for another player's hand."""
    flags: Ints
    lines: tuple[tuple[str, Fraction], ...]
    """The lines that pay a share of the meter, with the share."""

    @property
    def arrays(self) -> tuple[Ints | Bytes, ...]:
        return (
            self.by_kind, self.survive, self.limited, self.stakes, self.wins, self.folded, self.turned_over,
            self.chips, self.fixed, self.shares, self.for_others, self.flags,
        )  # fmt: skip


def settlement_of(submission: Submission, players: Sequence[Mapping[str, Money]]) -> Settlement:
    """``players`` gives the stakes by wager: the base wager, wagers on own cards, and the progressive with its
    amount."""
    book, solver = submission.rulebook, insist_supported(submission)
    simulation = solver.simulation
    ends, kinds = simulation.ends(submission), simulation.kinds(submission)
    parts = [solver.base.parts(submission, end) for end in ends]
    shared = shared_bonus(book)
    order = [name for name in book.settlement.wagers.value if name not in (PROGRESSIVE, shared)]
    order = [name for name in order if name in parts[0] or is_side_bet(submission, name)]
    cells = max(len(ends), len(kinds))
    stakes = np.zeros((len(players), len(order), len(ends)), np.int64)
    wins = np.full((len(players), len(order), cells), NOTHING, np.int64)
    for player, staked in enumerate(players):
        unit = staked[book.base_wager]
        for place, name in enumerate(order):
            if name in parts[0]:
                for end, part in enumerate(parts):
                    units, net = part[name]
                    stakes[player, place, end] = unit * units
                    wins[player, place, end] = _won(unit * net) if units or net else NOTHING
            elif staked.get(name):
                stakes[player, place] = staked[name]
                wins[player, place, : len(kinds)] = _by_kind(submission, name, staked[name], kinds)
    folded = np.array([end.action == FOLD for end in ends], np.uint8)
    survivors = set(book.settlement.survive_fold.value)
    if submission.readings.get(Switch.PROGRESSIVE_AFTER_FOLD) == "paid":
        survivors.add(PROGRESSIVE)
    limit = book.payout_limit
    covered = frozenset(limit.covers.value if limit else ())
    fixed, shares, for_others, lines = _progressive(submission, players, kinds)
    flags = np.zeros(FLAGS, np.int64)
    flags[RIGHT_TO_LEFT] = book.settlement.players.value is SettledOrder.COUNTERCLOCKWISE_FROM_DEALERS_RIGHT
    flags[SURVIVES] = PROGRESSIVE in survivors
    flags[WHEEL] = suited_cards(submission) is not None
    flags[HOLDER_NEEDS_WAGER] = submission.readings.get(Switch.SHARED_HOLDER) == "hand_with_wager"
    flags[PER_HAND] = NO_LIMIT if submission.payout_limit_per_hand is None else submission.payout_limit_per_hand
    flags[PER_ROUND] = NO_LIMIT if submission.payout_limit_per_round is None else submission.payout_limit_per_round
    return Settlement(
        wagers=(*order, PROGRESSIVE, shared or "shared"),
        by_kind=np.array([name not in parts[0] for name in order], np.uint8),
        survive=np.array([name in survivors for name in order], np.uint8),
        limited=np.array([name in covered for name in order], np.uint8),
        stakes=stakes,
        wins=wins,
        folded=folded,
        turned_over=np.array([any(staked.get(name) for name in survivors) for staked in players], np.uint8),
        chips=np.array([staked.get(PROGRESSIVE, 0) for staked in players], np.int64),
        fixed=fixed,
        shares=shares,
        for_others=for_others,
        flags=flags,
        lines=lines,
    )  # fmt: skip


def _won(net: Fraction) -> int:
    """What a wager against the dealer wins: fractions of a cent are not paid."""
    if net > 0:
        return Rounding.DOWN_TO_CENT.apply(net)
    return LOST if net < 0 else PUSHED


def _by_kind(submission: Submission, name: str, stake: Money, kinds: Sequence[object]) -> list[int]:
    choices = submission.wagers[name]
    assert choices.paytable is not None
    value = winnings_at(stake, f"wagers.{name}.paytable")
    lines = lines_by_value(submission, choices.paytable, value)
    found = [line_of(submission, kind, lines, choices.suit) for kind in kinds]
    return [LOST if line is None else _line_wins(line.pay, stake) for line in found]


def _line_wins(pay: Pay, stake: Money) -> int:
    match pay:
        case Odds():
            return pay.winnings(stake)
        case Amount():
            return pay.money
        case _:
            return PUSHED


def _progressive(
    submission: Submission, players: Sequence[Mapping[str, Money]], kinds: Sequence[object]
) -> tuple[Ints, Ints, Ints, tuple[tuple[str, Fraction], ...]]:
    """What each kind of hand, or each segment of the wheel, pays: to its own player, and to others."""
    choices = submission.progressive
    if choices is None:
        none = np.zeros((len(players), len(kinds)), np.int64)
        return none, np.full(len(kinds), -1, np.int64), none, ()
    if suited_cards(submission) is not None:
        hands = [symbol for symbol, count in choices.segments for _ in range(count)]
        others = hands
    else:
        hands = _lines_of(submission, choices.paytable, kinds)
        others = _lines_of(submission, choices.shared, kinds) if choices.shared is not None else [""] * len(hands)
    from_meter = [line for line in choices.paytable if isinstance(line.pay, Share) and line.pay.of is Source.METER]
    places = {line.hand: place for place, line in enumerate(from_meter)}
    fixed = np.zeros((len(players), len(hands)), np.int64)
    for_others = np.zeros((len(players), len(hands)), np.int64)
    for player, staked in enumerate(players):
        stake = staked.get(PROGRESSIVE, Money(0))
        pays = {line.hand: _fixed(submission, line.pay, stake) for line in choices.paytable}
        shared = {line.hand: _shared(submission, line.pay, stake) for line in choices.shared or ()}
        fixed[player] = [pays.get(hand, 0) for hand in hands]
        for_others[player] = [shared.get(hand, 0) for hand in others]
    shares = np.array([places.get(hand, -1) for hand in hands], np.int64)
    told = tuple((line.hand, line.pay.percent.share) for line in from_meter if isinstance(line.pay, Share))
    return fixed, shares, for_others, told


def _lines_of(submission: Submission, table: Paytable, kinds: Sequence[object]) -> list[str]:
    """For each kind of hand the line that pays it; empty where none does."""

    def worth(pay: Pay) -> Fraction:
        """Shares rank first, as they are larger."""
        match pay:
            case Share():
                return pay.percent.share * (1 << 60)
            case Odds():
                return pay.ratio * DOLLAR
            case Amount():
                return Fraction(pay.money)
            case _:
                return Fraction(-1)

    lines = lines_by_value(submission, table, worth)
    found = (line_of(submission, kind, lines, None) for kind in kinds)
    return ["" if line is None else line.hand for line in found]


def _fixed(submission: Submission, pay: Pay, stake: Money) -> int:
    """What a line pays independently of the meter. Merchandise is not money."""
    choices = submission.progressive
    assert choices is not None
    match pay:
        case Share(percent=percent, of=Source.PRIZE):
            return 0 if choices.merchandise else choices.rounding.apply(percent.share * (choices.prize or 0))
        case Odds():
            return pay.winnings(stake)
        case Amount(money=money):
            if submission.readings.get(Switch.FIXED_AMOUNTS) == "per_dollar":
                return choices.rounding.apply(Fraction(money * stake, DOLLAR))
            return money
        case _:
            return 0


def _shared(submission: Submission, pay: Pay, stake: Money) -> int:
    choices, rules = submission.progressive, submission.rulebook.progressive
    assert choices is not None
    assert choices.shared is not None
    assert rules is not None
    assert rules.shared is not None
    assert isinstance(pay, Amount)
    per = choices.shared.per or rules.shared.per
    assert per is not None
    return pay.money if stake == per.value else choices.rounding.apply(Fraction(pay.money * stake, per.value))


@jit
def settle_seat(
    player: int, end: int, kind: int, left_of_round: int, by_kind: Bytes, survive: Bytes, limited: Bytes,
    stakes: Ints, wins: Ints, folded: Bytes, flags: Ints, net: Ints, staked: Ints,
) -> int:  # fmt: skip
    """All wagers of a seat except the progressive: what is staked and what each brings. Returns what the payout limit
    of the round leaves."""
    left = flags[PER_HAND]
    for wager in range(len(by_kind)):
        net[wager], staked[wager] = 0, 0
        won = wins[player, wager, kind if by_kind[wager] else end]
        if won == NOTHING:
            continue
        stake = stakes[player, wager, end]
        staked[wager] = stake
        if won == LOST or (folded[end] and by_kind[wager] and not survive[wager]):
            net[wager] = -stake
        elif won != PUSHED:
            if limited[wager]:
                won = min(won, max(0, min(left, left_of_round)))
                left -= won
                left_of_round -= won
            net[wager] = won
    return left_of_round


@jit
def settle_round(
    players: Ints, ends: Ints, kinds: Ints, segments: Ints, by_kind: Bytes, survive: Bytes, limited: Bytes,
    stakes: Ints, wins: Ints, folded: Bytes, turned_over: Bytes, chips: Ints, fixed: Ints, shares: Ints,
    for_others: Ints, flags: Ints, net: Ints, staked: Ints, hits: Ints,
) -> int:  # fmt: skip
    """Settles one round: writes ``net[seat, wager]`` and ``staked[seat, wager]``, and in ``hits`` the seats that are
    paid from the meter, in the order in which they are paid, with the line. Returns the number of these. A player of
    -1 means an empty seat."""
    seats = len(players)
    progressive = len(by_kind)
    left_of_round = flags[PER_ROUND]
    found = 0
    for turn in range(seats):
        seat = seats - 1 - turn if flags[RIGHT_TO_LEFT] else turn
        player = players[seat]
        net[seat, progressive], net[seat, progressive + 1] = 0, 0
        staked[seat, progressive], staked[seat, progressive + 1] = 0, 0
        if player < 0:
            net[seat, :progressive] = 0
            staked[seat, :progressive] = 0
            continue
        left_of_round = settle_seat(
            player, ends[seat], kinds[seat], left_of_round, by_kind, survive, limited, stakes, wins, folded, flags,
            net[seat], staked[seat],
        )  # fmt: skip
    for turn in range(seats):
        seat = seats - 1 - turn if flags[RIGHT_TO_LEFT] else turn
        player = players[seat]
        if player < 0:
            continue
        gone = folded[ends[seat]] != 0
        stands = chips[player] > 0 and (not gone or flags[SURVIVES] != 0)
        cell = segments[seat] if flags[WHEEL] else kinds[seat]
        if chips[player] > 0:
            staked[seat, progressive] = chips[player]
            net[seat, progressive] -= chips[player]
            if stands and cell >= 0:
                net[seat, progressive] += fixed[player, cell]
                if shares[cell] >= 0:
                    hits[found, 0], hits[found, 1] = seat, shares[cell]
                    found += 1
        if cell < 0 or (flags[WHEEL] and not stands):
            continue
        if not flags[WHEEL]:
            if flags[HOLDER_NEEDS_WAGER] and not chips[player]:
                continue
            if gone and not turned_over[player]:
                continue
        for other in range(seats):
            receiver = players[other]
            if other == seat or receiver < 0 or not chips[receiver]:
                continue
            if not folded[ends[other]] or flags[SURVIVES]:
                net[other, progressive + 1] += for_others[receiver, cell]
    return found
