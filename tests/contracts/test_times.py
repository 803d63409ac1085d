"""Times of the log: one that lies before those around it is found, a clock that was set back is told."""

from __future__ import annotations

from houserules.log import Log
from tests.support.databases import append, audited, commit

NOON = 1_700_000_000_000
MINUTE, HOUR = 60_000, 3_600_000


def keep(log: Log, *times: int) -> None:
    for number, at in enumerate(times, start=log.position()):
        log.commit(commit(f"c{number}", append("s", number), at=at))


def test_a_time_before_those_around_it_is_found(log: Log) -> None:
    keep(log, NOON, NOON + 1, NOON - HOUR, NOON + 2)
    (found,) = audited(log).findings
    assert (found.kind, found.position, found.stream) == ("time", 3, "s")
    assert f"{HOUR + 1} ms before" in found.what


def test_a_clock_that_was_set_back_is_told_and_nobody_is_accused(log: Log) -> None:
    keep(log, NOON, NOON - HOUR)
    assert audited(log).notes == (f"position 2: the clock was set back by {HOUR} ms",)
    keep(log, NOON - HOUR + 1, NOON - HOUR + 2, NOON)
    found = audited(log)
    assert found.findings == ()
    assert found.notes == (f"position 2: the clock was set back by {HOUR} ms",)


def test_services_whose_clocks_differ_by_a_minute_at_most_are_not_accused(log: Log) -> None:
    keep(log, NOON, NOON - MINUTE, NOON, NOON - MINUTE + 1, NOON + 5)
    found = audited(log)
    assert (found.findings, found.notes) == ((), ())
    keep(log, NOON + 5 - MINUTE - 1, NOON + 6)
    assert [finding.kind for finding in audited(log).findings] == ["time"]
