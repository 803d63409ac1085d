"""The coach at practice tables: exact advice, computed as a background job."""

from __future__ import annotations

from math import inf
from typing import Final, Protocol, cast

from houserules.app.house.background import BackgroundJobs, InProgress, Job
from houserules.app.lab.worker import in_process
from houserules.app.people.roles import Person, insist
from houserules.app.refusals import Kind, Refusal
from houserules.app.table.events import PRACTICE
from houserules.app.table.state import TableState
from houserules.app.views.table_shapes import AdviceShown, AdvisedOption, ChancesShown
from houserules.app.views.text import cards
from houserules.cards import Card
from houserules.lab import Situation, advise, chances_of, pair
from houserules.law import MalformedData, Submission
from houserules.play import Round, Seat

PATIENCE: Final = 1.0
"""How many seconds a request waits for advice that is being computed."""


class Advice(Protocol):
    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        """The value of each option in units of the ante, best first, exact: ``{"action": …, "ev": {…}}``.

        ``known`` are other cards that the player sees: those of the player's other boxes.
        """

    def chances(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> ChancesShown | None:
        """What this hand may become if it stays in to the end; None if that is not counted."""


class LabAdvice:
    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        return cast(list[AdvisedOption], advise(submission, cards, board, known))

    def chances(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> ChancesShown | None:
        seen = Situation(tuple(map(Card, cards)), tuple(map(Card, board)), tuple(map(Card, known)))
        found = chances_of(submission, seen)
        if found is None:
            return None
        qualifies = submission.rulebook.qualifying is not None
        short = pair(found.not_qualifying) if qualifies else None
        return cast(ChancesShown, {"win": pair(found.win), "tie": pair(found.tie), "not_qualifying": short})


class Coach:
    def __init__(self, advice: Advice) -> None:
        self.advice = advice
        self.jobs = BackgroundJobs(patience=PATIENCE)

    async def advise(self, submission: Submission, state: TableState, person: Person) -> AdviceShown:
        """Each option of the player whose turn it is with its exact value, best first; none while it is being
        computed. There is no advice at a live table."""
        if state.kind != PRACTICE:
            raise Refusal("not_found", "there is no advice at a live table", Kind.UNKNOWN)
        insist(person, "ask_advice")
        round_, box = _turn_of(state, person.account)
        known = tuple(
            card for each in round_.seats if each.player == box.player and each is not box for card in each.cards
        )
        key = repr((submission.digest, box.cards, round_.board, known))
        asked = submission, box.cards, round_.board, known
        work = self.jobs.in_thread(lambda: (self.advice.options(*asked), self.advice.chances(*asked)))
        try:
            found = await self.jobs.submit(Job("advice", key, work))
        except MalformedData as error:  # A hand that was misdealt, or rules that the lab does not support.
            raise Refusal("advice_unavailable", str(error)) from None
        computing = isinstance(found, InProgress)
        options, chances = ([], None) if computing else found
        return {
            "seat": box.seat,
            "cards": cards(box.cards),
            "board": cards(round_.board),
            "known": cards(known),
            "computing": computing,
            "options": options,
            "chances": chances,
        }

    async def warm_up(self) -> None:
        """Has another process compile the machine code of all decisions. Advice is computed after that."""
        await self.jobs.submit(Job("warm_up", "", in_process("warm_up")), patience=inf)

    async def close(self) -> None:
        await self.jobs.close()


def _turn_of(state: TableState, account: str) -> tuple[Round, Seat]:
    round_, own = state.table.round, state.seat_of(account)
    turn = round_.seats[round_.turn] if round_ is not None and round_.turn is not None else None
    if round_ is None or turn is None or turn.player != own:
        raise Refusal("not_your_turn", "there is nothing for you to decide now")
    return round_, turn
