"""The unit for systemd, held against systemd itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_systemd_accepts_the_unit_and_its_sandbox(tmp_path: Path) -> None:
    unit = (DEPLOY / "houserules.service").read_text().replace("/opt/houserules/bin/houserules", "/bin/true")
    (tmp_path / "houserules.service").write_text(unit)
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "houserules.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in verified.stderr.splitlines() if "houserules.service" in line] == []
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(tmp_path / "houserules.service")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stdout[-2000:]
