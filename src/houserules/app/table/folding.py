"""The only way that a table of the service changes: one event at a time, of the game or of the house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from houserules.app.floor import totals
from houserules.app.floor.results import count_round
from houserules.app.table import events as f
from houserules.app.table.state import Closed, Flag, Seal, Sitting, TableState, in_order, with_chips
from houserules.app.table.verbs import CONFIRM, VERBS
from houserules.ledger import HOUSE, Account, Posting, player, postings
from houserules.play import Phase, Round, Table, evolve
from houserules.play import events as e
from houserules.records import RulesPinned

TableEvent = e.AnyEvent | f.TableFact | RulesPinned
_STEPS_OF_A_ROUND = frozenset(name for name, verb in VERBS.items() if verb.phases)
_DECODER: msgspec.json.Decoder[TableEvent] = msgspec.json.Decoder(TableEvent)


def decode(data: bytes) -> TableEvent:
    return _DECODER.decode(data)


def fold(state: TableState, event: TableEvent, at: int) -> tuple[TableState, tuple[Posting, ...]]:
    """The state after the event, and the money that play moves with it."""
    moves: tuple[Posting, ...] = ()
    if isinstance(event, RulesPinned):
        after = _pin(state, event, at)
    elif isinstance(event, f.Fact):
        after = _fold_fact(state, event, at)
    else:
        after, moves = _fold_play(state, event, at)
    return replace(after, version=state.version + 1), moves


def fold_all(
    state: TableState, events: Iterable[e.AnyEvent], at: int
) -> tuple[TableState, list[tuple[Posting, ...]]]:
    """The state after all events of one command, and the money that each of them moves. Settled wagers, which are
    most of a round's events, are folded together."""
    moved: list[tuple[Posting, ...]] = []
    lines: list[e.WagerSettled] = []
    for event in events:
        if isinstance(event, e.WagerSettled):
            lines.append(event)
            continue
        if lines:
            state = _fold_lines(state, lines, at, moved)
            lines = []
        state, moves = fold(state, event, at)
        moved.append(moves)
    return _fold_lines(state, lines, at, moved) if lines else state, moved


def _fold_lines(
    state: TableState, lines: Sequence[e.WagerSettled], at: int, moved: list[tuple[Posting, ...]]
) -> TableState:
    table, before = state.table, len(moved)
    for line in lines:
        moved.append(postings(table, line))
        table = evolve(table, line)
    counted = totals.count_lines(state, lines, at)
    after = replace(counted, table=table, version=state.version + len(lines))
    return _set_deadline(state, _move_chips(after, [move for some in moved[before:] for move in some]), at)


def _pin(state: TableState, event: RulesPinned, at: int) -> TableState:
    """Results are compared with theory, which differs under another law: they start again."""
    results = state.results if event.law.digest == state.law.digest else ()
    pinned = replace(
        state, document=event.document, digest=event.submission, law=event.law, engine=event.engine, results=results
    )
    if state.version:
        return pinned
    return replace(pinned, opened_at=at, table=Table(main=event.main, secondary=event.secondary))


def _fold_play(state: TableState, event: e.AnyEvent, at: int) -> tuple[TableState, tuple[Posting, ...]]:
    moves = postings(state.table, event)
    before = state
    state = _note_before(state, event, at)
    state = replace(state, table=evolve(state.table, event))
    if moves:
        state = _move_chips(state, moves)
    if isinstance(event, e.RoundClosed):
        state = replace(state, round_from=state.version + 1)
    return _set_deadline(before, state, at), moves


def _note_before(state: TableState, event: e.AnyEvent, at: int) -> TableState:
    """What must be remembered of the state that the event ends."""
    match event:
        case e.WagerSettled():
            return totals.count_lines(state, (event,), at)
        case e.RoundClosed():
            assert state.table.round is not None
            seal = state.seal(state.table.round.deck)
            players = tuple((sitting.seat, sitting.account) for sitting in state.sittings)
            closed = Closed(state.table.round, seal.context if seal else "", at, players)
            sittings = tuple(replace(sitting, ready=False, away=False) for sitting in state.sittings)
            taken = tuple(step for step in state.steps_taken if step[0] not in _STEPS_OF_A_ROUND)
            noted = replace(state, last=closed, sittings=sittings, steps_taken=taken)
            counted = count_round(noted, state.table.round)
            return totals.add(counted, at, rounds=1)
        case e.RoundCalledOff():
            return replace(state, sittings=tuple(replace(sitting, ready=False) for sitting in state.sittings))
        case e.CardsCut(deck=deck, depth=depth):
            seal = state.seal(deck)
            return _with_seal(state, replace(seal, cuts=(*seal.cuts, depth))) if seal else state
        case e.WagersPlaced(player=player):
            return replace(
                state, sittings=_with_sitting(state.sittings, player, ready=False, active_at=at, away=False)
            )
        case _:
            return state


def _with_sitting(sittings: tuple[Sitting, ...], seat: int, **changes: Any) -> tuple[Sitting, ...]:
    return tuple(replace(each, **changes) if each.seat == seat else each for each in sittings)


def _move_chips(state: TableState, moves: Iterable[Posting]) -> TableState:
    """Players' chips and the tray follow what play moves; play names players by their seats."""
    moved: dict[Account, int] = {}
    for move in moves:
        moved[move.source] = moved.get(move.source, 0) - move.amount
        moved[move.target] = moved.get(move.target, 0) + move.amount
    held = dict(state.chips)
    for sitting in state.sittings:
        change = moved.get(player(sitting.seat))
        if change:
            held[sitting.account] = held.get(sitting.account, 0) + change
    return replace(state, chips=in_order(held), tray=state.tray + moved.get(HOUSE, 0))


def _set_deadline(before: TableState, after: TableState, at: int) -> TableState:
    """A deadline starts when the table starts to wait for somebody, and is cleared when the table moves on."""
    was, round_ = before.table.round, after.table.round
    if round_ is None or round_.phase not in (Phase.BETTING, Phase.DECISIONS) or not round_.seats:
        return after if after.deadline is None else replace(after, deadline=None)
    if was is not None and was.seats and _waits_alike(was, round_):
        return after
    settings = after.settings
    seconds = settings.betting_seconds if round_.phase is Phase.BETTING else settings.decision_seconds
    return replace(after, deadline=None if seconds is None else at + seconds * 1000)


def _waits_alike(one: Round, other: Round) -> bool:
    return one.phase is other.phase and one.turn == other.turn and one.stage == other.stage


def _fold_fact(state: TableState, event: f.TableFact, at: int) -> TableState:
    match event:
        case f.TableOpened():
            return replace(
                state, name=event.name, kind=event.kind, meter=event.meter, settings=event.settings, tray=event.tray,
                opened_by=event.opened_by, passing=event.passing, empty_since=at,
            )  # fmt: skip
        case f.SettingsChanged(settings=settings):
            return replace(state, settings=settings)
        case f.SeatTaken(seat=seat, account=account, name=name):
            sittings = (
                *(each for each in state.sittings if each.seat != seat),
                Sitting(seat, account, name, active_at=at),
            )
            return replace(state, sittings=tuple(sorted(sittings, key=lambda each: each.seat)))
        case f.SeatLeft(seat=seat):
            return replace(state, sittings=_with_sitting(state.sittings, seat, left=True))
        case f.SeatFreed(seat=seat):
            return replace(
                state, sittings=tuple(each for each in state.sittings if each.seat != seat), empty_since=at
            )
        case f.PlayerGone():
            return state
        case f.PlayerReady(seat=seat):
            return replace(state, sittings=_with_sitting(state.sittings, seat, ready=True, active_at=at, away=False))
        case f.FeedLost(seats=seats, deadline=deadline):
            away = tuple(replace(each, away=each.away or each.seat in seats) for each in state.sittings)
            return replace(state, sittings=away, deadline=deadline)
        case f.TimeGiven(deadline=deadline):
            here = tuple(replace(each, away=False) for each in state.sittings)
            return replace(state, sittings=here, deadline=deadline)
        case f.ChipsBought(account=account, amount=amount):
            bought = with_chips(state, account, amount)
            return totals.add(replace(bought, tray=bought.tray - amount), at, drop=amount)
        case f.ChipsCashed(account=account, amount=amount):
            return with_chips(state, account, -amount)
        case f.TrayFilled(amount=amount):
            return replace(state, tray=state.tray + amount)
        case f.TrayCredited(amount=amount):
            return replace(state, tray=state.tray - amount)
        case f.StepTaken(step=step, subject=subject, by=by):
            others = tuple(each for each in state.steps_taken if each[:2] != (step, subject))
            return replace(state, steps_taken=(*others, (step, subject, by)))
        case (
            f.SeedPromised() | f.EntropyAdded() | f.DeckSealed() | f.CardsConfirmed() | f.DeckOpened()
            | f.DeckDiscarded()
        ):  # fmt: skip
            return _fold_shuffle(state, event)
        case f.ResultFlagged() | f.ResultBack() | f.FlagPutAway():
            return _fold_flag(state, event, at)
        case _:
            assert_never(event)


def _fold_shuffle(
    state: TableState,
    event: f.SeedPromised | f.EntropyAdded | f.DeckSealed | f.CardsConfirmed | f.DeckOpened | f.DeckDiscarded,
) -> TableState:
    match event:
        case f.SeedPromised(deck=deck):
            return _with_seal(state, Seal(deck, event.context, event.commitment, event.seed, since=state.version))
        case f.EntropyAdded(account=account, text=text, deal=deal):
            return replace(state, seals=tuple(_with_share(seal, account, text, deal) for seal in state.seals))
        case f.DeckSealed(deck=deck):
            before = state.seal(deck) or Seal(deck, event.context, since=state.version)
            sealed = replace(
                before, context=event.context, commitment=event.commitment, cards=event.cards, salts=event.salts,
                shares=event.shares, givers=(), method=event.method, cuts=(),
            )  # fmt: skip
            return _with_seal(state, sealed)
        case f.CardsConfirmed(deck=deck):
            return _without_entry(state, deck)
        case f.DeckOpened(deck=deck) | f.DeckDiscarded(deck=deck):
            kept = tuple(seal for seal in state.seals if seal.deck != deck)
            return replace(_without_entry(state, deck), seals=kept)
        case _:
            assert_never(event)


def _fold_flag(state: TableState, event: f.ResultFlagged | f.ResultBack | f.FlagPutAway, at: int) -> TableState:
    """A flag is cleared when a person has dealt with it and the result has been back inside its band, in either
    order."""
    flag = state.flag(event.wager, event.alarm)
    after: Flag | None = None
    match event:
        case f.ResultFlagged():
            first = flag or Flag(event.wager, event.alarm, at, event.round, event.hands, event.net)
            after = replace(first, outside=True)
        case f.ResultBack():
            after = replace(flag, outside=False) if flag is not None and not flag.put_away else None
        case f.FlagPutAway():
            after = replace(flag, put_away=True) if flag is not None and flag.outside else None
        case _:
            assert_never(event)
    others = tuple(each for each in state.flags if each is not flag)
    return replace(state, flags=others if after is None else (*others, after))


def _without_entry(state: TableState, deck: int) -> TableState:
    """The cards of this deck no longer need to be confirmed."""
    return replace(state, steps_taken=tuple(each for each in state.steps_taken if each[:2] != (CONFIRM, deck)))


def _with_share(seal: Seal, account: str, text: str, deal: str) -> Seal:
    if seal.context != deal:
        return seal
    return replace(seal, shares=(*seal.shares, text.encode().hex()), givers=(*seal.givers, account))


def _with_seal(state: TableState, seal: Seal) -> TableState:
    return replace(state, seals=(*(each for each in state.seals if each.deck != seal.deck), seal))
