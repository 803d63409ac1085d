"""Checks what a rulebook says about irregularities: each kind says what the engine needs to know of it, and no
more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from houserules.law.game_words import Problem
from houserules.law.rulebook import IrregularityRules, Rulebook
from houserules.law.validation.lists import no_others
from houserules.law.words import Effect, ForOneCard, IrregularityKind, Offer, Shuffling, Then

Path = tuple[str, ...]

_WAGERS: Final = ("returned", "settled", "settled_after_initial_cards")
_VOID: Final = {"more": (Effect.VOID,), "returned": None}
_LEFT: Final = {"more": (Effect.WAGERS_LOSE, Effect.FOLDED)}

_NEEDS: Final[dict[IrregularityKind, dict[str, tuple[str, ...] | None]]] = {
    IrregularityKind.CARDS_FACE_UP: {"one": (ForOneCard.DISCARDED,), **_VOID},
    IrregularityKind.DRAWN_IN_ERROR: {"one": (ForOneCard.NEXT_CARD,)},
    IrregularityKind.WRONG_NUMBER_OF_CARDS: {**_VOID},
    IrregularityKind.DEALER_CARD_EXPOSED: {**_VOID, "until": None},
    IrregularityKind.SHUFFLER_JAM: {"more": (Effect.RESHUFFLE_ONLY, Effect.VOID), "then": None},
    IrregularityKind.SHOE_JAM: {**_VOID},
    IrregularityKind.DEVICE_OUT_OF_ORDER: {"more": (Effect.COVER_OR_MARK,)},
    IrregularityKind.SHUFFLER_COUNT_WRONG: {"then": (Then.DECK_REMOVED,)},
    IrregularityKind.HAND_ABANDONED: {**_LEFT},
    IrregularityKind.INFORMATION_SHARED: {**_LEFT},
    IrregularityKind.STUB_COUNT_MISDEALT: {**_VOID},
    IrregularityKind.STUB_COUNT_WRONG: {**_VOID},
}
"""The keys that each kind needs, with the words that have a meaning there; None: all words of the key."""
_MAY_SAY: Final[dict[IrregularityKind, tuple[str, ...]]] = {
    IrregularityKind.CARDS_FACE_UP: ("settled", "settled_after_initial_cards", "then"),
    IrregularityKind.WRONG_NUMBER_OF_CARDS: ("settled", "then"),
    IrregularityKind.DEALER_CARD_EXPOSED: ("settled", "then"),
    IrregularityKind.SHUFFLER_JAM: ("returned",),
    IrregularityKind.SHOE_JAM: ("then",),
    IrregularityKind.INFORMATION_SHARED: ("until",),
    IrregularityKind.STUB_COUNT_MISDEALT: ("then",),
    IrregularityKind.STUB_COUNT_WRONG: ("then",),
}
"""The keys that it may have besides; the engine reads no others."""
_OF_DEALING: Final = (IrregularityKind.STUB_COUNT_MISDEALT, IrregularityKind.STUB_COUNT_WRONG)


def problems_of_irregularities(book: Rulebook) -> Iterator[Problem]:
    """The problems of the last chapter, and of each way of dealing."""
    needed = [IrregularityKind.HAND_ABANDONED]
    if Shuffling.COUNTING_SHUFFLER in book.table.shuffling.value:
        needed.append(IrregularityKind.SHUFFLER_COUNT_WRONG)
    in_general = tuple(kind for kind in IrregularityKind if kind not in _OF_DEALING)
    yield from _chapter(book, ("irregularities",), book.irregularities, needed, in_general)
    for name, way in book.dealing.items():
        path = ("dealing", str(name), "irregularities")
        yield from _chapter(book, path, way.irregularities, _OF_DEALING, _OF_DEALING)


def _chapter(
    book: Rulebook,
    path: Path,
    kinds: dict[str, IrregularityRules],
    needed: tuple[IrregularityKind, ...] | list[IrregularityKind],
    lawful: tuple[IrregularityKind, ...],
) -> Iterator[Problem]:
    for kind in needed:
        if kind not in kinds:
            yield path, f"{kind} is missing"
    for name, rules in kinds.items():
        kind = IrregularityKind(name)
        if kind not in lawful:
            yield (*path, name), f"this does not stand here; known are {', '.join(lawful)}"
        else:
            yield from _keys(kind, rules, (*path, name))
            yield from _returned(book, rules, (*path, name))


def _keys(kind: IrregularityKind, rules: IrregularityRules, path: Path) -> Iterator[Problem]:
    needs, may_say = _NEEDS[kind], _MAY_SAY.get(kind, ())
    for each in fields(rules):
        stated = getattr(rules, each.name)
        if stated is None:
            if each.name in needs:
                yield path, f"{each.name} is missing"
            continue
        if each.name not in needs and each.name not in may_say:
            known = ", ".join((*needs, *may_say))
            yield (*path, each.name), f"nothing depends on this here; known are {known}"
            continue
        words = needs.get(each.name)
        if words is not None and stated.value not in words:
            yield (*path, each.name), f"{stated.value} means nothing here; known are {', '.join(words)}"


def _returned(book: Rulebook, rules: IrregularityRules, path: Path) -> Iterator[Problem]:
    """In a void round every wager goes back, except those that are settled all the same."""
    for key in _WAGERS:
        listed = getattr(rules, key)
        if listed is not None:
            yield from no_others(book, listed, (*path, key))
    voids = rules.more is not None and rules.more.value is Effect.VOID
    if not voids:
        if rules.returned is not None:
            yield (*path, "returned"), f"wagers go back where more is {Effect.VOID}"
        return
    returned = rules.returned.value if rules.returned else ()
    settled = rules.settled.value if rules.settled else ()
    staked = (name for name, each in book.wagers.items() if each.offer.value is not Offer.BONUS)
    for wager in staked:
        if wager not in returned and wager not in settled:
            yield (*path, "returned"), f"{wager} is neither returned nor settled"
        elif wager in returned and wager in settled:
            yield (*path, "returned"), f"{wager} is both returned and settled"
