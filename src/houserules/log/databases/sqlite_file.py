"""The file of an SQLite database: where it is, which files lie beside it, and the lock of the service that uses
it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from houserules.log.address import is_an_address
from houserules.log.errors import LogLocked, UnusableAddress, UnusableLog

_MAGIC: Final = b"SQLite format 3\x00"


def path_of(url: str) -> Path:
    """The file that a URL names: ``sqlite:///relative.db``, ``sqlite:////absolute.db``, or simply a path."""
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
    elif not is_an_address(url):
        path = url
    else:
        raise UnusableAddress(
            "the database is named neither by a path nor as sqlite:///… or postgresql://…; "
            "what was given is not repeated here, since it may hold a password"
        )
    if not path or path.startswith(":"):
        raise UnusableLog(f"{url}: this does not name a file")
    return _without_links(Path(path))


def _without_links(path: Path) -> Path:
    """The file itself, if the path leads to it through symbolic links: its lock, key and mark lie beside it."""
    try:
        real = path.resolve()
    except (OSError, ValueError, RuntimeError):  # Opening it will report why.
        return path
    return path if real == path.absolute() else real


def files_of(path: Path) -> list[Path]:
    """The files that a database may have: those of SQLite, then the lock, the key and the mark beside it."""
    return [path.with_name(path.name + end) for end in ("", "-wal", "-shm", "-journal", ".lock", ".key", ".mark")]


def key_file_of(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def remove(files: Iterable[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def make_private(path: Path) -> None:
    """The file holds cards that nobody may see yet: only its owner may read it. SQLite's other files have the same
    mode."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise UnusableLog(f"{path}: {error.strerror}") from None


def insist_on_a_file(path: Path) -> None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnusableLog(f"{path}: this is no file; name the file of a database")
        os.close(os.open(path, os.O_RDONLY))
    except FileNotFoundError:
        raise UnusableLog(f"{path}: no such file") from None
    except (OSError, ValueError) as error:  # The latter if no file can have such a name.
        raise UnusableLog(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def insist_on_a_place(path: Path) -> None:
    """A database can be created here, or exists. A mistyped name creates nothing new beside an existing one."""
    try:
        if path.is_dir():
            raise UnusableLog(f"{path}: this is a folder; name a file, as in {path / 'house.db'}")
        if not path.parent.is_dir():
            raise UnusableLog(f"{path}: there is no folder {path.parent}")
        if path.is_file():
            with path.open("rb") as file:
                if file.read(len(_MAGIC)) not in (b"", _MAGIC):
                    raise UnusableLog(f"{path}: this is not a database")
    except (OSError, ValueError) as error:
        raise UnusableLog(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def write_ahead_log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def nobody_can_write(path: Path) -> bool:
    """A folder without a log in which SQLite cannot create the files that it needs for reading, as on read-only
    media."""
    log = write_ahead_log_of(path)
    return not log.exists() and not os.access(
        log.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    )


class FileLock:
    """A lock file beside the database. The operating system releases it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self._new = not self.path.exists()
        while not self._takes(path):
            pass  # A start that failed has removed the file since it was opened here: it would lock out nobody.
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError as error:
            self.give_up()
            raise UnusableLog(f"{self.path}: {error.strerror}") from None

    def _takes(self, path: Path) -> bool:
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnusableLog(f"{path}: {error.strerror}") from None
        if not _lock(self._descriptor):
            holder = os.pread(self._descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
            os.close(self._descriptor)
            raise LogLocked(
                f"{path} is open in another process (number {holder}). An SQLite file serves one process; "
                "stop that one first, or use PostgreSQL for several."
            )
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(self._descriptor), os.stat(self.path)):
                return True
        os.close(self._descriptor)
        return False

    def release(self) -> None:
        os.close(self._descriptor)

    def give_up(self) -> None:
        """The start failed: the file is removed too, if it was not there before."""
        if self._new:
            remove([self.path])
        self.release()


def _lock(descriptor: int) -> bool:
    import fcntl  # noqa: PLC0415  Windows has none, and runs the commands that need no database.

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
