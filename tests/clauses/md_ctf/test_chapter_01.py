"""MD-CTF, chapter 1: the hand that wins the progressive, and that earns the others Community Pay."""

from __future__ import annotations

import pytest

from houserules.law import rulebook
from tests.support.clauses import clause
from tests.support.tables import MD_CTF, lines_of, outcomes, seat, settle


@clause("MD-CTF 1.B(3)", "MD-CTF 1.B(6)")
@pytest.mark.parametrize(
    ("hole_cards", "qualifies"),
    [
        ("As 9s 2s", True),
        ("4c 3c 2c", True),  # in sequence as well
        ("As 9s 2h", False),
        ("2h As 9s", False),
        ("As 9h 2d", False),
        ("Ah As Ad", False),
    ],
)
def test_three_suited_hole_cards_spin_the_wheel_and_pay_the_others(hole_cards: str, qualifies: bool) -> None:
    wagers = {"ante": "10", "xtra_bonus": "10", "progressive": "1"}
    spin = {"wheel": "$125"} if qualifies else {}
    data = {
        "dealer": "Kc Jd 3d",
        "community": "8s 6s 4d Ts",
        "seats": [seat(1, hole_cards, wagers, "all-in", **spin), seat(2, "5c 4h 6d", wagers, "all-in")],
    }
    answer = settle(MD_CTF, data)
    assert outcomes(answer, 1)["progressive"] == (("win", "125.00") if qualifies else ("lose", "0.00"))
    assert ("community_pay" in lines_of(answer, 2)) is qualifies


@clause("MD-CTF 1.B(3)", "MD-CTF 1.B(6)")
def test_the_number_of_suited_hole_cards_is_cited() -> None:
    needed = rulebook("MD-CTF").wagers["progressive"].suited_hole_cards
    assert needed is not None
    assert needed.value == 3
    assert {str(citation) for citation in needed.clauses} == {"MD-CTF 1.B(3)", "MD-CTF 1.B(6)"}
