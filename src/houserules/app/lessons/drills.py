"""Drills: hands to decide, with each answer priced as ``houserules hand`` prices it, and the record kept of them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any, Final, Literal

from houserules.app.house.background import BackgroundJobs, InProgress, Job
from houserules.app.house.transactions import note
from houserules.app.lab.answers import read_filed, refusal_of
from houserules.app.lab.coach import LabAdvice
from houserules.app.lessons import book as b
from houserules.app.lessons.choice import Cards, Deal, Shown, choose
from houserules.app.lessons.first_hand import Order, first_hand, insist_own_table, laying
from houserules.app.lessons.shapes import DrillAnswer, DrillHand, GuidedHand, ProgressShown
from houserules.app.lessons.spacing import first_due
from houserules.app.refusals import Kind, Refusal, shuffler_locked, unknown
from houserules.app.table.events import PRACTICE
from houserules.app.table.live_table import LiveTable
from houserules.app.table.state import TableState
from houserules.app.views.table_shapes import ChancesShown
from houserules.app.views.text import cards as shown_cards
from houserules.cards import Card
from houserules.lab import (
    Situation,
    base_question,
    best_option,
    insist_supported,
    pair,
    values_of_options,
)
from houserules.law import MalformedData, Submission
from houserules.log import ANY_VERSION, Log
from houserules.play import Rules
from houserules.shuffle import ShufflerLocked

_MOST_KNOWN: Final = 1_000
_AGAIN: Final = "again"


class Drills:
    def __init__(self, log: Log, now: Callable[[], int], jobs: BackgroundJobs) -> None:
        self.log = log
        self.now = now
        self.jobs = jobs
        self._known: dict[str, b.Book] = {}

    def book(self, account: str) -> b.Book:
        """The record of this person's drills, as the log has it now. Erased content is left out."""
        stream = b.PREFIX + account
        book = self._known.get(account) or b.Book(account)
        if self.log.version(stream) != book.version:
            for stored in self.log.read(stream, after=book.version):
                event = b.decode(stored.data) if stored.data is not None else None
                book = b.fold_book(book, event, stored.at, stored.version)
        self._known[account] = book
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return book

    async def question(self, filed: Mapping[str, Any], street: int | None, account: str) -> DrillHand | InProgress:
        """The next hand: every second one is a slip of the player's own that is due, else one chosen by
        `choice.choose`."""
        submission = await _read(filed)
        book = await asyncio.to_thread(self.book, account)
        game, boards = game_of(submission), insist_supported(submission).decisions.boards
        if street is not None and street not in boards:
            raise unknown("street", str(street))
        name = slip_due(book, game, street, self.now())
        if name is not None:
            question = f"{_AGAIN}-{name}-{book.version}"
        else:
            chosen = street if street is not None else secrets.choice(boards)
            question = f"{chosen}-{secrets.token_hex(6)}"
        found = await self._shown(submission, question, book)
        if isinstance(found, InProgress):
            return found
        return {
            "question": question,
            "cards": shown_cards(found.cards),
            "board": shown_cards(found.board),
            "options": list(found.options),
            "again": name is not None,
        }

    async def answer(
        self, filed: Mapping[str, Any], question: str, action: str, account: str
    ) -> DrillAnswer | InProgress:
        """The price of an answer. A question is answered once; a retry gets the same answer."""
        submission = await _read(filed)
        book = await asyncio.to_thread(self.book, account)
        found = await self._shown(submission, question, book)
        if isinstance(found, InProgress):
            return found
        chances = await self._chances(submission, found, account)
        if isinstance(chances, InProgress):
            return chances
        way: b.Way = _AGAIN if question.startswith(_AGAIN) else "near" if found.near else "other"
        answer = await self._kept(submission, found, action, way, account, f"{account} {question}")
        return {**answer, "chances": chances}

    async def decision(
        self, table: LiveTable, cards: Cards, board: Cards, action: str, account: str
    ) -> DrillAnswer | InProgress:
        """A decision taken at a practice table: a slip there comes back in the drill."""
        insist_own_hand(table.state, cards, board, account)
        submission = table.rules.submission
        found = await self._priced(submission, cards, board, account)
        if isinstance(found, InProgress):
            return found
        command = f"{account} {game_of(submission)} {cards} {board} {self.now()}"
        return await self._kept(submission, found, action, "table", account, command)

    async def guide(self, table: LiveTable, account: str) -> GuidedHand | InProgress:
        """Lays the cards of a guided first hand for the next round of this table."""
        insist_own_table(table.state, account)
        order = await self._first_hand(table.rules, f"{table.state.id} {table.state.table.rounds}", account)
        if isinstance(order, InProgress):
            return order
        try:
            kept = await table.take("lesson", laying(order, account))
        except ShufflerLocked as error:
            raise shuffler_locked(error) from None
        if not kept:
            raise Refusal("busy", "the table was changed just now; ask again", Kind.STALE)
        return {"table": table.state.id, "version": table.state.version}

    async def _first_hand(self, rules: Rules, deal: str, account: str) -> Order | InProgress:
        """The cards; always the same for one deal, however often they are asked for."""
        submission = rules.submission

        def found() -> Order | bool:
            insist_supported(submission)
            chance = Random(secrets.token_hex(16))
            return first_hand(rules, lambda hand, board: values(submission, hand, board), chance) or False

        order: Order | InProgress | bool = await self._job(account, f"first {game_of(submission)} {deal}", found)
        if isinstance(order, bool):
            raise Refusal("no_lesson_here", "no deck of many shows a plain round of this game")
        return order

    async def progress(self, filed: Mapping[str, Any], account: str) -> ProgressShown:
        return self._progress(await _read(filed), await asyncio.to_thread(self.book, account))

    async def _kept(
        self, submission: Submission, found: Shown, action: str, way: b.Way, account: str, command: str
    ) -> DrillAnswer:
        if action not in found.options:
            offered = ", ".join(found.options)
            raise Refusal("no_such_option", f"this hand has the options {offered}", Kind.MALFORMED, options=offered)
        game, best = game_of(submission), best_option(found.options)
        cost = found.options[best] - found.options[action]
        dealt = found.dealt if way in ("near", "other") else 0
        event = b.Answered(game, found.cards, found.board, action, best, str(cost), way, dealt)
        await note(self.log, self.now(), b.PREFIX + account, ANY_VERSION, event, _identity(command), account)
        book = await asyncio.to_thread(self.book, account)
        slip = book.slips.get(b.slip_name(game, found.cards, found.board))
        ranked = sorted(found.options.items(), key=lambda option: option[1], reverse=True)
        return {
            "options": [{"action": name, "ev": _exact(value)} for name, value in ranked],
            "best": best,
            "cost": _exact(cost),
            "due": slip.waiting.due if slip is not None else None,
            "chances": None,
            "progress": self._progress(submission, book),
        }

    def _progress(self, submission: Submission, book: b.Book) -> ProgressShown:
        game = game_of(submission)
        streets = [b.score(book, game, seen) for seen in insist_supported(submission).decisions.boards]
        prices = [each.price for each in streets if each.price is not None]
        slips = [each for each in book.slips.values() if each.game == game]
        return {
            "streets": [
                {
                    "board": each.street,
                    "answers": each.answers,
                    "right": each.right,
                    "price": _exact(each.price) if each.price is not None else None,
                }
                for each in streets
            ],
            "days": [{"day": day, "answers": asked, "right": right} for day, asked, right in b.by_day(book, game)],
            "slips": [
                {
                    "cards": shown_cards(each.cards),
                    "board": shown_cards(each.board),
                    "action": each.action,
                    "best": each.best,
                    "cost": _exact(each.cost),
                    "due": each.waiting.due,
                }
                for each in sorted(slips, key=lambda each: each.waiting.due)
            ],
            "price": _exact(sum(prices, Fraction())) if prices else None,
        }

    async def _shown(self, submission: Submission, question: str, book: b.Book) -> Shown | InProgress:
        """The hand that a question names."""
        first, _, rest = question.partition("-")
        if first == _AGAIN:
            asked: b.Slip | b.Answered | None = book.slips.get(rest.partition("-")[0])
            asked = asked or await asyncio.to_thread(self._answered, question, book.account)
            if asked is None or asked.game != game_of(submission):
                raise unknown("question", question)
            return await self._priced(submission, asked.cards, asked.board, book.account)
        street = int(first)
        if street not in insist_supported(submission).decisions.boards:
            raise unknown("question", question)
        deal, chance = deal_of(submission), Random(question)
        found: Shown | InProgress | None = await self._job(
            book.account,
            f"drill {game_of(submission)} {question}",
            lambda: choose(deal, street, lambda hand, board: values(submission, hand, board), chance) or False,
        )
        if not found:
            raise Refusal("street_not_reached", "best play hardly ever comes to this street")
        return found

    def _answered(self, question: str, account: str) -> b.Answered | None:
        """What was answered to a question about a slip that is learned by now."""
        identity = _identity(f"{account} {question}")
        for stored in self.log.read(b.PREFIX + account):
            if stored.command_id == identity and stored.data is not None:
                event = b.decode(stored.data)
                return event if isinstance(event, b.Answered) else None
        return None

    async def _priced(self, submission: Submission, cards: Cards, board: Cards, account: str) -> Shown | InProgress:
        key = f"priced {game_of(submission)} {cards} {board}"
        found: Shown | InProgress = await self._job(
            account, key, lambda: Shown(cards, board, values(submission, cards, board), near=False, dealt=0)
        )
        return found

    async def _chances(self, submission: Submission, found: Shown, account: str) -> ChancesShown | InProgress | None:
        """Why the hand is worth what it is worth, as the coach explains it at a table."""
        key = f"chances {game_of(submission)} {found.cards} {found.board}"
        chances: ChancesShown | InProgress | Literal[False] = await self._job(
            account, key, lambda: LabAdvice().chances(submission, found.cards, found.board, ()) or False
        )
        return chances or None

    async def _job(self, account: str, key: str, work: Callable[[], Any]) -> Any:
        try:
            return await self.jobs.submit(Job("lesson", key, self.jobs.in_thread(work)), account)
        except MalformedData as error:
            raise refusal_of(error) from None


def values(submission: Submission, cards: Cards, board: Cards) -> dict[str, Fraction]:
    """The values that ``houserules hand`` gives."""
    return values_of_options(submission, Situation(tuple(map(Card, cards)), tuple(map(Card, board))))


def game_of(submission: Submission) -> str:
    """Submissions with the same base game have the same best play, and share answers and slips."""
    return sha256(repr(base_question(submission)).encode()).hexdigest()[:16]


def insist_own_hand(state: TableState, cards: Cards, board: Cards, account: str) -> None:
    """Only a hand of the present or the last round at a practice table, by who holds or held it: nobody has other
    hands priced here, least of all those of a live table."""
    if state.kind != PRACTICE:
        raise Refusal("not_found", "there is no advice at a live table", Kind.UNKNOWN)
    rounds = [(state.table.round, state.seat_of(account))]
    if state.last is not None:
        rounds.append((state.last.round, state.last.seat_of(account)))
    held = (
        box.player == own and sorted(box.cards) == sorted(cards) and now.board[: len(board)] == board
        for now, own in rounds
        if now is not None
        for box in now.seats
    )
    if not any(held):
        raise unknown("hand", " ".join(shown_cards(cards)))


def deal_of(submission: Submission) -> Deal:
    rulebook = submission.rulebook
    boards = insist_supported(submission).decisions.boards
    return Deal(rulebook.table.cards_in_deck.value, rulebook.hands.player_cards.value, boards)


def slip_due(book: b.Book, game: str, street: int | None, now: int) -> str | None:
    drilled = [each for each in book.answers if each.game == game and each.way != "table"]
    if drilled and drilled[-1].way == _AGAIN:
        return None
    own = (
        (name, slip.waiting)
        for name, slip in book.slips.items()
        if slip.game == game and street in (None, len(slip.board))
    )
    return first_due(own, now)


def _identity(command: str) -> str:
    return f"lesson {sha256(command.encode()).hexdigest()}"


def _exact(value: Fraction) -> Any:
    return pair(value)


async def _read(filed: Mapping[str, Any]) -> Submission:
    _, submission = await asyncio.to_thread(read_filed, filed)
    return submission
