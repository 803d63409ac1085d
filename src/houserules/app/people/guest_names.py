"""Names for guests, so that people at a table can tell each other apart and speak of each other."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

_HOW: Final = (
    "Able", "Airy", "Blue", "Bold", "Calm", "Cosy", "Deep", "Fair", "Fine", "Fond", "Free", "Glad", "Gold", "Good",
    "Gray", "Hale", "Jade", "Keen", "Kind", "Mild", "Neat", "Pure", "Rosy", "Ruby", "Safe", "Soft", "Tidy", "True",
    "Warm", "Wise",
)  # fmt: skip
_WHO: Final = (
    "Bear", "Crow", "Deer", "Dove", "Duck", "Elk", "Fox", "Gull", "Hare", "Hawk", "Ibis", "Jay", "Kite", "Kiwi",
    "Lark", "Lion", "Lynx", "Mink", "Mole", "Moth", "Newt", "Orca", "Owl", "Pony", "Puma", "Rook", "Seal",
    "Stag", "Swan", "Toad", "Wolf", "Wren",
)  # fmt: skip
"""Short ones: six names fit around a table on a phone."""


def guest_name(account: str) -> str:
    """Two words derived from the account; there are 960 names, so two guests seldom share one."""
    number = int.from_bytes(sha256(account.encode()).digest()[:8], "big")
    return f"{_HOW[number % len(_HOW)]} {_WHO[number // len(_HOW) % len(_WHO)]}"
