"""Use-cases of the table service: one command is one transaction, and nothing is announced before it is committed.

Other packages import only these names.
"""

from houserules.app.audit.auditing import audit, restore
from houserules.app.audit.growing import GrowingAudit
from houserules.app.audit.results import Results
from houserules.app.floor import report as floor_report
from houserules.app.floor.odds import odds_shown
from houserules.app.floor.theory import Figures, LabTheory, Theory
from houserules.app.floor.trend import course_of, incidents_of
from houserules.app.house.clock import SteadyClock
from houserules.app.house.house import House
from houserules.app.house.pits import Pits
from houserules.app.house.stopping import closing_when_told
from houserules.app.house.subscribers import EVERYTHING, Subscriber
from houserules.app.house.witnesses import parse_witness
from houserules.app.lab.answers import LabClient
from houserules.app.lab.papers import PAPER_TYPES, PaperClient, Printed
from houserules.app.lessons import shapes as lesson_shapes
from houserules.app.limits import own_limits
from houserules.app.meters.meters import decode_meter
from houserules.app.meters.shared_meter import SharedMeter
from houserules.app.outgoing import NoAnswer, answer_of
from houserules.app.people import requests as staff_requests
from houserules.app.people.events import Account, Passkey
from houserules.app.people.machine import recovery_link
from houserules.app.people.names import ACCOUNT_NAME, LONGEST_ACCOUNT_NAME
from houserules.app.people.passkeys import Assertion, Attestation, Site, shown_id
from houserules.app.people.provider import Provider
from houserules.app.people.roles import Job, Person, insist, insist_may_open
from houserules.app.people.sessions import Recognized, Session, session_for
from houserules.app.records import history, own_history
from houserules.app.records.disclosing import parse_reader, part_for, request_for_part
from houserules.app.records.event_reader import EventReader
from houserules.app.records.exporting import COLUMNS, table_in_csv, table_rows
from houserules.app.records.receipts import receipt_of
from houserules.app.records.retention import remove_before
from houserules.app.records.webhooks import SHORTEST_SECRET
from houserules.app.refusals import DATABASE_SILENT, Kind, Refusal, part_missing, unavailable, unknown
from houserules.app.table.events import LIVE, PRACTICE
from houserules.app.table.fields import CommandId, Dollars, Seconds, Steps
from houserules.app.table.live_table import LiveTable
from houserules.app.table.loading import UnreadableLog
from houserules.app.table.requests import REQUESTS, AnyRequest, own_id, verb_of
from houserules.app.table.settings import changed_settings, default_settings
from houserules.app.table.verbs import VERBS
from houserules.app.views import floor_shapes, hand_shapes, record_shapes, rule_shapes, table_shapes
from houserules.app.views.game_shown import rulebook_shown
from houserules.app.views.lobby import in_lobby
from houserules.app.views.published import Feed
from houserules.app.views.rules_shown import rules_shown

__all__ = [
    "ACCOUNT_NAME",
    "COLUMNS",
    "DATABASE_SILENT",
    "EVERYTHING",
    "LIVE",
    "LONGEST_ACCOUNT_NAME",
    "PAPER_TYPES",
    "PRACTICE",
    "REQUESTS",
    "SHORTEST_SECRET",
    "VERBS",
    "Account",
    "AnyRequest",
    "Assertion",
    "Attestation",
    "CommandId",
    "Dollars",
    "EventReader",
    "Feed",
    "Figures",
    "GrowingAudit",
    "House",
    "Job",
    "Kind",
    "LabClient",
    "LabTheory",
    "LiveTable",
    "NoAnswer",
    "PaperClient",
    "Passkey",
    "Person",
    "Pits",
    "Printed",
    "Provider",
    "Recognized",
    "Refusal",
    "Results",
    "Seconds",
    "Session",
    "SharedMeter",
    "Site",
    "SteadyClock",
    "Steps",
    "Subscriber",
    "Theory",
    "UnreadableLog",
    "answer_of",
    "audit",
    "changed_settings",
    "closing_when_told",
    "course_of",
    "decode_meter",
    "default_settings",
    "floor_report",
    "floor_shapes",
    "hand_shapes",
    "history",
    "in_lobby",
    "incidents_of",
    "insist",
    "insist_may_open",
    "lesson_shapes",
    "odds_shown",
    "own_history",
    "own_id",
    "own_limits",
    "parse_reader",
    "parse_witness",
    "part_for",
    "part_missing",
    "receipt_of",
    "record_shapes",
    "recovery_link",
    "remove_before",
    "request_for_part",
    "restore",
    "rule_shapes",
    "rulebook_shown",
    "rules_shown",
    "session_for",
    "shown_id",
    "staff_requests",
    "table_in_csv",
    "table_rows",
    "table_shapes",
    "unavailable",
    "unknown",
    "verb_of",
]
