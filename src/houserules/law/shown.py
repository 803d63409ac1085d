"""What a rulebook says of how its game is shown, checked; and which of its wagers plays which part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from houserules.law.citation import Cited
    from houserules.law.rulebook import Rulebook

FELTS: Final = ("green", "blue", "wine", "teal", "plum", "slate")
"""The colours for which the client has a felt."""
SUITS: Final = ("s", "h", "d", "c")
PAIR: Final = 2


def base_wager(book: Rulebook) -> str:
    """The wager of which the amounts of others are multiples: the required one that follows no other."""
    return next(name for name, rules in book.wagers.items() if rules.offer.value == "required" and not rules.equals)


def unit_of(book: Rulebook) -> str:
    """The base wager as the unit of a result, in small letters: the house edge is so much per unit."""
    return book.shown.wagers[base_wager(book)].title.lower()


def against_dealer(book: Rulebook) -> tuple[str, ...]:
    """The wagers that together are the base game: the base wager first, then those that come with or after it."""
    first = base_wager(book)
    others = (name for name, rules in book.wagers.items() if rules.offer.value in ("required", "decision"))
    return (first, *(name for name in others if name != first))


def progressive_wager(book: Rulebook) -> str | None:
    return "progressive" if "progressive" in book.wagers else None


def shared_bonus(book: Rulebook) -> str | None:
    """What other players receive when a progressive hand wins."""
    shared = book.progressive.shared if progressive_wager(book) else None
    return shared.name.value if shared else None


def below_qualifying(book: Rulebook, wager: str) -> Cited[str] | None:
    """What becomes of a wager of the base game when the dealer does not qualify; None where every dealer does."""
    rules = book.qualifying
    if rules is None:
        return None
    return rules.ante_below if wager == base_wager(book) else rules.play_below


def shown_faults(book: Rulebook) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is wrong with the section ``[shown]``, each with the path of its key."""
    shown, wagers = book.shown, tuple(book.wagers)
    bonus = shared_bonus(book)
    if shown.felt not in FELTS:
        yield ("shown", "felt"), f"{shown.felt!r} is not a felt; there are {', '.join(FELTS)}"
    if shown.suit not in SUITS:
        yield ("shown", "suit"), f"{shown.suit!r} is not a suit; there are {', '.join(SUITS)}"
    yield from _each_once(("shown", "order"), shown.order, wagers, "betting area")
    yield from _each_once(("shown", "wagers"), shown.wagers, (*wagers, *((bonus,) if bonus else ())), "title")
    beside = set(zip(shown.order, shown.order[1:], strict=False))
    for pair in shown.joined:
        if len(pair) != PAIR or pair not in beside:
            yield (
                ("shown", "joined"),
                f"{', '.join(pair)}: two wagers that follow each other in order are needed here",
            )
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
