"""``houserules readings --prices``: what each switchable reading is worth."""

from __future__ import annotations

from collections.abc import Sequence

from houserules.cli.lab.compare import points_of
from houserules.cli.output import console, print_json, say
from houserules.lab import percent_of, price_as_data, reading_prices


def print_prices(rulebooks: Sequence[str], json: bool) -> None:
    found = [price for rulebook in rulebooks for price in reading_prices(rulebook)]
    if json:
        print_json([price_as_data(price) for price in found])
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
