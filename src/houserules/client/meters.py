"""What may be asked: meters. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Meters(Group):
    def meters(self) -> list[s.MeterShown]:
        """Every progressive meter, with its last hits, for anybody to see: they hang over the tables. Meters of
        practice tables that are closed are found by their names only."""
        found: list[s.MeterShown] = self._ask("GET", "/api/meters")
        return found

    def meter(self, meter_id: str) -> s.MeterShown:
        """One meter: what it shows, its last hits, the tables on it."""
        found: s.MeterShown = self._ask("GET", f"/api/meters/{place(meter_id)}")
        return found

    def meter_history(self, meter_id: str, *, limit: int = 100) -> list[s.MeterEvent]:
        """Every change of the meter, newest last, and the corrections that wait."""
        found: list[s.MeterEvent] = self._ask("GET", f"/api/meters/{place(meter_id)}/history", {"limit": limit})
        return found

    def corrections(self, meter_id: str) -> list[s.CorrectionShown]:
        """The corrections of this meter that wait to be approved."""
        found: list[s.CorrectionShown] = self._ask("GET", f"/api/meters/{place(meter_id)}/corrections")
        return found

    def propose(self, meter_id: str, data: s.Proposal) -> s.Proposed:
        """Propose what a meter should show. Nothing moves until somebody else approves."""
        found: s.Proposed = self._ask("POST", f"/api/meters/{place(meter_id)}/corrections", body=data)
        return found

    def approve(self, meter_id: str, correction_id: str, data: s.Approval) -> s.MeterShown:
        """Approve somebody else's correction; the meter moves, and so does the money behind it. One by more than
        the house's bound waits for a second approval, by a third person."""
        found: s.MeterShown = self._ask("POST", f"/api/meters/{place(meter_id)}/corrections/{place(correction_id)}/approval", body=data)
        return found

    def decline(self, meter_id: str, correction_id: str) -> None:
        """Decline a correction, or take back one's own; the meter stays as it is."""
        self._ask("DELETE", f"/api/meters/{place(meter_id)}/corrections/{place(correction_id)}")
