"""Every value of every rulebook is replaced by every other lawful one, and engine and lab are held together.

``python -m tests.mutation [--rulebook MD-HCF] [--rounds 100000] [--only settlement]``. For each change that loads:

- the lab refuses the law, and names the path of the value and its clause; or
- it says for every wager of a fixed set of rounds to the cent what the engine pays, and where the engine pays
  something else than before, the figures of the lab move; or
- both pay and say the same as before, as they must where the lab says that the value has no effect.

With ``--rounds``, a change that moves an exact value by more than six standard errors is played for that many
seat-rounds under the changed law, and the mean is held against the exact value.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

from houserules.cli.overrides import with_overrides
from houserules.lab import Use, forfeits_on_fold, insist_supported, progressive_wager, side_bets
from houserules.lab.counting.payout_limits import _covered
from houserules.lab.solving.gate import unsupported
from houserules.lab.solving.registry import solver_of
from houserules.lab.solving.support import rule_values
from houserules.law import (
    MalformedData,
    Rulebook,
    Submission,
    freeze,
    library,
    read_filing,
    rulebook_ids,
)
from houserules.law.words import PROGRESSIVE
from houserules.money import CENT, DOLLAR, Money
from houserules.play import Rules
from houserules.play.events import PaidFrom, WagerSettled
from tests.mutation.accounts import Account, Labs, engines_account
from tests.mutation.changes import Change, changed_book, changes_of, plain_book
from tests.mutation.long_rounds import ALLOWED, Measured, exact_values, measure, visible
from tests.mutation.rounds import METER, CannotPlay, Deal, Played, Player, by_turns, every_hand, fixed_deals


class Verdict(Enum):
    UNLAWFUL = "does not load"
    NOT_FILED = "loads, but the submission can no longer be made"
    REFUSED = "the lab refuses it by clause"
    MOVED = "engine and lab move alike"
    STILL = "engine and lab both stay"
    FAULT = "engine and lab disagree"


@dataclass(frozen=True, slots=True)
class Found:
    change: Change
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True, slots=True)
class Extent:
    """How many rounds are played under each changed law."""

    every: int
    """One of this number of fixed deals is played."""
    by_chance: int
    """Deals by chance, the same under every law."""
    fewer_without_effect: Extent | None = None
    """How many where the lab says that the value has no effect."""


WHOLE = Extent(1, 12)
SHORT = Extent(2, 0, Extent(9, 0))


def check(change: Change, extent: Extent = WHOLE) -> Found:
    try:
        book = changed_book(change)
    except MalformedData as error:
        return Found(change, Verdict.UNLAWFUL, str(error))
    try:
        submission = submission_for(change, book)
    except MalformedData as error:
        return Found(change, Verdict.NOT_FILED, str(error))
    refusals = tuple(unsupported(solver_of(book.game), submission))
    if refusals:
        return _refused(change, book, refusals)
    try:
        told = figures(submission) != plain_figures(change)
    except MalformedData as error:
        return _refused(change, book, error.problems)
    if extent.fewer_without_effect and use_of(change, book) is Use.NO_EFFECT:
        extent = extent.fewer_without_effect
    try:
        played = play_fixed(submission, extent)
    except CannotPlay as error:
        return Found(change, Verdict.FAULT, f"the engine cannot play it: {error}")
    moved = paid_in(submission, played) != plain_rounds(change, extent)
    if not moved and not told:
        return Found(change, Verdict.STILL)
    if moved and not told:
        return Found(change, Verdict.FAULT, "the engine pays something else, and no figure of the lab moves")
    if use_of(change, book) is Use.NO_EFFECT:
        return Found(change, Verdict.FAULT, f"said to have no effect; the engine moves: {moved}, the lab: {told}")
    differing = disagreement(submission, played)
    return Found(change, Verdict.FAULT if differing else Verdict.MOVED, differing or ("" if moved else "lab alone"))


def disagreement(submission: Submission, played: list[Played]) -> str:
    """The first round in which a wager brings something else by the lab's account than by the engine's."""
    if submission.payout_limit_per_hand is not None:
        return ""  # What a limit takes the lab counts on its own, beside the wagers.
    labs = Labs(submission)
    for number, each in enumerate(played):
        if not several_shares(each):
            lab, engine = labs.account(each.round), engines_account(each)
            if not alike(lab, engine):
                return f"round {number}: {_difference(lab, engine)}"
    return ""


def alike(lab: Account, engine: Account) -> bool:
    """To the cent: the engine pays whole cents where odds do not divide, and the lab counts them in full."""
    return all(abs(lab.get(key, Fraction()) - engine.get(key, Fraction())) < int(CENT) for key in {**lab, **engine})


def _refused(change: Change, book: Rulebook, refusals: tuple[str, ...]) -> Found:
    """A refusal names the changed value and its clause."""
    if change.file == "rulebook":
        keys: tuple[str, ...] = (change.key.removesuffix(".is"),)
    else:
        keys = (change.path[2], f"table {change.path[1]}")
    named = [each for each in refusals if any(key in each for key in keys) and f"({book.id} " in each]
    return Found(change, Verdict.REFUSED if named else Verdict.FAULT, "; ".join(named or refusals))


def _difference(lab: dict[Any, Any], engine: dict[Any, Any]) -> str:
    keys = [key for key in {**lab, **engine} if lab.get(key) != engine.get(key)]
    return ", ".join(f"{key}: lab {_dollars(lab.get(key))}, engine {_dollars(engine.get(key))}" for key in keys[:3])


def _dollars(net: Any) -> str:
    return "0" if net is None else f"{float(net) / 1e6:g}"


def overrides_for(change: Change) -> tuple[str, ...]:
    """What the submission must choose for the changed value to be in use."""
    book, path = plain_book(change.rulebook), change.path
    if change.file == "rulebook":
        if path[0] == "dealing":
            return (f"table.dealing={path[1]}",)
        if path[0] == "progressive" and path[1] in ("least", "main_rate", "secondary_rate"):
            return (f"wagers.progressive.paytable={path[2]}",)
        return ()
    group, letter = path[:2]
    users = [name for name, rules in book.wagers.items() if rules.paytables and rules.paytables.value == group]
    chosen = [f"wagers.{name}.paytable={letter}" for name in users or [PROGRESSIVE]]
    if any(line.pay.__class__.__name__ == "Special" for line in book.paytables[group][letter]):
        figures = ", ".join(f"{line.hand} = 40" for line in book.paytables[group][letter])
        chosen.append(f"wagers.{users[0]}.bonus={{{figures}}}")
    if "under" in path:
        chosen.append(f"readings.{path[-2]}={path[-1]}")
    return tuple(chosen)


@cache
def _filing(identity: str) -> dict[str, Any]:
    name = library.edition(identity).folder.submission
    assert name is not None
    return library.bundled_submission(name)


def submission_for(change: Change, book: Rulebook) -> Submission:
    return submission_under(book, overrides_for(change), limit_for(change))


def limit_for(change: Change) -> Money | None:
    """A limit that many hands reach, where the change is about it."""
    return Money(60 * DOLLAR) if change.path[0] == "payout_limit" else None


@cache
def _submission_of(identity: str, overrides: tuple[str, ...], limit: Money | None = None) -> Submission:
    return submission_under(plain_book(identity), overrides, limit)


def submission_under(book: Rulebook, overrides: tuple[str, ...], limit: Money | None = None) -> Submission:
    """The bundled submission under this book; the rounds compared know no payout limit, but those about the limit."""
    data = with_overrides(_filing(book.id), overrides)
    wagers = data["wagers"]
    if book.progressive is not None and PROGRESSIVE in wagers:
        wagers[PROGRESSIVE] = _complete_progressive(book, dict(wagers[PROGRESSIVE]))
    filed = freeze(read_filing(data, book.id, law=book))
    return replace(filed, payout_limit_per_hand=limit, payout_limit_per_round=None)


def _complete_progressive(book: Rulebook, filed: dict[str, Any]) -> dict[str, Any]:
    """Whatever the table of the progressive, amounts that it may need and a wheel with each of its symbols."""
    letter = filed["paytable"]
    tables, printed = book.paytables_of(PROGRESSIVE), plain_book(book.id).paytables_of(PROGRESSIVE)
    if "segments" in filed and letter in tables:
        filed["segments"] = [{"symbol": line.hand, "count": place + 1} for place, line in enumerate(tables[letter])]
    if "segments" in filed and any(getattr(line.pay, "of", "") == "prize" for line in printed.get(letter, ())):
        filed |= {"prize": "1000"}
    return filed


def play_fixed(submission: Submission, extent: Extent) -> list[Played]:
    """The fixed deals, and a few of chance which are the same under every law."""
    player = Player(submission)
    deals = (*fixed_deals(submission)[:: extent.every], *(Deal({}) for _ in range(extent.by_chance)))
    played = []
    for number, deal in enumerate(deals):
        player.chance.seed(number)
        hands = every_hand(player, deal.hands, number)
        symbol = deal.symbol or (player.symbols[number % len(player.symbols)] if player.symbols else None)
        played.append(player.play(number, by_turns, hands, symbol))
    return played


def paid_in(submission: Submission, played: list[Played]) -> Any:
    """All that moved money. Who is paid first is procedure, so lines are counted and not put in order."""
    rules = Rules(submission)
    rounds = [
        (Counter(_money_of(line) for line in each.settled), each.main, each.secondary) for each in played
    ]  # fmt: skip
    return rounds, rules.contribution, rules.first_meter


def _money_of(line: WagerSettled) -> tuple[Any, ...]:
    return line.seat, line.wager, line.stake, line.outcome, line.paid, line.returned


def plain_rounds(change: Change, extent: Extent) -> Any:
    """What the engine pays without the change, to which the lab agrees."""
    return _plain_rounds(change.rulebook, overrides_for(change), extent, limit_for(change))


@cache
def _plain_rounds(identity: str, overrides: tuple[str, ...], extent: Extent, limit: Money | None) -> Any:
    submission = _submission_of(identity, overrides, limit)
    played = play_fixed(submission, extent)
    assert not (differing := disagreement(submission, played)), differing
    return paid_in(submission, played)


def plain_figures(change: Change) -> Any:
    return _plain_figures(change.rulebook, overrides_for(change), limit_for(change))


@cache
def _plain_figures(identity: str, overrides: tuple[str, ...], limit: Money | None) -> Any:
    return figures(_submission_of(identity, overrides, limit))


def figures(submission: Submission) -> Any:
    """All that the lab counts by, short of counting: what base game it solves, and every line with its chance."""
    solver = insist_supported(submission)
    progressive = progressive_wager(submission, Money(METER)) if submission.progressive else None
    at_first = progressive_wager(submission) if submission.progressive else None
    bets = {
        name: [(line.hand, line.combinations, line.wins) for line in bet.lines]
        for name, bet in side_bets(submission).items()
    }
    lines = progressive and [(each.hand, each.probability, each.fixed, each.share, each.neighbours)
                             for each in progressive.lines]  # fmt: skip
    covered = frozenset(_covered(submission)) if submission.payout_limit_per_hand else None
    long_run = at_first and (at_first.meter, at_first.long_run)
    return (
        solver.base.question(submission),
        bets,
        lines,
        long_run,
        progressive and forfeits_on_fold(submission),
        covered,
    )


def several_shares(played: Played) -> bool:
    """Whether two seats were paid from the meter: the second is paid from what the first left."""
    return sum(line.wager == PROGRESSIVE and line.paid_from is PaidFrom.MAIN for line in played.settled) > 1


def use_of(change: Change, book: Rulebook) -> Use:
    if change.file == "paytables":
        return Use.READ
    key = change.key.removesuffix(".is")
    supports = solver_of(book.game).supports
    (value,) = (each for each in rule_values(book) if _path(each.path) == key)
    support = value.support(supports)
    assert support is not None
    return support.use


def _path(path: str) -> str:
    return path.replace("qualifying.base_below", "qualifying.ante_below")


def compare_by_rounds(change: Change, seat_rounds: int, quick: bool = False) -> tuple[Measured, ...]:
    """Where the change is seen in this number of seat-rounds: the engine's means under the changed law, beside the
    lab's exact values under the same."""
    return compare_submissions(
        _submission_of(change.rulebook, overrides_for(change)), submission_for(change, changed_book(change)),
        seat_rounds, quick,
    )  # fmt: skip


def compare_submissions(
    before: Submission, after: Submission, seat_rounds: int, quick: bool, lab: Submission | None = None
) -> tuple[Measured, ...]:
    """``lab``: the law that the lab reads, where it reads another one: a lab that ignores the law is found so."""
    base = insist_supported(before).base
    moves = base.question(before) != base.question(after)
    exact = exact_values(after, quick, moves)
    seen = visible(exact_values(before, quick, moves), exact, seat_rounds)
    if not seen:
        return ()
    told = exact if lab is None else exact_values(lab, quick, moves)
    return tuple(measure(after, {name: told[name] for name in seen}, seat_rounds, quick))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rulebook", choices=rulebook_ids())
    parser.add_argument("--rounds", type=int, default=0, help="seat-rounds of the engine where a value moves visibly")
    parser.add_argument(
        "--quick", action="store_true", help="with --rounds: bet every hand, which is evaluated faster"
    )
    parser.add_argument("--only", default="", help="changes whose path contains this")
    arguments = parser.parse_args()
    chosen = [arguments.rulebook] if arguments.rulebook else rulebook_ids()
    return 1 if sum(run(each, arguments.only, arguments.rounds, arguments.quick) for each in chosen) else 0


def run(identity: str, only: str, seat_rounds: int, quick: bool) -> int:
    """The number of faults in one rulebook."""
    began = time.monotonic()
    changes = [each for each in changes_of(identity) if only in each.key]
    counts: Counter[Verdict] = Counter()
    played = 0
    worst = 0.0
    for number, change in enumerate(changes, start=1):
        found = check(change)
        if found.verdict is Verdict.MOVED and seat_rounds:
            for each in compare_by_rounds(change, seat_rounds, quick):
                played, worst = played + 1, max(worst, abs(each.z))
                if abs(each.z) > ALLOWED:
                    found = Found(change, Verdict.FAULT, f"{each.wager}: {each.mean:.5f}, exact "
                                  f"{float(each.exact):.5f}, {each.z:.1f} standard errors")  # fmt: skip
        counts[found.verdict] += 1
        if found.verdict is Verdict.FAULT:
            print(f"FAULT {change}\n      {found.why}", flush=True)
        if number % (20 if seat_rounds else 200) == 0:
            print(f"{identity}: {number} of {len(changes)} changes, {time.monotonic() - began:.0f} s", flush=True)
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
    print(f"{identity}: {len(changes)} changes in {time.monotonic() - began:.0f} s: {told}", flush=True)
    if seat_rounds:
        print(
            f"{identity}: {played} means of {seat_rounds} seat-rounds, the farthest {worst:.1f} standard errors off"
        )
    return counts[Verdict.FAULT]
