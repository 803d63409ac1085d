"""A layout to pay tells a dealer all that decides what it pays: ``houserules settle`` pays the same from it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import houserules as hr
from houserules.app.lessons.exams import _asked
from houserules.app.lessons.layouts import Layout, layout
from houserules.money import parse_dollars
from houserules.play import Rules
from tests.api.decks import bundled

GAMES = ("md-high-card-flush", "ma-high-card-flush", "md-chase-the-flush")
STREETS = 3
CHASE = "md-chase-the-flush"
TABLES_OF = {
    "md-high-card-flush": {"flush_bonus", "straight_flush_bonus", "progressive", "envy_bonus"},
    "ma-high-card-flush": {"flush_bonus", "straight_flush_bonus", "progressive"},
    CHASE: {"xtra_bonus", "same_suit", "progressive", "community_pay"},
}


def _actions(game: str, box: Any) -> dict[str, Any]:
    if game != CHASE:
        return {"action": "fold" if box["action"] == "fold" else f"{box['action']} {box['amount']}"}
    times = 0 if box["action"] == "fold" else round(float(box["amount"]) / float(box["wagers"]["ante"]))
    last = "all-in" if times else "fold"
    return {"actions": ["check"] * (STREETS - (times or 1)) + [last]}


def _scenario(game: str, asked: Any) -> dict[str, Any]:
    """Made of the question alone."""
    seats = [
        {
            "seat": box["seat"],
            "cards": " ".join(box["cards"]),
            "wagers": box["wagers"],
            **_actions(game, box),
            **({"wheel": asked["spins"][str(box["seat"])]} if str(box["seat"]) in asked["spins"] else {}),
        }
        for box in asked["round"]["seats"]
    ]
    board = {"community": " ".join(asked["round"]["board"])} if asked["round"]["board"] else {}
    return {"submission": game, "dealer": " ".join(asked["round"]["dealer"]), "seats": seats, **board}


def _compare(game: str, found: Layout) -> None:
    asked = _asked(found, "0")
    settled = hr.submission(game).settle(_scenario(game, asked)).to_dict()
    paid = [(each["seat"], line["wager"], line["paid"]) for each in settled["seats"] for line in each["wagers"]]
    assert sorted((each["seat"], each["wager"], each["paid"]) for each in found.settled["settled"]) == sorted(paid)
    for line, told in zip(found.settled["settled"], asked["lines"], strict=True):
        assert line["paytable"] in (None, told["paytable"])
        tells = line["wager"] in TABLES_OF[game]
        assert (told["paytable"] is not None) == tells, "also of a wager that is lost, which a table need not decide"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_layout_pays_follows_from_what_it_tells(game: str) -> None:
    rules = Rules(bundled(game))
    for seed in range(4):
        found = layout(rules, Random(seed))
        assert rules.progressive is not None
        assert parse_dollars(found.meters["main"]) >= (rules.progressive.initial or 0) > 0
        _compare(game, found)


def test_a_layout_tells_what_the_wheel_showed() -> None:
    rules = Rules(bundled(CHASE))
    spun = next(found for seed in range(200) if (found := layout(rules, Random(seed))).spins)
    (seat, symbol), *_ = spun.spins.items()
    line = next(each for each in spun.settled["settled"] if each["seat"] == seat and each["wager"] == "progressive")
    assert line["line"] == symbol
    _compare(CHASE, spun)
