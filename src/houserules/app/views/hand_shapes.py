"""The shapes of hands: how they rank, and those that are over, recalled, found, proved and replayed."""

from typing import NotRequired, TypedDict

from houserules.app.views.table_shapes import ClosedRound


class Versions(TypedDict):
    first: int
    last: int


class HandSeal(TypedDict):
    deal: str
    count: int
    root: str
    seed_digest: str
    shares: list[str]
    method: str
    cuts: list[int]


class RecalledHand(ClosedRound):
    """A hand as somebody may remember it."""

    table: str
    versions: Versions
    position: int
    seal: HandSeal | None


class FoundHands(TypedDict):
    hands: list[RecalledHand]
    next: int | None


class CommitmentShown(TypedDict):
    deal: str
    count: int
    root: str


class OpeningShown(TypedDict):
    """A place of the sealed deck, opened."""

    place: int
    card: int
    salt: str
    path: list[str]
    text: str


class Openings(TypedDict):
    commitment: CommitmentShown
    openings: list[OpeningShown]
    seed: str | None
    seed_digest: str
    shares: list[str]
    method: str
    """``entered``: the cards came from outside, and no seed led to them."""
    cuts: list[int]
    """How deep the cards were cut after the shuffle; places are those before the cut."""


class DealtTo(TypedDict):
    to: str
    card: str


class Frame(TypedDict):
    """The table after one event of a finished hand, every card turned up."""

    version: int
    position: int
    at: int
    actor: str
    event: str
    clauses: list[str]
    round: ClosedRound | None
    dealt: NotRequired[list[DealtTo]]
    community: NotRequired[list[str]]
    hands: NotRequired[dict[str, list[str]]]
    dealer: NotRequired[list[str]]
    burned: NotRequired[list[str]]
    stub: NotRequired[list[str]]
    felt: NotRequired[str]


class Replay(TypedDict):
    table: str
    number: int
    frames: list[Frame]


class Qualifying(TypedDict):
    """The dealer's smallest qualifying hand. What becomes of each wager below it stands in ``against_dealer``."""

    hand: str
    clauses: list[str]


class Ranking(TypedDict):
    """The kinds of hands that are compared with the dealer's, from the highest down."""

    hands: list[str]
    clauses: list[str]
