"""What goes wrong at a table, and what the document then does. The rulebook says which wagers go back."""

from __future__ import annotations

from typing import assert_never

from houserules.law import IrregularityRules
from houserules.law.words import PROGRESSIVE, Effect, IrregularityKind, Switch, Until
from houserules.play.cited import cited
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
from houserules.play.guards import check_role, check_round, clauses_of, in_round
from houserules.play.refusals import Code, Refused, refused
from houserules.play.round.dealing import method_of, stub_size
from houserules.play.rules import Rules
from houserules.play.state import BOARD, DEALER, UNREAD, DeckStatus, Phase, Round, Table

_DEALING = (Phase.DEALING, Phase.DECISIONS, Phase.BOARD)
_BEFORE_SETTLEMENT = (*_DEALING, Phase.REVEAL)

_PHASES: dict[str, tuple[Phase, ...]] = {
    "cards_face_up": _DEALING,
    "drawn_in_error": _DEALING,
    "wrong_number_of_cards": _BEFORE_SETTLEMENT,
    "dealer_card_exposed": _BEFORE_SETTLEMENT,
    "shoe_jam": _BEFORE_SETTLEMENT,
    "hand_abandoned": _BEFORE_SETTLEMENT,
    "information_shared": _BEFORE_SETTLEMENT,
}
"""When each can happen in a round; a shuffler jams at any time."""

_PLACES = {"dealer": DEALER, "community": BOARD}

_DEVICES = {"shoe_jam": "shoe", "shuffler_jam": "shuffler"}
"""Irregularities of a device that a table need not have."""


def decide_report(rules: Rules, table: Table, command: Report) -> Accepted | Refused:
    wrong = check_role(rules, table, command.step, command.by) or _check_device(rules, table, command.kind)
    if wrong is not None:
        return wrong
    if command.kind == "shuffler_jam":
        return _shuffler_jam(rules, table)
    rule = rules.irregularity(command.kind)
    phases = phases_of(rules, command.kind)
    if phases is None or rule is None:
        return refused(Code.NOT_PROVIDED, rules.clauses_of(command.step)[0], kind=command.kind)
    if command.during == "deal" or (command.during is not None and Phase.DECISIONS in phases):
        phases = _BEFORE_SETTLEMENT
    round_ = check_round(rules, table, command.step, command.by, phases)
    if isinstance(round_, Refused):
        return round_
    if round_.void is not None:
        return refused(Code.WRONG_PHASE, round_.void.clauses[0], void=round_.void.reason)
    return _decide_kind(rules, round_, rule, command)


def phases_of(rules: Rules, kind: str) -> tuple[Phase, ...] | None:
    """When this can happen in a round. Without community cards nothing is dealt once the players decide."""
    if kind in ("cards_face_up", "drawn_in_error") and not rules.community_cards:
        return (Phase.DEALING,)
    return _PHASES.get(kind)


def _check_device(rules: Rules, table: Table, kind: str) -> Refused | None:
    """Only a device that is in use can jam."""
    device = _DEVICES.get(kind)
    rule = rules.irregularity(kind)
    if device is None or rule is None:
        return None
    method = method_of(rules, table)
    in_use = method == "automated" if device == "shoe" else rules.submission.table.shuffler != "none"
    if in_use:
        return None
    return refused(Code.NOT_PROVIDED, cited(rule.more)[0], kind=kind, device=device, in_use="no")


def _decide_kind(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    match kind := IrregularityKind(command.kind):
        case IrregularityKind.CARDS_FACE_UP:
            return _cards_face_up(rules, round_, rule, command)
        case IrregularityKind.DRAWN_IN_ERROR:
            return Accepted((CardDrawnInError(cited(rule.one)),))
        case IrregularityKind.WRONG_NUMBER_OF_CARDS:
            return _wrong_number(rules, round_, rule, command)
        case IrregularityKind.DEALER_CARD_EXPOSED:
            return _dealer_card_exposed(rules, round_, rule, command)
        case IrregularityKind.HAND_ABANDONED | IrregularityKind.INFORMATION_SHARED:
            return _leave(rules, round_, rule, command)
        case IrregularityKind.SHOE_JAM:
            return void_round(rules, round_, command.kind, rule, (), command.incomplete)
        case (
            IrregularityKind.SHUFFLER_JAM | IrregularityKind.DEVICE_OUT_OF_ORDER
            | IrregularityKind.SHUFFLER_COUNT_WRONG | IrregularityKind.STUB_COUNT_MISDEALT
            | IrregularityKind.STUB_COUNT_WRONG
        ):  # fmt: skip
            raise AssertionError(f"{kind} is not reported in a round")
        case _:
            assert_never(kind)


def _leave(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    """A player who left, or who told others the cards: the wagers lose, or the hand is folded."""
    assert rule.more is not None
    match effect := rule.more.value:
        case Effect.WAGERS_LOSE:
            return _forfeit(rules, round_, command)
        case Effect.FOLDED:
            return _leave_as_folded(rules, round_, command)
        case Effect.VOID:
            return void_round(rules, round_, command.kind, rule, _settled(rule))
        case Effect.RESHUFFLE_ONLY | Effect.COVER_OR_MARK:
            return refused(Code.NOT_PROVIDED, cited(rule.more)[0], kind=command.kind)
        case _:
            assert_never(effect)


def void_round(
    rules: Rules,
    round_: Round,
    kind: str,
    rule: IrregularityRules,
    settled: tuple[str, ...],
    incomplete: tuple[int, ...] = (),
    clauses: tuple[str, ...] = (),
) -> Accepted:
    """The round is void: wagers go back, but for those that the document has settled all the same."""
    spared = _spared(rules, settled)
    board_needed = (
        len(round_.board) < round_.board_size
        and BOARD not in incomplete
        and any(seat.stake(wager) for seat in round_.seats for wager in spared if wager != PROGRESSIVE)
    )
    voided = RoundVoided(
        clauses=clauses or cited(rule.more, rule.returned),
        reason=kind,
        settled=spared,
        incomplete=incomplete,
        board_needed=board_needed,
        then=rule.then.value if rule.then else "",
    )
    return Accepted((voided,))


def _settled(rule: IrregularityRules) -> tuple[str, ...]:
    return rule.settled.value if rule.settled else ()


def _spared(rules: Rules, settled: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers settled in spite of the void, under the readings in force."""
    if rules.reading(Switch.VOID_ROUND_BONUSES) == "returned":
        return ()
    if rules.reading(Switch.VOID_ROUND_PROGRESSIVE) == "returned":
        return tuple(wager for wager in settled if wager != PROGRESSIVE)
    return settled


def _cards_face_up(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    most = rules.book.table.most_face_up_cards.value
    if (
        not 1 <= command.count <= len(round_.stock)
        or not _lie_in_the_stock(round_, command.cards)
        or len(command.cards) > command.count
    ):
        return refused(Code.NOT_A_DECK, cited(rule.one)[0], count=command.count, cards=len(command.cards))
    if round_.face_up_found + command.count <= most:
        return Accepted((CardSetAside(cited(rule.one), command.cards),))
    after_initial_cards = round_.phase is not Phase.DEALING and command.during != "deal"
    later = rule.settled_after_initial_cards
    if after_initial_cards and later is not None:
        voided = void_round(rules, round_, command.kind, rule, later.value, command.incomplete, cited(later))
    else:
        voided = void_round(rules, round_, command.kind, rule, _settled(rule), command.incomplete)
    if not command.cards:
        return voided
    return Accepted((CardSetAside(cited(rule.one), command.cards), *voided.events))


def _lie_in_the_stock(round_: Round, cards: tuple[int, ...]) -> bool:
    """Whether all of these are still to be dealt, and none is named twice."""
    return UNREAD not in cards and len({*cards}) == len(cards) and {*round_.stock}.issuperset(cards)


def _wrong_number(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    whose = command.seat
    if whose is not None and round_.seat(whose) is None:
        return refused(Code.SEAT_EMPTY, cited(rule.more)[0], seat=whose)
    if whose is None and command.who is not None:
        whose = _PLACES.get(command.who)
        if whose is None or (whose == BOARD and not rules.community_cards):
            return refused(Code.NOT_PROVIDED, cited(rule.more)[0], who=command.who)
    incomplete = command.incomplete if whose is None else (*command.incomplete, whose)
    return void_round(rules, round_, command.kind, rule, _settled(rule), incomplete)


def _dealer_card_exposed(rules: Rules, round_: Round, rule: IrregularityRules, command: Report) -> Accepted | Refused:
    assert rule.until is not None
    all_acted = round_.phase is Phase.REVEAL and command.during is None
    if rule.until.value is Until.ALL_PLAYERS_ACTED and all_acted:
        return refused(Code.WRONG_PHASE, cited(rule.until)[0], phase=round_.phase.value)
    return void_round(rules, round_, "dealer_card_exposed", rule, _settled(rule), command.incomplete)


def _forfeit(rules: Rules, round_: Round, command: Report) -> Accepted | Refused:
    clauses = rules.forfeits[command.kind]
    seat = round_.seat(command.seat or 0)
    if seat is None:
        return refused(Code.SEAT_EMPTY, clauses[0], seat=command.seat)
    if seat.forfeited is not None:
        return refused(Code.ALREADY_DECIDED, clauses[0], seat=command.seat)
    return Accepted((WagersForfeited(clauses, seat.seat, command.kind),))


def _leave_as_folded(rules: Rules, round_: Round, command: Report) -> Accepted | Refused:
    """The hand is folded, unless its decision has been made."""
    seat = round_.seat(command.seat or 0)
    if seat is None:
        return refused(Code.SEAT_EMPTY, rules.fold_clauses[0], seat=command.seat)
    if seat.action and seat.action != "check":
        return refused(Code.NOTHING_CHANGES, rules.fold_clauses[0], seat=command.seat, action=seat.action)
    return Accepted((Folded(rules.fold_clauses, seat.seat),))


def _shuffler_jam(rules: Rules, table: Table) -> Accepted | Refused:
    """The cards in the shuffler are shuffled again; where the document says so, the round is void too.

    Where neither comes of it, no card was in the shuffler and no wager goes back, so there is nothing to do.
    """
    rule = rules.irregularity("shuffler_jam")
    assert rule is not None
    if table.closed:
        return refused(Code.TABLE_CLOSED, cited(rule.more)[0])
    clauses = cited(rule.then, rule.more)
    events: list[AnyEvent] = [
        ShufflerJammed(clauses, deck.number)
        for deck in table.decks
        if deck.status in (DeckStatus.STACKED, DeckStatus.SHUFFLED, DeckStatus.READY)
    ]
    round_ = table.round
    voids = rule.more is not None and rule.more.value is Effect.VOID
    stands = round_ is not None and round_.void is None and round_.phase is not Phase.SETTLING
    if voids and stands and round_ is not None and round_.seats:
        events.extend(void_round(rules, round_, "shuffler_jam", rule, ()).events)
    if not events:
        return refused(Code.NOTHING_CHANGES, cited(rule.more)[0], kind="shuffler_jam", in_shuffler="no deck")
    return Accepted(tuple(events))


@in_round
def decide_count_stub(rules: Rules, table: Table, round_: Round, command: CountStub) -> Accepted | Refused:
    """The cards of the stub and those dealt must make a whole deck."""
    clauses = clauses_of(rules, table, command.step)
    if len(round_.board) + len(round_.board_face_down) < round_.board_size:
        return refused(Code.BOARD_NOT_DEALT, clauses[0])
    if not round_.dealer and round_.phase is not Phase.REVEAL:
        return refused(Code.WRONG_PHASE, clauses[0], phase=round_.phase.value, expected=Phase.REVEAL.value)
    if round_.stub_counted:
        return refused(Code.ALREADY_DECIDED, clauses[0])
    if not 0 <= command.counted <= 2 * rules.cards_in_deck:
        return refused(Code.NOT_A_DECK, clauses[0], counted=command.counted)
    in_deck = rules.cards_in_deck - stub_size(rules, round_) + command.counted
    counted = StubCounted(clauses, command.counted, in_deck)
    if in_deck == rules.cards_in_deck:
        return Accepted((counted,))
    kind = "stub_count_misdealt" if command.misdealt else "stub_count_wrong"
    rule = rules.book.dealing[method_of(rules, table)].irregularities[kind]
    return Accepted((counted, *void_round(rules, round_, kind, rule, ()).events))
