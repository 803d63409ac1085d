"""Several rounds in a row at one table, whose shuffler and shoe fail and are repaired in between.

``python -m tests.trials.evenings [--rounds 100000] [--seed 0]``: each round is checked as
:mod:`tests.trials.irregularities` does it. Meters, decks and devices are as the rounds before have left them. A deck
that was removed is replaced. Where a device is covered, cards are shuffled by hand or dealt in another way, if the
document allows it; else the device is repaired.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from houserules.play import Accepted, Rules, Session, Table, method_of, new_table, next_deck, opening_commands
from houserules.play import commands as c
from tests.support.tables import D, F, V, submission
from tests.trials.irregularities import TABLES, Live, asked, check, figures, naming, random_case

ROUNDS = 5
DEVICES = ("shuffler", "shoe")
METHODS = ("manual_shoe", "hand", "automated")


class Evening:
    """One table, from its first round to its last."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.filed = self.chance.choice(TABLES)
        name, overrides = self.filed
        self.rules = Rules(submission(name, *overrides))
        self.session = Session(self.rules, new_table(self.rules))
        self.failures = 0
        self.repairs = 0

    @property
    def table(self) -> Table:
        return self.session.table

    def play(self, first: int) -> Iterator[Live]:
        for number in range(first, first + ROUNDS):
            for command in self._mishaps():
                self._try(command)
            case = random_case(number, self.filed)
            self._open(case.deck)
            live = check(case, number, self.table, self._as_used())
            self.session.table = live.table
            yield live

    def _try(self, command: c.AnyCommand) -> bool:
        taken = isinstance(self.session.do(command), Accepted)
        self.failures += taken and isinstance(command, c.ReportDevice)
        self.repairs += taken and isinstance(command, c.UncoverDevice)
        return taken

    def _mishaps(self) -> list[c.AnyCommand]:
        """Whatever happens to devices between two rounds, possible or not."""
        device = self.chance.choice(DEVICES)
        course: list[c.AnyCommand] = [
            c.ReportDevice(D, 0, device), c.CoverDevice(D, 0, device, self.chance.choice(("covered", "marked"))),
            c.ReportRepair(F, 0, device), c.UncoverDevice(D, 0, device),
        ]  # fmt: skip
        return [command for command in course if self.chance.random() < 0.5]

    def _open(self, order: tuple[int, ...]) -> None:
        """Does what can be done until a round is open; when that leads nowhere, everything is repaired."""
        for step in range(40):
            if self.table.round is not None:
                return
            repairs = self._to_repair()
            ways = (*self._to_play(order), *self._around_devices(), *repairs)
            assert any(self._try(command) for command in (ways if step < 12 else (*repairs, *ways))), self.table
        raise AssertionError(self.table)

    def _to_play(self, order: tuple[int, ...]) -> list[c.AnyCommand]:
        number = next_deck(self.rules, self.table)
        counted = len(order) if self.rules.shuffling.counts else None
        return [
            c.OpenRound(D), c.Shuffle(V, 0, order, number, counted), c.Shuffle(D, 0, order, number),
            c.CutCards(D, 0, 20, number),
            *(command for command in opening_commands(2) if getattr(command, "deck", 0) == number),
        ]  # fmt: skip

    def _around_devices(self) -> list[c.AnyCommand]:
        return [
            *(c.CoverDevice(D, 0, device) for device in DEVICES),
            *(c.ChangeDealing(F, 0, method) for method in METHODS),
            c.OrderShuffle(F, 0, next_deck(self.rules, self.table)),  # Of a deck that is not to be dealt so.
        ]

    def _to_repair(self) -> list[c.AnyCommand]:
        filed = self.rules.submission.table.dealing
        return [
            *(c.ReportRepair(F, 0, device) for device in DEVICES),
            *(c.UncoverDevice(D, 0, device) for device in DEVICES),
            c.ChangeDealing(F, 0, filed),
        ]

    def _as_used(self) -> tuple[str, ...]:
        """The submission of a table that has always been used as this one is now."""
        dealing = f"table.dealing={method_of(self.rules, self.table)}"
        order = (f"table.order={self.table.order}",) if self.table.order else ()
        by_hand = ("table.shuffler=none", "table.decks=1") if "shuffler" in self.table.covered else ()
        return (dealing, *order, *by_hand)


def run_evenings(rounds: int, seed: int) -> dict[str, int]:
    told = {"rounds in a row": 0, "failures": 0, "repairs": 0}
    for first in range(seed, seed + rounds, ROUNDS):
        evening = Evening(first)
        with naming(first):
            told["rounds in a row"] += sum(1 for _ in evening.play(first))
        told["failures"] += evening.failures
        told["repairs"] += evening.repairs
    return told


if __name__ == "__main__":
    chosen = asked(__doc__)
    print(figures(run_evenings(chosen.rounds, chosen.seed)))
