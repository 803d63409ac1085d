"""``houserules deal``: a round in the terminal, for practice. The engine decides; this only asks and shows."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from houserules import law
from houserules.cards import Card, format_mask, mask_of
from houserules.cli.files import Count, Overrides, submission_data
from houserules.cli.output import console, say
from houserules.cli.play.narration import shown_cards
from houserules.cli.play.settle import print_answer
from houserules.law import MalformedData
from houserules.law.words import PROGRESSIVE, Role
from houserules.library import playable_rules
from houserules.money import format_price, parse_dollars
from houserules.play import (
    Accepted,
    AnyCommand,
    Code,
    Phase,
    Refused,
    Round,
    Session,
    legal_commands,
    new_table,
    opening_commands,
    shuffle_commands,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled


def deal(
    submission: str | None = None, /, *, seed: Count | None = None, out: Path | None = None, set_: Overrides = ()
) -> None:
    """Play a round in the terminal: your wagers, your cards, your decision, and what each wager comes to.

    An empty answer takes what stands in brackets. Practice only: the shuffle is not fit for real money.

    Parameters
    ----------
    submission
        A file (TOML), or the name of a bundled submission, as `houserules rulebooks` lists them; absent: the first.
    seed
        Shuffle the same way each time this number is given.
    out
        Write the round to this file, for `houserules replay` and `houserules explain`.
    """
    submission = submission or next(iter(law.submissions()))
    filed = submission_data(submission, set_)
    if out is not None:
        _insist_writable(out)
    practice = _Practice(filed, submission, random.Random(seed))
    practice.play()
    if out is not None:
        practice.write(out)


class _Practice(Session):
    def __init__(self, filed: dict[str, Any], name: str, chance: random.Random) -> None:
        rules = playable_rules(filed, name)
        super().__init__(rules, new_table(rules))
        self.filed = filed
        self.chance = chance
        self.out = console()
        self.before = self.table
        self.commands: list[AnyCommand] = []

    def do(self, command: AnyCommand) -> Accepted | Refused:
        answer = super().do(command)
        if isinstance(answer, Accepted):
            self.commands.append(command)
        return answer

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def play(self) -> None:
        book = self.rules.book
        say(self.out, f"{book.title}, {book.jurisdiction} ({book.id})", "bold")
        for command in opening_commands(self.rules.submission.table.decks):
            self.do(command)
        cards = list(range(self.rules.cards_in_deck))
        self.chance.shuffle(cards)
        for command in shuffle_commands(self.rules, cards, 1):
            self.do(command)
        self.do(c.OpenRound(Role.DEALER))
        self._place_wagers()
        chips = sum(1 for seat in self.round.seats if seat.stake(PROGRESSIVE))
        self.do(c.NoMoreBets(Role.DEALER))
        if chips:
            self.do(c.CollectProgressive(Role.DEALER, 0, chips, chips))
        self.do(c.Deal(Role.DEALER))
        while self.round.phase is not Phase.SETTLING:
            self._next_step()
        self._settle()

    def _next_step(self) -> None:
        if self.round.phase is Phase.DECISIONS:
            self._decide()
        elif self.round.phase is Phase.BOARD:
            self.do(c.DealCommunity(Role.DEALER))
            say(self.out, f"Community cards: {shown_cards(self.round.board)}")
        else:
            self.do(c.Reveal(Role.DEALER))
            say(self.out, f"Dealer: {shown_cards(self.round.dealer)}")

    def _place_wagers(self) -> None:
        stakes: list[tuple[str, int]] = []
        for name, rule in self.rules.stakes.items():
            if rule.equals is not None:
                stakes.append((name, dict(stakes)[rule.equals]))
                continue
            bounds = f"{format_price(rule.minimum)} to {format_price(rule.maximum)}"
            default = rule.minimum if rule.required else 0
            amount = self._ask_amount(f"{self.rules.book.shown.wagers[name].title} ({bounds})", default)
            if amount:
                stakes.append((name, amount))
        answer = self.do(c.PlaceWagers(Role.PLAYER, 0, 1, tuple(stakes)))
        if isinstance(answer, Refused):
            self._show(answer)
            self._place_wagers()

    def _decide(self) -> None:
        seat = self.round.seats[0]
        hand = mask_of(Card(card) for card in (*seat.cards, *self.round.board))
        name, shown = self.rules.reader.describe(hand)
        held = f"{shown_cards(seat.cards)}: {name}, {format_mask(shown)}"
        say(self.out, f"Your cards: {held}")
        options = legal_commands(self.rules, self.table, Role.PLAYER, 1)
        acts = {
            option.command.action.replace("_", "-"): option for option in options if isinstance(option.command, c.Act)
        }
        words = []
        for word, option in acts.items():
            if option.smallest is not None and option.largest is not None:
                low, high = format_price(option.smallest), format_price(option.largest)
                words.append(f"{word} {low}" if low == high else f"{word} {low} to {high}")
            else:
                words.append(word)
        text = self._ask(", ".join(words), next(iter(acts)))
        word, _, amount = text.partition(" ")
        chosen = acts.get(word.replace("_", "-"))
        if chosen is None:
            say(self.out, f"{word!r} is not offered", "yellow")
            return
        bet = self._amount(amount.strip()) if amount.strip() else (chosen.smallest or 0)
        if bet is None:
            return
        answer = self.do(c.Act(Role.PLAYER, 0, 1, word.replace("-", "_"), bet))
        if isinstance(answer, Refused):
            self._show(answer)

    def _settle(self) -> None:
        from houserules.scenarios import Played, answer_of  # noqa: PLC0415

        while True:
            before = self.round
            answer = self.do(c.Settle(Role.DEALER))
            if isinstance(answer, Accepted) and self.table.round is None:
                break
            if isinstance(answer, Refused):
                self._attend(answer)
        from msgspec.structs import replace  # noqa: PLC0415

        lines = tuple(event for event in self.events if isinstance(event, WagerSettled))
        played = Played(replace(before, lines=lines), self.table, tuple(self.events), dealer_known=True)
        print_answer(answer_of(self.rules, played))

    def _attend(self, answer: Refused) -> None:
        """The floorperson and the wheel do their part at once."""
        seat = self.round.claim or 1
        if answer.code is Code.WHEEL_NOT_SPUN:
            choices = self.rules.progressive
            assert choices is not None
            symbols = [symbol for symbol, count in choices.segments for _ in range(count)]
            symbol = self.chance.choice(symbols)
            say(self.out, f"The wheel stops at {symbol}", "bold")
            self.do(c.SpinWheel(Role.DEVICE, 0, seat, symbol))
        else:
            self.do(c.ValidatePayout(Role.FLOORPERSON, 0, seat))

    def _ask(self, question: str, default: str) -> str:
        self.out.print(f"{question} [{default}]: ", end="", markup=False, highlight=False)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self.out.print()
        return line.strip() or default

    def _ask_amount(self, question: str, default: int) -> int:
        """Asks until the answer is an amount; the end of the input is an empty answer, and takes the default."""
        shown = format_price(default).removeprefix("$").replace(",", "")
        while (amount := self._amount(self._ask(question, shown))) is None:
            pass
        return amount

    def _amount(self, text: str) -> int | None:
        """None, after a message, where the text is not an amount."""
        try:
            return parse_dollars(text.removeprefix("$"))
        except ValueError as error:
            say(self.out, str(error), "yellow")
            return None

    def _show(self, answer: Refused) -> None:
        facts = ", ".join(f"{name} {value}" for name, value in answer.facts)
        say(self.out, f"Refused: {answer.code.value.replace('_', ' ')} ({facts}; {answer.clause})", "yellow")

    def write(self, path: Path) -> None:
        from houserules.play import export_round  # noqa: PLC0415

        content = export_round(self.filed, self.rules.submission, self.before, self.commands, self.events)
        try:
            path.write_bytes(content)
        except OSError as error:
            raise MalformedData(f"{path}: {error.strerror}") from None


def _insist_writable(path: Path) -> None:
    """Nobody should play a round that cannot be kept as was asked."""
    try:
        there = path.exists()
        if there and not path.is_file() and not path.is_dir():
            return  # A device or a pipe.
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise MalformedData(f"{path}: {error.strerror}") from None
