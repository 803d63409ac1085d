"""What may be asked: lab. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from typing import Any
from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Lab(Group):
    def analysis(self, data: s.ToAnalyse) -> dict[str, Any] | s.NotYet:
        """Every wager, exact. With 202 the side bets and the progressive are there already, and the base game is
        not."""
        found: dict[str, Any] | s.NotYet = self._ask("POST", "/api/lab/analysis", body=data)
        return found

    def strategy(self, data: s.ToStudy) -> dict[str, Any] | s.NotYet:
        """Best play: maps of all starting hands with exact values, and the rule in words."""
        found: dict[str, Any] | s.NotYet = self._ask("POST", "/api/lab/strategy", body=data)
        return found

    def short_strategies(self, data: s.ToStudy) -> dict[str, Any] | s.NotYet:
        """Short strategies, each with its exact house edge and what it costs against best play."""
        found: dict[str, Any] | s.NotYet = self._ask("POST", "/api/lab/short-strategies", body=data)
        return found

    def design(self, data: s.ToDesign) -> dict[str, Any] | s.NotYet:
        """Pay tables, wheels or meters that reach an edge, a hit frequency and a deviation, with their exact
        figures."""
        found: dict[str, Any] | s.NotYet = self._ask("POST", "/api/lab/design", body=data)
        return found

    def comparison(self, data: s.ToCompare) -> dict[str, Any] | s.NotYet:
        """Two submissions side by side: every difference, its clause and what it is worth."""
        found: dict[str, Any] | s.NotYet = self._ask("POST", "/api/lab/comparison", body=data)
        return found

    def prices(self, rulebook_id: str) -> dict[str, Any] | s.NotYet:
        """What each reading of the register that may be switched is worth, for every pay table that it moves."""
        found: dict[str, Any] | s.NotYet = self._ask("GET", f"/api/lab/prices/{place(rulebook_id)}")
        return found

    def figures(self, data: s.ToAnalyse) -> dict[str, Any] | s.NotYet:
        """Pictures of the analysis, each as SVG and as PNG: the name of a file and its content in base64."""
        found: dict[str, Any] | s.NotYet = self._ask("POST", "/api/lab/figures", body=data)
        return found

    def withdraw(self, question: str) -> None:
        """The client does not need the answer any more: the work ends, unless somebody else waits for it."""
        self._ask("DELETE", f"/api/lab/questions/{place(question)}")
