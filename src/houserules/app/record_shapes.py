"""The shapes of what the service answers about its records, the law and its people, by name; see ``shapes``."""

from typing import Any, TypedDict

from houserules.law import FaultShown

# The records


class EventShown(TypedDict):
    """One event of the log. ``data`` is absent where it is still secret or was removed."""

    position: int
    stream: str
    version: int
    part: int
    event: str
    at: int
    actor: str
    withheld: bool
    removed: bool
    data: dict[str, Any] | None
    leaf: str


class Inclusion(TypedDict):
    position: int
    size: int
    leaf: str
    path: list[str]


class Consistency(TypedDict):
    old: int
    new: int
    path: list[str]


class Balance(TypedDict):
    account: str
    balance: str


class Balances(TypedDict):
    balances: list[Balance]
    total: str


class TransferShown(TypedDict):
    position: int
    index: int
    source: str
    target: str
    amount: str
    status: str
    event: str
    wager: str | None
    clauses: list[str]


class Health(TypedDict):
    status: str
    version: str
    tables: int
    position: int
    troubles: dict[str, str]


# The law


class WagerRules(TypedDict):
    wager: str
    required: bool
    minimum: str
    maximum: str
    equals: str | None
    clauses: list[str]
    needs: str | None
    """For an optional wager: the clause by which it is taken only beside the required ones."""


class Stage(TypedDict):
    """One decision: the least that may be wagered, and the most by the length of the flush, in antes."""

    stage: str
    smallest: int
    largest_by_flush: list[int]
    passive: str
    clauses: list[str]
    clauses_by_flush: list[list[str]]
    """For each length of flush, the clauses that set its limits."""
    asked: str
    """The clause by which the dealer asks the players."""


class Decision(TypedDict):
    wager: str
    stages: list[Stage]


class PayLine(TypedDict):
    line: str
    pays: str
    clauses: list[str]


class PaytableShown(TypedDict):
    letter: str
    clause: str
    lines: list[PayLine]
    otherwise: PayLine | None
    """What a winning hand below the lowest line gets, where the document says."""


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


class Qualifying(TypedDict):
    """The dealer's smallest qualifying hand, and what becomes of the Ante and the other wagers below it."""

    flush_length: int
    high_card: str
    ante_below: str
    play_below: str
    clauses: list[str]


class Inscription(TypedDict):
    """Where the document wants something to be read: on the ``layout``, or on a sign instead (``layout_or_sign``)."""

    place: str
    clauses: list[str]


class WheelHand(TypedDict):
    """Which hand spins the wheel: so many first cards, all of one suit."""

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
    qualifying: Qualifying
    against_dealer: dict[str, AgainstDealer]
    paytables: dict[str, PaytableShown]
    inscriptions: dict[str, Inscription]
    wheel: list[Segment] | None
    wheel_hand: WheelHand | None
    steps: dict[str, list[str]]
    irregularities: list[str]
    readings: dict[str, str]


class RulebookShown(TypedDict):
    id: str
    game: str
    title: str
    jurisdiction: str
    document: str
    automatic: list[str]
    """The steps that a live table may take by itself."""


class ReadingShown(TypedDict):
    id: str
    title: str
    clauses: list[str]
    question: str
    readings: dict[str, str]
    default: str
    reason: str
    switch: bool
    worth: list[str]


class ClauseShown(TypedDict):
    id: str
    gist: str
    kind: str
    status: str


class BundledShown(TypedDict):
    name: str
    rulebook: str


class SubmissionShown(TypedDict):
    name: str
    toml: str
    data: dict[str, Any]


class Checked(TypedDict):
    rulebook: str
    digest: str
    lawful: bool
    faults: list[FaultShown]
    data: dict[str, Any]


class Where(TypedDict):
    key: str
    value: str


class ChoiceShown(TypedDict):
    key: str
    clauses: list[str]
    values: list[str]
    lawful: str | None
    where: Where | None


# People


class Purse(TypedDict):
    live: str
    practice: str


class Funded(TypedDict):
    account: str
    kind: str
    balance: str
