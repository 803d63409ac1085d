"""Who had which role when something was done, according to the books."""

from __future__ import annotations

from typing import Final

from houserules.app.people.events import AccountClosed, AccountOpened, JobsChanged, decode_account
from houserules.app.people.roles import Job
from houserules.log import Stored

_TOLD: Final = frozenset(kind.__struct_config__.tag for kind in (AccountOpened, JobsChanged, AccountClosed))


class Staff:
    """Everybody's roles, up to the last event seen."""

    def __init__(self) -> None:
        self._jobs: dict[str, frozenset[Job] | None] = {}
        """None if the content of an account is gone."""

    def see(self, account: str, stored: Stored) -> None:
        if stored.name not in _TOLD:
            return
        if stored.data is None:
            self._jobs[account] = None
            return
        match decode_account(stored.data):
            case AccountOpened(jobs=jobs) | JobsChanged(jobs=jobs):
                self._jobs[account] = frozenset(job for job in Job if job.value in jobs)
            case AccountClosed():
                self._jobs[account] = frozenset()

    def lacks(self, account: str, jobs: frozenset[Job]) -> bool:
        """Whether this person had none of these roles. The log of a pit keeps no accounts, so there the answer is
        unknown."""
        has = self._jobs.get(account, frozenset())
        return bool(self._jobs) and has is not None and has.isdisjoint(jobs)
