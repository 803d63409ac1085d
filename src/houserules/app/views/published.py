"""A table as it is published. What all viewers see is built and encoded once per version and shared by them; each
viewer adds their own cards and options. Everything is built up from the game's allow-lists, never cut down from the
whole state.

A view is kept as its parts: the entries of :class:`~houserules.app.views.table_shapes.TableView` in JSON. A feed
remembers the parts that it was last sent, and is sent only those that have changed since.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import msgspec

from houserules.app.people.roles import Person
from houserules.app.table.events import LIVE
from houserules.app.table.state import TableState
from houserules.app.views.desks import dealers_desk, surveillance_desk
from houserules.app.views.options import options_under, table_to_bet_at
from houserules.app.views.rounds import EncodedRound
from houserules.app.views.table_shapes import PlayerShown, ProgressiveSystem, SealShown, SeatShown
from houserules.law.words import PROGRESSIVE
from houserules.money import format_dollars
from houserules.play import Phase, Rules, Table, places_of

Parts = tuple[bytes, ...]
"""Each entry of a view as ``"name":value``, always in the same order."""

_encode: Final = msgspec.json.Encoder().encode


def _part(name: str, value: Any) -> bytes:
    return b'"%b":%b' % (name.encode(), _encode(value))


def whole(parts: Parts) -> bytes:
    """The view as one JSON object."""
    return b"{%b}" % b",".join(parts)


class Published:
    """One version of a table. ``before`` is the version published before it: what has not changed since is reused."""

    def __init__(
        self, rules: Rules, state: TableState, meters: tuple[int, int] | None, before: Published | None = None
    ) -> None:
        self.rules: Rules = rules
        self.state = state
        self.meters = meters
        known = before if before is not None and before.rules is rules else None
        self.shown = table_to_bet_at(rules, state)
        self._options = options_under(rules).at(state, self.shown)
        self._lasting: Parts = known._lasting if known is not None and known._lasts(state) else self._for_long()
        self._common = (*self._lasting, *self._for_everybody())
        self._seats = [_seat(state, number, you=False) for number in range(1, rules.seats + 1)]
        self._seats_of_others = b'"seats":[%b]' % b",".join(self._seats)
        self._round = self._encoded_round(known)
        self._last_round, self._last_seen = self._encoded_last_round(known)
        self._dealers_desks: dict[bool, tuple[int, bytes]] = {}
        """For viewers who may take steps here and viewers who may not: the second for which it was made, and the
        desk."""

    def parts_for(self, person: Person | None, desk: str, now: int) -> Parts:
        """The table as this person may see it from this desk ``now``, in milliseconds since 1970."""
        account = person.account if person is not None else ""
        seat = self.state.seat_of(account) if account else None
        return (
            *self._common,
            self._seats_for(account),
            self._round_for(seat),
            self._last_round_for(account),
            self._you(person, seat),
            self._desk(account, desk, now),
        )

    # What everybody sees

    def _lasts(self, state: TableState) -> bool:
        """Whether the parts of a table that hardly ever change are the same there."""
        return state.name == self.state.name and state.settings is self.state.settings

    def _for_long(self) -> Parts:
        state, book = self.state, self.rules.book
        return (
            _part("table", state.id),
            _part("name", state.name),
            _part("kind", state.kind),
            _part("rulebook", book.id),
            _part("game", book.title),
            _part("jurisdiction", book.jurisdiction),
            _part("submission", state.digest),
            _part("automatic", state.settings.automatic),
            _part("entered_cards", state.settings.entered_cards),
        )

    def _for_everybody(self) -> Parts:
        state, round_ = self.state, self.shown.round
        return (
            _part("version", state.version),
            _part("closed", state.table.closed),
            _part("idle", state.table.idle),
            _part("rounds", state.table.rounds),
            _part("phase", round_.phase if round_ is not None else "waiting"),
            _part("deadline", state.deadline),
            _part("deal_order", places_of(self.rules, self.shown, round_) if round_ is not None else ()),
            _part("meters", self._meters()),
            _part("progressive_system", _progressive_system(self.rules, self.shown)),
            _part("seal", _seal(state)),
        )

    def _meters(self) -> dict[str, str]:
        if not self.rules.meters:
            return {}
        main, secondary = self.meters or (self.state.table.main, self.state.table.secondary)
        values = {"main": main, "secondary": secondary}
        return {name: format_dollars(values[name]) for name in self.rules.progressive_rules.meters.value}

    def _encoded_round(self, known: Published | None) -> EncodedRound | None:
        round_ = self.shown.round
        if round_ is None:
            return None
        before = known._round if known is not None else None
        return before if before is not None and before.round is round_ else EncodedRound(self.rules, round_, before)

    def _encoded_last_round(self, known: Published | None) -> tuple[EncodedRound | None, dict[str, bytes]]:
        """The last round: as each of its players was shown it so far, and, under no name, as all others were."""
        last = self.state.last
        if last is None:
            return None, {}
        if known is not None and known.state.last is last:
            return known._last_round, known._last_seen
        return EncodedRound(self.rules, last.round, deal=last.context, at=last.at), {}

    # What one viewer sees

    def _seats_for(self, account: str) -> bytes:
        for sitting in self.state.sittings:
            if sitting.account == account:
                seats = self._seats.copy()
                seats[sitting.seat - 1] = _seat(self.state, sitting.seat, you=True)
                return b'"seats":[%b]' % b",".join(seats)
        return self._seats_of_others

    def _round_for(self, seat: int | None) -> bytes:
        return b'"round":%b' % (self._round.seen_by(seat) if self._round is not None else b"null")

    def _last_round_for(self, account: str) -> bytes:
        last = self.state.last
        if last is None or self._last_round is None:
            return b'"last_round":null'
        seen = self._last_seen.get(account)
        if seen is None:
            seat = last.seat_of(account)
            name = account if seat is not None else ""
            seen = self._last_seen.get(name)
            if seen is None:
                seen = self._last_seen[name] = b'"last_round":%b' % self._last_round.seen_by(seat)
        return seen

    def _you(self, person: Person | None, seat: int | None) -> bytes:
        if person is None:
            return b'"you":null'
        may_begin = self.state.kind != LIVE or person.only_plays
        options, not_now = self._options.of(seat, may_begin)
        who = {
            "account": person.account,
            "name": person.name,
            "seat": seat,
            "chips": format_dollars(self.state.chips_of(person.account)),
            "own": self.state.opened_by == person.account,
        }
        return b'"you":%b,"options":%b,"not_now":%b}' % (_encode(who)[:-1], options, not_now)

    def _desk(self, account: str, desk: str, now: int) -> bytes:
        if desk == "surveillance":
            return _part("desk", surveillance_desk(self.rules, self.state))
        if desk != "dealer":
            return b'"desk":null'
        works = self.state.kind != LIVE or not self.state.plays_here(account)
        second, known = self._dealers_desks.get(works, (-1, b""))
        if second != now // 1000:  # A deck becomes overdue as time passes.
            round_ = self._round.shown if self._round is not None else None
            known = _part("desk", dealers_desk(self.rules, self.state, self.shown, round_, works, now))
            self._dealers_desks[works] = now // 1000, known
        return known


def _seat(state: TableState, number: int, *, you: bool) -> bytes:
    sitting = state.sitting(number)
    player: PlayerShown | None = None
    if sitting is not None:
        player = {
            "name": sitting.name,
            "you": you,
            "chips": format_dollars(state.chips_of(sitting.account)),
            "ready": sitting.ready,
            "left": sitting.left,
            "away": sitting.away,
            "played": state.last is not None and (number, sitting.account) in state.last.players,
        }
    shown: SeatShown = {"seat": number, "player": player}
    return _encode(shown)


def _seal(state: TableState) -> list[SealShown]:
    """What is published about the shuffles that are not opened yet; never the seed, the salts or the order."""
    return [
        {
            "deck": seal.deck,
            "deal": seal.context,
            "seed_digest": seal.promise,
            "root": seal.commitment or None,
            "shares": list(seal.shares),
            "method": seal.method if seal.shuffled else None,
            "cuts": list(seal.cuts),
        }
        for seal in state.seals
    ]


def _progressive_system(rules: Rules, table: Table) -> ProgressiveSystem | None:
    """What the devices at the betting positions show: whether they take wagers now, and which of them took one."""
    if rules.progressive is None:
        return None
    round_ = table.round
    return {
        "open": round_ is not None and round_.phase is Phase.BETTING,
        "accepted": [seat.seat for seat in round_.seats if seat.stake(PROGRESSIVE)] if round_ else [],
        "clauses": list(rules.clauses_of("acknowledge_wager")),
    }


class Feed:
    """One connection that follows a table from a desk, and the parts of the view that it was last sent.

    What is sent goes over two connections: the feed's own, and the answers to its owner's commands. ``number`` counts
    both together, so that a client can put them in order.
    """

    __slots__ = ("_sent", "account", "answering", "desk", "id", "number", "shown", "stream")

    def __init__(self, account: str, stream: str, desk: str) -> None:
        self.id = secrets.token_hex(8)
        self.account = account
        self.stream = stream
        self.desk = desk
        self.number = 0
        self.answering = 0
        """How many commands of its owner are in progress: their answers will include what changed."""
        self.shown: Published | None = None
        """The version of the table that was sent last."""
        self._sent: Parts = ()

    def first(self, shown: Published, parts: Parts) -> bytes:
        """The whole view, as a JSON object."""
        self.number += 1
        self.shown, self._sent = shown, parts
        return whole(parts)

    def changes(self, shown: Published, parts: Parts) -> bytes | None:
        """The entries of the view that differ from what was last sent, as a JSON object; None if there are none."""
        self.shown = shown
        changed = [new for new, old in zip(parts, self._sent, strict=True) if new is not old and new != old]
        if not changed:
            return None
        self.number += 1
        self._sent = parts
        return b"{%b}" % b",".join(changed)
