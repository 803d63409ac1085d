"""What one administrator asks for and another approves: staff accounts, roles, passwords, money at the cage."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houserules.app.house.cage import Cage
from houserules.app.house.transactions import note
from houserules.app.people.people import People
from houserules.app.people.policy import POLICY, PasskeysRequired
from houserules.app.people.roles import Job
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.app.table.events import LIVE
from houserules.app.table.requests import own_id
from houserules.log import ANY_VERSION, Append, Log, digest_of
from houserules.records import step

STREAM: Final = "requests"
_MOST_WAITING: Final = 200


class Change(Struct, frozen=True, tag_field="change"):
    account: str
    """The account, or the owner of the purse, that it is about."""


class OpenAccount(Change, frozen=True, tag="open_account"):
    name: str
    roles: tuple[str, ...]
    hash: str = ""


class ChangeRoles(Change, frozen=True, tag="change_roles"):
    roles: tuple[str, ...]


class SetPassword(Change, frozen=True, tag="set_password"):
    hash: str


class CloseAccount(Change, frozen=True, tag="close_account"):
    pass


class PayIn(Change, frozen=True, tag="pay_in"):
    kind: str
    amount: int


class PayOut(Change, frozen=True, tag="pay_out"):
    kind: str
    amount: int


class RequirePasskeys(Change, frozen=True, tag="require_passkeys"):
    """About no account: which roles sign in with a passkey."""

    roles: tuple[str, ...]


class LinkIdentity(Change, frozen=True, tag="link_identity"):
    """The person whom the provider knows by this name signs in to this account; nobody, without a subject."""

    issuer: str
    subject: str


AnyChange = LinkIdentity | OpenAccount | ChangeRoles | SetPassword | CloseAccount | PayIn | PayOut | RequirePasskeys


class RequestEvent(Struct, frozen=True, tag_field="event"):
    request: str
    by: str


class Asked(RequestEvent, frozen=True, tag="request.asked/1"):
    what: AnyChange


class Approved(RequestEvent, frozen=True, tag="request.approved/1"):
    asked_by: str


class Declined(RequestEvent, frozen=True, tag="request.declined/1"):
    pass


_DECODER: Final = msgspec.json.Decoder(Asked | Approved | Declined)


class Waiting(Struct, frozen=True):
    request: str
    by: str
    at: int
    what: AnyChange


class Kept(Struct, frozen=True):
    """The requests that wait, as the stream has them at a version."""

    version: int = 0
    waiting: tuple[Waiting, ...] = ()


class Requests:
    def __init__(self, log: Log, now: Callable[[], int], people: People, cage: Cage) -> None:
        self.log, self.now, self.people, self.cage = log, now, people, cage
        self._kept = Kept()
        self._lock = asyncio.Lock()

    def waiting(self) -> tuple[Waiting, ...]:
        return self._read().waiting

    async def ask(self, what: AnyChange, actor: str, command_id: str = "") -> str | int | None:
        """Done at once if nobody else could approve it or nobody needs to; returns what a purse then holds, or
        nothing. Otherwise returns the name of the request, which waits for another administrator."""
        self._insist_possible(what, actor)
        if not await self._needs_approval(what, actor):
            return await self._do(what, actor, "", (), command_id or own_id("people", secrets.token_hex(16)))
        if len(self._read().waiting) >= _MOST_WAITING:
            raise Refusal("too_many_requests", "too many requests wait; approve or decline some first", Kind.BUSY)
        command_id = command_id or own_id("request", secrets.token_hex(16))
        request = digest_of(command_id.encode())[:16]
        await note(self.log, self.now(), STREAM, ANY_VERSION, Asked(request, actor, what), command_id, actor)
        return request

    async def approve(self, request: str, actor: str) -> tuple[Waiting, int | None]:
        """Carries out what somebody else has asked for, in one commit with the approval."""
        async with self._lock:
            kept = self._read()
            found = _find(kept, request)
            if actor in (found.by, found.what.account):
                raise Refusal(
                    "own_act", "somebody else must approve what you ask or what is about you", Kind.FORBIDDEN
                )
            self._insist_still_asks(found.by)
            self._insist_possible(found.what, found.by)
            approval = Approved(request, actor, found.by)
            beside = Append(STREAM, kept.version, (step([(approval, ())]),))
            held = await self._do(found.what, found.by, actor, (beside,), own_id("approve", request))
        return found, held

    def _insist_still_asks(self, by: str) -> None:
        asked = self.people.find(by)
        if asked is None or asked.closed or Job.ADMINISTRATOR.value not in asked.jobs:
            message = f"{by}, who asked for this, is no administrator any more; decline it"
            raise Refusal("not_an_administrator", message, Kind.FORBIDDEN)

    async def decline(self, request: str, actor: str) -> None:
        """Anybody who might approve a request may decline it; the person who asked may take it back."""
        async with self._lock:
            kept = self._read()
            _find(kept, request)
            declined, command_id = Declined(request, actor), own_id("decline", request)
            await note(self.log, self.now(), STREAM, kept.version, declined, command_id, actor)

    async def _needs_approval(self, what: AnyChange, actor: str) -> bool:
        """A house begins with one administrator. From the second one on, nobody alone makes staff accounts or moves
        money."""
        if not await self._concerns_two(what):
            return False
        everybody = await self.people.all_but_guests()
        return any(
            Job.ADMINISTRATOR.value in each.jobs and not each.closed and each.id != actor for each in everybody
        )

    async def _concerns_two(self, what: AnyChange) -> bool:
        match what:
            case OpenAccount(roles=roles):
                return set(roles) != {Job.PLAYER.value}
            case CloseAccount(account=account):
                found = self.people.find(account)
                return found is not None and not found.person.only_plays
            case PayIn(kind=kind) | PayOut(kind=kind):
                return kind == LIVE
            case ChangeRoles() | SetPassword() | RequirePasskeys() | LinkIdentity():
                return True
            case _:
                assert_never(what)

    def _insist_possible(self, what: AnyChange, actor: str) -> None:
        """What would be refused on approval is refused when it is asked for."""
        match what:
            case OpenAccount():
                self.people.insist_free(what.account)
            case ChangeRoles():
                self.people.insist_may_change_jobs(what.account, actor)
            case SetPassword():
                self.people.insist_may_reset(what.account, actor)
            case CloseAccount():
                self.people.insist_may_close(what.account, actor)
            case PayIn() | PayOut():
                self.cage.insist_may_move(what.account, what.amount, actor)
            case LinkIdentity():
                self.people.insist_may_link(what.account, actor)
            case RequirePasskeys(roles=roles):
                asker = self.people.find(actor)
                if asker is None or (not asker.passkeys and {*asker.jobs} & {*roles}):
                    message = "one of these roles is yours: add a passkey to your own account first"
                    raise Refusal("add_passkey", message, Kind.REFUSED)
            case _:
                assert_never(what)

    async def _do(
        self, what: AnyChange, by: str, approved_by: str, beside: tuple[Append, ...], command_id: str
    ) -> int | None:
        people, who = self.people, (by, approved_by)
        match what:
            case OpenAccount():
                jobs = frozenset(Job(role) for role in what.roles)
                await people.open_with_hash(what.account, what.name, jobs, what.hash, who, beside)
            case ChangeRoles():
                await people.change_jobs(what.account, frozenset(Job(role) for role in what.roles), who, beside)
            case SetPassword():
                await people.reset_password(what.account, what.hash, who, beside)
            case LinkIdentity():
                await people.link(what.account, what.issuer, what.subject, who, beside)
            case RequirePasskeys():
                settled, actor = PasskeysRequired(what.roles, *who), approved_by or by
                await note(self.log, self.now(), POLICY, ANY_VERSION, settled, command_id, actor, beside=beside)
                people.policy.out_of_date = True
            case CloseAccount():
                await self.cage.close_account(what.account, by, beside)
            case PayIn():
                actor = approved_by or by
                return await self.cage.fund(what.account, what.kind, what.amount, command_id, actor, beside)
            case PayOut():
                actor = approved_by or by
                return await self.cage.pay_out(what.account, what.kind, what.amount, command_id, actor, beside)
            case _:
                assert_never(what)
        return None

    def _read(self) -> Kept:
        kept = self._kept
        if self.log.version(STREAM) == kept.version:
            return kept
        for stored in self.log.read(STREAM, after=kept.version):
            assert stored.data is not None
            kept = _fold(kept, _DECODER.decode(stored.data), stored.at)
        self._kept = kept
        return kept


def _find(kept: Kept, request: str) -> Waiting:
    found = next((each for each in kept.waiting if each.request == request), None)
    if found is None:
        raise unknown("request", request)
    return found


def _fold(kept: Kept, event: Asked | Approved | Declined, at: int) -> Kept:
    others = tuple(each for each in kept.waiting if each.request != event.request)
    if isinstance(event, Asked):
        others = (*others, Waiting(event.request, event.by, at, event.what))
    return replace(kept, version=kept.version + 1, waiting=others)
