"""A design requested in text, and its answers as data: what ``houserules design --json`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from houserules.lab.arguments import BadArgument, literal
from houserules.lab.counting.side_bets import is_side_bet
from houserules.lab.counting.wheels import suited_cards
from houserules.lab.design.goals import MOST_ANSWERS, Goal, goal_as_data
from houserules.lab.design.meters import design_meter, meter_goal_as_data
from houserules.lab.design.tables import design_table
from houserules.lab.design.wheels import design_wheel
from houserules.law import Pay, Submission, parse_pay
from houserules.law.words import PROGRESSIVE

TABLE: Final = "table"
WHEEL: Final = "wheel"
METER: Final = "meter"
WHATS: Final = (TABLE, WHEEL, METER)
IDLE: Final = {
    TABLE: ("segments", "start"),
    WHEEL: ("hits", "hits_within", "odds", "lines", "top", "start"),
    METER: ("hits", "hits_within", "deviation", "deviation_within", "odds", "lines", "top", "segments"),
}
"""What says nothing about a design of each kind."""


@dataclass(frozen=True, slots=True)
class DesignRequest:
    """Fractions and tolerances are percentages or numbers, as text; a tolerance that is not given is the default
    one."""

    edge: str
    wager: str | None = None
    what: str | None = None
    within: str | None = None
    hits: str | None = None
    hits_within: str | None = None
    deviation: str | None = None
    deviation_within: str | None = None
    odds: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    top: int | None = None
    segments: int | None = None
    start: str | None = None
    answers: int = 20


def design_report(submission: Submission, asked: DesignRequest) -> dict[str, Any]:
    """Pay tables, a wheel or a meter that reaches a goal, as data."""
    if not 1 <= asked.answers <= MOST_ANSWERS:
        raise BadArgument(f"{{answers}} {asked.answers}: expected 1 to {MOST_ANSWERS:,}")
    wager = asked.wager or _first(submission)
    what = _what(submission, wager, asked.what)
    for name in IDLE[what]:
        if getattr(asked, name) not in (None, ()):
            raise BadArgument(f"{{{name}}}: says nothing about a {what}; leave it out")
    goal = goal_of(asked)
    head = {"wager": wager, "what": what}
    if what == METER:
        within = goal.within if asked.within is not None else Fraction(1, 400)
        start = _part("start", asked.start)
        meters, found = design_meter(submission, goal.edge, within, asked.answers, start)
        shown = meter_goal_as_data(goal.edge, within, start)
        return {**head, "goal": shown, "found": found, "whole": True, "answers": [each.as_data() for each in meters]}
    if what == WHEEL:
        wheels, found = design_wheel(submission, goal, asked.answers, asked.segments)
        answers = [each.as_data() for each in wheels]
        return {**head, "goal": goal_as_data(goal), "found": found, "whole": False, "answers": answers}
    if wager not in submission.rulebook.wagers or (wager != PROGRESSIVE and wager not in submission.wagers):
        offered = ", ".join(_designable(submission))
        raise BadArgument(f"{{wager}} {literal(wager)}: expected one that the submission offers: {offered}")
    made = design_table(
        submission, wager, goal, asked.answers, odds=_pays(asked.odds), lines=asked.lines or None, top=asked.top
    )
    tables = [each.as_data() for each in made.answers]
    return {**head, "goal": goal_as_data(goal), "found": made.found, "whole": made.whole, "answers": tables}


def goal_of(asked: DesignRequest) -> Goal:
    edge = _part("edge", asked.edge)
    assert edge is not None
    goal = Goal(edge, hits=_part("hits", asked.hits), deviation=_part("deviation", asked.deviation))
    changes = {
        name: part
        for name, text in (
            ("within", asked.within),
            ("hits_within", asked.hits_within),
            ("deviation_within", asked.deviation_within),
        )
        if (part := _part(name, text)) is not None
    }
    return replace(goal, **changes)


def _designable(submission: Submission) -> list[str]:
    """The wagers that have a pay table, side bets first."""
    names = [name for name in submission.wagers if submission.rulebook.paytables_of(name)]
    names.sort(key=lambda name: not is_side_bet(submission, name))
    return names + ([PROGRESSIVE] if submission.progressive is not None else [])


def _first(submission: Submission) -> str:
    names = _designable(submission)
    if not names:
        raise BadArgument("{wager}: this submission offers no wager with a pay table")
    return names[0]


def _what(submission: Submission, wager: str, what: str | None) -> str:
    wheel = wager == PROGRESSIVE and suited_cards(submission) is not None
    chosen = what or (WHEEL if wheel else TABLE)
    if chosen not in WHATS:
        raise BadArgument(f"{{what}} {literal(chosen)}: expected one of {', '.join(WHATS)}")
    if chosen in (WHEEL, METER) and wager != PROGRESSIVE:
        raise BadArgument(f"{{what}} {chosen}: only the progressive has one; ask for {{wager}} {PROGRESSIVE}")
    if chosen == TABLE and wheel:
        raise BadArgument(f"{{what}} {TABLE}: the wheel's symbols are printed; design its segments or its meter")
    return chosen


def _pays(texts: Sequence[str]) -> list[Pay] | None:
    if not texts:
        return None
    pays = []
    for text in texts:
        try:
            pays.append(parse_pay(f"{text} to 1" if text.isascii() and text.isdigit() else text))
        except ValueError as error:
            raise BadArgument(f"{{odds}} {literal(text)}: {literal(error)}") from None
    return pays


def _part(name: str, text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        number = Fraction(text.removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        raise BadArgument(f"{{{name}}} {literal(text)}: expected a number or a percentage, as in 7.5%") from None
    return number / 100 if text.endswith("%") else number
