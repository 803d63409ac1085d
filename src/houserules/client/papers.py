"""What may be asked: papers. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Papers(Group):
    def all_papers(self) -> list[s.PaperShown]:
        """Every paper of a submission, and the files that it comes as."""
        found: list[s.PaperShown] = self._ask("GET", "/api/papers")
        return found

    def of_submission(self, file: str, data: s.ToPrint) -> bytes | s.NotYet:
        """A paper of a lawful submission as a file; `papers.zip` is all of them with their manifest. Without a
        day of approval every page is marked as a draft."""
        found: bytes | s.NotYet = self._ask("POST", f"/api/papers/{place(file)}", body=data)
        return found

    def of_table(self, table_id: str, file: str) -> bytes | s.NotYet:
        """A paper of the submission that a table is played by, under the law in force there."""
        found: bytes | s.NotYet = self._ask("GET", f"/api/tables/{place(table_id)}/papers/{place(file)}")
        return found

    def of_round(self, table_id: str, number: int, file: str) -> bytes | s.NotYet:
        """The record of a finished round, or the payout slip of a progressive win in it. Cards that were not
        turned up are printed for the regulator only."""
        found: bytes | s.NotYet = self._ask("GET", f"/api/hands/{place(table_id)}/{place(number)}/papers/{place(file)}")
        return found
