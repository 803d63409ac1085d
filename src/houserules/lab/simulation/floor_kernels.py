"""Plays tables of a floor through some rounds: who comes and goes, the result of each round, and what is counted."""

# Kernels take plain numbers and are long, because objects and calls are too slow there.
# ruff: noqa: PLR0912

from typing import Final

import numpy as np

from houserules.lab.simulation.random_streams import HALF, LOW, random_block
from houserules.lab.simulation.settlement import settle_round
from houserules.lab.solving.arrays import Bytes, Ints
from houserules.lab.solving.compiling import jit

COMINGS_BLOCK: Final = 1 << 40
"""Blocks from this number on decide who comes and goes: no deal or spin uses as many."""
SEATS: Final = 8
NOBODY: Final = -1
EMPTY: Final = 255

# What is known about each kind of player, by index.
LEAVES: Final = 0
BANKROLL: Final = 1
NEEDS: Final = 2
SCALE: Final = 3
UPTO: Final = 4
"""Chances are in units of 2 to the power of -32. An arriving player is of the first kind whose UPTO is at least the
number drawn."""
PLAYER: Final = 5

# What is counted about sessions.
BEGUN: Final = 0
RUINED: Final = 1
ENDED: Final = 2
PLAYED: Final = 3
SESSIONS: Final = 4

BINS: Final = 64
BELOW_START: Final = 16
PARTS: Final = 8
"""Players' money is sorted into bins of an eighth of the scale, from two scales below the start to six above it."""

# What is counted about a table on one day.
ROUNDS: Final = 0
SEAT_ROUNDS: Final = 1
STAKED: Final = 2
BROUGHT: Final = 3
CHIPS: Final = 4
OF_A_DAY: Final = 5

HIT: Final = 6
"""Table, round of the day, order, seat, line, and the wagers on the table's meter so far that day."""


@jit
def place_of(bank: int, player: int, players: Ints) -> int:
    """The bin for a player's money."""
    eighths = (bank - players[player, BANKROLL]) * PARTS // players[player, SCALE]
    return int(min(max(eighths + BELOW_START, 0), BINS - 1))


@jit
def end_session(bank: int, player: int, ruined: bool, players: Ints, sessions: Ints, results: Ints) -> None:
    sessions[player, ENDED] += 1
    if ruined:
        sessions[player, RUINED] += 1
    results[player, place_of(bank, player, players)] += 1


@jit
def come_and_go(
    seed: int, first: int, interval: int, arrive: int, players: Ints, who: Ints, bank: Ints, since: Ints,
    sessions: Ints, results: Ints, plays: Bytes, rounds: int, strategies: Ints,
) -> None:  # fmt: skip
    """At the beginning of an interval, some players leave and some come; decides what each seat plays in the rounds
    that follow. ``first`` is the number of the first table on this day, among all tables of all days."""
    for table in range(len(who)):
        for seat in range(who.shape[1]):
            one, two = random_block(seed, first + table, COMINGS_BLOCK + interval * SEATS + seat)
            draw = np.int64(one & LOW)
            player = who[table, seat]
            if player != NOBODY:
                if draw < players[player, LEAVES]:
                    end_session(bank[table, seat], player, False, players, sessions, results)
                    who[table, seat] = NOBODY
            elif draw < arrive:
                which = np.int64(two >> HALF)
                player = 0
                while player < len(players) - 1 and which > players[player, UPTO]:
                    player += 1
                who[table, seat], bank[table, seat], since[table, seat] = player, players[player, BANKROLL], 0
                sessions[player, BEGUN] += 1
            player = who[table, seat]
            for round_ in range(rounds):
                plays[table * rounds + round_, seat] = EMPTY if player == NOBODY else strategies[player]


@jit
def settle_tables(
    rounds: int, start: int, hourly: int, who: Ints, bank: Ints, since: Ints, ends: Ints, kinds: Ints,
    segments: Ints, by_kind: Bytes, survive: Bytes, limited: Bytes, stakes: Ints, wins: Ints, folded: Bytes,
    turned_over: Bytes, chips: Ints, fixed: Ints, shares: Ints, for_others: Ints, flags: Ints, players: Ints,
    first_cells: int, second_cells: int, tally: Ints, money: Ints, sessions: Ints, results: Ints, paths: Ints,
    days: Ints, by_round: Ints, hits: Ints, found: int,
) -> int:  # fmt: skip
    """Settles the rounds of an interval, table by table, and counts. Returns the number of payments from meters so
    far. A player whose money does not cover what a round may require leaves at once."""
    seats = who.shape[1]
    wagers = money.shape[1]
    net, staked = np.zeros((seats, wagers), np.int64), np.zeros((seats, wagers), np.int64)
    here, won = np.empty(seats, np.int64), np.empty((seats, 2), np.int64)
    for table in range(len(who)):
        for round_ in range(rounds):
            place = table * rounds + round_
            present, lucky = 0, -1
            for seat in range(seats):
                here[seat] = who[table, seat]
                if here[seat] != NOBODY:
                    present += 1
                    lucky = seat if lucky < 0 else lucky
            if not present:
                continue
            count = settle_round(
                here, ends[place], kinds[place], segments[place], by_kind, survive, limited, stakes, wins, folded,
                turned_over, chips, fixed, shares, for_others, flags, net, staked, won,
            )  # fmt: skip
            days[table, ROUNDS] += 1
            days[table, SEAT_ROUNDS] += present
            tally[here[lucky], ends[place, lucky]] += 1
            tally[here[lucky], first_cells + kinds[place, lucky]] += 1
            if segments[place, lucky] >= 0:
                tally[here[lucky], first_cells + second_cells + segments[place, lucky]] += 1
            for seat in range(seats):
                player = here[seat]
                if player == NOBODY:
                    continue
                total = 0
                for wager in range(wagers):
                    total += net[seat, wager]
                    money[player, wager, 0] += staked[seat, wager]
                    money[player, wager, 1] += net[seat, wager]
                    days[table, STAKED] += staked[seat, wager]
                days[table, BROUGHT] += total
                bank[table, seat] += total
                since[table, seat] += 1
                sessions[player, PLAYED] += 1
                if chips[player] > 0:
                    days[table, CHIPS] += 1
                    by_round[start + round_] += 1
                hour = since[table, seat] // hourly
                if since[table, seat] % hourly == 0 and hour < paths.shape[1]:
                    paths[player, hour, place_of(bank[table, seat], player, players)] += 1
                if players[player, NEEDS] and bank[table, seat] < players[player, NEEDS]:
                    end_session(bank[table, seat], player, True, players, sessions, results)
                    who[table, seat] = NOBODY
            for order in range(count):
                if found < len(hits):
                    hits[found, 0], hits[found, 1], hits[found, 2] = table, start + round_, order
                    hits[found, 3], hits[found, 4] = won[order, 0], won[order, 1]
                    hits[found, 5] = days[table, CHIPS]
                found += 1
    return found
