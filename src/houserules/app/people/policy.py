"""Which roles need more than a password to sign in: what two administrators have decided for the house."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from houserules.app.people.events import Account
from houserules.app.people.roles import Job
from houserules.app.people.sessions import Recognized
from houserules.app.refusals import Kind, Refusal
from houserules.log import Log

POLICY: Final = "sign-in"
"""The stream of decisions about signing in."""


class PasskeysRequired(Struct, frozen=True, tag_field="event", tag="house.passkeys_required/1"):
    """From now on nobody with one of these roles signs in with a password alone."""

    roles: tuple[str, ...]
    by: str
    approved_by: str = ""


_read: Final = msgspec.json.Decoder(PasskeysRequired).decode


class SignInPolicy:
    def __init__(self, log: Log) -> None:
        self.log = log
        self.out_of_date = True
        self._version = 0
        self._roles: frozenset[str] = frozenset()

    @property
    def roles(self) -> frozenset[str]:
        """The roles that need a passkey."""
        self._read_on()
        return self._roles

    def _read_on(self) -> None:
        if self.out_of_date:
            for stored in self.log.read(POLICY, after=self._version):
                assert stored.data is not None
                self._roles, self._version = frozenset(_read(stored.data).roles), stored.version
            self.out_of_date = False

    def requires_passkey(self, jobs: frozenset[Job]) -> bool:
        return any(job.value in self.roles for job in jobs)

    def insist_password_does(self, account: Account) -> None:
        """Somebody without a passkey is let in, but only to add one."""
        if account.passkeys and self.requires_passkey(account.person.jobs):
            message = "your role signs in with a passkey, and not with a password alone"
            raise Refusal("passkey_needed", message, Kind.FORBIDDEN)

    def lacks_passkey(self, found: Recognized) -> bool:
        """Whether the person of this session must add a passkey, or sign in with one, before anything else."""
        return self.requires_passkey(found.person.jobs) and found.digest not in found.account.strong
