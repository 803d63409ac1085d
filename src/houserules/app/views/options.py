"""What somebody may ask of a table now, each with its title, the clause that allows it, and what they must state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from houserules.app.people.roles import FLOOR_OR_ABOVE, Job
from houserules.app.table.automation import can_be_shuffled, takes_by_itself
from houserules.app.table.fields import CARDS_IN_ORDER, DURING, SHUFFLER_COUNTED, Field
from houserules.app.table.state import TableState
from houserules.app.table.verbs import CONFIRM, VERB_OF, VERBS, Verb
from houserules.app.views.irregularities import IRREGULARITIES
from houserules.app.views.table_shapes import ChoiceOfInput, InputShown, NotNow, OptionShown
from houserules.caching import Cache
from houserules.law.words import Role
from houserules.money import format_dollars
from houserules.play import (
    AnyCommand,
    DeckStatus,
    Option,
    Phase,
    Refused,
    Round,
    Rules,
    Table,
    decide,
    lawful_actions,
    lawful_amounts,
    lawful_options,
    legal_commands,
    next_deck,
    shuffler_in_use,
    why_no_dealing,
    why_no_round,
)
from houserules.play import commands as c

_encode: Final = msgspec.json.Encoder().encode

_MOST_SITUATIONS: Final = 1_000
_MOST_IN_ONE: Final = 200


def table_to_bet_at(rules: Rules, state: TableState) -> Table:
    """The table as the first player to bet will find it, if a round opens automatically with the first wager."""
    table = state.table
    if table.round is not None or not takes_by_itself(state, c.OpenRound):
        return table
    number = next_deck(rules, table)
    deck = table.deck(number)
    if deck is None or deck.status not in (DeckStatus.STACKED, DeckStatus.SHUFFLED, DeckStatus.READY):
        return table
    if deck.status is not DeckStatus.READY and not takes_by_itself(state, c.Shuffle):
        return table
    if deck.status is DeckStatus.STACKED and not can_be_shuffled(rules, table):
        return table
    if why_no_round(rules, table) is not None or why_no_dealing(rules, table) is not None:
        return table
    if state.unconfirmed(number):
        return table
    return replace(table, round=Round(table.rounds + 1, number, deck.entered))


Shown = tuple[bytes, bytes]
"""What a player may ask for, and what they may not and why, both in JSON."""


class OptionsOfPlayers:
    """What each player at the tables under some rules may ask for.

    Most of what happens at a table changes this for one player only, and the same situations recur round after round.
    So the answers are cached by everything they depend on: for the table in :func:`_situation_of`, for the player in
    :func:`_own_part`.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._known: Cache[object, dict[object, Shown]] = Cache(_MOST_SITUATIONS)

    def at(self, state: TableState, table: Table) -> OptionsAtTable:
        """``table`` is the one to bet at."""
        return OptionsAtTable(self.rules, state, table, self._known.find(_situation_of(state, table), dict))


class OptionsAtTable:
    """The options of the players at one version of a table."""

    __slots__ = ("_known", "_rules", "_state", "_table")

    def __init__(self, rules: Rules, state: TableState, table: Table, known: dict[object, Shown]) -> None:
        self._rules, self._state, self._table, self._known = rules, state, table, known

    def of(self, seat: int | None, may_begin: bool) -> Shown:
        """The options of the player at this seat. ``may_begin`` is false for people who may not bring money into
        play."""
        if seat is None:
            return b"[]", b"[]"
        key = (seat, may_begin, _own_part(self._rules, self._state, self._table, seat))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_IN_ONE:
                self._known.clear()
            known = self._known[key] = self._shown(seat, may_begin)
        return known

    def _shown(self, seat: int, may_begin: bool) -> Shown:
        options = player_options(self._rules, self._state, self._table, seat)
        if not may_begin:
            options = [option for option in options if not VERBS[option["type"]].begins]
        return _encode(options), _encode(why_not(self._rules, self._table, seat))


@lru_cache(maxsize=64)
def options_under(rules: Rules) -> OptionsOfPlayers:
    """One for all tables under these rules."""
    return OptionsOfPlayers(rules)


def _situation_of(state: TableState, table: Table) -> object:
    """What determines, for all players alike, what they may do."""
    round_ = table.round
    decks = tuple([(deck.number, deck.status, deck.cut) for deck in table.decks])
    common = (table.closed, table.idle, table.dealing, table.failed, table.covered, decks)
    if round_ is None:
        return common
    if round_.phase is Phase.BETTING:
        boxes = tuple([(box.seat, box.player) for box in round_.seats])
        return common, boxes, tuple([sitting.seat for sitting in state.sittings])
    asked = round_.seats[round_.turn].seat if round_.turn is not None else None
    return common, round_.phase, round_.stage, asked


def _own_part(rules: Rules, state: TableState, table: Table, seat: int) -> object:
    """What else determines what the player at this seat may do."""
    round_ = table.round
    if round_ is None:
        return None
    if round_.phase is Phase.BETTING:
        sitting = state.sitting(seat)
        stakes = tuple([box.stakes for box in round_.seats if box.player == seat])
        return sitting is not None and sitting.ready, stakes
    if round_.turn is None:
        return None
    asked = round_.seats[round_.turn]
    own = tuple([(box.seat, box.action) for box in round_.seats if seat in (box.player, box.seat)])
    return own, lawful_amounts(rules, round_, asked) if asked.player == seat else None


def player_options(rules: Rules, state: TableState, table: Table, seat: int) -> list[OptionShown]:
    """What the player at this seat may ask for at ``table``, which is the one to bet at."""
    lawful = [*legal_commands(rules, table, Role.PLAYER, seat), *_neighbouring_boxes(rules, state, table, seat)]
    options = [_with_set_hand(rules, option, _shown(option)) for option in lawful]
    sitting = state.sitting(seat)
    round_ = state.table.round
    if round_ is not None and round_.phase is Phase.BETTING and round_.seats and sitting and not sitting.ready:
        options.append(option_of(VERBS["ready"]))
    return options


def _neighbouring_boxes(rules: Rules, state: TableState, table: Table, seat: int) -> Iterator[Option]:
    """Free boxes beside their own on which a player may also bet, and wagers that may be taken back there."""
    round_ = table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return
    at, reach = table.now, rules.submission.table.adjacent_boxes - 1
    base = rules.stakes[rules.base_wager]
    least = tuple((name, base.minimum) for name in rules.required)
    for number in range(max(1, seat - reach), min(rules.seats, seat + reach) + 1):
        box = round_.seat(number)
        if number == seat or state.sitting(number) is not None:
            continue
        if box is not None and box.player == seat:
            yield from lawful_options(rules, table, (c.WithdrawWagers(Role.PLAYER, at, number),))
        if box is None:
            bet = Option(c.PlaceWagers(Role.PLAYER, at, number, least, seat), base.minimum, base.maximum)
            yield from lawful_options(rules, table, (bet,))


def why_not(rules: Rules, table: Table, seat: int) -> list[NotNow]:
    """What the player at this seat might want to do and may not, each with the reason."""
    wagers = tuple((name, rules.stakes[rules.base_wager].minimum) for name in rules.required)
    wanted: list[AnyCommand] = [
        c.PlaceWagers(Role.PLAYER, table.now, seat, wagers),
        *(c.Act(Role.PLAYER, table.now, seat, action) for action in _decisions(rules, table)),
    ]
    return [
        _reason(command, answer)
        for command in wanted
        if isinstance(answer := decide(rules, table, command), Refused) and not _only_amount(answer)
    ]


def _decisions(rules: Rules, table: Table) -> tuple[str, ...]:
    """The wager of the street that the round has reached, or of the first one; while players decide, also how to
    decline it."""
    if not rules.streets:
        return ()
    street = rules.streets[table.round.stage if table.round else 0]
    deciding = table.round is not None and table.round.phase is Phase.DECISIONS
    return lawful_actions(street) if deciding else (street.wager,)


def _only_amount(answer: Refused) -> bool:
    return answer.code.value.startswith("amount_")


def _reason(command: AnyCommand, answer: Refused) -> NotNow:
    return {
        "type": VERB_OF[type(command)].name, "action": getattr(command, "action", None), "code": answer.code.value,
        "clause": answer.clause, "facts": dict(answer.facts),
    }  # fmt: skip


def staff_options(rules: Rules, state: TableState, roles: tuple[Role, ...], at: int) -> list[OptionShown]:
    """The steps that the dealer, the floor or the devices may take at this second, each once."""
    table = state.table
    found: dict[str, tuple[OptionShown, AnyCommand, set[Role]]] = {}
    lawful = [(role, option) for role in roles for option in legal_commands(rules, table, role, at=at)]
    undealt = _nothing_dealt({type(option.command) for _, option in lawful})
    for role, option in lawful:
        if _is_offered(option.command, undealt):
            shown = _shown(option)
            key = repr(sorted(shown.items(), key=lambda pair: pair[0]))
            found.setdefault(key, (shown, option.command, set()))[2].add(role)
    for shown, command, lawful_for in found.values():
        shown["roles"] = sorted(job.value for job in _jobs(VERBS[shown["type"]], lawful_for))
        shown["aside"] = VERBS[shown["type"]].aside
        shown["inputs"] = [_input(rules, table, command, field) for field in _asked_for(rules, state, command)]
    shown_steps = [shown for shown, _, _ in found.values()]
    return [*_confirmations(state), *(shown for shown in shown_steps if not _waits_for_second(rules, state, shown))]


def _confirmations(state: TableState) -> Iterator[OptionShown]:
    """Cards that were entered by hand and that a second person is to confirm."""
    verb = VERBS[CONFIRM]
    for deck in state.table.decks:
        if state.unconfirmed(deck.number):
            shown = option_of(verb, deck=deck.number)
            shown["roles"], shown["aside"], shown["inputs"] = sorted(job.value for job in verb.jobs), False, []
            yield shown


def _waits_for_second(rules: Rules, state: TableState, shown: OptionShown) -> bool:
    return shown["type"] == VERB_OF[c.OpenRound].name and state.unconfirmed(next_deck(rules, state.table))


def _nothing_dealt(offered: set[type[AnyCommand]]) -> bool:
    """Until the chips of the progressive wager are collected no card may leave the deck."""
    return c.CollectProgressive in offered and not offered & {c.Deal, c.ReadCards}


def _is_offered(command: AnyCommand, undealt: bool) -> bool:
    """Cards that come preshuffled are not brought by request. While none is dealt no card can be irregular, although
    the documents know a single dealing period, which begins with "no more bets"."""
    if isinstance(command, c.ReceiveCards):
        return not command.preshuffled
    if isinstance(command, c.Report):
        return not (undealt and IRREGULARITIES[command.kind].of_dealing)
    return True


def _jobs(verb: Verb, lawful: set[Role]) -> frozenset[Job]:
    """Who takes this step. What both dealers and the floor may ask is asked in one's own role, and the document may
    require the floor's."""
    return verb.jobs - {Job.DEALER} if Role.DEALER not in lawful and verb.jobs & FLOOR_OR_ABOVE else verb.jobs


def _with_set_hand(rules: Rules, option: Option, shown: OptionShown) -> OptionShown:
    """A wager with which the player may say which cards play against the dealer."""
    if isinstance(option.command, c.Act) and option.command.amount and rules.players_set_hands:
        shown["sets_hand"] = True
    return shown


def _shown(option: Option) -> OptionShown:
    command = option.command
    verb = VERB_OF[type(command)]
    fixed = {field.name: getattr(command, field.name) for field in verb.fields if field.fixed}
    shown = option_of(verb, **fixed)
    if isinstance(command, c.PlaceWagers):
        shown["wagers"] = {name: format_dollars(amount) for name, amount in command.wagers}
    if option.smallest is not None and not isinstance(command, c.CutCards):
        shown["smallest"], shown["largest"] = format_dollars(option.smallest), format_dollars(option.largest or 0)
    if option.clause is not None:
        shown["clause"] = option.clause
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


def _asked_for(rules: Rules, state: TableState, command: AnyCommand) -> Iterator[Field]:
    """What the person who takes the step must state."""
    if isinstance(command, c.Shuffle):
        counts = rules.shuffling.counts and shuffler_in_use(rules, state.table)
        asked = (CARDS_IN_ORDER, SHUFFLER_COUNTED) if counts else (CARDS_IN_ORDER,)
        yield from asked if state.settings.entered_cards else ()
    elif isinstance(command, c.Report):
        yield from IRREGULARITIES[command.kind].inputs
    else:
        yield from (field for field in VERB_OF[type(command)].fields if field.input)


def _input(rules: Rules, table: Table, command: AnyCommand, field: Field) -> InputShown:
    """A count is never filled in; a field with a usual value starts with it."""
    shown: InputShown = {"name": field.name, "input": field.input, "label": field.label}
    if field.input == "count" and not field.required:
        shown["value"] = getattr(command, field.name)
    if isinstance(command, c.Report) and field is DURING:
        shown["choices"] = list(_times(command))
    elif isinstance(command, c.Report) and field.input == "choice":
        shown["choices"] = list(_hands(rules, table, IRREGULARITIES[command.kind].only_seats))
    if isinstance(command, c.CountStub) and field.input == "choice":
        shown["choices"] = [
            {"label": "cards are missing or too many", "fields": {}},
            {"label": "cards were misdealt", "fields": {"misdealt": True}},
        ]
    if isinstance(command, c.SpinWheel):
        shown["choices"] = list(_symbols(rules))
    return shown


def _times(command: c.Report) -> Iterator[ChoiceOfInput]:
    """When it can have happened. A command that names a time was lawful only at that time."""
    if command.during is None:
        yield {"label": "now", "fields": {}}
    yield {"label": "before every player had decided", "fields": {"during": "decisions"}}
    yield {"label": "while the initial cards were dealt", "fields": {"during": "deal"}}


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
