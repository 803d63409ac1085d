"""A disk that is really full, for a database server that really runs out of room."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from tests.support.postgres import Server, running_server

MEGABYTE: Final = 2**20
_SIZE: Final = 256 * MEGABYTE
_LOG_FILE: Final = 16 * MEGABYTE
"""The size of each file of the server's own log."""


class Disk(Protocol):
    server: Server

    def fill(self) -> None:
        """From now on there is hardly any room for tables."""

    def fill_log(self) -> None:
        """From now on there is none for the server's own log, without which it cannot do anything."""

    def make_room(self) -> None: ...


@contextmanager
def small_disk() -> Iterator[Disk]:
    """A server whose disk can be filled: a file system of its own, or, where that takes a right that we do not have,
    files that may not grow any more."""
    folder = Path(tempfile.mkdtemp(prefix="houserules-pg-", dir="/tmp"))
    mounted = mount(folder)
    try:
        with running_server(folder=folder) as server:
            yield MountedDisk(server, folder) if mounted else LimitedFiles(server)
    finally:
        if mounted:
            subprocess.run(["umount", folder], check=True)
        shutil.rmtree(folder)


def mount(folder: Path, size: int = _SIZE) -> bool:
    if os.geteuid() != 0:
        return False
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "houserules", str(folder)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


class MountedDisk:
    """Writing fails with "no space left on device"."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self._folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        self._leave(4 * MEGABYTE)

    def fill_log(self) -> None:
        """What the server has begun to write it can go on with; the next file of its log finds no room."""
        self._leave(MEGABYTE)

    def _leave(self, left: int) -> None:
        disk = os.statvfs(self._folder)
        with self._ballast.open("wb") as file:
            file.write(bytes(disk.f_bavail * disk.f_frsize - left))

    def make_room(self) -> None:
        self._ballast.unlink()


class LimitedFiles:
    """Writing fails with "file too large"."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def fill(self) -> None:
        self._limit(_LOG_FILE)

    def fill_log(self) -> None:
        self._limit(_LOG_FILE - 1)

    def make_room(self) -> None:
        with suppress(ProcessLookupError):  # A server that has stopped is started without limits.
            self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        """The server hands its limits on to whomever it starts for a new connection."""
        resource.prlimit(self.server.process_id, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        self.server.cut_connections()
