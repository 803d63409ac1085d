"""``houserules serve``: tables in the browser."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from houserules import law
from houserules.cli.files import Count, read_count
from houserules.law import MalformedData
from houserules.log import is_postgresql
from houserules.money import parse_dollars
from houserules.notes import MalformedNote, insist_on_name

_PIT_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
_SERVER = "houserules.web"
"""Imported by name: the command line and the web service are siblings, and neither imports the other."""


def serve(
    *,
    db: str | None = None,
    host: str = "127.0.0.1",
    port: Count = 8421,
    socket: str | None = None,
    proxy: str | None = None,
    name: tuple[str, ...] = (),
    origin: str | None = None,
    pit: tuple[str, ...] = (),
    stand_by: tuple[str, ...] = (),
    witness: tuple[str, ...] = (),
    quorum: int | None = None,
    replayed_by: tuple[str, ...] = (),
    webhook: tuple[str, ...] = (),
    webhook_secret_file: Path | None = None,
    guests: bool = True,
    connections: Count = 4000,
    connections_per_address: Count = 1000,
    feeds_per_account: Count = 20,
    idle_minutes: Annotated[
        int, Parameter(validator=Number(gte=0, lte=720), converter=lambda _type, tokens: read_count(tokens[0].value))
    ] = 30,
    correction_bound: str = "5000",
    log_level: Literal["debug", "info", "warning", "error"] = "info",
    openid_issuer: str | None = None,
    openid_client: str = "",
    openid_secret_file: Path | None = None,
    openid_title: str = "your company account",
    openid_roles_claim: str = "groups",
    openid_role: tuple[str, ...] = (),
) -> int:
    """Open the tables: a service with its own pages and an API, on this machine only unless told otherwise.

    Every option can stand in a file, named by --settings FILE, or in the environment, as in HOUSERULES_PORT=8500. The
    command line counts before the environment, and that before the file.

    Parameters
    ----------
    db
        Where everything is kept: a file, or postgresql://…; absent: a file in the user's data directory.
    host
        The address to listen on. 0.0.0.0 is every address of this machine; put HTTPS in front of it then.
    port
        The port to listen on; 0 is any that is free.
    socket
        A Unix socket to listen on instead of an address and a port, for a proxy on this machine. Its owner and its
        group may ask there, and are believed when they say for whom.
    proxy
        The address of a proxy in front of the service, or several with commas between them. Only it is believed when
        it says, in X-Forwarded-For, for whom it asks, and in X-Forwarded-Proto, whether by HTTPS.
    name
        A name by which browsers reach the service, as in house.example. Addresses, localhost and the name of this
        machine are known; behind a proxy every name is, unless one is given. May be repeated.
    origin
        The name under which the log is published, as in house.example/log. Absent: the one that it has.
    pit
        A pit of the house, as in north: its tables are kept in a log of their own beside DB, are reached under
        /pits/north/, and are held by one process at a time. north=postgresql://… is kept by another server. May be
        repeated. Absent: the house has no pits.
    stand_by
        A pit that this process holds only while no other one does, given in the same way. May be repeated.
    witness
        A witness that is asked to cosign the log: its verifier key, a blank and its address. May be repeated.
    quorum
        How many of the witnesses must have signed a checkpoint. Absent: all.
    replayed_by
        The verifier key of a witness that may read everything in the log, also cards that lie face down, to replay it
        (`houserules witness --replay`). May be repeated.
    webhook
        An address to which events are sent on, signed, as an auditor may see them. May be repeated.
    webhook_secret_file
        A file with the secret that signs them; absent: the environment variable HOUSERULES_WEBHOOK_SECRET.
    guests
        Whether somebody without an account may sit down at practice tables.
    idle_minutes
        After how many minutes without anybody there a session of somebody who works here ends; 0: it does not.
    correction_bound
        In dollars: a meter is corrected by more than this only if two persons approve it.
    connections
        How many connections may be open at once.
    connections_per_address
        How many of them from one address. Those of the proxy are not counted.
    feeds_per_account
        How many live feeds one account may follow at once.
    log_level
        What is logged, and all that is graver: debug, info (every request), warning or error.
    openid_issuer
        The address of an OpenID provider through which people may sign in, as in https://id.house.example.
    openid_client
        The client id by which the provider knows this house.
    openid_secret_file
        A file with the client's secret; absent: the environment variable HOUSERULES_OPENID_SECRET, if any.
    openid_title
        What people read on the button that leads to the provider.
    openid_roles_claim
        The claim that says which groups a person is in.
    openid_role
        VALUE=ROLE: who has this value in that claim gets an account with this role; without any, administrators link
        people to their accounts. May be repeated.
    """
    for edition in law.editions():  # A rulebook that does not load is reported before any table opens.
        assert edition.book.id == edition.id
    try:
        bound = parse_dollars(correction_bound)
    except ValueError as error:
        raise MalformedData(f"--correction-bound {correction_bound}: {error}") from None
    provider = None
    if openid_issuer is not None:
        from houserules.app import Provider  # noqa: PLC0415

        provider = Provider(
            openid_issuer, openid_client, _secret("openid", openid_secret_file), openid_title, openid_roles_claim,
            tuple(map(_mapped, openid_role)),
        )  # fmt: skip
        provider.insist_sound()
    if origin is not None:
        try:
            insist_on_name(origin)
        except MalformedNote as error:
            raise MalformedData(f"--origin {error}") from None
    _insist_on_witnesses(witness, quorum, replayed_by)
    webhook_secret = _secret_of_webhooks(webhook, webhook_secret_file) if webhook else ""
    where = db or default_database()
    pits = {**_pits("--stand-by", stand_by, where, False), **_pits("--pit", pit, where, True)}
    limits = {"connections": connections, "connections_per_address": connections_per_address}
    for option, value in (*limits.items(), ("feeds_per_account", feeds_per_account)):
        if value < 1:
            raise MalformedData(f"--{option.replace('_', '-')} {value}: 1 at least")
    status: int = import_module(_SERVER).run(
        where, host, port, origin=origin, pits=pits, witnesses=witness, quorum=quorum, replayed_by=replayed_by,
        webhooks=webhook, webhook_secret=webhook_secret, socket=socket, proxy=proxy,
        log_level=log_level, guests=guests, names=name,
        feeds_per_account=feeds_per_account, idle_minutes=idle_minutes, correction_bound=bound,
        provider=provider, **limits,
    )  # fmt: skip
    return status


def _pits(option: str, given: tuple[str, ...], db: str, at_once: bool) -> dict[str, tuple[str, bool]]:
    """The database of each pit, and whether it is taken as soon as it is free. Addresses may contain passwords, and
    are not repeated."""
    found = {}
    for each in given:
        name, elsewhere, address = each.partition("=")
        if not _PIT_NAME.fullmatch(name):
            shown = name if elsewhere else each
            raise MalformedData(
                f"{option} {shown}: a pit is named by up to 30 letters a to z, digits and _, as in north"
            )
        if elsewhere and not is_postgresql(address):
            raise MalformedData(
                f"{option} {name}=…: give the address of the server that keeps this pit, as in "
                f"{name}=postgresql://server/house; without one it lies beside --db"
            )
        found[name] = (address or db, at_once)
    return found


def _secret(whose: str, file: Path | None) -> str:
    if file is None:
        return os.environ.get(f"HOUSERULES_{whose.upper()}_SECRET", "")
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise MalformedData(f"--{whose}-secret-file {file}: {error}") from None


def _secret_of_webhooks(addresses: tuple[str, ...], file: Path | None) -> str:
    from houserules.app import SHORTEST_SECRET  # noqa: PLC0415

    for each in addresses:
        if not each.startswith(("http://", "https://")):
            raise MalformedData(f"--webhook {each}: expected an address, as in https://back-office.example/events")
    secret = _secret("webhook", file)
    if len(secret) < SHORTEST_SECRET:
        raise MalformedData(
            f"--webhook: name a secret of {SHORTEST_SECRET} characters at least, with --webhook-secret-file or "
            "HOUSERULES_WEBHOOK_SECRET; `openssl rand -base64 32` makes one"
        )
    return secret


def _mapped(pair: str) -> tuple[str, str]:
    from houserules.app import Job  # noqa: PLC0415

    value, _, role = pair.rpartition("=")
    roles = [job.value for job in Job]
    if not value:
        raise MalformedData(f"--openid-role {pair}: give VALUE=ROLE")
    if role not in roles:
        raise MalformedData(f"--openid-role {pair}: {role} is none of {', '.join(roles)}")
    return value, role


def _insist_on_witnesses(witnesses: tuple[str, ...], quorum: int | None, readers: tuple[str, ...]) -> None:
    from houserules.app import parse_reader, parse_witness  # noqa: PLC0415

    try:
        names = [parse_witness(each).key.name for each in witnesses]
    except MalformedNote as error:
        raise MalformedData(f"--witness {error}") from None
    for each in readers:
        try:
            parse_reader(each)
        except MalformedNote as error:
            raise MalformedData(f"--replayed-by {error}") from None
    if len({*names}) != len(names):
        raise MalformedData("--witness: each witness once, known by its name")
    if quorum is not None and not 1 <= quorum <= len(names):
        raise MalformedData(f"--quorum {quorum}: 1 at least, and no more than there are witnesses, {len(names)}")


def default_database() -> str:
    """One file in the system's directory for application data."""
    try:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError) as error:  # The latter if there is no home directory.
        raise MalformedData(
            f"no folder for the data can be made ({error}); say with --db where everything is to be kept"
        ) from None
    return str(folder / "houserules.db")


def data_folder() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "houserules"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "houserules"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "houserules"
