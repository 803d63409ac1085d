"""Two cards for the dealer's side of the table: the procedure of a round, and what to do when it goes wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from houserules.exhibits.options import DEALING, SHUFFLER
from houserules.exhibits.rules_in_words import count_in_words, listed, offer_text, sizes_of, title_of
from houserules.law import IrregularityRules
from houserules.law.words import (
    Cut,
    DealingMethod,
    DealingOrder,
    Effect,
    ForOneCard,
    IrregularityKind,
    Role,
    Step,
    Then,
    Until,
)
from houserules.play import Rules, Street, cited

OPENING: Final = (
    (Step.RECEIVE_CARDS, "Take the decks to the table."),
    (Step.INSPECT_CARDS, "Inspect the cards for defects."),
    (Step.VERIFY_INSPECTION, "Have the inspection verified."),
    (Step.SPREAD_CARDS, "Spread the cards face up, by suit and in sequence."),
    (Step.VIEW_CARDS, "Let the first player look at them."),
    (Step.STACK_CARDS, "Turn them face down, wash and stack them."),
)
BEFORE_DECISIONS: Final = (
    (Step.SHUFFLE_BY_HAND, "Shuffle by hand."),
    (Step.SHUFFLE_BY_DEVICE, "Shuffle in the device."),
    (Step.CUT_CARDS, "{when_cut} the stack, with a cover card, at least {cut} cards deep."),
    (Step.OPEN_ROUND, "Open the round; players wager."),
    (Step.NO_MORE_BETS, "Announce “no more bets”."),
    (Step.LOCK_PROGRESSIVE, "Lock the progressive: no later wager is accepted."),
    (
        Step.COLLECT_PROGRESSIVE,
        "Collect the progressive chips and compare their number with the sensors.",
    ),
    (Step.DEAL, "Deal: {order_of_cards}."),
)
STUB: Final = (
    (Step.COUNT_STUB, "Count the stub face down, at least once every {stub} rounds."),
    (Step.REMOVE_STUB, "Put the stub into the discard rack, no face seen."),
)
"""The steps once all cards are dealt: before the decisions, or after the last community cards."""
AFTER_DECISIONS: Final = (
    (Step.REVEAL, "Turn your own cards over and announce your hand."),
    (
        Step.SETTLE,
        "From your right to your left, one player at a time: turn the hand up, announce it, and settle {order}.",
    ),
    (Step.CLAIM_PROGRESSIVE, "A progressive win: leave the hand face up and call the floor."),
    (Step.SPIN_WHEEL, "Have the wheel spun; it pays what it shows."),
    (Step.VALIDATE_PROGRESSIVE, "Wait until the win is validated, then pay it{shared}."),
    (Step.CLOSE_ROUND, "Collect the cards into the discard rack."),
)
_OF_PROGRESSIVES: Final = frozenset(
    (
        Step.LOCK_PROGRESSIVE,
        Step.COLLECT_PROGRESSIVE,
        Step.CLAIM_PROGRESSIVE,
        Step.SPIN_WHEEL,
        Step.VALIDATE_PROGRESSIVE,
    )
)
_DEALT: Final = {
    DealingOrder.ONE_CARD_AROUND_DEALER_LAST: "one card at a time from your left, yourself last",
    DealingOrder.SEVEN_AT_ONCE_DEALER_LAST: "all cards of a hand at once from your left, yourself last",
    DealingOrder.STACKS_PLAYERS_THEN_DEALER: "a stack to each player from your left, then your own",
    DealingOrder.STACKS_COMMUNITY_DEALER_PLAYERS: "the community stack, your own, then a stack to each player",
    DealingOrder.STACKS_COMMUNITY_PLAYERS_DEALER_KEPT: (
        "the community stack, then a stack to each player; yours stays in the shuffler"
    ),
}
_ROLES: Final = {
    Role.DEALER: "Dealer",
    Role.FLOORPERSON: "Floor",
    Role.PLAYER: "Player",
    Role.DEVICE: "Device",
}
_WHAT: Final = {
    IrregularityKind.CARDS_FACE_UP: "Cards lie face up in the shoe, deck or shuffler",
    IrregularityKind.DRAWN_IN_ERROR: "A card is drawn in error, its face not seen",
    IrregularityKind.WRONG_NUMBER_OF_CARDS: "A hand has too many or too few cards",
    IrregularityKind.DEALER_CARD_EXPOSED: "A card of the dealer is seen too early",
    IrregularityKind.SHUFFLER_JAM: "The shuffler jams while it shuffles",
    IrregularityKind.SHOE_JAM: "The shoe jams while it deals",
    IrregularityKind.DEVICE_OUT_OF_ORDER: "A device is out of order",
    IrregularityKind.SHUFFLER_COUNT_WRONG: "The shuffler does not count {deck} cards",
    IrregularityKind.HAND_ABANDONED: "A player leaves the table with wagers down",
    IrregularityKind.INFORMATION_SHARED: "Players share what they hold",
    IrregularityKind.STUB_COUNT_MISDEALT: "The stub is wrong because of a misdeal",
    IrregularityKind.STUB_COUNT_WRONG: "The stub is wrong, and no misdeal explains it",
}
_ONE: Final = {
    ForOneCard.DISCARDED: "One card: set it aside and go on.",
    ForOneCard.NEXT_CARD: "Use it as the next card.",
}
_EFFECT: Final = {
    Effect.VOID: "The round is void.",
    Effect.RESHUFFLE_ONLY: "The round goes on.",
    Effect.COVER_OR_MARK: "Cover it or mark it as out of order; go on without it.",
    Effect.WAGERS_LOSE: "All wagers of that player lose.",
    Effect.FOLDED: "The hand counts as folded.",
}
_THEN: Final = {
    Then.RESHUFFLE: "Shuffle all the cards again.",
    Then.RESHUFFLE_WITH_DEALT_CARDS: "Take the jammed and the dealt cards out, and shuffle all again.",
    Then.DECK_REMOVED: "The deck leaves the table.",
}
_UNTIL: Final = {
    Until.ALL_PLAYERS_ACTED: "before all players have acted",
    Until.DEALERS_HAND_REVEALED: "before the dealer's hand is revealed",
}


def dealer_data(rules: Rules) -> dict[str, Any]:
    """The steps of a round for the way of dealing in use, with who takes each and its clauses."""
    table = rules.submission.table
    return {
        "dealing": f"Cards are dealt {DEALING[table.dealing]}. Shuffler: {SHUFFLER[table.shuffler]}.",
        "parts": [
            {"title": "Opening the table", "steps": _steps(rules, OPENING)},
            {
                "title": "A round",
                "steps": [*_steps(rules, BEFORE_DECISIONS), *_decisions(rules), *_steps(rules, AFTER_DECISIONS)],
            },
        ],
    }


def _steps(rules: Rules, listed: tuple[tuple[Step, str], ...]) -> list[dict[str, Any]]:
    book, table = rules.book, rules.submission.table
    method = book.dealing[table.dealing]
    shared = rules.shared_name if rules.progressive is not None and rules.progressive.shared is not None else None
    words = {
        "cut": book.table.cut_depth.value,
        "when_cut": "If the floor asks for a cut, cut" if book.table.cut.value is Cut.ON_THE_FLOORS_ORDER else "Cut",
        "order_of_cards": _DEALT[table.order],
        "stub": method.rounds_between_stub_counts.value,
        "order": ", then ".join(_titles(rules, book.settlement.wagers.value)),
        "shared": f", and the {title_of(book, shared)} to the other players" if shared is not None else "",
    }
    steps, left_out = {**book.steps, **method.steps}, _left_out(rules)
    return [
        _step(steps[step].value, text.format(**words), cited(steps[step]))
        for step, text in listed
        if step in steps and step not in left_out
    ]


def _left_out(rules: Rules) -> frozenset[Step]:
    """The steps that this table does not take."""
    found = {Step.SHUFFLE_BY_HAND}
    if rules.submission.table.shuffler == "none":
        found = {Step.SHUFFLE_BY_DEVICE}
    elif rules.book.table.cut.value is Cut.AFTER_A_SHUFFLE_BY_HAND:
        found.add(Step.CUT_CARDS)
    if rules.shuffling.counts:
        found.add(Step.COUNT_STUB)
    return frozenset(found) | (_OF_PROGRESSIVES if rules.progressive is None else frozenset())


def _step(who: Iterable[Role], does: str, clauses: Iterable[str]) -> dict[str, Any]:
    return {"who": ", ".join(_ROLES.get(role, role.value) for role in who), "does": does, "clauses": list(clauses)}


def _decisions(rules: Rules) -> Iterator[dict[str, Any]]:
    """Each street: the community cards before it, and the question. Where the cards come from the deck, a card is
    burnt if the way of dealing requires it, and the stub leaves the table after the last of them; otherwise the cards
    lie in a stack."""
    method = rules.book.dealing[rules.submission.table.dealing]
    from_deck, burnt = Step.DEAL_BOARD in method.steps, method.burn_cards
    if not from_deck:
        yield from _steps(rules, STUB)
    lying, turned = 0, 0
    for street in rules.streets:
        if street.step is not None:
            step = rules.book.steps[Step(street.step)]
            clauses, does = cited(step), "Deal" if from_deck else "Turn up"
            if burnt is not None:
                does = f"Burn {'the next card' if burnt.value == 1 else f'{burnt.value} cards'}; {does.lower()}"
                clauses = (cited(burnt)[min(turned, len(cited(burnt)) - 1)], *clauses)
            which = "first" if not lying else "last" if street.board == rules.community_cards else "next"
            text = f"{does} the {which} {count_in_words(street.board - lying)} community cards."
            yield _step(step.value, text, clauses)
            lying, turned = street.board, turned + 1
            if from_deck and lying == rules.community_cards:
                yield from _steps(rules, STUB)
        again = (
            " who has not made it yet" if any(each.wager == street.wager for each in _before(rules, street)) else ""
        )
        asked = f"{offer_text(rules, street)}, or {street.decline.value}"
        yield _step(
            (Role.DEALER,),
            f"Ask each player{again}, clockwise from your left: {asked}.",
            dict.fromkeys((street.asked, *(clause for each in sizes_of(street) for clause in each.clauses))),
        )


def _before(rules: Rules, street: Street) -> tuple[Street, ...]:
    return rules.streets[: rules.streets.index(street)]


def _settled(rules: Rules, name: str) -> bool:
    return name in rules.stakes or name in {street.wager for street in rules.streets}


def irregularities_data(rules: Rules) -> dict[str, Any]:
    """What can go wrong at this table, what to do, and by which clauses."""
    book, dealing = rules.book, rules.submission.table.dealing
    ruled = {**book.irregularities, **book.dealing[dealing].irregularities}
    deck, missing = book.table.cards_in_deck.value, _without_its_device(rules)
    return {
        "rows": [
            {
                "kind": kind,
                "what": _WHAT[IrregularityKind(kind)].format(deck=deck)
                + (f", {_UNTIL[rule.until.value]}" if rule.until is not None else ""),
                "do": [text for text, _ in _told(rules, rule)],
                "clauses": list(dict.fromkeys(clause for _, cites in _told(rules, rule) for clause in cites)),
            }
            for kind, rule in ruled.items()
            if IrregularityKind(kind) not in missing
        ]
    }


def _without_its_device(rules: Rules) -> frozenset[IrregularityKind]:
    """Troubles of devices that this table does not have."""
    table, found = rules.submission.table, set[IrregularityKind]()
    if table.dealing != DealingMethod.AUTOMATED:
        found.add(IrregularityKind.SHOE_JAM)
    if table.shuffler == "none":
        found.add(IrregularityKind.SHUFFLER_JAM)
    if not rules.shuffling.counts:
        found.add(IrregularityKind.SHUFFLER_COUNT_WRONG)
    return frozenset(found)


def _told(rules: Rules, rule: IrregularityRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    if rule.one is not None:
        yield _ONE[rule.one.value], cited(rule.one)
    if rule.more is not None:
        prefix = "More than one: " if rule.one is not None else ""
        effect = _EFFECT[rule.more.value]
        yield (prefix + effect[0].lower() + effect[1:] if prefix else effect), cited(rule.more)
    if rule.returned is not None:
        yield f"Return {_names(rules, rule.returned.value)}.", cited(rule.returned)
    if rule.settled is not None:
        yield f"Settle {_names(rules, rule.settled.value)} of complete hands.", cited(rule.settled)
    if rule.settled_after_initial_cards is not None:
        names = _names(rules, rule.settled_after_initial_cards.value)
        yield f"Once the first cards are dealt, settle {names}.", cited(rule.settled_after_initial_cards)
    if rule.then is not None:
        yield _THEN[rule.then.value], cited(rule.then)


def _names(rules: Rules, names: tuple[str, ...]) -> str:
    return listed(_titles(rules, names)) or "nothing"


def _titles(rules: Rules, names: tuple[str, ...]) -> list[str]:
    """The wagers that this table offers, by their titles."""
    return [title_of(rules.book, name) for name in names if _settled(rules, name)]
