"""``houserules replay``: an exported round, or every round of a database, replayed and compared."""

from __future__ import annotations

from msgspec.structs import asdict

from houserules.cli.files import Json
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import answering, console, counted, print_json, printable, say
from houserules.cli.service.audit import entered_rounds
from houserules.cli.service.databases import is_database, opened, round_content
from houserules.library import named
from houserules.log import without_password


def replay(file: str, table: str | None = None, number: int | None = None, /, *, json: Json = False) -> int:
    """Play a round, or every round of a database, again and compare every byte.

    Where another version of the program decided and only cites other clauses, it says so.
    Exit status 0: the same. 1: something differs. 2: the file could not be read.

    Parameters
    ----------
    file
        An exported round (JSON), as `houserules deal --out` writes it; or a database (a file, postgresql://…).
    table
        In a database: the name of one table; absent: every round of all tables.
    number
        In a database: the number of the round.
    """
    from houserules.cli.play.rounds import ENTERED, as_recorded, has_entered_cards, read_round  # noqa: PLC0415
    from houserules.play import replay as play_again  # noqa: PLC0415
    from houserules.records import engine  # noqa: PLC0415

    if is_database(file) and table is None:
        return _replay_all(file, json)
    content = round_content(file, table, number)
    shown = without_password(file)
    with named(shown):
        exported = read_round(content)
        with as_recorded("what the commands lead to"):
            difference = play_again(content, engine())
    same = difference is None or bool(difference.decided_by)
    with answering():
        if json:
            found = difference and asdict(difference)
            said = {"entered": has_entered_cards(exported), "difference": found}
            print_json({"same": same, "events": len(exported.events), **said})
        elif difference is None:
            commands, events = counted(len(exported.commands), "command"), counted(len(exported.events), "event")
            say(console(), f"{shown}: {commands} led to the same {events}", "green")
        else:
            out = console()
            if difference.decided_by:
                say(
                    out,
                    f"{shown}: decided by version {difference.decided_by}, which means the same and cites otherwise",
                )
            else:
                say(out, f"{shown}: {difference.place} differs", "red")
            say(out, f"  recorded  {difference.recorded}")
            say(out, f"  replayed  {difference.replayed}")
        if has_entered_cards(exported) and not json:
            say(console(), ENTERED, "yellow")
    return DONE if same else ANSWER_IS_NO


def _replay_all(db: str, json: bool) -> int:
    from houserules.records import audit  # noqa: PLC0415

    with opened(db) as log, log.frozen() as frozen:
        found = audit(frozen)
    differences = [finding for finding in found.findings if finding.kind == "replay"]
    with answering():
        if json:
            listed = [
                {"position": each.position, "stream": printable(each.stream), "what": each.what}
                for each in differences
            ]
            print_json({
                "same": not differences, "rounds": found.rounds, "entered": found.entered, "differences": listed,
                "notes": list(found.notes),
            })  # fmt: skip
        else:
            out = console()
            for each in differences:
                say(out, f"{printable(each.stream)}, position {each.position}: {each.what}", "red")
            for note in found.notes:
                say(out, printable(note), "yellow")
            replayed = f"{without_password(db)}: {counted(found.rounds, 'round')} replayed"
            say(out, replayed, "red" if differences else "green")
            if found.entered:
                say(out, entered_rounds(found.entered), "yellow")
    return ANSWER_IS_NO if differences else DONE
