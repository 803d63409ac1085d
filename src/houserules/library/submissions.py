"""A Rules Submission and every question that can be asked about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final

from houserules import lab, law
from houserules.cards import CardError, parse_cards
from houserules.installed import naming_parts
from houserules.law import FaultCode, Filing, MalformedData, Rulebook, freeze, read_filing, unit_of
from houserules.library.choices import Amount, chosen, dollars_as_text
from houserules.library.results import (
    Analysis,
    Check,
    Comparison,
    HandValues,
    Rulebooks,
    Settlement,
    Simulation,
    Strategy,
)
from houserules.library.scenarios import scenario_data
from houserules.library.sources import named, path_or_text, read_text, submission_data
from houserules.money import parse_price

if TYPE_CHECKING:  # The engine is imported only where a hand is played.
    from houserules.library.practice import PracticeTable
    from houserules.play import Rules

Source = str | os.PathLike[str] | Mapping[str, Any]
Progress = Callable[[float], None]
"""Called with the fraction of a question that is answered, from 0 to 1."""

BEST: Final = "best"
MOST_ROUNDS: Final = 10**13
MOST_WORKERS: Final = 1024
_MAY_BE: Final = (FaultCode.PAYTABLE_INVENTED, FaultCode.APPROVAL_DATE, FaultCode.NOT_APPROVED)
"""Faults that still allow a hand to be decided: an invented pay table, and a draft."""


def quiet(_: float) -> None:
    """The default, which reports no progress."""


def playable_rules(data: Mapping[str, Any], name: str) -> Rules:
    """The rules of a submission under the law in force today, or :class:`MalformedData` with every fault that
    ``check`` finds."""
    from houserules.play import Rules  # noqa: PLC0415

    filing = read_filing(data, name, on=_today())
    with named(name):
        faults = [str(fault) for fault in law.check(filing, date.max) if fault.code not in _MAY_BE]
        if faults:
            raise MalformedData(*faults)
        rules = Rules(freeze(filing))
        problems = rules.cannot_be_played()
        if problems:
            raise MalformedData(*problems)
    return rules


def _today() -> date:
    return datetime.now(UTC).date()


class Submission:
    """What an operator chose for a table. It is immutable: ``choose`` returns another one."""

    def __init__(self, data: Mapping[str, Any], name: str) -> None:
        self.name = name
        self._data = deepcopy(dict(data))
        self._filing = read_filing(self._data, name)

    @property
    def rulebook(self) -> Rulebook:
        """The law under which it is made."""
        return self._filing.rulebook

    @property
    def approved_on(self) -> date | None:
        """The day on which the commission approved it; None where it is a draft."""
        return self._filing.approved_on

    @property
    def digest(self) -> str:
        return self._filing.digest

    def to_dict(self) -> dict[str, Any]:
        """Its data, as a TOML file holds it."""
        return deepcopy(self._data)

    def choose(self, **choices: Any) -> Submission:
        """Another submission that differs in these choices, as :func:`submission` takes them."""
        return Submission(chosen(self._data, self.rulebook.wagers, choices), self.name) if choices else self

    def check(self, *, live: bool = False) -> Check:
        """Whether it is lawful: every fault with its clause. ``live``: for real money, where a draft is not
        enough."""
        filing = read_filing(self._data, self.name, on=_today())
        return Check(filing, law.check(filing, _today(), live), _cautions(filing))

    @naming_parts()
    def analyze(self, *, meter: Amount | None = None, players: int = 1, progress: Progress = quiet) -> Analysis:
        """Exact odds, house edge and more for every wager.

        ``meter``: the progressive meter in dollars; by default its initial amount. ``players``: how many make the
        progressive wager, which matters for what they receive for each other's hands.
        """
        amount = None
        if meter is not None:
            try:
                amount = parse_price(dollars_as_text(meter))
            except ValueError as error:
                raise MalformedData(f"meter: {error}") from None
        return Analysis(lab.analyze(self._frozen(), amount, _whole("players", players), progress))

    @naming_parts()
    def hand(self, cards: str, *, board: str = "", known: str = "", dealer: str = "") -> HandValues:
        """The exact value of each option of a hand.

        ``board``: the community cards seen so far. ``known``: other cards that are out of play. ``dealer``: cards
        that the dealer is known to hold.
        """
        read = (("the hand", cards), ("{board}", board), ("{known}", known), ("{dealer}", dealer))
        situation = lab.Situation(*(_cards(text, where) for where, text in read))
        frozen = self._frozen()
        return HandValues(situation, unit_of(frozen.rulebook), lab.values_of_options(frozen, situation))

    @naming_parts()
    def strategy(self, rules: str | os.PathLike[str] | None = None, *, progress: Progress = quiet) -> Strategy:
        """Best play and short strategies with the exact cost of each; or the cost of the strategy in the file
        ``rules``."""
        frozen = self._frozen()
        if rules is None:
            return Strategy(lab.strategy_report(frozen, progress))
        return Strategy(lab.weigh(frozen, strategy_of(frozen, rules), progress))

    @naming_parts()
    def simulate(
        self,
        rounds: float,
        *,
        seed: int = 1,
        workers: int | None = None,
        rules: str | os.PathLike[str] | None = None,
        dask: str | None = None,
        gpu: bool = False,
        progress: Progress = quiet,
    ) -> Simulation:
        """Rounds played with real cards, beside the exact values.

        The result depends only on the seed and the number of rounds; ``rounds`` may be written as 1e6. ``workers``:
        the number of threads; by default one for each core. ``dask``: the address of a scheduler whose workers play
        the rounds. ``gpu``: play on this machine's CUDA devices.
        """
        frozen = self._frozen()
        strategy = played_strategy(frozen, rules)
        asked, chosen_seed = _whole("rounds", rounds), _whole("seed", seed)
        threads = None if workers is None else _whole("workers", workers)
        tally = play_rounds(frozen, strategy, asked, chosen_seed, threads, dask, gpu, progress)
        return simulation_of(frozen, tally, chosen_seed, strategy, asked, progress)

    def settle(self, scenario: Source) -> Settlement:
        """What a hand should have paid. ``scenario``: a file, text in TOML, or data. It is played under this
        submission, whichever one the scenario itself names."""
        data, name = scenario_data(scenario)
        data.pop("submission", None)
        return settlement_of(playable_rules(self._data, self.name), data, name)

    def table(self, *, seed: int | None = None) -> PracticeTable:
        """A table to play at from a program. The same seed shuffles the same way."""
        from houserules.library.practice import PracticeTable  # noqa: PLC0415

        return PracticeTable(playable_rules(self._data, self.name), self._data, seed)

    def _frozen(self) -> law.Submission:
        with named(self.name):
            return freeze(self._filing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Submission) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        book = self.rulebook
        return f"<Submission {self.name}: {book.title}, {book.jurisdiction} ({book.id})>"


def submission(source: Source, /, **choices: Any) -> Submission:
    """A Rules Submission: a bundled name, a rulebook's id, the path of a TOML file, text in TOML, or data.

    ``choices`` replace what it says: a key of its table (``seats=5``, ``minimum=15``), a wager by the letter of its
    pay table (``flush_bonus="B"``) or by its keys (``progressive={"rate": "24%"}``), or a wager removed
    (``flush_bonus=None``), and its sections (``readings={...}``, ``payout_limit={"per_hand": 75000}``).
    """
    return Submission(*submission_data(source)).choose(**choices)


@naming_parts()
def compare(
    a: Submission | str | os.PathLike[str] | Mapping[str, Any],
    b: Submission | str | os.PathLike[str] | Mapping[str, Any],
    /,
) -> Comparison:
    """Two submissions: every difference, its clause, and what it is worth in points of house edge."""
    one, other = (each if isinstance(each, Submission) else submission(each) for each in (a, b))
    return Comparison(one.name, other.name, lab.compare(one.to_dict(), other.to_dict(), one.name, other.name))


def settlement_of(rules: Rules, data: Mapping[str, Any], name: str) -> Settlement:
    """What the wagers of a scenario come to under these rules. ``name`` is what messages call the scenario."""
    from houserules.scenarios import answer_of, play_scenario  # noqa: PLC0415

    with named(name):
        return Settlement(answer_of(rules, play_scenario(rules, data)))


def rulebooks() -> Rulebooks:
    """The installed rulebooks."""
    return Rulebooks(law.editions())


def _cautions(filing: Filing) -> tuple[lab.Caution, ...]:
    try:
        return lab.cautions_about(freeze(filing))
    except MalformedData:  # So much is missing that nothing can be analysed; the faults say what.
        return ()


def _whole(parameter: str, value: float) -> int:
    """A whole number, which may be written as 1e6."""
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if not whole or isinstance(value, bool):
        raise lab.BadArgument(f"{{{parameter}}} {lab.literal(repr(value))}: expected a whole number")
    return int(value)


def _cards(text: str, where: str) -> Any:
    if not isinstance(text, str):
        raise lab.BadArgument(f"{where}: expected cards as text, as in Qs 9s 4d, not {lab.literal(repr(text))}")
    try:
        return parse_cards(text)
    except CardError as error:
        raise lab.BadArgument(f"{where}: {lab.literal(error)}") from None


def strategy_of(frozen: law.Submission, path: str | os.PathLike[str] | None) -> lab.WrittenStrategy:
    """The strategy of a rule file, which must be for the right game; without a file, the short strategy of the
    game."""
    if path is None:
        return lab.default_strategy(frozen)
    name = path_or_text(path, "rules", "the path of a rule file")
    return lab.read_rules(frozen, read_text(name, "a strategy in TOML"), name)


def played_strategy(frozen: law.Submission, named: str | os.PathLike[str] | None) -> lab.Strategy:
    """The strategy to play: ``best`` for best play, the name of a short strategy, or a rule file."""
    name = "" if named is None else path_or_text(named, "rules", "best, a short strategy, or a rule file")
    if name == BEST:
        return lab.BestPlay()
    short = {strategy.name: strategy for strategy in lab.insist_supported(frozen).strategies.short(frozen)}
    if name in short:
        return short[name]
    if name and not os.path.exists(name):
        known = ", ".join(f'"{each}"' for each in (BEST, *short))
        raise MalformedData(f"{name}: neither a rule file nor a strategy of this game; there are {known}")
    return strategy_of(frozen, named)


def play_rounds(
    frozen: law.Submission,
    strategy: lab.Strategy,
    rounds: int,
    seed: int,
    workers: int | None,
    dask: str | None,
    gpu: bool,
    progress: Progress,
) -> lab.Tally:
    """The counts of rounds that were played here, on a cluster, or on a graphics card."""
    workers = workers if workers is not None else min(MOST_WORKERS, os.cpu_count() or 1)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise lab.BadArgument(f"{{rounds}} {rounds}: expected 1 to {MOST_ROUNDS:,}")
    if not 0 <= seed < 1 << 63:
        raise lab.BadArgument(f"{{seed}} {seed}: expected 0 to {(1 << 63) - 1}")
    if not 1 <= workers <= MOST_WORKERS:
        raise lab.BadArgument(f"{{workers}} {workers}: expected 1 to {MOST_WORKERS}")
    if dask is not None and gpu:
        raise lab.BadArgument("{dask} and {gpu}: expected one of them")
    task = lab.task_of(frozen, strategy, seed, rounds)
    if gpu:
        return lab.play_on_gpu(task, progress)
    return lab.play_pieces(task, list(task.pieces), workers, dask, progress)


def simulation_of(
    frozen: law.Submission, tally: lab.Tally, seed: int, strategy: lab.Strategy, asked: int, progress: Progress
) -> Simulation:
    """The results of the rounds, beside the exact value of the strategy."""
    played = lab.played_out(frozen, strategy, progress) if tally.rounds else None
    wagers = lab.wagers_of(frozen, tally, played) if played is not None else ()
    return Simulation(tally, seed, strategy, wagers, asked)
