"""Jobs that take seconds, each in a process of its own (:data:`START`).

The job goes in as a pickle; pickles come out, one after another: the fraction done, and at last the answer. Both ends
are this program, so pickles are as good as any other form. The process ends with the one that started it.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, Final

from msgspec import convert

from houserules.app.house.background import Report
from houserules.app.refusals import part_missing
from houserules.exhibits import ALL, make_papers, paper_of, round_papers, zipped
from houserules.installed import missing_part
from houserules.lab import (
    DesignRequest,
    Unsupported,
    analyze,
    answer_question,
    compare,
    comparison_as_data,
    design_report,
    figure_files,
    price_as_data,
    reading_prices,
    strategy_map,
    warm_up,
    weigh_short_strategies,
    weighed_as_data,
)
from houserules.law import MalformedData, Submission, freeze, law, read_filing

NICE: Final = 10
"""Tables come first."""
_PACE: Final = 0.1
START: Final = (sys.executable, "-c", f"from {__name__} import main; main()")

_DONE: Final = "done"
_PROGRESS: Final = "progress"
_MALFORMED: Final = "malformed"
_UNSUPPORTED: Final = "unsupported"
_MISSING: Final = "missing"


def in_process(name: str, needs: Any = None) -> Callable[[Report], Awaitable[Any]]:
    """Runs a job in a process of its own. Cancelling it ends the process; signals that the terminal sends to the
    service, as when Ctrl-C is pressed, do not."""

    async def run(report: Report) -> Any:
        worker = await asyncio.create_subprocess_exec(
            *START, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )  # fmt: skip
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(pickle.dumps((name, needs)))
            with suppress(ConnectionError):
                await worker.stdin.drain()
            return await _answer(worker.stdout, report)
        finally:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()

    return run


async def _answer(out: asyncio.StreamReader, report: Report) -> Any:
    """Follows the worker until it has an answer."""
    while True:
        size = int.from_bytes(await out.readexactly(8), "big")
        kind, found = pickle.loads(await out.readexactly(size))
        if kind == _PROGRESS:
            report(found)
        elif kind == _DONE:
            return found
        elif kind == _MISSING:
            raise part_missing(*found)
        else:
            raise (Unsupported if kind == _UNSUPPORTED else MalformedData)(*found)


def main() -> None:
    if hasattr(os, "nice"):  # Not on Windows.
        os.nice(NICE)
    name, needs = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_the_service, daemon=True).start()
    # Keep anything that a library prints from coming between the pickles.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        try:
            found = JOBS[name](needs, _reporter(out))
        except MalformedData as error:
            _send(out, (_UNSUPPORTED if isinstance(error, Unsupported) else _MALFORMED, tuple(error.problems)))
        except ModuleNotFoundError as error:
            if (missing := missing_part(error)) is None:
                raise
            _send(out, (_MISSING, (missing,)))
        else:
            _send(out, (_DONE, found))


def _end_with_the_service() -> None:
    """The pipe closes when the service ends, however that happens; nobody needs the answer then."""
    while os.read(0, 1 << 12):
        pass
    os._exit(1)


def _reporter(out: BinaryIO) -> Report:
    last = 0.0

    def report(done: float) -> None:
        nonlocal last
        if time.monotonic() - last > _PACE:
            last = time.monotonic()
            _send(out, (_PROGRESS, done))

    return report


def _send(out: BinaryIO, what: tuple[str, Any]) -> None:
    content = pickle.dumps(what)
    out.write(len(content).to_bytes(8, "big") + content)
    out.flush()


def _comparison(needs: Any, report: Report) -> Any:
    a, b = needs
    report(0)
    return comparison_as_data("A", "B", compare(a, b, "A", "B"))


def _prices(rulebook: Any, report: Report) -> Any:
    report(0)
    return [price_as_data(price) for price in reading_prices(rulebook)]


def _design(needs: Any, report: Report) -> Any:
    filed, asked = needs
    report(0)
    return design_report(frozen(filed), convert(asked, DesignRequest))


def _strategy(filed: Any, report: Report) -> Any:
    return strategy_map(frozen(filed), report)


def _short_strategies(filed: Any, report: Report) -> Any:
    return [weighed_as_data(weighed) for weighed in weigh_short_strategies(frozen(filed), report)]


def _figures(needs: Any, report: Report) -> Any:
    filed, meter, players = needs
    return figure_files(analyze(frozen(filed), meter, players), report)


def _papers(needs: Any, report: Report) -> Any:
    """All files of the paper that a file belongs to; all papers in one file."""
    filed, pin, file = needs
    report(0)
    name = paper_of(file)
    made = make_papers(
        read_filing(filed, "submission", law=law(pin)), [name] if name else (), progress=report, keep=True
    )
    return {ALL: zipped(made)} if name is None else made


def _round_papers(needs: Any, report: Report) -> Any:
    content, turned_up, in_log = needs
    report(0)
    return round_papers(content, turned_up, in_log)


def _warm_up(_needs: Any, report: Report) -> bool:
    report(0)
    warm_up()
    return True


def frozen(filed: Mapping[str, Any]) -> Submission:
    return freeze(read_filing(filed, "submission"))


JOBS: Final[Mapping[str, Callable[[Any, Report], Any]]] = {
    "answer": answer_question,
    "comparison": _comparison,
    "prices": _prices,
    "design": _design,
    "strategy": _strategy,
    "short-strategies": _short_strategies,
    "figures": _figures,
    "papers": _papers,
    "round-papers": _round_papers,
    "warm_up": _warm_up,
}
