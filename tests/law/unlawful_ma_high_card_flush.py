"""Unlawful submissions of Massachusetts' High Card Flush, and the reasons that the document gives."""

from __future__ import annotations

from tests.law.changes import BONUS, FLUSH, METER, ONE_DECK, RUNS, STRAIGHT, TABLE_G, ma

MASSACHUSETTS = dict(
    [
        ma("unknown key", ["colour=red"], ("unknown_key", "colour", "11(c)")),
        ma(
            "seven seats",
            ["table.seats=7"],
            ("seats", "table.seats", "7(c)"),
            ("deck_too_small", "table.seats", "7(c)"),
        ),
        ma("four positions", ["table.adjacent_boxes=4"], ("adjacent_boxes", "table.adjacent_boxes", "6(e)")),
        ma(
            "two positions at a table of one",
            ["table.seats=1"],
            ("adjacent_boxes", "table.adjacent_boxes", "6(e)"),
        ),
        ma("no position", ["table.adjacent_boxes=0"], ("adjacent_boxes", "table.adjacent_boxes", "6(e)")),
        ma("from the hand", ["table.dealing=hand"], ("dealing_method", "table.dealing", "7(c)")),
        ma(
            "one card at a time",
            ["table.order=one_card_around_dealer_last"],
            ("dealing_order", "table.order", "7(c)"),
        ),
        ma("shuffling not stated", [ONE_DECK, "-table.shuffler"], ("missing_key", "table.shuffler", "4(a)")),
        ma("three decks", ["table.decks=3"], ("decks", "table.decks", "2(b)")),
        ma("equal backs", ['table.deck_backs=["red", "red"]'], ("second_deck", "table.deck_backs", "2(b)(2)")),
        ma("turns of two rounds", ["table.alternation=every_other"], ("second_deck", "table.alternation", "2(b)(4)")),
        ma("minimum above maximum", ["table.minimum=500.01"], ("table_limits", "table.minimum", "6(a)(1)")),
        ma("a raise with limits", ["wagers.raise.maximum=5"], ("wager_key", "wagers.raise.maximum", "6(a)(5)")),
        ma("an Ante apart", ["wagers.ante.maximum=400"], ("wager_not_equal", "wagers.ante.maximum", "6(a)(1)")),
        ma("bonus minimum above maximum", [f"{FLUSH}.minimum=101"], ("wager_limits", f"{FLUSH}.minimum", "6(a)(2)")),
        ma("Maryland's Flush Bonus O", [f"{FLUSH}.paytable=O"], ("paytable_unknown", f"{FLUSH}.paytable", "11(c)")),
        ma(
            "Straight Flush Bonus H",
            [f"{STRAIGHT}.paytable=H"],
            ("paytable_unknown", f"{STRAIGHT}.paytable", "11(d)"),
        ),
        ma("Maryland's progressive E", [f"{METER}.paytable=E"], ("paytable_unknown", f"{METER}.paytable", "11(e)")),
        ma(
            "an invented Straight Flush Bonus",
            [f"{STRAIGHT}.paytable={{three_card_straight_flush = 10}}"],
            ("paytable_invented", f"{STRAIGHT}.paytable", "11(d)"),
        ),
        ma(
            "G without any amount",
            [f"{STRAIGHT}.paytable=G"],
            *(("bonus_amounts", f"{BONUS}.{run}", "11(g)") for run in RUNS),
        ),
        ma(
            "G with one amount missing",
            [f"{STRAIGHT}.paytable=G", f"{BONUS}={{{', '.join(f'{run} = 40' for run in RUNS[:-1])}}}"],
            ("bonus_amounts", f"{BONUS}.three_card_straight_flush", "11(g)"),
        ),
        ma(
            "G with a share of a meter",
            [*TABLE_G, f"{BONUS}.{RUNS[0]}=10%"],
            ("bonus_amounts", f"{BONUS}.{RUNS[0]}", "11(g)"),
        ),
        ma(
            "G that pays a Bonus",
            [*TABLE_G, f"{BONUS}.{RUNS[1]}=Bonus"],
            ("bonus_amounts", f"{BONUS}.{RUNS[1]}", "11(g)"),
        ),
        ma(
            "G with a line it has not",
            [*TABLE_G, f"{BONUS}.four_of_a_kind=25"],
            ("bonus_amounts", f"{BONUS}.four_of_a_kind", "11(d)"),
        ),
        ma("G for one", [*TABLE_G, f"{BONUS}.{RUNS[2]}=100 for 1"], ("odds_word", f"{BONUS}.{RUNS[2]}", "11(a)")),
        ma("amounts for a printed table", [TABLE_G[1]], ("bonus_amounts", BONUS, "11(d)")),
        ma(
            "a suit for no line",
            [*TABLE_G, f"{STRAIGHT}.suit=hearts"],
            ("bonus_amounts", f"{STRAIGHT}.suit", "11(g)"),
        ),
        ma("signs that say for", ["signs.odds=for"], ("odds_word", "signs.odds", "11(a)")),
        ma("a $2 progressive", [f"{METER}.amount=2"], ("progressive_amount", f"{METER}.amount", "6(a)(4)")),
        ma("a 99-cent progressive", [f"{METER}.amount=0.99"], ("progressive_amount", f"{METER}.amount", "6(a)(4)")),
        ma("no progressive amount", [f"-{METER}.amount"], ("progressive_amount", f"{METER}.amount", "6(a)(4)")),
        ma("the rate of another table", [f"{METER}.rate=23%"], ("progressive_rate", f"{METER}.rate", "11(f)")),
        ma(
            "the second rate of another table",
            [f"{METER}.secondary_rate=5%"],
            ("progressive_rate", f"{METER}.secondary_rate", "11(f)"),
        ),
        ma(
            "a meter that starts low",
            [f"{METER}.initial=9999.99"],
            ("progressive_initial", f"{METER}.initial", "11(f)"),
        ),
        ma(
            "a meter that starts high",
            [f"{METER}.initial=10000.01"],
            ("progressive_initial", f"{METER}.initial", "11(f)"),
        ),
        ma("a reset amount", [f"{METER}.reset=10000"], ("progressive_reset", f"{METER}.reset", "11(f)")),
        ma("Envy Bonus", [f"{METER}.envy=true"], ("wager_key", f"{METER}.envy", "6(a)(4)")),
        ma(
            "a payout limit of nothing",
            ["payout_limit.per_round=0"],
            ("payout_limit", "payout_limit.per_round", "11(g)"),
        ),
        ma(
            "no such choice of a reading",
            ["readings.progressive_after_fold=maybe"],
            ("reading_choice", "readings.progressive_after_fold", "9(c)"),
        ),
        ma("approved tomorrow", ["approved_on=2026-11-16"], ("approval_date", "approved_on", "11(c)")),
    ]
)
