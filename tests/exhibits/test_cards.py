"""The irregularities card lists what can happen at this table, and no trouble of a device that it does not have."""

from __future__ import annotations

import pytest

from houserules.law import bundled_submission
from tests.exhibits.reading import CTF, HCF, MA, pages, printed

SHOE, SHUFFLER, COUNT = "The shoe jams", "The shuffler jams", "The shuffler does not count 52 cards"


def card(name: str, **table: str) -> str:
    return " ".join(
        pages(
            printed(name, "irregularities-card", table={**bundled_submission(name)["table"], **table})[
                "irregularities-card.pdf"
            ]
        )
    )


@pytest.mark.parametrize(
    ("name", "table", "there"),
    [
        (HCF, {"dealing": "automated"}, (SHOE, SHUFFLER, COUNT)),
        (HCF, {"dealing": "manual_shoe"}, (SHUFFLER, COUNT)),
        (HCF, {"dealing": "hand", "shuffler": "plain"}, (SHUFFLER,)),
        (HCF, {"dealing": "manual_shoe", "shuffler": "none", "decks": 1}, ()),
        (CTF, {"dealing": "automated"}, (SHOE, SHUFFLER, COUNT)),
        (CTF, {"dealing": "hand"}, (SHUFFLER, COUNT)),
        (MA, {"dealing": "automated"}, (SHOE, SHUFFLER, COUNT)),
        (MA, {"dealing": "manual_shoe", "shuffler": "plain"}, (SHUFFLER,)),
    ],
)
def test_only_devices_that_the_table_has_can_fail(name: str, table: dict[str, str], there: tuple[str, ...]) -> None:
    """As the engine has it, which refuses such a report elsewhere."""
    said = card(name, **table)
    assert tuple(each for each in (SHOE, SHUFFLER, COUNT) if each in said) == there


def test_wagers_are_listed_as_people_say_them() -> None:
    said = card(HCF)
    assert "Return Ante and Raise." in said
    assert "Settle Flush Bonus, Straight Flush Bonus and Progressive of complete hands." in said
