"""Is a Rules Submission lawful? Every fault at once, each with its clause, its key, and what would be lawful.

The numbers come from the rulebook; this module only compares. The date of today comes in as data.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from houserules.law.citation import Cited
from houserules.law.rulebook import DealingRules
from houserules.law.submission.faults import NO_SUCH_CHIP, WHOLE_CENTS, Fault, FaultCode, fault, one_of
from houserules.law.submission.filing import SHUFFLERS, Filing
from houserules.law.submission.limits import best_win_at_minimum
from houserules.law.submission.wagers import check_wagers
from houserules.law.words import AdjacentBoxes, LimitSide, ShufflerNeed
from houserules.money import CENT, format_dollars, format_price


def check(filing: Filing, today: date, live: bool = False) -> tuple[Fault, ...]:
    """All faults of a submission on a day; ``live`` asks whether a table may be opened with it for real money."""
    faults = [
        *_check_keys(filing),
        *_check_table(filing),
        *check_wagers(filing),
        *_check_payout_limit(filing),
        *_check_readings(filing),
        *_check_signs(filing),
        *_check_approval(filing, today, live),
    ]
    order = list(FaultCode)
    return tuple(sorted(faults, key=lambda fault: order.index(fault.code)))


def _check_keys(filing: Filing) -> Iterator[Fault]:
    clause = filing.rulebook.table.approval
    for unknown in filing.unknown_keys:
        lawful = f"{unknown.meant}, if that was meant; else leave it out" if unknown.meant else "leave it out"
        yield fault(FaultCode.UNKNOWN_KEY, clause, unknown.key, unknown.value, "no such choice exists", lawful)
    layout = filing.rulebook.table.operator_on_layout
    if layout is not None and not (filing.operator or "").strip():
        yield _missing(layout, "operator", "the operator's name", "the name that the layout shows")


def _check_table(filing: Filing) -> Iterator[Fault]:
    yield from _check_seats(filing)
    yield from _check_dealing(filing)
    yield from _check_decks(filing)
    yield from _check_table_limits(filing)


def _check_seats(filing: Filing) -> Iterator[Fault]:
    rules, table = filing.rulebook.table, filing.table
    most = rules.most_seats.value
    if table.seats is None:
        yield _missing(rules.most_seats, "table.seats", "how many players may sit", f"1 to {most}")
    elif not 1 <= table.seats <= most:
        yield fault(
            FaultCode.SEATS, rules.most_seats, "table.seats", table.seats,
            "a table has betting positions for one player or more, and has a most", f"1 to {most}",
        )  # fmt: skip
    if table.seats is not None and table.seats >= 1:
        yield from _check_deck_suffices(filing, table.seats)
    yield from _check_adjacent_boxes(filing)


def _check_deck_suffices(filing: Filing, seats: int) -> Iterator[Fault]:
    hands, cards = filing.rulebook.hands, filing.rulebook.table.cards_in_deck
    burns = filing.rulebook.dealing.get(filing.table.dealing or "")
    needed = seats * hands.player_cards.value + hands.dealer_cards.value
    if hands.community_cards is not None:
        needed += hands.community_cards.value
    if burns is not None and burns.burn_cards is not None:
        needed += burns.burn_cards.value * len(burns.burn_cards.clauses)
    if needed > cards.value:
        fit = (cards.value - (needed - seats * hands.player_cards.value)) // hands.player_cards.value
        yield fault(
            FaultCode.DECK_TOO_SMALL, hands.player_cards, "table.seats", seats,
            f"{needed} cards would be dealt from a deck of {cards.value}", f"at most {fit} players fit one deck",
        )  # fmt: skip


def _check_adjacent_boxes(filing: Filing) -> Iterator[Fault]:
    rules, boxes, seats = filing.rulebook.table, filing.table.adjacent_boxes, filing.table.seats
    most = rules.most_adjacent_boxes.value if rules.most_adjacent_boxes else (seats or rules.most_seats.value)
    lawful = f"1 to {most}"
    if boxes is None:
        if rules.adjacent_boxes.value is AdjacentBoxes.OPERATOR_STATES:
            yield _missing(
                rules.adjacent_boxes, "table.adjacent_boxes", "on how many boxes one player may bet", lawful
            )
    elif seats is not None and seats < 1:
        return  # The fault lies with the seats.
    elif not 1 <= boxes <= most:
        yield fault(
            FaultCode.ADJACENT_BOXES, rules.adjacent_boxes, "table.adjacent_boxes", boxes,
            "a player bets on one box or on adjacent ones", lawful,
        )  # fmt: skip
    elif seats is not None and boxes > seats >= 1:
        yield fault(
            FaultCode.ADJACENT_BOXES, rules.adjacent_boxes, "table.adjacent_boxes", boxes,
            f"the table has only {seats}", f"1 to {min(most, seats)}",
        )  # fmt: skip


def _check_dealing(filing: Filing) -> Iterator[Fault]:
    book, table = filing.rulebook, filing.table
    methods = list(book.dealing)
    any_method = next(iter(book.dealing.values())).orders
    if table.dealing is None:
        yield _missing(any_method, "table.dealing", "how the cards are dealt", one_of(methods))
        method = None
    elif table.dealing not in book.dealing:
        yield fault(
            FaultCode.DEALING_METHOD, any_method, "table.dealing", table.dealing,
            "the document has no procedure for dealing so", one_of(methods),
        )  # fmt: skip
        method = None
    else:
        method = book.dealing[table.dealing]
    yield from _check_shuffler(filing, method)
    if method is None:
        return
    if table.order is not None and table.order not in method.orders.value:
        yield fault(
            FaultCode.DEALING_ORDER, method.orders, "table.order", table.order,
            "the document does not deal in this order", one_of(method.orders.value),
        )  # fmt: skip
    if method.shuffler.value is ShufflerNeed.REQUIRED and table.shuffler == "none":
        yield fault(
            FaultCode.SHUFFLER_REQUIRED, method.shuffler, "table.shuffler", "none",
            f"dealing by {table.dealing} needs an automated shuffler", one_of(["plain", "counting"]),
        )  # fmt: skip


def _check_shuffler(filing: Filing, method: DealingRules | None) -> Iterator[Fault]:
    ways, shuffler = filing.rulebook.table.shuffling, filing.table.shuffler
    lawful = [name for name, way in SHUFFLERS.items() if way in ways.value]
    if shuffler is None:
        yield _missing(ways, "table.shuffler", "how the cards are shuffled", one_of(lawful))
    elif shuffler not in SHUFFLERS:
        yield fault(FaultCode.SHUFFLER, ways, "table.shuffler", shuffler, "no such shuffler is known", one_of(lawful))
    elif shuffler not in lawful and (method is None or method.shuffler.value is not ShufflerNeed.REQUIRED):
        yield fault(
            FaultCode.SHUFFLER_REQUIRED, ways, "table.shuffler", shuffler,
            "the document has the cards shuffled by a device", one_of(lawful),
        )  # fmt: skip


def _check_decks(filing: Filing) -> Iterator[Fault]:
    rules, table = filing.rulebook.table, filing.table
    one, two = rules.decks, rules.decks_with_shuffler
    both = f"{one.value}, or {two.value} with a shuffler"
    if table.decks is None:
        yield _missing(one, "table.decks", "how many decks are used", both)
        return
    if table.decks not in (one.value, two.value):
        clause = one if table.decks < one.value else two
        yield fault(FaultCode.DECKS, clause, "table.decks", table.decks, "the game is not played so", both)
    elif table.decks == two.value and table.shuffler in (None, "none"):
        yield fault(
            FaultCode.DECKS, two, "table.decks", table.decks, "a second deck is for tables with a shuffler",
            f"{one.value}, or a shuffler",
        )  # fmt: skip
    yield from _check_second_deck(filing, table.decks)


def _check_second_deck(filing: Filing, decks: int) -> Iterator[Fault]:
    rules, backs, alternation = filing.rulebook.table, filing.table.deck_backs, filing.table.alternation
    if backs is not None and len(backs) != decks:
        yield fault(
            FaultCode.SECOND_DECK, rules.second_deck_backs, "table.deck_backs", list(backs),
            f"{len(backs)} colours for {decks} decks", "one colour for each deck",
        )  # fmt: skip
    if backs is not None and len({back.strip().casefold() for back in backs}) != len(backs):
        yield fault(
            FaultCode.SECOND_DECK, rules.second_deck_backs, "table.deck_backs", list(backs),
            "the backs of two decks may not look alike", "a different colour for each deck",
        )  # fmt: skip
    if alternation is not None and (alternation != rules.second_deck_turn.value or decks == 1):
        yield fault(
            FaultCode.SECOND_DECK, rules.second_deck_turn, "table.alternation", alternation,
            "two decks take turns, each in every other round", "\"every_round\" with two decks, or leave it out",
        )  # fmt: skip


def _check_table_limits(filing: Filing) -> Iterator[Fault]:
    table, base = filing.table, filing.rulebook.wagers[filing.rulebook.base_wager].offer
    for key, amount in (("minimum", table.minimum), ("maximum", table.maximum)):
        if amount is None:
            yield _missing(base, f"table.{key}", f"the {key} wager", 'dollars as text, as in "10"')
        elif amount == 0:
            yield fault(FaultCode.TABLE_LIMITS, base, f"table.{key}", "0", "a wager has a value", "more than 0")
        elif amount % CENT:
            yield fault(
                FaultCode.TABLE_LIMITS, base, f"table.{key}", format_dollars(amount), NO_SUCH_CHIP, WHOLE_CENTS
            )
    if table.minimum is not None and table.maximum is not None and table.minimum > table.maximum:
        yield fault(
            FaultCode.TABLE_LIMITS, base, "table.minimum", format_dollars(table.minimum),
            "the minimum is above the maximum", f"at most {format_dollars(table.maximum)}",
        )  # fmt: skip


def _check_payout_limit(filing: Filing) -> Iterator[Fault]:
    rules = filing.rulebook.payout_limit
    if rules is None:
        yield from _no_payout_limit(filing)
        return
    if filing.per_round is not None and rules.side.value is not LimitSide.ANY:
        yield fault(
            FaultCode.PAYOUT_LIMIT, rules.side, "payout_limit.per_round", format_dollars(filing.per_round),
            "the document limits the payout of a hand", "payout_limit.per_hand",
        )  # fmt: skip
    for key, limit in (("per_hand", filing.per_hand), ("per_round", filing.per_round)):
        if limit == 0:
            yield fault(
                FaultCode.PAYOUT_LIMIT, rules.side, f"payout_limit.{key}", "0", "it would pay nothing", "more"
            )
        elif limit is not None and limit % CENT:
            yield fault(
                FaultCode.PAYOUT_LIMIT, rules.side, f"payout_limit.{key}", format_dollars(limit),
                NO_SUCH_CHIP, WHOLE_CENTS,
            )  # fmt: skip
    if not filing.per_hand or rules.amount is None:
        return
    bound, why = rules.amount.value, format_price(rules.amount.value)
    if rules.or_best_win_at_minimum is not None and rules.or_best_win_at_minimum.value:
        best = best_win_at_minimum(filing)
        bound, why = max(bound, best), f"the greater of {why} and {format_price(best)}, the best win at the minimum"
    if rules.side.value is LimitSide.AT_MOST and filing.per_hand > bound:
        yield fault(
            FaultCode.PAYOUT_LIMIT, rules.side, "payout_limit.per_hand", format_dollars(filing.per_hand),
            f"the limit is above {why}", f"at most {format_dollars(bound)}",
        )  # fmt: skip
    if rules.side.value is LimitSide.AT_LEAST and filing.per_hand < bound:
        yield fault(
            FaultCode.PAYOUT_LIMIT, rules.side, "payout_limit.per_hand", format_dollars(filing.per_hand),
            f"the limit is below {why}", f"at least {format_dollars(bound)}, or no limit",
        )  # fmt: skip


def _no_payout_limit(filing: Filing) -> Iterator[Fault]:
    for key, limit in (("per_hand", filing.per_hand), ("per_round", filing.per_round)):
        if limit is not None:
            yield fault(
                FaultCode.PAYOUT_LIMIT, filing.rulebook.table.approval, f"payout_limit.{key}", format_dollars(limit),
                "the document lets nobody limit payouts", "leave it out",
            )  # fmt: skip


def _check_readings(filing: Filing) -> Iterator[Fault]:
    register = {reading.id: reading for reading in filing.rulebook.readings}
    switches = [reading.id for reading in register.values() if reading.switch]
    for name, choice in filing.readings.items():
        reading = register.get(name)
        if reading is None:
            yield fault(
                FaultCode.READING_UNKNOWN, filing.rulebook.table.approval, f"readings.{name}", choice,
                "the register has no such reading", one_of(switches),
            )  # fmt: skip
        elif not reading.switch and choice != reading.default:
            yield fault(
                FaultCode.READING_CHOICE, reading.clauses[0], f"readings.{name}", choice,
                "this reading is not the operator's to choose", one_of([reading.default]),
            )  # fmt: skip
        elif choice not in reading.choices:
            yield fault(
                FaultCode.READING_CHOICE, reading.clauses[0], f"readings.{name}", choice,
                "no such reading is possible", one_of(reading.choices),
            )  # fmt: skip


def _check_signs(filing: Filing) -> Iterator[Fault]:
    words = filing.rulebook.signs.odds_words
    if filing.odds_word is not None and filing.odds_word not in words.value:
        yield fault(
            FaultCode.ODDS_WORD, words, "signs.odds", filing.odds_word,
            "odds are not stated with this word", one_of(words.value),
        )  # fmt: skip


def _check_approval(filing: Filing, today: date, live: bool) -> Iterator[Fault]:
    clause = filing.rulebook.table.approval
    if filing.approved_on is not None and filing.approved_on > today:
        yield fault(
            FaultCode.APPROVAL_DATE, clause, "approved_on", str(filing.approved_on),
            "the day of approval has not come yet", f"{today} or earlier, or no date for a draft",
        )  # fmt: skip
    if filing.approved_on is None and live:
        yield fault(
            FaultCode.NOT_APPROVED, clause, "approved_on", "(none)",
            "a draft is for practice tables and analysis only", "the date of approval",
        )  # fmt: skip


def _missing(clause: Cited[Any], key: str, what: str, lawful: str) -> Fault:
    return fault(FaultCode.MISSING_KEY, clause, key, "(none)", f"{what} is not stated", lawful)
