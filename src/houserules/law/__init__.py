"""The law: citations, clauses, rulebooks, readings, and Rules Submissions that are read, checked and frozen."""

from houserules.law import games, words
from houserules.law.citation import Citation, Cited
from houserules.law.clauses import Clause, ClauseKind, ClauseRoom, ClauseStatus
from houserules.law.days import day_of, first_moment, parse_day, with_day_of_approval
from houserules.law.game_words import GameWord, GameWords, Problem
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
from houserules.law.loading import load_rulebook, problems_of_folder
from houserules.law.paytable import Amount, Pay, PayLine, Paytable, Share, Source, Special, format_pay, parse_pay
from houserules.law.readings import Reading
from houserules.law.rulebook import HandRules, IrregularityRules, LawPin, ProgressiveRules, Rulebook
from houserules.law.schema import BESIDE, key_of
from houserules.law.shown import base_game, below_qualifying, shared_bonus, unit_of
from houserules.law.submission.check import check, insist_all_is_read
from houserules.law.submission.choices import Choice, choices
from houserules.law.submission.faults import Fault, FaultCode, FaultShown
from houserules.law.submission.filing import SHUFFLERS, Filing, InlineTable, plain, read_filing, shown_value
from houserules.law.submission.frozen import ProgressiveChoices, Submission, TableChoices, WagerChoices, freeze
from houserules.law.toml import DEEPEST, MalformedData, read_toml
from houserules.law.toml_lines import KeyLines
from houserules.law.validation.rulebook import id_problem

__all__ = [
    "BESIDE",
    "DEEPEST",
    "SHUFFLERS",
    "Amount",
    "Choice",
    "Citation",
    "Cited",
    "Clause",
    "ClauseKind",
    "ClauseRoom",
    "ClauseStatus",
    "Edition",
    "Fault",
    "FaultCode",
    "FaultShown",
    "Filing",
    "GameWord",
    "GameWords",
    "HandRules",
    "InlineTable",
    "IrregularityRules",
    "KeyLines",
    "LawNotInstalled",
    "LawPin",
    "MalformedData",
    "Pay",
    "PayLine",
    "Paytable",
    "Problem",
    "ProgressiveChoices",
    "ProgressiveRules",
    "Reading",
    "Rulebook",
    "Share",
    "Source",
    "Special",
    "Submission",
    "TableChoices",
    "UnknownRulebook",
    "WagerChoices",
    "base_game",
    "below_qualifying",
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
    "games",
    "id_problem",
    "insist_all_is_read",
    "key_of",
    "law",
    "load_rulebook",
    "parse_day",
    "parse_pay",
    "plain",
    "problems_of_folder",
    "read_filing",
    "read_head",
    "read_toml",
    "rulebook",
    "rulebook_ids",
    "shared_bonus",
    "shown_value",
    "submissions",
    "unit_of",
    "with_day_of_approval",
    "words",
]
