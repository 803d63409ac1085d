"""Every pay table must be paid by some wager, for hands that exist, in a form that the wager can pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.law.game_words import Problem
from houserules.law.paytable import WHEEL_SYMBOL, Amount, Pay, PayLine, Paytable, Share, Source, Special, format_pay
from houserules.law.rulebook import Rulebook
from houserules.law.shown import shared_bonus
from houserules.law.words import PROGRESSIVE, Offer
from houserules.money import Odds

Path = tuple[str, ...]

_LONGEST_LETTER: Final = 20
_INVENTED: Final = "invented"
"""The name of a table that a submission supplies itself."""


def lines_of(book: Rulebook, group: str) -> Iterator[Problem]:
    """What is wrong with the tables of a group."""
    paid_by = [name for name, rules in book.wagers.items() if rules.paytables and rules.paytables.value == group]
    shared = shared_bonus(book) == group
    if not paid_by and not shared:
        named = dict.fromkeys(rules.paytables.value for rules in book.wagers.values() if rules.paytables)
        yield (group,), f"no wager is paid by these tables; known are {', '.join(named)}"
        return
    possible = _wheel(book, group) or tuple(sorted(book.words.possible(book.hands)))
    for letter, table in book.paytables[group].items():
        path = (group, letter)
        if not letter.isprintable() or not 1 <= len(letter) <= _LONGEST_LETTER or letter == _INVENTED:
            yield path, f"a table is called by a letter or a short name other than {_INVENTED!r}"
        if not table.lines:
            yield path, "a pay table has a line or more"
        if table.per is not None and not shared:
            yield (*path, "per"), "only tables of what other players receive are for so much wagered"
        elif table.per is not None and table.per.value < 1:
            yield (*path, "per"), "this is more than 0"
        elif table.per is None and shared and not _is_per_stated(book):
            yield path, "per is missing, here or in [progressive.shared]: for how much wagered this is received"
        symbols = _symbols(book, letter) if shared else ()
        for line in table:
            if line.hand not in (symbols or possible):
                lawful = ", ".join(symbols or possible)
                yield (*path, line.hand), f"no hand can make this line; possible are {lawful}"
            yield from _pays(book, line, paid_by, shared, (*path, line.hand))
        yield from _otherwise(book, table, paid_by, path)


def _is_per_stated(book: Rulebook) -> bool:
    shared = book.progressive.shared if book.progressive else None
    return shared is not None and shared.per is not None


def _wheel_of(book: Rulebook) -> str | None:
    """The group of tables by which the symbols of a wheel are paid."""
    rules = book.wagers.get(PROGRESSIVE) if book.progressive else None
    if rules is None or rules.suited_hole_cards is None or rules.paytables is None:
        return None
    return rules.paytables.value


def _wheel(book: Rulebook, group: str) -> tuple[str, ...]:
    """The symbols that a wheel of this group may show; none where hands are paid."""
    if _wheel_of(book) != group:
        return ()
    shown = (line.hand for table in book.paytables[group].values() for line in table)
    return tuple(dict.fromkeys(symbol for symbol in shown if WHEEL_SYMBOL.fullmatch(symbol))) or ("Jackpot",)


def _symbols(book: Rulebook, letter: str) -> tuple[str, ...]:
    """The symbols of the wheel for which other players receive something; none where there is no wheel."""
    wheel = _wheel_of(book)
    table = book.paytables.get(wheel, {}).get(letter) if wheel is not None else None
    return tuple(line.hand for line in table) if table is not None else ()


def _pays(book: Rulebook, line: PayLine, paid_by: list[str], shared: bool, path: Path) -> Iterator[Problem]:
    for pay in (line.pay, *(pay for _, _, pay in line.under)):
        problem = _empty(pay) or _out_of_place(book, pay, paid_by, shared)
        if problem is not None:
            yield path, f"{format_pay(pay)}: {problem}"


def _empty(pay: Pay) -> str | None:
    match pay:
        case Odds(n=0):
            return f"this pays nothing; write {Special.PUSH.value!r} where the stake comes back"
        case Amount(money=0):
            return "this pays nothing"
        case Share(percent=percent) if not 0 < percent.share <= 1:
            return "a share is more than 0% and at most 100%"
        case _:
            return None


def _out_of_place(book: Rulebook, pay: Pay, paid_by: list[str], shared: bool) -> str | None:
    if shared:
        return None if isinstance(pay, Amount) else 'what other players receive is an amount, as in "$250"'
    if PROGRESSIVE in paid_by:
        if isinstance(pay, Special):
            return "the chip was collected before the deal; a share, an amount or odds are paid"
        wheel = book.wagers[PROGRESSIVE].suited_hole_cards is not None
        prize = isinstance(pay, Share) and pay.of is Source.PRIZE
        return "only a wheel has a prize of its own" if prize and not wheel else None
    if isinstance(pay, Share):
        return "only the progressive has a meter to share; odds or an amount are paid"
    bonus = any(book.wagers[name].offer.value is Offer.BONUS for name in paid_by)
    return "nothing is staked on a bonus; odds or an amount are paid" if bonus and isinstance(pay, Special) else None


def _otherwise(book: Rulebook, table: Paytable, paid_by: list[str], path: Path) -> Iterator[Problem]:
    line = table.otherwise
    if line is None:
        return
    path = (*path, "otherwise")
    offers = [book.wagers[name].offer.value for name in paid_by]
    if not all(offer in (Offer.REQUIRED, Offer.DECISION) for offer in offers) or not offers:
        yield path, "only a wager against the dealer wins with a hand that no line pays"
    if line.under or isinstance(line.pay, Share) or line.pay is Special.DISCRETION or _empty(line.pay):
        yield path, f"{format_pay(line.pay)}: odds, an amount or {Special.PUSH.value!r} stand here"
