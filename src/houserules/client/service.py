"""What may be asked: service. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group
from houserules.client import shapes as s


class Service(Group):
    def health(self) -> s.Health:
        """Whether the service can do its work."""
        found: s.Health = self._ask("GET", "/health")
        return found

    def ready(self) -> s.Health:
        """Whether a proxy should send anybody here: 503 while the shuffler is locked or the database cannot be
        read."""
        found: s.Health = self._ask("GET", "/ready")
        return found

    def names_of_pits(self) -> list[str]:
        """The pits of this house, each reached under /pits/NAME/; a house without pits has none."""
        found: list[str] = self._ask("GET", "/api/pits")
        return found
