"""Who may do what: the least that each role needs. ``web`` asks here, and a test tries every role on every action."""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import Struct


class Job(Enum):
    """The roles of people. One person may have several, and still never approves the own act."""

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


_PLAYER = frozenset({Job.PLAYER})
_DEALER = frozenset({Job.DEALER})
_FLOOR = frozenset({Job.FLOORPERSON})
_DEALER_OR_FLOOR = _DEALER | _FLOOR
_PIT = frozenset({Job.PIT_MANAGER})
FLOOR_OR_ABOVE: Final = _FLOOR | _PIT
"""Where a document says "floorperson or above"."""
_OVERSEERS = frozenset({Job.FLOORPERSON, Job.PIT_MANAGER, Job.AUDITOR, Job.REGULATOR})
_EXAMINERS = frozenset({Job.AUDITOR, Job.REGULATOR})
_REGULATOR = frozenset({Job.REGULATOR})
_ADMINISTRATOR = frozenset({Job.ADMINISTRATOR})
EVERYBODY: Final = frozenset(Job)

ASKS: Final[dict[str, frozenset[Job]]] = {
    **dict.fromkeys(
        (
            "sit", "leave", "buy_in", "cash_out", "place_wagers", "withdraw_wagers", "ready", "act", "add_entropy",
            "view_cards",
        ),
        _PLAYER,
    ),
    **dict.fromkeys(
        (
            "receive_cards", "inspect_cards", "spread_cards", "stack_cards", "shuffle", "cut_cards", "open_round",
            "no_more_bets", "collect_progressive", "read_cards", "deal", "deal_community", "count_stub", "reveal",
            "settle", "spin_wheel", "go_idle",
        ),
        _DEALER,
    ),
    **dict.fromkeys(("remove_deck", "report_device", "cover_device"), _DEALER_OR_FLOOR),
    **dict.fromkeys(("verify_inspection", "correct_count", "change_dealing", "close_table"), _FLOOR),
    **dict.fromkeys(("order_shuffle", "order_recut"), FLOOR_OR_ABOVE),
    **dict.fromkeys(("report", "validate_payout"), _DEALER | FLOOR_OR_ABOVE),
    **dict.fromkeys(("fill_tray", "credit_tray", "change_settings", "put_away_alarm"), _PIT),
}  # fmt: skip
"""What may be asked of a table, and by whom."""

FINISHING: Final = frozenset({"leave", "cash_out", "withdraw_wagers", "ready", "act", "view_cards"})
"""What whoever has a seat may do there, whatever has become of their roles."""

ROUTES: Final[dict[str, frozenset[Job]]] = {
    "see_lobby": EVERYBODY,
    "see_table": EVERYBODY,
    "see_own_purse": EVERYBODY,
    "open_practice_table": _PLAYER | _DEALER | _FLOOR | _PIT,
    "open_live_table": _PIT,
    "ask_advice": _PLAYER | _DEALER,
    "check_submission": EVERYBODY,
    "see_law": EVERYBODY,
    "see_lab": EVERYBODY,
    "see_dealer_desk": _DEALER | FLOOR_OR_ABOVE,
    "see_floor": _OVERSEERS,
    "see_surveillance": _REGULATOR,
    "see_meters": EVERYBODY,
    "see_meter_history": _OVERSEERS,
    "propose_correction": _PIT,
    "approve_correction": _PIT | _FLOOR,
    "see_own_hands": EVERYBODY,
    "see_all_hands": _EXAMINERS,
    "see_stub": _REGULATOR,
    "see_events": _EXAMINERS,
    "see_ledger": _EXAMINERS | _PIT,
    "see_proofs": EVERYBODY,
    "export_hand": _REGULATOR,
    "export_all": _EXAMINERS,
    "see_people": _ADMINISTRATOR,
    "change_people": _ADMINISTRATOR,
    "fund_purse": _ADMINISTRATOR,
}
"""What else may be asked of the service, and by whom."""


def may(person: Person, action: str) -> bool:
    jobs = ASKS.get(action) or ROUTES[action]
    return person.is_any(jobs)


def is_work(ask: str) -> bool:
    """Whether this is a dealer's, the floor's or the pit's part at a table."""
    return Job.PLAYER not in ASKS[ask]
