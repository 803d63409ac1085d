"""The dealer's procedure: the steps of a round in the dealing method, which of them the table has reached, and which
option takes that step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from houserules.app.table.verbs import CONFIRM, VERB_OF
from houserules.app.views.table_shapes import OptionShown, RoundShown, StepShown
from houserules.cards import RANKS
from houserules.play import (
    Command,
    DeckStatus,
    Phase,
    Round,
    Rules,
    Street,
    Table,
    cards_to_read,
    claim_waits_for,
    lawful_actions,
    next_deck,
    nothing_dealt,
    step_of,
)
from houserules.play import commands as c

Status = Literal["done", "now", "next"]

_OPENING: Final = (c.ReceiveCards, c.InspectCards, c.VerifyInspection, c.SpreadCards, c.StackCards)
_READY: Final = (c.OpenRound, c.Shuffle, c.CutCards)
_RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
_NUMBERS: Final = ("no", "one", *_RANK_NAMES[:9])


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the course. ``commands`` are those that take it; a step without any is taken by players."""

    step: str
    title: str
    commands: tuple[type[Command], ...] = ()
    stage: int = 0
    status: Status = "next"
    option: int | None = None


class _Desk:
    """What the dealer's desk shows: the table as it is, the round as everybody sees it, and what is offered."""

    def __init__(
        self, rules: Rules, table: Table, shown: Table, round_: RoundShown | None, options: Sequence[OptionShown]
    ) -> None:
        self.rules, self.table, self.shown, self.round, self.options = rules, table, shown, round_, options
        self.next_deck = next_deck(rules, table)
        self.waits_for_deck = table.round is not None and not _in_play(table, table.round.deck)
        """Whether the deck of the round must be shuffled or cut again before it is dealt."""
        if table.round is not None and self.waits_for_deck:
            self.next_deck = table.round.deck

    def option(self, *commands: type[Command]) -> int | None:
        """The index of the option for one of these commands; of two decks, the one whose turn it is comes first."""
        names = {VERB_OF[command].name for command in commands}
        found = [place for place, option in enumerate(self.options) if option["type"] in names]
        turn = (place for place in found if self.options[place].get("deck") == self.next_deck)
        return next(turn, found[0] if found else None)

    def offers(self, *commands: type[Command]) -> bool:
        return self.option(*commands) is not None

    def clause(self, name: str) -> str | None:
        step = step_of(self.rules, self.table, name)
        return step.clauses[0] if step is not None else None


def _in_play(table: Table, number: int) -> bool:
    deck = table.deck(number)
    return deck is not None and deck.status is DeckStatus.IN_PLAY


def procedure(
    rules: Rules, table: Table, shown: Table, round_: RoundShown | None, options: Sequence[OptionShown]
) -> list[StepShown]:
    """``shown`` is the table with the round that opens automatically when somebody bets, ``round_`` its public
    part."""
    desk = _Desk(rules, table, shown, round_, options)
    course = list(_course(rules))
    if shown.round is not None and shown.round.void is not None:
        course = [step for step in course if _happened(desk, shown.round, step) or _is_present(desk, step)]
    now = course.index(next(step for step in course if _is_present(desk, step)))
    placed = [_placed(desk, step, place, now) for place, step in enumerate(course)]
    between = _between(desk)
    if between is not None:
        placed[now:] = [between, *(replace(step, status="next") for step in placed[now:])]
    return [_shown(desk, step) for step in placed]


def _course(rules: Rules) -> Iterator[_Step]:
    by_hand = rules.submission.table.shuffler == "none"
    shuffle = c.Shuffle.other_step if by_hand else c.Shuffle.step
    yield _Step(shuffle, VERB_OF[c.Shuffle].title, (c.Shuffle, c.CutCards))
    yield _titled(c.OpenRound)
    yield _titled(c.NoMoreBets)
    if rules.progressive is not None:
        yield _titled(c.CollectProgressive)
    yield _titled(c.Deal)
    seen = 0
    for place, street in enumerate(rules.streets):
        if street.board > seen:
            yield _community(rules, place, street, seen)
            seen = street.board
        title = "Players decide" if len(rules.streets) == 1 else f"Players decide, {street.name.replace('_', ' ')}"
        yield _Step(c.Act.step, title, stage=place)
    yield _titled(c.Reveal)
    yield _titled(c.Settle)


def _titled(command: type[Command]) -> _Step:
    return _Step(command.step, VERB_OF[command].title, (command,))


def _community(rules: Rules, place: int, street: Street, seen: int) -> _Step:
    which = "first" if not seen else "last" if street.board == rules.community_cards else "next"
    title = f"Turn over the {which} {_NUMBERS[street.board - seen]} community cards"
    return _Step(street.step or c.DealCommunity.other_step, title, (c.DealCommunity,), place)


def _is_present(desk: _Desk, step: _Step) -> bool:
    """Whether this is the step that the table has reached."""
    round_ = desk.shown.round
    if round_ is None:
        return (c.OpenRound if desk.offers(c.OpenRound) else c.Shuffle) in step.commands
    match round_.phase:
        case Phase.BETTING:
            return c.NoMoreBets in step.commands
        case Phase.DEALING:
            if round_.void is not None:
                return c.Settle in step.commands
            dealt = desk.waits_for_deck or desk.rules.progressive is None or desk.offers(c.Deal, c.ReadCards)
            return (c.Deal if dealt else c.CollectProgressive) in step.commands
        case Phase.DECISIONS:
            return step.step == c.Act.step and step.stage == round_.stage
        case Phase.BOARD:
            return step.step == (c.DealCommunity.other_step if round_.board else c.DealCommunity.step)
        case Phase.REVEAL:
            return c.Reveal in step.commands
        case Phase.SETTLING:
            return c.Settle in step.commands


def _happened(desk: _Desk, round_: Round, step: _Step) -> bool:
    """Whether a round that is void reached this step before it became void. Bets are closed in any such round."""
    if c.CollectProgressive in step.commands:
        return round_.collected
    if c.Deal in step.commands:
        return not nothing_dealt(round_)
    if c.DealCommunity in step.commands:
        return len(round_.board) >= desk.rules.streets[step.stage].board
    if not step.commands:
        return round_.stage > step.stage or any(seat.action for seat in round_.seats)
    if c.Reveal in step.commands:
        return round_.revealed
    return True


def _placed(desk: _Desk, step: _Step, place: int, now: int) -> _Step:
    if place != now:
        return replace(step, status="done" if place < now else "next")
    option = desk.option(*step.commands)
    names_deck = option is not None and c.Shuffle in step.commands
    title = desk.options[option]["title"] if option is not None and names_deck else step.title
    return replace(step, title=title, status="now", option=option)


def _between(desk: _Desk) -> _Step | None:
    """Cards to be opened or read, a stub that is due, a wheel: steps that not every round has."""
    round_ = desk.shown.round
    if desk.offers(c.SpinWheel):
        return _taken(desk, c.SpinWheel)
    if round_ is not None:
        if desk.waits_for_deck and desk.offers(c.Shuffle, c.CutCards):
            return _taken(desk, c.Shuffle, c.CutCards)
        if desk.offers(c.ReadCards) and cards_to_read(desk.rules, desk.shown, round_):
            return _taken(desk, c.ReadCards)
        due = round_.phase is Phase.REVEAL and desk.offers(c.CountStub) and not desk.offers(c.Reveal)
        return _taken(desk, c.CountStub) if due else None
    confirm = _confirmation(desk)
    if confirm is not None:
        return confirm
    if desk.offers(*_READY):
        return None
    if desk.offers(*_OPENING):
        return _taken(desk, *_OPENING)
    spread = any(deck.status is DeckStatus.SPREAD for deck in desk.table.decks)
    return replace(_titled(c.ViewCards), status="now") if spread else None


def _confirmation(desk: _Desk) -> _Step | None:
    """A second person looks at cards that were entered by hand, before a round begins with them."""
    for place, option in enumerate(desk.options):
        if option["type"] == CONFIRM and option.get("deck") == desk.next_deck:
            return _Step(c.Shuffle.step, option["title"], (c.Shuffle,), status="now", option=place)
    return None


def _taken(desk: _Desk, *commands: type[Command]) -> _Step:
    option = desk.option(*commands)
    assert option is not None, "what is offered stands in the list"
    shown = desk.options[option]
    command = next(command for command in commands if VERB_OF[command].name == shown["type"])
    return _Step(command.step, shown["title"], (command,), status="now", option=option)


def _shown(desk: _Desk, step: _Step) -> StepShown:
    return {
        "step": step.step,
        "title": step.title,
        "clause": _clause(desk, step),
        "status": step.status,
        "option": step.option,
        "say": _announcement(desk, step) if step.status == "now" else None,
        "waits": _waits(desk, step) if step.status == "now" else None,
    }


def _clause(desk: _Desk, step: _Step) -> str | None:
    """Opening a round means taking the deck whose turn it is; what the dealer says then is about wagers."""
    if c.OpenRound in step.commands:
        return desk.clause(c.PlaceWagers.step)
    if not step.commands:
        return desk.rules.streets[step.stage].asked
    offered = desk.options[step.option].get("clause") if step.option is not None else None
    return offered or desk.clause(step.step)


def _announcement(desk: _Desk, step: _Step) -> str | None:
    """What the dealer says to the table."""
    round_ = desk.round
    if c.OpenRound in step.commands:
        return "Place your bets, please."
    if c.NoMoreBets in step.commands:
        return "No more bets."
    if not step.commands:
        turn = f"Seat {round_['turn']}: " if round_ is not None and round_["turn"] else ""
        actions = lawful_actions(desk.rules.streets[step.stage])
        return f"{turn}{' or '.join(action.replace('_', ' ') for action in actions)}?"
    if c.Settle in step.commands and round_ is not None:
        return _result(round_)
    return None


def _result(round_: RoundShown) -> str | None:
    if round_["void"] is not None:
        return "This round is void."
    hand = round_["dealer_hand"]
    if hand is None:
        return None
    high = max((RANKS.index(card[0]) for card in hand["cards"]), default=None)
    name = hand["name"].capitalize() + (f", {_RANK_NAMES[high]} high" if high is not None else "")
    return f"{name}. The dealer {'qualifies' if round_['dealer_qualifies'] else 'does not qualify'}."


def _waits(desk: _Desk, step: _Step) -> str | None:
    """Who the table waits for while the dealer has nothing to do."""
    round_ = desk.round
    claim = round_["claim"] if round_ is not None else None
    if claim is not None and c.Settle in step.commands:
        if claim_waits_for(desk.rules, desk.table) is None:
            return None
        return f"A progressive win at seat {claim} waits for a second person to validate it."
    if step.option is not None:
        entered = desk.options[step.option]["type"] == CONFIRM
        return "The cards were entered by hand: a second person confirms them." if entered else None
    if desk.table.closed:
        return "The table is closed."
    if not step.commands and round_ is not None and round_["turn"] is not None:
        return f"Seat {round_['turn']} decides."
    if c.NoMoreBets in step.commands:
        return "Nobody has wagered yet."
    if c.ViewCards in step.commands:
        return "The table waits for a player to view the cards."
    if c.Shuffle in step.commands:
        return "The cards are being made ready."
    return "The table goes on by itself here, or waits for the players."
