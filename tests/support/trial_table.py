"""A table that plays by itself into a log, one commit a command: what trials, benchmarks and tests put there.

Chance comes from a seed and the round's number, so that a process that was killed and started again would play the
same cards; command ids name the round and the step, so that a retry is recognized.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Final

import msgspec

from houserules.app.meters.meters import (
    METER_PREFIX,
    MeterState,
    fold_meter,
    load_meter,
    meter_transfers,
    terms_of,
)
from houserules.app.table import events as f
from houserules.app.table.draft import Draft, Moment
from houserules.app.table.loading import load_state
from houserules.app.table.state import TableState
from houserules.law import bundled_submission, freeze, read_filing, submissions
from houserules.law.words import PROGRESSIVE
from houserules.log import Append, Commit, Committed, Log, Snapshot, digest_of
from houserules.play import (
    AnyCommand,
    Code,
    DeckStatus,
    Phase,
    Refused,
    Role,
    Rules,
    Table,
    decide,
    legal_commands,
)
from houserules.play import commands as c
from houserules.records import TABLE_PREFIX, RulesPinned, engine, felt_of, filing_document, step
from houserules.shuffle import Automatic

_TRAY: Final = 10_000_000 * 1_000_000
_BUY_IN: Final = 100_000 * 1_000_000
_STEPS_TAKEN: Final = {
    DeckStatus.RECEIVED: 1,
    DeckStatus.INSPECTED: 2,
    DeckStatus.VERIFIED: 3,
    DeckStatus.SPREAD: 4,
    DeckStatus.VIEWED: 5,
}
"""How many steps of a deck's opening have been taken when it stands so."""


class TrialTable:
    """One table of a house, at which every seat is taken. ``play_round`` may be called again and again, also by a
    later process on the same log."""

    def __init__(self, log: Log, number: int = 1, name: str | None = None, seed: int = 1) -> None:
        self.log = log
        self.stream = f"{TABLE_PREFIX}{number}"
        self.seed = seed
        name = name or next(iter(submissions()))
        filed = bundled_submission(name)
        self.document = filing_document(filed)
        self.submission = freeze(read_filing(filed, name))
        self.rules = Rules(self.submission)
        self.snapshots_every = 0
        self.answered: list[str] = []
        self._chance = random.Random(f"{seed} {self.stream}")
        self._shuffler = Automatic(self._chance.randbytes)
        terms = terms_of(self.submission)
        self._meter = MeterState(f"{METER_PREFIX}{number}") if terms else None
        self.state = TableState(self.stream)
        if log.version(self.stream):
            self._read()
        else:
            self._open(f"{f.PRACTICE}:{terms}")

    @property
    def table(self) -> Table:
        return self.state.table

    def _read(self) -> None:
        self.state = load_state(self.log, self.stream)
        if self._meter is not None:
            self._meter = load_meter(self.log, self._meter.stream)

    def _open(self, terms: str) -> None:
        main, opening = 0, []
        if self._meter is not None:
            main = self.rules.first_meter
            opened = f.MeterOpened("trial", terms, main, 0)
            opening.append(Append(self._meter.stream, 0, (step([(opened, meter_transfers(self._meter, opened))]),)))
            self._meter = fold_meter(self._meter, opened, 0)
        draft = self._draft()
        pin = self.submission.rulebook.pin
        draft.pin(RulesPinned(digest_of(self.document), self.submission.digest, pin, engine(), main))
        meter = self._meter.stream if self._meter else None
        draft.note(f.TableOpened("trial", f.PRACTICE, meter, f.Settings(), _TRAY))
        for seat in range(1, self.submission.table.seats + 1):
            draft.note(f.SeatTaken(seat, f"player-{seat}", f"Player {seat}"))
            draft.note(f.ChipsBought(f"player-{seat}", _BUY_IN), lent=_BUY_IN)
        self.log.commit(
            Commit(
                f"{self.stream} open", b"", b"opened", 0, "trial", (*draft.appends(), *opening),
                documents=(self.document,),
            )
        )  # fmt: skip
        self.state = draft.state

    def _draft(self) -> Draft:
        """The trial's clock is the version."""
        return Draft(self.rules, self.state, self._meter, Moment(self.state.version), self._shuffler)

    def commit_of(self, command: AnyCommand) -> tuple[Commit, Draft] | Refused:
        """The commit of one command, and the table after it."""
        draft = self._draft()
        if isinstance(command, c.Shuffle):
            self._chance.seed(f"{self.seed} {self.stream} {self.state.version}")
            refused = draft.shuffle(command.deck)
        else:
            refused = draft.play(command)
        if refused is not None:
            return refused
        state = draft.state
        closes = state.table.round is None and self.table.round is not None
        snapshot = closes and self.snapshots_every and state.table.rounds % self.snapshots_every == 0
        commit = Commit(
            f"{self.stream} {self.state.version}", msgspec.json.encode(command), f"version {state.version}".encode(),
            self.state.version, "trial", draft.appends(),
            empty=(felt_of(self.stream),) if closes else (),
            snapshots=(Snapshot(self.stream, state.version, msgspec.json.encode(state)),) if snapshot else (),
        )  # fmt: skip
        return commit, draft

    def do(self, command: AnyCommand) -> None:
        made = self.commit_of(command)
        assert not isinstance(made, Refused), f"{command} was refused: {made}"
        commit, draft = made
        self.submit(commit).result()
        self.answered.append(commit.command_id)
        self.state, self._meter = draft.state, draft.meter

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
            deck = 1 if self.table.last_deck != 1 else min(2, self.submission.table.decks)
            lies = self.table.deck(deck)
            if lies is not None and lies.status is not DeckStatus.READY:
                yield c.Shuffle(Role.DEVICE, 0, (), deck)
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
