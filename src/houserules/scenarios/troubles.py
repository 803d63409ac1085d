"""What went wrong in a scenario, reported to the table at the moment that the scenario says."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from houserules.law import MalformedData
from houserules.law.words import IrregularityKind, Role
from houserules.play import Code, Refused, Round, Rules, Session, stub_size
from houserules.play import commands as c
from houserules.scenarios.fields import said
from houserules.scenarios.reading import OF_A_PLAYER, Scenario, ScenarioIrregularity

BETTING: Final = "betting"
DEALING: Final = "dealing"
AMONG_DECISIONS: Final = ("decisions", "flop", "community")
AFTER_DECISIONS: Final = "after_decisions"
AT_THE_END: Final = ("reveal", "settlement")

_STUB_COUNTS: Final = (IrregularityKind.STUB_COUNT_WRONG, IrregularityKind.STUB_COUNT_MISDEALT)
_NOT_YET: Final = (Code.WRONG_PHASE, Code.BOARD_NOT_DEALT)
"""Why a stub cannot be counted before all cards are out."""


class Troubles:
    """The irregularities of a scenario that have not been reported yet. Each is reported once, in a void round
    too."""

    def __init__(self, rules: Rules, scenario: Scenario, session: Session) -> None:
        self.rules = rules
        self.scenario = scenario
        self.session = session
        self.pending = list(scenario.irregularities)

    @property
    def _round(self) -> Round:
        assert self.session.table.round is not None
        return self.session.table.round

    def report(self, *when: str, during: str | None = None) -> None:
        """Reports all that went wrong then, except stub counts and cards that are found where they lie in a deck."""
        for entry in [entry for entry in self.pending if entry.when in when]:
            if entry.kind not in _STUB_COUNTS and not self._lies_in_the_deck(entry):
                self._report(entry, during)

    def reports_player(self, player: int, when: tuple[str, ...] = AMONG_DECISIONS) -> bool:
        """Whether this player, who has no decision left, left the table or told the cards then; if so, reports it."""
        boxes = {seat.seat for seat in self.scenario.seats if seat.player == player}
        found = [
            entry for entry in self.pending
            if entry.kind in OF_A_PLAYER and entry.when in when and entry.seat in boxes
        ]  # fmt: skip
        for entry in found:
            self._report(entry, None)
        return bool(found)

    def next_face_up(self, cards: int) -> int | None:
        """The depth of the first card that is face up among the next ``cards`` of a deck."""
        return min(self._depths(cards), default=(None, None))[0]

    def find_face_up(self, cards: int) -> bool:
        """Reports the first such card; False where there is none."""
        depths = self._depths(cards)
        if depths:
            self._report(self.pending[min(depths)[1]], None)
        return bool(depths)

    def _depths(self, cards: int) -> list[tuple[int, int]]:
        if self.scenario.deck is None:
            return []
        ahead = self._round.stock[:cards]
        return [
            (ahead.index(entry.card), number)
            for number, entry in enumerate(self.pending)
            if entry.card is not None and entry.card in ahead
        ]

    def _lies_in_the_deck(self, entry: ScenarioIrregularity) -> bool:
        """Whether a card is named in a deck: it is found where it lies, or never."""
        return entry.card is not None and self.scenario.deck is not None

    def _report(self, entry: ScenarioIrregularity, during: str | None) -> None:
        """Where hands are given, any hand that is not was never completed."""
        self.pending.remove(entry)
        written = self.scenario.deck is None
        answer = self.session.do(
            c.Report(
                Role.DEALER, 0, entry.kind, entry.count, self._cards(entry), entry.seat, entry.who, during,
                tuple(seat.seat for seat in self.scenario.seats if written and seat.cards is None),
            )
        )  # fmt: skip
        if isinstance(answer, Refused) and not _is_harmless(answer):
            raise MalformedData(f"{entry.place}{entry.kind}: {said(answer)}")

    def _cards(self, entry: ScenarioIrregularity) -> tuple[int, ...]:
        """The card that is named. Where hands are given, an unnamed card is any that lies in no hand."""
        if entry.card is not None:
            return (int(entry.card),)
        if entry.kind != IrregularityKind.CARDS_FACE_UP or self.scenario.deck is not None:
            return ()
        held = {card for seat in self.scenario.seats for card in seat.cards or ()}
        held |= {*(self.scenario.dealer or ()), *(self.scenario.community or ())}
        held |= {other.card for other in self.scenario.irregularities if other.card is not None}
        free = [card for card in self._round.stock if card not in held]
        return tuple(free[-entry.count :])

    def count_stub(self, *when: str) -> None:
        """Counts the stub when no more cards are to be dealt: then, or at the next time asked."""
        found = [entry for entry in self.pending if entry.kind in _STUB_COUNTS and entry.when in when]
        if not found:
            return
        misdealt = next((entry for entry in found if entry.kind == IrregularityKind.STUB_COUNT_MISDEALT), None)
        wrong = any(entry.kind == IrregularityKind.STUB_COUNT_WRONG for entry in found)
        in_deck = misdealt.in_deck if misdealt is not None else None
        if in_deck is None and misdealt is not None and wrong:
            in_deck = self.rules.cards_in_deck - 1
        stub = stub_size(self.rules, self._round)
        counted = stub - 1 if stub > 0 else 1  # One is missing; where none should be left, there is one too many.
        command = c.CountStub(Role.DEALER, 0, counted, misdealt is not None, UNSET if in_deck is None else in_deck)
        answer = self.session.do(command)
        if isinstance(answer, Refused):
            if answer.code not in _NOT_YET or when == (BETTING,) or AT_THE_END[-1] in when:
                raise MalformedData(f"{found[0].place}{found[0].kind}: {said(answer)}")
            return
        self.pending = [entry for entry in self.pending if entry not in found]


def _is_harmless(answer: Refused) -> bool:
    """Nothing comes of it, or it is no longer an irregularity: the round goes on."""
    late = answer.code is Code.WRONG_PHASE and dict(answer.facts).get("timing") == "late"
    return late or answer.code is Code.NOTHING_CHANGES
