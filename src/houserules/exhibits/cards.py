"""Two cards for the dealer's side of the table: the procedure of a round, and what to do when it goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from houserules.exhibits.rules_in_words import title_of
from houserules.law import IrregularityRules
from houserules.law.words import Cut, DealingOrder, Effect, ForOneCard, IrregularityKind, Role, Step, Then, Until
from houserules.play import Rules, cited

OPENING: Final = (
    (Step.RECEIVE_CARDS, "Take the decks to the table."),
    (Step.INSPECT_CARDS, "Inspect the cards for defects."),
    (Step.VERIFY_INSPECTION, "Have the inspection verified."),
    (Step.SPREAD_CARDS, "Spread the cards face up, by suit and in sequence."),
    (Step.VIEW_CARDS, "Let the first player look at them."),
    (Step.STACK_CARDS, "Turn them face down, wash and stack them."),
)
ROUND: Final = (
    (Step.SHUFFLE_BY_HAND, "Shuffle by hand."),
    (Step.SHUFFLE_BY_DEVICE, "Shuffle in the device."),
    (Step.CUT_CARDS, "Cut the stack, with cover cards, at least {cut} cards deep."),
    (Step.OPEN_ROUND, "Open the round; players wager."),
    (Step.NO_MORE_BETS, "Announce “no more bets”."),
    (
        Step.COLLECT_PROGRESSIVE,
        "Collect the progressive chips and compare their number with the sensors.",
    ),
    (Step.DEAL, "Deal: {order_of_cards}."),
    (Step.COUNT_STUB, "Count the stub at least every {stub} rounds, unless the shuffler counts."),
    (Step.DECIDE, "Ask each player in turn, clockwise from your left."),
    (Step.DEAL_FLOP, "Deal the first community cards."),
    (Step.DEAL_LAST_COMMUNITY_CARDS, "Deal the last community cards."),
    (Step.REVEAL, "Turn your own cards over and say what you hold."),
    (Step.SETTLE, "Settle from your right to your left: {order}."),
    (Step.CLAIM_PROGRESSIVE, "A progressive win: leave the hand face up and call the floor."),
    (Step.SPIN_WHEEL, "Have the wheel spun; it pays what it shows."),
    (Step.VALIDATE_PROGRESSIVE, "Wait until the win is validated, then pay it."),
    (Step.CLOSE_ROUND, "Collect the cards into the discard rack."),
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
    """The steps of a round for the way of dealing in use, who takes each, and its clauses."""
    book, table = rules.book, rules.submission.table
    method = book.dealing[table.dealing]
    words = {
        "cut": book.table.cut_depth.value,
        "order_of_cards": _DEALT[table.order],
        "stub": method.rounds_between_stub_counts.value,
        "order": ", then ".join(_titles(rules, book.settlement.wagers.value)),
    }
    steps = {**book.steps, **method.steps}
    by_hand = table.shuffler == "none"
    left_out = {Step.SHUFFLE_BY_DEVICE} if by_hand else {Step.SHUFFLE_BY_HAND}
    if not by_hand and book.table.cut.value is Cut.AFTER_A_SHUFFLE_BY_HAND:
        left_out.add(Step.CUT_CARDS)
    if rules.progressive is None:
        left_out |= {Step.COLLECT_PROGRESSIVE, Step.CLAIM_PROGRESSIVE, Step.SPIN_WHEEL, Step.VALIDATE_PROGRESSIVE}
    return {
        "dealing": f"{table.dealing.replace('_', ' ')}, shuffler: {table.shuffler}",
        "parts": [
            {
                "title": title,
                "steps": [
                    {
                        "who": ", ".join(_ROLES.get(role, role.value) for role in steps[step].value),
                        "does": text.format(**words),
                        "clauses": list(cited(steps[step])),
                    }
                    for step, text in listed
                    if step in steps and step not in left_out
                ],
            }
            for title, listed in (("Opening the table", OPENING), ("A round", ROUND))
        ],
    }


def _settled(rules: Rules, name: str) -> bool:
    return name in rules.stakes or name in {street.wager for street in rules.streets}


def irregularities_data(rules: Rules) -> dict[str, Any]:
    """What can go wrong at this table, what to do, by which clauses."""
    book, dealing = rules.book, rules.submission.table.dealing
    ruled = {**book.irregularities, **book.dealing[dealing].irregularities}
    deck = book.table.cards_in_deck.value
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
        ]
    }


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
    return ", ".join(_titles(rules, names)) or "nothing"


def _titles(rules: Rules, names: tuple[str, ...]) -> list[str]:
    """The wagers that this table offers, by their titles."""
    return [title_of(rules.book, name) for name in names if _settled(rules, name)]
