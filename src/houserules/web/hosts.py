"""The names under which the service answers. A page elsewhere can make its own name resolve to this machine, and the
browser would then take it for a page of this house; so only known names are accepted."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Final

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from houserules.web.settings import ServiceSettings

_LOCAL: Final = "localhost"


class Hosts:
    """Addresses are always accepted: only a name can be made to resolve elsewhere. Behind a proxy all names are,
    unless some are given: the proxy knows its own."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._any = settings.behind_proxy and not settings.names
        machine = socket.gethostname().lower()
        given = (name.lower().rstrip(".") for name in settings.names)
        self._names = frozenset({_LOCAL, machine, f"{machine}.local", *given})

    def known(self, host: str) -> bool:
        """Whether the header ``Host`` names this service. No browser omits it."""
        if self._any or not host:
            return True
        name = _without_port(host.lower())
        return name in self._names or name.endswith(f".{_LOCAL}") or _is_address(name)

    def is_own(self, host: str) -> bool:
        """Whether this header ``Host`` contains a name that was given, or an address of this machine alone: a
        provider sends browsers back there."""
        name = _without_port(host.lower())
        return self.name_in(host) is not None or (_is_address(name) and ip_address(name).is_loopback)

    def name_in(self, host: str) -> str | None:
        """The name in this header ``Host``, if it is one of the house's own. A passkey belongs to such a name, never
        to an address."""
        name = _without_port(host.lower())
        return name if name in self._names or name.endswith(f".{_LOCAL}") else None


_USUAL_PORT: Final = {"http": ":80", "https": ":443"}
"""Browsers leave it out; a proxy may have added it."""


def origin_of(scheme: str, host: str) -> str:
    """The origin of a page opened with this scheme and host, as browsers write it."""
    return f"{scheme}://{host.lower().removesuffix(_USUAL_PORT.get(scheme, ' '))}"


TheHosts = NamedDependency[SkipValidation[Hosts]]


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
