"""What the documents ask in like words, played under each of them by the same test."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from houserules.play import Code, DeckStatus, Refused, decide, own_cards, public_view
from houserules.play import commands as c
from houserules.play.events import RoundVoided
from tests.support.clauses import clause
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, V

NAMES = {"MD-HCF": MD_HCF, "MD-CTF": MD_CTF, "MA-HCF": MA_HCF}
BACKWARDS = IN_ORDER[::-1]


def under(*rows: str) -> list[ParameterSet]:
    """``MD-HCF 9.A(2), 9.A | hand``: clauses, and what else the test takes."""
    params = []
    for row in rows:
        cited, *more = (part.strip() for part in row.split("|"))
        book, _, paths = cited.partition(" ")
        marks = clause(*(f"{book} {path.strip()}" for path in paths.split(",")))
        params.append(pytest.param(NAMES[book], *more, marks=marks, id="-".join((book, *more))))
    return params


@pytest.mark.parametrize("name", under("MD-HCF 3.B(3)", "MD-CTF 3.B(3)", "MA-HCF 2(b)(3)"))
def test_the_deck_that_rests_is_shuffled_during_the_round_and_comes_next(name: str) -> None:
    table = TableForTest(name).start().bet(1)
    resting = 3 - table.round.deck
    table.do(c.Shuffle(V, 0, BACKWARDS, resting, 52))
    table.close_betting().do(c.Deal(D))
    table.act_all().finish()
    table.do(c.OpenRound(D))
    assert table.round.deck == resting
    assert table.round.stock == BACKWARDS


@pytest.mark.parametrize("name", under("MD-HCF 3.B(5)", "MD-CTF 3.B(5)", "MA-HCF 2(b)(5)"))
def test_cards_of_one_deck_alone_are_out_and_all_of_them_are_gathered_after_the_round(name: str) -> None:
    table = TableForTest(name).open()
    for _ in range(3):
        table.start()
        used = table.round.deck
        table.bet(1).close_betting().do(c.Deal(D))
        assert [deck.number for deck in table.table.decks if deck.status is DeckStatus.IN_PLAY] == [used]
        table.act_all().finish()
        assert not [deck.number for deck in table.table.decks if deck.status is DeckStatus.IN_PLAY]
        table.refuses(c.CutCards(D, 0, 20, used), Code.DECK_NOT_READY)


@pytest.mark.parametrize(
    ("name", "dealing"),
    under(
        "MD-HCF 8.B | manual_shoe", "MD-CTF 8.B | manual_shoe", "MD-HCF 9.A(2) | hand",
        "MD-HCF 10.A(1) | automated", "MD-CTF 9.A(2) | hand", "MD-CTF 10.A(1) | automated",
        "MA-HCF 8(b)(1) | automated",
    ),
)  # fmt: skip
def test_no_card_is_dealt_until_the_deck_has_been_shuffled(name: str, dealing: str) -> None:
    table = TableForTest(name, f"table.dealing={dealing}", "table.decks=1").open()
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.shuffle(BACKWARDS).do(c.OpenRound(D))
    table.bet(1).close_betting().do(c.Deal(D))
    table.act_all().finish()
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)


@pytest.mark.parametrize("name", under("MD-CTF 3.A, 3.A(1)", "MD-HCF 3.A", "MA-HCF 2(a)"))
def test_one_deck_serves_every_round_and_no_second_comes_to_the_table(name: str) -> None:
    table = TableForTest(name, "table.decks=1").open()
    for _ in range(3):
        table.start()
        assert table.round.deck == 1
        table.bet(1).close_betting().do(c.Deal(D))
        table.refuses(c.ReceiveCards(D, 0, 2), Code.NO_SUCH_DECK)
        table.act_all().finish()
    table.refuses(c.ReceiveCards(D, 0, 2), Code.NO_SUCH_DECK)


@pytest.mark.parametrize("name", under("MA-HCF 2(a), 2(b)(1)", "MD-HCF 5.C(1)", "MD-CTF 5.E(1)"))
@pytest.mark.parametrize("deck", [1, 2])
def test_each_deck_is_the_52_cards(name: str, deck: int) -> None:
    table = TableForTest(name).open()
    for wrong in (IN_ORDER[:51], (*IN_ORDER, 0), (*IN_ORDER[:51], 0)):
        table.refuses(c.Shuffle(V, 0, wrong, deck, 52), Code.NOT_A_DECK)
    table.do(c.Shuffle(V, 0, BACKWARDS, deck, 52))


@pytest.mark.parametrize("name", under("MD-HCF 7.G", "MD-CTF 7.G", "MA-HCF 6(e)"))
def test_a_player_has_adjacent_boxes_and_no_more_than_the_operator_allows(name: str) -> None:
    table = TableForTest(name, "table.adjacent_boxes=2").start()

    def box(number: int, player: int) -> c.PlaceWagers:
        return c.PlaceWagers(P, 0, number, table.stakes(), player=player)

    table.do(box(3, 3))
    table.refuses(box(5, 3), Code.BOXES_NOT_ADJACENT)
    table.refuses(box(3, 4), Code.SEAT_TAKEN)
    table.do(box(4, 3))
    table.refuses(box(5, 3), Code.TOO_MANY_BOXES)
    table.do(box(5, 5))


@pytest.mark.parametrize("name", under("MD-HCF 11.A", "MD-CTF 11.A"))
def test_players_look_at_their_own_cards_and_at_nobody_elses(name: str) -> None:
    table = TableForTest(name).deal(2, 5)
    cards = {entry.seat: entry.cards for entry in table.round.seats}
    for number in (2, 5):
        assert own_cards(table.round, number) == [(number, cards[number])]
    shown = public_view(table.rules, table.table)["round"]
    assert [box["cards"] for box in shown["seats"]] == [None, None]
    assert shown["dealer"] is None
    table.refuses(c.DealCommunity(D), Code.WRONG_PHASE if name == MD_CTF else Code.NOT_PROVIDED)


@pytest.mark.parametrize("name", under("MD-CTF 13.H(1), 13.H(2), 13.H(3)"))
def test_after_a_jam_the_cards_of_the_device_and_those_dealt_are_shuffled_again(name: str) -> None:
    table = TableForTest(name).start().bet(1)
    used = table.round.deck
    table.do(c.Shuffle(V, 0, BACKWARDS, 3 - used, 52))
    table.close_betting().do(c.Deal(D))
    events = table.do(c.Report(D, 0, "shuffler_jam"))
    assert isinstance(events[-1], RoundVoided)
    lines = table.finish()
    assert [(line.outcome, line.returned) for line in lines] == [("void", line.stake) for line in lines]
    assert [deck.status for deck in table.table.decks] == [DeckStatus.STACKED] * 2
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)


@pytest.mark.parametrize("name", under("MD-HCF 2.A", "MD-CTF 2.A"))
def test_no_wager_is_taken_where_there_is_no_seat(name: str) -> None:
    table = TableForTest(name).start()
    for number in (0, 7, -1):
        table.refuses(c.PlaceWagers(P, 0, number, table.stakes()), Code.NO_SUCH_SEAT)
    assert not isinstance(decide(table.rules, table.table, c.PlaceWagers(P, 0, 6, table.stakes())), Refused)


@pytest.mark.parametrize("name", under("MA-HCF 12(b), 12(b)(1)"))
@pytest.mark.parametrize("dealing", ["manual_shoe", "automated"])
def test_the_progressive_is_locked_by_the_announcement(name: str, dealing: str) -> None:
    table = TableForTest(name, f"table.dealing={dealing}").start().bet(1, 2)
    late = c.PlaceWagers(P, 0, 1, table.stakes("progressive")[-1:])
    assert not isinstance(decide(table.rules, table.table, late), Refused)
    table.do(c.NoMoreBets(D))
    table.refuses(late, Code.NO_MORE_BETS)
    table.refuses(c.PlaceWagers(P, 0, 3, table.stakes("progressive")), Code.NO_MORE_BETS)
    table.refuses(c.NoMoreBets(F), Code.WRONG_ROLE)


BONUSES = ["flush_bonus", "straight_flush_bonus"]


@pytest.mark.parametrize(
    ("name", "wager"),
    under("MA-HCF 1 Flush Bonus wager | flush_bonus", "MA-HCF 1 Straight Flush Bonus wager | straight_flush_bonus"),
)
def test_a_bonus_is_offered_made_before_the_deal_and_wins_after_a_fold(name: str, wager: str) -> None:
    order = (*(card for card in IN_ORDER if card % 13 < 7), *(card for card in IN_ORDER if card % 13 >= 7))
    (other,) = (each for each in BONUSES if each != wager)
    without = TableForTest(name, f"wagers={{{other}={{paytable='A'}}}}").start()
    without.refuses(c.PlaceWagers(P, 0, 1, (("ante", 10_000_000), (wager, 5_000_000))), Code.WAGER_NOT_OFFERED)
    table = TableForTest(name).start(order).bet(1, also=[wager]).close_betting()
    table.refuses(c.PlaceWagers(P, 0, 2, table.stakes(wager)), Code.NO_MORE_BETS)
    table.do(c.Deal(D), c.Act(P, 0, 1, "fold"))
    lines = {line.wager: line for line in table.finish()}
    assert lines["ante"].outcome == "lose"
    assert lines[wager].outcome == "win"
    assert lines[wager].row == ("seven_card_flush" if wager == "flush_bonus" else "seven_card_straight_flush")


@pytest.mark.parametrize(
    ("name", "others"),
    under(
        "MD-HCF 7.F | xtra_bonus same_suit all_in lucky_ladies", "MD-CTF 7.F | flush_bonus raise lucky_ladies",
        "MA-HCF 6(a) | xtra_bonus same_suit all_in envy_bonus",
    ),
)  # fmt: skip
def test_the_wagers_of_the_game_are_taken_and_no_others(name: str, others: str) -> None:
    table = TableForTest(name).start()
    optional = [wager for wager, rule in table.rules.stakes.items() if not rule.required]
    assert len(optional) == (2 if name == MD_CTF else 3)
    for other in others.split():
        wagers = (*table.stakes(), (other, 10_000_000))
        table.refuses(c.PlaceWagers(P, 0, 1, wagers), Code.WAGER_NOT_OFFERED)
    table.do(c.PlaceWagers(P, 0, 1, table.stakes(*optional)))


@pytest.mark.parametrize(
    ("name", "wager"),
    under(
        "MD-HCF 7.F(2) | flush_bonus", "MD-HCF 7.F(3) | straight_flush_bonus", "MD-HCF 7.F(4) | progressive",
        "MD-CTF 7.F(2) | same_suit", "MD-CTF 7.F(3) | progressive", "MA-HCF 6(a)(2) | flush_bonus",
        "MA-HCF 6(a)(3) | straight_flush_bonus", "MA-HCF 6(a)(4), 12(a), 1 Progressive payout wager | progressive",
    ),
)  # fmt: skip
def test_who_has_the_required_wagers_may_add_this_one_or_not(name: str, wager: str) -> None:
    table = TableForTest(name).start()
    (alone,) = table.stakes(wager)[-1:]
    table.refuses(c.PlaceWagers(P, 0, 1, (alone,)), Code.WAGER_MISSING)
    table.bet(1).bet(2, also=[wager])
    table.close_betting().do(c.Deal(D))
    lines = table.act_all().finish()
    assert [line.seat for line in lines if line.wager == wager and line.stake] == [2]
