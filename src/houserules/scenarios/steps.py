"""What the floor and the dealer did with devices and cards in a scenario, taken at the time that it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from houserules.law import MalformedData
from houserules.law.words import Role
from houserules.play import Refused, Rules, Session, shuffle_commands, shuffler_in_use
from houserules.play import commands as c
from houserules.scenarios.fields import Reader, said, shown

STEP_KEYS: Final = {"step", "when", "device", "how", "method", "counted", "seat"}
STEPS: Final[dict[str, tuple[str, ...]]] = {
    "report_device": ("device",), "cover_device": ("device", "how"), "report_repair": ("device",),
    "uncover_device": ("device",), "change_dealing": ("method",), "correct_count": ("seat",), "order_recut": (),
    "order_shuffle": ("counted",),
}  # fmt: skip
"""What the floor and the dealer may do with devices and cards, each with the keys that it has."""
OPENING: Final = "opening"
"""When a step is taken of which nothing is said: before the round is opened."""

_RECUT: Final = "order_recut"
_SHUFFLE: Final = "order_shuffle"
_WITH_CARDS: Final = (_RECUT, _SHUFFLE)


@dataclass(frozen=True, slots=True)
class ScenarioStep:
    place: str
    step: str
    when: str
    device: str
    how: str
    method: str
    counted: int | None
    seat: int


def read_steps(reader: Reader, data: Mapping[str, Any], times: list[str]) -> tuple[ScenarioStep, ...]:
    """In the order in which they were taken."""
    words, found = [OPENING, *times], []
    for place, entry in reader.tables(data, "steps"):
        reader.unknown(entry, STEP_KEYS, place)
        step = reader.text(entry, "step", place)
        if step not in STEPS:
            reader.wrong(f"{place}step", f"{shown(step)} is no step; there are {', '.join(STEPS)}")
            continue
        for key in sorted(entry.keys() & STEP_KEYS - {"step", "when", *STEPS[step]}):
            reader.wrong(f"{place}{key}", f"{step} has none; leave it out")
        when = reader.text(entry, "when", place) or OPENING
        if when not in words:
            reader.wrong(f"{place}when", f"{shown(when)} is no such time; there are {', '.join(words)}")
            continue
        found.append(
            ScenarioStep(
                place, step, when, reader.text(entry, "device", place) or "shuffler",
                reader.text(entry, "how", place) or "covered", reader.text(entry, "method", place) or "",
                reader.number(entry, "counted", place, None), reader.number(entry, "seat", place, None) or 0,
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda each: words.index(each.when)))


class Steps:
    """The steps of a scenario. After a recut or another shuffle the cards still lie as the scenario has them."""

    def __init__(self, rules: Rules, steps: tuple[ScenarioStep, ...], session: Session) -> None:
        self.rules = rules
        self.session = session
        self.pending = list(steps)
        self.deck: tuple[int, ...] = ()

    def prepare(self) -> None:
        """What was done before the first shuffle: all but what needs shuffled cards."""
        self._take([entry for entry in self.pending if entry.when == OPENING and entry.step not in _WITH_CARDS])

    def shuffle(self, deck: tuple[int, ...]) -> None:
        """The first shuffle, and what was done to the cards before the round was opened."""
        self.deck = deck
        self._do("deck", *self._shuffled())
        self.take(OPENING)

    def take(self, when: str) -> None:
        self._take([entry for entry in self.pending if entry.when == when])

    def _take(self, entries: list[ScenarioStep]) -> None:
        for entry in entries:
            self.pending.remove(entry)
            self._do(f"{entry.place}{entry.step}", *self._commands(entry))

    def _do(self, place: str, *commands: c.AnyCommand) -> None:
        for command in commands:
            answer = self.session.do(command)
            if isinstance(answer, Refused):
                raise MalformedData(f"{place}: {said(answer)}")

    def _commands(self, entry: ScenarioStep) -> Iterator[c.AnyCommand]:
        match entry.step:
            case "report_device":
                yield c.ReportDevice(Role.DEALER, 0, entry.device)
            case "cover_device":
                yield c.CoverDevice(Role.DEALER, 0, entry.device, entry.how)
            case "report_repair":
                yield c.ReportRepair(Role.FLOORPERSON, 0, entry.device)
            case "uncover_device":
                yield c.UncoverDevice(Role.DEALER, 0, entry.device)
            case "change_dealing":
                yield c.ChangeDealing(Role.FLOORPERSON, 0, entry.method)
            case "correct_count":
                yield c.CorrectCount(Role.FLOORPERSON, 0, entry.seat)
            case "order_recut":
                yield c.OrderRecut(Role.FLOORPERSON)
                yield c.CutCards(Role.DEALER, 0, self._depth)
            case "order_shuffle":
                yield c.OrderShuffle(Role.FLOORPERSON)
                yield from self._shuffled(entry.counted)
            case _:
                raise AssertionError(f"{entry.step} is no step of a scenario")

    @property
    def _depth(self) -> int:
        return self.rules.book.table.cut_depth.value

    def _shuffled(self, counted: int | None = None) -> Iterator[c.AnyCommand]:
        """A shuffle after which the cards lie as they should, once the recuts that still come are made."""
        recuts = 0
        for entry in self.pending:
            if entry.step == _SHUFFLE:
                break
            recuts += entry.step == _RECUT
        turned = (recuts * self._depth) % len(self.deck)
        laid = (*self.deck[-turned:], *self.deck[:-turned]) if turned else self.deck
        by_hand = not shuffler_in_use(self.rules, self.session.table)
        for command in shuffle_commands(self.rules, laid, 1, by_hand=by_hand):
            wrong = counted is not None and isinstance(command, c.Shuffle)
            yield replace(command, counted=counted) if wrong else command
