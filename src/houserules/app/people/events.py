"""What is stored about people: accounts, roles, password hashes, sessions by their digests, failed attempts."""

from __future__ import annotations

from typing import Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.people.roles import Job, Person

_SESSIONS_KEPT: Final = 20
_LINKS_KEPT: Final = 8
_DEVICES_KEPT: Final = 20


class AccountEvent(Struct, frozen=True, tag_field="event"):
    pass


class AccountOpened(AccountEvent, frozen=True, tag="account.opened/1"):
    name: str
    jobs: tuple[str, ...]
    guest: bool = False
    by: str = ""
    approved_by: str = ""
    """Empty if nobody else had to approve it."""


class JobsChanged(AccountEvent, frozen=True, tag="account.jobs_changed/1"):
    jobs: tuple[str, ...]
    by: str = ""
    approved_by: str = ""


class PasswordSet(AccountEvent, frozen=True, tag="account.password_set/1"):
    """Every session of the person ends with it, except the one that set it. If somebody else set it, the person
    starts afresh, without passkeys."""

    hash: str
    keeping: str = ""
    """The digest of the session whose owner set the password."""
    by: str = ""
    """Who else set it; empty if the owner did."""
    approved_by: str = ""


class SignInFailed(AccountEvent, frozen=True, tag="account.sign_in_failed/1"):
    pass


class SessionOpened(AccountEvent, frozen=True, tag="account.session_opened/1"):
    digest: str
    until: int
    device: str = ""
    """The digest of what a browser keeps, if it was not known before."""
    strong: bool = False
    """Whether the person has shown more than a password or a link: a passkey, or a provider's statement."""


class SessionClosed(AccountEvent, frozen=True, tag="account.session_closed/1"):
    digest: str


class LinkMade(AccountEvent, frozen=True, tag="account.link_made/1"):
    """A one-time sign-in link. Each process that starts makes one, so several may be valid."""

    digest: str
    until: int


class LinkUsed(AccountEvent, frozen=True, tag="account.link_used/1"):
    session: str = ""
    """The digest of the session that it opened."""
    link: str = ""
    """The digest of the link; if empty, whichever link there was."""


class PasskeyAdded(AccountEvent, frozen=True, tag="account.passkey_added/1"):
    """A key in a device of the person. Its public half is stored, and belongs to one name of the house."""

    credential: str
    key: str
    count: int
    site: str
    name: str
    session: str = ""
    """The digest of the session in which it was added, which then counts as opened with it."""


class PasskeyUsed(AccountEvent, frozen=True, tag="account.passkey_used/1"):
    credential: str
    count: int
    """The device's signature count; 0 if it does not count."""


class PasskeyRemoved(AccountEvent, frozen=True, tag="account.passkey_removed/1"):
    credential: str


class IdentityLinked(AccountEvent, frozen=True, tag="account.identity_linked/1"):
    """The person whom the operator's provider knows by this subject signs in to this account; without a subject
    nobody does."""

    issuer: str
    subject: str
    by: str
    approved_by: str = ""


class SatDown(AccountEvent, frozen=True, tag="account.sat_down/1"):
    """At a table, in the same commit as the seat, so that an account found to have no seat earlier is not closed
    after it."""

    table: str


class PaidIn(AccountEvent, frozen=True, tag="account.paid_in/1"):
    """Into a purse of this kind, in the same commit as the money, so that an account found to be empty earlier is not
    closed after it."""

    kind: str


class AccountClosed(AccountEvent, frozen=True, tag="account.closed/1"):
    pass


AnyAccountEvent = (
    AccountOpened | JobsChanged | PasswordSet | SignInFailed | SessionOpened | SessionClosed | LinkMade | LinkUsed
    | PasskeyAdded | PasskeyUsed | PasskeyRemoved | IdentityLinked | SatDown | PaidIn | AccountClosed
)  # fmt: skip

_DECODER: msgspec.json.Decoder[AnyAccountEvent] = msgspec.json.Decoder(AnyAccountEvent)


class Passkey(Struct, frozen=True):
    credential: str
    key: str
    count: int
    site: str
    name: str
    added_at: int
    used_at: int = 0


class Account(Struct, frozen=True):
    id: str
    version: int = 0
    name: str = ""
    jobs: tuple[str, ...] = ()
    guest: bool = False
    closed: bool = False
    hash: str = ""
    lent: bool = False
    """Somebody else chose the password, and knows it."""
    made_by: str = ""
    approved_by: str = ""
    """Who asked for the account or its present roles, and who approved that."""
    failures: int = 0
    """Wrong passwords since the last successful sign-in."""
    devices: tuple[str, ...] = ()
    """Digests of what is kept by the browsers in which this person signed in."""
    sessions: tuple[tuple[str, int], ...] = ()
    links: tuple[tuple[str, int], ...] = ()
    by_link: str = ""
    """The digest of the newest session that a one-time link opened: that session may set a password without the old
    one."""
    passkeys: tuple[Passkey, ...] = ()
    strong: tuple[str, ...] = ()
    """The sessions in which more than a password was shown."""
    identity: tuple[str, str] = ("", "")
    """The issuer and the subject by which a provider knows this person."""

    def passkey(self, credential: str) -> Passkey | None:
        return next((each for each in self.passkeys if each.credential == credential), None)

    @property
    def person(self) -> Person:
        return Person(self.id, self.name, frozenset(Job(job) for job in self.jobs), self.guest)


def decode_account(data: bytes) -> AnyAccountEvent:
    return _DECODER.decode(data)


def fold_account(account: Account, event: AnyAccountEvent, at: int) -> Account:
    after = replace(account, version=account.version + 1)
    match event:
        case AccountOpened():
            made = replace(after, made_by=event.by, approved_by=event.approved_by)
            return replace(made, name=event.name, jobs=event.jobs, guest=event.guest)
        case JobsChanged(jobs=jobs, by=by, approved_by=approved_by):
            return replace(after, jobs=jobs, made_by=by, approved_by=approved_by)
        case PasswordSet(hash=kept, keeping=keeping):
            sessions = tuple(pair for pair in account.sessions if pair[0] == keeping)
            return replace(
                after,
                hash=kept,
                links=(),
                sessions=sessions,
                by_link="",
                devices=account.devices if keeping else (),
                lent=bool(event.by),
                passkeys=() if event.by else account.passkeys,
                strong=account.strong if keeping else (),
            )
        case SignInFailed():
            return replace(after, failures=account.failures + 1)
        case SessionOpened(digest=digest, until=until, device=device):
            live = tuple(pair for pair in account.sessions if pair[1] > at)
            sessions = (*live, (digest, until))[-_SESSIONS_KEPT:]
            devices = (*account.devices, device)[-_DEVICES_KEPT:] if device else account.devices
            strong = tuple(each for each, _ in live if each in account.strong)
            strong = (*strong, digest) if event.strong else strong
            return replace(after, sessions=sessions, failures=0, devices=devices, strong=strong)
        case SessionClosed(digest=digest):
            return replace(after, sessions=tuple(pair for pair in account.sessions if pair[0] != digest))
        case LinkMade(digest=digest, until=until):
            good = tuple(pair for pair in account.links if pair[1] > at)
            return replace(after, links=(*good, (digest, until))[-_LINKS_KEPT:])
        case LinkUsed(session=session, link=link):
            left = tuple(pair for pair in account.links if link and pair[0] != link)
            return replace(after, links=left, by_link=session)
        case PasskeyAdded() | PasskeyUsed() | PasskeyRemoved():
            return _fold_passkey(after, event, at)
        case IdentityLinked(issuer=issuer, subject=subject):
            return replace(after, identity=(issuer, subject))
        case SatDown() | PaidIn():
            return after
        case AccountClosed():
            secret = replace(after, hash="", passkeys=(), strong=(), identity=("", ""))
            return replace(secret, closed=True, sessions=(), links=(), devices=())
        case _:
            assert_never(event)


def _fold_passkey(account: Account, event: PasskeyAdded | PasskeyUsed | PasskeyRemoved, at: int) -> Account:
    others = tuple(each for each in account.passkeys if each.credential != event.credential)
    match event:
        case PasskeyAdded():
            added = Passkey(event.credential, event.key, event.count, event.site, event.name, at)
            return replace(account, passkeys=(*others, added), strong=(*account.strong, event.session))
        case PasskeyUsed():
            used = (
                replace(each, count=event.count, used_at=at) if each.credential == event.credential else each
                for each in account.passkeys
            )
            return replace(account, passkeys=tuple(used))
        case PasskeyRemoved():
            return replace(account, passkeys=others)
        case _:
            assert_never(event)
