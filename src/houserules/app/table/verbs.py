"""Everything that may be asked of a table, one row per verb.

The requests that the API takes, the options that are offered, the matrix of roles, the description of the API and the
titles that a client shows all come from here. A verb of the game names its command; the command knows the step of the
rulebook, which has the clause, and the phases. A verb without a command, or for which the house does something
itself, has a handler in :mod:`houserules.app.table.handlers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from houserules.app.people.roles import DEALER, DEALER_OR_FLOOR, FLOOR, FLOOR_OR_ABOVE, PIT, PLAYER, Job, Person
from houserules.app.table import fields as f
from houserules.app.table.fields import DECK, SEAT, Field
from houserules.law.words import Role
from houserules.play import Command, Phase
from houserules.play import commands as c


@dataclass(frozen=True, slots=True)
class Verb:
    name: str
    title: str
    """For people: on a button, in a list of steps."""
    jobs: frozenset[Job]
    """Who may ask it. The rules of the game then say whether it may be done now."""
    about: str
    """For the description of the API."""
    command: type[Command] | None = None
    fields: tuple[Field, ...] = ()
    begins: bool = False
    """It puts money into play: nobody who works at a live table does so there."""
    finishes: bool = False
    """Anybody with a seat may do it there, whatever has become of their roles."""
    automatic: str = ""
    """The setting by which a table takes this step automatically; empty if only people take it."""
    second_person: bool = False
    """The documents require a different person from the one who did what it approves; a live table leaves it to
    people."""
    aside: bool = False
    """It is about something that went wrong, and is not part of the course of a round."""

    @property
    def is_work(self) -> bool:
        """Whether this is the work of a dealer, the floor or the pit at a table."""
        return Job.PLAYER not in self.jobs

    @property
    def phases(self) -> tuple[Phase, ...]:
        return self.command.phases if self.command is not None else ()

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of the rulebook that it may be."""
        command = self.command
        return () if command is None else tuple(filter(None, (command.step, command.other_step)))

    def role_of(self, person: Person) -> Role:
        """The role of the game in which this person asks it. If both dealers and the floor may ask it, a person who
        is both asks as the floor, which has more authority."""
        if not self.is_work:
            return Role.PLAYER
        if Job.DEALER not in self.jobs:
            return Role.FLOORPERSON
        return Role.FLOORPERSON if self.jobs & FLOOR and person.is_any(FLOOR_OR_ABOVE) else Role.DEALER


CONFIRM: Final = "confirm_cards"
"""Cards that one person enters, another confirms."""

_AT_THE_SEAT: Final = (
    Verb("sit", "Sit down", PLAYER, "Take a free seat, and buy chips with it.", fields=(SEAT, f.BUY_IN), begins=True),
    Verb(
        "leave", "Leave the table", PLAYER,
        'Chips are cashed out; wagers on the felt are taken back before "no more bets", and stay after it.',
        finishes=True,
    ),
    Verb("buy_in", "Buy chips", PLAYER, "Buy chips from the tray.", fields=(f.AMOUNT,), begins=True),
    Verb("cash_out", "Cash chips", PLAYER, "Change chips into money.", fields=(f.AMOUNT,), finishes=True),
    Verb(
        "ready", "Ready", PLAYER, "The sender bets nothing more in this round; when all are ready, betting closes.",
        finishes=True,
    ),
    Verb(
        "add_entropy", "Add to the shuffle", PLAYER, "Add a share to the next shuffle, whose seed is promised.",
        fields=(f.SHARE,),
    ),
    Verb(
        "place_wagers", "Place wagers", PLAYER, "Wagers for one box.", c.PlaceWagers, (SEAT, f.WAGERS, f.READY),
        begins=True,
    ),
    Verb(
        "withdraw_wagers", "Take wagers back", PLAYER, "Take back all wagers of one box while betting is open.",
        c.WithdrawWagers, (SEAT,), finishes=True,
    ),
    Verb(
        "act", "Decide", PLAYER, "The decision after the cards are seen.", c.Act,
        (SEAT, f.ACTION, f.STAKE, f.SET_CARDS), finishes=True,
    ),
)  # fmt: skip

_OPENING: Final = (
    Verb(
        "receive_cards", "Receive cards", DEALER, "A deck comes to the table.", c.ReceiveCards, (DECK,),
        automatic="open_cards",
    ),
    Verb(
        "inspect_cards", "Inspect the cards", DEALER, "The dealer has inspected the cards for defects.",
        c.InspectCards, (DECK,), automatic="open_cards",
    ),
    Verb(
        "verify_inspection", "Verify the inspection", FLOOR,
        "Somebody other than the one who inspected the cards verifies it.", c.VerifyInspection, (DECK,),
        automatic="verify_inspection", second_person=True,
    ),
    Verb(
        "spread_cards", "Spread the cards face up", DEALER, "The cards lie face up for the first player.",
        c.SpreadCards, (DECK,), automatic="open_cards",
    ),
    Verb(
        "view_cards", "A player views the cards", PLAYER, "The first player to arrive has looked at the cards.",
        c.ViewCards, (DECK,), finishes=True, automatic="open_cards",
    ),
    Verb(
        "stack_cards", "Mix and stack the cards", DEALER, "The cards are turned, mixed and stacked.", c.StackCards,
        (DECK,), automatic="open_cards",
    ),
)  # fmt: skip

_BETWEEN_ROUNDS: Final = (
    Verb(
        "order_shuffle", "Order a shuffle", FLOOR_OR_ABOVE, "The floor has the cards shuffled again.",
        c.OrderShuffle, (DECK,),
    ),
    Verb(
        "order_recut", "Order another cut", FLOOR_OR_ABOVE, "The floor has the cards cut, or cut again.",
        c.OrderRecut, (DECK,),
    ),
    Verb(
        "remove_deck", "Take the deck away", DEALER_OR_FLOOR, "A deck leaves the table.", c.RemoveDeck, (DECK,),
        automatic="change_decks",
    ),
    Verb(
        "shuffle", "Shuffle", DEALER, "Without cards the service's own shuffler is used.", c.Shuffle,
        (DECK, f.CARDS_IN_ORDER, f.AS_DEALT, f.SHUFFLER_COUNTED), automatic="shuffle",
    ),
    Verb(
        CONFIRM, "Confirm the entered cards", FLOOR_OR_ABOVE,
        "At a live table: somebody other than the one who entered the cards confirms them.", fields=(DECK,),
    ),
    Verb(
        "cut_cards", "Cut", DEALER, "After a shuffle by hand, or on order.", c.CutCards, (DECK, f.DEPTH),
        automatic="shuffle",
    ),
    Verb(
        "open_round", "Invite wagers", DEALER, "A round begins with the deck whose turn it is.", c.OpenRound,
        automatic="open_round",
    ),
    Verb(
        "go_idle", "Leave the table idle", DEALER, "Nobody plays: the cards are spread.", c.GoIdle, (f.FACE_UP,)
    ),
    Verb("close_table", "Close the table", FLOOR, "The table closes.", c.CloseTable),
    Verb(
        "report_device", "Device out of order", DEALER_OR_FLOOR, "A shuffler or a shoe cannot be used.",
        c.ReportDevice, (f.DEVICE,), aside=True,
    ),
    Verb(
        "cover_device", "Cover the device", DEALER_OR_FLOOR, "A device that is out of order is covered or marked.",
        c.CoverDevice, (f.DEVICE, f.HOW), aside=True,
    ),
    Verb(
        "report_repair", "Device repaired", FLOOR_OR_ABOVE, "A device that was out of order can be used again.",
        c.ReportRepair, (f.DEVICE,), aside=True,
    ),
    Verb(
        "uncover_device", "Uncover the device", DEALER_OR_FLOOR,
        "The cover or the sign comes off a device that was repaired.", c.UncoverDevice, (f.DEVICE,), aside=True,
    ),
    Verb(
        "change_dealing", "Change the dealing", FLOOR, "Another lawful way of dealing.", c.ChangeDealing, (f.METHOD,)
    ),
)  # fmt: skip

_IN_A_ROUND: Final = (
    Verb(
        "no_more_bets", "Close betting", DEALER, "The dealer announces it, and the progressive system locks.",
        c.NoMoreBets, automatic="close_betting",
    ),
    Verb(
        "collect_progressive", "Collect the Progressive chips", DEALER,
        "Chips and lit sensors are counted and compared with the wagers.", c.CollectProgressive,
        (f.CHIPS, f.SENSORS), automatic="collect_progressive",
    ),
    Verb(
        "correct_count", "Give a Progressive chip back", FLOOR,
        "A chip that the progressive system did not accept goes back.", c.CorrectCount, (SEAT,),
    ),
    Verb(
        "read_cards", "Read the next cards", DEALER,
        "The next cards of a deck that lies unread; the step that deals them comes after it.", c.ReadCards,
        (f.NEXT_CARDS,),
    ),
    Verb("deal", "Deal", DEALER, "The initial cards.", c.Deal, automatic="deal"),
    Verb(
        "deal_community", "Turn over community cards", DEALER, "The next community cards.", c.DealCommunity,
        automatic="deal_community",
    ),
    Verb(
        "count_stub", "Count the stub", DEALER, "The cards of the stub, which the service compares.", c.CountStub,
        (f.COUNTED, f.MISDEALT, f.IN_DECK), automatic="count_stub",
    ),
    Verb("reveal", "Turn over your hand", DEALER, "The dealer's hand is shown.", c.Reveal, automatic="reveal"),
    Verb(
        "settle", "Settle from your right", DEALER,
        "Settle on, in the document's order, until all is settled or somebody must act first.", c.Settle,
        automatic="settle",
    ),
    Verb(
        "spin_wheel", "Spin the wheel", DEALER, "Without a symbol the service spins.", c.SpinWheel,
        (SEAT, f.SYMBOL), automatic="spin_wheel",
    ),
    Verb(
        "validate_payout", "Validate the payout", DEALER | FLOOR_OR_ABOVE,
        "A progressive win is validated, by a dealer only where the document has it so.", c.ValidatePayout, (SEAT,),
        automatic="validate_payout", second_person=True,
    ),
    Verb(
        "report", "Report an irregularity", DEALER | FLOOR_OR_ABOVE, "Something went wrong with the cards or a hand.",
        c.Report, (f.KIND, f.HOW_MANY, f.CARDS_FOUND, f.WHOSE_SEAT, f.WHO, f.DURING), automatic="abandoned_hands",
        aside=True,
    ),
)  # fmt: skip

_OF_THE_PIT: Final = (
    Verb("fill_tray", "Fill the tray", PIT, "Chips come from the cage.", fields=(f.AMOUNT,), automatic="fill_tray"),
    Verb("credit_tray", "Credit the tray", PIT, "Chips go back to the cage.", fields=(f.AMOUNT,)),
    Verb(
        "change_settings", "Change the settings", PIT, "What is left out stays as it is.",
        fields=(f.AUTOMATIC, f.BETTING_SECONDS, f.DECISION_SECONDS, f.LEAST_TRAY),
    ),
    Verb(
        "put_away_alarm", "Put the alarm away", PIT, "The sender has seen to a result that was flagged.",
        fields=(f.WAGER, f.ALARM, f.REASON),
    ),
)  # fmt: skip

VERBS: Final[dict[str, Verb]] = {
    verb.name: verb for verb in (*_AT_THE_SEAT, *_OPENING, *_BETWEEN_ROUNDS, *_IN_A_ROUND, *_OF_THE_PIT)
}
VERB_OF: Final[dict[type[Command], Verb]] = {
    verb.command: verb for verb in VERBS.values() if verb.command is not None
}

STEPS: Final = tuple(dict.fromkeys(verb.automatic for verb in VERBS.values() if verb.automatic))
"""Everything that a dealer or a floorperson does and that a table may be set to do automatically."""

SECOND_PERSON: Final = {verb.automatic: verb for verb in VERBS.values() if verb.second_person}
"""Steps for which the documents want a second pair of eyes; a live table leaves them to people."""
