"""What the lab asks of a game: one value for each game, found by the game's id.

Everything else in this room is written once for all games and asks the solver. Amounts are in units: the unit is the
base wager of the game, of which its other wagers are multiples. A submission that reaches a solver has passed the
gate, so its rulebook holds nothing that the solver does not support. Functions import what is heavy when called.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houserules.lab.counting.outcomes import Outcome, Results
    from houserules.lab.counting.progressives import ProgressiveWager
    from houserules.lab.counting.side_bets import SideBet
    from houserules.lab.solving.arrays import Bytes, Floats, Ints
    from houserules.lab.solving.support import Supports
    from houserules.lab.strategy.files import Language, Strategy, WrittenStrategy
    from houserules.lab.strategy.panels import Study
    from houserules.law import Submission

Progress = Callable[[float], None]
"""Told from time to time which part of the work is done, from 0 to 1."""

Kind = Any
"""Everything about a hand that pay tables depend on; each game defines its own. It can be hashed and pickled."""

Share = tuple[Fraction, Fraction]
"""What is staked on a wager, and what it brings net."""


@dataclass(frozen=True, slots=True)
class FoldedHands:
    """Hands of one kind that best play of the base game folds."""

    hands: int
    costs: tuple[tuple[Fraction, int], ...]
    """What the base game loses by the best raise instead of the fold, in units, and with how many of the hands: for
    kinds that some pay line reaches."""


@dataclass(frozen=True, slots=True)
class Folds:
    """Hands that best play of the base game folds, for wagers that a fold forfeits."""

    question: Callable[[Submission], Hashable]
    """All that the answer depends on; can be pickled, because it may be answered in another process."""
    count: Callable[[Any], dict[Kind, FoldedHands]]
    """The answer to such a question: kind of hand to the hands of that kind that are folded."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What ties outcomes of the base game to kinds of hands, for wagers that are limited together: an outcome and a
    kind are of the same hands only if their cells are equal."""

    of_kind: Callable[[Kind], Hashable]
    of_outcome: Callable[[Submission, Outcome], Hashable]


@dataclass(frozen=True, slots=True)
class BaseGame:
    """The wagers that a round consists of, under best play."""

    question: Callable[[Submission], Hashable]
    """All that the base game depends on: submissions that ask the same share one answer. It can be pickled. Raises
    `MalformedData` where the odds of a submission cannot be counted exactly."""
    solve: Callable[[Any, Progress | None], Results]
    """Best play over all deals. Of equally good actions the one that wagers least is taken."""
    parts: Callable[[Submission, Outcome], Mapping[str, Share]]
    """An outcome by wager. The parts add up to what the outcome wagers and brings."""
    line: Callable[[Submission, str, Outcome], str | None] | None = None
    """The line of its pay table by which this wager of the base game is paid, where it is; None where no wager of
    the base game has a pay table."""
    cells: Cells | None = None
    """None where nothing is known of how the outcomes go together with the kinds of hands."""
    folds: Folds | None = None
    """None where nothing that a fold forfeits is supported."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The census: how many hands there are of each kind, and which pay lines a kind reaches."""

    lines: frozenset[str]
    """The pay lines that can be counted."""
    kinds: Callable[[Submission], Mapping[Kind, int]]
    """Every kind of a player's final hand to the number of such hands."""
    reaches: Callable[[Submission, Kind, str, str | None], bool]
    """Whether a hand of this kind is, or contains, what a line names; the last is the suit that the wager chose."""
    stubs: Callable[[Sequence[str], int], Iterable[tuple[int, int, Sequence[int]]] | None] | None = None
    """Pay lines and a number of cards seen to every stub that is then left, as far as it matters: its weight, the
    hands that it can deal, and how many of them each line pays. None where that cannot be counted."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What may come of a hand that stays in to the end, over every card that can still be dealt."""

    win: Fraction
    """The player's hand is higher than the dealer's."""
    tie: Fraction
    not_qualifying: Fraction
    """The dealer's hand does not qualify, however the hands compare."""


@dataclass(frozen=True, slots=True)
class Decisions:
    boards: tuple[int, ...]
    """How many community cards lie open at each decision; ``(0,)`` where the game has none."""
    options: Callable[[Submission, int, int, int, int], dict[str, Fraction]]
    """Hand, board, other cards out of play, cards of the dealer (52 bits each) to the value of each option, the
    smallest wager first. The value of a check supposes best play afterwards."""
    chances: Callable[[Submission, int, int, int, int], Chances] | None = None
    """The same cards to what may come of them. None where that is not counted."""


@dataclass(frozen=True, slots=True)
class Strategies:
    language: Callable[[Submission], Language]
    """What a rule file of this game may say."""
    short: Callable[[Submission], tuple[WrittenStrategy, ...]]
    """Strategies that people play or print."""
    default: Callable[[Submission], WrittenStrategy]
    """What a simulation plays unless told otherwise."""
    evaluate: Callable[[Submission, Sequence[WrittenStrategy], Progress], tuple[Results, ...]]
    """All deals, played as written. The answer depends on the base game's question and the rules alone."""
    study: Callable[[Submission, Results, Progress], Study]
    """Best play described; the results are those of the solved base game, whose question decides the answer."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A game and the strategies that are played as arrays for the kernels; what they hold is the game's. ``cells``
    says how many ends of the base game, kinds of hands and segments of a wheel there are."""

    parameters: Ints
    strategies: Ints
    tests: Ints
    actions: Ints
    lookup: Bytes
    exact: Ints
    cells: tuple[int, int, int]

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints, Bytes, Ints]:
        return self.parameters, self.strategies, self.tests, self.actions, self.lookup, self.exact


@dataclass(frozen=True, slots=True)
class Simulation:
    """Rounds played out with real cards. A seat's round is told as three numbers: how the base game ended, which kind
    the final hand is, and which segment the wheel showed (-1: it was not spun)."""

    numbers: Callable[[Submission, Sequence[Strategy]], Numbers]
    play_rounds: Callable[[], Callable[..., None]]
    """The compiled function of (seed, numbers of rounds, strategy of each seat or 255 where nobody sits, arrays of
    the numbers, ends, kinds, segments): play these rounds and write down what came of each seat."""
    play_round: Callable[[], Callable[..., Any]]
    """The same for one round of one seat, which a graphics card compiles for itself: of (seed, number of the round,
    a deck to shuffle, arrays of the numbers) to the three numbers. It plays what the first seat of ``play_rounds``
    plays."""
    read_cards: Callable[[], Callable[..., None]]
    """The compiled function of (hands, dealer's cards, board, actions, parameters, lookup, ends, kinds): the same for
    cards that are given and played as told."""
    ends: Callable[[Submission], Sequence[Outcome]]
    """The ends of the base game by number; how many deals end so is not said."""
    kinds: Callable[[Submission], Sequence[Kind]]
    """The kinds of final hands by number."""


@dataclass(frozen=True, slots=True)
class OwnWager:
    """A wager on a seat's own cards."""

    worth: Mapping[Kind, Fraction]
    """What it brings, by kind of hand."""
    after_fold: Fraction | None = None
    """What it brings instead when the seat folds; None where a fold does not touch it."""


@dataclass(frozen=True, slots=True)
class SeatMoments:
    """What one seat brings with all its wagers, and how two seats of a table go together; the base game also by
    itself, in its own units. A covariance is None where two seats are not counted: rounds that are played tell it."""

    mean: Fraction
    variance: Fraction
    covariance: Fraction | None
    """Of two seats."""
    base_mean: Fraction
    base_variance: Fraction
    base_covariance: Fraction | None


@dataclass(frozen=True, slots=True)
class Spins:
    """What a spin of the wheel brings: on average, and its variance."""

    mean: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Cards that a player sees before the first decision, besides their own."""

    burnt: int = 0
    """Cards that are out of play, such as a burnt or the bottom card."""
    dealers: int = 0
    """Cards of the dealer."""
    flop: bool = False
    """The cards that are opened first."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """What a seat gains by knowing more than its own cards. The base game's question decides the answers."""

    samples: int
    """How many deals are sampled unless asked otherwise."""
    dealer_card: Callable[[Submission, Progress], Fraction]
    """The value of best play when one card of the dealer is seen before the first decision, over all deals."""
    sharing: Callable[[Submission, int, int, int, Progress], Floats]
    """Players, samples and seed to what a seat gains by knowing all players' cards, deal by deal: best play with the
    knowledge less best play without it, both valued with the knowledge."""
    telling_suits: Callable[[Submission, int, int, int, Progress], Floats] | None = None
    """The same where players tell each other only how many cards of each suit they hold. None where that is not
    known."""
    glimpsed: Callable[[Submission, Glimpse, int, int, Progress], Floats] | None = None
    """A glimpse, samples and seed to what it gains, deal by deal. None where that is not known."""


@dataclass(frozen=True, slots=True)
class Reread:
    """What changes under a reading that no submission may choose. None: nothing of that kind."""

    submission: Callable[[Submission], Submission] | None = None
    """Its pay tables and the values of its rulebook."""
    side_bet: Callable[[Submission, SideBet], SideBet] | None = None
    progressive: Callable[[Submission, ProgressiveWager], ProgressiveWager] | None = None
    note: str | None = None
    """What else should be known of the price."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings that no submission may choose, as far as they move a wager's value: how each choice is counted, and
    why the others are not priced."""

    counted: Mapping[str, Mapping[str, Reread]]
    not_priced: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Solver:
    game: str
    supports: Supports
    """What it says of every field of a rulebook, and under ``readings.`` of every reading that can be switched."""
    base: BaseGame
    hands: Hands
    decisions: Decisions
    strategies: Strategies
    simulation: Simulation
    leaks: Leaks | None = None
    """None where nothing is known of leaks in this game."""
    seats: Callable[..., SeatMoments] | None = None
    """Of a submission, a strategy, the wagers on own cards (`OwnWager`), the stake of the base wager, a progress and,
    where there is a wheel, its `Spins`: the moments of one seat and of two. None where they are not counted."""
    own_covariance: Callable[[Submission, OwnWager], Fraction | None] | None = None
    """The covariance of what a wager on own cards brings in two seats. None where it is not counted at once."""
    readings: Readings = Readings({}, {})
    """The readings that can only be compared; those that a submission may choose stand among ``supports``."""


def imported(module: str, name: str) -> Callable[[], Any]:
    """What a module calls so; the module is imported when it is asked for."""
    return lambda: getattr(import_module(module), name)


def lazily(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when the function is first called."""
    found = imported(module, name)

    def call(*arguments: Any) -> Any:
        return found()(*arguments)

    call.__module__ = module
    return call


def simulation_in(module: str) -> Simulation:
    """The simulation whose functions are in this module, by their usual names."""
    return Simulation(
        numbers=lazily(module, "numbers"),
        play_rounds=imported(module, "play_rounds"),
        play_round=imported(module, "play_round"),
        read_cards=imported(module, "read_cards"),
        ends=lazily(module, "ends"),
        kinds=lazily(module, "kinds"),
    )
