"""The law: citations, clauses, rulebooks, readings, and Rules Submissions that are read, checked and frozen."""

from houserules.law.citation import Citation, Cited
from houserules.law.days import day_of, first_moment, parse_day, with_day_of_approval
from houserules.law.library import (
    Edition,
    LawNotInstalled,
    UnknownRulebook,
    bundled_submission,
    clause_list,
    clauses_of_law,
    edition,
    editions,
    file_text,
    law,
    read_head,
    rulebook,
    rulebook_ids,
    submissions,
)
from houserules.law.paytable import Amount, Pay, PayLine, Paytable, Share, Special, format_pay, parse_pay
from houserules.law.readings import Reading
from houserules.law.rulebook import LawPin, Rulebook
from houserules.law.submission.check import check
from houserules.law.submission.choices import Choice, choices
from houserules.law.submission.faults import Fault, FaultCode, FaultShown
from houserules.law.submission.filing import Filing, read_filing
from houserules.law.submission.frozen import ProgressiveChoices, Submission, TableChoices, WagerChoices, freeze
from houserules.law.toml import MalformedData, read_toml

__all__ = [
    "Amount",
    "Choice",
    "Citation",
    "Cited",
    "Edition",
    "Fault",
    "FaultCode",
    "FaultShown",
    "Filing",
    "LawNotInstalled",
    "LawPin",
    "MalformedData",
    "Pay",
    "PayLine",
    "Paytable",
    "ProgressiveChoices",
    "Reading",
    "Rulebook",
    "Share",
    "Special",
    "Submission",
    "TableChoices",
    "UnknownRulebook",
    "WagerChoices",
    "bundled_submission",
    "check",
    "choices",
    "clause_list",
    "clauses_of_law",
    "day_of",
    "edition",
    "editions",
    "file_text",
    "first_moment",
    "format_pay",
    "freeze",
    "law",
    "parse_day",
    "parse_pay",
    "read_filing",
    "read_head",
    "read_toml",
    "rulebook",
    "rulebook_ids",
    "submissions",
    "with_day_of_approval",
]
