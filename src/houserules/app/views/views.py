"""What each onlooker is sent, in text: built up from the game's allow-lists, never cut down from the whole state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from houserules.app.people.roles import Person
from houserules.app.table.events import LIVE
from houserules.app.table.state import Closed, TableState
from houserules.app.table.verbs import VERBS
from houserules.app.views.options import player_options, staff_options, table_to_bet_at, why_not
from houserules.app.views.procedure import procedure
from houserules.app.views.shapes import (
    BoxShown,
    ClosedRound,
    Desk,
    HandShown,
    LineShown,
    OptionShown,
    PlayerShown,
    ProgressiveSystem,
    RoundShown,
    SealShown,
    SeatShown,
    TableView,
    You,
)
from houserules.caching import Cache
from houserules.cards import Card, format_card, format_mask, mask_of
from houserules.law import Submission
from houserules.law.words import PROGRESSIVE
from houserules.money import Money, format_dollars
from houserules.play import (
    Accepted,
    Role,
    Rules,
    compiled,
    dealer_view,
    decide,
    evolve_all,
    own_cards,
    public_view,
    surveillance_view,
)
from houserules.play.commands import Settle, ValidatePayout
from houserules.play.events import WagerSettled
from houserules.play.round.dealing import cards_to_read, next_deck
from houserules.play.state import UNREAD, Phase, Round, Table

View = dict[str, Any]

_rounds: Final[Cache[Round, RoundShown]] = Cache(128)
_last_rounds: Final[Cache[Round, RoundShown]] = Cache(256)
"""Apart from those in play: a last round stays as it is while the present one changes with each command."""


def dollars(amount: int) -> str:
    return format_dollars(Money(amount))


def cards(numbers: Any) -> list[str]:
    """As people read them. What nobody has read yet is left out."""
    return [format_card(Card(number)) for number in numbers if number != UNREAD]


def view_for(
    submission: Submission,
    state: TableState,
    meters: tuple[int, int] | None,
    person: Person | None,
    desk: str,
    now: int,
) -> TableView:
    """The table as this person at this desk may see it ``now``, in milliseconds since 1970."""
    account = person.account if person else ""
    rules = compiled(submission)
    shown = table_to_bet_at(submission, state)
    round_ = shown.round
    view: TableView = {
        "table": state.id,
        "name": state.name,
        "kind": state.kind,
        "version": state.version,
        "rulebook": rules.book.id,
        "game": rules.book.title,
        "jurisdiction": rules.book.jurisdiction,
        "submission": state.digest,
        "closed": state.table.closed,
        "idle": state.table.idle,
        "rounds": state.table.rounds,
        "phase": round_.phase.value if round_ else "waiting",
        "deadline": state.deadline,
        "automatic": list(state.settings.automatic),
        "meters": _meters(rules, state, meters),
        "progressive_system": _progressive_system(rules, shown),
        "seats": _seats(rules, state, account),
        "seal": _seal(state),
        "round": _round(rules, shown, state.seat_of(account)),
        "last_round": _last_round(rules, state.last, account),
        "you": _you(submission, state, person),
        "desk": None,
    }
    if desk == "dealer":
        view["desk"] = _dealers_desk(submission, state, account, now, shown, view["round"])
    elif desk == "surveillance":
        view["desk"] = _surveillance(rules, state)
    return view


def _meters(rules: Rules, state: TableState, meters: tuple[int, int] | None) -> dict[str, str]:
    if not rules.meters:
        return {}
    main, secondary = meters or (state.table.main, state.table.secondary)
    values = {"main": main, "secondary": secondary}
    return {name: dollars(values[name]) for name in rules.progressive_rules.meters.value}


def _seats(rules: Rules, state: TableState, account: str) -> list[SeatShown]:
    seats: list[SeatShown] = []
    for number in range(1, rules.seats + 1):
        sitting = state.sitting(number)
        player: PlayerShown | None = None
        if sitting is not None:
            player = {
                "name": sitting.name,
                "you": bool(account) and sitting.account == account,
                "chips": dollars(state.chips_of(sitting.account)),
                "ready": sitting.ready,
                "left": sitting.left,
            }
        seats.append({"seat": number, "player": player})
    return seats


def _seal(state: TableState) -> list[SealShown]:
    """What is published of the shuffles that are not opened yet; never the seed, the salts or the order."""
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


def _you(submission: Submission, state: TableState, person: Person | None) -> You | None:
    if person is None:
        return None
    options = player_options(submission, state, person.account)
    if state.kind == LIVE and not person.only_plays:
        options = [option for option in options if not VERBS[option["type"]].begins]
    return {
        "account": person.account,
        "name": person.name,
        "seat": state.seat_of(person.account),
        "chips": dollars(state.chips_of(person.account)),
        "options": options,
        "not_now": why_not(submission, state, person.account),
    }


def _round(rules: Rules, table: Table, own: int | None) -> RoundShown | None:
    """A round as its public part has it, with the cards of the viewer's own boxes put in."""
    round_ = table.round
    if round_ is None:
        return None
    return _with_own(rules, _rounds.find_same(round_, lambda: _public_round(rules, round_)), round_, own)


def _public_round(rules: Rules, round_: Round) -> RoundShown:
    """What everybody sees of it, the same for all; it is shared by the views of all who look on."""
    public = public_view(rules, replace(Table(), round=round_))["round"]
    board: list[int] = public["board"]
    dealer: list[int] | None = public["dealer"]
    return {
        "number": public["number"],
        "phase": public["phase"],
        "turn": public["turn"],
        "stage": rules.streets[min(round_.stage, len(rules.streets) - 1)].name if rules.streets else "",
        "board": cards(board),
        "dealer": cards(dealer) if dealer is not None else None,
        "dealer_hand": hand(rules, dealer, board) if dealer is not None else None,
        "dealer_qualifies": public["dealer_qualifies"],
        "void": public["void"],
        "claim": round_.claim,
        "seats": [_box(rules, box, board) for box in public["seats"]],
        "settled": [settled_line(line) for line in round_.lines],
    }


def _box(rules: Rules, box: View, board: list[int]) -> BoxShown:
    seen: list[int] | None = box["cards"]
    return {
        "seat": box["seat"],
        "player": box["player"],
        "yours": False,
        "wagers": {name: dollars(amount) for name, amount in box["wagers"].items()},
        "action": box["action"] or None,
        "amount": dollars(box["amount"]),
        "card_count": box["card_count"],
        "cards": cards(seen) if seen is not None else None,
        "hand": hand(rules, seen, board) if seen else None,
        "forfeited": box["forfeited"],
    }


def _with_own(rules: Rules, public: RoundShown, round_: Round, own: int | None) -> RoundShown:
    held = dict(own_cards(round_, own)) if own is not None else {}
    if not held:
        return public
    boxes = [
        _own_box(rules, box, held[box["seat"]], round_) if box["seat"] in held else box for box in public["seats"]
    ]
    return {**public, "seats": boxes}


def _own_box(rules: Rules, box: BoxShown, held: tuple[int, ...], round_: Round) -> BoxShown:
    return {**box, "yours": True, "cards": cards(held), "hand": hand(rules, held, round_.board) if held else None}


def hand(rules: Rules, held: Sequence[int], board: Sequence[int]) -> HandShown:
    """What the cards are worth: the name of the hand, and the cards that make it."""
    name, shown = rules.reader.describe(mask_of(Card(card) for card in (*held, *board)))
    return {"name": name, "cards": format_mask(shown).split()}


def settled_line(line: WagerSettled) -> LineShown:
    return {
        "seat": line.seat,
        "wager": line.wager,
        "staked": dollars(line.stake),
        "outcome": line.outcome,
        "odds": line.odds,
        "paid": dollars(line.paid),
        "returned": dollars(line.returned),
        "clause": line.clauses[0],
        "clauses": list(line.clauses),
        "paytable": line.paytable,
        "line": line.row,
        "hand_of_seat": line.source,
        "limited_by": line.limited_by,
    }


def _last_round(rules: Rules, last: Closed | None, account: str) -> ClosedRound | None:
    if last is None:
        return None
    public = _last_rounds.find_same(last.round, lambda: _public_round(rules, last.round))
    return {**_with_own(rules, public, last.round, last.seat_of(account)), "deal": last.context, "at": last.at}


def closed_round(rules: Rules, round_: Round, own: int | None, deal: str, at: int) -> ClosedRound:
    """A round that is over, as somebody who had this seat then (None: nobody) may remember it."""
    return {**_with_own(rules, _public_round(rules, round_), round_, own), "deal": deal, "at": at}


def _dealers_desk(
    submission: Submission, state: TableState, account: str, now: int, shown: Table, round_: RoundShown | None
) -> Desk:
    rules = compiled(submission)
    allowed = dealer_view(rules, state.table)
    steps = [] if state.kind == LIVE and state.plays_here(account) else _steps(submission, state, now)
    board = list(state.table.round.board) if state.table.round else []
    return {
        "decks": allowed["decks"],
        "devices_out_of_order": allowed["devices_out_of_order"],
        "rounds_since_stub_count": allowed["rounds_since_stub_count"],
        "progressive_wagers": allowed.get("progressive_wagers", 0),
        "claim": allowed.get("claim"),
        "automatic": list(state.settings.automatic),
        "dealing": state.table.dealing or submission.table.dealing,
        "next_deck": next_deck(rules, state.table),
        "cards_to_read": cards_to_read(rules, state.table, state.table.round) if state.table.round else 0,
        "payouts": _payouts(submission, state),
        "to_settle": [
            {"seat": box["seat"], "cards": cards(box["cards"]), "hand": hand(rules, box["cards"], board)}
            for box in allowed.get("to_settle", ())
        ],
        "steps": steps,
        "procedure": procedure(rules, state.table, shown, round_, steps),
    }


def _steps(submission: Submission, state: TableState, now: int) -> list[OptionShown]:
    return staff_options(submission, state, (Role.DEALER, Role.FLOORPERSON, Role.DEVICE), now // 1000)


def _payouts(submission: Submission, state: TableState) -> list[LineShown]:
    """While a round is settled: what the dealer takes and pays next, in the document's order, before it is done; and
    where that waits for somebody to validate it, what it would be."""
    table = state.table
    if table.round is not None and table.round.claim is not None:
        validated = decide(submission, table, ValidatePayout(Role.FLOORPERSON, table.now, table.round.claim))
        table = evolve_all(table, validated.events) if isinstance(validated, Accepted) else table
    answer = decide(submission, table, Settle(Role.DEALER, table.now))
    if not isinstance(answer, Accepted):
        return []
    return [settled_line(event) for event in answer.events if isinstance(event, WagerSettled)]


def _surveillance(rules: Rules, state: TableState) -> Desk:
    allowed = surveillance_view(rules, state.table)
    desk: Desk = {"decks": allowed["decks"], "rounds_since_stub_count": allowed["rounds_since_stub_count"]}
    if "hands" in allowed:
        desk |= {
            "hands": [{"seat": each["seat"], "cards": cards(each["cards"])} for each in allowed["hands"]],
            "dealer": cards(allowed["dealers_cards"]),
            "burned": cards(allowed["burned"]),
            "set_aside": cards(allowed["set_aside"]),
            "stub": allowed["stub"],
            "felt": dollars(allowed["felt"]),
        }
    return desk
