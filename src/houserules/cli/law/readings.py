"""``houserules readings``: the register of readings."""

from __future__ import annotations

from houserules import law
from houserules.cli.forms import WORDS, Form
from houserules.cli.output import console, say, words
from houserules.law import Reading
from houserules.library import rulebook_id


def readings(rulebook: str | None = None, /, *, prices: bool = False, form: Form = WORDS) -> None:
    """Where the documents contradict themselves or stay silent: the readings that are possible, and the default.

    Parameters
    ----------
    rulebook
        The id of a rulebook, as `houserules rulebooks` lists them; absent: all of them.
    prices
        What each reading is worth, whether a submission may choose it or not; or why it is not priced.
    """
    identities = [rulebook_id(rulebook)] if rulebook else list(law.rulebook_ids())
    if prices:
        _prices(identities, form)
        return
    register = [reading for identity in identities for reading in law.rulebook(identity).readings]
    listed = [_as_data(reading) for reading in register]
    if form.printed_table(listed, listed):
        return
    for reading in register:
        _print(reading)


def _as_data(reading: Reading) -> dict[str, object]:
    return {
        "rulebook": reading.rulebook,
        "id": reading.id,
        "title": reading.title,
        "clauses": [str(clause) for clause in reading.clauses],
        "question": reading.question,
        "readings": reading.choices,
        "default": reading.default,
        "reason": reading.reason,
        "switch": reading.switch,
        "field": reading.field,
        "worth": list(reading.worth),
    }


def _print(reading: Reading) -> None:
    out = console()
    say(out, f"{reading.rulebook}  {reading.title}  [{reading.id}]", "bold")
    say(out, f"  {', '.join(str(clause) for clause in reading.clauses)}", "dim")
    say(out, f"  {reading.question}")
    for name, meaning in reading.choices.items():
        mark = "default" if name == reading.default else "  or   "
        say(out, f"    {mark}  {name}: {meaning}")
    say(out, f"  Why: {reading.reason}")
    if reading.switch:
        out.print(f'  Choose with [readings] {reading.id} = "…" in a submission.', markup=False)
    elif reading.field:
        say(out, f"  Chosen by {reading.field} of a submission.")
    out.print()


def _prices(rulebooks: list[str], form: Form) -> None:
    """What each reading is worth."""
    from houserules.cli.lab.compare import points_of  # noqa: PLC0415
    from houserules.lab import percent_of, price_as_data, reading_prices  # noqa: PLC0415

    found = [price for rulebook in rulebooks for price in reading_prices(rulebook)]
    rows = [
        {
            "rulebook": price.reading.rulebook, "reading": price.reading.id, "default": price.reading.default,
            "choice": price.choice, "wager": part.wager if part else None,
            "paytable": part.paytable if part else None, "edge": part.default if part else None,
            "other_edge": part.other if part else None, "difference": part.difference if part else None,
            "note": price.note,
        }
        for price in found
        for part in price.prices or (None,)
    ]  # fmt: skip
    if form.printed_table([price_as_data(price) for price in found], rows):
        return
    out = console()
    for price in found:
        reading = price.reading
        say(out, f"{reading.rulebook}  {reading.title}  [{reading.id}]", "bold")
        say(out, f"  {reading.default} (default) or {price.choice}; {', '.join(map(str, reading.clauses))}")
        if price.note:
            say(out, f"  {price.note}", "dim")
        for each in price.prices:
            if each.difference:
                edges = f"{percent_of(each.default, 8)} or {percent_of(each.other, 8)}"
                worth = f"{points_of(each.difference)} of house edge"
                say(out, f"    {words(each.wager)} {each.paytable}: {edges}, {worth}")
        out.print()
