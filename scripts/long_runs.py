#!/usr/bin/env python3
"""Long runs of the round engine, for when there is time. Each prints what it did, and fails loudly.

``python scripts/long_runs.py citations [--rounds 100000] [--seed 1]``: whole random rounds at ten kinds of table,
irregularities and all; every clause that an event or a refusal cites is looked up in the documents' clause lists.

``python scripts/long_runs.py meters [--wagers 10000000] [--seed 1] [--jobs 1]``: progressive wagers, with winning
hands far more often than chance would deal them; after every round both meters are compared with a second reckoning
in plain fractions: what they showed, plus contributions, less payouts, plus what the house put in at a reset. Jobs
share the wagers, each with a table of its own for every rulebook and a seed of its own; ``--minutes`` ends early.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from multiprocessing import Pool

from houserules import law
from houserules.cli.overrides import with_overrides
from houserules.law import Submission, clause_list, freeze, read_filing, read_toml, rulebook_ids
from houserules.play import (
    Accepted,
    AnyCommand,
    AnyEvent,
    Code,
    Phase,
    Refused,
    Role,
    Round,
    Rules,
    Table,
    decide,
    evolve,
    lawful_actions,
    lawful_amounts,
    new_table,
    opening_commands,
    shuffle_commands,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled

MD_HCF, MD_CTF, MA_HCF = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
TABLES = (
    (MD_HCF, ()),
    (MD_HCF, ("table.dealing=hand", "table.shuffler=plain")),
    (MD_HCF, ("table.dealing=automated", "wagers.progressive.paytable=C")),
    (MD_HCF, ("table.shuffler=none", "table.decks=1", "readings.void_round_bonuses=returned")),
    (MD_CTF, ()),
    (MD_CTF, ("table.order=stacks_community_players_dealer_kept", "table.shuffler=plain")),
    (MD_CTF, ("table.dealing=hand",)),
    (MD_CTF, ("table.dealing=manual_shoe", "table.shuffler=none", "table.decks=1")),
    (MA_HCF, ()),
    (MA_HCF, ("table.dealing=automated", "table.shuffler=plain", "readings.progressive_after_fold=paid")),
)
KINDS = (
    "cards_face_up", "drawn_in_error", "wrong_number_of_cards", "dealer_card_exposed", "shuffler_jam", "shoe_jam",
    "hand_abandoned", "information_shared",
)  # fmt: skip
DEALER, FLOOR, PLAYER, DEVICE = Role.DEALER, Role.FLOORPERSON, Role.PLAYER, Role.DEVICE


def submission_of(name: str, overrides: tuple[str, ...]) -> Submission:
    data = read_toml(law.submissions()[name].folder.text("submission"), name)
    return freeze(read_filing(with_overrides(data, overrides), name))


class RandomTable:
    """A table at which random rounds are played one after another."""

    def __init__(self, name: str, overrides: tuple[str, ...], chance: random.Random) -> None:
        self.submission = submission_of(name, overrides)
        self.rules = Rules(self.submission)
        self.chance = chance
        self.table: Table = new_table(self.rules)
        self.events: list[AnyEvent] = []
        self.refusals: list[Refused] = []
        self.trouble = 0.0
        self.optional = dict.fromkeys(self.rules.stakes, 0.8)
        self.folds = 0.3

    def do(self, command: AnyCommand) -> Accepted | Refused:
        answer = decide(self.rules, self.table, command)
        if isinstance(answer, Accepted):
            for event in answer.events:
                self.table = evolve(self.table, event)
            self.events.extend(answer.events)
        else:
            self.refusals.append(answer)
        return answer

    @property
    def round(self) -> Round | None:
        return self.table.round

    def play(self) -> None:
        self._open()
        self._bet()
        self._maybe_trouble()
        while self.table.round is not None:
            self._next(self.table.round)
            self._maybe_trouble()

    def _open(self) -> None:
        decks = self.submission.table.decks
        number = 2 if decks == 2 and self.table.last_deck == 1 else 1
        if self.table.deck(number) is None:
            for command in opening_commands(decks, self.table.now):
                if getattr(command, "deck", number) == number:
                    self.do(command)
        for command in shuffle_commands(self.rules, self._cards(), number, self.table.now):
            self.do(command)
        opened = self.do(c.OpenRound(DEALER, self.table.now))
        assert isinstance(opened, Accepted), opened

    def _cards(self) -> list[int]:
        """A shuffled deck; now and then one with long suited runs in it, so that high hands come up."""
        cards = list(range(self.rules.cards_in_deck))
        self.chance.shuffle(cards)
        if self.chance.random() < _RUNS:
            start = self.chance.randrange(len(cards))
            runs = [*range(start, len(cards)), *range(start)]
            around = [runs[place % 7 * 7 + place // 7] for place in range(49)]
            return self.chance.choice((runs, [*around, *runs[49:]]))
        return cards

    def _bet(self) -> None:
        for seat in range(1, self.rules.seats + 1):
            stakes: list[tuple[str, int]] = []
            for name, rule in self.rules.stakes.items():
                if rule.required or self.chance.random() < self.optional[name]:
                    stakes.append((name, dict(stakes)[rule.equals] if rule.equals else rule.minimum))
            self.do(c.PlaceWagers(PLAYER, self.table.now, seat, tuple(stakes)))

    def _next(self, round_: Round) -> None:
        match round_.phase:
            case Phase.BETTING:
                self.do(c.NoMoreBets(DEALER))
            case Phase.DEALING:
                chips = sum(1 for seat in round_.seats if seat.stake("progressive"))
                if chips and not round_.collected:
                    self.do(c.CollectProgressive(DEALER, 0, chips, chips))
                self.do(
                    c.Deal(DEALER, 0, self.chance.randint(1, 20) if self.chance.random() < self.trouble else None)
                )
            case Phase.DECISIONS:
                self._decide(round_)
            case Phase.BOARD:
                self.do(c.DealCommunity(DEALER))
            case Phase.REVEAL:
                answer = self.do(c.Reveal(DEALER))
                if isinstance(answer, Refused):
                    stub = len(round_.stock) - (0 if round_.dealer else self.rules.dealer_cards)
                    wrong = self.chance.random() < self.trouble
                    self.do(c.CountStub(DEALER, 0, stub - wrong, self.chance.random() < 0.5))
            case Phase.SETTLING:
                self._settle(round_)

    def _decide(self, round_: Round) -> None:
        assert round_.turn is not None
        seat = round_.seats[round_.turn]
        bet, other = lawful_actions(self.rules.streets[round_.stage])
        if self.chance.random() < self.folds:
            self.do(c.Act(PLAYER, 0, seat.seat, other))
            return
        smallest, largest, _ = lawful_amounts(self.rules, round_, seat)
        self.do(c.Act(PLAYER, 0, seat.seat, bet, self.chance.choice((smallest, largest))))

    def _settle(self, round_: Round) -> None:
        answer = self.do(c.Settle(DEALER))
        if isinstance(answer, Accepted):
            return
        assert round_.claim is not None
        if answer.code is Code.WHEEL_NOT_SPUN:
            symbol = self.chance.choice(sorted(self.rules.symbols))
            self.do(c.SpinWheel(DEVICE, 0, round_.claim, symbol))
        else:
            self.do(c.ValidatePayout(FLOOR, 0, round_.claim))

    def _maybe_trouble(self) -> None:
        if self.table.round is not None and self.chance.random() < self.trouble:
            kind = self.chance.choice(KINDS)
            seat = self.chance.randint(1, self.rules.seats)
            self.do(c.Report(DEALER, self.table.now, kind, self.chance.randint(1, 2), seat=seat))


_RUNS = 0.1


def check_citations(rounds: int, seed: int) -> Iterator[str]:
    known = {str(clause.citation) for book in rulebook_ids() for clause in clause_list(book).clauses}
    chance = random.Random(seed)
    tables = [RandomTable(name, overrides, chance) for name, overrides in TABLES]
    cited: dict[str, int] = {}
    events = refusals = void = 0
    for number in range(rounds):
        table = tables[number % len(tables)]
        table.trouble = 0.02
        table.play()
        for event in table.events:
            assert event.clauses, event
            for text in event.clauses:
                cited[text] = cited.get(text, 0) + 1
        for refusal in table.refusals:
            cited[refusal.clause] = cited.get(refusal.clause, 0) + 1
        void += any(type(event).__name__ == "RoundVoided" for event in table.events)
        events += len(table.events)
        refusals += len(table.refusals)
        table.events, table.refusals = [], []
    unknown = sorted(set(cited) - known)
    assert not unknown, unknown
    yield f"{rounds:,} rounds, {void:,} of them void; {events:,} events and {refusals:,} refusals"
    yield f"{sum(cited.values()):,} citations of {len(cited):,} different clauses; every one resolves"


class Reckoning:
    """The meters recomputed, in plain fractions and from the settlement events alone."""

    def __init__(self, table: RandomTable) -> None:
        choices = table.rules.progressive
        assert choices is not None
        self.choices = choices
        self.after = table.rules.progressive_rules.after_all_of_it.value
        self.main, self.secondary = Fraction(table.table.main), Fraction(table.table.secondary)
        self.first = self.main + self.secondary
        self.wagers = self.wins = self.jackpots = 0
        self.contributed = self.paid = self.put_in = Fraction(0)

    def follow(self, table: RandomTable) -> None:
        lines = [event for event in table.events if isinstance(event, WagerSettled) and event.wager == "progressive"]
        rates = (self.choices.main_rate, self.choices.secondary_rate)
        main, secondary = (rate.share * self.choices.amount * len(lines) if rate else Fraction(0) for rate in rates)
        self.wagers += len(lines)
        self.contributed += main + secondary
        self.main += main
        self.secondary += secondary
        for line in lines:
            if line.paid_from == "main":
                self._pay(line)
        assert self.main == table.table.main, (self.main, table.table)
        assert self.secondary == table.table.secondary, (self.secondary, table.table)

    def _pay(self, line: WagerSettled) -> None:
        share = Fraction((line.odds or "").split("%")[0]) / 100
        exact = share * self.main
        assert line.paid == exact // 10_000 * 10_000, line
        self.paid += line.paid
        self.wins += 1
        if share < 1:
            self.main -= line.paid
            return
        self.jackpots += 1
        before = self.main + self.secondary - line.paid
        if self.after == "secondary_meter":
            self.main, self.secondary = self.secondary, Fraction(0)
        else:
            self.main = Fraction(self.choices.reset or 0)
        self.put_in += self.main + self.secondary - before

    @property
    def balanced(self) -> bool:
        return self.contributed - self.paid + self.put_in == self.main + self.secondary - self.first


def play_wagers(work: tuple[int, int, float]) -> tuple[int, list[Reckoning]]:
    """Plays this many progressive wagers with this seed, at one table for each rulebook in turn."""
    wagers, seed, until = work
    chance = random.Random(seed)
    tables = [RandomTable(name, (), chance) for name in (MD_HCF, MD_CTF, MA_HCF)]
    for table in tables:
        table.optional = {name: float(name == "progressive") for name in table.optional}
    reckonings = [Reckoning(table) for table in tables]
    rounds = 0
    while sum(reckoning.wagers for reckoning in reckonings) < wagers and time.time() < until:
        table, reckoning = tables[rounds % 3], reckonings[rounds % 3]
        table.play()
        reckoning.follow(table)
        table.events, table.refusals = [], []
        rounds += 1
    return rounds, reckonings


def check_meters(wagers: int, seed: int, jobs: int, minutes: float) -> Iterator[str]:
    until = time.time() + 60 * minutes
    work = [(-(-wagers // jobs), seed + job, until) for job in range(jobs)]
    with Pool(jobs) as pool:
        done = pool.map(play_wagers, work, chunksize=1)
    for place, book in enumerate(("MD-HCF", "MD-CTF", "MA-HCF")):
        mine = [reckonings[place] for _, reckonings in done]
        assert all(reckoning.balanced for reckoning in mine)
        change = sum((one.main + one.secondary - one.first for one in mine), Fraction(0))
        yield (
            f"{book}: {sum(one.wagers for one in mine):,} wagers, {sum(one.wins for one in mine):,} paid from the "
            f"meter, {sum(one.jackpots for one in mine):,} of them all of it: "
            f"contributed {_dollars(sum((one.contributed for one in mine), Fraction(0)))}, "
            f"paid {_dollars(sum((one.paid for one in mine), Fraction(0)))}, "
            f"put in by the house {_dollars(sum((one.put_in for one in mine), Fraction(0)))}, "
            f"change of the meters {_dollars(change)}"
        )
    total = sum(one.wagers for _, reckonings in done for one in reckonings)
    rounds = sum(number for number, _ in done)
    yield f"{total:,} wagers in {rounds:,} rounds; both meters right after every round, to the millionth of a dollar"


def _dollars(amount: Fraction) -> str:
    cents = round(amount / 10_000)
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    runs = parser.add_subparsers(dest="run", required=True)
    citations = runs.add_parser("citations")
    citations.add_argument("--rounds", type=int, default=100_000)
    meters = runs.add_parser("meters")
    meters.add_argument("--wagers", type=int, default=10_000_000)
    meters.add_argument("--jobs", type=int, default=1)
    meters.add_argument("--minutes", type=float, default=1_000.0, help="stop after so long, and say how far it came")
    for run in (citations, meters):
        run.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = time.monotonic()
    lines = (
        check_citations(chosen.rounds, chosen.seed)
        if chosen.run == "citations"
        else check_meters(chosen.wagers, chosen.seed, chosen.jobs, chosen.minutes)
    )
    for line in lines:
        print(line)
    print(f"{time.monotonic() - began:,.0f} seconds")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
