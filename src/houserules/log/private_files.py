"""Files that only their owner can read, and that are there with all of their content or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp


@contextmanager
def drafted(path: Path, content: bytes) -> Iterator[str]:
    """The name of a finished file beside ``path``, to be linked or moved there. Any remains are removed."""
    descriptor, draft = mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            left = memoryview(content)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        yield draft
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)


def write_private(path: Path, content: bytes) -> None:
    """Creates or replaces the file; when this returns it is on the disk."""
    with drafted(path, content) as draft:
        os.replace(draft, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
