"""The words of the law: closed sets. A rulebook that uses any other word does not load.

The words of one game (its wagers, pay lines and streets) come from its own module: :mod:`houserules.law.game_words`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, assert_never

from houserules.cards import AceReading
from houserules.law import steps

Step = steps.Step


class Role(StrEnum):
    """Who takes a step."""

    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    PLAYER = "player"
    DEVICE = "device"


class Outcome(StrEnum):
    """How a wager ends."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


class BelowQualifying(StrEnum):
    """What becomes of a wager when the dealer does not qualify."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BY_THE_HANDS = "by_the_hands"


class Reached(StrEnum):
    """What decides when the dealer qualifies."""

    BY_THE_HANDS = "by_the_hands"


class RankOrder(StrEnum):
    """How the cards rank, the highest first."""

    ACE_TO_DEUCE = "AKQJT98765432"


class HighCard(StrEnum):
    """The lowest that the highest card of a hand may be."""

    DEUCE = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


class Offer(StrEnum):
    """When a wager is made."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    DECISION = "decision"
    """After the deal, by a player who has seen cards."""
    BONUS = "bonus"
    """No wager of its own: paid on another wager, by the player's hand."""


class SecondDeckBacks(StrEnum):
    DIFFERENT = "different"


class SecondDeckTurn(StrEnum):
    EVERY_ROUND = "every_round"


class AdjacentBoxes(StrEnum):
    """Whether the operator states or permits that one player bets on several boxes."""

    OPERATOR_STATES = "operator_states"
    OPERATOR_PERMITS = "operator_permits"


class Shuffling(StrEnum):
    """Who or what shuffles."""

    BY_HAND = "by_hand"
    PLAIN_SHUFFLER = "plain_shuffler"
    COUNTING_SHUFFLER = "counting_shuffler"
    RESHUFFLING_DEVICE = "reshuffling_device"
    """A shoe or another device that reshuffles and counts the cards automatically."""

    @property
    def counts(self) -> bool:
        """Whether each shuffle confirms that all cards are present."""
        return self in (Shuffling.COUNTING_SHUFFLER, Shuffling.RESHUFFLING_DEVICE)


class Spared(StrEnum):
    """What is not required where a device reshuffles and counts the cards automatically."""

    DEAL_OR_CUT = "deal_or_cut"
    """What the dealer does with the shuffled stack: deals from it, or cuts it first."""
    CUT = "cut"
    RECUT = "recut"
    IDLE_TABLE = "idle_table"
    """The cards of a table without gaming activity are not spread, washed and stacked again."""


class Approval(StrEnum):
    BEFORE_USE = "before_use"
    NOT_STATED = "not_stated"


class DealingMethod(StrEnum):
    MANUAL_SHOE = "manual_shoe"
    HAND = "hand"
    AUTOMATED = "automated"


class DealingOrder(StrEnum):
    """Where the initial cards go, and in which order."""

    ONE_CARD_AROUND_DEALER_LAST = "one_card_around_dealer_last"
    SEVEN_AT_ONCE_DEALER_LAST = "seven_at_once_dealer_last"
    STACKS_PLAYERS_THEN_DEALER = "stacks_players_then_dealer"
    STACKS_COMMUNITY_DEALER_PLAYERS = "stacks_community_dealer_players"
    STACKS_COMMUNITY_PLAYERS_DEALER_KEPT = "stacks_community_players_dealer_kept"


class ShufflerNeed(StrEnum):
    OPTIONAL = "optional"
    REQUIRED = "required"


class AskedOrder(StrEnum):
    """The order in which players decide."""

    CLOCKWISE_FROM_DEALERS_LEFT = "clockwise_from_dealers_left"


class SettledOrder(StrEnum):
    """The order in which players are paid."""

    CLOCKWISE_FROM_DEALERS_LEFT = "clockwise_from_dealers_left"
    COUNTERCLOCKWISE_FROM_DEALERS_RIGHT = "counterclockwise_from_dealers_right"


class LimitSide(StrEnum):
    """How the operator's payout limit compares with the document's figure."""

    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    ANY = "any"


class MeterName(StrEnum):
    MAIN = "main"
    SECONDARY = "secondary"


class Rates(StrEnum):
    """Where the rates at which a meter grows come from."""

    OPERATOR_STATES = "operator_states"
    PRINTED = "printed"


class AfterAllOfIt(StrEnum):
    """What a meter shows after all of it has been paid."""

    RESET_AMOUNT = "reset_amount"
    SECONDARY_METER = "secondary_meter"


class PaidAt(StrEnum):
    METER_AT_PLAYERS_TURN = "meter_at_players_turn"


class Chip(StrEnum):
    """What becomes of the chip of a progressive wager."""

    COLLECTED_BEFORE_THE_DEAL = "collected_before_the_deal"


class ValidatedBy(StrEnum):
    FLOORPERSON = "floorperson"
    DEALER_AND_LICENSEE = "dealer_and_licensee"


class IrregularityKind(StrEnum):
    CARDS_FACE_UP = "cards_face_up"
    DRAWN_IN_ERROR = "drawn_in_error"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    DEALER_CARD_EXPOSED = "dealer_card_exposed"
    SHUFFLER_JAM = "shuffler_jam"
    SHOE_JAM = "shoe_jam"
    DEVICE_OUT_OF_ORDER = "device_out_of_order"
    SHUFFLER_COUNT_WRONG = "shuffler_count_wrong"
    HAND_ABANDONED = "hand_abandoned"
    INFORMATION_SHARED = "information_shared"
    STUB_COUNT_MISDEALT = "stub_count_misdealt"
    STUB_COUNT_WRONG = "stub_count_wrong"


class Cut(StrEnum):
    """When a shuffled deck is cut."""

    AFTER_A_SHUFFLE_BY_HAND = "after_a_shuffle_by_hand"
    ON_THE_FLOORS_ORDER = "on_the_floors_order"


class ProgressiveTurn(StrEnum):
    """When a progressive wager is settled."""

    WITH_THE_PLAYER = "with_the_player"
    """In its place among the other wagers of the player."""
    AFTER_THE_TABLE = "after_the_table"
    """When all other wagers of all players are settled."""


class ForOneCard(StrEnum):
    """What happens with a single card that is not where it should be."""

    DISCARDED = "discarded"
    NEXT_CARD = "next_card"


class Effect(StrEnum):
    """What an irregularity does to the round, or to a player's wagers in it."""

    VOID = "void"
    RESHUFFLE_ONLY = "reshuffle_only"
    COVER_OR_MARK = "cover_or_mark"
    WAGERS_LOSE = "wagers_lose"
    FOLDED = "folded"


class Then(StrEnum):
    """What becomes of the cards afterwards."""

    RESHUFFLE = "reshuffle"
    RESHUFFLE_WITH_DEALT_CARDS = "reshuffle_with_dealt_cards"
    DECK_REMOVED = "deck_removed"


class Until(StrEnum):
    """The moment from which it is no longer an irregularity."""

    ALL_PLAYERS_ACTED = "all_players_acted"
    DEALERS_HAND_REVEALED = "dealers_hand_revealed"


class Inscription(StrEnum):
    ODDS = "odds"
    QUALIFYING = "qualifying"
    DECISION = "decision"
    PAYOUT_LIMIT = "payout_limit"


class InscriptionPlace(StrEnum):
    LAYOUT = "layout"
    LAYOUT_OR_SIGN = "layout_or_sign"


class AreaFor(StrEnum):
    """Who a betting area is for."""

    EACH_PLAYER = "each_player"


class CardsOf(StrEnum):
    """Whose cards have a place of their own on the layout."""

    DEALER = "dealer"
    COMMUNITY = "community"


class CardArea(StrEnum):
    """How the place for cards looks, and where it is."""

    ONE_FOR_EACH_CARD = "one_for_each_card"
    ONE_FOR_ALL = "one_for_all"
    IN_FRONT_OF_INVENTORY = "in_front_of_inventory"


class OddsWord(StrEnum):
    TO = "to"
    WIN = "win"


class Felt(StrEnum):
    """The colours for which the client has a felt."""

    GREEN = "green"
    BLUE = "blue"
    WINE = "wine"
    TEAL = "teal"
    PLUM = "plum"
    SLATE = "slate"


class SuitLetter(StrEnum):
    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


class Switch(StrEnum):
    """A reading on which the program branches. Other switches choose between figures of a pay table."""

    ACE_LOW = "ace_low_straight_flush"
    FIXED_AMOUNTS = "progressive_fixed_amounts"
    SHARED_HOLDER = "envy_holder"
    VOID_ROUND_BONUSES = "void_round_bonuses"
    VOID_ROUND_PROGRESSIVE = "void_round_progressive"
    PROGRESSIVE_AFTER_FOLD = "progressive_after_fold"
    HAND_SET = "hand_set_by_player"
    WHEEL_AND_WAGER = "wheel_and_wager"

    @property
    def choices(self) -> tuple[str, ...]:
        match self:
            case Switch.ACE_LOW:
                return tuple(each.value for each in AceReading)
            case Switch.FIXED_AMOUNTS:
                return ("as_printed", "per_dollar")
            case Switch.SHARED_HOLDER:
                return ("any_hand", "hand_with_wager")
            case Switch.VOID_ROUND_BONUSES | Switch.VOID_ROUND_PROGRESSIVE:
                return ("settled", "returned")
            case Switch.PROGRESSIVE_AFTER_FOLD:
                return ("lost", "paid")
            case Switch.HAND_SET:
                return ("best_flush", "as_set")
            case Switch.WHEEL_AND_WAGER:
                return ("ab_one_cd_five", "any")
            case _:
                assert_never(self)


PROGRESSIVE: Final = "progressive"
"""The wager that feeds a meter. It belongs to the law, in a chapter of its own, and not to one game: every rulebook
and submission that has one uses this name."""


SUBMISSION_KEYS: Final = (
    "operator", "approved_on", "table.seats", "table.adjacent_boxes", "table.dealing", "table.shuffler",
    "table.decks", "table.minimum", "table.maximum", "table.order", "table.deck_backs", "table.alternation",
    "payout_limit.per_hand", "payout_limit.per_round", "signs.odds",
)  # fmt: skip
"""The keys of a Rules Submission besides those of wagers and readings."""
WAGER_KEYS: Final = (
    "paytable", "bonus", "suit", "minimum", "maximum", "amount", "rate", "secondary_rate", "initial", "reset",
    "prize", "merchandise", "rounding", "segments",
)  # fmt: skip
"""The keys of a wager in a Rules Submission, besides the one under which a game shares a win."""
