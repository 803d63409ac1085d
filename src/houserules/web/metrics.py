"""What is counted for `/metrics`. Counting is plain arithmetic in the event loop's thread, without locks."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Final

from litestar.di import NamedDependency
from litestar.params import SkipValidation
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

METHODS: Final = frozenset({"GET", "POST", "PUT", "DELETE"})
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """A collector for the Prometheus library, which formats it."""

    def __init__(self) -> None:
        self.watchers = self.tables = self.position = self.connections = 0
        self.refused: Counter[str] = Counter()
        """What was refused before it was processed, by reason."""
        self._requests: Counter[tuple[str, int]] = Counter()
        self._commands: Counter[tuple[str, str]] = Counter()
        self._took: dict[str, list[int]] = {}
        """For each method: the number of answers in each duration bucket, one bucket per limit."""
        self._seconds: dict[str, float] = {}

    def answered(self, method: str, status: int, seconds: float) -> None:
        self._requests[method, status] += 1
        if method not in self._took:
            self._took[method], self._seconds[method] = [0] * (len(_SECONDS) + 1), 0.0
        self._took[method][bisect_left(_SECONDS, seconds)] += 1
        self._seconds[method] += seconds

    def commanded(self, verb: str, answer: str) -> None:
        self._commands[verb, answer] += 1

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily("houserules_requests", "Requests answered", labels=["method", "status"])
        for (method, status), count in self._requests.items():
            requests.add_metric([method, str(status)], count)
        took = HistogramMetricFamily("houserules_request_seconds", "Time to answer", labels=["method"])
        for method, counts in self._took.items():
            took.add_metric([method], _cumulative(counts), self._seconds[method])
        commands = CounterMetricFamily("houserules_commands", "Commands of tables", labels=["type", "answer"])
        for (verb, answer), count in self._commands.items():
            commands.add_metric([verb, answer], count)
        refused = CounterMetricFamily("houserules_refused", "Refused for its size, number or pace", labels=["why"])
        for why, count in self.refused.items():
            refused.add_metric([why], count)
        yield from (requests, took, commands, refused)
        yield GaugeMetricFamily("houserules_connections", "Open connections", self.connections)
        yield GaugeMetricFamily("houserules_watchers", "Open feeds", self.watchers)
        yield GaugeMetricFamily("houserules_tables", "Tables open", self.tables)
        yield GaugeMetricFamily("houserules_log_position", "Events in the audit log", self.position)


def _cumulative(counts: list[int]) -> list[tuple[str, float]]:
    total, found = 0, []
    for limit, count in zip((*map(str, _SECONDS), "+Inf"), counts, strict=True):
        total += count
        found.append((limit, float(total)))
    return found


TheMetrics = NamedDependency[SkipValidation[Metrics]]
