"""What somebody may ask of a table now, each with its title, the clause that lets them, and what they must state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

from msgspec.structs import replace

from houserules.app.people.roles import FLOOR_OR_ABOVE, Job
from houserules.app.table.automation import can_be_shuffled, default_decision, takes_by_itself
from houserules.app.table.fields import Field
from houserules.app.table.state import TableState
from houserules.app.table.verbs import VERB_OF, VERBS, Verb
from houserules.app.views.irregularities import IRREGULARITIES
from houserules.app.views.shapes import ChoiceOfInput, InputShown, NotNow, OptionShown
from houserules.caching import Cache
from houserules.law import Submission
from houserules.law.words import Role
from houserules.money import Money, format_dollars
from houserules.play import Accepted, Option, Refused, Rules, compiled, decide, evolve_all, legal_commands
from houserules.play import commands as c
from houserules.play.commands import AnyCommand
from houserules.play.round.dealing import next_deck
from houserules.play.state import DeckStatus, Phase, Table

_openings: Final[Cache[Table, Table]] = Cache(64)


def table_to_bet_at(submission: Submission, state: TableState) -> Table:
    """The table as the first player to bet will find it, where a round opens by itself with the first wager."""
    table = state.table
    opens = takes_by_itself(state, c.OpenRound) and takes_by_itself(state, c.Shuffle)
    if table.round is not None or table.closed or not opens:
        return table
    return _openings.find_same(table, lambda: _opened(submission, table))


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


def player_options(submission: Submission, state: TableState, account: str) -> list[OptionShown]:
    seat = state.seat_of(account)
    if seat is None:
        return []
    table = table_to_bet_at(submission, state)
    lawful = [
        *legal_commands(submission, table, Role.PLAYER, seat),
        *_neighbouring_boxes(submission, state, table, seat),
    ]
    options = [_shown(submission, table, option) for option in lawful]
    sitting = state.sitting(seat)
    round_ = state.table.round
    if round_ is not None and round_.phase is Phase.BETTING and round_.seats and sitting and not sitting.ready:
        options.append(option_of(VERBS["ready"]))
    return options


def _neighbouring_boxes(submission: Submission, state: TableState, table: Table, seat: int) -> Iterator[Option]:
    """Free boxes beside their own on which a player may bet too, and wagers that may be taken back there."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return
    rules, at, reach = compiled(submission), table.now, submission.table.adjacent_boxes - 1
    base = rules.stakes[rules.base_wager]
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
    wagers = tuple((name, rules.stakes[rules.base_wager].minimum) for name in rules.required)
    passive = default_decision(submission, state, table.now)
    wanted: list[AnyCommand] = [
        c.PlaceWagers(Role.PLAYER, table.now, seat, wagers),
        *(c.Act(Role.PLAYER, table.now, seat, wager) for wager in _wagers_after_the_deal(rules, table)),
    ]
    if isinstance(passive, c.Act):
        wanted.append(c.Act(Role.PLAYER, table.now, seat, passive.action))
    return [
        _reason(command, answer)
        for command in wanted
        if isinstance(answer := decide(submission, table, command), Refused) and not _only_amount(answer)
    ]


def _wagers_after_the_deal(rules: Rules, table: Table) -> tuple[str, ...]:
    """The wager of the street that the round has come to, or of the first one."""
    if not rules.streets:
        return ()
    return (rules.streets[table.round.stage if table.round else 0].wager,)


def _only_amount(answer: Refused) -> bool:
    return answer.code.value.startswith("amount_")


def _reason(command: AnyCommand, answer: Refused) -> NotNow:
    return {
        "type": VERB_OF[type(command)].name, "action": getattr(command, "action", None), "code": answer.code.value,
        "clause": answer.clause, "facts": dict(answer.facts),
    }  # fmt: skip


def staff_options(submission: Submission, state: TableState, roles: tuple[Role, ...], at: int) -> list[OptionShown]:
    """The steps that the dealer, the floor or the devices may take at this second, each once."""
    rules, table = compiled(submission), state.table
    found: dict[str, tuple[OptionShown, AnyCommand, set[Role]]] = {}
    lawful = [(role, option) for role in roles for option in legal_commands(submission, table, role, at=at)]
    undealt = _nothing_dealt({type(option.command) for _, option in lawful})
    for role, option in lawful:
        if _is_offered(option.command, undealt):
            shown = _shown(submission, table, option)
            key = repr(sorted(shown.items(), key=lambda pair: pair[0]))
            found.setdefault(key, (shown, option.command, set()))[2].add(role)
    for shown, command, lawful_for in found.values():
        shown["roles"] = sorted(job.value for job in _jobs(VERBS[shown["type"]], lawful_for))
        shown["aside"] = VERBS[shown["type"]].aside
        shown["inputs"] = [_input(rules, table, command, field) for field in _asked_for(command)]
    return [shown for shown, _, _ in found.values()]


def _nothing_dealt(offered: set[type[AnyCommand]]) -> bool:
    """Until the chips of the progressive wager are collected no card may leave the deck."""
    return c.CollectProgressive in offered and not offered & {c.Deal, c.ReadCards}


def _is_offered(command: AnyCommand, undealt: bool) -> bool:
    """Cards that come preshuffled are not brought by request. While none is dealt no card can be amiss, though the
    documents know one time of dealing, which begins with "no more bets"."""
    if isinstance(command, c.ReceiveCards):
        return not command.preshuffled
    if isinstance(command, c.Report):
        return not (undealt and IRREGULARITIES[command.kind].of_dealing)
    return True


def _jobs(verb: Verb, lawful: set[Role]) -> frozenset[Job]:
    """Who takes this step. What dealers and the floor may both ask is asked in one's own role, and the document may
    want the floor's."""
    return verb.jobs - {Job.DEALER} if Role.DEALER not in lawful and verb.jobs & FLOOR_OR_ABOVE else verb.jobs


def _shown(submission: Submission, table: Table, option: Option) -> OptionShown:
    command = option.command
    verb = VERB_OF[type(command)]
    fixed = {field.name: getattr(command, field.name) for field in verb.fields if field.fixed}
    shown = option_of(verb, **fixed)
    if isinstance(command, c.PlaceWagers):
        shown["wagers"] = {name: _dollars(amount) for name, amount in command.wagers}
    if option.smallest is not None and not isinstance(command, c.CutCards):
        shown["smallest"], shown["largest"] = _dollars(option.smallest), _dollars(option.largest or 0)
    answer = decide(submission, table, command)
    if isinstance(answer, Accepted) and answer.events:
        shown["clause"] = next(iter(answer.events[0].clauses), None)
    return shown


def option_of(verb: Verb, **fixed: Any) -> OptionShown:
    """A verb with the fields that are fixed, and its title, which names them."""
    title = verb.title
    if verb.command is c.Report:
        title = IRREGULARITIES[fixed["kind"]].title
    for field in verb.fields:
        if field.suffix and field.name in fixed:
            title += field.suffix.format(str(fixed[field.name]).replace("_", " "))
    return cast(OptionShown, {"type": verb.name, "title": title, **fixed})


def _asked_for(command: AnyCommand) -> Iterator[Field]:
    """What the person who takes the step must state."""
    if isinstance(command, c.Report):
        yield from IRREGULARITIES[command.kind].inputs
    else:
        yield from (field for field in VERB_OF[type(command)].fields if field.input)


def _input(rules: Rules, table: Table, command: AnyCommand, field: Field) -> InputShown:
    """What is counted is never filled in; what has a usual value begins with it."""
    shown: InputShown = {"name": field.name, "input": field.input, "label": field.label}
    if field.input == "count" and not field.required:
        shown["value"] = getattr(command, field.name)
    if isinstance(command, c.Report) and field.input == "choice":
        shown["choices"] = list(_hands(rules, table, IRREGULARITIES[command.kind].only_seats))
    if isinstance(command, c.SpinWheel):
        shown["choices"] = list(_symbols(rules))
    return shown


def _hands(rules: Rules, table: Table, only_seats: bool) -> Iterator[ChoiceOfInput]:
    for box in table.round.seats if table.round else ():
        yield {"label": f"Seat {box.seat}", "fields": {"seat": box.seat}}
    if not only_seats:
        yield {"label": "The dealer's", "fields": {"who": "dealer"}}
    if not only_seats and rules.community_cards:
        yield {"label": "The community cards", "fields": {"who": "community"}}


def _symbols(rules: Rules) -> Iterator[ChoiceOfInput]:
    yield {"label": "the service spins it", "fields": {}}
    for symbol, _ in rules.progressive.segments if rules.progressive else ():
        yield {"label": symbol, "fields": {"symbol": symbol}}


def _dollars(amount: int) -> str:
    return format_dollars(Money(amount))
