"""The fields of requests: what the API accepts for each, and what the rules of the game get instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from msgspec import NODEFAULT, UNSET, Meta, UnsetType

from houserules.cards import parse_card
from houserules.money import parse_dollars

# Patterns end with \Z: in Python, $ also matches before a final line feed. The description of the API says $ instead.
_DOLLARS: Final = r"^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?\Z"
_WORD: Final = r"^[a-z0-9_]+\Z"
_CARD: Final = r"^[2-9TJQKA][shdc]\Z"

CommandId = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+\Z")]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Dollars = Annotated[str, Meta(max_length=24, pattern=_DOLLARS, examples=["10"])]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
DeckNumber = Annotated[int, Meta(ge=1, le=2)]
Word = Annotated[str, Meta(min_length=1, max_length=64, pattern=_WORD)]
Count = Annotated[int, Meta(ge=0, le=104)]
Seconds = Annotated[int, Meta(ge=0, le=3600)]
CardText = Annotated[str, Meta(pattern=_CARD)]
Cards = Annotated[tuple[CardText, ...], Meta(min_length=1, max_length=52)]
Wagers = Annotated[dict[Word, Dollars], Meta(min_length=1, max_length=12)]
Text = Annotated[str, Meta(min_length=1, max_length=16)]
Reason = Annotated[str, Meta(min_length=3, max_length=400)]
Steps = Annotated[tuple[Word, ...], Meta(max_length=32)]


def _as_it_is(value: Any) -> Any:
    return value


def read_cards(cards: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(int(parse_card(card)) for card in cards)


def _read_set_cards(cards: tuple[str, ...] | UnsetType) -> tuple[int, ...] | UnsetType:
    return UNSET if cards is UNSET else read_cards(cards)


def _read_wagers(wagers: dict[str, str]) -> tuple[tuple[str, int], ...]:
    return tuple((name, parse_dollars(amount)) for name, amount in wagers.items())


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    type: Any
    """The type that the API accepts."""
    default: Any = NODEFAULT
    about: str = ""
    """For the description of the API."""
    read: Callable[[Any], Any] = _as_it_is
    """Converts what was sent to what the rules of the game want: dollars and cards become whole numbers."""
    fixed: bool = False
    """An option states the value, and the client sends it back with the option."""
    suffix: str = ""
    """What the value adds to the title of an option."""
    input: str = ""
    """How the person who takes the step states it: ``count``, ``deck``, ``cards``, ``choice``; empty: not asked."""
    label: str = ""
    """What that person is asked for."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """What must be added to the description of the API, because Litestar leaves it out."""

    @property
    def required(self) -> bool:
        return self.default is NODEFAULT

    def of(self, request: Any) -> Any:
        """The value in a request, in the form that the rules of the game want; None stays None."""
        value = getattr(request, self.name)
        return value if value is None else self.read(value)


_CARD_SCHEMA: Final = {"items": {"type": "string", "pattern": _CARD}}
_WAGERS_SCHEMA: Final = {
    "additionalProperties": {"type": "string", "maxLength": 24, "pattern": _DOLLARS, "examples": ["10"]},
    "propertyNames": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": _WORD},
    "minProperties": 1,
    "maxProperties": 12,
}

SEAT: Final = Field("seat", SeatNumber, fixed=True, suffix=", seat {}")
DECK: Final = Field("deck", DeckNumber, 1, fixed=True, suffix=", deck {}")
AMOUNT: Final = Field("amount", Dollars, read=parse_dollars)
BUY_IN: Final = Field("buy_in", Dollars | None, None, "Chips bought with the same request.", parse_dollars)
WAGERS: Final = Field("wagers", Wagers, about="Dollars by wager.", read=_read_wagers, schema=_WAGERS_SCHEMA)
READY: Final = Field("ready", bool, False, "The sender will bet nothing more in this round.")
ACTION: Final = Field("action", Word, fixed=True)
STAKE: Final = Field("amount", Dollars, "0", "What is wagered with the decision.", parse_dollars)
SET_CARDS: Final = Field(
    "cards", Cards | UnsetType, UNSET,
    "The cards set to play against the dealer, where the document lets players set them.", _read_set_cards,
    schema=_CARD_SCHEMA,
)  # fmt: skip
SHARE: Final = Field("text", Text, about="Text of the player's choice, at most 64 bytes.")
CARDS_IN_ORDER: Final = Field(
    "cards", Cards | None, None, "As they lie, top first, read by a shoe or a scanner.", read_cards,
    input="deck", label="Cards read by a shoe or a scanner", schema=_CARD_SCHEMA,
)  # fmt: skip
AS_DEALT: Final = Field("as_dealt", bool, False, "Nobody knows the order: each card is read as it is dealt.")
SHUFFLER_COUNTED: Final = Field(
    "counted", Count | None, None,
    "What a counting shuffler shows for cards from outside; 0: it shows none. Left out: as many as there are.",
    input="count", label="Cards that the device counts (0: it shows no count)",
)  # fmt: skip
NEXT_CARDS: Final = Field(
    "cards", Cards, about="The next cards, top first.", read=read_cards, input="cards", label="The next cards"
)
CARDS_FOUND: Final = Field(
    "cards", Annotated[tuple[CardText, ...], Meta(max_length=52)], (),
    "The cards, where they can be read; one that is not named is the next of the deck.",
    read_cards, input="cards", label="Which cards, if they can be read", schema=_CARD_SCHEMA,
)  # fmt: skip
DEPTH: Final = Field("depth", Count, 10, fixed=True, input="count", label="Cards above the cut")
CHIPS: Final = Field("chips", Count, fixed=True, input="count", label="Chips that you count")
SENSORS: Final = Field("sensors", Count, fixed=True, input="count", label="Sensors that are lit")
COUNTED: Final = Field("counted", Count, fixed=True, input="count", label="Cards in the stub")
MISDEALT: Final = Field(
    "misdealt", bool, False, "The cards that are missing or too many were misdealt.",
    input="choice", label="If that is the wrong number",
)  # fmt: skip
IN_DECK: Final = Field(
    "in_deck", Count, 52, "After a misdeal: how many cards there are with those in the hands.",
    input="count", label="Cards in all, if some were misdealt",
)  # fmt: skip
SYMBOL: Final = Field(
    "symbol", Text | None, None, "What the wheel at the table shows; without it the service spins.",
    input="choice", label="The wheel stopped at",
)  # fmt: skip
FACE_UP: Final = Field("face_up", bool, False, "The cards are spread face up, as a player has asked.")
KIND: Final = Field("kind", Word, about="The irregularity, as the rulebook names it.", fixed=True)
HOW_MANY: Final = Field("count", Count, 1, "How many cards.", input="count", label="Cards found face up")
WHOSE_SEAT: Final = Field("seat", SeatNumber | None, None, "The box to whose hand it happened.")
WHO: Final = Field(
    "who", Word | None, None, "`dealer` or `community`, where it happened to their cards.",
    input="choice", label="Whose hand",
)  # fmt: skip
DURING: Final = Field(
    "during", Word | None, None, "`deal` or `decisions`, where it happened earlier in the round.",
    input="choice", label="When it happened",
)  # fmt: skip
DEVICE: Final = Field("device", Word, "shuffler", "`shuffler` or `shoe`.", fixed=True, suffix=": {}")
HOW: Final = Field("how", Word, "covered", "`covered` or `marked`.")
METHOD: Final = Field("method", Word, about="Dealing, as the rulebook names it.", fixed=True, suffix=" to {}")
AUTOMATIC: Final = Field("automatic", Steps | None, None, "The steps that the table takes by itself.")
BETTING_SECONDS: Final = Field(
    "betting_seconds", Seconds | None, None, "0: betting closes only when everybody is ready."
)
DECISION_SECONDS: Final = Field(
    "decision_seconds", Seconds | None, None, "0: the table waits for a decision as long as it takes."
)
LEAST_TRAY: Final = Field(
    "least_tray", Dollars | None, None,
    "The inventory below which the tray is filled by itself, or reported as low.", parse_dollars,
)  # fmt: skip
WAGER: Final = Field("wager", Word, about="Whose result was flagged.")
ALARM: Final = Field("alarm", Word, about="As the floor's report names it.")
REASON: Final = Field("reason", Reason)
