"""``houserules explain``: why each cent of a round moved, clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houserules.cli.files import Json
from houserules.cli.output import console, print_json, say, words
from houserules.cli.service.databases import round_content
from houserules.law import LawPin, clauses_of_law
from houserules.library import named
from houserules.log import without_password
from houserules.money import format_price

if TYPE_CHECKING:
    from houserules.play import Exported


def explain(file: str, table: str | None = None, number: int | None = None, /, *, json: Json = False) -> None:
    """Say why each cent of a round moved: the cards, the hands, and every transfer with the clauses behind it.

    Parameters
    ----------
    file
        An exported round (JSON), as `houserules deal --out` writes it; or a database (a file, postgresql://…).
    table
        In a database: the name of the table.
    number
        In a database: the number of the round.
    """
    from houserules.cli.play.rounds import ENTERED, has_entered_cards, read_round  # noqa: PLC0415

    content = round_content(file, table, number)
    with named(without_password(file)):
        exported = read_round(content)
        steps = _steps(exported)
    if json:
        entered = has_entered_cards(exported)
        print_json({"rulebook": exported.rulebook, "digest": exported.digest, "entered": entered, "steps": steps})
    else:
        if has_entered_cards(exported):
            say(console(), ENTERED, "yellow")
        _print(exported.law, steps)


def _steps(exported: Exported) -> list[dict[str, Any]]:
    from houserules.cli.play.narration import told  # noqa: PLC0415
    from houserules.cli.play.rounds import as_recorded  # noqa: PLC0415
    from houserules.ledger import postings  # noqa: PLC0415
    from houserules.play import Rules, evolve, submission_of  # noqa: PLC0415

    reader = Rules(submission_of(exported)).reader
    elsewhere = [each.event for each in exported.outside]
    table = exported.before
    steps = []
    for number, event in enumerate(exported.events, start=1):
        with as_recorded(f"event {number}"):
            moves, before = postings(table, event), table
            table = evolve(table, event)
            said = list(told(event, table if table.round is not None else before, reader))
        outside = bool(elsewhere) and event == elsewhere[0]
        if outside:
            del elsewhere[0]
        transfers = [
            {"from": move.source.name, "to": move.target.name, "amount": format_price(move.amount),
             "status": move.status, "wager": move.wager}
            for move in moves
            if not outside
        ]  # fmt: skip
        name = type(event).__struct_config__.tag
        step = {"event": name, "told": said, "clauses": list(event.clauses), "transfers": transfers}
        steps.append({**step, "outside": True} if outside else step)
    return steps


def _print(law: LawPin, steps: list[dict[str, Any]]) -> None:
    out = console()
    gists = {str(clause.citation): clause.gist for clause in clauses_of_law(law).clauses}
    for step in steps:
        say(out, str(step["event"]), "bold")
        for said in step["told"]:
            say(out, f"  {said}")
        if step.get("outside"):
            say(out, "  by another table on this meter or by a correction, where the money is accounted for", "dim")
        for move in step["transfers"]:
            wager = f" ({words(move['wager'])})" if move["wager"] else ""
            say(out, f"  {move['amount']} from {move['from']} to {move['to']}{wager}, {move['status']}", "green")
        for clause in step["clauses"]:
            say(out, f"  {clause}: {gists.get(clause, 'as printed')}", "dim")
