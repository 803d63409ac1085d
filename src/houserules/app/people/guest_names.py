"""Names for guests, so that people at a table can tell each other apart and speak of each other."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

_HOW: Final = (
    "Able", "Amber", "Bold", "Brave", "Bright", "Brisk", "Calm", "Clever", "Coral", "Cosy", "Daring", "Eager",
    "Early", "Fair", "Fond", "Gentle", "Glad", "Golden", "Happy", "Hardy", "Jolly", "Keen", "Kind", "Lively", "Lucky",
    "Mellow", "Merry", "Noble", "Plain", "Proud", "Quick", "Quiet", "Ready", "Rosy", "Silver", "Sunny", "Swift",
    "True", "Warm", "Witty",
)  # fmt: skip
_WHO: Final = (
    "Badger", "Bear", "Beaver", "Bison", "Crane", "Deer", "Dove", "Duck", "Eagle", "Elk", "Falcon", "Finch", "Fox",
    "Goose", "Hare", "Hawk", "Heron", "Horse", "Ibis", "Jay", "Koala", "Lark", "Lynx", "Marten", "Mole", "Moose",
    "Otter", "Owl", "Panda", "Pony", "Puma", "Quail", "Raven", "Robin", "Seal", "Stork", "Swan", "Tiger", "Wolf",
    "Wren",
)  # fmt: skip


def guest_name(account: str) -> str:
    """Two words that follow from the account; 1600 in all, so two guests seldom have the same."""
    number = int.from_bytes(sha256(account.encode()).digest()[:8], "big")
    return f"{_HOW[number % len(_HOW)]} {_WHO[number // len(_HOW) % len(_WHO)]}"
