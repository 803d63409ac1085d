"""The reference pages of the command line and of the API, from the code: part of ``make pages``."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final

from api_client import described
from cyclopts import App
from rich.console import Console

from houserules.cli.main import app

GENERATED: Final = "<!-- Written by `make pages` from the code; edit that instead. -->"
WIDTH: Final = 110
OWN: Final = ("help", "version")


def commands_page() -> str:
    """Every command with its parameters, as --help prints it."""
    parts = [
        GENERATED,
        "# Every command\n",
        "What `houserules COMMAND --help` prints. What all of them share: [the command line](command-line.md).\n",
    ]
    for names in _commands(app, ()):
        parts += [f"## houserules {' '.join(names)}\n", "```text", _help(names), "```\n"]
    return "\n".join(parts)


def _commands(within: App, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name in sorted(each for each in within if not each.startswith("-") and each not in OWN):
        inner = within[name]
        yield (*before, name)
        if inner.default_command is None:
            yield from _commands(inner, (*before, name))


def _help(names: tuple[str, ...]) -> str:
    printed = io.StringIO()
    console = Console(file=printed, width=WIDTH, color_system=None, force_terminal=False)
    app.help_print(list(names), console=console)
    return "\n".join(line.rstrip() for line in printed.getvalue().strip().splitlines())


def routes_page() -> str:
    """Every operation with its purpose and its parameters."""
    schema = described()
    groups: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    parts = [
        GENERATED,
        "# Every route\n",
        "What `/api/docs` of a running service shows, in short; how to use it: [the API](api.md). There are also",
        "`GET /metrics`, for Prometheus, and `GET /api/openapi.json`, the description itself.\n",
    ]
    for tag, lines in sorted(groups.items()):
        parts += [f"## {tag.capitalize()}\n", "| route | does | takes |", "|---|---|---|", *lines, ""]
    parts += ["## Feeds\n", "| WebSocket | does | messages |", "|---|---|---|"]
    for path, feed in schema["x-feeds"].items():
        parts.append(f"| `{path}` | {feed['description']} | {', '.join(f'`{each}`' for each in feed['messages'])} |")
    return "\n".join([*parts, ""])


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    query = [f"`{each['name']}`" for each in operation.get("parameters", ()) if each["in"] == "query"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    takes = [*query, *([f"a body (`{name}`)"] if name else ["a command"] if body else [])]
    about = " ".join(operation["description"].replace("``", "`").split()).replace("|", "\\|")
    return f"| `{method.upper()} {path}` | {about} | {', '.join(takes)} |"
