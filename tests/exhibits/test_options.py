"""Every option of a submission is said in words of the trade, in the document and in the difference report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houserules.cli.files import submission_data
from houserules.exhibits import difference_paper, make_papers
from houserules.exhibits.options import NOT_STATED, NOTHING_ELSE, option_rows, value_in_words
from houserules.law import SHUFFLERS, bundled_submission, freeze, read_filing
from houserules.law.words import DealingMethod, DealingOrder
from houserules.money import ROUNDINGS
from tests.exhibits.reading import BUNDLED, CTF, HCF, MA, PACKAGE, TCP, pages, printed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "submissions"
LICENSEE, WHEEL, HAND = (
    str(EXAMPLES / f"{name}.toml")
    for name in ("massachusetts-licensee-table", "maryland-wheel-with-a-prize", "maryland-dealt-from-the-hand")
)


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("HOUSERULES_RULEBOOKS", str(PACKAGE / "three_card_poker" / "rulebooks"))
        patch.syspath_prepend(str(PACKAGE))
        yield


def rows(name: str, *overrides: str) -> dict[str, dict[str, Any]]:
    filing = read_filing(submission_data(name, overrides), name)
    return {row["key"]: row for row in option_rows(filing, freeze(filing))}


def read(name: str, paper: str) -> str:
    made = make_papers(read_filing(submission_data(name, ()), name), [paper])
    return " ".join(pages(made[f"{paper}.pdf"]))


@pytest.mark.parametrize("name", [*BUNDLED, TCP, LICENSEE, WHEEL, HAND])
def test_nothing_is_said_as_the_file_or_the_program_says_it(name: str) -> None:
    for key, row in rows(name).items():
        for said in (row["title"], row["chosen"], row["lawful"]):
            assert said, key
            assert not re.search(r"[_={}\[\]]|\w\(\w", said), (key, said)
    found = {row["chosen"] for row in rows(name).values()}
    assert found.isdisjoint({"counting", "automated", "hand", "manual shoe", "down to cent"})
    assert {row["lawful"] for row in rows(name).values()}.isdisjoint({"optional", "required", "bonus"})


def test_every_value_that_a_submission_may_have_has_words() -> None:
    for key, values in (
        ("table.dealing", DealingMethod), ("table.order", DealingOrder), ("table.shuffler", SHUFFLERS),
        ("wagers.progressive.rounding", ROUNDINGS),
    ):  # fmt: skip
        for value in map(str, values):
            assert value_in_words(key, value) != value.replace("_", " "), value


@pytest.mark.parametrize(
    ("name", "key", "title", "chosen", "lawful"),
    [
        (CTF, "table.order", "Order of dealing", "not stated: in stacks: community cards, dealer, players",
         "in stacks: community cards, players; the dealer's stays in the shuffler"),
        (CTF, "table.shuffler", "Shuffler", "counts the cards",
         "none, shuffled by hand; does not count the cards; reshuffles and counts by itself"),
        (CTF, "table.dealing", "Dealing", "from an automated shoe or shuffler", "from a manual shoe, from the hand"),
        (CTF, "wagers.xtra_bonus", "X-tra Bonus", "offered", NOTHING_ELSE),
        (CTF, "wagers.same_suit", "Same Suit", "offered", "not offered"),
        (CTF, "wagers.progressive.community_pay", "Progressive: Community Pay", "yes", "no"),
        (MA, "wagers.progressive.rate", "Progressive: rate of progression", "not stated: 24%", NOTHING_ELSE),
        (MA, "wagers.progressive.initial", "Progressive: meter starts at", "not stated: $10,000", NOTHING_ELSE),
        (MA, "payout_limit.per_round", "For one round", "not stated: no limit", "no limit, or more than $0"),
        (TCP, "wagers.ante_bonus", "Ante Bonus", "offered", NOTHING_ELSE),
        (WHEEL, "wagers.same_suit.minimum", "Same Suit: minimum", "not stated: $5", "an amount of its own"),
        (WHEEL, "wagers.progressive.rounding", "Progressive: rounding of shares", "not stated: down to the cent",
         "to the nearest cent, up to the cent, down to the dollar"),
        (LICENSEE, "wagers.flush_bonus", "Flush Bonus", "not offered", "offered"),
        (LICENSEE, "wagers.straight_flush_bonus.bonus.seven_card_straight_flush",
         "Straight Flush Bonus: seven-card straight flush", "2,000 win 1", "odds or an amount"),
        (LICENSEE, "wagers.straight_flush_bonus.bonus.suit_specific_seven_card_straight_flush",
         "Straight Flush Bonus: seven-card straight flush in diamonds", "5,000 win 1",
         "odds or an amount, for a suit that the operator names; or no such line"),
    ],
)  # fmt: skip
def test_what_is_chosen_and_what_holds_where_nothing_is(
    name: str, key: str, title: str, chosen: str, lawful: str
) -> None:
    row = rows(name)[key]
    assert (row["title"], row["chosen"], row["lawful"]) == (title, chosen, lawful)


def test_a_symbol_of_the_wheel_stands_beside_its_count() -> None:
    told = rows(CTF)["wagers.progressive.segments"]["chosen"]
    assert told.startswith("Jackpot\u00a0×\u00a01, $1,000\u00a0×\u00a01, ")
    assert " ×" not in told
    assert "× " not in told


def test_a_line_for_one_suit_says_which() -> None:
    for paper in ("signs", "submission"):
        assert "Seven-card straight flush in diamonds 5,000 win 1" in read(LICENSEE, paper), paper
    assert "Seven-card straight flush in diamonds" in read(LICENSEE, "odds")


def test_lines_that_a_wheel_shows_are_not_headed_as_hands() -> None:
    told = read(CTF, "submission")
    assert "Progressive, pay table B Wheel shows Pays" in told
    assert "Community Pay, pay table B Wheel shows Pays" in told
    assert "Community Pay Another player's spin Pays Wheel shows $125 $25" in read(CTF, "signs")


def test_what_is_paid_on_another_wager_says_on_which() -> None:
    (sign, *_) = pages(printed(TCP, "signs")["signs.pdf"])
    assert "Paid on the Ante; nothing else is wagered." in sign
    assert "Paid on the Ante; nothing else is wagered." in read(TCP, "guide")


def test_the_dealers_card_says_the_way_of_dealing() -> None:
    assert "Cards are dealt from a manual shoe. Shuffler: counts the cards." in read(HCF, "dealer-card")
    assert "Cards are dealt from the hand." in read(HAND, "dealer-card")


def test_a_difference_is_said_as_in_the_submission() -> None:
    a, b = bundled_submission(CTF), submission_data(WHEEL, ())
    told = " ".join(pages(difference_paper(a, b, ("old", "new"))["difference.pdf"]))
    for said in (
        "Smallest wager $10 $5",
        "Jackpot × 1, $1,000 × 1",
        "in stacks: community cards, players; the dealer's stays in the shuffler",
        f"Payout limit for one hand $50,000 {NOT_STATED}",
        "Base game 2.390674 % 2.286262 %",
        "Payout limit at the maximum stakes 0.686847 % none",
        "red, blue",
    ):
        assert said in told, said
    assert not re.search(r"[\[{\"]", told)


def test_a_reading_is_said_by_what_it_means() -> None:
    a = bundled_submission(CTF)
    b = {**a, "readings": {"ace_low_straight_flush": "also_low"}}
    told = " ".join(pages(difference_paper(a, b, ("old", "new"))["difference.pdf"]))
    assert "An ace may stand below the deuce in any run." in told
    assert "also low" not in told


def test_lines_of_a_table_of_ones_own_are_said() -> None:
    """Also where only the last of many lines differs, which the short text of a message does not reach."""
    a = submission_data(LICENSEE, ())
    b = submission_data(LICENSEE, ("wagers.straight_flush_bonus.bonus.three_card_straight_flush=6",))
    told = " ".join(pages(difference_paper(a, b, ("old", "new"))["difference.pdf"]))
    assert "Straight Flush Bonus: lines that the operator sets" in told
    assert "Three-card straight flush 7 win 1" in told
    assert "Three-card straight flush 6 win 1" in told


def test_a_line_for_one_suit_may_be_left_out() -> None:
    """Where the operator sets the lines, and nowhere else."""
    lines = "seven_card_straight_flush=2000,six_card_straight_flush=500,five_card_straight_flush=100"
    bonus = f"{{{lines},four_card_straight_flush=50,three_card_straight_flush=7}}"
    key = "wagers.straight_flush_bonus.bonus.suit_specific_seven_card_straight_flush"
    row = rows(MA, "wagers.straight_flush_bonus.paytable=G", f"wagers.straight_flush_bonus.bonus={bonus}")[key]
    assert row["title"] == "Straight Flush Bonus: seven-card straight flush in one suit"
    assert row["chosen"] == NOT_STATED
    assert key not in rows(MA)


def test_lines_that_an_operator_sets_name_the_suit_in_a_difference() -> None:
    told = " ".join(
        pages(difference_paper(bundled_submission(MA), submission_data(LICENSEE, ()), ("a", "b"))["difference.pdf"])
    )
    assert "Seven-card straight flush in diamonds 5,000 win 1; Seven-card straight flush 2,000 win 1" in told
    assert "Suit specific" not in told


def test_a_difference_of_two_laws_is_said_in_words() -> None:
    found = difference_paper(bundled_submission(HCF), bundled_submission(MA), ("old", "new"))
    told = " ".join(pages(found["difference.pdf"]))
    for said in (
        "Progressive: Envy Bonus yes not stated",
        "Law: table, operator on layout yes not stated",
        "Law: table, cut after a shuffle by hand on the floor's order",
        "all players acted dealer's hand revealed",
        "Law: Flush Bonus, pay table B",
    ):
        assert said in told, said
    assert not re.search(r"True|False|rulebook:|paytable|_", told)
