"""The house as its tables see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Protocol

from houserules.app.floor.theory import Figures
from houserules.app.meters.shared_meter import SharedMeter
from houserules.app.table.state import Sitting
from houserules.law import Submission
from houserules.log import Append, Log
from houserules.shuffle import ShuffleSource

if TYPE_CHECKING:
    from houserules.app.house.transit import Transit
    from houserules.app.limits.limits import Limits
    from houserules.app.table.live_table import LiveTable


class Host(Protocol):
    """What a table needs from the house around it."""

    log: Log
    shuffler: ShuffleSource
    now: Callable[[], int]
    limits: Limits
    transit: Transit | None
    """The way for players' real money between these books and those where it is kept, if they are different."""

    def today(self) -> date: ...

    def shared_meter(self, stream: str) -> SharedMeter: ...

    def owe(self, accounts: Iterable[str]) -> None:
        """These players may have real money in those books that belongs elsewhere."""

    def practice_chips_of(self, account: str) -> int: ...

    def is_absent(self, sitting: Sitting) -> bool: ...

    def feed_lost_at(self, sitting: Sitting, stream: str) -> int | None: ...

    def theory_at_hand(self, submission: Submission, wanted: bool) -> Figures | None: ...

    def sits_down(self, account: str, table: str) -> Append | None: ...

    def changed(self, table: LiveTable) -> None: ...

    def in_trouble(self, table: LiveTable, what: str) -> None: ...
