"""What the three documents ask of decks, devices and boxes in like words, where it goes on after something failed."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from houserules.play import Code, DeckStatus, Phase, lawful_amounts, opening_commands
from houserules.play import commands as c
from houserules.play import events as e
from tests.clauses.support import found
from tests.support.clauses import clause
from tests.support.life import BY_HAND
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, V

MARYLAND = (MD_HCF, MD_CTF)
BOOKS = {MD_HCF: "MD-HCF", MD_CTF: "MD-CTF", MA_HCF: "MA-HCF"}
FAILED = (c.ReportDevice(D), c.CoverDevice(D))
REPAIRED = (c.ReportRepair(F), c.UncoverDevice(D))


def cases(*rows: tuple[str, ...]) -> list[ParameterSet]:
    """Each row is a game, the clause that a refusal names or an event cites, and other clauses that it proves."""
    marked = []
    for game, cited, *others in rows:
        book = BOOKS[game]
        proven = clause(*(f"{book} {path}" for path in (cited, *others)))
        marked.append(pytest.param(game, f"{book} {cited}", id=game, marks=proven))
    return marked


def by_hand(table: TableForTest, deck: int, order: tuple[int, ...] = IN_ORDER) -> TableForTest:
    table.do(c.Shuffle(D, 0, order, deck), c.CutCards(D, 0, 20, deck))
    return table


def play_on(table: TableForTest) -> int:
    """A round from its opening to its end; the deck that it was played with."""
    table.do(c.OpenRound(D))
    deck = table.round.deck
    table.bet(1).close_betting().do(c.Deal(D))
    table.act_all()
    if table.rules.book.dealing and table.table.rounds_since_count >= 4:
        kept = 0 if table.round.dealer else table.rules.dealer_cards
        table.do(c.CountStub(D, 0, len(table.round.stock) - kept))
    table.finish()
    return deck


# Two decks, and the shuffler that they need


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "3.B", "3.A"), (MD_CTF, "3.B", "3.A(1)")))
def test_without_its_shuffler_a_table_plays_with_one_deck(game: str, under: str) -> None:
    table = TableForTest(game, "table.dealing=manual_shoe").open()
    table.shuffle(deck=1)
    assert play_on(table) == 1
    table.do(*FAILED)
    for _ in range(3):
        assert play_on(by_hand(table, 1)) == 1
    table.do(c.RemoveDeck(D, 0, 2))
    table.refuses(c.ReceiveCards(D, 0, 2), Code.DEVICE_OUT_OF_ORDER, under)
    table.do(c.RemoveDeck(D, 0, 1), c.ReceiveCards(D, 0, 1))


@pytest.mark.parametrize(("game", "_"), cases((MD_HCF, "3.B(4)"), (MD_CTF, "3.B(4)"), (MA_HCF, "2(b)(4)", "2(b)")))
def test_with_the_shuffler_back_the_decks_alternate_again(game: str, _: str) -> None:
    table = TableForTest(game, "table.dealing=manual_shoe").open().shuffle(deck=1)
    used = [play_on(table)]
    table.do(*FAILED, *REPAIRED)
    for deck in (2, 1, 2):
        table.shuffle(deck=deck)
        used.append(play_on(table))
    assert used == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("game", "stored"),
    cases((MD_HCF, "3.B(3)", "3.A", "3.B(4)"), (MD_CTF, "3.B(3)", "3.A(1)", "3.B(4)"), (MA_HCF, "2(b)(3)", "2(a)")),
)
def test_a_second_deck_that_was_merely_received_takes_no_turn(game: str, stored: str) -> None:
    """It is not in the shuffler: the other deck is played alone, until both are opened."""
    one, two = opening_commands(1), [command for command in opening_commands(2) if getattr(command, "deck", 1) == 2]
    turn = stored.replace("(3)", "(4)")
    table = TableForTest(game, "table.dealing=manual_shoe")
    table.do(*one)
    for command in two:
        table.shuffle(deck=1)
        assert play_on(table) == 1
        assert not {stored, turn} & {clause for event in table.events for clause in event.clauses}
        table.do(command)
    table.shuffle(deck=2)
    assert play_on(table) == 2
    assert stored in last_of(table, e.CardsShuffled).clauses
    assert turn in last_of(table, e.RoundOpened).clauses


def last_of(table: TableForTest, kind: type[e.AnyEvent]) -> e.AnyEvent:
    return [event for event in table.events if isinstance(event, kind)][-1]


# The count of the stub


@pytest.mark.parametrize(
    ("game", "under"),
    cases((MD_HCF, "8.G"), (MD_CTF, "8.E")),
)
def test_what_no_device_has_counted_the_dealer_counts(game: str, under: str) -> None:
    """A table that owns a counting shuffler: its cards are counted when they were shuffled by hand or preshuffled."""
    for prepare in (_shuffled_by_hand, _preshuffled):
        table = TableForTest(game, "table.decks=1", "table.dealing=manual_shoe").open()
        for _ in range(4):
            table.play_round()
        prepare(table)
        table.do(c.OpenRound(D))
        table.bet(1).close_betting().do(c.Deal(D))
        table.act_all().refuses(c.Reveal(D), Code.STUB_COUNT_DUE, under)


def _shuffled_by_hand(table: TableForTest) -> None:
    table.do(*FAILED)
    by_hand(table, 1)
    table.do(*REPAIRED)


def _preshuffled(table: TableForTest) -> None:
    table.do(c.RemoveDeck(D), c.ReceiveCards(D, 0, 1, True, IN_ORDER), c.CutCards(D, 0, 20))


@pytest.mark.parametrize(("game", "_"), cases((MD_HCF, "8.G"), (MD_CTF, "8.E"), (MA_HCF, "7(g)")))
def test_what_the_device_has_counted_the_dealer_need_not(game: str, _: str) -> None:
    table = TableForTest(game, "table.decks=1", "table.dealing=manual_shoe").open()
    for _round in range(4):
        table.play_round()
    table.deal(1).do(c.ReportDevice(V))
    table.act_all().do(c.Reveal(D))


# Dealing from the hand


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "9.A(1)", "9.A"), (MD_CTF, "9.A(1)", "9.A")))
def test_dealing_from_the_hand_wants_a_shuffler_in_use(game: str, under: str) -> None:
    table = TableForTest(game, "table.dealing=hand", "table.decks=1").open()
    table.do(*FAILED)
    table.refuses(c.Shuffle(D, 0, IN_ORDER), Code.NOT_PROVIDED, under)
    table.do(c.ChangeDealing(F, 0, "manual_shoe"))
    by_hand(table, 1)
    table.refuses(c.ChangeDealing(F, 0, "hand"), Code.DEVICE_OUT_OF_ORDER, under)
    table.do(*REPAIRED, c.ChangeDealing(F, 0, "hand"))
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY, under)
    table.do(c.OrderShuffle(F))
    table.shuffle().do(c.OpenRound(D))


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "9.A(1)"), (MD_CTF, "9.A(1)")))
def test_preshuffled_cards_are_dealt_from_the_hand_while_a_shuffler_is_in_use(game: str, under: str) -> None:
    table = TableForTest(game, "table.dealing=hand", "table.decks=1")
    table.do(c.ReceiveCards(D, 0, 1, True, IN_ORDER), c.CutCards(D, 0, 20), *FAILED)
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY, under)
    table.do(*REPAIRED, c.OpenRound(D))


# A recut and an ordered shuffle, before the first card


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "5.F"), (MD_CTF, "5.G"), (MA_HCF, "4(d)")))
def test_the_floor_has_the_cards_recut_until_the_first_is_dealt(game: str, under: str) -> None:
    overrides = BY_HAND if game in MARYLAND else ("table.decks=1",)
    for closed in (False, True):
        table = TableForTest(game, *overrides).start().bet(1)
        if closed:
            table.close_betting()
        staked, top = table.round.felt, table.round.stock[0]
        table.do(c.OrderRecut(F))
        if closed:
            table.refuses(c.Deal(D), Code.DECK_NOT_READY)
        table.do(c.CutCards(D, 0, 30))
        if not closed:
            table.close_betting()
        assert table.round.stock[0] == (top + 30) % 52
        assert table.round.felt == staked
        table.do(c.Deal(D, 0, 1))
        table.refuses(c.OrderRecut(F), Code.DECK_NOT_READY, under)
        table.do(c.Deal(D))
        table.act_all().finish()


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "5.A(3)"), (MD_CTF, "5.A(3)"), (MA_HCF, "4(a)")))
def test_the_floor_has_the_cards_shuffled_until_the_first_is_dealt(game: str, under: str) -> None:
    reverse = IN_ORDER[::-1]
    for closed in (False, True):
        table = TableForTest(game).start().bet(1)
        if closed:
            table.close_betting()
        deck = table.round.deck
        table.do(c.OrderShuffle(F, 0, deck))
        table.refuses(c.RemoveDeck(D, 0, deck), Code.DECK_NOT_READY)
        if closed:
            table.refuses(c.Deal(D), Code.DECK_NOT_READY)
        table.do(c.Shuffle(V, 0, reverse, deck, 52))
        if not closed:
            table.close_betting()
        assert table.round.stock == reverse
        table.do(c.Deal(D, 0, 1))
        table.refuses(c.OrderShuffle(F, 0, deck), Code.DECK_NOT_READY, under)
        table.do(c.Deal(D))
        table.act_all().finish()


def test_a_card_found_face_up_has_left_the_deck() -> None:
    table = TableForTest(MD_HCF, *BY_HAND).start().bet(1).close_betting()
    table.do(c.Report(D, 0, "cards_face_up", cards=(table.round.stock[0],)))
    table.refuses(c.OrderRecut(F), Code.DECK_NOT_READY)
    table.refuses(c.OrderShuffle(F), Code.DECK_NOT_READY)


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "5.C"), (MD_CTF, "5.E"), (MA_HCF, "7(g)")))
def test_a_wrong_count_of_the_deck_that_the_round_waits_for_gives_the_wagers_back(game: str, under: str) -> None:
    for closed in (False, True):
        table = TableForTest(game).start().bet(1, 2, also=("progressive",))
        if closed:
            table.close_betting()
        deck = table.round.deck
        table.do(c.OrderShuffle(F, 0, deck), c.Shuffle(V, 0, IN_ORDER, deck, 51))
        lines = table.finish()
        assert {(line.outcome, line.clauses[0]) for line in lines} == {("void", under)}
        assert sum(line.returned for line in lines) == sum(line.stake for line in lines) > 0
        assert table.table.deck(deck) is None
    empty = TableForTest(game).start()
    deck = empty.round.deck
    empty.do(c.OrderShuffle(F, 0, deck), c.Shuffle(V, 0, IN_ORDER, deck, 51))
    assert empty.table.round is None
    assert empty.table.deck(deck) is None


def test_a_round_called_off_leaves_the_deck_to_be_cut() -> None:
    table = TableForTest(MD_HCF, *BY_HAND).start()
    table.do(c.OrderRecut(F), c.GoIdle(D))
    table = TableForTest(MD_HCF, *BY_HAND).start().bet(1)
    table.do(c.OrderRecut(F), c.WithdrawWagers(P, 0, 1))
    (deck,) = table.table.decks
    assert deck.status is DeckStatus.SHUFFLED
    table.do(c.CutCards(D, 0, 10))
    assert table.phase is Phase.BETTING


# A device that reshuffles and counts by itself


@pytest.mark.parametrize(("game", "_"), cases((MD_HCF, "5.H", "8.G"), (MD_CTF, "5.I", "8.E")))
def test_a_device_that_reshuffles_and_counts_spares_the_count_of_the_stub(game: str, _: str) -> None:
    table = TableForTest(game, "table.shuffler=reshuffling", "table.decks=1", "table.dealing=manual_shoe").open()
    for _round in range(6):
        table.play_round()
    (removed,) = table.do(c.Shuffle(V, 0, IN_ORDER, 1, 51))
    assert isinstance(removed, e.DeckRemoved)


@clause("MD-HCF 5.H", "MD-HCF 5.I")
def test_nobody_spreads_washes_or_stacks_what_such_a_device_holds() -> None:
    table = TableForTest(MD_HCF, "table.shuffler=reshuffling", "table.decks=1").open().shuffle()
    table.refuses(c.GoIdle(D), Code.NOT_PROVIDED, "MD-HCF 5.I")
    table.refuses(c.OrderRecut(F), Code.NOT_PROVIDED, "MD-HCF 5.I")
    table.do(*FAILED, c.GoIdle(D))


@clause("MD-CTF 5.H", "MD-CTF 5.I")
def test_chase_the_flush_keeps_the_idle_table_with_such_a_device() -> None:
    table = TableForTest(MD_CTF, "table.shuffler=reshuffling", "table.decks=1").open().shuffle()
    table.do(c.GoIdle(D))


@clause("MA-HCF 4(a)")
def test_massachusetts_knows_no_such_device() -> None:
    assert [fault[:2] for fault in found("MA-HCF", "table.shuffler=reshuffling")] == [
        ("shuffler_required", "table.shuffler")
    ]


# The boxes of one player


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "7.G"), (MD_CTF, "7.G"), (MA_HCF, "6(e)")))
def test_no_box_between_two_others_is_given_up(game: str, under: str) -> None:
    table = TableForTest(game, "table.adjacent_boxes=3").start()
    for box in (2, 3, 4):
        table.do(c.PlaceWagers(P, 0, box, table.stakes(), 3))
    table.refuses(c.WithdrawWagers(P, 0, 3), Code.BOXES_NOT_ADJACENT, under)
    table.do(c.WithdrawWagers(P, 0, 4), c.WithdrawWagers(P, 0, 3), c.WithdrawWagers(P, 0, 2))
    assert table.round.felt == 0


# A device that is repaired


@pytest.mark.parametrize(
    ("game", "under"), cases((MD_HCF, "13.I", "13.I(1)"), (MD_CTF, "13.J", "13.J(1)"), (MA_HCF, "13(e)"))
)
def test_a_repaired_shuffler_is_uncovered_and_used_again(game: str, under: str) -> None:
    table = TableForTest(game, "table.decks=1", "table.dealing=manual_shoe").open()
    table.refuses(c.ReportRepair(F), Code.NOT_PROVIDED, under)
    table.do(*FAILED)
    shuffle = c.Shuffle(V, 0, IN_ORDER, 1, 52)
    table.refuses(shuffle, Code.DEVICE_OUT_OF_ORDER)
    table.refuses(c.UncoverDevice(D), Code.DEVICE_OUT_OF_ORDER)
    table.refuses(c.ReportRepair(D), Code.WRONG_ROLE, under)
    (repaired,) = table.do(c.ReportRepair(F))
    assert repaired == e.DeviceRepaired((under,), "shuffler", "floorperson")
    table.refuses(shuffle, Code.DEVICE_OUT_OF_ORDER)
    (uncovered,) = table.do(c.UncoverDevice(D))
    assert isinstance(uncovered, e.DeviceUncovered)
    assert uncovered.by == "dealer"
    table.refuses(c.UncoverDevice(D), Code.NOT_PROVIDED)
    table.do(shuffle, c.OpenRound(D))


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "13.I"), (MD_CTF, "13.J")))
def test_the_dealing_is_changed_back_once_the_shoe_is_repaired(game: str, under: str) -> None:
    overrides = (
        "table.dealing=automated",
        *(("table.order=stacks_community_players_dealer_kept",) if game == MD_CTF else ()),
    )
    table = TableForTest(game, *overrides).open()
    table.do(c.ReportDevice(D, 0, "shoe"), c.CoverDevice(D, 0, "shoe"), c.ChangeDealing(F, 0, "manual_shoe"))
    table.refuses(c.ChangeDealing(F, 0, "automated"), Code.DEVICE_OUT_OF_ORDER, under)
    table.do(c.ReportRepair(F, 0, "shoe"))
    table.refuses(c.ChangeDealing(F, 0, "automated"), Code.DEVICE_OUT_OF_ORDER)
    table.do(c.UncoverDevice(F, 0, "shoe"), c.ChangeDealing(F, 0, "automated"))
    assert table.table.order == table.submission.table.order
    table.shuffle().do(c.OpenRound(D))
    table.bet(1).close_betting().do(c.Deal(D))


@pytest.mark.parametrize(("game", "_"), cases((MA_HCF, "13(f)")))
def test_a_shoe_repaired_before_it_was_covered_needs_no_uncovering(game: str, _: str) -> None:
    table = TableForTest(game, "table.dealing=automated").open().shuffle()
    table.do(c.ReportDevice(D, 0, "shoe"))
    table.refuses(c.OpenRound(D), Code.DEVICE_OUT_OF_ORDER)
    table.do(c.ReportRepair(F, 0, "shoe"), c.OpenRound(D))


# Wagers at the edge of what can be put down


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "7.A"), (MD_CTF, "7.A"), (MA_HCF, "6(b)")))
def test_no_chip_has_parts_of_a_cent(game: str, under: str) -> None:
    table = TableForTest(game).start()
    ante = table.rules.stakes["ante"].minimum
    for over in (1, 9_999, 10_001):
        stakes = tuple((name, amount + over if amount == ante else amount) for name, amount in table.stakes())
        table.refuses(c.PlaceWagers(P, 0, 1, stakes), Code.PART_OF_A_CENT, under)
    table.do(c.PlaceWagers(P, 0, 1, tuple((name, amount + 10_000) for name, amount in table.stakes())))


@clause("MD-HCF 7.A", "MD-HCF 11.B(2)")
def test_no_raise_has_parts_of_a_cent() -> None:
    table = TableForTest(MD_HCF, *BY_HAND, "table.shuffler=plain")
    suited = (*range(0, 8, 2), *range(8, 52), 1, 3, 5, 7)
    table.start(suited).bet(1).close_betting().do(c.Deal(D))
    _, largest, _ = lawful_amounts(table.rules, table.round, table.round.seats[0])
    assert largest > table.round.seats[0].stake("ante")
    table.refuses(c.Act(P, 0, 1, "raise", largest - 1), Code.PART_OF_A_CENT, "MD-HCF 7.A")
    table.do(c.Act(P, 0, 1, "raise", largest - 10_000))


@pytest.mark.parametrize(("game", "under"), cases((MD_HCF, "2.A"), (MD_CTF, "2.A"), (MA_HCF, "7(c)")))
def test_a_player_is_named_by_a_seat_of_the_table(game: str, under: str) -> None:
    table = TableForTest(game).start()
    for player in (-1, 0, table.rules.seats + 1, 10**9):
        table.refuses(c.PlaceWagers(P, 0, 1, table.stakes(), player), Code.NO_SUCH_SEAT, under)
