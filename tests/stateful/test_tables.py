"""Whole tables driven by random commands, irregularities and all."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from houserules.law import clause_list, rulebook_ids
from houserules.ledger import FELT, MAIN_METER, SECONDARY_METER
from houserules.play import (
    UNREAD,
    Accepted,
    AnyCommand,
    AnyEvent,
    Code,
    Phase,
    Refused,
    Role,
    Round,
    Rules,
    Seat,
    Table,
    cards_out,
    decide,
    evolve,
    evolve_all,
    lawful_amounts,
    legal_commands,
    new_table,
    opening_commands,
)
from houserules.play import commands as c
from tests.support.books import Books
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, submission

CLAUSES = {str(clause.citation) for book in rulebook_ids() for clause in clause_list(book).clauses}
TABLES = [
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
]
KINDS = [
    "cards_face_up", "drawn_in_error", "wrong_number_of_cards", "dealer_card_exposed", "shuffler_jam", "shoe_jam",
    "hand_abandoned", "information_shared", "stub_count_wrong", "earthquake",
]  # fmt: skip


class TableMachine(RuleBasedStateMachine):
    """Lawful and unlawful commands alike; after each, everything that must hold is checked."""

    which = 0

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        name, overrides = TABLES[self.which]
        self.submission = submission(name, *overrides)
        self.under = Rules(self.submission)
        self.chance = random.Random(seed)
        self.first = new_table(self.under)
        self.table: Table = self.first
        self.books = Books(self.table)
        self.events: list[AnyEvent] = []
        for command in opening_commands(self.submission.table.decks):
            self.send(command)

    def send(self, command: AnyCommand) -> Accepted | Refused:
        before = msgspec.json.encode(self.table)
        answer = decide(self.under, self.table, command)
        assert msgspec.json.encode(self.table) == before, "deciding changes nothing"
        if isinstance(answer, Refused):
            assert answer.clause in CLAUSES
            return answer
        for event in answer.events:
            assert event.clauses
            assert set(event.clauses) <= CLAUSES, event
            self.table = evolve(self.table, event)
            self.books.post(event)
            self.events.append(event)
        return answer

    def deck_order(self) -> tuple[int, ...]:
        cards = list(range(52))
        self.chance.shuffle(cards)
        if self.chance.random() < 0.3:  # Long suited runs, so that jackpots come up.
            cards.sort()
        return tuple(cards)

    @rule(data=st.data(), who=st.sampled_from(list(Role)), seat=st.integers(1, 6))
    def do_something_lawful(self, data: st.DataObject, who: Role, seat: int) -> None:
        options = legal_commands(self.under, self.table, who, seat)
        options = tuple(option for option in options if not isinstance(option.command, c.CloseTable | c.RemoveDeck))
        if not options:
            return
        option = data.draw(st.sampled_from(options))
        command: Any = option.command
        if isinstance(command, c.Shuffle):
            command = self.with_some_order(command)
        if isinstance(command, c.Act | c.PlaceWagers) and option.largest is not None and data.draw(st.booleans()):
            command = self.with_largest(command, option.largest)
        assert isinstance(self.send(command), Accepted)

    def with_some_order(self, command: c.Shuffle) -> c.Shuffle:
        """Mostly known, sometimes of real cards that are read as they are dealt."""
        if self.chance.random() < 0.3:
            return msgspec.structs.replace(command, cards=(), entered=True)
        return msgspec.structs.replace(command, cards=self.deck_order())

    def next_unread(self, round_: Round) -> AnyCommand:
        """A few cards that have not been seen in this round."""
        left = [card for card in range(52) if card not in cards_out(round_) | {*round_.stock}]
        return c.ReadCards(Role.DEALER, 0, tuple(self.chance.sample(left, min(len(left), 9))))

    def with_largest(self, command: c.Act | c.PlaceWagers, largest: int) -> AnyCommand:
        if isinstance(command, c.Act):
            return msgspec.structs.replace(command, amount=largest)
        return msgspec.structs.replace(command, wagers=tuple((name, largest) for name, _ in command.wagers))

    @rule(
        kind=st.sampled_from(KINDS),
        count=st.integers(1, 3),
        seat=st.integers(1, 6),
        during=st.sampled_from([None, "deal"]),
    )
    def something_goes_wrong(self, kind: str, count: int, seat: int, during: str | None) -> None:
        if self.chance.random() < 0.3:
            self.send(c.Report(Role.DEALER, 0, kind, count, seat=seat, during=during))

    @rule(counted=st.integers(0, 52), misdealt=st.booleans())
    def count_wrongly(self, counted: int, misdealt: bool) -> None:
        if self.chance.random() < 0.1:
            self.send(c.CountStub(Role.DEALER, 0, counted, misdealt))

    @rule(
        seat=st.integers(-1, 8),
        amount=st.integers(-1, 10**12),
        action=st.sampled_from(["raise", "all_in", "fold", "x"]),
    )
    def somebody_tries_anything(self, seat: int, amount: int, action: str) -> None:
        self.send(c.Act(Role.PLAYER, 0, seat, action, amount))
        self.send(c.PlaceWagers(Role.PLAYER, 0, seat, (("ante", amount),)))
        self.send(c.CollectProgressive(Role.DEALER, 0, seat, seat + 1))
        self.send(c.SpinWheel(Role.DEVICE, 0, seat, "$7"))
        self.send(c.ValidatePayout(Role.PLAYER, 0, seat))
        self.send(c.Deal(Role.DEALER, 0, amount % 40 - 1))
        self.send(c.ReadCards(Role.DEALER, 0, (amount % 60 - 1,)))

    @rule()
    def the_deck_becomes_due(self) -> None:
        """While betting is open: nothing is dealt from it any more, it can be taken away, and wagers go back."""
        round_, much_later = self.table.round, self.table.now + 24 * 3600
        if round_ is None or round_.phase is not Phase.BETTING or self.chance.random() < 0.7:
            return
        if self.under.book.table.deck_hours:
            answer = self.send(c.NoMoreBets(Role.DEALER, much_later))
            assert isinstance(answer, Refused)
            assert answer.code is Code.DECK_OVERDUE
        elif round_.seats:
            return
        self.send(c.RemoveDeck(Role.DEALER, much_later, round_.deck))
        assert self.table.round is None
        assert self.table.deck(round_.deck) is None

    @rule()
    def play_on(self) -> None:
        """The dealer's side does what is next, so that rounds come to an end."""
        for _ in range(8):
            for command in self.next_steps():
                if isinstance(self.send(command), Accepted):
                    break

    def next_steps(self) -> list[AnyCommand]:
        round_ = self.table.round
        if round_ is None:
            deck = 2 if self.submission.table.decks == 2 and self.table.last_deck == 1 else 1
            counted = 52 if self.submission.table.shuffler == "counting" else None
            return [
                c.OpenRound(Role.DEALER), self.with_some_order(c.Shuffle(Role.DEVICE, 0, (), deck, counted)),
                self.with_some_order(c.Shuffle(Role.DEALER, 0, (), deck)), c.CutCards(Role.DEALER, 0, 20, deck),
                c.ViewCards(Role.PLAYER, 0, deck), c.StackCards(Role.DEALER, 0, deck),
                c.ReceiveCards(Role.DEALER, 0, deck),
                c.InspectCards(Role.DEALER, 0, deck), c.VerifyInspection(Role.FLOORPERSON, 0, deck),
                c.SpreadCards(Role.DEALER, 0, deck), c.CoverDevice(Role.DEALER),
            ]  # fmt: skip
        if round_.phase is Phase.BETTING and len(round_.seats) < 3:
            return [self.full_stakes(self.chance.randint(1, 6))]
        if round_.phase is Phase.DECISIONS and round_.turn is not None:
            return self.decisions(round_.seats[round_.turn])
        chips = sum(1 for seat in round_.seats if seat.stake("progressive"))
        stub = len(round_.stock) - (0 if round_.dealer else 3)
        claim = round_.claim or 0
        return [
            c.NoMoreBets(Role.DEALER), c.Deal(Role.DEALER), c.CollectProgressive(Role.DEALER, 0, chips, chips),
            c.DealCommunity(Role.DEALER), c.Reveal(Role.DEALER), c.CountStub(Role.DEALER, 0, stub),
            c.Settle(Role.DEALER), self.next_unread(round_),
            c.SpinWheel(Role.DEVICE, 0, claim, "Jackpot"), c.ValidatePayout(Role.FLOORPERSON, 0, claim),
        ]  # fmt: skip

    def full_stakes(self, seat: int) -> AnyCommand:
        """Every wager offered, the optional ones most of the time."""
        rules = self.under
        stakes = [
            (name, rules.stakes[rule.equals].minimum if rule.equals else rule.minimum)
            for name, rule in rules.stakes.items()
            if rule.required or self.chance.random() < 0.8
        ]
        return c.PlaceWagers(Role.PLAYER, 0, seat, tuple(stakes))

    def decisions(self, seat: Seat) -> list[AnyCommand]:
        rules = self.under
        assert self.table.round is not None
        smallest, largest, _ = lawful_amounts(rules, self.table.round, seat)
        wager = rules.streets[self.table.round.stage].wager
        bet = c.Act(Role.PLAYER, 0, seat.seat, wager, self.chance.choice([smallest, largest]))
        others = [c.Act(Role.PLAYER, 0, seat.seat, word) for word in ("fold", "check")]
        return [bet] if self.chance.random() < 0.7 else [*others]

    @invariant()
    def fifty_two_cards_each_once(self) -> None:
        round_ = self.table.round
        if round_ is None:
            return
        everywhere = [
            *round_.stock, *round_.dealer, *round_.board, *round_.board_face_down, *round_.burned, *round_.set_aside,
            *(card for seat in round_.seats for card in seat.cards),
        ]  # fmt: skip
        read = [card for card in everywhere if card != UNREAD]
        assert len(everywhere) == 52
        assert len({*read}) == len(read)
        assert {*read} <= {*range(52)}
        assert UNREAD not in cards_out(round_)

    @invariant()
    def money_is_moved_never_made(self) -> None:
        assert self.books.total == 0
        assert self.books.balance(MAIN_METER) == self.table.main
        assert self.books.balance(SECONDARY_METER) == self.table.secondary
        assert self.books.balance(FELT) == (self.table.round.felt if self.table.round else 0)
        assert min(self.books.balance(FELT), self.table.main, self.table.secondary) >= 0

    @invariant()
    def a_turn_belongs_to_somebody_who_has_not_decided(self) -> None:
        round_ = self.table.round
        if round_ is not None and round_.phase is Phase.DECISIONS:
            assert round_.turn is not None
            assert round_.seats[round_.turn].action == ""

    def teardown(self) -> None:
        if not hasattr(self, "events"):
            return
        again = evolve_all(self.first, self.events)
        assert msgspec.json.encode(again) == msgspec.json.encode(self.table), "the events alone make the state"
        kinds = msgspec.json.decode(msgspec.json.encode(self.events), type=list[AnyEvent])
        assert kinds == self.events, "events read back as they were written"


@pytest.mark.parametrize("which", range(len(TABLES)))
def test_no_table_leaves_the_law(which: int) -> None:
    machine = type(f"TableMachine{which}", (TableMachine,), {"which": which})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=15, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck),
            derandomize=True, database=None,
        ),
    )  # fmt: skip
