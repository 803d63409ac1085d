"""The coach at practice tables: exact advice, worked out beside the tables, and made ready before it is asked for."""

from __future__ import annotations

import asyncio
import sys
from typing import Final, Protocol, cast

import structlog

from houserules.app.house.background import Aside
from houserules.app.refusals import Refusal
from houserules.app.table.state import TableState
from houserules.app.views.table_shapes import AdviceShown, AdvisedOption
from houserules.app.views.text import cards
from houserules.law import MalformedData, Submission
from houserules.play.state import Round, Seat

_WARMING: Final = "houserules.lab.solving.warming"


class Advice(Protocol):
    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        """The value of each option in units of the ante, best first, exact: ``{"action": …, "ev": {…}}``.

        ``known`` are other cards that the player sees: those of the own boxes beside this one.
        """


class LabAdvice:
    """The lab's, which is loaded when somebody first asks: it is heavy."""

    def options(
        self, submission: Submission, cards: tuple[int, ...], board: tuple[int, ...], known: tuple[int, ...]
    ) -> list[AdvisedOption]:
        from houserules.lab.solving.advice import options  # noqa: PLC0415

        return cast(list[AdvisedOption], options(submission, cards, board, known))


class Coach:
    def __init__(self, advice: Advice) -> None:
        self.advice = advice
        self.aside: Aside[list[AdvisedOption]] = Aside("coach")
        self.warming = False

    async def advise(self, submission: Submission, state: TableState, account: str) -> AdviceShown:
        """Each option of whoever's turn it is with its exact value, best first; none yet while it is worked out."""
        round_, box = _turn_of(state, account)
        known = tuple(
            card for each in round_.seats if each.player == box.player and each is not box for card in each.cards
        )
        key = (submission.digest, box.cards, round_.board, known)
        options = None
        if not self.warming:
            try:
                options = await self.aside.answer(
                    key, lambda: self.advice.options(submission, box.cards, round_.board, known)
                )
            except MalformedData as error:  # A hand that was misdealt, or rules that the lab does not support.
                raise Refusal("advice_unavailable", str(error)) from None
        return {
            "seat": box.seat,
            "cards": cards(box.cards),
            "board": cards(round_.board),
            "known": cards(known),
            "computing": options is None,
            "options": options or [],
        }

    async def warm_up(self) -> None:
        """Have the machine code of all decisions made by another process; until then advice is being worked out."""
        self.warming = True
        try:
            nowhere = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", _WARMING, stdin=asyncio.subprocess.PIPE, stdout=nowhere, stderr=nowhere
            )
            try:
                status = await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            if status:  # The first who asks will have to wait for the compiler, and nothing worse.
                structlog.get_logger().warning("the coach could not be warmed up", status=status)
        finally:
            self.warming = False

    def close(self) -> None:
        self.aside.close()


def _turn_of(state: TableState, account: str) -> tuple[Round, Seat]:
    round_, own = state.table.round, state.seat_of(account)
    turn = round_.seats[round_.turn] if round_ is not None and round_.turn is not None else None
    if round_ is None or turn is None or turn.player != own:
        raise Refusal("not_your_turn", "there is nothing for you to decide now")
    return round_, turn
