"""Which clauses events and refusals name, typed from the documents: those that applied, and no others."""

from __future__ import annotations

import pytest

from houserules.play import AnyCommand, Code, Rules, stub_size
from houserules.play import commands as c
from houserules.play import events as e
from tests.clauses.support import frozen
from tests.support.life import BY_HAND
from tests.support.tables import IN_ORDER, MA_HCF, MD_CTF, MD_HCF, D, F, P, TableForTest, V, cards

BOOKS = {MD_HCF: "MD-HCF", MD_CTF: "MD-CTF", MA_HCF: "MA-HCF"}
ONE_DECK = "table.decks=1"


def cited(table: TableForTest, event: e.AnyEvent) -> list[str]:
    """The clauses without the name of the document, which they all have."""
    book = f"{table.rules.book.id} "
    assert all(clause.startswith(book) for clause in event.clauses)
    return [clause.removeprefix(book) for clause in event.clauses]


def last(table: TableForTest, kind: type[e.AnyEvent]) -> list[str]:
    return cited(table, [event for event in table.events if isinstance(event, kind)][-1])


@pytest.mark.parametrize(
    ("game", "overrides", "opened", "stacked", "first", "second"),
    [
        (MD_HCF, (ONE_DECK,), "5.D 5.D(1)", "4.C(1) 4.C(2) 4.C(3)", "5.A 5.A(1) 4.D", "5.A 5.A(2)"),
        (
            MD_HCF, (), "5.D 5.D(1) 3.B(4) 3.B(5)", "4.C(1) 4.C(2) 4.C(3) 4.E", "5.A 5.A(1) 4.D 3.B(3)",
            "5.A 5.A(2) 3.B(3)",
        ),
        (MD_HCF, BY_HAND, "5.D", "4.C(1) 4.C(2) 4.C(3)", "5.A 5.A(1) 4.D", "5.A 5.A(2)"),
        (MD_CTF, (ONE_DECK,), "5.D 5.D(1)", "4.C(1) 4.C(2) 4.C(3)", "5.A 5.B 5.A(1) 4.D", "5.A 5.B 5.A(2)"),
        (
            MD_CTF, (), "5.D 5.D(1) 3.B(4) 3.B(5)", "4.C(1) 4.C(2) 4.C(3) 4.E", "5.A 5.B 5.A(1) 4.D 3.B(3)",
            "5.A 5.B 5.A(2) 3.B(3)",
        ),
        (MA_HCF, (ONE_DECK,), "4(b)", "3(c)", "4(a) 4(b)", "4(a) 4(b)"),
        (MA_HCF, (), "4(b) 2(b)(4) 2(b)(5)", "3(c) 3(d)", "4(a) 4(b) 2(b)(3)", "4(a) 4(b) 2(b)(3)"),
    ],
)  # fmt: skip
def test_decks(game: str, overrides: tuple[str, ...], opened: str, stacked: str, first: str, second: str) -> None:
    table = TableForTest(game, *overrides).open()
    assert last(table, e.CardsStacked) == stacked.split()
    table.shuffle(deck=1)
    assert last(table, e.CardsShuffled) == first.split()
    table.do(c.OpenRound(D))
    assert last(table, e.RoundOpened) == opened.split()
    table.bet(1).close_betting().do(c.Deal(D))
    table.act_all().finish()
    table.shuffle(deck=1)
    assert last(table, e.CardsShuffled) == second.split()


@pytest.mark.parametrize(
    ("game", "order"), [(MD_HCF, "5.A 5.A(3)"), (MD_CTF, "5.A 5.B 5.A(3)"), (MA_HCF, "4(a) 4(b) 4(a)")]
)
def test_a_shuffle_on_order(game: str, order: str) -> None:
    table = TableForTest(game, ONE_DECK).open().shuffle()
    table.do(c.OrderShuffle(F))
    table.shuffle()
    assert last(table, e.CardsShuffled) == list(dict.fromkeys(order.split()))


@pytest.mark.parametrize(
    ("game", "dealing", "announced", "locked", "corrected", "dealt"),
    [
        (MD_HCF, "manual_shoe", "8.C", "8.C(1)", "8.C(2)(b)", "8.E 8.F"),
        (MD_HCF, "hand", "9.A(3)(a) 9.A(3)", "9.A(3)(b)", "9.A(4)(b)", "9.B(2) 9.B 9.B(1) 9.B(3)"),
        (
            MD_HCF, "automated", "10.A(2)(a) 10.A(2)", "10.A(2)(b)", "10.A(3)(b)",
            "10.B(1) 10.B 10.B(2) 10.B(3) 10.B(3)(a) 10.B(3)(b)",
        ),
        (MD_CTF, "manual_shoe", "8.C(1) 8.C", "8.C(2)", "8.C(3)", "8.D(2) 8.D"),
        (MD_CTF, "hand", "9.A(3)", "9.A(3)(a)", "9.A(3)(b)", "9.B(2) 9.B 9.B(1)"),
        (
            MD_CTF, "automated", "10.A(2)(a) 10.A(2)", "10.A(2)(b)(i) 10.A(2)(b)", "10.A(2)(b)(ii)",
            "10.B(1) 10.B 10.B(2) 10.B(4)",
        ),
        (MA_HCF, "manual_shoe", "7(b)", "12(b)(1)", "12(b)(3)", "7(c) 7(d) 7(e)"),
        (MA_HCF, "automated", "8(b)(2) 8(b)", "12(b)(1)", "12(b)(3)", "8(c) 8(d) 8(e)"),
    ],
)  # fmt: skip
def test_the_close_of_betting_and_the_deal(
    game: str, dealing: str, announced: str, locked: str, corrected: str, dealt: str
) -> None:
    """The progressive system is locked where there is one."""
    table = TableForTest(game, f"table.dealing={dealing}").start().bet(1, 2, also=("progressive",))
    table.do(c.NoMoreBets(D), c.CorrectCount(F, 0, 2), c.CollectProgressive(D, 0, 1, 1), c.Deal(D))
    assert last(table, e.BettingClosed) == [*announced.split(), *locked.split()]
    assert last(table, e.ChipReturned) == corrected.split()
    assert last(table, e.CardsDealt) == dealt.split()
    without = TableForTest(game)
    without.rules = Rules(frozen(BOOKS[game], f"table.dealing={dealing}", "-wagers.progressive"))
    without.start().bet(1).do(c.NoMoreBets(D))
    assert last(without, e.BettingClosed) == announced.split()


def test_a_dealers_stack_that_stays_in_the_shuffler() -> None:
    table = TableForTest(MD_CTF, "table.order=stacks_community_players_dealer_kept").deal(1)
    assert last(table, e.CardsDealt) == ["10.B(1)", "10.B", "10.B(3)"]
    table.act_all().do(c.Reveal(D))
    assert last(table, e.DealerRevealed)[:4] == ["11.G(1)", "11.G", "11.G(2)", "10.B(4)"]


@pytest.mark.parametrize(
    ("dealing", "flop", "others"),
    [
        ("manual_shoe", "11.C 11.C(2) 8.D(3)", "11.E 11.E(2) 8.D(3) 8.D(4)"),
        ("hand", "11.C 11.C(1) 11.C(2) 9.B(3)", "11.E 11.E(1) 11.E(2) 9.B(3) 9.B(4)"),
        ("automated", "11.C 11.C(2)", "11.E 11.E(2)"),
    ],
)
def test_community_cards(dealing: str, flop: str, others: str) -> None:
    """A card is burned only from the hand; the stub is racked after the last card."""
    table = TableForTest(MD_CTF, f"table.dealing={dealing}").deal(1)
    table.do(c.Act(P, 0, 1, "check"), c.DealCommunity(D))
    assert last(table, e.CommunityDealt) == flop.split()
    table.do(c.Act(P, 0, 1, "check"), c.DealCommunity(D))
    assert last(table, e.CommunityDealt) == others.split()


@pytest.mark.parametrize(
    ("game", "dealing", "some", "rest"),
    [
        (MD_HCF, "manual_shoe", "8.E", "8.E 8.F"),
        (MD_HCF, "automated", "10.B(1) 10.B 10.B(2)", "10.B(1) 10.B 10.B(2) 10.B(3) 10.B(3)(a) 10.B(3)(b)"),
        (MA_HCF, "automated", "8(c) 8(d)", "8(c) 8(d) 8(e)"),
    ],
)
def test_the_stub_is_racked_with_the_last_card_that_is_dealt(game: str, dealing: str, some: str, rest: str) -> None:
    table = TableForTest(game, f"table.dealing={dealing}").start().bet(1).close_betting()
    table.do(c.Deal(D, 0, 3))
    assert last(table, e.CardsDealt) == some.split()
    table.do(c.Deal(D))
    assert last(table, e.CardsDealt) == rest.split()


@pytest.mark.parametrize(
    ("game", "dealing", "count", "right", "wrong"),
    [
        (MD_HCF, "manual_shoe", "8.G 8.H", "8.I", "8.J"),
        (MD_HCF, "hand", "9.C(1) 9.C 9.C(2)", "9.D", "9.E"),
        (MD_HCF, "automated", "10.C", "10.D", "10.E"),
        (MD_CTF, "manual_shoe", "8.E", "8.F", "8.G"),
        (MD_CTF, "hand", "9.C", "9.D", "9.E"),
        (MD_CTF, "automated", "10.C", "10.D", "10.E"),
        (MA_HCF, "manual_shoe", "7(f)", "7(f)(1)", "7(f)(2)"),
        (MA_HCF, "automated", "8(f)", "7(f)(1)", "7(f)(2)"),
    ],
)
def test_a_count_of_the_stub(game: str, dealing: str, count: str, right: str, wrong: str) -> None:
    """It cites what follows from it: the stub is racked, or the dealer looks whether the cards were misdealt."""
    for missing, found in ((0, right), (1, wrong)):
        table = TableForTest(game, f"table.dealing={dealing}", "table.shuffler=plain").deal(1).act_all()
        table.do(c.CountStub(D, 0, stub_size(table.rules, table.round) - missing))
        assert last(table, e.StubCounted) == [*count.split(), found]


@pytest.mark.parametrize(
    ("game", "failed", "covered", "marked"),
    [
        (MD_HCF, "13.I", "13.I(1)", "13.I(2)"),
        (MD_CTF, "13.J", "13.J(1)", "13.J(2)"),
        (MA_HCF, "13(e)", "13(e)", "13(e)"),
    ],
)
def test_a_device_is_covered_or_marked(game: str, failed: str, covered: str, marked: str) -> None:
    table = TableForTest(game).open()
    for how, cites in (("covered", covered), ("marked", marked)):
        table.do(c.ReportDevice(D), c.CoverDevice(D, 0, "shuffler", how))
        assert last(table, e.DeviceCovered) == [cites]
        table.do(c.ReportRepair(F), c.UncoverDevice(D))
        assert (last(table, e.DeviceFailed), last(table, e.DeviceRepaired)) == ([failed], [failed])
        assert last(table, e.DeviceUncovered) == [failed]


@pytest.mark.parametrize(("game", "jammed"), [(MD_HCF, "13.G"), (MD_CTF, "13.H(1) 13.H(3)"), (MA_HCF, "13(e)")])
def test_a_shuffler_that_jams_with_no_wagers_down(game: str, jammed: str) -> None:
    """The cards are shuffled again. That wagers go back is not cited where there are none."""
    table = TableForTest(game, ONE_DECK).open().shuffle()
    table.do(c.Report(D, 0, "shuffler_jam"))
    assert last(table, e.ShufflerJammed) == jammed.split()


@pytest.mark.parametrize(("game", "opened"), [(MD_HCF, "5.D 5.I"), (MD_CTF, "5.I")])
def test_a_device_that_reshuffles_by_itself_spares_the_cut(game: str, opened: str) -> None:
    """In Chase the Flush 5.D is among what the device spares, in High Card Flush it is not."""
    table = TableForTest(game, ONE_DECK, "table.shuffler=reshuffling").start()
    assert last(table, e.RoundOpened) == opened.split()


@pytest.mark.parametrize(
    ("game", "idle", "viewed"),
    [
        (MD_HCF, "5.G 5.G(1) 5.G(2)", "4.C 5.G(3)"),
        (MD_CTF, "5.H 5.H(1)", "4.C 5.H(2)"),
        (MA_HCF, "4(e)", "3(c) 4(e)"),
    ],
)
def test_an_idle_table(game: str, idle: str, viewed: str) -> None:
    table = TableForTest(game, ONE_DECK).open()
    assert last(table, e.CardsViewed) == viewed.split()[:1]
    table.do(c.GoIdle(D), c.ViewCards(P))
    assert last(table, e.WentIdle) == idle.split()
    assert last(table, e.CardsViewed) == viewed.split()


@pytest.mark.parametrize(
    ("game", "overrides", "cut", "order"),
    [
        (MD_HCF, BY_HAND, "5.E 5.D(2) 5.E(1) 5.E(2)", "5.F"),
        (MD_CTF, BY_HAND, "5.F 5.D(2) 5.F(1) 5.F(2)", "5.G"),
        (MA_HCF, (ONE_DECK,), "4(c)(1)(ii) 4(c) 4(c)(2)", "4(d)"),
    ],
)
def test_a_cut_on_order_cites_the_order(game: str, overrides: tuple[str, ...], cut: str, order: str) -> None:
    table = TableForTest(game, *overrides).open().shuffle()
    if game != MA_HCF:
        assert last(table, e.CardsCut) == cut.split()
    table.do(c.OrderRecut(F), c.CutCards(D, 0, 20))
    assert last(table, e.RecutOrdered) == [order]
    assert last(table, e.CardsCut) == [*cut.split(), order]


@pytest.mark.parametrize(
    ("game", "dealing", "hours", "overdue", "otherwise", "closed"),
    [
        (MD_HCF, "hand", 4, "3.C(1)", "3.C", "5.G"),
        (MD_HCF, "manual_shoe", 8, "3.C(2)", "3.C", "5.G"),
        (MD_CTF, "hand", 4, "3.C(1)", "3.C", "5.H"),
        (MD_CTF, "automated", 8, "3.C(2)", "3.C", "5.H"),
        (MA_HCF, "automated", 8, "2(a)", "2(a)", "4(e)"),
    ],
)
def test_a_deck_is_taken_away_and_the_table_closed(
    game: str, dealing: str, hours: int, overdue: str, otherwise: str, closed: str
) -> None:
    table = TableForTest(game, f"table.dealing={dealing}").open()
    table.do(c.RemoveDeck(D, hours * 3600 - 1, 1))
    assert last(table, e.DeckRemoved) == [otherwise]
    table.do(c.RemoveDeck(D, hours * 3600, 2))
    assert last(table, e.DeckRemoved) == [overdue]
    table.do(c.CloseTable(F))
    assert last(table, e.TableClosed) == [closed]


@pytest.mark.parametrize(
    ("game", "counted"), [(MD_HCF, "5.C 5.C(1) 5.C(2)"), (MD_CTF, "5.E 5.E(1) 5.E(2)"), (MA_HCF, "7(g)")]
)
def test_a_shuffler_counts_a_wrong_number(game: str, counted: str) -> None:
    table = TableForTest(game).open()
    table.do(c.Shuffle(V, 0, IN_ORDER, 1, 51))
    assert last(table, e.DeckRemoved) == counted.split()


@pytest.mark.parametrize(
    ("game", "below", "reached"),
    [
        (MD_HCF, "11.B(4)(b) 11.B(4) 11.B(5)(c)", "11.B(4)(b) 11.B(4) 11.B(5)(d)"),
        (MA_HCF, "9(d) 9(e)(1)(i) 11(b)", "9(d) 9(e)(1)(ii)"),
    ],
)
def test_the_dealers_hand(game: str, below: str, reached: str) -> None:
    for high, expected in (("8", below), ("9", reached)):
        flush = f"{high}h 3h 2h"
        table = TableForTest(game, "table.dealing=automated", ONE_DECK)
        table.deal(1, order=_dealers(f"{flush} Ks Qs Jd Tc")).act_all().do(c.Reveal(D))
        assert last(table, e.DealerRevealed) == expected.split()


def _dealers(hand: str) -> tuple[int, ...]:
    """A deck in which the second stack of seven cards is this hand."""
    held = cards(hand)
    rest = [card for card in IN_ORDER if card not in held]
    return (*rest[:7], *held, *rest[7:])


REFUSED: list[tuple[str, tuple[str, ...], AnyCommand, Code, str]] = [
    (MD_HCF, (ONE_DECK,), c.ReceiveCards(D, 0, 2), Code.NO_SUCH_DECK, "3.A"),
    (MD_HCF, (), c.ReceiveCards(D, 0, 3), Code.NO_SUCH_DECK, "3.B"),
    (MA_HCF, (ONE_DECK,), c.ReceiveCards(D, 0, 2), Code.NO_SUCH_DECK, "2(a)"),
    (MA_HCF, (), c.ReceiveCards(D, 0, 1, preshuffled=True, cards=IN_ORDER), Code.NOT_PROVIDED, "3(a)"),
    (MA_HCF, (), c.Shuffle(D, 0, IN_ORDER), Code.NOT_PROVIDED, "4(a)"),
    (MA_HCF, (), c.ChangeDealing(F, 0, "automated"), Code.NOT_PROVIDED, "13(e)"),
    (MD_HCF, (), c.CloseTable(D), Code.WRONG_ROLE, "5.G"),
    (MD_CTF, (), c.CloseTable(D), Code.WRONG_ROLE, "5.H"),
    (MD_HCF, (), c.RemoveDeck(P), Code.WRONG_ROLE, "3.C"),
    (MA_HCF, (), c.CoverDevice(D, 0, "shoe"), Code.NOT_PROVIDED, "13(f)"),
]


@pytest.mark.parametrize(("game", "overrides", "command", "code", "clause"), REFUSED)
def test_refusals(game: str, overrides: tuple[str, ...], command: AnyCommand, code: Code, clause: str) -> None:
    TableForTest(game, *overrides).refuses(command, code, f"{BOOKS[game]} {clause}")


NEXT_STEPS: list[tuple[str, tuple[str, ...], str]] = [
    (MD_HCF, (), "4.A 4.A 4.A 4.B 4.C 4.C(1) 5.A"),
    (MD_HCF, BY_HAND, "4.A 4.A 4.A 4.B 4.C 4.C(1) 5.A 5.E"),
    (MD_CTF, BY_HAND, "4.A 4.A 4.A 4.B 4.C 4.C(1) 5.A 5.F"),
    (MA_HCF, (), "3(a) 3(a) 3(b) 3(b) 3(c) 3(c) 4(a)"),
]


@pytest.mark.parametrize(("game", "overrides", "clauses"), NEXT_STEPS)
def test_a_round_that_cannot_begin_names_the_step_that_the_deck_waits_for(
    game: str, overrides: tuple[str, ...], clauses: str
) -> None:
    table = TableForTest(game, *overrides)
    opening: list[AnyCommand] = [
        c.ReceiveCards(D), c.InspectCards(D), c.VerifyInspection(F), c.SpreadCards(D), c.ViewCards(P),
        c.StackCards(D), c.Shuffle(D if overrides else V, 0, IN_ORDER, 1, None if overrides else 52),
        c.CutCards(D, 0, 10),
    ]  # fmt: skip
    for command, clause in zip(opening, clauses.split(), strict=False):
        table.refuses(c.OpenRound(D), Code.DECK_NOT_READY, f"{BOOKS[game]} {clause}")
        table.do(command)
    table.do(c.OpenRound(D))


@pytest.mark.parametrize(
    ("game", "counted", "misdealt", "shuffler"),
    [
        (MD_HCF, "8.J(2)", "8.J(1)", "5.C"),
        (MD_CTF, "10.E(2)", "10.E(1)", "5.E"),
        (MA_HCF, "7(f)(2)", "7(f)(2)", "7(g)"),
    ],
)
def test_what_is_counted_is_not_reported(game: str, counted: str, misdealt: str, shuffler: str) -> None:
    """The refusal names the clause under which it is found."""
    table, book = TableForTest(game).deal(1), BOOKS[game]
    table.refuses(c.Report(D, 0, "stub_count_wrong"), Code.NOT_PROVIDED, f"{book} {counted}")
    table.refuses(c.Report(D, 0, "stub_count_misdealt"), Code.NOT_PROVIDED, f"{book} {misdealt}")
    table.refuses(c.Report(D, 0, "shuffler_count_wrong"), Code.NOT_PROVIDED, f"{book} {shuffler}")


def test_another_way_of_dealing_needs_what_the_table_has() -> None:
    """A shoe that the table does not have cannot be used, and nothing was to be covered."""
    table = TableForTest(MD_HCF, *BY_HAND).open()
    table.refuses(c.ChangeDealing(F, 0, "automated"), Code.NOT_PROVIDED, "MD-HCF 13.I")


def test_a_clause_is_cited_once() -> None:
    """Massachusetts has one clause for a misdeal and for a deck that is not whole."""
    table = TableForTest(MA_HCF, "table.shuffler=plain").deal(1).act_all()
    stub = stub_size(table.rules, table.round)
    table.do(c.CountStub(D, 0, stub - 1, misdealt=True, in_deck=51))
    assert last(table, e.RoundVoided) == ["7(f)(2)"]


@pytest.mark.parametrize(
    ("game", "seated", "hours", "verified", "wagers", "cards"),
    [
        (MD_HCF, "7.C", "3.C", "8.C(2)(b)", "7.F", "5.C(1)"),
        (MD_CTF, "7.C", "3.C", "10.A(2)(b)(ii)", "7.F", "5.E(1)"),
        (MA_HCF, "6(c)", "2(a)", "12(b)(3)", "6(a)", "7(f)(1)"),
    ],
)
def test_refusals_in_a_round(game: str, seated: str, hours: str, verified: str, wagers: str, cards: str) -> None:
    """A box is its player's own, the clock is that of the decks, and only wagers of the game count."""
    book = BOOKS[game]
    table = TableForTest(game)
    table.now = 60
    table.open().shuffle()
    table.refuses(c.OpenRound(D, 59), Code.CLOCK_RAN_BACK, f"{book} {hours}")
    table.do(c.RemoveDeck(D, 60, 2))
    table.refuses(c.ReceiveCards(D, 59, 2), Code.CLOCK_RAN_BACK, f"{book} {hours}")
    if game != MA_HCF:
        short = c.ReceiveCards(D, 60, 2, preshuffled=True, cards=IN_ORDER[:51])
        table.refuses(short, Code.NOT_A_DECK, f"{book} {cards}")
    table.do(c.OpenRound(D, 60))
    table.bet(1, also=("progressive",))
    table.refuses(c.PlaceWagers(P, 60, 1, table.stakes(), 2), Code.SEAT_TAKEN, f"{book} {seated}")
    table.refuses(c.PlaceWagers(P, 60, 2, (("insurance", 1),)), Code.WAGER_NOT_OFFERED, f"{book} {wagers}")
    table.do(c.NoMoreBets(D))
    table.refuses(c.CollectProgressive(D, 0, 2, 1), Code.CHIP_COUNT_DIFFERS, f"{book} {verified}")


def test_a_shoe_out_of_order_in_massachusetts() -> None:
    table = TableForTest(MA_HCF, "table.dealing=automated").open()
    table.do(c.ReportDevice(D, 0, "shoe"))
    assert last(table, e.DeviceFailed) == ["13(f)"]
    table.shuffle().refuses(c.OpenRound(D), Code.DEVICE_OUT_OF_ORDER, "MA-HCF 13(f)")
    table.do(c.ReportDevice(D, 0, "shuffler"))
    assert last(table, e.DeviceFailed) == ["13(e)"]
