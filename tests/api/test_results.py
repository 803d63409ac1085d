"""Results are counted by the part that each wager plays in the rules in force, whatever it is called."""

from __future__ import annotations

import pytest

from houserules.app.floor.results import BASE, SHARED, count_round, note_meter
from houserules.app.table.loading import load_state
from houserules.app.table.state import Parts, TableState, WagerResult
from houserules.app.table.submissions import parts_of
from houserules.money import DOLLAR
from houserules.play import Round, Seat, Table
from houserules.play.events import PaidFrom, SettledAs, WagerSettled
from houserules.records import TABLE_PREFIX
from tests.api.decks import bundled
from tests.api.service import Service

ODD = TableState("table:odd", parts=Parts(("opening", "press"), "jackpot"), table=Table(main=7_000 * DOLLAR))


def line(seat: int, wager: str, stake: int, returned: int) -> WagerSettled:
    outcome = SettledAs.WIN if returned > stake else SettledAs.LOSE
    return WagerSettled(
        clauses=("X 1",), step=0, seat=seat, wager=wager, stake=stake * DOLLAR, outcome=outcome, odds=None,
        paid=max(0, returned - stake) * DOLLAR, returned=returned * DOLLAR, paytable=None, row=None,
        paid_from=PaidFrom.HOUSE, source=None, limited_by=None,
    )  # fmt: skip


def counted(*lines: WagerSettled) -> dict[str, WagerResult]:
    seats = tuple(Seat(number, number, stakes=()) for number in sorted({each.seat for each in lines}))
    return {each.wager: each for each in count_round(ODD, Round(1, 1, seats=seats, lines=lines)).results}


def test_the_wagers_of_the_base_game_count_together_in_units_of_the_first() -> None:
    found = counted(
        line(1, "press", 20, 40), line(1, "opening", 10, 20), line(2, "opening", 5, 0), line(2, "side", 1, 0)
    )
    assert set(found) == {BASE, "side"}
    assert (found[BASE].hands, found[BASE].rounds, found[BASE].units) == (2, 1, 15 * DOLLAR)
    assert (found[BASE].boxes, found["side"].boxes) == (((2, 1),), ()), "two boxes in one round, and one"
    assert found[BASE].net == (20 + 10 - 5) * DOLLAR
    assert found[BASE].score == 1_000_000, "three units won at one box, one lost at the other: one on average"
    assert (found["side"].units, found["side"].score) == (DOLLAR, -1_000_000)


def test_a_wager_that_is_no_part_of_the_base_game_counts_for_itself() -> None:
    found = counted(line(1, "ante", 10, 20))
    assert set(found) == {"ante"}


def test_only_the_progressive_remembers_its_meter() -> None:
    noted = note_meter(ODD, (line(1, "jackpot", 1, 0),))
    assert [(each.wager, each.meters) for each in noted.results] == [("jackpot", 7_000 * DOLLAR)]
    assert note_meter(ODD, (line(1, "opening", 1, 0),)) is ODD


def test_without_a_progressive_no_pairs_are_counted() -> None:
    bare = TableState("table:bare", parts=Parts(("opening",), None))
    round_ = Round(
        1,
        1,
        seats=(Seat(1, 1, stakes=()), Seat(2, 2, stakes=())),
        lines=(line(1, "opening", 1, 0), line(2, "opening", 1, 0)),
    )
    assert SHARED not in {each.wager for each in count_round(bare, round_).results}


@pytest.mark.parametrize(
    ("name", "base"),
    [("md-high-card-flush", ("ante", "raise")), ("md-chase-the-flush", ("ante", "xtra_bonus", "all_in"))],
)
def test_a_table_learns_the_parts_with_the_rules_that_are_pinned(
    service: Service, name: str, base: tuple[str]
) -> None:
    assert parts_of(bundled(name)) == Parts(base, "progressive")
    assert load_state(service.house.log, TABLE_PREFIX + name).parts == Parts(base, "progressive")
