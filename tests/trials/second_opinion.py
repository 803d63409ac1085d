"""The engine beside the oracle of irregular rounds, which knows the documents and nothing of the engine.

Where a document leaves a choice the two may have chosen differently. Those choices are listed here, each with its
reading in the register; about everything else they must agree, wager by wager, to the cent.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from houserules.law import MalformedData, freeze, read_filing
from houserules.play import Rules, Seat
from houserules.scenarios import play_scenario
from houserules.scenarios.playing import Played
from tests.oracle.outcome import Outcome, outcome
from tests.oracle.random_rounds import as_scenario, random_round
from tests.oracle.rounds import Round

BOOKS = ("MD-HCF", "MD-CTF", "MA-HCF")
_SHARED = ("envy_bonus", "community_pay")
_BEYOND_THE_ANTE = ("flush_bonus", "straight_flush_bonus", "progressive", *_SHARED)

Key = tuple[int, str, str]


def disagreement(book: str, seed: int) -> str | None:
    """What the two say differently of one random round; None where they agree or a reading explains it."""
    round_ = random_round(random.Random(f"{book} {seed}"), book)
    wanted = outcome(round_)
    scenario = as_scenario(round_)
    rules = Rules(freeze(read_filing(scenario.pop("submission"), "oracle")))
    try:
        played = play_scenario(rules, scenario)
    except MalformedData as error:
        return None if more_than_the_deck_holds(error) else f"{book} {seed}: {error.problems}"
    got: Counter[Key] = Counter()
    for line in played.round.lines:
        got[line.seat, line.wager, str(line.outcome)] += line.paid
    want = {(seat, wager, result): paid for (seat, wager), (result, paid, _) in wanted.lines.items()}
    chosen = set(_chosen_otherwise(round_, wanted, played))
    differ = [key for key in {*got, *want} if got.get(key) != want.get(key) and (key[0], key[1]) not in chosen]
    if differ:
        return f"{book} {seed}: {[(key, got.get(key), want.get(key)) for key in sorted(differ)]}"
    removed = played.table.deck(played.round.deck) is None
    if removed != (wanted.deck == "removed"):
        return f"{book} {seed}: the deck is {'' if removed else 'not '}removed"
    return None


def more_than_the_deck_holds(error: MalformedData) -> bool:
    """A round that tells of more face-up cards than its written hands leave in the deck is refused."""
    return "not a deck (count" in error.problems[0]


def _chosen_otherwise(round_: Round, wanted: Outcome, played: Played) -> Iterator[tuple[int, str]]:
    """Seat and wager of the lines that another reading of a silent document decides."""
    kinds = {irregularity.kind for irregularity in round_.irregularities}
    for seat in played.round.seats:
        if seat.forfeited == "hand_abandoned" and wanted.void:  # forfeited_then_void
            yield from ((seat.seat, wager) for wager in _wagers(seat))
        if "stub_count_misdealt" in kinds:  # void_by_jam_or_count
            yield from ((seat.seat, wager) for wager in _BEYOND_THE_ANTE)
        if any("MD-CTF 13.C" in void.clauses for void in played.round.voids):  # void_round_progressive
            yield from ((seat.seat, wager) for wager in ("progressive", *_SHARED))


def _wagers(seat: Seat) -> tuple[str, ...]:
    return tuple(name for name, _ in (*seat.stakes, *seat.raised))


def compare(rounds: int, seed: int) -> list[str]:
    found = (disagreement(BOOKS[number % 3], number) for number in range(seed, seed + rounds))
    return [line for line in found if line is not None]
