"""What may be asked: limits. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Literal
from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Limits(Group):
    def see_limits(self) -> s.LimitsShown:
        """Your own limits at live tables, and how much of each is used today."""
        found: s.LimitsShown = self._ask("GET", "/api/limits")
        return found

    def set_limit(self, what: Literal["loss", "deposit", "minutes"], data: s.NewLimit) -> s.LimitsShown:
        """Set a limit of the day. A lower one holds at once, a higher one or none after a day."""
        found: s.LimitsShown = self._ask("PUT", f"/api/limits/{place(what)}", body=data)
        return found

    def take_break(self, data: s.NewBreak) -> s.LimitsShown:
        """No wagers at live tables until the hours are over. It cannot be shortened."""
        found: s.LimitsShown = self._ask("POST", "/api/limits/break", body=data)
        return found
