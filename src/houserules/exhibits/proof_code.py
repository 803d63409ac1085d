"""Where a round is in the log of a house, and the proof as a QR code that ``docs/verify_receipt.py`` reads."""

from __future__ import annotations

import json
import zlib
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Final

PREFIX: Final = "HOUSERULES:"
"""The start of the text of a proof. All of it is in capital letters and digits, which take the least space in a
code."""
_ROOM_M: Final = 3_391
_ROOM_L: Final = 4_296
"""How many capital letters and digits the largest code holds, at redundancy M and at L."""
Receipt = Mapping[str, Any]
"""One event with its path to the root of a signed checkpoint, like a player's receipt."""


@dataclass(frozen=True, slots=True)
class InLog:
    """A round as recorded in the log."""

    first: int
    last: int
    """The positions of its first and its last event."""
    closed: Receipt
    """The proof of the event that closed it."""
    wins: tuple[Receipt, ...] = ()
    """The proofs of the progressive wins, in the order in which they were settled."""
    validated: Mapping[int, str] = field(default_factory=dict)
    """Maps a seat to the account that validated its win."""

    def fitting(self) -> InLog:
        """The same with proofs that fit into a code: where there is no room for all witnesses, only the house's
        signature remains."""
        if all(len(proof_text(each)) <= _ROOM_L for each in (self.closed, *self.wins)):
            return self
        return replace(self, closed=_by_the_house(self.closed), wins=tuple(map(_by_the_house, self.wins)))


def _by_the_house(receipt: Receipt) -> Receipt:
    text, _, signatures = receipt["checkpoint"].partition("\n\n")
    own = signatures.partition("\n")[0]
    return {**receipt, "checkpoint": f"{text}\n\n{own}\n", "witnesses": [], "needed": 0}


def proof_text(receipt: Receipt) -> str:
    """The receipt as the text of a code: JSON, compressed, in base 32."""
    said = json.dumps(receipt, separators=(",", ":"), ensure_ascii=False)
    return PREFIX + b32encode(zlib.compress(said.encode(), 9)).decode().rstrip("=")


def code(text: str) -> bytes:
    """A QR code as SVG, with the higher redundancy where there is room for it."""
    import segno  # noqa: PLC0415  only printing needs it

    drawn = BytesIO()
    segno.make(text, error="m" if len(text) <= _ROOM_M else "l", micro=False).save(
        drawn, kind="svg", border=2, scale=4, xmldecl=False
    )
    return drawn.getvalue()
