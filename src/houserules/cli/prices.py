"""``houserules readings --prices``: what each switchable reading is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houserules.cli.compare import points_of
from houserules.cli.output import console, print_json, say
from houserules.lab.exact import pair, percent_of
from houserules.lab.reading_prices import ReadingPrice, reading_prices


def print_prices(rulebooks: Sequence[str], json: bool) -> None:
    found = [price for rulebook in rulebooks for price in reading_prices(rulebook)]
    if json:
        print_json([_as_data(price) for price in found])
        return
    out = console()
    for price in found:
        reading = price.reading
        say(out, f"{reading.rulebook}  {reading.title}  [{reading.id}]", "bold")
        say(out, f"  {reading.default} (default) or {price.choice}; {', '.join(map(str, reading.clauses))}")
        if price.note:
            say(out, f"  {price.note}", "dim")
        for each in price.prices:
            if not each.difference:
                continue
            say(
                out,
                f"    {each.wager.replace('_', ' ')} {each.paytable}: {percent_of(each.default, 8)} or "
                f"{percent_of(each.other, 8)}, {points_of(each.difference)} of house edge",
            )
        out.print()


def _as_data(price: ReadingPrice) -> dict[str, Any]:
    return {
        "rulebook": price.reading.rulebook,
        "id": price.reading.id,
        "clauses": [str(clause) for clause in price.reading.clauses],
        "default": price.reading.default,
        "choice": price.choice,
        "note": price.note,
        "prices": [
            {
                "wager": each.wager,
                "paytable": each.paytable,
                "default": pair(each.default),
                "other": pair(each.other),
                "difference": pair(each.difference),
            }
            for each in price.prices
        ],
    }
