"""A submission prepared for play: every number, order and clause that the hot paths need, looked up once.

This module adds no rules. What a document prints comes from its rulebook, and what the operator chose comes from the
submission; here both are only turned into ints, tuples and tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar, assert_never

from houserules.cards import Card, mask_of
from houserules.law import (
    SHUFFLERS,
    Cited,
    IrregularityRules,
    ProgressiveRules,
    Submission,
    below_qualifying,
    games,
    shared_bonus,
)
from houserules.law.words import (
    PROGRESSIVE,
    BelowQualifying,
    Effect,
    Offer,
    Outcome,
    ProgressiveTurn,
    Rates,
    Role,
    SettledOrder,
    Shuffling,
    Switch,
    ValidatedBy,
)
from houserules.money import DOLLAR, Money, Odds
from houserules.play.cited import Clauses, cited
from houserules.play.game import Game, Reader, Street
from houserules.play.round.lines import INVENTED, LineTable
from houserules.play.rule_parts import Bonus, StakeRule, Step, Verdict, Verdicts
from houserules.play.state import Seat

B = TypeVar("B")


class Rules:
    """The rules of one submission, made once by the owner of the submission and passed on from there.

    Attributes are computed when first asked for and never change.
    """

    def __init__(self, submission: Submission) -> None:
        self.submission = submission
        self.book = submission.rulebook
        self.game: Game = games.value_of("games", self.book.game)
        self.reader: Reader = self.game.reader(submission)
        hands = self.book.hands
        self.player_cards = hands.player_cards.value
        self.dealer_cards = hands.dealer_cards.value
        self.community_cards = hands.community_cards.value if hands.community_cards else 0
        self.seats = submission.table.seats
        self.default_dealing = submission.table.dealing
        self.cards_in_deck = self.book.table.cards_in_deck.value
        self.shuffling = Shuffling(SHUFFLERS[submission.table.shuffler])
        """Who or what shuffles while no device is out of order."""
        self.base_wager = self.book.base_wager
        self.survive_fold = self._survive_fold()
        self.progressive = submission.progressive
        self.meters = self.progressive is not None and self.progressive.prize is None
        self.prize = (self.progressive.prize if self.progressive else None) or Money(0)
        self.merchandise = self.progressive.merchandise if self.progressive else None
        suited = self.book.wagers[PROGRESSIVE].suited_hole_cards if self.book.progressive else None
        self.wheel = suited is not None
        """Whether a wheel decides what the progressive pays."""
        self.suited_hole_cards = suited.value if suited else 0
        limit = self.book.payout_limit
        self.limited = frozenset(limit.covers.value if limit else ())
        self.limit_clause = str(limit.covers.clause) if limit else ""
        self.per_hand = submission.payout_limit_per_hand
        self.per_round = submission.payout_limit_per_round

    def _survive_fold(self) -> frozenset[str]:
        survive = set(self.book.settlement.survive_fold.value)
        if self.reading(Switch.PROGRESSIVE_AFTER_FOLD) == "paid":
            survive.add(PROGRESSIVE)
        return frozenset(survive)

    @property
    def progressive_rules(self) -> ProgressiveRules:
        """The rules of the progressive, for code that runs only where there is such a wager."""
        assert self.book.progressive is not None
        return self.book.progressive

    def reading(self, switch: Switch) -> str | None:
        return self.submission.readings.get(switch)

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

    @cached_property
    def steps_of_roles(self) -> dict[str, dict[Role, frozenset[str]]]:
        """For each dealing method, the names of the steps that each role may take."""
        return {
            method: {role: frozenset(name for name, step in steps.items() if role in step.roles) for role in Role}
            for method, steps in self.dealing_steps.items()
        }

    def cannot_be_played(self) -> tuple[str, ...]:
        """What the submission's own table for the progressive leaves undefined; empty for every lawful submission."""
        choices = self.progressive
        if choices is None or choices.paytable.letter != INVENTED:
            return ()
        problems = []
        where = f"wagers.{PROGRESSIVE}"
        if self.wheel:
            clause = self.book.wagers[PROGRESSIVE].suited_hole_cards
            assert clause is not None
            problems.append(
                f"{where}.paytable: the wheel's symbols are paid, not hands ({clause.clause}): "
                "write the letter of a wheel"
            )
        rates = self.progressive_rules.rates
        if rates.value is Rates.PRINTED:
            missing = (("rate", choices.main_rate), ("secondary_rate", choices.secondary_rate))
            problems += [
                f"{where}.{key} is missing: {rates.clause} prints the rates of its "
                'own tables only; write a percentage, as in "24%"'
                for key, rate in missing
                if rate is None
            ]
        return tuple(problems)

    def is_complete(self, seat: Seat) -> bool:
        """Whether this hand has all its cards, properly dealt."""
        return self.is_dealt(seat) and not seat.incomplete

    def is_dealt(self, seat: Seat) -> bool:
        """Whether this box has been dealt the right number of cards."""
        return len(seat.cards) == self.player_cards

    @property
    def players_set_hands(self) -> bool:
        """Whether the cards that a player sets, and not the best of all, play against the dealer."""
        return self.reading(Switch.HAND_SET) == "as_set"

    def played_key(self, seat: Seat, best: int) -> int:
        """The rank of what plays against the dealer: the best of all the player's cards or, by a reading, of those
        set."""
        played = self.played_cards(seat)
        return best if played is seat.cards else self.reader.key(mask_of(Card(card) for card in played))

    def played_cards(self, seat: Seat) -> tuple[int, ...]:
        """The player's cards that play against the dealer: all of them or, by a reading, those set."""
        return seat.set_cards if seat.set_cards and self.players_set_hands else seat.cards

    def clauses_of(self, step: str) -> Clauses:
        known = self.steps.get(step)
        return known.clauses if known else self.steps["report_irregularity"].clauses

    @cached_property
    def stakes(self) -> dict[str, StakeRule]:
        """Every wager that may be made before the deal."""
        rules: dict[str, StakeRule] = {}
        for name, choices in self.submission.wagers.items():
            wager = self.book.wagers[name]
            if wager.offer.value is Offer.BONUS:
                continue
            rules[name] = StakeRule(
                name=name,
                required=wager.offer.value is Offer.REQUIRED,
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
                minimum=self.progressive.amounts[0],
                maximum=self.progressive.amounts[-1],
                amounts=self.progressive.amounts,
            )
        return rules

    @cached_property
    def required(self) -> tuple[str, ...]:
        return tuple(name for name, rule in self.stakes.items() if rule.required)

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        """The rounds of decisions; none where players decide nothing after the deal."""
        return self.game.streets(self.submission)

    @cached_property
    def bonuses(self) -> dict[str, Bonus]:
        return {
            name: Bonus(name, wager.on.value)
            for name, wager in self.book.wagers.items()
            if wager.on is not None and name in self.submission.wagers
        }

    @cached_property
    def tables(self) -> dict[str, LineTable[Any]]:
        """The pay table of each wager that has one."""
        tables = {
            name: self.reader.table(choices.paytable, choices.suit)
            for name, choices in self.submission.wagers.items()
            if choices.paytable is not None
        }
        if self.progressive is not None:
            tables[PROGRESSIVE] = self.reader.table(self.progressive.paytable, None)
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
    def shared(self) -> LineTable[Any] | None:
        """The pay table in use for what other players' hands earn."""
        if self.progressive is None or self.progressive.shared is None:
            return None
        return self.reader.table(self.progressive.shared, None)

    @cached_property
    def shared_name(self) -> str | None:
        return shared_bonus(self.book)

    @cached_property
    def shared_per(self) -> int:
        """The wager that the shared table is printed for."""
        shared = self.progressive_rules.shared
        table = self.progressive.shared if self.progressive else None
        if table is not None and table.per is not None:
            return table.per.value
        assert shared is not None
        assert shared.per is not None, "a rulebook says for how much, with the table or for all of them"
        return shared.per.value

    @cached_property
    def fixed_amount_per(self) -> int | None:
        """The dollar, where a reading takes printed dollars as per dollar wagered; otherwise None."""
        return DOLLAR if self.reading(Switch.FIXED_AMOUNTS) == "per_dollar" else None

    @cached_property
    def against_dealer(self) -> dict[str, Verdicts]:
        """Each wager that plays against the dealer, and how it ends."""
        by_hands = self.book.settlement
        return {
            name: Verdicts(
                lower=self._verdict(name, by_hands.lower),
                equal=self._verdict(name, by_hands.equal),
                higher=self._verdict(name, by_hands.higher),
                below=self._below(name),
            )
            for name, wager in self.book.wagers.items()
            if wager.offer.value in (Offer.REQUIRED, Offer.DECISION)
        }

    def _verdict(self, wager: str, ruled: Cited[Outcome]) -> Verdict:
        """A wager that wins cites its odds first."""
        odds = self.book.wagers[wager].odds if ruled.value is Outcome.WIN else None
        return Verdict(ruled.value, cited(odds, ruled))

    def _below(self, wager: str) -> Verdict | None:
        below = below_qualifying(self.book, wager)
        if below is None or below.value is BelowQualifying.BY_THE_HANDS:
            return None
        return self._verdict(wager, Cited(Outcome(below.value), below.clauses))

    @cached_property
    def odds(self) -> dict[str, Odds]:
        """The wagers that are paid at fixed odds."""
        return {name: wager.odds.value for name, wager in self.book.wagers.items() if wager.odds is not None}

    @cached_property
    def passes(self) -> tuple[tuple[str, ...], ...]:
        """The wagers in the order settled; a second pass starts when the first is done for the whole table."""
        order = self.book.settlement.wagers.value
        if self.book.progressive is None or self.book.progressive.settled.value is ProgressiveTurn.WITH_THE_PLAYER:
            return (order,)
        late = (PROGRESSIVE, self.shared_name)
        return tuple(name for name in order if name not in late), tuple(name for name in order if name in late)

    @cached_property
    def right_to_left(self) -> bool:
        """Whether settlement starts at the dealer's right, where the seat numbers are highest."""
        match order := self.book.settlement.players.value:
            case SettledOrder.COUNTERCLOCKWISE_FROM_DEALERS_RIGHT:
                return True
            case SettledOrder.CLOCKWISE_FROM_DEALERS_LEFT:
                return False
            case _:
                assert_never(order)

    def in_order(self, boxes: Sequence[B]) -> Sequence[B]:
        """The boxes, given from the dealer's left, in the order in which they are settled."""
        return boxes[::-1] if self.right_to_left else boxes

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
        """Every kind that the document provides for, in its last chapter and under each way of dealing."""
        by_method = (kind for method in self.book.dealing.values() for kind in method.irregularities)
        return frozenset((*self.book.irregularities, *by_method))

    @cached_property
    def forfeits(self) -> dict[str, Clauses]:
        return {
            kind: cited(rule.more)
            for kind, rule in self.book.irregularities.items()
            if rule.more is not None and rule.more.value is Effect.WAGERS_LOSE
        }

    @cached_property
    def only_shares_are_validated(self) -> bool:
        """Whether only shares of the meter wait for validation, and not every progressive win."""
        match by := self.progressive_rules.validated_by.value:
            case ValidatedBy.FLOORPERSON:
                return False
            case ValidatedBy.DEALER_AND_LICENSEE:
                return True
            case _:
                assert_never(by)

    @cached_property
    def contribution(self) -> dict[int, tuple[int, int]]:
        """What an accepted progressive wager adds to the main and the secondary meter, by its amount."""
        choices = self.progressive
        if choices is None or not self.meters:
            return {}
        return {
            amount: (
                _floor(choices.main_rate.of(amount)) if choices.main_rate else 0,
                _floor(choices.secondary_rate.of(amount)) if choices.secondary_rate else 0,
            )
            for amount in choices.amounts
        }

    @cached_property
    def first_meter(self) -> int:
        """What the main meter shows when the table first opens."""
        return (self.progressive.initial or 0) if self.progressive is not None and self.meters else 0


def _floor(exact: Fraction) -> int:
    """Rounds down to whole millionths of a dollar. For a wager of a dollar, every rate with up to two decimal places
    is exact."""
    return exact.numerator // exact.denominator


def _step(value: Cited[tuple[Role, ...]]) -> Step:
    return Step(value.value, cited(value))
