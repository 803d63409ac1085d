"""What people print: the table layout, signs, guide, Rules Submission, odds, cards, slips. Everything is made from
the submission and the figures of the lab."""

from __future__ import annotations

from houserules.exhibits.difference import difference_paper
from houserules.exhibits.kept import paper_key
from houserules.exhibits.layout.check import Finding, check_layout
from houserules.exhibits.layout.description import Layout, layout_of
from houserules.exhibits.layout.drawing import DEFAULT_FELT, Felt, FeltTooSmall, drawing, felt_of
from houserules.exhibits.papers import ALL, PAPERS, files_of, make_papers, paper_of, write_papers, zipped
from houserules.exhibits.proof_code import InLog
from houserules.exhibits.round_record import ROUND_FILES, is_progressive_win, round_papers
from houserules.exhibits.rules_in_words import printed_for, size_text, sizes_of, tables_of

__all__ = [
    "ALL",
    "DEFAULT_FELT",
    "PAPERS",
    "ROUND_FILES",
    "Felt",
    "FeltTooSmall",
    "Finding",
    "InLog",
    "Layout",
    "check_layout",
    "difference_paper",
    "drawing",
    "felt_of",
    "files_of",
    "is_progressive_win",
    "layout_of",
    "make_papers",
    "paper_key",
    "paper_of",
    "printed_for",
    "round_papers",
    "size_text",
    "sizes_of",
    "tables_of",
    "write_papers",
    "zipped",
]
