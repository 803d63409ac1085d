"""Tables at which nothing happens are not looked at: they wait for somebody, or until something is due."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from houserules.app.house.absence import ABSENT_AFTER, DESERTED_AFTER, NEVER, Presence, quiet_until
from houserules.app.house.wake_ups import WakeUps
from houserules.app.table.automation import due_at
from houserules.app.table.live_table import LiveTable
from houserules.app.table.state import Sitting, TableState
from houserules.play import Deck, DeckStatus, Rules, Table
from tests.api.decks import bundled
from tests.api.service import Service
from tests.support.waiting import wait_for

TABLE = "md-high-card-flush"
HOUR = 3600


def test_an_idle_table_is_not_looked_at(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: Counter[str] = Counter()
    tick = LiveTable.tick

    async def counted(desk: LiveTable, now: int) -> bool:
        looked[desk.state.id] += 1
        return await tick(desk, now)

    monkeypatch.setattr(LiveTable, "tick", counted)
    with Service(database) as service:
        ann = service.guest()
        ann.must(TABLE, "sit", seat=1, buy_in="1000")
        for _ in range(2):
            ann.play_round(TABLE, 1, {"ante": "10"})
        service.look()
        service.look()
        looked.clear()
        service.clock.ahead += ABSENT_AFTER // 2  # Far beyond the few seconds of a table with a round under way.
        service.look()
        service.look()
        assert looked == {}
        ann.must(TABLE, "place_wagers", seat=1, wagers={"ante": "10"}, ready=True)
        wait_for(lambda: looked[TABLE] > 0)
        assert set(looked) == {TABLE}


def test_a_table_is_looked_at_when_its_time_has_come() -> None:
    rules = Rules(bundled(TABLE))
    waiting = TableState("table:1", deadline=7_000)
    assert due_at(rules, waiting, 1_000) == 7_000
    assert due_at(rules, waiting, 7_000) == NEVER, "what was due has been looked at"


@pytest.mark.parametrize("decks", [(10,), (30, 10), (10, 30)])
def test_a_table_wakes_when_the_first_of_its_decks_is_due(decks: tuple[int, ...]) -> None:
    rules = Rules(bundled(TABLE))
    held = tuple(Deck(number, DeckStatus.STACKED, at) for number, at in enumerate(decks, start=1))
    state = TableState("table:1", table=Table(decks=held))
    first = (10 + 8 * HOUR) * 1000
    assert due_at(rules, state, 0) == first
    assert due_at(rules, state, first) == ((30 + 8 * HOUR) * 1000 if 30 in decks else NEVER)


def test_sleepers_wake_in_time_and_not_twice() -> None:
    sleepers = WakeUps()
    for name in ("a", "b", "c"):
        sleepers.wake(name)
    assert sleepers.awake(0) == ("a", "b", "c")
    sleepers.sleep("a", 100)
    sleepers.sleep("b", 50)
    sleepers.sleep("c", NEVER)
    assert sleepers.awake(49) == ()
    assert sleepers.awake(50) == ("b",)
    sleepers.sleep("b", 70)
    sleepers.wake("a")
    sleepers.sleep("a", 60)
    assert sleepers.awake(60) == ("a",)
    sleepers.sleep("a", NEVER)
    assert sleepers.awake(99) == ("b",)
    sleepers.sleep("b", NEVER)
    assert sleepers.awake(100) == ("a",), "too early does no harm"
    sleepers.sleep("a", 200)
    for until in (300, 250, 400):
        sleepers.wake("a")
        sleepers.sleep("a", until)
    assert len(sleepers._alarms) == 1
    assert sleepers.awake(200) == ("a",)


def test_until_when_nobody_can_have_gone() -> None:
    now = [1_000]
    presence = Presence(lambda: now[0])
    seated = TableState("table:1", sittings=(Sitting(1, "ann", "Ann", active_at=500), Sitting(2, "bob", "Bob")))
    assert quiet_until(seated, presence) == 1_000 + ABSENT_AFTER
    now[0] = 5_000
    presence.heard("ann")
    with presence.following("bob", "table:1"):
        now[0] = 6_000
        assert quiet_until(seated, presence) == 5_000 + ABSENT_AFTER
        now[0] = 5_000 + ABSENT_AFTER
        assert quiet_until(seated, presence) == 5_000 + 2 * ABSENT_AFTER, "who is gone and has an account stays"
    assert quiet_until(TableState("table:1"), presence) == NEVER
    deserted = TableState("table:1", passing=True, empty_since=4_000)
    now[0] = 6_000
    assert quiet_until(deserted, presence) == 4_000 + DESERTED_AFTER
    now[0] += DESERTED_AFTER
    assert quiet_until(deserted, presence) == now[0], "somebody watches it, and may stop at any moment"
