"""The shapes of what a table's rules and a rulebook say, by name; see ``shapes``."""

from typing import TypedDict

from houserules.app.views.hand_shapes import Qualifying, Ranking


class WagerRules(TypedDict):
    wager: str
    required: bool
    minimum: str
    maximum: str
    amounts: list[str]
    """The only amounts that are accepted; empty if any amount within the limits is."""
    equals: str | None
    clauses: list[str]
    needs: str | None
    """For an optional wager: the clause that allows it only beside the required ones."""


class DecisionSize(TypedDict):
    """How much may be wagered ``when`` the hand is like this, in multiples of the base wager."""

    when: str
    smallest: int
    largest: int
    clauses: list[str]


class StageShown(TypedDict):
    """One decision: the wager that is then made, or what a player does instead."""

    stage: str
    wager: str
    passive: str
    board: int
    """How many community cards are turned up by then."""
    sizes: list[DecisionSize]
    clauses: list[str]
    asked: str
    """The clause by which the dealer asks the players."""


class Decision(TypedDict):
    stages: list[StageShown]


class PayLine(TypedDict):
    line: str
    pays: str
    clauses: list[str]


class PaytableShown(TypedDict):
    letter: str
    clause: str
    for_each: str | None
    """The wager for which the amounts are printed, if others may be made and are paid in proportion."""
    lines: list[PayLine]
    otherwise: PayLine | None
    """What a winning hand below the lowest line gets, if the document says so."""


class Segment(TypedDict):
    symbol: str
    count: int


class CardCounts(TypedDict):
    player: int
    dealer: int
    community: int


class PayoutLimitShown(TypedDict):
    """The most that these wagers together pay, to one hand or in one round."""

    per_hand: str | None
    per_round: str | None
    wagers: list[str]
    clause: str


class AreaShown(TypedDict):
    """A betting area of the layout; ``sensor``: the wagering device of the progressive."""

    wager: str
    required: bool
    sensor: bool
    right_of: str | None
    """The area to its left, with an addition sign between the two."""
    clauses: list[str]


class Inscription(TypedDict):
    """What players read at the table; without a text, the pay tables themselves say it."""

    text: str | None
    place: str | None
    """Where the document wants it: on the ``layout``, or on a sign instead (``layout_or_sign``); None: anywhere."""
    clauses: list[str]


class WheelHand(TypedDict):
    """Which hand spins the wheel: this number of first cards, all of one suit."""

    suited_cards: int
    clauses: list[str]


class VerdictShown(TypedDict):
    """``clause`` is the one that decides the case; ``clauses`` also name those that say what is then paid."""

    outcome: str
    clause: str
    clauses: list[str]


class AgainstDealer(TypedDict):
    """What becomes of a wager that plays against the dealer's hand. Without odds, its paytable says what it pays."""

    odds: str | None
    verdicts: dict[str, VerdictShown]


class WagerTitle(TypedDict):
    title: str
    short: str


class GameShown(TypedDict):
    """How a rulebook's game is shown, and which of its wagers plays which part."""

    short: str
    felt: str
    suit: str
    order: list[str]
    """The betting areas from left to right."""
    wagers: dict[str, WagerTitle]
    """Every wager, and the shared bonus."""
    lines: dict[str, str]
    """Titles of pay lines that do not follow from their names."""
    base_wager: str
    """The wager of which the amounts of others are multiples."""
    progressive_wager: str | None
    shared_bonus: str | None
    """What other players receive when a progressive hand wins."""


class RulesShown(TypedDict):
    """What may be wagered at a table, how it pays, and the steps of a round, each with its clauses."""

    rulebook: str
    game: str
    jurisdiction: str
    operator: str
    approved_on: str | None
    digest: str
    seats: int
    adjacent_boxes: int
    adjacent_boxes_clause: str
    payout_limit: PayoutLimitShown | None
    dealing: str
    shuffler: str
    decks: int
    cards: CardCounts
    odds_word: str
    wagers: list[WagerRules]
    decision: Decision
    ranking: Ranking
    qualifying: Qualifying | None
    against_dealer: dict[str, AgainstDealer]
    paytables: dict[str, PaytableShown]
    areas: list[AreaShown]
    """The betting areas of a seat, from left to right, as the printed layout has them."""
    inscriptions: dict[str, Inscription]
    wheel: list[Segment] | None
    wheel_hand: WheelHand | None
    steps: dict[str, list[str]]
    irregularities: list[str]
    readings: dict[str, str]
    shown: GameShown


class BookWager(TypedDict):
    """A wager of the game. ``paytables`` names the tables from which the operator chooses, where there are any."""

    wager: str
    offer: str
    paytables: str | None
    wheel: bool
    """Whether a wheel decides what it pays."""


class RulebookShown(TypedDict):
    id: str
    game: str
    title: str
    jurisdiction: str
    document: str
    automatic: list[str]
    """The steps that a live table may take automatically."""
    cards: CardCounts
    wagers: list[BookWager]
    shared_key: str | None
    """The key of a submission that offers the shared bonus."""
    shown: GameShown
