"""What a table's rules say to those who sit at it: each figure beside the clause of the document that prints it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from houserules import law
from houserules.app.views.game_shown import rulebook_shown
from houserules.app.views.rule_shapes import RulesShown
from houserules.app.views.rules_shown import rules_shown
from houserules.exhibits import layout_of
from houserules.exhibits.rules_in_words import decision_text, size_text, sizes_of
from houserules.law import Submission, freeze, read_filing, read_toml, rulebook, rulebook_ids
from houserules.law.words import BelowQualifying, HighCard
from houserules.money import Money
from houserules.play import Rules
from tests.support.rulebooks import there


def submission_of(identity: str) -> Submission:
    filed = read_toml(law.file_text(identity, "submission"), identity)
    return freeze(read_filing(filed, identity))


def rules_of(identity: str) -> RulesShown:
    return rules_shown(Rules(submission_of(identity)))


@pytest.mark.parametrize(
    ("identity", "two_to_four", "five", "six_and_seven", "asked"),
    [
        ("MD-HCF", "MD-HCF 11.B(1)", "MD-HCF 11.B(2)", "MD-HCF 11.B(3)", "MD-HCF 11.B"),
        ("MA-HCF", "MA-HCF 6(a)(5)(ii)a", "MA-HCF 6(a)(5)(ii)b", "MA-HCF 6(a)(5)(ii)c", "MA-HCF 9(b)"),
    ],
)
def test_each_raise_stands_beside_its_own_clause(
    identity: str, two_to_four: str, five: str, six_and_seven: str, asked: str
) -> None:
    (stage,) = rules_of(identity)["decision"]["stages"]
    assert (stage["wager"], stage["passive"], stage["asked"]) == ("raise", "fold", asked)
    assert [(size["when"], size["smallest"], size["largest"], size["clauses"][0]) for size in stage["sizes"]] == [
        ("With a flush of 2 to 4 cards", 1, 1, two_to_four),
        ("With a flush of 5 cards", 1, 2, five),
        ("With a flush of 6 or 7 cards", 1, 3, six_and_seven),
    ]


@pytest.mark.parametrize(
    ("identity", "clause"), [("MD-HCF", "MD-HCF 6.C"), ("MD-CTF", "MD-CTF 6.D"), ("MA-HCF", "MA-HCF 5(b)(1)")]
)
def test_the_rules_say_which_hand_is_higher(identity: str, clause: str) -> None:
    """Of seven cards in four suits at least two are of one suit."""
    ranking = rules_of(identity)["ranking"]
    lengths = ("seven", "six", "five", "four", "three", "two")
    assert ranking["hands"] == [f"{each}-card flush" for each in lengths]
    assert ranking["clauses"][0] == clause


def test_chase_the_flush_asks_by_another_clause_at_every_stage() -> None:
    stages = rules_of("MD-CTF")["decision"]["stages"]
    assert [stage["asked"] for stage in stages] == ["MD-CTF 11.B", "MD-CTF 11.D", "MD-CTF 11.F"]
    assert {stage["wager"] for stage in stages} == {"all_in"}
    assert [stage["passive"] for stage in stages] == ["check", "check", "fold"]
    assert [[(size["when"], size["largest"]) for size in stage["sizes"]] for stage in stages] == [
        [("Before flop", 3)],
        [("After flop", 2)],
        [("After board", 1)],
    ]


def test_a_dealer_that_does_not_qualify_is_ruled_by_one_clause_for_all_wagers() -> None:
    chase = rules_of("MD-CTF")["against_dealer"]
    below = {
        wager: (each["verdicts"]["below"]["outcome"], each["verdicts"]["below"]["clause"])
        for wager, each in chase.items()
    }
    assert below == {
        "ante": ("push", "MD-CTF 11.H(1)"),
        "xtra_bonus": ("by_the_hands", "MD-CTF 11.H(1)"),
        "all_in": ("by_the_hands", "MD-CTF 11.H(1)"),
    }
    higher = rules_of("MD-HCF")["against_dealer"]["ante"]["verdicts"]["higher"]
    assert (higher["clause"], higher["clauses"][0]) == ("MD-HCF 11.B(5)(d)(ii)", "MD-HCF 12.A")


def test_the_rules_say_what_chapter_2_wants_written_and_where() -> None:
    high_card, chase, massachusetts = rules_of("MD-HCF"), rules_of("MD-CTF"), rules_of("MA-HCF")
    assert {about: (each["place"], each["clauses"][0]) for about, each in high_card["inscriptions"].items()} == {
        "odds": ("layout_or_sign", "MD-HCF 2.B(7)(a)"),
        "qualifying": ("layout", "MD-HCF 2.B(7)(b)"),
        "decision": ("layout", "MD-HCF 2.B(7)(c)"),
        "payout_limit": ("layout_or_sign", "MD-HCF 2.B(7)(d)"),
    }
    wanted = {about: each["place"] for about, each in chase["inscriptions"].items() if each["clauses"]}
    assert set(wanted.values()) == {"layout_or_sign"}
    assert set(chase["inscriptions"]) - set(wanted) == {"wheel"}, "the document does not want this one written"
    places = [(each["place"], each["clauses"]) for each in massachusetts["inscriptions"].values()]
    assert places == [(None, [])] * 3, "its document has no chapter on the layout"


def test_what_is_written_on_the_layout_follows_from_the_rules_with_the_titles_of_the_rulebook() -> None:
    def texts(identity: str) -> dict[str, str | None]:
        return {about: each["text"] for about, each in rules_of(identity)["inscriptions"].items()}

    assert texts("MD-HCF") == {
        "qualifying": "Dealer qualifies with a nine-high three-card flush; else Ante pays, Raise pushes",
        "decision": "Raise: 1× the Ante with a flush of 2 to 4 cards, up to 2× with 5, up to 3× with 6 or 7",
        "payout_limit": "Flush Bonus and Straight Flush Bonus pay at most $50,000 to one hand",
        "odds": None,
    }
    assert texts("MD-CTF") == {
        "qualifying": "Dealer qualifies with a nine-high three-card flush; else Ante pushes",
        "decision": "All In: 3× the Ante before the flop, 2× after the flop, 1× after the board",
        "payout_limit": "Ante, X-tra Bonus, All In and Same Suit pay at most $50,000 to one hand",
        "wheel": "First three cards of one suit spin the wheel",
        "odds": None,
    }
    assert "odds" not in texts("MA-HCF")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"high_card": "8"}, "Dealer qualifies with an eight-high three-card flush; else Ante pays, Raise pushes"),
        ({"high_card": "A"}, "Dealer qualifies with an ace-high three-card flush; else Ante pays, Raise pushes"),
        ({"flush_length": 4}, "Dealer qualifies with a nine-high four-card flush; else Ante pays, Raise pushes"),
        ({"base_below": "lose"}, "Dealer qualifies with a nine-high three-card flush; else Ante loses, Raise pushes"),
        ({"play_below": "by_the_hands"}, "Dealer qualifies with a nine-high three-card flush; else Ante pays"),
        (
            {"base_below": "by_the_hands", "play_below": "by_the_hands"},
            "Dealer qualifies with a nine-high three-card flush",
        ),
    ],
)
def test_another_rule_reads_otherwise(changes: dict[str, str | int], said: str) -> None:
    book = rulebook("MD-HCF")
    qualifying = there(book.qualifying)
    words = {"base_below": BelowQualifying, "play_below": BelowQualifying, "high_card": HighCard, "flush_length": int}
    changed: dict[str, Any] = {
        name: replace(getattr(qualifying, name), value=words[name](value)) for name, value in changes.items()
    }
    other = replace(book, qualifying=replace(qualifying, **changed))
    changed_submission = replace(submission_of("MD-HCF"), rulebook=other)
    assert rules_shown(Rules(changed_submission))["inscriptions"]["qualifying"]["text"] == said


def test_an_amount_for_any_hand_needs_no_words_where_there_is_one_street_and_each_wager_is_told_by_itself() -> None:
    rules = Rules(submission_of("MD-CTF"))
    first, second, third = rules.streets
    rules.streets = (first,)
    assert decision_text(rules) == "All In: 3× the Ante"
    assert [size_text(rules, first, size) for size in sizes_of(first)] == ["With any hand"]
    rules.streets = (first, structs.replace(second, wager="same_suit"), third)
    assert decision_text(rules) == (
        "All In: 3× the Ante before the flop, 1× after the board; Same Suit: 2× the Ante after the flop"
    )


def test_a_table_without_a_limit_and_without_a_progressive_says_nothing_of_them() -> None:
    bare = replace(submission_of("MD-CTF"), payout_limit_per_hand=None, payout_limit_per_round=None, progressive=None)
    rules = rules_shown(Rules(bare))
    assert {about for about, each in rules["inscriptions"].items() if each["text"]} == {"qualifying", "decision"}
    assert rules["payout_limit"] is None
    assert set(rules["paytables"]) == {"xtra_bonus", "same_suit"}
    in_a_round = replace(bare, payout_limit_per_round=Money(2_500_500_000))
    said = rules_shown(Rules(in_a_round))["inscriptions"]["payout_limit"]["text"]
    assert said == "Ante, X-tra Bonus, All In and Same Suit pay at most $2,500.50 in one round"


@pytest.mark.parametrize("identity", rulebook_ids())
def test_a_table_and_the_list_of_rulebooks_show_a_game_alike(identity: str) -> None:
    rules, listed = rules_of(identity), rulebook_shown(rulebook(identity))
    assert rules["shown"] == listed["shown"]
    assert rules["cards"] == listed["cards"]
    assert set(rules["paytables"]) <= set(rules["shown"]["wagers"])
    assert rules["shown"]["base_wager"] in {each["wager"] for each in rules["wagers"] if each["required"]}
    assert rules["shown"]["progressive_wager"] in rules["paytables"]


def test_the_betting_areas_are_those_of_the_printed_layout() -> None:
    assert [(each["wager"], each["right_of"], each["sensor"]) for each in rules_of("MD-CTF")["areas"]] == [
        ("same_suit", None, False),
        ("ante", None, False),
        ("xtra_bonus", "ante", False),
        ("all_in", None, False),
        ("progressive", None, True),
    ]
    for identity in rulebook_ids():
        described = layout_of(Rules(submission_of(identity))).areas
        shown = rules_of(identity)["areas"]
        assert [(each["wager"], tuple(each["clauses"])) for each in shown] == [
            (each.wager, each.clauses) for each in described
        ]


def test_the_list_of_rulebooks_says_which_tables_a_wager_is_paid_by() -> None:
    chase = rulebook_shown(rulebook("MD-CTF"))
    assert {each["wager"]: (each["offer"], each["paytables"], each["wheel"]) for each in chase["wagers"]} == {
        "ante": ("required", None, False),
        "xtra_bonus": ("required", "xtra_bonus", False),
        "all_in": ("decision", None, False),
        "same_suit": ("optional", "same_suit", False),
        "progressive": ("optional", "wheel", True),
    }
    keys = [rulebook_shown(rulebook(identity))["shared_key"] for identity in rulebook_ids()]
    assert keys == ["envy", "community_pay", None]


def test_a_table_of_chase_the_flush_says_what_lies_below_its_lines_and_what_spins_the_wheel() -> None:
    rules = rules_of("MD-CTF")
    otherwise = rules["paytables"]["xtra_bonus"]["otherwise"]
    assert otherwise == {"line": "otherwise", "pays": "push", "clauses": ["MD-CTF 12.B(1)(e)"]}
    assert rules["wheel_hand"] == {"suited_cards": 3, "clauses": ["MD-CTF 1.B(6)", "MD-CTF 1.B(3)"]}
    assert rules_of("MD-HCF")["wheel_hand"] is None
    assert rules_of("MD-HCF")["paytables"]["flush_bonus"]["otherwise"] is None
