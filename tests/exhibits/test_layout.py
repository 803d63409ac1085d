"""The table layout, read back from the drawing: what chapter 2 of the documents asks for, in its place."""

from __future__ import annotations

import re
from itertools import product
from typing import Any
from xml.sax.saxutils import unescape

import pytest

from houserules.exhibits import Felt, FeltTooSmall, check_layout, drawing, layout_of, make_papers
from houserules.exhibits.layout.drawing import COLOURS
from houserules.law import bundled_submission, freeze, read_filing
from houserules.law.words import Felt as FeltColour
from houserules.play import Rules
from tests.support.clauses import clause

HCF, CTF, MA = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
BUNDLED = (HCF, CTF, MA)


def by_clause(what: str, clause_id: str, *others: str) -> Any:
    """One case of a test, which proves this clause and no other's."""
    return pytest.param(what, clause_id, marks=clause(clause_id, *others))


def rules_of(name: str, **changes: Any) -> Rules:
    data = bundled_submission(name)
    for key, value in changes.items():
        if value is None:
            data["wagers"].pop(key, None)
        else:
            data[key] = value
    return Rules(freeze(read_filing(data, name)))


def drawn(name: str, **changes: Any) -> str:
    return drawing(layout_of(rules_of(name, **changes)))


def areas(svg: str, wager: str) -> int:
    return len(re.findall(rf'data-area="{wager}"', svg))


def texts(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</textPath>", svg)


@pytest.mark.parametrize("name", BUNDLED)
def test_the_drawing_shows_what_it_must_and_nothing_overlaps(name: str) -> None:
    layout = layout_of(rules_of(name))
    assert check_layout(drawing(layout), layout) == []


@pytest.mark.parametrize(
    ("name", "without"),
    [
        (name, tuple(wager for wager, keep in zip(wagers, kept, strict=True) if not keep))
        for name, wagers in (
            (HCF, ("flush_bonus", "straight_flush_bonus", "progressive")),
            (CTF, ("same_suit", "progressive")),
            (MA, ("flush_bonus", "straight_flush_bonus", "progressive")),
        )
        for kept in product((True, False), repeat=len(wagers))
    ],
)
def test_only_wagers_that_are_offered_have_an_area(name: str, without: tuple[str, ...]) -> None:
    rules = rules_of(name, **dict.fromkeys(without))
    layout = layout_of(rules)
    svg = drawing(layout)
    assert check_layout(svg, layout) == []
    for wager in ("flush_bonus", "straight_flush_bonus", "progressive", "same_suit", "ante"):
        offered = wager in rules.stakes
        assert areas(svg, wager) == (6 if offered else 0), wager
        assert offered is (wager not in without and wager in rules.book.wagers)


@clause("MD-HCF 2.B(1)", "MD-CTF 2.B(1)")
@pytest.mark.parametrize("name", [HCF, CTF])
@pytest.mark.parametrize(
    "operator", ["X", "The Grand Chesapeake Bay Casino, Hotel, Spa & Conference Centre <of> Maryland"]
)
def test_the_operators_name_is_on_the_layout(name: str, operator: str) -> None:
    layout = layout_of(rules_of(name, operator=operator))
    svg = drawing(layout)
    named = re.findall(r'data-inscription="operator".*?>([^<>]+)</textPath>', svg)
    assert unescape(" ".join(named)) == operator
    assert check_layout(svg, layout) == []
    assert findings_without(svg, layout, "text", operator[:3]) >= {layout.operator_clauses}


def test_a_long_name_stands_on_several_lines_and_inscriptions_keep_away_from_areas() -> None:
    layout = layout_of(rules_of(CTF, operator="The Grand Chesapeake Bay Casino, Hotel, Spa and Conference Centre"))
    svg = drawing(layout)
    sizes = [float(each) for each in re.findall(r'data-inscription="operator".*?font-size="([\d.]+)"', svg)]
    assert len(sizes) == 2
    assert min(sizes) >= 30
    lines = [each for each in svg.splitlines() if 'data-inscription="payout_limit"' in each]
    larger = re.sub(r'font-size="[\d.]+"', 'font-size="90"', lines[0])
    assert any("overlap" in each.what for each in check_layout(svg.replace(lines[0], larger), layout))


def test_the_file_says_what_it_was_made_from_and_a_draft_is_marked() -> None:
    data = bundled_submission(HCF)
    filed = make_papers(read_filing(data, HCF), ["layout"])["layout.svg"].decode()
    assert "<desc>Approved 2026-10-01. MD-HCF 1.0, law " in filed
    assert "DRAFT" not in filed
    del data["approved_on"]
    draft = make_papers(read_filing(data, HCF), ["layout"])["layout.svg"].decode()
    assert ">DRAFT</text>" in draft
    assert "Approved" not in draft
    layout = layout_of(rules_of(HCF))
    assert check_layout(draft, layout) == check_layout(filed, layout) == []


def test_every_colour_of_felt_can_be_drawn() -> None:
    assert set(COLOURS) == {each.value for each in FeltColour}


def test_the_drawing_brings_its_letters_and_shows_where_the_sensors_are() -> None:
    svg = drawn(HCF)
    assert "@font-face{font-family:'Source Sans Pro'" in svg
    assert drawn(HCF) == svg
    assert svg.count("<title>Progressive: wagering device</title>") == 6
    assert "wagering device" not in drawn(HCF, progressive=None)


@clause("MD-HCF 2.B")
@pytest.mark.parametrize(
    ("wager", "clause_id"),
    [
        by_clause("ante", "MD-HCF 2.B(2)"),
        by_clause("raise", "MD-HCF 2.B(2)"),
        by_clause("flush_bonus", "MD-HCF 2.B(4)"),
        by_clause("straight_flush_bonus", "MD-HCF 2.B(5)"),
        by_clause("progressive", "MD-HCF 2.B(6)"),
    ],
)
def test_each_player_has_an_area_for_each_wager_of_high_card_flush(wager: str, clause_id: str) -> None:
    insist_on_area(HCF, wager, clause_id)


@clause("MD-CTF 2.B")
@pytest.mark.parametrize(
    ("wager", "clause_id"),
    [
        by_clause("ante", "MD-CTF 2.B(2)"),
        by_clause("all_in", "MD-CTF 2.B(2)"),
        by_clause("xtra_bonus", "MD-CTF 2.B(2)"),
        by_clause("progressive", "MD-CTF 2.B(5)"),
        by_clause("same_suit", "MD-CTF 2.B(6)"),
    ],
)
def test_each_player_has_an_area_for_each_wager_of_chase_the_flush(wager: str, clause_id: str) -> None:
    insist_on_area(CTF, wager, clause_id)


def insist_on_area(name: str, wager: str, clause_id: str) -> None:
    """Six areas, one a seat; taken out of one seat, the check misses it by its clause."""
    layout = layout_of(rules_of(name))
    svg = drawing(layout)
    assert areas(svg, wager) == 6
    renamed = svg.replace(f'data-area="{wager}"', 'data-area="another"', 1)
    assert any(clause_id in finding.clauses for finding in check_layout(renamed, layout))
    title = next(area.title for area in layout.areas if area.wager == wager)
    unlettered = re.sub(rf'(data-area="{wager}".*?<text[^>]*>)[^<]*', r"\1???", svg, count=1, flags=re.DOTALL)
    assert any("???" in finding.what and title in finding.what for finding in check_layout(unlettered, layout))


def findings_without(svg: str, layout: Any, element: str, start: str) -> set[tuple[str, ...]]:
    """What the check says when the first inscription that begins so is blanked."""
    assert element == "text"
    escaped = re.escape(start.replace("&", "&amp;").replace("<", "&lt;"))
    blank = re.sub(rf"(<textPath[^>]*>){escaped}[^<]*", r"\1", svg, count=1)
    assert blank != svg
    return {finding.clauses for finding in check_layout(blank, layout)}


@clause("MD-CTF 2.B(2)")
def test_the_xtra_bonus_is_right_of_the_ante_with_an_addition_sign_between() -> None:
    layout = layout_of(rules_of(CTF))
    svg = drawing(layout)
    swapped = svg.replace('data-area="ante"', 'data-area="-"').replace('data-area="xtra_bonus"', 'data-area="ante"')
    swapped = swapped.replace('data-area="-"', 'data-area="xtra_bonus"')
    assert any(
        "not right of" in each.what and "MD-CTF 2.B(2)" in each.clauses for each in check_layout(swapped, layout)
    )
    unsigned = svg.replace('data-sign="addition"', "")
    assert any(
        "addition sign" in each.what and "MD-CTF 2.B(2)" in each.clauses for each in check_layout(unsigned, layout)
    )


@clause("MD-HCF 2.B(3)")
def test_the_dealers_seven_cards_have_places_of_their_own() -> None:
    layout = layout_of(rules_of(HCF))
    svg = drawing(layout)
    place = svg[svg.index('data-area="dealer_cards"') :]
    assert place[: place.index("</g>")].count("<rect") == 7
    fewer = svg.replace(re.findall(r"<rect[^>]*/>", place)[0], "", 1)
    assert {each.clauses for each in check_layout(fewer, layout)} == {("MD-HCF 2.B(3)",)}


@clause("MD-CTF 2.B(3)")
def test_the_community_cards_are_straight_in_front_of_the_inventory() -> None:
    layout = layout_of(rules_of(CTF))
    svg = drawing(layout)
    levels = {
        name: float(re.search(rf'data-area="{name}" transform="translate\(\S+ ([\d.]+)\)"', svg)[1])  # type: ignore[index]
        for name in ("inventory", "community_cards", "dealer_cards")
    }
    assert levels["inventory"] < levels["community_cards"] < levels["dealer_cards"]
    aside = re.sub(r'(data-area="community_cards" transform="translate\()\S+', r"\g<1>200", svg)
    assert ("MD-CTF 2.B(3)",) in {each.clauses for each in check_layout(aside, layout)}
    behind = svg.replace('data-area="community_cards"', 'data-area="x"').replace("dealer_cards", "community_cards")
    behind = behind.replace('data-area="x"', 'data-area="dealer_cards"')
    assert ("MD-CTF 2.B(3)",) in {each.clauses for each in check_layout(behind, layout)}


@clause("MD-CTF 2.B(4)")
def test_the_dealers_three_cards_have_an_area() -> None:
    layout = layout_of(rules_of(CTF))
    svg = drawing(layout)
    assert areas(svg, "dealer_cards") == 1
    gone = svg.replace('data-area="dealer_cards"', 'data-area="other_cards"')
    assert ("MD-CTF 2.B(4)",) in {each.clauses for each in check_layout(gone, layout)}


_SIZES = ("MD-HCF 2.B(7)(c)(i)", "MD-HCF 2.B(7)(c)(ii)", "MD-HCF 2.B(7)(c)(iii)")


@clause("MD-HCF 2.B(7)")
@pytest.mark.parametrize(
    ("said", "clause_id"),
    [
        by_clause(
            "Dealer qualifies with a nine-high three-card flush; else Ante pays, Raise pushes", "MD-HCF 2.B(7)(b)"
        ),
        by_clause(
            "Raise: 1× the Ante with a flush of 2 to 4 cards, up to 2× with 5, up to 3× with 6 or 7",
            "MD-HCF 2.B(7)(c)",
            *_SIZES,
        ),
        by_clause("Flush Bonus and Straight Flush Bonus pay at most $50,000 to one hand", "MD-HCF 2.B(7)(d)"),
    ],
)
def test_what_players_read_on_the_layout_of_high_card_flush(said: str, clause_id: str) -> None:
    insist_on_text(HCF, said, clause_id)


@clause("MD-CTF 2.B(8)")
@pytest.mark.parametrize(
    ("said", "clause_id"),
    [
        by_clause("Dealer qualifies with a nine-high three-card flush; else Ante pushes", "MD-CTF 2.B(8)(a)"),
        by_clause("All In: 3× the Ante before the flop, 2× after the flop, 1× after the board", "MD-CTF 2.B(8)(b)"),
        by_clause("Ante, X-tra Bonus, All In and Same Suit pay at most $50,000 to one hand", "MD-CTF 2.B(8)(c)"),
    ],
)
def test_what_players_read_on_the_layout_of_chase_the_flush(said: str, clause_id: str) -> None:
    insist_on_text(CTF, said, clause_id)


def insist_on_text(name: str, said: str, clause_id: str) -> None:
    layout = layout_of(rules_of(name))
    svg = drawing(layout)
    assert said in texts(svg)
    assert any(clause_id in clauses for clauses in findings_without(svg, layout, "text", said))


@pytest.mark.parametrize("seats", [1, 2, 5, 6])
@pytest.mark.parametrize("name", BUNDLED)
def test_any_number_of_seats(name: str, seats: int) -> None:
    data = bundled_submission(name)
    data["table"]["seats"] = seats
    layout = layout_of(Rules(freeze(read_filing(data, name))))
    svg = drawing(layout)
    assert areas(svg, "ante") == seats
    assert check_layout(svg, layout) == []


def test_areas_on_top_of_each_other_and_over_the_edge_are_found() -> None:
    layout = layout_of(rules_of(HCF))
    svg = drawing(layout)
    moved = re.sub(r'(<g data-seat="3" transform="translate\()[^)]*', r"\g<1>940 190", svg)
    assert any("overlap" in each.what for each in check_layout(moved, layout))
    outside = re.sub(r'(<g data-seat="3" transform="translate\()[^)]*', r"\g<1>1700 900", svg)
    assert any("over the edge" in each.what for each in check_layout(outside, layout))


def test_a_felt_that_is_too_small_is_refused() -> None:
    with pytest.raises(FeltTooSmall, match="on a felt of 900 by 500 mm"):
        drawing(layout_of(rules_of(HCF)), Felt(900, 500))
    larger = Felt(2200, 1200)
    assert 'width="2200mm" height="1200mm" viewBox="0 0 2200 1200"' in drawing(layout_of(rules_of(HCF)), larger)
