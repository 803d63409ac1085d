"""What may be asked: law. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Law(Group):
    def all_rulebooks(self) -> list[s.RulebookShown]:
        """Every rulebook, with the titles, the order and the colours in which its game is shown."""
        found: list[s.RulebookShown] = self._ask("GET", "/api/rulebooks")
        return found

    def paytables(self, rulebook_id: str) -> dict[str, dict[str, dict[str, str]]]:
        """Every pay table of the document: wager, letter, line, what it pays; `otherwise` is below the lowest
        line."""
        found: dict[str, dict[str, dict[str, str]]] = self._ask("GET", f"/api/rulebooks/{place(rulebook_id)}/paytables")
        return found

    def choices(self, rulebook_id: str) -> list[s.ChoiceShown]:
        """What the operator chooses: every key with its clauses, its lawful values, and the choice it hangs on."""
        found: list[s.ChoiceShown] = self._ask("GET", f"/api/rulebooks/{place(rulebook_id)}/choices")
        return found

    def readings(self, rulebook_id: str) -> list[s.ReadingShown]:
        """Where the document contradicts itself or is silent, and what may be chosen."""
        found: list[s.ReadingShown] = self._ask("GET", f"/api/rulebooks/{place(rulebook_id)}/readings")
        return found

    def clauses(self, rulebook_id: str) -> list[s.ClauseShown]:
        """Every clause in our words, in the order of the document, and what the software does about it."""
        found: list[s.ClauseShown] = self._ask("GET", f"/api/rulebooks/{place(rulebook_id)}/clauses")
        return found

    def bundled(self) -> list[s.BundledShown]:
        """The submissions that come with the program."""
        found: list[s.BundledShown] = self._ask("GET", "/api/submissions")
        return found

    def one_bundled(self, name: str) -> s.SubmissionShown:
        """A submission that comes with a rulebook, as TOML and as data."""
        found: s.SubmissionShown = self._ask("GET", f"/api/submissions/{place(name)}")
        return found

    def check(self, data: s.ToCheck) -> s.Checked:
        """Is it lawful? Every fault at once, each with its clause and what would be lawful; good for every
        keystroke."""
        found: s.Checked = self._ask("POST", "/api/submissions/check", body=data)
        return found
