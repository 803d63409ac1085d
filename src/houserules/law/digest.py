"""One name for the law: a digest over everything in a rulebook that decides something."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from json import dumps
from typing import Any, Final

_SAYS_NOTHING: Final = frozenset({"version", "in_force", "jurisdiction", "title", "document", "shown"})
"""Keys of ``rulebook.toml`` that name and show the document, and decide nothing."""
_OF_A_READING: Final = ("id", "default", "switch", "field")


def law_digest(rulebook: Mapping[str, Any], paytables: Mapping[str, Any], readings: Mapping[str, Any]) -> str:
    """The digest of the data of the three files. Citations count, as every event carries them; comments do not.

    The order of keys counts: pay lines are listed from the highest down, and the first of several orders is the
    default.
    """
    decides = {
        "rulebook": {key: value for key, value in rulebook.items() if key not in _SAYS_NOTHING},
        "paytables": paytables,
        "readings": [
            {**{key: entry.get(key) for key in _OF_A_READING}, "choices": list(entry.get("choices", {}))}
            for entry in readings.get("reading", [])
            if isinstance(entry, dict)
        ],
    }
    canonical = dumps(decides, separators=(",", ":"), ensure_ascii=False, default=str)
    return "sha256:" + sha256(canonical.encode()).hexdigest()
