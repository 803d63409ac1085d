"""How the service is run."""

from __future__ import annotations

from litestar.di import NamedDependency
from litestar.params import SkipValidation
from msgspec import Struct

from houserules.app import Provider


class ServiceSettings(Struct, frozen=True):
    guests: bool = True
    """Whether somebody without an account may sit down at practice tables."""
    requests_per_second: float = 300
    requests_at_once: float = 600
    sign_ins_per_minute: float = 30
    idle_minutes: int = 30
    """A staff session ends after this many minutes without anybody there; 0: it does not."""
    correction_bound: int = 5_000_000_000
    """A meter is corrected by more than this, in millionths of a dollar, only if two persons approve it."""
    proxy: str | None = None
    """The address of a proxy in front of the service, which is trusted to say for whom it asks, and how."""
    socket: str | None = None
    """The path of a Unix socket to listen on instead of an address: for a proxy, which is trusted."""
    names: tuple[str, ...] = ()
    """The names by which browsers reach the service, besides addresses, localhost and the name of this machine."""
    provider: Provider | None = None
    """The operator's OpenID provider."""
    witnesses: tuple[str, ...] = ()
    """The witnesses that are asked to cosign, each as its verifier key and its address, separated by a blank."""
    quorum: int | None = None
    """How many of them must have signed a checkpoint; None: all."""
    replayed_by: tuple[str, ...] = ()
    """The verifier keys of witnesses that may read everything in the log, to replay it."""
    webhooks: tuple[str, ...] = ()
    """The addresses to which events are sent on."""
    webhook_secret: str = ""
    """The secret that signs them."""
    connections: int = 4000
    connections_per_address: int = 1000
    feeds_per_account: int = 20
    feeds_per_address: int = 500
    head_seconds: float = 10
    """How long the first line and the headers of a request may take to arrive; then its body; and how long a client
    may accept nothing of what it is sent."""
    body_seconds: float = 30
    write_seconds: float = 30

    @property
    def behind_proxy(self) -> bool:
        return self.proxy is not None or self.socket is not None


TheSettings = NamedDependency[SkipValidation[ServiceSettings]]
