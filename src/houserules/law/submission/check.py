"""Is a Rules Submission lawful? Every fault at once, each with its clause, its key, and what would be lawful.

The numbers come from the rulebook; this module only compares. The date of today comes in as data.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Any

from houserules.law.citation import Cited
from houserules.law.rulebook import DealingRules
from houserules.law.submission.faults import (
    NO_SUCH_CHIP,
    WHOLE_CENTS,
    Fault,
    FaultCode,
    fault,
    one_of,
    stake_faults,
)
from houserules.law.submission.filing import SHUFFLERS, Filing
from houserules.law.submission.limits import best_win_at_minimum
from houserules.law.submission.wagers import check_wagers
from houserules.law.toml import MalformedData
from houserules.law.words import AdjacentBoxes, Approval, LimitSide, ShufflerNeed, Shuffling
from houserules.money import CENT, format_dollars, format_price


def check(filing: Filing, today: date, live: bool = False) -> tuple[Fault, ...]:
    """All faults of a submission on a day; ``live`` asks whether a table may be opened with it for real money."""
    faults = [
        *_check_keys(filing),
        *_check_seats(filing),
        *_check_dealing(filing),
        *_check_decks(filing),
        *_check_table_limits(filing),
        *check_wagers(filing),
        *_check_payout_limit(filing),
        *_check_readings(filing),
        *_check_signs(filing),
        *_check_approval(filing, today, live),
    ]
    order = list(FaultCode)
    return tuple(sorted(faults, key=lambda fault: order.index(fault.code)))


def insist_all_is_read(filing: Filing) -> Filing:
    """The filing, if it has no key that an analysis would ignore: a misspelt one, or a choice that the document does
    not leave for a wager."""
    ignored = [*_check_keys(filing), *check_wagers(filing)]
    problems = [str(each) for each in ignored if each.code in (FaultCode.UNKNOWN_KEY, FaultCode.WAGER_KEY)]
    if problems:
        raise MalformedData(*problems)
    return filing


def _check_keys(filing: Filing) -> Iterator[Fault]:
    clause = filing.rulebook.table.approval
    for unknown in filing.unknown_keys:
        lawful = f"{unknown.meant}, if that was meant; else leave it out" if unknown.meant else "leave it out"
        yield fault(FaultCode.UNKNOWN_KEY, unknown.key, clause, unknown.value, "no such choice exists", lawful)
    layout = filing.rulebook.table.operator_on_layout
    if layout is not None and not (filing.operator or "").strip():
        yield _missing("operator", layout, "the operator's name", "the name that the layout shows")


def _check_seats(filing: Filing) -> Iterator[Fault]:
    rules, seats = filing.rulebook.table, filing.table.seats
    lawful = f"1 to {rules.most_seats.value}"
    if seats is None:
        yield _missing("table.seats", rules.most_seats, "how many players may sit", lawful)
    elif not 1 <= seats <= rules.most_seats.value:
        why = "a table has betting positions for one player or more, and has a most"
        yield fault(FaultCode.SEATS, "table.seats", rules.most_seats, seats, why, lawful)
    if seats is not None and seats >= 1:
        yield from _check_deck_suffices(filing, seats)
    yield from _check_adjacent_boxes(filing)


def _check_deck_suffices(filing: Filing, seats: int) -> Iterator[Fault]:
    hands, cards = filing.rulebook.hands, filing.rulebook.table.cards_in_deck
    method = filing.rulebook.dealing.get(filing.table.dealing or "")
    of_players = seats * hands.player_cards.value
    needed = of_players + hands.dealer_cards.value
    if hands.community_cards is not None:
        needed += hands.community_cards.value
    if method is not None and method.burn_cards is not None:
        needed += method.burn_cards.value * len(method.burn_cards.clauses)
    if needed > cards.value:
        fit = (cards.value - (needed - of_players)) // hands.player_cards.value
        why = f"{needed} cards would be dealt from a deck of {cards.value}"
        lawful = f"at most {fit} players fit one deck"
        yield fault(FaultCode.DECK_TOO_SMALL, "table.seats", hands.player_cards, seats, why, lawful)


def _check_adjacent_boxes(filing: Filing) -> Iterator[Fault]:
    rules, boxes, seats = filing.rulebook.table, filing.table.adjacent_boxes, filing.table.seats
    most = rules.most_adjacent_boxes.value if rules.most_adjacent_boxes else (seats or rules.most_seats.value)
    key, clause, lawful = "table.adjacent_boxes", rules.adjacent_boxes, f"1 to {most}"
    if boxes is None:
        if clause.value is AdjacentBoxes.OPERATOR_STATES:
            yield _missing(key, clause, "on how many boxes one player may bet", lawful)
    elif seats is not None and seats < 1:
        return  # The fault lies with the seats.
    elif not 1 <= boxes <= most:
        why = "a player bets on one box or on adjacent ones"
        yield fault(FaultCode.ADJACENT_BOXES, key, clause, boxes, why, lawful)
    elif seats is not None and boxes > seats:
        why = f"the table has only {seats}"
        yield fault(FaultCode.ADJACENT_BOXES, key, clause, boxes, why, f"1 to {min(most, seats)}")


def _check_dealing(filing: Filing) -> Iterator[Fault]:
    book, table = filing.rulebook, filing.table
    methods = one_of(book.dealing)
    any_method = next(iter(book.dealing.values())).orders
    method = book.dealing.get(table.dealing or "")
    if table.dealing is None:
        yield _missing("table.dealing", any_method, "how the cards are dealt", methods)
    elif method is None:
        why = "the document has no procedure for dealing so"
        yield fault(FaultCode.DEALING_METHOD, "table.dealing", any_method, table.dealing, why, methods)
    yield from _check_shuffler(filing, method)
    if method is None:
        return
    orders = method.orders
    if table.order is not None and table.order not in orders.value:
        why = "the document does not deal in this order"
        yield fault(FaultCode.DEALING_ORDER, "table.order", orders, table.order, why, one_of(orders.value))
    if _needs_shuffler(method) and table.shuffler == "none":
        why, lawful = f"dealing by {table.dealing} needs an automated shuffler", one_of(_devices(filing))
        yield fault(FaultCode.SHUFFLER_REQUIRED, "table.shuffler", method.shuffler, "none", why, lawful)


def _needs_shuffler(method: DealingRules) -> bool:
    return method.shuffler.value is ShufflerNeed.REQUIRED


def _devices(filing: Filing) -> list[str]:
    ways = filing.rulebook.table.shuffling.value
    return [name for name, way in SHUFFLERS.items() if way in ways and way != Shuffling.BY_HAND]


def _check_shuffler(filing: Filing, method: DealingRules | None) -> Iterator[Fault]:
    key, ways, shuffler = "table.shuffler", filing.rulebook.table.shuffling, filing.table.shuffler
    known = [name for name, way in SHUFFLERS.items() if way in ways.value]
    lawful = one_of(known)
    if shuffler is None:
        yield _missing(key, ways, "how the cards are shuffled", lawful)
    elif shuffler not in SHUFFLERS:
        yield fault(FaultCode.SHUFFLER, key, ways, shuffler, "no such shuffler is known", lawful)
    elif shuffler not in known and (shuffler != "none" or method is None or not _needs_shuffler(method)):
        why = "the document does not have the cards shuffled so"
        yield fault(FaultCode.SHUFFLER_REQUIRED, key, ways, shuffler, why, lawful)


def _check_decks(filing: Filing) -> Iterator[Fault]:
    rules, decks = filing.rulebook.table, filing.table.decks
    one, two = rules.decks, rules.decks_with_shuffler
    both = f"{one.value}, or {two.value} with a shuffler"
    if decks is None:
        yield _missing("table.decks", one, "how many decks are used", both)
        return
    wrong = partial(fault, FaultCode.DECKS, "table.decks")
    if decks not in (one.value, two.value):
        yield wrong(one if decks < one.value else two, decks, "the game is not played so", both)
    elif decks == two.value and filing.table.shuffler in (None, "none"):
        yield wrong(two, decks, "a second deck is for tables with a shuffler", f"{one.value}, or a shuffler")
    yield from _check_second_deck(filing, decks)


def _check_second_deck(filing: Filing, decks: int) -> Iterator[Fault]:
    rules, backs, alternation = filing.rulebook.table, filing.table.deck_backs, filing.table.alternation
    if backs is not None:
        wrong = partial(fault, FaultCode.SECOND_DECK, "table.deck_backs", rules.second_deck_backs, list(backs))
        if len(backs) != decks:
            yield wrong(f"{len(backs)} colours for {decks} decks", "one colour for each deck")
        if len({back.strip().casefold() for back in backs}) != len(backs):
            yield wrong("the backs of two decks may not look alike", "a different colour for each deck")
    turn = rules.second_deck_turn
    if alternation is not None and (alternation != turn.value or decks == 1):
        why, lawful = (
            "two decks take turns, each in every other round",
            '"every_round" with two decks, or leave it out',
        )
        yield fault(FaultCode.SECOND_DECK, "table.alternation", turn, alternation, why, lawful)


def _check_table_limits(filing: Filing) -> Iterator[Fault]:
    table, base = filing.table, filing.rulebook.wagers[filing.rulebook.base_wager].offer
    for key, amount in (("minimum", table.minimum), ("maximum", table.maximum)):
        if amount is None:
            yield _missing(f"table.{key}", base, f"the {key} wager", 'dollars as text, as in "10"')
        else:
            yield from stake_faults(FaultCode.TABLE_LIMITS, f"table.{key}", base, amount)
    if table.minimum is not None and table.maximum is not None and table.minimum > table.maximum:
        minimum, lawful = format_dollars(table.minimum), f"at most {format_dollars(table.maximum)}"
        why = "the minimum is above the maximum"
        yield fault(FaultCode.TABLE_LIMITS, "table.minimum", base, minimum, why, lawful)


def _check_payout_limit(filing: Filing) -> Iterator[Fault]:
    rules = filing.rulebook.payout_limit
    clause = filing.rulebook.table.approval if rules is None else rules.side
    for name, limit in (("per_hand", filing.per_hand), ("per_round", filing.per_round)):
        if limit is None:
            continue
        wrong = partial(fault, FaultCode.PAYOUT_LIMIT, f"payout_limit.{name}", clause)
        if rules is None:
            yield wrong(format_dollars(limit), "the document lets nobody limit payouts", "leave it out")
            continue
        if name == "per_round" and rules.side.value is not LimitSide.ANY:
            why = "the document limits the payout of a hand"
            yield wrong(format_dollars(limit), why, "payout_limit.per_hand")
        if limit == 0:
            yield wrong("0", "it would pay nothing", "more")
        elif limit % CENT:
            yield wrong(format_dollars(limit), NO_SUCH_CHIP, WHOLE_CENTS)
    if rules is None or rules.amount is None or not filing.per_hand:
        return
    bound, why = rules.amount.value, format_price(rules.amount.value)
    if rules.or_best_win_at_minimum is not None and rules.or_best_win_at_minimum.value:
        best = best_win_at_minimum(filing)
        bound, why = max(bound, best), f"the greater of {why} and {format_price(best)}, the best win at the minimum"
    wrong = partial(fault, FaultCode.PAYOUT_LIMIT, "payout_limit.per_hand", rules.side)
    if rules.side.value is LimitSide.AT_MOST and filing.per_hand > bound:
        yield wrong(format_dollars(filing.per_hand), f"the limit is above {why}", f"at most {format_dollars(bound)}")
    if rules.side.value is LimitSide.AT_LEAST and filing.per_hand < bound:
        lawful = f"at least {format_dollars(bound)}, or no limit"
        yield wrong(format_dollars(filing.per_hand), f"the limit is below {why}", lawful)


def _check_readings(filing: Filing) -> Iterator[Fault]:
    register = {reading.id: reading for reading in filing.rulebook.readings}
    for name, choice in filing.readings.items():
        key, reading = f"readings.{name}", register.get(name)
        if reading is None:
            switches = one_of(reading.id for reading in register.values() if reading.switch)
            clause, why = filing.rulebook.table.approval, "the register has no such reading"
            yield fault(FaultCode.READING_UNKNOWN, key, clause, choice, why, switches)
            continue
        wrong = partial(fault, FaultCode.READING_CHOICE, key, reading.clauses[0], choice)
        if not reading.switch and choice != reading.default:
            yield wrong("this reading is not the operator's to choose", one_of([reading.default]))
        elif choice not in reading.choices:
            yield wrong("no such reading is possible", one_of(reading.choices))


def _check_signs(filing: Filing) -> Iterator[Fault]:
    words, word = filing.rulebook.signs.odds_words, filing.odds_word
    if word is not None and word not in words.value:
        why = "odds are not stated with this word"
        yield fault(FaultCode.ODDS_WORD, "signs.odds", words, word, why, one_of(words.value))


def _check_approval(filing: Filing, today: date, live: bool) -> Iterator[Fault]:
    clause, approved = filing.rulebook.table.approval, filing.approved_on
    if approved is not None and approved > today:
        why, lawful = "the day of approval has not come yet", f"{today} or earlier, or no date for a draft"
        yield fault(FaultCode.APPROVAL_DATE, "approved_on", clause, str(approved), why, lawful)
    if approved is None and live and clause.value is Approval.BEFORE_USE:
        why = "a draft is for practice tables and analysis only"
        yield fault(FaultCode.NOT_APPROVED, "approved_on", clause, "(none)", why, "the date of approval")


def _missing(key: str, clause: Cited[Any], what: str, lawful: str) -> Fault:
    return fault(FaultCode.MISSING_KEY, key, clause, "(none)", f"{what} is not stated", lawful)
