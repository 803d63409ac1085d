"""The operator's OpenID provider: its metadata, the exchange of the code for a token, and the check of that token.

Requests go only to the configured issuer: the addresses in its metadata must be there too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

import msgspec
import structlog
from msgspec import Struct

from houserules.app.outgoing import NoAnswer, answer_of
from houserules.app.refusals import Kind, Refusal
from houserules.law import MalformedData

_SECONDS: Final = 5.0
_LARGEST: Final = 1_000_000
_LEEWAY: Final = 60
_ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Signatures with a key that only the provider has; never one that the house could make itself."""
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Provider(Struct, frozen=True):
    """How the operator's provider is reached, and as whom."""

    issuer: str
    client: str
    secret: str = ""
    title: str = "your company account"
    roles_claim: str = "groups"
    roles: tuple[tuple[str, str], ...] = ()
    """(value of the claim, role): a person with such a value automatically gets an account with these roles."""

    def insist_sound(self) -> None:
        address = urlsplit(self.issuer)
        secure = address.scheme == "https" or (address.scheme == "http" and address.hostname in _LOCAL)
        if not secure or not address.hostname or address.query or address.fragment:
            raise MalformedData(f"{self.issuer}: an issuer is an https address without a query")
        if not self.client:
            raise MalformedData("the provider knows the house by a client id; give it")
        for _, role in self.roles:
            if role == "administrator":
                raise MalformedData("nobody becomes an administrator by the word of a provider")


class Visit(Struct, frozen=True):
    """A browser that was sent to the provider and is expected back."""

    nonce: str
    verifier: str
    back: str
    """The address to which the provider sends it back."""
    browser: str
    """The digest of what this browser keeps meanwhile."""


class Described(Struct, frozen=True):
    """A provider's metadata, as far as it matters here."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Tokens(Struct, frozen=True):
    id_token: str


class _Keys(Struct, frozen=True):
    keys: tuple[dict[str, Any], ...]


_read_described: Final = msgspec.json.Decoder(Described).decode
_read_tokens: Final = msgspec.json.Decoder(_Tokens).decode
_read_keys: Final = msgspec.json.Decoder(_Keys).decode


class ProviderClient:
    def __init__(self, provider: Provider, now: Callable[[], int]) -> None:
        self.provider = provider
        self.now = now

    async def address(self, state: str, visit: Visit, challenge: str) -> str:
        """Where the browser is sent."""
        described = await self._describe()
        asked = {
            "response_type": "code", "client_id": self.provider.client, "redirect_uri": visit.back,
            "scope": "openid profile", "state": state, "nonce": visit.nonce, "code_challenge": challenge,
            "code_challenge_method": "S256",
        }  # fmt: skip
        joint = "&" if urlsplit(described.authorization_endpoint).query else "?"
        return f"{described.authorization_endpoint}{joint}{urlencode(asked)}"

    async def claims(self, code: str, visit: Visit) -> dict[str, Any]:
        """The claims about the person whom the provider has seen, once the token is checked."""
        described = await self._describe()
        given = {"grant_type": "authorization_code", "code": code, "redirect_uri": visit.back,
                 "code_verifier": visit.verifier, "client_id": self.provider.client}  # fmt: skip
        login = None
        if self.provider.secret and "client_secret_basic" in described.token_endpoint_auth_methods_supported:
            login = quote(self.provider.client, safe=""), quote(self.provider.secret, safe="")
        elif self.provider.secret:
            given["client_secret"] = self.provider.secret
        tokens = await self._ask(described.token_endpoint, _read_tokens, given, login)
        keys = await self._ask(described.jwks_uri, _read_keys)
        claims = await asyncio.to_thread(_signed_claims, tokens.id_token, keys.keys)
        self._insist_meant(claims, visit)
        return claims

    async def _describe(self) -> Described:
        issuer = self.provider.issuer
        found: Described = await self._ask(f"{issuer.rstrip('/')}/.well-known/openid-configuration", _read_described)
        if found.issuer != issuer:
            raise not_believed(f"it calls itself {found.issuer}, and not {issuer}")
        for address in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
            if _origin(address) != _origin(issuer):
                raise not_believed(f"{address} does not lie at {issuer}")
        return found

    async def _ask(
        self, address: str, read: Callable[[bytes], Any], form: dict[str, str] | None = None,
        login: tuple[str, str] | None = None,
    ) -> Any:  # fmt: skip
        how = "GET" if form is None else "POST"
        try:
            status, content = await answer_of(
                how, address, seconds=_SECONDS, largest=_LARGEST, trust_env=False, data=form, auth=login,
            )  # fmt: skip
        except NoAnswer as error:
            structlog.get_logger().warning("provider does not answer", address=address, why=str(error)[:200])
            raise _unavailable(self.provider, "does not answer") from None
        if status >= 500:
            raise _unavailable(self.provider, f"answers with status {status}")
        if status != 200:
            raise not_believed(f"{address} answers with status {status}")
        try:
            return read(content)
        except msgspec.MsgspecError as error:
            raise not_believed(f"{address}: {error}") from None

    def _insist_meant(self, claims: dict[str, Any], visit: Visit) -> None:
        """The token was issued by this provider, to this house, for this visit, and recently."""
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        expires = claims.get("exp")
        if claims.get("iss") != self.provider.issuer:
            raise not_believed("another issuer has signed it")
        if self.provider.client not in audiences or (
            len(audiences) > 1 and claims.get("azp") != self.provider.client
        ):
            raise not_believed("it was said to another client")
        if claims.get("nonce") != visit.nonce:
            raise not_believed("it was said for another visit")
        if not isinstance(expires, int | float) or expires + _LEEWAY <= self.now() / 1000:
            raise not_believed("it has expired")
        if not isinstance(claims.get("sub"), str) or not claims["sub"]:
            raise not_believed("it says of nobody")


def _signed_claims(token: str, keys: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """The claims of the token, if it is signed with one of these keys."""
    import jwt  # noqa: PLC0415

    try:
        head = jwt.get_unverified_header(token)
        found = [key for key in keys if head.get("kid") in (None, key.get("kid")) and key.get("use", "sig") == "sig"]
        if head.get("alg") not in _ALGORITHMS:
            raise not_believed(f"it is signed by {head.get('alg')!r}")
        if len(found) != 1:
            raise not_believed("it names none of the provider's keys")
        key = jwt.PyJWK.from_dict(found[0], algorithm=head.get("alg"))
        decoded: dict[str, Any] = jwt.decode(
            token, key, algorithms=_ALGORITHMS,
            options={"verify_exp": False, "verify_aud": False, "verify_iat": False, "verify_nbf": False},
        )  # fmt: skip
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise not_believed(f"its signature: {error}") from None
    return decoded


def _origin(address: str) -> tuple[str, str]:
    try:
        found = urlsplit(address)
    except ValueError:
        return "", ""
    return found.scheme, found.netloc.lower()


def _unavailable(provider: Provider, what: str) -> Refusal:
    message = f"the sign-in provider {_origin(provider.issuer)[1]} {what}; try again, or sign in another way"
    return Refusal("provider_unavailable", message, Kind.UNAVAILABLE)


def not_believed(why: str) -> Refusal:
    structlog.get_logger().warning("provider not believed", why=why[:300])
    message = "what the sign-in provider sent is not what it must be; the log of the service says why"
    return Refusal("provider_not_believed", message, Kind.UNKNOWN_PERSON)
