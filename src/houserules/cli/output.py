"""How answers are printed: JSON for programs, tables for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console

from houserules.cli.main import discard

if TYPE_CHECKING:
    from rich.table import Table


def print_json(data: Any) -> None:
    json.dump(data, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


@contextmanager
def answering() -> Iterator[None]:
    """Around what is printed of an answer that may be no: a reader who leaves, such as `head`, changes no status."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)


def printable(name: str | bytes) -> str:
    """A name from a database: an edited database may hold bytes where text should be."""
    return name.decode(errors="replace") if isinstance(name, bytes) else name


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """A reader that stops reading is not an error: `main` handles it for all output."""
        raise BrokenPipeError


def console() -> Console:
    """Where tables are printed. Piped output gets a fixed width, so that it looks the same everywhere."""
    return _Console(width=None if sys.stdout.isatty() else 110, highlight=False, soft_wrap=False)


def table(title: str, *columns: str) -> Table:
    """A table; ``>`` before the name of a column aligns it to the right."""
    from rich.table import Table  # noqa: PLC0415

    made = Table(title=title, title_justify="left", title_style="bold", header_style="bold", expand=False)
    for column in columns:
        made.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
    return made


def counted(number: int, noun: str) -> str:
    """``1 round``, ``2,000 rounds``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def words(name: str) -> str:
    """A legal name in readable form."""
    return name.replace("_", " ")


def say(out: Console, text: str, style: str = "") -> None:
    """One line printed as it is, never wrapped, so that it can be searched and copied."""
    out.print(text, markup=False, emoji=False, soft_wrap=True, style=style)
