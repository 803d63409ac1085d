"""A submission for people at a table: what may be wagered, how it pays, what happens when."""

from __future__ import annotations

from houserules import law
from houserules.app.views.game_shown import game_shown
from houserules.app.views.hand_shapes import Qualifying, Ranking
from houserules.app.views.rule_shapes import (
    AgainstDealer,
    AreaShown,
    Inscription,
    PayLine,
    PayoutLimitShown,
    PaytableShown,
    RulesShown,
    Segment,
    StageShown,
    VerdictShown,
    WheelHand,
)
from houserules.exhibits import layout_of, printed_for, size_text, sizes_of, tables_of
from houserules.law import Paytable, Submission, below_qualifying, format_pay
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
                "amounts": [format_dollars(each) for each in rule.amounts],
                "equals": rule.equals,
                "clauses": list(rule.clauses),
                "needs": _needs(rules, rule.name),
            }
            for rule in rules.stakes.values()
        ],
        "decision": {"stages": [_stage(rules, street) for street in rules.streets]},
        "ranking": _ranking(rules),
        "qualifying": _qualifying(rules),
        "against_dealer": _against_dealer(rules),
        "paytables": {name: _paytable(rules, name, table) for name, table in tables_of(submission).items()},
        "areas": _areas(rules),
        "inscriptions": _inscriptions(rules),
        "wheel": _wheel(submission),
        "wheel_hand": _wheel_hand(rules),
        "steps": {name: list(step.clauses) for name, step in rules.dealing_steps[submission.table.dealing].items()},
        "irregularities": list(book.irregularities),
        "readings": submission.readings,
        "shown": game_shown(book),
    }


def _stage(rules: Rules, stage: Street) -> StageShown:
    return {
        "stage": stage.name,
        "wager": stage.wager,
        "passive": stage.decline.value,
        "board": stage.board,
        "sizes": [
            {
                "when": size_text(rules, stage, size),
                "smallest": stage.smallest,
                "largest": size.largest,
                "clauses": list(size.clauses),
            }
            for size in sizes_of(stage)
        ],
        "clauses": list(stage.clauses[-1]),
        "asked": stage.asked,
    }


def _areas(rules: Rules) -> list[AreaShown]:
    return [
        {
            "wager": each.wager,
            "required": each.required,
            "sensor": each.sensor,
            "right_of": each.right_of,
            "clauses": list(each.clauses),
        }
        for each in layout_of(rules).areas
    ]


def _inscriptions(rules: Rules) -> dict[str, Inscription]:
    return {
        each.about: {"text": each.text, "place": each.place, "clauses": list(each.clauses)}
        for each in layout_of(rules).inscriptions
    }


def _needs(rules: Rules, wager: str) -> str | None:
    """The clause that allows an optional wager only beside the required ones."""
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


def _ranking(rules: Rules) -> Ranking:
    hands = rules.book.hands
    return {"hands": list(rules.reader.kinds()), "clauses": list(cited(hands.flushes or hands.ranks))}


def _qualifying(rules: Rules) -> Qualifying | None:
    least = rules.book.qualifying
    if least is None:
        return None
    return {"hand": rules.reader.qualifying_hand(), "clauses": list(cited(least.high_card))}


def _against_dealer(rules: Rules) -> dict[str, AgainstDealer]:
    """For each such wager, the result against a lower, equal and higher hand, and against a dealer below the
    qualifying hand."""
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


def _paytable(rules: Rules, name: str, table: Paytable) -> PaytableShown:
    word, per = rules.submission.odds_word, printed_for(rules, name)
    return {
        "letter": table.letter,
        "clause": str(table.clause),
        "for_each": format_dollars(per) if per else None,
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
