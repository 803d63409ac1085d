"""Checks that a rulebook agrees with itself, beyond the type of each value. Every fault is reported.

Each check names the sections it reads. Where one of them already has a fault, the check is skipped: what it would
report follows from that fault, and may be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any, Final

from houserules.law.citation import Cited
from houserules.law.game_words import Problem
from houserules.law.rulebook import Rulebook, WagerRules
from houserules.law.shown import shown_faults
from houserules.law.validation.irregularities import problems_of_irregularities
from houserules.law.validation.lists import no_others, same
from houserules.law.validation.paytables import lines_of
from houserules.law.validation.progressive import problems_of_progressive
from houserules.law.words import (
    PROGRESSIVE,
    SUBMISSION_KEYS,
    WAGER_KEYS,
    LimitSide,
    OddsWord,
    Offer,
    Role,
    Shuffling,
    Step,
    Switch,
)

DECK: Final = 52
_ID: Final = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+", re.ASCII)
_VERSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,39}", re.ASCII)

_NEEDED: Final = (
    Step.RECEIVE_CARDS, Step.INSPECT_CARDS, Step.VERIFY_INSPECTION, Step.SPREAD_CARDS, Step.VIEW_CARDS,
    Step.STACK_CARDS, Step.SHUFFLE_BY_DEVICE, Step.ORDER_SHUFFLE, Step.CUT_CARDS, Step.ORDER_RECUT, Step.GO_IDLE,
    Step.REPORT_DEVICE, Step.COVER_DEVICE, Step.REMOVE_DECK, Step.OPEN_ROUND, Step.PLACE_WAGERS, Step.SEATED_WAGER,
    Step.SPOKEN_WAGER, Step.LATE_WAGER, Step.ADJACENT_BOXES, Step.DECIDE, Step.FOLD, Step.REVEAL, Step.SETTLE,
    Step.REPORT_IRREGULARITY, Step.CLOSE_ROUND, Step.CLOSE_TABLE,
)  # fmt: skip
"""Steps without which no round can be played."""
_OF_DEALING: Final = (Step.NO_MORE_BETS, Step.DEAL, Step.COUNT_STUB)
_OF_A_PROGRESSIVE: Final = (
    Step.PROGRESSIVE_NEEDS, Step.ACKNOWLEDGE_WAGER, Step.CORRECT_COUNT, Step.CLAIM_PROGRESSIVE,
    Step.VALIDATE_PROGRESSIVE,
)  # fmt: skip
_MAY_BE_EMPTY: Final = (("settlement", "survive_fold"),)

Path = tuple[str, ...]
Check = Callable[[Rulebook], Iterator[Problem]]


def id_problem(identity: str) -> str | None:
    """What is wrong with the id of a rulebook, if anything is."""
    if _ID.fullmatch(identity):
        return None
    return f"{identity!r} is not an id: it is capital letters and digits with a hyphen between, such as NJ-HCF"


def problems_of(book: Rulebook, faulty: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """The path of each key in ``rulebook.toml`` that does not agree with the rest, and why.

    ``faulty`` holds the sections that have a fault already, and ``paytables`` where there is one in that file.
    """
    checks: tuple[tuple[Check, tuple[str, ...]], ...] = (
        (_head, ("id", "version")),
        (partial(_lists, faulty), ()),
        (_counts, ("table", "hands", "dealing")),
        (_wagers, ("game_wagers", "wagers", "paytables")),
        (_settlement, ("game_wagers", "wagers", "settlement", "progressive", "payout_limit")),
        (_payout_limit, ("payout_limit",)),
        (_decision, ("decision", "wagers")),
        (_steps, ("steps", "dealing", "progressive", "table", "wagers")),
        (_signs, ("signs",)),
        (_ace, ("hands", "readings")),
        (problems_of_irregularities, ("irregularities", "dealing", "wagers", "table")),
        (problems_of_progressive, ("progressive", "wagers", "paytables", "hands")),
        (shown_faults, ("shown", "wagers", "progressive", "paytables", "layout")),
    )
    sections = {each.name for each in fields(book)}
    for check, needs in checks:
        if not faulty.intersection(needs):
            yield from check(book)
    if not faulty.intersection(sections):
        yield from book.words.check(book)


def problems_of_paytables(book: Rulebook, faulty: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """The same for ``paytables.toml``."""
    for group in book.paytables:
        if not faulty.intersection(("hands", "wagers", "progressive", f"paytables.{group}")):
            yield from lines_of(book, group)
    if "readings" not in faulty:
        yield from _under(book, faulty)


def problems_of_readings(book: Rulebook, faulty: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """The same for ``readings.toml``."""
    if faulty.intersection(("paytables", "readings", "wagers", "progressive")):
        return
    under = {
        (reading, choice)
        for tables in book.paytables.values()
        for table in tables.values()
        for line in table
        for reading, choice, _ in line.under
    }
    depend = sorted({name for name, _ in under})
    keys = (*SUBMISSION_KEYS, *(f"wagers.{wager}.{key}" for wager in book.wagers for key in WAGER_KEYS))
    shared = book.progressive.shared if book.progressive else None
    keys += (f"wagers.{PROGRESSIVE}.{shared.key.value}",) if shared else ()
    for number, reading in enumerate(book.readings):
        path = ("reading", str(number))
        if reading.switch and reading.id not in (*Switch, *depend):
            yield (*path, "id"), f"nothing depends on this switch; known are {', '.join((*Switch, *depend))}"
        elif reading.switch and reading.id in depend:
            for choice in reading.choices:
                if choice != reading.default and (reading.id, choice) not in under:
                    lawful = ", ".join(sorted({name for id_, name in under if id_ == reading.id}))
                    yield (*path, "choices", choice), f"no pay line depends on this choice; known are {lawful}"
        if reading.field is not None and reading.switch:
            yield (*path, "field"), "a switch is chosen under [readings], and by no other key"
        elif reading.field is not None and reading.field not in keys:
            yield (*path, "field"), f"no submission has this key; known are {', '.join(keys)}"


def _under(book: Rulebook, faulty: frozenset[str]) -> Iterator[Problem]:
    switches = {reading.id: reading for reading in book.readings if reading.switch}
    for group, tables in book.paytables.items():
        if f"paytables.{group}" in faulty:
            continue
        for letter, table in tables.items():
            for line in table:
                for name, choice, _ in line.under:
                    path = (group, letter, line.hand)
                    reading = switches.get(name)
                    if reading is None:
                        yield path, f"the register has no switch {name!r}; known are {', '.join(switches)}"
                    elif choice not in reading.choices or choice == reading.default:
                        others = ", ".join(each for each in reading.choices if each != reading.default)
                        yield path, f"{name} has no choice {choice!r} besides its default; known are {others}"


def _head(book: Rulebook) -> Iterator[Problem]:
    if (problem := id_problem(book.id)) is not None:
        yield ("id",), problem
    if not _VERSION.fullmatch(book.version):
        yield ("version",), f"{book.version!r} is not a version: letters, digits and points, such as 1.1"


def _lists(faulty: frozenset[str], book: Rulebook) -> Iterator[Problem]:
    """Checks that no list is empty or holds an item twice."""
    for path, value in _cited(book):
        if path[0] in faulty or not isinstance(value.value, tuple):
            continue
        for item in dict.fromkeys(value.value):
            if value.value.count(item) > 1:
                yield path, f"{item} stands here twice"
        if not value.value and path not in _MAY_BE_EMPTY:
            yield path, "this list is empty"


def _cited(value: Any, path: Path = ()) -> Iterator[tuple[Path, Cited[Any]]]:
    if isinstance(value, Cited):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _cited(item, (*path, str(key)))
    elif is_dataclass(value):
        for each in fields(value):
            if each.name not in ("paytables", "readings", "words"):
                yield from _cited(getattr(value, each.name), (*path, each.name))


def _counts(book: Rulebook) -> Iterator[Problem]:
    table, hands = book.table, book.hands
    if table.cards_in_deck.value != DECK:
        yield ("table", "cards_in_deck"), f"a deck has {DECK} cards here"
    if table.decks.value != 1:
        yield ("table", "decks"), "a round is dealt from 1 deck here"
    if table.decks_with_shuffler.value != table.decks.value + 1:
        yield ("table", "decks_with_shuffler"), "with a shuffler there is one deck more than without"
    ranges: dict[Path, tuple[Cited[int] | None, int, int]] = {
        ("table", "most_seats"): (table.most_seats, 1, DECK),
        ("table", "cover_cards"): (table.cover_cards, 0, DECK),
        ("table", "most_face_up_cards"): (table.most_face_up_cards, 0, DECK),
        ("table", "cut_depth"): (table.cut_depth, 1, DECK - 1),
        ("table", "most_adjacent_boxes"): (table.most_adjacent_boxes, 1, max(1, table.most_seats.value)),
        ("hands", "player_cards"): (hands.player_cards, 1, DECK),
        ("hands", "dealer_cards"): (hands.dealer_cards, 1, DECK),
        ("hands", "community_cards"): (hands.community_cards, 1, DECK),
        ("hands", "flop_cards"): (hands.flop_cards, 1, DECK),
    }
    for path, (number, low, high) in ranges.items():
        if number is not None and not low <= number.value <= high:
            yield path, f"{number.value} is not possible; this is {low} to {high}"
    dealt = hands.player_cards.value + hands.dealer_cards.value
    dealt += hands.community_cards.value if hands.community_cards else 0
    if dealt > DECK:
        yield ("hands", "player_cards"), f"a round of one player would need {dealt} of {DECK} cards"
    yield from _dealing(book)


def _dealing(book: Rulebook) -> Iterator[Problem]:
    if not book.dealing:
        yield ("dealing",), "the cards are dealt in one way or more"
    for name, hours in book.table.deck_hours.items():
        if name not in book.dealing:
            yield ("table", "deck_hours", str(name)), f"nothing is dealt so; known are {', '.join(book.dealing)}"
        if hours.value < 1:
            yield ("table", "deck_hours", str(name)), f"{hours.value} is too few; this is 1 or more"
    for name, way in book.dealing.items():
        if way.rounds_between_stub_counts.value < 1:
            yield ("dealing", str(name), "rounds_between_stub_counts"), "this is 1 or more"
        if way.burn_cards is not None and not 1 <= way.burn_cards.value < DECK:
            yield ("dealing", str(name), "burn_cards"), f"this is 1 to {DECK - 1}"
        if way.burn_cards is not None and book.hands.community_cards is None:
            yield ("dealing", str(name), "burn_cards"), "there are no community cards before which to burn"


def _wagers(book: Rulebook) -> Iterator[Problem]:
    names = book.game_wagers.names.value
    yield from same("game_wagers.names", names, "wagers", book.wagers, ("game_wagers", "names"))
    base = book.wagers.get(book.base_wager)
    if base is None or base.offer.value is not Offer.REQUIRED or base.odds is None or base.equals is not None:
        yield ("wagers", book.base_wager), "every player makes this wager, in any amount, and it is paid at odds"
    for name, rules in book.wagers.items():
        yield from _wager(book, name, rules)
    if book.progressive is None and PROGRESSIVE in book.wagers:
        yield ("wagers", PROGRESSIVE), "there is no [progressive] that says how its meter works"


def _wager(book: Rulebook, name: str, rules: WagerRules) -> Iterator[Problem]:
    path = ("wagers", name)
    if (rules.odds is None) == (rules.paytables is None):
        yield path, "a wager is paid either at odds or by pay tables"
    if rules.odds is not None and rules.odds.value.n < 1:
        yield (*path, "odds"), f"{rules.odds.value} pays nothing"
    if rules.paytables is not None and not book.paytables.get(rules.paytables.value):
        yield (*path, "paytables"), f"paytables.toml has no tables for {rules.paytables.value}"
    if (rules.offer.value is Offer.BONUS) != (rules.on is not None):
        yield path, "a bonus, and nothing else, says on which wager it is paid"
    if rules.offer.value in (Offer.BONUS, Offer.OPTIONAL) and rules.paytables is None:
        yield path, f"a wager that is {rules.offer.value} is paid by pay tables"
    if name != PROGRESSIVE:
        for key in ("amount", "suited_hole_cards"):
            if getattr(rules, key) is not None:
                yield (*path, key), f"only wagers.{PROGRESSIVE} has this"
    if rules.amount is not None and rules.amount.value <= 0:
        yield (*path, "amount"), "this is more than 0"
    for key, other in (("equals", rules.equals), ("on", rules.on)):
        if other is not None:
            yield from _another_wager(book, (*path, key), rules.offer.value, other.value)


def _another_wager(book: Rulebook, path: tuple[str, ...], offer: Offer, other: str) -> Iterator[Problem]:
    """A wager can equal, or be a bonus on, another wager that is made before the deal."""
    rules = book.wagers.get(other)
    if rules is None or other == path[1]:
        yield path, f"{other} is not another wager of this rulebook"
    elif rules.offer.value not in (Offer.REQUIRED, Offer.OPTIONAL):
        yield path, f"{other} is not made before the deal"
    elif offer is Offer.REQUIRED and rules.offer.value is Offer.OPTIONAL:
        yield path, f"every player makes this wager, and not every player makes {other}"


def _settlement(book: Rulebook) -> Iterator[Problem]:
    shared = book.progressive.shared if book.progressive else None
    yield from same(
        "settlement.wagers", book.settlement.wagers.value, "the wagers",
        (*book.game_wagers.names.value, *((shared.name.value,) if shared else ())), ("settlement", "wagers"),
    )  # fmt: skip
    yield from no_others(book, book.settlement.survive_fold, ("settlement", "survive_fold"))
    if book.payout_limit is not None:
        yield from no_others(book, book.payout_limit.covers, ("payout_limit", "covers"))


def _payout_limit(book: Rulebook) -> Iterator[Problem]:
    limit = book.payout_limit
    if limit is None:
        return
    if (limit.amount is None) != (limit.side.value is LimitSide.ANY):
        yield ("payout_limit",), f"{limit.side.value} goes with an amount, {LimitSide.ANY} without"
    if limit.amount is None and limit.or_best_win_at_minimum is not None:
        yield ("payout_limit", "or_best_win_at_minimum"), "there is no amount beside which this could stand"
    if limit.amount is not None and limit.amount.value < 1:
        yield ("payout_limit", "amount"), "this is more than 0"


def _decision(book: Rulebook) -> Iterator[Problem]:
    rules = book.decision
    if rules is None:
        return
    wager = book.wagers.get(rules.wager.value)
    if wager is None or wager.offer.value is not Offer.DECISION:
        after = ", ".join(name for name, each in book.wagers.items() if each.offer.value is Offer.DECISION)
        yield ("decision", "wager"), f"{rules.wager.value} is not made after the deal; known are {after or 'none'}"
    streets = tuple(rules.stages) or book.words.streets
    yield from same("decision.asked", tuple(rules.asked), "the streets", streets, ("decision", "asked"))
    for key in ("stages", "largest"):
        for name, multiple in getattr(rules, key).items():
            if multiple.value < 1:
                yield ("decision", key, name), "this is 1 or more"
    if bool(rules.stages) == bool(rules.largest):
        yield ("decision",), "a decision has stages with a multiple each, or a largest wager for each grade of hand"
    if (rules.smallest is None) != bool(rules.stages):
        yield ("decision",), "smallest goes with largest, and not with stages"
    elif rules.smallest is not None:
        if rules.smallest.value < 1:
            yield ("decision", "smallest"), "this is 1 or more"
        for grade, largest in rules.largest.items():
            if largest.value < rules.smallest.value:
                yield ("decision", "largest", grade), f"the largest is below the smallest, {rules.smallest.value}"


def _steps(book: Rulebook) -> Iterator[Problem]:
    progressive = book.wagers.get(PROGRESSIVE)
    needed = [*_NEEDED, *(_OF_A_PROGRESSIVE if book.progressive else ())]
    if Shuffling.BY_HAND in book.table.shuffling.value:
        needed.append(Step.SHUFFLE_BY_HAND)
    if progressive is not None and progressive.suited_hole_cards is not None:
        needed.append(Step.SPIN_WHEEL)
    for step in needed:
        if step not in book.steps:
            yield ("steps",), f"{step} is missing"
    of_dealing = [*_OF_DEALING, *((Step.COLLECT_PROGRESSIVE,) if book.progressive else ())]
    for name, way in book.dealing.items():
        path = ("dealing", str(name), "steps")
        for step in of_dealing:
            if step not in way.steps:
                yield path, f"{step} is missing"
    yield from _shuffles(book)


def _shuffles(book: Rulebook) -> Iterator[Problem]:
    """A shuffle by the dealer is by hand; a shuffle by anyone else is by a device."""
    by_hand, by_device = book.steps.get(Step.SHUFFLE_BY_HAND), book.steps.get(Step.SHUFFLE_BY_DEVICE)
    if by_hand is not None and by_hand.value != (Role.DEALER,):
        yield ("steps", Step.SHUFFLE_BY_HAND), f"by hand the {Role.DEALER} shuffles, and nobody else"
    if by_device is not None and Role.DEALER in by_device.value:
        yield ("steps", Step.SHUFFLE_BY_DEVICE), f"a shuffle by the {Role.DEALER} is a shuffle by hand"


def _signs(book: Rulebook) -> Iterator[Problem]:
    if OddsWord.TO not in book.signs.odds_words.value:
        yield ("signs", "odds_words"), f'"{OddsWord.TO}" is missing: so odds are stated where nothing else is chosen'


def _ace(book: Rulebook) -> Iterator[Problem]:
    """Where the register leaves the ace to the operator, its default must be what the rules of hands say."""
    for reading in book.readings:
        if reading.id == Switch.ACE_LOW and reading.default != book.hands.ace.value:
            yield ("hands", "ace"), f"the default of the reading {reading.id} is {reading.default}"
