"""A player who leaves in the middle of settlement: what is settled stays, what is not may be treated as lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from houserules.cards import format_card, parse_cards
from houserules.play import Code, Phase, new_table
from houserules.play import commands as c
from houserules.play.events import WagerSettled, WagersForfeited
from tests.support.books import Books
from tests.support.clauses import clause
from tests.support.tables import MA_HCF, MD_CTF, MD_HCF, D, P, TableForTest, V, deck_with, money

DEALER = "Kh Jh 8h 2s 2d 2c 3c"
NOTHING = "4d 5h 9c Qc Jc Th Ks"
THREE = "Ad Kd Qd 6c 7c 4h 6h"
OTHER = "4c 5d 9h Qs Js 8c Tc"
FLUSH = "As Qs Js 9s 7s 5d 8d"
SEVEN = "9s 8s 7s 6s 5s 4s 3s"


def one_by_one(*hands: str) -> str:
    """The cards in the order of a deal around the table, the dealer's hand last."""
    rows = zip(*(parse_cards(hand) for hand in hands), strict=True)
    return " ".join(format_card(card) for row in rows for card in row)


class Settling(TableForTest):
    """A table at which settlement has begun and waits for the validation of a progressive win, with its books."""

    def report(self, seat: int) -> None:
        self.do(c.Report(D, 0, "hand_abandoned", seat=seat))

    def end(self) -> dict[tuple[int, str], WagerSettled]:
        self.finish("$125")
        books = Books(new_table(self.rules))
        for event in self.events:
            books.post(event)
        assert books.total == 0
        return self.lines()

    def lines(self) -> dict[tuple[int, str], WagerSettled]:
        settled = [event for event in self.events if isinstance(event, WagerSettled)]
        assert len({(line.seat, line.wager) for line in settled}) == len(settled), "no wager is settled twice"
        return {(line.seat, line.wager): line for line in settled}


def waiting(
    name: str, *overrides: str, hands: Sequence[str], wagers: Sequence[tuple[str, str]], players: Sequence[int] = ()
) -> Settling:
    """High Card Flush: settled from the dealer's right until the first progressive win, which waits."""
    table = Settling(name, *overrides)
    table.start(deck_with(one_by_one(*hands, DEALER)))
    stakes = tuple((wager, money(amount)) for wager, amount in wagers)
    for number in range(1, len(hands) + 1):
        table.do(c.PlaceWagers(P, 0, number, stakes, players[number - 1] if players else number))
    table.close_betting().do(c.Deal(D))
    table.act_all().do(c.Reveal(D))
    table.do(c.Settle(D))
    assert table.phase is Phase.SETTLING
    assert table.round.claim is not None
    return table


BET = (("ante", "10"), ("flush_bonus", "5"), ("progressive", "1"))


@clause("MD-HCF 7.C(2)", "MD-HCF 11.B(5)", "MD-HCF 11.B(9)(c)")
def test_the_wagers_of_a_player_whose_turn_has_not_come_are_lost() -> None:
    """Seat 3 is settled, seat 2 waits for its validation, seat 1 leaves with a hand that would win."""
    table = waiting(MD_HCF, hands=(FLUSH, THREE, NOTHING), wagers=BET)
    assert table.round.claim == 2
    before = table.lines()
    assert {seat for seat, _ in before} == {2, 3}
    table.report(1)
    lines = table.end()
    assert {key: lines[key] for key in before} == before
    for wager in ("ante", "raise", "flush_bonus", "progressive"):
        assert (lines[1, wager].outcome, lines[1, wager].returned) == ("lose", 0)
        assert lines[1, wager].clauses[0] == "MD-HCF 7.C(2)"
    assert lines[2, "progressive"].paid == money("3")


@clause("MD-HCF 7.C(2)", "MD-HCF 11.B(9)")
def test_a_win_that_waits_is_lost_and_what_was_paid_stays() -> None:
    """The hand has been paid its other wagers; its progressive has not been validated yet, and brings no Envy."""
    table = waiting(MD_HCF, hands=(NOTHING, SEVEN, OTHER), wagers=BET)
    before = table.lines()
    assert before[2, "ante"].outcome == "win"
    assert (2, "progressive") not in before
    meter = table.table.main
    table.report(2)
    lines = table.end()
    assert lines[2, "ante"] == before[2, "ante"]
    assert lines[2, "flush_bonus"] == before[2, "flush_bonus"]
    assert (lines[2, "progressive"].outcome, lines[2, "progressive"].paid) == ("lose", 0)
    assert table.table.main == meter
    assert not [key for key in lines if key[1] == "envy_bonus"]


@clause("MD-HCF 7.C(2)")
def test_who_has_been_settled_leaves_nothing_behind() -> None:
    table = waiting(MD_HCF, hands=(NOTHING, THREE, OTHER), wagers=BET)
    table.refuses(c.Report(D, 0, "hand_abandoned", seat=3), Code.NOTHING_CHANGES, "MD-HCF 7.C(2)")
    table.end()


@clause("MD-HCF 7.C(2)", "MD-HCF 7.G")
def test_the_box_that_was_settled_stays_settled_and_the_other_is_lost() -> None:
    """One player at seats 1 and 2: seat 2 is settled when seat 1 waits for its validation."""
    table = waiting(MD_HCF, hands=(THREE, OTHER), wagers=BET, players=(1, 1))
    before = table.lines()
    table.report(2)
    assert [event.seat for event in table.events if isinstance(event, WagersForfeited)] == [1]
    lines = table.end()
    assert {key: lines[key] for key in before} == before
    assert lines[1, "progressive"].outcome == "lose"


@clause("MD-HCF 7.C(2)", "MD-HCF 12.E(4)")
def test_who_left_receives_no_envy_and_who_stayed_does() -> None:
    """Seat 2 holds the hand; seat 3 was settled before, and its progressive with it; seat 1 leaves."""
    table = waiting(MD_HCF, hands=(NOTHING, SEVEN, OTHER), wagers=BET)
    table.report(1)
    lines = table.end()
    assert lines[3, "envy_bonus"].paid == money("250")
    assert (1, "envy_bonus") not in lines


@clause("MA-HCF 9(b)")
def test_in_massachusetts_a_hand_that_was_decided_is_settled_all_the_same() -> None:
    """No clause forfeits it; leaving is read as folding, and after the raise there is nothing to fold."""
    straight = "Ad Kd Qd Jd Td 9d 4h"
    hands = (NOTHING, straight, "4c 5d 9s Qh Js Tc Kc")
    dealt = " ".join(hands) + " " + DEALER
    table = Settling(MA_HCF)
    table.start(deck_with(dealt))
    for number in (1, 2, 3):
        table.do(c.PlaceWagers(P, 0, number, tuple((wager, money(amount)) for wager, amount in BET)))
    table.close_betting().do(c.Deal(D))
    table.act_all().do(c.Reveal(D))
    table.do(c.Settle(D))
    assert table.round.claim == 2
    table.refuses(c.Report(D, 0, "hand_abandoned", seat=2), Code.NOTHING_CHANGES)
    lines = table.end()
    assert lines[2, "progressive"].paid > 0


def chase(*players: str) -> Settling:
    """Chase the Flush from an automated shoe, settled until the first player may spin the wheel."""
    table = Settling(MD_CTF)
    table.start(deck_with(f"2c 3d 7h 9s Kh Jc 8s {' '.join(players)}"))
    for number in range(1, len(players) + 1):
        stakes = (("ante", "10"), ("xtra_bonus", "10"), ("progressive", "1"))
        table.do(c.PlaceWagers(P, 0, number, tuple((wager, money(amount)) for wager, amount in stakes)))
    table.close_betting().do(c.Deal(D))
    table.act_all().do(c.Reveal(D))
    table.do(c.Settle(D))
    assert table.round.claim is not None
    return table


@clause("MD-CTF 7.C(2)", "MD-CTF 11.J(1)(a)", "MD-CTF 11.H(2)(e)")
def test_the_wheel_is_not_spun_for_a_player_who_left() -> None:
    """All other wagers are settled before the wheel; seats 3 and 1 may spin, seat 3 first, and leaves."""
    table = chase("Qd Td 5d", "Ah 4c 6s", "Ac Qc 6c")
    assert table.round.claim == 3
    before = table.lines()
    assert {wager for _, wager in before} == {"ante", "xtra_bonus", "all_in"}
    table.report(3)
    table.do(c.Settle(D))
    assert table.round.claim == 1
    table.refuses(c.SpinWheel(V, 0, 3, "$125"), Code.NOT_YOUR_TURN, "MD-CTF 11.J(1)(a)")
    lines = table.end()
    assert {key: lines[key] for key in before} == before
    assert (lines[3, "progressive"].outcome, lines[3, "progressive"].clauses[0]) == ("lose", "MD-CTF 7.C(2)")
    assert lines[1, "progressive"].paid == money("125")
    assert lines[2, "community_pay"].paid == money("25")
    assert (3, "community_pay") not in lines


@clause("MD-CTF 7.C(2)", "MD-CTF 11.J(1)(b)")
def test_a_spin_that_was_not_validated_is_lost_with_the_player_and_pays_nobody() -> None:
    table = chase("Ah 4c 6s", "Qd Td 5d")
    table.do(c.SpinWheel(V, 0, 2, "$125"))
    table.refuses(c.Settle(D), Code.NOT_VALIDATED)
    table.report(2)
    lines = table.end()
    assert lines[2, "progressive"].outcome == "lose"
    assert not [key for key in lines if key[1] == "community_pay"]


@clause("MD-HCF 7.C(2)", "MD-HCF 13.D")
@pytest.mark.parametrize("first", ["leaves", "misdealt"])
def test_leaving_and_a_void_found_in_settlement_in_either_order(first: str) -> None:
    """What was paid stays paid; what is not settled goes back, save for the player who left."""
    table = waiting(MD_HCF, hands=(FLUSH, THREE, NOTHING), wagers=BET)
    before = table.lines()
    leaves = c.Report(D, 0, "hand_abandoned", seat=1)
    misdealt = c.Report(D, 0, "wrong_number_of_cards", seat=2)
    table.do(*((leaves, misdealt) if first == "leaves" else (misdealt, leaves)))
    lines = table.end()
    assert {key: lines[key] for key in before} == before
    assert {lines[1, wager].outcome for wager in ("ante", "raise", "flush_bonus", "progressive")} == {"lose"}
    assert lines[2, "progressive"].outcome == "void"
