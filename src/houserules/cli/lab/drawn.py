"""Figures that a command draws, written to a directory."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from houserules.law import MalformedData


def write_figures(directory: str, draw: Callable[[], Mapping[str, bytes]]) -> list[Path]:
    """Writes each figure under its name and returns the files written. A directory that cannot be created is refused
    before anything is drawn."""
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MalformedData(f"--figures {directory}: {os.strerror(error.errno or 0)}; expected a directory") from None
    files = {folder / name: content for name, content in draw().items()}
    for path, content in files.items():
        try:
            path.write_bytes(content)
        except OSError as error:
            raise MalformedData(f"{path}: {os.strerror(error.errno or 0)}") from None
    return list(files)
