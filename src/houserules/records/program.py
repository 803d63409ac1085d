"""Which program decides a round: its version, and a digest of the code that decides."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import houserules

_DECIDING: Final = ("cards", "money", "law", "play", "ledger")
"""The packages whose code decides a round. Rulebooks have their own digests."""


@cache
def engine() -> str:
    """As in ``1.0.0+3f2a9c0178de``. If there are no files to read, as in a packed program, only the version."""
    root = Path(houserules.__file__).parent
    digest = sha256()
    files = [file for room in _DECIDING for file in sorted((root / room).rglob("*.py"))]
    for file in files:
        digest.update(file.relative_to(root).as_posix().encode() + b"\x00" + file.read_bytes() + b"\x00")
    return f"{houserules.__version__}+{digest.hexdigest()[:12]}" if files else houserules.__version__
