"""Results that leave the band around exact theory, noted with the round in which they do. What comes later, such as
lost wagers that bring the sum back, does not clear them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from houserules.app.floor.report import LOSE_TOO_MUCH, WIN_TOO_MUCH, strays
from houserules.app.floor.theory import Figures
from houserules.app.table import events as f
from houserules.app.table.state import TableState
from houserules.log import Log

_FLAGGED: Final = f.ResultFlagged.__struct_config__.tag


def crossings(state: TableState, figures: Figures) -> Iterator[f.ResultFlagged | f.ResultBack]:
    """What is to be noted about a table whose round has just closed."""
    number = state.last.round.number if state.last is not None else 0
    for result in state.results:
        if result.wager not in figures:
            continue
        found = strays(result, figures[result.wager])
        for alarm in (WIN_TOO_MUCH, LOSE_TOO_MUCH):
            flag = state.flag(result.wager, alarm)
            known = flag is not None and flag.outside
            if found == alarm and not known:
                yield f.ResultFlagged(result.wager, alarm, number, result.hands, result.net)
            elif found != alarm and known:
                yield f.ResultBack(result.wager, alarm, number)


def ever_flagged(log: Log, streams: Iterable[str]) -> list[str]:
    """The streams among these whose tables ever had a result flagged, whether or not anybody has dealt with it."""
    assert isinstance(_FLAGGED, str)
    return [stream for stream in streams if log.latest(stream, _FLAGGED)]
