"""``houserules paytables``: every pay table of a document."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from houserules import law
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, table, words
from houserules.law import PayLine, Paytable, Share, format_pay
from houserules.library import rulebook_id
from houserules.money import LARGEST_AMOUNT


def paytables(
    rulebook: str,
    /,
    *,
    edges: Annotated[bool, Parameter(negative="", help="The figures of every table instead of its lines.")] = False,
    form: Form = WORDS,
) -> None:
    """Every pay table of a rulebook. With --json: {wager: {letter: {line: pays}}}.

    --edges gives the house edge, hit frequency, standard deviation and volatility index of each, the meter at which a
    progressive breaks even, what one more on each line does to the edge, and what counting cards could gain.

    Parameters
    ----------
    rulebook
        The id of a rulebook, or the name of a submission, as `houserules rulebooks` lists them.
    """
    book = law.rulebook(rulebook_id(rulebook))
    if edges:
        from houserules.cli.law.paytable_edges import print_edges  # noqa: PLC0415

        print_edges(book, form)
        return
    pays = {
        wager: {letter: {line.hand: format_pay(line.pay) for line in made} for letter, made in tables.items()}
        for wager, tables in book.paytables.items()
    }
    if form.printed_table(pays, _rows(pays)):
        return
    out = console()
    for wager, tables in book.paytables.items():
        out.print(grid(f"{book.id} {words(wager)}", tables))
        out.print()


def _rows(pays: dict[str, dict[str, dict[str, str]]]) -> list[dict[str, str]]:
    return [
        {"wager": wager, "paytable": letter, "line": line, "pays": pay}
        for wager, tables in pays.items()
        for letter, lines in tables.items()
        for line, pay in lines.items()
    ]


def grid(title: str, tables: dict[str, Paytable]) -> Table:
    """The tables side by side: one row per table if there are many of them, else one row per line."""
    hands = _hands(tables)
    others = any(each.otherwise for each in tables.values())
    if len(tables) > len(hands):
        made = table(title, "table", *map(words, hands), *(["otherwise"] if others else []), "clause")
        for letter, each in tables.items():
            made.add_row(letter, *_cells(each, hands, others), each.clause.path)
    else:
        made = table(title, "line", *tables)
        columns = [_cells(each, hands, others) for each in tables.values()]
        for name, *cells in zip([*map(words, hands), *(["otherwise"] if others else [])], *columns, strict=True):
            made.add_row(name, *cells)
        made.add_row("clause", *(each.clause.path for each in tables.values()), style="dim")
    for column in made.columns[1:]:
        column.justify = "right"
    return made


def _cells(each: Paytable, hands: list[str], others: bool) -> list[str]:
    return [*(_cell(each.line(hand)) for hand in hands), *([_cell(each.otherwise)] if others else [])]


def _cell(line: PayLine | None) -> str:
    if line is None:
        return ""
    if isinstance(line.pay, Share):
        return f"{line.pay} of {line.pay.of}"
    return format_pay(line.pay)


def _hands(tables: dict[str, Paytable]) -> list[str]:
    """All lines from the highest down: symbols by their amount, hands in the order in which the tables print them."""
    order: list[str] = []
    for each in tables.values():
        place = 0
        for line in each:
            if line.hand in order:
                place = max(place, order.index(line.hand) + 1)
            else:
                order.insert(place, line.hand)
                place += 1
    if any(hand.startswith("$") for hand in order):
        order.sort(key=_symbol_value, reverse=True)
    return order


def _symbol_value(symbol: str) -> int:
    digits = symbol.removeprefix("$").replace(",", "")
    return int(digits) if digits.isdecimal() else LARGEST_AMOUNT
