"""A Rules Submission, frozen: every choice made, every pay table resolved. This is what a table is opened with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from houserules.cards import AceReading
from houserules.law.paytable import PayLine, Paytable, Share, Special
from houserules.law.rulebook import Rulebook
from houserules.law.submission.filing import SHUFFLERS, Filing, InlineTable, WagerFiling
from houserules.law.toml import MalformedData
from houserules.law.words import PROGRESSIVE, DealingOrder, Offer, Switch
from houserules.money import ROUNDINGS, Money, Percent, Rounding


@dataclass(frozen=True, slots=True)
class TableChoices:
    seats: int
    adjacent_boxes: int
    dealing: str
    order: DealingOrder
    shuffler: str
    decks: int
    minimum: Money
    maximum: Money


@dataclass(frozen=True, slots=True)
class WagerChoices:
    """One wager as this table offers it. Fields that the wager does not have are None."""

    name: str
    minimum: Money
    maximum: Money
    paytable: Paytable | None = None
    suit: str | None = None
    """The suit of the suit-specific line, where the table has one."""


@dataclass(frozen=True, slots=True)
class ProgressiveChoices:
    paytable: Paytable
    amounts: tuple[Money, ...]
    """The amounts that a player may wager, the smallest first; each player picks one of them."""
    main_rate: Percent | None
    secondary_rate: Percent | None
    initial: Money | None
    reset: Money | None
    prize: Money | None
    merchandise: str | None
    """What the prize is, where it is given in kind and not in chips."""
    shared: Paytable | None
    """The pay table in use for what other players receive."""
    rounding: Rounding
    segments: tuple[tuple[str, int], ...]

    @property
    def amount(self) -> Money:
        """The smallest wager: the only one, where the submission states one."""
        return self.amounts[0]


@dataclass(frozen=True, slots=True)
class Submission:
    rulebook: Rulebook
    operator: str
    approved_on: date | None
    table: TableChoices
    wagers: dict[str, WagerChoices]
    """The wagers offered besides the progressive, the required ones first; not those made after seeing cards."""
    progressive: ProgressiveChoices | None
    payout_limit_per_hand: Money | None
    payout_limit_per_round: Money | None
    readings: dict[str, str]
    """Every switch of the register with the choice in force, and the default of every other reading."""
    odds_word: str
    digest: str

    @property
    def ace(self) -> AceReading:
        """Where an ace may be in a straight flush."""
        return AceReading(self.readings.get(Switch.ACE_LOW, self.rulebook.hands.ace.value))


def freeze(filing: Filing) -> Submission:
    """The submission of a filing. Lawful ones always freeze; so do those whose only faults leave no question open.

    Analysis uses this: an invented pay table is not lawful, but can still be analysed. Where something needed is
    missing or cannot be resolved, the filing is malformed for that purpose, and the error says so.
    """
    book, table = filing.rulebook, filing.table
    problems: list[str] = []

    def needed(key: str, value: object) -> None:
        if value is None:
            problems.append(f"{key} is missing")

    for name in ("seats", "dealing", "shuffler", "decks", "minimum", "maximum"):
        needed(f"table.{name}", getattr(table, name))
    method = book.dealing.get(table.dealing or "")
    if table.dealing is not None and method is None:
        problems.append(f"table.dealing = {table.dealing!r}: expected one of {', '.join(book.dealing)}")
    if method is not None and table.order is not None and table.order not in method.orders.value:
        problems.append(f"table.order = {table.order!r}: expected one of {', '.join(method.orders.value)}")
    if table.shuffler is not None and table.shuffler not in SHUFFLERS:
        problems.append(f"table.shuffler = {table.shuffler!r}: expected one of {', '.join(SHUFFLERS)}")
    wagers: dict[str, WagerChoices] = {}
    readings = _readings(filing, problems)
    for name, rules in book.wagers.items():
        if rules.offer.value is Offer.DECISION or name == PROGRESSIVE:
            continue
        offered = filing.wagers.get(name)
        if offered is None and rules.offer.value is Offer.OPTIONAL:
            continue
        paytable = _paytable(filing, name, offered, readings, problems)
        wagers[name] = WagerChoices(
            name,
            (offered.minimum if offered else None) or table.minimum or Money(0),
            (offered.maximum if offered else None) or table.maximum or Money(0),
            paytable,
            offered.suit if offered else None,
        )
    progressive = _progressive(filing, readings, problems)
    problems.extend(f"wagers.{name}: the game has no such wager" for name in filing.wagers if name not in book.wagers)
    if problems:
        raise MalformedData(*problems)
    assert table.seats is not None
    assert table.dealing is not None
    assert table.shuffler is not None
    assert table.decks is not None
    assert table.minimum is not None
    assert table.maximum is not None
    assert method is not None
    return Submission(
        rulebook=book,
        operator=filing.operator or "",
        approved_on=filing.approved_on,
        table=TableChoices(
            table.seats,
            table.adjacent_boxes or 1,
            table.dealing,
            DealingOrder(table.order) if table.order else method.orders.value[0],
            table.shuffler,
            table.decks,
            table.minimum,
            table.maximum,
        ),
        wagers=wagers,
        progressive=progressive,
        payout_limit_per_hand=filing.per_hand,
        payout_limit_per_round=filing.per_round,
        readings=readings,
        odds_word=filing.odds_word or book.signs.odds_words.value[0],
        digest=filing.digest,
    )


def _readings(filing: Filing, problems: list[str]) -> dict[str, str]:
    register = {reading.id: reading for reading in filing.rulebook.readings}
    chosen = {name: reading.default for name, reading in register.items()}
    for name, choice in filing.readings.items():
        if name not in register:
            book = filing.rulebook.id
            problems.append(f"readings.{name}: not in the register; `houserules readings {book}` lists what is")
        elif choice not in register[name].choices:
            problems.append(f"readings.{name} = {choice!r}: expected one of {', '.join(register[name].choices)}")
        else:
            chosen[name] = choice
    return chosen


def _paytable(
    filing: Filing, name: str, offered: WagerFiling | None, readings: dict[str, str], problems: list[str]
) -> Paytable | None:
    tables = filing.rulebook.paytables_of(name)
    if not tables:
        return None
    chosen = offered.paytable if offered else None
    if isinstance(chosen, InlineTable):
        return _invented(filing, name, chosen, problems)
    if chosen not in tables:
        problems.append(f"wagers.{name}.paytable = {chosen!r}: expected one of {', '.join(tables)}, or pay lines")
        return None
    assert offered is not None
    assert chosen is not None
    table = tables[chosen]
    lines = tuple(_line_under(line, readings) for line in table)
    if any(line.pay is Special.DISCRETION for line in lines):
        lines = _licensees_lines(table, offered, filing.rulebook.words.suited_line, problems)
    return Paytable(table.wager, table.letter, table.clause, lines, table.otherwise, table.per)


def _invented(filing: Filing, name: str, inline: InlineTable, problems: list[str]) -> Paytable | None:
    if not inline.lines or inline.badly_worded:
        problems.append(f'wagers.{name}.paytable: expected pay lines with odds such as 300 or "300 to 1"')
        return None
    printed = filing.rulebook.wagers[name].paytables
    assert printed is not None
    problems.extend(_senseless(f"wagers.{name}.paytable", name, inline))
    lines = tuple(PayLine(hand, pay, printed.clauses) for hand, pay in inline.lines.items())
    otherwise = next((table.otherwise for table in filing.rulebook.paytables_of(name).values()), None)
    return Paytable(printed.value, "invented", printed.clause, lines, otherwise)


def _senseless(key: str, name: str, inline: InlineTable) -> Iterator[str]:
    """Lines that cannot be paid: a share where there is no meter, and a push of a chip that has been collected."""
    for hand, pay in inline.lines.items():
        if name != PROGRESSIVE and isinstance(pay, Share):
            yield f"{key}.{hand} = {pay}: only the progressive has a meter to share; expected odds or dollars"
        elif pay is Special.DISCRETION or (name == PROGRESSIVE and pay is Special.PUSH):
            yield f"{key}.{hand} = {pay.value}: not an amount that a hand could be paid; expected odds or dollars"


def _line_under(line: PayLine, readings: dict[str, str]) -> PayLine:
    for reading, choice, pay in line.under:
        if readings.get(reading) == choice:
            return PayLine(line.hand, pay, line.clauses)
    return line


def _licensees_lines(
    table: Paytable, offered: WagerFiling, specific: str | None, problems: list[str]
) -> tuple[PayLine, ...]:
    """The lines that the document leaves to the licensee, with the licensee's figures."""
    stated = offered.bonus.lines if offered.bonus else {}
    if offered.bonus is not None:
        problems.extend(_senseless(f"wagers.{offered.name}.bonus", offered.name, offered.bonus))
    missing = [line.hand for line in table if line.pay is Special.DISCRETION and line.hand not in stated]
    problems.extend(
        f"wagers.{offered.name}.bonus.{hand} is missing: table {table.letter} leaves it open" for hand in missing
    )
    clauses = table.lines[0].clauses
    first = (PayLine(specific, stated[specific], clauses),) if specific is not None and specific in stated else ()
    return first + tuple(PayLine(line.hand, stated.get(line.hand, line.pay), line.clauses) for line in table)


def _progressive(filing: Filing, readings: dict[str, str], problems: list[str]) -> ProgressiveChoices | None:
    offered = filing.wagers.get(PROGRESSIVE)
    if offered is None:
        return None
    rules = filing.rulebook.progressive
    if rules is None:
        return None  # Reported elsewhere, for all unknown wagers at once.
    paytable = _paytable(filing, PROGRESSIVE, offered, readings, problems)
    amounts = offered.amounts
    if not amounts:
        problems.append("wagers.progressive.amount is missing")
    if offered.rounding is not None and offered.rounding not in ROUNDINGS:
        problems.append(f"wagers.progressive.rounding = {offered.rounding!r}: expected one of {', '.join(ROUNDINGS)}")
    if paytable is None or not amounts or problems:
        return None
    printed = rules.main_rate.get(paytable.letter)
    printed_secondary = rules.secondary_rate.get(paytable.letter)
    shared = None
    if rules.shared is not None and offered.shared:
        shared = filing.rulebook.paytables[rules.shared.name.value].get(paytable.letter)
    return ProgressiveChoices(
        paytable=paytable,
        amounts=tuple(sorted({*amounts})),
        main_rate=offered.rate or (printed.value if printed else None),
        secondary_rate=offered.secondary_rate or (printed_secondary.value if printed_secondary else None),
        initial=offered.initial or (rules.initial.value if rules.initial else None),
        reset=offered.reset,
        prize=offered.prize,
        merchandise=offered.merchandise,
        shared=shared,
        rounding=Rounding(offered.rounding or Rounding.DOWN_TO_CENT.value),
        segments=offered.segments or (),
    )
