"""The answer to a scenario, as data for programs."""

from __future__ import annotations

from typing import Any

from houserules.cards import Card, format_mask, mask_of
from houserules.money import format_dollars
from houserules.play import Rules, Seat
from houserules.play.events import WagerSettled
from houserules.scenarios.playing import Played


def answer_of(rules: Rules, played: Played) -> dict[str, Any]:
    own = (line for line in played.round.lines if line.source is None)
    order = dict.fromkeys(line.seat for line in (*own, *played.round.lines))
    seats = [seat for number in order if (seat := played.round.seat(number)) is not None]
    return {
        "rulebook": rules.book.id,
        "dealer": _dealer(rules, played),
        "seats": [_seat(rules, played, seat) for seat in seats],
        "meters": _meters(rules, played),
        "void": _void(played),
        "voids": _voids(played),
    }


def _dealer(rules: Rules, played: Played) -> dict[str, Any]:
    round_ = played.round
    if not round_.dealer or not played.dealer_known:
        return {"hand": None, "cards": None, "qualifies": None, "clause": None}
    qualifying = rules.book.qualifying
    qualifies = round_.qualifies if round_.revealed and qualifying else None
    clause = None
    if round_.revealed and qualifying is not None:
        clause = str(qualifying.reached.clause if qualifies else qualifying.base_below.clause)
    return {**_hand(rules, (*round_.dealer, *round_.board)), "qualifies": qualifies, "clause": clause}


def _hand(rules: Rules, cards: tuple[int, ...]) -> dict[str, Any]:
    if not cards:
        return {"hand": None, "cards": None}
    name, shown = rules.reader.describe(mask_of(Card(card) for card in cards))
    return {"hand": name, "cards": format_mask(shown)}


def _seat(rules: Rules, played: Played, seat: Seat) -> dict[str, Any]:
    lines = [line for line in played.round.lines if line.seat == seat.seat]
    staked = sum(line.stake for line in lines)
    returned = sum(line.returned for line in lines)
    cards = rules.played_cards(seat) if rules.is_complete(seat) else ()
    return {
        "seat": seat.seat,
        **_hand(rules, (*cards, *played.round.board) if cards else ()),
        "wagers": [_line(line) for line in lines],
        "staked": format_dollars(staked),
        "returned": format_dollars(returned),
        "net": format_dollars(returned - staked),
    }


def _line(line: WagerSettled) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "wager": line.wager,
        "staked": format_dollars(line.stake),
        "outcome": line.outcome.value,
        "odds": line.odds,
        "paid": format_dollars(line.paid),
        "returned": format_dollars(line.returned),
        "clause": line.clauses[0],
        "clauses": list(line.clauses),
    }
    beside = {"paytable": line.paytable, "line": line.row, "hand_of_seat": line.source, "limited_by": line.limited_by}
    if line.in_kind:
        beside["in_kind"] = format_dollars(line.in_kind)
    return answer | {key: value for key, value in beside.items() if value is not None}


def _meters(rules: Rules, played: Played) -> dict[str, str]:
    if not rules.meters:
        return {}
    shown = {"main": played.table.main, "secondary": played.table.secondary}
    return {name.value: format_dollars(shown[name]) for name in rules.progressive_rules.meters.value}


def _void(played: Played) -> dict[str, str] | None:
    void = played.round.void
    return None if void is None else {"clause": void.clauses[0], "reason": str(void.reason)}


def _voids(played: Played) -> list[dict[str, str | None]]:
    """Every reason, in the order of their clauses, with what it says about the deck, if anything."""
    return [
        {"clause": void.clauses[0], "reason": str(void.reason), "then": str(void.then) or None}
        for void in played.round.voids
    ]
