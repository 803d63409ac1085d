"""The lab at work in a process of its own: ``python -m houserules.app.lab.worker``.

One job comes in as a pickle; what is done of it goes out as pickles, one after the other: how far it is, and at last
what was found. Both ends are this program, so that pickles are as good as any other form.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Final

from houserules.lab.solving.gate import Unsupported
from houserules.law import MalformedData, Submission, freeze, read_filing

NICE: Final = 10
"""Tables come first."""
_PACE: Final = 0.1

Progress = Callable[[float], None]

DONE: Final = "done"
PROGRESS: Final = "progress"
MALFORMED: Final = "malformed"
UNSUPPORTED: Final = "unsupported"


def main() -> None:
    if hasattr(os, "nice"):  # Not on Windows.
        os.nice(NICE)
    job = pickle.load(sys.stdin.buffer)
    # What a library may print must not come between the pickles.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        try:
            found = perform(job, _reporter(out))
        except MalformedData as error:
            _send(out, (UNSUPPORTED if isinstance(error, Unsupported) else MALFORMED, tuple(error.problems)))
        else:
            _send(out, (DONE, found))


def _reporter(out: BinaryIO) -> Progress:
    last = 0.0

    def report(done: float) -> None:
        nonlocal last
        if time.monotonic() - last > _PACE:
            last = time.monotonic()
            _send(out, (PROGRESS, done))

    return report


def _send(out: BinaryIO, what: tuple[str, Any]) -> None:
    content = pickle.dumps(what)
    out.write(len(content).to_bytes(8, "big") + content)
    out.flush()


def perform(job: Any, progress: Progress) -> Any:
    """Do what was asked: the name of a job, and what it needs."""
    name, needs = job
    return JOBS[name](needs, progress)


def _answer(question: Any, progress: Progress) -> Any:
    from houserules.lab.reports.slow_questions import answer  # noqa: PLC0415

    return answer(question, progress)


def _comparison(needs: Any, progress: Progress) -> Any:
    from houserules.lab.reports.comparison import compare  # noqa: PLC0415
    from houserules.lab.reports.report_data import comparison_as_data  # noqa: PLC0415

    a, b = needs
    progress(0)
    return comparison_as_data("A", "B", compare(a, b, "A", "B"))


def _prices(rulebook: Any, progress: Progress) -> Any:
    from houserules.lab.reports.reading_prices import reading_prices  # noqa: PLC0415
    from houserules.lab.reports.report_data import price_as_data  # noqa: PLC0415

    progress(0)
    return [price_as_data(price) for price in reading_prices(rulebook)]


def _strategy(filed: Any, progress: Progress) -> Any:
    from houserules.lab.strategy.chart import strategy_map  # noqa: PLC0415

    return strategy_map(frozen(filed), progress)


def _short_strategies(filed: Any, progress: Progress) -> Any:
    from houserules.lab.reports.report_data import weighed_as_data  # noqa: PLC0415
    from houserules.lab.strategy.report import weigh_short_strategies  # noqa: PLC0415

    return [weighed_as_data(weighed) for weighed in weigh_short_strategies(frozen(filed), progress)]


def _figures(needs: Any, progress: Progress) -> Any:
    from houserules.lab.reports.analysis import analyze  # noqa: PLC0415
    from houserules.lab.reports.figures import figure_files  # noqa: PLC0415

    filed, meter, players = needs
    return figure_files(analyze(frozen(filed), meter, players), progress)


def frozen(filed: Mapping[str, Any]) -> Submission:
    return freeze(read_filing(filed, "submission"))


JOBS: Final[Mapping[str, Callable[[Any, Progress], Any]]] = {
    "answer": _answer,
    "comparison": _comparison,
    "prices": _prices,
    "strategy": _strategy,
    "short-strategies": _short_strategies,
    "figures": _figures,
}


if __name__ == "__main__":
    main()
