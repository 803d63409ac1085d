"""When something can be an irregularity: once it can have happened, and for as long as the document says."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from houserules.law.words import DealingOrder, IrregularityKind, Until
from houserules.play.commands import Report
from houserules.play.round.dealing import cards_dealt, initial_places, order_of
from houserules.play.rules import Rules
from houserules.play.state import BOARD, Phase, Round, Table


class Timing(Enum):
    """Whether something that is reported can be an irregularity of this round."""

    EARLY = "early"
    """It cannot have happened yet."""
    NOW = "now"
    LATE = "late"
    """It may have happened, and is no longer an irregularity."""


REPORTED = (
    IrregularityKind.CARDS_FACE_UP,
    IrregularityKind.DRAWN_IN_ERROR,
    IrregularityKind.WRONG_NUMBER_OF_CARDS,
    IrregularityKind.DEALER_CARD_EXPOSED,
    IrregularityKind.SHUFFLER_JAM,
    IrregularityKind.SHOE_JAM,
    IrregularityKind.HAND_ABANDONED,
    IrregularityKind.INFORMATION_SHARED,
)
"""What a person may report; a count or a device finds the others."""
OF_A_PLAYER = (
    IrregularityKind.WRONG_NUMBER_OF_CARDS,
    IrregularityKind.HAND_ABANDONED,
    IrregularityKind.INFORMATION_SHARED,
)
"""Those that happen to the hand of one player."""


def timing_of(rules: Rules, table: Table, round_: Round, command: Report) -> Timing:
    """It counts as happening when it is reported, or earlier if the report says so."""
    happened = happened_in(round_, command)
    if happened is Phase.BETTING:
        return Timing.EARLY
    earlier = command.during in DURING
    match kind := IrregularityKind(command.kind):
        case IrregularityKind.CARDS_FACE_UP | IrregularityKind.DRAWN_IN_ERROR:
            dealing = happened is Phase.DEALING or _cards_to_come(rules, table, None if earlier else round_)
            return Timing.NOW if dealing else Timing.LATE
        case IrregularityKind.WRONG_NUMBER_OF_CARDS:
            return Timing.NOW if cards_dealt(round_) else Timing.EARLY
        case IrregularityKind.DEALER_CARD_EXPOSED:
            if _is_over(rules, round_, kind) and not earlier:
                return Timing.LATE
            delivered = round_.dealer or (stack_is_kept(rules, table) and all(map(rules.is_dealt, round_.seats)))
            return Timing.NOW if delivered else Timing.EARLY
        case IrregularityKind.INFORMATION_SHARED:
            if _is_over(rules, round_, kind) and not earlier:
                return Timing.LATE
            return Timing.NOW if _holds_cards(round_, command.seat) else Timing.EARLY
        case (
            IrregularityKind.SHUFFLER_JAM | IrregularityKind.SHOE_JAM | IrregularityKind.DEVICE_OUT_OF_ORDER
            | IrregularityKind.SHUFFLER_COUNT_WRONG | IrregularityKind.HAND_ABANDONED
            | IrregularityKind.STUB_COUNT_MISDEALT | IrregularityKind.STUB_COUNT_WRONG
        ):  # fmt: skip
            return Timing.NOW
        case _:
            assert_never(kind)


DURING = {"deal": Phase.DEALING, "decisions": Phase.DECISIONS}
"""The times that a later report may give."""
_COURSE = tuple(Phase)


def happened_in(round_: Round, command: Report) -> Phase:
    """The phase in which it happened, which is never later than the report."""
    said = DURING.get(command.during or "", round_.moment)
    return min(said, round_.moment, key=_COURSE.index)


def _cards_to_come(rules: Rules, table: Table, round_: Round | None) -> bool:
    """Whether cards leave the deck after the initial ones, or, in a round, still will: community cards that are not
    already face down on the table, or the dealer's from the shuffler."""
    if round_ is None:
        places = initial_places(order_of(rules, table), (), rules.player_cards, rules.dealer_cards, 1)
        return stack_is_kept(rules, table) or (rules.community_cards > 0 and BOARD not in places)
    if round_.moment is Phase.SETTLING:
        return False
    lying = len(round_.board) + len(round_.board_face_down)
    return lying < rules.community_cards or stack_is_kept(rules, table)


def stack_is_kept(rules: Rules, table: Table) -> bool:
    """Whether the dealer's cards stay in the shuffler until all players have acted."""
    return order_of(rules, table) is DealingOrder.STACKS_COMMUNITY_PLAYERS_DEALER_KEPT


def _is_over(rules: Rules, round_: Round, kind: str) -> bool:
    """Whether the moment has come from which this is no longer an irregularity."""
    rule = rules.irregularity(kind)
    if rule is None or rule.until is None:
        return round_.revealed
    match until := rule.until.value:
        case Until.DEALERS_HAND_REVEALED:
            return round_.revealed
        case Until.ALL_PLAYERS_ACTED:
            return round_.moment in (Phase.REVEAL, Phase.SETTLING) or not is_open(round_)
        case _:
            assert_never(until)


def is_open(round_: Round) -> bool:
    """Whether a player has neither bet nor folded; one who left the table has not."""
    return any(seat.action in ("", "check") for seat in round_.seats)


def is_asked(round_: Round) -> bool:
    """Whether a player is still to be asked; one who left the table is not."""
    return any(seat.action in ("", "check") and seat.forfeited is None for seat in round_.seats)


def _holds_cards(round_: Round, number: int | None) -> bool:
    """Whether the player of this box has received cards; a box without a player is refused for that."""
    named = round_.seat(number or 0)
    return named is None or any(seat.cards for seat in round_.seats if seat.player == named.player)
