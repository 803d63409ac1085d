"""A draft of one transaction: what a command and the automatic steps after it lead to, before anything is
committed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from houserules.app.house.accounts import names_at, table_transfers, tray
from houserules.app.meters.meters import MeterState, fold_meter
from houserules.app.meters.shared_meter import as_it_stands, moved_elsewhere
from houserules.app.refusals import Refusal
from houserules.app.table import events as f
from houserules.app.table.automation import (
    NeedsPromise,
    NeedsShuffle,
    NeedsSpin,
    NextStep,
    is_shuffled_by_hand,
    next_step,
)
from houserules.app.table.folding import fold, fold_all
from houserules.app.table.law_in_force import pin_of
from houserules.app.table.state import TableState
from houserules.app.table.submissions import parts_of
from houserules.law.words import Role
from houserules.ledger import Transfer, transfers
from houserules.log import Append, Step
from houserules.play import AnyCommand, DeckStatus, Refused, Rules, decide, shuffle_command
from houserules.play import commands as c
from houserules.play import events as e
from houserules.records import RulesPinned, engine, step
from houserules.shuffle import Promise, Shuffled, ShuffleSource, draw_below, seal

_Mark = tuple[TableState, MeterState | None, int, int]
_READS_METER = (c.CollectProgressive, c.ValidatePayout, c.Settle)
_MOST_STEPS = 200
_SHUFFLE_HOLDS = (DeckStatus.SHUFFLED, DeckStatus.READY, DeckStatus.IN_PLAY)
"""While a deck has one of these statuses, its last shuffle is the one that is or will be played."""


class Moment(Struct, frozen=True):
    """When a draft is made, in milliseconds since 1970, and the same in the game's whole seconds."""

    at: int

    @property
    def seconds(self) -> int:
        return self.at // 1000


class Draft:
    """The table as it would stand. Only ``play`` and ``note`` change it."""

    def __init__(
        self,
        rules: Rules,
        state: TableState,
        meter: MeterState | None,
        moment: Moment,
        shuffler: ShuffleSource,
    ) -> None:
        self.rules = rules
        self.before = state
        self.state = state
        self.meter = meter
        self.meter_before = meter
        self.moment = moment
        self.shuffler = shuffler
        self.steps: list[Step] = []
        self.meter_events: list[tuple[f.MeterFact, tuple[Transfer, ...]]] = []
        self.beside: list[Append] = []
        """What is committed in other streams, together with what happens at the table or not at all."""
        self.no_round: Refusal | None = None
        """Why no round may be opened, if the law has changed and the submission does not comply with it."""
        self.cashed: list[str] = []
        """Players who are given money for chips."""
        self.spent: list[str] = []
        """Purses that are taken from. Other tables take from them too: only the books know what is left."""

    @property
    def opens_a_round(self) -> bool:
        """Including a round that is over by now, if players decide nothing after the deal."""
        before, after = self.before.table, self.state.table
        return before.round is None and (after.round is not None or after.rounds != before.rounds)

    @property
    def seconds(self) -> int:
        """The game's clock never runs back, whatever the machine's does."""
        return max(self.moment.seconds, self.state.table.now)

    def play(self, command: AnyCommand) -> Refused | None:
        """Puts a command to the rules. A refusal changes nothing."""
        mark = self._mark()
        if isinstance(command, _READS_METER):
            self._read_meter()
        if isinstance(command, c.OpenRound) and self.state.engine != engine():
            self.pin(pin_of(self.rules, self.state))
        answer = decide(self.rules, self.state.table, command)
        if isinstance(answer, Refused):
            self._return_to(mark)
            return answer
        self._record(answer.events, command)
        return None

    def _mark(self) -> _Mark:
        return self.state, self.meter, len(self.steps), len(self.meter_events)

    def _return_to(self, mark: _Mark) -> None:
        """Undoes what came after the mark."""
        self.state, self.meter, steps, meter_events = mark
        del self.steps[steps:]
        del self.meter_events[meter_events:]

    def pin(self, event: RulesPinned) -> None:
        """The submission in force from here on."""
        pinned, _ = fold(self.state, event, self.moment.at)
        self.state = replace(pinned, parts=parts_of(self.rules.submission))
        self.steps.append(step([(event, ())]))

    def note(self, event: f.TableFact, lent: int = 0) -> None:
        """A fact recorded by the house itself, with the money it moves. ``lent`` is practice money that pays for
        chips."""
        self.steps.append(step([(event, table_transfers(self.state, event, lent))]))
        self.state, _ = fold(self.state, event, self.moment.at)

    def _read_meter(self) -> None:
        """Another table or a correction may have moved the meter since this table last looked."""
        changed = moved_elsewhere(self.rules, self.state, self.meter)
        if changed is not None:
            self._record((changed,), None)

    def _record(self, events: Sequence[e.AnyEvent], command: AnyCommand | None) -> None:
        if not events:
            return
        before = self.state
        self.state, moves = fold_all(before, events, self.moment.at)
        name_of = names_at(before).__getitem__
        named = [(event, transfers(some, event, name_of)) for event, some in zip(events, moves, strict=True)]
        self.steps.append(step(named, command))
        if self.meter is not None and before.table.round is not None:
            for event in events:
                self._follow_meter(before, before.table.round.number, event)

    def _follow_meter(self, before: TableState, number: int, event: e.AnyEvent) -> None:
        """Every change of the meter and every hit is also recorded in the meter's own stream."""
        if isinstance(event, e.MeterChanged) and event.reason != e.LINKED:
            shown = event.main, event.secondary, event.main_by, event.secondary_by
            self._note_meter(f.MeterMoved(before.id, number, event.reason, *shown))
        elif isinstance(event, e.WagerSettled) and event.wager == before.parts.progressive and event.outcome == "win":
            paid = event.row or "", event.paid, event.paid_from == "main"
            self._note_meter(f.MeterHit(before.id, number, event.seat, *paid))

    def _note_meter(self, event: f.MeterFact) -> None:
        assert self.meter is not None
        self.meter = fold_meter(self.meter, event, self.moment.at)
        self.meter_events.append((event, ()))

    def go_on(self, wanted: bool = False) -> None:
        """Takes automatic steps until the table waits for somebody."""
        for _ in range(_MOST_STEPS):
            self._end_seals()
            standing = as_it_stands(self.rules, self.state, self.meter)
            following = next_step(self.rules, standing, self.seconds, wanted)
            if following is None or not self._take(following):
                break
        else:
            raise AssertionError(f"{self.state.stream}: the table never comes to rest")
        if not wanted:
            self._tidy()

    def _take(self, following: NextStep) -> bool:
        """Takes a step, unless the rules require something else first that only people can do."""
        match following:
            case NeedsPromise(deck=deck):
                self.promise(deck)
                return True
            case NeedsShuffle(deck=deck):
                return self.shuffle(deck) is None
            case NeedsSpin(seat=seat):
                return self.play(c.SpinWheel(Role.DEVICE, self.seconds, seat, self.spin())) is None
            case c.Settle():
                return self._settle(following)
            case _:
                return self.play(following) is None

    def _settle(self, command: c.Settle) -> bool:
        """What the tray cannot pay waits until somebody has filled it."""
        mark = self._mark()
        if self.play(command) is not None:
            return False
        if self.state.tray < 0 and not self.state.fills_its_tray:
            self._return_to(mark)
            return False
        return True

    def must(self, command: AnyCommand) -> None:
        """A step that the rules allow here; a refusal is a fault of the program."""
        refused = self.play(command)
        assert refused is None, f"{self.state.stream}: {command} was refused: {refused}"

    def _end_seals(self) -> None:
        """Opens the deck that was played; discards a shuffle that never will be. No seed and no name is used
        twice."""
        last = self.state.last
        for sealed in self.state.seals:
            deck = self.state.table.deck(sealed.deck)
            if not sealed.shuffled or (deck is not None and deck.status in _SHUFFLE_HOLDS):
                continue
            if last is not None and sealed.context == last.context:
                self.note(f.DeckOpened(sealed.deck, last.round.number, sealed.context))
            else:
                self.note(f.DeckDiscarded(sealed.deck, sealed.context))

    def promise(self, deck: int, source: ShuffleSource | None = None) -> None:
        """Fixes the house's seed, before players add to it. Cards from outside have a name and no seed."""
        promise = (source or self.shuffler).promise(f"{self.state.stream}/shuffle:{self.state.version + 1}")
        digest = promise.commitment.digest if promise.commitment else ""
        self.note(f.SeedPromised(deck, promise.deal, digest, promise.seed))

    def shuffle(self, deck: int, real: ShuffleSource | None = None, counted: int | None = None) -> Refused | None:
        """Shuffles, and publishes the seal with the shuffle, before anybody has bet on these cards.

        ``real`` are cards from outside: they lie as they were or will be read, and a promised seed is discarded.
        ``counted`` is what their shuffler shows, 0 if it shows nothing; None: as many as there are.
        """
        waiting = self.state.table.deck(deck)
        if waiting is None or waiting.status is not DeckStatus.STACKED:
            return self.play(self._shuffle_command((), deck, entered=False))
        self._end_seals()
        if real is not None or self.state.seal(deck) is None:
            self.promise(deck, real)
        promised = self.state.seal(deck)
        assert promised is not None
        shares = [] if real else [bytes.fromhex(share) for share in promised.shares]
        shuffled = (real or self.shuffler).shuffle(Promise(promised.context, promised.seed), shares)
        command = self._shuffle_command(shuffled.cards, deck, real is not None)
        if counted is not None and command.counted is not None:
            command = replace(command, counted=counted or None)
        refused = self.play(command)
        if refused is not None:
            return refused
        after = self.state.table.deck(deck)
        if after is None or after.status is DeckStatus.STACKED:  # The shuffler counted wrong: the deck is discarded.
            self.note(f.DeckDiscarded(deck, promised.context))
            return None
        self.note(self._sealed(deck, shuffled))
        return None

    def _sealed(self, deck: int, shuffled: Shuffled) -> f.DeckSealed:
        """An order that nobody knows yet has no root."""
        if not shuffled.cards:
            return f.DeckSealed(deck, shuffled.deal, "", (), (), (), shuffled.method)
        sealed = seal(shuffled, self.shuffler.salts)
        return f.DeckSealed(
            deck, shuffled.deal, sealed.commitment.root, sealed.cards, sealed.salts, shuffled.shares, shuffled.method
        )

    def _shuffle_command(self, cards: tuple[int, ...], deck: int, entered: bool) -> c.Shuffle:
        """By the device if one is in use, else by hand; then somebody cuts before the first card is dealt."""
        by_hand = is_shuffled_by_hand(self.rules, self.state.table)
        return shuffle_command(self.rules, cards, deck, self.seconds, by_hand, entered or UNSET)

    def spin(self) -> str:
        """A symbol chosen uniformly among the wheel's segments; a source that fails locks, as for cards."""
        assert self.rules.progressive is not None
        segments = self.rules.progressive.segments
        place = draw_below(sum(count for _, count in segments), self.shuffler.salts)
        for symbol, count in segments:
            if place < count:
                return symbol
            place -= count
        raise AssertionError("the wheel stops somewhere")

    def _tidy(self) -> None:
        """Fills a low tray and, after a round, removes the players who left."""
        if self.state.fills_its_tray:
            self.keep_filled()
        if self.state.last is None or self.state.table.round is not None:
            return
        for sitting in self.state.sittings:
            if sitting.left:
                self.let_go(sitting.seat, sitting.account)

    def let_go(self, seat: int, account: str) -> None:
        """Cashes out the player who leaves, and frees the seat."""
        amount = self.state.chips_of(account)
        if amount:
            self.cash_out(account, amount)
        self.note(f.SeatFreed(seat))

    def cash_out(self, account: str, amount: int) -> None:
        self.cashed.append(account)
        self.note(f.ChipsCashed(account, amount))

    def keep_filled(self, going: int = 0) -> None:
        """Fills the tray if it would hold less than its minimum once this much is taken."""
        least, left = self.state.settings.least_tray, self.state.tray - going
        if left < least:
            self.fill(4 * least - left, by_itself=True)

    def fill(self, amount: int, by_itself: bool = False) -> None:
        self.note(f.TrayFilled(amount, by_itself))

    def holding(self) -> tuple[str, ...]:
        """The accounts that cannot give more than they have."""
        return (*((tray(self.state.stream),) if self.state.tray < self.before.tray else ()), *self.spent)

    def appends(self) -> tuple[Append, ...]:
        """What is to be committed, with the version of each stream that it was decided on."""
        found = []
        if self.steps:
            found.append(Append(self.before.stream, self.before.version, tuple(self.steps)))
        if self.meter_events:
            assert self.meter_before is not None
            kept = tuple(step([pair]) for pair in self.meter_events)
            found.append(Append(self.meter_before.stream, self.meter_before.version, kept))
        return (*found, *self.beside)
