"""What may be asked: floor. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Floor(Group):
    def floor(self) -> list[s.FloorTable]:
        """Every open table with its inventory, what it did today, and what somebody should see to; and closed
        ones of which a flagged result was not put away."""
        found: list[s.FloorTable] = self._ask("GET", "/api/floor")
        return found

    def report(self, table_id: str) -> s.FloorReport:
        """Drop, win and hold of a table by day, month and year, and each wager against exact theory with its
        band."""
        found: s.FloorReport = self._ask("GET", f"/api/floor/{place(table_id)}")
        return found

    def course(self, table_id: str) -> s.Course:
        """How each wager's result came about, with the band around exact theory: enough points to draw it."""
        found: s.Course = self._ask("GET", f"/api/floor/{place(table_id)}/course")
        return found

    def incidents(self, table_id: str) -> list[s.Incident]:
        """The last irregularities, fills and credits of a table, newest first, with their clauses."""
        found: list[s.Incident] = self._ask("GET", f"/api/floor/{place(table_id)}/incidents")
        return found
