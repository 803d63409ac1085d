"""Every printed pay table at one sight: its figures are those of an analysis, its lines move the edge as they say,
and stubs average to the whole deck."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod
from typing import Any

import pytest

from houserules import law
from houserules.lab import analysis_as_data, analyze, printed_as_data, printed_figures
from houserules.lab.design.countability import reused_stub
from houserules.lab.design.printed import MORE_TO_ONE, TableFigures, Unpriced, figures_of, with_table
from houserules.lab.games.flushes.stubs import stubs
from houserules.lab.reports.reading_prices import submission_of
from tests.lab.support import CTF, MD, submission

BOOKS = ("MD-HCF", "MD-CTF", "MA-HCF")


@pytest.mark.parametrize("rulebook", BOOKS)
def test_every_printed_table_is_there_with_the_figures_of_an_analysis(rulebook: str) -> None:
    found = printed_figures(rulebook)
    data = printed_as_data(found)
    book = law.rulebook(rulebook)
    assert {wager: list(tables) for wager, tables in data.items()} == {
        wager: list(tables) for wager in book.wagers if (tables := book.paytables_of(wager))
    }
    for each in found:
        if isinstance(each, Unpriced):
            continue
        whole = analysis_as_data(analyze(submission_of(with_table(rulebook, each.wager, each.paytable))))
        theirs, ours = whole["wagers"][each.wager], data[each.wager][each.paytable]
        for key in ("house_edge", "hit_frequency", "standard_deviation"):
            assert ours[key] == theirs[key], (each.wager, each.paytable, key)
        assert ours.get("break_even_meter") == theirs.get("break_even_meter")
        assert [(line["hand"], line["probability"]) for line in ours["lines"]] == [
            (line["hand"], line["probability"]) for line in theirs["lines"]
        ]


def test_tables_without_figures_say_why() -> None:
    unpriced = {
        (each.wager, each.paytable): each.why
        for book in BOOKS
        for each in printed_figures(book)
        if isinstance(each, Unpriced)
    }
    assert {key: "licensee" in why for key, why in unpriced.items()} == {
        ("straight_flush_bonus", "G"): True,
        ("progressive", "A"): False,
        ("progressive", "C"): False,
        ("progressive", "D"): False,
    }


def _raised(figures: TableFigures, hand: str) -> dict[str, Any]:
    """The table with one more on this line."""
    return {line.hand: int(line.pays.partition(" ")[0]) + (1 if line.hand == hand else 0) for line in figures.lines}


@pytest.mark.parametrize("letter", ["A", "B", "N"])
def test_a_line_moves_the_edge_as_it_says(letter: str) -> None:
    data = with_table("MD-HCF", "flush_bonus", letter)
    figures = figures_of(submission_of(data), "flush_bonus")
    for line in figures.lines:
        assert line.step == MORE_TO_ONE
        data["wagers"]["flush_bonus"]["paytable"] = _raised(figures, line.hand)
        raised = figures_of(submission_of(data), "flush_bonus")
        assert raised.house_edge - figures.house_edge == line.change == -line.probability


def test_a_line_of_a_progressive_moves_the_edge_as_it_says() -> None:
    made = submission(MD)
    figures = figures_of(made, "progressive")
    by_hand = {line.hand: line for line in figures.lines}
    dearer = submission(
        MD,
        "wagers.progressive.paytable={seven_card_straight_flush='100%',suited_nine_to_ace='100%',"
        "six_card_straight_flush='11%',five_card_straight_flush='$301',four_card_straight_flush='$50',"
        "three_card_straight_flush='$2'}",
    )
    base = submission(
        MD,
        "wagers.progressive.paytable={seven_card_straight_flush='100%',suited_nine_to_ace='100%',"
        "six_card_straight_flush='10%',five_card_straight_flush='$300',four_card_straight_flush='$50',"
        "three_card_straight_flush='$2'}",
    )
    change = figures_of(dearer, "progressive").house_edge - figures_of(base, "progressive").house_edge
    assert change == by_hand["six_card_straight_flush"].change + by_hand["five_card_straight_flush"].change


@pytest.mark.parametrize("seen", [14, 21])
def test_stubs_average_to_the_whole_deck(seen: int) -> None:
    """Cards that nobody has looked at change nothing: hit counts over all stubs are those of the deck."""
    lines = ("seven_card_flush", "six_card_flush", "five_card_flush", "four_card_flush")
    counted = stubs(lines, seen)
    assert counted is not None
    every = hands = 0
    hits = [0, 0, 0, 0]
    for weight, dealt, by_line in counted:
        every += weight
        assert dealt == comb(52 - seen, 7)
        hands += weight * dealt
        hits = [hit + weight * count for hit, count in zip(hits, by_line, strict=True)]
    assert every == comb(52, seen)
    for length, hit in zip((7, 6, 5, 4), hits, strict=True):
        assert Fraction(hit, hands) == Fraction(4 * comb(13, length) * comb(39, 7 - length), comb(52, 7))


def test_a_stub_without_three_suits_is_all_flushes() -> None:
    counted = stubs(("seven_card_flush", "six_card_flush", "five_card_flush", "four_card_flush"), 39)
    assert counted is not None
    by_weight = {weight: (dealt, by_line) for weight, dealt, by_line in counted}
    dealt, (seven, *others) = by_weight[4]
    assert (dealt, seven, others) == (comb(13, 7), comb(13, 7), [0, 0, 0])


def test_counting_gains_only_from_a_stub_and_only_where_lines_are_lengths_of_flushes() -> None:
    made = submission(MD)
    found = reused_stub(made, made.wagers["flush_bonus"])
    assert found is not None
    assert (found.players, found.seen) == (2, 21)
    # A second way to the same figure: all shares of suits among the cards seen, one after the other.
    every, good, gain = 0, 0, Fraction(0)
    pays = {7: 300, 6: 100, 5: 10, 4: 1}
    for a in range(14):
        for b in range(14):
            for c in range(14):
                gone = (a, b, c, 21 - a - b - c)
                if not 0 <= gone[3] <= 13:
                    continue
                weight = prod(comb(13, cards) for cards in gone)
                left = [13 - cards for cards in gone]
                won = sum(
                    comb(suit, length) * comb(31 - suit, 7 - length) * (odds + 1)
                    for suit in left
                    for length, odds in pays.items()
                )
                net = Fraction(won, comb(31, 7)) - 1
                every += weight
                good += weight if net > 0 else 0
                gain += weight * max(net, Fraction(0))
    assert found.favourable == Fraction(good, every)
    assert found.gain == gain / every
    assert reused_stub(made, made.wagers["straight_flush_bonus"]) is None
    chase = submission(CTF)
    assert reused_stub(chase, chase.wagers["same_suit"]) is None
