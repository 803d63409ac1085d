"""The mutation run in short: every value of the three documents in a few rounds, and a few laws in many seat-rounds.

``python -m tests.mutation --rounds 100000`` is the whole of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from houserules.law import MalformedData, rulebook_ids
from tests.mutation.changes import Change, changed_book, changes_of, misspelt_changes, plain_book, with_all
from tests.mutation.long_rounds import ALLOWED
from tests.mutation.run import SHORT, Verdict, check, compare_submissions, submission_under
from tests.support.parts import WHOLE

SEAT_ROUNDS = 100_000 if WHOLE else 50_000
BOOKS = ("MD-HCF", "MD-CTF", "MA-HCF")


def short_run(identity: str) -> Iterator[Change]:
    """All of the rulebook, but of its steps, which are most of it, one change of each kind unless the whole is asked
    for; of the many pay tables every twentieth."""
    kinds: set[tuple[object, ...]] = set()
    for number, change in enumerate(changes_of(identity)):
        if change.file != "rulebook":
            if number % 20 == 0:
                yield change
        elif WHOLE or "steps" not in change.path or _kind(change) not in kinds:
            kinds.add(_kind(change))
            yield change


def _kind(change: Change) -> tuple[object, ...]:
    """Of a list: whether it is longer, shorter, in another order, or holds something else."""
    before, after = change.before, change.after
    if not isinstance(before, list | tuple):
        return change.path, type(after)
    return change.path, len(after) - len(before), sorted(map(str, after)) == sorted(map(str, before))


@pytest.mark.parametrize("identity", BOOKS)
def test_every_other_lawful_value_moves_engine_and_lab_alike_or_is_refused(identity: str) -> None:
    found = [check(each, SHORT) for each in short_run(identity)]
    assert [f"{each.change}: {each.why}" for each in found if each.verdict is Verdict.FAULT] == []
    counts = Counter(each.verdict for each in found)
    assert counts[Verdict.MOVED] > 40
    assert counts[Verdict.STILL] > 200
    assert counts[Verdict.REFUSED] > 10
    assert not counts[Verdict.NOT_FILED]


@pytest.mark.parametrize("identity", BOOKS)
def test_no_misspelt_word_loads(identity: str) -> None:
    changes = list(misspelt_changes(identity))
    for change in changes:
        with pytest.raises(MalformedData, match="known"):
            changed_book(change)
    assert len(changes) > 100


def law(identity: str, *values: tuple[str, object]) -> list[Change]:
    """Changes by ``file:path``."""
    made = []
    for where, after in values:
        file, _, path = where.partition(":")
        made.append(Change(identity, file, tuple(path.split(".")), None, after))
    return made


LAWS = {
    "MD-HCF": law(
        "MD-HCF",
        ("rulebook:qualifying.ante_below.is", "push"),
        ("paytables:flush_bonus.A.four_card_flush.pays", "2 to 1"),
        ("paytables:straight_flush_bonus.A.three_card_straight_flush.pays", "12 to 1"),
        ("paytables:progressive.D.three_card_straight_flush.pays", "$5"),
    ),
    "MD-CTF": law(
        "MD-CTF",
        ("rulebook:settlement.equal.is", "lose"),
        ("rulebook:wagers.all_in.odds.is", "3 to 2"),
        ("paytables:xtra_bonus.A.otherwise.pays", "1 to 2"),
        ("paytables:same_suit.A.four_card_flush.pays", "3 to 1"),
        ("paytables:wheel.B.$5.pays", "$300"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("identity", LAWS)
def test_what_the_engine_pays_in_many_rounds_is_what_the_lab_counts(identity: str) -> None:
    before, after = submission_under(plain_book(identity), ()), submission_under(with_all(LAWS[identity]), ())
    means = compare_submissions(before, after, SEAT_ROUNDS, quick=identity == "MD-CTF")
    assert len(means) >= 3
    assert [each for each in means if abs(each.z) > ALLOWED] == []


def test_a_lab_that_ignores_the_law_is_found() -> None:
    before, after = submission_under(plain_book("MD-HCF"), ()), submission_under(with_all(LAWS["MD-HCF"][:2]), ())
    means = compare_submissions(before, after, SEAT_ROUNDS // 5, quick=True, lab=before)
    assert means
    assert all(abs(each.z) > ALLOWED for each in means)


def test_all_three_documents_are_covered() -> None:
    assert set(rulebook_ids()) >= set(BOOKS)
