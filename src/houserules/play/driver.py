"""Runs commands in sequence, and gives the commands that bring a table to its first deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET, UnsetType

from houserules.law.words import Role
from houserules.play import commands as c
from houserules.play.deciding import decide
from houserules.play.events import Accepted, AnyEvent
from houserules.play.evolving import evolve
from houserules.play.refusals import Refused
from houserules.play.rules import Rules
from houserules.play.state import Table


class Session:
    """A table on which commands are tried one after another, with everything that happened."""

    def __init__(self, rules: Rules, table: Table) -> None:
        self.rules = rules
        self.table = table
        self.events: list[AnyEvent] = []

    def do(self, command: c.AnyCommand) -> Accepted | Refused:
        answer = decide(self.rules, self.table, command)
        if isinstance(answer, Accepted):
            for event in answer.events:
                self.table = evolve(self.table, event)
            self.events.extend(answer.events)
        return answer

    def must(self, *commands: c.AnyCommand) -> None:
        """Runs commands that the rules always allow here; a refusal is a fault of the program."""
        for command in commands:
            answer = self.do(command)
            assert isinstance(answer, Accepted), f"{command} was refused: {answer}"


def opening_commands(decks: int, at: int = 0) -> Iterator[c.AnyCommand]:
    """Every step from the decks' arrival to a washed stack."""
    for deck in range(1, decks + 1):
        yield c.ReceiveCards(Role.DEALER, at, deck)
        yield c.InspectCards(Role.DEALER, at, deck)
        yield c.VerifyInspection(Role.FLOORPERSON, at, deck)
        yield c.SpreadCards(Role.DEALER, at, deck)
        yield c.ViewCards(Role.PLAYER, at, deck)
        yield c.StackCards(Role.DEALER, at, deck)


def shuffle_commands(
    rules: Rules, cards: Iterable[int], deck: int, at: int = 0, by_hand: bool = False
) -> Iterator[c.AnyCommand]:
    """A shuffle, and a cut where one is needed, that leave the cards in the given order, top first. A table without a
    shuffler shuffles by hand."""
    ordered = tuple(cards)
    by_hand = by_hand or rules.submission.table.shuffler == "none"
    if not by_hand:
        yield shuffle_command(rules, ordered, deck, at, by_hand)
        return
    depth = rules.book.table.cut_depth.value
    below = len(ordered) - depth
    yield shuffle_command(rules, (*ordered[below:], *ordered[:below]), deck, at, by_hand)
    yield c.CutCards(Role.DEALER, at, depth, deck)


def shuffle_command(
    rules: Rules, cards: tuple[int, ...], deck: int, at: int, by_hand: bool, entered: bool | UnsetType = UNSET
) -> c.Shuffle:
    """A shuffle by hand, or by the device that the submission names."""
    if by_hand:
        return c.Shuffle(Role.DEALER, at, cards, deck, entered=entered)
    counted = (len(cards) or rules.cards_in_deck) if rules.shuffling.counts else None
    return c.Shuffle(Role.DEVICE, at, cards, deck, counted, entered)
