"""A table that plays by itself into a log, one commit a command: what trials, benchmarks and tests put there.

Chance comes from a seed and the round's number, so that a process that was killed and started again would play the
same cards; command ids name the round and the step, so that a retry is recognized.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Final, assert_never

import msgspec

from houserules.law import bundled_submission, freeze, read_filing, submissions
from houserules.law.words import PROGRESSIVE
from houserules.ledger import HOUSE, MAIN_METER, Account, AccountKind, Transfer, postings, transfers
from houserules.log import Append, Commit, Committed, Log, Snapshot, digest_of
from houserules.play import (
    Accepted,
    AnyCommand,
    Code,
    DeckStatus,
    Phase,
    Refused,
    Role,
    Rules,
    Table,
    decide,
    evolve,
    legal_commands,
)
from houserules.play import commands as c
from houserules.records import Folded, RulesPinned, felt_of, filing_document, fold_table, step

_STEPS_TAKEN: Final = {
    DeckStatus.RECEIVED: 1,
    DeckStatus.INSPECTED: 2,
    DeckStatus.VERIFIED: 3,
    DeckStatus.SPREAD: 4,
    DeckStatus.VIEWED: 5,
}
"""How many steps of a deck's opening have been taken when it stands so."""


class TrialTable:
    """One table. ``play_round`` may be called again and again, also by a later process on the same log."""

    def __init__(self, log: Log, number: int = 1, name: str | None = None, seed: int = 1) -> None:
        self.log = log
        self.stream = f"table:{number}"
        self.seed = seed
        name = name or next(iter(submissions()))
        self.filed = bundled_submission(name)
        self.document = filing_document(self.filed)
        self.submission = freeze(read_filing(self.filed, name))
        self.rules = Rules(self.submission)
        self.snapshots_every = 0
        self.answered: list[str] = []
        snapshot = log.snapshot(self.stream)
        start = msgspec.json.decode(snapshot.data, type=Folded) if snapshot else None
        folded = fold_table(log, self.stream, start=start)
        if folded is None:
            folded = self._open()
        self.table: Table = folded.table
        self.version = folded.version

    def _open(self) -> Folded:
        main = self.rules.first_meter
        pinned = RulesPinned(digest_of(self.document), self.submission.digest, self.submission.rulebook.pin, main)
        meter, name = self.account(MAIN_METER), "table.rules_pinned/1"
        opening = [Transfer(HOUSE.name, meter, main, "posted", name, None, ())] if main else []
        append = Append(self.stream, 0, (step([(pinned, opening)]),))
        self.log.commit(
            Commit(f"{self.stream} open", b"", b"opened", 0, "trial", (append,), documents=(self.document,))
        )
        folded = fold_table(self.log, self.stream)
        assert folded is not None
        return folded

    def account(self, account: Account) -> str:
        """The name that an account of the table has in the log."""
        match account.kind:
            case AccountKind.HOUSE | AccountKind.OPERATOR:
                return HOUSE.name
            case AccountKind.FELT:
                return felt_of(self.stream)
            case AccountKind.PLAYER:
                return f"purse:{self.stream}:{account.player}"
            case AccountKind.MAIN_METER | AccountKind.SECONDARY_METER:
                return f"{self.stream}/{account.name}"
            case _:
                assert_never(account.kind)

    def commit_of(self, command: AnyCommand) -> tuple[Commit, Table] | Refused:
        """The commit of one command, and the table after it; the table here is moved on as if it had succeeded."""
        answer = decide(self.rules, self.table, command)
        if isinstance(answer, Refused):
            return answer
        assert isinstance(answer, Accepted)
        table, events = self.table, []
        for event in answer.events:
            events.append((event, transfers(postings(table, event), event, self.account)))
            table = evolve(table, event)
        request = msgspec.json.encode(command)
        identity = f"{self.stream} {self.version}"
        closes = table.round is None and self.table.round is not None
        append = Append(self.stream, self.version, (step(events, command),))
        folded = Folded(
            self.version + len(events),
            digest_of(self.document),
            self.submission.digest,
            self.submission.rulebook.pin,
            table,
        )
        snapshot = closes and self.snapshots_every and table.rounds % self.snapshots_every == 0
        commit = Commit(
            identity, request, f"version {folded.version}".encode(), self.version, "trial", (append,),
            empty=(felt_of(self.stream),) if closes else (),
            snapshots=(Snapshot(self.stream, folded.version, msgspec.json.encode(folded)),) if snapshot else (),
        )  # fmt: skip
        self.version = folded.version
        return commit, table

    def do(self, command: AnyCommand) -> None:
        made = self.commit_of(command)
        assert not isinstance(made, Refused), f"{command} was refused: {made}"
        commit, table = made
        self.submit(commit).result()
        self.answered.append(commit.command_id)
        self.table = table

    def submit(self, commit: Commit) -> Future[Committed]:
        return self.log.submit(commit)

    def play_round(self) -> None:
        """Plays the round that is on to its end, or a new one."""
        for command in self.commands():
            self.do(command)

    def commands(self) -> Iterator[AnyCommand]:
        """What comes next, from wherever the table stands. The caller has done each before it asks for the next."""
        yield from self._opening()
        number = self.table.round.number if self.table.round else self.table.rounds + 1
        chance = random.Random(f"{self.seed} {self.stream} {number}")
        if self.table.round is None:
            cards = list(range(self.rules.cards_in_deck))
            chance.shuffle(cards)
            deck = 1 if self.table.last_deck != 1 else min(2, self.submission.table.decks)
            lies = self.table.deck(deck)
            if lies is not None and lies.status is not DeckStatus.READY:
                yield c.Shuffle(Role.DEVICE, 0, tuple(cards), deck, len(cards))
            yield c.OpenRound(Role.DEALER)
        while (round_ := self.table.round) is not None:
            yield from self._next(chance, round_.phase)

    def _opening(self) -> Iterator[AnyCommand]:
        """The steps of each deck from its arrival to a washed stack, as far as they have not been taken."""
        for number in range(1, self.submission.table.decks + 1):
            steps = (
                c.ReceiveCards(Role.DEALER, 0, number),
                c.InspectCards(Role.DEALER, 0, number),
                c.VerifyInspection(Role.FLOORPERSON, 0, number),
                c.SpreadCards(Role.DEALER, 0, number),
                c.ViewCards(Role.PLAYER, 0, number),
                c.StackCards(Role.DEALER, 0, number),
            )
            lies = self.table.deck(number)
            yield from steps[0 if lies is None else _STEPS_TAKEN.get(lies.status, len(steps)) :]

    def _next(self, chance: random.Random, phase: Phase) -> Iterator[AnyCommand]:
        round_ = self.table.round
        assert round_ is not None
        if phase is Phase.BETTING:
            yield from self._bets(chance)
        elif phase is Phase.DEALING:
            chips = sum(1 for seat in round_.seats if seat.stake(PROGRESSIVE))
            if chips and not round_.collected:
                yield c.CollectProgressive(Role.DEALER, 0, chips, chips)
            yield c.Deal(Role.DEALER)
        elif phase is Phase.DECISIONS:
            yield self._decision(chance)
        elif phase is Phase.BOARD:
            yield c.DealCommunity(Role.DEALER)
        elif phase is Phase.REVEAL:
            yield c.Reveal(Role.DEALER)
        else:
            yield from self._settle()

    def _bets(self, chance: random.Random) -> Iterator[AnyCommand]:
        round_ = self.table.round
        assert round_ is not None
        stakes: list[tuple[str, int]] = []
        for wager, rule in self.rules.stakes.items():
            stakes.append((wager, rule.minimum if rule.equals is None else dict(stakes)[rule.equals]))
        taken = {seat.seat for seat in round_.seats}
        for seat in range(1, self.submission.table.seats + 1):
            if seat not in taken:
                yield c.PlaceWagers(Role.PLAYER, 0, seat, tuple(stakes))
        yield c.NoMoreBets(Role.DEALER)

    def _decision(self, chance: random.Random) -> AnyCommand:
        round_ = self.table.round
        assert round_ is not None
        assert round_.turn is not None
        seat = round_.seats[round_.turn]
        options = legal_commands(self.rules, self.table, Role.PLAYER, seat.player)
        offered = {option.command.action: option.smallest for option in options if isinstance(option.command, c.Act)}
        for action in ("fold", "check"):
            if action in offered and chance.random() < 0.3:
                return c.Act(Role.PLAYER, 0, seat.seat, action)
        wager, amount = next((action, least) for action, least in offered.items() if least is not None)
        return c.Act(Role.PLAYER, 0, seat.seat, wager, amount)

    def _settle(self) -> Iterator[AnyCommand]:
        settle = c.Settle(Role.DEALER)
        refused = decide(self.rules, self.table, settle)
        round_ = self.table.round
        if not isinstance(refused, Refused):
            yield settle
        elif round_ is not None and round_.claim is not None and refused.code is Code.WHEEL_NOT_SPUN:
            assert self.rules.progressive is not None
            yield c.SpinWheel(Role.DEVICE, 0, round_.claim, self.rules.progressive.segments[-1][0])
        else:
            assert round_ is not None
            assert round_.claim is not None, refused
            yield c.ValidatePayout(Role.FLOORPERSON, 0, round_.claim)
