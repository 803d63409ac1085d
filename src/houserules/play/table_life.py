"""The table between rounds: cards received, opened, shuffled and cut; decks, devices, idle hours, closing."""

from __future__ import annotations

from typing import assert_never

from houserules.law.words import Cut, Role, ShufflerNeed, Shuffling, Spared, Step
from houserules.play import commands as c
from houserules.play import events as e
from houserules.play.cited import cited
from houserules.play.events import Accepted
from houserules.play.evolving import evolve_all
from houserules.play.guards import check_role, clauses_if_any
from houserules.play.refusals import Code, Refused, refused
from houserules.play.round.dealing import check_due, in_turns, method_of, next_deck, nothing_dealt, shuffler_in_use
from houserules.play.round.irregularities import void_round
from houserules.play.round.steps import clock_ran_back, device_clauses, why_not_usable
from houserules.play.rules import Rules
from houserules.play.state import UNREAD, Deck, DeckStatus, Phase, Table

DeckCommand = (
    c.InspectCards | c.VerifyInspection | c.SpreadCards | c.ViewCards | c.StackCards | c.OrderShuffle | c.RemoveDeck
)
TableCommand = (
    DeckCommand | c.ReceiveCards | c.Shuffle | c.CutCards | c.OrderRecut | c.GoIdle | c.ReportDevice | c.CoverDevice
    | c.ReportRepair | c.UncoverDevice | c.ChangeDealing | c.CloseTable
)  # fmt: skip


def decide_at_table(rules: Rules, table: Table, command: TableCommand) -> Accepted | Refused:
    wrong = check_role(rules, table, step_name(command), command.by)
    if wrong is not None:
        return wrong
    clauses = _clauses(rules, table, command)
    if table.closed:
        return refused(Code.TABLE_CLOSED, clauses[0])
    answer = _decide_step(rules, table, command, clauses)
    if isinstance(answer, Accepted):
        return answer
    calling_off = _calling_off(rules, table, command, clauses)
    if not calling_off:
        return answer
    between = _decide_step(rules, evolve_all(table, calling_off), command, clauses)
    if isinstance(between, Accepted):
        return Accepted((*calling_off, *between.events))
    return between if answer.code is Code.ROUND_IN_PROGRESS else answer


def _clauses(rules: Rules, table: Table, command: TableCommand) -> tuple[str, ...]:
    """The clauses of the step; a document may have a separate clause for the shoe."""
    return device_clauses(rules, table, getattr(command, "device", None)) or rules.clauses_of(step_name(command))


def _calling_off(
    rules: Rules, table: Table, command: TableCommand, clauses: tuple[str, ...]
) -> tuple[e.AnyEvent, ...]:
    """The events that end a round that is only open for bets, so that a step between rounds can be taken; none where
    that is not allowed. A round without wagers has not begun. In a round with wagers, a deck that is due can be
    removed, and the wagers go back."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return ()
    called_off = e.RoundCalledOff(clauses, round_.number, round_.deck)
    if not round_.seats:
        return (called_off,)
    deck = table.deck(round_.deck)
    assert deck is not None, "a round is on with a deck that lies at the table"
    due = check_due(rules, table, deck, command.at)
    if due is None or not isinstance(command, c.RemoveDeck) or command.deck != deck.number:
        return ()
    back = (e.WagersWithdrawn((due.clause,), seat.seat, seat.stakes) for seat in round_.seats)
    return (*back, called_off)


def _decide_step(rules: Rules, table: Table, command: TableCommand, clauses: tuple[str, ...]) -> Accepted | Refused:
    match command:
        case c.ReceiveCards():
            return _receive(rules, table, command, clauses)
        case c.Shuffle():
            return _shuffle(rules, table, command, clauses)
        case c.CutCards():
            return _cut(rules, table, command, clauses)
        case c.OrderRecut():
            return _order_recut(rules, table, command, clauses)
        case c.GoIdle() | c.CloseTable() | c.ChangeDealing() if table.round is not None:
            return refused(Code.ROUND_IN_PROGRESS, clauses[0])
        case c.GoIdle():
            return _spared(rules, table, Spared.IDLE_TABLE) or Accepted((e.WentIdle(clauses, command.face_up),))
        case c.ReportDevice(device=device):
            if not _has_device(rules, table, device):
                return refused(Code.NOT_PROVIDED, clauses[0], device=device, at_the_table="no")
            if device in table.failed:
                return refused(Code.DEVICE_OUT_OF_ORDER, clauses[0], device=device)
            return Accepted((e.DeviceFailed(clauses, device),))
        case c.CoverDevice(device=device, how=how):
            if device not in table.failed or device in table.covered or how not in ("covered", "marked"):
                return refused(Code.NOT_PROVIDED, clauses[0], device=device, how=how)
            by = clauses[:1] if how == "covered" else clauses[-1:]
            return Accepted((e.DeviceCovered(by, device, how),))
        case c.ReportRepair(device=device):
            if device not in table.failed:
                return refused(Code.NOT_PROVIDED, clauses[0], device=device)
            return Accepted((e.DeviceRepaired(clauses, device, command.by.value),))
        case c.UncoverDevice(device=device):
            if device in table.failed:
                return refused(Code.DEVICE_OUT_OF_ORDER, clauses[0], device=device)
            if device not in table.covered:
                return refused(Code.NOT_PROVIDED, clauses[0], device=device)
            return Accepted((e.DeviceUncovered(clauses, device, command.by.value),))
        case c.ChangeDealing(method=method):
            return _change_dealing(rules, table, method, clauses)
        case c.CloseTable():
            return Accepted((e.TableClosed(clauses),))
        case (
            c.InspectCards() | c.VerifyInspection() | c.SpreadCards() | c.ViewCards() | c.StackCards()
            | c.OrderShuffle() | c.RemoveDeck()
        ):  # fmt: skip
            return _deck_step(rules, table, command, clauses)
        case _:
            assert_never(command)


def _has_device(rules: Rules, table: Table, device: str) -> bool:
    """Only a device that the table has can fail: the shuffler and the shoe of the submission, or the one in use."""
    filed = rules.submission.table
    if device == "shuffler":
        return filed.shuffler != "none"
    return device == "shoe" and "automated" in (filed.dealing, method_of(rules, table))


def step_name(command: TableCommand) -> str:
    """The step of the rulebook that is taken. Two of the commands can each take either of two steps."""
    match command:
        case c.ReceiveCards(preshuffled=True) | c.Shuffle(by=Role.DEALER):
            return command.other_step
        case _:
            return command.step


def _receive(rules: Rules, table: Table, command: c.ReceiveCards, clauses: tuple[str, ...]) -> Accepted | Refused:
    if not 1 <= command.deck <= rules.submission.table.decks:
        most = rules.submission.table.decks
        allowed = rules.book.table.decks if most == 1 else rules.book.table.decks_with_shuffler
        return refused(Code.NO_SUCH_DECK, str(allowed.clause), deck=command.deck, decks=most)
    if table.deck(command.deck) is not None:
        return refused(Code.DECK_NOT_READY, clauses[0], deck=command.deck, status="already at the table")
    if table.decks and rules.submission.table.decks > 1 and not shuffler_in_use(rules, table):
        clause = str(rules.book.table.decks_with_shuffler.clause)
        return refused(Code.DEVICE_OUT_OF_ORDER, clause, deck=command.deck, device="shuffler")
    if command.preshuffled and not _is_whole_deck(rules, command.cards):
        return _not_a_deck(rules, command.cards)
    if command.at < table.now:
        return clock_ran_back(rules, table, command.at)
    cards = command.cards if command.preshuffled else ()
    return Accepted((e.CardsReceived(clauses, command.at, command.deck, command.preshuffled, cards),))


def _is_whole_deck(rules: Rules, cards: tuple[int, ...]) -> bool:
    size = rules.cards_in_deck
    return len(cards) == size and set(cards) == set(range(size))


def _not_a_deck(rules: Rules, cards: tuple[int, ...]) -> Refused:
    return refused(Code.NOT_A_DECK, str(rules.book.table.cards_in_deck.clause), cards=len(cards))


def _deck_step(rules: Rules, table: Table, command: DeckCommand, clauses: tuple[str, ...]) -> Accepted | Refused:
    deck = _deck(table, command, clauses)
    if isinstance(deck, Refused):
        return deck
    match command:
        case c.RemoveDeck():
            if table.round is not None and table.round.deck == deck.number:
                return _not_ready(deck, clauses)
            due = check_due(rules, table, deck, command.at)
            because = clauses if due is None else (due.clause,)
            return Accepted((e.DeckRemoved(because, deck.number, "taken off the table"),))
        case c.OrderShuffle():
            if deck.status not in (DeckStatus.STACKED, DeckStatus.SHUFFLED) and not _is_undealt(table, deck):
                return _not_ready(deck, clauses)
            return Accepted((e.ShuffleOrdered(clauses, deck.number),))
        case c.InspectCards():
            return Accepted((e.CardsInspected(clauses, deck.number),))
        case c.VerifyInspection():
            return Accepted((e.InspectionVerified(clauses, deck.number),))
        case c.SpreadCards():
            return Accepted((e.CardsSpread(clauses, deck.number),))
        case c.ViewCards():
            again = clauses_if_any(rules, table, Step.VIEW_IDLE_CARDS) if table.idle else ()
            return Accepted((e.CardsViewed((*clauses, *again), deck.number),))
        case c.StackCards():
            two = clauses_if_any(rules, table, Step.SECOND_DECK_STACKED) if len(table.decks) > 1 else ()
            return Accepted((e.CardsStacked((*clauses, *two), deck.number),))
        case _:
            assert_never(command)


def _deck(
    table: Table, command: DeckCommand | c.Shuffle | c.CutCards | c.OrderRecut, clauses: tuple[str, ...]
) -> Deck | Refused:
    """The deck that the command is about, in the required status."""
    deck = table.deck(command.deck)
    if deck is None:
        return refused(Code.NO_SUCH_DECK, clauses[0], deck=command.deck)
    return deck if command.wants in (None, deck.status) else _not_ready(deck, clauses)


def _is_undealt(table: Table, deck: Deck) -> bool:
    """Whether the deck is ready to be dealt, in a round or before one, and no card of it has been dealt."""
    if deck.status is DeckStatus.IN_PLAY:
        return table.round is not None and nothing_dealt(table.round)
    return deck.status is DeckStatus.READY


def _not_ready(deck: Deck, clauses: tuple[str, ...]) -> Refused:
    return refused(Code.DECK_NOT_READY, clauses[0], deck=deck.number, status=deck.status.value)


def _shuffle(rules: Rules, table: Table, command: c.Shuffle, clauses: tuple[str, ...]) -> Accepted | Refused:
    deck = _deck(table, command, clauses)
    if isinstance(deck, Refused):
        return deck
    by_hand = command.by is Role.DEALER
    wrong = why_no_shuffle(rules, table, by_hand) or (_why_not_by_hand(rules, table, deck) if by_hand else None)
    if wrong is not None:
        return wrong
    counting = rules.shuffling.counts and not by_hand
    counts = counting and command.counted is not None
    if counts and command.counted != rules.cards_in_deck:
        return _wrong_count(rules, table, deck)
    cards = command.cards
    if command.entered is True and not cards:
        cards = (UNREAD,) * rules.cards_in_deck
    elif not _is_whole_deck(rules, cards):
        return _not_a_deck(rules, cards)
    # A counting shuffler that gave no count did not reveal a wrong one; it shuffled like any other.
    device = Shuffling.PLAIN_SHUFFLER if counting and not counts else rules.shuffling
    method = Shuffling.BY_HAND if by_hand else device
    stored = in_turns(rules, table) and not by_hand
    occasions = (deck.occasion, *((Step.SECOND_DECK_STORED,) if stored else ()))
    also = (clause for name in occasions for clause in clauses_if_any(rules, table, name))
    clauses = tuple(dict.fromkeys((*clauses, *also)))
    shuffled = e.CardsShuffled(
        clauses=clauses, deck=deck.number, method=method, cards=cards, cut_needed=by_hand, entered=command.entered
    )
    return Accepted((shuffled,))


def _wrong_count(rules: Rules, table: Table, deck: Deck) -> Accepted:
    """The deck leaves the table; if a round is waiting for it, the round is void and every wager goes back."""
    rule = rules.irregularity("shuffler_count_wrong")
    assert rule is not None
    removed = e.DeckRemoved(cited(rule.then), deck.number, "shuffler_count_wrong")
    round_ = table.round
    if round_ is None or round_.deck != deck.number:
        return Accepted((removed,))
    if not round_.seats:
        return Accepted((e.RoundCalledOff(cited(rule.then), round_.number, deck.number), removed))
    voided = void_round(rules, round_, "shuffler_count_wrong", rule, rule.settled, clauses=cited(rule.then))
    return Accepted((voided,))


def why_no_shuffle(rules: Rules, table: Table, by_hand: bool) -> Refused | None:
    """Why cards cannot be shuffled in this way at the table now, whichever deck it is."""
    if not by_hand:
        if rules.submission.table.shuffler == "none":
            return refused(Code.NOT_PROVIDED, rules.clauses_of(c.Shuffle.step)[0], device="shuffler")
        return why_not_usable(rules, table, "shuffler")
    dealing = rules.book.dealing[method_of(rules, table)]
    if Shuffling.BY_HAND not in rules.book.table.shuffling.value or dealing.shuffler.value is ShufflerNeed.REQUIRED:
        return refused(Code.NOT_PROVIDED, str(dealing.shuffler.clause), method="by_hand")
    if "shuffler" in table.failed and "shuffler" not in table.covered:
        return refused(Code.DEVICE_NOT_COVERED, rules.clauses_of(c.ReportDevice.step)[0], device="shuffler")
    return None


def _why_not_by_hand(rules: Rules, table: Table, deck: Deck) -> Refused | None:
    """With two decks taking turns through the shuffler, only the one in use is shuffled by hand, before play and on
    order. Without the shuffler only one deck is played, and the other is left alone."""
    if rules.submission.table.decks == 1:
        return None
    turns, used = in_turns(rules, table), table.round.deck if table.round is not None else next_deck(rules, table)
    now = not turns or deck.occasion == Step.ORDER_SHUFFLE or (table.round is None and not table.rounds)
    if now and deck.number == used:
        return None
    clause = rules.clauses_of(Step.SECOND_DECK_STORED)[0] if turns else str(rules.book.table.decks.clause)
    return refused(Code.NOT_PROVIDED, clause, deck=deck.number, method=Shuffling.BY_HAND.value)


def _cut(rules: Rules, table: Table, command: c.CutCards, clauses: tuple[str, ...]) -> Accepted | Refused:
    deck = _deck(table, command, clauses)
    if isinstance(deck, Refused):
        return deck
    depth = rules.book.table.cut_depth
    if command.depth < depth.value:
        return refused(Code.CUT_TOO_SHALLOW, str(depth.clause), depth=command.depth, least=depth.value)
    if command.depth > deepest_cut(rules):
        return refused(Code.CUT_TOO_DEEP, str(depth.clause), depth=command.depth, most=deepest_cut(rules))
    on_order = deck.cut or rules.book.table.cut.value is Cut.ON_THE_FLOORS_ORDER
    ordered = rules.clauses_of(c.OrderRecut.step) if on_order else ()
    return Accepted((e.CardsCut((*clauses, *ordered), deck.number, command.depth),))


def deepest_cut(rules: Rules) -> int:
    """The cover card is inside the stack, so at least one card lies below it."""
    return rules.cards_in_deck - 1


def _order_recut(rules: Rules, table: Table, command: c.OrderRecut, clauses: tuple[str, ...]) -> Accepted | Refused:
    """Allowed after a cut and before the first card. Where cuts are made only on order, this may order the first."""
    deck = _deck(table, command, clauses)
    if isinstance(deck, Refused):
        return deck
    spared = _spared(rules, table, Spared.RECUT)
    if spared is not None:
        return spared
    first_on_order = rules.book.table.cut.value is Cut.ON_THE_FLOORS_ORDER
    if not _is_undealt(table, deck) or not (deck.cut or first_on_order):
        return _not_ready(deck, clauses)
    return Accepted((e.RecutOrdered(clauses, deck.number),))


def _spared(rules: Rules, table: Table, step: Spared) -> Refused | None:
    """The refusal of what does not apply where a device reshuffles and counts the cards automatically."""
    spares = rules.book.table.spared_by_device
    used = rules.shuffling is Shuffling.RESHUFFLING_DEVICE and shuffler_in_use(rules, table)
    if spares is None or not used or step not in spares.value:
        return None
    return refused(Code.NOT_PROVIDED, str(spares.clause), device=rules.shuffling.value)


def _change_dealing(rules: Rules, table: Table, method: str, clauses: tuple[str, ...]) -> Accepted | Refused:
    dealing = rules.book.dealing.get(method)
    if dealing is None or method == method_of(rules, table):
        return refused(Code.NOT_PROVIDED, clauses[0], method=method)
    if method == "automated":
        if not _has_device(rules, table, "shoe"):
            return refused(Code.NOT_PROVIDED, clauses[0], method=method, device="shoe", at_the_table="no")
        broken = why_not_usable(rules, table, "shoe")
        if broken is not None:
            return broken
    if dealing.shuffler.value is ShufflerNeed.REQUIRED and not shuffler_in_use(rules, table):
        return refused(Code.DEVICE_OUT_OF_ORDER, str(dealing.shuffler.clause), method=method, device="shuffler")
    filed = rules.submission.table
    if method == filed.dealing:
        return Accepted((e.DealingChanged(clauses, method, filed.order),))
    device = "shoe" if method_of(rules, table) == "automated" else "shuffler"
    if device not in table.failed or device not in table.covered:
        return refused(Code.DEVICE_NOT_COVERED, rules.clauses_of(c.ReportDevice.step)[0], device=device)
    return Accepted((e.DealingChanged(clauses, method, dealing.orders.value[0]),))
