"""A real service in a process of its own, looked at from outside: what it counts, what it logs, how large it is."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.attacks.wire import PATIENCE, Wire


class Running:
    def __init__(self, folder: Path, *options: str, descriptors: int | None = None) -> None:
        command = [sys.executable, "-m", "houserules", "serve", "--db", str(folder / "house.db"), "--port", "0"]
        limit = f"ulimit -n {descriptors}; " if descriptors else ""
        self._log = (folder / "log").open("wb")
        self.log = folder / "log"
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", f'{limit}exec "$@"', "sh", *command, *options],
            stdout=subprocess.PIPE, stderr=self._log, env={"HOUSERULES_CACHE": str(folder / "cache"), **os.environ},
        )  # fmt: skip
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/", said)
        assert found is not None, f"the service did not start: {said} {self.log.read_text()}"
        self.port = int(found[1])
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self._log.close()

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, object]:
        wire = Wire(self.port)
        try:
            return wire.ask(method, path, body, token)
        finally:
            wire.close()

    def refused(self) -> dict[str, int]:
        """How often each thing was refused, as the metrics have it."""
        _, text = self.ask("GET", "/metrics")
        counted = re.findall(r'^houserules_refused_total\{why="(\w+)"\} ([\d.e+]+)', str(text), re.MULTILINE)
        return {why: int(float(count)) for why, count in counted}

    def logged(self) -> str:
        return self.log.read_text(errors="replace")

    def megabytes(self, what: str = "VmHWM") -> float:
        """The most memory that the process has had; with VmRSS what it has now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(rf"{what}:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024
