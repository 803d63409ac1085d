"""One round as it was played: what was wagered, delivered, decided, and what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tests.oracle.hands import dollars

MOMENTS = ("betting", "dealing", "decisions", "flop", "community", "after_decisions", "reveal", "settlement")

KINDS = (
    "cards_face_up",  # found in the shoe or the deck; `count` of them
    "drawn_in_error",  # its face not shown
    "wrong_number_of_cards",  # `where`: a seat, "dealer", "community"; the hand is written as it was delivered
    "dealer_card_exposed",
    "stub_count_misdealt",  # the stub's count shows 52 cards, and a hand that has too many or too few
    "stub_count_wrong",  # the deck does not have 52 cards
    "shuffler_count_wrong",  # the counting shuffler says so after a shuffle
    "shuffler_jam",
    "shoe_jam",
    "device_out_of_order",
    "hand_abandoned",  # `where`: the seat whose player left the table
    "information_shared",  # `where`: the seat whose player told
)


@dataclass(frozen=True)
class Irregularity:
    kind: str
    when: str = "dealing"
    where: int | str = ""
    count: int = 1

    def __post_init__(self) -> None:
        assert self.kind in KINDS
        assert self.when in MOMENTS


@dataclass(frozen=True)
class Table:
    rulebook: str
    paytables: Mapping[str, str] = field(default_factory=dict)
    dealing: str = "manual_shoe"
    shuffler: str = "plain"
    rate: int = 20
    """Percent of each Progressive Wager that the meter gains; in Massachusetts printed."""
    reset: int = dollars("30000")
    prize: int = dollars("5000")
    """What the Jackpot symbol pays on the wheels A and C."""
    shared_pay: bool = True
    """Envy Bonus or Community Pay is offered."""


@dataclass(frozen=True)
class Box:
    """`cards` is empty where the deal stopped before the hand was complete."""

    seat: int
    wagers: Mapping[str, int]
    cards: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    """`fold`, `raise 15`, `check`, `all-in`, as far as they were taken."""
    person: int = 0
    wheel: str = ""

    @property
    def player(self) -> int:
        return self.person or self.seat

    @property
    def folded(self) -> bool:
        return self.actions[-1:] == ("fold",)

    @cached_property
    def stakes(self) -> dict[str, int]:
        """All wagers, later ones too: the All In is three, two or one times the Ante (MD-CTF 11.B(1), D(1), F)."""
        stakes = dict(self.wagers)
        match self.actions[-1:]:
            case ("all-in",):
                stakes["all_in"] = self.wagers["ante"] * (4 - len(self.actions))
            case (raised,) if raised.startswith("raise "):
                stakes["raise"] = dollars(raised.removeprefix("raise "))
        return stakes


@dataclass(frozen=True)
class Round:
    table: Table
    boxes: tuple[Box, ...]
    dealer: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    irregularities: frozenset[Irregularity] = frozenset()
    main: int = dollars("30000")
    """The meters before this round's wagers."""
    secondary: int = 0

    @property
    def rulebook(self) -> str:
        return self.table.rulebook
