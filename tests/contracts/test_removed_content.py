"""Retention takes content away and says so; what is gone otherwise is found."""

from __future__ import annotations

import pytest

from houserules.app import remove_before
from houserules.log import (
    Log,
    Stored,
    digest_of,
)
from houserules.records import (
    ContentRemoved,
    NotReadable,
    export_hand,
    fold_table,
    left_state,
)
from houserules.records import audit as audit_play
from houserules.records import remove_before as remove_content_before
from tests.support.databases import audited
from tests.support.trial_table import TrialTable
from tests.support.vandal import Vandal


def test_retention_takes_content_away_and_says_so(played: Log, url: str) -> None:
    """The trial's clock is the version; rounds that closed before version 150 go."""
    before, hands = played.head(), export_hand(played, "table:1", 3)
    assert before is not None
    removed = remove_before(played, 100, at=1, actor="ann", reason="seven years")
    assert {record.stream for record in removed} == {"table:1", "table:2", "table:3"}
    found = audited(played, before)
    assert found.findings == ()
    assert found.rounds == 9 - len(gone(played, removed)) > 0, "what is gone is not said to have been replayed"
    assert found.removed == sum(record.last - record.first + 1 for record in removed)
    assert export_hand(played, "table:1", 3) == hands
    with pytest.raises(NotReadable):
        export_hand(played, "table:1", 1)
    assert remove_before(played, 100, at=2, actor="ann", reason="again") == ()
    TrialTable(played, 1).play_round()
    removed = remove_before(played, 10**9, at=3, actor="ann", reason="more")
    assert audited(played, before).sound
    folded = fold_table(played, "table:1")
    assert folded is not None
    assert folded.table.rounds == 4


def test_what_must_be_known_of_a_stream_goes_into_the_record(played: Log) -> None:
    asked: list[tuple[str, int]] = []

    def state_at(stream: str, version: int) -> str | None:
        asked.append((stream, version))
        return f"{stream} at {version}" if stream != "table:2" else None

    removed = remove_content_before(played, 10**9, at=1, actor="ann", reason="old", state_at=state_at)
    assert asked == [(record.stream, record.last) for record in removed]
    last = removed[0].last
    assert left_state(played, "table:1", 1) == left_state(played, "table:1", last, last) == f"table:1 at {last}"
    assert left_state(played, "table:1", 1, last - 1) is None
    assert left_state(played, "table:1", last + 1) is None
    assert left_state(played, "table:2", 1) is None
    with played.frozen() as frozen:
        assert audit_play(frozen).sound


def gone(log: Log, removed: tuple[ContentRemoved, ...]) -> list[Stored]:
    """The ends of the rounds that were removed."""
    each = (stored for record in removed for stored in log.read(record.stream, 0, record.last))
    return [stored for stored in each if stored.name == "round.closed/1"]


def test_content_that_is_gone_without_a_record_is_found(played: Log, url: str) -> None:
    stored = next(e for e in played.read("table:1", 59, 60))
    assert stored.data is not None
    digests = digest_of(stored.data) + digest_of(stored.command or b"")
    Vandal(url).do(
        f"UPDATE events SET data = NULL, command = NULL, removed = '\\x{digests}' WHERE position = {stored.position}"
    )
    assert "removed" in {finding.kind for finding in audited(played).findings}
