"""All groups of operations. Written by scripts/api_client.py from the description of the API; not to be edited."""
# fmt: off
# ruff: noqa

from houserules.client.asking import Asker
from houserules.client.floor import Floor
from houserules.client.history import History
from houserules.client.lab import Lab
from houserules.client.law import Law
from houserules.client.lessons import Lessons
from houserules.client.limits import Limits
from houserules.client.log import Log
from houserules.client.meters import Meters
from houserules.client.papers import Papers
from houserules.client.people import People
from houserules.client.records import Records
from houserules.client.service import Service
from houserules.client.session import Session
from houserules.client.tables import Tables


class Groups:
    """What may be asked of the service, group by group."""

    def __init__(self, asker: Asker) -> None:
        self.floor = Floor(asker)
        self.history = History(asker)
        self.lab = Lab(asker)
        self.law = Law(asker)
        self.lessons = Lessons(asker)
        self.limits = Limits(asker)
        self.log = Log(asker)
        self.meters = Meters(asker)
        self.papers = Papers(asker)
        self.people = People(asker)
        self.records = Records(asker)
        self.service = Service(asker)
        self.session = Session(asker)
        self.tables = Tables(asker)
