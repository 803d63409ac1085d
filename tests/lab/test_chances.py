"""The chances of a hand: counted deal by deal with the engine's own eyes, from decks of which few cards are left."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from houserules.cards import Card, mask_of
from houserules.lab import Situation, chances_of
from houserules.play import Rules
from tests.api.decks import bundled
from tests.support.installed import THREE_CARD_POKER, in_use, install
from tests.support.parts import part_of

LEFT = 10
"""How many cards may still be dealt; all others are known."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(THREE_CARD_POKER, tmp_path_factory.mktemp("installed") / "site")


def counted(rules: Rules, hand: tuple[int, ...], board: tuple[int, ...], left: list[int]) -> tuple[Fraction, ...]:
    """Win, tie and dealer not qualifying, over every board and every dealer's hand."""
    reader, every = rules.reader, [0, 0, 0, 0]
    for more in combinations(left, rules.community_cards - len(board)):
        shared = (*board, *more)
        own = reader.key(mask_of(map(Card, (*hand, *shared))))
        rest = [card for card in left if card not in more]
        for dealer in combinations(rest, rules.dealer_cards):
            key = reader.key(mask_of(map(Card, (*dealer, *shared))))
            every[0] += own > key
            every[1] += own == key
            every[2] += not reader.qualifies(key)
            every[3] += 1
    return tuple(Fraction(count, every[3]) for count in every[:3])


@pytest.mark.parametrize(
    ("game", "seen"),
    [("md-high-card-flush", 0), ("ma-high-card-flush", 0), *(("md-chase-the-flush", seen) for seen in (0, 2, 4)),
     ("ex-three-card-poker", 0)],
)  # fmt: skip
def test_they_are_those_of_every_deal(game: str, seen: int, site: Path) -> None:
    with in_use(site):
        submission = bundled(game)
        rules = Rules(submission)
        for seed in part_of(range(3), 3, start=1):  # In most games the first is as good as decided.
            cards = Random(f"{game} {seen} {seed}").sample(range(52), 52)
            hand, board = tuple(cards[: rules.player_cards]), tuple(cards[rules.player_cards :][:seen])
            left, known = cards[-LEFT:], tuple(cards[rules.player_cards + seen : -LEFT])
            situation = Situation(*(tuple(map(Card, each)) for each in (hand, board, known)))
            found = chances_of(submission, situation)
            assert found is not None
            assert (found.win, found.tie, found.not_qualifying) == counted(rules, hand, board, left)
