"""Any hand ever dealt, found again in the log: as its players saw it, to replay it, or to prove it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct

from houserules.app.people.roles import Person, may
from houserules.app.refusals import Kind, Refusal, removed, unknown
from houserules.app.table.folding import TableEvent, decode, fold
from houserules.app.table.loading import fold_stored, load_state
from houserules.app.table.state import Closed, Parts, Seal, TableState, read_table_state
from houserules.app.table.submissions import read_document
from houserules.app.views.hand_shapes import FoundHands, Frame, HandSeal, Openings, RecalledHand
from houserules.app.views.rounds import closed_round
from houserules.app.views.text import cards
from houserules.law import LawPin
from houserules.log import Log, Stored
from houserules.money import format_dollars
from houserules.play import BOARD, DEALER, Rules, export_round
from houserules.play.events import CardsDealt, RoundClosed
from houserules.records import TABLE_PREFIX, RulesPinned, left_state, read_played, why_removed
from houserules.shuffle import AS_DEALT, Commitment, Sealed

CLOSED: Final = "round.closed/1"
_read_closed: Final = msgspec.json.Decoder(RoundClosed).decode
_PLACES: Final = {DEALER: "dealer", BOARD: "community"}


class Hand(Struct, frozen=True):
    """One finished round of a table, with everything since the round before it."""

    table: str
    number: int
    last: Closed
    before: TableState
    """The table when the round before this one had been put away."""
    seal: Seal | None
    stored: tuple[Stored, ...]
    document: str
    law: LawPin
    parts: Parts

    @property
    def at(self) -> int:
        return self.last.at


def find_hand(log: Log, stream: str, number: int) -> Hand:
    """The hand of this number. Round numbers grow with versions, so the event that closed it is found by
    bisection."""
    low, high = 0, log.version(stream)
    while low < high:
        middle = (low + high + 1) // 2
        found = log.latest(stream, CLOSED, before=middle + 1)
        closed = _number(found[0]) if found else 0
        if closed == number:
            return read_hand(log, stream, found[0])
        if closed < number:
            low = middle
        else:
            high = found[0].version - 1
    why = why_removed(log, stream, number)
    if why is not None:
        raise removed(stream, why)
    raise unknown("hand", f"{stream.removeprefix(TABLE_PREFIX)} {number}")


def last_hands(log: Log, stream: str, limit: int = 10, before: int | None = None) -> list[Hand]:
    """The newest hands, newest first; with ``before``, those of lower numbers. Removed ones are left out."""
    version = find_hand(log, stream, before).stored[-1].version if before is not None else None
    hands = []
    for stored in log.latest(stream, CLOSED, limit=limit, before=version):
        if stored.data is not None:
            with suppress(Refusal):  # A removal that was cut short may have left only the end of a hand.
                hands.append(read_hand(log, stream, stored))
    return hands


def _number(stored: Stored) -> int:
    """The round that this event closed. Hands that retention has removed are the oldest, and sort before all
    others."""
    if stored.data is None:
        return 0
    return _read_closed(stored.data).round


def read_hand(log: Log, stream: str, closing: Stored) -> Hand:
    earlier = log.latest(stream, CLOSED, before=closing.version)
    start = earlier[0].version if earlier else 0
    before = _between(log, stream, start, closing.version)
    state, seal = before, None
    stored = tuple(log.read(stream, after=state.version, upto=closing.version))
    for each in stored:
        if each.version == closing.version:
            assert state.table.round is not None
            seal = state.seal(state.table.round.deck)
        if each.data is None:
            raise removed(stream)
        state = fold_stored(log, state, each.data, each.at)
    assert state.last is not None
    return Hand(
        stream.removeprefix(TABLE_PREFIX),
        _number(closing),
        state.last,
        before,
        seal,
        stored,
        state.document,
        state.law,
        state.parts,
    )


def _between(log: Log, stream: str, start: int, closing: int) -> TableState:
    """The table between two rounds: as it was kept when the earlier one was put away, or else folded up to there."""
    snapshot = log.snapshot(stream, upto=closing - 1)
    if snapshot is not None and snapshot.version >= start:
        state = read_table_state(snapshot.data)
        if state.table.round is None:
            return state
    try:
        state = load_state(log, stream, upto=_put_away(log, stream, start, closing))
        return state if state.table.round is None else load_state(log, stream, upto=start)
    except Refusal:
        left = left_state(log, stream, start, closing - 1)
        if left is None:
            raise
        return read_table_state(left)


def _put_away(log: Log, stream: str, start: int, closing: int) -> int:
    """The version after everything that was committed with the end of the earlier round, as a snapshot would have
    it."""
    end, command = start, None
    for stored in log.read(stream, max(0, start - 1), closing - 1) if start else ():
        if stored.command_id != (command or stored.command_id):
            break
        end, command = stored.version, stored.command_id
    return end


def rules_of(log: Log, hand: Hand) -> tuple[dict[str, Any], Rules]:
    document = log.document(hand.document)
    assert document is not None
    return read_document(document, hand.law)


def as_seen_by(log: Log, hand: Hand, account: str) -> RecalledHand:
    """The hand as this person may remember it: the cards turned up, and their own."""
    _, rules = rules_of(log, hand)
    seat = hand.last.seat_of(account)
    view = closed_round(rules, hand.last.round, seat, hand.last.context, hand.at)
    return {
        "table": hand.table,
        **view,
        "versions": {"first": hand.stored[0].version, "last": hand.stored[-1].version},
        "position": hand.stored[-1].position,
        "seal": seal_of(hand),
    }


def seal_of(hand: Hand) -> HandSeal | None:
    if hand.seal is None or not hand.seal.commitment:
        return None
    return {
        "deal": hand.seal.context,
        "count": len(hand.seal.cards),
        "root": hand.seal.commitment,
        "seed_digest": hand.seal.promise,
        "shares": list(hand.seal.shares),
        "method": hand.seal.method,
        "cuts": list(hand.seal.cuts),
    }


def openings(hand: Hand, account: str | None) -> Openings:
    """Where the cards that this person may see lay in the sealed deck; for None, the regulator, all of them."""
    if hand.seal is not None and hand.seal.method == AS_DEALT:
        message = "these cards were read as they were dealt; nobody could seal them before"
        raise Refusal("not_sealed", message, Kind.UNKNOWN)
    if hand.seal is None or not hand.seal.commitment:
        raise unknown("seal", str(hand.number))
    sealed = Sealed(hand.seal.context, hand.seal.cards, hand.seal.salts)
    commitment = Commitment(hand.seal.context, len(hand.seal.cards), hand.seal.commitment)
    assert sealed.commitment == commitment, "the seal is the one that was published"
    if account is None:
        opened, seed = sealed.open(range(len(sealed.cards))), hand.seal.seed or None
    else:
        opened, seed = sealed.open_cards(_seen(hand, account)), None
    return {
        "commitment": msgspec.to_builtins(commitment),
        "openings": [
            {
                "place": each.place,
                "card": each.card,
                "salt": each.salt,
                "path": list(each.path),
                "text": cards([each.card])[0],
            }
            for each in opened
        ],
        "seed": seed,
        "seed_digest": hand.seal.promise,
        "shares": list(hand.seal.shares),
        "method": hand.seal.method,
        "cuts": list(hand.seal.cuts),
    }


def _seen(hand: Hand, account: str) -> list[int]:
    """The cards of a finished round that lay face up, and those of the person's own boxes, in deck order."""
    round_, own = hand.last.round, hand.last.seat_of(account)
    seen = turned_up(hand) | {card for seat in round_.seats if seat.player == own for card in seat.cards}
    assert hand.seal is not None
    return [card for card in hand.seal.cards if card in seen]


def turned_up(hand: Hand) -> set[int]:
    """The cards that lay face up at the end of the round."""
    round_ = hand.last.round
    seen = set(round_.board)
    if not round_.revealed:
        return seen
    settled = {line.seat for line in round_.lines if line.source is None}
    for seat in round_.seats:
        if seat.seat in settled and seat.action != "fold" and seat.forfeited is None:
            seen |= set(seat.cards)
    return seen | set(round_.dealer)


def export(log: Log, hand: Hand) -> bytes:
    """The hand as one self-contained file that ``houserules replay`` and ``houserules explain`` read."""
    filed, rules = rules_of(log, hand)
    before, stored = _under_its_law(hand)
    played = read_played(stored)
    return export_round(
        filed, rules.submission, before.table, played.commands, played.events, played.outside, before.engine
    )


def _event(stored: Stored) -> TableEvent:
    assert stored.data is not None
    return decode(stored.data)


def _under_its_law(hand: Hand) -> tuple[TableState, tuple[Stored, ...]]:
    """The table as it stood when the rules of this hand were pinned, and what came after; if they were pinned for an
    earlier hand, everything."""
    state, before, since = hand.before, hand.before, 0
    for number, stored in enumerate(hand.stored, start=1):
        event = _event(stored)
        state, _ = fold(state, event, stored.at)
        if isinstance(event, RulesPinned):
            before, since = state, number
    return before, hand.stored[since:]


def frames(log: Log, hand: Hand) -> list[Frame]:
    """The round card by card, for somebody who may see all of it: the state after every event."""
    _, rules = rules_of(log, hand)
    state = hand.before
    found = []
    for stored in hand.stored:
        event = _event(stored)
        last = state.last
        state, _ = fold(state, event, stored.at)
        round_ = state.table.round
        if round_ is None and state.last is not None and state.last is not last:
            round_ = state.last.round
        frame: Frame = {
            "version": stored.version,
            "position": stored.position,
            "at": stored.at,
            "actor": stored.actor,
            "event": stored.name,
            "clauses": list(getattr(event, "clauses", ())),
            "round": closed_round(rules, round_, None, "", stored.at) if round_ else None,
        }
        if isinstance(event, CardsDealt):
            frame["dealt"] = [
                {"to": _PLACES.get(place, str(place)), "card": card}
                for place, card in zip(event.places, cards(event.cards), strict=False)
            ]
        if round_ is not None:
            frame["community"] = cards((*round_.board, *round_.board_face_down))
            frame["hands"] = {str(seat.seat): cards(seat.cards) for seat in round_.seats}
            frame["dealer"] = cards(round_.dealer)
            frame["burned"] = cards(round_.burned)
            frame["stub"] = cards(round_.stock)
            frame["felt"] = format_dollars(round_.felt)
        found.append(frame)
    return found


class Sought(Struct, frozen=True):
    """What a search for hands asks for; a field left out does not restrict it."""

    account: str | None = None
    only_progressive_wins: bool = False
    cards: frozenset[int] = frozenset()
    since: int | None = None
    until: int | None = None


def search(log: Log, stream: str, sought: Sought, person: Person, limit: int, before: int | None) -> FoundHands:
    """Those of the last hands of a table that match, newest first; the regulator can search by every card."""
    hands = last_hands(log, stream, limit, before)
    all_cards = may(person, "see_stub")
    shown = [as_seen_by(log, hand, "") for hand in hands if matches(hand, sought, all_cards)]
    return {"hands": shown, "next": hands[-1].number if hands and hands[-1].number > 1 else None}


def matches(hand: Hand, sought: Sought, all_cards: bool) -> bool:
    """Whether this hand matches. Cards that were never turned up count only for somebody who may see them all."""
    if sought.account is not None and hand.last.seat_of(sought.account) is None:
        return False
    if sought.since is not None and hand.at < sought.since:
        return False
    if sought.until is not None and hand.at > sought.until:
        return False
    if not sought.cards <= _cards_of(hand, all_cards):
        return False
    wins = any(line.wager == hand.parts.progressive and line.outcome == "win" for line in hand.last.round.lines)
    return wins or not sought.only_progressive_wins


def _cards_of(hand: Hand, all_cards: bool) -> frozenset[int]:
    round_ = hand.last.round
    if not all_cards:
        return frozenset(turned_up(hand))
    return frozenset((*round_.board, *round_.dealer, *(card for seat in round_.seats for card in seat.cards)))
