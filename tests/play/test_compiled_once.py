"""Rules are compiled once for each submission, however many there are."""

from __future__ import annotations

from copy import copy

from houserules.app.house.capacity import MOST_TABLES
from houserules.app.table.submissions import read_document
from houserules.law import Submission
from houserules.play import compiled
from houserules.play.compiled import MOST_KEPT
from tests.support.tables import MD_HCF, submission


def different(count: int) -> list[Submission]:
    return [copy(submission(MD_HCF)) for _ in range(count)]


def test_as_many_submissions_as_tables_are_kept_compiled() -> None:
    assert MOST_TABLES <= read_document.cache_info().maxsize <= MOST_KEPT  # type: ignore[operator]
    each = different(200)
    rules = [compiled(one) for one in each]
    assert all(compiled(one) is before for one, before in zip(each, rules, strict=True))


def test_the_one_that_was_not_used_for_longest_goes_first() -> None:
    first, second, *others = different(MOST_KEPT + 2)
    used, unused = compiled(first), compiled(second)
    for other in others:
        compiled(other)
        assert compiled(first) is used
    assert compiled(second) is not unused
