"""Accounts, passwords and sessions. Secrets are kept as hashes only: argon2id for passwords, SHA-256 for tokens."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houserules.app.house.transactions import committed
from houserules.app.people import events as p
from houserules.app.people.events import Account, decode_account, fold_account
from houserules.app.people.roles import Job, Person
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table.requests import own_id
from houserules.log import Append, Commit, Log, Snapshot, StaleVersion, digest_of
from houserules.records import step

SESSION_FOR: Final = 12 * 60 * 60 * 1000
LINK_FOR: Final = 60 * 60 * 1000
OWNER: Final = "owner"
PREFIX: Final = "account:"
ACCOUNT_NAME: Final = r"^[a-z][a-z0-9-]+\Z"
LONGEST_ACCOUNT_NAME: Final = 40
_read_account: Final = msgspec.json.Decoder(Account).decode
_SNAPSHOT_EVERY: Final = 50
_UNKNOWN_KEPT: Final = 10_000
_MOST_KNOWN: Final = 10_000
_MOST_RECOGNIZED: Final = 1_000
_MOST_TRIES: Final = 8
T = TypeVar("T")
_NOT_THIS_WAY = "the name or the password is wrong"


def is_name(text: str) -> bool:
    """Whether an account can be called so. Nobody need be asked about other names; PostgreSQL fails at some."""
    return len(text) <= LONGEST_ACCOUNT_NAME and re.match(ACCOUNT_NAME, text) is not None


class Session(msgspec.Struct, frozen=True):
    """What a person signed in with. ``token`` is told once and never kept."""

    token: str
    person: Person
    until: int


class Recognized(msgspec.Struct, frozen=True):
    """Whose session a token is, and the account as it stood when that was found out."""

    account: Account
    person: Person
    until: int


class UnknownNames:
    """Names that nobody has lock like accounts do, so that a lock tells nobody which accounts there are."""

    def __init__(self) -> None:
        self._tried: dict[str, tuple[int, int]] = {}
        """Failures, and until when the name is locked; the names tried last only."""

    def locked_until(self, name: str) -> int:
        return self._tried.get(name, (0, 0))[1]

    def failed(self, name: str, now: int) -> None:
        failures = self._tried.pop(name, (0, 0))[0] + 1
        self._tried[name] = (failures, now + p.LOCKED_FOR if failures >= p.FAILURES_ALLOWED else 0)
        if len(self._tried) > _UNKNOWN_KEPT:
            del self._tried[next(iter(self._tried))]


class People:
    def __init__(self, log: Log, now: Callable[[], int], hasher: PasswordHasher | None = None) -> None:
        self.log = log
        self.now = now
        self.hasher = hasher or PasswordHasher()
        self._known: dict[str, Account] = {}
        self._recognized: dict[str, Recognized] = {}
        """Sessions by the digests of their tokens, as far as they were used lately."""
        self._decoy = ""
        self._unknown = UnknownNames()
        self._lock = asyncio.Lock()

    def find(self, name: str) -> Account | None:
        if not is_name(name):
            return None
        known = self._known.get(name)
        stream = PREFIX + name
        if known is not None and self.log.version(stream) == known.version:
            return known
        account = _read_on(self.log, known or _start(self.log, stream))
        if not account.version:
            return None
        self._know(name, account)
        return account

    def _know(self, name: str, account: Account) -> None:
        self._known[name] = account
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def forget(self, name: str) -> None:
        """A person who comes back is read from the log again."""
        self._known.pop(name, None)

    async def all_but_guests(self) -> list[Account]:
        """Read beside the tables: of guests there have been more than anybody would want to wait for."""
        return await asyncio.to_thread(_all_but_guests, self.log)

    async def _note(
        self, name: str, version: int, *events: p.AnyAccountEvent, actor: str = "", empty: tuple[str, ...] = ()
    ) -> Account:
        stream, at = PREFIX + name, self.now()
        account = self._known.get(name) or self.find(name) or Account(name)
        for event in events:
            account = fold_account(account, event, at)
        snapshots: tuple[Snapshot, ...] = ()
        if account.version // _SNAPSHOT_EVERY != version // _SNAPSHOT_EVERY:
            snapshots = (Snapshot(stream, account.version, msgspec.json.encode(account)),)
        command_id = own_id("people", secrets.token_hex(16))
        kept = tuple(step([(event, ())]) for event in events)
        commit = Commit(
            command_id=command_id, request=command_id.encode(), reply=b"{}", at=at, actor=actor or name,
            appends=(Append(stream, version, kept),), snapshots=snapshots, empty=empty,
        )  # fmt: skip
        try:
            await committed(self.log, commit)
        except StaleVersion:
            raise Refusal("account_changed", "the account was changed just now; ask again", Kind.STALE) from None
        self._know(name, account)
        return account

    async def _note_whatever_else(self, name: str, event: p.SignInFailed | p.SessionClosed) -> None:
        """What holds also where something else happens to the account at the same moment, as its owner sits down."""

        async def noted() -> None:
            account = self.find(name)
            assert account is not None, "no account is ever gone"
            await self._note(name, account.version, event)

        await _again_where_changed(noted)

    async def open_account(
        self, name: str, shown: str, jobs: frozenset[Job], password: str | None, actor: str, guest: bool = False
    ) -> Account:
        if self.find(name) is not None:
            raise Refusal("account_exists", f"there is an account {name!r} already", Kind.REFUSED)
        opened = p.AccountOpened(shown, tuple(sorted(job.value for job in jobs)), guest)
        events: list[p.AnyAccountEvent] = [opened]
        if password is not None:
            events.append(p.PasswordSet(await asyncio.to_thread(self.hasher.hash, password)))
        return await self._note(name, 0, *events, actor=actor)

    async def change_jobs(self, name: str, jobs: frozenset[Job], actor: str) -> Account:
        account = self._must_find(name)
        if name == actor:
            raise Refusal("own_act", "nobody changes their own roles", Kind.FORBIDDEN)
        _insist_not_owner(name, "nobody changes the owner's roles")
        changed = p.JobsChanged(tuple(sorted(job.value for job in jobs)))
        return await self._note(name, account.version, changed, actor=actor)

    async def reset_password(self, name: str, password: str, actor: str) -> None:
        """For administrators; all sessions of the person end. Nobody else sets the owner's."""
        account = self._must_find(name)
        if name == actor:
            raise Refusal("own_act", "to set your own password, sign in and give the old one", Kind.FORBIDDEN)
        _insist_not_owner(name, "nobody but the owner sets the owner's password")
        kept = await asyncio.to_thread(self.hasher.hash, password)
        await self._note(name, account.version, p.PasswordSet(kept), actor=actor)

    async def set_own_password(self, token: str, old: str | None, password: str) -> None:
        """All other sessions end. The old password is asked for, unless there is none or a one-time link was used."""
        name, _, _ = token.rpartition(".")
        session = digest_of(token.encode())
        async with self._lock:
            account = self._must_find(name)
            if account.guest:
                raise Refusal("guests_have_none", "a guest has no password", Kind.FORBIDDEN)
            if account.hash and account.by_link != session:
                await self._insist_right(account, old or "")
                account = self._must_find(name)
            kept = await asyncio.to_thread(self.hasher.hash, password)
            await self._note(name, account.version, p.PasswordSet(kept, session))

    async def _insist_right(self, account: Account, password: str) -> None:
        """A wrong old password counts as a failed sign-in: somebody who found a session open cannot try for long."""
        self._insist_unlocked(account.locked_until)
        if not await asyncio.to_thread(self._is_right, account.hash, password):
            await self._note_whatever_else(account.id, p.SignInFailed())
            raise Refusal("wrong_password", "the old password is needed, and this is not it", Kind.FORBIDDEN)

    def _insist_unlocked(self, locked_until: int) -> None:
        if locked_until > self.now():
            seconds = (locked_until - self.now()) // 1000
            raise Refusal("locked", "too many failed attempts; wait, and try again", Kind.BUSY, seconds=seconds)

    def insist_may_close(self, name: str, actor: str) -> Account:
        account = self._must_find(name)
        if name == actor:
            raise Refusal("own_act", "nobody closes their own account", Kind.FORBIDDEN)
        _insist_not_owner(name, "the owner's account stays open")
        return account

    async def close_account(self, account: Account, actor: str, empty: tuple[str, ...] = ()) -> None:
        """The account as it was when everything was found in order: if anything has happened to it since, it stays
        open. ``empty`` are the accounts of the ledger that must be at zero for it."""
        await self._note(account.id, account.version, p.AccountClosed(), actor=actor, empty=empty)

    def sits_down(self, name: str, table: str) -> Append | None:
        """What is kept with a seat, so that nobody sits down while their account is closed."""
        return self._beside(name, p.SatDown(table)) if self.find(name) is not None else None

    def is_paid(self, name: str, kind: str) -> Append:
        """What is kept with money that is paid in, so that none is while the account is closed."""
        return self._beside(name, p.PaidIn(kind))

    def _beside(self, name: str, event: p.SatDown | p.PaidIn) -> Append:
        return Append(PREFIX + name, self._must_find(name).version, (step([(event, ())]),))

    def _must_find(self, name: str) -> Account:
        account = self.find(name)
        if account is None or account.closed:
            raise unknown("account", name)
        return account

    async def sign_in(self, name: str, password: str) -> Session:
        """A session for the right password. The time taken tells nobody whether an account exists."""
        async with self._lock:
            account = self.find(name)
            self._insist_unlocked(account.locked_until if account else self._unknown.locked_until(name))
            kept = account.hash if account is not None and not account.closed else ""
            right = await asyncio.to_thread(self._is_right, kept, password)
            if account is None:
                self._unknown.failed(name, self.now())
                raise Refusal("not_signed_in", _NOT_THIS_WAY, Kind.UNKNOWN_PERSON)
            if not right:
                await self._note_whatever_else(name, p.SignInFailed())
                raise Refusal("not_signed_in", _NOT_THIS_WAY, Kind.UNKNOWN_PERSON)
            return await _again_where_changed(lambda: self._open_session_with(name, kept))

    async def _open_session_with(self, name: str, kept: str) -> Session:
        """A session for the person who knew the password of this hash, as long as it is the account's."""
        account = self.find(name)
        if account is None or account.closed or account.hash != kept:
            raise Refusal("not_signed_in", _NOT_THIS_WAY, Kind.UNKNOWN_PERSON)
        return await self._open_session(account)

    def _is_right(self, kept: str, password: str) -> bool:
        """Without a password to compare with, as much work is done on a decoy, and the answer is no."""
        self._decoy = self._decoy or self.hasher.hash(secrets.token_urlsafe())
        try:
            return self.hasher.verify(kept or self._decoy, password) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False

    async def _open_session(self, account: Account, link: str = "") -> Session:
        token = f"{account.id}.{secrets.token_urlsafe(32)}"
        until = self.now() + SESSION_FOR
        digest = digest_of(token.encode())
        used = (p.LinkUsed(digest, link),) if link else ()
        after = await self._note(account.id, account.version, *used, p.SessionOpened(digest, until))
        return Session(token, after.person, until)

    def recognize(self, token: str) -> Recognized | None:
        """Whose session this is, while it lasts. The log is asked only where what is known here does not do."""
        name, _, _ = token.rpartition(".")
        if not name:
            return None
        digest = digest_of(token.encode())
        before = self._recognized.get(digest)
        if before is not None and self.is_still(before):
            return before
        known = self._known.get(name)
        found = self._with_session(known, digest) if known is not None else None
        if found is None and (account := self.find(name)) is not None:
            found = self._with_session(account, digest)
        if len(self._recognized) >= _MOST_RECOGNIZED:
            self._recognized.clear()
        if found is not None:
            self._recognized[digest] = found
        return found

    def is_still(self, recognized: Recognized) -> bool:
        """Whether nothing is known to have happened to the account since, and the session's time is not up."""
        known = self._known.get(recognized.account.id)
        return known is recognized.account and recognized.until > self.now()

    def _with_session(self, account: Account, digest: str) -> Recognized | None:
        until = None if account.closed else self._lasts_until(account.sessions, digest)
        return Recognized(account, account.person, until) if until is not None else None

    def _lasts_until(self, digests: tuple[tuple[str, int], ...], digest: str) -> int | None:
        """Until when it is good if it is one of these; None where it is not, or its time is up."""
        now = self.now()
        good = (until for kept, until in digests if secrets.compare_digest(kept, digest) and until > now)
        return next(good, None)

    def noticed(self, stream: str, version: int) -> None:
        """An account has changed, perhaps in another process: what was known of it is out of date."""
        name = stream.removeprefix(PREFIX)
        known = self._known.get(name)
        if known is not None and known.version < version:
            del self._known[name]

    async def sign_out(self, token: str) -> None:
        name, _, _ = token.rpartition(".")
        if self.find(name) is not None:
            await self._note_whatever_else(name, p.SessionClosed(digest_of(token.encode())))

    async def make_link(self, name: str) -> str:
        """The secret of a one-time sign-in link."""
        account = self._must_find(name)
        secret = f"{name}.{secrets.token_urlsafe(32)}"
        made = p.LinkMade(digest_of(secret.encode()), self.now() + LINK_FOR)
        await self._note(name, account.version, made)
        return secret

    async def owners_link(self) -> str | None:
        """The secret of a sign-in link for the owner, as long as the owner has no password."""
        if self.find(OWNER) is None:
            await self.open_account(OWNER, "Owner", frozenset(Job), None, OWNER)
        owner = self.find(OWNER)
        assert owner is not None
        return None if owner.hash else await self.make_link(OWNER)

    async def sign_in_by_link(self, secret: str) -> Session:
        async with self._lock:
            name, _, _ = secret.rpartition(".")
            account = self.find(name) if name else None
            link = digest_of(secret.encode())
            if account is None or account.closed or self._lasts_until(account.links, link) is None:
                raise Refusal("not_signed_in", "this link was used before, or is too old", Kind.UNKNOWN_PERSON)
            return await self._open_session(account, link)

    async def welcome_guest(self) -> Session:
        """An account without a password for somebody who just sits down, at practice tables only."""
        name = f"guest-{secrets.token_hex(6)}"
        account = await self.open_account(name, f"Guest {name[-4:]}", frozenset({Job.PLAYER}), None, name, guest=True)
        return await self._open_session(account)


async def _again_where_changed(attempt: Callable[[], Awaitable[T]]) -> T:
    for _ in range(_MOST_TRIES - 1):
        try:
            return await attempt()
        except Refusal as refusal:
            if refusal.code != "account_changed":
                raise
    return await attempt()


def _start(log: Log, stream: str) -> Account:
    snapshot = log.snapshot(stream)
    if snapshot is not None:
        return _read_account(snapshot.data)
    return Account(stream.removeprefix(PREFIX))


def _read_on(log: Log, account: Account) -> Account:
    for stored in log.read(PREFIX + account.id, after=account.version):
        assert stored.data is not None
        account = fold_account(account, decode_account(stored.data), stored.at)
    return account


def tables_of(log: Log, name: str) -> set[str]:
    """The names of all tables at which this person ever sat down."""
    found = (decode_account(stored.data) for stored in log.read(PREFIX + name) if stored.data is not None)
    return {event.table for event in found if isinstance(event, p.SatDown)}


def _all_but_guests(log: Log) -> list[Account]:
    found = []
    for stored in log.first_of_each(PREFIX):
        assert stored.data is not None
        opened = decode_account(stored.data)
        if not isinstance(opened, p.AccountOpened) or not opened.guest:
            found.append(_read_on(log, _start(log, stored.stream)))
    return found


def _insist_not_owner(name: str, otherwise: str) -> None:
    """Somebody must always be left who can run the house: administrators come and go, the owner does not."""
    if name == OWNER:
        raise Refusal("owners_own", otherwise, Kind.FORBIDDEN)
