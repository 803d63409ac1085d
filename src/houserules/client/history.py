"""What may be asked: history. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Literal
from houserules.client.asking import Group
from houserules.client import shapes as s


class History(Group):
    def own_hands(
        self, *, limit: int = 20, before: int | None = None, table: str | None = None,
        rulebook: str | None = None, outcome: Literal["won", "lost"] | None = None,
        kind: Literal["live", "practice"] | None = None,
    ) -> s.OwnHands:
        """One's own hands, the newest first, as one may remember them."""
        found: s.OwnHands = self._ask("GET", "/api/history", {"limit": limit, "before": before, "table": table, "rulebook": rulebook, "outcome": outcome, "kind": kind})
        return found

    def erase(self) -> None:
        """Erase one's history: hands are shown no more, answers of lessons are removed from the log. The house
        keeps the records of its tables."""
        self._ask("DELETE", "/api/history")

    def statistics(
        self, *, table: str | None = None, rulebook: str | None = None,
        kind: Literal["live", "practice"] | None = None,
    ) -> s.Statistics:
        """What one's last hands came to, by wager and by decision, beside what best play brings on average."""
        found: s.Statistics = self._ask("GET", "/api/history/statistics", {"table": table, "rulebook": rulebook, "kind": kind})
        return found

    def export(self, *, before: int | None = None) -> s.OwnFile:
        """One's own hands as a file, 500 at a time."""
        found: s.OwnFile = self._ask("GET", "/api/history/export", {"before": before})
        return found
