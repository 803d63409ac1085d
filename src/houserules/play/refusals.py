"""Why a command is refused: one list of codes, and what a refusal carries."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

Facts = tuple[tuple[str, str], ...]


class Code(Enum):
    """The codes in their order of precedence: where several hold, the first is the answer.

    Who acts comes first, then whether the table and the round are where the act belongs, then what the act asks for,
    and amounts last.
    """

    WRONG_ROLE = "wrong_role"
    TABLE_CLOSED = "table_closed"
    TABLE_OPEN = "table_open"
    ROUND_IN_PROGRESS = "round_in_progress"
    NO_ROUND = "no_round"
    WRONG_PHASE = "wrong_phase"
    NO_MORE_BETS = "no_more_bets"
    NOT_PROVIDED = "not_provided"
    NO_SUCH_DECK = "no_such_deck"
    DECK_NOT_READY = "deck_not_ready"
    DECK_OVERDUE = "deck_overdue"
    DEVICE_OUT_OF_ORDER = "device_out_of_order"
    DEVICE_NOT_COVERED = "device_not_covered"
    NOT_A_DECK = "not_a_deck"
    CARDS_NOT_READ = "cards_not_read"
    CUT_TOO_SHALLOW = "cut_too_shallow"
    CUT_TOO_DEEP = "cut_too_deep"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_EMPTY = "seat_empty"
    SEAT_TAKEN = "seat_taken"
    BOXES_NOT_ADJACENT = "boxes_not_adjacent"
    TOO_MANY_BOXES = "too_many_boxes"
    SPOKEN_WAGER = "spoken_wager"
    WAGER_NOT_OFFERED = "wager_not_offered"
    WAGER_TWICE = "wager_twice"
    WAGER_MISSING = "wager_missing"
    NOTHING_WAGERED = "nothing_wagered"
    CHIP_COUNT_DIFFERS = "chip_count_differs"
    CHIPS_NOT_COLLECTED = "chips_not_collected"
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_DECIDED = "already_decided"
    NOTHING_CHANGES = "nothing_changes"
    ACTION_NOT_OFFERED = "action_not_offered"
    BOARD_NOT_DEALT = "board_not_dealt"
    STUB_COUNT_DUE = "stub_count_due"
    WHEEL_NOT_SPUN = "wheel_not_spun"
    NOT_VALIDATED = "not_validated"
    NOTHING_TO_VALIDATE = "nothing_to_validate"
    NO_SUCH_SYMBOL = "no_such_symbol"
    AMOUNT_BELOW_MINIMUM = "amount_below_minimum"
    AMOUNT_ABOVE_MAXIMUM = "amount_above_maximum"
    AMOUNT_NOT_EQUAL = "amount_not_equal"
    PART_OF_A_CENT = "part_of_a_cent"
    CLOCK_RAN_BACK = "clock_ran_back"


class Refused(Struct, frozen=True):
    """The rules do not allow it. The state does not change."""

    code: Code
    clause: str
    facts: Facts = ()


def refused(code: Code, clause: str, **facts: object) -> Refused:
    return Refused(code, clause, tuple([(name, str(value)) for name, value in facts.items()]))
