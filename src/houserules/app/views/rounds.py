"""A round as people see it: the part that everybody sees, with the cards of the viewer's own boxes added."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from houserules.app.views.table_shapes import BoxShown, ClosedRound, LineShown, RoundShown
from houserules.app.views.text import cards, hand
from houserules.money import format_dollars
from houserules.play import Round, Rules, Seat, Table, own_cards, public_view
from houserules.play.events import WagerSettled

_encode: Final = msgspec.json.Encoder().encode


def public_round(rules: Rules, round_: Round) -> RoundShown:
    """What everybody sees of it, the same for all."""
    public = public_view(rules, replace(Table(), round=round_))["round"]
    board: list[int] = public["board"]
    dealer: list[int] | None = public["dealer"]
    return {
        "number": public["number"],
        "entered": public["entered"],
        "phase": public["phase"],
        "turn": public["turn"],
        "stage": rules.streets[min(round_.stage, len(rules.streets) - 1)].name if rules.streets else "",
        "board": cards(board),
        "dealer": cards(dealer) if dealer is not None else None,
        "dealer_hand": hand(rules, dealer, board) if dealer is not None else None,
        "dealer_qualifies": public["dealer_qualifies"],
        "void": public["void"],
        "voids": [{"reason": reason, "clause": clause} for reason, clause in public["voids"]],
        "claim": round_.claim,
        "seats": [_box(rules, box, board) for box in public["seats"]],
        "settled": [settled_line(line) for line in round_.lines],
    }


def _box(rules: Rules, box: dict[str, Any], board: list[int]) -> BoxShown:
    seen: list[int] | None = box["cards"]
    return {
        "seat": box["seat"],
        "player": box["player"],
        "yours": False,
        "wagers": {name: format_dollars(amount) for name, amount in box["wagers"].items()},
        "action": box["action"] or None,
        "amount": format_dollars(box["amount"]),
        "card_count": box["card_count"],
        "cards": cards(seen) if seen is not None else None,
        "hand": hand(rules, seen, board) if seen else None,
        "forfeited": box["forfeited"],
    }


def _own_box(rules: Rules, box: BoxShown, held: tuple[int, ...], round_: Round) -> BoxShown:
    return {**box, "yours": True, "cards": cards(held), "hand": hand(rules, held, round_.board) if held else None}


def settled_line(line: WagerSettled) -> LineShown:
    return {
        "seat": line.seat,
        "wager": line.wager,
        "staked": format_dollars(line.stake),
        "outcome": line.outcome,
        "odds": line.odds,
        "paid": format_dollars(line.paid),
        "returned": format_dollars(line.returned),
        "clause": line.clauses[0],
        "clauses": list(line.clauses),
        "paytable": line.paytable,
        "line": line.row,
        "hand_of_seat": line.source,
        "limited_by": line.limited_by,
    }


def closed_round(rules: Rules, round_: Round, own: int | None, deal: str, at: int) -> ClosedRound:
    """A finished round, as somebody who had this seat then (None: nobody) may remember it."""
    public = public_round(rules, round_)
    held = dict(own_cards(round_, own)) if own is not None else {}
    boxes = [
        _own_box(rules, box, held[box["seat"]], round_) if box["seat"] in held else box for box in public["seats"]
    ]
    return {**public, "seats": boxes, "deal": deal, "at": at}


class EncodedRound:
    """A round in JSON: encoded once for all viewers. The boxes of one player are encoded again for that player."""

    __slots__ = ("_boxes", "_head", "_own", "_places", "_rules", "public", "round", "shown")

    def __init__(self, rules: Rules, round_: Round, before: EncodedRound | None = None, **closed: str | int) -> None:
        """``closed`` is the name of its shuffle and when it ended, if it is over."""
        shown = public_round(rules, round_)
        self._rules = rules
        self.round = round_
        self.shown = shown
        self._head = _encode({name: part for name, part in shown.items() if name != "seats"} | closed)[:-1]
        self._boxes = [_encode(box) for box in shown["seats"]]
        self._places: dict[int, list[tuple[int, Seat]]] = {}
        """The places in the list of each player's boxes."""
        for place, seat in enumerate(round_.seats):
            self._places.setdefault(seat.player, []).append((place, seat))
        self.public = self._with(self._boxes)
        self._own: dict[int, tuple[Seat, tuple[int, ...], bytes]] = (
            before._own if before is not None and before.round.number == round_.number else {}
        )
        """The boxes as their own players see them, with what they were encoded from."""

    def seen_by(self, player: int | None) -> bytes:
        """With the cards of this player's own boxes; None: somebody who has none."""
        own = self._places.get(player) if player is not None else None
        if own is None:
            return self.public
        boxes = self._boxes.copy()
        for place, seat in own:
            boxes[place] = self._own_box(place, seat)
        return self._with(boxes)

    def _own_box(self, place: int, seat: Seat) -> bytes:
        board = self.round.board
        known = self._own.get(seat.seat)
        if known is None or known[0] is not seat or known[1] != board:
            held = dict(own_cards(self.round, seat.player))[seat.seat]
            box = _own_box(self._rules, self.shown["seats"][place], held, self.round)
            known = self._own[seat.seat] = (seat, board, _encode(box))
        return known[2]

    def _with(self, boxes: list[bytes]) -> bytes:
        return b'%b,"seats":[%b]}' % (self._head, b",".join(boxes))
