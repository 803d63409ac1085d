"""What the floor and the dealer did with devices and cards in a scenario, at the times that it gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from houserules.law import MalformedData
from houserules.law.words import Role
from houserules.play import (
    DeckStatus,
    Refused,
    Rules,
    Session,
    opening_commands,
    shuffle_commands,
    shuffler_in_use,
)
from houserules.play import commands as c
from houserules.scenarios.fields import Reader, said, shown

STEP_KEYS: Final = {"step", "when", "device", "how", "method", "counted", "seat", "deck", "face_up"}
STEPS: Final[dict[str, tuple[str, ...]]] = {
    "report_device": ("device",), "cover_device": ("device", "how"), "report_repair": ("device",),
    "uncover_device": ("device",), "change_dealing": ("method",), "correct_count": ("seat",), "order_recut": (),
    "order_shuffle": ("counted",), "receive_preshuffled_cards": (), "go_idle": ("face_up",), "remove_deck": ("deck",),
    "close_table": (),
}  # fmt: skip
"""What the floor and the dealer may do with devices and cards, each with its keys."""
OPENING: Final = "opening"
"""When a step is taken whose time is not given: before the round is opened."""
AFTER: Final = "after"
"""After the round is over."""

_RECUT: Final = "order_recut"
_PRESHUFFLED: Final = "receive_preshuffled_cards"
_SHUFFLED_ANEW: Final = ("order_shuffle", "go_idle", "remove_deck")
"""After these the cards are shuffled again before they are dealt."""
_WITH_CARDS: Final = (_RECUT, _PRESHUFFLED, *_SHUFFLED_ANEW)
_DECK: Final = 1
"""The deck that the round is played with."""


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
    deck: int
    face_up: bool


def read_steps(reader: Reader, data: Mapping[str, Any], times: list[str]) -> tuple[ScenarioStep, ...]:
    """The steps in the order in which they were taken."""
    words, found = [OPENING, *times, AFTER], []
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
                reader.number(entry, "deck", place, _DECK) or 0, _is_set(reader, entry, "face_up", place),
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda each: words.index(each.when)))


def _is_set(reader: Reader, entry: Mapping[str, Any], key: str, place: str) -> bool:
    value = entry.get(key, False)
    if not isinstance(value, bool):
        reader.wrong(f"{place}{key}", f"expected true or false, not {shown(value)}")
    return value is True


class Steps:
    """The steps of a scenario. After a recut or another shuffle the cards still lie as the scenario has them."""

    def __init__(self, rules: Rules, steps: tuple[ScenarioStep, ...], session: Session) -> None:
        self.rules = rules
        self.session = session
        self.pending = list(steps)
        self.deck: tuple[int, ...] = ()

    def prepare(self) -> None:
        """Brings the decks and takes the steps before the first shuffle: all that need no shuffled cards."""
        come_shuffled = self._preshuffled() is not None
        self._do("steps", self._brought([deck for deck in self._decks if deck != _DECK or not come_shuffled]))
        self._take([entry for entry in self.pending if entry.when == OPENING and entry.step not in _WITH_CARDS])

    def shuffle(self, deck: tuple[int, ...]) -> None:
        """The first shuffle, and what was done to the cards before the round was opened."""
        self.deck = deck
        preshuffled = self._preshuffled()
        if preshuffled is None:
            self._do("deck", self._shuffled())
        else:
            self._take([preshuffled])
        self.take(OPENING)

    def take(self, when: str) -> None:
        self._take([entry for entry in self.pending if entry.when == when])

    def _take(self, entries: list[ScenarioStep]) -> None:
        for entry in entries:
            self.pending.remove(entry)
            self._do(f"{entry.place}{entry.step}", self._commands(entry))

    @property
    def _decks(self) -> range:
        return range(1, self.rules.submission.table.decks + 1)

    def _preshuffled(self) -> ScenarioStep | None:
        """The step by which the cards of the round came preinspected and preshuffled, and skipped the steps of
        opening."""
        return next((each for each in self.pending if each.step == _PRESHUFFLED and each.when == OPENING), None)

    def _brought(self, decks: Iterable[int]) -> Iterator[c.AnyCommand]:
        """Decks that arrive, up to the washed stack."""
        wanted = {*decks}
        return (each for each in opening_commands(max(self._decks)) if getattr(each, "deck", None) in wanted)

    def _do(self, place: str, commands: Iterable[c.AnyCommand]) -> None:
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
            case _:
                yield from self._with_cards(entry)

    def _with_cards(self, entry: ScenarioStep) -> Iterator[c.AnyCommand]:
        """What is done with a deck. Before the round the cards are made ready again; after it they are not."""
        match entry.step:
            case "order_recut":
                yield c.OrderRecut(Role.FLOORPERSON)
                yield c.CutCards(Role.DEALER, 0, self._depth)
            case "order_shuffle":
                yield c.OrderShuffle(Role.FLOORPERSON)
                yield from self._shuffled(entry.counted)
            case "receive_preshuffled_cards":
                yield c.ReceiveCards(Role.DEALER, 0, _DECK, preshuffled=True, cards=self._laid(cuts=1))
                yield c.CutCards(Role.DEALER, 0, self._depth, _DECK)
            case "go_idle":
                yield c.GoIdle(Role.DEALER, 0, entry.face_up)
                if entry.when == OPENING:
                    yield from self._stacked_again()
                    yield from self._shuffled()
            case "remove_deck":
                yield c.RemoveDeck(Role.DEALER, 0, entry.deck)
                if entry.when == OPENING:
                    yield from self._brought([entry.deck])
                    yield from self._shuffled() if entry.deck == _DECK else ()
            case "close_table":
                yield c.CloseTable(Role.FLOORPERSON)
            case _:
                raise AssertionError(f"{entry.step} is no step of a scenario")

    @property
    def _depth(self) -> int:
        return self.rules.book.table.cut_depth.value

    def _stacked_again(self) -> Iterator[c.AnyCommand]:
        """The cards that were spread: the first player looks at them, and they are washed and stacked."""
        for deck in [each.number for each in self.session.table.decks if each.status is DeckStatus.SPREAD]:
            yield c.ViewCards(Role.PLAYER, 0, deck)
            yield c.StackCards(Role.DEALER, 0, deck)

    def _laid(self, cuts: int = 0) -> tuple[int, ...]:
        """How the cards must lie before these cuts and the recuts still to come."""
        for entry in self.pending:
            if entry.step in _SHUFFLED_ANEW:
                break
            cuts += entry.step == _RECUT
        turned = (cuts * self._depth) % len(self.deck)
        return (*self.deck[-turned:], *self.deck[:-turned]) if turned else self.deck

    def _shuffled(self, counted: int | None = None) -> Iterator[c.AnyCommand]:
        """A shuffle that leaves the cards as they should lie once the recuts still to come are made."""
        by_hand = not shuffler_in_use(self.rules, self.session.table)
        for command in shuffle_commands(self.rules, self._laid(), _DECK, by_hand=by_hand):
            wrong = counted is not None and isinstance(command, c.Shuffle)
            yield replace(command, counted=counted) if wrong else command
