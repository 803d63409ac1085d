"""The state of a table. Frozen: only :func:`houserules.play.evolving.evolve` makes the next one."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from houserules.play.events import WagerSettled

DEALER = 0
BOARD = -1
PRESHUFFLED = "preshuffled"
UNREAD = -1
"""In place of a card in the deck that nobody has read yet: it is read when it is dealt."""


class DeckStatus(Enum):
    """The life of a deck at the table."""

    RECEIVED = "received"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    VIEWED = "viewed"
    STACKED = "stacked"
    """Mixed or used: it must be shuffled before it is dealt."""
    SHUFFLED = "shuffled"
    """Shuffled, and a cut is still needed."""
    READY = "ready"
    IN_PLAY = "in_play"


class Phase(Enum):
    """A phase of a round is a set of lawful acts."""

    BETTING = "betting"
    DEALING = "dealing"
    """After "no more bets", before the cards."""
    DECISIONS = "decisions"
    BOARD = "board"
    """All have acted on what they see; community cards come next."""
    REVEAL = "reveal"
    SETTLING = "settling"


class Deck(Struct, frozen=True, gc=False):
    number: int
    status: DeckStatus
    received_at: int
    cut: bool = False
    method: str = ""
    """How the cards were shuffled: ``preshuffled``, ``by_hand`` or the shuffler; empty while they are not
    shuffled."""
    occasion: str = ""
    """The step of the rulebook that calls for a shuffle of a stacked deck: before play, after a round, or on
    order."""
    cards: tuple[int, ...] = ()
    entered: bool = False
    """Whether the order came from outside, so that nobody can verify how it came about."""


class Seat(Struct, frozen=True, gc=False):
    """One box with wagers on it."""

    seat: int
    player: int
    stakes: tuple[tuple[str, int], ...]
    cards: tuple[int, ...] = ()
    action: str = ""
    """Empty while the decision is open; then ``fold`` or the wager that was made. ``check`` lasts until the next
    street."""
    raised: tuple[tuple[str, int], ...] = ()
    """The wagers made after the deal, in order."""
    set_cards: tuple[int, ...] = ()
    """The cards that the player set to play against the dealer; empty where none were."""
    forfeited: str | None = None
    """Why all wagers of this box are lost, if they are."""
    incomplete: bool = False

    def stake(self, wager: str) -> int:
        """What was staked on a wager before the deal."""
        for name, amount in self.stakes:
            if name == wager:
                return amount
        return 0

    @property
    def amount(self) -> int:
        """All that was staked after the deal."""
        return sum(amount for _, amount in self.raised)

    def has_raised(self, wager: str) -> bool:
        return any(name == wager for name, _ in self.raised)


class Void(Struct, frozen=True, gc=False):
    """One reason for which the round is void; there may be several, but no two of the same kind."""

    clauses: tuple[str, ...]
    reason: str
    settled: tuple[str, ...]
    """The wagers that are settled even so, as far as this reason goes."""
    settled_by: tuple[str, ...]
    """The clauses by which these are settled: one for each wager, or all for all of them."""
    returned_by: tuple[str, ...]
    """The clauses by which the other wagers go back."""
    then: str

    def why_settled(self, wager: str) -> tuple[str, ...]:
        """The clauses by which this wager is settled even so."""
        if len(self.settled_by) != len(self.settled):
            return self.settled_by
        return (self.settled_by[self.settled.index(wager)],)


class Round(Struct, frozen=True, gc=False):
    number: int
    deck: int
    entered: bool = False
    """Whether its cards came from outside, as in :class:`Deck`."""
    phase: Phase = Phase.BETTING
    seats: tuple[Seat, ...] = ()
    stock: tuple[int, ...] = ()
    """The cards not yet dealt, top first; those already read come before those that are not."""
    dealer: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    board_face_down: tuple[int, ...] = ()
    board_size: int = 0
    burned: tuple[int, ...] = ()
    set_aside: tuple[int, ...] = ()
    """Cards found face up; a card that nobody could read is listed as unread."""
    face_up_early: int = 0
    """How many of them were found before all boxes had their initial cards."""
    stage: int = 0
    """Which street the players decide on, counted from 0."""
    turn: int | None = None
    """The index in ``seats`` of the player who is asked now."""
    collected: bool = False
    stub_counted: bool = False
    revealed: bool = False
    dealer_key: int = 0
    qualifies: bool = False
    voids: tuple[Void, ...] = ()
    """Why the round is void, in the order of their clauses; empty while it is not."""
    stopped: Phase | None = None
    """The first phase in which something happened that made the round void."""
    claim: int | None = None
    validated: tuple[int, ...] = ()
    spins: tuple[tuple[int, str], ...] = ()
    settled_to: int = -1
    """How far settlement has come in its list of steps."""
    lines: tuple[WagerSettled, ...] = ()
    felt: int = 0
    """What lies on the layout now."""

    @property
    def void(self) -> Void | None:
        return self.voids[0] if self.voids else None

    @property
    def spared(self) -> tuple[str, ...]:
        """The wagers that are settled although the round is void: those that no reason returns."""
        first = self.voids[0].settled if self.voids else ()
        return tuple(wager for wager in first if all(wager in void.settled for void in self.voids))

    @property
    def moment(self) -> Phase:
        """The phase by which a report is judged. A void round stays where it was stopped."""
        return self.stopped or self.phase

    def seat(self, number: int) -> Seat | None:
        for seat in self.seats:
            if seat.seat == number:
                return seat
        return None


class Table(Struct, frozen=True, gc=False):
    """A table from its first deck until it closes. A new one is ``Table()`` with its meters set."""

    main: int = 0
    secondary: int = 0
    now: int = 0
    decks: tuple[Deck, ...] = ()
    dealing: str = ""
    """The method in use; empty means the one of the submission."""
    order: str = ""
    failed: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    idle: bool = False
    rounds: int = 0
    rounds_since_count: int = 0
    last_deck: int = 0
    round: Round | None = None
    closed: bool = False

    @property
    def round_begun(self) -> bool:
        """Whether a round has begun. One that was opened and has no wagers, or none any more, has not."""
        return self.round is not None and (self.round.phase is not Phase.BETTING or bool(self.round.seats))

    def deck(self, number: int) -> Deck | None:
        for deck in self.decks:
            if deck.number == number:
                return deck
        return None
