"""Records of a house: tables folded from their streams, hands, the audit of play, the archive and retention."""

from __future__ import annotations

from houserules.records.archive import BrokenArchive, export_log, fill, read_contents, vouch
from houserules.records.auditing import Audit, Balances, Books, Left, audit
from houserules.records.events import (
    CONTENT_REMOVED,
    RETENTION_STREAM,
    TABLE_PREFIX,
    ContentRemoved,
    RulesPinned,
    felt_of,
)
from houserules.records.hands import export_hand, read_played, round_versions, why_removed
from houserules.records.parts import Part, export_part, read_part
from houserules.records.program import engine
from houserules.records.replaying import Names
from houserules.records.retention import remove_before
from houserules.records.steps import (
    filing_data,
    filing_document,
    kept_transfer,
    ledger_transfer,
    read_filing_document,
    step,
)
from houserules.records.tables import NotReadable, fold_table, left_state, past_name, removals

__all__ = [
    "CONTENT_REMOVED",
    "RETENTION_STREAM",
    "TABLE_PREFIX",
    "Audit",
    "Balances",
    "Books",
    "BrokenArchive",
    "ContentRemoved",
    "Left",
    "Names",
    "NotReadable",
    "Part",
    "RulesPinned",
    "audit",
    "engine",
    "export_hand",
    "export_log",
    "export_part",
    "felt_of",
    "filing_data",
    "filing_document",
    "fill",
    "fold_table",
    "kept_transfer",
    "ledger_transfer",
    "left_state",
    "past_name",
    "read_contents",
    "read_filing_document",
    "read_part",
    "read_played",
    "removals",
    "remove_before",
    "round_versions",
    "step",
    "vouch",
    "why_removed",
]
