"""The command ``houserules``: parses, calls a package, renders. It decides nothing.

Each command is in its own module and is imported only when it is used, so that ``houserules --help`` and the small
commands answer at once.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from cyclopts import App, CycloptsError, Parameter

import houserules

DONE: Final = 0
ANSWER_IS_NO: Final = 1
MALFORMED: Final = 2
INTERRUPTED: Final = 130

_MACHINE: Final = (
    errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM,
)  # fmt: skip


def _shown(default: object) -> str | None:
    """A default as --help shows it: empty if the option has no default."""
    return None if default in (None, (), "") else str(default)


_EVERYWHERE: Final = {"-q": "HOUSERULES_QUIET", "--quiet": "HOUSERULES_QUIET", "--no-color": "NO_COLOR"}
"""Flags of every command, with the environment variable that has the same effect."""

app = App(
    name="houserules",
    version=houserules.__version__,
    version_flags=["--version", "-V"],
    help="Casino table games: the commissions' rules as cited, executable law.\n\nWith any command: --rulebooks DIR "
    "takes rulebooks from a folder too, -q shows no progress, --no-color prints without colors.",
    help_format="plaintext",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(negative_iterable="", show_default=_shown),
)

_COMMANDS: Final = {
    "law.check": "Is a Rules Submission lawful? Every fault, each with its clause.",
    "law.rulebooks": "The rulebooks that are implemented.",
    "law.clauses": "Every clause of the documents: its gist, and what the software does about it.",
    "law.readings": "The register of readings: where the documents contradict themselves or are silent.",
    "law.paytables": "Every pay table of a rulebook.",
    "lab.analyze": "Exact odds, house edge and more for every wager that a submission offers.",
    "lab.compare": "Two submissions, rulebooks or readings: every difference, its clause, what it is worth.",
    "lab.risk": "What many rounds bring: results, being ahead, bankroll and ruin, the house's hold.",
    "lab.design": "Pay tables, wheels and meters that reach an edge, a hit frequency and a deviation.",
    "papers.print_": "Layout, signs and other papers of a Rules Submission, to file and to print.",
    "play.settle": "What should this hand have paid? Every wager of a scenario with its clause.",
    "play.deal": "Play a round in the terminal.",
    "play.replay": "Play an exported round again and compare every byte.",
    "play.explain": "Say why each cent of an exported round moved, clause by clause.",
    "service.serve": "Tables in the browser: a service that deals and keeps the books.",
    "service.audit": "Prove that nothing in a database was changed, and that hands, decks and money come out again.",
    "service.witness": "Follow the published logs of houses: verify, cosign, keep evidence.",
    "service.backup": "Copy an SQLite house with its key, while its service runs or is stopped.",
    "service.export": "Hands, transfers or meters of a database as a table: CSV, Parquet or JSON.",
    "service.archive": "Export, restore, retention, signed heads and single hands of a database.",
    "service.people": "A way back in, for an administrator who has lost the password.",
    "lab.hand": "The exact value of each option for one hand, and the best.",
    "lab.strategy": "Best play, short strategies and what each costs; a strategy of your own, evaluated exactly.",
    "lab.leak": "What a seat gains from other players' cards, or from a card of the dealer.",
    "lab.simulate": "Play it out, round by round, beside the exact values.",
    "law.rulebook": "A rulebook of your own: begin one from another, and check it.",
    "tour": "A look around: rulebooks, bundled submissions, pay tables.",
    "completion": "Complete commands and options by the Tab key, in bash, zsh or fish.",
    "examples": "Copy the examples and the stand-alone verifiers into a folder.",
}

for _module, _help in _COMMANDS.items():
    _name = _module.rpartition(".")[2]
    app.command(f"houserules.cli.{_module}:{_name}", name=_name.rstrip("_"), help=_help)


def main(arguments: Sequence[str] | None = None) -> None:
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs one command line and returns its exit status. A user's mistake never shows a traceback."""
    try:
        status = app(_with_settings(_with_rulebooks(arguments)), exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        return _told(f"{error}\nhouserules --help shows the commands and their options.", MALFORMED)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:  # The reader, such as `head`, has seen enough.
        discard(sys.stdout)
        return DONE
    except Exception as error:
        mistake = _mistake_of_the_user(error)
        if mistake is not None:
            return _told(*mistake)
        fault = _fault_of_the_machine(error)
        if fault is None:
            raise
        try:
            sys.stdout.flush()
        except OSError:  # Unwritten output would be tried again at exit, with another message.
            discard(sys.stdout)
        return _told(fault, MALFORMED)
    if status == INTERRUPTED:
        print("houserules: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else DONE


def _with_rulebooks(arguments: Sequence[str]) -> list[str]:
    """Handles options of every command, such as ``--rulebooks``, and returns the other arguments."""
    rest: list[str] = []
    waiting = iter("/dev/stdin" if each == "-" else each for each in arguments)  # A file like any other.
    for argument in waiting:
        if argument in _EVERYWHERE:
            os.environ[_EVERYWHERE[argument]] = "1"
            continue
        name, equals, value = argument.partition("=")
        if name != "--rulebooks":
            rest.append(argument)
            continue
        from houserules.installed import UnreadablePlace, use_folder  # noqa: PLC0415

        folder = value if equals else next(waiting, "")
        if not folder or not Path(folder).is_dir():
            raise UnreadablePlace(f"--rulebooks {folder}: no such folder; name one that holds rulebooks")
        use_folder(Path(folder))
    return rest


def _with_settings(arguments: list[str]) -> list[str]:
    """The service also takes settings from a file and from the environment."""
    if arguments[:1] != ["serve"] or {"--help", "-h"} & set(arguments):
        return arguments
    from houserules.cli.service.serve import serve  # noqa: PLC0415
    from houserules.cli.service.settings import with_settings  # noqa: PLC0415

    return ["serve", *with_settings(serve, arguments[1:])]


def _mistake_of_the_user(error: Exception) -> tuple[str, int] | None:
    """The message and the exit status. In the message, the parameters of a question to the lab are called by their
    flags. If the lab does not support the rules, the input was readable, and the answer is no.

    Imported only here, because most command lines never get this far and --help should answer at once.
    """
    from houserules.cards import CardError  # noqa: PLC0415
    from houserules.installed import UnreadablePlace, missing_part  # noqa: PLC0415
    from houserules.lab import BadArgument, Unsupported  # noqa: PLC0415
    from houserules.law import LawNotInstalled, MalformedData, UnknownRulebook  # noqa: PLC0415
    from houserules.law.games import UnknownGame  # noqa: PLC0415

    if missing := missing_part(error):
        return missing, MALFORMED
    if isinstance(error, BadArgument):
        return "\n".join(error.named(lambda parameter: f"--{parameter.replace('_', '-')}")), MALFORMED
    mistakes = CardError | MalformedData | UnknownRulebook | LawNotInstalled | UnknownGame | UnreadablePlace
    if not isinstance(error, mistakes):
        return None
    return str(error), ANSWER_IS_NO if isinstance(error, Unsupported) else MALFORMED


def _fault_of_the_machine(error: Exception) -> str | None:
    """Faults of the machine: a full disk, a folder without permission, a failing source of random numbers."""
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}" if error.errno in _MACHINE else None
    if "houserules.app" not in sys.modules:  # Only the service's packages raise what follows.
        return None
    from houserules.app import Kind, Refusal  # noqa: PLC0415
    from houserules.log import LogError  # noqa: PLC0415
    from houserules.shuffle import ShufflerLocked  # noqa: PLC0415

    if isinstance(error, ShufflerLocked):
        return f"the shuffler is locked, and nothing is dealt: {error}"
    if isinstance(error, Refusal) and error.kind is Kind.UNAVAILABLE:
        why = error.__context__  # Hidden from the service's clients; here the operator asks.
        return str(why if isinstance(why, LogError) else error)
    return None


def discard(stream: TextIO) -> None:
    """Lets what is still written to a stream that nobody reads go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _told(message: str, status: int) -> int:
    from houserules.log import without_passwords  # noqa: PLC0415

    try:
        print(f"houserules: {without_passwords(message)}", file=sys.stderr, flush=True)
    except BrokenPipeError:  # The reader of messages has gone; the status is still right.
        discard(sys.stderr)
    return status
