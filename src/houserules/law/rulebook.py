"""A rulebook: the parameters that one document prints, each with its clause.

The dataclasses below are the schema of ``rulebook.toml``. Differences between jurisdictions are values of these
fields; nothing here or above asks which jurisdiction it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from houserules.cards import AceReading
from houserules.law import words as w
from houserules.law.citation import Citation, Cited
from houserules.law.game_words import GameWords, Grade, Settled, SharedKey, Street, TableName, Wager
from houserules.law.paytable import Paytable
from houserules.law.readings import Reading
from houserules.law.schema import BESIDE
from houserules.money import Money, Odds, Percent

Number = Cited[int]


@dataclass(frozen=True, slots=True)
class LawPin:
    """Which law something was decided under: the digest identifies it, the rest is for people."""

    rulebook: str
    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class TableRules:
    most_seats: Number
    decks: Number
    decks_with_shuffler: Number
    second_deck_backs: Cited[w.SecondDeckBacks]
    second_deck_turn: Cited[w.SecondDeckTurn]
    cover_cards: Number
    cards_in_deck: Number
    cut_depth: Number
    most_face_up_cards: Number
    adjacent_boxes: Cited[w.AdjacentBoxes]
    shuffling: Cited[tuple[w.Shuffling, ...]]
    approval: Cited[w.Approval]
    cut: Cited[w.Cut]
    spared_by_device: Cited[tuple[w.Spared, ...]] | None = None
    """What is not required where a device reshuffles and counts the cards."""
    operator_on_layout: Cited[bool] | None = None
    most_adjacent_boxes: Number | None = None
    deck_hours: dict[Annotated[str, w.DealingMethod], Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IrregularityRules:
    one: Cited[w.ForOneCard] | None = None
    more: Cited[w.Effect] | None = None
    returned: Cited[tuple[Wager, ...]] | None = None
    settled: Cited[tuple[Wager, ...]] | None = None
    settled_after_initial_cards: Cited[tuple[Wager, ...]] | None = None
    then: Cited[w.Then] | None = None
    until: Cited[w.Until] | None = None
    """The moment from which it is no longer an irregularity."""


@dataclass(frozen=True, slots=True)
class DealingRules:
    orders: Cited[tuple[w.DealingOrder, ...]]
    shuffler: Cited[w.ShufflerNeed]
    rounds_between_stub_counts: Number
    burn_cards: Number | None = None
    steps: dict[Annotated[str, w.Step], Cited[tuple[w.Role, ...]]] = field(default_factory=dict)
    """Who takes each step of dealing in this way."""
    irregularities: dict[Annotated[str, w.IrregularityKind], IrregularityRules] = field(default_factory=dict)
    """The irregularities that the chapter on this way of dealing provides for."""


@dataclass(frozen=True, slots=True)
class HandRules:
    player_cards: Number
    dealer_cards: Number
    ranks: Cited[w.RankOrder]
    ace: Cited[AceReading]
    flushes: Cited[tuple[int, ...]] | None = None
    runs: Cited[tuple[int, ...]] | None = None
    community_cards: Number | None = None
    flop_cards: Number | None = None


@dataclass(frozen=True, slots=True)
class QualifyingRules:
    high_card: Cited[w.HighCard]
    reached: Cited[w.Reached]
    base_below: Cited[w.BelowQualifying] = field(metadata={"key": "ante_below"})
    """What becomes of the base wager when the dealer does not qualify."""
    play_below: Cited[w.BelowQualifying]
    """And what becomes of the other wagers that play against the dealer."""
    flush_length: Number | None = None


@dataclass(frozen=True, slots=True)
class DecisionRules:
    """The wager made after seeing cards: a raise within limits, or an exact multiple by stage."""

    wager: Cited[Wager]
    smallest: Number | None = None
    largest: dict[Grade, Number] = field(default_factory=dict)
    stages: dict[Street, Number] = field(default_factory=dict)
    asked: dict[Street, Cited[w.AskedOrder]] = field(default_factory=dict)
    """The order in which the players are asked, at each stage."""


@dataclass(frozen=True, slots=True)
class WagerList:
    names: Cited[tuple[Wager, ...]]


@dataclass(frozen=True, slots=True)
class WagerRules:
    offer: Cited[w.Offer]
    odds: Cited[Odds] | None = None
    paytables: Cited[TableName] | None = None
    equals: Cited[Wager] | None = None
    """The wager whose amount this one must equal."""
    on: Cited[Wager] | None = None
    """The wager on which this bonus is paid."""
    amount: Cited[Money] | None = None
    suited_hole_cards: Number | None = None


@dataclass(frozen=True, slots=True)
class SettlementRules:
    players: Cited[w.SettledOrder]
    wagers: Cited[tuple[Settled, ...]]
    lower: Cited[w.Outcome]
    higher: Cited[w.Outcome]
    equal: Cited[w.Outcome]
    survive_fold: Cited[tuple[Wager, ...]]


@dataclass(frozen=True, slots=True)
class PayoutLimitRules:
    side: Cited[w.LimitSide]
    covers: Cited[tuple[Wager, ...]]
    amount: Cited[Money] | None = None
    or_best_win_at_minimum: Cited[bool] | None = None


@dataclass(frozen=True, slots=True)
class SharedBonusRules:
    """What other players receive when one wins: Envy Bonus, Community Pay."""

    name: Cited[Settled]
    key: Cited[SharedKey]
    per: Cited[Money] | None = None


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    meters: Cited[tuple[w.MeterName, ...]]
    rates: Cited[w.Rates]
    after_all_of_it: Cited[w.AfterAllOfIt]
    settled: Cited[w.ProgressiveTurn]
    paid_at: Cited[w.PaidAt]
    chip: Cited[w.Chip]
    validated_by: Cited[w.ValidatedBy]
    initial: Cited[Money] | None = None
    least: dict[str, Cited[Money]] = field(default_factory=dict)
    main_rate: dict[str, Cited[Percent]] = field(default_factory=dict)
    secondary_rate: dict[str, Cited[Percent]] = field(default_factory=dict)
    shared: SharedBonusRules | None = None


@dataclass(frozen=True, slots=True)
class LayoutRules:
    """What the layout shows: areas for wagers and for cards, and what is written there or, instead, on a sign."""

    areas: dict[Wager, Cited[w.AreaFor]] = field(default_factory=dict)
    """The betting areas. An area that is not listed is also drawn where the wager is offered, and cites nothing."""
    right_of: dict[Wager, Cited[Wager]] = field(default_factory=dict)
    """Betting areas that are to the right of another, with an addition sign between the two."""
    cards: dict[Annotated[str, w.CardsOf], Cited[w.CardArea]] = field(default_factory=dict)
    inscriptions: dict[Annotated[str, w.Inscription], Cited[w.InscriptionPlace]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SignRules:
    odds_words: Cited[tuple[w.OddsWord, ...]]


@dataclass(frozen=True, slots=True)
class WagerShown:
    title: str
    short: str


@dataclass(frozen=True, slots=True)
class ShownRules:
    """How the game is shown. It decides nothing, so it cites nothing, and the digest of the law does not cover it."""

    short: str
    """The game and its place, short enough for a list."""
    felt: w.Felt
    suit: w.SuitLetter
    """The suit that marks the game in a list."""
    goal: str
    """What a player tries to do, in a sentence or two."""
    order: tuple[Wager, ...]
    """The betting areas of a seat, from left to right."""
    wagers: dict[Settled, WagerShown]
    """Every wager, and what other players receive."""
    lines: dict[str, str] = field(default_factory=dict)
    """Titles of pay lines that do not follow from their names."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    id: str
    version: str
    in_force: date
    game: str
    jurisdiction: str
    title: str
    document: str
    words: GameWords = field(metadata=BESIDE)
    digest: str = field(metadata=BESIDE)
    """One name for everything here that decides something, however the version is numbered."""
    paytables: dict[str, dict[str, Paytable]] = field(metadata=BESIDE)
    readings: tuple[Reading, ...] = field(metadata=BESIDE)
    table: TableRules
    dealing: dict[Annotated[str, w.DealingMethod], DealingRules]
    hands: HandRules
    game_wagers: WagerList
    wagers: dict[Wager, WagerRules]
    settlement: SettlementRules
    irregularities: dict[Annotated[str, w.IrregularityKind], IrregularityRules]
    signs: SignRules
    shown: ShownRules
    decision: DecisionRules | None = None
    """Absent where players decide nothing after the deal."""
    qualifying: QualifyingRules | None = None
    """Absent where the dealer needs nothing to qualify."""
    payout_limit: PayoutLimitRules | None = None
    """Absent where no clause lets an operator limit payouts."""
    progressive: ProgressiveRules | None = None
    """Absent where the game has no progressive wager."""
    layout: LayoutRules = field(default_factory=LayoutRules)
    steps: dict[Annotated[str, w.Step], Cited[tuple[w.Role, ...]]] = field(default_factory=dict)
    """Who takes each step of a table's life and of a round."""

    def cite(self, path: str) -> Citation:
        return Citation(self.id, path)

    @property
    def pin(self) -> LawPin:
        return LawPin(self.id, self.version, self.digest)

    @property
    def base_wager(self) -> str:
        """The wager of which the others are multiples."""
        return self.words.base

    def paytables_of(self, wager: str) -> dict[str, Paytable]:
        """The tables that the operator chooses from for this wager; empty where it is paid at fixed odds."""
        named = self.wagers[wager].paytables
        return self.paytables[named.value] if named else {}
