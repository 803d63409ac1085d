"""``houserules replay`` and ``houserules explain``: an exported round, played again and accounted for."""

from __future__ import annotations

from cyclopts import App

from houserules.cli.files import read_text
from houserules.cli.main import ANSWER_IS_NO, DONE
from houserules.cli.output import console, print_json, say
from houserules.law import MalformedData


def replay(file: str, /, *, json: bool = False) -> int:
    """Play an exported round again and compare every byte.

    Exit status 0: the same. 1: something differs. 2: the file could not be read.

    Parameters
    ----------
    file
        An exported round (JSON), as `houserules deal --out` writes it.
    json
        Print data instead of words.
    """
    from houserules.play import replay as engine  # noqa: PLC0415

    content = read_text(file, "an exported round in JSON").encode()
    try:
        difference = engine.replay(content)
        exported = engine.read_export(content)
    except MalformedData as error:
        raise MalformedData(*(f"{file}: {problem}" for problem in error.problems)) from None
    if json:
        found = difference and {
            "place": difference.place,
            "recorded": difference.recorded,
            "replayed": difference.replayed,
        }
        print_json({"same": difference is None, "events": len(exported.events), "difference": found})
    elif difference is None:
        say(
            console(),
            f"{file}: {len(exported.commands)} commands led to the same {len(exported.events)} events",
            "green",
        )
    else:
        out = console()
        say(out, f"{file}: {difference.place} differs", "red")
        say(out, f"  recorded  {difference.recorded}")
        say(out, f"  replayed  {difference.replayed}")
    return DONE if difference is None else ANSWER_IS_NO


def register(app: App) -> None:
    app.command(replay, name="replay")
