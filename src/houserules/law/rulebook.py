"""A rulebook: the parameters that one document prints, each with its clause.

The dataclasses below are the schema of ``rulebook.toml``. Differences between jurisdictions are values of these
fields; nothing here or above asks which jurisdiction it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from houserules.law.citation import Citation, Cited
from houserules.law.paytable import Paytable, load_paytables
from houserules.law.schema import load
from houserules.law.shown import shown_faults
from houserules.law.toml import MalformedData, read_toml
from houserules.money import Money, Odds, Percent

Text = Cited[str]
Number = Cited[int]
Names = Cited[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TableRules:
    most_seats: Number
    decks: Number
    decks_with_shuffler: Number
    second_deck_backs: Text
    second_deck_turn: Text
    cover_cards: Number
    cards_in_deck: Number
    cut_depth: Number
    most_face_up_cards: Number
    adjacent_boxes: Text
    shuffling: Names
    approval: Text
    operator_on_layout: Cited[bool] | None = None
    most_adjacent_boxes: Number | None = None
    deck_hours: dict[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IrregularityRules:
    one: Text | None = None
    more: Text | None = None
    returned: Names | None = None
    settled: Names | None = None
    settled_after_initial_cards: Names | None = None
    then: Text | None = None
    until: Text | None = None
    """The moment after which it is no irregularity any more."""


@dataclass(frozen=True, slots=True)
class DealingRules:
    orders: Names
    shuffler: Text
    rounds_between_stub_counts: Number
    burn_cards: Number | None = None
    steps: dict[str, Names] = field(default_factory=dict)
    """Who takes each step of dealing in this way."""
    irregularities: dict[str, IrregularityRules] = field(default_factory=dict)
    """What the chapter of this way of dealing provides for."""


@dataclass(frozen=True, slots=True)
class HandRules:
    player_cards: Number
    dealer_cards: Number
    ranks: Text
    ace: Text
    flushes: Cited[tuple[int, ...]]
    runs: Cited[tuple[int, ...]]
    community_cards: Number | None = None
    flop_cards: Number | None = None


@dataclass(frozen=True, slots=True)
class QualifyingRules:
    flush_length: Number
    high_card: Text
    reached: Text
    ante_below: Text
    play_below: Text


@dataclass(frozen=True, slots=True)
class DecisionRules:
    """The wager made after seeing cards: a raise within limits, or an exact multiple by stage."""

    wager: Text
    smallest: Number | None = None
    largest: dict[str, Number] = field(default_factory=dict)
    stages: dict[str, Number] = field(default_factory=dict)
    asked: dict[str, Text] = field(default_factory=dict)
    """In which order the players are asked, at each stage."""


@dataclass(frozen=True, slots=True)
class WagerList:
    names: Names


@dataclass(frozen=True, slots=True)
class WagerRules:
    offer: Text
    odds: Cited[Odds] | None = None
    paytables: Text | None = None
    equals: Text | None = None
    amount: Cited[Money] | None = None
    suited_hole_cards: Number | None = None


@dataclass(frozen=True, slots=True)
class SettlementRules:
    players: Text
    wagers: Names
    lower: Text
    higher: Text
    equal: Text
    survive_fold: Names


@dataclass(frozen=True, slots=True)
class PayoutLimitRules:
    side: Text
    covers: Names
    amount: Cited[Money] | None = None
    or_best_win_at_minimum: Cited[bool] | None = None


@dataclass(frozen=True, slots=True)
class SharedBonusRules:
    """What other players receive when one wins: Envy Bonus, Community Pay."""

    name: Text
    key: Text
    per: Cited[Money] | None = None


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    meters: Names
    rates: Text
    after_all_of_it: Text
    paid_at: Text
    chip: Text
    validated_by: Text
    initial: Cited[Money] | None = None
    least: dict[str, Cited[Money]] = field(default_factory=dict)
    main_rate: dict[str, Cited[Percent]] = field(default_factory=dict)
    secondary_rate: dict[str, Cited[Percent]] = field(default_factory=dict)
    shared: SharedBonusRules | None = None


@dataclass(frozen=True, slots=True)
class LayoutRules:
    """What must be written for the players to read, and whether on the layout or, instead, on a sign."""

    inscriptions: dict[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SignRules:
    odds_words: Names


@dataclass(frozen=True, slots=True)
class WagerShown:
    title: str
    short: str


@dataclass(frozen=True, slots=True)
class ShownRules:
    """How the game is shown. It decides nothing, so nothing of it is cited, and no digest of the law covers it."""

    short: str
    """The game and its place, as short as a list wants it."""
    felt: str
    suit: str
    """The suit that marks the game in a list."""
    order: tuple[str, ...]
    """The betting areas of a seat, from left to right."""
    wagers: dict[str, WagerShown]
    """Every wager, and what other players receive."""
    joined: tuple[tuple[str, ...], ...] = ()
    """Pairs of betting areas that stand side by side with an addition sign between them."""
    lines: dict[str, str] = field(default_factory=dict)
    """Titles of pay lines that do not follow from their names."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    id: str
    game: str
    jurisdiction: str
    title: str
    document: str
    table: TableRules
    dealing: dict[str, DealingRules]
    hands: HandRules
    qualifying: QualifyingRules
    decision: DecisionRules
    game_wagers: WagerList
    wagers: dict[str, WagerRules]
    settlement: SettlementRules
    payout_limit: PayoutLimitRules
    progressive: ProgressiveRules
    irregularities: dict[str, IrregularityRules]
    signs: SignRules
    shown: ShownRules
    layout: LayoutRules = field(default_factory=LayoutRules)
    paytables: dict[str, dict[str, Paytable]] = field(default_factory=dict)
    steps: dict[str, Names] = field(default_factory=dict)
    """Who takes each step of a table's life and of a round."""

    def cite(self, path: str) -> Citation:
        return Citation(self.id, path)

    def paytables_of(self, wager: str) -> dict[str, Paytable]:
        """The tables from which the operator chooses for this wager; empty where it is paid at fixed odds."""
        named = self.wagers[wager].paytables
        return self.paytables[named.value] if named else {}


def load_rulebook(rulebook_text: str, paytables_text: str, name: str) -> Rulebook:
    """The rulebook from the text of its two files; ``name`` is how errors call it."""
    data = read_toml(rulebook_text, f"{name}/rulebook.toml")
    identity = data.get("id")
    identity = identity if isinstance(identity, str) else name
    tables = load_paytables(read_toml(paytables_text, f"{name}/paytables.toml"), f"{name}/paytables.toml", identity)
    book = load(Rulebook, {**data, "paytables": {}}, f"{name}/rulebook.toml", identity)
    book.paytables.update(tables)
    problems = [f"{name}/rulebook.toml.{'.'.join(path)}: {problem}" for path, problem in shown_faults(book)]
    if problems:
        raise MalformedData(*problems)
    return book
