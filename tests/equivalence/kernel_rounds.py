"""The kernel of the simulation beside the engine: the same random rounds, settled by both, to the cent.

The engine deals a shuffled deck as its rulebook says and plays random lawful decisions; the kernel is given the cards
and the decisions. Seats, stakes and wagers are drawn by chance, meters live from round to round. A long run:
``python -m tests.equivalence.kernel_rounds 1000000``.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from houserules.cards import parse_cards
from houserules.lab.simulation.meters import Meter, meter_rules
from houserules.lab.simulation.settlement import Settlement, settle_round, settlement_of
from houserules.lab.solving.gate import insist_supported
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import DOLLAR, Money
from houserules.play import commands as c
from tests.lab.support import submission
from tests.mutation.rounds import _SEVENS, Player, mask_of

THIRD_GAME = Path(__file__).resolve().parents[2] / "examples" / "three_card_poker" / "src"
FRESH = 2_000
"""Rounds for which a table lives, with its players and its meter."""
STAKES = 24
"""How many players, each with other stakes, take turns at the seats."""

EASY_JACKPOTS = (
    'wagers.progressive.paytable={four_card_straight_flush="100%", three_card_straight_flush="12.5%", '
    'five_card_flush="$60", four_card_flush="$7"}'
)
MA_RATES = ("wagers.progressive.rate=24%", "wagers.progressive.secondary_rate=2%")
CASES: Mapping[str, tuple[str, ...]] = {
    "md-high-card-flush": (),
    "ma-high-card-flush": ("payout_limit.per_hand=400", "payout_limit.per_round=700"),
    "md-chase-the-flush": ("payout_limit.per_hand=90",),
    "MD-HCF with easy jackpots": (EASY_JACKPOTS,),
    "MA-HCF with easy jackpots": (EASY_JACKPOTS, *MA_RATES),
    "MA-HCF, a fold keeps the progressive": ("readings.progressive_after_fold=paid", EASY_JACKPOTS, *MA_RATES),
    "MD-CTF with easy jackpots": (
        'wagers.progressive.segments=[{symbol="Jackpot", count=3}, {symbol="$1,000", count=2}, '
        '{symbol="$5", count=4}]',
        "wagers.progressive.rate=37.5%",
    ),
    "MD-HCF, five dollars each": (
        "readings.envy_holder=hand_with_wager",
        "readings.progressive_fixed_amounts=per_dollar",
        "wagers.progressive.amount=5",
    ),
    "ex-three-card-poker": (),
}
BUNDLED = {"MD-HCF": "md-high-card-flush", "MA-HCF": "ma-high-card-flush", "MD-CTF": "md-chase-the-flush"}


def case(name: str) -> Submission:
    bundled = next((full for book, full in BUNDLED.items() if name.startswith(book)), name)
    return submission(bundled, *CASES[name])


class Both(Player):
    """A table of the engine, and the kernel's tables of the same submission."""

    def __init__(self, made: Submission, seed: int) -> None:
        super().__init__(made, seed)
        self.simulation = insist_supported(made).simulation
        self.numbers = self.simulation.numbers(made, (insist_supported(made).strategies.default(made),))
        self.players = [self._random_stakes() for _ in range(STAKES)]
        self.tables: Settlement = settlement_of(made, [_kernel_stakes(stakes) for stakes in self.players])
        rules = meter_rules(made)
        self.meter = Meter.new(rules) if rules else None
        self.hits = 0

    def _random_stakes(self) -> dict[str, int]:
        made: dict[str, int] = {}
        for name, rule in self.rules.stakes.items():
            if rule.equals is not None:
                made[name] = made[rule.equals]
            elif rule.required or self.chance.random() < 0.7:
                step = DOLLAR // 2
                made[name] = rule.minimum + step * self.chance.randint(0, (rule.maximum - rule.minimum) // step)
        return made

    def one(self) -> None:
        """Play a round with the engine, settle it with the kernel, and compare every wager and the meters."""
        taken = sorted(self.chance.sample(self.seats, self.chance.randint(1, len(self.seats))))
        chosen = [self.chance.randrange(STAKES) for _ in taken]
        self._shuffle_for(taken)
        self.do(c.OpenRound(self.by("open_round")))
        for seat, player in zip(taken, chosen, strict=True):
            self.do(c.PlaceWagers(self.by("place_wagers"), 0, seat, tuple(self.players[player].items())))
        self.do(c.NoMoreBets(self.by("no_more_bets")))
        chips = sum(PROGRESSIVE in self.players[player] for player in chosen)
        if self.rules.progressive is not None:
            self.do(c.CollectProgressive(self.by("collect_progressive"), 0, chips, chips))
        self.do(c.Deal(self.by("deal")))
        self._decide(0, lambda *_: self.chance.choice((None, 0, 1, 2, 3)))
        self.do(c.Reveal(self.by("reveal")))
        round_, settled = self._settle(None)
        spins = dict(round_.spins)
        hands = [mask_of(seat.cards) for seat in round_.seats]
        asked = [self._action(seat) for seat in round_.seats]
        net, hits = self._settle_by_kernel(
            taken, chosen, hands, mask_of(round_.dealer), mask_of(round_.board), asked, spins
        )
        if self.meter is not None:
            self.meter.contribute(chips)
            for seat, share in hits:
                net[seat][PROGRESSIVE] += self.meter.pay(self.tables.lines[share][1])
                self.hits += 1
            assert (self.table.main, self.table.secondary) == (self.meter.main, self.meter.secondary)
        else:
            assert not hits
        found: dict[int, dict[str, int]] = {seat: {} for seat in taken}
        for line in settled:
            brought = found[line.seat].get(line.wager, 0)
            found[line.seat][line.wager] = brought + line.returned - line.stake
        for seat in taken:
            assert {name: value for name, value in net[seat].items() if value} == {
                name: value for name, value in found[seat].items() if value
            }, (seat, net[seat], found[seat], round_)

    def _shuffle_for(self, taken: list[int]) -> None:
        """Any deck; where hands have seven cards, now and then one that deals a seat a hand of a rare line."""
        hands: dict[int, tuple[int, ...]] = {}
        if self.rules.player_cards == 7 and self.chance.random() < 0.1:
            hands = {self.chance.choice(taken): tuple(parse_cards(self.chance.choice(_SEVENS)))}
        every, self.seats = self.seats, taken  # type: ignore[assignment]
        self._shuffle(hands)
        self.seats = every

    def _action(self, seat: Any) -> int:
        """The engine's decision as the kernel numbers it: multiples, or stages counted from the last."""
        if seat.action == "fold" or not seat.raised:
            return 0
        raised = sum(amount for _, amount in seat.raised) // seat.stake(self.rules.base_wager)
        if self.rules.community_cards:
            multiples = [street.smallest for street in self.rules.streets]
            return len(multiples) - multiples.index(raised)
        return 1 if self.rules.book.game == "three_card_poker" else raised

    def _settle_by_kernel(
        self, taken: list[int], chosen: list[int], hands: list[int], dealer: int, board: int, asked: list[int],
        spins: Mapping[int, str],
    ) -> tuple[dict[int, dict[str, int]], list[tuple[int, int]]]:  # fmt: skip
        seats, tables = len(self.seats), self.tables
        ends, kinds = np.zeros(len(taken), np.int64), np.zeros(len(taken), np.int64)
        self.simulation.read_cards()(
            np.array(hands, np.int64), dealer, board, np.array(asked, np.int64), self.numbers.parameters,
            self.numbers.lookup, ends, kinds,
        )  # fmt: skip
        every = np.full((4, seats), -1, np.int64)
        places = np.array(taken) - 1
        every[0, places], every[1, places], every[2, places] = chosen, ends, kinds
        for seat, symbol in spins.items():
            every[3, seat - 1] = self._segment(symbol)
        net, staked = np.zeros((2, seats, len(tables.wagers)), np.int64)
        hits = np.zeros((seats, 2), np.int64)
        settle: Any = settle_round
        count = settle(*every, *tables.arrays, net, staked, hits)
        named = {seat: dict(zip(tables.wagers, map(int, net[seat - 1]), strict=True)) for seat in taken}
        return named, [(int(seat) + 1, int(line)) for seat, line in hits[:count]]

    def _segment(self, symbol: str) -> int:
        assert self.submission.progressive is not None
        at = 0
        for named, count in self.submission.progressive.segments:
            if named == symbol:
                return at
            at += count
        raise AssertionError(symbol)


def _kernel_stakes(stakes: Mapping[str, int]) -> dict[str, Money]:
    return {name: Money(stake) for name, stake in stakes.items()}


def compare(name: str, rounds: int, seed: int = 1) -> int:
    """Play rounds of a case; how often a meter was paid from."""
    both = Both(case(name), seed)
    for _ in range(rounds):
        both.one()
    return both.hits


def _part(name: str, number: int) -> int:
    return compare(name, FRESH, random.Random(f"{name} {number}").randrange(1 << 30))


def _bring_the_third_game() -> None:
    sys.path.insert(0, str(THIRD_GAME))
    os.environ["HOUSERULES_RULEBOOKS"] = str(THIRD_GAME / "three_card_poker" / "rulebooks")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.equivalence.kernel_rounds", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=10_000, help="of all cases together")
    parser.add_argument("--case", action="append", choices=CASES, help="may be repeated; absent: all")
    parser.add_argument("--first", type=int, default=0, help=f"how many parts of {FRESH:,} rounds to leave out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    names = given.case or list(CASES)
    parts = range(given.first, given.first - (-given.rounds // len(names) // FRESH))
    with ProcessPoolExecutor(given.jobs, initializer=_bring_the_third_game) as workers:
        for name in names:
            hits = 0
            for number, found in zip(parts, workers.map(partial(_part, name), parts), strict=True):
                hits += found
                told = f"{name}: {FRESH * (number + 1 - given.first):,} rounds settled alike"
                print(f"{told}, {hits} payments from a meter", flush=True)


if __name__ == "__main__":
    main()
