"""The shuffles of the audit: every deck is recomputed from its promised seed and the players' shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from houserules.app.audit.staff import Staff
from houserules.app.table import events as f
from houserules.app.table.state import Seal, TableState
from houserules.app.table.verbs import CONFIRM, VERB_OF, VERBS
from houserules.play import commands as c
from houserules.play import events as e
from houserules.shuffle import AS_DEALT, AUTOMATIC, ENTERED, Sealed, SeedCommitment, is_promised

ShuffleFact = (
    f.SeedPromised | f.EntropyAdded | f.DeckSealed | f.DeckDiscarded | f.DeckOpened | f.StepTaken | f.CardsConfirmed
    | f.SettingsChanged
)  # fmt: skip
_METHODS: Final = (AUTOMATIC, ENTERED, AS_DEALT)


class Shuffles:
    """The shuffles of a whole house. No seed is used twice, at any table."""

    def __init__(self, staff: Staff) -> None:
        self.staff = staff
        self._seeds: set[bytes] = set()
        self.worked_out = 0
        """Decks that their seeds and shares reproduced."""
        self.outside = 0
        """Decks that came from no seed."""

    def is_new(self, seed: bytes) -> bool:
        before = len(self._seeds)
        self._seeds.add(seed)
        return len(self._seeds) > before


class TableShuffles:
    """The decks of one table, from the promise of a seed to the round that was dealt from it."""

    def __init__(self, house: Shuffles) -> None:
        self._house = house
        self._shuffled: dict[int, e.CardsShuffled] = {}
        """Decks that were shuffled but are not sealed yet."""
        self._opened: tuple[int, int] = (0, 0)
        """Deck and number of the newest round."""
        self._alone: dict[int, str] = {}
        """For each deck of a live table: who entered its cards and has not yet had a second person confirm them."""

    def forget(self) -> None:
        """The content of what comes next was removed."""
        self._shuffled.clear()
        self._alone.clear()
        self._opened = 0, 0

    def shuffle(self, event: e.CardsShuffled) -> None:
        self._shuffled[event.deck] = event

    def open_round(self, state: TableState, event: e.RoundOpened) -> Iterator[str]:
        """A round is dealt from a sealed deck. If a live table's deck was entered, a second person has confirmed
        it."""
        self._opened = event.deck, event.round
        seal = state.seal(event.deck)
        if seal is None or not seal.shuffled or event.deck in self._shuffled:
            yield f"round {event.round} is dealt from deck {event.deck}, which was not sealed"
        if event.deck in self._alone or state.unconfirmed(event.deck):
            yield f"round {event.round} is dealt from deck {event.deck}, whose cards no second person has confirmed"

    def see(self, state: TableState, fact: ShuffleFact, version: int, actor: str) -> Iterator[str]:
        """What is wrong with this fact, which ``actor`` asked for, given the state of the table before it."""
        match fact:
            case f.SettingsChanged(settings=settings):
                if settings.entered_cards != state.settings.entered_cards:
                    yield "whether cards may be entered is changed after the table was opened"
            case f.StepTaken(step=step, subject=deck, by=by):
                if step == CONFIRM and (by, by) != (actor, self._alone.pop(deck, "")):
                    yield f"{by} is said to have entered the cards of deck {deck}, and did not"
            case f.CardsConfirmed():
                yield from _confirmed(state, fact, actor)
                if self._house.staff.lacks(fact.by, VERBS[CONFIRM].jobs):
                    yield f"{fact.by} confirms the cards of {fact.context} without a role that may"
            case f.SeedPromised():
                yield from self._promised(state, fact, version)
            case f.EntropyAdded():
                waiting = (seal for seal in state.seals if seal.promise and not seal.shuffled)
                if fact.deal not in [seal.context for seal in waiting]:
                    yield f"a share goes into {fact.deal}, of which no seed is promised, or which is shuffled"
            case f.DeckSealed():
                yield from self._sealed(state.seal(fact.deck), fact)
                if fact.method != AUTOMATIC:
                    yield from self._entered(state, fact, actor)
            case f.DeckDiscarded():
                yield from self._ended(state.seal(fact.deck), fact)
                self._shuffled.pop(fact.deck, None)
                self._alone.pop(fact.deck, None)
            case f.DeckOpened():
                yield from self._ended(state.seal(fact.deck), fact)
                if self._opened[1] and (fact.deck, fact.round) != self._opened:
                    yield f"deck {fact.deck} is opened after round {fact.round}; the last was {self._opened[1]}"

    def _promised(self, state: TableState, fact: f.SeedPromised, version: int) -> Iterator[str]:
        named = f"{state.stream}/shuffle:{version}"
        if fact.context != named:
            yield f"a shuffle is called {fact.context}, not {named}"
        before = state.seal(fact.deck)
        if before is not None and before.shuffled:
            yield f"the shuffle {before.context} is neither played nor given up, and another is promised"
        if not fact.seed:
            if fact.commitment:
                yield "a seed is committed to, and there is none"
            return
        if before is not None and before.seed and not before.shuffled:
            yield f"the seed of {before.context} was promised, and another is drawn in its place"
        seed = _bytes(fact.seed)
        if not SeedCommitment(fact.context, fact.commitment).holds(seed):
            yield f"the seed of {fact.context} is not the one that was committed to"
        if not self._house.is_new(seed):
            yield f"the seed of {fact.context} was promised for another shuffle before"

    def _sealed(self, promised: Seal | None, fact: f.DeckSealed) -> Iterator[str]:
        shuffled = self._shuffled.pop(fact.deck, None)
        if shuffled is None or promised is None or promised.shuffled or promised.context != fact.context:
            yield f"{fact.context} is sealed, and was not promised or not shuffled"
            return
        if tuple(card for card in shuffled.cards if card >= 0) != fact.cards:  # The others have not been read.
            yield f"the cards of {fact.context} are sealed in another order than they were shuffled in"
        if fact.method not in _METHODS or (fact.method == AUTOMATIC) != (shuffled.entered is UNSET):
            yield f"the cards of {fact.context} came about as {fact.method!r}, which is not what the shuffle says"
        if fact.method == AUTOMATIC:
            yield from self._worked_out(promised, fact)
        else:
            self._house.outside += 1
            if fact.shares:
                yield f"players' shares went into {fact.context}, whose cards came from outside"
        if fact.cards and not _is_sealed(fact):
            yield f"the root of {fact.context} is not that of its cards and salts"

    def _entered(self, state: TableState, fact: f.DeckSealed, actor: str) -> Iterator[str]:
        """Cards come from outside only if the table was opened for it, and at a live table one person enters them and
        another confirms them."""
        if not state.settings.entered_cards:
            yield f"the cards of {fact.context} came from outside, at a table that was not opened for it"
        if state.kind == f.LIVE:
            self._alone[fact.deck] = actor
            if self._house.staff.lacks(actor, VERB_OF[c.Shuffle].jobs):
                yield f"{actor} enters the cards of {fact.context} without a role that may"

    def _worked_out(self, promised: Seal, fact: f.DeckSealed) -> Iterator[str]:
        self._house.worked_out += 1
        if fact.shares != promised.shares:
            yield f"the shares that went into {fact.context} are not those that players added"
        shares = [_bytes(share) for share in promised.shares]
        commitment = SeedCommitment(fact.context, promised.promise)
        try:
            came_out = is_promised(commitment, _bytes(promised.seed), shares, fact.cards)
        except ValueError:
            came_out = False
        if not came_out:
            yield f"the seed and the shares of {fact.context} lead to another order of the cards"

    def _ended(self, seal: Seal | None, fact: f.DeckDiscarded | f.DeckOpened) -> Iterator[str]:
        if seal is None or seal.context != fact.context or not (seal.shuffled or fact.deck in self._shuffled):
            yield f"{fact.context} ends, and deck {fact.deck} was not shuffled so"


def _confirmed(state: TableState, fact: f.CardsConfirmed, actor: str) -> Iterator[str]:
    seal, entered_by = state.seal(fact.deck), state.taken_by(CONFIRM, fact.deck)
    if seal is None or seal.context != fact.context or entered_by is None:
        yield f"the cards of {fact.context} are confirmed, and nobody has entered them"
    elif fact.by == entered_by:
        yield f"{fact.by} confirms the cards of {fact.context}, which they entered"
    if fact.by != actor:
        yield f"{fact.by} is said to have confirmed the cards of {fact.context}, and {actor} asked for it"


def _is_sealed(fact: f.DeckSealed) -> bool:
    """Whether the root is that of these cards, each with a salt of its own."""
    if len(set(fact.salts)) != len(fact.cards):
        return False
    try:
        return Sealed(fact.context, fact.cards, fact.salts).commitment.root == fact.commitment
    except (ValueError, OverflowError):
        return False


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
