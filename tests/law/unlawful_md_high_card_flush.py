"""Unlawful submissions of Maryland's High Card Flush, and the reasons that the document gives."""

from __future__ import annotations

from tests.clauses.support import wheel
from tests.law.changes import FLUSH, METER, ONE_DECK, STRAIGHT, WHEEL_B, hcf

MARYLAND_HIGH_CARD_FLUSH = dict(
    [
        hcf("unknown key", ["colour=red"], ("unknown_key", "colour", "7.G")),
        hcf("unknown table", ["lighting.lamps=4"], ("unknown_key", "lighting", "7.G")),
        hcf("unknown key of the table", ["table.chairs=6"], ("unknown_key", "table.chairs", "7.G")),
        hcf("unknown key of a wager", [f"{FLUSH}.color=red"], ("unknown_key", f"{FLUSH}.color", "7.G")),
        hcf("unknown limit", ["payout_limit.per_year=1"], ("unknown_key", "payout_limit.per_year", "7.G")),
        hcf("unknown sign", ["signs.neon=true"], ("unknown_key", "signs.neon", "7.G")),
        hcf("no operator", ["-operator"], ("missing_key", "operator", "2.B(1)")),
        hcf("no seats stated", ["-table.seats"], ("missing_key", "table.seats", "2.A")),
        hcf("no seat", ["table.seats=0"], ("seats", "table.seats", "2.A")),
        hcf(
            "seven seats",
            ["table.seats=7"],
            ("seats", "table.seats", "2.A"),
            ("deck_too_small", "table.seats", "8.E"),
        ),
        hcf("boxes not stated", ["-table.adjacent_boxes"], ("missing_key", "table.adjacent_boxes", "7.G")),
        hcf("no box", ["table.adjacent_boxes=0"], ("adjacent_boxes", "table.adjacent_boxes", "7.G")),
        hcf("seven boxes", ["table.adjacent_boxes=7"], ("adjacent_boxes", "table.adjacent_boxes", "7.G")),
        hcf(
            "more boxes than seats",
            ["table.seats=2", "table.adjacent_boxes=3"],
            ("adjacent_boxes", "table.adjacent_boxes", "7.G"),
        ),
        hcf("dealing not stated", ["-table.dealing"], ("missing_key", "table.dealing", "8.E")),
        hcf("dealing unheard of", ["table.dealing=thrown"], ("dealing_method", "table.dealing", "8.E")),
        hcf(
            "stacks from a manual shoe",
            ["table.order=stacks_players_then_dealer"],
            ("dealing_order", "table.order", "8.E"),
        ),
        hcf(
            "stacks from the hand",
            ["table.dealing=hand", "table.order=stacks_players_then_dealer"],
            ("dealing_order", "table.order", "9.B(2)"),
        ),
        hcf(
            "single cards from an automated shoe",
            ["table.dealing=automated", "table.order=one_card_around_dealer_last"],
            ("dealing_order", "table.order", "10.B(1)"),
        ),
        hcf("shuffling not stated", [ONE_DECK, "-table.shuffler"], ("missing_key", "table.shuffler", "5.A")),
        hcf("shuffler unheard of", ["table.shuffler=guessing"], ("shuffler", "table.shuffler", "5.A")),
        hcf(
            "from the hand without a shuffler",
            [ONE_DECK, "table.dealing=hand", "table.shuffler=none"],
            ("shuffler_required", "table.shuffler", "9.A(1)"),
        ),
        hcf("two decks without a shuffler", ["table.shuffler=none"], ("decks", "table.decks", "3.B")),
        hcf(
            "two decks from the hand without a shuffler",
            ["table.dealing=hand", "table.shuffler=none"],
            ("decks", "table.decks", "3.B"),
            ("shuffler_required", "table.shuffler", "9.A(1)"),
        ),
        hcf("decks not stated", ["-table.decks"], ("missing_key", "table.decks", "3.A")),
        hcf("three decks", ["table.decks=3"], ("decks", "table.decks", "3.B")),
        hcf("equal backs", ['table.deck_backs=["red", "red"]'], ("second_deck", "table.deck_backs", "3.B(2)")),
        hcf("one back for two decks", ['table.deck_backs=["red"]'], ("second_deck", "table.deck_backs", "3.B(2)")),
        hcf(
            "decks that change by the hour",
            ["table.alternation=every_hour"],
            ("second_deck", "table.alternation", "3.B(4)"),
        ),
        hcf(
            "one deck that takes turns",
            [ONE_DECK, "table.alternation=every_round"],
            ("second_deck", "table.alternation", "3.B(4)"),
        ),
        hcf("no minimum", ["-table.minimum"], ("missing_key", "table.minimum", "7.F(1)")),
        hcf("no maximum", ["-table.maximum"], ("missing_key", "table.maximum", "7.F(1)")),
        hcf("a minimum of nothing", ["table.minimum=0"], ("table_limits", "table.minimum", "7.F(1)")),
        hcf("minimum a cent above maximum", ["table.minimum=500.01"], ("table_limits", "table.minimum", "7.F(1)")),
        hcf("a raise with limits", ["wagers.raise.minimum=10"], ("wager_key", "wagers.raise.minimum", "7.F(1)")),
        hcf("an ante with a pay table", ["wagers.ante.paytable=A"], ("wager_key", "wagers.ante.paytable", "7.F(1)")),
        hcf("an ante apart", ["wagers.ante.minimum=15"], ("wager_not_equal", "wagers.ante.minimum", "7.F(1)")),
        hcf("a bonus with an amount", [f"{FLUSH}.amount=5"], ("wager_key", f"{FLUSH}.amount", "7.F(2)")),
        hcf("a bonus with a meter", [f"{STRAIGHT}.rate=10%"], ("wager_key", f"{STRAIGHT}.rate", "7.F(3)")),
        hcf("a progressive with a minimum", [f"{METER}.minimum=1"], ("wager_key", f"{METER}.minimum", "7.F(4)")),
        hcf("Community Pay", [f"{METER}.community_pay=true"], ("wager_key", f"{METER}.community_pay", "7.F(4)")),
        hcf("a second meter", [f"{METER}.secondary_rate=2%"], ("wager_key", f"{METER}.secondary_rate", "7.F(4)")),
        hcf("a fixed prize", [f"{METER}.prize=50000"], ("wager_key", f"{METER}.prize", "7.F(4)")),
        hcf("a wheel", [wheel(WHEEL_B)], ("wager_key", f"{METER}.segments", "7.F(4)")),
        hcf(
            "bonus minimum above maximum", [f"{FLUSH}.minimum=100.01"], ("wager_limits", f"{FLUSH}.minimum", "7.F(2)")
        ),
        hcf("a bonus for nothing", [f"{STRAIGHT}.minimum=0"], ("wager_limits", f"{STRAIGHT}.minimum", "7.F(3)")),
        hcf("Flush Bonus P", [f"{FLUSH}.paytable=P"], ("paytable_unknown", f"{FLUSH}.paytable", "12.B")),
        hcf("Flush Bonus a", [f"{FLUSH}.paytable=a"], ("paytable_unknown", f"{FLUSH}.paytable", "12.B")),
        hcf(
            "Straight Flush Bonus H", [f"{STRAIGHT}.paytable=H"], ("paytable_unknown", f"{STRAIGHT}.paytable", "12.C")
        ),
        hcf("progressive F", [f"{METER}.paytable=F"], ("paytable_unknown", f"{METER}.paytable", "12.E(1)")),
        hcf("no Flush Bonus table", [f"-{FLUSH}.paytable"], ("missing_key", f"{FLUSH}.paytable", "12.B")),
        hcf("no progressive table", [f"-{METER}.paytable"], ("missing_key", f"{METER}.paytable", "12.E(1)")),
        hcf(
            "an invented Flush Bonus",
            [f"{FLUSH}.paytable={{seven_card_flush = 300, six_card_flush = 100}}"],
            ("paytable_invented", f"{FLUSH}.paytable", "12.B"),
        ),
        hcf(
            "odds for one",
            [f'{FLUSH}.paytable={{seven_card_flush = "300 for 1", six_card_flush = 99}}'],
            ("odds_word", f"{FLUSH}.paytable.seven_card_flush", "2.B(7)(a)"),
            ("paytable_invented", f"{FLUSH}.paytable", "12.B"),
        ),
        hcf("signs that say for", ["signs.odds=for"], ("odds_word", "signs.odds", "2.B(7)(a)")),
        hcf("no progressive amount", [f"-{METER}.amount"], ("progressive_amount", f"{METER}.amount", "7.F(4)")),
        hcf("a progressive for nothing", [f"{METER}.amount=0"], ("progressive_amount", f"{METER}.amount", "7.F(4)")),
        hcf("no rate", [f"-{METER}.rate"], ("progressive_rate", f"{METER}.rate", "12.E(2)(a)")),
        hcf("a rate of nothing", [f"{METER}.rate=0%"], ("progressive_rate", f"{METER}.rate", "12.E(2)(a)")),
        hcf("more than all", [f"{METER}.rate=100.01%"], ("progressive_rate", f"{METER}.rate", "12.E(2)(a)")),
        hcf("no initial amount", [f"-{METER}.initial"], ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(i)")),
        hcf("no reset amount", [f"-{METER}.reset"], ("progressive_reset", f"{METER}.reset", "12.E(2)(b)(i)")),
        hcf(
            "D starts low",
            [f"{METER}.initial=29999.99"],
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(i)"),
        ),
        hcf("D resets low", [f"{METER}.reset=29999.99"], ("progressive_reset", f"{METER}.reset", "12.E(2)(b)(i)")),
        hcf(
            "C starts low",
            [f"{METER}.paytable=C", f"{METER}.initial=4999.99"],
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(ii)"),
        ),
        hcf(
            "E starts and resets low",
            [f"{METER}.paytable=E", f"{METER}.initial=24999.99", f"{METER}.reset=1"],
            ("progressive_initial", f"{METER}.initial", "12.E(2)(b)(iii)"),
            ("progressive_reset", f"{METER}.reset", "12.E(2)(b)(iii)"),
        ),
        hcf(
            "rounding unheard of",
            [f"{METER}.rounding=to_the_moon"],
            ("progressive_rounding", f"{METER}.rounding", "12.E(3)"),
        ),
        hcf("the Envy table of C with D", [f"{METER}.envy=C"], ("shared_bonus", f"{METER}.envy", "12.E(4)(b)")),
        hcf("Envy with A", [f"{METER}.paytable=A"], ("shared_bonus", f"{METER}.envy", "12.E(5)")),
        hcf("Envy with B", [f"{METER}.paytable=B"], ("shared_bonus", f"{METER}.envy", "12.E(5)")),
        hcf(
            "payout limit too high",
            ["payout_limit.per_hand=50000.01"],
            ("payout_limit", "payout_limit.per_hand", "12.D"),
        ),
        hcf(
            "payout limit of nothing", ["payout_limit.per_hand=0"], ("payout_limit", "payout_limit.per_hand", "12.D")
        ),
        hcf(
            "a limit per round", ["payout_limit.per_round=50000"], ("payout_limit", "payout_limit.per_round", "12.D")
        ),
        hcf("reading unheard of", ["readings.moon=full"], ("reading_unknown", "readings.moon", "7.G")),
        hcf(
            "no such choice of a reading",
            ["readings.ace_low_straight_flush=sideways"],
            ("reading_choice", "readings.ace_low_straight_flush", "6.A"),
        ),
        hcf(
            "a reading that is not the operator's",
            ["readings.what_is_compared=all_seven_cards"],
            ("reading_choice", "readings.what_is_compared", "6.C"),
        ),
        hcf("approved tomorrow", ["approved_on=2026-11-16"], ("approval_date", "approved_on", "7.G")),
    ]
)
