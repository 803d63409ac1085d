"""Writes the typed client of the API, ``houserules.client`` from its own description (``make client-code``)."""

from __future__ import annotations

import keyword
import re
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from houserules.app import House
from houserules.log import open_log
from houserules.web.openapi import schema_of
from houserules.web.server import create_app

FOLDER: Final = Path(__file__).resolve().parent.parent / "src" / "houserules" / "client"
WIDTH: Final = 114
MOST_LINES: Final = 380
MADE: Final = '"""{} Written by scripts/api_client.py from the description of the API; not to be edited."""'
OFF: Final = "# fmt: off\n# ruff: noqa\n"
PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def described() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, open_log(str(Path(folder) / "house.db")) as log:
        app: Any = create_app(House(log))
        return schema_of(app.app)


def type_of(schema: dict[str, Any], within: str = "") -> str:
    """The Python type for a schema."""
    if "$ref" in schema:
        return within + str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f"Literal[{_quoted(schema['const'])}]"
    if "enum" in schema:
        words = [each for each in schema["enum"] if each is not None]
        return f"Literal[{', '.join(map(_quoted, words))}]" + (" | None" if None in schema["enum"] else "")
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(type_of(each, within) for each in schema[several]))
    match schema.get("type"):
        case list() as kinds:
            return " | ".join(PLAIN[each] for each in kinds)
        case "array":
            return f"list[{type_of(schema.get('items', {}), within)}]"
        case "object":
            return f"dict[str, {type_of(schema.get('additionalProperties') or {}, within)}]"
        case None:
            return "Any"
        case kind:
            return PLAIN[kind]


def _quoted(value: str) -> str:
    return '"' + value.replace('"', '\\"') + '"'


def shape(name: str, schema: dict[str, Any]) -> list[str]:
    """A TypedDict on few lines."""
    if schema.get("type") != "object":
        return [*textwrap.wrap(f"{name} = {type_of(schema)}", WIDTH, break_long_words=False)]
    required = set(schema.get("required", ()))
    fields = [
        f"{_quoted(key)}: {kind if key in required else f'NotRequired[{kind}]'},"
        for key, kind in ((key, type_of(each)) for key, each in schema.get("properties", {}).items())
    ]
    return [f'{name} = TypedDict("{name}", {{', *_filled(fields, "    "), "})"]


def _filled(parts: list[str], indent: str) -> Iterator[str]:
    line = indent
    for part in parts:
        if len(line) > len(indent) and len(line) + len(part) + 1 > WIDTH:
            yield line.rstrip()
            line = indent
        line += part + " "
    if line.strip():
        yield line.rstrip()


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield str(part["$ref"]).rpartition("/")[2]
        for each in part.values():
            yield from _references(each)
    elif isinstance(part, list):
        for each in part:
            yield from _references(each)


def in_order(schemas: dict[str, Any]) -> list[str]:
    """Orders the schemas so that each comes after those that it is made of."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in found:
            for each in sorted(set(_references(schemas[name]))):
                visit(each)
            found[name] = None

    for name in sorted(schemas):
        visit(name)
    return list(found)


def shapes(schemas: dict[str, Any]) -> dict[str, str]:
    """The modules of shapes; each imports all of the ones before it."""
    chunks: list[list[str]] = [[]]
    names: list[list[str]] = [[]]
    for name in in_order(schemas):
        lines = shape(name, schemas[name])
        if sum(len(each) for each in names[-1]) and len(chunks[-1]) + len(lines) > MOST_LINES - 40:
            chunks.append([])
            names.append([])
        chunks[-1] += lines
        names[-1].append(name)
    made: dict[str, str] = {}
    for number, lines in enumerate(chunks, start=1):
        text = "\n".join(lines)
        before = [
            f"from houserules.client.shapes.part{earlier} import {each}"
            for earlier, known in enumerate(names[: number - 1], start=1)
            for each in known
            if re.search(rf"\b{each}\b", text)
        ]
        used = [each for each in ("Any", "Literal", "NotRequired", "TypedDict") if each in text]
        head = [MADE.format("Shapes of requests and answers."), OFF, f"from typing import {', '.join(used)}"]
        made[f"shapes/part{number}.py"] = "\n".join([*head, *before, "", text, ""])
    exports = [
        line
        for number, known in enumerate(names, start=1)
        for line in (
            f"from houserules.client.shapes.part{number} import (",
            *_filled([f"{each}," for each in known], "    "),
            ")",
        )
    ]
    listed = ["__all__ = [", *_filled([f'"{each}",' for known in names for each in sorted(known)], "    "), "]"]
    made["shapes/__init__.py"] = "\n".join([MADE.format("All shapes."), OFF, *exports, "", *listed, ""])
    return made


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def call(method: str, path: str, operation: dict[str, Any]) -> list[str]:
    """The method of a group for this operation."""
    parameters = operation.get("parameters", ())
    places = [each for each in parameters if each["in"] == "path"]
    queries = [each for each in parameters if each["in"] == "query"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    arguments = ["self", *(f"{each['name']}: {type_of(each['schema'], 's.')}" for each in places)]
    if body is not None:
        arguments.append(f"data: {_body(body['schema'])}")
    named = [_optional(each) for each in queries]
    signature = ", ".join([*arguments, *(["*", *named] if named else [])])
    answer = _answer(operation)
    filled = re.sub(r"{(\w+)}", r"{place(\1)}", path)
    address = f'f"{filled}"' if places else f'"{path}"'
    asked = ", ".join(
        [
            f'"{method.upper()}"', address,
            *(["{" + ", ".join(f'"{each["name"]}": {each["name"]}' for each in queries) + "}"] if queries else []),
            *(["body=data"] if body is not None else []),
        ]
    )  # fmt: skip
    name = snake(operation["summary"])
    name += "_" if keyword.iskeyword(name) else ""
    about = operation["description"].replace("``", "`").replace("\n\n", "\n").split("\n")
    lines = [f"    def {name}({signature}) -> {answer}:"]
    if len(lines[0]) > WIDTH:
        lines = [f"    def {name}(", *_filled([f"{each}," for each in _arguments(arguments, named)], "        ")]
        lines.append(f"    ) -> {answer}:")
    doc = textwrap.wrap(" ".join(about), WIDTH - 12)
    doc[0] = f'"""{doc[0]}'
    doc[-1] += '"""'
    lines += [f"        {each}" for each in doc]
    if answer == "None":
        return [*lines, f"        self._ask({asked})", ""]
    return [*lines, f"        found: {answer} = self._ask({asked})", "        return found", ""]


def _arguments(arguments: list[str], named: list[str]) -> list[str]:
    return [*arguments, "*", *named] if named else arguments


def _optional(parameter: dict[str, Any]) -> str:
    kind = type_of(parameter["schema"], "s.")
    if parameter.get("required"):
        return f"{parameter['name']}: {kind}"
    default = parameter["schema"].get("default")
    shown = _quoted(default) if isinstance(default, str) else repr(default)
    return f"{parameter['name']}: {kind if default is not None or 'None' in kind else f'{kind} | None'} = {shown}"


def _body(schema: dict[str, Any]) -> str:
    return "AnyRequest" if len(schema.get("oneOf", ())) > 1 else type_of(schema, "s.")


def _answer(operation: dict[str, Any]) -> str:
    kinds: dict[str, None] = {}
    for status, answer in operation["responses"].items():
        if not status.startswith("2"):
            continue
        content = answer.get("content", {})
        if any(kind in content for kind in ("application/pdf", "application/octet-stream")):
            kinds["bytes"] = None
        elif "application/json" in content:
            kinds[type_of(content["application/json"]["schema"], "s.")] = None
        else:
            kinds["str" if content else "None"] = None
    parts = dict.fromkeys(part for kind in kinds for part in kind.split(" | "))
    return " | ".join(parts)


def groups(schema: dict[str, Any]) -> dict[str, str]:
    """The modules of groups of operations, by the first tag of each."""
    by_tag: dict[str, list[list[str]]] = {}
    union = ""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation["tags"][0], []).append(call(method, path, operation))
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            if len(body.get("oneOf", ())) > 1:
                union = type_of(body, "s.")
    made: dict[str, str] = {}
    for tag, calls in sorted(by_tag.items()):
        lines = [line for each in calls for line in each]
        text = "\n".join(lines)
        used = [each for each in ("Any", "Literal") if re.search(rf"\b{each}\b", text)]
        place = ", place" if "place(" in text else ""
        of_commands = (
            ["", "AnyRequest = (", *_filled(union.split(" | "), "    "), ")"] if "AnyRequest" in text else []
        )
        of_commands = [re.sub(r"(?<=\w) (?=s\.)", " | ", each) for each in of_commands]
        of_commands = [
            f"    | {each.strip()}" if "s." in each and at > 2 else each for at, each in enumerate(of_commands)
        ]
        head = [
            MADE.format(f"What may be asked: {tag}."), OFF,
            *([f"from typing import {', '.join(used)}"] if used else []),
            f"from houserules.client.asking import Group{place}",
            *(["from houserules.client import shapes as s"] if "s." in text else []),
            *of_commands, "", "", f"class {tag.title()}(Group):",
        ]  # fmt: skip
        made[f"{tag}.py"] = "\n".join([*head, text.rstrip(), ""])
    names = sorted(by_tag)
    listed = [f"from houserules.client.{tag} import {tag.title()}" for tag in names]
    held = [f"        self.{tag} = {tag.title()}(asker)" for tag in names]
    made["groups.py"] = "\n".join([
        MADE.format("All groups of operations."), OFF, "from houserules.client.asking import Asker", *listed, "", "",
        "class Groups:", '    """What may be asked of the service, group by group."""', "",
        "    def __init__(self, asker: Asker) -> None:", *held, "",
    ])  # fmt: skip
    return made


def modules() -> dict[Path, str]:
    schema = described()
    return {
        FOLDER / name: text for name, text in {**shapes(schema["components"]["schemas"]), **groups(schema)}.items()
    }


def main() -> None:
    for path, text in modules().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
