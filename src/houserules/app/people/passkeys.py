"""Passkeys (WebAuthn): a key in a person's device, unlocked there, signs them in without a password.

The library ``webauthn`` checks what devices say. Bytes are base64url everywhere here, as in browsers.
"""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct

from houserules.app.people import events as p
from houserules.app.people.challenges import Challenges
from houserules.app.people.events import Account, Passkey
from houserules.app.people.names import again_where_changed
from houserules.app.people.people import People
from houserules.app.people.sessions import Session
from houserules.app.refusals import Kind, Refusal, unknown
from houserules.log import digest_of

_MOST: Final = 10
_SHOWN: Final = 16
_SIGNING_IN: Final = "nobody yet"


class Site(Struct, frozen=True):
    """The name by which a browser reaches the house, and the origin of its page. A passkey belongs to a name."""

    name: str
    origin: str


class Attestation(Struct, frozen=True):
    """What a device says about a new key."""

    credential: str
    client_data: str
    attestation: str


class Assertion(Struct, frozen=True):
    """What a device has signed with a key. ``user`` is the account for which the key was made."""

    credential: str
    client_data: str
    authenticator_data: str
    signature: str
    user: str


class _ClientData(Struct, frozen=True):
    challenge: str


_read_client_data: Final = msgspec.json.Decoder(_ClientData).decode


class Passkeys:
    def __init__(self, people: People) -> None:
        self.people = people
        self._challenges: Challenges[str] = Challenges(people.now)
        """Each belongs to the session that adds a key, or to a sign-in."""

    def of(self, account: str) -> tuple[Passkey, ...]:
        return self.people.must_find(account).passkeys

    def begin_adding(self, token: str) -> tuple[str, Account]:
        """The challenge for a new key of the person whose session this is."""
        account = self.people.must_find(token.rpartition(".")[0])
        if account.guest:
            raise Refusal("guests_have_none", "a guest has no passkey", Kind.FORBIDDEN)
        if len(account.passkeys) >= _MOST:
            raise Refusal("too_many_passkeys", f"{_MOST} passkeys are the most; remove one first", Kind.REFUSED)
        return self._challenges.make(digest_of(token.encode())), account

    async def add(self, token: str, password: str, name: str, given: Attestation, site: Site) -> Passkey:
        session = digest_of(token.encode())
        challenge = self._take(given.client_data, session)
        async with self.people.lock:
            account = await self._insist_own(token, password)
            found = await _in_thread(_added_nothing(), _verified_key, given, challenge, site)
            if account.passkey(found.credential) is not None:
                raise Refusal("passkey_known", "this passkey was added before", Kind.REFUSED)
            added = p.PasskeyAdded(found.credential, found.key, found.count, site.name, name, session)
            after = await self.people.note(account.id, account.version, added)
        kept = after.passkey(found.credential)
        assert kept is not None, "it was just added"
        return kept

    async def remove(self, token: str, password: str, shown: str) -> None:
        """``shown`` is the part of its digest that people see."""
        async with self.people.lock:
            account = await self._insist_own(token, password)
            found = next((each for each in account.passkeys if shown_id(each) == shown), None)
            if found is None:
                raise unknown("passkey", shown)
            await self.people.note(account.id, account.version, p.PasskeyRemoved(found.credential))

    async def _insist_own(self, token: str, password: str) -> Account:
        """Somebody who found a session open can neither add nor remove anything; nor can a password alone if the role
        needs a passkey and there is one."""
        people, session, name = self.people, digest_of(token.encode()), token.rpartition(".")[0]
        account = people.must_find(name)
        if account.by_link == session:
            return account
        if session not in account.strong:
            people.policy.insist_password_does(account)
        if account.hash:
            await people.insist_right(account, session, password)
        return people.must_find(name)

    def begin_signing_in(self) -> str:
        return self._challenges.make(_SIGNING_IN)

    async def sign_in(self, given: Assertion, site: Site, address: str, device: str | None = None) -> Session:
        """A session for the person who has the device. Failures slow down the address, as wrong passwords do."""
        challenge = self._take(given.client_data, _SIGNING_IN)
        name, people = _text(given.user), self.people
        key = f"address {address} {name}"
        people.slowing.insist_may_try(key)

        async def opened() -> Session:
            account = people.find(name)
            kept = account.passkey(given.credential) if account is not None and not account.closed else None
            if account is None or kept is None or kept.site != site.name:
                raise _not_accepted()
            count = await _in_thread(_not_accepted(), _verified_count, given, challenge, site, kept)
            used = p.PasskeyUsed(kept.credential, count)
            return await people.open_session(account, used, device=device, strong=True)

        async with people.lock:
            try:
                session = await again_where_changed(opened)
            except Refusal as refusal:
                if refusal.code == "not_signed_in":
                    people.slowing.failed(key)
                    if people.find(name) is not None:
                        await people.note_whatever_else(name, p.SignInFailed())
                raise
        people.slowing.succeeded(key)
        return session

    def _take(self, client_data: str, about: str) -> str:
        """The challenge that was answered; nobody can answer it again."""
        try:
            challenge = _read_client_data(_bytes(client_data)).challenge
        except (msgspec.MsgspecError, UnicodeError):
            challenge = ""
        if self._challenges.take(challenge) != about:
            raise Refusal("challenge_over", "this was begun by somebody else, or for something else", Kind.STALE)
        return challenge


def shown_id(passkey: Passkey) -> str:
    """A short id by which people tell it from others: its full name is long."""
    return digest_of(passkey.credential.encode())[:_SHOWN]


class _Verified(Struct, frozen=True):
    credential: str
    key: str
    count: int


def _verified_key(given: Attestation, challenge: str, site: Site) -> _Verified:
    import webauthn  # noqa: PLC0415

    said = {"clientDataJSON": given.client_data, "attestationObject": given.attestation}
    found = webauthn.verify_registration_response(
        credential=_credential(given.credential, **said),
        expected_challenge=_bytes(challenge), expected_rp_id=site.name, expected_origin=site.origin,
        require_user_verification=True,
    )  # fmt: skip
    return _Verified(_base64url(found.credential_id), _base64url(found.credential_public_key), found.sign_count)


def _verified_count(given: Assertion, challenge: str, site: Site, kept: Passkey) -> int:
    """The device's signature count. A device that counts and is not ahead of its last count has been copied."""
    import webauthn  # noqa: PLC0415

    said = {
        "clientDataJSON": given.client_data, "authenticatorData": given.authenticator_data,
        "signature": given.signature, "userHandle": given.user,
    }  # fmt: skip
    found = webauthn.verify_authentication_response(
        credential=_credential(given.credential, **said),
        expected_challenge=_bytes(challenge), expected_rp_id=site.name, expected_origin=site.origin,
        credential_public_key=_bytes(kept.key), credential_current_sign_count=kept.count,
        require_user_verification=True,
    )  # fmt: skip
    return found.new_sign_count


def _credential(credential: str, **response: str) -> dict[str, Any]:
    return {"id": credential, "rawId": credential, "type": "public-key", "response": response}


async def _in_thread(otherwise: Refusal, check: Any, *given: Any) -> Any:
    """For hostile bytes the library reports some faults and fails on others: none is accepted."""
    try:
        return await asyncio.to_thread(check, *given)
    except Exception as error:
        structlog.get_logger().warning("passkey not accepted", why=f"{type(error).__name__}: {error}"[:200])
        raise otherwise from None


def _not_accepted() -> Refusal:
    return Refusal("not_signed_in", "this passkey is not known here, or what it signed is wrong", Kind.UNKNOWN_PERSON)


def _added_nothing() -> Refusal:
    return Refusal("passkey_not_accepted", "what the device says of this passkey is wrong", Kind.REFUSED)


def _bytes(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def _text(text: str) -> str:
    return _bytes(text).decode("utf-8", "replace")


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
