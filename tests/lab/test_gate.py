"""The gate: every field of the schema is classified, and what is not supported is refused by name and clause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from houserules.cards import parse_cards
from houserules.cli.main import run
from houserules.lab.counting.payout_limits import limit_effects
from houserules.lab.counting.progressives import progressive_wager
from houserules.lab.counting.side_bets import side_bets
from houserules.lab.reports.analysis import analyze, analyze_own_cards
from houserules.lab.reports.cautions import cautions_about
from houserules.lab.reports.edges import edges
from houserules.lab.reports.report_data import strategy_map
from houserules.lab.reports.slow_questions import open_questions
from houserules.lab.simulation.rounds import task_of
from houserules.lab.solving import registry
from houserules.lab.solving.base_game import base_question, base_results
from houserules.lab.solving.decisions import Situation, values_of_options
from houserules.lab.solving.gate import Unsupported, insist_supported
from houserules.lab.solving.support import Use, rule_values, schema_paths, unclassified
from houserules.lab.strategy.files import WrittenStrategy
from houserules.lab.strategy.leaks import dealer_card_leak, leaks_of
from houserules.lab.strategy.report import default_strategy, strategy_report, weigh_short_strategies
from houserules.law import PayLine, Submission
from houserules.money import Odds, dollars
from tests.lab.support import CTF, MA, MD, submission, with_rules


def silent(_done: float) -> None:
    """Nobody watches."""


@pytest.mark.parametrize("game", ["high_card_flush", "chase_the_flush"])
def test_every_field_of_the_schema_is_classified(game: str) -> None:
    """A field that is added to the schema must be added to what each solver says: read, required, or no effect."""
    assert unclassified(registry.solver_of(game).supports) == ()


def test_a_field_that_nobody_classified_is_found() -> None:
    supports = dict(registry.solver_of("high_card_flush").supports)
    del supports["settlement.equal"]
    assert unclassified(supports) == ("settlement.equal",)


def test_the_schema_is_walked_to_its_leaves() -> None:
    paths = set(schema_paths())
    assert {"hands.ace", "wagers.*.odds", "dealing.*.irregularities.*.then", "progressive.shared.per"} <= paths
    assert "paytables.*.*.lines.*.pay" in paths
    assert len(paths) > 80


@pytest.mark.parametrize("name", [MD, MA, CTF])
def test_the_bundled_rulebooks_are_supported(name: str) -> None:
    made = submission(name)
    solver = insist_supported(made)
    assert solver.game == made.rulebook.game
    assert insist_supported(made) is solver


UNSUPPORTED: list[tuple[str, dict[str, Any], str]] = [
    (MD, {"hands.player_cards": 6}, "hands.player_cards = 6 (MD-HCF 8.E): the solver of High Card Flush supports 7"),
    (MD, {"hands.dealer_cards": 8}, "hands.dealer_cards = 8 (MD-HCF 8.E)"),
    (MD, {"hands.ranks": "KQJT98765432A"}, 'hands.ranks = "KQJT98765432A" (MD-HCF 6.A)'),
    (MD, {"table.cards_in_deck": 48}, "table.cards_in_deck = 48 (MD-HCF 5.C(1))"),
    (MD, {"qualifying.reached": "win"}, 'qualifying.reached = "win" (MD-HCF 11.B(5)(d))'),
    (MD, {"decision.wager": "ante"}, 'decision.wager = "ante" (MD-HCF 7.F(1))'),
    (MD, {"decision.smallest": 0}, "decision.smallest = 0 (MD-HCF 11.B(1))"),
    (MD, {"wagers.flush_bonus.offer": "required"}, 'wagers.flush_bonus.offer = "required" (MD-HCF 7.F(2))'),
    (MD, {"progressive.paid_at": "meter_at_the_deal"}, 'progressive.paid_at = "meter_at_the_deal" (MD-HCF 12.E(3))'),
    (MD, {"progressive.chip": "stays"}, 'progressive.chip = "stays" (MD-HCF 8.C(2))'),
    (
        MD,
        {"settlement.survive_fold": ("flush_bonus", "progressive")},
        'settlement.survive_fold = ["flush_bonus", "progressive"] (MD-HCF 11.B(4)(a)): the solver of High Card Flush '
        'supports ["flush_bonus", "straight_flush_bonus"] or ["flush_bonus", "straight_flush_bonus", "progressive"]',
    ),
    (MD, {"payout_limit.covers": ("progressive",)}, 'payout_limit.covers = ["progressive"] (MD-HCF 12.D)'),
    (CTF, {"hands.community_cards": 5}, "hands.community_cards = 5 (MD-CTF 2.B(3)): the solver of Chase the Flush"),
    (CTF, {"hands.flop_cards": 3}, "hands.flop_cards = 3 (MD-CTF 11.C(2))"),
    (CTF, {"qualifying.play_below": "push"}, 'qualifying.play_below = "push" (MD-CTF 11.H(1))'),
    (CTF, {"wagers.xtra_bonus.equals": "all_in"}, 'wagers.xtra_bonus.equals = "all_in" (MD-CTF 7.F(1))'),
    (CTF, {"wagers.progressive.suited_hole_cards": 4}, "wagers.progressive.suited_hole_cards = 4 (MD-CTF 1.B(6))"),
    (CTF, {"settlement.survive_fold": ("same_suit",)}, 'settlement.survive_fold = ["same_suit"] (MD-CTF 11.F(3)(a))'),
    (CTF, {"decision.stages.after_board": 0}, "decision.stages.after_board = 0 (MD-CTF 11.F)"),
]


@pytest.mark.parametrize(("name", "rules", "said"), UNSUPPORTED, ids=[next(iter(each[1])) for each in UNSUPPORTED])
def test_a_value_that_is_not_supported_is_refused_with_its_clause(
    name: str, rules: dict[str, Any], said: str
) -> None:
    with pytest.raises(Unsupported) as refused:
        insist_supported(with_rules(submission(name), rules))
    (problem,) = refused.value.problems
    assert problem.startswith(said)


def test_all_that_is_not_supported_is_said_at_once() -> None:
    made = with_rules(submission(MD), {"hands.player_cards": 5, "hands.dealer_cards": 5, "decision.smallest": 0})
    with pytest.raises(Unsupported) as refused:
        insist_supported(made)
    assert len(refused.value.problems) == 3


def test_a_rule_that_the_solver_does_not_know() -> None:
    """A wager of which it never heard, and a stage of a decision that its game does not have."""
    made = submission(MD)
    book = made.rulebook
    assert book.decision is not None
    wagers = {**book.wagers, "lucky_ladies": book.wagers["flush_bonus"]}
    stages = {"before_flop": book.decision.largest["two_card_flush"]}
    changed = replace(made, rulebook=replace(book, wagers=wagers, decision=replace(book.decision, stages=stages)))
    with pytest.raises(Unsupported) as refused:
        insist_supported(changed)
    said = "\n".join(refused.value.problems)
    assert 'wagers.lucky_ladies.offer = "optional" (MD-HCF 7.F(2))' in said
    assert "does not know this rule" in said
    assert "decision.stages.before_flop = 1 (MD-HCF 11.B(1)): the solver of High Card Flush supports none" in said


def test_a_rule_that_the_solver_needs_and_the_book_does_not_state() -> None:
    made = submission(CTF)
    book = made.rulebook
    assert book.decision is not None
    stages = {name: stage for name, stage in book.decision.stages.items() if name != "after_flop"}
    with pytest.raises(Unsupported, match=r"decision\.stages\.after_flop is not stated by MD-CTF"):
        insist_supported(replace(made, rulebook=replace(book, decision=replace(book.decision, stages=stages))))


def test_wagers_that_players_need_not_make_may_be_missing() -> None:
    made = submission(MD)
    wagers = {name: rules for name, rules in made.rulebook.wagers.items() if name in ("ante", "raise")}
    fewer = replace(made, rulebook=replace(made.rulebook, wagers=wagers), wagers={"ante": made.wagers["ante"]})
    insist_supported(replace(fewer, progressive=None))


def test_a_pay_line_that_cannot_be_counted() -> None:
    made = submission(MD)
    wager = made.wagers["flush_bonus"]
    assert wager.paytable is not None
    line = PayLine("royal_marriage", Odds(5), wager.paytable.lines[0].clauses)
    table = replace(wager.paytable, lines=(line, *wager.paytable.lines))
    changed = replace(made, wagers={**made.wagers, "flush_bonus": replace(wager, paytable=table)})
    with pytest.raises(
        Unsupported, match=r"wagers\.flush_bonus\.paytable\.royal_marriage \(MD-HCF 12\.B\(1\)\(a\)\)"
    ):
        insist_supported(changed)


def test_odds_that_are_too_fine_are_refused_with_both_clauses() -> None:
    changed = with_rules(submission(MD), {"wagers.ante.odds": Odds(1, 9999), "wagers.raise.odds": Odds(1, 9998)})
    with pytest.raises(Unsupported) as refused:
        base_question(changed)
    assert str(refused.value).startswith('wagers.ante.odds = "1 to 9999" (MD-HCF 12.A), wagers.raise.odds = ')


ENTRIES: dict[str, Callable[[Submission], object]] = {
    "analyze": analyze,
    "analyze_own_cards": analyze_own_cards,
    "base_results": base_results,
    "cautions": cautions_about,
    "hand": lambda made: values_of_options(made, Situation(parse_cards("As Ks Qs Js Ts 9s 8s"))),
    "edges": edges,
    "heavy": open_questions,
    "leak": lambda made: dealer_card_leak(made, silent),
    "payout limits": limit_effects,
    "progressive": progressive_wager,
    "side bets": side_bets,
    "simulate": lambda made: task_of(made, WrittenStrategy("", {}), 1, 1),
    "strategy": lambda made: strategy_report(made, silent),
    "short strategies": lambda made: weigh_short_strategies(made, silent),
    "default strategy": default_strategy,
    "strategy map": lambda made: strategy_map(made, silent),
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_goes_through_the_gate(entry: str) -> None:
    with pytest.raises(Unsupported, match=r"hands\.player_cards = 6 \(MD-HCF 8\.E\)"):
        ENTRIES[entry](with_rules(submission(MD), {"hands.player_cards": 6}))


def test_procedure_has_no_effect() -> None:
    """Every value of the book that is classified so: whatever else it says, the gate lets it through."""
    made = submission(MA)
    supports = insist_supported(made).supports
    free = [each for each in rule_values(made.rulebook) if each.support(supports).use is Use.NO_EFFECT]  # type: ignore[union-attr]
    paths = {each.path for each in free}
    assert {"table.cover_cards", "table.cut_depth", "settlement.players", "dealing.manual_shoe.orders"} <= paths
    assert not {path for path in paths if path.startswith(("hands.", "qualifying.", "wagers."))}


@pytest.mark.parametrize("arguments", [["analyze"], ["hand", "As Ks Qs Js Ts 9s 8s"], ["risk"], ["strategy"]])
def test_the_command_line_says_so_and_ends_with_1(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unusual(name: str, _overrides: tuple[str, ...]) -> Submission:
        return with_rules(submission(name), {"qualifying.reached": "push"})

    # All are imported before the first is changed, because they take the function from each other.
    modules = [import_module(f"houserules.cli.lab.{name}") for name in ("analyze", "risk")]
    for module in modules:
        monkeypatch.setattr(module, "read_submission", unusual)
    monkeypatch.setattr("houserules.library.Submission._frozen", lambda asked: unusual(asked.name, ()))
    command, *rest = arguments
    assert run([command, MD, *rest]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    wanted = 'qualifying.reached = "push" (MD-HCF 11.B(5)(d)): the solver of High Card Flush supports "by_the_hands"'
    assert printed.err == f"houserules: {wanted}\n"


def test_a_game_without_a_solver_says_where_one_would_be_named() -> None:
    made = submission(MD)
    with pytest.raises(Unsupported, match=r"no solver of this game: .* 'baccarat'"):
        insist_supported(replace(made, rulebook=replace(made.rulebook, game="baccarat")))


def test_a_solver_may_come_from_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An index of rulebooks names it; see docs/writing-a-rulebook.md."""
    assert run(["rulebook", "new", str(tmp_path / "xx_hcf"), "--like", "MD-HCF", "--id", "XX-HCF"]) == 0
    solvers = '[solvers]\nother_flush = "tests.lab.test_gate:OTHER"\n'
    (tmp_path / "index.toml").write_text(f'folders = ["xx_hcf"]\n{solvers}')
    monkeypatch.setenv("HOUSERULES_RULEBOOKS", str(tmp_path))
    made = submission(MD)
    changed = replace(made, rulebook=replace(made.rulebook, game="other_flush"))
    assert insist_supported(changed).game == "other_flush"
    with pytest.raises(Unsupported, match="does not say what a seat gains by knowing more"):
        leaks_of(changed)


OTHER = replace(registry.solver_of("high_card_flush"), game="other_flush", leaks=None)


def test_a_stake_that_the_limit_does_not_cover() -> None:
    """Covered wagers are the rulebook's: with the raise alone covered, the ante's winnings do not count."""
    made = with_rules(submission(MD, "payout_limit.per_hand=100"), {"payout_limit.covers": ("raise",)})
    least, most = limit_effects(made)
    assert least.most == 0
    assert most.most > 0
    both = with_rules(made, {"payout_limit.covers": ("ante", "raise")})
    assert limit_effects(both)[1].most > most.most
    assert limit_effects(both)[1].stakes == {"ante": dollars(500)}


def test_a_qualifier_that_no_hand_can_have() -> None:
    changed = with_rules(submission(MD), {"qualifying.high_card": "3"})
    with pytest.raises(
        Unsupported, match=r'high_card = "3" \(MD-HCF 11\.B\(5\)\(c\)\): it is the highest card of no'
    ):
        base_results(changed)
