"""Rules in whole sentences, as players read them on a layout or a sign, with the titles that the rulebook gives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from houserules.law import Rulebook
from houserules.law.shown import against_dealer, base_wager
from houserules.money import Money, format_price
from houserules.play import Rules
from houserules.play.compiled import Stage
from houserules.play.lines import WORDS, flush_name

_RANKS: Final = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
_BELOW: Final = {"win": "pays", "push": "pushes", "lose": "loses"}


class Size(NamedTuple):
    """Hands with which the same may be wagered at a stage. ``first`` and ``last`` are lengths of flush."""

    first: int
    last: int
    largest: int
    clauses: tuple[str, ...]


def title_of(book: Rulebook, wager: str) -> str:
    return book.shown.wagers[wager].title


def qualifying_hand(rules: Rules) -> str:
    """The dealer's smallest qualifying hand: ``nine-high three-card flush``."""
    least = rules.book.qualifying
    return f"{_RANKS[least.high_card.value]}-high {flush_name(least.flush_length.value)}"


def qualifying_text(rules: Rules) -> str:
    """``Dealer qualifies with a nine-high three-card flush; else Ante pays, Raise pushes``."""
    hand = qualifying_hand(rules)
    article = "an" if hand[0] in "aeio" else "a"
    below = ", ".join(
        f"{title_of(rules.book, name)} {_BELOW[verdict.outcome]}"
        for name in against_dealer(rules.book)
        if (verdict := rules.against_dealer[name].get("below")) is not None
    )
    return f"Dealer qualifies with {article} {hand}" + (f"; else {below}" if below else "")


def sizes_of(stage: Stage) -> list[Size]:
    """Lengths of flush that allow the same, together; those that allow nothing are left out."""
    found: list[Size] = []
    for length, largest in enumerate(stage.largest):
        if found and found[-1].largest == largest and found[-1].last == length - 1:
            found[-1] = found[-1]._replace(last=length)
        elif largest > 0:
            found.append(Size(length, length, largest, stage.clauses[length]))
    return found


def is_for_every_hand(stage: Stage) -> bool:
    return all(one == other for one, other in pairwise(stage.largest))


def size_text(stage: Stage, size: Size) -> str:
    """With which hand so much may be wagered: ``With a 2- to 4-card flush``, or, with any hand, at which stage."""
    if is_for_every_hand(stage):
        return _words(stage.name).capitalize()
    cards = f"{size.first}" if size.first == size.last else f"{size.first}- to {size.last}"
    return f"With a {cards}-card flush"


def decision_text(rules: Rules) -> str:
    """``Raise: 1× the Ante with a flush of 2 to 4 cards, up to 2× with 5, up to 3× with 6 or 7``."""
    book, said = rules.book, list[str]()
    for stage in rules.stages:
        for size in sizes_of(stage):
            upto = "" if size.largest == stage.smallest else "up to "
            times = f"{upto}{size.largest}×" + ("" if said else f" the {title_of(book, base_wager(book))}")
            said.append(f"{times} {_hands(stage, size, first=not said)}")
    return f"{title_of(book, rules.decision_wager)}: {', '.join(said)}"


def _hands(stage: Stage, size: Size, first: bool) -> str:
    if is_for_every_hand(stage):
        return _words(stage.name)
    apart = size.last - size.first
    cards = f"{size.first}" if not apart else f"{size.first} {'or' if apart == 1 else 'to'} {size.last}"
    return f"with a flush of {cards} cards" if first else f"with {cards}"


def limit_text(rules: Rules) -> str | None:
    """``Flush Bonus and Straight Flush Bonus pay at most $50,000 to one hand``."""
    if rules.per_hand is not None:
        most = f"{format_price(Money(rules.per_hand))} to one hand"
    elif rules.per_round is not None:
        most = f"{format_price(Money(rules.per_round))} in one round"
    else:
        return None
    return f"{_listed([title_of(rules.book, name) for name in sorted(rules.limited)])} pay at most {most}"


def wheel_text(suited_cards: int) -> str:
    """Which hand spins the wheel: ``Three first cards of one suit spin the wheel``."""
    return f"{WORDS[suited_cards].capitalize()} first cards of one suit spin the wheel"


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _words(name: str) -> str:
    return name.replace("_", " ")
