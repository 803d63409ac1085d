"""The saved part of a simulated floor: a folder with a manifest and the counters that it names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from houserules.law import MalformedData

MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Identifies a run, so that only parts of the same run are merged."""

    floor: str
    submissions: tuple[str, ...]
    laws: tuple[str, ...]
    program: str
    seed: int

    def to_dict(self) -> dict[str, Any]:
        return {"floor": self.floor, "submissions": list(self.submissions), "laws": list(self.laws),
                "program": self.program, "seed": self.seed}  # fmt: skip


def read_part(folder: Path) -> tuple[dict[str, Any], bytes]:
    """The manifest of a folder and the counters that it names."""
    try:
        data = json.loads((folder / MANIFEST).read_bytes())
        if not isinstance(data, dict) or not isinstance(data.get("pieces"), list):
            raise MalformedData(f"{folder / MANIFEST}: expected the manifest of a run")
        content = (folder / Path(str(data.get("file"))).name).read_bytes()
    except MalformedData:
        raise
    except OSError as error:
        where = error.filename or folder
        raise MalformedData(f"{where}: {error.strerror or error}; expected the folder of a run") from None
    except (ValueError, RecursionError) as error:
        raise MalformedData(f"{folder / MANIFEST}: not JSON: {error}; expected the manifest of a run") from None
    if data.get("counters") != "sha256:" + hashlib.sha256(content).hexdigest():
        raise MalformedData(f"{folder}: {data['file']} has changed; expected {data.get('counters')}")
    return data, content


def read_pieces(folder: Path, ranges: Sequence[Any], most: int) -> set[int]:
    """The pieces that a manifest names; a piece that the floor does not have is refused."""
    found: set[int] = set()
    for each in ranges:
        match each:
            case [int(start), int(stop)] if 0 <= start < stop <= most:
                found.update(range(start, stop))
            case _:
                raise MalformedData(f"{folder / MANIFEST}: pieces: expected pairs from 0 to {most:,}, not {each!r}")
    return found
