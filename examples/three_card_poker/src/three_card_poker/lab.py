"""Three Card Poker as ``houserules.lab`` asks for it: which rules it reads, what they bring, how it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from houserules.caching import cached_by_identity
from houserules.cards import RANKS, AceReading, cards_in
from houserules.lab import (
    COUNT,
    NO_PROGRESSIVE,
    PAYTABLES,
    PROCEDURE,
    RANK,
    TIE,
    WIN,
    BaseGame,
    Cells,
    Chances,
    Decisions,
    Feature,
    Hands,
    Language,
    Outcome,
    Progress,
    Results,
    Share,
    Solver,
    Stage,
    Strategies,
    Study,
    Support,
    Supports,
    Use,
    WrittenStrategy,
    absent,
    named_strategy,
    odds_of,
    read,
    required,
    simulation_in,
    verdicts_of,
    wager_supports,
)
from houserules.law import MalformedData, Submission
from houserules.money import Odds
from three_card_poker.counting import (
    ANTE,
    ANTE_BONUS,
    CARDS,
    FOLD,
    KINDS,
    PAIR,
    PLAY,
    Terms,
    all_ends,
    deck,
    ends_of,
    hand_number,
    kind_of,
    play_all,
)
from three_card_poker.study import study_of

GAME: Final = "three_card_poker"
STAGE: Final = "hand"
FEATURES: Final = ("hand", "kind", "high", "second", "third")
"""What a rule may ask, in the order in which the kernel of the simulation numbers it."""


def solve(terms: Terms, _progress: Progress | None = None) -> Results:
    """Best play over all deals."""
    return play_all(terms, None)


# What a submission says.


@cached_by_identity(16)
def terms_of(submission: Submission) -> Terms:
    book = submission.rulebook
    verdicts = verdicts_of(book)
    assert book.decision is not None, "the gate lets no book without it through"
    return Terms(
        qualifier=RANKS.index(book.qualifying.high_card.value) << 8 if book.qualifying else 0,
        ace_also_low=submission.ace is AceReading.ALSO_LOW,
        multiple=book.decision.stages["decision"].value,
        ante=verdicts.payoffs(odds_of(book, ANTE), verdicts.unit_below),
        play=verdicts.payoffs(odds_of(book, PLAY), verdicts.others_below),
        bonus=tuple(_bonus(submission, kind) for kind in range(len(KINDS))),
    )


def _bonus(submission: Submission, kind: int) -> Fraction:
    """What the Ante Bonus pays on a kind of hand; a submission may offer none."""
    offered = submission.wagers.get(ANTE_BONUS)
    line = offered.paytable.line(KINDS[kind]) if offered and offered.paytable else None
    if line is None:
        return Fraction(0)
    if not isinstance(line.pay, Odds):
        raise MalformedData(f"wagers.{ANTE_BONUS}.paytable.{line.hand}: odds are needed, as it is paid on the Ante")
    return line.pay.ratio


def parts(submission: Submission, outcome: Outcome) -> Mapping[str, Share]:
    how = outcome.dealer_qualifies, outcome.comparison
    return terms_of(submission).parts(outcome.action != FOLD, *how, outcome.group)


def bonus_line(submission: Submission, _wager: str, outcome: Outcome) -> str | None:
    """The line by which the Ante Bonus pays an outcome."""
    paid = outcome.action != FOLD and terms_of(submission).bonus[outcome.group]
    return KINDS[outcome.group] if paid else None


def options(submission: Submission, hand: int, _board: int, known: int, dealer: int) -> dict[str, Fraction]:
    terms = terms_of(submission)
    ends = ends_of(terms, cards_in(hand), cards_in(known), cards_in(dealer))
    return {FOLD: Fraction(-1), terms.action: ends.value(terms)}


def chances(submission: Submission, hand: int, _board: int, known: int, dealer: int) -> Chances:
    deals = ends_of(terms_of(submission), cards_in(hand), cards_in(known), cards_in(dealer)).deals
    every = sum(deals.values())

    def part(counts: Callable[[bool, str], bool]) -> Fraction:
        return Fraction(sum(count for how, count in deals.items() if counts(*how)), every)

    return Chances(
        win=part(lambda _qualifies, comparison: comparison == WIN),
        tie=part(lambda _qualifies, comparison: comparison == TIE),
        not_qualifying=part(lambda qualifies, _comparison: not qualifies),
    )


@cache
def _kinds(ace_also_low: bool) -> dict[int, int]:
    return dict(sorted(Counter(map(kind_of, deck(ace_also_low).keys[()])).items()))


def kinds(submission: Submission) -> Mapping[int, int]:
    return _kinds(submission.ace is AceReading.ALSO_LOW)


def reaches(_submission: Submission, kind: int, line: str, _suit: str | None) -> bool:
    """A hand is paid by the line of its own kind and by no other."""
    return KINDS[kind] == line


# Strategies.


def language(submission: Submission) -> Language:
    hand = Feature(hand_number, '">= Q-6-4"')
    features = {"hand": hand, "kind": COUNT, "high": RANK, "second": RANK, "third": RANK}
    return Language(GAME, {STAGE: Stage({FOLD: 0, terms_of(submission).action: 1}, features)})


def _cutoff(submission: Submission, name: str, hand: str) -> WrittenStrategy:
    rule = f'[[{STAGE}]]\nwhen = {{ hand = ">= {hand}" }}\nthen = "{terms_of(submission).action}"\n'
    return named_strategy(name, rule, language(submission))


def short_strategies(submission: Submission) -> tuple[WrittenStrategy, ...]:
    always = f'[[{STAGE}]]\nthen = "{terms_of(submission).action}"\n'
    return (
        _cutoff(submission, "Q-6-4 and better", "Q-6-4"),
        _cutoff(submission, "Q-6-3 and better", "Q-6-3"),
        _cutoff(submission, "any queen and better", "Q-3-2"),
        named_strategy("play everything", always, language(submission)),
        named_strategy("never play", "", language(submission)),
    )


def default_strategy(submission: Submission) -> WrittenStrategy:
    return short_strategies(submission)[0]


def _features(key: int, cards: Sequence[int]) -> tuple[int, ...]:
    return key, kind_of(key), *(rank + 2 for rank in sorted((card % 13 for card in cards), reverse=True))


def _plays(strategy: WrittenStrategy, key: int, cards: Sequence[int]) -> bool:
    """The first rule of which every test holds decides; where there is none, the hand is folded."""
    values = dict(zip(FEATURES, _features(key, cards), strict=True))
    for rule in strategy.rules[STAGE]:
        if all(test.low <= values[test.feature] <= test.high for test in rule.tests):
            return rule.action > 0
    return False


def evaluate(
    submission: Submission, strategies: Sequence[WrittenStrategy], progress: Progress
) -> tuple[Results, ...]:
    terms = terms_of(submission)
    found = []
    for done, strategy in enumerate(strategies, start=1):
        chosen = {place: _plays(strategy, ends.key, cards) for place, (cards, _, ends) in enumerate(all_ends(terms))}
        found.append(play_all(terms, chosen))
        progress(done / len(strategies))
    return tuple(found)


def study(submission: Submission, best: Results, progress: Progress) -> Study:
    made = study_of(terms_of(submission), best)
    progress(1)
    return made


# Which rule values it supports.

_WAGERS: Final = (ANTE, PLAY, ANTE_BONUS, "pair_plus")

SUPPORTS: Final[Supports] = {
    **PROCEDURE,
    **PAYTABLES,
    **NO_PROGRESSIVE,
    "table.cards_in_deck": required(52),
    "hands.player_cards": required(CARDS),
    "hands.dealer_cards": required(CARDS),
    "hands.ranks": required("AKQJT98765432"),
    "hands.ace": read("high_only", "also_low"),
    "hands.flushes": absent(),
    "hands.runs": absent(),
    "hands.community_cards": absent(),
    "hands.flop_cards": absent(),
    "qualifying.high_card": read(optional=True),
    "qualifying.reached": required("by_the_hands", optional=True),
    "qualifying.ante_below": read("win", "push", "lose", "by_the_hands", optional=True),
    "qualifying.play_below": read("win", "push", "lose", "by_the_hands", optional=True),
    "qualifying.flush_length": absent(),
    "decision.wager": required(PLAY),
    "decision.smallest": absent(),
    "decision.largest.*": absent(),
    "decision.stages.decision": read(holds=lambda multiple: multiple >= 1, wanted="1 or more"),
    **wager_supports(ANTE, offer=required("required"), odds=read()),
    **wager_supports(PLAY, offer=required("decision"), odds=read()),
    **wager_supports(ANTE_BONUS, offer=required("bonus"), paytables=read(optional=True), on=required(ANTE)),
    **wager_supports("pair_plus", offer=required("optional"), paytables=read()),
    "settlement.wagers": Support(
        Use.REQUIRED, lambda names: {ANTE, PLAY} <= set(names) <= set(_WAGERS), f"an order of {', '.join(_WAGERS)}"
    ),
    "settlement.lower": read("win", "push", "lose"),
    "settlement.higher": read("win", "push", "lose"),
    "settlement.equal": read("win", "push", "lose"),
    "settlement.survive_fold": required(("pair_plus",)),
    "payout_limit.covers": Support(
        Use.READ, lambda names: set(names) <= set(_WAGERS), f"any of {', '.join(_WAGERS)}", True
    ),
}

SOLVER: Final = Solver(
    game=GAME,
    supports=SUPPORTS,
    base=BaseGame(
        question=terms_of,
        solve=solve,
        parts=parts,
        line=bonus_line,
        cells=Cells(of_kind=int, of_outcome=lambda _submission, outcome: outcome.group),
    ),
    hands=Hands(lines=frozenset(KINDS[PAIR:]), kinds=kinds, reaches=reaches),
    decisions=Decisions(boards=(0,), options=options, chances=chances),
    strategies=Strategies(
        language=language, short=short_strategies, default=default_strategy, evaluate=evaluate, study=study
    ),
    simulation=simulation_in("three_card_poker.rounds"),
)
