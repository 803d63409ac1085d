"""``houserules deal``: a round in the terminal, for practice. The engine decides; this module only asks and shows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from houserules import law
from houserules.cards import format_mask, mask_of, parse_cards
from houserules.cli.files import Count, Overrides, submission_data
from houserules.cli.output import console, say
from houserules.cli.play.settle import print_answer
from houserules.law import MalformedData
from houserules.library import NotAllowed, Option, PracticeTable, Submission, dollars_as_text
from houserules.money import format_dollars, format_price, parse_dollars


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
    chosen = Submission(submission_data(submission, set_), submission)
    if out is not None:
        _insist_writable(out)
    table = chosen.table(seed=seed)
    _Practice(table).play()
    if out is None:
        return
    try:
        out.write_bytes(table.export())
    except OSError as error:
        raise MalformedData(f"{out}: {error.strerror}") from None


class _Practice:
    """Asks and shows; the library's table plays."""

    def __init__(self, table: PracticeTable) -> None:
        self.table, self.rules = table, table.rules
        self.out = console()

    def play(self) -> None:
        book = self.rules.book
        say(self.out, f"{book.title}, {book.jurisdiction} ({book.id})", "bold")
        while not self._bet():
            pass
        board = ""
        while self.table.turn is not None:
            if self.table.board != board:
                board = self.table.board
                say(self.out, f"Community cards: {board}")
            self._decide()
        if self.table.board != board:
            say(self.out, f"Community cards: {self.table.board}")
        if self.table.dealer:
            say(self.out, f"Dealer: {self.table.dealer}")
        if self.table.wheel is not None:
            say(self.out, f"The wheel stops at {self.table.wheel}", "bold")
        assert self.table.result is not None
        print_answer(self.table.result.to_dict())

    def _bet(self) -> bool:
        stakes: dict[str, str] = {}
        for name, rule in self.rules.stakes.items():
            if rule.equals is not None:
                stakes[name] = stakes[rule.equals]
                continue
            bounds = " or ".join(map(format_price, rule.amounts)) or (
                f"{format_price(rule.minimum)} to {format_price(rule.maximum)}"
            )
            default = rule.minimum if rule.required else 0
            amount = self._ask_amount(f"{self.rules.book.shown.wagers[name].title} ({bounds})", default)
            if amount:
                stakes[name] = format_dollars(amount)
        return self._allowed(lambda: self.table.bet({1: stakes}))

    def _decide(self) -> None:
        cards = parse_cards(f"{self.table.cards()} {self.table.board}")
        name, shown = self.rules.reader.describe(mask_of(cards))
        say(self.out, f"Your cards: {self.table.cards()}: {name}, {format_mask(shown)}")
        offered = {option.action.replace("_", "-"): option for option in self.table.options}
        text = self._ask(", ".join(map(_in_words, offered.items())), next(iter(offered)))
        word, _, amount = text.partition(" ")
        if word.replace("_", "-") not in offered:
            say(self.out, f"{word!r} is not offered", "yellow")
            return
        staked = self._amount(amount.strip()) if amount.strip() else 0
        if staked is not None:
            self._allowed(lambda: self.table.act(word, format_dollars(staked) if amount.strip() else None))

    def _allowed(self, act: Callable[[], None]) -> bool:
        """Whether the rules allow it; if not, their clause is shown."""
        try:
            act()
        except NotAllowed as refused:
            say(self.out, f"Refused: {refused}", "yellow")
            return False
        return True

    def _ask(self, question: str, default: str) -> str:
        self.out.print(f"{question} [{default}]: ", end="", markup=False, highlight=False)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self.out.print()
        return line.strip() or default

    def _ask_amount(self, question: str, default: int) -> int:
        """Asks until the answer is an amount; the end of the input counts as an empty answer, and takes the
        default."""
        shown = format_price(default).removeprefix("$").replace(",", "")
        while (amount := self._amount(self._ask(question, shown))) is None:
            pass
        return amount

    def _amount(self, text: str) -> int | None:
        """The amount, or None, after a message, if the text is not an amount."""
        try:
            return parse_dollars(text.removeprefix("$"))
        except ValueError as error:
            say(self.out, str(error), "yellow")
            return None


def _in_words(offered: tuple[str, Option]) -> str:
    word, option = offered
    if option.smallest is None or option.largest is None:
        return word
    low, high = (format_price(parse_dollars(dollars_as_text(amount))) for amount in (option.smallest, option.largest))
    return f"{word} {low}" if low == high else f"{word} {low} to {high}"


def _insist_writable(path: Path) -> None:
    """Nobody should play a round that then cannot be saved as requested."""
    try:
        there = path.exists()
        if there and not path.is_file() and not path.is_dir():
            return  # A device or a pipe.
        path.open("ab").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise MalformedData(f"{path}: {error.strerror}") from None
