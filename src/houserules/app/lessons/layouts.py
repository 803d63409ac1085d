"""Settled layouts for dealers to pay: rounds dealt and decided at random, settled by the engine like any other.

Of `DEALT` rounds, the one shown is the one in which the most different paytable lines pay; among equals, the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from houserules.app.views.rounds import closed_round
from houserules.app.views.table_shapes import BoxShown, ClosedRound, LineShown
from houserules.app.views.text import cards, hand
from houserules.exhibits import tables_of
from houserules.law.words import PROGRESSIVE, Role
from houserules.money import format_dollars, parse_dollars
from houserules.play import (
    Accepted,
    Code,
    Option,
    Phase,
    Round,
    Rules,
    Session,
    legal_commands,
    new_table,
    opening_commands,
    shuffle_commands,
    stub_count_due,
    stub_size,
)
from houserules.play import commands as c
from houserules.play.events import WagerSettled

DEALT: Final = 12
SEATS: Final = 3
_OPTIONAL_MADE: Final = 2 / 3
_FOLDED: Final = 1 / 5
_MOST_TIMES: Final = 6
"""The maximum of a wager, as a multiple of its minimum."""

Wagers = Mapping[int, tuple[tuple[str, int], ...]]
"""By seat, what is wagered there."""
Decide = Callable[[Session, Round], c.Act]


class Layout(Struct, frozen=True):
    """A settled round, with every line, and what else a dealer needs to pay it."""

    settled: ClosedRound
    meters: dict[str, str]
    """What the meters showed before anything was paid; empty if the game has none."""
    spins: dict[int, str]
    """By seat, what the wheel showed."""
    tables: dict[str, str]
    """By wager, the letter of its paytable, won or lost."""


class PlayedOut(Struct, frozen=True):
    """A round as it was before it closed, with every line, and the meters before the first was paid."""

    round: Round
    main: int
    secondary: int


def layout(rules: Rules, chance: Random) -> Layout:
    """The cards of a folded hand lie open too, since they may win a wager."""
    rounds = [_played(rules, chance) for _ in range(DEALT)]
    chosen = max(rounds, key=lambda each: len({(line.wager, line.row) for line in each.round.lines if line.row}))
    best = chosen.round
    shown = closed_round(rules, best, None, "", 0)
    held = {seat.seat: seat.cards for seat in best.seats}
    boxes: list[BoxShown] = [
        {**box, "cards": cards(held[box["seat"]]), "hand": hand(rules, held[box["seat"]], best.board)}
        for box in shown["seats"]
    ]
    meters = {"main": chosen.main, "secondary": chosen.secondary} if rules.meters else {}
    told = {name: format_dollars(amount) for name, amount in meters.items() if amount}
    letters = {name: table.letter for name, table in tables_of(rules.submission).items()}
    return Layout({**shown, "seats": boxes}, told, dict(best.spins), letters)


def asked_of(asked: Layout) -> ClosedRound:
    """The round as the dealer finds it, without what it pays."""
    return {**asked.settled, "settled": [], "dealer_qualifies": None}


def is_right(typed: str, line: LineShown) -> bool:
    """An empty answer means that nothing is paid; text that is not an amount is wrong."""
    said = typed.strip().removeprefix("$").replace(",", "") or "0"
    try:
        return parse_dollars(said) == parse_dollars(line["paid"])
    except ValueError:
        return False


def _played(rules: Rules, chance: Random) -> PlayedOut:
    order = list(range(rules.cards_in_deck))
    chance.shuffle(order)
    wagers = {seat: _wagers(rules, chance) for seat in range(1, min(SEATS, rules.seats) + 1)}
    return play_out(rules, order, wagers, lambda session, now: _decision(session, now, chance), chance)


def play_out(rules: Rules, order: Iterable[int], wagers: Wagers, decide: Decide, chance: Random) -> PlayedOut:
    """A round dealt from this order of the cards and played to its end."""
    session = Session(rules, new_table(rules))
    session.must(*opening_commands(rules.submission.table.decks))
    session.must(*shuffle_commands(rules, order, 1), c.OpenRound(Role.DEALER))
    for seat, made in wagers.items():
        session.must(c.PlaceWagers(Role.PLAYER, 0, seat, made))
    session.must(c.NoMoreBets(Role.DEALER))
    chips = sum(1 for seat in _now(session).seats if seat.stake(PROGRESSIVE))
    if chips:
        session.must(c.CollectProgressive(Role.DEALER, 0, chips, chips))
    session.must(c.Deal(Role.DEALER))
    last, main, secondary = _now(session), session.table.main, session.table.secondary
    while session.table.round is not None:
        last = session.table.round
        session.must(_next(session, last, decide, chance))
    lines = tuple(event for event in session.events if isinstance(event, WagerSettled))
    return PlayedOut(replace(last, lines=lines), main, secondary)


def _now(session: Session) -> Round:
    assert session.table.round is not None, "the round is not over"
    return session.table.round


def _wagers(rules: Rules, chance: Random) -> tuple[tuple[str, int], ...]:
    made: dict[str, int] = {}
    for name, rule in rules.stakes.items():
        if rule.equals is not None and rule.equals in made:
            made[name] = made[rule.equals]
        elif rule.required or chance.random() < _OPTIONAL_MADE:
            made[name] = min(rule.maximum, rule.minimum * chance.randint(1, _MOST_TIMES))
    return tuple(made.items())


def _next(session: Session, now: Round, decide: Decide, chance: Random) -> c.AnyCommand:
    """What happens next: a decision, a card, a spin, or the settlement of a seat."""
    match now.phase:
        case Phase.DECISIONS:
            return decide(session, now)
        case Phase.BOARD:
            return c.DealCommunity(Role.DEALER)
        case Phase.REVEAL if stub_count_due(session.rules, session.table):
            return c.CountStub(Role.DEALER, 0, stub_size(session.rules, now))
        case Phase.REVEAL:
            return c.Reveal(Role.DEALER)
        case _:
            return _settling(session, now, chance)


def acts_now(session: Session, now: Round) -> list[Option]:
    """What the player whose turn it is may do."""
    found = (legal_commands(session.rules, session.table, Role.PLAYER, seat.seat) for seat in now.seats)
    return next(own for options in found if (own := [each for each in options if isinstance(each.command, c.Act)]))


def _decision(session: Session, now: Round, chance: Random) -> c.Act:
    acts = acts_now(session, now)
    wagering = [each for each in acts if each.largest]
    waiting = [each for each in acts if not each.largest]
    chosen = chance.choice(waiting if waiting and (not wagering or chance.random() < _FOLDED) else wagering)
    assert isinstance(chosen.command, c.Act)
    amount = chance.choice((chosen.smallest, chosen.largest)) or 0
    return replace(chosen.command, amount=amount)


def _settling(session: Session, now: Round, chance: Random) -> c.AnyCommand:
    """The next seat is settled; before that a wheel may have to be spun, or a payout validated."""
    trial = Session(session.rules, session.table)
    answer = trial.do(c.Settle(Role.DEALER))
    if isinstance(answer, Accepted):
        return c.Settle(Role.DEALER)
    seat = now.claim or 1
    if answer.code is not Code.WHEEL_NOT_SPUN:
        return c.ValidatePayout(Role.FLOORPERSON, 0, seat)
    assert session.rules.progressive is not None, "only a progressive has a wheel"
    symbols = [symbol for symbol, count in session.rules.progressive.segments for _ in range(count)]
    return c.SpinWheel(Role.DEVICE, 0, seat, chance.choice(symbols))
