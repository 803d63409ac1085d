"""What is said of work that takes a while, where nobody watches a bar."""

from __future__ import annotations

import pytest

from houserules.cli.progress import EVERY, _lines


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (0.0, "Playing: 75%, 15,000 rounds a second, 0.0 minutes left\n"),
        (0.5, "Playing: 75%, 5,000 rounds a second, 0.1 minutes left\n"),
    ],
)
def test_what_an_earlier_run_has_played_is_no_speed_of_this_one(
    before: float, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    tell = _lines("Playing", 100_000, before, lambda: now[0])
    tell(0.6)
    now[0] = EVERY
    tell(0.75)
    assert capsys.readouterr().err == told
