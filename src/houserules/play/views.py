"""What each viewer may see. A view is built from a list of what is allowed, never by removing parts of the whole."""

from __future__ import annotations

from typing import Any

from houserules.law.words import PROGRESSIVE
from houserules.play.events import WagerSettled
from houserules.play.rules import Rules
from houserules.play.state import Round, Seat, Table

View = dict[str, Any]


def public_view(rules: Rules, table: Table) -> View:
    """What anyone at the table can see: the layout, cards that lie face up, the meters."""
    view: View = {
        "rulebook": rules.book.id,
        "rounds": table.rounds,
        "closed": table.closed,
        "idle": table.idle,
        "meters": _meters(rules, table),
        "devices_out_of_order": list(table.failed),
        "devices_still_covered": [device for device in table.covered if device not in table.failed],
        "round": None,
    }
    if table.round is not None:
        view["round"] = _public_round(table.round)
    return view


def own_cards(round_: Round, player: int) -> list[tuple[int, tuple[int, ...]]]:
    """The boxes of one player, each with its cards: what this player can see and others cannot."""
    return [(seat.seat, seat.cards) for seat in round_.seats if seat.player == player]


def dealer_view(rules: Rules, table: Table) -> View:
    """The public view, with what the dealer must attend to.

    Cards that lie face down are hidden from the dealer, except hands that are turned up to be settled.
    """
    view = public_view(rules, table)
    view["decks"] = [{"deck": deck.number, "status": deck.status.value} for deck in table.decks]
    view["rounds_since_stub_count"] = table.rounds_since_count
    round_ = table.round
    if round_ is not None:
        view["progressive_wagers"] = sum(1 for seat in round_.seats if seat.stake(PROGRESSIVE))
        view["claim"] = round_.claim
        view["set_aside"] = list(round_.set_aside)
        view["to_settle"] = [
            {"seat": seat.seat, "cards": list(seat.cards)} for seat in round_.seats if _is_shown_down(round_, seat)
        ]
    return view


def surveillance_view(rules: Rules, table: Table) -> View:
    """All cards on the layout, face up or down, and all discards; of the undealt cards only their number."""
    view = dealer_view(rules, table)
    round_ = table.round
    if round_ is not None:
        view["hands"] = [{"seat": seat.seat, "cards": list(seat.cards)} for seat in round_.seats]
        view["dealers_cards"] = list(round_.dealer)
        view["burned"] = list(round_.burned)
        view["stub"] = len(round_.stock)
        view["felt"] = round_.felt
    return view


def _meters(rules: Rules, table: Table) -> dict[str, int]:
    if not rules.meters:
        return {}
    shown = {"main": table.main, "secondary": table.secondary}
    return {name.value: shown[name] for name in rules.progressive_rules.meters.value}


def _public_round(round_: Round) -> View:
    return {
        "number": round_.number,
        "entered": round_.entered,
        "phase": round_.phase.value,
        "turn": round_.seats[round_.turn].seat if round_.turn is not None else None,
        "board": list(round_.board),
        "dealer": list(round_.dealer) if round_.revealed else None,
        "dealer_qualifies": round_.qualifies if round_.revealed else None,
        "void": round_.void.reason if round_.void else None,
        "voids": [(void.reason, void.clauses[0]) for void in round_.voids],
        "seats": [_public_seat(round_, seat) for seat in round_.seats],
        "settled": [_settled(line) for line in round_.lines],
    }


def _public_seat(round_: Round, seat: Seat) -> View:
    return {
        "seat": seat.seat,
        "player": seat.player,
        "wagers": dict(seat.stakes),
        "action": seat.action,
        "amount": seat.amount,
        "card_count": len(seat.cards),
        "cards": list(seat.cards) if _turned_up(round_, seat) else None,
        "forfeited": seat.forfeited,
    }


def _turned_up(round_: Round, seat: Seat) -> bool:
    """Hands are turned face up one by one as they are settled; a hand that was folded stays face down."""
    own = (line for line in round_.lines if line.source is None)
    return _is_shown_down(round_, seat) and any(line.seat == seat.seat for line in own)


def _is_shown_down(round_: Round, seat: Seat) -> bool:
    return round_.revealed and seat.action != "fold" and seat.forfeited is None


def _settled(line: WagerSettled) -> View:
    return {
        "seat": line.seat,
        "wager": line.wager,
        "outcome": line.outcome,
        "odds": line.odds,
        "paid": line.paid,
        "returned": line.returned,
        "clause": line.clauses[0],
    }
