"""Rules in whole sentences, as players read them on a layout or a sign, with the titles that the rulebook gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from houserules.cards import RANK_NAMES
from houserules.law import Pay, Paytable, Rulebook, Share, Submission, base_game, format_pay, shared_bonus
from houserules.law.words import PROGRESSIVE
from houserules.money import format_price
from houserules.play import Rules, Street

_BELOW: Final = {"win": "pays", "push": "pushes", "lose": "loses"}


class Size(NamedTuple):
    """Hands that allow the same wager on a street. ``first`` and ``last`` are grades of the game."""

    first: int
    last: int
    largest: int
    clauses: tuple[str, ...]


def wagers_in_order(book: Rulebook) -> tuple[str, ...]:
    """The order in which people list them: the base game first, then the others from left to right, then what other
    players win."""
    shared = shared_bonus(book)
    return tuple(dict.fromkeys((*base_game(book), *book.shown.order, *((shared,) if shared is not None else ()))))


def count_in_words(count: int) -> str:
    """``two`` to ``ten``; other numbers in digits."""
    return RANK_NAMES[count - 2] if 2 <= count <= 10 else str(count)


def title_of(book: Rulebook, wager: str) -> str:
    return book.shown.wagers[wager].title


def qualifying_text(rules: Rules) -> str:
    """``Dealer qualifies with a nine-high three-card flush; else Ante pays, Raise pushes``."""
    hand = rules.reader.qualifying_hand()
    article = "" if hand.endswith(" high") else "an " if hand[0] in "aeio" else "a "
    below = ", ".join(
        f"{title_of(rules.book, name)} {_BELOW[verdict.outcome]}"
        for name in base_game(rules.book)
        if name in rules.against_dealer and (verdict := rules.against_dealer[name].below) is not None
    )
    return f"Dealer qualifies with {article}{hand}" + (f"; else {below}" if below else "")


def sizes_of(stage: Street) -> list[Size]:
    """Grades that allow the same wager, grouped; those that allow none are left out."""
    found: list[Size] = []
    for grade, largest in enumerate(stage.largest):
        if found and found[-1].largest == largest and found[-1].last == grade - 1:
            found[-1] = found[-1]._replace(last=grade)
        elif largest > 0:
            found.append(Size(grade, grade, largest, stage.clauses[grade]))
    return found


def is_for_every_hand(stage: Street) -> bool:
    return all(one == other for one, other in pairwise(stage.largest))


def size_text(rules: Rules, stage: Street, size: Size) -> str:
    """The hands that allow this wager; where any hand does, which of several streets it is."""
    if is_for_every_hand(stage):
        return _words(stage.name).capitalize() if len(rules.streets) > 1 else "With any hand"
    return f"With {rules.reader.grade_text(size.first, size.last, again=False)}"


def decision_text(rules: Rules) -> str:
    """``Raise: 1× the Ante with a flush of 2 to 4 cards, up to 2× with 5, up to 3× with 6 or 7``; several wagers are
    listed one by one."""
    told = []
    for wager in dict.fromkeys(stage.wager for stage in rules.streets):
        streets = [stage for stage in rules.streets if stage.wager == wager]
        told.append(f"{title_of(rules.book, wager)}: {_amounts(rules, streets, named=len(rules.streets) > 1)}")
    return "; ".join(told)


def offer_text(rules: Rules, stage: Street) -> str:
    """What a player is asked on one street: ``All In of 3× the Ante``."""
    return f"{title_of(rules.book, stage.wager)} of {_amounts(rules, [stage], named=False)}"


def _amounts(rules: Rules, streets: Sequence[Street], named: bool) -> str:
    """How much may be wagered on these streets, in multiples of the base wager; with ``named``, each street is
    named."""
    said = list[str]()
    for stage in streets:
        for size in sizes_of(stage):
            upto = "" if size.largest == stage.smallest else "up to "
            base = "" if said else f" the {title_of(rules.book, rules.book.base_wager)}"
            if not is_for_every_hand(stage):
                when = f" with {rules.reader.grade_text(size.first, size.last, again=bool(said))}"
            else:
                when = f" {street_text(stage)}" if named else ""
            said.append(f"{upto}{size.largest}×{base}{when}")
    return ", ".join(said)


def decision_title(action: str) -> str:
    """A decision as the answers of the program name it, for people: ``Raise 2×``."""
    return re.sub(r"(?<=\d)x$", "×", action).capitalize()


def street_text(stage: Street) -> str:
    """``before the flop``."""
    when, _, what = stage.name.partition("_")
    return f"{when} the {_words(what)}" if what else when


def limit_text(rules: Rules) -> str | None:
    """``Flush Bonus and Straight Flush Bonus pay at most $50,000 to one hand``."""
    if rules.per_hand is not None:
        most = f"{format_price(rules.per_hand)} to one hand"
    elif rules.per_round is not None:
        most = f"{format_price(rules.per_round)} in one round"
    else:
        return None
    decided = {street.wager for street in rules.streets}
    offered = [
        title_of(rules.book, name)
        for name in wagers_in_order(rules.book)
        if name in rules.limited and (name in rules.stakes or name in decided)
    ]
    return f"{listed(offered)} {'pay' if len(offered) > 1 else 'pays'} at most {most}" if offered else None


def wheel_text(suited_cards: int) -> str:
    """Which hand spins the wheel: ``First three cards of one suit spin the wheel``."""
    return f"First {count_in_words(suited_cards)} cards of one suit spin the wheel"


def odds_text(rules: Rules) -> str:
    """What each wager pays, one line each: ``Flush Bonus: seven-card flush 300 to 1, …``."""
    submission, book, word = rules.submission, rules.book, rules.submission.odds_word
    lines = [
        f"{title_of(book, name)}: {odds_in_words(str(odds.value), word)}"
        for name in rules.against_dealer
        if (odds := book.wagers[name].odds) is not None
    ]
    for name, table in tables_of(submission).items():
        pays = (
            f"{hand_title(submission, name, line.hand).lower()} {odds_in_words(format_pay(line.pay), word)}"
            for line in table
        )
        lines.append(f"{title_of(book, name)}: {', '.join(pays)}")
    return "\n".join(lines)


def odds_in_words(pays: str, word: str) -> str:
    """Odds as the operator states them: with "to", or with "win"."""
    return pays.replace(" to ", f" {word} ")


def pays_text(pay: Pay, word: str) -> str:
    """``1000 to 1`` becomes ``1,000 to 1``, and a share says what it is a share of."""
    told = re.sub(r"\d{4,}", lambda digits: f"{int(digits[0]):,}", odds_in_words(format_pay(pay), word))
    return f"{told} of the {pay.of}" if isinstance(pay, Share) else told


def tables_of(submission: Submission) -> dict[str, Paytable]:
    """The pay table of each wager that has one, and that of the shared bonus."""
    offered, shared = submission.progressive, shared_bonus(submission.rulebook)
    tables = {name: wager.paytable for name, wager in submission.wagers.items() if wager.paytable is not None}
    if offered is not None:
        tables[PROGRESSIVE] = offered.paytable
        if offered.shared is not None and shared is not None:
            tables[shared] = offered.shared
    return tables


def is_wheel(submission: Submission, name: str) -> bool:
    """Whether the lines of this wager's table are the symbols of a wheel."""
    offered, book = submission.progressive, submission.rulebook
    return offered is not None and bool(offered.segments) and name in (PROGRESSIVE, shared_bonus(book))


def printed_for(rules: Rules, name: str) -> int | None:
    """The wager that the amounts of a table are printed for, where other wagers are allowed and paid in
    proportion."""
    offered, shared = rules.progressive, rules.shared_name
    if offered is None or name not in (PROGRESSIVE, shared):
        return None
    per = rules.shared_per if name == shared else rules.fixed_amount_per
    return None if per is None or offered.amounts == (per,) else per


def line_title(book: Rulebook, line: str) -> str:
    """The title of a pay line: the rulebook's, or its name in words: ``Seven-card straight flush``."""
    if line in book.shown.lines:
        return book.shown.lines[line]
    return _words(line.replace("_card_", "-card ")).capitalize()


def hand_title(submission: Submission, wager: str, line: str) -> str:
    """The title of a pay line at this table: the symbol of a wheel, or with the suit of a line for one suit."""
    if line.startswith("$"):
        return line
    offered = submission.wagers.get(wager)
    suit = offered.suit if offered is not None else None
    return line_title(submission.rulebook, line) if suit is None else suited_title(submission.rulebook, line, suit)


def suited_title(book: Rulebook, line: str, suit: str) -> str:
    """The title of a pay line where the wager has one for a single suit: that one says for which."""
    title = line_title(book, line)
    return (
        title if line != book.words.suited_line else f"{title.removeprefix('Suit specific ').capitalize()} in {suit}"
    )


def listed(names: Sequence[str], word: str = "and") -> str:
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def _words(name: str) -> str:
    return name.replace("_", " ")
