"""Unlawful submissions of Maryland's Chase the Flush, and the reasons that the document gives."""

from __future__ import annotations

from tests.clauses.support import wheel
from tests.law.changes import METER, ONE_DECK, SAME, WHEEL_B, XTRA, ctf

MARYLAND_CHASE_THE_FLUSH = dict(
    [
        ctf(
            "unknown key of a segment",
            [f"{METER}.segments.0.hue=9"],
            ("unknown_key", f"{METER}.segments 1.hue", "7.G"),
        ),
        ctf("no operator", ["-operator"], ("missing_key", "operator", "2.B(1)")),
        ctf("seven seats", ["table.seats=7"], ("seats", "table.seats", "2.A")),
        ctf(
            "more than the deck can deal",
            ["table.seats=16"],
            ("seats", "table.seats", "2.A"),
            ("deck_too_small", "table.seats", "8.D(2)"),
        ),
        ctf("seven boxes", ["table.adjacent_boxes=7"], ("adjacent_boxes", "table.adjacent_boxes", "7.G")),
        ctf("boxes not stated", ["-table.adjacent_boxes"], ("missing_key", "table.adjacent_boxes", "7.G")),
        ctf(
            "from the hand without a shuffler",
            [ONE_DECK, "table.dealing=hand", "table.shuffler=none"],
            ("shuffler_required", "table.shuffler", "9.A(1)"),
        ),
        ctf(
            "seven cards at once",
            ["table.order=seven_at_once_dealer_last"],
            ("dealing_order", "table.order", "10.B(1)"),
        ),
        ctf(
            "stacks from a manual shoe",
            ["table.dealing=manual_shoe", "table.order=stacks_community_dealer_players"],
            ("dealing_order", "table.order", "8.D(2)"),
        ),
        ctf("two decks without a shuffler", ["table.shuffler=none"], ("decks", "table.decks", "3.B")),
        ctf("decks not stated", ["-table.decks"], ("missing_key", "table.decks", "3.A(1)")),
        ctf("equal backs", ['table.deck_backs=["red", "red"]'], ("second_deck", "table.deck_backs", "3.B(2)")),
        ctf(
            "decks that do not alternate", ["table.alternation=never"], ("second_deck", "table.alternation", "3.B(4)")
        ),
        ctf("minimum above maximum", ["table.maximum=9.99"], ("table_limits", "table.minimum", "7.F(1)")),
        ctf("no X-tra Bonus", [f"-{XTRA}"], ("missing_key", XTRA, "12.B")),
        ctf("X-tra Bonus without a table", [f"-{XTRA}.paytable"], ("missing_key", f"{XTRA}.paytable", "12.B")),
        ctf("X-tra Bonus C", [f"{XTRA}.paytable=C"], ("paytable_unknown", f"{XTRA}.paytable", "12.B")),
        ctf("X-tra Bonus below the Ante", [f"{XTRA}.minimum=9.99"], ("wager_not_equal", f"{XTRA}.minimum", "7.F(1)")),
        ctf(
            "X-tra Bonus above the Ante",
            [f"{XTRA}.minimum=10.01", f"{XTRA}.maximum=300.01"],
            ("wager_not_equal", f"{XTRA}.minimum", "7.F(1)"),
            ("wager_not_equal", f"{XTRA}.maximum", "7.F(1)"),
        ),
        ctf("Same Suit E", [f"{SAME}.paytable=E"], ("paytable_unknown", f"{SAME}.paytable", "12.C")),
        ctf("Same Suit limits", [f"{SAME}.maximum=4.99"], ("wager_limits", f"{SAME}.minimum", "7.F(2)")),
        ctf("an All In with limits", ["wagers.all_in.maximum=900"], ("wager_key", "wagers.all_in.maximum", "7.F(1)")),
        ctf("Envy Bonus", [f"{METER}.envy=true"], ("wager_key", f"{METER}.envy", "7.F(3)")),
        ctf("wheel E", [f"{METER}.paytable=E"], ("paytable_unknown", f"{METER}.paytable", "12.D(1)")),
        ctf(
            "an invented Same Suit",
            [f"{SAME}.paytable={{four_card_flush = 2}}"],
            ("paytable_invented", f"{SAME}.paytable", "12.C"),
        ),
        ctf(
            "a wheel of unknown segments",
            [f"-{METER}.segments"],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        ctf(
            "a wheel without a Jackpot",
            [wheel(WHEEL_B.removeprefix("Jackpot "))],
            ("wheel_segments", f"{METER}.segments", "12.D(2)(a) Paytable B"),
        ),
        ctf(
            "a wheel without its last two",
            [wheel(WHEEL_B.removesuffix(" $10 $5"))],
            ("wheel_segments", f"{METER}.segments", "12.D(2)(k) Paytable B"),
            ("wheel_segments", f"{METER}.segments", "12.D(2)(l) Paytable B"),
        ),
        ctf(
            "a symbol of another wheel",
            [wheel(f"{WHEEL_B} $200")],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        ctf(
            "a symbol listed twice",
            [wheel(f"{WHEEL_B} $90")],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        ctf(
            "a symbol without a segment",
            [f"{METER}.segments.4.count=0"],
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
        ),
        ctf(
            "the symbols of B on A",
            [f"{METER}.paytable=A", f"{METER}.prize=5000"],
            *(("wheel_segments", f"{METER}.segments", "12.D(2) Paytable A") for _ in ("$90", "$50", "$40", "$28")),
            *(("wheel_segments", f"{METER}.segments", f"12.D(2)({mark}) Paytable A") for mark in "dfhi"),
        ),
        ctf(
            "a prize where the meter pays",
            [f"{METER}.prize=9000"],
            ("progressive_prize", f"{METER}.prize", "12.D(2) Paytable B"),
        ),
        ctf(
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
        ctf(
            "C with a prize of parts of a cent",
            [
                f"{METER}.paytable=C",
                f"{METER}.amount=5",
                f"{METER}.initial=10000",
                f"{METER}.reset=10000",
                f"{METER}.prize=10000.001",
                wheel("Jackpot $10,000 $5,000 $1,000 $350 $500 $150 $100 $55 $65 $60 $50"),
            ],
            ("progressive_prize", f"{METER}.prize", "12.D(3)"),
        ),
        ctf(
            "Community Pay of another wheel",
            [f"{METER}.community_pay=D"],
            ("shared_bonus", f"{METER}.community_pay", "12.D(5)(b) second"),
        ),
        ctf("a $5 wager on a $1 wheel", [f"{METER}.amount=5"], ("progressive_amount", f"{METER}.amount", "12.D(6)")),
        ctf(
            "B starts low",
            [f"{METER}.initial=4999.99"],
            ("progressive_initial", f"{METER}.initial", "12.D(5)(b)(ii)"),
        ),
        ctf("B resets low", [f"{METER}.reset=4999.99"], ("progressive_reset", f"{METER}.reset", "12.D(5)(b)(ii)")),
        ctf("no rate", [f"-{METER}.rate"], ("progressive_rate", f"{METER}.rate", "12.D(5)(a)")),
        ctf(
            "rounding unheard of",
            [f"{METER}.rounding=away"],
            ("progressive_rounding", f"{METER}.rounding", "12.D(4) second"),
        ),
        ctf(
            "payout limit too low",
            ["payout_limit.per_hand=49999.99"],
            ("payout_limit", "payout_limit.per_hand", "12.E(1)"),
        ),
        ctf(
            "a limit per round",
            ["payout_limit.per_round=90000"],
            ("payout_limit", "payout_limit.per_round", "12.E(1)"),
        ),
        ctf("signs that say for", ["signs.odds=for"], ("odds_word", "signs.odds", "2.B(7)")),
        ctf("approved next year", ["approved_on=2027-01-01"], ("approval_date", "approved_on", "7.G")),
    ]
)
