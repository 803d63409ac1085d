"""A submission made ready for play: every number, order and clause that the hot paths need, looked up once.

Nothing here is a rule of its own. What a document prints comes from its rulebook, what the operator chose from the
submission; this module only turns them into ints, tuples and tables.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Final

from msgspec import Struct

from houserules.cards import RANKS, key_of_cards, run_lengths
from houserules.law import Citation, Cited, Submission
from houserules.law.rulebook import IrregularityRules
from houserules.money import DOLLAR
from houserules.play.commands import Role
from houserules.play.lines import WORDS, LineTable, compile_table
from houserules.play.state import Seat

Clauses = tuple[str, ...]
PROGRESSIVE: Final = "progressive"
INVENTED: Final = "invented"


class Step(Struct, frozen=True):
    """Who may take a step, and the clauses that say so."""

    roles: tuple[Role, ...]
    clauses: Clauses


class StakeRule(Struct, frozen=True):
    """What one wager may be: within limits, or equal to another, or one fixed amount."""

    name: str
    required: bool
    clauses: Clauses
    minimum: int
    maximum: int
    equals: str | None = None


class Stage(Struct, frozen=True):
    """One round of asking. ``largest`` and ``smallest`` are multiples of the Ante, by the length of the flush."""

    name: str
    smallest: int
    largest: tuple[int, ...]
    clauses: tuple[Clauses, ...]
    last: bool
    asked: str
    """The clause by which the players are asked at this stage."""


class Verdict(Struct, frozen=True):
    """How a comparison ends for a wager."""

    outcome: str
    clauses: Clauses


def cited(*values: Cited[object] | None) -> Clauses:
    """The clauses of these values as text, each once."""
    return _texts(clause for value in values if value is not None for clause in value.clauses)


def _texts(clauses: Iterable[Citation]) -> Clauses:
    return tuple(dict.fromkeys(str(clause) for clause in clauses))


class Rules:
    """One submission, compiled. Attributes are computed when first asked for and never change."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission
        self.book = submission.rulebook
        hands = self.book.hands
        if hands.ranks.value[::-1] != RANKS:
            raise ValueError(f"{self.book.id}: cards that rank {hands.ranks.value} cannot be played here")
        self.player_cards = hands.player_cards.value
        self.dealer_cards = hands.dealer_cards.value
        self.community_cards = hands.community_cards.value if hands.community_cards else 0
        self.flop_cards = hands.flop_cards.value if hands.flop_cards else 0
        self.seats = submission.table.seats
        self.default_dealing = submission.table.dealing
        self.cards_in_deck = self.book.table.cards_in_deck.value
        self.runs = run_lengths(submission.ace)
        self.survive_fold = self._survive_fold()
        self.decision_wager = self.book.decision.wager.value
        self.progressive = submission.progressive
        self.meters = self.progressive is not None and self.progressive.prize is None
        self.wheel = self.book.wagers[PROGRESSIVE].suited_hole_cards is not None
        suited = self.book.wagers[PROGRESSIVE].suited_hole_cards
        self.suited_hole_cards = suited.value if suited else 0
        self.limited = frozenset(self.book.payout_limit.covers.value)
        self.limit_clause = str(self.book.payout_limit.covers.clause)
        self.per_hand = submission.payout_limit_per_hand
        self.per_round = submission.payout_limit_per_round

    def _survive_fold(self) -> frozenset[str]:
        survive = set(self.book.settlement.survive_fold.value)
        if self.reading("progressive_after_fold") == "paid":
            survive.add(PROGRESSIVE)
        return frozenset(survive)

    def reading(self, name: str) -> str | None:
        return self.submission.readings.get(name)

    @cached_property
    def steps(self) -> dict[str, Step]:
        return {name: _step(value) for name, value in self.book.steps.items()}

    @cached_property
    def dealing_steps(self) -> dict[str, dict[str, Step]]:
        """The steps of each dealing method, those of the table among them."""
        return {
            method: {**self.steps, **{name: _step(value) for name, value in rules.steps.items()}}
            for method, rules in self.book.dealing.items()
        }

    def cannot_be_played(self) -> tuple[str, ...]:
        """What a table of one's own on the progressive leaves open; empty for every lawful submission."""
        choices = self.progressive
        if choices is None or choices.paytable.letter != INVENTED:
            return ()
        problems = []
        if self.wheel:
            clause = self.book.wagers[PROGRESSIVE].suited_hole_cards
            assert clause is not None
            problems.append(
                f"wagers.progressive.paytable: the wheel's symbols are paid, not hands ({clause.clause}): "
                "write the letter of a wheel"
            )
        if self.book.progressive.rates.value == "printed":
            rates = (("rate", choices.main_rate), ("secondary_rate", choices.secondary_rate))
            problems += [
                f"wagers.progressive.{key} is missing: {self.book.progressive.rates.clause} prints the rates of its "
                'own tables only; write a percentage, as in "24%"'
                for key, rate in rates
                if rate is None
            ]
        return tuple(problems)

    def is_complete(self, seat: Seat) -> bool:
        """Whether this hand has all its cards, properly dealt."""
        return len(seat.cards) == self.player_cards and not seat.incomplete

    def clauses_of(self, step: str) -> Clauses:
        known = self.steps.get(step)
        return known.clauses if known else self.steps["report_irregularity"].clauses

    @cached_property
    def stakes(self) -> dict[str, StakeRule]:
        """Every wager that may be made before the deal."""
        rules: dict[str, StakeRule] = {}
        for name, choices in self.submission.wagers.items():
            wager = self.book.wagers[name]
            rules[name] = StakeRule(
                name=name,
                required=wager.offer.value == "required",
                clauses=cited(wager.equals, wager.offer),
                minimum=choices.minimum,
                maximum=choices.maximum,
                equals=wager.equals.value if wager.equals else None,
            )
        if self.progressive is not None:
            wager = self.book.wagers[PROGRESSIVE]
            rules[PROGRESSIVE] = StakeRule(
                name=PROGRESSIVE,
                required=False,
                clauses=cited(wager.amount, wager.offer),
                minimum=self.progressive.amount,
                maximum=self.progressive.amount,
            )
        return rules

    @cached_property
    def required(self) -> tuple[str, ...]:
        return tuple(name for name, rule in self.stakes.items() if rule.required)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The rounds of asking: one with a range by the flush held, or several with one exact multiple each."""
        decision = self.book.decision
        if decision.stages:
            names = list(decision.stages)
            return tuple(
                Stage(
                    name,
                    multiple.value,
                    (multiple.value,) * 8,
                    (cited(multiple),) * 8,
                    name == names[-1],
                    str(decision.asked[name].clause),
                )
                for name, multiple in decision.stages.items()
            )
        assert decision.smallest is not None
        by_length = [decision.largest.get(f"{WORDS[length]}_card_flush") for length in range(8)]
        return (
            Stage(
                "decision",
                decision.smallest.value,
                tuple(multiple.value if multiple else 0 for multiple in by_length),
                tuple(cited(multiple, decision.smallest) for multiple in by_length),
                last=True,
                asked=str(decision.asked["decision"].clause),
            ),
        )

    @cached_property
    def qualifying_key(self) -> int:
        rules = self.book.qualifying
        return key_of_cards(rules.flush_length.value, RANKS.index(rules.high_card.value))

    @cached_property
    def tables(self) -> dict[str, LineTable]:
        """The pay table of each wager that has one."""
        hands = self.book.hands
        flushes, runs = hands.flushes.value, hands.runs.value
        tables = {
            name: compile_table(choices.paytable, flushes, runs, choices.suit)
            for name, choices in self.submission.wagers.items()
            if choices.paytable is not None
        }
        if self.progressive is not None:
            tables[PROGRESSIVE] = compile_table(self.progressive.paytable, flushes, runs, None)
        return tables

    @cached_property
    def symbols(self) -> frozenset[str]:
        """What the wheel can show: the lines of its table that a segment carries, where segments are stated."""
        if self.progressive is None or not self.wheel:
            return frozenset()
        printed = {line.hand for line in self.tables[PROGRESSIVE].lines}
        segments = {symbol for symbol, count in self.progressive.segments if count > 0}
        return frozenset(printed & segments if self.progressive.segments else printed)

    @cached_property
    def shared(self) -> LineTable | None:
        """The Envy Bonus or Community Pay table in use."""
        if self.progressive is None or self.progressive.shared is None:
            return None
        hands = self.book.hands
        return compile_table(self.progressive.shared, hands.flushes.value, hands.runs.value, None)

    @cached_property
    def shared_name(self) -> str | None:
        rules = self.book.progressive.shared
        return rules.name.value if rules else None

    @cached_property
    def shared_per(self) -> int:
        """The wager for which the shared table is printed."""
        shared = self.book.progressive.shared
        table = self.progressive.shared if self.progressive else None
        if table is not None and table.per is not None:
            return table.per.value
        return shared.per.value if shared and shared.per else DOLLAR

    @cached_property
    def fixed_amount_per(self) -> int | None:
        """For the reading that printed dollars are per dollar wagered: the dollar; else None."""
        return DOLLAR if self.reading("progressive_fixed_amounts") == "per_dollar" else None

    @cached_property
    def against_dealer(self) -> dict[str, dict[str, Verdict]]:
        """For each wager that plays against the dealer, the verdict on a lower, equal, higher hand, and below."""
        settlement, qualifying = self.book.settlement, self.book.qualifying
        verdicts: dict[str, dict[str, Verdict]] = {}
        for name, wager in self.book.wagers.items():
            if wager.offer.value not in ("required", "decision"):
                continue
            by_hands = {
                "lower": Verdict(settlement.lower.value, cited(settlement.lower)),
                "equal": Verdict(settlement.equal.value, cited(settlement.equal)),
                "higher": Verdict(settlement.higher.value, cited(wager.odds, settlement.higher)),
            }
            below = qualifying.ante_below if name == "ante" else qualifying.play_below
            if below.value != "by_the_hands":
                paid = wager.odds if below.value == "win" else None
                by_hands["below"] = Verdict(below.value, cited(paid, below))
            verdicts[name] = by_hands
        return verdicts

    @cached_property
    def passes(self) -> tuple[tuple[str, ...], ...]:
        """The wagers in the order settled; a second pass begins when the first is done for the whole table."""
        order = self.book.settlement.wagers.value
        if self.reading("wheel_after_all") != "after_the_table":
            return (order,)
        late = (PROGRESSIVE, self.shared_name)
        return tuple(name for name in order if name not in late), tuple(name for name in order if name in late)

    @cached_property
    def right_to_left(self) -> bool:
        """Whether settlement begins at the dealer's right, where the seat numbers are highest."""
        known = {"counterclockwise_from_dealers_right": True, "clockwise_from_dealers_left": False}
        return known[self.book.settlement.players.value]

    @cached_property
    def fold_clauses(self) -> Clauses:
        return self.clauses_of("fold")

    @cached_property
    def lost_by_fold(self) -> Clauses:
        return tuple(dict.fromkeys((*cited(self.book.settlement.survive_fold)[-1:], *self.fold_clauses)))

    def irregularity(self, kind: str) -> IrregularityRules | None:
        return self.book.irregularities.get(kind)

    @cached_property
    def irregularity_kinds(self) -> frozenset[str]:
        """All that the document provides for, in its last chapter and under each way of dealing."""
        by_method = (kind for method in self.book.dealing.values() for kind in method.irregularities)
        return frozenset((*self.book.irregularities, *by_method))

    @cached_property
    def forfeits(self) -> dict[str, Clauses]:
        return {
            kind: cited(rule.more)
            for kind, rule in self.book.irregularities.items()
            if rule.more is not None and rule.more.value == "wagers_lose"
        }

    @cached_property
    def needs_validation(self) -> str:
        """``every`` progressive win, or ``shares`` of the meter only, waits for validation."""
        return {"floorperson": "every", "dealer_and_licensee": "shares"}[self.book.progressive.validated_by.value]

    @cached_property
    def contribution(self) -> tuple[int, int]:
        """What each accepted progressive wager adds to the main and the secondary meter."""
        choices = self.progressive
        if choices is None or not self.meters:
            return 0, 0
        return (
            _floor(choices.main_rate.of(choices.amount)) if choices.main_rate else 0,
            _floor(choices.secondary_rate.of(choices.amount)) if choices.secondary_rate else 0,
        )

    @cached_property
    def first_meter(self) -> int:
        """What the main meter shows when the table first opens."""
        return (self.progressive.initial or 0) if self.progressive is not None and self.meters else 0


def _floor(exact: Fraction) -> int:
    """Whole millionths of a dollar. Every rate written with up to two places is whole for a wager of a dollar."""
    return exact.numerator // exact.denominator


def _step(value: Cited[tuple[str, ...]]) -> Step:
    return Step(tuple(Role(name) for name in value.value), cited(value))


_COMPILED: OrderedDict[int, tuple[Submission, Rules]] = OrderedDict()
"""Those used last stand last."""
MOST_KEPT: Final = 1_024
"""As many as there may be tables, each with a submission of its own, and a few more."""


def compiled(submission: Submission) -> Rules:
    """The compiled rules of this very submission, kept for the next time.

    The submission is kept beside them, so that its identity cannot pass to another while the entry stands.
    """
    known = _COMPILED.get(id(submission))
    if known is not None:
        if len(_COMPILED) > MOST_KEPT // 2:  # Before that none is let go for long, and order does not matter.
            with suppress(KeyError):  # Another thread may just have let it go.
                _COMPILED.move_to_end(id(submission))
        return known[1]
    rules = Rules(submission)
    _COMPILED[id(submission)] = (submission, rules)
    while len(_COMPILED) > MOST_KEPT:
        _COMPILED.popitem(last=False)
    return rules
