"""At a table of the service: a player who leaves when the dealer's hand lies open and nothing is paid yet."""

from __future__ import annotations

import pytest

from houserules.money import parse_dollars
from houserules.play import events as e
from tests.api.service import Service
from tests.api.test_every_shuffle import Crew
from tests.support.clauses import clause


@clause("MD-HCF 7.C(2)")
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_hand_left_in_settlement_is_settled_or_lost(service: Service, abandoned: bool) -> None:
    """The wagers may be treated as lost, where that is said; else they are settled. The purse gets the chips."""
    crew = Crew(service)
    crew.shuffle(deck=1)
    before = purse(crew)
    crew.bet()
    for step in ("no_more_bets", "deal"):
        crew.dealer.must(crew.table, step)
    crew.ann.must(crew.table, "act", seat=2, action="raise", amount="10")
    crew.dealer.must(crew.table, "reveal")
    crew.ann.must(crew.table, "leave")
    if abandoned:
        crew.dealer.must(crew.table, "report", kind="hand_abandoned", seat=2)
    crew.dealer.must(crew.table, "settle")
    settled = crew.events(e.WagerSettled)
    assert {line.wager for line in settled} == {"ante", "raise"}
    if abandoned:
        assert {(str(line.outcome), line.clauses[0]) for line in settled} == {("lose", "MD-HCF 7.C(2)")}
    won = sum(line.returned - line.stake for line in settled)
    assert purse(crew) - before == 1000 * 10**6 + won
    assert crew.ann.view(crew.table)["you"]["seat"] is None


def purse(crew: Crew) -> int:
    return parse_dollars(crew.ann.client.get("/api/session/purse").json()["practice"])
