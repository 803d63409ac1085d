"""How a table is run: what it does automatically, its timers, its minimum inventory; and what it may not do
automatically."""

from __future__ import annotations

from msgspec.structs import replace

from houserules.app.refusals import Kind, Refusal
from houserules.app.table import events as f
from houserules.app.table.verbs import SECOND_PERSON, STEPS, VERBS
from houserules.law import Rulebook
from houserules.play import Rules


def default_settings(kind: str) -> f.Settings:
    """Practice tables run automatically and wait long; live ones leave second looks to people."""
    if kind == f.PRACTICE:
        return f.Settings(betting_seconds=20, decision_seconds=300, entered_cards=True)
    return f.Settings(automatic=tuple(name for name in STEPS if name not in SECOND_PERSON))


def steps_by_itself(book: Rulebook) -> list[str]:
    """What a live table may be set to do automatically: the steps that this document has, except second looks."""
    known = {*book.steps, *(name for dealing in book.dealing.values() for name in dealing.steps)}
    taken = {verb.automatic for verb in VERBS.values() if not verb.steps or known.intersection(verb.steps)}
    return [step for step in STEPS if step in taken and step not in SECOND_PERSON]


def changed_settings(
    settings: f.Settings,
    automatic: tuple[str, ...] | None,
    betting_seconds: int | None,
    decision_seconds: int | None,
    least_tray: int | None,
    entered_cards: bool | None = None,
) -> f.Settings:
    """The settings with the named ones changed; a timer of 0 seconds means none."""
    if automatic is not None:
        settings = replace(settings, automatic=_known_steps(automatic))
    if betting_seconds is not None:
        settings = replace(settings, betting_seconds=betting_seconds or None)
    if decision_seconds is not None:
        settings = replace(settings, decision_seconds=decision_seconds or None)
    if least_tray is not None:
        settings = replace(settings, least_tray=least_tray)
    if entered_cards is not None:
        settings = replace(settings, entered_cards=entered_cards)
    return settings


def _known_steps(steps: tuple[str, ...]) -> tuple[str, ...]:
    strange = [step for step in steps if step not in STEPS]
    if strange:
        raise Refusal("no_such_step", f"{strange[0]!r} is no step of a table", Kind.MALFORMED, steps=", ".join(STEPS))
    return tuple(step for step in STEPS if step in steps)


def insist_on_second_persons(rules: Rules, kind: str, settings: f.Settings) -> None:
    """At a live table no setting can replace the second person whom the document requires."""
    if kind != f.LIVE:
        return
    for step, verb in SECOND_PERSON.items():
        if step in settings.automatic:
            clause = rules.clauses_of(verb.steps[0])[0]
            message = f"at a live table a second person takes the step {step}; leave it out of what is automatic"
            raise Refusal("needs_a_person", message, Kind.REFUSED, clause, step=step)
