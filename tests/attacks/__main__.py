"""``python -m tests.attacks [SECONDS] [NAME …]``: each attack against a service of its own, while somebody plays.

Prints how long the player waited for answers (p50, p99, the longest), the most memory that the service had, and what
it refused. ``python -m tests.attacks --only NAME PORT SECONDS`` is one attacker against a service that runs already.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.attacks.attackers import ATTACKS
from tests.attacks.house import Running
from tests.attacks.player import Player

_LINE = "{:<18} {:>6} {:>8} {:>8} {:>8} {:>8}  {}"


def measured(name: str, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder)) as house:
        player = Player(house.port)
        command = [sys.executable, "-m", "tests.attacks", "--only", name, str(house.port), str(seconds)]
        attacker = subprocess.Popen(command) if name != "nothing" else None
        player.waits.clear()
        player.play(seconds)
        if attacker is not None:
            attacker.kill()
            attacker.wait()
        refused = " ".join(f"{why}={count}" for why, count in sorted(house.refused().items()))
        p50, p99, most = (f"{player.percentile(share):.1f}" for share in (0.5, 0.99, 1.0))
        memory = f"{house.megabytes():.0f}"
        print(_LINE.format(name, len(player.waits), p50, p99, most, memory, refused), flush=True)
        for failure in player.failures[:3]:
            print(f"    not answered ({len(player.failures)}): {failure[:160]}", flush=True)


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--only"]:
        name, port, lasting = arguments[1:]
        until = time.monotonic() + float(lasting)
        ATTACKS[name](int(port), lambda: time.monotonic() < until)
        return
    seconds = float(arguments.pop(0)) if arguments and arguments[0].replace(".", "").isdecimal() else 20.0
    print(_LINE.format("attack", "asked", "p50 ms", "p99 ms", "most ms", "MB", "refused"))
    for name in arguments or ("nothing", *ATTACKS):
        measured(name, seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
