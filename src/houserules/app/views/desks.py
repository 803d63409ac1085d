"""What the dealer's desk and surveillance show in addition to the table that everybody sees."""

from __future__ import annotations

from houserules.app.table.state import TableState
from houserules.app.views.options import staff_options
from houserules.app.views.procedure import procedure
from houserules.app.views.rounds import settled_line
from houserules.app.views.table_shapes import Desk, LineShown, OptionShown, RoundShown
from houserules.app.views.text import cards, hand
from houserules.money import format_dollars
from houserules.play import (
    Accepted,
    Role,
    Rules,
    Table,
    cards_to_read,
    dealer_view,
    decide,
    evolve_all,
    next_deck,
    surveillance_view,
)
from houserules.play.commands import Settle, ValidatePayout
from houserules.play.events import WagerSettled


def dealers_desk(
    rules: Rules, state: TableState, shown: Table, round_: RoundShown | None, works: bool, now: int
) -> Desk:
    """``shown`` is the table with the round that opens automatically when somebody bets, ``round_`` what everybody
    sees of it. ``works``: whether the viewer may take steps here; ``now`` is in milliseconds since 1970."""
    allowed = dealer_view(rules, state.table)
    steps: list[OptionShown] = []
    if works:
        steps = staff_options(rules, state, (Role.DEALER, Role.FLOORPERSON, Role.DEVICE), now // 1000)
    board = list(state.table.round.board) if state.table.round else []
    return {
        "decks": allowed["decks"],
        "devices_out_of_order": allowed["devices_out_of_order"],
        "devices_still_covered": allowed["devices_still_covered"],
        "rounds_since_stub_count": allowed["rounds_since_stub_count"],
        "progressive_wagers": allowed.get("progressive_wagers", 0),
        "claim": allowed.get("claim"),
        "set_aside": cards(allowed.get("set_aside", ())),
        "cards_set_aside": len(allowed.get("set_aside", ())),
        "automatic": list(state.settings.automatic),
        "dealing": state.table.dealing or rules.default_dealing,
        "next_deck": next_deck(rules, state.table),
        "cards_to_read": cards_to_read(rules, state.table, state.table.round) if state.table.round else 0,
        "payouts": _payouts(rules, state),
        "to_settle": [
            {"seat": box["seat"], "cards": cards(box["cards"]), "hand": hand(rules, box["cards"], board)}
            for box in allowed.get("to_settle", ())
        ],
        "steps": steps,
        "procedure": procedure(rules, state.table, shown, round_, steps),
    }


def _payouts(rules: Rules, state: TableState) -> list[LineShown]:
    """While a round is settled: what the dealer takes and pays next, in the document's order, before it is done; and
    if that waits for somebody to validate it, what it would be."""
    table = state.table
    if table.round is not None and table.round.claim is not None:
        validated = decide(rules, table, ValidatePayout(Role.FLOORPERSON, table.now, table.round.claim))
        table = evolve_all(table, validated.events) if isinstance(validated, Accepted) else table
    answer = decide(rules, table, Settle(Role.DEALER, table.now))
    if not isinstance(answer, Accepted):
        return []
    return [settled_line(event) for event in answer.events if isinstance(event, WagerSettled)]


def surveillance_desk(rules: Rules, state: TableState) -> Desk:
    allowed = surveillance_view(rules, state.table)
    desk: Desk = {"decks": allowed["decks"], "rounds_since_stub_count": allowed["rounds_since_stub_count"]}
    if "hands" in allowed:
        desk |= {
            "hands": [{"seat": each["seat"], "cards": cards(each["cards"])} for each in allowed["hands"]],
            "dealer": cards(allowed["dealers_cards"]),
            "burned": cards(allowed["burned"]),
            "set_aside": cards(allowed["set_aside"]),
            "stub": allowed["stub"],
            "felt": format_dollars(allowed["felt"]),
        }
    return desk
