"""People in front of the page: what they click, and what they read off it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Request, ViewportSize, expect

from tests.api.service import PASSWORD, Service, Someone
from tests.support.waiting import HANG, HANG_MS, wait_for

ROOT = Path(__file__).parents[2]
SHOWN = ROOT / "docs" / "screenshots"
SHOWN_NAMES = {
    "lobby",
    "table-md-high-card-flush-settled",
    "table-md-chase-the-flush-decision",
    "phone-md-high-card-flush-decision",
    "phone-md-chase-the-flush-settled",
    "coach",
    "phone-coach",
    "two-boxes-md-high-card-flush-settled",
    "verified-deal",
    "dealer-console",
    "floor",
    "floor-report",
    "records",
    "sign",
    "submission-faults",
    "lab-own-table",
    "lab-strategy",
    "lab-meter",
    "phone-lab-edges",
    "phone-lab-strategy",
}
"""``make screenshots`` renews those that the pages show, and keeps the others in .cache; other runs take none."""
AXE = ROOT / "ui" / "node_modules" / "axe-core" / "axe.min.js"
_COMPLAINTS = """() => axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
}).then((found) => found.violations.map(({ id, help, nodes }) =>
  `${id}: ${help} at ${JSON.stringify(nodes.slice(0, 4).map((node) => node.target))}`))"""
"""Only what axe-core complains of: what it finds in order is ten times as long."""
_AT_REST = (
    "document.getAnimations().every("
    "each => each.playState !== 'running' || each.effect.getComputedTiming().iterations === Infinity)"
)
"""Nothing fades or moves any more: halfway, colours are not those that one reads."""
_DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
LARGEST = (1280, 1280)
"""A wall is shown smaller than it is: the pictures lie in the repository."""
PHONE: ViewportSize = {"width": 390, "height": 844}
Scheme = Literal["dark", "light"]


@contextmanager
def seat_in_front(
    browser: Browser,
    service: Service,
    phone: bool = False,
    scheme: Scheme = "dark",
    motion: bool = False,
    worker: bool = False,
    url: str = "",
    locale: str = "en-US",
) -> Iterator[Visitor]:
    """Somebody who opens the page. Motion is reduced, unless asked for, so that tests need not wait for it. Without
    its service worker, everything that the page asks for can be seen and held up by the test."""
    size = PHONE if phone else DESKTOP
    context = browser.new_context(
        base_url=url or service.url,
        service_workers="allow" if worker else "block",
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme=scheme,
        locale=locale,
        reduced_motion="no-preference" if motion else "reduce",
        is_mobile=phone,
        has_touch=phone,
        bypass_csp=True,  # for axe-core, which the tests put into the page
    )
    context.set_default_timeout(HANG_MS)
    try:
        yield Visitor(service, context)
    finally:
        context.close()


class Visitor:
    def __init__(self, service: Service, context: BrowserContext) -> None:
        self.service = service
        self.context = context
        self.page = context.new_page()
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self._fetching: set[Request] = set()
        self.page.on("request", self._note)
        self.page.on("requestfinished", self._forget)
        self.page.on("requestfailed", self._forget)

    def _note(self, request: Request) -> None:
        self._fetching.add(request)
        if not request.url.startswith((self.service.url, "data:", self.service.url.replace("http", "ws", 1))):
            self.foreign.append(request.url)

    def _forget(self, request: Request) -> None:
        self._fetching.discard(request)

    def open(self, path: str = "/") -> Page:
        self.page.goto(path)
        return self.page

    def sign_in(self, account: str, *roles: str) -> Someone:
        """An account with these roles, made if need be, signed in through the page."""
        someone = self.service.someone(account, *roles)
        self.open("/sign-in")
        self.page.get_by_label("Account").fill(account)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        expect(self.page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
        return someone

    def sit(self, table: str) -> None:
        self.open(f"/tables/{table}?sit")
        expect(self.page.locator(".bank strong")).to_be_visible()

    def await_share(self, table: str) -> None:
        """The share that the page adds to the shuffle by itself has arrived."""
        seen = self.service.house.tables[f"table:{table}"]
        wait_for(lambda: any(seal.shares for seal in seen.state.seals))

    def until(self, happened: Callable[[], object]) -> None:
        """For what the page does through a route or a listener of the test: playwright calls them while it waits."""
        ends = time.monotonic() + HANG
        while not happened():
            assert time.monotonic() < ends, "it did not happen"
            self.page.evaluate("0")

    def settled(self) -> None:
        """The page has fetched what it shows, has drawn it, and asks for nothing more because of it."""
        for _ in range(2):
            self.until(lambda: self.page.evaluate(_DRAWN) and not self._fetching)
        self.page.wait_for_function(_AT_REST)

    def chips(self) -> str:
        return self.page.locator(".bank strong").get_attribute("data-chips") or ""

    def bet(self, *wagers: str) -> None:
        """One chip of the chosen kind on each of these."""
        for wager in wagers:
            self.page.locator(f"button[data-wager={wager}]").click()

    def press(self, action: str) -> None:
        self.page.locator(f"[data-action={action}]").click()

    def deal_without_session(self) -> None:
        """The session is gone, and Deal finds it out. Where another request of the page was first, the dialog that
        asks to sign in lies over the button already, and a click by coordinates would never reach it."""
        self.context.clear_cookies()
        self.page.locator("[data-action=deal]").dispatch_event("click")

    def await_phase(self, phase: str) -> None:
        expect(self.page.locator(".stage")).to_have_attribute("data-phase", phase)

    def own_cards(self) -> list[str]:
        cards = self.page.locator(".own-hand [data-card]")
        return [card.get_attribute("data-card") or "" for card in cards.all()]

    def lines(self) -> dict[str, str]:
        """What the page says that each wager brought: wager -> change in words, such as ``+$10``."""
        found = {}
        for line in self.page.locator(".settlement .settled").all():
            amount = line.locator(".settled-amount").inner_text()
            found[line.get_attribute("data-wager") or ""] = amount.replace("\u2212", "-")
        return found

    def play_on(self) -> None:
        """Stay in the game to the end of the round: check where that is possible, else bet the most."""
        for _ in range(4):
            phase = self.page.locator(".stage").get_attribute("data-phase")
            if phase == "over":
                return
            expect(self.page.locator(".decision .action").first).to_be_visible()
            before = self.page.locator(".decision").inner_text()
            check = self.page.locator("[data-action=check]")
            (check if check.count() else self.page.locator(".decision .action").last).click()
            self.page.wait_for_function(
                "before => document.querySelector('.stage').dataset.phase === 'over' ||"
                " document.querySelector('.decision')?.innerText !== before",
                arg=before,
            )
        self.await_phase("over")

    def screenshot(self, name: str) -> None:
        if not os.environ.get("HOUSERULES_SCREENSHOTS"):
            return
        self.page.wait_for_function("document.fonts.status === 'loaded'")
        self.page.wait_for_function(_AT_REST)
        folder = SHOWN if name in SHOWN_NAMES else ROOT / ".cache/screenshots"
        folder.mkdir(parents=True, exist_ok=True)
        picture = Image.open(BytesIO(self.page.screenshot(animations="disabled")))
        picture.thumbnail(LARGEST)
        picture.save(folder / f"{name}.png", optimize=True)

    def assert_accessible(self) -> None:
        """axe-core finds nothing to complain about on the page as it stands."""
        self.page.wait_for_function(_AT_REST)
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.add_script_tag(path=AXE)
        problems = self.page.evaluate(_COMPLAINTS)
        assert not problems, "\n".join(problems)

    def assert_nothing_sticks_out(self, path: str) -> None:
        """No wider than the screen. A phone zooms out where it must show more, so its own width tells nothing."""
        size = self.page.viewport_size
        assert size is not None
        wide = self.page.evaluate("document.documentElement.scrollWidth") - size["width"]
        assert wide <= 0, f"{path} sticks out to the side by {wide} px"

    def assert_clean(self) -> None:
        """No script failed, and nothing was fetched from anywhere else."""
        assert not self.faults
        assert not self.foreign


def cards_approved(service: Service, table: str) -> None:
    """At a live table the floor looks at the cards that the dealer has inspected, before anybody bets on them."""
    floor = service.someone("floor-of-the-house", "floorperson")
    for deck in floor.view(table, "dealer")["desk"]["decks"]:
        # Players add to the shuffle at the same time, and the table moves on.
        while (answer := floor.send(table, "verify_inspection", deck=deck["deck"])).status_code == 409:
            pass
        assert answer.status_code == 200, answer.text


def dollars_of(text: str) -> int:
    """``+$1,250.50`` in cents."""
    sign = -1 if text.startswith("-") else 1
    return sign * round(100 * float(re.sub(r"[^0-9.]", "", text)))
