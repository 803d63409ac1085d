"""Database addresses as people write them, and as they may be shown: without their secrets."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode

HIDDEN: Final = "***"
_SCHEME: Final = r"[A-Za-z][A-Za-z0-9+.-]+:/{1,2}"
"""Two letters or more, so that Windows drive letters do not match."""
_ADDRESS: Final = re.compile(rf"{_SCHEME}|(?i:postgres(ql)?:)|(?i:.*password\s*=)", re.DOTALL)
_URL: Final = re.compile(rf"({_SCHEME}[^:/@\s]*):(.*)@", re.DOTALL)
_URL_IN_TEXT: Final = re.compile(rf"((?:{_SCHEME}|postgres(?:ql)?:)[^:/@\s]*):\S*@")
_SETTING: Final = re.compile(r"([^\s?&=]+)=([^&]*)")
_SETTING_IN_TEXT: Final = re.compile(r"([^\s?&=]+)\s*=\s*('[^']*'|[^&\s]*)")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_SCHEMA_OF: Final = re.compile(r"-c *search_path=(\S+)")
_SHORTEST: Final = 4
"""Shorter secrets are hidden only where a message quotes them, since they are parts of too many words."""


def is_postgresql(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def pit_address(address: str, pit: str) -> str:
    """Where the log of a pit is: a file beside that of the house, or a separate schema in the same database."""
    if not is_postgresql(address):
        path = PurePath(address)
        return address.removesuffix(path.name) + f"{path.stem}-{pit}{path.suffix}"
    plain, _, query = address.partition("?")
    settings = dict(parse_qsl(query))
    named = _SCHEMA_OF.search(settings.get("options", ""))
    options = _SCHEMA_OF.sub("", settings.get("options", "")).strip()
    schema = f"{named[1]}_{pit}" if named else f"pit_{pit}"
    settings["options"] = f"{options} -csearch_path={schema}".strip()
    return f"{plain}?{urlencode(settings, quote_via=quote)}"


def is_an_address(name: str) -> bool:
    """Whether this is meant as an address, of whatever kind, and not as the path of a file."""
    return re.match(_ADDRESS, name) is not None


def without_password(name: str) -> str:
    """A database name as it may be shown. If an address is not understood, nobody knows where its secret begins."""
    if is_postgresql(name):
        return _SETTING.sub(_hidden, _URL.sub(rf"\1:{HIDDEN}@", name))
    return HIDDEN if is_an_address(name) and not name.startswith("sqlite:") else name


def without_passwords(text: str) -> str:
    """A message that may contain an address."""
    return _SETTING_IN_TEXT.sub(_hidden, _URL_IN_TEXT.sub(rf"\1:{HIDDEN}@", text))


def without_secrets_of(address: str, text: str) -> str:
    """A driver's message about an address, without any part of the password that it may repeat."""
    secrets = _secrets(address)
    text = text.replace(address, without_password(address))

    def shown(quoted: re.Match[str]) -> str:
        token = quoted[1] or quoted[2] or ""
        if token == without_password(address) or not token:
            return quoted[0]
        repeats = any(secret in token or token in secret for secret in secrets)
        return quoted[0].replace(token, HIDDEN) if repeats else quoted[0]

    text = _QUOTED.sub(shown, text)
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= _SHORTEST:
            text = text.replace(secret, HIDDEN)
    return text


def _hidden(setting: re.Match[str]) -> str:
    return f"{setting[1]}={HIDDEN}" if _is_secret(setting[1]) else setting[0]


def _is_secret(setting: str) -> bool:
    return "password" in unquote(setting).lower()


def _secrets(address: str) -> set[str]:
    """The passwords in an address, as written and as meant, whole and in the parts that a driver may make of them."""
    written = [found[2] for found in _URL.finditer(address)]
    written += [found[2] for found in _SETTING.finditer(address) if _is_secret(found[1])]
    whole = {*written, *map(unquote, written)}
    return {part for each in whole for part in (each, *re.split(r"[@/?#:&]", each)) if part}
