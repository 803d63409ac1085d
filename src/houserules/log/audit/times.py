"""The times of the audit: commands are committed in the order in which they happened, so their times do not run
back."""

from __future__ import annotations

from typing import Final

from houserules.log.entries import Stored

MOST_APART: Final = 60_000
"""Clocks of services that share a log differ, and a command waits for its commit: differences up to this many
milliseconds are ignored."""


class Times:
    """A time earlier than those around it was not written that way. A clock that was set back stays back: that is
    reported too, and is nobody's fault."""

    def __init__(self) -> None:
        self._latest = 0
        self._command = ""
        self._early: Stored | None = None
        """The previous command, if its time is earlier than those before it."""
        self.notes: list[str] = []

    def see(self, stored: Stored) -> tuple[Stored, str] | None:
        """An event with an impossible time, and why it is impossible."""
        if stored.command_id == self._command:
            return None
        self._command = stored.command_id
        early, self._early = self._early, None
        if stored.at < self._latest - MOST_APART:
            if early is None:
                self._early = stored
            else:
                self._set_back(early)
                self._latest = max(early.at, stored.at)
            return None
        by = self._latest - early.at if early is not None else 0
        self._latest = max(self._latest, stored.at)
        return None if early is None else (early, f"its time lies {by} ms before that of the events around it")

    def end(self) -> None:
        if self._early is not None:
            self._set_back(self._early)

    def _set_back(self, early: Stored) -> None:
        by = self._latest - early.at
        self.notes.append(f"position {early.position}: the clock was set back by {by} ms")
