"""Results on disk, one file each, for later runs and other processes.

A cache must never make a command fail: a folder that cannot be written to or a damaged file is ignored, and the
result is computed again.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from pathlib import Path
from typing import Any, Final

SETTING: Final = "HOUSERULES_CACHE"
OFF: Final = "off"
CAPACITY: Final = 256 << 20
"""In bytes. The files that were used longest ago are deleted first."""
LARGEST: Final = 32 << 20
"""The largest result that is written, in bytes."""
_CHECKSUM: Final = hashlib.sha256().digest_size


def cache_home() -> Path | None:
    """The folder for everything that can be computed again; None where the setting is ``off``."""
    chosen = os.environ.get(SETTING)
    if chosen:
        return None if chosen == OFF else Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(home or Path.home() / ".cache") / "houserules"
    except RuntimeError:  # An account without a home folder.
        return None


class DiskCache:
    """A folder of results, each in a file that begins with its checksum.

    A file is written under another name and then renamed, so that several processes may use one folder.
    """

    def __init__(self, folder: Path, capacity: int = CAPACITY) -> None:
        self.folder = folder
        self.capacity = capacity

    def get(self, key: str) -> Any:
        """The result, or None where none can be read."""
        path = self.folder / key
        try:
            if not _is_private(self.folder):
                return None
            data = path.read_bytes()
            if hashlib.sha256(data[_CHECKSUM:]).digest() != data[:_CHECKSUM]:
                return None
            os.utime(path)
        except OSError:
            return None
        try:
            return pickle.loads(data[_CHECKSUM:])
        except Exception:  # Intact, but of classes that have changed since: unpickling raises almost anything.
            return None

    def put(self, key: str, value: Any) -> None:
        try:
            content = pickle.dumps(value)
        except (pickle.PicklingError, AttributeError, TypeError):
            return
        if len(content) > min(LARGEST, self.capacity):
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_private(self.folder):
                self._write(key, hashlib.sha256(content).digest() + content)
                self._drop_oldest()
        except OSError:
            return

    def _write(self, key: str, data: bytes) -> None:
        from tempfile import mkstemp  # noqa: PLC0415

        file, name = mkstemp(dir=self.folder)
        try:
            with os.fdopen(file, "wb") as out:
                out.write(data)
            Path(name).replace(self.folder / key)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _drop_oldest(self) -> None:
        files = sorted(((path, path.stat()) for path in self.folder.iterdir()), key=lambda file: file[1].st_mtime_ns)
        total = sum(about.st_size for _, about in files)
        for path, about in files:
            if total <= self.capacity:
                break
            path.unlink(missing_ok=True)
            total -= about.st_size


def _is_private(folder: Path) -> bool:
    """Whether nobody else may write here: reading a result back runs what its file contains."""
    about = folder.stat()
    return not hasattr(os, "geteuid") or (about.st_uid == os.geteuid() and not about.st_mode & 0o022)
