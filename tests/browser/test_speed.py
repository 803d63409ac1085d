"""Promises of pace: what is fetched first, how soon a click shows, how smoothly cards are dealt."""

from __future__ import annotations

import gzip
from statistics import median

from playwright.sync_api import Browser, expect

from tests.api.service import Service
from tests.browser.stage import seat_in_front

MOST_SCRIPT = 300_000
SOON_MS = 100
CLICK = """async () => {
  const stage = document.querySelector(".stage");
  const began = performance.now();
  document.querySelector("button[data-wager=ante]").click();
  await new Promise((done) => {
    const seen = new MutationObserver(() => { seen.disconnect(); requestAnimationFrame(done); });
    seen.observe(stage, { subtree: true, attributes: true, childList: true });
  });
  return performance.now() - began;
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
  document.querySelector("[data-action=deal]").click();
  requestAnimationFrame(tick);
})"""
MOVING = """() => document.getAnimations()
  .filter((each) => each instanceof CSSAnimation).flatMap((each) => each.effect.getKeyframes())
  .flatMap((frame) => Object.keys(frame))"""


def test_the_first_load_is_small(browser: Browser, service: Service) -> None:
    with seat_in_front(browser, service) as ann:
        scripts: list[bytes] = []
        ann.page.on("response", lambda got: scripts.append(got.body()) if got.url.endswith(".js") else None)
        page = ann.open("/")
        expect(page.locator(".table-card").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        size = sum(len(gzip.compress(script)) for script in scripts)
        assert 0 < size < MOST_SCRIPT, f"{size} bytes of script, compressed"


def test_a_click_shows_its_effect_at_once(browser: Browser, service: Service) -> None:
    table = service.guest().open_table()
    with seat_in_front(browser, service) as ann:
        ann.sit(table)
        taken = [ann.page.evaluate(CLICK) for _ in range(9)]
        assert median(taken) < SOON_MS, f"{sorted(taken)} ms"


def test_the_deal_moves_only_what_the_compositor_moves(browser: Browser, service: Service) -> None:
    """Frames a second depend on the machine; that nothing but transforms and opacity moves does not."""
    table = service.guest().open_table()
    with seat_in_front(browser, service, motion=True) as ann:
        ann.sit(table)
        gaps = ann.page.evaluate(FRAMES)
        print(f"median frame {median(gaps):.1f} ms, slowest {max(gaps):.1f} ms of {len(gaps)}")
        ann.await_phase("decisions")
        ann.press("fold")
        ann.page.wait_for_timeout(50)
        moving = set(ann.page.evaluate(MOVING)) - {"offset", "computedOffset", "easing", "composite"}
        assert moving <= {"translate", "rotate", "opacity", "transform"}
        assert median(gaps) < 100, "even a machine that is busy with other things deals without stumbling"
