"""What the three documents ask of a table's life in like words, as checks that each document's tests call."""

from __future__ import annotations

from houserules.play import AnyCommand, Code, DeckStatus, Phase
from houserules.play import commands as c
from houserules.play.events import CardsShuffled, DeckRemoved, RoundVoided
from tests.support.tables import IN_ORDER, D, F, P, TableForTest, V


def check_opening_steps(name: str, *overrides: str) -> None:
    """Inspection by the dealer, verification by a floorperson, spread, the player's look, wash and stack, shuffle."""
    table = TableForTest(name, *overrides)
    steps: list[AnyCommand] = [
        c.InspectCards(D),
        c.VerifyInspection(F),
        c.SpreadCards(D),
        c.ViewCards(P),
        c.StackCards(D),
    ]
    table.do(c.ReceiveCards(D))
    for number, step in enumerate(steps):
        for later in steps[number + 1 :]:
            table.refuses(later, Code.DECK_NOT_READY)
        table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
        table.do(step)
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.shuffle(deck=1).do(c.OpenRound(D))


def check_each_deck_is_opened(name: str) -> None:
    """Two decks: each goes through every step by itself."""
    table = TableForTest(name)
    table.open()
    assert [deck.status for deck in table.table.decks] == [DeckStatus.STACKED] * 2
    other = TableForTest(name)
    other.do(c.ReceiveCards(D, 0, 1), c.ReceiveCards(D, 0, 2), c.InspectCards(D, 0, 1))
    other.refuses(c.VerifyInspection(F, 0, 2), Code.DECK_NOT_READY)


def check_decks_alternate(name: str) -> None:
    """Each deck serves every second round; the other may be shuffled meanwhile, the one in play may not."""
    table = TableForTest(name).open()
    used = []
    for _ in range(4):
        table.start().bet(1)
        used.append(table.round.deck)
        resting = 3 - table.round.deck
        table.refuses(c.Shuffle(V, 0, IN_ORDER, table.round.deck, 52), Code.DECK_NOT_READY)
        table.do(c.Shuffle(V, 0, IN_ORDER, resting, 52), c.OrderShuffle(F, 0, resting))
        table.close_betting().do(c.Deal(D))
        table.act_all().finish()
    assert used == [1, 2, 1, 2]


def check_shuffle_before_and_after(name: str) -> None:
    """No round without a shuffle before it, and the deck just used must be shuffled again."""
    table = TableForTest(name, "table.decks=1").open()
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.play_round()
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.play_round()
    assert sum(isinstance(event, CardsShuffled) for event in table.events) == 2


def check_shuffle_on_order(name: str, clause: str) -> None:
    table = TableForTest(name).open().shuffle()
    table.refuses(c.OrderShuffle(D), Code.WRONG_ROLE, clause)
    table.do(c.OrderShuffle(F))
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.shuffle().do(c.OpenRound(D))


def check_wrong_count_removes_deck(name: str, clause: str) -> None:
    """51 and 53 take the deck off the table, 52 does not; a plain shuffler does not count."""
    for counted in (51, 53):
        table = TableForTest(name).open()
        (event,) = table.do(c.Shuffle(V, 0, IN_ORDER, 1, counted))
        assert isinstance(event, DeckRemoved)
        assert event.clauses[0] == clause
        assert table.table.deck(1) is None
        table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table = TableForTest(name).open()
    table.do(c.Shuffle(V, 0, IN_ORDER, 1, 52), c.OpenRound(D))
    plain = TableForTest(name, "table.shuffler=plain").open()
    plain.do(c.Shuffle(V, 0, IN_ORDER, 1, 51), c.OpenRound(D))


def check_machine_shuffled_cards_are_not_cut(name: str) -> None:
    table = TableForTest(name).open().shuffle()
    table.refuses(c.CutCards(D, 0, 20), Code.DECK_NOT_READY)
    table.do(c.OpenRound(D))


BY_HAND = ("table.shuffler=none", "table.decks=1", "table.dealing=manual_shoe")


def check_cut(name: str, clause: str) -> None:
    """By hand: nine is too shallow, ten to 51 will do, 52 leave nothing below; what lay above goes to the bottom."""
    table = TableForTest(name, *BY_HAND).open()
    table.do(c.Shuffle(D, 0, IN_ORDER))
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.refuses(c.CutCards(D, 0, 9), Code.CUT_TOO_SHALLOW, clause)
    table.refuses(c.CutCards(D, 0, 52), Code.CUT_TOO_DEEP, clause)
    for depth in (10, 11, 51):
        deep = TableForTest(name, *BY_HAND).open()
        deep.do(c.Shuffle(D, 0, IN_ORDER), c.CutCards(D, 0, depth))
        deck = deep.table.deck(1)
        assert deck is not None
        assert deck.cards == (*IN_ORDER[depth:], *IN_ORDER[:depth])
        deep.do(c.OpenRound(D))
        assert deep.round.stock[0] == depth


def check_preshuffled(name: str, clause: str) -> None:
    """Preinspected and preshuffled cards skip the opening, and are cut before play."""
    table = TableForTest(name, "table.decks=1")
    (event,) = table.do(c.ReceiveCards(D, 0, 1, preshuffled=True, cards=IN_ORDER))
    assert event.clauses[0] == clause
    table.refuses(c.InspectCards(D), Code.DECK_NOT_READY)
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.do(c.CutCards(D, 0, 26), c.OpenRound(D))
    table.refuses(c.ReceiveCards(D, 0, 1, preshuffled=True, cards=IN_ORDER), Code.DECK_NOT_READY)
    short = TableForTest(name)
    short.refuses(c.ReceiveCards(D, 0, 1, preshuffled=True, cards=IN_ORDER[:51]), Code.NOT_A_DECK)


def check_recut(name: str, clause: str) -> None:
    """After the cut and before the first card, and only a floorperson orders it."""
    table = TableForTest(name, *BY_HAND).open()
    table.do(c.Shuffle(D, 0, IN_ORDER))
    table.refuses(c.OrderRecut(F), Code.DECK_NOT_READY, clause)
    table.do(c.CutCards(D, 0, 10))
    table.refuses(c.OrderRecut(D), Code.WRONG_ROLE, clause)
    table.do(c.OrderRecut(F))
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.do(c.CutCards(D, 0, 30), c.OpenRound(D))
    table.bet(1).close_betting().do(c.Deal(D))
    table.refuses(c.OrderRecut(F), Code.DECK_NOT_READY, clause)


def check_idle(name: str) -> None:
    """An idle table: cards spread, the first player looks, and the steps of opening follow before play."""
    table = TableForTest(name).open().shuffle()
    table.do(c.GoIdle(D))
    assert table.table.idle
    table.refuses(c.OpenRound(D), Code.DECK_NOT_READY)
    table.refuses(c.StackCards(D), Code.DECK_NOT_READY)
    table.do(c.ViewCards(P), c.StackCards(D))
    table.shuffle().do(c.OpenRound(D))
    table.bet(1).refuses(c.GoIdle(D), Code.ROUND_IN_PROGRESS)
    table.refuses(c.CloseTable(P), Code.WRONG_ROLE)
    table.refuses(c.CloseTable(F), Code.ROUND_IN_PROGRESS)


def check_deck_hours(name: str, dealing: str, hours: int, clause: str) -> None:
    """A second before the hour the round may begin; at the hour and after it may not, until the deck is changed."""
    limit = hours * 3600
    for at, allowed in ((limit - 1, True), (limit, False), (limit + 1, False)):
        table = TableForTest(name, f"table.dealing={dealing}", "table.decks=1", "table.shuffler=counting").open()
        table.shuffle()
        if allowed:
            table.do(c.OpenRound(D, at))
            continue
        table.refuses(c.OpenRound(D, at), Code.DECK_OVERDUE, clause)
        table.do(c.RemoveDeck(D))
        table.now = at
        table.open().shuffle().do(c.OpenRound(D, at))


def check_stub_count(name: str, dealing: str, clause: str) -> None:
    """Four rounds go without a count, the fifth does not; a counting shuffler spares it."""
    table = TableForTest(name, "table.shuffler=plain", "table.decks=1", f"table.dealing={dealing}").open()
    for _ in range(2):
        for _ in range(4):
            table.play_round()
        table.deal(1).act_all()
        assert table.phase is Phase.REVEAL
        table.refuses(c.Reveal(D), Code.STUB_COUNT_DUE, clause)
        table.do(c.CountStub(D, 0, _stub(table)))
        table.finish()
    counting = TableForTest(name, "table.shuffler=counting", "table.decks=1", f"table.dealing={dealing}").open()
    for _ in range(6):
        counting.play_round()


def _stub(table: TableForTest) -> int:
    kept = 0 if table.round.dealer else table.rules.dealer_cards
    return len(table.round.stock) - kept


def check_wrong_stub_counts(name: str, dealing: str, misdealt: str, wrong: str) -> None:
    """A misdeal voids the round; without one the deck leaves the table too. Every wager goes back."""
    for found, clause in ((True, misdealt), (False, wrong)):
        for off_by in (-1, 1):
            table = TableForTest(name, f"table.dealing={dealing}").deal(1, 2, also=_optional(name))
            table.act_all()
            table.refuses(c.CountStub(F, 0, _stub(table)), Code.WRONG_ROLE)
            events = table.do(c.CountStub(D, 0, _stub(table) + off_by, found))
            (void,) = [event for event in events if isinstance(event, RoundVoided)]
            assert void.clauses == (clause,)
            deck = table.round.deck
            lines = table.finish()
            assert {line.outcome for line in lines} == {"void"}
            assert sum(line.returned for line in lines) == sum(line.stake for line in lines) > 0
            assert (table.table.deck(deck) is None) is (not found)
    table = TableForTest(name, f"table.dealing={dealing}").deal(1).act_all()
    table.do(c.CountStub(D, 0, _stub(table)))
    assert table.round.void is None


def _optional(name: str) -> tuple[str, ...]:
    rules = TableForTest(name).rules
    return tuple(wager for wager, rule in rules.stakes.items() if not rule.required)


def check_betting_closes(name: str, dealing: str, clause: str, late: str) -> None:
    """No card before the announcement; nothing is made, added or taken back after it."""
    table = TableForTest(name, f"table.dealing={dealing}").start().bet(1)
    table.refuses(c.Deal(D), Code.WRONG_PHASE)
    table.refuses(c.NoMoreBets(F), Code.WRONG_ROLE, clause)
    table.do(c.NoMoreBets(D))
    table.refuses(c.PlaceWagers(P, 0, 2, table.stakes()), Code.NO_MORE_BETS, late)
    table.refuses(c.PlaceWagers(P, 0, 1, table.stakes("progressive")[-1:]), Code.NO_MORE_BETS, late)
    table.refuses(c.WithdrawWagers(P, 0, 1), Code.NO_MORE_BETS, late)
    table.do(c.Deal(D))
    table.refuses(c.PlaceWagers(P, 0, 2, table.stakes()), Code.NO_MORE_BETS, late)


def check_chip_count(name: str, dealing: str, clause: str, verified: str | None = None) -> None:
    """Chips, sensors and wagers must be equally many: one less, one more stops the deal until it is put right."""
    table = TableForTest(name, f"table.dealing={dealing}").start().bet(1, 2, 3, also=["progressive"])
    table.do(c.NoMoreBets(D))
    table.refuses(c.Deal(D), Code.CHIPS_NOT_COLLECTED, clause)
    for chips, sensors in ((2, 3), (3, 2), (4, 3), (3, 4), (2, 2), (4, 4)):
        table.refuses(c.CollectProgressive(D, 0, chips, sensors), Code.CHIP_COUNT_DIFFERS, verified or clause)
    table.refuses(c.Deal(D), Code.CHIPS_NOT_COLLECTED, clause)
    felt = table.round.felt
    table.do(c.CorrectCount(F, 0, 2), c.CollectProgressive(D, 0, 2, 2))
    assert table.round.felt == felt - 3 * table.rules.stakes["progressive"].minimum
    table.do(c.Deal(D))


def check_device_covered_first(name: str, clause: str) -> None:
    """A shuffler out of order must be covered or marked before the dealer shuffles by hand."""
    for how in ("covered", "marked"):
        table = TableForTest(name, "table.dealing=manual_shoe").open()
        table.do(c.ReportDevice(D))
        table.refuses(c.Shuffle(V, 0, IN_ORDER, 1, 52), Code.DEVICE_OUT_OF_ORDER)
        table.refuses(c.Shuffle(D, 0, IN_ORDER, 1), Code.DEVICE_NOT_COVERED, clause)
        table.do(c.CoverDevice(D, 0, "shuffler", how))
        table.do(c.Shuffle(D, 0, IN_ORDER, 1), c.CutCards(D, 0, 20), c.OpenRound(D))


def check_shoe_covered_first(name: str, clause: str) -> None:
    table = TableForTest(name, "table.dealing=automated").open()
    table.refuses(c.ChangeDealing(F, 0, "manual_shoe"), Code.DEVICE_NOT_COVERED, clause)
    table.do(c.ReportDevice(D, 0, "shoe"))
    table.refuses(c.ChangeDealing(F, 0, "manual_shoe"), Code.DEVICE_NOT_COVERED, clause)
    table.shuffle().refuses(c.OpenRound(D), Code.DEVICE_OUT_OF_ORDER, clause.removesuffix("(1)"))
    table.do(c.CoverDevice(D, 0, "shoe", "marked"), c.ChangeDealing(F, 0, "manual_shoe"))
    table.do(c.OpenRound(D))
    table.bet(1, 2).close_betting().do(c.Deal(D))
    assert table.round.dealer
    broken = TableForTest(name, "table.dealing=automated").start().bet(1).close_betting()
    broken.do(c.ReportDevice(D, 0, "shoe"))
    broken.refuses(c.Deal(D), Code.DEVICE_OUT_OF_ORDER, clause.removesuffix("(1)"))
    broken.do(c.Report(D, 0, "shoe_jam"))
    broken.finish()
