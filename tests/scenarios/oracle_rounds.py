"""The table of the oracle: a scenario as `houserules settle` takes it, read and dealt."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.scenarios.oracle_money import amount
from tests.scenarios.oracle_tables import MA_INITIAL, WHEELS_WITH_A_METER

Json = dict[str, Any]

BUNDLED = {
    "md-high-card-flush": "md_high_card_flush",
    "md-chase-the-flush": "md_chase_the_flush",
    "ma-high-card-flush": "ma_high_card_flush",
}
RULEBOOKS = Path(__file__).parents[2] / "src" / "houserules" / "rulebooks"


def bundled_submission(name: str) -> Json:
    """A submission that comes with the package, as its file says."""
    return tomllib.loads((RULEBOOKS / BUNDLED[name] / "submission.toml").read_text("utf-8"))


@dataclass
class Seat:
    number: int
    player: int
    wagers: dict[str, Fraction]
    actions: list[str]
    wheel: str | None
    cards: list[str] = field(default_factory=list)
    complete: bool = True
    abandoned: bool = False
    decided: bool = True
    settled: list[Json] = field(default_factory=list)

    @property
    def folded(self) -> bool:
        return "fold" in self.actions


@dataclass
class Round:
    rulebook: str
    submission: Json
    seats: list[Seat]
    dealer: list[str]
    community: list[str]
    irregularities: list[Json]
    main: Fraction | None
    secondary: Fraction | None

    def wager(self, name: str) -> Json:
        found: Json = self.submission["wagers"][name]
        return found

    def reading(self, name: str, default: str) -> str:
        found: str = self.submission.get("readings", {}).get(name, default)
        return found

    @property
    def ace(self) -> str:
        if self.rulebook == "MA-HCF":
            return "also_low"
        default = "high_only" if self.rulebook == "MD-HCF" else "low_with_2345"
        return self.reading("ace_low_straight_flush", default)

    @property
    def chase(self) -> bool:
        return self.rulebook == "MD-CTF"


def deal(deck: list[str], players: int, submission: Json) -> tuple[list[list[str]], list[str], list[str]]:
    """The players' hands, the dealer's and the community cards, as the submission's method deals them."""
    rulebook, how = submission["rulebook"], submission["table"]["dealing"]
    cards = iter(deck)

    def take(count: int) -> list[str]:
        return [next(cards) for _ in range(count)]

    if rulebook == "MD-CTF":
        if how == "automated":  # 10.B
            board = take(4)
            kept = submission["table"].get("order") == "stacks_community_players_dealer_kept"
            first = [] if kept else take(3)
            hands = [take(3) for _ in range(players)]
            return hands, take(3) if kept else first, board
        hands = [[] for _ in range(players + 1)]  # 8.D(2), 9.B(2)
        for _ in range(3):
            for hand in hands:
                hand.extend(take(1))
        board = []
        for _ in range(2):  # 11.C, 11.E
            if how == "hand":
                take(1)
            board += take(2)
        return hands[:-1], hands[-1], board
    hands = [[] for _ in range(players + 1)]
    if rulebook == "MA-HCF" or how == "automated":  # MA 7(c)-(d), 8(c)-(d); MD 10.B
        for hand in hands:
            hand.extend(take(7))
    else:  # MD 8.E, 9.B(2)
        for _ in range(7):
            for hand in hands:
                hand.extend(take(1))
    return hands[:-1], hands[-1], []


def read(scenario: Json) -> Round:
    submission = scenario["submission"]
    if isinstance(submission, str):
        submission = bundled_submission(submission)
    rulebook = submission["rulebook"]
    irregularities: list[Json] = scenario.get("irregularities", [])
    seats = []
    for given in sorted(scenario["seats"], key=lambda given: int(given["seat"])):
        actions = given.get("actions", [given["action"]] if "action" in given else [])
        seats.append(
            Seat(
                number=given["seat"],
                player=given.get("player", -given["seat"]),
                wagers={name: amount(stake) for name, stake in given["wagers"].items()},
                actions=list(actions),
                wheel=given.get("wheel"),
                cards=given.get("cards", "").split(),
            )
        )
    if "deck" in scenario:
        aside = {
            irregularity.get("card") for irregularity in irregularities if irregularity["kind"] == "cards_face_up"
        }
        deck = [card for card in scenario["deck"].split() if card not in aside]
        hands, dealer, community = deal(deck, len(seats), submission)
        for seat, hand in zip(seats, hands, strict=True):
            seat.cards = hand
    else:
        dealer, community = scenario["dealer"].split(), scenario.get("community", "").split()
    main: Fraction | None = None
    secondary: Fraction | None = None
    progressive = submission["wagers"].get("progressive")
    meters = scenario.get("meters", {})
    if progressive and not (rulebook == "MD-CTF" and progressive["paytable"] not in WHEELS_WITH_A_METER):
        initial = MA_INITIAL if rulebook == "MA-HCF" else amount(progressive["initial"])
        main = amount(meters["main"]) if "main" in meters else initial
        if rulebook == "MA-HCF":
            secondary = amount(meters.get("secondary", "0"))
    return Round(rulebook, submission, seats, dealer, community, irregularities, main, secondary)
