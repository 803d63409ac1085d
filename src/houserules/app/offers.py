"""What somebody may ask of a table now, in the words of the asks, each with the clause that lets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast, get_args

from msgspec.structs import replace

from houserules.app.asks import AnyAsk
from houserules.app.automation import can_be_shuffled, default_decision
from houserules.app.recent import Recent
from houserules.app.roles import ASKS, FLOOR_OR_ABOVE, Job
from houserules.app.shapes import NotNow, Offer
from houserules.app.state import TableState
from houserules.law import Submission
from houserules.law.shown import base_wager
from houserules.money import Money, format_dollars
from houserules.play import Accepted, Option, Refused, compiled, decide, evolve_all, legal_commands
from houserules.play import commands as c
from houserules.play.commands import AnyCommand, Role
from houserules.play.dealing import next_deck
from houserules.play.state import DeckStatus, Phase, Table

_ASKS: Final[dict[type, str]] = {
    c.ReceiveCards: "receive_cards",
    c.InspectCards: "inspect_cards",
    c.VerifyInspection: "verify_inspection",
    c.SpreadCards: "spread_cards",
    c.ViewCards: "view_cards",
    c.StackCards: "stack_cards",
    c.Shuffle: "shuffle",
    c.OrderShuffle: "order_shuffle",
    c.CutCards: "cut_cards",
    c.OrderRecut: "order_recut",
    c.GoIdle: "go_idle",
    c.RemoveDeck: "remove_deck",
    c.ReportDevice: "report_device",
    c.CoverDevice: "cover_device",
    c.ChangeDealing: "change_dealing",
    c.CloseTable: "close_table",
    c.OpenRound: "open_round",
    c.PlaceWagers: "place_wagers",
    c.WithdrawWagers: "withdraw_wagers",
    c.NoMoreBets: "no_more_bets",
    c.CollectProgressive: "collect_progressive",
    c.CorrectCount: "correct_count",
    c.ReadCards: "read_cards",
    c.Deal: "deal",
    c.DealCommunity: "deal_community",
    c.Act: "act",
    c.CountStub: "count_stub",
    c.Report: "report",
    c.Reveal: "reveal",
    c.Settle: "settle",
    c.SpinWheel: "spin_wheel",
    c.ValidatePayout: "validate_payout",
}

_SHOWN: Final = ("deck", "seat", "action", "kind", "device", "method", "chips", "sensors", "counted", "depth")
"""The fields of a command that an offer repeats, as far as the ask has them too."""

_openings: Final[Recent[Table, Table]] = Recent(64)

_FIELDS: Final = {ask.__struct_config__.tag: ask.__struct_fields__ for ask in get_args(AnyAsk)}


def table_to_bet_at(submission: Submission, state: TableState) -> Table:
    """The table as it will be for whoever bets first, where a round opens by itself with the first wager."""
    table = state.table
    opens = state.automatic("open_round") and state.automatic("shuffle")
    if table.round is not None or table.closed or not opens:
        return table
    return _openings.get(table, lambda: _opened(submission, table))


def _opened(submission: Submission, table: Table) -> Table:
    rules = compiled(submission)
    deck = table.deck(next_deck(rules, table))
    if deck is None or deck.status not in (DeckStatus.STACKED, DeckStatus.SHUFFLED, DeckStatus.READY):
        return table
    if deck.status is DeckStatus.STACKED and not can_be_shuffled(rules, table, deck.number, table.now):
        return table
    ready = replace(deck, status=DeckStatus.READY, cards=(), received_at=table.now)
    prepared = replace(table, decks=tuple(ready if each.number == deck.number else each for each in table.decks))
    answer = decide(submission, prepared, c.OpenRound(Role.DEALER, table.now))
    return evolve_all(prepared, answer.events) if isinstance(answer, Accepted) else table


def player_offers(submission: Submission, state: TableState, account: str) -> list[Offer]:
    seat = state.seat_of(account)
    if seat is None:
        return []
    table = table_to_bet_at(submission, state)
    options = [
        *legal_commands(submission, table, Role.PLAYER, seat),
        *_neighbouring_boxes(submission, state, table, seat),
    ]
    offers = [_offer(submission, table, option) for option in options]
    sitting = state.sitting(seat)
    round_ = state.table.round
    if round_ is not None and round_.phase is Phase.BETTING and round_.seats and sitting and not sitting.ready:
        offers.append({"type": "ready"})
    return offers


def _neighbouring_boxes(submission: Submission, state: TableState, table: Table, seat: int) -> Iterator[Option]:
    """Free boxes beside the own one on which a player may bet too, and wagers that may be taken back there."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return
    rules, at, reach = compiled(submission), table.now, submission.table.adjacent_boxes - 1
    base = rules.stakes[base_wager(rules.book)]
    least = tuple((name, base.minimum) for name in rules.required)
    for number in range(max(1, seat - reach), min(rules.seats, seat + reach) + 1):
        box = round_.seat(number)
        if number == seat or state.sitting(number) is not None:
            continue
        if box is not None and box.player == seat:
            yield Option(c.WithdrawWagers(Role.PLAYER, at, number))
        bet = c.PlaceWagers(Role.PLAYER, at, number, least, seat)
        if box is None and isinstance(decide(submission, table, bet), Accepted):
            yield Option(bet, base.minimum, base.maximum)


def why_not(submission: Submission, state: TableState, account: str) -> list[NotNow]:
    """What a player might want to do and may not, each with the reason."""
    seat = state.seat_of(account)
    if seat is None:
        return []
    rules, table = compiled(submission), table_to_bet_at(submission, state)
    wagers = tuple((name, rules.stakes[base_wager(rules.book)].minimum) for name in rules.required)
    passive = default_decision(submission, state, table.now)
    wanted: list[AnyCommand] = [
        c.PlaceWagers(Role.PLAYER, table.now, seat, wagers),
        c.Act(Role.PLAYER, table.now, seat, rules.decision_wager),
    ]
    if isinstance(passive, c.Act):
        wanted.append(c.Act(Role.PLAYER, table.now, seat, passive.action))
    return [
        _reason(command, answer)
        for command in wanted
        if isinstance(answer := decide(submission, table, command), Refused) and not _only_amount(answer)
    ]


def _only_amount(answer: Refused) -> bool:
    return answer.code.value.startswith("amount_")


def _reason(command: AnyCommand, answer: Refused) -> NotNow:
    return {
        "type": _ASKS[type(command)], "action": getattr(command, "action", None), "code": answer.code.value,
        "clause": answer.clause, "facts": dict(answer.facts),
    }  # fmt: skip


def staff_offers(submission: Submission, state: TableState, roles: tuple[Role, ...], at: int) -> list[Offer]:
    """The steps that the dealer, the floor or the devices may take at this second, each once."""
    offers: dict[str, tuple[Offer, set[Role]]] = {}
    for role in roles:
        for option in legal_commands(submission, state.table, role, at=at):
            if isinstance(option.command, c.ReceiveCards) and option.command.preshuffled:
                continue
            offer = _offer(submission, state.table, option)
            key = repr(sorted(offer.items(), key=lambda pair: pair[0]))
            offers.setdefault(key, (offer, set()))[1].add(role)
    for offer, lawful in offers.values():
        offer["roles"] = sorted(job.value for job in _jobs(offer["type"], lawful))
    return [offer for offer, _ in offers.values()]


def _jobs(ask: str, lawful: set[Role]) -> frozenset[Job]:
    """Who takes this step. What dealers and the floor may both ask is asked in one's own role, and the document may
    want the floor's."""
    jobs = ASKS[ask]
    return jobs - {Job.DEALER} if Role.DEALER not in lawful and jobs & FLOOR_OR_ABOVE else jobs


def _offer(submission: Submission, table: Table, option: Option) -> Offer:
    command = option.command
    ask = _ASKS[type(command)]
    fixed = {name: getattr(command, name) for name in _SHOWN if hasattr(command, name) and name in _FIELDS[ask]}
    offer = cast(Offer, {"type": ask, **fixed})
    if isinstance(command, c.PlaceWagers):
        offer["wagers"] = {name: _dollars(amount) for name, amount in command.wagers}
    if option.smallest is not None and not isinstance(command, c.CutCards):
        offer["smallest"], offer["largest"] = _dollars(option.smallest), _dollars(option.largest or 0)
    answer = decide(submission, table, command)
    if isinstance(answer, Accepted) and answer.events:
        offer["clause"] = next(iter(answer.events[0].clauses), None)
    return offer


def _dollars(amount: int) -> str:
    return format_dollars(Money(amount))
