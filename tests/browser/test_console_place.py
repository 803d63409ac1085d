"""At the dealer's console the button of a step stays where it is: a press and its release meet the same one."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from houserules.app.table.verbs import STEPS
from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.stage import Visitor, seat_in_front

WATCH = """
  window.places = {};
  const look = () => {
    const button = document.querySelector(".walk-now .action-primary");
    const step = button?.closest("[data-step]")?.dataset.step;
    if (step) (window.places[step] ??= new Set()).add(button.getBoundingClientRect().top + scrollY);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""Where the button of each step was drawn, in every frame."""


def assert_one_place(page: Page, step: str) -> None:
    """Once the meaning of the clauses is there, nothing more is to come."""
    expect(page.locator(f".walk-now [data-step={step}] button.action-primary")).to_be_visible()
    for note in page.locator(".walk-now .now > .clause").all():
        expect(note.locator("span").first).not_to_be_empty()
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.evaluate("(step) => window.places[step].size", step) == 1, "it was drawn in one place, and then moved"


def test_the_button_of_a_step_does_not_move_under_the_pointer(browser: Browser, tmp_path: Path) -> None:
    automatic = [step for step in STEPS if step not in ("deal", "settle")]
    shuffler = Stacked(deck_with("md-high-card-flush", {3: "2s 4d 6c 8h Ts Qd Kc"}))
    with (
        Service(tmp_path / "house.db", shuffler=shuffler) as service,
        seat_in_front(browser, service) as ann,
        seat_in_front(browser, service) as dana,
    ):
        table = service.someone("dana", "dealer").open_table(automatic=automatic)
        ann.sit(table)
        ann.bet("ante", "progressive")
        ann.press("deal")
        ann.await_phase("dealing")
        dana.sign_in("dana", "dealer")
        dana.page.add_init_script(WATCH)
        page = open_with_clauses_last(dana, f"/dealer/{table}")
        assert_one_place(page, "deal")
        page.locator("[data-step=deal]").click()
        page.locator("[data-kind=dealer_card_exposed]").click()
        page.get_by_role("button", name="Report it").click()
        assert_one_place(page, "settle")
        page.locator(".walk-now [data-step=settle] button").click()
        ann.await_phase("over")


def open_with_clauses_last(visitor: Visitor, path: str) -> Page:
    """The rulebook comes after everything else that the page asks for."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.route("**/api/rulebooks/*/clauses", hold)
    with visitor.page.expect_response("**/rules"):
        visitor.open(path)
    visitor.until(lambda: held)
    visitor.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    for route in held:
        route.continue_()
    visitor.page.unroute("**/api/rulebooks/*/clauses")
    return visitor.page
