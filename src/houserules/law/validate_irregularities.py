"""What a table can do about each irregularity: a rulebook that asks for something else does not load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from houserules.law.words import Effect, ForOneCard, IrregularityKind, Problem, Then, Until

if TYPE_CHECKING:
    from houserules.law.rulebook import IrregularityRules, Rulebook

_EFFECTS: Final[Mapping[IrregularityKind, tuple[Effect, ...]]] = {
    IrregularityKind.CARDS_FACE_UP: (Effect.VOID,),
    IrregularityKind.WRONG_NUMBER_OF_CARDS: (Effect.VOID,),
    IrregularityKind.DEALER_CARD_EXPOSED: (Effect.VOID,),
    IrregularityKind.SHUFFLER_JAM: (Effect.VOID, Effect.RESHUFFLE_ONLY),
    IrregularityKind.SHOE_JAM: (Effect.VOID,),
    IrregularityKind.DEVICE_OUT_OF_ORDER: (Effect.COVER_OR_MARK,),
    IrregularityKind.HAND_ABANDONED: (Effect.WAGERS_LOSE, Effect.FOLDED, Effect.VOID),
    IrregularityKind.INFORMATION_SHARED: (Effect.WAGERS_LOSE, Effect.FOLDED, Effect.VOID),
    IrregularityKind.STUB_COUNT_MISDEALT: (Effect.VOID,),
    IrregularityKind.STUB_COUNT_WRONG: (Effect.VOID,),
}
"""What a table can do about each kind; the first is what it does where only one is named."""
_ONE_CARD: Final = {
    IrregularityKind.CARDS_FACE_UP: ForOneCard.DISCARDED,
    IrregularityKind.DRAWN_IN_ERROR: ForOneCard.NEXT_CARD,
}


def irregularity_faults(book: Rulebook) -> Iterator[Problem]:
    """Every irregularity has an effect that a table can have: no word of the law is read and then not followed."""
    chapters: list[tuple[tuple[str, ...], Mapping[str, IrregularityRules]]] = [
        (("irregularities",), book.irregularities),
        *((("dealing", str(name), "irregularities"), way.irregularities) for name, way in book.dealing.items()),
    ]
    for above, kinds in chapters:
        for name, rules in kinds.items():
            yield from _effect((*above, str(name)), IrregularityKind(name), rules)


def _effect(path: tuple[str, ...], kind: IrregularityKind, rules: IrregularityRules) -> Iterator[Problem]:
    effects = _EFFECTS.get(kind, ())
    if rules.more is None and effects:
        yield path, f"more is missing; it is {' or '.join(effects)}"
    elif rules.more is not None and rules.more.value not in effects:
        yield (*path, "more"), f"no table can do this here; it can do {' or '.join(effects) or 'nothing'}"
    one = _ONE_CARD.get(kind)
    if rules.one is None and one is not None:
        yield path, f"one is missing; it is {one}"
    elif rules.one is not None and rules.one.value is not one:
        yield (*path, "one"), f"no table can do this here; it can do {one or 'nothing'}"
    if kind is IrregularityKind.DEALER_CARD_EXPOSED and rules.until is None:
        yield path, f"until is missing; it is {' or '.join(Until)}"
    if kind is IrregularityKind.SHUFFLER_COUNT_WRONG and (
        rules.then is None or rules.then.value is not Then.DECK_REMOVED
    ):
        yield (*path, "then"), f"a deck that is counted wrong is taken away; this is {Then.DECK_REMOVED}"
