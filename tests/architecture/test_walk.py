"""The walk of a wager in docs/architecture.md is the way that a wager takes."""

from __future__ import annotations

import re
import threading
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import houserules
from houserules.web import feeds
from tests.api.following import follow
from tests.api.service import Service

ROOT = Path(houserules.__file__).parent
MAP = Path(__file__).parents[2] / "docs" / "architecture.md"
HOP = re.compile(r"^\| (\d+) \| `([\w.]+)` \| `([\w/]+\.py)` \|", re.MULTILINE)
MOST_HOPS = 20

Hop = tuple[str, str]
"""A module, and the qualified name of a function there."""


def hops_of_the_map() -> list[Hop]:
    found = HOP.findall(MAP.read_text(encoding="utf-8"))
    assert [int(number) for number, _, _ in found] == list(range(1, len(found) + 1))
    return [(module, function) for _, function, module in found]


class Followed:
    """Notes each function of ours that the threads of a service enter while it is switched on."""

    def __init__(self) -> None:
        self.on = False
        self.entered: list[Hop] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.on and event == "call" and frame.f_code.co_filename.startswith(str(ROOT)):
            module = str(Path(frame.f_code.co_filename).relative_to(ROOT))
            self.entered.append((module, frame.f_code.co_qualname))


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> list[Hop]:
    """What a wager passes on its way through the service: one in an open round, while another player looks on, whose
    feed may send at once."""
    followed = Followed()
    threading.setprofile(followed)
    try:
        with (
            pytest.MonkeyPatch.context() as at_once,
            Service(tmp_path_factory.mktemp("walk") / "house.db") as service,
        ):
            at_once.setattr(feeds, "_BETWEEN_FRAMES", 0.0)
            ann, bob = service.guest(), service.guest()
            table = ann.open_table(betting_seconds=0)
            ann.must(table, "sit", seat=1, buy_in="100")
            bob.must(table, "sit", seat=4, buy_in="100")
            bob.must(table, "place_wagers", seat=4, wagers={"ante": "10"})
            with follow(bob, table, "player") as feed:
                followed.on = True
                answer = ann.must(table, "place_wagers", seat=1, wagers={"ante": "10"})
                feed.catch_up(answer["version"])
                followed.on = False
            assert answer["view"]["round"]["seats"][0]["wagers"] == {"ante": "10.00"}
    finally:
        threading.setprofile(None)
    return followed.entered


def test_a_wager_goes_by_the_map(walk: list[Hop]) -> None:
    hops = hops_of_the_map()
    assert 0 < len(hops) <= MOST_HOPS
    rest = iter(walk)
    for hop in hops:
        assert hop in rest, f"{hop} is not passed, or not at its place"


def test_a_wager_is_decided_once_before_it_is_kept(walk: list[Hop]) -> None:
    before = list(takewhile(lambda hop: hop != ("log/log.py", "Log.submit"), walk))
    assert before.count(("play/deciding.py", "decide")) == 1
    assert len(before) < len(walk)
