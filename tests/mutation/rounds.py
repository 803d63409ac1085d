"""Rounds of the engine under any law, and what each wager brought in them.

Every step is taken by a role that the law names for it, so that a law with other roles is played too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from houserules.cards import parse_cards
from houserules.law import Submission
from houserules.law.words import Role
from houserules.money import DOLLAR
from houserules.play import (
    BOARD,
    DEALER,
    Accepted,
    Code,
    Phase,
    Refused,
    Round,
    Rules,
    Seat,
    Table,
    burns,
    decide,
    evolve,
    initial_places,
    new_table,
    next_deck,
    order_of,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled

METER = 30_000 * DOLLAR
SECONDARY = 7_000 * DOLLAR
_BURN = -2

Hands = Mapping[int, tuple[int, ...]]
"""Cards by seat, of the dealer and of the board; what is not named is any card."""
Choose = Callable[[int, int, Seat, Round], int | None]
"""Number of the round, street, seat, round to the multiple that is bet, as far as it is lawful; None to decline."""
LEAST, MOST = 0, 1_000


class CannotPlay(Exception):
    """The engine refused a step that every round has."""


@dataclass(frozen=True, slots=True)
class Played:
    """One round as it stood before it closed, what was settled, and the meters before and after."""

    round: Round
    settled: tuple[WagerSettled, ...]
    meter: int
    main: int
    secondary: int


class Player:
    """Plays one round after another; the meters stand at the same amounts before each settlement."""

    def __init__(self, submission: Submission, seed: int = 1) -> None:
        self.submission = submission
        self.rules = Rules(submission)
        self.chance = random.Random(seed)
        self.table: Table = new_table(self.rules)
        self.steps = self.rules.dealing_steps[self.rules.default_dealing]
        self.stakes = tuple(self._stakes())
        self.seats = range(1, submission.table.seats + 1)
        symbols = dict(submission.progressive.segments) if submission.progressive else {}
        self.symbols = [symbol for symbol in symbols if symbol in self.rules.symbols] or sorted(self.rules.symbols)
        self.weights = [symbols.get(symbol, 1) for symbol in self.symbols]
        for deck in range(1, submission.table.decks + 1):
            for command in (c.ReceiveCards, c.InspectCards, c.VerifyInspection, c.SpreadCards, c.ViewCards,
                            c.StackCards):  # fmt: skip
                self.do(command(self.by(command.step), 0, deck))

    def by(self, step: str) -> Role:
        return self.steps[step].roles[0]

    def do(self, command: c.AnyCommand) -> tuple[Any, ...]:
        answer = decide(self.rules, self.table, command)
        if isinstance(answer, Refused):
            raise CannotPlay(f"{type(command).__name__}: {answer}")
        for event in answer.events:
            self.table = evolve(self.table, event)
        return answer.events

    def _stakes(self) -> Iterator[tuple[str, int]]:
        made: dict[str, int] = {}
        for name, rule in self.rules.stakes.items():
            made[name] = rule.minimum if rule.equals is None else made[rule.equals]
            yield name, made[name]

    def play(self, number: int, choose: Choose, hands: Hands | None = None, symbol: str | None = None) -> Played:
        self._shuffle(hands or {})
        self.do(c.OpenRound(self.by("open_round")))
        for seat in self.seats:
            self.do(c.PlaceWagers(self.by("place_wagers"), 0, seat, self.stakes))
        self.do(c.NoMoreBets(self.by("no_more_bets")))
        if self.rules.progressive is not None:
            chips = len(self.seats)
            self.do(c.CollectProgressive(self.by("collect_progressive"), 0, chips, chips))
        self.do(c.Deal(self.by("deal")))
        self._decide(number, choose)
        self.do(c.Reveal(self.by("reveal")))
        self.table = replace(self.table, main=METER, secondary=SECONDARY)
        round_, settled = self._settle(symbol)
        played = Played(round_, settled, METER, self.table.main, self.table.secondary)
        self.table = replace(self.table, main=0, secondary=0)
        return played

    def _shuffle(self, hands: Hands) -> None:
        deck = self._deck(hands)
        number = next_deck(self.rules, self.table)
        if self.submission.table.shuffler == "none":
            below = len(deck) - self.rules.book.table.cut_depth.value
            self.do(c.Shuffle(Role.DEALER, 0, (*deck[below:], *deck[:below]), number))
            self.do(c.CutCards(self.by("cut_cards"), 0, len(deck) - below, number))
            return
        by = next((role for role in self.steps["shuffle_by_device"].roles if role is not Role.DEALER), None)
        if by is None:
            raise CannotPlay("a shuffle by the dealer is a shuffle by hand")
        counted = len(deck) if self.submission.table.shuffler == "counting" else None
        self.do(c.Shuffle(by, 0, deck, number, counted))

    def _deck(self, hands: Hands) -> tuple[int, ...]:
        """A deck from which these hands are dealt, in whatever order the law has."""
        rules = self.rules
        named = {card for cards in hands.values() for card in cards}
        rest = [card for card in range(52) if card not in named]
        self.chance.shuffle(rest)
        if not hands:
            return tuple(rest)
        places = list(
            initial_places(order_of(rules, self.table), tuple(self.seats), rules.player_cards, rules.dealer_cards,
                           rules.community_cards)
        )  # fmt: skip
        if BOARD not in places and rules.community_cards:
            seen = 0
            for board in (*(street.board for street in rules.streets), rules.community_cards):
                if board > seen:
                    places += [*[_BURN] * burns(rules, self.table), *[BOARD] * (board - seen)]
                    seen = board
        if DEALER not in places:
            places += [DEALER] * rules.dealer_cards
        left = {place: list(cards) for place, cards in hands.items()}
        return (*(left[place].pop(0) if left.get(place) else rest.pop() for place in places), *rest)

    def _decide(self, number: int, choose: Choose) -> None:
        while True:
            round_ = self.table.round
            assert round_ is not None
            if round_.phase is Phase.BOARD:
                street = next(each for each in self.rules.streets if each.board > len(round_.board))
                self.do(c.DealCommunity(self.by(street.step or "deal_flop")))
            elif round_.phase is Phase.DECISIONS:
                assert round_.turn is not None
                self._act(number, choose, round_, round_.seats[round_.turn])
            else:
                return

    def _act(self, number: int, choose: Choose, round_: Round, seat: Seat) -> None:
        street = self.rules.streets[round_.stage]
        largest = street.largest[self.rules.reader.grade(mask_of(seat.cards, round_.board))]
        asked = choose(number, round_.stage, seat, round_)
        multiple = street.smallest if asked == LEAST else min(asked or 0, largest)
        by = self.by("decide")
        if asked is None or multiple < street.smallest:
            self.do(c.Act(by, 0, seat.seat, street.decline))
        else:
            self.do(c.Act(by, 0, seat.seat, street.wager, multiple * seat.stake(self.rules.base_wager)))

    def _settle(self, symbol: str | None) -> tuple[Round, tuple[WagerSettled, ...]]:
        settled: list[WagerSettled] = []
        round_ = self.table.round
        while self.table.round is not None:
            answer = decide(self.rules, self.table, c.Settle(self.by("settle")))
            if isinstance(answer, Accepted):
                for event in answer.events:
                    round_ = self.table.round or round_
                    self.table = evolve(self.table, event)
                    if isinstance(event, WagerSettled):
                        settled.append(event)
                continue
            at = self.table.round
            claim = at.claim if at else None
            assert claim is not None, answer
            if answer.code is Code.WHEEL_NOT_SPUN:
                self.do(c.SpinWheel(self.by("spin_wheel"), 0, claim, self._spin(claim, symbol)))
            else:
                self.do(c.ValidatePayout(self.by("validate_progressive"), 0, claim))
        assert round_ is not None
        return round_, tuple(settled)

    def _spin(self, seat: int, symbol: str | None) -> str:
        """The symbol that a deal names for every seat; else one by chance, as for others in the round."""
        if symbol is not None:
            return self.symbols[(self.symbols.index(symbol) + seat) % len(self.symbols)]
        return self.chance.choices(self.symbols, self.weights)[0]


def mask_of(*cards: Sequence[int]) -> int:
    mask = 0
    for each in cards:
        for card in each:
            mask |= 1 << card
    return mask


# Rounds that are always the same, and between them reach every line, verdict and limit.

_SEVENS = (
    "8h 9h Th Jh Qh Kh Ah", "2s 3s 4s 5s 6s 7s 8s", "9d Td Jd Qd Kd Ad 2c", "2h 3h 4h 5h 6h 7h Kd",
    "Ac 2c 3c 4c 5c Kd Qh", "3d 4d 5d 6d 9d Kc Qh", "Ad 2d 3d 7h 9s Jc Kc", "Ks Qs Js 9h 7h 5d 3c",
    "2s 4s 6s 8s Ts Qs As", "2c 4c 6c 8c Tc Qc Ah", "2d 4d 6d 8d Td Kh Qs", "2h 4h 6h 8h Kd Qs Jc",
    "9s 9h 9d 9c 2s 4h 6d", "As Ks Qs Ts 2h 3h 4h", "2s 3s 4h 5h 6d 8d Tc",
)  # fmt: skip
"""Hands of seven that make every kind of line, with and without the ace at the low end."""
_DEALERS = (
    "9c 5c 3c 2h 4d 6s 8h", "8c 5c 3c 2h 4d 6s Th", "Tc 5c 3c 2h 4d 6s 8h", "Kc Qc 2c 4h 6d 8s Th",
    "2c 3c 4c 5c 8d 9h Ts", "9c 8c 2h 3h Ad Kd Qs", "Ac Tc 7c 4c 2c 3d 5h", "Jc 9c 3c 5h 7d 2s 6s",
)  # fmt: skip
"""Dealers just below, at and above the usual qualifier, and well above it."""
_PAIRS = (
    ("Ks Js 9s 2h 4d 6c 8h", "Kh Jh 9h 2s 4c 6d 8c"), ("7s 5s 3s 2h 4d 6c 8h", "7h 5h 3h 2s 4c 6d 8c"),
    ("8s 7s 6s 2h 4d Tc 3h", "8h 7h 5h 2s 4c Td 3c"), ("9s 8s 2s 3h 4d Tc 5h", "9h 8h 3c 2h 4c Td 5d"),
)  # fmt: skip
"""A player's and a dealer's hand that are equal, or nearly so, above and below the qualifier."""


@dataclass(frozen=True, slots=True)
class Deal:
    hands: Hands
    symbol: str | None = None
    """Where a wheel is spun: the symbol from which those of the seats follow."""


def fixed_deals(submission: Submission) -> tuple[Deal, ...]:
    """The same hands under every law, as far as it has as many cards."""
    rules, seats = Rules(submission), submission.table.seats
    pairs = [(hand, _DEALERS[place % len(_DEALERS)]) for place, hand in enumerate(_SEVENS)]
    deals = []
    for place, (hand, dealer) in enumerate((*pairs, *_PAIRS)):
        player, house = parse_cards(hand), parse_cards(dealer)
        if rules.community_cards:
            deals.append(_with_a_board(rules.community_cards, 1 + place % seats, player, house))
        else:
            other = tuple(card for card in house if card not in player)
            deals.append(Deal({1 + place % seats: tuple(player), DEALER: other}))
    if rules.wheel:
        board = tuple(parse_cards("2s 7h Jd Kc"))
        held = [tuple(parse_cards(text)) for text in ("3s 5s 9s", "3h 5h 9h", "3d 5d 9d")]
        for place, symbol in enumerate(sorted(rules.symbols)):
            deals.append(Deal({1 + place % seats: held[place % 3], BOARD: board}, symbol))
    return tuple(deals)


def _with_a_board(community: int, seat: int, player: Sequence[int], house: Sequence[int]) -> Deal:
    board = tuple(player[-community:])
    other = tuple(card for card in house if card not in player)[:3]
    return Deal({seat: tuple(player[:-community]), BOARD: board, DEALER: other})


def every_hand(player: Player, named: Hands, seed: int) -> Hands:
    """All hands of a round: those named, as far as the law has as many cards, and any for the others."""
    rules = player.rules
    counts = {DEALER: rules.dealer_cards, BOARD: rules.community_cards}
    counts |= dict.fromkeys(player.seats, rules.player_cards)
    kept = {place: cards[: counts[place]] for place, cards in named.items()}
    taken = {card for cards in kept.values() for card in cards}
    rest = [card for card in range(52) if card not in taken]
    random.Random(seed).shuffle(rest)
    hands = {}
    for place, count in counts.items():
        missing = count - len(kept.get(place, ()))
        hands[place] = (*kept.get(place, ()), *rest[:missing])
        rest = rest[missing:]
    return hands


def by_turns(number: int, street: int, seat: Seat, round_: Round) -> int | None:
    """Some seats fold, some bet the least, some the most; on several streets each bets on another one."""
    turn = (number + seat.seat) % 4
    if turn == 3 or (round_.board_size and street < turn):
        return None
    return MOST if turn else LEAST
