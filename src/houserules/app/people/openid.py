"""Signing in through the operator's OpenID provider: authorization code with PKCE, state and nonce.

The provider says who somebody is; what they may do is decided here. An identity opens the account that administrators
have linked it to. If the operator maps a claim to roles, others get an account of their own, never an
administrator's, whose roles follow the claim at every sign-in.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, Final

from houserules.app.people import events as p
from houserules.app.people.challenges import Challenges
from houserules.app.people.events import Account
from houserules.app.people.names import again_where_changed
from houserules.app.people.people import People
from houserules.app.people.provider import Provider, ProviderClient, Visit
from houserules.app.people.roles import Job
from houserules.app.people.sessions import Session
from houserules.app.refusals import Kind, Refusal
from houserules.log import digest_of

BY_PROVIDER: Final = "openid"
"""The maker of an account opened on the provider's statement."""
_LONGEST_SHOWN: Final = 60


class OpenId:
    def __init__(self, people: People) -> None:
        self.people = people
        self._client: ProviderClient | None = None
        self._visits: Challenges[Visit] = Challenges(people.now)

    def use(self, provider: Provider | None) -> None:
        self._client = ProviderClient(provider, self.people.now) if provider is not None else None

    @property
    def provider(self) -> Provider | None:
        return self._client.provider if self._client is not None else None

    def _insist_there(self) -> ProviderClient:
        if self._client is None:
            raise Refusal("no_provider", "this house has no OpenID provider", Kind.REFUSED)
        return self._client

    async def begin(self, back: str) -> tuple[str, str]:
        """The provider's address for one visit, and what the browser keeps until it is back."""
        client, browser = self._insist_there(), secrets.token_urlsafe(32)
        visit = Visit(secrets.token_urlsafe(32), secrets.token_urlsafe(48), back, digest_of(browser.encode()))
        state = self._visits.make(visit)
        challenge = urlsafe_b64encode(sha256(visit.verifier.encode()).digest()).rstrip(b"=").decode()
        return await client.address(state, visit, challenge), browser

    async def sign_in(self, state: str, code: str, browser: str, device: str | None = None) -> Session:
        """A session for the person whom the provider names; the browser is the one that was sent there."""
        client, visit = self._insist_there(), self._visits.take(state)
        if not secrets.compare_digest(visit.browser, digest_of(browser.encode())):
            raise Refusal("challenge_over", "this was begun in another browser; begin again", Kind.STALE)
        claims = await client.claims(code, visit)
        async with self.people.lock:
            return await again_where_changed(lambda: self._open(client.provider, claims, device))

    async def _open(self, provider: Provider, claims: dict[str, Any], device: str | None) -> Session:
        subject = str(claims["sub"])
        account = await self.linked(provider.issuer, subject)
        if account is None:
            account = await self._made(provider, subject, claims)
        elif account.made_by == BY_PROVIDER:
            roles = _roles(provider, claims)
            if not roles:
                raise _linked_to_nobody(provider, subject)
            account = await self._with_roles(account, roles)
        return await self.people.open_session(account, device=device, strong=True)

    async def linked(self, issuer: str, subject: str) -> Account | None:
        """The account that this identity opens. There are few people besides guests, and few sign-ins."""
        everybody = await self.people.all_but_guests()
        found = (each for each in everybody if each.identity == (issuer, subject) and not each.closed)
        return next(found, None)

    async def _made(self, provider: Provider, subject: str, claims: dict[str, Any]) -> Account:
        roles = _roles(provider, claims)
        if not roles:
            raise _linked_to_nobody(provider, subject)
        name = f"{BY_PROVIDER}-{digest_of(f'{provider.issuer} {subject}'.encode())[:16]}"
        before = self.people.find(name)
        if before is not None:  # Administrators closed or unlinked it.
            raise _linked_to_nobody(provider, subject)
        opened = p.AccountOpened(_shown(claims) or name, roles, False, BY_PROVIDER)
        linked = p.IdentityLinked(provider.issuer, subject, BY_PROVIDER)
        return await self.people.note(name, 0, opened, linked, actor=BY_PROVIDER)

    async def _with_roles(self, account: Account, roles: tuple[str, ...]) -> Account:
        if roles == account.jobs:
            return account
        return await self.people.note(
            account.id, account.version, p.JobsChanged(roles, BY_PROVIDER), actor=BY_PROVIDER
        )


def _roles(provider: Provider, claims: dict[str, Any]) -> tuple[str, ...]:
    """By the operator's map, which makes nobody an administrator."""
    said = claims.get(provider.roles_claim, ())
    values = {said} if isinstance(said, str) else {each for each in said if isinstance(each, str)}
    found = {role for value, role in provider.roles if value in values} - {Job.ADMINISTRATOR.value}
    return tuple(sorted(found))


def _shown(claims: dict[str, Any]) -> str:
    name = claims.get("name")
    if not isinstance(name, str):
        return ""
    return "".join(each for each in name if each.isprintable()).strip()[:_LONGEST_SHOWN]


def _linked_to_nobody(provider: Provider, subject: str) -> Refusal:
    message = f"the provider knows you as {subject}, and no account here is linked to that; tell an administrator"
    return Refusal("not_linked", message, Kind.FORBIDDEN, subject=subject, issuer=provider.issuer)
