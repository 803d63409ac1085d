"""Accounts, passwords and sessions. Secrets are stored as hashes only: argon2id for passwords, SHA-256 for tokens."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houserules.app.house.transactions import committed
from houserules.app.people import events as p
from houserules.app.people.events import Account, fold_account
from houserules.app.people.guest_names import guest_name
from houserules.app.people.names import MACHINE, OWNER, again_where_changed, insist_not_owner, is_name
from houserules.app.people.passwords import insist_uncommon
from houserules.app.people.policy import POLICY, SignInPolicy
from houserules.app.people.reading import PREFIX, everybody, read_on, start
from houserules.app.people.roles import Job
from houserules.app.people.sessions import Attendance, Recognized, Session, session_for
from houserules.app.people.slowing import SlowingDown
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table.requests import own_id
from houserules.log import Append, Commit, Log, Snapshot, StaleVersion, digest_of
from houserules.records import step

LINK_FOR: Final = 60 * 60 * 1000
_SNAPSHOT_EVERY: Final = 50
_MOST_KNOWN: Final = 10_000
_MOST_RECOGNIZED: Final = 1_000
Two = tuple[str, str]
"""Who asked for something, and who approved it; empty if nobody had to."""
_NOT_THIS_WAY = "the name or the password is wrong"


class People:
    def __init__(self, log: Log, now: Callable[[], int], hasher: PasswordHasher | None = None) -> None:
        self.log = log
        self.now = now
        self.hasher = hasher or PasswordHasher()
        self._known: dict[str, Account] = {}
        self._recognized: dict[str, Recognized] = {}
        """Recently used sessions, by the digests of their tokens."""
        self._decoy = ""
        self.slowing = SlowingDown(now)
        self.attendance = Attendance(now)
        self.policy = SignInPolicy(log)
        self.lock = asyncio.Lock()

    def find(self, name: str) -> Account | None:
        if not is_name(name):
            return None
        known = self._known.get(name)
        stream = PREFIX + name
        if known is not None and self.log.version(stream) == known.version:
            return known
        account = read_on(self.log, known or start(self.log, stream))
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
        """Read in the background: there have been more guests than anybody would want to wait for."""
        return await asyncio.to_thread(everybody, self.log)

    async def note(
        self,
        name: str,
        version: int,
        *events: p.AnyAccountEvent,
        actor: str = "",
        empty: tuple[str, ...] = (),
        beside: tuple[Append, ...] = (),
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
            appends=(Append(stream, version, kept), *beside), snapshots=snapshots, empty=empty,
        )  # fmt: skip
        try:
            await committed(self.log, commit)
        except StaleVersion:
            raise Refusal("account_changed", "the account was changed just now; ask again", Kind.STALE) from None
        self._know(name, account)
        return account

    async def note_whatever_else(self, name: str, event: p.SignInFailed | p.SessionClosed) -> None:
        """Records what holds even if the account changes at the same moment, as when its owner sits down."""

        async def noted() -> None:
            account = self.find(name)
            assert account is not None, "no account is ever gone"
            await self.note(name, account.version, event)

        await again_where_changed(noted)

    async def open_account(
        self, name: str, shown: str, jobs: frozenset[Job], password: str | None, actor: str, guest: bool = False
    ) -> Account:
        self.insist_free(name)
        opened = p.AccountOpened(shown, tuple(sorted(job.value for job in jobs)), guest, actor)
        events: list[p.AnyAccountEvent] = [opened]
        if password is not None:
            events.append(p.PasswordSet(await self.hashed(password, name)))
        return await self.note(name, 0, *events, actor=actor)

    async def hashed(self, password: str, account: str) -> str:
        """The hash of a new password; a password that anybody would try first is refused."""
        insist_uncommon(password, account)
        return await asyncio.to_thread(self.hasher.hash, password)

    def insist_free(self, name: str) -> None:
        if self.find(name) is not None:
            raise Refusal("account_exists", f"there is an account {name!r} already", Kind.REFUSED)

    async def open_with_hash(
        self, name: str, shown: str, jobs: frozenset[Job], kept: str, who: Two, beside: tuple[Append, ...]
    ) -> None:
        """An account whose first password somebody else chose: its owner must change it before anything else."""
        self.insist_free(name)
        opened = p.AccountOpened(shown, tuple(sorted(job.value for job in jobs)), False, *who)
        await self.note(name, 0, opened, p.PasswordSet(kept, "", *who), actor=_actor(who), beside=beside)

    def insist_may_change_jobs(self, name: str, actor: str) -> Account:
        account = self.must_find(name)
        if name == actor:
            raise Refusal("own_act", "nobody changes their own roles", Kind.FORBIDDEN)
        insist_not_owner(name, "nobody changes the owner's roles")
        return account

    async def change_jobs(self, name: str, jobs: frozenset[Job], who: Two, beside: tuple[Append, ...] = ()) -> None:
        account = self.insist_may_change_jobs(name, who[0])
        changed = p.JobsChanged(tuple(sorted(job.value for job in jobs)), *who)
        await self.note(name, account.version, changed, actor=_actor(who), beside=beside)

    def insist_may_reset(self, name: str, actor: str) -> Account:
        account = self.must_find(name)
        if name == actor:
            raise Refusal("own_act", "to set your own password, sign in and give the old one", Kind.FORBIDDEN)
        insist_not_owner(name, "nobody but the owner sets the owner's password")
        return account

    async def reset_password(self, name: str, kept: str, who: Two, beside: tuple[Append, ...] = ()) -> None:
        """For administrators; all sessions of the person end. Only the owner sets the owner's password."""
        account = self.insist_may_reset(name, who[0])
        await self.note(name, account.version, p.PasswordSet(kept, "", *who), actor=_actor(who), beside=beside)

    def insist_may_link(self, name: str, actor: str) -> Account:
        account = self.must_find(name)
        if name == actor:
            raise Refusal("own_act", "nobody links their own account", Kind.FORBIDDEN)
        insist_not_owner(name, "the owner's account is linked to nobody")
        return account

    async def link(self, name: str, issuer: str, subject: str, who: Two, beside: tuple[Append, ...] = ()) -> None:
        account = self.insist_may_link(name, who[0])
        linked = p.IdentityLinked(issuer, subject, *who)
        await self.note(name, account.version, linked, actor=_actor(who), beside=beside)

    async def set_own_password(self, token: str, old: str | None, password: str) -> None:
        """All other sessions end. The old password is required, unless there is none or a one-time link was used."""
        name, _, _ = token.rpartition(".")
        session = digest_of(token.encode())
        async with self.lock:
            account = self.must_find(name)
            if account.guest:
                raise Refusal("guests_have_none", "a guest has no password", Kind.FORBIDDEN)
            if account.hash and account.by_link != session:
                await self.insist_right(account, session, old or "")
                account = self.must_find(name)
            kept = await self.hashed(password, name)
            await self.note(name, account.version, p.PasswordSet(kept, session))

    async def insist_right(self, account: Account, session: str, password: str) -> None:
        """A wrong old password counts as a failed sign-in: somebody who found a session open cannot try for long."""
        key = f"session {session}"
        self.slowing.insist_may_try(key)
        if not await asyncio.to_thread(self._is_right, account.hash, password):
            self.slowing.failed(key)
            await self.note_whatever_else(account.id, p.SignInFailed())
            raise Refusal("wrong_password", "the old password is needed, and this is not it", Kind.FORBIDDEN)

    def insist_may_close(self, name: str, actor: str) -> Account:
        account = self.must_find(name)
        if name == actor:
            raise Refusal("own_act", "nobody closes their own account", Kind.FORBIDDEN)
        insist_not_owner(name, "the owner's account stays open")
        return account

    async def close_account(
        self, account: Account, actor: str, empty: tuple[str, ...] = (), beside: tuple[Append, ...] = ()
    ) -> None:
        """``account`` is the account as it was when everything was found in order: if anything has happened to it
        since, it stays open. ``empty`` are the accounts of the ledger that must be at zero for it."""
        await self.note(account.id, account.version, p.AccountClosed(), actor=actor, empty=empty, beside=beside)

    def sits_down(self, name: str, table: str) -> Append | None:
        """What is committed with a seat, so that nobody sits down while their account is being closed."""
        return self._beside(name, p.SatDown(table)) if self.find(name) is not None else None

    def is_paid(self, name: str, kind: str) -> Append:
        """What is committed with money paid in, so that none is paid in while the account is being closed."""
        return self._beside(name, p.PaidIn(kind))

    def _beside(self, name: str, event: p.SatDown | p.PaidIn) -> Append:
        return Append(PREFIX + name, self.must_find(name).version, (step([(event, ())]),))

    def must_find(self, name: str) -> Account:
        account = self.find(name)
        if account is None or account.closed:
            raise unknown("account", name)
        return account

    async def sign_in(self, name: str, password: str, address: str = "", device: str | None = None) -> Session:
        """A session for the right password. The time taken does not reveal whether an account exists.

        Failures slow down one address at one account. A browser in which this person has signed in before has a token
        of its own in ``device``, and is slowed down only by its own failures.
        """
        async with self.lock:
            account = self.find(name)
            known = digest_of(device.encode()) if device else ""
            own = account is not None and known in account.devices
            key = f"device {known}" if own else f"address {address} {name}"
            self.slowing.insist_may_try(key)
            kept = account.hash if account is not None and not account.closed else ""
            right = await asyncio.to_thread(self._is_right, kept, password)
            if not right:
                self.slowing.failed(key)
                if account is not None:
                    await self.note_whatever_else(name, p.SignInFailed())
                raise Refusal("not_signed_in", _NOT_THIS_WAY, Kind.UNKNOWN_PERSON)
            self.slowing.succeeded(key)
            return await again_where_changed(lambda: self._open_for_password(name, kept, device))

    async def _open_for_password(self, name: str, kept: str, device: str | None) -> Session:
        """A session for the person who knew the password with this hash, as long as it is still the account's."""
        account = self.find(name)
        if account is None or account.closed or account.hash != kept:
            raise Refusal("not_signed_in", _NOT_THIS_WAY, Kind.UNKNOWN_PERSON)
        self.policy.insist_password_does(account)
        return await self.open_session(account, device=device)

    def _is_right(self, kept: str, password: str) -> bool:
        """Without a password to compare with, the same work is done on a decoy, and the answer is no."""
        self._decoy = self._decoy or self.hasher.hash(secrets.token_urlsafe())
        try:
            return self.hasher.verify(kept or self._decoy, password) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False

    async def open_session(
        self, account: Account, *first: p.AnyAccountEvent, link: str = "", device: str | None = None,
        strong: bool = False,
    ) -> Session:  # fmt: skip
        """``first`` is committed with it; ``strong``: the person has shown more than a password; ``device`` is the
        token of the browser, empty if it has none yet. A token that the account does not know is replaced."""
        token = f"{account.id}.{secrets.token_urlsafe(32)}"
        until = self.now() + session_for(account.person)
        digest = digest_of(token.encode())
        known = device is None or digest_of(device.encode()) in account.devices
        new = "" if known else secrets.token_urlsafe(32)
        used = (*first, *((p.LinkUsed(digest, link),) if link else ()))
        opened = p.SessionOpened(digest, until, digest_of(new.encode()) if new else "", strong)
        after = await self.note(account.id, account.version, *used, opened)
        return Session(token, after.person, until, new)

    def recognize(self, token: str) -> Recognized | None:
        """Whose session this is, while it lasts. The log is read only if what is known here is not enough."""
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
        """Whether nothing is known to have happened to the account since, and the session has not expired."""
        known = self._known.get(recognized.account.id)
        return known is recognized.account and recognized.until > self.now() and not self._is_idle(recognized)

    def _with_session(self, account: Account, digest: str) -> Recognized | None:
        until = None if account.closed else self._lasts_until(account.sessions, digest)
        found = Recognized(account, account.person, until, digest) if until is not None else None
        return found if found is not None and not self._is_idle(found) else None

    def _is_idle(self, found: Recognized) -> bool:
        return self.attendance.is_idle(found.person, found.digest, found.until)

    def sessions_of(self, name: str) -> list[tuple[str, int, int]]:
        """For each session that has not expired: its digest, its expiry, and when something was last done in it."""
        account, now = self.must_find(name), self.now()
        found = (self._with_session(account, digest) for digest, until in account.sessions if until > now)
        last = self.attendance.last
        return [(each.digest, each.until, last(each.person, each.digest, each.until)) for each in found if each]

    async def end_session(self, name: str, session: str) -> None:
        """``session`` is the part of the digest that people see."""
        found = next((digest for digest, _, _ in self.sessions_of(name) if digest.startswith(session)), None)
        if found is None:
            raise unknown("session", session)
        await self.note_whatever_else(name, p.SessionClosed(found))

    def _lasts_until(self, digests: tuple[tuple[str, int], ...], digest: str) -> int | None:
        """The expiry of this digest if it is one of these; None if it is not, or has expired."""
        now = self.now()
        good = (until for kept, until in digests if secrets.compare_digest(kept, digest) and until > now)
        return next(good, None)

    def noticed(self, stream: str, version: int) -> None:
        """An account has changed, perhaps in another process: what was known about it is out of date."""
        if stream == POLICY:
            self.policy.out_of_date = True
        name = stream.removeprefix(PREFIX)
        known = self._known.get(name)
        if known is not None and known.version < version:
            del self._known[name]

    async def sign_out(self, token: str) -> None:
        name, _, _ = token.rpartition(".")
        if self.find(name) is not None:
            await self.note_whatever_else(name, p.SessionClosed(digest_of(token.encode())))

    async def make_link(self, name: str, actor: str = "") -> str:
        """The secret of a one-time sign-in link."""
        account = self.must_find(name)
        secret = f"{name}.{secrets.token_urlsafe(32)}"
        made = p.LinkMade(digest_of(secret.encode()), self.now() + LINK_FOR)
        await self.note(name, account.version, made, actor=actor)
        return secret

    async def owners_link(self) -> str | None:
        """The secret of a sign-in link for the owner, as long as the owner has no password. Several services may ask
        for one at the same time."""
        return await again_where_changed(self._owners_link)

    async def _owners_link(self) -> str | None:
        if self.find(OWNER) is None:
            await self.open_account(OWNER, "Owner", frozenset(Job), None, OWNER)
        owner = self.find(OWNER)
        assert owner is not None
        return None if owner.hash else await self.make_link(OWNER)

    async def recover(self, name: str) -> str:
        """A sign-in link for an administrator who has lost the password. Asking requires access to the machine."""
        account = self.must_find(name)
        if Job.ADMINISTRATOR not in account.person.jobs:
            message = f"{name} is no administrator; an administrator sets a new password for that account"
            raise Refusal("not_an_administrator", message, Kind.FORBIDDEN)
        return await self.make_link(name, MACHINE)

    async def sign_in_by_link(self, secret: str, device: str | None = None) -> Session:
        async with self.lock:
            name, _, _ = secret.rpartition(".")
            account = self.find(name) if name else None
            link = digest_of(secret.encode())
            if account is None or account.closed or self._lasts_until(account.links, link) is None:
                raise Refusal("not_signed_in", "this link was used before, or is too old", Kind.UNKNOWN_PERSON)
            return await self.open_session(account, link=link, device=device)

    async def welcome_guest(self) -> Session:
        """An account without a password for somebody who just sits down, at practice tables only."""
        name = f"guest-{secrets.token_hex(6)}"
        account = await self.open_account(name, guest_name(name), frozenset({Job.PLAYER}), None, name, guest=True)
        return await self.open_session(account)


def _actor(who: Two) -> str:
    return who[1] or who[0]
