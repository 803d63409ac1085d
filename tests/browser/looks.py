"""How a table is laid out on a screen: a round with as much to show as there can be, and what is measured of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from playwright.sync_api import Page, expect

from tests.api.service import Service, Someone
from tests.browser.stage import Visitor
from tests.support.waiting import HANG_MS, wait_for

SCREENS = {
    "wall": (1920, 1080),
    "large-wall": (2560, 1440),
    "desktop": (1280, 800),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "small-phone": (360, 740),
    "low-phone": (360, 640),
    "phone-on-its-side": (844, 390),
    "small-phone-on-its-side": (667, 375),
    "low-phone-on-its-side": (740, 360),
    "desktop-at-twice-the-size": (640, 400),
    "laptop": (1024, 768),
    "low-window": (960, 540),
}
SMALL = {name for name, size in SCREENS.items() if min(size) <= 400}
"""Phones, and windows like them."""
SEEN_AT_ONCE = 4
"""The sum and three lines."""
SMALLEST_CHIP = 44
SMALLEST_LETTERS = 10
PARTS = (
    ".pod > :not(.pod-front), .dealer-hand .card, .dealer-worth, .board, .own-hand .card, .spot-ring, .spot-name,"
    " .spot-result, .coach-body, .settlement, .meter div, .hand-name, .clock, .bank, .bar-left .quiet, .coach-head,"
    " .actions, .other-amount, .jackpot"
)
BOXES = """(parts) => [...document.querySelectorAll(parts)]
  .map((part) => [part, part.getBoundingClientRect()])
  .filter(([part, box]) => box.width && box.height && part.checkVisibility({ visibilityProperty: true }))
  .map(([part, box]) => [
    part.closest(".pod")?.dataset.seat ? "seat " + part.closest(".pod").dataset.seat
      : part.closest(".spots") ? "spot " + part.closest(".spot").dataset.wager
      : part.closest(".own-hand") ? "own cards"
      : part.closest(".dealer-hand") && part.matches(".card") ? "dealer's cards" : part.className,
    box.left, box.top, box.right, box.bottom])"""

WORDS = """() => [...document.querySelectorAll(".stage [data-inscription]")].flatMap((words) => {
  const about = words.dataset.inscription;
  const letters = parseFloat(getComputedStyle(words).fontSize);
  if (!words.checkVisibility() || words.parentElement.clientWidth === 1) return [];
  if (!words.getScreenCTM) {
    return [...words.getClientRects()].map((box) => [about, letters, box.left, box.top, box.right, box.bottom]);
  }
  const turned = words.getScreenCTM();
  const path = document.querySelector(words.querySelector("textPath").getAttribute("href"));
  if (words.getComputedTextLength() > path.getTotalLength()) return [[about, 0, 0, 0, 0, 0]];
  return [...words.textContent].flatMap((letter, at) => {
    if (letter === " ") return [];
    const { x, y, width, height } = words.getExtentOfChar(at);
    const corner = new DOMPoint(x, y).matrixTransform(turned);
    const other = new DOMPoint(x + width, y + height).matrixTransform(turned);
    return [[about, letters * turned.a, corner.x, corner.y, other.x, other.y]];
  });
})"""
"""Where each piece of what the layout says stands, and how large its letters are; letter by letter along an arc."""

BEYOND_THE_RING = """() => [...document.querySelectorAll(".spot .spot-name")].map((name) => {
  const letters = document.createRange();
  letters.selectNodeContents(name);
  const [inner, ring] = [letters.getBoundingClientRect(), name.closest(".spot-ring").getBoundingClientRect()];
  return [name.textContent, Math.max(ring.left - inner.left, inner.right - ring.right)];
})"""
"""How far the letters of each betting area's name stand out over its line."""

LETTERS = """(parts) => [...document.querySelectorAll(parts)].map((part) => {
  const letters = document.createRange();
  letters.selectNode(part.firstChild); // What follows is for screen readers.
  const { left, top, right, bottom } = letters.getBoundingClientRect();
  return [part.firstChild.textContent, left, top, right, bottom];
})"""
"""The texts of these parts, and where their letters stand."""

IN_SIGHT = """(parts) => [
  document.documentElement.scrollWidth <= innerWidth,
  parts.map((part) => {
    const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
    return [left, top, right, bottom];
  })]"""
"""Whether nothing has to be scrolled to the side, and where each of these parts stands."""
ALL_THERE = "(parts) => parts.every((part) => document.querySelector(part)?.getClientRects().length)"

AT_REST = """([width, height]) => new Promise((done) => {
  let before = "", same = 0;
  const look = () => {
    const now = JSON.stringify([...document.querySelectorAll("body *")].slice(0, 600).map((part) => {
      const box = part.getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom];
    }));
    same = now === before && innerWidth === width && innerHeight === height ? same + 1 : 0;
    before = now;
    if (same > 5) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""Resolves when the page has taken the new size and nothing moves any more, however busy the machine is."""


@dataclass(frozen=True)
class Crowded:
    """A round in which the page has to show as much as it ever must."""

    wagers: tuple[str, ...]
    """Ann's, one chip after the other."""
    theirs: dict[str, str]
    """What everybody else wagers."""
    hand: str
    """Ann's, with which any amount up to the largest may be raised."""
    lines: int
    """What is settled of that."""
    beside: dict[int, str]
    """Hands of others that bring Ann a further line each."""
    board: str = ""


MOST_STREETS = 4
NEVER_CUT = ".table-header h1, .pod-name strong, .actions .action, .settled > button, .jackpot"
ALWAYS_THERE = (".own-hand .hand", ".hand-name", ".dealer-hand .hand", ".meter div", ".table-header h1")
SEAT = 3
"""Ann's: the middle of what is free."""
CROWDED = {
    "md-high-card-flush": Crowded(
        ("ante", "ante", "flush_bonus", "straight_flush_bonus", "progressive"),
        {"ante": "10", "progressive": "1"},
        "Ks Qs Js Ts 9s 7s Kd",
        5,
        {1: "2h 3h 4h 5h 6h 7h 8h", 5: "2d 3d 4d 5d 6d 7d 8d", 6: "2c 3c 4c 5c 6c 7c 8c"},
    ),
    "md-chase-the-flush": Crowded(
        ("ante", "ante", "same_suit", "progressive"),
        {"ante": "10", "xtra_bonus": "10", "progressive": "1"},
        "Ah Kh Qh",
        5,
        {},
        "Jh Th 9h 2c",
    ),
}


def others(service: Service, table: str, count: int) -> dict[int, Someone]:
    found = {}
    for seat in (4, 2, 1, 5, 6)[:count]:
        found[seat] = service.guest()
        found[seat].must(table, "sit", seat=seat, buy_in="1000")
    return found


def all_decide(company: dict[int, Someone], table: str) -> None:
    """Everybody whose turn it is before the page's own player stays in the game."""
    for _ in company:
        view = next(iter(company.values())).view(table)
        turn = view["round"]["turn"] if view["round"] else None
        if view["phase"] != "decisions" or turn not in company:
            return
        acts = [option for option in company[turn].view(table)["you"]["options"] if option["type"] == "act"]
        act = next((option for option in acts if option["action"] == "check"), acts[0])
        assert act["action"] != "fold"
        company[turn].must(table, "act", seat=turn, action=act["action"], amount=act.get("smallest", "0"))


def where(service: Service, table: str) -> tuple[int | None, int] | None:
    """Whose turn it is on which street; None when the round is over."""
    round_ = service.house.tables[f"table:{table}"].state.table.round
    return (round_.turn, round_.stage) if round_ is not None else None


def moves_on(service: Service, table: str, stood: tuple[int | None, int]) -> None:
    """Waits until the table does not stand there any more."""
    wait_for(lambda: where(service, table) != stood)


def assert_nothing_covers_anything(page: Page, screen: str) -> None:
    found = page.evaluate(BOXES, PARTS)
    for one, other in combinations(found, 2):
        if one[0] == other[0]:
            continue
        wide = min(one[3], other[3]) - max(one[1], other[1])
        high = min(one[4], other[4]) - max(one[2], other[2])
        # Rounded shapes and shadows may touch.
        assert wide < 6 or high < 6, f"{screen}: {one[0]} and {other[0]} overlap by {wide:.0f} x {high:.0f}"


def assert_all_words_are_read(page: Page, screen: str) -> None:
    """What the layout says is there whole, and nothing lies on it."""
    width, height = SCREENS[screen]
    pieces = page.evaluate(WORDS)
    said = page.evaluate(
        "[...new Set([...document.querySelectorAll('[data-inscription]')].map((each) => each.dataset.inscription))]"
    )
    assert {piece[0] for piece in pieces} == set(said), screen
    parts = page.evaluate(BOXES, PARTS)
    for about, letters, left, top, right, bottom in pieces:
        assert letters >= SMALLEST_LETTERS, f"{screen}: {about} is {letters:.1f} px"
        inside = left >= 0 and top >= 0 and right <= width and bottom <= height
        assert inside, f"{screen}: {about} sticks out"
        for name, *box in parts:
            if name == "jackpot":  # For this moment it takes the place of the words.
                continue
            wide = min(right, box[2]) - max(left, box[0])
            high = min(bottom, box[3]) - max(top, box[1])
            assert wide < 2 or high < 2, f"{screen}: {name} covers {about} by {wide:.0f} x {high:.0f}"


def assert_all_in_sight(page: Page, screen: str, *parts: str) -> None:
    width, height = SCREENS[screen]
    page.wait_for_function(ALL_THERE, arg=parts, timeout=HANG_MS)
    fits, boxes = page.evaluate(IN_SIGHT, parts)
    for part, box in zip(parts, boxes, strict=True):
        left, top, right, bottom = box
        inside = left >= -1 and top >= -1 and right <= width + 1 and bottom <= height + 1
        assert inside, f"{screen}: {part} sticks out: {box}"
    assert fits, screen
    cut = cut_off(page)
    assert not cut, f"{screen}: cut off: {cut}"


def cut_off(page: Page) -> list[str]:
    """The texts that must be there whole and are not."""
    found: list[str] = page.locator(NEVER_CUT).evaluate_all(
        "parts => parts.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText)"
    )
    return found


def assert_chips_can_be_pressed(page: Page, screen: str) -> None:
    sizes = page.locator(".rack-chip").evaluate_all(
        "chips => chips.filter((chip) => chip.checkVisibility()).map((chip) => chip.getBoundingClientRect().width)"
    )
    assert all(size >= SMALLEST_CHIP for size in sizes), f"{screen}: {sizes}"


def assert_the_lines_fit(page: Page, screen: str) -> None:
    """What the player's own wagers brought is in sight; on a phone, lines for the hands of others may have to be
    scrolled to, and the sum is above them."""
    sizes = page.locator(".settlement").evaluate("lines => [lines.scrollHeight, lines.clientHeight]")
    if sizes[0] > sizes[1] + 1:
        assert screen in SMALL, f"{screen}: {sizes[0]} px of lines in {sizes[1]} px"
        assert sizes[1] >= SEEN_AT_ONCE * 24, f"{screen}: {sizes[0]} px of lines in {sizes[1]} px"
        expect(page.locator(".settlement [data-net]")).to_be_in_viewport()


def assert_the_heading_is_read(page: Page, screen: str) -> None:
    """The heading of the lines, their sum and the way to the proof stand beside each other."""
    found = page.evaluate(LETTERS, ".settlement h2, .settlement [data-net], .settlement .verify")
    for one, other in combinations(found, 2):
        wide = min(one[3], other[3]) - max(one[1], other[1])
        high = min(one[4], other[4]) - max(one[2], other[2])
        assert wide < 2 or high < 2, f"{screen}: {one[0]} and {other[0]} overlap by {wide:.0f} x {high:.0f}"


def assert_felt_and_lines_agree(ann: Visitor) -> None:
    """What stands at the betting areas is what the lines say, and the Progressive's chip is collected."""
    for wager, amount in ann.lines().items():
        result = ann.page.locator(f".spot[data-wager={wager}] .spot-result.spot-win")
        if result.count():
            assert (result.text_content() or "") == amount, wager
    expect(ann.page.locator(".spot[data-wager=progressive] .spot-face > .chips")).to_have_count(0)
    playing = {card.get_attribute("data-card") for card in ann.page.locator(".board .card:has(.card-dealers)").all()}
    view = ann.page.locator(".board [data-card]").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    assert playing <= set(view)
    if view:
        assert playing, "the dealer's flush is marked among the community cards"
