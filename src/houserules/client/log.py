"""What may be asked: log. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Group, place
from houserules.client import shapes as s


class Log(Group):
    def checkpoint(self) -> str:
        """The newest checkpoint of the log: a note, signed by the log and by witnesses."""
        found: str = self._ask("GET", "/log/checkpoint")
        return found

    def vkey(self) -> str:
        """The key with which the signature of the log is checked. Who relies on it keeps it elsewhere."""
        found: str = self._ask("GET", "/log/vkey")
        return found

    def tile(self, path: str) -> bytes:
        """A tile of the hash tree, `LEVEL/INDEX[.p/WIDTH]`, or a bundle of entries, `entries/INDEX[.p/WIDTH]`."""
        found: bytes = self._ask("GET", f"/log/tile/{place(path)}")
        return found

    def part(self, *, after: int, upto: int) -> str:
        """The content of events, as lines of an archive, for a witness whose key the house has named: some 1,000
        events after a position, up to and with another at most."""
        found: str = self._ask("GET", "/log/part", {"after": after, "upto": upto})
        return found
