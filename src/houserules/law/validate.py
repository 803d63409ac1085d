"""What a rulebook must agree on within itself, beyond the type of each value. Every fault is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from houserules.law.citation import Citation, Cited
from houserules.law.paytable import WHEEL_SYMBOL, Amount, Paytable, Share, Special
from houserules.law.rulebook import DecisionRules, IrregularityRules, ProgressiveRules, Rulebook
from houserules.law.shown import shown_faults
from houserules.law.validate_irregularities import irregularity_faults
from houserules.law.words import PROGRESSIVE, Offer, Problem, Role, Step, Switch

_DECK = 52

_NEEDED: tuple[Step, ...] = (
    Step.RECEIVE_CARDS, Step.INSPECT_CARDS, Step.VERIFY_INSPECTION, Step.SPREAD_CARDS, Step.VIEW_CARDS,
    Step.STACK_CARDS, Step.SHUFFLE_BY_DEVICE, Step.ORDER_SHUFFLE, Step.CUT_CARDS, Step.ORDER_RECUT, Step.GO_IDLE,
    Step.REPORT_DEVICE, Step.COVER_DEVICE, Step.REMOVE_DECK, Step.OPEN_ROUND, Step.PLACE_WAGERS, Step.SEATED_WAGER,
    Step.SPOKEN_WAGER, Step.LATE_WAGER, Step.ADJACENT_BOXES, Step.DECIDE, Step.FOLD, Step.REVEAL, Step.SETTLE,
    Step.REPORT_IRREGULARITY, Step.CLOSE_ROUND, Step.CLOSE_TABLE,
)  # fmt: skip
"""Steps without which no round can be played."""
_OF_DEALING = (Step.NO_MORE_BETS, Step.DEAL, Step.COUNT_STUB)
_OF_A_PROGRESSIVE = (
    Step.PROGRESSIVE_NEEDS, Step.ACKNOWLEDGE_WAGER, Step.CORRECT_COUNT, Step.CLAIM_PROGRESSIVE,
    Step.VALIDATE_PROGRESSIVE,
)  # fmt: skip


def problems_of(book: Rulebook) -> Iterator[Problem]:
    """The path of each key in ``rulebook.toml`` that does not go with the rest, and why."""
    yield from _numbers(book)
    yield from _empty_lists(book)
    yield from _wagers(book)
    if book.decision is not None:
        yield from _decision(book, book.decision)
    yield from _steps(book)
    yield from irregularity_faults(book)
    if book.progressive is None and PROGRESSIVE in book.wagers:
        yield ("wagers", PROGRESSIVE), "there is no [progressive] that says how its meter works"
    if book.progressive is not None:
        yield from _progressive(book, book.progressive)
    yield from shown_faults(book)
    yield from book.words.check(book)


def problems_of_paytables(book: Rulebook) -> Iterator[Problem]:
    """The same for ``paytables.toml``."""
    switches = {reading.id: reading for reading in book.readings}
    possible = book.words.possible(book.hands)
    named = {rules.paytables.value for rules in book.wagers.values() if rules.paytables}
    shared = book.progressive.shared if book.progressive else None
    wheels = _wheel_tables(book)
    progressive = book.wagers.get(PROGRESSIVE)
    collected = progressive.paytables.value if progressive and progressive.paytables else None
    for group, tables in book.paytables.items():
        if group not in named and (shared is None or group != shared.name.value):
            yield (group,), "no wager is paid by these tables"
        for letter, table in tables.items():
            if table.per is not None and table.per.value <= 0:
                yield (group, letter, "per"), "this is more than 0"
            if shared is not None and group == shared.name.value:
                yield from _amounts(group, letter, table)
            yield from _lines(group, letter, table, possible if group not in wheels else None, collected)
            for line in table:
                for reading, choice, _ in line.under:
                    if reading not in switches or choice not in switches[reading].choices:
                        yield (group, letter, line.hand), f"the register has no reading {reading} = {choice}"


def problems_of_readings(book: Rulebook) -> Iterator[Problem]:
    """The same for ``readings.toml``."""
    under = {
        (reading, choice)
        for tables in book.paytables.values()
        for table in tables.values()
        for line in table
        for reading, choice, _ in line.under
    }
    known = {switch.value: switch for switch in Switch}
    for number, reading in enumerate(book.readings):
        path = ("reading", str(number))
        switch = known.get(reading.id)
        if switch is not None:
            for choice in reading.choices:
                if choice not in switch.choices:
                    yield (*path, "choices", choice), f"not a choice that is known here: {', '.join(switch.choices)}"
        elif reading.switch and reading.id not in {name for name, _ in under}:
            yield (*path, "id"), f"nothing depends on this switch; known are {', '.join(known)}"
        elif reading.switch:
            for choice in reading.choices:
                if choice != reading.default and (reading.id, choice) not in under:
                    yield (*path, "choices", choice), "no pay line depends on this choice"


def citations_of(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Citation]]:
    """Every citation in the data of a rulebook, with the path of the key beside which it stands."""
    if isinstance(value, Cited):
        for clause in value.clauses:
            yield path, clause
    elif isinstance(value, Paytable):
        yield path, value.clause
        for line in (*value, *((value.otherwise,) if value.otherwise else ())):
            for clause in line.clauses:
                yield (*path, line.hand), clause
        if value.per is not None:
            yield from citations_of(value.per, (*path, "per"))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from citations_of(item, (*path, str(key)))
    elif is_dataclass(value):
        for each in fields(value):
            if each.name not in ("paytables", "readings", "words"):
                yield from citations_of(getattr(value, each.name), (*path, each.name))


def _lines(
    group: str, letter: str, table: Paytable, possible: frozenset[str] | None, collected: str | None
) -> Iterator[Problem]:
    """``possible``: the lines that a hand can make; None where the symbols of a wheel are paid. ``collected``: the
    tables of the wager whose chip is collected before the deal."""
    if not table.lines:
        yield (group, letter), "a pay table has a line or more"
    for line in table:
        path = (group, letter, line.hand)
        wheel = WHEEL_SYMBOL.fullmatch(line.hand) is not None
        if possible is None and not wheel:
            yield path, "the symbols of a wheel are paid here, not hands"
        elif possible is not None and line.hand not in possible:
            yield path, f"no hand can make this line; possible are {', '.join(sorted(possible))}"
        if line.pay is Special.PUSH and group == collected:
            yield path, "the chip was collected before the deal, and does not come back"
        if isinstance(line.pay, Share) and group != collected:
            yield path, "only the progressive has a meter to share"
        elif isinstance(line.pay, Share) and not 0 < line.pay.percent.share <= 1:
            yield path, "a share is more than 0% and at most 100%"


def _amounts(group: str, letter: str, table: Paytable) -> Iterator[Problem]:
    for line in table:
        if not isinstance(line.pay, Amount):
            yield (group, letter, line.hand), "what other players receive is an amount in dollars"


def _wheel_tables(book: Rulebook) -> set[str]:
    if book.progressive is None:
        return set()
    rules = book.wagers.get(PROGRESSIVE)
    if rules is None or rules.suited_hole_cards is None or rules.paytables is None:
        return set()
    shared = book.progressive.shared
    return {rules.paytables.value, *((shared.name.value,) if shared else ())}


def _numbers(book: Rulebook) -> Iterator[Problem]:
    table, hands = book.table, book.hands
    if table.cards_in_deck.value != _DECK:
        yield ("table", "cards_in_deck"), f"a deck has {_DECK} cards here"
    positive: dict[tuple[str, ...], Cited[int] | None] = {
        ("table", "most_seats"): table.most_seats,
        ("table", "decks"): table.decks,
        ("table", "most_adjacent_boxes"): table.most_adjacent_boxes,
        ("hands", "player_cards"): hands.player_cards,
        ("hands", "dealer_cards"): hands.dealer_cards,
        ("hands", "community_cards"): hands.community_cards,
        ("hands", "flop_cards"): hands.flop_cards,
        **{("table", "deck_hours", str(name)): hours for name, hours in table.deck_hours.items()},
        **{
            ("dealing", str(name), "rounds_between_stub_counts"): rules.rounds_between_stub_counts
            for name, rules in book.dealing.items()
        },
    }
    for path, number in positive.items():
        if number is not None and number.value < 1:
            yield path, f"{number.value} is too few; this is 1 or more"
    if table.decks.value != 1:
        yield ("table", "decks"), "a round is dealt from one deck here"
    if table.decks_with_shuffler.value != table.decks.value + 1:
        yield ("table", "decks_with_shuffler"), "with a shuffler there is one deck more than without"
    if not 1 <= table.cut_depth.value < _DECK:
        yield ("table", "cut_depth"), f"a cut leaves a card or more on either side: 1 to {_DECK - 1}"
    if table.most_face_up_cards.value < 0:
        yield ("table", "most_face_up_cards"), "this is 0 or more"
    dealt = hands.player_cards.value + hands.dealer_cards.value
    dealt += hands.community_cards.value if hands.community_cards else 0
    if dealt > _DECK:
        yield ("hands", "player_cards"), f"a round of one player would need {dealt} of {_DECK} cards"


def _empty_lists(book: Rulebook) -> Iterator[Problem]:
    """Lists of which a table uses one or more; the first is used where a submission names none."""
    lists: dict[tuple[str, ...], Cited[Any]] = {
        ("table", "shuffling"): book.table.shuffling,
        ("signs", "odds_words"): book.signs.odds_words,
        **{("dealing", str(name), "orders"): way.orders for name, way in book.dealing.items()},
    }
    if book.progressive is not None:
        lists["progressive", "meters"] = book.progressive.meters
    for path, listed in lists.items():
        if not listed.value:
            yield path, "this names one or more"


def _wagers(book: Rulebook) -> Iterator[Problem]:
    names = book.game_wagers.names.value
    yield from _same("game_wagers.names", names, "wagers", book.wagers, ("game_wagers", "names"))
    base = book.wagers.get(book.base_wager)
    if base is None or base.offer.value is not Offer.REQUIRED or base.odds is None:
        yield ("wagers", book.base_wager), "every player makes this wager, and it is paid at odds"
    for name, rules in book.wagers.items():
        path = ("wagers", name)
        if (rules.odds is None) == (rules.paytables is None):
            yield path, "a wager is paid either at odds or by pay tables"
        if rules.paytables is not None and rules.paytables.value not in book.paytables:
            yield (*path, "paytables"), f"paytables.toml has no tables for {rules.paytables.value}"
        if (rules.offer.value is Offer.BONUS) != (rules.on is not None):
            yield path, "a bonus, and nothing else, says on which wager it is paid"
        if rules.offer.value is Offer.BONUS and rules.paytables is None:
            yield path, "a bonus is paid by a pay table"
        if rules.amount is not None and rules.amount.value <= 0:
            yield (*path, "amount"), "this is more than 0"
        for key, other in (("equals", rules.equals), ("on", rules.on)):
            if other is not None:
                yield from _another_wager(book, (*path, key), rules.offer.value, other.value)
    shared = book.progressive.shared if book.progressive else None
    settled = book.settlement.wagers.value
    yield from _same(
        "settlement.wagers", settled, "the wagers", (*names, *((shared.name.value,) if shared else ())),
        ("settlement", "wagers"),
    )  # fmt: skip
    for where, listed in _lists_of_wagers(book):
        for name in listed.value:
            if name not in book.wagers:
                yield where, f"{name} is no wager of this rulebook"


def _another_wager(book: Rulebook, path: tuple[str, ...], offer: Offer, other: str) -> Iterator[Problem]:
    """A wager can equal, or be a bonus on, another one that lies there before the deal."""
    rules = book.wagers.get(other)
    if rules is None or other == path[1]:
        yield path, f"{other} is no other wager of this rulebook"
    elif rules.offer.value not in (Offer.REQUIRED, Offer.OPTIONAL):
        yield path, f"{other} is not made before the deal"
    elif offer is Offer.REQUIRED and rules.offer.value is Offer.OPTIONAL:
        yield path, f"every player makes this wager, and not every player makes {other}"


def _lists_of_wagers(book: Rulebook) -> Iterator[tuple[tuple[str, ...], Cited[tuple[str, ...]]]]:
    yield ("settlement", "survive_fold"), book.settlement.survive_fold
    if book.payout_limit is not None:
        yield ("payout_limit", "covers"), book.payout_limit.covers
    chapters: list[tuple[tuple[str, ...], dict[str, IrregularityRules]]] = [
        (("irregularities",), book.irregularities)
    ]
    for name, way in book.dealing.items():
        chapters.append((("dealing", str(name), "irregularities"), way.irregularities))
    for above, kinds in chapters:
        for kind, rules in kinds.items():
            for key in ("returned", "settled", "settled_after_initial_cards"):
                listed = getattr(rules, key)
                if listed is not None:
                    yield (*above, str(kind), key), listed


def _decision(book: Rulebook, rules: DecisionRules) -> Iterator[Problem]:
    wager = book.wagers.get(rules.wager.value)
    if wager is None or wager.offer.value is not Offer.DECISION:
        yield ("decision", "wager"), f"{rules.wager.value} is not a wager made after the deal"
    streets = tuple(rules.stages) or tuple(rules.asked)
    yield from _same("decision.asked", tuple(rules.asked), "decision.stages", streets, ("decision", "asked"))
    for name, multiple in (*rules.stages.items(), *rules.largest.items()):
        if multiple.value < 1:
            yield ("decision", "stages" if name in rules.stages else "largest", name), "this is 1 or more"
    if bool(rules.stages) == bool(rules.largest):
        yield ("decision",), "a decision has stages with a multiple each, or a largest wager for each grade of hand"
    if rules.largest and rules.smallest is None:
        yield ("decision",), "smallest is missing"
    elif rules.smallest is not None:
        for grade, largest in rules.largest.items():
            if largest.value < rules.smallest.value:
                yield ("decision", "largest", grade), f"the largest is below the smallest, {rules.smallest.value}"


def _steps(book: Rulebook) -> Iterator[Problem]:
    needed = [*_NEEDED, *(_OF_A_PROGRESSIVE if book.progressive else ())]
    for step in needed:
        if step not in book.steps:
            yield ("steps",), f"{step} is missing"
    of_dealing = [*_OF_DEALING, *((Step.COLLECT_PROGRESSIVE,) if book.progressive else ())]
    for name, way in book.dealing.items():
        for step in of_dealing:
            if step not in way.steps:
                yield ("dealing", str(name), "steps"), f"{step} is missing"
        yield from _nobody(way.steps, ("dealing", str(name), "steps"))
    yield from _nobody(book.steps, ("steps",))
    yield from _shuffles(book.steps)


def _nobody(steps: Mapping[str, Cited[tuple[Role, ...]]], path: tuple[str, ...]) -> Iterator[Problem]:
    for name, roles in steps.items():
        if not roles.value:
            yield (*path, str(name)), "somebody takes this step"


def _shuffles(steps: Mapping[str, Cited[tuple[Role, ...]]]) -> Iterator[Problem]:
    """A shuffle by the dealer is one by hand, and a shuffle by anybody else is one by a device."""
    by_hand, by_device = steps.get(Step.SHUFFLE_BY_HAND), steps.get(Step.SHUFFLE_BY_DEVICE)
    if by_hand is not None and by_hand.value != (Role.DEALER,):
        yield ("steps", Step.SHUFFLE_BY_HAND), f"by hand the {Role.DEALER} shuffles, and nobody else"
    if by_device is not None and Role.DEALER in by_device.value:
        yield ("steps", Step.SHUFFLE_BY_DEVICE), f"a shuffle by the {Role.DEALER} is a shuffle by hand"


def _progressive(book: Rulebook, rules: ProgressiveRules) -> Iterator[Problem]:
    wager = book.wagers.get(PROGRESSIVE)
    if wager is None or wager.paytables is None:
        yield ("progressive",), f"wagers.{PROGRESSIVE} is missing, or is not paid by pay tables"
        return
    letters = book.paytables.get(wager.paytables.value, {})
    for key in ("least", "main_rate", "secondary_rate"):
        by_letter = getattr(rules, key)
        if by_letter:
            yield from _same(f"progressive.{key}", by_letter, "the pay tables", letters, ("progressive", key))
    if rules.shared is not None and rules.shared.per is not None and rules.shared.per.value <= 0:
        yield ("progressive", "shared", "per"), "this is more than 0"
    if rules.shared is not None and rules.shared.name.value not in book.paytables:
        yield ("progressive", "shared", "name"), f"paytables.toml has no tables for {rules.shared.name.value}"


def _same(
    name: str, listed: Iterable[str], of: str, expected: Iterable[str], path: tuple[str, ...]
) -> Iterator[Problem]:
    """Both lists hold the same names, each once."""
    listed, expected = tuple(listed), tuple(expected)
    for missing in expected:
        if missing not in listed:
            yield path, f"{missing} is missing in {name}"
    for extra in dict.fromkeys(listed):
        if extra not in expected:
            yield path, f"{extra} is in {name} and not in {of}"
        elif listed.count(extra) > 1:
            yield path, f"{extra} stands twice in {name}"
