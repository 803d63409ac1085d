"""A submission for people at a table: what may be wagered, how it pays, what happens when."""

from __future__ import annotations

from houserules.app.record_shapes import (
    AgainstDealer,
    PayLine,
    PayoutLimitShown,
    PaytableShown,
    RulesShown,
    Segment,
)
from houserules.app.views import dollars
from houserules.law import Paytable, Submission, format_pay
from houserules.play import Rules, compiled
from houserules.play.compiled import PROGRESSIVE


def rules_shown(submission: Submission) -> RulesShown:
    rules, book = compiled(submission), submission.rulebook
    tables = {name: wager.paytable for name, wager in submission.wagers.items() if wager.paytable is not None}
    if submission.progressive is not None:
        tables[PROGRESSIVE] = submission.progressive.paytable
        if submission.progressive.shared is not None and rules.shared_name is not None:
            tables[rules.shared_name] = submission.progressive.shared
    return {
        "rulebook": book.id,
        "game": book.title,
        "jurisdiction": book.jurisdiction,
        "operator": submission.operator,
        "approved_on": submission.approved_on.isoformat() if submission.approved_on else None,
        "digest": submission.digest,
        "seats": rules.seats,
        "adjacent_boxes": submission.table.adjacent_boxes,
        "adjacent_boxes_clause": rules.clauses_of("adjacent_boxes")[0],
        "payout_limit": _payout_limit(submission),
        "dealing": submission.table.dealing,
        "shuffler": submission.table.shuffler,
        "decks": submission.table.decks,
        "cards": {"player": rules.player_cards, "dealer": rules.dealer_cards, "community": rules.community_cards},
        "odds_word": submission.odds_word,
        "wagers": [
            {
                "wager": rule.name,
                "required": rule.required,
                "minimum": dollars(rule.minimum),
                "maximum": dollars(rule.maximum),
                "equals": rule.equals,
                "clauses": list(rule.clauses),
                "needs": _needs(rules, rule.name),
            }
            for rule in rules.stakes.values()
        ],
        "decision": {
            "wager": rules.decision_wager,
            "stages": [
                {
                    "stage": stage.name,
                    "smallest": stage.smallest,
                    "largest_by_flush": list(stage.largest),
                    "passive": "fold" if stage.last else "check",
                    "clauses": list(stage.clauses[-1]),
                }
                for stage in rules.stages
            ],
        },
        "against_dealer": _against_dealer(rules),
        "paytables": {name: _paytable(table) for name, table in tables.items()},
        "wheel": _wheel(submission),
        "steps": {name: list(step.clauses) for name, step in rules.dealing_steps[submission.table.dealing].items()},
        "irregularities": list(book.irregularities),
        "readings": submission.readings,
    }


def _needs(rules: Rules, wager: str) -> str | None:
    """The clause by which an optional wager is taken only beside the required ones."""
    if wager in rules.required:
        return None
    return rules.clauses_of("progressive_needs")[0] if wager == PROGRESSIVE else rules.stakes["ante"].clauses[0]


def _payout_limit(submission: Submission) -> PayoutLimitShown | None:
    rules = compiled(submission)
    if rules.per_hand is None and rules.per_round is None:
        return None
    return {
        "per_hand": dollars(rules.per_hand) if rules.per_hand is not None else None,
        "per_round": dollars(rules.per_round) if rules.per_round is not None else None,
        "wagers": sorted(rules.limited),
        "clause": rules.limit_clause,
    }


def _against_dealer(rules: Rules) -> dict[str, AgainstDealer]:
    """For each such wager, what a lower, equal and higher hand does, and a dealer below the qualifying hand."""
    return {
        name: {
            "odds": str(odds.value) if (odds := rules.book.wagers[name].odds) is not None else None,
            "verdicts": {
                case: {"outcome": verdict.outcome, "clauses": list(verdict.clauses)}
                for case, verdict in verdicts.items()
            },
        }
        for name, verdicts in rules.against_dealer.items()
    }


def _paytable(table: Paytable) -> PaytableShown:
    lines: list[PayLine] = [
        {"line": line.hand, "pays": format_pay(line.pay), "clauses": [str(clause) for clause in line.clauses]}
        for line in table.lines
    ]
    return {"letter": table.letter, "clause": str(table.clause), "lines": lines}


def _wheel(submission: Submission) -> list[Segment] | None:
    if submission.progressive is None or not submission.progressive.segments:
        return None
    return [{"symbol": symbol, "count": count} for symbol, count in submission.progressive.segments]
