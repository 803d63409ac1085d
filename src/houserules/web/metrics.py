"""What is counted for `/metrics`."""

from __future__ import annotations

from typing import Final

from litestar.di import NamedDependency
from litestar.params import SkipValidation
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

METHODS: Final = frozenset({"GET", "POST", "PUT", "DELETE"})


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "houserules_requests", "Requests answered", ["method", "status"], registry=self.registry
        )
        self._seconds = Histogram("houserules_request_seconds", "Time to answer", ["method"], registry=self.registry)
        self._commands = Counter(
            "houserules_commands", "Commands of tables", ["type", "answer"], registry=self.registry
        )
        self.watchers = Gauge("houserules_watchers", "Open feeds", registry=self.registry)
        self.tables = Gauge("houserules_tables", "Tables open", registry=self.registry)
        self.position = Gauge("houserules_log_position", "Events in the audit log", registry=self.registry)
        # The library finds the counter of some labels by formatting and locking; a request has no time for that.
        self._counters: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        self._by_command: dict[tuple[str, str], Counter] = {}

    def answered(self, method: str, status: int, seconds: float) -> None:
        found = self._counters.get((method, status))
        if found is None:
            label = method if method in METHODS else "other"
            found = (self._requests.labels(label, str(status)), self._seconds.labels(label))
            if label == method:  # Clients make up methods, and what they make up is not kept.
                self._counters[method, status] = found
        count, histogram = found
        count.inc()
        histogram.observe(seconds)

    def commanded(self, verb: str, answer: str) -> None:
        count = self._by_command.get((verb, answer))
        if count is None:
            count = self._by_command[verb, answer] = self._commands.labels(verb, answer)
        count.inc()


TheMetrics = NamedDependency[SkipValidation[Metrics]]
