"""What the floor sees of a progressive win before a second person validates it."""

from __future__ import annotations

from houserules.app.table.state import TableState
from houserules.app.views.floor_shapes import ClaimShown
from houserules.app.views.text import cards, hand
from houserules.law.words import PROGRESSIVE
from houserules.money import format_dollars
from houserules.play import Accepted, Role, Rules, decide, evolve, evolve_all
from houserules.play.commands import Settle, ValidatePayout
from houserules.play.events import WagerSettled


def claim_shown(rules: Rules, state: TableState) -> ClaimShown | None:
    """The win that waits, as settling would pay it if it were validated now; None while that is not known."""
    table, round_ = state.table, state.table.round
    seat = round_.seat(round_.claim) if round_ is not None and round_.claim is not None else None
    if round_ is None or seat is None:
        return None
    validated = decide(rules, table, ValidatePayout(Role.FLOORPERSON, table.now, seat.seat))
    if not isinstance(validated, Accepted):
        return None
    table = evolve_all(table, validated.events)
    answer = decide(rules, table, Settle(Role.DEALER, table.now))
    line, before, after = None, table.main, table.main
    for event in answer.events if isinstance(answer, Accepted) else ():
        if line is not None and isinstance(event, WagerSettled):
            break
        if isinstance(event, WagerSettled) and (event.wager, event.seat) == (PROGRESSIVE, seat.seat):
            line, before = event, table.main
        table = evolve(table, event)
        if line is not None:
            after = table.main
    if line is None or line.row is None:
        return None
    sitting, seal = state.sitting(seat.player), state.seal(round_.deck)
    return {
        "player": sitting.name if sitting is not None else "",
        "seat": seat.seat,
        "cards": cards(seat.cards),
        "hand": hand(rules, seat.cards, round_.board),
        "board": cards(round_.board),
        "paytable": line.paytable,
        "line": line.row,
        "odds": line.odds,
        "paid": format_dollars(line.paid),
        "clauses": list(line.clauses),
        "meter_before": format_dollars(before),
        "meter_after": format_dollars(after),
        "deal": seal.context if seal is not None else "",
        "verifiable": not round_.entered,
    }
