"""Films of the table: pictures 100 ms apart on contact sheets, to be looked at frame by frame.

    python -m tests.browser.films [deal] [settlement] [massachusetts] [wheel] [jackpot] [envy]

Time stands still between two pictures: the page's timers and animations are moved on together, so that a busy machine
changes nothing. The sheets are written to .cache/films.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.api.decks import deck_with
from tests.api.service import Service, Someone, Stacked
from tests.browser.conftest import FLAGS, ROOT
from tests.browser.looks import all_decide
from tests.browser.stage import Visitor, seat_in_front
from tests.support.waiting import HANG_MS

STEP: Final = 100
AT_A_TIME: Final = 20
"""What begins between two pictures begins at most this much too late in the film."""
AHEAD: Final = 10
"""Seconds, which pass at once. More than a busy machine needs to say it, less than the page takes for a lost line."""
FOLDER: Final = ROOT / ".cache" / "films"
SIZES: Final = {"phone": True, "desktop": False}
WIDTH: Final = {"phone": 195, "desktop": 426}
COLUMNS: Final = {"phone": 9, "desktop": 5}
HIGH, CHASE, MASSACHUSETTS = "md-high-card-flush", "md-chase-the-flush", "ma-high-card-flush"
STRAIGHT_FLUSH: Final = "2s 3s 4s 5s 6s 7s 8s"
SUITED: Final = "2s 9s Ks"
SIX: Final = (1, 2, 3, 4, 5, 6)
MOVE_ON: Final = """(step) => {
  window.filmed ??= new WeakSet();
  for (const each of document.getAnimations()) {
    each.pause();
    each.currentTime = window.filmed.has(each) ? each.currentTime + step : 0;
    window.filmed.add(each);
  }
}"""


class Film:
    """Frames of one visitor's page, from when time was stopped."""

    def __init__(self, visitor: Visitor, size: str) -> None:
        self.visitor = visitor
        self.size = size
        self.frames: list[Image.Image] = []

    def take(self, count: int) -> None:
        page = self.visitor.page
        for _ in range(count):
            for _ in range(STEP // AT_A_TIME):
                page.evaluate(MOVE_ON, AT_A_TIME)
                page.clock.run_for(AT_A_TIME)
            self.frames.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))

    def keep(self, name: str) -> Path:
        width = WIDTH[self.size]
        small = [frame.resize((width, round(frame.height * width / frame.width))) for frame in self.frames]
        columns, height = COLUMNS[self.size], small[0].height
        sheet = Image.new("RGB", (columns * (width + 4), -(-len(small) // columns) * (height + 4)), "white")
        for at, frame in enumerate(small):
            sheet.paste(frame, (at % columns * (width + 4), at // columns * (height + 4)))
        FOLDER.mkdir(parents=True, exist_ok=True)
        path = FOLDER / f"{name}-{self.size}.png"
        sheet.save(path)
        return path


def seated(visitor: Visitor, table: str, others: int) -> dict[int, Someone]:
    """A visitor at seat 3 with others who bet on everything and wait."""
    visitor.page.clock.install()
    visitor.sit(table)
    visitor.await_share(table)
    company = {seat: visitor.service.guest() for seat in [2, 4, 5, 6, 1][:others]}
    for seat, guest in company.items():
        guest.must(table, "sit", seat=seat, buy_in="1000")
        guest.must(table, "place_wagers", seat=seat, wagers=guest.all_wagers(table), ready=True)
    return company


def stop_time(visitor: Visitor) -> None:
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now() / 1000") + AHEAD)


def deal(service: Service, visitor: Visitor, film: Film) -> None:
    table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
    seated(visitor, table, others=2)
    visitor.bet("ante", "flush_bonus")
    stop_time(visitor)
    visitor.press("deal")
    until(visitor, "document.querySelector('.stage').dataset.beat === 'dealing'")
    film.take(27)


def settlement(service: Service, visitor: Visitor, film: Film) -> None:
    of_six(service, visitor, film, HIGH, "flush_bonus")


def massachusetts(service: Service, visitor: Visitor, film: Film) -> None:
    of_six(service, visitor, film, MASSACHUSETTS, "flush_bonus")


def envy(service: Service, visitor: Visitor, film: Film) -> None:
    """Another seat wins the meter, and the visitor by it."""
    of_six(service, visitor, film, HIGH, "progressive")


def of_six(service: Service, visitor: Visitor, film: Film, game: str, beside: str) -> None:
    """The end of a round of six seats, in which the visitor wagers the Ante and this."""
    table = service.guest().open_table(game, betting_seconds=0, decision_seconds=0)
    company = seated(visitor, table, others=5)
    visitor.bet("ante", "ante", beside)
    visitor.press("deal")
    visitor.page.locator(".stage[data-phase=decisions]").wait_for()
    last = {6: company.pop(6)}
    all_decide(company, table)
    visitor.page.locator(".decision .action").last.click()
    visitor.page.locator(".pod-turn[data-seat='4']").wait_for()
    all_decide(company, table)
    visitor.page.locator(".pod-turn[data-seat='6']").wait_for()
    stop_time(visitor)
    all_decide(last, table)
    until(visitor, "document.querySelector('.stage').dataset.beat === 'reveal'")
    film.take(36)


def wheel(service: Service, visitor: Visitor, film: Film) -> None:
    table = service.guest().open_table(CHASE, betting_seconds=0, decision_seconds=0)
    seated(visitor, table, others=0)
    visitor.bet("ante", "same_suit", "progressive")
    visitor.press("deal")
    visitor.page.locator(".decision").wait_for()
    stop_time(visitor)
    visitor.page.locator(".decision .action").last.click()
    until(visitor, "document.querySelector('.stage').dataset.beat === 'board'")
    film.take(45)


def jackpot(service: Service, visitor: Visitor, film: Film) -> None:
    table = service.guest().open_table(HIGH, betting_seconds=0, decision_seconds=0)
    seated(visitor, table, others=0)
    visitor.bet("ante", "straight_flush_bonus", "progressive")
    visitor.press("deal")
    visitor.page.locator(".decision").wait_for()
    stop_time(visitor)
    visitor.press("raise-largest")
    until(visitor, "document.querySelector('.stage').dataset.beat === 'reveal'")
    film.take(36)


def until(visitor: Visitor, happened: str) -> None:
    """What comes from the service comes in its own time."""
    visitor.until(lambda: visitor.page.evaluate(happened))


FILMS: Final[dict[str, tuple[Callable[[Service, Visitor, Film], None], Callable[[], Stacked | None]]]] = {
    "deal": (deal, lambda: None),
    "settlement": (settlement, lambda: None),
    "massachusetts": (massachusetts, lambda: None),
    "wheel": (wheel, lambda: Stacked(deck_with(CHASE, {3: SUITED}))),
    "jackpot": (jackpot, lambda: Stacked(deck_with(HIGH, {3: STRAIGHT_FLUSH}))),
    "envy": (envy, lambda: Stacked(deck_with(HIGH, {5: STRAIGHT_FLUSH}, seats=SIX))),
}


def shoot(browser: Browser, name: str, size: str) -> Path:
    make, shuffler = FILMS[name]
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder) / "house.db", shuffler=shuffler()) as service,
        seat_in_front(browser, service, phone=SIZES[size], motion=True) as visitor,
    ):
        visitor.context.set_default_timeout(HANG_MS)
        film = Film(visitor, size)
        make(service, visitor, film)
        return film.keep(name)


def main(names: list[str]) -> None:
    found = subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True, check=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=FLAGS)
        for name in names or list(FILMS):
            for size in SIZES:
                print(shoot(browser, name, size).relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
