"""Sounds come with what is seen, from when somebody asks for them until one key ends them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.api.decks import deck_with
from tests.api.service import Service, Stacked
from tests.browser.stage import Visitor, seat_in_front

HIGH = "md-high-card-flush"
STRAIGHT_FLUSH = "2s 3s 4s 5s 6s 7s 8s"
CARDS = 14
RIFFLE = 9
JACKPOT = 8
LISTENER = """
window.heard = [];
window.silent = true;
window.AudioContext = class {
  currentTime = 0;
  sampleRate = 8000;
  destination = {};
  async resume() { window.silent = false; }
  async suspend() { window.silent = true; }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect() {}, start() { window.heard.push(this.frequency.value); }, stop() {} };
  }
  createBuffer() { return { getChannelData: () => new Float32Array(1) }; }
  createBufferSource() { return { connect() {}, start() { window.heard.push(0); }, stop() {} }; }
};
"""
"""In the place of the device: every noise (0) and the pitch of every tone, in the order in which they begin."""


def heard(visitor: Visitor) -> list[float]:
    """What was heard since one last asked."""
    found: list[float] = visitor.page.evaluate("heard.splice(0)")
    return found


def test_each_is_heard_with_what_is_seen_and_none_before_one_asks(browser: Browser, tmp_path: Path) -> None:
    shuffler = Stacked(*(deck_with(HIGH, {3: STRAIGHT_FLUSH}) for _ in range(2)))
    with (
        Service(tmp_path / "house.db", shuffler=shuffler) as service,
        seat_in_front(browser, service, motion=True) as ann,
    ):
        page = ann.page
        page.add_init_script(LISTENER)
        ann.sit(service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0))
        ann.bet("ante", "progressive")
        ann.press("deal")
        expect(page.locator(".decision")).to_be_visible()
        ann.press("raise-smallest")
        expect(page.locator("[data-action=deal]")).to_be_visible()
        assert heard(ann) == [], "off until asked for"

        page.keyboard.press("s")
        ann.until(lambda: page.evaluate("heard.length"))
        assert all(heard(ann)), "chips, as a sign"
        page.locator("[data-action=new-bet]").click()
        ann.bet("ante")
        ann.until(lambda: page.evaluate("heard.length"))
        assert all(heard(ann)), "chips are set down"
        ann.bet("progressive")
        ann.press("deal")
        expect(page.locator(".decision")).to_be_visible()
        dealt = heard(ann)
        assert dealt.count(0) == RIFFLE + CARDS, "a shuffle, and every card"
        assert dealt[-1], "one's turn comes after the cards"
        ann.press("raise-smallest")
        expect(page.locator("[data-action=deal]")).to_be_visible()
        shown = heard(ann)
        assert shown.count(0) == CARDS / 2, "the dealer turns over one card after another"
        assert len([each for each in shown if each]) == JACKPOT

        page.keyboard.press("s")
        assert page.evaluate("silent"), "at once, also what has begun"
        ann.press("deal")
        expect(page.locator(".decision")).to_be_visible()
        assert heard(ann) == []
        ann.assert_clean()
