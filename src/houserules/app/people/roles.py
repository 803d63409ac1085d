"""Who may do what: the least that each role needs. For the verbs of a table this is in the table of verbs."""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import Struct

from houserules.app.refusals import forbidden


class Job(Enum):
    """The roles of people. One person may have several, and still never approves their own act."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit_manager"
    AUDITOR = "auditor"
    REGULATOR = "regulator"
    ADMINISTRATOR = "administrator"


class Person(Struct, frozen=True):
    """Who is signed in."""

    account: str
    name: str
    jobs: frozenset[Job]
    guest: bool = False

    def is_any(self, jobs: frozenset[Job]) -> bool:
        return not self.jobs.isdisjoint(jobs)

    @property
    def only_plays(self) -> bool:
        return self.jobs == {Job.PLAYER}


PLAYER: Final = frozenset({Job.PLAYER})
DEALER: Final = frozenset({Job.DEALER})
FLOOR: Final = frozenset({Job.FLOORPERSON})
DEALER_OR_FLOOR: Final = DEALER | FLOOR
PIT: Final = frozenset({Job.PIT_MANAGER})
FLOOR_OR_ABOVE: Final = FLOOR | PIT
"""Where a document says "floorperson or above"."""
_OVERSEERS = frozenset({Job.FLOORPERSON, Job.PIT_MANAGER, Job.AUDITOR, Job.REGULATOR})
_EXAMINERS = frozenset({Job.AUDITOR, Job.REGULATOR})
_REGULATOR = frozenset({Job.REGULATOR})
_ADMINISTRATOR = frozenset({Job.ADMINISTRATOR})
EVERYBODY: Final = frozenset(Job)

ROUTES: Final[dict[str, frozenset[Job]]] = {
    "see_lobby": EVERYBODY,
    "see_table": EVERYBODY,
    "see_own_purse": EVERYBODY,
    "open_practice_table": PLAYER | DEALER | FLOOR | PIT,
    "open_live_table": PIT,
    "ask_advice": PLAYER | DEALER,
    "check_submission": EVERYBODY,
    "see_law": EVERYBODY,
    "see_lab": EVERYBODY,
    "see_dealer_desk": DEALER | FLOOR_OR_ABOVE,
    "see_floor": _OVERSEERS,
    "see_surveillance": _REGULATOR,
    "see_meters": EVERYBODY,
    "see_meter_history": _OVERSEERS,
    "propose_correction": PIT,
    "approve_correction": PIT | FLOOR,
    "see_own_hands": EVERYBODY,
    "see_all_hands": _EXAMINERS,
    "see_stub": _REGULATOR,
    "see_events": _EXAMINERS,
    "see_ledger": _EXAMINERS | PIT,
    "see_proofs": EVERYBODY,
    "export_hand": _REGULATOR,
    "export_all": _EXAMINERS,
    "print_round": _OVERSEERS,
    "take_exam": DEALER_OR_FLOOR | PIT,
    "see_exams": FLOOR_OR_ABOVE,
    "see_people": _ADMINISTRATOR | _EXAMINERS,
    "change_people": _ADMINISTRATOR,
    "fund_purse": _ADMINISTRATOR,
}
"""What may be asked of the service besides the verbs of a table, and by whom."""


def may(person: Person, route: str) -> bool:
    return person.is_any(ROUTES[route])


def insist(person: Person, route: str) -> None:
    if not may(person, route):
        raise forbidden(route)


def insist_may_open(person: Person, kind: str) -> None:
    """Refuses unless this person may open a table of this kind."""
    insist(person, f"open_{kind}_table")
