"""Checks what a rulebook says about how its game is shown, and finds which of its wagers plays which part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from houserules.law.words import BelowQualifying, Offer

if TYPE_CHECKING:
    from houserules.law.citation import Cited
    from houserules.law.rulebook import Rulebook


def unit_of(book: Rulebook) -> str:
    """The base wager as the unit of a result, in lower case: the house edge is given per unit."""
    return book.shown.wagers[book.base_wager].title.lower()


def base_game(book: Rulebook) -> tuple[str, ...]:
    """The wagers that together are the base game: the base wager first, those that come with or after it, and what is
    paid on one of them."""
    staked = [name for name, rules in book.wagers.items() if rules.offer.value in (Offer.REQUIRED, Offer.DECISION)]
    bonuses = [name for name, rules in book.wagers.items() if rules.on is not None and rules.on.value in staked]
    return (book.base_wager, *(name for name in (*staked, *bonuses) if name != book.base_wager))


def shared_bonus(book: Rulebook) -> str | None:
    """What other players receive when a progressive hand wins."""
    shared = book.progressive.shared if book.progressive else None
    return shared.name.value if shared else None


def below_qualifying(book: Rulebook, wager: str) -> Cited[BelowQualifying] | None:
    """What becomes of a wager of the base game when the dealer does not qualify; None where every dealer
    qualifies."""
    rules = book.qualifying
    if rules is None:
        return None
    return rules.base_below if wager == book.base_wager else rules.play_below


def shown_faults(book: Rulebook) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is wrong with the section ``[shown]``, each with the path of its key."""
    shown, wagers = book.shown, tuple(book.wagers)
    bonus = shared_bonus(book)
    areas = tuple(name for name, rules in book.wagers.items() if rules.offer.value is not Offer.BONUS)
    yield from _each_once(("shown", "order"), shown.order, areas, "betting area")
    yield from _each_once(("shown", "wagers"), shown.wagers, (*wagers, *((bonus,) if bonus else ())), "title")
    beside = set(zip(shown.order, shown.order[1:], strict=False))
    for right, left in book.layout.right_of.items():
        if (left.value, right) not in beside:
            yield ("layout", "right_of", right), f"shown.order does not have {right} right after {left.value}"
    known = {line.hand for tables in book.paytables.values() for table in tables.values() for line in table}
    for line in shown.lines:
        if line not in known:
            yield ("shown", "lines", line), "no pay table has this line"


def _each_once(
    path: tuple[str, ...], names: Iterable[str], wanted: tuple[str, ...], what: str
) -> Iterator[tuple[tuple[str, ...], str]]:
    counts = Counter(list(names))
    for name, count in counts.items():
        if name not in wanted:
            yield (*path, name), f"the game has no such wager; there are {', '.join(wanted)}"
        elif count > 1:
            yield (*path, name), f"{count} times; each wager has one {what}"
    for name in wanted:
        if name not in counts:
            yield path, f"{name} has no {what}"
