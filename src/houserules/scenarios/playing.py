"""Plays a scenario: arranges its cards in a deck, turns its acts into commands, and puts all of them through
``decide``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET
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
    order_of,
    places_of,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled
from houserules.scenarios.fields import said
from houserules.scenarios.reading import Deed, Scenario, ScenarioSeat, read_scenario
from houserules.scenarios.steps import AFTER, Steps
from houserules.scenarios.troubles import (
    AFTER_DECISIONS,
    AMONG_DECISIONS,
    AT_THE_END,
    BETTING,
    DEALING,
    Troubles,
)

_BURN = -2
_MISSING = "is missing: write the cards, or a deck for the whole table"


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a scenario: the round as it was before it closed, the table after it, and every event."""

    round: Round
    table: Table
    events: tuple[AnyEvent, ...]
    dealer_known: bool


def play_scenario(rules: Rules, data: Mapping[str, Any]) -> Played:
    """Raises :class:`MalformedData` for anything wrong with the scenario, unlawful acts included."""
    scenario = read_scenario(rules, data)
    main = scenario.meters.get("main")
    session = Session(rules, new_table(rules, main, scenario.meters.get("secondary", 0)))
    return _Player(rules, scenario, session).play()


class _Player:
    def __init__(self, rules: Rules, scenario: Scenario, session: Session) -> None:
        self.rules = rules
        self.scenario = scenario
        self.session = session
        self.troubles = Troubles(rules, scenario, session)
        self.steps = Steps(rules, scenario.steps, session)

    def play(self) -> Played:
        self.steps.prepare()
        self.steps.shuffle(self._deck())
        self._try(c.OpenRound(Role.DEALER), "deck")
        self._place_wagers()
        self.steps.take(BETTING)
        self.troubles.report(BETTING)
        self.troubles.count_stub(BETTING)
        if not self._void:
            self._close_betting()
            self._deal()
        self.troubles.report(DEALING, during="deal")
        self._finish_board(DEALING)
        if not self._void:
            self._decide()
        for when in AMONG_DECISIONS:
            self.steps.take(when)
        self.troubles.report(*AMONG_DECISIONS)
        self._finish_board(DEALING, *AMONG_DECISIONS)
        self.steps.take(AFTER_DECISIONS)
        self.troubles.report(AFTER_DECISIONS)
        self._finish_board(DEALING, *AMONG_DECISIONS, AFTER_DECISIONS)
        self._reveal()
        for when in AT_THE_END:
            self.steps.take(when)
        self.troubles.report(*AT_THE_END)
        self._finish_board(DEALING, *AMONG_DECISIONS, AFTER_DECISIONS, *AT_THE_END)
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
            raise MalformedData(f"{place}: {said(answer)}")
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
        self.steps.take(DEALING)
        if self._void:
            return
        chips = sum(1 for seat in self.round.seats if seat.stake(PROGRESSIVE))
        if chips:
            self.session.must(c.CollectProgressive(Role.DEALER, 0, chips, chips))

    def _deal(self) -> None:
        while self.round.phase is Phase.DEALING:
            left = len(places_of(self.rules, self.session.table, self.round)) - cards_dealt(self.round)
            depth = self.troubles.next_face_up(left)
            if depth is None:
                self._try(c.Deal(Role.DEALER), DEALING)
                continue
            if depth:
                self._try(c.Deal(Role.DEALER, 0, depth), DEALING)
            self.troubles.find_face_up(1)

    def _decide(self) -> None:
        """Every act as written, starting at the dealer's left, with what went wrong in between."""
        stage = 0
        while not self._void and self._act_through(stage):
            stage += 1
        among = AMONG_DECISIONS[:1] if self._void else AMONG_DECISIONS
        self.troubles.report(*among, during="decisions")
        if not self._void and self.round.phase is not Phase.REVEAL:
            self.troubles.count_stub(DEALING, *AMONG_DECISIONS)
        if not self._void and self.round.phase is not Phase.REVEAL:
            turn = self.round.turn
            seat = self.round.seats[turn].seat if turn is not None else 0
            raise MalformedData(f"seat {seat}: action: the decision is missing")

    def _act_through(self, stage: int) -> bool:
        """All acts of one stage. Returns whether another stage follows."""
        by_number = {seat.seat: seat for seat in self.scenario.seats}
        left = False
        while self.round.phase is Phase.DECISIONS and self.round.stage == stage:
            turn = self.round.turn
            assert turn is not None
            seat = by_number[self.round.seats[turn].seat]
            if stage >= len(seat.deeds):
                left = self.troubles.reports_player(seat.player)
                if left:
                    continue
                return False
            self._act(seat, seat.deeds[stage])
        if self.round.phase is Phase.BOARD:
            when = "community" if self.round.board else "flop"
            deciding = {seat.player for seat in self.scenario.seats if len(seat.deeds) > stage + 1}
            if not deciding:
                if left:  # Nobody decided after that player, so anything else that happened came before the cards.
                    self._report(AMONG_DECISIONS[0], "decisions")
                self._report(when)
            for player in sorted({seat.player for seat in self.scenario.seats} - deciding):
                self.troubles.reports_player(player, (when,))
            if not self._void:
                self._open_more_cards()
            return True
        self._no_deeds_left(by_number)
        return False

    def _report(self, when: str, during: str | None = None) -> None:
        """Reports what went wrong then, and counts the stub if it was to be counted by now."""
        self.troubles.report(when, during=during)
        self.troubles.count_stub(DEALING, *AMONG_DECISIONS[: AMONG_DECISIONS.index(when) + 1])

    def _open_more_cards(self) -> None:
        """Community cards come from the deck, with anything found in it, unless they already lie there face down."""
        while not self._void and not self.round.board_face_down:
            cards = burns(self.rules, self.session.table) + next_community(self.rules, self.round)
            if not self.troubles.find_face_up(cards):
                break
        if self.round.phase is Phase.BOARD:
            self.session.must(c.DealCommunity(Role.DEALER))

    def _no_deeds_left(self, seats: Mapping[int, ScenarioSeat]) -> None:
        """No acts may follow an All In or a fold."""
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
        set_cards = seat.set_cards if deed.word == street.wager else None
        laid = UNSET if set_cards is None else tuple(int(card) for card in set_cards)
        command = c.Act(Role.PLAYER, 0, seat.seat, deed.word, amount, laid)
        self._try(command, f"seat {seat.seat}: action")

    def _finish_board(self, *when: str) -> None:
        """Deals a void round's community cards where a wager depends on them; then the stub can be counted."""
        while self._void and self.round.phase is Phase.BOARD:
            self._open_more_cards()
        self.troubles.count_stub(*when)

    def _reveal(self) -> None:
        """The dealer's cards may come from the shuffler only now, with anything found among them."""
        while not self._void and not self.round.dealer and self.troubles.find_face_up(self.rules.dealer_cards):
            pass
        if not self._void:
            self._try(c.Reveal(Role.DEALER), "dealer")

    def _check_nothing_missing(self) -> None:
        """Cards may be missing only where no wager depends on them."""
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
            for wager in self.round.spared
            if wager != PROGRESSIVE and self.rules.is_complete(seat)
        )
        if self.rules.community_cards and self.scenario.community is None and hang_on_board:
            problems.append(f"community: {_MISSING}")
        if problems:
            raise MalformedData(*problems)

    def _check_wheels(self) -> None:
        """A symbol is named only where suited hole cards spin the wheel; a void round may end before that."""
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
                self.steps.take(AFTER)
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
