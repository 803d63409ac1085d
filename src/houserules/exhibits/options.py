"""The options of a Rules Submission in the words of the trade: the name, what is chosen, what else would be
lawful."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from houserules.exhibits.rules_in_words import line_title, odds_in_words, pays_text, suited_title, title_of
from houserules.law import Choice, Filing, InlineTable, Rulebook, Submission, choices, shared_bonus
from houserules.law.words import DealingMethod, DealingOrder, Offer
from houserules.money import Money, Rounding, format_price, parse_dollars

NOT_STATED: Final = "not stated"
NOTHING_ELSE: Final = "nothing else"
_OFFERED: Final = "offered"
_NOT_OFFERED: Final = "not offered"
_NO_LIMIT: Final = "no limit"

_TITLES: Final = {
    "operator": "Operator",
    "approved_on": "Approved on",
    "signs.odds": "Odds are stated with",
    "table.seats": "Betting positions",
    "table.adjacent_boxes": "Adjacent boxes for one player, at most",
    "table.dealing": "Dealing",
    "table.order": "Order of dealing",
    "table.shuffler": "Shuffler",
    "table.decks": "Decks",
    "table.deck_backs": "Backs of the decks",
    "table.alternation": "The decks alternate",
    "table.minimum": "Smallest wager",
    "table.maximum": "Largest wager",
    "payout_limit.per_hand": "For one hand",
    "payout_limit.per_round": "For one round",
}
_OF_WAGERS: Final = {
    "paytable": "pay table",
    "bonus": "lines that the operator sets",
    "suit": "suit of the line for one suit",
    "minimum": "minimum",
    "maximum": "maximum",
    "amount": "amount of the wager",
    "rate": "rate of progression",
    "secondary_rate": "secondary rate",
    "initial": "meter starts at",
    "reset": "meter goes back to",
    "rounding": "rounding of shares",
    "prize": "fixed prize",
    "merchandise": "prize in kind",
    "segments": "segments of the wheel",
}
_AMOUNTS: Final = frozenset(("minimum", "maximum", "initial", "reset", "prize", "per_hand", "per_round", "amount"))

DEALING: Final[Mapping[str, str]] = {
    DealingMethod.MANUAL_SHOE: "from a manual shoe",
    DealingMethod.HAND: "from the hand",
    DealingMethod.AUTOMATED: "from an automated shoe or shuffler",
}
SHUFFLER: Final[Mapping[str, str]] = {
    "none": "none, shuffled by hand",
    "plain": "does not count the cards",
    "counting": "counts the cards",
    "reshuffling": "reshuffles and counts by itself",
}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "dealing": DEALING,
    "shuffler": SHUFFLER,
    "order": {
        DealingOrder.ONE_CARD_AROUND_DEALER_LAST: "one card at a time, the dealer last",
        DealingOrder.SEVEN_AT_ONCE_DEALER_LAST: "all cards of a hand at once, the dealer last",
        DealingOrder.STACKS_PLAYERS_THEN_DEALER: "in stacks: players, then dealer",
        DealingOrder.STACKS_COMMUNITY_DEALER_PLAYERS: "in stacks: community cards, dealer, players",
        DealingOrder.STACKS_COMMUNITY_PLAYERS_DEALER_KEPT: (
            "in stacks: community cards, players; the dealer's stays in the shuffler"
        ),
    },
    "rounding": {
        Rounding.DOWN_TO_CENT.value: "down to the cent",
        Rounding.NEAREST_CENT.value: "to the nearest cent",
        Rounding.UP_TO_CENT.value: "up to the cent",
        Rounding.DOWN_TO_DOLLAR.value: "down to the dollar",
    },
}


def option_rows(filing: Filing, submission: Submission) -> list[dict[str, Any]]:
    """One row for each key that applies: what was chosen, the clauses, and what else would be lawful."""
    applying: dict[str, list[Choice]] = {}
    for choice in choices(filing.rulebook):
        if choice.where is None or stated(filing, choice.where[0]) == choice.where[1]:
            applying.setdefault(choice.key, []).append(choice)
    rows, suited = [], dict[str, int]()
    for key, found in applying.items():
        chosen = stated(filing, key)
        if chosen is None and key.count(".") > 1 and stated(filing, key.rpartition(".")[0]) == _NOT_OFFERED:
            continue
        holds = chosen if chosen is not None else _where_nothing_is_stated(submission, key, found[-1])
        told = value_in_words(key, holds) if holds is not None else None
        rows.append(
            {
                "key": key,
                "title": option_title(filing.rulebook, key),
                "chosen": told or NOT_STATED if chosen is not None else _unstated(told),
                "lawful": _lawful(key, found[-1], chosen, holds),
                "clauses": list(dict.fromkeys(str(clause) for each in found for clause in each.clauses)),
            }
        )
        if key.rpartition(".")[0].endswith(".bonus"):
            suited[key.split(".")[1]] = len(rows)
    for wager, after in reversed(suited.items()):
        rows[after:after] = _line_for_one_suit(filing, wager, rows[after - 1]["clauses"])
    return rows


def _line_for_one_suit(filing: Filing, wager: str, clauses: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The row of a line that an operator may add where it sets the lines: for a hand in one suit."""
    book = filing.rulebook
    line = book.words.suited_line
    if line is None:
        return
    key = f"wagers.{wager}.bonus.{line}"
    chosen, suit = stated(filing, key), filing.wagers[wager].suit
    yield {
        "key": key,
        "title": f"{title_of(book, wager)}: {_lower(suited_title(book, line, suit or 'one suit'))}",
        "chosen": chosen or NOT_STATED,
        "lawful": "odds or an amount, for a suit that the operator names; or no such line",
        "clauses": list(clauses),
    }


def _unstated(holds: str | None) -> str:
    return NOT_STATED if holds is None else f"{NOT_STATED}: {holds}"


def is_option(book: Rulebook, key: str) -> bool:
    """Whether a submission under this rulebook has this key, or one above it."""
    first, wager, part = (*key.split("."), "", "")[:3]
    named = not part or part in _OF_WAGERS or shared_bonus(book) is not None
    return key in _TITLES or (first == "wagers" and wager in book.shown.wagers and named)


def option_title(book: Rulebook, key: str) -> str:
    """What people call a key of a submission, such as ``Flush Bonus: pay table``."""
    if key in _TITLES:
        return _TITLES[key]
    _, wager, *rest = key.split(".")
    title = title_of(book, wager)
    if not rest:
        return title
    part, *line = rest
    if line:
        return f"{title}: {_lower(line_title(book, line[0]))}"
    shared = shared_bonus(book)
    if part not in _OF_WAGERS and shared is not None:
        return f"{title}: {title_of(book, shared)}"
    return f"{title}: {_OF_WAGERS.get(part, _spaced(part))}"


def option_text(filing: Filing, key: str) -> str:
    """What the filing states at a key, as people read it."""
    chosen = stated(filing, key)
    return value_in_words(key, chosen) if chosen is not None else NOT_STATED


def value_in_words(key: str, value: str) -> str:
    return _WORDS.get(key.rpartition(".")[2], {}).get(value) or _spaced(value)


def _lawful(key: str, choice: Choice, chosen: str | None, holds: str | None) -> str:
    """What else would be lawful."""
    first, _, last = key.rpartition(".")
    if first == "wagers":
        if choice.lawful != Offer.OPTIONAL:
            return NOTHING_ELSE
        return _NOT_OFFERED if chosen == _OFFERED else _OFFERED
    if last == "segments":
        return "other numbers of segments, at least one for each symbol"
    if last in ("minimum", "maximum") and first != "table":
        return "another amount, or the table's" if chosen is not None else "an amount of its own"
    if choice.values:
        others = [str(value) for value in choice.values]
        told = [value_in_words(key, each) for each in others if holds not in (each, _in_dollars(key, each))]
        apart = "; " if any("," in each for each in told) else ", "
        return _in_dollars(key, apart.join(told)) if told else NOTHING_ELSE
    if choice.lawful:
        return _in_dollars(key, choice.lawful)
    return "no" if holds == "yes" else "yes"


def _where_nothing_is_stated(submission: Submission, key: str, choice: Choice) -> str | None:
    """What applies at a key that a submission leaves out; None where nothing does."""
    first, *rest = key.split(".")
    if key == "table.order":
        return submission.table.order
    if key == "table.adjacent_boxes":
        return str(submission.table.adjacent_boxes)
    if first == "payout_limit":
        return _NO_LIMIT
    if rest[-1:] == ["rounding"] and submission.progressive is not None:
        return submission.progressive.rounding.value
    if rest[-1:] in (["minimum"], ["maximum"]) and rest[0] in submission.wagers:
        return _shown(rest[-1], getattr(submission.wagers[rest[0]], rest[-1]))
    return _in_dollars(key, choice.values[0]) if len(choice.values) == 1 else None


def stated(filing: Filing, key: str) -> str | None:
    """What the filing states at a key, as the document shows it."""
    first, *rest = key.split(".")
    if first == "table":
        return _shown(rest[0], getattr(filing.table, rest[0]))
    if first == "payout_limit":
        return _shown(rest[0], getattr(filing, rest[0]))
    if first == "readings":
        return filing.readings.get(rest[0])
    if first == "signs":
        return _shown(first, filing.odds_word or filing.rulebook.signs.odds_words.value[0])
    if first == "wagers":
        return _stated_of_wager(filing, *rest)
    return _shown(first, getattr(filing, first))


def _stated_of_wager(filing: Filing, name: str, part: str | None = None, line: str | None = None) -> str | None:
    wager, book = filing.wagers.get(name), filing.rulebook
    if part is None:
        return _OFFERED if wager is not None else _NOT_OFFERED
    if wager is None:
        return None
    word = filing.odds_word or book.signs.odds_words.value[0]
    table = wager.bonus if part == "bonus" else wager.paytable if part == "paytable" else None
    if isinstance(table, InlineTable):
        told = {hand: pays_text(pay, word) for hand, pay in table.lines.items()}
        told |= {hand: odds_in_words(said, word) for hand, said in table.badly_worded.items()}
        return (
            told.get(line)
            if line
            else "; ".join(
                f"{suited_title(book, hand, wager.suit) if wager.suit else line_title(book, hand)} {pays}"
                for hand, pays in told.items()
            )
        )
    if part == "amount":
        return ", ".join(map(format_price, wager.amounts)) if wager.amounts else None
    shared = book.progressive.shared if book.progressive is not None else None
    return _shown(part, getattr(wager, "shared" if shared is not None and part == shared.key.value else part, None))


def _shown(key: str, value: Any) -> str | None:
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(_segment(*each) if isinstance(each, tuple) else str(each) for each in value)
        case str():
            return value
        case int() if key in _AMOUNTS:
            return format_price(Money(value))
        case _:
            return str(value)


def _segment(symbol: str, count: int) -> str:
    """A symbol and the number of segments that carry it, on one line."""
    return f"{symbol}\u00a0×\u00a0{count}"


def _in_dollars(key: str, lawful: str) -> str:
    """``at least 30000.00`` for an amount becomes ``at least $30,000``."""
    if key.rpartition(".")[2] not in _AMOUNTS:
        return lawful
    return re.sub(r"\b\d+(?:\.\d\d)?\b", lambda found: format_price(parse_dollars(found[0])), lawful)


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def _spaced(text: str) -> str:
    return text.replace("_", " ")
