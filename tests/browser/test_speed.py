"""Promises of pace: what is fetched first, how soon a click shows, how smoothly cards are dealt.

How many seconds something takes depends on what else the machine does. What is asserted here does not: bytes, frames
until something shows, the processor time that the page's own thread needs, and what has to be laid out anew.
"""

from __future__ import annotations

import gzip
from statistics import median

from playwright.sync_api import Browser, CDPSession, expect

from tests.api.service import Service
from tests.browser.stage import Visitor, seat_in_front

MOST_SCRIPT = 300_000
SOON_MS = 100
FRAME_MS = 1000 / 60
CLICK = """async () => {
  const stage = document.querySelector(".stage");
  let frames = 0;
  let shown = false;
  const seen = new MutationObserver(() => { shown = true; });
  seen.observe(stage, { subtree: true, attributes: true, childList: true });
  const began = performance.now();
  document.querySelector("button[data-wager=ante]").click();
  while (!shown && frames < 60) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  seen.disconnect();
  return [frames, performance.now() - began];
}"""
FRAMES = """() => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const end = last + 900;
  const tick = (now) => {
    gaps.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(tick); else done(gaps.slice(1));
  };
  requestAnimationFrame(tick);
})"""
MOVING = """() => document.getAnimations()
  .filter((each) => each instanceof CSSAnimation && each.animationName !== "as-dealt")
  .flatMap((each) => each.effect.getKeyframes()).flatMap((frame) => Object.keys(frame))"""
"""What all animations change but the one that only says how the cards lie on each other, and changes that once."""


class Effort:
    """What the page's own thread has done so far, in its own processor time."""

    def __init__(self, visitor: Visitor) -> None:
        self._session: CDPSession = visitor.context.new_cdp_session(visitor.page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._before = self._read()

    def _read(self) -> dict[str, float]:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return {metric["name"]: metric["value"] for metric in metrics}

    def peek(self, name: str) -> float:
        """The same for one of them, without beginning anew."""
        return self._read()[name] - self._before[name]

    def since(self, *names: str) -> float:
        """The sum of these, since the last time that one asked."""
        now = self._read()
        spent = sum(now[name] - self._before[name] for name in names)
        self._before = now
        return spent


def test_the_first_load_is_small(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        scripts: list[bytes] = []
        ann.page.on("response", lambda got: scripts.append(got.body()) if got.url.endswith(".js") else None)
        page = ann.open("/")
        expect(page.locator(".game-card").first).to_be_visible()
        ann.settled()
        size = sum(len(gzip.compress(script)) for script in scripts)
        print(f"{size} bytes of script, compressed")
        assert 0 < size < MOST_SCRIPT, f"{size} bytes of script, compressed"


def test_the_list_of_tables_is_asked_for_once_and_never_at_a_table(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        ann.page.add_init_script("window.setInterval = () => 0")  # The lobby does not look again meanwhile.
        asked: list[str] = []
        listed = f"{service.url}/api/tables"
        ann.page.on("request", lambda each: asked.append(each.method) if each.url == listed else None)
        page = ann.open("/")
        page.locator(".game-card").first.click()
        offer = page.locator(".first-hand-offer")
        expect(offer, "the page knows that the table is the player's own").to_be_visible()
        ann.settled()
        asked.clear()
        page.reload()
        expect(offer).to_be_visible()
        ann.settled()
        assert not asked
        ann.open("/")
        expect(page.get_by_role("link", name="Return to your seat")).to_be_visible()
        ann.settled()
        assert asked == ["GET"]


def test_a_click_shows_its_effect_at_once(browser: Browser, service: Service) -> None:
    table = service.guest().open_table()
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        effort = Effort(ann)
        taken = []
        for _ in range(9):
            frames, passed = ann.page.evaluate(CLICK)
            taken.append((frames, passed, 1000 * effort.since("TaskDuration")))
        print(f"(frames, ms, ms of the page's thread) of each click: {taken}")
        assert median(frames for frames, _, _ in taken) <= 2, f"{taken}"
        assert median(spent for _, _, spent in taken) < SOON_MS, f"{taken}"


def test_the_deal_leaves_every_frame_free(browser: Browser, service: Service) -> None:
    """While cards fly to six seats, only transforms and opacity move: nothing is laid out, and there is time for 60
    frames."""
    table = service.guest().open_table(betting_seconds=0, decision_seconds=0)
    with seat_in_front(browser, service, motion=True) as ann:
        ann.sit(table)
        ann.await_share(table)
        for seat in (1, 2, 4, 5, 6):
            other = service.guest()
            other.must(table, "sit", seat=seat, buy_in="100")
            other.must(table, "place_wagers", seat=seat, wagers={"ante": "10"}, ready=True)
        effort = Effort(ann)
        ann.press("deal")
        ann.await_phase("decisions")
        expect(ann.page.locator(".own-hand [data-card]")).to_have_count(7)
        moving = set(ann.page.evaluate(MOVING)) - {"offset", "computedOffset", "easing", "composite"}
        assert moving <= {"translate", "rotate", "scale", "opacity", "transform"}
        effort.since("TaskDuration", "LayoutCount")
        gaps = ann.page.evaluate(FRAMES)
        layouts = effort.peek("LayoutCount")
        spent = 1000 * effort.since("TaskDuration")
        print(
            f"{len(gaps)} frames, median {median(gaps):.1f} ms, slowest {max(gaps):.1f} ms, {layouts:.0f} layouts,"
            f" the thread {spent / len(gaps):.1f} ms of a frame"
        )
        assert layouts <= max(12, len(gaps) / 3), "nothing is laid out anew for the sake of motion"
        assert spent / len(gaps) < FRAME_MS, "the thread needs less than a frame's time for a frame"
