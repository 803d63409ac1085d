"""Submissions that are well-formed and not lawful: each is refused for exactly the reasons the document gives."""

from __future__ import annotations

from datetime import date, timedelta
from json import dumps

import pytest

from houserules.law import RULEBOOK_IDS, check, clause_list, freeze, read_filing
from tests.clauses.support import TODAY, bundled, changed, faults, found, short, wheel

Expected = list[tuple[str, str, str]]
Case = tuple[str, list[str], Expected]

FLUSH, STRAIGHT, METER = "wagers.flush_bonus", "wagers.straight_flush_bonus", "wagers.progressive"
XTRA, SAME = "wagers.xtra_bonus", "wagers.same_suit"
WHEEL_B = "Jackpot $1,000 $500 $125 $90 $60 $50 $40 $28 $15 $10 $5"
RUNS = [f"{length}_card_straight_flush" for length in ("seven", "six", "five", "four", "three")]
BONUS = f"{STRAIGHT}.bonus"
TABLE_G = [f"{STRAIGHT}.paytable=G", f"{BONUS}={{{', '.join(f'{run} = 40' for run in RUNS)}}}"]
ONE_DECK = "table.decks=1"


def _hcf(case: str, changes: list[str], *expected: tuple[str, str, str]) -> tuple[str, Case]:
    return f"MD-HCF: {case}", ("MD-HCF", changes, sorted(expected))


def _ctf(case: str, changes: list[str], *expected: tuple[str, str, str]) -> tuple[str, Case]:
    return f"MD-CTF: {case}", ("MD-CTF", changes, sorted(expected))


def _ma(case: str, changes: list[str], *expected: tuple[str, str, str]) -> tuple[str, Case]:
    return f"MA-HCF: {case}", ("MA-HCF", changes, sorted(expected))


MARYLAND_HIGH_CARD_FLUSH = dict(
    [
        _hcf("unknown key", ["colour=red"], ("unknown_key", "colour", "7.G")),
        _hcf("unknown table", ["lighting.lamps=4"], ("unknown_key", "lighting", "7.G")),
        _hcf("unknown key of the table", ["table.chairs=6"], ("unknown_key", "table.chairs", "7.G")),
        _hcf("unknown key of a wager", [f"{FLUSH}.color=red"], ("unknown_key", f"{FLUSH}.color", "7.G")),
        _hcf("unknown limit", ["payout_limit.per_year=1"], ("unknown_key", "payout_limit.per_year", "7.G")),
        _hcf("unknown sign", ["signs.neon=true"], ("unknown_key", "signs.neon", "7.G")),
        _hcf("no operator", ["-operator"], ("missing_key", "operator", "2.B(1)")),
        _hcf("no seats stated", ["-table.seats"], ("missing_key", "table.seats", "2.A")),
        _hcf("no seat", ["table.seats=0"], ("seats", "table.seats", "2.A")),
        _hcf(
            "seven seats",
            ["table.seats=7"],
            ("seats", "table.seats", "2.A"),
            ("deck_too_small", "table.seats", "8.E"),
        ),
        _hcf("boxes not stated", ["-table.adjacent_boxes"], ("missing_key", "table.adjacent_boxes", "7.G")),
        _hcf("no box", ["table.adjacent_boxes=0"], ("adjacent_boxes", "table.adjacent_boxes", "7.G")),
        _hcf("seven boxes", ["table.adjacent_boxes=7"], ("adjacent_boxes", "table.adjacent_boxes", "7.G")),
        _hcf(
            "more boxes than seats",
            ["table.seats=2", "table.adjacent_boxes=3"],
            ("adjacent_boxes", "table.adjacent_boxes", "7.G"),
        ),
        _hcf("dealing not stated", ["-table.dealing"], ("missing_key", "table.dealing", "8.E")),
        _hcf("dealing unheard of", ["table.dealing=thrown"], ("dealing_method", "table.dealing", "8.E")),
        _hcf(
            "stacks from a manual shoe",
            ["table.order=stacks_players_then_dealer"],
            ("dealing_order", "table.order", "8.E"),
        ),
        _hcf(
            "stacks from the hand",
            ["table.dealing=hand", "table.order=stacks_players_then_dealer"],
            ("dealing_order", "table.order", "9.B(2)"),
        ),
        _hcf(
            "single cards from an automated shoe",
            ["table.dealing=automated", "table.order=one_card_around_dealer_last"],
            ("dealing_order", "table.order", "10.B(1)"),
        ),
        _hcf("shuffling not stated", [ONE_DECK, "-table.shuffler"], ("missing_key", "table.shuffler", "5.A")),
        _hcf("shuffler unheard of", ["table.shuffler=guessing"], ("shuffler", "table.shuffler", "5.A")),
        _hcf(
            "from the hand without a shuffler",
            [ONE_DECK, "table.dealing=hand", "table.shuffler=none"],
            ("shuffler_required", "table.shuffler", "9.A(1)"),
        ),
        _hcf("two decks without a shuffler", ["table.shuffler=none"], ("decks", "table.decks", "3.B")),
        _hcf(
            "two decks from the hand without a shuffler",
            ["table.dealing=hand", "table.shuffler=none"],
            ("decks", "table.decks", "3.B"),
            ("shuffler_required", "table.shuffler", "9.A(1)"),
        ),
        _hcf("decks not stated", ["-table.decks"], ("missing_key", "table.decks", "3.A")),
        _hcf("three decks", ["table.decks=3"], ("decks", "table.decks", "3.B")),
        _hcf("equal backs", ['table.deck_backs=["red", "red"]'], ("second_deck", "table.deck_backs", "3.B(2)")),
        _hcf("one back for two decks", ['table.deck_backs=["red"]'], ("second_deck", "table.deck_backs", "3.B(2)")),
        _hcf(
            "decks that change by the hour",
            ["table.alternation=every_hour"],
            ("second_deck", "table.alternation", "3.B(4)"),
        ),
        _hcf(
            "one deck that takes turns",
            [ONE_DECK, "table.alternation=every_round"],
            ("second_deck", "table.alternation", "3.B(4)"),
        ),
        _hcf("no minimum", ["-table.minimum"], ("missing_key", "table.minimum", "7.F(1)")),
        _hcf("no maximum", ["-table.maximum"], ("missing_key", "table.maximum", "7.F(1)")),
        _hcf("a minimum of nothing", ["table.minimum=0"], ("table_limits", "table.minimum", "7.F(1)")),
        _hcf("minimum a cent above maximum", ["table.minimum=500.01"], ("table_limits", "table.minimum", "7.F(1)")),
        _hcf("a raise with limits", ["wagers.raise.minimum=10"], ("wager_key", "wagers.raise.minimum", "7.F(1)")),
        _hcf("an ante with a pay table", ["wagers.ante.paytable=A"], ("wager_key", "wagers.ante.paytable", "7.F(1)")),
        _hcf("an ante apart", ["wagers.ante.minimum=15"], ("wager_not_equal", "wagers.ante.minimum", "7.F(1)")),
        _hcf("a bonus with an amount", [f"{FLUSH}.amount=5"], ("wager_key", f"{FLUSH}.amount", "7.F(2)")),
        _hcf("a bonus with a meter", [f"{STRAIGHT}.rate=10%"], ("wager_key", f"{STRAIGHT}.rate", "7.F(3)")),
        _hcf("a progressive with a minimum", [f"{METER}.minimum=1"], ("wager_key", f"{METER}.minimum", "7.F(4)")),
        _hcf("Community Pay", [f"{METER}.community_pay=true"], ("wager_key", f"{METER}.community_pay", "7.F(4)")),
        _hcf("a second meter", [f"{METER}.secondary_rate=2%"], ("wager_key", f"{METER}.secondary_rate", "7.F(4)")),
        _hcf("a fixed prize", [f"{METER}.prize=50000"], ("wager_key", f"{METER}.prize", "7.F(4)")),
        _hcf("a wheel", [wheel(WHEEL_B)], ("wager_key", f"{METER}.segments", "7.F(4)")),
        _hcf(
            "bonus minimum above maximum", [f"{FLUSH}.minimum=100.01"], ("wager_limits", f"{FLUSH}.minimum", "7.F(2)")
        ),
        _hcf("a bonus for nothing", [f"{STRAIGHT}.minimum=0"], ("wager_limits", f"{STRAIGHT}.minimum", "7.F(3)")),
        _hcf("Flush Bonus P", [f"{FLUSH}.paytable=P"], ("paytable_unknown", f"{FLUSH}.paytable", "12.B")),
        _hcf("Flush Bonus a", [f"{FLUSH}.paytable=a"], ("paytable_unknown", f"{FLUSH}.paytable", "12.B")),
        _hcf(
            "Straight Flush Bonus H", [f"{STRAIGHT}.paytable=H"], ("paytable_unknown", f"{STRAIGHT}.paytable", "12.C")
        ),
        _hcf("progressive F", [f"{METER}.paytable=F"], ("paytable_unknown", f"{METER}.paytable", "12.E(1)")),
        _hcf("no Flush Bonus table", [f"-{FLUSH}.paytable"], ("missing_key", f"{FLUSH}.paytable", "12.B")),
        _hcf("no progressive table", [f"-{METER}.paytable"], ("missing_key", f"{METER}.paytable", "12.E(1)")),
        _hcf(
            "an invented Flush Bonus",
            [f"{FLUSH}.paytable={{seven_card_flush = 300, six_card_flush = 100}}"],
            ("paytable_invented", f"{FLUSH}.paytable", "12.B"),
        ),
        _hcf(
            "odds for one",
            [f'{FLUSH}.paytable={{seven_card_flush = "300 for 1", six_card_flush = 99}}'],
            ("odds_word", f"{FLUSH}.paytable.seven_card_flush", "2.B(7)(a)"),
            ("paytable_invented", f"{FLUSH}.paytable", "12.B"),
        ),
        _hcf("signs that say for", ["signs.odds=for"], ("odds_word", "signs.odds", "2.B(7)(a)")),
        _hcf("no progressive amount", [f"-{METER}.amount"], ("progressive_amount", f"{METER}.amount", "7.F(4)")),
        _hcf("a progressive for nothing", [f"{METER}.amount=0"], ("progressive_amount", f"{METER}.amount", "7.F(4)")),
        _hcf("no rate", [f"-{METER}.rate"], ("progressive_rate", f"{METER}.rate", "12.E(2)(a)")),
        _hcf("a rate of nothing", [f"{METER}.rate=0%"], ("progressive_rate", f"{METER}.rate", "12.E(2)(a)")),
        _hcf("more than all", [f"{METER}.rate=100.01%"], ("progressive_rate", f"{METER}.rate", "12.E(2)(a)")),
        _hcf(
            "no initial amount", [f"-{METER}.initial"], ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(i)")
        ),
        _hcf("no reset amount", [f"-{METER}.reset"], ("progressive_reset", f"{METER}.reset", "12.E(2)(b)(i)")),
        _hcf(
            "D starts low",
            [f"{METER}.initial=29999.99"],
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(i)"),
        ),
        _hcf("D resets low", [f"{METER}.reset=29999.99"], ("progressive_reset", f"{METER}.reset", "12.E(2)(b)(i)")),
        _hcf(
            "C starts low",
            [f"{METER}.paytable=C", f"{METER}.initial=4999.99"],
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(ii)"),
        ),
        _hcf(
            "E starts and resets low",
            [f"{METER}.paytable=E", f"{METER}.initial=24999.99", f"{METER}.reset=1"],
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(iii)"),
            ("progressive_reset", f"{METER}.reset", "12.E(2)(b)(iii)"),
        ),
        _hcf(
            "rounding unheard of",
            [f"{METER}.rounding=to_the_moon"],
            ("progressive_rounding", f"{METER}.rounding", "12.E(3)"),
        ),
        _hcf("the Envy table of C with D", [f"{METER}.envy=C"], ("shared_bonus", f"{METER}.envy", "12.E(4)(b)")),
        _hcf("Envy with A", [f"{METER}.paytable=A"], ("shared_bonus", f"{METER}.envy", "12.E(5)")),
        _hcf("Envy with B", [f"{METER}.paytable=B"], ("shared_bonus", f"{METER}.envy", "12.E(5)")),
        _hcf(
            "payout limit too high",
            ["payout_limit.per_hand=50000.01"],
            ("payout_limit", "payout_limit.per_hand", "12.D"),
        ),
        _hcf(
            "payout limit of nothing", ["payout_limit.per_hand=0"], ("payout_limit", "payout_limit.per_hand", "12.D")
        ),
        _hcf(
            "a limit per round", ["payout_limit.per_round=50000"], ("payout_limit", "payout_limit.per_round", "12.D")
        ),
        _hcf("reading unheard of", ["readings.moon=full"], ("reading_unknown", "readings.moon", "7.G")),
        _hcf(
            "no such choice of a reading",
            ["readings.ace_low_straight_flush=sideways"],
            ("reading_choice", "readings.ace_low_straight_flush", "6.A"),
        ),
        _hcf(
            "a reading that is not the operator's",
            ["readings.what_is_compared=all_seven_cards"],
            ("reading_choice", "readings.what_is_compared", "6.C"),
        ),
        _hcf("approved tomorrow", ["approved_on=2026-11-16"], ("approval_date", "approved_on", "7.G")),
    ]
)

MARYLAND_CHASE_THE_FLUSH = dict(
    [
        _ctf(
            "unknown key of a segment",
            [f"{METER}.segments.0.hue=9"],
            ("unknown_key", f"{METER}.segments 1.hue", "7.G"),
        ),
        _ctf("no operator", ["-operator"], ("missing_key", "operator", "2.B(1)")),
        _ctf("seven seats", ["table.seats=7"], ("seats", "table.seats", "2.A")),
        _ctf(
            "more than the deck can deal",
            ["table.seats=16"],
            ("seats", "table.seats", "2.A"),
            ("deck_too_small", "table.seats", "8.D(2)"),
        ),
        _ctf("seven boxes", ["table.adjacent_boxes=7"], ("adjacent_boxes", "table.adjacent_boxes", "7.G")),
        _ctf("boxes not stated", ["-table.adjacent_boxes"], ("missing_key", "table.adjacent_boxes", "7.G")),
        _ctf(
            "from the hand without a shuffler",
            [ONE_DECK, "table.dealing=hand", "table.shuffler=none"],
            ("shuffler_required", "table.shuffler", "9.A(1)"),
        ),
        _ctf(
            "seven cards at once",
            ["table.order=seven_at_once_dealer_last"],
            ("dealing_order", "table.order", "10.B(1)"),
        ),
        _ctf(
            "stacks from a manual shoe",
            ["table.dealing=manual_shoe", "table.order=stacks_community_dealer_players"],
            ("dealing_order", "table.order", "8.D(2)"),
        ),
        _ctf("two decks without a shuffler", ["table.shuffler=none"], ("decks", "table.decks", "3.B")),
        _ctf("decks not stated", ["-table.decks"], ("missing_key", "table.decks", "3.A(1)")),
        _ctf("equal backs", ['table.deck_backs=["red", "red"]'], ("second_deck", "table.deck_backs", "3.B(2)")),
        _ctf(
            "decks that do not alternate", ["table.alternation=never"], ("second_deck", "table.alternation", "3.B(4)")
        ),
        _ctf("minimum above maximum", ["table.maximum=9.99"], ("table_limits", "table.minimum", "7.F(1)")),
        _ctf("no X-tra Bonus", [f"-{XTRA}"], ("missing_key", XTRA, "12.B")),
        _ctf("X-tra Bonus without a table", [f"-{XTRA}.paytable"], ("missing_key", f"{XTRA}.paytable", "12.B")),
        _ctf("X-tra Bonus C", [f"{XTRA}.paytable=C"], ("paytable_unknown", f"{XTRA}.paytable", "12.B")),
        _ctf(
            "X-tra Bonus below the Ante", [f"{XTRA}.minimum=9.99"], ("wager_not_equal", f"{XTRA}.minimum", "7.F(1)")
        ),
        _ctf(
            "X-tra Bonus above the Ante",
            [f"{XTRA}.minimum=10.01", f"{XTRA}.maximum=300.01"],
            ("wager_not_equal", f"{XTRA}.minimum", "7.F(1)"),
            ("wager_not_equal", f"{XTRA}.maximum", "7.F(1)"),
        ),
        _ctf("Same Suit E", [f"{SAME}.paytable=E"], ("paytable_unknown", f"{SAME}.paytable", "12.C")),
        _ctf("Same Suit limits", [f"{SAME}.maximum=4.99"], ("wager_limits", f"{SAME}.minimum", "7.F(2)")),
        _ctf(
            "an All In with limits", ["wagers.all_in.maximum=900"], ("wager_key", "wagers.all_in.maximum", "7.F(1)")
        ),
        _ctf("Envy Bonus", [f"{METER}.envy=true"], ("wager_key", f"{METER}.envy", "7.F(3)")),
        _ctf("wheel E", [f"{METER}.paytable=E"], ("paytable_unknown", f"{METER}.paytable", "12.D(1)")),
        _ctf(
            "an invented Same Suit",
            [f"{SAME}.paytable={{four_card_flush = 2}}"],
            ("paytable_invented", f"{SAME}.paytable", "12.C"),
        ),
        _ctf(
            "a wheel of unknown segments",
            [f"-{METER}.segments"],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        _ctf(
            "a wheel without a Jackpot",
            [wheel(WHEEL_B.removeprefix("Jackpot "))],
            ("wheel_segments", f"{METER}.segments", "12.D(2)(a) Paytable B"),
        ),
        _ctf(
            "a wheel without its last two",
            [wheel(WHEEL_B.removesuffix(" $10 $5"))],
            ("wheel_segments", f"{METER}.segments", "12.D(2)(k) Paytable B"),
            ("wheel_segments", f"{METER}.segments", "12.D(2)(l) Paytable B"),
        ),
        _ctf(
            "a symbol of another wheel",
            [wheel(f"{WHEEL_B} $200")],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        _ctf(
            "a symbol listed twice",
            [wheel(f"{WHEEL_B} $90")],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        _ctf(
            "a symbol without a segment",
            [f"{METER}.segments.4.count=0"],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        _ctf(
            "the symbols of B on A",
            [f"{METER}.paytable=A", f"{METER}.prize=5000"],
            *(("wheel_segments", f"{METER}.segments", "12.D(2) Paytable A") for _ in ("$90", "$50", "$40", "$28")),
            *(("wheel_segments", f"{METER}.segments", f"12.D(2)({mark}) Paytable A") for mark in "dfhi"),
        ),
        _ctf(
            "a prize where the meter pays",
            [f"{METER}.prize=9000"],
            ("progressive_prize", f"{METER}.prize", "12.D(2) Paytable B"),
        ),
        _ctf(
            "C without its prize",
            [
                f"{METER}.paytable=C",
                f"{METER}.amount=5",
                f"{METER}.initial=10000",
                f"{METER}.reset=10000",
                wheel("Jackpot $10,000 $5,000 $1,000 $350 $500 $150 $100 $55 $65 $60 $50"),
            ],
            ("progressive_prize", f"{METER}.prize", "12.D(3)"),
        ),
        _ctf(
            "Community Pay of another wheel",
            [f"{METER}.community_pay=D"],
            ("shared_bonus", f"{METER}.community_pay", "12.D(5)(b) second"),
        ),
        _ctf("a $5 wager on a $1 wheel", [f"{METER}.amount=5"], ("progressive_amount", f"{METER}.amount", "12.D(6)")),
        _ctf(
            "B starts low",
            [f"{METER}.initial=4999.99"],
            ("progressive_initial", f"{METER}.initial", "12.D(5)(b)(ii)"),
        ),
        _ctf("B resets low", [f"{METER}.reset=4999.99"], ("progressive_reset", f"{METER}.reset", "12.D(5)(b)(ii)")),
        _ctf("no rate", [f"-{METER}.rate"], ("progressive_rate", f"{METER}.rate", "12.D(5)(a)")),
        _ctf(
            "rounding unheard of",
            [f"{METER}.rounding=away"],
            ("progressive_rounding", f"{METER}.rounding", "12.D(4) second"),
        ),
        _ctf(
            "payout limit too low",
            ["payout_limit.per_hand=49999.99"],
            ("payout_limit", "payout_limit.per_hand", "12.E(1)"),
        ),
        _ctf(
            "a limit per round",
            ["payout_limit.per_round=90000"],
            ("payout_limit", "payout_limit.per_round", "12.E(1)"),
        ),
        _ctf("signs that say for", ["signs.odds=for"], ("odds_word", "signs.odds", "2.B(7)")),
        _ctf("approved next year", ["approved_on=2027-01-01"], ("approval_date", "approved_on", "7.G")),
    ]
)

MASSACHUSETTS = dict(
    [
        _ma("unknown key", ["colour=red"], ("unknown_key", "colour", "11(c)")),
        _ma(
            "seven seats",
            ["table.seats=7"],
            ("seats", "table.seats", "7(c)"),
            ("deck_too_small", "table.seats", "7(c)"),
        ),
        _ma("four positions", ["table.adjacent_boxes=4"], ("adjacent_boxes", "table.adjacent_boxes", "6(e)")),
        _ma(
            "two positions at a table of one",
            ["table.seats=1"],
            ("adjacent_boxes", "table.adjacent_boxes", "6(e)"),
        ),
        _ma("no position", ["table.adjacent_boxes=0"], ("adjacent_boxes", "table.adjacent_boxes", "6(e)")),
        _ma("from the hand", ["table.dealing=hand"], ("dealing_method", "table.dealing", "7(c)")),
        _ma(
            "one card at a time",
            ["table.order=one_card_around_dealer_last"],
            ("dealing_order", "table.order", "7(c)"),
        ),
        _ma("shuffling not stated", [ONE_DECK, "-table.shuffler"], ("missing_key", "table.shuffler", "4(a)")),
        _ma("three decks", ["table.decks=3"], ("decks", "table.decks", "2(b)")),
        _ma("equal backs", ['table.deck_backs=["red", "red"]'], ("second_deck", "table.deck_backs", "2(b)(2)")),
        _ma(
            "turns of two rounds", ["table.alternation=every_other"], ("second_deck", "table.alternation", "2(b)(4)")
        ),
        _ma("minimum above maximum", ["table.minimum=500.01"], ("table_limits", "table.minimum", "6(a)(1)")),
        _ma("a raise with limits", ["wagers.raise.maximum=5"], ("wager_key", "wagers.raise.maximum", "6(a)(5)")),
        _ma("an Ante apart", ["wagers.ante.maximum=400"], ("wager_not_equal", "wagers.ante.maximum", "6(a)(1)")),
        _ma("bonus minimum above maximum", [f"{FLUSH}.minimum=101"], ("wager_limits", f"{FLUSH}.minimum", "6(a)(2)")),
        _ma("Maryland's Flush Bonus O", [f"{FLUSH}.paytable=O"], ("paytable_unknown", f"{FLUSH}.paytable", "11(c)")),
        _ma(
            "Straight Flush Bonus H",
            [f"{STRAIGHT}.paytable=H"],
            ("paytable_unknown", f"{STRAIGHT}.paytable", "11(d)"),
        ),
        _ma("Maryland's progressive E", [f"{METER}.paytable=E"], ("paytable_unknown", f"{METER}.paytable", "11(e)")),
        _ma(
            "an invented Straight Flush Bonus",
            [f"{STRAIGHT}.paytable={{three_card_straight_flush = 10}}"],
            ("paytable_invented", f"{STRAIGHT}.paytable", "11(d)"),
        ),
        _ma(
            "G without any amount",
            [f"{STRAIGHT}.paytable=G"],
            *(("bonus_amounts", f"{BONUS}.{run}", "11(g)") for run in RUNS),
        ),
        _ma(
            "G with one amount missing",
            [f"{STRAIGHT}.paytable=G", f"{BONUS}={{{', '.join(f'{run} = 40' for run in RUNS[:-1])}}}"],
            ("bonus_amounts", f"{BONUS}.three_card_straight_flush", "11(g)"),
        ),
        _ma(
            "G with a share of a meter",
            [*TABLE_G, f"{BONUS}.{RUNS[0]}=10%"],
            ("bonus_amounts", f"{BONUS}.{RUNS[0]}", "11(g)"),
        ),
        _ma(
            "G that pays a Bonus",
            [*TABLE_G, f"{BONUS}.{RUNS[1]}=Bonus"],
            ("bonus_amounts", f"{BONUS}.{RUNS[1]}", "11(g)"),
        ),
        _ma(
            "G with a line it has not",
            [*TABLE_G, f"{BONUS}.four_of_a_kind=25"],
            ("bonus_amounts", f"{BONUS}.four_of_a_kind", "11(d)"),
        ),
        _ma("G for one", [*TABLE_G, f"{BONUS}.{RUNS[2]}=100 for 1"], ("odds_word", f"{BONUS}.{RUNS[2]}", "11(a)")),
        _ma("amounts for a printed table", [TABLE_G[1]], ("bonus_amounts", BONUS, "11(d)")),
        _ma(
            "a suit for no line",
            [*TABLE_G, f"{STRAIGHT}.suit=hearts"],
            ("bonus_amounts", f"{STRAIGHT}.suit", "11(g)"),
        ),
        _ma("signs that say for", ["signs.odds=for"], ("odds_word", "signs.odds", "11(a)")),
        _ma("a $2 progressive", [f"{METER}.amount=2"], ("progressive_amount", f"{METER}.amount", "6(a)(4)")),
        _ma("a 99-cent progressive", [f"{METER}.amount=0.99"], ("progressive_amount", f"{METER}.amount", "6(a)(4)")),
        _ma("no progressive amount", [f"-{METER}.amount"], ("progressive_amount", f"{METER}.amount", "6(a)(4)")),
        _ma("the rate of another table", [f"{METER}.rate=23%"], ("progressive_rate", f"{METER}.rate", "11(f)")),
        _ma(
            "the second rate of another table",
            [f"{METER}.secondary_rate=5%"],
            ("progressive_rate", f"{METER}.secondary_rate", "11(f)"),
        ),
        _ma(
            "a meter that starts low",
            [f"{METER}.initial=9999.99"],
            ("progressive_initial", f"{METER}.initial", "11(f)"),
        ),
        _ma(
            "a meter that starts high",
            [f"{METER}.initial=10000.01"],
            ("progressive_initial", f"{METER}.initial", "11(f)"),
        ),
        _ma("a reset amount", [f"{METER}.reset=10000"], ("progressive_reset", f"{METER}.reset", "11(f)")),
        _ma("Envy Bonus", [f"{METER}.envy=true"], ("wager_key", f"{METER}.envy", "6(a)(4)")),
        _ma(
            "a payout limit of nothing",
            ["payout_limit.per_round=0"],
            ("payout_limit", "payout_limit.per_round", "11(g)"),
        ),
        _ma(
            "no such choice of a reading",
            ["readings.progressive_after_fold=maybe"],
            ("reading_choice", "readings.progressive_after_fold", "9(c)"),
        ),
        _ma("approved tomorrow", ["approved_on=2026-11-16"], ("approval_date", "approved_on", "11(c)")),
    ]
)

SEVERAL = dict(
    [
        _hcf(
            "six at once",
            [
                "table.seats=7",
                "table.adjacent_boxes=8",
                f"{FLUSH}.paytable=Z",
                f"{METER}.rate=0%",
                f"{METER}.initial=1",
                "payout_limit.per_hand=99999",
                "approved_on=2030-01-01",
            ],
            ("seats", "table.seats", "2.A"),
            ("deck_too_small", "table.seats", "8.E"),
            ("adjacent_boxes", "table.adjacent_boxes", "7.G"),
            ("paytable_unknown", f"{FLUSH}.paytable", "12.B"),
            ("progressive_rate", f"{METER}.rate", "12.E(2)(a)"),
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(i)"),
            ("payout_limit", "payout_limit.per_hand", "12.D"),
            ("approval_date", "approved_on", "7.G"),
        ),
        _ctf(
            "five at once",
            [f"-{XTRA}", f"-{METER}.segments", "table.shuffler=none", "table.minimum=400", "moon=full"],
            ("missing_key", XTRA, "12.B"),
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
            ("decks", "table.decks", "3.B"),
            ("table_limits", "table.minimum", "7.F(1)"),
            ("unknown_key", "moon", "7.G"),
        ),
        _ma(
            "four at once",
            [f"{METER}.amount=5", f"{METER}.rate=20%", "signs.odds=for", "table.adjacent_boxes=5"],
            ("progressive_amount", f"{METER}.amount", "6(a)(4)"),
            ("progressive_rate", f"{METER}.rate", "11(f)"),
            ("odds_word", "signs.odds", "11(a)"),
            ("adjacent_boxes", "table.adjacent_boxes", "6(e)"),
        ),
    ]
)

UNLAWFUL = MARYLAND_HIGH_CARD_FLUSH | MARYLAND_CHASE_THE_FLUSH | MASSACHUSETTS | SEVERAL


@pytest.mark.parametrize("case", UNLAWFUL.values(), ids=UNLAWFUL)
def test_an_unlawful_submission_is_refused_for_exactly_these_reasons(case: Case) -> None:
    book, changes, expected = case
    assert found(book, *changes) == expected


@pytest.mark.parametrize("case", UNLAWFUL.values(), ids=UNLAWFUL)
def test_every_fault_can_be_read_and_cites_a_clause_of_its_rulebook(case: Case) -> None:
    book, changes, _ = case
    clauses = {str(clause.citation) for clause in clause_list(book).clauses}
    for fault in faults(book, *changes):
        assert fault.message
        assert fault.lawful
        assert fault.value
        assert fault.clause in clauses
        assert fault.key in str(fault)
        assert fault.clause in str(fault)


def test_the_unlawful_submissions_are_many_and_all_different() -> None:
    assert len(UNLAWFUL) >= 90
    assert {book for book, _, _ in UNLAWFUL.values()} == set(RULEBOOK_IDS)
    assert len({dumps(changed(book, *changes), default=str) for book, changes, _ in UNLAWFUL.values()}) == len(
        UNLAWFUL
    )


@pytest.mark.parametrize(
    ("book", "changes", "key", "lawful"),
    [
        ("MD-HCF", ["table.seats=0"], "table.seats", "1 to 6"),
        ("MD-HCF", ["table.seats=4", "table.adjacent_boxes=5"], "table.adjacent_boxes", "1 to 4"),
        ("MA-HCF", ["table.adjacent_boxes=4"], "table.adjacent_boxes", "1 to 3"),
        ("MA-HCF", ["table.seats=2", "table.adjacent_boxes=3"], "table.adjacent_boxes", "1 to 2"),
        ("MD-HCF", [f"{METER}.initial=1"], f"{METER}.initial", "at least 30000.00"),
        ("MD-HCF", [f"{METER}.paytable=C", f"{METER}.reset=1"], f"{METER}.reset", "at least 5000.00"),
        ("MD-HCF", [f"{METER}.paytable=E", f"{METER}.initial=1"], f"{METER}.initial", "at least 25000.00"),
        ("MD-HCF", [f"{METER}.envy=C"], f"{METER}.envy", "true"),
        ("MD-HCF", [f"{METER}.paytable=A", f"{METER}.envy=C"], f"{METER}.envy", "false"),
        ("MD-HCF", [f"{FLUSH}.paytable=P"], f"{FLUSH}.paytable", '"N", "O"'),
        ("MD-HCF", ["payout_limit.per_hand=60000"], "payout_limit.per_hand", "at most 50000.00"),
        ("MD-CTF", ["payout_limit.per_hand=40000"], "payout_limit.per_hand", "at least 50000.00"),
        ("MD-CTF", [f"{XTRA}.minimum=11"], f"{XTRA}.minimum", "10.00"),
        ("MD-CTF", ["-table.minimum", f"{XTRA}.minimum=11"], f"{XTRA}.minimum", "leave it out"),
        ("MD-CTF", [f"{METER}.amount=5"], f"{METER}.amount", "1.00"),
        ("MA-HCF", [f"{METER}.amount=5"], f"{METER}.amount", "1.00"),
        ("MA-HCF", [f"{METER}.rate=23%"], f"{METER}.rate", "24%"),
        ("MA-HCF", [f"{METER}.initial=1"], f"{METER}.initial", "10000.00"),
        ("MA-HCF", ["signs.odds=for"], "signs.odds", '"to", "win"'),
        ("MD-HCF", ["approved_on=2026-11-16"], "approved_on", "2026-11-15 or earlier"),
    ],
)
def test_a_fault_says_what_would_be_lawful(book: str, changes: list[str], key: str, lawful: str) -> None:
    (text,) = (fault.lawful for fault in faults(book, *changes) if fault.key == key)
    assert lawful in text


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_a_draft_is_lawful_for_practice_and_not_for_a_live_table(book: str) -> None:
    assert faults(book, "-approved_on") == ()
    assert [code for code, _, _ in short(book, faults(book, "-approved_on", live=True))] == ["not_approved"]
    assert faults(book, live=True) == ()


@pytest.mark.parametrize("book", RULEBOOK_IDS)
@pytest.mark.parametrize(("days", "lawful"), [(-1, True), (0, True), (1, False)])
def test_approval_is_of_today_or_earlier(book: str, days: int, lawful: bool) -> None:
    day = TODAY + timedelta(days=days)
    assert (faults(book, f"approved_on={day}") == ()) is lawful
    assert (check(read_filing(bundled(book) | {"approved_on": day}, "test"), today=date(2027, 1, 1)) == ()) is True


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_faults_come_in_one_order_whatever_the_order_of_the_file(book: str) -> None:
    data = changed(book, "table.seats=0", "moon=full", f"{METER}.amount=0", "approved_on=2030-01-01")
    backwards = dict(reversed(data.items()))
    backwards["table"] = dict(reversed(data["table"].items()))
    assert check(read_filing(data, "test"), TODAY) == check(read_filing(backwards, "test"), TODAY)


NO_ENVY = f"{METER}.envy=false"
LEAST = {"A": 30000, "B": 30000, "C": 5000, "D": 30000, "E": 25000}
WHEELS = {
    "A": ("Jackpot $1,000 $500 $200 $125 $75 $60 $25 $23 $15 $10 $5", 1, 5000),
    "B": (WHEEL_B, 1, 5000),
    "C": ("Jackpot $10,000 $5,000 $1,000 $350 $500 $150 $100 $55 $65 $60 $50", 5, 10000),
    "D": ("Jackpot $5,000 $2,500 $1,000 $350 $500 $150 $100 $55 $60 $50 $40", 5, 10000),
}


def _wheel_changes(letter: str) -> list[str]:
    symbols, amount, least = WHEELS[letter]
    changes = [f"{METER}.paytable={letter}", wheel(symbols), f"{METER}.amount={amount}"]
    if letter in "AC":  # a fixed prize, and no meter
        return [*changes, f"{METER}.prize={least}", f"-{METER}.rate", f"-{METER}.initial", f"-{METER}.reset"]
    return [*changes, f"{METER}.initial={least}", f"{METER}.reset={least}"]


LAWFUL: list[tuple[str, list[str]]] = [
    *((book, []) for book in RULEBOOK_IDS),
    *(("MD-HCF", [f"{FLUSH}.paytable={letter}"]) for letter in "ABCDEFGHIJKLMNO"),
    *(("MD-HCF", [f"{STRAIGHT}.paytable={letter}"]) for letter in "ABCDEFG"),
    *(
        ("MD-HCF", [f"{METER}.paytable={letter}", f"{METER}.initial={least}", f"{METER}.reset={least}", NO_ENVY])
        for letter, least in LEAST.items()
    ),
    *(("MD-HCF", [f"{METER}.paytable={letter}", f"{METER}.envy={letter}"]) for letter in "CDE"),
    ("MD-HCF", ["-wagers"]),
    ("MD-HCF", ["-payout_limit", "-approved_on"]),
    ("MD-HCF", ["table.decks=1", "table.shuffler=none", "table.order=one_card_around_dealer_last"]),
    ("MD-HCF", ["table.dealing=hand", "table.shuffler=plain"]),
    ("MD-HCF", ['table.deck_backs=["red", "blue"]', "table.alternation=every_round"]),
    ("MD-HCF", ["table.minimum=500", "table.maximum=500", "wagers.ante.minimum=500", "wagers.ante.maximum=500"]),
    ("MD-HCF", [f"{METER}.amount=5", f"{METER}.rounding=down_to_dollar"]),
    ("MD-HCF", ["readings.ace_low_straight_flush=also_low", "readings.what_is_compared=flush_played"]),
    ("MD-HCF", ["signs.odds=to"]),
    *(("MD-CTF", [f"{XTRA}.paytable={letter}"]) for letter in "AB"),
    *(("MD-CTF", [f"{SAME}.paytable={letter}"]) for letter in "ABCD"),
    *(("MD-CTF", _wheel_changes(letter)) for letter in "ABCD"),
    ("MD-CTF", [f"-{SAME}", f"-{METER}"]),
    ("MD-CTF", [f"{XTRA}.minimum=10", f"{XTRA}.maximum=300"]),
    ("MD-CTF", ["table.order=stacks_community_dealer_players"]),
    ("MD-CTF", ["table.order=stacks_community_players_dealer_kept"]),
    ("MD-CTF", ["table.dealing=hand"]),
    ("MD-CTF", ["payout_limit.per_hand=1000000"]),
    *(("MA-HCF", [f"{FLUSH}.paytable={letter}"]) for letter in "ABCDEFGHIJKLMN"),
    *(("MA-HCF", [f"{STRAIGHT}.paytable={letter}"]) for letter in "ABCDEF"),
    ("MA-HCF", TABLE_G),
    *(
        ("MA-HCF", [f"{METER}.paytable={letter}", f"{METER}.rate={main}%", f"{METER}.secondary_rate={second}%"])
        for letter, main, second in (("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5))
    ),
    ("MA-HCF", [f"{METER}.initial=10000"]),
    ("MA-HCF", ["-table.adjacent_boxes", "-operator"]),
    ("MA-HCF", ["signs.odds=win"]),
    ("MA-HCF", ["payout_limit.per_round=25000"]),
    ("MA-HCF", ["table.dealing=automated", "table.shuffler=plain"]),
]


@pytest.mark.parametrize(("book", "changes"), LAWFUL)
def test_a_lawful_variant_has_no_fault_and_can_be_frozen(book: str, changes: list[str]) -> None:
    filing = read_filing(changed(book, *changes), "test")
    assert check(filing, TODAY) == ()
    assert freeze(filing).rulebook.id == book
