"""What goes wrong at a table, and what the document then requires. The rulebook says which wagers go back."""

from __future__ import annotations

from typing import assert_never

from msgspec import UNSET

from houserules.law import Cited, IrregularityRules
from houserules.law.words import PROGRESSIVE, Effect, IrregularityKind, Step, Switch
from houserules.play.cited import cited, cited_each
from houserules.play.commands import CountStub, Report
from houserules.play.events import (
    Accepted,
    AnyEvent,
    CardDrawnInError,
    CardSetAside,
    Folded,
    RoundVoided,
    ShufflerJammed,
    StubCounted,
    WagersForfeited,
)
from houserules.play.guards import check_role, clauses_if_any, clauses_of, in_round
from houserules.play.refusals import Code, Refused, refused
from houserules.play.round.dealing import cards_out, method_of, stub_size
from houserules.play.round.irregularity_timing import (
    DURING,
    REPORTED,
    Timing,
    happened_in,
    is_asked,
    stack_is_kept,
    timing_of,
)
from houserules.play.rules import Rules
from houserules.play.state import BOARD, DEALER, UNREAD, DeckStatus, Phase, Round, Seat, Table

_PLACES = {"dealer": DEALER, "community": BOARD}

_DEVICES = {"shoe_jam": "shoe", "shuffler_jam": "shuffler"}
"""Irregularities of a device that a table may not have."""


def decide_report(rules: Rules, table: Table, command: Report) -> Accepted | Refused:
    wrong = check_role(rules, table, command.step, command.by)
    if wrong is not None:
        return wrong
    rule = rules.irregularity(command.kind)
    if rule is None or command.kind not in REPORTED:
        return refused(Code.NOT_PROVIDED, _told_otherwise(rules, table, rule, command), kind=command.kind)
    clause = cited(rule.one, rule.until, rule.more)[0]
    if command.during is not None and command.during not in DURING:
        return refused(Code.NOT_PROVIDED, clause, kind=command.kind, during=command.during)
    if table.closed:
        return refused(Code.TABLE_CLOSED, clause)
    wrong = _check_device(rules, table, command.kind, clause)
    if wrong is not None:
        return wrong
    if command.kind == "shuffler_jam":
        return _shuffler_jam(rules, table, rule, command)
    round_ = table.round
    if round_ is None:
        return refused(Code.NO_ROUND, clause)
    timing = timing_of(rules, table, round_, command)
    if timing is not Timing.NOW:
        return refused(Code.WRONG_PHASE, clause, kind=command.kind, phase=round_.moment.value, timing=timing.value)
    return _decide_kind(rules, table, round_, rule, command)


def _told_otherwise(rules: Rules, table: Table, rule: IrregularityRules | None, command: Report) -> str:
    """The clause cited where a count or a device finds it and nobody reports it; for an unknown kind, that of any
    report."""
    by_method = rules.book.dealing[method_of(rules, table)].irregularities
    found = rule or by_method.get(command.kind)
    return cited(found.more, found.then)[0] if found is not None else rules.clauses_of(command.step)[0]


def _check_device(rules: Rules, table: Table, kind: str, clause: str) -> Refused | None:
    """Only a device that is in use can jam, not one that is covered because it is out of order."""
    device = _DEVICES.get(kind)
    if device is None:
        return None
    method, shuffler = method_of(rules, table), rules.submission.table.shuffler
    in_use = method == "automated" if device == "shoe" else shuffler != "none" and device not in table.covered
    if in_use:
        return None
    return refused(Code.NOT_PROVIDED, clause, kind=kind, device=device, in_use="no")


def _decide_kind(
    rules: Rules, table: Table, round_: Round, rule: IrregularityRules, command: Report
) -> Accepted | Refused:
    match kind := IrregularityKind(command.kind):
        case IrregularityKind.CARDS_FACE_UP:
            return _cards_face_up(rules, table, round_, rule, command)
        case IrregularityKind.DRAWN_IN_ERROR:
            return Accepted((CardDrawnInError(cited(rule.one)),))
        case IrregularityKind.WRONG_NUMBER_OF_CARDS:
            return _wrong_number(rules, round_, rule, command)
        case IrregularityKind.HAND_ABANDONED | IrregularityKind.INFORMATION_SHARED:
            return _leave(rules, round_, rule, command)
        case IrregularityKind.SHOE_JAM | IrregularityKind.DEALER_CARD_EXPOSED:
            return _void_again(rules, round_, rule, command, command.incomplete)
        case (
            IrregularityKind.SHUFFLER_JAM | IrregularityKind.DEVICE_OUT_OF_ORDER
            | IrregularityKind.SHUFFLER_COUNT_WRONG | IrregularityKind.STUB_COUNT_MISDEALT
            | IrregularityKind.STUB_COUNT_WRONG
        ):  # fmt: skip
            raise AssertionError(f"{kind} is not reported in a round")
        case _:
            assert_never(kind)


def _leave(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    """For a player who left, or who told others the cards: at all of that player's boxes the wagers lose, or the
    hands are folded."""
    assert rule.more is not None
    named = round_.seat(command.seat or 0)
    if named is None:
        return refused(Code.SEAT_EMPTY, cited(rule.more)[0], seat=command.seat)
    boxes = tuple(seat for seat in round_.seats if seat.player == named.player)
    match effect := rule.more.value:
        case Effect.WAGERS_LOSE:
            return _forfeit(rules, round_, boxes, command)
        case Effect.FOLDED:
            return _leave_as_folded(rules, boxes, command)
        case Effect.VOID:
            return _void_again(rules, round_, rule, command, ())
        case Effect.RESHUFFLE_ONLY | Effect.COVER_OR_MARK:
            return refused(Code.NOT_PROVIDED, cited(rule.more)[0], kind=command.kind)
        case _:
            assert_never(effect)


def _forfeit(rules: Rules, round_: Round, boxes: tuple[Seat, ...], command: Report) -> Accepted | Refused:
    """Everything that is not settled yet is lost."""
    clauses = rules.forfeits[command.kind]
    left = [seat for seat in boxes if seat.forfeited is None and not _is_settled(round_, seat)]
    if not left:
        return refused(Code.NOTHING_CHANGES, clauses[0], seat=command.seat)
    return Accepted(tuple(WagersForfeited(clauses, seat.seat, command.kind) for seat in left))


def _is_settled(round_: Round, seat: Seat) -> bool:
    """Whether every wager of this box has been paid, taken or given back."""
    settled = {line.wager for line in round_.lines if line.seat == seat.seat}
    return all(wager in settled for wager, _ in (*seat.stakes, *seat.raised))


def _leave_as_folded(rules: Rules, boxes: tuple[Seat, ...], command: Report) -> Accepted | Refused:
    """The hands are folded, except those whose decision has been made."""
    left = [seat for seat in boxes if seat.action in ("", "check")]
    if not left:
        return refused(Code.NOTHING_CHANGES, rules.fold_clauses[0], seat=command.seat, action=boxes[0].action)
    return Accepted(tuple(Folded(rules.fold_clauses, seat.seat) for seat in left))


def void_round(
    rules: Rules,
    round_: Round,
    kind: str,
    rule: IrregularityRules,
    settled: Cited[tuple[str, ...]] | None,
    incomplete: tuple[int, ...] = (),
    clauses: tuple[str, ...] = (),
    then: str | None = None,
    stopped: Phase | None = None,
) -> RoundVoided:
    """The round is void: wagers go back, except those that the document settles even so."""
    by = cited_each(settled)
    spared = _spared(rules, tuple(by))
    both = [wager for wager in spared if not round_.voids or wager in round_.spared]
    board_needed = (
        len(round_.board) < round_.board_size
        and BOARD not in incomplete
        and any(seat.stake(wager) for seat in round_.seats for wager in both if wager != PROGRESSIVE)
    )
    return RoundVoided(
        clauses=clauses or cited(rule.more, rule.returned),
        reason=kind,
        settled=spared,
        settled_by=tuple(dict.fromkeys(clause for wager in spared for clause in by[wager])),
        returned_by=cited(rule.more, rule.returned) or clauses,
        incomplete=incomplete,
        board_needed=board_needed,
        then=then if then is not None else rule.then.value if rule.then else "",
        stopped=(stopped or round_.moment).value,
    )


def _void_again(
    rules: Rules, round_: Round, rule: IrregularityRules, command: Report, incomplete: tuple[int, ...]
) -> Accepted | Refused:
    """Void for this reason; or already void for it, and another hand is incomplete."""
    known = any(void.reason == command.kind for void in round_.voids)
    marked = {seat.seat for seat in round_.seats if seat.incomplete}
    if known and marked.issuperset(place for place in incomplete if place > DEALER):
        return refused(Code.NOTHING_CHANGES, cited(rule.more)[0], kind=command.kind, void="yes")
    stopped = happened_in(round_, command)
    return Accepted((void_round(rules, round_, command.kind, rule, rule.settled, incomplete, stopped=stopped),))


def _spared(rules: Rules, settled: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers that are settled in spite of the void, under the readings in force."""
    if rules.reading(Switch.VOID_ROUND_BONUSES) == "returned":
        return ()
    if rules.reading(Switch.VOID_ROUND_PROGRESSIVE) == "returned":
        return tuple(wager for wager in settled if wager != PROGRESSIVE)
    return settled


def _cards_face_up(
    rules: Rules, table: Table, round_: Round, rule: IrregularityRules, command: Report
) -> Accepted | Refused:
    """One is set aside; with more, the round is void. An unnamed card is the next one of the deck."""
    found = _found(rules, round_, command)
    if found is None:
        return refused(
            Code.NOT_A_DECK, cited(rule.one)[0], count=command.count, cards=len(command.cards), left=len(round_.stock)
        )
    happened = happened_in(round_, command)
    early = happened is Phase.DEALING or stack_is_kept(rules, table)
    aside = CardSetAside(cited(rule.one), found, early)
    most = rules.book.table.most_face_up_cards.value
    if len(round_.set_aside) + len(found) <= most:
        return Accepted((aside,))
    later = rule.settled_after_initial_cards
    if later is not None and round_.face_up_early + (len(found) if early else 0) <= most:
        clauses = tuple(dict.fromkeys((*cited(later), *cited(rule.more, rule.returned))))
        voided = void_round(rules, round_, command.kind, rule, later, command.incomplete, clauses, stopped=happened)
    else:
        voided = void_round(rules, round_, command.kind, rule, rule.settled, command.incomplete, stopped=happened)
    return Accepted((aside, voided))


def _found(rules: Rules, round_: Round, command: Report) -> tuple[int, ...] | None:
    """The cards found, unnamed ones included; None where they cannot all be in the deck."""
    named, stock = command.cards, round_.stock
    unnamed = command.count - len(named)
    if command.count < 1 or unnamed < 0 or len({*named}) != len(named):
        return None
    unread = {*range(rules.cards_in_deck)} - cards_out(round_) if UNREAD in stock else set()
    if not (unread | {*stock} - {UNREAD}).issuperset(named):
        return None
    hidden = sum(card not in stock for card in named)
    rest = [card for card in stock if card not in named]
    rest = rest[: len(rest) - hidden]
    return (*named, *rest[:unnamed]) if len(rest) >= unnamed else None


def _wrong_number(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    whose = command.seat
    seat = round_.seat(whose) if whose is not None else None
    if whose is not None and seat is None:
        return refused(Code.SEAT_EMPTY, cited(rule.more)[0], seat=whose)
    if seat is not None and _is_settled(round_, seat):
        return refused(Code.ALREADY_DECIDED, cited(rule.more)[0], seat=seat.seat)
    if whose is None and command.who is not None:
        whose = _PLACES.get(command.who)
        if whose is None or (whose == BOARD and not rules.community_cards):
            return refused(Code.NOT_PROVIDED, cited(rule.more)[0], who=command.who)
    incomplete = command.incomplete if whose is None else (*command.incomplete, whose)
    return _void_again(rules, round_, rule, command, incomplete)


def _shuffler_jam(rules: Rules, table: Table, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    """The cards in the shuffler are shuffled again; where the document says so, the round is void too.

    Where neither applies, no card was in the shuffler and no wager goes back, so there is nothing to do.
    """
    clauses = cited(rule.then)
    events: list[AnyEvent] = [
        ShufflerJammed(clauses, deck.number)
        for deck in table.decks
        if deck.status in (DeckStatus.STACKED, DeckStatus.SHUFFLED, DeckStatus.READY)
    ]
    round_ = table.round
    voids = rule.more is not None and rule.more.value is Effect.VOID
    if voids and round_ is not None and round_.seats:
        known = any(void.reason == IrregularityKind.SHUFFLER_JAM for void in round_.voids)
        if not known:
            stopped = happened_in(round_, command)
            events.append(void_round(rules, round_, "shuffler_jam", rule, rule.settled, stopped=stopped))
    if not events:
        return refused(Code.NOTHING_CHANGES, cited(rule.more)[0], kind="shuffler_jam", in_shuffler="no deck")
    return Accepted(tuple(events))


@in_round
def decide_count_stub(rules: Rules, table: Table, round_: Round, command: CountStub) -> Accepted | Refused:
    """The cards of the stub and those dealt must make a whole deck. Where a void round deals no more community cards,
    all that is left is the stub."""
    clauses = clauses_of(rules, table, command.step)
    kept = stack_is_kept(rules, table) and not is_asked(round_)
    dealt = kept or len(round_.dealer) == rules.dealer_cards
    if not dealt or any(len(seat.cards) < rules.player_cards for seat in round_.seats):
        return refused(Code.WRONG_PHASE, clauses[0], phase=round_.moment.value, expected=Phase.REVEAL.value)
    to_come = len(round_.board) + len(round_.board_face_down) < round_.board_size
    if to_come and round_.phase is not Phase.SETTLING:
        return refused(Code.BOARD_NOT_DEALT, clauses[0])
    if round_.stub_counted:
        return refused(Code.ALREADY_DECIDED, clauses[0])
    whole = rules.cards_in_deck
    if not 0 <= command.counted <= 2 * whole:
        return refused(Code.NOT_A_DECK, clauses[0], counted=command.counted)
    in_deck = whole - stub_size(rules, round_) + command.counted
    found = Step.STUB_RIGHT if in_deck == whole else Step.STUB_INCORRECT
    clauses = (*clauses, *clauses_if_any(rules, table, found))
    if in_deck == whole:
        return Accepted((StubCounted(clauses, command.counted, in_deck),))
    ruled = rules.book.dealing[method_of(rules, table)].irregularities
    wrong = ruled[IrregularityKind.STUB_COUNT_WRONG]
    if not command.misdealt:
        voided = void_round(rules, round_, IrregularityKind.STUB_COUNT_WRONG, wrong, wrong.settled)
        return Accepted((StubCounted(clauses, command.counted, in_deck), voided))
    misdealt = ruled[IrregularityKind.STUB_COUNT_MISDEALT]
    present = whole if command.in_deck is UNSET else command.in_deck
    by = cited(misdealt.more, misdealt.returned)
    then = None
    if present != whole:  # Neither clause covers both at once: by a reading the deck is removed too.
        by = cited(misdealt.more, misdealt.returned, wrong.then)
        then = wrong.then.value if wrong.then else None
    voided = void_round(
        rules, round_, IrregularityKind.STUB_COUNT_MISDEALT, misdealt, misdealt.settled, clauses=by, then=then
    )
    return Accepted((StubCounted(clauses, command.counted, present), voided))
