"""Submissions that are well-formed and not lawful: each is refused for exactly the reasons the document gives."""

from __future__ import annotations

from datetime import date, timedelta
from json import dumps

import pytest

from houserules.law import check, clause_list, read_filing, rulebook_ids
from tests.clauses.support import TODAY, bundled, changed, faults, found, frozen, short
from tests.law.changes import FLUSH, METER, XTRA, Case, ctf, hcf, ma
from tests.law.unlawful_ma_high_card_flush import MASSACHUSETTS
from tests.law.unlawful_md_chase_the_flush import MARYLAND_CHASE_THE_FLUSH
from tests.law.unlawful_md_high_card_flush import MARYLAND_HIGH_CARD_FLUSH
from tests.support.clauses import clause

SEVERAL = dict(
    [
        hcf(
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
        ctf(
            "five at once",
            [f"-{XTRA}", f"-{METER}.segments", "table.shuffler=none", "table.minimum=400", "moon=full"],
            ("missing_key", XTRA, "12.B"),
            ("wheel_segments", f"{METER}.segments", "12.D(2) Paytable B"),
            ("decks", "table.decks", "3.B"),
            ("table_limits", "table.minimum", "7.F(1)"),
            ("unknown_key", "moon", "7.G"),
        ),
        ma(
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
    assert {book for book, _, _ in UNLAWFUL.values()} == set(rulebook_ids())
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


@pytest.mark.parametrize(
    ("book", "expected"), [("MD-HCF", ["not_approved"]), ("MD-CTF", ["not_approved"]), ("MA-HCF", [])]
)
def test_a_draft_is_for_live_tables_only_where_no_approval_is_asked_for(book: str, expected: list[str]) -> None:
    """Massachusetts lets the licensee pre-select its tables, and does not say that anyone approves them: 11(c)."""
    assert faults(book, "-approved_on") == ()
    assert [code for code, _, _ in short(book, faults(book, "-approved_on", live=True))] == expected
    assert faults(book, live=True) == ()


@clause("MA-HCF 11(a)")
@pytest.mark.parametrize(
    ("book", "pays", "expected"),
    [
        ("MA-HCF", "7 win 1", []),
        ("MA-HCF", "7 to 1", []),
        ("MA-HCF", "7 for 1", ["odds_word"]),
        ("MD-HCF", "7 win 1", ["odds_word"]),
    ],
)
def test_odds_are_written_with_the_words_of_the_document(book: str, pays: str, expected: list[str]) -> None:
    line = f'wagers.flush_bonus.paytable={{seven_card_flush = "{pays}"}}'
    assert [code for code, _, _ in found(book, line) if code != "paytable_invented"] == expected
    if not expected:
        paytable = frozen(book, line).wagers["flush_bonus"].paytable
        assert paytable is not None
        assert str(paytable.lines[0].pay) == "7 to 1"


@pytest.mark.parametrize("book", rulebook_ids())
@pytest.mark.parametrize(("days", "lawful"), [(-1, True), (0, True), (1, False)])
def test_approval_is_of_today_or_earlier(book: str, days: int, lawful: bool) -> None:
    day = TODAY + timedelta(days=days)
    assert (faults(book, f"approved_on={day}") == ()) is lawful
    assert (check(read_filing(bundled(book) | {"approved_on": day}, "test"), today=date(2027, 1, 1)) == ()) is True


@pytest.mark.parametrize("book", rulebook_ids())
def test_faults_come_in_one_order_whatever_the_order_of_the_file(book: str) -> None:
    data = changed(book, "table.seats=0", "moon=full", f"{METER}.amount=0", "approved_on=2030-01-01")
    backwards = dict(reversed(data.items()))
    backwards["table"] = dict(reversed(data["table"].items()))
    assert check(read_filing(data, "test"), TODAY) == check(read_filing(backwards, "test"), TODAY)
