"""What the lab requires of a game: one value for each game, found by the game's id.

Everything else in this room is written once for all games and asks the solver. Amounts are in units: the unit is the
base wager of the game, of which its other wagers are multiples. A submission that reaches a solver has passed the
gate, so the solver supports everything in its rulebook. Functions import heavy modules only when called.
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
"""Called from time to time with the fraction of the work that is done, from 0 to 1."""

Kind = Any
"""Everything about a hand that pay tables depend on; each game defines its own. Must be hashable and picklable."""

Share = tuple[Fraction, Fraction]
"""What is staked on a wager, and what it brings net."""


@dataclass(frozen=True, slots=True)
class FoldedHands:
    """Hands of one kind that best play of the base game folds."""

    hands: int
    costs: tuple[tuple[Fraction, int], ...]
    """What the base game loses by the best raise instead of the fold, in units, with the number of such hands: for
    kinds that some pay line reaches."""


@dataclass(frozen=True, slots=True)
class Folds:
    """Hands that best play of the base game folds, for wagers that a fold forfeits."""

    question: Callable[[Submission], Hashable]
    """Everything that the answer depends on; must be picklable, because another process may answer it."""
    count: Callable[[Any], dict[Kind, FoldedHands]]
    """The answer to such a question: maps a kind of hand to the folded hands of that kind."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Links outcomes of the base game to kinds of hands, for wagers that are limited together: an outcome and a kind
    can belong to the same hands only if their cells are equal."""

    of_kind: Callable[[Kind], Hashable]
    of_outcome: Callable[[Submission, Outcome], Hashable]


@dataclass(frozen=True, slots=True)
class BaseGame:
    """The wagers that a round consists of, under best play."""

    question: Callable[[Submission], Hashable]
    """Everything that the base game depends on: submissions with the same question share one answer. Must be
    picklable. Raises `MalformedData` where the odds of a submission cannot be counted exactly."""
    solve: Callable[[Any, Progress | None], Results]
    """Best play over all deals. Of equally good actions, the one that wagers least is taken."""
    parts: Callable[[Submission, Outcome], Mapping[str, Share]]
    """An outcome split by wager. The parts add up to what the outcome wagers and brings."""
    line: Callable[[Submission, str, Outcome], str | None] | None = None
    """The line of its pay table that pays this wager of the base game, if any; None where no wager of the base game
    has a pay table."""
    cells: Cells | None = None
    """None where it is not known how the outcomes combine with the kinds of hands."""
    folds: Folds | None = None
    """None where the game supports no wager that a fold forfeits."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The census: how many hands there are of each kind, and which pay lines a kind reaches."""

    lines: frozenset[str]
    """The pay lines that can be counted."""
    kinds: Callable[[Submission], Mapping[Kind, int]]
    """Maps every kind of a player's final hand to the number of such hands."""
    reaches: Callable[[Submission, Kind, str, str | None], bool]
    """Whether a hand of this kind is, or contains, what a line names; the last argument is the suit that the wager
    chose."""
    stubs: Callable[[Sequence[str], int], Iterable[tuple[int, int, Sequence[int]]] | None] | None = None
    """Takes pay lines and a number of seen cards, and gives every stub that may then be left, as far as it matters:
    its weight, the number of hands it can deal, and how many of them each line pays. None where that cannot be
    counted."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What may become of a hand that stays in to the end, over every card that can still be dealt."""

    win: Fraction
    """The player's hand is higher than the dealer's."""
    tie: Fraction
    not_qualifying: Fraction
    """The dealer's hand does not qualify, whichever hand is higher."""


@dataclass(frozen=True, slots=True)
class Decisions:
    boards: tuple[int, ...]
    """The number of community cards face up at each decision; ``(0,)`` where the game has none."""
    options: Callable[[Submission, int, int, int, int], dict[str, Fraction]]
    """Takes the hand, the board, other cards out of play and cards of the dealer (52 bits each), and gives the value
    of each option, the smallest wager first. The value of a check assumes best play afterwards."""
    chances: Callable[[Submission, int, int, int, int], Chances] | None = None
    """Takes the same cards and gives what may become of them. None where that is not counted."""


@dataclass(frozen=True, slots=True)
class Strategies:
    language: Callable[[Submission], Language]
    """What a rule file of this game may contain."""
    short: Callable[[Submission], tuple[WrittenStrategy, ...]]
    """Strategies that people play or print."""
    default: Callable[[Submission], WrittenStrategy]
    """What a simulation plays by default."""
    evaluate: Callable[[Submission, Sequence[WrittenStrategy], Progress], tuple[Results, ...]]
    """All deals, played as written. The answer depends only on the base game's question and the rules."""
    study: Callable[[Submission, Results, Progress], Study]
    """A description of best play; the results are those of the solved base game, whose question decides the
    answer."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A game and the strategies being played, as arrays for the kernels; their content is up to the game. ``cells``
    gives the number of ends of the base game, of kinds of hands and of segments of a wheel."""

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
    """Rounds played out with real cards. A seat's round is described by three numbers: how the base game ended, which
    kind the final hand is, and which segment the wheel showed (-1: it was not spun)."""

    numbers: Callable[[Submission, Sequence[Strategy]], Numbers]
    play_rounds: Callable[[], Callable[..., None]]
    """The compiled function of (seed, numbers of rounds, strategy of each seat or 255 for an empty seat, arrays of
    the numbers, ends, kinds, segments): plays these rounds and writes down the result of each seat."""
    play_round: Callable[[], Callable[..., Any]]
    """The same for one round of one seat, to be compiled for a graphics card: from (seed, number of the round, a deck
    to shuffle, arrays of the numbers) to the three numbers. It plays what the first seat of ``play_rounds`` plays."""
    read_cards: Callable[[], Callable[..., None]]
    """The compiled function of (hands, dealer's cards, board, actions, parameters, lookup, ends, kinds): the same for
    given cards and given actions."""
    ends: Callable[[Submission], Sequence[Outcome]]
    """The ends of the base game by number; how many deals end in each is not given."""
    kinds: Callable[[Submission], Sequence[Kind]]
    """The kinds of final hands by number."""


@dataclass(frozen=True, slots=True)
class OwnWager:
    """A wager on a seat's own cards."""

    worth: Mapping[Kind, Fraction]
    """What it brings, by kind of hand."""
    after_fold: Fraction | None = None
    """What it brings instead when the seat folds; None where a fold does not affect it."""


@dataclass(frozen=True, slots=True)
class SeatMoments:
    """The moments of what one seat brings with all its wagers, and the covariance of two seats of a table; also for
    the base game alone, in its own units. A covariance is None where two seats are not counted; played rounds give it
    then."""

    mean: Fraction
    variance: Fraction
    covariance: Fraction | None
    """The covariance of two seats."""
    base_mean: Fraction
    base_variance: Fraction
    base_covariance: Fraction | None


@dataclass(frozen=True, slots=True)
class Spins:
    """What a spin of the wheel brings: its mean and its variance."""

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
    """Whether the cards that are opened first are seen."""


@dataclass(frozen=True, slots=True)
class Leaks:
    """What a seat gains by knowing more than its own cards. The base game's question decides the answers."""

    samples: int
    """The number of deals that are sampled by default."""
    dealer_card: Callable[[Submission, Progress], Fraction]
    """The value of best play when one card of the dealer is seen before the first decision, over all deals."""
    sharing: Callable[[Submission, int, int, int, Progress], Floats]
    """Takes players, samples and seed, and gives what a seat gains by knowing all players' cards, deal by deal: best
    play with the knowledge minus best play without it, both valued with the knowledge."""
    telling_suits: Callable[[Submission, int, int, int, Progress], Floats] | None = None
    """The same where players tell each other only how many cards of each suit they hold. None where that is not
    known."""
    glimpsed: Callable[[Submission, Glimpse, int, int, Progress], Floats] | None = None
    """Takes a glimpse, samples and seed, and gives what the glimpse gains, deal by deal. None where that is not
    known."""


@dataclass(frozen=True, slots=True)
class Reread:
    """What changes under a reading that no submission may choose. None means no change of that kind."""

    submission: Callable[[Submission], Submission] | None = None
    """Changes its pay tables and the values of its rulebook."""
    side_bet: Callable[[Submission, SideBet], SideBet] | None = None
    progressive: Callable[[Submission, ProgressiveWager], ProgressiveWager] | None = None
    note: str | None = None
    """Anything else that should be known about the price."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings that no submission may choose but that affect a wager's value: how each choice is counted, and why the
    others are not priced."""

    counted: Mapping[str, Mapping[str, Reread]]
    not_priced: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Solver:
    game: str
    supports: Supports
    """What it says about every field of a rulebook, and under ``readings.`` about every reading that can be
    chosen."""
    base: BaseGame
    hands: Hands
    decisions: Decisions
    strategies: Strategies
    simulation: Simulation
    leaks: Leaks | None = None
    """None where nothing is known about leaks in this game."""
    seats: Callable[..., SeatMoments] | None = None
    """Takes a submission, a strategy, the wagers on own cards (`OwnWager`), the stake of the base wager, a progress
    callback and, where there is a wheel, its `Spins`; gives the moments of one seat and of two. None where they are
    not counted."""
    own_covariance: Callable[[Submission, OwnWager], Fraction | None] | None = None
    """The covariance of what a wager on own cards brings in two seats. None where it cannot be counted at once."""
    readings: Readings = Readings({}, {})
    """The readings that can only be compared; those that a submission may choose are among ``supports``."""


def imported(module: str, name: str) -> Callable[[], Any]:
    """A function that gives the attribute of this name in a module, which is imported when the function is called."""
    return lambda: getattr(import_module(module), name)


def lazily(module: str, name: str) -> Callable[..., Any]:
    """A function of a module that is imported when the function is first called."""
    found = imported(module, name)

    def call(*arguments: Any) -> Any:
        return found()(*arguments)

    call.__module__ = module
    return call


def simulation_in(module: str) -> Simulation:
    """The simulation whose functions are in this module, under their usual names."""
    return Simulation(
        numbers=lazily(module, "numbers"),
        play_rounds=imported(module, "play_rounds"),
        play_round=imported(module, "play_round"),
        read_cards=imported(module, "read_cards"),
        ends=lazily(module, "ends"),
        kinds=lazily(module, "kinds"),
    )
