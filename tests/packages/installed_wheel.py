"""An environment with the wheel in it, and its command."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Installed:
    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    @property
    def command(self) -> str:
        return str(self.folder / "venv" / "bin" / "houserules")

    @property
    def site_packages(self) -> Path:
        (found,) = (self.folder / "venv" / "lib").glob("python3*/site-packages")
        return found

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the checkout, of the user's folders or of what was computed before."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
        return {**kept, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}

    def run(self, *arguments: str, cwd: Path, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.command, *arguments], cwd=cwd, input=given, capture_output=True, text=True, check=False,
            env=self.environment,
        )  # fmt: skip
