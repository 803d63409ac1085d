"""What may be asked: records. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Any, Literal
from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Records(Group):
    def events(self, *, after: int = 0, limit: int = 100) -> list[s.EventShown]:
        """Every event after a position, in the order of the log. Cards that the reader may not see are withheld."""
        found: list[s.EventShown] = self._ask("GET", "/api/events", {"after": after, "limit": limit})
        return found

    def search(
        self, *, table: str, account: str | None = None, only_progressive_wins: bool = False, cards: str = "",
        since: int | None = None, until: int | None = None, before: int | None = None, limit: int = 20,
    ) -> s.FoundHands:
        """Hands sought among the next `limit` of a table, newest first; `next` is where to go on."""
        found: s.FoundHands = self._ask("GET", "/api/hands", {"table": table, "account": account, "only_progressive_wins": only_progressive_wins, "cards": cards, "since": since, "until": until, "before": before, "limit": limit})
        return found

    def replay(self, table_id: str, number: int) -> s.Replay:
        """A finished hand event by event, with every card, so that it can be scrubbed to and fro."""
        found: s.Replay = self._ask("GET", f"/api/hands/{place(table_id)}/{place(number)}/replay")
        return found

    def stub(self, table_id: str, number: int) -> s.Openings:
        """The whole sealed deck of a finished hand: every place opened, and the seed it came from."""
        found: s.Openings = self._ask("GET", f"/api/hands/{place(table_id)}/{place(number)}/stub")
        return found

    def export_hand(self, table_id: str, number: int) -> dict[str, Any]:
        """The hand as one file for `houserules replay` and `houserules explain`, once every deck in it was
        played."""
        found: dict[str, Any] = self._ask("GET", f"/api/hands/{place(table_id)}/{place(number)}/export")
        return found

    def export_all(self) -> str:
        """The whole log, one JSON object a line. What the reader may not see is named and withheld."""
        found: str = self._ask("GET", "/api/export")
        return found

    def export_table(self, what: Literal["hands", "transfers", "meters"], *, after: int = 0) -> str:
        """Hands (one row a settled wager), transfers or meters as CSV: what has a position after this one. The
        largest position in it is where to go on."""
        found: str = self._ask("GET", f"/api/export/{place(what)}", {"after": after})
        return found

    def head(self) -> s.SignedHead:
        """The newest signed head of the audit log."""
        found: s.SignedHead = self._ask("GET", "/api/audit/head")
        return found

    def witnesses(self) -> s.WitnessesShown:
        """The witnesses of the log: how far each has signed, and why not further."""
        found: s.WitnessesShown = self._ask("GET", "/api/audit/witnesses")
        return found

    def inclusion(self, position: int, *, size: int | None = None) -> s.Inclusion:
        """The path from an event's leaf to the root of the log of this size (absent: of the newest head)."""
        found: s.Inclusion = self._ask("GET", f"/api/audit/inclusion/{place(position)}", {"size": size})
        return found

    def consistency(self, *, old: int, new: int | None = None) -> s.Consistency:
        """Proof that the log of the new size begins with the log of the old one."""
        found: s.Consistency = self._ask("GET", "/api/audit/consistency", {"old": old, "new": new})
        return found

    def receipt(self, command_id: str) -> s.ReceiptShown:
        """What a command of the caller's did, with the proof that it is in the log which witnesses have signed."""
        found: s.ReceiptShown = self._ask("GET", f"/api/receipts/{place(command_id)}")
        return found

    def balances(self, *, prefix: str = "") -> s.Balances:
        """Accounts with their balances. Over all accounts they come to zero."""
        found: s.Balances = self._ask("GET", "/api/ledger/balances", {"prefix": prefix})
        return found

    def transfers(self, *, after: int = 0, account: str | None = None, limit: int = 100) -> list[s.TransferShown]:
        """Transfers of events after a position, in order."""
        found: list[s.TransferShown] = self._ask("GET", "/api/ledger/transfers", {"after": after, "account": account, "limit": limit})
        return found
