"""Decoders are made when modules are imported, before there are threads: where two threads meet a type for the first
time, msgspec may let one of them use what the other has not finished, and the process ends."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import houserules

ROOT = Path(houserules.__file__).parent
_MODULES = sorted(path for path in ROOT.rglob("*.py") if "cli" not in path.relative_to(ROOT).parts)
_MAKES_ONE = {"Decoder", "convert"}
_AS_AN_APPLICATION_IS_MADE = {"web/request_bodies.py"}
"""One for each route, by ``make_decoders``, which is called before anything is served."""


def _inside_functions(tree: ast.AST) -> Iterator[ast.Call]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from (each for each in ast.walk(function) if isinstance(each, ast.Call))


def _makes_a_decoder(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute) or "msgspec" not in ast.unparse(call.func.value):
        return False
    typed = any(keyword.arg == "type" for keyword in call.keywords)
    return call.func.attr in _MAKES_ONE or (call.func.attr == "decode" and typed)


@pytest.mark.parametrize("path", _MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_function_makes_a_decoder(path: Path) -> None:
    """The commands, which have one thread, are left out."""
    if str(path.relative_to(ROOT)) in _AS_AN_APPLICATION_IS_MADE:
        return
    made = [call.lineno for call in _inside_functions(ast.parse(path.read_text())) if _makes_a_decoder(call)]
    assert not made, f"{path.relative_to(ROOT)}: make the decoder at the top of the module, not in line {made}"


_STRESS = """
import sys, threading
sys.setswitchinterval(1e-6)
import msgspec
from houserules.web import create_app
from houserules.app.meters.meters import MeterState, _read_meter
from houserules.app.people.events import Account
from houserules.app.people.reading import _read_account
from houserules.app.table.requests import Reply, read_reply
from houserules.app.table.state import TableState, read_table_state
from houserules.records.tables import read_event
kept = (
    (read_table_state, msgspec.json.encode(TableState("table:x"))),
    (_read_meter, msgspec.json.encode(MeterState("meter:x"))),
    (_read_account, b'{"name": "x"}'), (read_reply, b'{"version": 1}'), (read_event, b'{"event": "round.opened/1"}'),
)
together = threading.Barrier(8)
def decode():
    together.wait()
    for _ in range(20):
        for read, data in kept:
            try:
                read(data)
            except msgspec.ValidationError:
                pass
threads = [threading.Thread(target=decode) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("done")
"""


@pytest.mark.parametrize("process", range(6))
def test_threads_of_a_fresh_process_decode_at_once(process: int) -> None:
    answer = subprocess.run([sys.executable, "-c", _STRESS], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stdout.strip()) == (0, "done"), answer.stderr
