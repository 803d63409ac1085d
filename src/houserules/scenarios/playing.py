"""A scenario played out: its cards laid into a deck, its acts made commands, and all of it put through ``decide``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from houserules.cards import DECK
from houserules.law import MalformedData
from houserules.law.words import PROGRESSIVE, Role
from houserules.play import (
    BOARD,
    DEALER,
    Accepted,
    AnyEvent,
    Code,
    Decline,
    Phase,
    Refused,
    Round,
    Rules,
    Session,
    Table,
    burns,
    cards_dealt,
    holds_suited_hole_cards,
    initial_places,
    new_table,
    next_community,
    opening_commands,
    order_of,
    places_of,
    shuffle_commands,
    stub_size,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled
from houserules.scenarios.reading import Deed, Scenario, ScenarioIrregularity, ScenarioSeat, read_scenario

_BURN = -2
_IN_BETTING = "betting"
_IN_DEALING = "dealing"
_AT_THE_REVEAL = ("reveal", "settlement")
_AFTER_DECISIONS = ("after_decisions", *_AT_THE_REVEAL)
_NO_HARM = (Code.NOTHING_CHANGES,)
"""Something went wrong of which nothing comes: the round goes on."""
_MISSING = "is missing: write the cards, or a deck for the whole table"


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a scenario: the round as it stood before it closed, the table after it, and every event."""

    round: Round
    table: Table
    events: tuple[AnyEvent, ...]
    dealer_known: bool


def play_scenario(rules: Rules, data: Mapping[str, Any]) -> Played:
    """Raises :class:`MalformedData` for what is wrong with the scenario, unlawful acts included."""
    scenario = read_scenario(rules, data)
    main = scenario.meters.get("main")
    session = Session(rules, new_table(rules, main, scenario.meters.get("secondary", 0)))
    return _Player(rules, scenario, session).play()


class _Player:
    def __init__(self, rules: Rules, scenario: Scenario, session: Session) -> None:
        self.rules = rules
        self.scenario = scenario
        self.session = session

    def play(self) -> Played:
        self.session.must(*opening_commands(self.rules.submission.table.decks))
        self.session.must(*shuffle_commands(self.rules, self._deck(), 1), c.OpenRound(Role.DEALER))
        self._place_wagers()
        self._report(_IN_BETTING)
        if not self._void:
            self._close_betting()
            self._deal()
        if not self._void:
            self._decide()
        self._finish_board()
        if not self._void:
            self._try(c.Reveal(Role.DEALER), "dealer")
        self._check_nothing_missing()
        self._check_wheels()
        return self._settle()

    @property
    def round(self) -> Round:
        assert self.session.table.round is not None
        return self.session.table.round

    @property
    def _void(self) -> bool:
        return self.round.void is not None

    def _try(self, command: c.AnyCommand, place: str) -> Accepted:
        answer = self.session.do(command)
        if isinstance(answer, Refused):
            raise MalformedData(f"{place}: {_said(answer)}")
        return answer

    def _deck(self) -> tuple[int, ...]:
        """The deck from which the table deals the hands that the scenario names."""
        if self.scenario.deck is not None:
            return tuple(self.scenario.deck)
        rules, table = self.rules, self.session.table
        order = order_of(rules, table)
        seats = tuple(seat.seat for seat in self.scenario.seats)
        places = list(initial_places(order, seats, rules.player_cards, rules.dealer_cards, rules.community_cards))
        if DEALER not in places:
            places += [DEALER] * rules.dealer_cards
        if BOARD not in places and rules.community_cards:
            seen = 0
            for board in (*(street.board for street in rules.streets), rules.community_cards):
                if board > seen:
                    places += [*[_BURN] * burns(rules, table), *[BOARD] * (board - seen)]
                    seen = board
        hands: dict[int, list[int]] = {seat.seat: list(seat.cards or ()) for seat in self.scenario.seats}
        hands[DEALER] = list(self.scenario.dealer or ())
        hands[BOARD] = list(self.scenario.community or ())
        named = {card for cards in hands.values() for card in cards}
        aside = {int(entry.card) for entry in self.scenario.irregularities if entry.card is not None}
        unnamed = [*aside, *(int(card) for card in DECK if card not in named | aside)]
        laid = [hands[place].pop(0) if hands.get(place) else unnamed.pop() for place in places]
        too_many = (card for cards in hands.values() for card in cards)
        return (*laid, *unnamed, *too_many)

    def _place_wagers(self) -> None:
        for seat in self.scenario.seats:
            command = c.PlaceWagers(Role.PLAYER, 0, seat.seat, seat.wagers, seat.player)
            self._try(command, f"seat {seat.seat}: wagers")

    def _close_betting(self) -> None:
        self.session.must(c.NoMoreBets(Role.DEALER))
        chips = sum(1 for seat in self.round.seats if seat.stake(PROGRESSIVE))
        if chips:
            self.session.must(c.CollectProgressive(Role.DEALER, 0, chips, chips))

    def _deal(self) -> None:
        while self.round.phase is Phase.DEALING:
            left = len(places_of(self.rules, self.session.table, self.round)) - cards_dealt(self.round)
            found = self._next_face_up(left)
            if found is None:
                self.session.must(c.Deal(Role.DEALER))
                continue
            depth, irregularity = found
            if depth:
                self.session.must(c.Deal(Role.DEALER, 0, depth))
            self._report_one(irregularity, None)
        self._report(_IN_DEALING)
        if self.round.dealer and len(self.round.board_face_down) == self.round.board_size:
            self._count_stub(_IN_DEALING)

    def _next_face_up(self, cards: int) -> tuple[int, ScenarioIrregularity] | None:
        """The first face-up card among the next ``cards`` of a deck, and how deep it lies."""
        if self.scenario.deck is None:
            return None
        stock = self.round.stock
        depths = [
            (stock.index(entry.card), number)
            for number, entry in enumerate(self.scenario.irregularities)
            if entry.card is not None and entry.card in stock[:cards]
        ]
        if not depths:
            return None
        depth, number = min(depths)
        return depth, self.scenario.irregularities[number]

    def _found_in_the_deck(self, irregularity: ScenarioIrregularity) -> bool:
        """A card that is named in a deck is found where it lies, or never."""
        return irregularity.card is not None and self.scenario.deck is not None

    def _report(self, when: str) -> None:
        for irregularity in self.scenario.irregularities:
            if irregularity.when == when and not self._found_in_the_deck(irregularity) and not self._void:
                if irregularity.kind.startswith("stub_count"):
                    continue
                self._report_one(irregularity, "deal" if when == _IN_DEALING else None)

    def _report_one(self, irregularity: ScenarioIrregularity, during: str | None) -> None:
        self._insist_taken(irregularity, self.session.do(self._report_of(irregularity, during)), _NO_HARM)

    def _report_of(self, irregularity: ScenarioIrregularity, during: str | None) -> c.Report:
        """The command. Where hands are written, those that are not were never completed."""
        cards = (int(irregularity.card),) if irregularity.card is not None else ()
        written = self.scenario.deck is None
        return c.Report(
            Role.DEALER, 0, irregularity.kind, irregularity.count, cards, irregularity.seat, irregularity.who, during,
            tuple(seat.seat for seat in self.scenario.seats if written and seat.cards is None),
        )  # fmt: skip

    def _decide(self) -> None:
        """Every act as written, from the dealer's left; then what went wrong after the deal."""
        late = [
            irregularity
            for irregularity in self.scenario.irregularities
            if irregularity.when not in (_IN_BETTING, _IN_DEALING) and not self._found_in_the_deck(irregularity)
        ]
        for irregularity in late:
            if self._has_not_acted(irregularity):
                self._report_one(irregularity, None)
        stage = 0
        while not self._void and self._act_through(stage):
            stage += 1
        for irregularity in late:
            if not (self._void or self._has_not_acted(irregularity) or irregularity.kind.startswith("stub_count")):
                self._report_late(irregularity)
        self._count_stub(None)
        if not self._void and self.round.phase is not Phase.REVEAL:
            turn = self.round.turn
            seat = self.round.seats[turn].seat if turn is not None else 0
            raise MalformedData(f"seat {seat}: action: the decision is missing")

    def _report_late(self, irregularity: ScenarioIrregularity) -> None:
        """Once all have decided, some things are no irregularity any more; then the round simply goes on."""
        rule = self.rules.irregularity(irregularity.kind)
        if irregularity.when in _AT_THE_REVEAL and rule is not None and rule.until is not None:
            return
        during = None if irregularity.when in _AFTER_DECISIONS else "decisions"
        answer = self.session.do(self._report_of(irregularity, during))
        self._insist_taken(irregularity, answer, (*_NO_HARM, Code.WRONG_PHASE))

    def _insist_taken(
        self, irregularity: ScenarioIrregularity, answer: Accepted | Refused, harmless: tuple[Code, ...]
    ) -> None:
        if isinstance(answer, Refused) and answer.code not in harmless:
            raise MalformedData(f"{irregularity.place}{irregularity.kind}: {_said(answer)}")

    def _has_not_acted(self, irregularity: ScenarioIrregularity) -> bool:
        """A player who leaves or is caught before deciding: the round goes on without that decision."""
        if irregularity.kind not in ("hand_abandoned", "information_shared"):
            return False
        if irregularity.when in _AFTER_DECISIONS:
            return False
        return any(seat.seat == irregularity.seat and not seat.deeds for seat in self.scenario.seats)

    def _act_through(self, stage: int) -> bool:
        """All acts of one stage. Returns whether another stage follows."""
        by_number = {seat.seat: seat for seat in self.scenario.seats}
        while self.round.phase is Phase.DECISIONS and self.round.stage == stage:
            turn = self.round.turn
            assert turn is not None
            seat = by_number[self.round.seats[turn].seat]
            if stage >= len(seat.deeds):
                return False
            self._act(seat, seat.deeds[stage])
        if self.round.phase is Phase.BOARD:
            self._open_more_cards()
            return True
        self._no_deeds_left(by_number)
        return False

    def _open_more_cards(self) -> None:
        """Community cards, unless they lie there face down already, come from the deck with what is found in it."""
        while not self._void and not self.round.board_face_down:
            cards = burns(self.rules, self.session.table) + next_community(self.rules, self.round)
            found = self._next_face_up(cards)
            if found is None:
                break
            self._report_one(found[1], None)
        if self.round.phase is Phase.BOARD:
            self.session.must(c.DealCommunity(Role.DEALER))

    def _no_deeds_left(self, seats: Mapping[int, ScenarioSeat]) -> None:
        """Acts beyond an All In or a fold cannot have been taken."""
        for seat in self.round.seats:
            taken = len(seats[seat.seat].deeds)
            if seat.forfeited is None and taken > self._deeds_needed(seats[seat.seat].deeds):
                raise MalformedData(f"seat {seat.seat}: actions: nothing more can be done after the last decision")

    def _deeds_needed(self, deeds: Iterable[Deed]) -> int:
        count = 0
        for deed in deeds:
            count += 1
            if deed.word != Decline.CHECK and len({street.wager for street in self.rules.streets}) == 1:
                break
        return count

    def _act(self, seat: ScenarioSeat, deed: Deed) -> None:
        state = self.round.seat(seat.seat)
        assert state is not None
        amount = 0
        street = self.rules.streets[self.round.stage]
        if deed.word == street.wager:
            base = state.stake(self.rules.base_wager)
            if deed.multiple is not None:
                amount = base * deed.multiple
            elif deed.amount is not None:
                amount = deed.amount
            elif street.is_exact:
                amount = base * street.smallest
            else:
                raise MalformedData(f'seat {seat.seat}: action: say how much, as in "{deed.word} 10"')
        command = c.Act(Role.PLAYER, 0, seat.seat, deed.word, amount)
        self._try(command, f"seat {seat.seat}: action")

    def _count_stub(self, when: str | None) -> None:
        """The stub is counted when no more cards are to be dealt: after the deal, or after the last board card."""
        for irregularity in self.scenario.irregularities:
            if irregularity.kind.startswith("stub_count") and not self._void and when in (None, irregularity.when):
                wrong = stub_size(self.rules, self.round) - 1
                misdealt = irregularity.kind == "stub_count_misdealt"
                self._try(c.CountStub(Role.DEALER, 0, wrong, misdealt), f"{irregularity.place}{irregularity.kind}")

    def _finish_board(self) -> None:
        while self.round.phase is Phase.BOARD:
            self._open_more_cards()

    def _check_nothing_missing(self) -> None:
        """Cards may be missing only where no wager hangs on them."""
        if self.scenario.deck is not None:
            return
        void = self.round.void
        problems = []
        if void is None:
            problems += [f"seat {seat.seat}: cards: {_MISSING}" for seat in self.scenario.seats if seat.cards is None]
            if self.scenario.dealer is None:
                problems.append(f"dealer: {_MISSING}")
        hang_on_board = void is None or any(
            seat.stake(wager)
            for seat in self.round.seats
            for wager in void.settled
            if wager != PROGRESSIVE and self.rules.is_complete(seat)
        )
        if self.rules.community_cards and self.scenario.community is None and hang_on_board:
            problems.append(f"community: {_MISSING}")
        if problems:
            raise MalformedData(*problems)

    def _check_wheels(self) -> None:
        """A symbol is named only where suited hole cards spin the wheel; a round that is void may end before that."""
        for seat in self.scenario.seats:
            state = self.round.seat(seat.seat)
            assert state is not None
            if seat.wheel is None or not self.rules.is_complete(state):
                continue
            if not holds_suited_hole_cards(self.rules, state):
                clause = self.rules.clauses_of(c.SpinWheel.step)[0]
                raise MalformedData(
                    f"seat {seat.seat}: wheel: the hole cards are not of one suit, so no wheel spins ({clause})"
                )

    def _settle(self) -> Played:
        by_number = {seat.seat: seat for seat in self.scenario.seats}
        while True:
            before = self.round
            answer = self.session.do(c.Settle(Role.DEALER))
            if isinstance(answer, Refused):
                self._clear_the_way(answer, by_number)
            elif self.session.table.round is None:
                lines = tuple(event for event in answer.events if isinstance(event, WagerSettled))
                last = replace(before, lines=(*before.lines, *lines))
                return Played(last, self.session.table, tuple(self.session.events), self._dealer_known())

    def _clear_the_way(self, answer: Refused, seats: Mapping[int, ScenarioSeat]) -> None:
        number = self.round.claim
        assert number is not None
        if answer.code is Code.NOT_VALIDATED:
            self.session.must(c.ValidatePayout(Role.FLOORPERSON, 0, number))
            return
        assert answer.code is Code.WHEEL_NOT_SPUN
        symbol = seats[number].wheel
        if symbol is None:
            state = self.round.seat(number)
            assert state is not None
            assert holds_suited_hole_cards(self.rules, state)
            raise MalformedData(f'seat {number}: wheel: is missing: suited cards spin the wheel; write wheel = "$5"')
        self._try(c.SpinWheel(Role.DEVICE, 0, number, symbol), f"seat {number}: wheel")

    def _dealer_known(self) -> bool:
        written = self.scenario.dealer
        return self.scenario.deck is not None or (written is not None and len(written) == self.rules.dealer_cards)


def _said(answer: Refused) -> str:
    facts = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in answer.facts)
    return f"{answer.code.value.replace('_', ' ')} ({facts}{'; ' if facts else ''}{answer.clause})"
