"""The lab in the browser: choose, invent, look, compare, take away. What the page shows is what the lab computed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from houserules.cli.files import submission_data
from houserules.lab import DesignRequest, analysis_as_data, analyze, analyze_own_cards, design_report, percent_of
from houserules.law import Submission, freeze, read_filing
from houserules.money import parse_dollars
from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front


def submission(name: str, *overrides: str) -> Submission:
    return freeze(read_filing(submission_data(name, overrides), name))


def shown(edge: Fraction) -> str:
    return percent_of(edge, 4).replace("-", "\u2212")


@pytest.fixture
def visitor(browser: Browser, service: Service) -> Iterator[Visitor]:
    with seat_in_front(browser, service) as somebody:
        yield somebody


def open_lab(visitor: Visitor, rulebook: str = "MD-HCF", view: str = "edges") -> Page:
    page = visitor.open(f"/lab/{rulebook}")
    expect(page.locator("[data-wager=base] strong")).to_be_visible()
    page.get_by_role("tab", name=view.capitalize()).click()
    return page


def edge(page: Page, wager: str) -> str | None:
    return page.locator(f"[data-wager={wager}] strong").get_attribute("data-exact")


def test_a_newcomer_sees_the_exact_edge_of_every_wager(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.get_by_role("link", name="The lab").click()
    page = visitor.page
    expect(page.locator("[data-wager=base] strong")).to_be_visible()
    analysis = analyze(submission("md-high-card-flush"))
    assert edge(page, "base") == str(analysis.base.house_edge)
    expect(page.locator("[data-wager=base] strong")).to_have_text(shown(analysis.base.house_edge))
    for wager, bet in analysis.side_bets.items():
        assert edge(page, wager) == str(bet.house_edge)
    assert analysis.progressive is not None
    assert edge(page, "progressive") == str(analysis.progressive.house_edge)
    row = page.locator("[data-wager=flush_bonus] .lab-row")
    row.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Lines of the Flush Bonus")).to_contain_text("MD-HCF 12.B(1)(a)")
    page.get_by_text("readings affect it").click()
    expect(page.locator(".lab-why")).to_contain_text("MD-HCF")
    visitor.assert_accessible()
    page.evaluate("scrollTo(0, 0)")
    visitor.screenshot("lab-edges")
    visitor.assert_clean()


def test_a_pay_table_of_ones_own_is_valued_with_every_key(visitor: Visitor) -> None:
    page = open_lab(visitor)
    page.get_by_label("Pay table of the Flush Bonus").select_option(label="My own")
    lines = page.get_by_role("group", name="Pay lines of the Flush Bonus")
    lines.get_by_label("7-card flush").fill("500")
    lines.get_by_label("4-card flush").fill("")
    own = "wagers.flush_bonus.paytable={seven_card_flush=500, six_card_flush=100, five_card_flush=10}"
    wanted = analyze_own_cards(submission("md-high-card-flush", own)).side_bets["flush_bonus"].house_edge
    strong = page.locator("[data-wager=flush_bonus] strong")
    expect(strong).to_have_attribute("data-exact", str(wanted))
    expect(strong).to_have_text(shown(wanted))
    expect(page.locator(".lab-unlawful")).to_contain_text("Not among the lawful pay tables")
    expect(page.locator(".lab-unlawful")).to_contain_text("MD-HCF 12.B")
    lines.get_by_label("6-card flush").fill("a lot")
    expect(page.get_by_role("alert")).to_contain_text("Flush Bonus, 6-card flush: this is not a payout")
    expect(strong).to_have_attribute("data-exact", str(wanted))
    expect(page.locator("[data-wager=flush_bonus] .lab-row-edge")).to_contain_text("Previous house edge")
    typed = lines.get_by_label("6-card flush")
    expect(typed).to_have_value("a lot")
    expect(typed).to_have_attribute("aria-invalid", "true")
    expect(typed).to_have_accessible_description("Write 300 for 300 to 1, or 3 to 2, or $250.")
    visitor.assert_accessible()
    lines.get_by_label("6-card flush").fill("3 to 2")
    mended = own.replace("six_card_flush=100", 'six_card_flush="3 to 2"')
    again = analyze_own_cards(submission("md-high-card-flush", mended)).side_bets["flush_bonus"].house_edge
    expect(strong).to_have_attribute("data-exact", str(again))
    expect(page.get_by_role("alert")).to_have_count(0)
    visitor.assert_accessible()
    visitor.screenshot("lab-own-table")
    page.reload()
    expect(strong).to_have_attribute("data-exact", str(again))
    page.get_by_role("button", name="Reset to the bundled submission").click()
    expect(page.locator(".lab-unlawful")).to_have_count(0)
    visitor.assert_clean()


def test_a_table_of_ones_own_that_is_printed_is_called_by_its_letter(visitor: Visitor) -> None:
    page = open_lab(visitor)
    page.get_by_label("Pay table of the Flush Bonus").select_option(label="My own")
    expect(page.get_by_text("The same as the printed table A, line for line")).to_be_visible()
    expect(page.locator("[data-wager=flush_bonus] .tag")).to_have_text("my own, as A")
    expect(page.locator(".lab-unlawful")).to_have_count(0)
    page.get_by_role("group", name="Pay lines of the Flush Bonus").get_by_label("7-card flush").fill("301")
    expect(page.locator(".lab-unlawful")).to_contain_text("Not among the lawful pay tables")


def test_long_work_says_what_it_is_and_can_be_let_go(visitor: Visitor) -> None:
    page = open_lab(visitor)
    # The lab never comes to the end of this one, however fast the machine is.
    unfinished = {"strategy": None, "progress": {"done": 0.4, "ahead": 0, "question": "0" * 32}}
    page.route("**/api/lab/strategy", lambda route: route.fulfill(json=unfinished))
    page.get_by_role("tab", name="Strategy").click()
    expect(page.get_by_text("Best play of every starting hand… 40 %")).to_be_visible()
    visitor.assert_accessible()
    with page.expect_response(f"**/api/lab/questions/{'0' * 32}") as let_go:
        page.get_by_role("button", name="Cancel").click()
    assert (let_go.value.request.method, let_go.value.status) == ("DELETE", 204)
    expect(page.get_by_text("Cancelled: best play of every starting hand.")).to_be_visible()
    page.unroute("**/api/lab/strategy")
    page.get_by_role("button", name="Compute it after all").click()
    expect(page.locator(".heat")).to_be_visible()


def test_a_table_that_favours_the_player_is_warned_of(visitor: Visitor) -> None:
    page = open_lab(visitor, "MA-HCF")
    page.get_by_label("Pay table of the Flush Bonus").select_option("K")
    expect(page.locator(".notice-warn")).to_contain_text("gives the player the advantage")
    page.get_by_text("Readings", exact=False).locator("xpath=self::summary").first.click()
    page.get_by_label("The four-card row of the Flush Bonus").select_option("marylands")
    expect(page.locator(".notice-warn")).to_have_count(0)
    read_so = submission(
        "ma-high-card-flush", "wagers.flush_bonus.paytable=K", "readings.flush_bonus_four_card_row=marylands"
    )
    wanted = analyze_own_cards(read_so).side_bets["flush_bonus"].house_edge
    expect(page.locator("[data-wager=flush_bonus] strong")).to_have_attribute("data-exact", str(wanted))


def test_an_xtra_bonus_that_nobody_printed_is_solved_while_one_looks(visitor: Visitor) -> None:
    page = open_lab(visitor, "MD-CTF")
    page.get_by_label("Pay table of the X-tra Bonus").select_option(label="My own")
    lines = page.get_by_role("group", name="Pay lines of the X-tra Bonus")
    lines.get_by_label("5-card flush").fill("8")
    expect(page.get_by_text("Solving every deal")).to_be_visible()
    expect(page.locator("[data-wager=same_suit] strong")).to_be_visible()
    expect(page.locator("[data-wager=base] strong")).to_be_visible()
    table = 'seven_card_flush="250 to 1", six_card_flush="20 to 1", five_card_flush=8, four_card_flush="1 to 1"'
    wanted = analyze(submission("md-chase-the-flush", f"wagers.xtra_bonus.paytable={{{table}}}")).base.house_edge
    assert edge(page, "base") == str(wanted)


def test_the_distribution_and_the_meter(visitor: Visitor) -> None:
    page = open_lab(visitor, view="distribution")
    page.get_by_role("button", name="Straight Flush Bonus").click()
    expect(page.get_by_role("img", name="How often the Straight Flush Bonus")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Logarithmic scale")).to_be_checked()
    page.get_by_text("The numbers").click()
    bet = analyze_own_cards(submission("md-high-card-flush")).side_bets["straight_flush_bonus"]
    rows = page.locator("table.lab-table tbody tr")
    expect(rows).to_have_count(len(bet.distribution()))
    expect(rows.last).to_contain_text(str(Fraction(list(bet.distribution().values())[-1], bet.hands)))
    visitor.assert_accessible()
    visitor.screenshot("lab-distribution")
    page.get_by_role("tab", name="Meter").click()
    expect(page.get_by_role("img", name="House edge of the progressive from a meter of $0")).to_be_visible()
    expect(page.locator(".lab-legend")).to_contain_text("Breaks even: $230,227")
    page.get_by_label("Meter, dollars").fill("250000.50")
    at_meter = analyze_own_cards(submission("md-high-card-flush"), parse_dollars("250000.50")).progressive
    assert at_meter is not None
    cell = page.locator("table.lab-table tbody tr").first.locator("td").first
    expect(cell).to_have_attribute("title", str(at_meter.house_edge))
    expect(cell).to_have_text(shown(at_meter.house_edge))
    expect(page.locator(".notice-warn")).to_contain_text("a meter of $250,000.50 gives the player the advantage")
    page.get_by_role("button", name="Use it").first.click()
    expect(page.get_by_label("Meter, dollars")).not_to_have_value("250000.50")
    visitor.assert_accessible()
    page.evaluate("scrollTo(0, 0)")
    visitor.screenshot("lab-meter")
    visitor.assert_clean()


def test_a_meter_that_cannot_be_read_is_said_to_be_so(visitor: Visitor) -> None:
    page = open_lab(visitor)
    field = page.get_by_label("Meter, dollars")
    at_meter = analyze_own_cards(submission("md-high-card-flush"), parse_dollars("250000.50")).progressive
    assert at_meter is not None
    cell = page.locator("[data-wager=progressive] strong")
    for typed in ("-5", "abc", "1e9", "0x1"):
        field.fill("$250,000.50")
        expect(cell).to_have_attribute("data-exact", str(at_meter.house_edge))
        field.fill(typed)
        field.blur()
        expect(page.get_by_role("alert"), typed).to_contain_text("these are the previous figures")
        expect(page.get_by_role("alert"), typed).to_contain_text("Meter: this is not an amount. Write dollars")
        expect(field, "it stays, to be mended").to_have_value(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
        assert edge(page, "progressive") == str(at_meter.house_edge), typed
        if typed == "-5":
            visitor.assert_accessible()
        page.get_by_role("button", name="Reset to the bundled submission").click()
        expect(page.get_by_role("alert"), typed).to_have_count(0)
        expect(field).to_have_value("")
        page.get_by_label("Wager, dollars").fill("x")
        expect(page.get_by_role("alert")).to_contain_text("Wager: this is not an amount.")
        page.get_by_label("Wager, dollars").fill("1")
        expect(page.get_by_role("alert")).to_have_count(0)


OFF_THE_LINE = """() => {
  const at = (part, name) => Number(part.getAttribute(name));
  const lines = [...document.querySelectorAll(".chart .chart-line")];
  const points = [...document.querySelectorAll(".chart .mark-point")];
  return Math.max(...points.map((point) => Math.min(...lines.map((line) => {
    const along = (at(point, "cx") - at(line, "x1")) / (at(line, "x2") - at(line, "x1"));
    return Math.abs(at(line, "y1") + along * (at(line, "y2") - at(line, "y1")) - at(point, "cy"));
  }))));
}"""
"""How far the point that is furthest from all lines lies from the nearest."""


@pytest.mark.parametrize("rulebook", ["MD-HCF", "MA-HCF", "MD-CTF"])
def test_no_mark_on_the_meter_hides_another(visitor: Visitor, rulebook: str) -> None:
    page = open_lab(visitor, rulebook, view="meter")
    expect(page.locator(".lab-legend")).to_contain_text("Now at")
    marks = page.locator(".chart .mark > :last-child")
    expect(marks).to_have_count(page.locator(".lab-legend .mark").count())
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for mark in marks.all()
        if (box := mark.bounding_box()) is not None
    ]
    nearest = min(dist(one, other) for one, other in combinations(middles, 2))
    assert nearest > 14, "a mark is 16 wide at most"
    assert page.evaluate(OFF_THE_LINE) < 1, "each point lies on a line"
    visitor.screenshot(f"lab-meter-{rulebook}")


def test_the_map_of_hands_by_mouse_and_by_keys(visitor: Visitor) -> None:
    page = open_lab(visitor, view="strategy")
    expect(page.locator(".heat")).to_be_visible()
    page.get_by_role("button", name="Three-card flushes").click()
    page.get_by_role("button", name="highest card T, second card of the flush 9").click()
    expect(page.locator(".lab-cell h2")).to_have_text("T-9")
    expect(page.get_by_role("region", name="Values of T-9")).to_contain_text("T-9-8")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".lab-cell h2")).to_have_text("J-9")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".lab-cell h2")).to_have_text("J-T")
    body = {"submission": "md-high-card-flush"}
    strategy = visitor.service.http().post("/api/lab/strategy", json=body).json()["strategy"]
    (cell,) = [cell for cell in strategy["panels"][1]["cells"] if (cell["row"], cell["column"]) == ("J", "T")]
    value = f"{float(cell['value']['decimal']):.4f}".replace("-", "\u2212")
    spoken = f"highest card J, second card of the flush T: Raise, worth {value} antes"
    expect(page.get_by_role("button", name=spoken)).to_be_focused()
    expect(page.locator(".lab-cell")).to_contain_text(cell["value"]["exact"])
    expect(page.get_by_text("Raise every hand with J-3-2 or better")).to_be_visible()
    visitor.assert_accessible()
    page.evaluate("scrollTo(0, 0)")
    visitor.screenshot("lab-strategy")
    visitor.assert_clean()


def test_the_map_of_chase_the_flush(visitor: Visitor) -> None:
    page = open_lab(visitor, "MD-CTF", view="strategy")
    expect(page.locator(".heat")).to_be_visible()
    page.get_by_role("button", name="Two of one suit").click()
    page.get_by_role("button", name="higher card of the suit K, second card of the suit 8").click()
    values = page.get_by_role("region", name="Values of K-8")
    expect(values.locator("tbody tr")).to_have_count(14)
    expect(page.get_by_text("5,268 of 22,100 holes")).to_be_visible()
    visitor.assert_accessible()
    visitor.screenshot("lab-strategy-chase")


def test_two_are_compared(visitor: Visitor) -> None:
    page = open_lab(visitor, view="compare")
    table = page.locator(".lab-compared")
    expect(table).to_be_visible()
    a = analyze_own_cards(submission("md-high-card-flush")).side_bets["straight_flush_bonus"].house_edge
    b = analyze_own_cards(submission("ma-high-card-flush")).side_bets["straight_flush_bonus"].house_edge
    row = table.locator("[data-compared=straight_flush_bonus]")
    expect(row).to_contain_text(shown(a))
    expect(row).to_contain_text(shown(b))
    expect(row.locator("td").last).to_have_attribute("title", str(b - a))
    expect(page.locator(".lab-differences")).to_contain_text("MD-HCF 6.A, MA-HCF 5(a)")
    visitor.assert_accessible()
    visitor.screenshot("lab-compare")
    page.get_by_role("button", name="Save A as B").click()
    page.get_by_label("Pay table of the Flush Bonus").select_option("B")
    expect(page.locator("#differences")).to_have_text("One difference")
    expect(page.locator(".lab-differences")).to_contain_text("+2.5033 points")
    visitor.assert_clean()


def test_the_register_of_readings_with_its_prices(visitor: Visitor) -> None:
    page = open_lab(visitor, "MA-HCF", view="readings")
    card = page.locator("[data-reading=flush_bonus_four_card_row]")
    expect(card).to_contain_text("Flush Bonus K")
    visitor.assert_accessible()
    visitor.screenshot("lab-readings")
    page.get_by_role("searchbox").fill("four-card row")
    expect(page.locator("[data-reading]")).to_have_count(1)
    card.get_by_role("button", name="Use this reading").click()
    expect(card).to_contain_text("chosen")
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="All", exact=True).click()
    register = visitor.service.http().get("/api/rulebooks/MA-HCF/readings").json()
    expect(page.locator("[data-reading]")).to_have_count(len(register))
    visitor.assert_clean()


def test_what_one_takes_away(visitor: Visitor, tmp_path: Path) -> None:
    page = open_lab(visitor, view="download")
    page.get_by_label("Meter, dollars").fill("40000")
    expect(page.locator("#exhibits")).to_be_visible()
    page.get_by_role("tab", name="Edges").click()
    analysis = analyze(submission("md-high-card-flush"), parse_dollars("40000"))
    assert analysis.progressive is not None
    progressive = page.locator("[data-wager=progressive] strong")
    expect(progressive).to_have_attribute("data-exact", str(analysis.progressive.house_edge))
    page.get_by_role("tab", name="Download").click()
    assert json.loads(_download(page, "Analysis, JSON", tmp_path)) == analysis_as_data(analysis)
    sheet = _download(page, "Analysis, CSV", tmp_path)
    assert f"progressive,D,house_edge,,,,{analysis.progressive.house_edge}," in sheet
    filed = visitor.service.http().post(
        "/api/submissions/check", json={"submission": _download(page, "Submission, TOML", tmp_path)}
    )
    assert filed.json()["lawful"]
    page.get_by_role("button", name="Draw the figures").click()
    expect(page.get_by_role("img", name="House edge against the meter")).to_be_visible()
    assert "$40,000" in _download(page, "SVG of House edge against the meter", tmp_path)
    visitor.assert_accessible()
    visitor.screenshot("lab-download")
    visitor.assert_clean()


def _download(page: Page, name: str, folder: Path) -> str:
    with page.expect_download() as coming:
        page.get_by_role("link", name=name).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path.read_text(encoding="utf-8")


def test_every_view_fits_a_phone_in_the_light(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service, phone=True, scheme="light") as somebody:
        page = open_lab(somebody)
        for view in ("edges", "distribution", "meter", "strategy", "compare", "readings", "download"):
            page.get_by_role("tab", name=view.capitalize()).click()
            expect(page.get_by_role("tab", name=view.capitalize())).to_have_attribute("aria-selected", "true")
            somebody.settled()
            page.wait_for_function("!document.querySelector('.lab-working')")
            somebody.assert_accessible()
            somebody.assert_nothing_sticks_out(view)
            if view == "edges":
                page.locator(".lab-side > summary").click()
                expect(page.get_by_label("Pay table of the Flush Bonus")).to_be_visible()
                somebody.assert_accessible()
                page.locator(".lab-side > summary").click()
            page.evaluate("scrollTo(0, 0)")
            somebody.screenshot(f"phone-lab-{view}")
        somebody.assert_clean()


def test_the_sheet_of_pay_tables_leads_here(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as player:
        player.sit("ma-high-card-flush")
        player.page.get_by_role("button", name="Pays").click()
        player.page.get_by_role("link", name="Exact odds").click()
        expect(player.page.locator("[data-wager=base] strong")).to_be_visible()
        expect(player.page.get_by_label("Pay table of the Straight Flush Bonus")).to_have_value("A")
        expect(player.page.get_by_role("link", name="High Card Flush, Massachusetts")).to_have_attribute(
            "aria-current", "page"
        )


def test_the_choices_are_there_when_a_phone_is_turned(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as somebody:
        somebody.page.set_viewport_size({"width": 360, "height": 740})
        page = open_lab(somebody)
        table = page.get_by_label("Pay table of the Flush Bonus")
        expect(table).to_be_hidden()
        row = page.locator("[data-wager=base] .lab-row-more")
        deviation = row.last.bounding_box()
        assert deviation is not None
        ends = row.first.evaluate("part => [...part.children].map((each) => each.getBoundingClientRect().right)")
        assert max(ends) <= deviation["x"], "the two figures stand apart"
        page.set_viewport_size({"width": 1024, "height": 768})
        expect(table).to_be_visible()
        page.set_viewport_size({"width": 360, "height": 740})
        expect(table).to_be_hidden()


def test_a_table_to_order_is_found_and_taken_over(visitor: Visitor) -> None:
    page = open_lab(visitor, view="design")
    edge_slider = page.get_by_role("slider", name="House edge")
    expect(edge_slider).to_have_value("7.8")
    first = page.locator(".lab-designs tbody tr").first
    expect(first).to_contain_text("printed as A")
    edge_slider.fill("9")
    found = design_report(submission("md-high-card-flush"), DesignRequest("9%", "flush_bonus", answers=30))
    best = found["answers"][0]
    expect(first.locator("th")).to_have_attribute("title", best["house_edge"]["exact"])
    expect(page.locator(".lab-designs tbody tr")).to_have_count(len(found["answers"]))
    page.get_by_label("Standard deviation matters").check()
    expect(page.get_by_role("slider", name="Standard deviation")).to_have_value("5.5")
    narrow = design_report(
        submission("md-high-card-flush"), DesignRequest("9%", "flush_bonus", deviation="5.5", answers=30)
    )
    expect(page.locator(".lab-designs tbody tr")).to_have_count(len(narrow["answers"]))
    taken = next(answer for answer in narrow["answers"] if answer["printed"] is None)
    row = page.locator(f".lab-designs th[title='{taken['house_edge']['exact']}']").locator("..")
    row.get_by_role("button").click()
    page.get_by_role("tab", name="Edges").click()
    expect(page.locator("[data-wager=flush_bonus] strong")).to_have_attribute(
        "data-exact", taken["house_edge"]["exact"]
    )
