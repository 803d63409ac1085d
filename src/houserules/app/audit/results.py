"""The results of the audit: what each wager brought at each table, compared with exact theory after each round."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from houserules.app.floor.report import strays
from houserules.app.floor.results import count_round
from houserules.app.floor.theory import Figures
from houserules.app.table.state import TableState, WagerResult
from houserules.app.table.submissions import parts_of
from houserules.law import LawPin, Submission
from houserules.money import format_dollars
from houserules.play import Round


class Results:
    """``figures`` returns the exact theory of a submission, or None as long as it is not known."""

    def __init__(self, figures: Callable[[Submission], Figures | None]) -> None:
        self._figures = figures
        self._counted: dict[tuple[str, LawPin], tuple[WagerResult, ...]] = {}
        self._told: set[tuple[str, str, str]] = set()

    def closed(self, state: TableState, round_: Round, submission: Submission) -> Iterator[tuple[str, str]]:
        """What this round has moved outside the band around theory, reported once per table, wager and direction."""
        place = state.stream, state.law
        before = replace(state, results=self._counted.get(place, ()), parts=parts_of(submission))
        results = self._counted[place] = count_round(before, round_).results
        figures = self._figures(submission) or {}
        for result in results:
            found = strays(result, figures[result.wager]) if result.wager in figures else None
            if found is not None and (state.stream, result.wager, found) not in self._told:
                self._told.add((state.stream, result.wager, found))
                won = format_dollars(result.net)
                yield "results", f"{found}: {result.wager}, {result.hands} hands, won by the players: {won}"
