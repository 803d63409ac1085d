"""Small things at the table and beside it that people stumbled over, each as it is to be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.stage import DESKTOP, seat_in_front

STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"
HIGH = "md-high-card-flush"
CUT = "elements => elements.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"


def overlap(page: Page, one: str, others: str) -> list[str]:
    """The texts of the others that this one covers."""
    first = page.locator(one).bounding_box()
    assert first is not None
    covered = []
    for each in page.locator(others).all():
        box = each.bounding_box()
        if box is not None and _meet(first, box):
            covered.append(each.inner_text())
    return covered


def _meet(a: Any, b: Any) -> bool:
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return bool(across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"])


def test_the_coach_covers_no_button_and_odds_are_whole(browser: Browser, tmp_path: Path) -> None:
    shuffler = Stacked(deck_with(HIGH, {3: STRAIGHT_FLUSH}))
    with Service(tmp_path / "house.db", shuffler=shuffler) as service, seat_in_front(browser, service) as ann:
        assert ann.page.viewport_size == DESKTOP
        ann.sit(service.guest().open_table(HIGH, decision_seconds=0))
        ann.bet("ante", "flush_bonus", "straight_flush_bonus", "progressive")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.page.locator(".coach-head").click()
        ann.page.locator(".coach-options").wait_for()
        assert not overlap(ann.page, ".coach-body", ".action")
        weights = ann.page.locator(".decision .action").evaluate_all(
            "buttons => buttons.map(each => getComputedStyle(each).backgroundColor)"
        )
        assert len(set(weights)) == 1, "no option of a decision is recommended by its colour"
        ann.press("raise-largest")
        ann.await_phase("over")
        row = ann.page.locator(".settled[data-wager=straight_flush_bonus]")
        expect(row).to_contain_text("8,000 to 1")
        assert not ann.page.locator(".settled-outcome").evaluate_all(CUT)
        shades = ann.page.locator(".settlement").evaluate("each => getComputedStyle(each).backgroundAttachment")
        assert {"local", "scroll"} <= {each.strip() for each in shades.split(",")}, "one sees that there is more"
        ann.assert_accessible()


def test_a_long_name_covers_nothing_and_a_new_sitter_has_no_hand(browser: Browser, service: Service) -> None:
    name = "Maximiliane Friederike von Hohenberg-Wallenstein zu Unterste"
    assert len(name) == 60
    table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        ann.await_share(table)
        former = service.guest()
        former.must(table, "sit", seat=5, buy_in="100")
        former.must(table, "place_wagers", seat=5, wagers={"ante": "10"}, ready=True)
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        ann.press("raise-smallest")
        expect(ann.page.locator(".pod[data-seat='5'] .pod-note")).to_have_text("Deciding")
        former.must(table, "act", seat=5, action="raise", amount="10")
        ann.await_phase("over")
        expect(ann.page.locator(".pod[data-seat='5'] [data-card]")).to_have_count(7)
        assert any(former.send(table, "leave").status_code == 200 for _ in range(100)), "the page adds to the shuffle"
        later = service.guest()
        assert any(later.send(table, "sit", seat=5, buy_in="100").status_code == 200 for _ in range(100))
        expect(ann.page.locator(".pod[data-seat='5'] .pod-name")).to_be_visible()
        expect(ann.page.locator(".pod[data-seat='5'] [data-card]"), "it was somebody else's").to_have_count(0)
        ann.page.locator(".pod[data-seat='5'] .pod-name strong").evaluate(
            "(each, name) => each.textContent = name", name
        )
        assert not overlap(ann.page, ".pod[data-seat='5'] .pod-name", ".dealer-hand [data-card]")


def test_a_press_shows_while_its_answer_is_under_way(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        ann.sit(service.guest().open_table(HIGH, decision_seconds=0))
        ann.bet("ante")
        ann.press("deal")
        ann.await_phase("decisions")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        ann.page.route("**/commands?**", hold)
        ann.press("raise-smallest")
        expect(ann.page.locator("[data-action=raise-smallest]")).to_have_class("action  action-pressed")
        ann.until(lambda: held)
        held[0].continue_()
        ann.page.unroute("**/commands?**")
        ann.await_phase("over")


def test_the_buttons_stay_until_the_cards_are_dealt(browser: Browser, service: Service) -> None:
    """The wagers are sent first and "ready" last: between the two no other button stands in that place."""
    with seat_in_front(browser, service) as ann:
        ann.sit(service.guest().open_table(HIGH, decision_seconds=0))
        ann.bet("ante", "ante")
        held: list[Route] = []

        def hold(route: Route) -> None:
            if '"ready"' in (route.request.post_data or ""):
                held.append(route)
            else:
                route.continue_()

        ann.page.route("**/commands?**", hold)
        ann.press("deal")
        ann.until(lambda: held)
        ann.page.evaluate("new Promise(requestAnimationFrame)")
        assert ann.page.locator(".actions .action-label").all_inner_texts() == ["Undo", "Clear", "Deal"]
        ann.press("deal")
        held[0].continue_()
        ann.page.unroute("**/commands?**")
        ann.await_phase("decisions")
        ann.press("raise-smallest")
        ann.await_phase("over")
        expect(ann.page.locator("[data-action=new-bet]"), "the second press has set nothing down").to_be_visible()
        ann.assert_clean()


def test_hyphens_are_as_wide_as_the_font_has_them(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as reader:
        reader.open("/law/MD-HCF")
        expect(reader.page.locator("[data-clause]").first).to_be_visible()
        widths = reader.page.evaluate(
            """() => ["inherit", "normal"].map((features) => {
              const text = document.createElement("span");
              text.textContent = "7-card";
              text.style.fontFeatureSettings = features;
              document.querySelector(".clauses li").append(text);
              const { width } = text.getBoundingClientRect();
              text.remove();
              return width;
            })"""
        )
        assert widths[0] == widths[1]


def test_a_table_is_dark_by_default_and_the_question_mark_shows_the_keys(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service, scheme="light") as ann:
        ann.open("/")
        scheme = "getComputedStyle(document.documentElement).colorScheme"
        assert ann.page.evaluate(scheme) == "light"
        ann.sit(service.guest().open_table(HIGH))
        assert ann.page.evaluate(scheme) == "dark"
        expect(ann.page.locator(".bank")).to_contain_text("Seat 3")
        ann.page.keyboard.press("?")
        keys = ann.page.locator(".key-list")
        expect(keys).to_contain_text("choose a chip")
        assert not ann.page.get_by_label("Sound").is_checked(), "no sound until it is asked for"
        ann.assert_accessible()
        ann.page.keyboard.press("Escape")
        expect(keys).to_have_count(0)
        ann.page.keyboard.press("s")
        ann.page.keyboard.press("?")
        expect(ann.page.get_by_label("Sound")).to_be_checked()
        ann.assert_clean()


def test_seats_have_numbers_and_short_forms_are_explained(browser: Browser, service: Service) -> None:
    table = service.guest().open_table("md-chase-the-flush", betting_seconds=0)
    service.guest().must(table, "sit", seat=5, buy_in="100")
    with seat_in_front(browser, service, phone=True) as ann:
        ann.sit(table)
        expect(ann.page.locator(".pod[data-seat='5'] .pod-seat")).to_have_text("5")
        ann.page.get_by_role("button", name="Pays").click()
        forms = ann.page.get_by_role("list", name="Short forms on the felt")
        for said in ("Progr.: the Progressive", "Ante + X-tra Bonus", "A free seat with a plus"):
            expect(forms).to_contain_text(said)
        ann.assert_accessible()
