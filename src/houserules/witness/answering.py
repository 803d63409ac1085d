"""The HTTP side of a witness: the protocol of c2sp.org/tlog-witness, its evidence, and a page for people."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha256
from html import escape
from time import gmtime, strftime
from typing import Any, Final

import msgspec
from msgspec import Struct

from houserules.notes import LARGEST_NOTE
from houserules.witness.evidence import SECRET
from houserules.witness.following import Follower
from houserules.witness.replaying import Replayer
from houserules.witness.store import Alarm, Followed
from houserules.witness.witness import Answer, Witness

_HTML: Final = "text/html; charset=utf-8"
_JSON: Final = "application/json"
_CHECKPOINT: Final = re.compile("/([0-9a-f]{64})/checkpoint")
_EVIDENCE: Final = re.compile("/evidence/([0-9]{1,9})")
_SAFE: Final = (
    (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'"),
)  # fmt: skip
_PAGE: Final = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Witness {name}</title><style>
body{{font:16px/1.5 system-ui;max-width:75rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}}
table{{border-collapse:collapse;width:100%}}
th,td{{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #bbb;overflow-wrap:normal}}
td.long{{overflow-wrap:anywhere;min-width:12rem}}
.alarm{{color:#a00;font-weight:600}}
@media (max-width:50rem){{
table,tbody,tr,td{{display:block}} tr:first-child{{display:none}} tr{{border-bottom:1px solid #bbb;padding:.5rem 0}}
td{{border:0;padding:.1rem 0}} td:empty{{display:none}}
td::before{{content:attr(data-of) ": ";color:#555;font-weight:400}} td br{{display:none}}
}}
</style><h1>Witness {name}</h1><p><code>{key}</code></p><h2>Houses</h2>
<table><tr><th>House<th>Events<th>Replayed<th>Grew<th>Heard<th>Alarms<th>Trouble</tr>{houses}</table>
<h2>Alarms</h2><table><tr><th>When<th>House<th>Kind<th>What<th>Evidence</tr>{alarms}</table></html>
"""
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class HouseShown(Struct, frozen=True):
    """A house as the witness sees it. Times are seconds since 1970; ``lag`` is how long ago it grew, and ``rounds``
    is how many were replayed."""

    origin: str
    address: str
    vkey: str
    size: int
    grown_at: int
    heard_at: int
    lag: int
    alarms: int
    trouble: str
    replayed: int | None = None
    """The last event that was replayed; None if the witness does not replay."""
    rounds: int | None = None


class Application:
    """An ASGI application. ``followers`` are the houses by the names of their logs."""

    def __init__(self, witness: Witness, followers: Sequence[Follower], replayers: Sequence[Replayer] = ()) -> None:
        self._witness = witness
        self._store = witness.store
        self._followers = {follower.key.name: follower for follower in followers}
        self._replayers = {replayer.key.name: replayer for replayer in replayers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        body = await _body(receive)
        answer = Answer(413, "too long\n")
        if body is not None:
            answer = await asyncio.to_thread(self._answer, scope["method"], scope["path"], body)
        content = answer.content.encode()
        headers = [(b"content-type", answer.kind.encode()), (b"content-length", b"%d" % len(content)), *_SAFE]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})

    def _answer(self, method: str, path: str, body: bytes) -> Answer:
        if path == "/add-checkpoint":
            if method != "POST":
                return Answer(405, "POST it\n")
            try:
                return self._witness.add_checkpoint(body.decode())
            except UnicodeDecodeError:
                return Answer(400, "not text\n")
        if method not in ("GET", "HEAD"):
            return Answer(405, "GET it\n")
        return self._read(path) or Answer(404, "there is no such page\n")

    def _read(self, path: str) -> Answer | None:
        if path == "/":
            return Answer(200, self._page(), _HTML)
        if path == "/vkey":
            return Answer(200, f"{self._witness.key}\n")
        if path == "/houses":
            return Answer(200, msgspec.json.encode(self._houses()).decode(), _JSON)
        if path == "/evidence":
            return Answer(200, msgspec.json.encode(self._store.alarms()).decode(), _JSON)
        if found := _EVIDENCE.fullmatch(path):
            return self._evidence(int(found[1]))
        if found := _CHECKPOINT.fullmatch(path):
            return self._checkpoint(found[1])
        return None

    def _evidence(self, number: int) -> Answer | None:
        if any(each.number == number and each.kind in SECRET for each in self._store.alarms()):
            return Answer(403, "it holds content that the published log hides: see the folder of evidence\n")
        content = self._store.evidence(number)
        return None if content is None else Answer(200, content)

    def _checkpoint(self, digest: str) -> Answer | None:
        for log in self._store.logs():
            if sha256(log.origin.encode()).hexdigest() == digest and log.cosignature:
                return Answer(200, log.checkpoint)
        return None

    def _houses(self) -> list[HouseShown]:
        now = self._witness.now()
        return [self._house(log, now) for log in self._store.logs()]

    def _house(self, log: Followed, now: int) -> HouseShown:
        follower, replayer = self._followers.get(log.origin), self._replayers.get(log.origin)
        troubles = [follower.trouble if follower is not None else "not followed"]
        troubles += [replayer.trouble] if replayer is not None else []
        return HouseShown(
            log.origin, log.address, log.vkey, log.size, log.grown_at, log.heard_at, now - log.grown_at,
            len(self._store.alarms(log.origin)), "; ".join(filter(None, troubles)),
            replayer.position if replayer is not None else None, replayer.rounds if replayer is not None else None,
        )  # fmt: skip

    def _page(self) -> str:
        now, key = self._witness.now(), self._witness.key
        houses = "".join(
            f"<tr{_alarmed(each.alarms)}>{_long('House', each.origin, each.address)}{_cell('Events', each.size)}"
            f"{_cell('Replayed', _replayed(each))}{_cell('Grew', _moment(each.grown_at, now))}"
            f"{_cell('Heard', _moment(each.heard_at, now))}{_cell('Alarms', each.alarms)}"
            f"{_long('Trouble', each.trouble)}</tr>"
            for each in self._houses()
        )
        alarms = "".join(
            f"<tr>{_cell('When', _moment(each.at, now))}{_long('House', each.origin)}"
            f"<td data-of=Kind class=alarm>{each.kind}</td>{_long('What', each.what)}"
            f"{_cell('Evidence', _link(each))}</tr>"
            for each in self._store.alarms()
        )
        return _PAGE.format(name=escape(key.name), key=escape(str(key)), houses=houses, alarms=alarms)


def _cell(of: str, content: object) -> str:
    """A cell with its label, for narrow windows, where rows are stacked."""
    return f'<td data-of="{of}">{content}</td>'


def _long(of: str, *lines: str) -> str:
    return f'<td data-of="{of}" class="long">{"<br> ".join(map(escape, filter(None, lines)))}</td>'


def _alarmed(count: int) -> str:
    return " class=alarm" if count else ""


def _replayed(house: HouseShown) -> str:
    return "no" if house.replayed is None else f"{house.replayed}, {house.rounds} rounds"


def _link(alarm: Alarm) -> str:
    if alarm.kind in SECRET:
        return f"file {alarm.number:06}"
    return f'<a href="/evidence/{alarm.number}">{alarm.number}</a>'


def _moment(at: int, now: int) -> str:
    return f"{_ago(now - at)}<br> {strftime('%Y-%m-%d %H:%M:%S UTC', gmtime(at))}" if at else "never"


def _ago(seconds: int) -> str:
    """How long ago something was, in the largest unit of which there are at least two."""
    for unit, length in (("d", _DAY), ("h", _HOUR), ("min", _MINUTE)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit} ago"
    return f"{max(0, seconds)} s ago"


async def _body(receive: Receive) -> bytes | None:
    """The whole body; None if it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_NOTE:
            return None
        if not message.get("more_body", False):
            return bytes(body)
