"""Readings that no submission may choose: priced by a comparison where they can be, with a reason where not, and
never ignored. The figures are counted here a second time, by hand or over all hands."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houserules.cards import AceReading
from houserules.cli.files import submission_data
from houserules.cli.main import run
from houserules.lab.counting.rereadings import rereadings_of
from houserules.lab.games.flushes import census
from houserules.lab.reports.comparison import Difference, compare
from houserules.lab.reports.edges import FOR_OTHERS, LONG_RUN
from houserules.lab.reports.reading_prices import reading_prices
from houserules.law import rulebook, rulebook_ids
from tests.lab.support import CTF, MA, MD, submission
from tests.lab.test_side_bets import FLUSHES, HANDS, RUNS, all_hands, runs_by_shifting

Capture = pytest.CaptureFixture[str]


def difference(name: str, *overrides: str) -> Difference:
    found = compare(submission_data(name), submission_data(name, overrides), "a", "b")
    (only,) = found.differences
    return only


def worth(name: str, *overrides: str) -> dict[str, Fraction]:
    found = difference(name, *overrides).worth
    assert found is not None
    return {part.wager: part.difference for part in found}


def points(number: Fraction, places: int) -> float:
    return round(100 * float(number), places)


def test_every_line_of_a_flush_bonus() -> None:
    """Table A: a seven-card flush is paid 100, 10 and 1 besides its 300, and so on down."""
    found = worth(MD, "readings.highest_line_only=every_line")
    more = FLUSHES[7] * (100 + 10 + 1) + FLUSHES[6] * (10 + 1) + FLUSHES[5] * 1
    assert found["flush_bonus"] == -Fraction(more, HANDS)
    assert points(found["flush_bonus"], 6) == -5.621895
    runs = RUNS[AceReading.HIGH_ONLY]
    more = runs[7] * (1000 + 100 + 60 + 7) + runs[6] * (100 + 60 + 7) + runs[5] * (60 + 7) + runs[4] * 7
    assert found["straight_flush_bonus"] == -Fraction(more, HANDS)


def test_every_line_of_the_progressive_alone() -> None:
    """Massachusetts, table A: 100 %, 10 %, $500, $50, $9 at a meter of $10,000; the bonus wagers stay as they are."""
    found = worth(MA, "readings.highest_line_only=bonuses_alone")
    book = rulebook("MA-HCF")
    paid = [line.pay for line in book.paytables["progressive"]["A"]][2:]
    five, four, three = (pay.money // 10**6 for pay in paid)  # type: ignore[union-attr]
    runs = RUNS[AceReading.ALSO_LOW]
    more = runs[7] * (1000 + five + four + three) + runs[6] * (five + four + three)
    more += runs[5] * (four + three) + runs[4] * three
    assert found["progressive"] == -Fraction(more, HANDS)
    assert "flush_bonus" not in found


def test_the_chip_comes_back() -> None:
    """Massachusetts: what wins at all is a run of three cards and more."""
    found = worth(MA, "readings.progressive_chip=returned")
    assert found["progressive"] == -Fraction(sum(RUNS[AceReading.ALSO_LOW].values()), HANDS)
    assert points(found["progressive"], 4) == -6.9969
    assert found[LONG_RUN] == found["progressive"]


def test_the_first_figure_to_the_winner() -> None:
    """Two segments of 1,000 give others $25, three $15 and ten $3; three suited cards spin the wheel."""
    spin = Fraction(4 * comb(13, 3), comb(52, 3))
    found = worth(CTF, "readings.community_pay_symbols=first_figure_to_the_winner")
    assert found["progressive"] == spin * Fraction(2 * 25 + 3 * 15 + 10 * 3, 1000)
    assert points(found["progressive"], 3) == 0.647


def test_community_pay_left_out() -> None:
    spin = Fraction(4 * comb(13, 3), comb(52, 3))
    found = worth(CTF, "wagers.progressive.community_pay=false")
    assert found == {FOR_OTHERS: spin * Fraction(2 * 25 + 3 * 15 + 10 * 3, 1000)}


def test_percentages_of_one_table_alone() -> None:
    assert worth(MA, "readings.percentages_printed_once=a_only") == {}
    other = compare(
        submission_data(MA, ("wagers.progressive.paytable=C",)),
        submission_data(MA, ("wagers.progressive.paytable=C", "readings.percentages_printed_once=a_only")),
        "a", "b",
    )  # fmt: skip
    found = {part.wager: part.difference for part in other.differences[0].worth or ()}
    runs = RUNS[AceReading.ALSO_LOW]
    assert found["progressive"] == Fraction(runs[7] * 10_000 + runs[6] * 1_000, HANDS)


def test_runs_of_the_flush_that_is_played() -> None:
    """Over all classes of hands: those whose longest suit, and of equals the higher one, holds no run of three."""
    weights, lanes = all_hands()
    every = np.arange(1 << 13)
    run = runs_by_shifting(every, AceReading.HIGH_ONLY)
    size = np.bitwise_count(every).astype(np.int64)
    key = np.stack([size[lane] << 13 | lane.astype(np.int64) for lane in lanes])
    runs = np.stack([run[lane] for lane in lanes])
    played = np.take_along_axis(runs, key.argmax(axis=0)[None, :], 0)[0]
    lost = int(weights[(runs.max(axis=0) >= 3) & (played < 3)].sum())
    assert census.shorter_suit_runs(7, AceReading.HIGH_ONLY) == lost
    assert not ((runs.max(axis=0) >= 4) & (played < runs.max(axis=0))).any()
    found = worth(MD, "readings.bonus_reads_all_seven=flush_played")
    assert found["straight_flush_bonus"] == Fraction(8 * lost, HANDS)


def test_hands_and_places_that_a_clause_does_not_list() -> None:
    table = ("wagers.straight_flush_bonus.paytable=G",)
    counts = {
        choice: compare(submission_data(MD, table), submission_data(MD, (*table, choice)), "a", "b").differences[0]
        for choice in ("readings.hands_missing_from_6e=six_e_prevails", "readings.four_of_a_kind_place=below_all")
    }
    without, below = ({part.wager: part.difference for part in each.worth or ()} for each in counts.values())
    fours, with_three = _fours_of_a_kind()
    pays = {line.hand: line.pay.ratio for line in rulebook("MD-HCF").paytables["straight_flush_bonus"]["G"]}  # type: ignore[union-attr]
    four, three = pays["four_of_a_kind"] + 1, pays["three_card_straight_flush"] + 1
    assert without["straight_flush_bonus"] == (fours * four - with_three * three) / HANDS
    assert below["straight_flush_bonus"] == with_three * (four - three) / HANDS


def _fours_of_a_kind() -> tuple[int, int]:
    """Hands with four of a kind and no suited run of four, and those of them with one of three: the other three cards
    are gone through for each rank."""
    none = three = 0
    for rank in range(13):
        others = [card for card in range(52) if card % 13 != rank]
        for cards in combinations(others, 3):
            lanes = [1 << rank] * 4
            for card in cards:
                lanes[card // 13] |= 1 << card % 13
            longest = max(_run(lane) for lane in lanes)
            none += longest < 4
            three += longest == 3
    return none, three


def _run(lane: int) -> int:
    length = 0
    while lane:
        lane &= lane << 1
        length += 1
    return length


def test_every_line_of_chase_the_flush() -> None:
    """The X-tra Bonus is a part of the base game: both move alike, and the Same Suit Wager by its own lines."""
    found = worth(CTF, "readings.highest_line_only=every_line")
    assert found["base"] < found["xtra_bonus"] + Fraction(1, 10**4) < 0
    kinds = census.kinds(7, AceReading.LOW_WITH_2345)
    lines = [(line.hand, line.pay.ratio) for line in rulebook("MD-CTF").paytables["same_suit"]["A"]]  # type: ignore[union-attr]
    lengths = {"seven": 7, "six": 6, "five": 5, "four": 4}
    before = after = Fraction(0)
    for kind, count in kinds.items():
        met = [
            pays for hand, pays in lines
            if (kind.run if hand.endswith("straight_flush") else kind.flush) >= lengths[hand.partition("_")[0]]
        ]  # fmt: skip
        before += count * (max(met) if met else -1)
        after += count * (sum(met) if met else -1)
    assert found["same_suit"] == (before - after) / HANDS


@pytest.mark.parametrize(
    ("name", "reading"), [(MD, "what_is_compared=all_seven_cards"), (CTF, "the_flop=first_three")]
)
def test_what_cannot_be_counted_says_so(name: str, reading: str) -> None:
    found = difference(name, f"readings.{reading}")
    assert found.worth is None
    assert found.note is not None
    assert found.note.startswith("not priced, because ")


def test_a_reading_that_moves_no_wager_is_worth_nothing() -> None:
    assert difference(MD, "readings.preshuffled_cards=reshuffled").worth == ()


@pytest.mark.parametrize("command", ["analyze", "strategy", "risk"])
def test_no_analysis_ignores_such_a_reading(capsys: Capture, command: str) -> None:
    assert run([command, MD, "--set", "readings.highest_line_only=every_line"]) == 1
    said = capsys.readouterr().err
    assert 'readings.highest_line_only = "every_line" (MD-HCF ' in said
    assert "no submission may choose this reading" in said


@pytest.mark.parametrize("identity", rulebook_ids())
def test_every_reading_has_a_price_or_a_reason(identity: str) -> None:
    """Also that no reason is left to chance, and that nothing counted lacks an entry of the register."""
    book = rulebook(identity)
    made = submission({"MD-HCF": MD, "MA-HCF": MA, "MD-CTF": CTF}[identity])
    found = {(each.reading.id, each.choice): each for each in reading_prices(identity)}
    for reading in book.readings:
        for choice in reading.choices if reading.worth else ():
            if choice != reading.default:
                price = found[reading.id, choice]
                assert price.prices or price.note
                assert "does not say" not in (price.note or "")
    assert rereadings_of(made) == (made, ())


def test_several_such_readings_at_once() -> None:
    chosen = ("readings.progressive_chip=returned", "readings.highest_line_only=bonuses_alone")
    found = compare(submission_data(MA), submission_data(MA, chosen), "a", "b")
    alone = [worth(MA, each)["progressive"] for each in chosen]
    assert found.edges_b["progressive"] - found.edges_a["progressive"] == sum(alone, Fraction())
    assert {each.key for each in found.differences} == {choice.partition("=")[0] for choice in chosen}
