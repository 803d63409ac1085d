"""One person's request, on a draft: what its handler needs to know, and checks that several handlers share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from houserules.app.people.roles import Person
from houserules.app.refusals import Kind, Refusal, by_the_rules
from houserules.app.table.draft import Draft
from houserules.app.table.requests import AnyRequest, verb_of
from houserules.app.table.state import Sitting, TableState
from houserules.app.table.verbs import Verb
from houserules.law.words import Role
from houserules.log import Append
from houserules.money import format_dollars
from houserules.play import AnyCommand, Round, next_deck

if TYPE_CHECKING:
    from houserules.app.limits.limits import Limits

BalanceOf = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class HouseSide:
    """What a request needs from the house while it is carried out."""

    balance_of: BalanceOf
    practice_chips_of: BalanceOf
    is_absent: Callable[[Sitting], bool]
    sits_down: Callable[[str, str], Append | None]
    limits: Limits


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Refusals are raised; the draft is then thrown away."""

    draft: Draft
    person: Person
    request: AnyRequest
    house: HouseSide

    @property
    def verb(self) -> Verb:
        return verb_of(self.request)

    @property
    def state(self) -> TableState:
        return self.draft.state

    @property
    def round(self) -> Round | None:
        return self.draft.state.table.round

    @property
    def account(self) -> str:
        return self.person.account

    @property
    def seconds(self) -> int:
        return self.draft.seconds

    @property
    def role(self) -> Role:
        return self.verb.role_of(self.person)

    def values(self) -> dict[str, Any]:
        """The request's content, in the form that the rules of the game want."""
        return {field.name: field.of(self.request) for field in self.verb.fields}

    def command(self) -> AnyCommand:
        """The request as a command: fields of the same name correspond."""
        command = self.verb.command
        assert command is not None, f"{self.verb.name} is no verb of the game: it has a handler"
        known = {name: value for name, value in self.values().items() if name in command.__struct_fields__}
        return cast(AnyCommand, command(self.role, self.seconds, **known))

    def play(self, command: AnyCommand | None = None) -> None:
        """Puts the request, or another command in its place, to the rules."""
        refused = self.draft.play(command or self.command())
        if refused is not None:
            raise by_the_rules(refused)

    def own_seat(self) -> int:
        seat = self.state.seat_of(self.account)
        if seat is None:
            bets = self.verb.command is not None
            clause = self.draft.rules.clauses_of("seated_wager")[0] if bets else None
            raise Refusal("not_seated", "take a seat at this table first", Kind.REFUSED, clause)
        return seat

    def player_of_box(self, seat: int | None) -> Sitting | None:
        """The player who owns the wagers of this box."""
        box = self.round.seat(seat) if self.round and seat is not None else None
        return self.state.sitting(box.player) if box else None

    def insist_confirmed(self) -> None:
        """No round begins with cards that only one person has entered."""
        number = next_deck(self.draft.rules, self.state.table)
        if self.round is None and self.state.unconfirmed(number):
            message = "these cards were entered by hand; a second person confirms them first (confirm_cards)"
            raise Refusal("cards_unconfirmed", message, Kind.REFUSED, deck=number)

    def insist_something(self, amount: int) -> None:
        if not amount:
            raise Refusal("nothing_moved", "move more than nothing")

    def insist_tray_holds(self, left: int, to_do: str) -> None:
        if left < 0:
            message = f"the tray holds too little to {to_do}; have it filled first (fill_tray, by a pit manager)"
            raise Refusal(
                "tray_too_low", message, tray=format_dollars(self.draft.before.tray), missing=format_dollars(-left)
            )
