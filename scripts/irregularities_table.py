"""Every irregularity in every phase of a round, for docs/engine.md: each is reported at a table, and the answer is
listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from houserules import law
from houserules.cli.overrides import with_overrides
from houserules.law import freeze, read_filing, read_toml
from houserules.law.words import Role
from houserules.play import (
    REPORTED,
    Accepted,
    Phase,
    Refused,
    Rules,
    Session,
    decide,
    evolve_all,
    new_table,
    opening_commands,
    places_of,
    shuffle_commands,
    stub_size,
)
from houserules.play import commands as c
from houserules.play.events import (
    CardDrawnInError,
    CardSetAside,
    DeviceFailed,
    Folded,
    RecutOrdered,
    RoundVoided,
    ShuffleOrdered,
    ShufflerJammed,
    WagersForfeited,
)

BEGIN, END = "<!-- irregularities: written by `make pages` -->\n", "<!-- end of irregularities -->\n"
TABLES = (
    ("MD-HCF, stacks from an automated shoe", "md-high-card-flush", ("table.dealing=automated",)),
    ("MD-CTF, stacks from an automated shoe", "md-chase-the-flush", ("table.dealing=automated",)),
    (
        "MD-CTF, the dealer's stack kept in the shuffler", "md-chase-the-flush",
        ("table.dealing=automated", "table.order=stacks_community_players_dealer_kept"),
    ),
    ("MD-CTF, a manual shoe", "md-chase-the-flush", ("table.dealing=manual_shoe",)),
    ("MA-HCF, stacks from an automated shoe", "ma-high-card-flush", ("table.dealing=automated",)),
)  # fmt: skip
COUNTS = ("stub_count_misdealt", "stub_count_wrong")
WRONG_COUNT = "shuffler_count_wrong"
STEPS: dict[str, c.AnyCommand] = {
    "`report_device`: the shuffler": c.ReportDevice(Role.DEALER, 0, "shuffler"),
    "`report_device`: the shoe": c.ReportDevice(Role.DEALER, 0, "shoe"),
    "`order_recut`": c.OrderRecut(Role.FLOORPERSON),
    "`order_shuffle`": c.OrderShuffle(Role.FLOORPERSON),
}
"""What the floor and the dealer may do with devices and cards during a round."""


def with_table(page: Path) -> str:
    """The page with its tables rewritten."""
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return before + BEGIN + "\n" + "\n".join(_tables()) + "\n" + END + after


def _tables() -> Iterator[str]:
    for title, name, overrides in TABLES:
        data = with_overrides(read_toml(law.submissions()[name].folder.text("submission"), name), overrides)
        rules = Rules(freeze(read_filing(data, name)))
        phases = [phase for phase in Phase if phase is not Phase.BOARD or rules.community_cards]
        at = {phase: _table_in(rules, phase) for phase in phases}
        yield f"### {title}\n"
        yield "| what | " + " | ".join(phase.value for phase in phases) + " |"
        yield "|---|" + "---|" * len(phases)
        for row, kind, count in _rows(rules):
            cells = (_cell(rules, at[phase], kind, count) for phase in phases)
            yield f"| {row} | " + " | ".join(cells) + " |"
        yield ""


def _rows(rules: Rules) -> Iterator[tuple[str, str, int]]:
    for kind in REPORTED:
        if kind not in rules.irregularity_kinds:
            continue
        yield f"`{kind}`", kind, 1
        if kind == "cards_face_up":
            yield f"`{kind}`, two", kind, 2
    yield from ((f"`{kind}`", kind, 1) for kind in COUNTS)
    yield "`shuffler_count_wrong`", WRONG_COUNT, 1
    yield from ((f"{name}", name, 1) for name in STEPS)


def _table_in(rules: Rules, phase: Phase) -> Session:
    """A table with one player, whose round has reached this phase; while cards are dealt, one is missing."""
    session = Session(rules, new_table(rules))
    session.must(*opening_commands(rules.submission.table.decks))
    for deck in range(1, rules.submission.table.decks + 1):
        session.must(*shuffle_commands(rules, range(rules.cards_in_deck), deck))
    stakes = rules.stakes
    base = stakes[rules.base_wager].minimum
    wagers = tuple((name, base if stakes[name].equals else stakes[name].minimum) for name in rules.required)
    session.must(c.OpenRound(Role.DEALER), c.PlaceWagers(Role.PLAYER, 0, 1, wagers))
    if phase is not Phase.BETTING:
        session.must(c.NoMoreBets(Role.DEALER))
        assert session.table.round is not None
        cards = len(places_of(rules, session.table, session.table.round))
        session.must(c.Deal(Role.DEALER, 0, cards - 1 if phase is Phase.DEALING else cards))
    while _phase(session) is not phase:
        _go_on(rules, session, base)
    return session


def _phase(session: Session) -> Phase:
    assert session.table.round is not None
    return session.table.round.phase


def _go_on(rules: Rules, session: Session, base: int) -> None:
    round_ = session.table.round
    assert round_ is not None
    if round_.phase is Phase.DECISIONS:
        street = rules.streets[round_.stage]
        last = round_.stage + 1 == len(rules.streets)
        amount = base * street.smallest if last else 0
        session.must(c.Act(Role.PLAYER, 0, 1, street.wager if last else street.decline, amount))
    else:
        session.must(c.DealCommunity(Role.DEALER) if round_.phase is Phase.BOARD else c.Reveal(Role.DEALER))


def _cell(rules: Rules, session: Session, kind: str, count: int) -> str:
    round_ = session.table.round
    assert round_ is not None
    command: c.AnyCommand = c.Report(Role.DEALER, 0, kind, count, (), 1)
    if kind in COUNTS:
        command = c.CountStub(Role.DEALER, 0, max(0, stub_size(rules, round_) - 1), kind == COUNTS[0])
    if kind in STEPS or kind == WRONG_COUNT:
        return _step_cell(rules, session, kind)
    answer = decide(rules, session.table, command)
    if isinstance(answer, Refused):
        return _why_not(answer)
    return _effect(answer)


def _step_cell(rules: Rules, session: Session, kind: str) -> str:
    """A wrong count by the shuffler comes after a shuffle that was ordered."""
    answer = decide(rules, session.table, STEPS.get(kind, STEPS["`order_shuffle`"]))
    if isinstance(answer, Accepted) and kind == WRONG_COUNT:
        cards = tuple(range(rules.cards_in_deck))
        table = evolve_all(session.table, answer.events)
        answer = decide(rules, table, c.Shuffle(Role.DEVICE, 0, cards, 1, len(cards) - 1))
    return f"refused ({_short(answer.clause)})" if isinstance(answer, Refused) else _effect(answer)


def _why_not(answer: Refused) -> str:
    late = dict(answer.facts).get("timing") == "late"
    nothing = answer.code.value in ("nothing_changes", "not_provided")
    return f"{'nothing' if nothing else 'no more' if late else 'not yet'} ({_short(answer.clause)})"


def _short(clause: str) -> str:
    return clause.split(" ", 1)[1]


def _effect(answer: Accepted) -> str:
    event = answer.events[-1]
    clauses = ", ".join(_short(clause) for clause in event.clauses)
    match event:
        case CardSetAside():
            return f"set aside ({clauses})"
        case CardDrawnInError():
            return f"the next card ({clauses})"
        case WagersForfeited():
            return f"wagers lose ({clauses})"
        case Folded():
            return f"folded ({clauses})"
        case ShufflerJammed():
            return f"reshuffle ({clauses})"
        case DeviceFailed():
            return f"out of order ({clauses})"
        case RecutOrdered():
            return f"cut again ({clauses})"
        case ShuffleOrdered():
            return f"shuffled again ({clauses})"
        case RoundVoided(settled=settled, settled_by=by, then=then):
            why = ", ".join(_short(clause) for clause in by)
            spared = f"; settled: {', '.join(settled)} ({why})".replace("_", " ") if settled else ""
            removed = "; the deck is removed" if then == "deck_removed" else ""
            return f"void ({clauses}){spared}{removed}"
        case _:
            raise AssertionError(event)
