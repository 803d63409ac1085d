"""A submission for people at a table: what may be wagered, how it pays, what happens when."""

from __future__ import annotations

from houserules import law
from houserules.app.views import rules_in_words as words
from houserules.app.views.game_shown import game_shown
from houserules.app.views.record_shapes import (
    AgainstDealer,
    Inscription,
    PayLine,
    PayoutLimitShown,
    PaytableShown,
    Qualifying,
    RulesShown,
    Segment,
    StageShown,
    VerdictShown,
    WheelHand,
)
from houserules.law import Paytable, Submission, below_qualifying, format_pay, shared_bonus
from houserules.law.words import PROGRESSIVE
from houserules.money import format_dollars
from houserules.play import Rules, Street, cited


def rules_shown(rules: Rules) -> RulesShown:
    submission, book = rules.submission, rules.submission.rulebook
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
        "payout_limit": _payout_limit(rules),
        "dealing": submission.table.dealing,
        "shuffler": submission.table.shuffler,
        "decks": submission.table.decks,
        "cards": {"player": rules.player_cards, "dealer": rules.dealer_cards, "community": rules.community_cards},
        "odds_word": submission.odds_word,
        "wagers": [
            {
                "wager": rule.name,
                "required": rule.required,
                "minimum": format_dollars(rule.minimum),
                "maximum": format_dollars(rule.maximum),
                "equals": rule.equals,
                "clauses": list(rule.clauses),
                "needs": _needs(rules, rule.name),
            }
            for rule in rules.stakes.values()
        ],
        "decision": {"stages": [_stage(rules, street) for street in rules.streets]},
        "qualifying": _qualifying(rules),
        "against_dealer": _against_dealer(rules),
        "paytables": {name: _paytable(table, submission.odds_word) for name, table in _tables(submission).items()},
        "inscriptions": _inscriptions(rules),
        "wheel": _wheel(submission),
        "wheel_hand": _wheel_hand(rules),
        "steps": {name: list(step.clauses) for name, step in rules.dealing_steps[submission.table.dealing].items()},
        "irregularities": list(book.irregularities),
        "readings": submission.readings,
        "shown": game_shown(book),
    }


def _tables(submission: Submission) -> dict[str, Paytable]:
    """The pay table of each wager that has one, and that of the shared bonus."""
    book, offered = submission.rulebook, submission.progressive
    tables = {name: wager.paytable for name, wager in submission.wagers.items() if wager.paytable is not None}
    shared = shared_bonus(book)
    if offered is not None:
        tables[PROGRESSIVE] = offered.paytable
        if offered.shared is not None and shared is not None:
            tables[shared] = offered.shared
    return tables


def _stage(rules: Rules, stage: Street) -> StageShown:
    return {
        "stage": stage.name,
        "wager": stage.wager,
        "passive": stage.decline.value,
        "sizes": [
            {
                "when": words.size_text(rules, stage, size),
                "smallest": stage.smallest,
                "largest": size.largest,
                "clauses": list(size.clauses),
            }
            for size in words.sizes_of(stage)
        ],
        "clauses": list(stage.clauses[-1]),
        "asked": stage.asked,
    }


def _inscriptions(rules: Rules) -> dict[str, Inscription]:
    """What there is to read at the table, and where the document wants it; also what it wants and the tables say."""
    wanted = rules.book.layout.inscriptions
    wheel = _wheel_hand(rules)
    texts = {
        "qualifying": words.qualifying_text(rules) if rules.book.qualifying is not None else None,
        "decision": words.decision_text(rules) if rules.streets else None,
        "payout_limit": words.limit_text(rules),
        "wheel": words.wheel_text(wheel["suited_cards"]) if wheel is not None else None,
    }
    said = [about for about, text in texts.items() if text is not None]
    return {
        about: {
            "text": texts.get(about),
            "place": wanted[about].value if about in wanted else None,
            "clauses": list(cited(wanted[about])) if about in wanted else [],
        }
        for about in dict.fromkeys((*said, *wanted))
    }


def _needs(rules: Rules, wager: str) -> str | None:
    """The clause by which an optional wager is taken only beside the required ones."""
    if wager in rules.required:
        return None
    if wager == PROGRESSIVE:
        return rules.clauses_of("progressive_needs")[0]
    return rules.stakes[rules.base_wager].clauses[0]


def _payout_limit(rules: Rules) -> PayoutLimitShown | None:
    if rules.per_hand is None and rules.per_round is None:
        return None
    return {
        "per_hand": format_dollars(rules.per_hand) if rules.per_hand is not None else None,
        "per_round": format_dollars(rules.per_round) if rules.per_round is not None else None,
        "wagers": sorted(rules.limited),
        "clause": rules.limit_clause,
    }


def _qualifying(rules: Rules) -> Qualifying | None:
    least = rules.book.qualifying
    if least is None:
        return None
    return {"hand": rules.reader.qualifying_hand(), "clauses": list(cited(least.high_card))}


def _against_dealer(rules: Rules) -> dict[str, AgainstDealer]:
    """For each such wager, what a lower, equal and higher hand does, and a dealer below the qualifying hand."""
    return {
        name: {
            "odds": format_pay(rules.odds[name], rules.submission.odds_word) if name in rules.odds else None,
            "verdicts": _verdicts(rules, name),
        }
        for name in rules.against_dealer
    }


def _verdicts(rules: Rules, wager: str) -> dict[str, VerdictShown]:
    settlement, below = rules.book.settlement, below_qualifying(rules.book, wager)
    verdicts = rules.against_dealer[wager]
    by_hands = (
        ("lower", settlement.lower, verdicts.lower),
        ("equal", settlement.equal, verdicts.equal),
        ("higher", settlement.higher, verdicts.higher),
    )
    shown: dict[str, VerdictShown] = {
        case: {"outcome": verdict.outcome.value, "clause": str(ruled.clause), "clauses": list(verdict.clauses)}
        for case, ruled, verdict in by_hands
    }
    if below is not None:
        clauses = verdicts.below.clauses if verdicts.below else cited(below)
        shown["below"] = {"outcome": below.value.value, "clause": str(below.clause), "clauses": list(clauses)}
    return shown


def _paytable(table: Paytable, word: str) -> PaytableShown:
    return {
        "letter": table.letter,
        "clause": str(table.clause),
        "lines": [_line(line, word) for line in table.lines],
        "otherwise": _line(table.otherwise, word) if table.otherwise is not None else None,
    }


def _line(line: law.PayLine, word: str) -> PayLine:
    """As the sign at the table says it."""
    clauses = [str(clause) for clause in line.clauses]
    return {"line": line.hand, "pays": format_pay(line.pay, word), "clauses": clauses}


def _wheel_hand(rules: Rules) -> WheelHand | None:
    suited = rules.book.wagers[PROGRESSIVE].suited_hole_cards if rules.progressive is not None else None
    if suited is None:
        return None
    return {"suited_cards": suited.value, "clauses": list(cited(suited))}


def _wheel(submission: Submission) -> list[Segment] | None:
    if submission.progressive is None or not submission.progressive.segments:
        return None
    return [{"symbol": symbol, "count": count} for symbol, count in submission.progressive.segments]
